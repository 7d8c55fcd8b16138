#include "backend/cpu/curand_jump.h"

#include <array>
#include <bit>
#include <vector>

namespace cuprum::backend::cpu {
namespace {

// One step of either generator is a linear map of its state; so are 2^k steps, and the map is the (k-1)th one applied
// to itself. A jump applies the maps of the bits of its length. The tables are made when a kernel jumps for the first
// time.

// XORWOW, of G. Marsaglia, "Xorshift RNGs" (2003): 160 bits, maps over GF(2). The Weyl counter beside them needs no
// map.
constexpr int words = 5;
using XorwowState = std::array<std::uint32_t, words>;
using XorwowMap = std::array<XorwowState, words * 32>;  ///< What each bit becomes.

XorwowState applied(const XorwowMap& map, const XorwowState& state) {
    XorwowState result{};
    for (int bit = 0; bit < words * 32; ++bit) {
        const std::uint32_t mask = 0u - (state[bit / 32] >> (bit % 32) & 1u);
        for (int word = 0; word < words; ++word) result[word] ^= map[bit][word] & mask;
    }
    return result;
}

std::vector<XorwowMap> xorwow_maps() {
    std::vector<XorwowMap> maps(67 + 64);  // Subsequences are 2^67 steps long and numbered by 64 bits.
    for (int bit = 0; bit < words * 32; ++bit) {
        XorwowState state{};
        state[bit / 32] = 1u << (bit % 32);
        std::uint32_t t = state[0] ^ (state[0] >> 2);
        t ^= t << 1;
        maps[0][bit] = {state[1], state[2], state[3], state[4], state[4] ^ (state[4] << 4) ^ t};
    }
    for (std::size_t k = 1; k < maps.size(); ++k)
        for (int bit = 0; bit < words * 32; ++bit) maps[k][bit] = applied(maps[k - 1], maps[k - 1][bit]);
    return maps;
}

// MRG32k3a, of P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
// generators" (1999): two recurrences of order 3, each with its modulus.
using MrgState = std::array<std::uint64_t, 3>;
using MrgMap = std::array<MrgState, 3>;  ///< Rows.

MrgState applied(const MrgMap& map, const MrgState& state, std::uint64_t modulus) {
    MrgState result{};
    for (int row = 0; row < 3; ++row) {
        std::uint64_t sum = 0;
        for (int column = 0; column < 3; ++column) sum += map[row][column] * state[column] % modulus;
        result[row] = sum % modulus;
    }
    return result;
}

struct MrgMaps {
    std::uint64_t modulus;
    std::vector<MrgMap> powers;

    MrgMaps(std::uint64_t modulus, MrgState recurrence) : modulus(modulus), powers(127 + 64) {
        powers[0] = {MrgState{0, 1, 0}, MrgState{0, 0, 1}, recurrence};
        for (std::size_t k = 1; k < powers.size(); ++k) {
            const MrgMap& half = powers[k - 1];
            for (int column = 0; column < 3; ++column) {
                const MrgState image = applied(half, {half[0][column], half[1][column], half[2][column]}, modulus);
                for (int row = 0; row < 3; ++row) powers[k][row][column] = image[row];
            }
        }
    }

    void jump(std::uint32_t* words, std::uint64_t n, std::uint32_t log2_unit) const {
        MrgState state = {words[0], words[1], words[2]};
        for (; n; n &= n - 1) state = applied(powers[log2_unit + std::countr_zero(n)], state, modulus);
        for (int i = 0; i < 3; ++i) words[i] = static_cast<std::uint32_t>(state[i]);
    }
};

}  // namespace

void xorwow_jump(std::uint32_t* state, std::uint64_t n, std::uint32_t log2_unit) {
    static const std::vector<XorwowMap> maps = xorwow_maps();
    XorwowState moved = {state[0], state[1], state[2], state[3], state[4]};
    for (; n; n &= n - 1) moved = applied(maps[log2_unit + std::countr_zero(n)], moved);
    for (int word = 0; word < words; ++word) state[word] = moved[word];
}

void mrg32k3a_jump(std::uint32_t* first, std::uint32_t* second, std::uint64_t n, std::uint32_t log2_unit) {
    constexpr std::uint64_t modulus1 = 4294967087, modulus2 = 4294944443;
    static const MrgMaps maps1(modulus1, {modulus1 - 810728, 1403580, 0});
    static const MrgMaps maps2(modulus2, {modulus2 - 1370589, 0, 527612});
    maps1.jump(first, n, log2_unit);
    maps2.jump(second, n, log2_unit);
}

}  // namespace cuprum::backend::cpu
