// The loops of row programs on a GPU (row_program.h): a row stays in the registers of its threads.
#pragma once

#include <cuprum/engine/row_program_base.h>

namespace cuprum {

/// A row is taken by `threads` threads: a part of a warp, a warp, or a block of several.
template <class Op, int Vectors>
struct row_loops : row_base<Op> {
    using base = row_base<Op>;
    using args_t = typename base::args_t;
    using results = typename base::results;
    template <int... K>
    CUPRUM_DEVICE static constexpr int largest(indices<K...>) {
        return max_of(sizeof(typename base::template input_type<K>)...);
    }
    // Whether elements are added in the order in which a reduction adds those of a row in memory, which it loads in
    // vectors: the threads and the vectors of that one hold the row here.
    static constexpr bool exact = requires { Op::vector; };
    CUPRUM_DEVICE static constexpr bool is_in_block() {
        if constexpr (exact) return Op::in_block;
        else return false;
    }
    CUPRUM_DEVICE static constexpr int vector_width() {
        if constexpr (exact) return Op::vector;
        else return row_vector(largest(indices_below<base::given>()));
    }
    static constexpr bool in_block = is_in_block();
    static constexpr int V = vector_width();
    using vector = typename base::template elements<V>;
    using vector1 = typename base::template elements<1>;
    using given_indices = indices_below<base::given>;
    using in_all = typename base::in_indices;
    static constexpr bool holds = Vectors > 0;  // else pieces of the row are read in turn
    static constexpr int N = holds ? Vectors : 2;

    CUPRUM_DEVICE static void run(const args_t& args) {
        const int threads = args.threads, thread = threadIdx.x & (threads - 1), shift = 31 - __clz(threads);
        const long long row = (long long)blockIdx.x * (blockDim.x >> shift) + (threadIdx.x >> shift);
        const bool is_idle = row >= args.rows;  // goes along with the last row, as shuffles need all threads
        const long long mine = is_idle ? args.rows - 1 : row;
        vector data[N];
        if constexpr (holds) read(data, args, mine, 0, thread, given_indices());
        vector1 first;
        first_of(first, args, mine, given_indices());
        results r;
        reduce<0>(r, args, mine, data, first, thread);
        if (is_idle) return;
        write(args, row, data, r, thread, indices_below<Op::along>(), typename base::in_indices(),
              indices_below<base::count>());
        if (thread == 0) base::write_row(args, row, first, r);
    }

private:
    /// The place in the row of element k of a thread's n-th vector. Where rows are not aligned, neighbouring threads
    /// take neighbouring elements.
    CUPRUM_DEVICE static int place(const args_t& args, int thread, int n, int k) {
        return exact || args.vectors ? (n * args.threads + thread) * V + k : (n * V + k) * args.threads + thread;
    }

    /// Calls work(at) with the place at which each piece of a row begins.
    template <class F>
    CUPRUM_DEVICE static void for_pieces(const args_t& args, F work) {
        if constexpr (holds) {
            work(0);
        } else {
#pragma unroll 1
            for (int at = 0; at < args.length; at += args.threads * N * V) work(at);
        }
    }

    template <int... K>
    CUPRUM_DEVICE static void read(vector* data, const args_t& args, long long row, int at, int thread, indices<K...>) {
        (read_one<K>(data, args, base::input(args, row, K), at, thread), ...);
    }
    template <int K>
    CUPRUM_DEVICE static void read_one(vector* data, const args_t& args, const char* start, int at, int thread) {
        using E = typename base::template input_type<K>;
        const E* address = (const E*)start + at;
        const int last = args.length - at - 1;  // what lies behind it is not read, nor counted
        if constexpr (base::is_still(K)) {
            const E value = *(const E*)start;
#pragma unroll
            for (int n = 0; n < N; ++n)
#pragma unroll
                for (int k = 0; k < V; ++k) data[n].template get<K>().v[k] = value;
        } else if (args.vectors) {
#pragma unroll
            for (int n = 0; n < N; ++n)
                data[n].template get<K>() =
                    *(const vec<E, V>*)(address + (always_there(n) ? place(args, thread, n, 0)
                                                                   : min(place(args, thread, n, 0), last / V * V)));
        } else {
#pragma unroll
            for (int n = 0; n < N; ++n)
#pragma unroll
                for (int k = 0; k < V; ++k)
                    data[n].template get<K>().v[k] =
                        address[always_there(n) ? place(args, thread, n, k) : min(place(args, thread, n, k), last)];
        }
    }
    template <int... K>
    CUPRUM_DEVICE static void first_of(typename base::template elements<1>& first, const args_t& args, long long row,
                                       indices<K...>) {
        ((first.template get<K>().v[0] = *(const typename base::template input_type<K>*)base::input(args, row, K)),
         ...);
    }

