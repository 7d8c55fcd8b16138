// Stable sorts of the rows of a matrix, with or without the positions that the keys came from.
//
// Three plans, chosen by the host (src/kernel/engine/sort.cpp):
//     CUPRUM_SORT_TILES           a block (CPU: a thread) sorts a tile: a whole row, several short ones, or a piece of
//     a long one CUPRUM_SORT_MERGE           neighbouring sorted runs become one, tile by tile of the result
//     CUPRUM_SORT_RADIX_UPSWEEP   counts the digits of each block's keys,
//     CUPRUM_SORT_RADIX_SCAN      adds up the counts of the blocks, digit by digit,
//     CUPRUM_SORT_RADIX_DOWNSWEEP moves the keys to their places: one pass, for eight bits, from the lowest to the
//     highest
// T is the key; Index the type of positions while they travel, `no_index` where nobody asks for them. Keys travel as
// they are, so that -0.0 and the bits of NaNs come through.
#pragma once

#include <cuprum/base.h>
#include <cuprum/sort_args.h>
#include <cuprum/sort_order.h>

namespace cuprum {

struct no_index {};

template <class T, class Index>
struct sort_entry {
    T key;
    Index index;
};
template <class T>
struct sort_entry<T, no_index> {
    T key;
};

/// Keys in memory, and beside them positions.
template <class T, class Index>
struct sort_column {
    static constexpr bool indexed = !is_same<Index, no_index>;
    using entry = sort_entry<T, Index>;

    T* keys;
    void* order;
    bool wide = false;  // whether `order` is written as int64, for the caller's eyes

    CUPRUM_DEVICE sort_column(const void* keys, void* order, bool wide = false)
        : keys((T*)keys), order(order), wide(wide) {}

    CUPRUM_DEVICE entry load(long long i) const {
        if constexpr (indexed) return {keys[i], ((const Index*)order)[i]};
        else return {keys[i]};
    }
    CUPRUM_DEVICE void store(long long i, const entry& e) const {
        if (keys) keys[i] = e.key;
        if constexpr (indexed) store_index(i, e.index);
    }
    CUPRUM_DEVICE void store_index(long long i, Index index) const {
        if (wide) ((long long*)order)[i] = (long long)index;
        else ((Index*)order)[i] = index;
    }
    CUPRUM_DEVICE sort_column from(long long i) const {
        char* moved = (char*)order;
        if constexpr (indexed) moved += i * (wide ? 8 : (long long)sizeof(Index));
        return {keys ? keys + i : keys, moved, wide};
    }
};

template <class T, class Index>
CUPRUM_DEVICE sort_entry<T, Index> make_entry(T key, long long index) {
    if constexpr (is_same<Index, no_index>) return {key};
    else return {key, (Index)index};
}

/// What a radix pass does, from the bits in which keys differ.
struct radix_plan {
    bool active, last;
    int source, target;  // buffers; -1 is the input

    CUPRUM_DEVICE radix_plan(const RadixArgs& args) {
        const unsigned long long varying = *args.varying;
        unsigned passes = 0;
        for (int p = 0; p < 8; ++p) passes |= (unsigned)((varying >> 8 * p & 0xff) != 0) << p;
        if (passes == 0) passes = 1;  // all keys are equal, and still have to be copied
        int count = 0, before = 0;
        for (int p = 0; p < 8; ++p) {
            count += (int)(passes >> p & 1u);
            if (p < args.pass) before += (int)(passes >> p & 1u);
        }
        active = passes >> args.pass & 1u;
        last = before == count - 1;
        target = (count - 1 - before) & 1;
        source = before == 0 ? -1 : 1 - target;
    }
};

template <class T>
CUPRUM_DEVICE unsigned radix_digit(T key, int pass) {
    return (unsigned)(ordered_bits(key) >> 8 * pass) & (radix_digits - 1);
}

#if CUPRUM_GPU

/// The sum of the values of the threads before this one, in a block of sort_block threads; `total` is that of all.
/// Every thread must call it; `shared` has room for one value a warp and may be used again afterwards.
template <class N>
CUPRUM_DEVICE N block_prefix(N value, N* shared, N& total) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    N sum = value;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const N other = __shfl_up_sync(~0u, sum, distance);
        if (lane >= distance) sum += other;
    }
    if (lane == 31) shared[warp] = sum;
    __syncthreads();
    N before = 0;
    total = 0;
