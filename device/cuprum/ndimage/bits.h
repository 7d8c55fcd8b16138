// Binary erosion that is done many times: an element is a bit, so that one operation takes 64 neighbours on the last
// axis. Lines have a word before and one behind them, and one line follows the last, all of what lies outside of the
// array; so no step leads out of memory.
//
//     CUPRUM_ND_BITS_PACK(name)      bytes of 0 and 1 to bits; what lies outside stays
//     CUPRUM_ND_BITS_STEP(name)      one erosion, or the erosion of what is not there
//     CUPRUM_ND_BITS_UNPACK(name)    and bytes again
//
// An item is a word on a GPU and a line on a CPU.
#pragma once

#include <cuprum/ndimage/base.h>

namespace cuprum {

using nd_word = unsigned long long;

CUPRUM_DEVICE long long nd_bits_pitch(const BitsArgs& args) { return args.words + 2; }

/// Which bits of a line's last word belong to it.
CUPRUM_DEVICE nd_word nd_bits_used(const BitsArgs& args, long long word) {
    const int rest = (int)(args.n % 64);
    return word + 1 < args.words || rest == 0 ? ~nd_word(0) : (nd_word(1) << rest) - 1;
}

CUPRUM_DEVICE nd_word nd_bits_outside(const BitsArgs& args) { return args.border ? ~nd_word(0) : 0; }

/// The first word of the line that a cell's step leads to.
CUPRUM_DEVICE const nd_word* nd_bits_line(const BitsArgs& args, long long line, const int* step) {
    long long place = 0, stride = 1;
    for (int d = args.ndim - 2; d >= 0; --d) {
        const long long n = args.shape[d], at = nd_split(line, n) + step[d];
        if (at < 0 || at >= n) {
            place = args.lines;
            break;
        }
        place += at * stride;
        stride *= n;
    }
    return (const nd_word*)args.in + place * nd_bits_pitch(args) + 1;
}

/// The bits that stand `step` places, at most 63, behind those of a word.
CUPRUM_DEVICE nd_word nd_bits_from(const nd_word* word, int step) {
    if (step == 0) return word[0];
    return step > 0 ? word[0] >> step | word[1] << (64 - step) : word[0] << -step | word[-1] >> (64 + step);
}

/// Keeps a word's bits where the mask tells, and what lies outside; whether any bit differs from before.
CUPRUM_DEVICE bool nd_bits_keep(const BitsArgs& args, long long place, long long word) {
    nd_word* out = (nd_word*)args.out + place;
    const nd_word before = ((const nd_word*)args.in)[place];
    nd_word open = nd_bits_used(args, word);
    if (args.mask) open &= ((const nd_word*)args.mask)[place];
    const nd_word now = (*out & open) | (before & ~open);
    *out = now;
    return now != before;
}

/// 64 elements as bits, or as many as the line has left.
CUPRUM_DEVICE nd_word nd_bits_of(const unsigned char* in, long long count) {
    nd_word bits = 0;
    if (count >= 64 && ((nd_word)in & 7) == 0) {
        for (int k = 0; k < 8; ++k) bits |= (((const nd_word*)in)[k] * 0x0102040810204080ull >> 56) << (8 * k);
    } else {
        for (int k = 0; k < 64 && k < count; ++k) bits |= (nd_word)(in[k] != 0) << k;
    }
    return bits;
}

CUPRUM_DEVICE void nd_bits_pack(const BitsArgs& args, long long line, long long word) {
    const unsigned char* in = (const unsigned char*)args.in + line * args.n + word * 64;
    const nd_word used = nd_bits_used(args, word);
    ((nd_word*)args.out)[line * nd_bits_pitch(args) + 1 + word] =
        nd_bits_of(in, args.n - word * 64) | (nd_bits_outside(args) & ~used);
}

CUPRUM_DEVICE void nd_bits_unpack(const BitsArgs& args, long long line, long long word) {
    constexpr nd_word ones = 0x0101010101010101ull;
    unsigned char* out = (unsigned char*)args.out + line * args.n + word * 64;
    const nd_word bits = ((const nd_word*)args.in)[line * nd_bits_pitch(args) + 1 + word];
    const long long count = args.n - word * 64;
    if (count >= 64 && ((nd_word)out & 7) == 0) {
        for (int k = 0; k < 8; ++k) {
            // Each byte keeps one bit, its own; what is above 0 then carries into the byte's highest.
            const nd_word each = (bits >> (8 * k) & 255) * ones & 0x8040201008040201ull;
            ((nd_word*)out)[k] = (each + 0x7f7f7f7f7f7f7f7full) >> 7 & ones;
        }
    } else {
        for (int k = 0; k < 64 && k < count; ++k) out[k] = (unsigned char)(bits >> k & 1);
    }
}

#if CUPRUM_GPU

CUPRUM_DEVICE void nd_bits_step(const BitsArgs& args, long long line, long long word) {
    nd_word result = args.invert ? 0 : ~nd_word(0);
    for (int k = 0; k < args.count; ++k) {
        const int* step = args.steps + k * args.ndim;
        const nd_word found = nd_bits_from(nd_bits_line(args, line, step) + word, step[args.ndim - 1]);
        result = args.invert ? result | found : result & found;
    }
    const long long place = line * nd_bits_pitch(args) + 1 + word;
    ((nd_word*)args.out)[place] = result;
    if (nd_bits_keep(args, place, word) && args.changed) *args.changed = 1;
}

#define CUPRUM_ND_BITS(name, function)                                                 \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_block)                     \
        name(const __grid_constant__ cuprum::BitsArgs args) {                          \
        const long long item = (long long)blockIdx.x * cuprum::nd_block + threadIdx.x; \
        if (item < args.items) function(args, item / args.words, item % args.words);   \
    }
#define CUPRUM_ND_BITS_STEP(name) CUPRUM_ND_BITS(name, cuprum::nd_bits_step)

#else

/// A cell's share of a line's results.
template <class Combine>
static void nd_bits_cell(nd_word* out, const nd_word* in, long long words, int step, const Combine& combine) {
    if (step == 0)
        for (long long w = 0; w < words; ++w) out[w] = combine(out[w], in[w]);
    else if (step > 0)
        for (long long w = 0; w < words; ++w) out[w] = combine(out[w], in[w] >> step | in[w + 1] << (64 - step));
    else
        for (long long w = 0; w < words; ++w) out[w] = combine(out[w], in[w] << -step | in[w - 1] >> (64 + step));
}

static void nd_bits_step(const BitsArgs& args, long long line) {
    const long long first = line * nd_bits_pitch(args) + 1;
    nd_word* out = (nd_word*)args.out + first;
    for (long long w = 0; w < args.words; ++w) out[w] = args.invert ? 0 : ~nd_word(0);
    for (int k = 0; k < args.count; ++k) {
        const int* steps = args.steps + k * args.ndim;
        const nd_word* in = nd_bits_line(args, line, steps);
        const int step = steps[args.ndim - 1];
        if (args.invert) nd_bits_cell(out, in, args.words, step, [](nd_word a, nd_word b) { return a | b; });
        else nd_bits_cell(out, in, args.words, step, [](nd_word a, nd_word b) { return a & b; });
    }
    bool changed = false;
    for (long long w = 0; w < args.words; ++w) changed |= nd_bits_keep(args, first + w, w);
    if (changed && args.changed) __atomic_store_n(args.changed, 1, __ATOMIC_RELAXED);
}

#define CUPRUM_ND_BITS(name, function)                                                        \
    extern "C" void name(const cuprum::BitsArgs* args, long long begin, long long end) {      \
        for (long long line = begin; line < end; ++line)                                      \
            for (long long word = 0; word < args->words; ++word) function(*args, line, word); \
    }
#define CUPRUM_ND_BITS_STEP(name) CUPRUM_ND_ITEMS(name, BitsArgs, cuprum::nd_bits_step)

#endif

#define CUPRUM_ND_BITS_PACK(name) CUPRUM_ND_BITS(name, cuprum::nd_bits_pack)
#define CUPRUM_ND_BITS_UNPACK(name) CUPRUM_ND_BITS(name, cuprum::nd_bits_unpack)

}  // namespace cuprum