    /// As half as many threads would not hold the row, the first half of their elements lies in it (plan_rows).
    CUPRUM_DEVICE static constexpr bool always_there(int n) { return holds && N > 2 && n < N / 2; }

    /// How many of a thread's elements lie in the row, from place `at` on: the first ones, as their places rise.
    CUPRUM_DEVICE static int elements_there(const args_t& args, int at, int thread) {
        const int unit = exact || args.vectors ? V : 1, units = (args.length - at) / unit;
        const int turns = (units - thread + args.threads - 1) >> (31 - __clz(args.threads));
        return turns * unit;
    }

    // Computes what is kept when reductions from Before + 1 to P are done, or, where nothing is held, all up to P.
    template <int Before, int P, int J = 0, class D>
    CUPRUM_DEVICE static void keep(D& data, int k, const results& r) {
        if constexpr (J < Op::kept) {
            if constexpr (Op::after[J] <= P && (!holds || Op::after[J] > Before))
                keep_one<J>(data, k, r, typename base::in_indices(), indices_below<Op::after[J]>());
            keep<Before, P, J + 1>(data, k, r);
        }
    }
    template <int J, class D, int... K, int... R>
    CUPRUM_DEVICE static void keep_one(D& data, int k, const results& r, indices<K...>, indices<R...>) {
        Op::keep(index_constant<J>(), data.template get<base::given + J>().v[k], data.template get<K>().v[k]...,
                 r.template get<R>().v[0]...);
    }
    template <int Before, int P>
    CUPRUM_DEVICE static void keep_all(vector* data, const results& r) {
#pragma unroll
        for (int n = 0; n < N; ++n)
#pragma unroll
            for (int k = 0; k < V; ++k) keep<Before, P>(data[n], k, r);
    }

    /// The order of reduction_loops: vectors, and what several of them have in the same place, are summed up before
    /// they join a state.
    template <int P>
    struct in_order {
        using Reduction = typename base::template reduction<P>;
        using all = typename base::template state_indices<P>;
        using before = indices_below<P>;
        static constexpr int lanes = in_block ? V : 1;
        static constexpr int batch = !in_block ? 1 : V > 8 ? 2 : V > 4 ? 4 : 8;  // vectors
        static constexpr bool briefs = in_block && Reduction::briefs;
        template <int W>
        using shares = typename base::template states<P, W>;
        template <int W>
        using brief = typename pack_of_list<W, typename brief_of<Reduction>::type>::type;

