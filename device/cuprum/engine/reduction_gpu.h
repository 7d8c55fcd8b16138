// The loops of reductions on a GPU (reduction.h): how blocks and threads divide the work.
#pragma once

#include <cuprum/engine/reduction_gpu_shares.h>

namespace cuprum {

template <class Op>
struct reduction_loops : reduction_gpu_shares<Op> {
    using base = reduction_gpu_shares<Op>;
    using args_t = typename base::args_t;
    using pointers = typename base::pointers;
    template <int W>
    using states = typename base::template states<W>;
    template <int W>
    using elements = typename base::template elements<W>;
    template <int W>
    using shares = typename base::template shares<W>;
    using base::add_to, base::aligned_rows, base::at_once, base::beginning, base::combine_begun, base::computed_rows,
        base::exact, base::nin, base::share_bytes, base::shuffle_begun, base::start_share, base::widen, base::width;

    // How many blocks a multiprocessor takes at once, which bounds the registers: as measured on an H200.
    static constexpr int group_blocks = exact || width > 8 || total_of(typename Op::share()) > 16 ? 2 : 3;
    static constexpr int row_blocks = exact ? 2 : width > 4 ? 4 : 3;
    static constexpr int column_blocks = exact || width > 8 || Op::briefs        ? 2
                                         : share_bytes > 16 && share_bytes <= 32 ? 4
                                                                                 : 3;
    static constexpr int strided_blocks = exact ? 2 : 3;

    // A block takes a row or a part of one: a short row is taken by a block of fewer threads.
    CUPRUM_DEVICE static void rows(const args_t& args) {
        constexpr int V = width;
        const int block = block_size();
        const long long output = blockIdx.x / (unsigned)args.splits;
        const int split = (int)(blockIdx.x - output * args.splits);
        const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
        const pointers row = base::kept_pointers(args, output);
        const bool leads = split == 0 && threadIdx.x == 0;
        shares<V> t;
#pragma unroll
        for (int k = 0; k < V; ++k) start_share(t, k, args, k == 0 && leads);
        if (Op::begins && lo < hi) {
            elements<1> one;
            base::template load<1>(one, args, base::reduced_pointers(args, row, beginning(lo)), 0);
#pragma unroll
            for (int k = 0; k < V; ++k) base::begin(t, k, one, 0, k == 0 && threadIdx.x == 0 ? hi - lo : 0);
        }
        const bool whole_run = exact && (args.flags & reduction_whole_run);
        if (whole_run || args.reduced_ndim <= 1 || base::inner_length(args) >= block) {
            for (long long q = lo; q < hi;) {
                const long long n = whole_run ? hi - q : base::run_length(args, q, hi);
                if constexpr (exact) {
                    if (args.flags & reduction_in_vectors)
                        base::template computed_vectors<V>(t, args, row, output, q, (int)n, lo);
                    else base::template computed_elements<V>(t, args, row, q, (int)n, lo);
                } else {
                    const pointers from = base::reduced_pointers(args, row, q);
                    if ((args.flags & reduction_inner) &&
                        base::template in_phase<V>(args, from, typename base::in_indices()))
                        base::template side_by_side<V>(t, args, from, (int)n, (int)(q - lo));
                    else base::template evenly_spaced<V>(t, args, from, (int)n, (int)(q - lo));
                }
                q += n;
            }
        } else {
            // Short runs: the threads take positions in turn, wherever these lie.
            for (long long q = lo + threadIdx.x; q < hi; q += block) {
                elements<1> one;
                base::template load<1>(one, args, base::reduced_pointers(args, row, q), 0);
                base::accumulate(args, t, 0, one, 0, (int)(q - lo));
            }
        }
        states<V> s;
        if constexpr (Op::ordered) {  // shares hold indices within a piece, of half the size
            base::template combine_lanes<V / 2>(t);
            base::template combine_block<shares<1>>(t);
            widen(s, 0, t, 0, args, lo, leads);
        } else {
#pragma unroll
            for (int k = 0; k < V; ++k) widen(s, k, t, k, args, lo, k == 0 && leads);
            base::template combine_lanes<V / 2>(s);
            base::template combine_block<states<1>>(s);
        }
        if (args.splits > 1) {
            if (threadIdx.x == 0) base::copy(base::partial(args, split, output), 0, s, 0);
            if (!last_block(args.tickets + output, args.splits)) return;
            base::start(s, 0);
            constexpr int U = 4;
            base::template in_batches<U>((int)threadIdx.x, args.splits, block, [&](int i, auto present) {
                states<1> part[U];
#pragma unroll
                for (int u = 0; u < U; ++u)
                    if (present(u)) base::copy(part[u], 0, base::partial(args, i + u * block, output), 0);
#pragma unroll
                for (int u = 0; u < U; ++u)
                    if (present(u)) base::combine(s, 0, part[u], 0);
            });
            base::template combine_block<states<1>>(s);
        }
        if (threadIdx.x == 0) base::finish(args, s, 0, output);
    }

