// How a thread of a GPU computes its share of a reduction: the loads, and the order of additions (reduction_gpu.h).
#pragma once

#include <cuprum/engine/reduction_gpu_combine.h>

namespace cuprum {

template <class Op>
constexpr bool is_byte_sum = false;
template <class Op>
    requires requires { Op::byte_sum; }
constexpr bool is_byte_sum<Op> = Op::byte_sum;

/// A sum and four bytes, added in one instruction.
template <class T>
CUPRUM_DEVICE int add_four_bytes(int sum, unsigned bytes) {
    if constexpr (is_signed_integer<T>) return __dp4a((int)bytes, 0x01010101, sum);
    else return (int)__dp4a(bytes, 0x01010101u, (unsigned)sum);
}

/// What a thread adds up. How blocks and threads divide the work is in reduction_gpu.h.
template <class Op>
struct reduction_gpu_shares : reduction_gpu_combine<Op> {
    using base = reduction_gpu_combine<Op>;
    using args_t = typename base::args_t;
    using pointers = typename base::pointers;
    template <int W>
    using states = typename base::template states<W>;
    template <int W>
    using elements = typename base::template elements<W>;
    using base::nin;

    template <int W>
    using shares = typename base::template shares<W>;
    using base::combine_begun, base::shuffle, base::shuffle_begun;

    CUPRUM_DEVICE static constexpr int power_below(int n) {
        return n >= 16 ? 16 : n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
    }
    // Whether elements are computed and added in the order in which those of an array are added.
    static constexpr bool exact = requires { Op::element_bytes; };
    static constexpr int width = reduction_width(widest_element<Op>(), state_bytes<Op>());

    // Of n things a thread may have in work at once as many as registers hold: fewer where there are many inputs. The
    // order of additions follows from it, so that an exact reduction has as many as one of a single array.
    CUPRUM_DEVICE static constexpr int at_once(int n) { return nin <= 3 || exact ? n : power_below(n * 3 / nin); }
    // How many of n vectors of each input an exact reduction loads before it adds them.
    CUPRUM_DEVICE static constexpr int loaded_at_once(int n, int width) {
        const int fit = 256 / (total_of(typename Op::inputs()) * width);
        return fit < n ? power_below(fit) : n;
    }
    static constexpr int share_bytes = width * total_of(typename Op::share());

    using brief = typename pack_of_list<1, typename brief_of<Op>::type>::type;

    // The element that the shares of a part from `lo` on begin with. An output's first one is no further from the mean
    // than the square root of their number times the deviation: where results are float32, what that takes of a
    // double's digits leaves enough, and parts that begin alike are combined without a division.
    CUPRUM_DEVICE static long long beginning(long long lo) { return Op::briefs ? 0 : lo; }
    // Starts a thread's share; what is narrower cannot hold the initial value, which then comes in as the share is
    // widened.
    template <class P>
    CUPRUM_DEVICE static void start_share(P& t, int k, const args_t& args, bool first) {
        if constexpr (Op::narrow) base::start(t, k);
        else base::start(t, k, args, first);
    }
    template <class P, class Q>
    CUPRUM_DEVICE static void widen(P& s, int k, const Q& t, int l, const args_t& args, long long offset, bool first) {
        if constexpr (Op::narrow) {
            base::start(s, k, args, first);
            widen(s, k, t, l, offset, typename base::state_indices());
        } else {
            base::copy(s, k, t, l);
        }
    }
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void widen(P& s, int k, const Q& t, int l, long long offset, indices<S...>) {
        states<1> wide;
        Op::widen(wide.template get<S>().v[0]..., t.template get<S>().v[l]..., offset);
        base::combine(s, k, wide, 0);
    }

    // Calls add(i, present) for the positions from `first` to `end`, `step` apart, U of them at a time: present(u)
    // tells whether i + u * step is among them, and is known at compile time for all batches but the last.
    template <int U, class I, class F>
    CUPRUM_DEVICE static void in_batches(I first, I end, int step, F add) {
#pragma unroll 1
        for (I i = first; i < end; i += (I)step * U) {
            if (i + (U - 1) * step < end) add(i, [](int) { return true; });
            else add(i, [=](int u) { return i + u * step < end; });
        }
    }

