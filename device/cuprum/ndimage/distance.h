// Distances to the nearest element that is 0, exact, one axis after the other: what is nearest on the axes so far is
// known of each line's elements, and each looks along the line for the one whose distance and place together are least.
// It looks outwards, as far as something nearer can be; far away whole segments are judged by their least distance.
//
//     CUPRUM_ND_DISTANCE_SEGMENTS(name, T)     per segment of the last axis: its first and its last 0
//     CUPRUM_ND_DISTANCE_LINES(name)           per line: the last 0 before each segment and the first behind it
//     CUPRUM_ND_DISTANCE_FIRST(name, T, D, I, metric, last)  distances on the last axis
//     CUPRUM_ND_DISTANCE_LEAST(name, D)        the least distance of each segment along another axis
//     CUPRUM_ND_DISTANCE_NEXT(name, D, I, metric, last)      distances on another axis and those before
//     CUPRUM_ND_DISTANCE_LAST(name, I)         in a chessboard's squares, of equally near elements the last one
//
// D: unsigned or double; I: of places; last: of elements that are equally near the last one counts.
#pragma once

#include <cuprum/ndimage/base.h>

namespace cuprum {

template <class D>
CUPRUM_DEVICE D nd_nowhere() {
    if constexpr (is_float<D>) return limits<D>::infinity();
    else return 0x7fffffff;
}

/// A distance, `r` elements on along an axis from one that has `before`. Unsigned sums stay above what is nowhere.
template <int metric, class D>
CUPRUM_DEVICE D nd_farther(const DistanceArgs& args, D before, int r) {
    if constexpr (metric == nd_chessboard) return before > (D)r ? before : (D)r;
    else if constexpr (metric == nd_taxicab) return before + (D)r;
    else if constexpr (is_float<D>) return before + ((double)r * args.step) * ((double)r * args.step);
    else return before + (D)r * (D)r;
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

template <class T, class D, class I, int metric, bool last>
CUPRUM_DEVICE void nd_distance_first(const DistanceArgs& args, long long item) {
    I line = (I)item;
    const I n = (I)args.n, x = nd_take(line, n), segment = x / nd_segment, start = segment * nd_segment,
            stop = start + nd_segment < n ? start + nd_segment : n;
    const T* in = (const T*)args.in + line * n;
    const int* outside = args.segments + (line * (I)args.count + segment) * 2;
    I left = x, right = x;
    while (left >= start && cast<bool>(in[left])) --left;
    if (left < start) left = outside[0];
    if (left != x) {
        while (right < stop && cast<bool>(in[right])) ++right;
        if (right == stop) right = outside[1];
    }
    const bool takes_left = last ? x - left < right - x : x - left <= right - x;
    const I nearest = left < 0 ? right : right < 0 ? left : takes_left ? left : right;
    const I away = nearest > x ? nearest - x : x - nearest;
    nd_put_distance<D>(args, item, nearest < 0 ? nd_nowhere<D>() : nd_farther<metric, D>(args, D(0), (int)away));
    if (args.feature_out) ((I*)args.feature_out)[item] = nearest;
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

template <class D, class I, int metric, bool last>
CUPRUM_DEVICE void nd_distance_next(const DistanceArgs& args, long long item) {
    const I n = (I)args.n, inner = (I)args.inner;
    I outer = (I)item;
    const I column = nd_take(outer, inner), y = nd_take(outer, n);
    const D* in = (const D*)args.in + (outer * n * inner + column);
    D best = in[y * inner];
    I found = y;
    const auto is_better = [&](D distance) { return last ? distance <= best : distance < best; };
    const auto take = [&](D before, I at) {
        const D distance = nd_farther<metric, D>(args, before, at > y ? (int)(at - y) : (int)(y - at));
        if (distance < best || (last && distance == best && at > found)) {
            best = distance;
            found = at;
        }
    };
    constexpr int near = nd_segment / 2;
    bool done = false;
    const D *up = in + y * inner, *down = up;
#pragma unroll 1
    for (int r = 1; r <= near; ++r) {
        if (!is_better(nd_farther<metric, D>(args, D(0), r))) {
            done = true;
            break;
        }
        up -= inner;
        down += inner;
        const bool before = y >= r, behind = y + r < n;
        const D above = before ? *up : nd_nowhere<D>(), below = behind ? *down : nd_nowhere<D>();
        if (before) take(above, y - r);
        if (behind) take(below, y + r);
    }
    if (!done) {
        const I count = (I)args.count;
        const D* least = (const D*)args.smallest + (outer * count * inner + column);
        const I own = y / nd_segment;
        const auto look_through = [&](I segment, I away) {
            if (!is_better(nd_farther<metric, D>(args, least[segment * inner], (int)away))) return;
            const I start = segment * nd_segment, stop = start + nd_segment < n ? start + nd_segment : n;
#pragma unroll 4
            for (I at = start; at < stop; ++at) take(in[at * inner], at);
        };
        look_through(own, 0);
        for (I k = 1;; ++k) {
            const I before = own - k, behind = own + k;
            const I up = y - ((before + 1) * nd_segment - 1), down = behind * nd_segment - y;
            const bool more_up = before >= 0 && is_better(nd_farther<metric, D>(args, D(0), (int)up)),
                       more_down = behind < count && is_better(nd_farther<metric, D>(args, D(0), (int)down));
            if (!more_up && !more_down) break;
            if (more_up) look_through(before, up);
            if (more_down) look_through(behind, down);
        }
    }
    nd_put_distance<D>(args, item, best);
    if (args.feature_out) {
        // Places on the axes so far are counted in C order.
        const I nearest = ((const I*)args.feature)[(outer * n + found) * inner + column];
        ((I*)args.feature_out)[item] = nearest < 0 ? nearest : found * inner + nearest;
    }
}

/// All elements that are 0 in the square of a distance are equally near. `feature` tells the last one on a line, up to
/// each element, by its place on the line; the square's lines are looked at from the last one on.
template <class I>
CUPRUM_DEVICE void nd_distance_last(const DistanceArgs& args, long long item) {
    const unsigned reach = ((const unsigned*)args.in)[item];
    I& out = ((I*)args.feature_out)[item];
    out = -1;
    if (reach == nd_nowhere<unsigned>()) return;
    const int outer = args.ndim - 1;
    const I n = (I)args.shape[outer], away = (I)reach;
    I rest = (I)item, at[nd_axes], line[nd_axes];
    const I x = nd_take(rest, n), right = x + away < n ? x + away : n - 1;
    for (int d = outer - 1; d >= 0; --d) {
        at[d] = nd_take(rest, args.shape[d]);
        line[d] = at[d] + away < args.shape[d] ? at[d] + away : (I)args.shape[d] - 1;
    }
    for (;;) {
        I number = 0;
        for (int d = 0; d < outer; ++d) number = number * (I)args.shape[d] + line[d];
        const I found = ((const I*)args.feature)[number * n + right];
        if (found >= 0 && found >= x - away) {
            out = number * n + found;
            return;
        }
        int d = outer - 1;
        for (; d >= 0; --d) {
            if (line[d] > 0 && line[d] > at[d] - away) {
                --line[d];
                break;
            }
            line[d] = at[d] + away < args.shape[d] ? at[d] + away : (I)args.shape[d] - 1;
        }
        if (d < 0) return;
    }
}

#define CUPRUM_ND_DISTANCE_LAST(name, I) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_last<I>)
#define CUPRUM_ND_DISTANCE_SEGMENTS(name, T) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_segments<T>)
#define CUPRUM_ND_DISTANCE_LINES(name) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_lines)
#define CUPRUM_ND_DISTANCE_FIRST(name, T, D, I, metric, last) \
    CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_first<T, D, I, cuprum::metric, last>)
#define CUPRUM_ND_DISTANCE_LEAST(name, D) CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_least<D>)
#define CUPRUM_ND_DISTANCE_NEXT(name, D, I, metric, last) \
    CUPRUM_ND_ITEMS(name, DistanceArgs, cuprum::nd_distance_next<D, I, cuprum::metric, last>)

}  // namespace cuprum