    // A group of `threads` lanes has several consecutive rows in work, so that enough loads are on their way.
    CUPRUM_DEVICE static void groups(const args_t& args) {
        constexpr int U = reduction_group_rows;
        const int lanes = args.threads, lane = threadIdx.x & (lanes - 1);
        const long long first = ((long long)blockIdx.x * (reduction_block / lanes) + threadIdx.x / lanes) * U;
        const int rows = first >= args.outputs ? 0 : args.outputs - first < U ? (int)(args.outputs - first) : U;
        const int length = (int)args.length;
        shares<U> t;
#pragma unroll
        for (int u = 0; u < U; ++u) start_share(t, u, args, lane == 0);
        if (rows > 0) {
            if (exact && (args.flags & reduction_vector)) {
                if constexpr (exact) computed_rows(t, args, first, rows, length, lane, lanes);
            } else if (!exact && (args.flags & reduction_aligned)) {
                // Rows beyond the last one are stood in for by the first one: loads need no condition then.
                const pointers from = base::kept_pointers(args, first);
                pointers row[U];
#pragma unroll
                for (int u = 0; u < U; ++u)
#pragma unroll
                    for (int k = 0; k < nin; ++k)
                        row[u].p[k] = from.p[k] + (u < rows ? u * args.kept_strides[k][0] : 0);
                aligned_rows(t, args, row, length, lane, lanes);
            } else {
                constexpr int H = 4;  // registers do not hold more
#pragma unroll
                for (int h = 0; h < U; h += H) {
                    pointers row[H];
#pragma unroll
                    for (int u = 0; u < H; ++u) row[u] = base::kept_pointers(args, first + (h + u < rows ? h + u : 0));
                    base::template begin_rows<H>(t, h, args, row, length);
                    if (!exact && (args.flags & reduction_vector))
                        base::template skewed_rows<H>(t, h, args, row, length, lane, lanes);
                    else base::template spaced_rows<H>(t, h, args, row, length, lane, lanes);
                }
            }
        }
        // Rows are short enough that a share holds a whole one. While rows are left to share out, a step halves a
        // lane's rows as well as a row's lanes.
        base::template share_out<U / 2>(t, lane, lanes / 2);
        for (int mask = lanes / U / 2; mask > 0; mask /= 2) {
            shares<1> other;
            shuffle_begun(other, t, 0, mask, typename base::state_indices());
            combine_begun(t, 0, other);
        }
        const int lanes_left = lanes / U, mine = lane / lanes_left;
        if ((lane & (lanes_left - 1)) == 0 && mine < rows) {
            states<1> s;
            widen(s, 0, t, 0, args, 0, true);
            base::finish(args, s, 0, first + mine);
        }
    }

    // A tile of rows, `threads` a thread, is brought into shared memory as it lies, then a thread reads its rows.
    CUPRUM_DEVICE static void packed(const args_t& args) {
        using E = typename base::template input_type<0>;
        constexpr int V = 16 / (int)sizeof(E), U = 4;
        extern __shared__ __align__(16) unsigned char staged[];
        const int tile = reduction_block * args.threads;
        const long long first = (long long)blockIdx.x * tile;
        const int rows = args.outputs - first < tile ? (int)(args.outputs - first) : tile;
        const int length = (int)args.length, count = rows * length;
        const E* source = (const E*)args.input[0] + first * length;
        const int vectors = args.flags & reduction_vector ? count / V : 0;
#pragma unroll 4
        for (int v = threadIdx.x; v < vectors; v += reduction_block)
            ((vec<E, V>*)staged)[v] = ((const vec<E, V>*)source)[v];
#pragma unroll 4
        for (int e = vectors * V + threadIdx.x; e < count; e += reduction_block) ((E*)staged)[e] = source[e];
        __syncthreads();
        // Rows whose length shares a power of two with the number of banks would all begin in the same few banks; those
        // that would meet begin at different elements instead.
        const int words = length * (int)sizeof(E) / 4, common = (words & -words) < 32 ? words & -words : 32;
        const int apart = ((int)(threadIdx.x & 31u) * common) >> 5;
        for (int r = threadIdx.x; r < rows; r += reduction_block) {
            const vec<E, 1>* row = (const vec<E, 1>*)staged + r * length;
            shares<1> t;
            start_share(t, 0, args, true);
            const auto at = [&](int j) {
                elements<1> one;
                one.template get<0>() = row[j];
                return one;
            };
            const auto add = [&](shares<1>& to, int j) { base::accumulate(args, to, 0, at(j), 0, j); };
            if (Op::begins && length > 0) base::begin(t, 0, at(0), 0, length);
            if (Op::ordered || common <= 1) {
                base::template in_batches<U>(0, length, 1, [&](int j, auto present) {
                    add_to(t, 0, [&](shares<1>& to) {
#pragma unroll
                        for (int u = 0; u < U; ++u)
                            if (present(u)) add(to, j + u);
                    });
                });
            } else {
                int j = apart < length ? apart : 0;
                base::template in_batches<U>(0, length, 1, [&](int, auto present) {
                    add_to(t, 0, [&](shares<1>& to) {
#pragma unroll
                        for (int u = 0; u < U; ++u)
                            if (present(u)) {
                                add(to, j);
                                j = j + 1 == length ? 0 : j + 1;
                            }
                    });
                });
            }
            states<1> s;
            widen(s, 0, t, 0, args, 0, true);
            base::finish(args, s, 0, first + r);
        }
    }

