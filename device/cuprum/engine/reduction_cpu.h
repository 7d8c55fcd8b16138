// The loops of reductions on a CPU (reduction.h).
#pragma once

#include <cuprum/engine/reduction_base.h>

namespace cuprum {

// Brings elements together (src/backend/cpu/gather.h). It is ready in the library: to compile it for each reduction
// took as long as the loop that adds.
extern "C" void cuprum_gather(void* buffer, int itemsize, const char* from, int ndim, const long long* shape,
                              const long long* strides, long long position, long long n);

template <class Op>
struct reduction_loops : reduction_base<Op> {
    using base = reduction_base<Op>;
    using args_t = typename base::args_t;
    using pointers = typename base::pointers;
    template <int W>
    using states = typename base::template states<W>;
    using base::nin;

#if CUPRUM_CPU_LEVEL >= 4
    static constexpr int vector_bytes = 64;
#elif CUPRUM_CPU_LEVEL >= 3
    static constexpr int vector_bytes = 32;
#else
    static constexpr int vector_bytes = 16;
#endif
    // States side by side: enough vectors of the widest type to hide the latency of adding, and where an index stands
    // beside each state, no more than registers hold. At most 64: a compiler makes no wider vectors.
    static constexpr int widest = max_of(largest_of(typename Op::state()), widest_element<Op>());
    static constexpr int lanes = 1 << log2_of((Op::ordered ? 4 * vector_bytes : 256) / max_of(4, widest));
    static constexpr int vector = min_of(lanes, 1 << log2_of(vector_bytes / widest));
    static constexpr int tile = reduction_tile;
    static constexpr int together = 8;  // rows that are added at once
    using buffers_t = typename base::template elements<(lanes > tile ? lanes : tile)>;

    static void rows(const args_t& args, long long begin, long long end) {
        const bool direct =
            (args.flags & reduction_inner) && (args.reduced_ndim <= 1 || base::inner_length(args) >= tile / 2);
        buffers_t buffers;
        for (long long item = begin; item < end; ++item) {
            const long long output = item / args.splits, split = item - output * args.splits;
            const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
            const pointers row = base::kept_pointers(args, output);
            if constexpr (requires { Op::finds_place; }) {
                if (direct) {
                    place_in_row(args, row, lo, hi, output, split);
                    continue;
                }
            }
            accumulator<lanes> s;
            s.start(args, false, lanes);
            if (split == 0 && (args.flags & reduction_initial)) base::start(s.states_, 0, args, true);
            if (Op::begins && lo < hi) s.begin_all(base::reduced_pointers(args, row, lo), lanes, hi - lo);
            for (long long q = lo; q < hi;) {
                const long long n = direct ? base::run_length(args, q, hi) : hi - q < tile ? hi - q : tile;
                const pointers from =
                    direct ? spread(buffers, args, base::reduced_pointers(args, row, q), lanes)
                           : gather<0>(buffers, row, args.reduced_ndim, args.reduced_shape, args.reduced_strides, q, n);
                s.feed(args, from, n, q, direct);
                q += n;
            }
            const states<1> whole = combined_lanes(s.states_);
            if (args.splits > 1) base::copy(base::partial(args, split, output), 0, whole, 0);
            else base::finish(args, whole, 0, output);
        }
    }

