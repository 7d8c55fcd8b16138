// Rows that go through several reductions and the work between them in one kernel: a softmax, a normalisation. A row is
// read once and stays in registers (GPU) or in the caches (CPU) until its results are written.
//
// An operation is a struct with
//     using inputs = cuprum::types<A0, ...>;          // as stored in memory, then the values that are kept
//     using results = cuprum::types<R0, ...>;         // of the reductions, one each
//     using outputs = cuprum::types<O0, ...>;         // those along the row, then those of which a row has one
//     using reductions = cuprum::types<Op0, ...>;     // as reduction.h describes them; each takes the inputs, then the
//                                                     // results of those before it
//     static constexpr unsigned still, values;        // bit k: input k has one element a row; is no array at all
//     static constexpr int kept, along;               // how many values are kept; how many outputs lie along the row
//     static constexpr int until[];                   // reductions p to until[p] - 1 do not need each other's results
//                                                     // and go along the row together, if p is the first of them
//     static constexpr int after[];                   // when so many reductions are done, they are computed by
//     static void keep(index_constant<j>, Aj&, const A0&, ..., const R0&, ...);
//     static void elements(O0&, ..., const A0&, ..., const R0&, ...);  // the outputs along the row
//     static void row(Oj&, ..., const A0&, ..., const R0&, ...);       // the others; only still inputs count
// that of a program on a GPU whose reductions have the order of those that read rows from memory also
//     static constexpr int vector;                    // the elements that these load at once
//     static constexpr bool in_block;                 // whether they take a row in a block (reduction_loops::rows), or
//                                                     // in a group of lanes (reduction_loops::groups)
// and an entry point is made by CUPRUM_ROW_PROGRAM(name, op, vectors), where a GPU's thread holds so many vectors; none
// where a row is too long for that, and is read again for each reduction, from a cache that holds a row for every
// multiprocessor.
#pragma once

#include <cuprum/engine/reduction.h>
#include <cuprum/engine/row_program_args.h>

namespace cuprum {

template <class List>
struct packs_of;
template <class... T>
struct packs_of<types<T...>> {
    template <int V>
    using pack = vector_pack<V, T...>;
};

/// What both processors do.
template <class Op>
struct row_base {
    static constexpr int nin = Op::inputs::count, given = nin - Op::kept, nout = Op::outputs::count;
    static constexpr int count = Op::reductions::count;
    using args_t = RowArgs<given, nout>;
    template <int V>
    using elements = typename packs_of<typename Op::inputs>::template pack<V>;
    using results = typename packs_of<typename Op::results>::template pack<1>;
    template <int V>
    using outputs = typename packs_of<typename Op::outputs>::template pack<V>;
    template <int P>
    using reduction = element_of<typename packs_of<typename Op::reductions>::template pack<1>, P>;
    template <int P>
    using state_list = typename reduction<P>::state;
    template <int P, int W>
    using states = typename pack_of_list<W, state_list<P>>::type;
    template <int P>
    using state_indices = indices_below<state_list<P>::count>;
    using in_indices = indices_below<nin>;
    template <int K>
    using input_type = element_of<elements<1>, K>;
    template <int K>
    using output_type = element_of<outputs<1>, K>;

    CUPRUM_DEVICE static constexpr bool is_still(int k) { return Op::still >> k & 1u; }

    CUPRUM_DEVICE static long long offset(const args_t& args, long long row, int operand) {
        return offset_of(row, args.kept_ndim, args.kept_shape, args.kept_strides[operand]);
    }
    CUPRUM_DEVICE static const char* input(const args_t& args, long long row, int k) {
        return Op::values >> k & 1u ? (const char*)args.values[k] : args.input[k] + offset(args, row, k);
    }

    // Pieces of a reduction P; `s` has states side by side, of which j is meant, `data` elements, of which k is.
    template <int P, class S, int... I>
    CUPRUM_DEVICE static void start(S& s, int j, indices<I...>) {
        reduction<P>::start(s.template get<I>().v[j]...);
    }
    template <int P, class S, class D, int... I, int... K, int... R>
    CUPRUM_DEVICE static void begin(S& s, int j, const D& data, int k, const results& r, long long counted,
                                    indices<I...>, indices<K...>, indices<R...>) {
        if constexpr (reduction<P>::begins)
            reduction<P>::begin(s.template get<I>().v[j]..., data.template get<K>().v[k]...,
                                r.template get<R>().v[0]..., counted);
    }
    template <int P, class S, class D, int... I, int... K, int... R>
    CUPRUM_DEVICE static void accumulate(S& s, int j, const D& data, int k, const results& r, int index, indices<I...>,
                                         indices<K...>, indices<R...>) {
        reduction<P>::accumulate(s.template get<I>().v[j]..., data.template get<K>().v[k]...,
                                 r.template get<R>().v[0]..., index);
    }
    template <int P, class S, int... I>
    CUPRUM_DEVICE static void add_initial(S& s, int j, const args_t& args, indices<I...>) {
        if (args.initials >> P & 1u) reduction<P>::initial(s.template get<I>().v[j]..., args.tails[P]);
    }
    template <int P, class S, class T, int... I>
    CUPRUM_DEVICE static void combine(S& s, int j, const T& t, int l, indices<I...>) {
        reduction<P>::combine(s.template get<I>().v[j]..., t.template get<I>().v[l]...);
    }
    template <int P, class S, int... I>
    CUPRUM_DEVICE static void finish(results& r, const S& s, const args_t& args, indices<I...>) {
        reduction<P>::finish(r.template get<P>().v[0], s.template get<I>().v[0]..., args.tails[P]);
    }

    // The outputs of which a row has one.
    template <int... O, int... K, int... R>
    CUPRUM_DEVICE static void write_row(const args_t& args, long long row, const elements<1>& data, const results& r,
                                        indices<O...>, indices<K...>, indices<R...>) {
        if constexpr (sizeof...(O) > 0) {
            outputs<1> out;
            Op::row(out.template get<Op::along + O>().v[0]..., data.template get<K>().v[0]...,
                    r.template get<R>().v[0]...);
            ((*(output_type<Op::along + O>*)(args.output[Op::along + O] + offset(args, row, given + Op::along + O)) =
                  out.template get<Op::along + O>().v[0]),
             ...);
        }
    }
    CUPRUM_DEVICE static void write_row(const args_t& args, long long row, const elements<1>& data, const results& r) {
        write_row(args, row, data, r, indices_below<nout - Op::along>(), in_indices(), indices_below<count>());
    }
};

#if CUPRUM_GPU

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

#define CUPRUM_ROW_PROGRAM(name, op, vectors)                                                                \
    extern "C" __global__ void __launch_bounds__((vectors) ? cuprum::row_threads : cuprum::long_row_threads) \
        name(const __grid_constant__ cuprum::row_base<op>::args_t args) {                                    \
        cuprum::row_loops<op, vectors>::run(args);                                                           \
    }

#else  // CPU

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

#define CUPRUM_ROW_PROGRAM(name, op, vectors)                                                        \
    extern "C" void name(const cuprum::row_base<op>::args_t* args, long long begin, long long end) { \
        cuprum::row_loops<op>::run(*args, begin, end);                                               \
    }

#endif

}  // namespace cuprum