        template <class S>
        CUPRUM_DEVICE static void add(S& s, int j, const vector* data, int n, int k, const results& r, int index) {
            base::template accumulate<P>(s, j, data[n], k, r, index, all(), in_all(), before());
        }
        // Vectors `from` to `from + batch` of a thread that has `there` in all, one or more of these.
        template <class S>
        CUPRUM_DEVICE static void add_batch(S& s, const args_t& args, const vector* data, const results& r, int from,
                                            int there, int thread) {
            constexpr int B = batch < N ? batch : N;
            const auto add_all = [&](auto& to, bool in_one) {
#pragma unroll
                for (int u = 0; u < B; ++u)
                    if (from + u < there)
#pragma unroll
                        for (int k = 0; k < V; ++k)
                            add(to, in_one || lanes == 1 ? 0 : k, data, from + u, k, r,
                                place(args, thread, from + u, k));
            };
            if constexpr (briefs) {
                const int count = (there - from < B ? there - from : B) * V;
                brief<1> to;
                base::template begin<P>(to, 0, data[from], 0, r, 0, all(), in_all(), before());
                add_all(to, true);
                recenter(to, count, all());
                add_all(to, true);
                join(s, to, count, all());
            } else if constexpr (Reduction::cascade) {
                shares<lanes> to;
#pragma unroll
                for (int k = 0; k < lanes; ++k) base::template start<P>(to, k, all());
                add_all(to, false);
#pragma unroll
                for (int k = 0; k < lanes; ++k) base::template combine<P>(s, k, to, k, all());
            } else {
                add_all(s, false);
            }
        }
        template <class B, int... I>
        CUPRUM_DEVICE static void recenter(B& to, int count, indices<I...>) {
            Reduction::recenter(to.template get<I>().v[0]..., count);
        }
        template <class S, class B, int... I>
        CUPRUM_DEVICE static void join(S& s, const B& to, int count, indices<I...>) {
            Reduction::join(s.template get<I>().v[0]..., to.template get<I>().v[0]..., count);
        }
        template <int Half, class S>
        CUPRUM_DEVICE static void combine_lanes(S& s) {
            if constexpr (Half > 0) {
#pragma unroll
                for (int k = 0; k < Half; ++k) base::template combine<P>(s, k, s, k + Half, all());
                combine_lanes<Half / 2>(s);
            }
        }
        template <int... I>
        CUPRUM_DEVICE static void copy(shares<1>& to, const shares<lanes>& from, indices<I...>) {
            ((to.template get<I>().v[0] = from.template get<I>().v[0]), ...);
        }
        // The state of a thread's part of a row.
        CUPRUM_DEVICE static void reduce(shares<1>& result, const args_t& args, const vector* data,
                                         const vector1& first, const results& r, int thread) {
            shares<lanes> s;
#pragma unroll
            for (int k = 0; k < lanes; ++k) base::template start<P>(s, k, all());
#pragma unroll
            for (int k = 0; k < lanes; ++k)
                base::template begin<P>(s, k, first, 0, r, k == 0 && thread == 0 ? args.length : 0, all(), in_all(),
                                        before());
            if (thread == 0) base::template add_initial<P>(s, 0, args, all());
            const int there = elements_there(args, 0, thread) / V;
#pragma unroll
            for (int from = 0; from < N; from += batch)
                if (from < there) add_batch(s, args, data, r, from, there, thread);
            combine_lanes<lanes / 2>(s);
            copy(result, s, all());
        }
    };
    // Results as the thread has them that writes them in reduction_loops: the larger one of two zeros is the own one.
    template <int P, int End>
    CUPRUM_DEVICE static void share_results(results& r, const args_t& args, long long row) {
        if constexpr (P < End) {
            const int lane = in_block
                                 ? 0
                                 : (int)(threadIdx.x & 31u & -args.threads) +
                                       (int)(row & (reduction_group_rows - 1)) * (args.threads / reduction_group_rows);
            r.template get<P>().v[0] = warp_broadcast(r.template get<P>().v[0], lane);
            share_results<P + 1, End>(r, args, row);
        }
    }

    /// The states of reductions P to End - 1, which do not need each other's results and run along the row together.
    template <int P, int End>
    struct group {
        typename base::template states<P, 1> s;
        group<P + 1, End> rest;
        using all = typename base::template state_indices<P>;
        using before = indices_below<P>;  // of which none in this group counts
        CUPRUM_DEVICE void start(const args_t& args, const vector1& first, const results& r, int thread) {
            base::template start<P>(s, 0, all());
            base::template begin<P>(s, 0, first, 0, r, thread == 0 ? args.length : 0, all(), in_all(), before());
            if (thread == 0) base::template add_initial<P>(s, 0, args, all());
            rest.start(args, first, r, thread);
        }
        // Without a branch, so that the elements of a thread go on side by side.
        template <class D>
        CUPRUM_DEVICE void accumulate(const D& data, int k, const results& r, int i, bool is_there) {
            auto next = s;
            base::template accumulate<P>(next, 0, data, k, r, i, all(), in_all(), before());
            take(next, is_there, all());
            rest.accumulate(data, k, r, i, is_there);
        }
        template <int... I>
        CUPRUM_DEVICE void take(const decltype(s)& next, bool is_there, indices<I...>) {
            ((s.template get<I>().v[0] = is_there ? next.template get<I>().v[0] : s.template get<I>().v[0]), ...);
        }
        CUPRUM_DEVICE void reduce_in_order(const args_t& args, const vector* data, const vector1& first,
                                           const results& r, int thread) {
            in_order<P>::reduce(s, args, data, first, r, thread);
            rest.reduce_in_order(args, data, first, r, thread);
        }
        CUPRUM_DEVICE void combine(const group& other) {
            base::template combine<P>(s, 0, other.s, 0, all());
            rest.combine(other.rest);
        }
        CUPRUM_DEVICE void shuffle(const group& from, int mask) {
            shuffle_one(from, mask, all());
            rest.shuffle(from.rest, mask);
        }
        template <int... I>
        CUPRUM_DEVICE void shuffle_one(const group& from, int mask, indices<I...>) {
            ((s.template get<I>().v[0] = warp_xor(from.s.template get<I>().v[0], mask)), ...);
        }
        CUPRUM_DEVICE void finish(results& r, const args_t& args) const {
            base::template finish<P>(r, s, args, all());
            rest.finish(r, args);
        }
    };
    template <int End>
    struct group<End, End> {
        CUPRUM_DEVICE void start(const args_t&, const vector1&, const results&, int) {}
        template <class D>
        CUPRUM_DEVICE void accumulate(const D&, int, const results&, int, bool) {}
        CUPRUM_DEVICE void reduce_in_order(const args_t&, const vector*, const vector1&, const results&, int) {}
        CUPRUM_DEVICE void combine(const group&) {}
        CUPRUM_DEVICE void shuffle(const group&, int) {}
        CUPRUM_DEVICE void finish(results&, const args_t&) const {}
    };