    static void columns(const args_t& args, long long begin, long long end) {
        const bool flat = args.flags & reduction_flat;
        const long long width = flat ? args.outputs : args.kept_ndim ? args.kept_shape[args.kept_ndim - 1] : 1;
        const long long tiles_across = (width + tile - 1) / tile;
        const bool direct = !flat && (args.flags & reduction_inner);
        for (long long item = begin; item < end; ++item) {
            const long long split = item / args.tiles, t = item - split * args.tiles;
            const long long across = t % tiles_across * tile, first = t / tiles_across * width + across;
            const long long n = width - across < tile ? width - across : tile;
            const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
            accumulator<tile> s;
            s.start(args, split == 0, (int)n);
            buffers_t buffers;
            const pointers column = base::kept_pointers(args, direct ? first : 0);
            if (Op::begins && lo < hi) {
                const pointers at = base::reduced_pointers(args, column, lo);
                s.begin(direct ? spread(buffers, args, at, n)
                               : gather<0>(buffers, at, args.kept_ndim, args.kept_shape, args.kept_strides, first, n),
                        n, hi - lo);
            }
            for (long long q = lo; q < hi;) {
                const long long run = base::run_length(args, q, hi);
                pointers at = base::reduced_pointers(args, column, q);
                if (direct) {
                    long long step[nin];
                    for (int k = 0; k < nin; ++k) step[k] = base::inner_step(args, k);
                    s.rows(args, spread(buffers, args, at, n), step, run, n, q, 1, 0);
                } else {
                    const long long none[nin] = {};
                    for (long long i = 0; i < run; ++i) {
                        pointers row = at;
                        for (int k = 0; k < nin; ++k) row.p[k] += i * base::inner_step(args, k);
                        s.rows(args,
                               gather<0>(buffers, row, args.kept_ndim, args.kept_shape, args.kept_strides, first, n),
                               none, 1, n, q + i, 1, 0);
                    }
                }
                q += run;
            }
            for (long long j = 0; j < n; ++j) {
                if (args.splits > 1) base::copy(base::partial(args, split, first + j), 0, s.states_, j);
                else base::finish(args, s.states_, j, first + j);
            }
        }
    }

    // The second stage: the splits of an output, pairwise.
    static void merge(const args_t& args, long long begin, long long end) {
        for (long long output = begin; output < end; ++output) {
            for (long long w = 1; w < args.splits; w *= 2)
                for (long long i = 0; i + w < args.splits; i += 2 * w)
                    base::combine(base::partial(args, i, output), 0, base::partial(args, i + w, output), 0);
            base::finish(args, base::partial(args, 0, output), 0, output);
        }
    }

private:
    template <int W>
    struct accumulator {
        alignas(64) states<W> states_;

        /// Starts the first `width` states, and perhaps more. They all hold the initial value, or none does.
        void start(const args_t& args, bool with_initial, int width) {
            states<1> one;
            base::start(one, 0, args, with_initial);
#pragma clang loop unroll(disable)
            for (int i = 0; i < width; i += vector) {
#pragma clang loop vectorize(assume_safety) vectorize_width(vector) interleave_count(1) unroll(disable)
                for (int j = 0; j < vector; ++j) base::copy(states_, i + j, one, 0);
            }
        }

        /// Begins `width` states with neighbouring elements, to each of which `count` elements will be added.
        void begin(const pointers& at, long long width, long long count) {
            for (long long j = 0; j < width; ++j)
                begin(states_, j, at, j, count, typename base::state_indices(), typename base::in_indices());
        }
        template <class P, int... S, int... K>
        static inline __attribute__((always_inline)) void begin(P& s, long long j, const pointers& at,
                                                                long long element, long long count, indices<S...>,
                                                                indices<K...>) {
            if constexpr (Op::begins)
                Op::begin(s.template get<S>().v[j]..., row_of<K>{at.p[K], 0}.at(0, element)..., count);
        }
        /// Begins `width` states with the same element; the first one counts the elements that are added to them all.
        /// States are about the same point where it is equal to the last bit, and in a loop the element would be mapped
        /// by vector functions for some states and by scalar ones, which round differently, for others.
        void begin_all(const pointers& at, long long width, long long count) {
            states<1> one;
            begin_one(one, at, 0);
            for (long long j = 1; j < width; ++j) base::copy(states_, (int)j, one, 0);
            begin_one(one, at, count);
            base::copy(states_, 0, one, 0);
        }
        static __attribute__((noinline)) void begin_one(states<1>& one, const pointers& at, long long count) {
            begin(one, 0, at, 0, count, typename base::state_indices(), typename base::in_indices());
        }

