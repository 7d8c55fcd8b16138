// Joins arrays along an axis: what lies in one row of the result is copied piece by piece from the sources.
//     CUPRUM_CONCATENATE(name, bytes)   moves units of 1, 2, 4, 8 or 16 bytes
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/concatenate_args.h>
#include <cuprum/type_list.h>

namespace cuprum {

/// The source whose piece holds this place of a row.
CUPRUM_DEVICE int source_of(const ConcatenateArgs& args, long long column) {
    int k = 0;
    while (k + 1 < args.count && column >= args.start[k + 1]) ++k;
    return k;
}

#if CUPRUM_GPU

template <int bytes>
CUPRUM_DEVICE void concatenate(const ConcatenateArgs& args) {
    using Unit = unit_of_size<bytes>;
    const long long length = args.start[args.count], total = args.rows * length;
    const long long unit = (long long)blockIdx.x * concatenate_block + threadIdx.x;
    if (unit >= total) return;
    long long row = 0;
    if (total >> 32) row = unit / length;
    else if (args.rows > 1) row = (unsigned)unit / (unsigned)length;
    const long long column = unit - row * length;
    const int k = source_of(args, column);
    const long long piece = args.start[k + 1] - args.start[k];
    ((Unit*)args.target)[row * args.target_row + column] =
        ((const Unit*)args.source[k])[row * piece + column - args.start[k]];
}

#define CUPRUM_CONCATENATE(name, bytes)                                     \
    extern "C" __global__ void __launch_bounds__(cuprum::concatenate_block) \
        name(const __grid_constant__ cuprum::ConcatenateArgs args) {        \
        cuprum::concatenate<bytes>(args);                                   \
    }

#else

// Units [begin, end) of one row.
template <int bytes>
inline void copy_row(const ConcatenateArgs& args, long long row, long long begin, long long end) {
    while (begin < end) {
        const int k = source_of(args, begin);
        const long long piece = args.start[k + 1] - args.start[k], inside = begin - args.start[k];
        const long long n = end - begin < piece - inside ? end - begin : piece - inside;
        CUPRUM_BUILTIN(memcpy)((char*)args.target + (row * args.target_row + begin) * bytes,
                               (const char*)args.source[k] + (row * piece + inside) * bytes, n * bytes);
        begin += n;
    }
}

// Whole rows of two sources with one unit each, which the compiler interleaves in registers.
template <class Unit>
inline void interleave(Unit* target, const Unit* first, const Unit* second, long long rows) {
#pragma clang loop vectorize(assume_safety)
    for (long long row = 0; row < rows; ++row) {
        target[2 * row] = first[row];
        target[2 * row + 1] = second[row];
    }
}

// The piece of one source in each of the rows: `piece` units, which are few.
template <class Unit>
inline void copy_pieces(Unit* target, long long target_row, const Unit* source, long long piece, long long rows) {
    if (piece == 1) {
        for (long long row = 0; row < rows; ++row) target[row * target_row] = source[row];
        return;
    }
    for (long long row = 0; row < rows; ++row, target += target_row, source += piece)
#pragma clang loop vectorize(disable) unroll(disable)
        for (long long i = 0; i < piece; ++i) target[i] = source[i];
}

template <int bytes>
inline void concatenate(const ConcatenateArgs& args, long long begin, long long end) {
    using Unit = unit_of_size<bytes>;
    constexpr long long few = 8,
                        together = 256;  // units that a call of memcpy is too much for; rows that stay in cache
    const long long length = args.start[args.count];
    long long row = begin / length;
    if (const long long inside = begin - row * length; inside) {
        const long long last = end - row * length < length ? end - row * length : length;
        copy_row<bytes>(args, row++, inside, last);
        if (row * length >= end) return;
    }
    const long long whole = end / length;
    Unit* const target = (Unit*)args.target;
    if (args.count == 2 && length == 2 && args.target_row == 2 && row < whole) {
        interleave(target + 2 * row, (const Unit*)args.source[0] + row, (const Unit*)args.source[1] + row, whole - row);
        row = whole;
    }
    while (row < whole) {
        const long long rows = whole - row < together ? whole - row : together;
        for (int k = 0; k < args.count; ++k) {
            const long long piece = args.start[k + 1] - args.start[k];
            Unit* const to = target + row * args.target_row + args.start[k];
            const Unit* const from = (const Unit*)args.source[k] + row * piece;
            if (piece <= few) {
                copy_pieces(to, args.target_row, from, piece, rows);
            } else {
                for (long long r = 0; r < rows; ++r)
                    CUPRUM_BUILTIN(memcpy)(to + r * args.target_row, from + r * piece, piece * bytes);
            }
        }
        row += rows;
    }
    if (row * length < end) copy_row<bytes>(args, row, 0, end - row * length);
}

#define CUPRUM_CONCATENATE(name, bytes)                                                         \
    extern "C" void name(const cuprum::ConcatenateArgs* args, long long begin, long long end) { \
        cuprum::concatenate<bytes>(*args, begin, end);                                          \
    }

#endif

}  // namespace cuprum
