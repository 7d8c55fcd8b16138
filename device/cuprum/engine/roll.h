// Rolls an array: elements move along axes, and those that leave an axis at its end come in at its start.
//     CUPRUM_ROLL(name, bytes)   moves units of 1, 2, 4, 8 or 16 bytes
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/roll_args.h>
#include <cuprum/type_list.h>

namespace cuprum {

#if CUPRUM_GPU

// Where a unit comes from. Index is wide enough for the number of units.
template <class Index>
CUPRUM_DEVICE Index rolled_from(const RollArgs& args, Index unit) {
    Index rest = unit, from = 0, step = 1;
    for (int d = args.ndim - 1; d >= 0; --d) {
        const Index length = (Index)args.length[d], shift = (Index)args.shift[d];
        const Index before = d ? rest / length : 0, place = rest - before * length;
        from += (place < shift ? place + length - shift : place - shift) * step;
        step *= length;
        rest = before;
    }
    return from;
}

// A thread moves several units, so that it waits for their loads together.
template <int bytes, class Index>
CUPRUM_DEVICE void roll_units(const RollArgs& args, long long total) {
    const Index first = (Index)blockIdx.x * roll_block_units + threadIdx.x;
    Index from[roll_units_a_thread];
    unit_of_size<bytes> moved[roll_units_a_thread];
#pragma unroll
    for (int k = 0; k < roll_units_a_thread; ++k) from[k] = rolled_from<Index>(args, first + k * roll_block);
#pragma unroll
    for (int k = 0; k < roll_units_a_thread; ++k)
        if (first + k * roll_block < total) moved[k] = ((const unit_of_size<bytes>*)args.source)[from[k]];
#pragma unroll
    for (int k = 0; k < roll_units_a_thread; ++k)
        if (first + k * roll_block < total) ((unit_of_size<bytes>*)args.target)[first + k * roll_block] = moved[k];
}

template <int bytes>
CUPRUM_DEVICE void roll(const RollArgs& args) {
    long long total = 1;
    for (int d = 0; d < args.ndim; ++d) total *= args.length[d];
    if (total >> 31) roll_units<bytes, unsigned long long>(args, total);
    else roll_units<bytes, unsigned>(args, total);
}

#define CUPRUM_ROLL(name, bytes)                                     \
    extern "C" __global__ void __launch_bounds__(cuprum::roll_block) \
        name(const __grid_constant__ cuprum::RollArgs args) {        \
        cuprum::roll<bytes>(args);                                   \
    }

#else

// In vectors: memcpy is slow where source and target lie alike but for a few bytes, as pieces of rows do.
template <class Unit>
__attribute__((noinline, no_builtin("memcpy", "memmove"))) void copy_units(Unit* target, const Unit* source,
                                                                           long long count) {
#pragma clang loop vectorize(assume_safety)
    for (long long i = 0; i < count; ++i) target[i] = source[i];
}

// Rows [begin, end) along the last axis: each is two pieces that change places.
template <int bytes>
inline void roll(const RollArgs& args, long long begin, long long end) {
    const int last = args.ndim - 1;
    const long long length = args.length[last], shift = args.shift[last];
    for (long long row = begin; row < end; ++row) {
        long long rest = row, from = 0, step = 1;
        for (int d = last - 1; d >= 0; --d) {
            const long long before = rest / args.length[d], place = rest - before * args.length[d];
            from += (place < args.shift[d] ? place + args.length[d] - args.shift[d] : place - args.shift[d]) * step;
            step *= args.length[d];
            rest = before;
        }
        using Unit = unit_of_size<bytes>;
        Unit* const target = (Unit*)args.target + row * length;
        const Unit* const source = (const Unit*)args.source + from * length;
        copy_units(target + shift, source, length - shift);
        copy_units(target, source + (length - shift), shift);
    }
}

#define CUPRUM_ROLL(name, bytes)                                                         \
    extern "C" void name(const cuprum::RollArgs* args, long long begin, long long end) { \
        cuprum::roll<bytes>(*args, begin, end);                                          \
    }

#endif

}  // namespace cuprum