        /// Adds `n` elements that lie side by side to the lanes in turn. Inputs that do not move are W copies of one,
        /// but of what has been gathered.
        void feed(const args_t& args, const pointers& from, long long n, long long index, bool direct) {
            long long step[nin];
            for (int k = 0; k < nin; ++k) step[k] = direct && base::stays(args, k) ? 0 : W * size_of(k);
            pointers at = from;
            const auto go_on = [&](long long rows) {
                for (int k = 0; k < nin; ++k) at.p[k] += rows * step[k];
                n -= rows * W;
                index += rows * W;
            };
            if (const long long whole = n / W) {
                add_whole_rows(args, states_, at, step, whole, index, typename base::in_indices());
                go_on(whole);
            }
            if (n > 0) rows(args, at, step, 1, n, index, W, 1);
        }

        /// Adds `count` rows of `n` elements, each to the state at its place in the row.
        void rows(const args_t& args, pointers from, const long long* step, long long count, long long n,
                  long long index, long long row_index, long long element_index) {
            while (count > 0) {
                const int take = count >= together ? together : 1;
                if (take > 1)
                    add_rows<together>(args, states_, from, step, n, index, row_index, element_index,
                                       typename base::in_indices());
                else
                    add_rows<1>(args, states_, from, step, n, index, row_index, element_index,
                                typename base::in_indices());
                for (int k = 0; k < nin; ++k) from.p[k] += take * step[k];
                count -= take;
                index += take * row_index;
            }
        }
    };

    // The place of an extreme among elements side by side. Registers have no room for an index beside each value: the
    // extreme of a block stands for its elements, and the block of the first extreme is searched for it at the end.
    static constexpr long long block_bytes = 4096;
    template <class O>
    static typename O::value value_of(int);
    template <class>
    static int value_of(...);  // of operations that look for no extreme, as users write them
    using extreme_t = decltype(value_of<Op>(0));

