// The loops of row programs on a CPU (row_program.h): a row stays in the caches.
#pragma once

#include <cuprum/engine/row_program_base.h>

namespace cuprum {

template <class Op>
struct row_loops : row_base<Op> {
    using base = row_base<Op>;
    using args_t = typename base::args_t;
    using results = typename base::results;
    static constexpr int U = 8;  // elements that a lane takes before they join its state

    template <class... T>
    static constexpr bool any_float16(types<T...>) {
        return is_any_of<float16, T...>;
    }
    static constexpr bool halves = any_float16(typename Op::inputs()) || any_float16(typename Op::outputs());

    static void run(const args_t& args, long long begin, long long end) {
        char* kept = nullptr;
        if constexpr (Op::kept > 0) kept = (char*)__builtin_alloca_with_align(kept_bytes(args.length, base::nin), 512);
        for (long long row = begin; row < end; ++row) run_row(args, row, kept, typename base::in_indices());
    }

private:
    // The k-th input along a row: a pointer, or one value.
    template <int K>
    struct operand {
        using E = typename base::template input_type<K>;
        const E* at;
        E value;
        explicit operand(const char* address) : at((const E*)address), value(*(const E*)address) {}
        operand from(long long i) const {
            operand moved = *this;
            moved.at += i;
            return moved;
        }
        const E& operator[](long long i) const {
            if constexpr (base::is_still(K)) return value;
            else return at[i];
        }
    };

    /// The bytes of the values that are kept and stand before input `end`.
    template <int K = base::given>
    static long long kept_bytes(long long length, int end) {
        if constexpr (K < base::nin) {
            const long long bytes = length * (long long)sizeof(typename base::template input_type<K>);
            return K < end ? (bytes + 63) / 64 * 64 + kept_bytes<K + 1>(length, end) : 0;
        } else {
            return 0;
        }
    }
    template <int K>
    static const char* address(const args_t& args, long long row, const char* kept) {
        if constexpr (K < base::given) return base::input(args, row, K);
        else return kept + kept_bytes(args.length, K);
    }

    template <int... K>
    static void run_row(const args_t& args, long long row, char* kept, indices<K...> in) {
        typename base::template elements<1> first;
        ((K < base::given ? void(first.template get<K>().v[0] =
                                     *(const typename base::template input_type<K>*)address<K>(args, row, kept))
                          : void()),
         ...);
        results r;
        reduce<0>(r, args, first, kept, operand<K>(address<K>(args, row, kept))...);
        write(args, row, r, indices_below<Op::along>(), indices_below<base::count>(),
              operand<K>(address<K>(args, row, kept))...);
        base::write_row(args, row, first, r);
    }

    template <int P, class... In>
    static void reduce(results& r, const args_t& args, typename base::template elements<1>& first, char* kept,
                       In... in) {
        if constexpr (P < base::count) {
            keep<P>(r, args, first, kept, in...);
            reduce_one<P>(r, args, first, typename base::template state_indices<P>(), indices_below<P>(), in...);
            reduce<P + 1>(r, args, first, kept, in...);
        }
    }
    /// Computes what is kept for reduction P and later.
    template <int P, int J = 0, class... In>
    static void keep(const results& r, const args_t& args, typename base::template elements<1>& first, char* kept,
                     In... in) {
        if constexpr (J < Op::kept) {
            if constexpr (Op::after[J] == P) {
                constexpr int K = base::given + J;
                auto* to = (typename base::template input_type<K>*)(kept + kept_bytes(args.length, K));
                keep_one<J>(to, args.length, r, indices_below<P>(), in...);
                first.template get<K>().v[0] = *to;
            }
            keep<P, J + 1>(r, args, first, kept, in...);
        }
    }
    template <int J, class E, int... R, class... In>
    static __attribute__((noinline)) void keep_one(E* to, long long n, const results& r, indices<R...>, In... in) {
        const auto result = r;
        along(n,
              [&](long long i) { Op::keep(index_constant<J>(), to[i], in[i]..., result.template get<R>().v[0]...); });
    }
    template <class F>
    static inline __attribute__((always_inline)) void along(long long n, F f) {
        if constexpr (halves) {
#pragma clang loop vectorize(assume_safety) vectorize_width(float16_width)
            for (long long i = 0; i < n; ++i) f(i);
        } else {
#pragma clang loop vectorize(assume_safety) interleave(enable)
            for (long long i = 0; i < n; ++i) f(i);
        }
    }

