// Binary erosion of images whose elements are bits.
#pragma once

#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {

/// Runs passes from one array to another and back, as often as told, or below 1 until a pass changes nothing. `pass`
/// takes two arrays and where to tell of a change, or null. Gives the last result; `from` is not written to.
template <class Pass>
ndarray repeated(std::int64_t iterations, ndarray from, const ndarray& first, const ndarray& second, const Pass& pass) {
    constexpr int together = 16;  // passes after which the host looks whether anything changed
    ndarray to = first;
    for (std::int64_t done = 0; iterations < 1 || done < iterations;) {
        const bool looks = iterations < 1;
        ndarray changed;
        const std::int64_t rounds = looks ? together : iterations;
        for (std::int64_t k = 0; k < rounds; ++k, ++done) {
            const bool last = looks && k + 1 == rounds;
            if (last) changed = zeros({1}, DType::int32);
            pass(from, to, last ? &changed : nullptr);
            from = to;
            to = from.buffer().get() == first.buffer().get() ? second : first;
        }
        if (looks && !changed.item().to_bool()) break;
    }
    return from;
}

struct BitErosion {
    const Footprint& footprint;
    const ndarray* mask;  // bytes of 0 and 1, or null
    bool border, invert;
    std::int64_t iterations;  // below 1: until nothing changes
};

/// Whether windows are such that `erode_bits` takes them: no farther along the last axis than a word.
bool can_pack(const ndarray& in, const Footprint& footprint);

/// The erosion of bytes of 0 and 1, done as often as told, into `out`, which is contiguous.
void erode_bits(const ndarray& in, const BitErosion& how, const ndarray& out);

}  // namespace cuprum::scipy::ndimage
