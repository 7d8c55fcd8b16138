// Folds over segments.
//
//     CUPRUM_REDUCEAT(name, op)            each segment of a line, for an operation of scan.h
//     CUPRUM_REDUCEAT_ORDERED(name, op)    the same for one that is not associative
//     CUPRUM_FOLD(name, op)                changes by an operation of gather.h's apply_move, those of one place one
//     after the other
#pragma once

#include <cuprum/engine/gather.h>
#include <cuprum/engine/scan.h>
#include <cuprum/engine/segments_args.h>

namespace cuprum {

struct Segment {
    long long start, length;
};
CUPRUM_DEVICE Segment segment_of(const ReduceAtArgs& args, long long s) {
    const long long* indices = (const long long*)args.indices;
    // In bounds even where nobody checked them.
    const auto bounded = [&](long long i) { return i < 0 ? 0 : i < args.length ? i : args.length - 1; };
    const long long start = bounded(indices[s]), stop = s + 1 < args.count ? bounded(indices[s + 1]) : args.length;
    return {start, stop > start ? stop - start : 1};
}

/// One element of the result after the other.
template <class Op>
CUPRUM_DEVICE void reduce_segment(const ReduceAtArgs& args, long long item) {
    using in_t = typename Op::in_t;
    const long long inner = item % args.inner, row = item / args.inner, s = row % args.count, outer = row / args.count;
    const Segment segment = segment_of(args, s);
    const in_t* in = (const in_t*)args.in + (outer * args.length + segment.start) * args.inner + inner;
    auto value = Op::load(in[0]);
    for (long long i = 1; i < segment.length; ++i) value = Op::combine(value, Op::load(in[i * args.inner]));
    ((typename Op::out_t*)args.out)[item] = cast<typename Op::out_t>(value);
}

/// Whether a change is the first one of its place.
CUPRUM_DEVICE bool begins_place(const FoldArgs& args, long long change) {
    const long long* places = (const long long*)args.places;
    return change == 0 || places[change - 1] != places[change];
}

/// Applies the changes of a place, the first of which is `item / size`, to one of its elements.
template <class Op>
CUPRUM_DEVICE void fold_place(const FoldArgs& args, long long item) {
    using target_t = typename Op::target_t;
    using value_t = typename Op::value_t;
    const long long* places = (const long long*)args.places;
    const long long* order = (const long long*)args.order;
    long long i = item / args.size;
    const long long element = item - i * args.size, place = places[i];
    char* address = (char*)args.data + place;
    long long rest = element;
    for (int d = args.ndim - 1; d >= 0; --d) {
        address += rest % args.shape[d] * args.strides[d];
        rest /= args.shape[d];
    }
    const auto value_at = [&](long long k) { return ((const value_t*)args.values)[order[k] * args.size + element]; };
    target_t target = Op::apply(*(target_t*)address, value_at(i++));
    // Most places have few changes. Those of the others are loaded several at once on a GPU, so that a change does not
    // wait for memory after each one.
    constexpr int together = CUPRUM_GPU ? 16 : 1;
    while (i < args.count && places[i] == place) {
        int count = 0;
#pragma unroll
        for (int u = 0; u < together; ++u) count += i + u < args.count && places[i + u] == place;
        value_t values[together];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (u < count) values[u] = value_at(i + u);
#pragma unroll 1
        for (int n = 0; n < count; ++n) {  // one copy of the operation
            target = Op::apply(target, values[0]);
#pragma unroll
            for (int u = 1; u < together; ++u) values[u - 1] = values[u];
        }
        i += count;
    }
    *(target_t*)address = target;
}

#if CUPRUM_GPU

/// The same of a place with many changes, by a warp. The lanes load the next changes while these are applied in order.
template <class Op>
CUPRUM_DEVICE void fold_place_by_warp(const FoldArgs& args, long long first) {
    using target_t = typename Op::target_t;
    using value_t = typename Op::value_t;
    const long long* places = (const long long*)args.places;
    const long long* order = (const long long*)args.order;
    const value_t* values = (const value_t*)args.values;
    const long long place = places[first], last = args.count - 1;
    const int lane = threadIdx.x & 31;
    const auto bounded = [=](long long k) { return k < last ? k : last; };
    target_t* address = (target_t*)((char*)args.data + place);
    target_t target = *address;
    // What is loaded for a step: the values of this one, the rows of the values of the next.
    long long k = first + lane, row_place = places[bounded(k)], row = order[bounded(k)];
    bool is_there = row_place == place;
    value_t value = values[row];
    row_place = places[bounded(k + 32)];
    row = order[bounded(k + 32)];
    for (;; k += 32) {
        const value_t next_value = values[row];
        const bool next_is_there = k + 32 <= last && row_place == place;
        row_place = places[bounded(k + 64)];
        row = order[bounded(k + 64)];
        const int count = __popc(__ballot_sync(0xffffffffu, k <= last && is_there));
        value_t shared = warp_broadcast(value, 0);
#pragma unroll 1
        for (int n = 0; n < count; ++n) {
            const value_t following = warp_broadcast(value, (n + 1) & 31);
            target = Op::apply(target, shared);
            shared = following;
        }
        if (count < 32) break;
        value = next_value;
        is_there = next_is_there;
    }
    if (lane == 0) *address = target;
}

template <class Op>
CUPRUM_DEVICE void fold_places(const FoldArgs& args) {
    constexpr long long many = 64;
    const long long item = (long long)blockIdx.x * segments_block + threadIdx.x;
    bool is_long = false;
    if (item < args.count * args.size && begins_place(args, item / args.size)) {
        const long long* places = (const long long*)args.places;
        // Elements of one change have neighbouring threads already.
        is_long = args.size == 1 && item + many < args.count && places[item + many] == places[item];
        if (!is_long) fold_place<Op>(args, item);
    }
    for (unsigned waiting = __ballot_sync(0xffffffffu, is_long); waiting; waiting &= waiting - 1)
        fold_place_by_warp<Op>(args, item - (threadIdx.x & 31) + __ffs(waiting) - 1);
}

/// A warp for each segment of neighbours.
template <class Op>
CUPRUM_DEVICE void reduce_segments(const ReduceAtArgs& args) {
    if (args.inner > 1) {
        const long long item = (long long)blockIdx.x * segments_block + threadIdx.x;
        if (item < args.outer * args.count * args.inner) reduce_segment<Op>(args, item);
        return;
    }
    using in_t = typename Op::in_t;
    const long long row = (long long)blockIdx.x * (segments_block / 32) + threadIdx.x / 32;
    if (row >= args.outer * args.count) return;
    const int lane = threadIdx.x & 31;
    const Segment segment = segment_of(args, row % args.count);
    const in_t* in = (const in_t*)args.in + row / args.count * args.length + segment.start;
    Prefix<Op> found = Prefix<Op>::none();
    for (long long i = lane; i < segment.length; i += 32) found.add(Op::load(in[i]));
    const int lanes = segment.length < 32 ? (int)segment.length : 32;
    const auto all = warp_broadcast(warp_scan<Op>(found.value), lanes - 1);
    if (lane == 0) ((typename Op::out_t*)args.out)[row] = cast<typename Op::out_t>(all);
}

#define CUPRUM_REDUCEAT(name, op)                                        \
    extern "C" __global__ void __launch_bounds__(cuprum::segments_block) \
        name(const __grid_constant__ cuprum::ReduceAtArgs args) {        \
        cuprum::reduce_segments<op>(args);                               \
    }
#define CUPRUM_REDUCEAT_ORDERED(name, op)                                                        \
    extern "C" __global__ void __launch_bounds__(cuprum::segments_block)                         \
        name(const __grid_constant__ cuprum::ReduceAtArgs args) {                                \
        const long long item = (long long)blockIdx.x * cuprum::segments_block + threadIdx.x;     \
        if (item < args.outer * args.count * args.inner) cuprum::reduce_segment<op>(args, item); \
    }
#define CUPRUM_FOLD(name, op)                                            \
    extern "C" __global__ void __launch_bounds__(cuprum::segments_block) \
        name(const __grid_constant__ cuprum::FoldArgs args) {            \
        cuprum::fold_places<op>(args);                                   \
    }

#else  // CPU

template <class Op, bool in_order>
static void reduce_segments(const ReduceAtArgs& args, long long begin, long long end) {
    using in_t = typename Op::in_t;
    using out_t = typename Op::out_t;
    for (long long item = begin; item < end; ++item) {
        if (args.inner > 1 || in_order) {
            reduce_segment<Op>(args, item);
        } else {
            const Segment segment = segment_of(args, item % args.count);
            const in_t* in = (const in_t*)args.in + item / args.count * args.length + segment.start;
            ((out_t*)args.out)[item] = cast<out_t>(scan_loops<Op>::combined(in, segment.length));
        }
    }
}

#define CUPRUM_REDUCEAT(name, op)                                                            \
    extern "C" void name(const cuprum::ReduceAtArgs* args, long long begin, long long end) { \
        cuprum::reduce_segments<op, false>(*args, begin, end);                               \
    }
#define CUPRUM_REDUCEAT_ORDERED(name, op)                                                    \
    extern "C" void name(const cuprum::ReduceAtArgs* args, long long begin, long long end) { \
        cuprum::reduce_segments<op, true>(*args, begin, end);                                \
    }
#define CUPRUM_FOLD(name, op)                                                                        \
    extern "C" void name(const cuprum::FoldArgs* args, long long begin, long long end) {             \
        for (long long item = begin; item < end; ++item)                                             \
            if (cuprum::begins_place(*args, item / args->size)) cuprum::fold_place<op>(*args, item); \
    }

#endif

}  // namespace cuprum