    static void place_in_row(const args_t& args, const pointers& row, long long lo, long long hi, long long output,
                             long long split) {
        using E = typename base::template input_type<0>;
        constexpr long long block = block_bytes / (long long)sizeof(E);
        states<1> best;
        base::start(best, 0);
        auto& value = best.template get<0>().v[0];
        auto& index = best.template get<1>().v[0];
        bool is_last = false;
        for (long long q = lo; q < hi && !is_last;) {
            const long long n = base::run_length(args, q, hi);
            const E* const from = (const E*)base::reduced_pointers(args, row, q).p[0];
            long long found = -1, count = 0;
            for (long long i = 0; i < n && !is_last; i += block) {
                const long long before = index, length = n - i < block ? n - i : block;
                if constexpr (is_complex<E>) {
                    is_last = add_complex_block(from + i, length, q + i, value, index);
                } else {
                    Op::add_value(value, index, extreme_of(from + i, length), q + i);
                    if (index == before) continue;
                    found = i;
                    count = length;
                    is_last = stands_for_ever(value);
                }
            }
            if (found >= 0) index = q + found + place_of(from + found, count, value);
            q += n;
        }
        if (args.splits > 1) base::copy(base::partial(args, split, output), 0, best, 0);
        else base::finish(args, best, 0, output);
    }
    /// Whether no element takes the place of this extreme.
    static bool stands_for_ever(extreme_t value) {
        using T = extreme_t;
        if constexpr (is_bool<T> || is_integer<T>)
            return !is_beyond(limits<T>::max(), value) && !is_beyond(limits<T>::lowest(), value);
        else return isnan(value);
    }
    /// Whether x is larger than y, or smaller where the smallest is looked for. A constant for numbers that are known.
    template <class T>
    static inline __attribute__((always_inline)) bool is_beyond(T x, T y) {
        extreme_t least(0);
        long long index = 0;
        Op::add_value(least, index, extreme_t(1), 1);
        return index ? x > y : x < y;
    }
    template <class E>
    static extreme_t extreme_of(const E* from, long long n) {
        constexpr int one = vector_bytes / (int)sizeof(E);
        if constexpr (is_float<E>) {
            bool has_nan = false;
            const E extreme = n >= 4 * one ? float_extreme<4 * one, one, 1>(from, n, has_nan)
                              : n >= one   ? float_extreme<one, one, 1>(from, n, has_nan)
                                           : float_extreme<1, 1, 1>(from, n, has_nan);
            return has_nan ? limits<E>::nan() : extreme;
        } else {
            if (n >= 4 * one) return extreme_in_vectors<4 * one, one>(from, n);
            if (n >= one) return extreme_in_vectors<one, one>(from, n);
            extreme_t extreme = cast<extreme_t>(from[0]);
            long long index = 0;
            for (long long i = 1; i < n; ++i) Op::add_value(extreme, index, cast<extreme_t>(from[i]), i);
            return extreme;
        }
    }
    template <int W, int Vector, class E>
    static __attribute__((noinline)) extreme_t extreme_in_vectors(const E* from, long long n) {
        extreme_t extreme[W];
        const auto add = [&](const E* at) __attribute__((always_inline)) {
#pragma clang loop vectorize(assume_safety) vectorize_width(Vector) interleave_count(W / Vector) unroll(disable)
            for (int j = 0; j < W; ++j) {
                long long index = 0;
                Op::add_value(extreme[j], index, cast<extreme_t>(at[j]), 0);
            }
        };
#pragma clang loop vectorize(assume_safety) vectorize_width(Vector) interleave_count(W / Vector) unroll(disable)
        for (int j = 0; j < W; ++j) extreme[j] = cast<extreme_t>(from[j]);
        long long i = W;
#pragma clang loop vectorize(disable) unroll(disable)
        for (; i + W <= n; i += W) add(from + i);
        if (i < n) add(from + n - W);  // some once more, which changes nothing
        fold_lanes<W / 2, 1>(extreme, [](extreme_t& s, extreme_t x) __attribute__((always_inline)) {
            long long index = 0;
            Op::add_value(s, index, x, 0);
        });
        return extreme[0];
    }
    /// The extreme of floats, of every Step-th of them alone; and whether one of them all is NaN, which makes the
    /// extreme void.
    template <int W, int Vector, int Step, class E>
    static __attribute__((noinline)) E float_extreme(const E* from, long long n, bool& has_nan) {
        E extreme[W];
        unsigned_of_size<sizeof(E)> nan[W];
        const auto add = [&](const E* at) __attribute__((always_inline)) {
#pragma clang loop vectorize(assume_safety) vectorize_width(Vector) interleave_count(W / Vector) unroll(disable)
            for (int j = 0; j < W; ++j) {
                const E x = at[j];
                extreme[j] = is_beyond(x, extreme[j]) ? x : extreme[j];
                nan[j] = x != x ? 1 : nan[j];
            }
        };
#pragma clang loop vectorize(assume_safety) vectorize_width(Vector) interleave_count(W / Vector) unroll(disable)
        for (int j = 0; j < W; ++j) {
            extreme[j] = from[j];
            nan[j] = from[j] != from[j];
        }
        long long i = W;
#pragma clang loop vectorize(disable) unroll(disable)
        for (; i + W <= n; i += W) add(from + i);
        if (i < n) add(from + n - W);  // some once more, which changes nothing
        fold_lanes<W / 2, 1>(nan, [](auto& s, auto x) __attribute__((always_inline)) { s |= x; });
        has_nan = nan[0];
        fold_lanes<W / 2, Step>(extreme, [](E& s, E x) __attribute__((always_inline)) { s = is_beyond(x, s) ? x : s; });
        return extreme[0];
    }
    /// Folds 2 * Half lanes until `Last` are left.
    template <int Half, int Last, class E, class F>
    static inline __attribute__((always_inline)) void fold_lanes(E* lane, F f) {
        if constexpr (Half >= Last) {
            constexpr int one = vector_bytes / (int)sizeof(E), vector = Half < one ? Half : one;
#pragma clang loop vectorize(assume_safety) vectorize_width(vector) interleave_count(Half / vector) unroll(disable)
            for (int j = 0; j < Half; ++j) f(lane[j], lane[j + Half]);
            fold_lanes<Half / 2, Last>(lane, f);
        }
    }
    /// Adds a block of complex numbers: the extreme of the real parts first. Tells whether the state holds a NaN now.
    template <class E>
    static bool add_complex_block(const E* from, long long n, long long first, E& value, long long& index) {
        using R = typename E::value_type;
        constexpr int one = vector_bytes / (int)sizeof(R);
        bool has_nan = false;
        const R* const parts = &from->re;
        const R extreme = 2 * n >= 4 * one ? float_extreme<4 * one, one, 2>(parts, 2 * n, has_nan)
                          : 2 * n >= one   ? float_extreme<one, one, 2>(parts, 2 * n, has_nan)
                                           : float_extreme<2, 2, 2>(parts, 2 * n, has_nan);
        if (!has_nan && is_beyond(value.re, extreme)) return false;
        const auto is_candidate = [&](E x) { return has_nan ? isnan(x) : x.re == extreme; };
        for (long long i = 0; i < n; ++i)
            if (is_candidate(from[i])) Op::add_value(value, index, from[i], first + i);
        return has_nan;
    }
    /// The first place of a value that is one of the elements; any NaN is as good as another.
    template <class E>
    static __attribute__((noinline)) long long place_of(const E* from, long long n, extreme_t value) {
        long long i = 0;
        if (isnan(value)) {
#pragma clang loop vectorize(disable) unroll(disable)
            while (i + 1 < n && !isnan(cast<extreme_t>(from[i]))) ++i;
            return i;
        }
        constexpr int one = vector_bytes / (int)sizeof(E);
        for (; i + 4 * one <= n && !holds_one<4 * one>(from + i, value);) i += 4 * one;
        for (; i + one <= n && !holds_one<one>(from + i, value);) i += one;
#pragma clang loop vectorize(disable) unroll(disable)
        while (i + 1 < n && !(cast<extreme_t>(from[i]) == value)) ++i;
        return i;
    }
    template <int W, class E>
    static inline __attribute__((always_inline)) bool holds_one(const E* from, extreme_t value) {
        constexpr int one = vector_bytes / (int)sizeof(E);
        unsigned_of_size<sizeof(E)> found = 0;
#pragma clang loop vectorize(enable) vectorize_width(one) interleave_count(W / one) unroll(disable)
        for (int j = 0; j < W; ++j) found |= cast<extreme_t>(from[j]) == value ? 1 : 0;
        return found;
    }