    template <int P, int Before = -1>
    CUPRUM_DEVICE static void reduce(results& r, const args_t& args, long long row, vector* data, vector1& first,
                                     int thread) {
        if constexpr (P < base::count) {
            constexpr int end = Op::until[P];
            keep<Before, P>(first, 0, r);
            if constexpr (holds) keep_all<Before, P>(data, r);
            group<P, end> s;
            if constexpr (exact) {
                s.reduce_in_order(args, data, first, r, thread);
            } else {
                s.start(args, first, r, thread);
                for_pieces(args, [&](int at) {
                    if constexpr (!holds) {
                        read(data, args, row, at, thread, given_indices());
                        keep_all<Before, P>(data, r);
                    }
                    const int there = elements_there(args, at, thread);
#pragma unroll
                    for (int n = 0; n < N; ++n)
#pragma unroll
                        for (int k = 0; k < V; ++k)
                            s.accumulate(data[n], k, r, at + place(args, thread, n, k),
                                         always_there(n) || n * V + k < there);
                });
            }
            combine_row(s, args.threads);
            s.finish(r, args);
            if constexpr (exact) share_results<P, end>(r, args, row);
            reduce<end, P>(r, args, row, data, first, thread);
        }
    }

    /// Every thread of a row gets the state of all.
    template <class S>
    CUPRUM_DEVICE static void combine_row(S& s, int threads) {
        S other;
        for (int mask = threads < 32 ? threads / 2 : 16; mask > 0; mask /= 2) {
            other.shuffle(s, mask);
            s.combine(other);
        }
        if (threads <= 32) return;
        __shared__ __align__(16) unsigned char bytes[(holds ? row_threads : long_row_threads) / 32 * sizeof(S)];
        S* of_warp = (S*)bytes;
        __syncthreads();  // the readers of another reduction may not be done
        if ((threadIdx.x & 31u) == 0) of_warp[threadIdx.x / 32] = s;
        __syncthreads();
        const int warps = threads / 32, first = (threadIdx.x & -threads) / 32;  // of this row: a block may have several
        s = of_warp[first + (threadIdx.x & (warps - 1))];
        for (int mask = warps / 2; mask > 0; mask /= 2) {
            other.shuffle(s, mask);
            s.combine(other);
        }
    }

    template <int... O, int... K, int... R>
    CUPRUM_DEVICE static void write(const args_t& args, long long row, vector* data, const results& r, int thread,
                                    indices<O...>, indices<K...>, indices<R...>) {
        if constexpr (sizeof...(O) > 0) {
            char* const to[] = {args.output[O] + base::offset(args, row, base::given + O)...};
            for_pieces(args, [&](int at) {
                if constexpr (!holds) {
                    read(data, args, row, at, thread, given_indices());
                    keep_all<-1, base::count>(data, r);
                }
#pragma unroll
                for (int n = 0; n < N; ++n) {
                    if (at + place(args, thread, n, 0) >= args.length) continue;
                    typename base::template outputs<V> out;
#pragma unroll
                    for (int k = 0; k < V; ++k)
                        Op::elements(out.template get<O>().v[k]..., data[n].template get<K>().v[k]...,
                                     r.template get<R>().v[0]...);
                    (store<O>(to[O], args, out.template get<O>(), at, thread, n), ...);
                }
            });
        }
    }
    template <int O, class Vector>
    CUPRUM_DEVICE static void store(char* start, const args_t& args, const Vector& out, int at, int thread, int n) {
        using E = typename base::template output_type<O>;
        E* to = (E*)start + at;
        if (args.vectors) {
            *(vec<E, V>*)(to + place(args, thread, n, 0)) = out;
        } else {
#pragma unroll
            for (int k = 0; k < V; ++k)
                if (at + place(args, thread, n, k) < args.length) to[place(args, thread, n, k)] = out.v[k];
        }
    }
};

}  // namespace cuprum

#define CUPRUM_ROW_PROGRAM(name, op, vectors)                                                                \
    extern "C" __global__ void __launch_bounds__((vectors) ? cuprum::row_threads : cuprum::long_row_threads) \
        name(const __grid_constant__ cuprum::row_base<op>::args_t args) {                                    \
        cuprum::row_loops<op, vectors>::run(args);                                                           \
    }