    // `threads` threads side by side take V outputs each; the block's others take further reduced positions.
    template <int V>
    CUPRUM_DEVICE static void columns(const args_t& args) {
        constexpr int U = at_once(V > 1 && share_bytes > 16 && !Op::briefs ? 4 : 8);
        const int across = args.threads, down = reduction_block / across;
        const int x = threadIdx.x & (across - 1), y = threadIdx.x / across;
        const long long tile = blockIdx.x % (unsigned)args.tiles;
        const int split = (int)(blockIdx.x / (unsigned)args.tiles);
        const long long output = (tile * across + x) * V;
        const bool active = output < args.outputs, leads = split == 0 && y == 0;
        const long long lo = split * args.piece, hi = lo + args.piece < args.length ? lo + args.piece : args.length;
        const pointers column = base::kept_pointers(args, active ? output : 0);
        shares<V> t;
#pragma unroll
        for (int k = 0; k < V; ++k) start_share(t, k, args, leads);
        if (Op::begins && lo < hi) {
            elements<V> data;
            base::template load_across<V>(data, args, base::reduced_pointers(args, column, beginning(lo)));
#pragma unroll
            for (int k = 0; k < V; ++k) base::begin(t, k, data, k, y == 0 ? hi - lo : 0);
        }
        if (active)
            for (long long r = lo; r < hi;) {
                const long long n =
                    exact && (args.flags & reduction_whole_run) ? hi - r : base::run_length(args, r, hi);
                if constexpr (exact)
                    base::template computed_columns<V, U>(t, args, column, r, n, (int)(r - lo), y, down);
                else base::template part_of_columns<V, U>(t, args, column, r, n, (int)(r - lo), y, down);
                r += n;
            }
        states<V> s;
        if constexpr (Op::ordered) {
            base::template combine_down<V, shares<1>>(t, across, down, y);
#pragma unroll
            for (int k = 0; k < V; ++k) widen(s, k, t, k, args, lo, leads);
        } else {
#pragma unroll
            for (int k = 0; k < V; ++k) widen(s, k, t, k, args, lo, leads);
            base::template combine_down<V, states<1>>(s, across, down, y);
        }
        if (args.splits > 1) {
            if (active && y == 0) {
#pragma unroll
                for (int k = 0; k < V; ++k) base::copy(base::partial(args, split, output + k), 0, s, k);
            }
            if (!last_block(args.tickets + tile, args.splits)) return;
#pragma unroll
            for (int k = 0; k < V; ++k) base::start(s, k);
            if (active)
                for (int i = y; i < args.splits; i += down) {
#pragma unroll
                    for (int k = 0; k < V; ++k) base::combine(s, k, base::partial(args, i, output + k), 0);
                }
            base::template combine_down<V, states<1>>(s, across, down, y);
        }
        if (active && y == 0) {
#pragma unroll
            for (int k = 0; k < V; ++k) base::finish(args, s, k, output + k);
        }
    }
};

// `blocks` are on a multiprocessor at once: they bound the registers.
#define CUPRUM_REDUCTION_ENTRY(name, op, blocks, call)                          \
    extern "C" __global__ void __launch_bounds__(256, blocks)                   \
        name(const __grid_constant__ cuprum::reduction_base<op>::args_t args) { \
        cuprum::reduction_loops<op>::call(args);                                \
    }
#define CUPRUM_REDUCTION_ROWS(name, op) CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::row_blocks, rows)
#define CUPRUM_REDUCTION_GROUPS(name, op) \
    CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::group_blocks, groups)
#define CUPRUM_REDUCTION_PACKED(name, op) CUPRUM_REDUCTION_ENTRY(name, op, 4, packed)
#define CUPRUM_REDUCTION_COLUMNS(name, op)                                       \
    CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::column_blocks, \
                           template columns<cuprum::reduction_loops<op>::width>)
#define CUPRUM_REDUCTION_STRIDED(name, op) \
    CUPRUM_REDUCTION_ENTRY(name, op, cuprum::reduction_loops<op>::strided_blocks, template columns<1>)

}  // namespace cuprum