    static constexpr long long size_of(int k) { return size_of(k, typename base::in_indices()); }
    template <int... K>
    static constexpr long long size_of(int k, indices<K...>) {
        constexpr long long sizes[] = {sizeof(typename base::template input_type<K>)...};
        return sizes[k];
    }

    template <int K>
    struct row_of {
        const char* start;
        long long step;
        const typename base::template input_type<K>& at(long long u, long long j) const {
            using E = typename base::template input_type<K>;
            return ((const E*)(start + u * step))[j];
        }
    };
    // Rows as wide as the states, one after the other: memory is read in its order, which is twice as fast as any
    // other, and the states are in registers meanwhile.
    template <class P, int... K>
    static __attribute__((noinline)) void add_whole_rows(const args_t& args, P& s, const pointers& from,
                                                         const long long* step, long long count, long long index,
                                                         indices<K...>) {
        add_whole_rows_of(args, s, count, index, typename base::state_indices(), row_of<K>{from.p[K], step[K]}...);
    }
    template <class P, int... S, class... Row>
    static inline __attribute__((always_inline)) void add_whole_rows_of(const args_t& args, P& s, long long count,
                                                                        long long index, indices<S...>, Row... row) {
        const auto add = [&](P& t, long long u) __attribute__((always_inline)) {
            for_vectors([&](int j) {
                states<1> one;
                base::copy(one, 0, t, j);
                base::add(args, index + u * lanes + j, one.template get<S>().v[0]..., row.at(u, j)...);
                base::copy(t, j, one, 0);
            });
        };
        P sum;
        for_lanes([&](int j) { base::copy(sum, j, s, j); });
        if constexpr (!Op::cascade) {
#pragma clang loop vectorize(disable)
            for (long long u = 0; u < count; ++u) add(sum, u);
        } else {
            P t;
            long long u = 0;
#pragma clang loop unroll(disable)
            for (; u + together <= count; u += together) {
                for_lanes([&](int j) { base::start(t, j); });
#pragma unroll
                for (int v = 0; v < together; ++v) {
                    add(t, u + v);
                    asm volatile("" ::: "memory");  // a compiler would rather finish one state after the other
                }
                for_lanes([&](int j) { base::combine(sum, j, t, j); });
            }
            if (u < count) {
                for_lanes([&](int j) { base::start(t, j); });
#pragma clang loop unroll(disable)
                for (; u < count; ++u) add(t, u);
                for_lanes([&](int j) { base::combine(sum, j, t, j); });
            }
        }
        for_lanes([&](int j) { base::copy(s, j, sum, j); });
    }
    template <class F>
    static inline __attribute__((always_inline)) void for_lanes(F f) {
#pragma clang loop vectorize(assume_safety) vectorize_width(lanes) interleave_count(1) unroll(disable)
        for (int j = 0; j < lanes; ++j) f(j);
    }
    // Likewise in vectors as wide as a register, for which mathematical functions are known.
    template <class F>
    static inline __attribute__((always_inline)) void for_vectors(F f) {
#pragma clang loop vectorize(assume_safety) vectorize_width(vector) interleave_count(lanes / vector) unroll(disable)
        for (int j = 0; j < lanes; ++j) f(j);
    }