#pragma unroll
    for (int w = 0; w < sort_block / 32; ++w) {
        const N other = shared[w];
        if (w < warp) before += other;
        total += other;
    }
    __syncthreads();
    return before + sum - value;
}

/// A tile in shared memory.
template <class T, class Index>
struct shared_tile {
    T keys[sort_tile];
    Index order[sort_tile];

    CUPRUM_DEVICE sort_entry<T, Index> load(int i) const { return {keys[i], order[i]}; }
    CUPRUM_DEVICE void store(int i, const sort_entry<T, Index>& e) {
        keys[i] = e.key;
        order[i] = e.index;
    }
};
template <class T>
struct shared_tile<T, no_index> {
    T keys[sort_tile];

    CUPRUM_DEVICE sort_entry<T, no_index> load(int i) const { return {keys[i]}; }
    CUPRUM_DEVICE void store(int i, const sort_entry<T, no_index>& e) { keys[i] = e.key; }
};

/// The elements [diagonal, diagonal + sort_items) of the merge of two runs in a tile, as many as there are; tells how
/// many.
template <class T, class Index>
CUPRUM_DEVICE int merge_items(const shared_tile<T, Index>& tile, int a_begin, int a_count, int b_begin, int b_count,
                              int diagonal, sort_entry<T, Index> (&result)[sort_items]) {
    const int count = a_count + b_count;
    if (diagonal > count) diagonal = count;
    int a = merge_path(tile.keys + a_begin, a_count, tile.keys + b_begin, b_count, diagonal), b = diagonal - a;
    const int made = count - diagonal < sort_items ? count - diagonal : sort_items;
#pragma unroll
    for (int k = 0; k < sort_items; ++k) {
        if (k >= made) continue;
        const bool take_b =
            a >= a_count || (b < b_count && sorts_before(tile.keys[b_begin + b], tile.keys[a_begin + a]));
        result[k] = tile.load(take_b ? b_begin + b : a_begin + a);
        a += !take_b;
        b += take_b;
    }
    return made;
}

template <class T, class Index>
CUPRUM_DEVICE void sort_tiles(const SortTilesArgs& args) {
    __shared__ shared_tile<T, Index> tile;
    using entry = sort_entry<T, Index>;
    // A long row is cut into tiles. Short rows share one, each with a power of two of slots, of which the last may be
    // empty.
    const bool cut = args.length > sort_tile;
    int slots = cut ? sort_tile : sort_items;
    while (!cut && slots < args.length) slots *= 2;
    const long long tiles_a_row = cut ? (args.length + sort_tile - 1) / sort_tile : 1;
    const long long first_row = cut ? blockIdx.x / tiles_a_row : (long long)blockIdx.x * (sort_tile / slots);
    const long long start = cut ? (blockIdx.x - first_row * tiles_a_row) * sort_tile : 0;
    const int length = (int)(args.length - start < slots ? args.length - start : slots);

    const auto address = [&](int slot, long long& i, int& column) {  // whether the slot holds an element
        const long long row = first_row + slot / slots;
        column = slot & (slots - 1);
        i = row * args.length + start + column;
        return row < args.rows && column < length;
    };
    for (int slot = threadIdx.x; slot < sort_tile; slot += sort_block) {
        long long i;
        int column;
        if (address(slot, i, column))
            tile.store(slot, make_entry<T, Index>(((const T*)args.source)[i], start + column));
    }
    __syncthreads();

    const int mine = threadIdx.x * sort_items, local = mine & (slots - 1), segment = mine - local;
    const int count = first_row + mine / slots < args.rows ? length : 0;  // in this thread's segment
    const int held = count - local < 0 ? 0 : count - local < sort_items ? count - local : sort_items;
    entry items[sort_items];
#pragma unroll
    for (int k = 0; k < sort_items; ++k)
        if (k < held) items[k] = tile.load(mine + k);
#pragma unroll
    for (int round = 0; round < sort_items; ++round)
#pragma unroll
        for (int k = round & 1; k + 1 < sort_items; k += 2)
            if (k + 1 < held && sorts_before(items[k + 1].key, items[k].key)) {
                const entry swapped = items[k];
                items[k] = items[k + 1];
                items[k + 1] = swapped;
            }
    int made = held;
    for (int width = sort_items;; width *= 2) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < sort_items; ++k)
            if (k < made) tile.store(mine + k, items[k]);
        __syncthreads();
        if (width >= slots) break;
        const int pair = local & ~(2 * width - 1), left = count - pair;
        const int a_count = left < 0 ? 0 : left < width ? left : width;
        const int b_count = left < width ? 0 : left < 2 * width ? left - width : width;
        made = merge_items(tile, segment + pair, a_count, segment + pair + width, b_count, local - pair, items);
    }

    const sort_column<T, Index> target(args.keys[0], args.order[0], args.wide);
    for (int slot = threadIdx.x; slot < sort_tile; slot += sort_block) {
        long long i;
        int column;
        if (address(slot, i, column)) target.store(i, tile.load(slot));
    }
}