    template <int P, int... I, int... R, class... In>
    static __attribute__((noinline)) void reduce_one(results& r, const args_t& args,
                                                     const typename base::template elements<1>& first,
                                                     indices<I...> all, indices<R...> before, In... in) {
        using Reduction = typename base::template reduction<P>;
        // A reduction that stands for that of an array in memory adds elements in the order of reduction_loops::rows.
        constexpr bool exact = requires { Reduction::element_bytes; };
        constexpr int widest = exact ? widest_element<Reduction>() : largest_of(typename Op::inputs());
        constexpr int W = 1 << log2_of(256 / max_of(4, largest_of(typename Reduction::state()), widest));
        // Lanes, a power of two: no more than a short row has use for. Those that get no element change nothing.
        const long long length = args.length, wanted = exact || length <= W ? length : length / U;
        int lanes = U < W ? U : W;
        while (lanes < wanted && lanes < W) lanes *= 2;
        alignas(64) typename base::template states<P, W> s;
        for (int j = 0; j < lanes; ++j) base::template start<P>(s, j, all);
        if constexpr (Reduction::begins) {
            typename base::template states<P, 1> one;
            begin_one<P>(one, first, r, 0, all, before);
            for (int j = 1; j < lanes; ++j) ((s.template get<I>().v[j] = one.template get<I>().v[0]), ...);
            begin_one<P>(one, first, r, length, all, before);
            ((s.template get<I>().v[0] = one.template get<I>().v[0]), ...);
        }
        base::template add_initial<P>(s, 0, args, all);
        long long done = 0;
        if constexpr (exact) {
            // Pieces of U parts of as many elements as there are lanes, then a piece of fewer parts, then single ones.
            for (; length - done >= U * W; done += U * W) add_parts<P, U>(s, r, W, done, all, before, in.from(done)...);
            if (length - done >= W) {
                alignas(64) typename base::template states<P, W> t;
                if constexpr (Reduction::cascade)
                    for (int j = 0; j < W; ++j) base::template start<P>(t, j, all);
                auto& to = choose<Reduction::cascade>(t, s);
                for (; length - done >= W; done += W) add_parts<P, 1>(to, r, W, done, all, before, in.from(done)...);
                if constexpr (Reduction::cascade) combine_all<P, W>(s, t, all);
            }
        } else {
            // Such pieces; the parts of the last one are shorter.
            while (length > W && length - done >= U) {
                const long long n = length - done < U * W ? (length - done) / U : W;
                add_parts<P, U>(s, r, n, done, all, before, in.from(done)...);
                done += U * n;
            }
        }
        if (done < length) add_parts<P, 1>(s, r, length - done, done, all, before, in.from(done)...);
        combine_lanes<P, W / 2>(s, lanes, all);
        base::template finish<P>(r, s, args, all);
    }
    /// States that are combined as ones about the same point must be about the very same one: the element is mapped by
    /// this function alone, not in a loop, of which some turns use vector functions and some scalar ones.
    template <int P, class S, int... I, int... R>
    static __attribute__((noinline)) void begin_one(S& one, const typename base::template elements<1>& first,
                                                    const results& r, long long count, indices<I...> all,
                                                    indices<R...> before) {
        base::template begin<P>(one, 0, first, 0, r, count, all, typename base::in_indices(), before);
    }
    /// Adds `parts` times n elements to n lanes. That n is not known here keeps the compiler from seeing bits where
    /// sums are meant, and gathers where vectors lie side by side.
    template <int P, int parts, class S, int... I, int... R, class... In>
    static __attribute__((noinline)) void add_parts(S& s, const results& r, long long n, long long first,
                                                    indices<I...> all, indices<R...>, const In&... in) {
        add_parts_of<P, parts>(s, r, n, first, all, indices<R...>(), in...);
    }
    template <int P, int parts, class S, int... I, int... R, class... In>
    static inline __attribute__((always_inline)) void add_parts_of(S& s, const results& r, long long n, long long first,
                                                                   indices<I...> all, indices<R...>, In... in) {
        using Reduction = typename base::template reduction<P>;
        constexpr bool apart = Reduction::cascade && parts > 1;
        const auto result = r;  // what is read does not alias the states
#pragma clang loop vectorize(assume_safety) interleave(enable)
        for (long long j = 0; j < n; ++j) {
            typename base::template states<P, 1> t;
            if constexpr (apart) base::template start<P>(t, 0, all);
            else ((t.template get<I>().v[0] = s.template get<I>().v[j]), ...);
#pragma unroll
            for (int u = 0; u < parts; ++u)
                Reduction::accumulate(t.template get<I>().v[0]..., in[u * n + j]..., result.template get<R>().v[0]...,
                                      first + u * n + j);
            if constexpr (apart) base::template combine<P>(s, (int)j, t, 0, all);
            else ((s.template get<I>().v[j] = t.template get<I>().v[0]), ...);
        }
    }
    template <bool first, class S>
    static S& choose(S& a, S& b) {
        if constexpr (first) return a;
        else return b;
    }
    template <int P, int W, class S, int... I>
    static inline __attribute__((always_inline)) void combine_all(S& s, const S& t, indices<I...> all) {
#pragma clang loop vectorize(assume_safety)
        for (int j = 0; j < W; ++j) base::template combine<P>(s, j, t, j, all);
    }
    template <int P, int Half, class S, int... I>
    static inline __attribute__((always_inline)) void combine_lanes(S& s, int lanes, indices<I...> all) {
        if constexpr (Half > 0) {
            if (Half < lanes) {
#pragma clang loop vectorize(assume_safety)
                for (int j = 0; j < Half; ++j) base::template combine<P>(s, j, s, j + Half, all);
            }
            combine_lanes<P, Half / 2>(s, lanes, all);
        }
    }

