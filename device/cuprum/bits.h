// Truth values as bits, and bits as truth values, eight at a time in an integer of 64 bits.
//
//     CUPRUM_VALUES_TO_BITS(name)     bytes that are zero or not become bits
//     CUPRUM_BITS_TO_VALUES(name)   bits become bytes that are 0 or 1
#pragma once

#include <cuprum/base.h>
#include <cuprum/bits_args.h>

namespace cuprum {

constexpr uint64 every_byte = 0x0101010101010101ull;

/// The bits of eight bytes that are zero or not.
template <bool little>
CUPRUM_DEVICE uint8 eight_bits(uint64 x) {
    // A byte that is not zero carries into its highest bit.
    x = ((((x & 0x7f * every_byte) + 0x7f * every_byte) | x) >> 7) & every_byte;
    // Neighbours come together in pairs, in fours, and all.
    if constexpr (little) {
        x |= x >> 7;
        x |= x >> 14;
        x |= x >> 28;
        return static_cast<uint8>(x);
    } else {
        x |= x << 9;
        x |= x << 18;
        x |= x << 36;
        return static_cast<uint8>(x >> 56);
    }
}

/// Eight bytes of 0 or 1, of the bits of one.
CUPRUM_DEVICE uint64 eight_values(uint8 bits, bool little) {
    uint64 x = bits;
    x |= x << 8;
    x |= x << 16;
    x |= x << 32;
    x &= little ? 0x8040201008040201ull : 0x0102040810204080ull;
    return ((x + 0x7f * every_byte) >> 7) & every_byte;
}

/// `count` bytes as an integer, those that are missing as zeros.
CUPRUM_DEVICE uint64 load_bytes(const uint8* from, long long count) {
    uint64 x = 0;
    for (int k = 0; k < 8; ++k)
        if (k < count) x |= static_cast<uint64>(from[k]) << 8 * k;
    return x;
}

CUPRUM_DEVICE void bits_of_item(const BitsArgs& args, long long row, long long item) {
    const long long left = args.values - 8 * item;
    const uint8* const from = (const uint8*)args.source + row * args.values + 8 * item;
    const uint64 x = left >= 8 && ((unsigned long long)from & 7) == 0 ? *(const uint64*)from : load_bytes(from, left);
    ((uint8*)args.target)[row * args.bytes + item] = args.little ? eight_bits<true>(x) : eight_bits<false>(x);
}

CUPRUM_DEVICE void values_of_item(const BitsArgs& args, long long row, long long item) {
    const long long left = args.values - 8 * item;
    uint8* const to = (uint8*)args.target + row * args.values + 8 * item;
    const uint8 bits = item < args.bytes ? ((const uint8*)args.source)[row * args.bytes + item] : uint8(0);
    const uint64 x = eight_values(bits, args.little);
    if (left >= 8 && ((unsigned long long)to & 7) == 0) {
        *(uint64*)to = x;
        return;
    }
    for (int k = 0; k < 8; ++k)
        if (k < left) to[k] = static_cast<uint8>(x >> 8 * k);
}

#if CUPRUM_GPU

CUPRUM_DEVICE void values_to_bits(const BitsArgs& args) {
    const long long i = (long long)blockIdx.x * bits_block + threadIdx.x;
    if (i < args.rows * args.bytes) bits_of_item(args, i / args.bytes, i % args.bytes);
}

CUPRUM_DEVICE void bits_to_values(const BitsArgs& args) {
    const long long items = (args.values + 7) / 8, i = (long long)blockIdx.x * bits_block + threadIdx.x;
    if (i < args.rows * items) values_of_item(args, i / items, i % items);
}

#define CUPRUM_BITS_ENTRY(name, call)                                \
    extern "C" __global__ void __launch_bounds__(cuprum::bits_block) \
        name(const __grid_constant__ cuprum::BitsArgs a) {           \
        call(a);                                                     \
    }

#else  // CPU

// Items [begin, end) of rows of `items`: row(number, first, last) for each that has some.
template <class Row>
inline void each_row(long long items, long long begin, long long end, Row row) {
    while (begin < end) {
        const long long number = begin / items, first = begin - number * items;
        const long long last = end - number * items < items ? end - number * items : items;
        row(number, first, last);
        begin = number * items + last;
    }
}

template <bool little>
inline void bits_of_whole(uint8* to, const uint8* from, long long count) {
    for (long long i = 0; i < count; ++i) {
        uint64 x;
        CUPRUM_BUILTIN(memcpy)(&x, from + 8 * i, 8);
        to[i] = eight_bits<little>(x);
    }
}

inline void values_to_bits(const BitsArgs& args, long long begin, long long end) {
    each_row(args.bytes, begin, end, [&](long long row, long long first, long long last) {
        const long long whole = args.values / 8 < last ? args.values / 8 : last;
        const uint8* const from = (const uint8*)args.source + row * args.values + 8 * first;
        uint8* const to = (uint8*)args.target + row * args.bytes + first;
        if (args.little) bits_of_whole<true>(to, from, whole - first);
        else bits_of_whole<false>(to, from, whole - first);
        for (long long i = whole < first ? first : whole; i < last; ++i) bits_of_item(args, row, i);
    });
}

inline void bits_to_values(const BitsArgs& args, long long begin, long long end) {
    each_row((args.values + 7) / 8, begin, end, [&](long long row, long long first, long long last) {
        long long whole = args.values / 8 < args.bytes ? args.values / 8 : args.bytes;
        if (last < whole) whole = last;
        const uint8* const from = (const uint8*)args.source + row * args.bytes;
        uint8* const to = (uint8*)args.target + row * args.values;
        const bool little = args.little;
#pragma clang loop vectorize(assume_safety)
        for (long long i = first; i < whole; ++i) {
            const uint64 x = eight_values(from[i], little);
            CUPRUM_BUILTIN(memcpy)(to + 8 * i, &x, 8);
        }
        for (long long i = whole < first ? first : whole; i < last; ++i) values_of_item(args, row, i);
    });
}

#define CUPRUM_BITS_ENTRY(name, call) \
    extern "C" void name(const cuprum::BitsArgs* a, long long begin, long long end) { call(*a, begin, end); }

#endif

#define CUPRUM_VALUES_TO_BITS(name) CUPRUM_BITS_ENTRY(name, cuprum::values_to_bits)
#define CUPRUM_BITS_TO_VALUES(name) CUPRUM_BITS_ENTRY(name, cuprum::bits_to_values)

}  // namespace cuprum