template <class T, class Index>
CUPRUM_DEVICE void sort_merge(const SortMergeArgs& args) {
    __shared__ shared_tile<T, Index> tile;
    __shared__ long long splits[2];
    const long long tiles_a_row = (args.length + sort_tile - 1) / sort_tile;
    const long long row = blockIdx.x / tiles_a_row, start = (blockIdx.x - row * tiles_a_row) * sort_tile;
    // Widths are multiples of the tile, so that a tile lies in one pair of runs.
    const long long pair = start / (2 * args.width) * (2 * args.width), left = args.length - pair;
    const long long a_count = left < args.width ? left : args.width;
    const long long b_count = left < args.width ? 0 : left < 2 * args.width ? left - args.width : args.width;
    const sort_column<T, Index> source(args.source_keys, (void*)args.source_order);
    const auto a = source.from(row * args.length + pair), b = a.from(a_count);
    const long long from = start - pair,
                    to = from + sort_tile < a_count + b_count ? from + sort_tile : a_count + b_count;
    if ((threadIdx.x & 31) == 0 && threadIdx.x < 64) {
        const int end = threadIdx.x >> 5;
        splits[end] = merge_path(a.keys, a_count, b.keys, b_count, end ? to : from);
    }
    __syncthreads();
    const long long a_from = splits[0], b_from = from - a_from;
    const int a_held = (int)(splits[1] - a_from), count = (int)(to - from);
    for (int i = threadIdx.x; i < count; i += sort_block)
        tile.store(i, i < a_held ? a.load(a_from + i) : b.load(b_from + i - a_held));
    __syncthreads();
    const int mine = threadIdx.x * sort_items;
    sort_entry<T, Index> items[sort_items];
    const int made = merge_items(tile, 0, a_held, a_held, count - a_held, mine, items);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < sort_items; ++k)
        if (k < made) tile.store(mine + k, items[k]);
    __syncthreads();
    const auto target = sort_column<T, Index>(args.keys, args.order, args.wide).from(row * args.length + start);
    for (int i = threadIdx.x; i < count; i += sort_block) target.store(i, tile.load(i));
}

template <class T, class Offset>
CUPRUM_DEVICE void radix_upsweep(const RadixArgs& args) {
    constexpr int warps = sort_block / 32;
    __shared__ unsigned counts[warps][radix_digits];
    const radix_plan plan(args);
    if (args.pass > 0 && !plan.active) return;
    const T* keys = (const T*)(args.pass == 0 || plan.source < 0 ? args.source : args.keys[plan.source]);
    for (int w = 0; w < warps; ++w) counts[w][threadIdx.x] = 0;
    __syncthreads();
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const auto first = ordered_bits(keys[0]);
    unsigned long long varying = 0;
    for (long long base = begin; base < end; base += sort_block * radix_items) {
        T loaded[radix_items];
#pragma unroll
        for (int k = 0; k < radix_items; ++k) {
            const long long i = base + k * sort_block + threadIdx.x;
            if (i < end) loaded[k] = keys[i];
        }
#pragma unroll
        for (int k = 0; k < radix_items; ++k)
            if (base + k * sort_block + threadIdx.x < end) {
                atomicAdd(&counts[threadIdx.x >> 5][radix_digit(loaded[k], args.pass)], 1u);
                varying |= ordered_bits(loaded[k]) ^ first;
            }
    }
    if (args.pass == 0) {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) varying |= __shfl_xor_sync(~0u, varying, distance);
        if ((threadIdx.x & 31) == 0 && varying) atomicOr(args.varying, varying);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < warps; ++w) sum += counts[w][threadIdx.x];
    ((Offset*)args.counts)[(long long)threadIdx.x * args.blocks + blockIdx.x] = sum;
}