    // The shares from `first` are those of H rows, here and below. Each lane's counts the whole row.
    template <int H>
    CUPRUM_DEVICE static void begin_rows(shares<reduction_group_rows>& t, int first, const args_t& args,
                                         const pointers* row, int length) {
        if constexpr (Op::begins) {
            if (length == 0) return;
            elements<1> one[H];
#pragma unroll
            for (int u = 0; u < H; ++u) load<1>(one[u], args, row[u], 0);
#pragma unroll
            for (int u = 0; u < H; ++u) base::begin(t, first + u, one[u], 0, length);
        }
    }

    // The vectors of rows that begin at a vector's boundary and end at one.
    CUPRUM_DEVICE static void aligned_rows(shares<reduction_group_rows>& t, const args_t& args, const pointers* row,
                                           int length, int lane, int lanes) {
        constexpr int U = reduction_group_rows, V = width;
        if (lane * V >= length) begin_rows<U>(t, 0, args, row, length);
        for (int i = lane * V; i < length; i += lanes * V) {
            elements<V> data[U];
#pragma unroll
            for (int u = 0; u < U; ++u) load<V>(data[u], args, row[u], i);
            if (i == lane * V) begin_rows<U>(t, 0, args, row, length);  // loads that no other waits for
#pragma unroll
            for (int u = 0; u < U; ++u) {
                const auto add = [&](auto& to) {
#pragma unroll
                    for (int k = 0; k < V; ++k) base::accumulate(args, to, 0, data[u], k, i + k);
                };
                add_to(t, u, add);
            }
        }
    }

    // Likewise of rows that begin anywhere: what the first and the last vector leave out is loaded by elements.
    template <int H>
    CUPRUM_DEVICE static void skewed_rows(shares<reduction_group_rows>& t, int first, const args_t& args,
                                          const pointers* row, int length, int lane, int lanes) {
        constexpr int V = width;
        int skew[H], vectors = 0;
#pragma unroll
        for (int u = 0; u < H; ++u) {
            skew[u] = phase<V, 0>(row[u]);
            const int n = (length + skew[u] + V - 1) / V;
            vectors = n > vectors ? n : vectors;
        }
        for (int v = lane; v < vectors; v += lanes) {
            elements<V> data[H];
#pragma unroll
            for (int u = 0; u < H; ++u) {
                const int i = v * V - skew[u];
                if (i >= 0 && i + V <= length) load<V>(data[u], args, row[u], i);
            }
#pragma unroll
            for (int u = 0; u < H; ++u) {
                const int i = v * V - skew[u];
                if (i >= 0 && i + V <= length) {
#pragma unroll
                    for (int k = 0; k < V; ++k) base::accumulate(args, t, first + u, data[u], k, i + k);
                } else {
                    for (int k = 0; k < V; ++k)
                        if (i + k >= 0 && i + k < length) {
                            elements<1> one;
                            load<1>(one, args, row[u], i + k);
                            base::accumulate(args, t, first + u, one, 0, i + k);
                        }
                }
            }
        }
    }

    // The elements of rows of any strides.
    template <int H>
    CUPRUM_DEVICE static void spaced_rows(shares<reduction_group_rows>& t, int first, const args_t& args,
                                          const pointers* row, int length, int lane, int lanes) {
        const bool one_run = args.reduced_ndim <= 1;
        for (int i = lane; i < length; i += lanes) {
            const pointers at = one_run ? row[0] : base::reduced_pointers(args, row[0], i);
            elements<1> data[H];
#pragma unroll
            for (int u = 0; u < H; ++u) load_spaced<1>(data[u], args, shifted(at, row[0], row[u]), one_run ? i : 0);
#pragma unroll
            for (int u = 0; u < H; ++u) base::accumulate(args, t, first + u, data[u], 0, i);
        }
    }