    template <int... O, int... R, class... In>
    static __attribute__((noinline)) void write(const args_t& args, long long row, const results& r, indices<O...>,
                                                indices<R...>, In... in) {
        if constexpr (sizeof...(O) > 0)
            write_to(args.length, r, indices<R...>(), in...,
                     (typename base::template output_type<O>*)(args.output[O] +
                                                               base::offset(args, row, base::given + O))...);
    }
    template <int... R, class... Operands>
    static inline __attribute__((always_inline)) void write_to(long long n, const results& r, indices<R...>,
                                                               Operands... operands) {
        write_to(n, r, indices<R...>(), typename base::in_indices(), indices_below<Op::along>(), operands...);
    }
    template <int... R, int... K, int... O, class... Operands>
    static inline __attribute__((always_inline)) void write_to(long long n, const results& r, indices<R...>,
                                                               indices<K...>, indices<O...>, Operands... operands) {
        const auto result = r;
        const auto run = [&](const operand<K>&... in, typename base::template output_type<O>*... out) {
            along(n, [&](long long i) { Op::elements(out[i]..., in[i]..., result.template get<R>().v[0]...); });
        };
        run(operands...);
    }
};

}  // namespace cuprum

#define CUPRUM_ROW_PROGRAM(name, op, vectors)                                                        \
    extern "C" void name(const cuprum::row_base<op>::args_t* args, long long begin, long long end) { \
        cuprum::row_loops<op>::run(*args, begin, end);                                               \
    }