template <class Offset>
CUPRUM_DEVICE void radix_scan(const RadixArgs& args) {
    __shared__ Offset shared[sort_block / 32];
    if (!radix_plan(args).active) return;
    Offset* counts = (Offset*)args.counts + (long long)blockIdx.x * args.blocks;
    Offset carry = 0;
    for (int base = 0; base < args.blocks; base += sort_block) {
        const int i = base + (int)threadIdx.x;
        const Offset value = i < args.blocks ? counts[i] : 0;
        Offset total;
        const Offset before = block_prefix(value, shared, total);
        if (i < args.blocks) counts[i] = carry + before;
        carry += total;
    }
    if (threadIdx.x == 0) ((Offset*)args.totals)[blockIdx.x] = carry;
}

template <class T, class Offset, class Index>
CUPRUM_DEVICE void radix_downsweep(const RadixArgs& args) {
    constexpr int warps = sort_block / 32,
                  items = radix_items * (int)sizeof(T) > 64 ? 64 / (int)sizeof(T) : radix_items;
    constexpr int tile = sort_block * items;
    constexpr bool indexed = !is_same<Index, no_index>;
    constexpr int slot = indexed && sizeof(Offset) > sizeof(T) ? (int)sizeof(Offset) : (int)sizeof(T);
    __shared__ unsigned counts[warps]
                              [radix_digits];  // of this tile; then where the keys of each warp and digit begin in it
    __shared__ Offset places[radix_digits];    // what leads from a place in the sorted tile to one in the target
    __shared__ Offset sums[warps];
    alignas(8) __shared__ char exchange[tile * slot];

    const radix_plan plan(args);
    if (!plan.active) return;
    const sort_column<T, Index> source(plan.source < 0 ? args.source : args.keys[plan.source],
                                       plan.source < 0 ? nullptr : args.order[plan.source]);
    const sort_column<T, Index> target(plan.last && !args.keep_keys ? nullptr : args.keys[plan.target],
                                       args.order[plan.target], plan.last);
    const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5;
    const unsigned lanes_before = (1u << lane) - 1;
    T* keys = (T*)exchange;

    // Thread d keeps the place of this block's next key with digit d.
    Offset ignored;
    Offset place = block_prefix(((const Offset*)args.totals)[thread], sums, ignored) +
                   ((const Offset*)args.counts)[(long long)thread * args.blocks + blockIdx.x];
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    for (long long base = begin; base < end; base += tile) {
        const int count = (int)(end - base < tile ? end - base : tile);
        for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
        // A warp takes neighbouring keys, 32 at a time, so that (warp, round, lane) is their order.
        const int mine = warp * 32 * items + lane;
        T loaded[items];
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (mine + 32 * k < count) loaded[k] = source.keys[base + mine + 32 * k];
        __syncthreads();
        unsigned rank[items];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const bool valid = mine + 32 * k < count;
            const unsigned digit = valid ? radix_digit(loaded[k], args.pass) : 0;
            unsigned peers = __ballot_sync(~0u, valid);
#pragma unroll
            for (int bit = 0; bit < 8; ++bit) {
                const bool set = digit >> bit & 1u;
                const unsigned having = __ballot_sync(~0u, set);
                peers &= set ? having : ~having;
            }
            const unsigned before = __popc(peers & lanes_before), first = counts[warp][digit];
            rank[k] = first + before;
            __syncwarp();
            if (valid && before == 0) counts[warp][digit] = first + __popc(peers);
            __syncwarp();
        }
        __syncthreads();
        unsigned total = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            const unsigned n = counts[w][thread];
            counts[w][thread] = total;
            total += n;
        }
        const Offset start = block_prefix((Offset)total, sums, ignored);
