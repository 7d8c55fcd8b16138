// One pass of a separable filter on a GPU, along lines of contiguous (outer, n, inner).
//
//     CUPRUM_ND_PASS(name, T, U, S, op)    op: nd_fir or nd_spline; T in, U out, S in which is summed up
//
// A thread computes neighbours on its line. Where lines lie side by side, threads that do so read them coalesced, and a
// block takes neighbouring parts of lines, so that what two parts need comes out of the cache; lines of neighbouring
// elements are staged in shared memory.
#pragma once

#include <cuprum/ndimage/base.h>

#if CUPRUM_GPU
namespace cuprum {

/// Sums of neighbours by weights. A neighbour is read once for all the sums of a thread.
struct nd_fir {
    static constexpr int each = nd_fir_each;
    template <class S, class Get>
    static CUPRUM_DEVICE void results(const PassArgs& args, const S* weights, const Get& get, S* sums) {
        S seen[each];  // x[k] stands in k % each
#pragma unroll
        for (int r = 0; r < each; ++r) {
            seen[r] = get(r);
            sums[r] = 0;
        }
#pragma unroll 1
        for (int k = 0; k < args.taps; k += each) {
#pragma unroll
            for (int j = 0; j < each; ++j) {
                if (k + j >= args.taps) break;
                const S weight = weights[k + j];
#pragma unroll
                for (int r = 0; r < each; ++r) sums[r] += weight * seen[(r + j) % each];
                if (k + j + 1 < args.taps) seen[j] = get(k + j + each);
            }
        }
    }
};

/// A spline's coefficients for one pole: sums of what lies before and behind, by powers of the pole. They begin so far
/// away that nothing is left of what lies beyond.
struct nd_spline {
    static constexpr int each = nd_spline_each;
    template <class S, class Get>
    static CUPRUM_DEVICE void results(const PassArgs& args, const S*, const Get& get, S* sums) {
        const S pole = (S)args.pole, gain = (S)args.gain;
        const int reach = args.before;
        S sum = 0;
#pragma unroll 4
        for (int k = 0; k < reach; ++k) sum = get(k) + pole * sum;
#pragma unroll
        for (int r = 0; r < each; ++r) sums[r] = sum = get(reach + r) + pole * sum;
        sum = 0;
#pragma unroll 4
        for (int k = reach - 1; k >= 0; --k) sum = get(reach + each + k) + pole * sum;
#pragma unroll
        for (int r = each - 1; r >= 0; --r) {
            const S behind = pole * sum;
            sum = get(reach + r) + behind;
            sums[r] = gain * (sums[r] + behind);
        }
    }
};

template <class T, class S>
CUPRUM_ND_APART S nd_pass_element(const PassArgs& args, const T* line, long long i) {
    i = nd_place(i, args.n, args.mode);
    return i < 0 ? (S)args.fill : static_cast<S>(nd_load(line + i * args.inner));
}

template <class U, class S>
CUPRUM_DEVICE U nd_pass_result(S sum) {
    if constexpr (is_same<U, S>) return sum;
    else return nd_result<U>((double)sum);
}

extern __shared__ unsigned long long nd_pass_memory[];

/// Lines that lie side by side: a warp takes as many columns as it has lanes.
template <class T, class U, class S, class Op>
CUPRUM_DEVICE void nd_pass_columns(const PassArgs& args, const S* weights) {
    constexpr int each = Op::each, warps = nd_pass_threads / 32;
    long long rest = blockIdx.x;
    const long long column = nd_split(rest, args.strips) * 32 + threadIdx.x % 32,
                    start = (nd_split(rest, args.tiles) * warps + threadIdx.x / 32) * each;
    if (column >= args.inner || start >= args.n) return;
    const T* line = (const T*)args.in + rest * args.n * args.inner + column;
    U* out = (U*)args.out + rest * args.n * args.inner + column;
    const long long first = start - args.before;
    const bool inside = first >= 0 && first + args.taps + each - 1 <= args.n;
    const T* from = line + first * args.inner;
    S sums[each];
    Op::results(
        args, weights,
        [&](int k) {
            return inside ? static_cast<S>(nd_load(from + k * args.inner))
                          : nd_pass_element<T, S>(args, line, first + k);
        },
        sums);
#pragma unroll
    for (int r = 0; r < each; ++r)
        if (start + r < args.n) out[(start + r) * args.inner] = nd_pass_result<U>(sums[r]);
}

/// Lines of neighbouring elements, `lines` of them at once.
template <class T, class U, class S, class Op>
CUPRUM_DEVICE void nd_pass_lines(const PassArgs& args, const S* weights, S* staged) {
    constexpr int each = Op::each;
    // An element more after every `each` spreads reads over the banks.
    const auto spread = [](int i) { return i + i / each; };
    const int thread = threadIdx.x, threads_a_line = nd_pass_threads / args.lines, span = threads_a_line * each,
              used = span + args.taps - 1, pitch = spread(used) + 1;
    long long group = blockIdx.x;
    const long long start = nd_split(group, args.tiles) * span, first_line = group * args.lines;
    for (int l = 0; l < args.lines && first_line + l < args.outer; ++l) {
        const T* line = (const T*)args.in + (first_line + l) * args.n;
        const long long first = start - args.before;
        for (int i = thread; i < used; i += nd_pass_threads) {
            const long long place = nd_place(first + i, args.n, args.mode);
            staged[l * pitch + spread(i)] = place < 0 ? (S)args.fill : static_cast<S>(nd_load(line + place));
        }
    }
    __syncthreads();
    const int l = thread / threads_a_line, mine = thread % threads_a_line * each;
    const S* from = staged + l * pitch;
    S sums[each];
    Op::results(args, weights, [&](int k) { return from[spread(mine + k)]; }, sums);
    // Back through shared memory, so that neighbouring threads write neighbours.
    __syncthreads();
#pragma unroll
    for (int r = 0; r < each; ++r) staged[l * pitch + spread(mine + r)] = sums[r];
    __syncthreads();
    for (int k = 0; k < args.lines && first_line + k < args.outer; ++k) {
        U* out = (U*)args.out + (first_line + k) * args.n + start;
        for (int i = thread; i < span && start + i < args.n; i += nd_pass_threads)
            out[i] = nd_pass_result<U>(staged[k * pitch + spread(i)]);
    }
}

template <class T, class U, class S, class Op>
CUPRUM_DEVICE void nd_pass(const PassArgs& args) {
    S* weights = (S*)nd_pass_memory;
    int count = 0;
    if constexpr (is_same<Op, nd_fir>) {
        count = args.taps;
        for (int k = threadIdx.x; k < count; k += nd_pass_threads) weights[k] = (S)args.weights[k];
        if (args.inner > 1) __syncthreads();
    }
    if (args.inner > 1) nd_pass_columns<T, U, S, Op>(args, weights);
    else nd_pass_lines<T, U, S, Op>(args, weights, weights + count);
}

#define CUPRUM_ND_PASS(name, T, U, S, op)                                 \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_pass_threads) \
        name(const __grid_constant__ cuprum::PassArgs args) {             \
        cuprum::nd_pass<T, U, S, cuprum::op>(args);                       \
    }

}  // namespace cuprum
#endif
