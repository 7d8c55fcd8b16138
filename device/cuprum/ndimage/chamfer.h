// Distances in steps of a structure, in two passes over the array in C order, forwards and backwards, each of which
// looks at the neighbours that it has been at. What an element gets from its own line is a scan along the line; what it
// gets from others needs those lines alone, so that lines work together whose places add up to the same number, where a
// place on an axis counts twice as much as one on the axis behind it.
//
//     CUPRUM_ND_CHAMFER(name)    one pass, or a part of it; on a CPU all of it by one thread
#pragma once

#include <cuprum/ndimage/base.h>

namespace cuprum {

struct nd_chamfer_line {
    int *distances, *features;  // of the array's first element, in the order of the pass
    long long step;             // 1, or -1 backwards
    long long start;
    CUPRUM_DEVICE int& distance(long long i) const { return distances[step * i]; }
    CUPRUM_DEVICE int& feature(long long i) const { return features[step * i]; }
};

CUPRUM_DEVICE nd_chamfer_line nd_chamfer_at(const ChamferArgs& args, long long start) {
    const long long first = args.backwards ? args.size - 1 : 0;
    return {args.distances + first, args.features ? args.features + first : nullptr, args.backwards ? -1 : 1, start};
}

/// The start of the line that a cell's step leads to, -1 where it leads out of the array.
CUPRUM_DEVICE long long nd_chamfer_neighbour(const ChamferArgs& args, long long line, int k) {
    long long place = 0, stride = 1;
    for (int d = args.ndim - 2; d >= 0; --d) {
        const long long n = args.shape[d], at = nd_split(line, n) + args.steps[k * args.ndim + d];
        if (at < 0 || at >= n) return -1;
        place += at * stride;
        stride *= n;
    }
    return place * args.n;
}

/// What elements from `begin` to `end` of a line get from one cell of other lines.
CUPRUM_DEVICE void nd_chamfer_look(const ChamferArgs& args, const nd_chamfer_line& at, long long other, int step,
                                   long long begin, long long end) {
    for (long long x = begin; x < end; ++x) {
        if (x + step < 0 || x + step >= args.n) continue;
        const int found = at.distance(other + x + step), now = at.distance(at.start + x);
        if (found < 0 || (now >= 0 && found + 1 >= now)) continue;
        at.distance(at.start + x) = found + 1;
        if (at.features) at.feature(at.start + x) = at.feature(other + x + step);
    }
}

/// The elements' distances from the one before, which has `carry` (-1 for none) and came from `from`.
CUPRUM_DEVICE void nd_chamfer_run(const nd_chamfer_line& at, long long begin, long long end, int carry, int from) {
    for (long long x = begin; x < end; ++x) {
        int& now = at.distance(at.start + x);
        if (carry >= 0 && (now < 0 || carry + 1 < now)) {
            now = carry + 1;
            if (at.features) at.feature(at.start + x) = from;
        }
        carry = now;
        if (at.features) from = at.feature(at.start + x);
    }
}

#if CUPRUM_GPU

/// One line by one block, of which each thread has neighbours.
CUPRUM_DEVICE void nd_chamfer_block(const ChamferArgs& args, long long line) {
    __shared__ int ends[2][nd_chamfer_threads], sources[2][nd_chamfer_threads];
    const nd_chamfer_line at = nd_chamfer_at(args, line * args.n);
    const int thread = threadIdx.x;
    const int each = (int)((args.n + nd_chamfer_threads - 1) / nd_chamfer_threads);
    const long long begin = (long long)thread * each < args.n ? (long long)thread * each : args.n,
                    end = begin + each < args.n ? begin + each : args.n;
    for (int k = 0; k < args.count; ++k) {
        const long long other = nd_chamfer_neighbour(args, line, k);
        if (other >= 0) nd_chamfer_look(args, at, other, args.steps[k * args.ndim + args.ndim - 1], begin, end);
    }
    if (!args.along_last) return;
    nd_chamfer_run(at, begin, end, -1, 0);
    // The last element of a thread's, by the way that is left behind it to the end of all.
    const int none = 0x7fffffff;
    int best = none, from = 0, now = 0;
    if (end > begin && at.distance(at.start + end - 1) >= 0) {
        best = at.distance(at.start + end - 1) + (int)(args.n - end);
        if (at.features) from = at.feature(at.start + end - 1);
    }
    for (int reach = 1; reach < nd_chamfer_threads; reach *= 2, now ^= 1) {
        ends[now][thread] = best;
        sources[now][thread] = from;
        __syncthreads();
        // Of equal ways the later one counts.
        if (thread >= reach && ends[now][thread - reach] < best) {
            best = ends[now][thread - reach];
            from = sources[now][thread - reach];
        }
    }
    ends[now][thread] = best;
    sources[now][thread] = from;
    __syncthreads();
    if (thread > 0 && end > begin && ends[now][thread - 1] != none)
        nd_chamfer_run(at, begin, end, ends[now][thread - 1] - (int)(args.n - begin), sources[now][thread - 1]);
    __syncthreads();
}

/// A block has a place on all axes but the last two; the sum of places tells that on the last but one.
CUPRUM_DEVICE void nd_chamfer(const ChamferArgs& args) {
    const long long lines = args.ndim > 1 ? args.shape[args.ndim - 2] : 1;
    long long others = 0, rest = blockIdx.x;
    int weight = 2;
    for (int d = args.ndim - 3; d >= 0; --d, weight *= 2) others += nd_split(rest, args.shape[d]) * weight;
    for (long long front = args.front; front < args.front_end; ++front) {
        const long long at = front - others;
        if (at >= 0 && at < lines) nd_chamfer_block(args, blockIdx.x * lines + at);
        __syncthreads();
    }
}

#define CUPRUM_ND_CHAMFER(name)                                              \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_chamfer_threads) \
        name(const __grid_constant__ cuprum::ChamferArgs args) {             \
        cuprum::nd_chamfer(args);                                            \
    }

#else

static void nd_chamfer(const ChamferArgs& args) {
    for (long long line = 0; line < args.size / args.n; ++line) {
        const nd_chamfer_line at = nd_chamfer_at(args, line * args.n);
        for (int k = 0; k < args.count; ++k) {
            const long long other = nd_chamfer_neighbour(args, line, k);
            if (other >= 0) nd_chamfer_look(args, at, other, args.steps[k * args.ndim + args.ndim - 1], 0, args.n);
        }
        if (args.along_last) nd_chamfer_run(at, 0, args.n, -1, 0);
    }
}

#define CUPRUM_ND_CHAMFER(name) \
    extern "C" void name(const cuprum::ChamferArgs* args, long long, long long) { cuprum::nd_chamfer(*args); }

#endif

}  // namespace cuprum