    template <int U, class P, int... K>
    static __attribute__((noinline)) void add_rows(const args_t& args, P& s, const pointers& from,
                                                   const long long* step, long long n, long long index,
                                                   long long row_index, long long element_index, indices<K...>) {
        add_rows_of<U>(args, s, n, index, row_index, element_index, typename base::state_indices(),
                       row_of<K>{from.p[K], step[K]}...);
    }
    template <int U, class P, int... S, class... Row>
    static inline __attribute__((always_inline)) void add_rows_of(const args_t& args, P& s, long long n,
                                                                  long long index, long long row_index,
                                                                  long long element_index, indices<S...>, Row... row) {
        // States are no part of the inputs.
#pragma clang loop vectorize(assume_safety) interleave(enable)
        for (long long j = 0; j < n; ++j) {
            constexpr bool apart = Op::cascade && U > 1;
            states<1> t;
            if constexpr (apart) base::start(t, 0);
            else base::copy(t, 0, s, (int)j);
#pragma unroll
            for (int u = 0; u < U; ++u)
                base::add(args, index + u * row_index + j * element_index, t.template get<S>().v[0]...,
                          row.at(u, j)...);
            if constexpr (apart) base::combine(s, (int)j, t, 0);
            else base::copy(s, (int)j, t, 0);
        }
    }

