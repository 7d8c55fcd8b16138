// Filters of taps between rates, for GPUs. A block computes a tile of results; the samples that it needs and the taps,
// ordered by phase, are in shared memory. A thread computes results of one phase, so that each tap is read once for
// several products.
//
//     CUPRUM_POLYPHASE(name, X, T)    samples of X; taps and results of T
#pragma once

#include <cuprum/cast.h>
#include <cuprum/complex.h>
#include <cuprum/signal/polyphase_args.h>

#if CUPRUM_GPU

namespace cuprum {

template <class X, class T>
CUPRUM_DEVICE void polyphase(const PolyphaseArgs& args) {
    extern __shared__ __align__(16) unsigned char polyphase_memory[];
    constexpr int outputs = polyphase_outputs;
    T *taps = (T*)polyphase_memory, *samples = taps + args.up * (args.rows | 1);
    const int thread = threadIdx.x, stride = args.rows | 1;
    const long long line = blockIdx.x / args.tiles, tile = blockIdx.x - line * args.tiles,
                    start = tile * args.active * outputs, place = start * args.down + args.offset,
                    last = place / args.up, first = last - (args.rows - 1);
    for (int i = thread; i < args.taps; i += polyphase_block)
        taps[i % args.up * stride + i / args.up] = ((const T*)args.h)[i];
    const X* x = (const X*)args.x + line * args.n;
    for (int i = thread; i < args.samples; i += polyphase_block)
        samples[i] = first + i >= 0 && first + i < args.n ? cast<T>(x[first + i]) : T(0);
    __syncthreads();
    if (thread >= args.active) return;
    const int own = (int)(place - last * args.up) + thread * args.down, behind = own / args.up,
              phase = own - behind * args.up, count = (args.taps - phase + args.up - 1) / args.up,
              step = args.active / args.up * args.down;
    const T *h = taps + phase * stride, *at = samples + (args.rows - 1) + behind;
    T sums[outputs];
#pragma unroll
    for (int r = 0; r < outputs; ++r) sums[r] = T(0);
#pragma unroll 2
    for (int k = 0; k < count; ++k, --at) {
        const T tap = h[k];
#pragma unroll
        for (int r = 0; r < outputs; ++r) sums[r] += tap * at[r * step];
    }
    T* out = (T*)args.out + line * args.count;
#pragma unroll
    for (int r = 0; r < outputs; ++r) {
        const long long m = start + r * args.active + thread;
        if (m < args.count) out[m] = sums[r];
    }
}

#define CUPRUM_POLYPHASE(name, X, T)                                      \
    extern "C" __global__ void __launch_bounds__(cuprum::polyphase_block) \
        name(const __grid_constant__ cuprum::PolyphaseArgs args) {        \
        cuprum::polyphase<X, T>(args);                                    \
    }

}  // namespace cuprum

#endif