#pragma unroll
        for (int w = 0; w < warps; ++w) counts[w][thread] += (unsigned)start;
        places[thread] = place - start;
        place += total;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (mine + 32 * k < count) {
                rank[k] += counts[warp][radix_digit(loaded[k], args.pass)];
                keys[rank[k]] = loaded[k];
            }
        __syncthreads();
        Offset to[items];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const int i = thread + k * sort_block;
            if (i >= count) continue;
            const T key = keys[i];
            to[k] = places[radix_digit(key, args.pass)] + (Offset)i;
            if (target.keys) target.keys[to[k]] = key;
        }
        if constexpr (indexed) {
            Index* order = (Index*)exchange;
            __syncthreads();
#pragma unroll
            for (int k = 0; k < items; ++k)
                if (mine + 32 * k < count) {
                    const long long i = base + mine + 32 * k;
                    order[rank[k]] = plan.source < 0 ? (Index)i : ((const Index*)source.order)[i];
                }
            __syncthreads();
#pragma unroll
            for (int k = 0; k < items; ++k) {
                const int i = thread + k * sort_block;
                if (i < count) target.store_index((long long)to[k], order[i]);
            }
        }
        __syncthreads();
    }
}

#define CUPRUM_SORT_ENTRY(name, args, call)                                                                            \
    extern "C" __global__ void __launch_bounds__(cuprum::sort_block, 2) name(const __grid_constant__ cuprum::args a) { \
        call(a);                                                                                                       \
    }

#else  // CPU

constexpr int sort_run = 16;

/// Sorts up to sort_run elements: the place of each is the number of those that come before it, which vectorises.
template <class T, class Index>
static inline void sort_short(const T* source, long long count, long long position,
                              const sort_column<T, Index>& target) {
    int rank[sort_run];
    if constexpr (is_complex<T>) {
        for (int i = 0; i < count; ++i) {
            rank[i] = 0;
            for (int j = 0; j < i; ++j) {
                const bool before = sorts_before(source[i], source[j]);
                rank[j] += before;
                rank[i] += !before;
            }
        }
    } else {
        using U = decltype(ordered_bits(source[0]));
        U bits[sort_run];
        for (int i = 0; i < sort_run; ++i) {
            bits[i] = i < count ? ordered_bits(source[i]) : static_cast<U>(~U(0));
            rank[i] = 0;
        }
        for (int j = 0; j < sort_run; ++j)
            for (int i = 0; i < sort_run; ++i) rank[i] += i > j ? bits[j] <= bits[i] : bits[j] < bits[i];
    }
    for (int i = 0; i < count; ++i) target.store(rank[i], make_entry<T, Index>(source[i], position + i));
}

/// Merges runs a and b into elements [begin, end) of the result.
template <class T, class Index>
static inline void merge_runs(const sort_column<T, Index>& a, long long a_count, const sort_column<T, Index>& b,
                              long long b_count, long long begin, long long end, const sort_column<T, Index>& target) {
    long long i = merge_path(a.keys, a_count, b.keys, b_count, begin), j = begin - i;
    long long k = begin;
    while (k < end && i < a_count && j < b_count) {
        const auto x = a.load(i), y = b.load(j);
        const bool take_b = sorts_before(y.key, x.key);
        target.store(k++, take_b ? y : x);
        i += !take_b;
        j += take_b;
    }
    for (; k < end && i < a_count; ++k, ++i) target.store(k, a.load(i));
    for (; k < end; ++k, ++j) target.store(k, b.load(j));
}

/// Merges two runs of one length from both ends, two chains of comparisons that do not wait for each other.
template <class T, class Index>
static inline void merge_equal_runs(const sort_column<T, Index>& a, const sort_column<T, Index>& b, long long width,
                                    const sort_column<T, Index>& target) {
    long long i = 0, j = 0, last_i = width - 1, last_j = width - 1;
    for (long long k = 0; k < width; ++k) {
        const auto x = a.load(i), y = b.load(j);
        const bool take_b = sorts_before(y.key, x.key);
        target.store(k, take_b ? y : x);
        i += !take_b;
        j += take_b;
        const auto last_x = a.load(last_i), last_y = b.load(last_j);
        const bool take_a = sorts_before(last_y.key, last_x.key);
        target.store(2 * width - 1 - k, take_a ? last_x : last_y);
        last_i -= take_a;
        last_j -= !take_a;
    }
}

/// Sorts one piece of a row, whose first element is at `position` of the row. The last step writes to `even`, the one
/// before it to `odd`, and so on.
template <class T, class Index>
struct piece_sorter {
    using column = sort_column<T, Index>;
    const T* source;
    long long count, position;
    column even, odd;
    T* spare;  // keys for `even` until the last step, where the caller wants none