    // Combines the lanes into the first one, pairwise, in registers. Those that began with the same element are about
    // the same point, their first component.
    static states<1> combined_lanes(const states<lanes>& s) {
        states<lanes> all;
        for_lanes([&](int j) { base::copy(all, j, s, j); });
        combine_lanes<lanes / 2>(all);
        states<1> one;
        base::copy(one, 0, all, 0);
        return one;
    }
    template <int Half>
    static inline __attribute__((always_inline)) void combine_lanes(states<lanes>& s) {
        if constexpr (Half > 0) {
            const auto combine = [&](int j) __attribute__((always_inline)) {
                states<1> other;
                base::copy(other, 0, s, j + Half);
                if constexpr (Op::begins) other.template get<0>().v[0] = s.template get<0>().v[j];
                base::combine(s, j, other, 0);
            };
            if constexpr ((Op::state::count == 1 || Op::ordered) && Half > 2) {
                // One vector: a compiler that unrolls so short a loop puts the lanes together from scalars.
#pragma clang loop vectorize(assume_safety) vectorize_width(Half) interleave_count(1) unroll(disable)
                for (int j = 0; j < Half; ++j) combine(j);
            } else {
#pragma clang loop vectorize(assume_safety)
                for (int j = 0; j < Half; ++j) combine(j);
            }
            combine_lanes<Half / 2>(s);
        }
    }

    // The inputs' addresses; those that stay where they are come to `n` copies of their element, in the buffers.
    static pointers spread(buffers_t& buffers, const args_t& args, pointers from, long long n) {
        if constexpr (Op::spreads) spread(buffers, args, from, n, typename base::in_indices());
        return from;
    }
    template <int... K>
    static void spread(buffers_t& buffers, const args_t& args, pointers& from, long long n, indices<K...>) {
        const auto copies = [&](auto* buffer, const char*& at) {
            const auto value = *(const decltype(buffer))at;
            for (long long j = 0; j < n; ++j) buffer[j] = value;
            at = (const char*)buffer;
        };
        ((base::stays(args, K) ? copies(buffers.template get<K>().v, from.p[K]) : void()), ...);
    }

    // Brings `n` elements from `position` of the dimensions into the buffers, and returns these.
    template <int K>
    static pointers gather(buffers_t& buffers, const pointers& from, int ndim, const long long* shape,
                           const long long (*strides)[max_reduction_dims], long long position, long long n) {
        pointers result;
        gather_from<K>(result, buffers, from, ndim, shape, strides, position, n);
        return result;
    }
    template <int K>
    static void gather_from(pointers& result, buffers_t& buffers, const pointers& from, int ndim,
                            const long long* shape, const long long (*strides)[max_reduction_dims], long long position,
                            long long n) {
        if constexpr (K < nin) {
            using E = typename base::template input_type<K>;
            E* const buffer = buffers.template get<K>().v;
            if (ndim == 1 && n < 8) {  // a call would take longer
                const char* at = from.p[K] + position * strides[K][0];
#pragma clang loop vectorize(disable) unroll(disable)
                for (int j = 0; j < (int)n; ++j, at += strides[K][0]) buffer[j] = cuprum::load<E>(at);
            } else {
                constexpr int itemsize = is_same<E, counter> ? 0 : (int)sizeof(E);
                cuprum_gather(buffer, itemsize, from.p[K], ndim, shape, strides[K], position, n);
            }
            result.p[K] = (const char*)buffer;
            gather_from<K + 1>(result, buffers, from, ndim, shape, strides, position, n);
        }
    }
};

#define CUPRUM_REDUCTION_ENTRY(name, op, call)                                                             \
    extern "C" void name(const cuprum::reduction_base<op>::args_t* args, long long begin, long long end) { \
        cuprum::reduction_loops<op>::call(*args, begin, end);                                              \
    }
#define CUPRUM_REDUCTION_ROWS(name, op) CUPRUM_REDUCTION_ENTRY(name, op, rows)
#define CUPRUM_REDUCTION_COLUMNS(name, op) CUPRUM_REDUCTION_ENTRY(name, op, columns)
#define CUPRUM_REDUCTION_MERGE(name, op) CUPRUM_REDUCTION_ENTRY(name, op, merge)

}  // namespace cuprum
