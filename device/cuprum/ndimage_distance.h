// Distances to the nearest element that is 0, exact, one axis after the other: what is nearest on the axes so far is
// known of each line's elements, and each looks along the line for the one whose distance and place together are least.
// It looks outwards, as far as something nearer can be; far away whole segments are judged by their least distance.
//
//     CUPRUM_ND_DISTANCE_SEGMENTS(name, T)     per segment of the last axis: its first and its last 0
//     CUPRUM_ND_DISTANCE_LINES(name)           per line: the last 0 before each segment and the first behind it
//     CUPRUM_ND_DISTANCE_FIRST(name, T, D, I)  distances on the last axis
//     CUPRUM_ND_DISTANCE_LEAST(name, D)        the least distance of each segment along another axis
//     CUPRUM_ND_DISTANCE_NEXT(name, D, I)      distances on another axis and those before; D: int or double
#pragma once

#include <cuprum/ndimage_base.h>

namespace cuprum {

template <class D>
CUPRUM_DEVICE D nd_nowhere() {
    if constexpr (is_float<D>) return limits<D>::infinity();
    else return limits<D>::max();
}

/// A distance, `r` elements on along an axis from one that has `before`.
template <class D>
CUPRUM_DEVICE D nd_farther(const DistanceArgs& args, D before, long long r) {
    if (before == nd_nowhere<D>()) return before;
    if (args.metric == nd_chessboard) return before > (D)r ? before : (D)r;
    if (args.metric == nd_taxicab) return before + (D)r;
    if constexpr (is_float<D>) {
        const double away = (double)r * args.step;
        return before + away * away;
    } else {
        return before + (D)r * (D)r;
    }
}

template <class T>
CUPRUM_DEVICE void nd_distance_segments(const DistanceArgs& args, long long item) {
    long long line = item;
    const long long segment = nd_split(line, args.count), start = segment * nd_segment,
                    stop = start + nd_segment < args.n ? start + nd_segment : args.n;
    const T* in = (const T*)args.in + line * args.n;
    int first = -1, last = -1;
    for (long long x = start; x < stop; ++x)
        if (!cast<bool>(in[x])) {
            if (first < 0) first = (int)x;
            last = (int)x;
        }
    args.segments_out[2 * item] = last;
    args.segments_out[2 * item + 1] = first;
}

CUPRUM_DEVICE void nd_distance_lines(const DistanceArgs& args, long long line) {
    int* segments = args.segments_out + line * args.count * 2;
    int last = -1, first = -1;
    for (long long s = 0; s < args.count; ++s) {
        const int own = segments[2 * s];
        segments[2 * s] = last;
        if (own >= 0) last = own;
    }
    for (long long s = args.count - 1; s >= 0; --s) {
        const int own = segments[2 * s + 1];
        segments[2 * s + 1] = first;
        if (own >= 0) first = own;
    }
}

template <class D>
CUPRUM_DEVICE void nd_put_distance(const DistanceArgs& args, long long i, D distance) {
    if (!args.finish) {
        ((D*)args.out)[i] = distance;
        return;
    }
    double total = (double)distance;
    if (distance == nd_nowhere<D>()) {
        // Nothing is 0: SciPy measures from a place before the first axis.
        total = 0;
        long long rest = i;
        for (int d = args.ndim - 1; d >= 0; --d) {
            const double away = (double)(rest % args.shape[d] + (d == 0)) * args.steps[d];
            total += away * away;
            rest /= args.shape[d];
        }
    }
    ((double*)args.out)[i] = CUPRUM_BUILTIN(sqrt)(total);
}

template <class T, class D, class I>
CUPRUM_DEVICE void nd_distance_first(const DistanceArgs& args, long long i) {
    long long line = i;
    const long long x = nd_split(line, args.n), segment = x / nd_segment, start = segment * nd_segment,
                    stop = start + nd_segment < args.n ? start + nd_segment : args.n;
    const T* in = (const T*)args.in + line * args.n;
    const int* outside = args.segments + (line * args.count + segment) * 2;
    long long left = x, right = x;
    while (left >= start && cast<bool>(in[left])) --left;
    if (left < start) left = outside[0];
    if (left != x) {
        while (right < stop && cast<bool>(in[right])) ++right;
        if (right == stop) right = outside[1];
    }
    const long long nearest = left < 0 ? right : right < 0 ? left : x - left <= right - x ? left : right;
    const long long away = nearest > x ? nearest - x : x - nearest;
    nd_put_distance<D>(args, i, nearest < 0 ? nd_nowhere<D>() : nd_farther<D>(args, D(0), away));
    if (args.feature_out) ((I*)args.feature_out)[i] = (I)nearest;
}

template <class D>
CUPRUM_DEVICE void nd_distance_least(const DistanceArgs& args, long long item) {
    long long outer = item;
    const long long column = nd_split(outer, args.inner), segment = nd_split(outer, args.count),
                    start = segment * nd_segment, stop = start + nd_segment < args.n ? start + nd_segment : args.n;
    const D* in = (const D*)args.in + outer * args.n * args.inner + column;
    D least = in[start * args.inner];
    for (long long y = start + 1; y < stop; ++y) least = in[y * args.inner] < least ? in[y * args.inner] : least;
    ((D*)args.out)[item] = least;
}

template <class D, class I>
CUPRUM_DEVICE void nd_distance_next(const DistanceArgs& args, long long i) {
    long long outer = i;
    const long long column = nd_split(outer, args.inner), y = nd_split(outer, args.n);
    const D* in = (const D*)args.in + outer * args.n * args.inner + column;
    D best = in[y * args.inner];
    long long found = y;
    const auto look = [&](long long at) {
        const D distance = nd_farther<D>(args, in[at * args.inner], at > y ? at - y : y - at);
        if (distance < best) {
            best = distance;
            found = at;
        }
    };
    constexpr int near = nd_segment / 2;
    bool done = false;
#pragma unroll 1
    for (int r = 1; r <= near; ++r) {
        if (!(nd_farther<D>(args, D(0), r) < best)) {
            done = true;
            break;
        }
        if (y >= r) look(y - r);
        if (y + r < args.n) look(y + r);
    }
    if (!done) {
        const D* least = (const D*)args.smallest + outer * args.count * args.inner + column;
        const long long own = y / nd_segment;
        const auto look_through = [&](long long segment, long long away) {
            if (!(nd_farther<D>(args, least[segment * args.inner], away) < best)) return;
            const long long start = segment * nd_segment,
                            stop = start + nd_segment < args.n ? start + nd_segment : args.n;
#pragma unroll 4
            for (long long at = start; at < stop; ++at) look(at);
        };
        look_through(own, 0);
        for (long long k = 1;; ++k) {
            const long long before = own - k, behind = own + k;
            const long long up = y - ((before + 1) * nd_segment - 1), down = behind * nd_segment - y;
            const bool more_up = before >= 0 && nd_farther<D>(args, D(0), up) < best,
                       more_down = behind < args.count && nd_farther<D>(args, D(0), down) < best;
            if (!more_up && !more_down) break;
            if (more_up) look_through(before, up);
            if (more_down) look_through(behind, down);
        }
    }
    nd_put_distance<D>(args, i, best);
    if (args.feature_out) {
        // Places on the axes so far are counted in C order.
        const I nearest = ((const I*)args.feature)[(outer * args.n + found) * args.inner + column];
        ((I*)args.feature_out)[i] = nearest < 0 ? nearest : (I)(found * args.inner + nearest);
    }
}

#define CUPRUM_ND_DISTANCE_SEGMENTS(name, T) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_segments<T>)
#define CUPRUM_ND_DISTANCE_LINES(name) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_lines)
#define CUPRUM_ND_DISTANCE_FIRST(name, T, D, I) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_first<T, D, I>)
#define CUPRUM_ND_DISTANCE_LEAST(name, D) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_least<D>)
#define CUPRUM_ND_DISTANCE_NEXT(name, D, I) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_next<D, I>)

}  // namespace cuprum
