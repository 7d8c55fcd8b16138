// Joins arrays along an axis: what lies in one row of the result is copied piece by piece from the sources.
//     CUPRUM_CONCATENATE(name, bytes)   moves units of 1, 2, 4, 8 or 16 bytes
#pragma once

#include <cuprum/base.h>
#include <cuprum/concatenate_args.h>
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
using unit_of_size = conditional_t<bytes == 16, vec<uint64, 2>, unsigned_of_size<bytes == 16 ? 8 : bytes>>;

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

template <int bytes>
inline void concatenate(const ConcatenateArgs& args, long long begin, long long end) {
    const long long length = args.start[args.count];
    for (long long unit = begin; unit < end;) {
        const long long row = unit / length, column = unit - row * length;
        const int k = source_of(args, column);
        const long long piece = args.start[k + 1] - args.start[k], inside = column - args.start[k];
        const long long n = end - unit < piece - inside ? end - unit : piece - inside;
        CUPRUM_BUILTIN(memcpy)((char*)args.target + (row * args.target_row + column) * bytes,
                               (const char*)args.source[k] + (row * piece + inside) * bytes, n * bytes);
        unit += n;
    }
}

#define CUPRUM_CONCATENATE(name, bytes)                                                         \
    extern "C" void name(const cuprum::ConcatenateArgs* args, long long begin, long long end) { \
        cuprum::concatenate<bytes>(*args, begin, end);                                          \
    }

#endif

}  // namespace cuprum
