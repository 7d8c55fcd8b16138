#include "scipy/signal/shift_register.h"

#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::signal {
namespace {

/// So many bits come from the host; kernels of the device make the rest from them.
constexpr std::int64_t host_bits = std::int64_t(1) << 20;

ndarray part(const ndarray& bits, std::int64_t begin, std::int64_t end) { return bits.at({Slice{begin, end}}); }

}  // namespace

ShiftRegister::ShiftRegister(std::int64_t n, const std::vector<std::int64_t>& taps) : n_(n), places_{0} {
    for (const std::int64_t tap : taps) {
        const std::int64_t place = tap % n;
        const auto found = std::find(places_.begin(), places_.end(), place);
        if (found == places_.end()) places_.push_back(place);
        else places_.erase(found);
    }
    std::sort(places_.begin(), places_.end());
}

ShiftRegister::Block ShiftRegister::next(std::int64_t known, std::int64_t count) const {
    if (places_.empty()) return {count, {}};
    std::int64_t q = 1;
    while (2 * q * n_ <= known) q *= 2;
    Block block{std::min(count, known + (n_ - places_.back()) * q), {}};
    for (const std::int64_t place : places_) block.distances.push_back((n_ - place) * q);
    return block;
}

void ShiftRegister::extend(std::vector<std::int8_t>& bits, std::int64_t count) const {
    auto known = static_cast<std::int64_t>(bits.size());
    bits.resize(static_cast<std::size_t>(std::max(known, count)));
    while (known < count) {
        const Block block = next(known, count);
        for (const std::int64_t distance : block.distances)
            for (std::int64_t i = known; i < block.end; ++i)
                bits[static_cast<std::size_t>(i)] ^= bits[static_cast<std::size_t>(i - distance)];
        known = block.end;
    }
}

LongestSequence ShiftRegister::run(std::vector<std::int8_t> state, std::int64_t count) const {
    std::vector<std::int8_t> bits = std::move(state);
    const std::int64_t from_host = std::min(count, std::max(host_bits, n_));
    extend(bits, from_host == count ? count + n_ : from_host);
    if (from_host == count)  // the state after the bits is what would be put out next
        return {array_from_host(bits.data(), DType::int8, {count}),
                array_from_host(bits.data() + count, DType::int8, {n_})};

    const ndarray sequence = empty({count}, DType::int8);
    sequence.assign({Slice{0, from_host}}, array_from_host(bits.data(), DType::int8, {from_host}));
    for (std::int64_t known = from_host; known < count;) {
        const Block block = next(known, count);
        ndarray added = part(sequence, known, block.end);
        if (block.distances.empty()) added.fill(Scalar(0));
        for (std::size_t i = 0; i < block.distances.size(); ++i) {
            const ndarray summand = part(sequence, known - block.distances[i], block.end - block.distances[i]);
            if (i == 0) sequence.assign({Slice{known, block.end}}, summand);
            else added ^= summand;
        }
        known = block.end;
    }
    bits.resize(static_cast<std::size_t>(n_));
    download(part(sequence, count - n_, count), bits.data(), 'C', true);
    extend(bits, 2 * n_);
    return {sequence, array_from_host(bits.data() + n_, DType::int8, {n_})};
}

}  // namespace cuprum::scipy::signal