    column target(int steps_left) const {
        if (steps_left & 1) return odd;
        if (steps_left == 0) return even;
        return column(even.keys ? even.keys : spare, even.order);
    }

    void by_merging() const {
        int steps = 0;
        while ((sort_run << steps) < count) ++steps;
        column runs = target(steps);
        for (long long i = 0; i < count; i += sort_run)
            sort_short<T, Index>(source + i, count - i < sort_run ? count - i : sort_run, position + i, runs.from(i));
        for (long long width = sort_run; steps-- > 0; width *= 2) {
            const column merged = target(steps);
            for (long long i = 0; i < count; i += 2 * width) {
                const long long left = count - i;
                if (left >= 2 * width) merge_equal_runs(runs.from(i), runs.from(i + width), width, merged.from(i));
                else if (left > width)
                    merge_runs(runs.from(i), width, runs.from(i + width), left - width, 0, left, merged.from(i));
                else
                    for (long long k = i; k < count; ++k) merged.store(k, runs.load(k));
            }
            runs = merged;
        }
    }

    void by_digits() const {
        constexpr int digits = sizeof(T);
        unsigned long long places[digits][radix_digits] = {};
        for (long long i = 0; i < count; ++i) {
            const auto bits = ordered_bits(source[i]);
            for (int d = 0; d < digits; ++d) ++places[d][bits >> 8 * d & (radix_digits - 1)];
        }
        int steps = 0;
        bool active[digits];
        for (int d = 0; d < digits; ++d) {
            active[d] = places[d][radix_digit(source[0], d)] != (unsigned long long)count;
            steps += active[d];
        }
        if (steps == 0) active[0] = true, steps = 1;
        const int all = steps;
        column from(source, nullptr);
        for (int d = 0; d < digits; ++d) {
            if (!active[d]) continue;
            unsigned long long sum = 0;
            for (int k = 0; k < radix_digits; ++k) {
                const unsigned long long n = places[d][k];
                places[d][k] = sum;
                sum += n;
            }
            const column to = target(--steps);
            if (steps == all - 1)
                for (long long i = 0; i < count; ++i)
                    to.store((long long)places[d][radix_digit(source[i], d)]++,
                             make_entry<T, Index>(source[i], position + i));
            else
                for (long long i = 0; i < count; ++i) {
                    const auto e = from.load(i);
                    to.store((long long)places[d][radix_digit(e.key, d)]++, e);
                }
            from = to;
        }
    }

    void operator()() const {
        if constexpr (is_complex<T>) {
            by_merging();
        } else {
            // Where the counters of all digits outweigh the comparisons.
            if (count < 64 * (int)sizeof(T)) by_merging();
            else by_digits();
        }
    }
};

template <class T, class Index>
static inline void sort_tiles(const SortTilesArgs& args, long long begin, long long end) {
    using column = sort_column<T, Index>;
    using Stored = conditional_t<is_same<Index, no_index>, char, Index>;
    const long long tiles_a_row = (args.length + args.tile - 1) / args.tile;
    const bool small = args.tile <= sort_stack;
    T keys[2][sort_stack];
    Stored order[sort_stack];
    for (long long item = begin; item < end; ++item) {
        const long long row = item / tiles_a_row, start = (item - row * tiles_a_row) * args.tile;
        const long long at = row * args.length + start, left = args.length - start;
        const column scratch(args.keys[1], args.order[1]), target(args.keys[0], args.order[0], args.wide);
        piece_sorter<T, Index>{(const T*)args.source + at,
                               left < args.tile ? left : args.tile,
                               start,
                               target.from(at),
                               small ? column(keys[0], order) : scratch.from(at),
                               small ? keys[1] : (T*)args.spare + at}();
    }
}

template <class T, class Index>
static inline void sort_merge(const SortMergeArgs& args, long long begin, long long end) {
    using column = sort_column<T, Index>;
    const long long tiles_a_row = (args.length + args.tile - 1) / args.tile;
    for (long long item = begin; item < end; ++item) {
        const long long row = item / tiles_a_row, start = (item - row * tiles_a_row) * args.tile;
        const long long pair = start / (2 * args.width) * (2 * args.width), left = args.length - pair;
        const long long a_count = left < args.width ? left : args.width;
        const long long b_count = left < args.width ? 0 : left < 2 * args.width ? left - args.width : args.width;
        const long long from = start - pair,
                        to = from + args.tile < a_count + b_count ? from + args.tile : a_count + b_count;
        const column a = column(args.source_keys, (void*)args.source_order).from(row * args.length + pair);
        const column target = column(args.keys, args.order, args.wide).from(row * args.length + pair);
        merge_runs(a, a_count, a.from(a_count), b_count, from, to, target);
    }
}