    // Vectors of bytes from an address, each word of a vector to a share of its own.
    template <int V>
    CUPRUM_DEVICE static void sum_bytes(shares<V>& t, const char* address, int vectors) {
        using E = typename base::template input_type<0>;
        constexpr int U = 4, W = V / 4;
        in_batches<U>((int)threadIdx.x, vectors, block_size(), [&](int v, auto present) {
            vec<unsigned, W> data[U];
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) data[u] = ((const vec<unsigned, W>*)address)[v + u * block_size()];
#pragma unroll
            for (int u = 0; u < U; ++u)
#pragma unroll
                for (int k = 0; k < W; ++k)
                    if (present(u)) {
                        int& sum = t.template get<0>().v[k];
                        sum = add_four_bytes<E>(sum, data[u].v[k]);
                    }
        });
    }

    // Calls `add` with a copy of share k, or, where few elements are to be summed first, with a new one.
    template <class P, class F>
    CUPRUM_DEVICE static void add_to(P& t, int k, F add) {
        shares<1> to;
        if constexpr (Op::cascade) base::start(to, 0);
        else base::copy(to, 0, t, k);
        add(to);
        if constexpr (Op::cascade) base::combine(t, k, to, 0);
        else base::copy(t, k, to, 0);
    }
    // Likewise where `add` adds `count` elements that are in registers, the l-th of `data` among them: it may be called
    // twice, with a brief, which is cheaper where there are more than a few.
    template <class P, class D, class F>
    CUPRUM_DEVICE static void add_to(P& t, int k, const D& data, int l, int count, F add) {
        if constexpr (Op::briefs) {
            brief to;
            base::begin(to, 0, data, l, 0);
            add(to);
            join(t, k, to, count, add, typename base::state_indices());
        } else {
            add_to(t, k, add);
        }
    }
    template <class P, class F, int... S>
    CUPRUM_DEVICE static void join(P& t, int k, brief& to, int count, F add, indices<S...>) {
        Op::recenter(to.template get<S>().v[0]..., count);
        add(to);
        Op::join(t.template get<S>().v[k]..., to.template get<S>().v[0]..., count);
    }
    template <int U, class F>
    CUPRUM_DEVICE static int count_of(F present) {
        int count = 0;
#pragma unroll
        for (int u = 0; u < U; ++u) count += present(u);
        return count;
    }

