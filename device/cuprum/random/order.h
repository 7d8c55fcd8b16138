// A random order of whole numbers, of which each place is found alone.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// The place of number i in an order of [0, n) that the keys of 24 rounds choose: a Feistel cipher over `bits` bits,
/// which are enough for n - 1 and at least 4, that is repeated until its result is below n (R. Mitchell, D. Stokes, E.
/// Frank, G. Holmes, "Bandwidth-optimal random shuffling for GPUs", 2022).
template <class Keys>
CUPRUM_DEVICE_LARGE long long shuffled(uint64 i, uint64 n, int bits, const Keys& keys) {
    const int left_bits = bits / 2, right_bits = bits - left_bits;
    const uint32 left_mask = (1ull << left_bits) - 1, right_mask = (1ull << right_bits) - 1;
    do {
        uint32 left = static_cast<uint32>(i >> right_bits), right = static_cast<uint32>(i) & right_mask;
        for (int round = 0; round < 24; ++round) {
            const uint64 product = 0xd2b74407b1ce6e93ull * left;
            const uint32 low = static_cast<uint32>(product) << (right_bits - left_bits) | right >> left_bits;
            left = (static_cast<uint32>(product >> 32) ^ keys[round] ^ right) & left_mask;
            right = low & right_mask;
        }
        i = static_cast<uint64>(left) << right_bits | right;
    } while (i >= n);
    return static_cast<long long>(i);
}

}  // namespace cuprum