template <class T, class Offset>
static inline void radix_upsweep(const RadixArgs& args, long long first_block, long long last_block) {
    const radix_plan plan(args);
    if (args.pass > 0 && !plan.active) return;
    const T* keys = (const T*)(args.pass == 0 || plan.source < 0 ? args.source : args.keys[plan.source]);
    const auto first = ordered_bits(keys[0]);
    for (long long block = first_block; block < last_block; ++block) {
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        // Two sets of counters, so that equal neighbours do not wait for each other's store.
        Offset counts[2][radix_digits] = {};
        for (long long i = begin; i < end; ++i) ++counts[i & 1][radix_digit(keys[i], args.pass)];
        if (args.pass == 0) {
            auto varying = first;
            varying = 0;
            for (long long i = begin; i < end; ++i) varying |= ordered_bits(keys[i]) ^ first;
            __atomic_fetch_or(args.varying, (unsigned long long)varying, __ATOMIC_RELAXED);
        }
        for (int d = 0; d < radix_digits; ++d)
            ((Offset*)args.counts)[(long long)d * args.blocks + block] = counts[0][d] + counts[1][d];
    }
}

template <class Offset>
static inline void radix_scan(const RadixArgs& args, long long begin, long long end) {
    if (!radix_plan(args).active) return;
    for (long long d = begin; d < end; ++d) {
        Offset* counts = (Offset*)args.counts + d * args.blocks;
        Offset sum = 0;
        for (int i = 0; i < args.blocks; ++i) {
            const Offset n = counts[i];
            counts[i] = sum;
            sum += n;
        }
        ((Offset*)args.totals)[d] = sum;
    }
}

template <class T, class Offset, class Index>
static inline void radix_downsweep(const RadixArgs& args, long long first_block, long long last_block) {
    const radix_plan plan(args);
    if (!plan.active) return;
    const sort_column<T, Index> source(plan.source < 0 ? args.source : args.keys[plan.source],
                                       plan.source < 0 ? nullptr : args.order[plan.source]);
    const sort_column<T, Index> target(plan.last && !args.keep_keys ? nullptr : args.keys[plan.target],
                                       args.order[plan.target], plan.last);
    for (long long block = first_block; block < last_block; ++block) {
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        Offset places[radix_digits];
        Offset sum = 0;
        for (int d = 0; d < radix_digits; ++d) {
            places[d] = sum + ((const Offset*)args.counts)[(long long)d * args.blocks + block];
            sum += ((const Offset*)args.totals)[d];
        }
        if (plan.source < 0)
            for (long long i = begin; i < end; ++i)
                target.store((long long)places[radix_digit(source.keys[i], args.pass)]++,
                             make_entry<T, Index>(source.keys[i], i));
        else
            for (long long i = begin; i < end; ++i) {
                const auto e = source.load(i);
                target.store((long long)places[radix_digit(e.key, args.pass)]++, e);
            }
    }
}

#define CUPRUM_SORT_ENTRY(name, args, call) \
    extern "C" void name(const cuprum::args* a, long long begin, long long end) { call(*a, begin, end); }

#endif

#define CUPRUM_SORT_TILES(name, T, Offset, Index) CUPRUM_SORT_ENTRY(name, SortTilesArgs, (cuprum::sort_tiles<T, Index>))
#define CUPRUM_SORT_MERGE(name, T, Offset, Index) CUPRUM_SORT_ENTRY(name, SortMergeArgs, (cuprum::sort_merge<T, Index>))
#define CUPRUM_SORT_RADIX_UPSWEEP(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, RadixArgs, (cuprum::radix_upsweep<T, Offset>))
#define CUPRUM_SORT_RADIX_SCAN(name, T, Offset, Index) CUPRUM_SORT_ENTRY(name, RadixArgs, (cuprum::radix_scan<Offset>))
#define CUPRUM_SORT_RADIX_DOWNSWEEP(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, RadixArgs, (cuprum::radix_downsweep<T, Offset, Index>))

}  // namespace cuprum