    // The n positions from r on of V columns, those of one thread.
    template <int V, int U>
    CUPRUM_DEVICE static void part_of_columns(shares<V>& t, const args_t& args, const pointers& column, long long r,
                                              long long n, int first, int y, int down) {
        const pointers from = base::reduced_pointers(args, column, r);
        in_batches<U>((long long)y, n, down, [&](long long i, auto present) {
            elements<V> data[U];
            const int index = (int)(first + i);
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) load_spaced<V>(data[u], args, from, i + u * down);
#pragma unroll
            for (int k = 0; k < V; ++k)
                add_to(t, k, data[0], k, count_of<U>(present), [&](auto& to) {
#pragma unroll
                    for (int u = 0; u < U; ++u)
                        if (present(u)) base::accumulate(args, to, 0, data[u], k, index + u * down);
                });
        });
    }

    // V elements from an address, or V times the one there.
    template <int V, int K>
    CUPRUM_DEVICE static void load_one(elements<V>& data, const args_t& args, const char* address, const char* own) {
        using E = typename base::template input_type<K>;
        if (base::stays(args, K)) {
            const E value = cuprum::load<E>(own);
#pragma unroll
            for (int k = 0; k < V; ++k) data.template get<K>().v[k] = value;
        } else {
            data.template get<K>() = load_neighbours<E, V>(address);
        }
    }
    template <int V, int K = 0>
    CUPRUM_DEVICE static void load(elements<V>& data, const args_t& args, const pointers& from, long long index) {
        if constexpr (K < nin) {
            using E = typename base::template input_type<K>;
            load_one<V, K>(data, args, from.p[K] + index * (long long)sizeof(E), from.p[K]);
            load<V, K + 1>(data, args, from, index);
        }
    }

    // Elements `index` steps along the innermost reduced dimension.
    template <int V, int K = 0>
    CUPRUM_DEVICE static void load_spaced(elements<V>& data, const args_t& args, const pointers& from,
                                          long long index) {
        if constexpr (K < nin) {
            const char* address = from.p[K] + index * base::inner_step(args, K);
            load_one<V, K>(data, args, address, address);
            load_spaced<V, K + 1>(data, args, from, index);
        }
    }
    // `at` moved as far as `to` is from `from`.
    CUPRUM_DEVICE static pointers shifted(const pointers& at, const pointers& from, const pointers& to) {
        pointers result;
#pragma unroll
        for (int k = 0; k < nin; ++k) result.p[k] = at.p[k] + (to.p[k] - from.p[k]);
        return result;
    }

    // Elements from a vector's boundary to an address.
    template <int V, int K>
    CUPRUM_DEVICE static int phase(const pointers& at) {
        using E = typename base::template input_type<K>;
        return (int)((unsigned long long)at.p[K] / sizeof(E)) & (V - 1);
    }
    template <int V, int... K>
    CUPRUM_DEVICE static bool in_phase(const args_t& args, const pointers& at, indices<K...>) {
        return ((is_same<typename base::template input_type<K>, counter> || base::stays(args, K) ||
                 phase<V, K>(at) == phase<V, 0>(at)) &&
                ...);
    }

    // The block's share of `n` elements that lie side by side, in vectors: inputs must be equally far from a vector's
    // boundary.
    template <int V>
    CUPRUM_DEVICE static void side_by_side(shares<V>& t, const args_t& args, const pointers& from, int n, int index) {
        constexpr int U = at_once(V > 8 ? 2 : V > 4 ? 4 : 8);
        int head = (V - phase<V, 0>(from)) & (V - 1);
        if (head > n) head = n;
        const int vectors = (n - head) / V, tail = head + vectors * V;
        const auto edge = [&](int i, int end) {  // at both ends: less than a vector
            if (i >= end) return;
            elements<1> one;
            load<1>(one, args, from, i);
            base::accumulate(args, t, 0, one, 0, index + i);
        };
        edge(threadIdx.x, head);
        if constexpr (is_byte_sum<Op> && V % 4 == 0) {
            sum_bytes<V>(t, from.p[0] + head, vectors);
            edge(tail + threadIdx.x, n);
            return;
        }
        in_batches<U>((int)threadIdx.x, vectors, block_size(), [&](int v, auto present) {
            elements<V> data[U];
            const int i = head + v * V;
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) load<V>(data[u], args, from, i + u * block_size() * V);
            constexpr int S = Op::briefs ? 1 : V;  // shares: one brief takes all
#pragma unroll
            for (int k = 0; k < S; ++k)
                add_to(t, k, data[0], k, count_of<U>(present) * (V / S), [&](auto& to) {
#pragma unroll
                    for (int u = 0; u < U; ++u)
                        if (present(u)) {
#pragma unroll
                            for (int j = k; j < V; j += S)
                                base::accumulate(args, to, 0, data[u], j, index + i + u * block_size() * V + j);
                        }
                });
        });
        edge(tail + threadIdx.x, n);
    }

    // The block's share of `n` elements along the innermost dimension.
    template <int V>
    CUPRUM_DEVICE static void evenly_spaced(shares<V>& t, const args_t& args, const pointers& from, int n, int index) {
        constexpr int U = at_once(8);
        in_batches<U>((int)threadIdx.x, n, block_size(), [&](int i, auto present) {
            elements<1> data[U];
#pragma unroll
            for (int u = 0; u < U; ++u)
                if (present(u)) load_spaced<1>(data[u], args, from, i + u * block_size());
            add_to(t, 0, [&](shares<1>& to) {
#pragma unroll
                for (int u = 0; u < U; ++u)
                    if (present(u)) base::accumulate(args, to, 0, data[u], 0, index + i + u * block_size());
            });
        });
    }

    // ------------------------------------------------------------------------------------- elements that are computed
    //
    // An exact reduction has each thread add the elements at the same positions, in the same batches, as the reduction
    // does that reads them from an array. Only how inputs are loaded differs.

    template <int W>
    using brief_states = typename pack_of_list<W, typename brief_of<Op>::type>::type;

    // Where the inputs' elements of a reduced position are.
    CUPRUM_DEVICE static pointers at_position(const args_t& args, const pointers& row, long long position) {
        return args.reduced_ndim <= 1 ? along_inner(args, row, position) : base::reduced_pointers(args, row, position);
    }
    CUPRUM_DEVICE static pointers along_inner(const args_t& args, const pointers& from, long long steps) {
        pointers result;
#pragma unroll
        for (int k = 0; k < nin; ++k) result.p[k] = from.p[k] + steps * base::inner_step(args, k);
        return result;
    }
    template <int K = 0, class D>
    CUPRUM_DEVICE static void load_element(D& data, int k, const pointers& at) {
        if constexpr (K < nin) {
            data.template get<K>().v[k] = cuprum::load<typename base::template input_type<K>>(at.p[K]);
            load_element<K + 1>(data, k, at);
        }
    }
    // V neighbours along the innermost kept dimension.
    template <int V>
    CUPRUM_DEVICE static void load_across(elements<V>& data, const args_t& args, const pointers& from) {
        if constexpr (V > 1 && exact) {
            if (!(args.flags & reduction_load_vectors)) {
#pragma unroll
                for (int k = 0; k < V; ++k) {
                    pointers at;
#pragma unroll
                    for (int j = 0; j < nin; ++j) at.p[j] = from.p[j] + k * args.kept_strides[j][args.kept_ndim - 1];
                    load_element(data, k, at);
                }
                return;
            }
        }
        load<V>(data, args, from, 0);
    }
    template <int V, int... K>
    CUPRUM_DEVICE static bool all_in_phase(const args_t& args, const pointers& at, int expected, indices<K...>) {
        return ((is_same<typename base::template input_type<K>, counter> || base::stays(args, K) ||
                 phase<V, K>(at) == expected) &&
                ...);
    }
    // Elements from a vector's boundary to an output's first one, in the array that is not there.
    template <int V>
    CUPRUM_DEVICE static int phase_of(const args_t& args, long long output) {
        return (int)(args.phase + output * args.phase_step) & (V - 1);
    }

    // Adds vectors of elements, `step` apart and U at a time, to L shares: load(data, i) gets vector i, and
    // add(to, data, i) adds it.
    template <int L, int V, int U, bool rolled, class P, class I, class Load, class Add>
    CUPRUM_DEVICE static void computed_batches(P& t, I first, I end, int step, Load load, Add add) {
        constexpr int H = loaded_at_once(U, V);
#pragma unroll 1
        for (I i = first; i < end; i += (I)step * U) {
            const auto add_all = [&](auto& to) {
                if constexpr (rolled) {
#pragma unroll 1
                    for (int u = 0; u < U; ++u) {
                        if (i + u * step >= end) break;
                        elements<V> data;
                        load(data, i + u * step);
                        add(to, data, i + u * step);
                    }
                } else {
#pragma unroll
                    for (int from = 0; from < U; from += H) {
                        elements<V> data[H];
#pragma unroll
                        for (int u = 0; u < H; ++u)
                            if (i + (from + u) * step < end) load(data[u], i + (from + u) * step);
#pragma unroll
                        for (int u = 0; u < H; ++u)
                            if (i + (from + u) * step < end) add(to, data[u], i + (from + u) * step);
                    }
                }
            };
            if constexpr (Op::briefs) {
                int count = 0;
#pragma unroll
                for (int u = 0; u < U; ++u) count += i + u * step < end ? V / L : 0;
                brief_states<L> to;
                elements<V> data;
                load(data, i);
#pragma unroll
                for (int l = 0; l < L; ++l) base::begin(to, l, data, l, 0);
#pragma unroll 1
                for (int time = 0; time < 2; ++time) {
                    if (time)
#pragma unroll
                        for (int l = 0; l < L; ++l) recenter(to, l, count, typename base::state_indices());
                    add_all(to);
                }
#pragma unroll
                for (int l = 0; l < L; ++l) join_brief(t, l, to, count, typename base::state_indices());
            } else if constexpr (Op::cascade) {
                shares<L> to;
#pragma unroll
                for (int l = 0; l < L; ++l) base::start(to, l);
                add_all(to);
#pragma unroll
                for (int l = 0; l < L; ++l) base::combine(t, l, to, l);
            } else {
                add_all(t);
            }
        }
    }
    template <class B, int... S>
    CUPRUM_DEVICE static void recenter(B& to, int l, int count, indices<S...>) {
        Op::recenter(to.template get<S>().v[l]..., count);
    }
    template <class P, class B, int... S>
    CUPRUM_DEVICE static void join_brief(P& t, int l, const B& to, int count, indices<S...>) {
        Op::join(t.template get<S>().v[l]..., to.template get<S>().v[l]..., count);
    }

    // As side_by_side, of the n positions from q on; an index counts from `lo`.
    template <int V>
    CUPRUM_DEVICE static void computed_vectors(shares<V>& t, const args_t& args, const pointers& row, long long output,
                                               long long q, int n, long long lo) {
        constexpr int U = at_once(V > 8 ? 2 : V > 4 ? 4 : 8), L = Op::briefs ? 1 : V;
        const int index = (int)(q - lo);
        const bool whole_run = args.flags & reduction_whole_run;
        const int before = (phase_of<V>(args, output) + (int)(whole_run ? q : q % base::inner_length(args))) & (V - 1);
        int head = (V - before) & (V - 1);
        if (head > n) head = n;
        const int vectors = (n - head) / V, tail = head + vectors * V;
        const auto edge = [&](int i, int end) {
            if (i >= end) return;
            elements<1> one;
            load_element(one, 0, at_position(args, row, q + i));
            base::accumulate(args, t, 0, one, 0, index + i);
        };
        const auto add = [&](auto& to, const elements<V>& data, int v) {
#pragma unroll
            for (int k = 0; k < V; ++k) base::accumulate(args, to, L == 1 ? 0 : k, data, k, index + head + v * V + k);
        };
        edge(threadIdx.x, head);
        const pointers from = base::reduced_pointers(args, row, q);
        const bool one_line = args.reduced_ndim <= 1 || !whole_run;
        if (one_line && (args.flags & reduction_inner) &&
            all_in_phase<V>(args, from, before, typename base::in_indices())) {
            computed_batches<L, V, U, false>(
                t, (int)threadIdx.x, vectors, block_size(),
                [&](elements<V>& data, int v) { load<V>(data, args, from, head + v * V); }, add);
        } else {
            // The host lets vectors be loaded by their positions where none lies in two lines of the inputs.
            const bool in_vectors = !one_line && (args.flags & reduction_load_vectors);
            computed_batches<L, V, U, true>(
                t, (int)threadIdx.x, vectors, block_size(),
                [&](elements<V>& data, int v) {
                    const long long at = q + head + v * V;
                    if (in_vectors) return load<V>(data, args, base::reduced_pointers(args, row, at), 0);
#pragma unroll
                    for (int k = 0; k < V; ++k) load_element(data, k, at_position(args, row, at + k));
                },
                add);
        }
        edge(tail + threadIdx.x, n);
    }

    // As evenly_spaced, likewise.
    template <int V>
    CUPRUM_DEVICE static void computed_elements(shares<V>& t, const args_t& args, const pointers& row, long long q,
                                                int n, long long lo) {
        constexpr int U = at_once(8);
        const int index = (int)(q - lo);
#pragma unroll 1
        for (int i = threadIdx.x; i < n; i += block_size() * U)
            add_to(t, 0, [&](shares<1>& to) {
#pragma unroll 2
                for (int u = 0; u < U; ++u) {
                    const int place = i + u * block_size();
                    if (place >= n) break;
                    elements<1> one;
                    load_element(one, 0, at_position(args, row, q + place));
                    base::accumulate(args, to, 0, one, 0, index + place);
                }
            });
    }

    // As aligned_rows and skewed_rows.
    CUPRUM_DEVICE static void computed_rows(shares<reduction_group_rows>& t, const args_t& args, long long first,
                                            int rows, int length, int lane, int lanes) {
        constexpr int U = reduction_group_rows, V = width, H = loaded_at_once(U, V);
        pointers row[U];
#pragma unroll
        for (int u = 0; u < U; ++u) row[u] = base::kept_pointers(args, first + (u < rows ? u : 0));
        begin_rows<U>(t, 0, args, row, length);
        if (!(args.flags & reduction_aligned)) return computed_skewed(t, args, row, first, rows, length, lane, lanes);
        const bool in_vectors = args.flags & reduction_load_vectors;
#pragma unroll 1
        for (int i = lane * V; i < length; i += lanes * V) {
#pragma unroll
            for (int from = 0; from < U; from += H) {
                elements<V> data[H];
#pragma unroll
                for (int u = 0; u < H; ++u) {
                    if (in_vectors) {
                        load<V>(data[u], args, row[from + u], i);
                    } else {
#pragma unroll
                        for (int k = 0; k < V; ++k) load_element(data[u], k, along_inner(args, row[from + u], i + k));
                    }
                }
#pragma unroll
                for (int u = 0; u < H; ++u)
                    add_to(t, from + u, [&](auto& to) {
#pragma unroll
                        for (int k = 0; k < V; ++k) base::accumulate(args, to, 0, data[u], k, i + k);
                    });
            }
        }
    }
    CUPRUM_DEVICE static void computed_skewed(shares<reduction_group_rows>& t, const args_t& args, const pointers* row,
                                              long long first, int rows, int length, int lane, int lanes) {
        constexpr int U = reduction_group_rows, V = width;
        int skew[U], vectors = 0;
#pragma unroll
        for (int u = 0; u < U; ++u) {
            skew[u] = phase_of<V>(args, first + (u < rows ? u : 0));
            const int n = (length + skew[u] + V - 1) / V;
            vectors = n > vectors ? n : vectors;
        }
#pragma unroll 1
        for (int v = lane; v < vectors; v += lanes) {
#pragma unroll
            for (int u = 0; u < U; ++u)
#pragma unroll
                for (int k = 0; k < V; ++k) {
                    const int i = v * V - skew[u] + k;
                    if (i < 0 || i >= length) continue;
                    elements<1> one;
                    load_element(one, 0, along_inner(args, row[u], i));
                    base::accumulate(args, t, u, one, 0, i);
                }
        }
    }

    // As part_of_columns.
    template <int V, int U>
    CUPRUM_DEVICE static void computed_columns(shares<V>& t, const args_t& args, const pointers& column, long long r,
                                               long long n, int index, int y, int down) {
        const bool by_position = (args.flags & reduction_whole_run) && args.reduced_ndim > 1;
        const pointers from = base::reduced_pointers(args, column, r);
        computed_batches<V, V, U, false>(
            t, (long long)y, n, down,
            [&](elements<V>& data, long long i) {
                load_across<V>(data, args,
                               by_position ? base::reduced_pointers(args, column, r + i) : along_inner(args, from, i));
            },
            [&](auto& to, const elements<V>& data, long long i) {
#pragma unroll
                for (int k = 0; k < V; ++k) base::accumulate(args, to, k, data, k, index + (int)i);
            });
    }
};

}  // namespace cuprum
