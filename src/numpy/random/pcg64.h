// PCG64, as NumPy's default generator begins it from a seed: RandomState takes the keys of a choice without replacement
// from it.
#pragma once

#include <bit>
#include <cstdint>

namespace cuprum::random {

/// PCG XSL RR 128/64 (M. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms for
/// random number generation", 2014). Its state is mixed from the seed as in the same author's seed_seq_fe.
class Pcg64 {
public:
    explicit Pcg64(std::uint64_t seed) {
        // The seed's words are spread over a pool, of which each word then reaches all others.
        std::uint32_t pool[4] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), 0, 0};
        std::uint32_t constant = 0x43b0d7e5;
        auto hashed = [&](std::uint32_t word, std::uint32_t multiplier) {
            word ^= constant;
            constant *= multiplier;
            word *= constant;
            return word ^ word >> 16;
        };
        for (std::uint32_t& word : pool) word = hashed(word, 0x931e8875);
        for (const std::uint32_t& from : pool) {
            for (std::uint32_t& to : pool) {
                if (&from == &to) continue;
                to = 0xca01f9ddu * to - 0x4973f715u * hashed(from, 0x931e8875);
                to ^= to >> 16;
            }
        }
        constant = 0x8b51f9dd;
        std::uint64_t words[4];
        for (int k = 0; k < 4; ++k) {
            const std::uint64_t low = hashed(pool[2 * k % 4], 0x58f38ded);
            words[k] = low | static_cast<std::uint64_t>(hashed(pool[(2 * k + 1) % 4], 0x58f38ded)) << 32;
        }
        increment_ = (static_cast<Word>(words[2]) << 64 | words[3]) << 1 | 1;
        step();
        state_ += static_cast<Word>(words[0]) << 64 | words[1];
        step();
    }

    std::uint64_t next64() {
        step();
        return std::rotr(static_cast<std::uint64_t>(state_ >> 64) ^ static_cast<std::uint64_t>(state_),
                         static_cast<int>(state_ >> 122));
    }

    /// The lower half of a number of 64 bits, then its upper half.
    std::uint32_t next32() {
        kept_ = has_kept_ ? kept_ >> 32 : next64();
        has_kept_ = !has_kept_;
        return static_cast<std::uint32_t>(kept_);
    }

private:
    using Word = unsigned __int128;

    void step() { state_ = state_ * (static_cast<Word>(0x2360ed051fc65da4) << 64 | 0x4385df649fccf645) + increment_; }

    Word state_ = 0, increment_;
    std::uint64_t kept_ = 0;
    bool has_kept_ = false;
};

}  // namespace cuprum::random
