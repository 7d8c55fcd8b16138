// Stable sorts of the rows of a matrix by comparisons, with or without the positions that the keys came from.
//
// Rows are cut into tiles, which are sorted each on its own, and merged. The plan is in src/kernel/plan/sort.cpp, which
// prefers the radix sort (cuprum/radix.h) for long rows:
//     CUPRUM_SORT_TILES  a block (CPU: a thread) sorts a tile: a whole row, several short ones, or a piece of a long
//     one CUPRUM_SORT_MERGE  neighbouring sorted runs become one, tile by tile of the result
#pragma once

#include <cuprum/engine/sort_column.h>

namespace cuprum {

#if CUPRUM_GPU

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

#else  // CPU

constexpr int sort_run = 16;

/// Sorts up to sort_run elements: the place of each is the number of those that come before it, which vectorises for
/// as many.
template <class T, class Index>
static inline void sort_short(const T* source, long long count, long long position,
                              const sort_column<T, Index>& target) {
    int rank[sort_run];
    if (count < sort_run || is_complex<T>) {
#pragma clang loop vectorize(disable) unroll(disable)
        for (int i = 0; i < (int)count; ++i) {
            rank[i] = 0;
#pragma clang loop vectorize(disable) unroll(disable)
            for (int j = 0; j < i; ++j) {
                const bool before = sorts_before(source[i], source[j]);
                rank[j] += before;
                rank[i] += !before;
            }
        }
    } else if constexpr (is_number_pair<T>) {
        using R = decltype(source[0].re);
        R re[sort_run], im[sort_run];
        for (int i = 0; i < sort_run; ++i) {
            re[i] = source[i].re;
            im[i] = source[i].im;
            rank[i] = 0;
        }
        for (int j = 0; j < sort_run; ++j)
            for (int i = 0; i < sort_run; ++i)
                rank[i] += (re[j] < re[i]) | ((re[j] == re[i]) & ((im[j] < im[i]) | ((im[j] == im[i]) & (j < i))));
    } else if constexpr (!is_complex<T>) {
        decltype(ordered_bits(source[0])) bits[sort_run];
        for (int i = 0; i < sort_run; ++i) {
            bits[i] = ordered_bits(source[i]);
            rank[i] = 0;
        }
        for (int j = 0; j < sort_run; ++j)
            for (int i = 0; i < sort_run; ++i) rank[i] += i > j ? bits[j] <= bits[i] : bits[j] < bits[i];
    }
#pragma clang loop vectorize(disable) unroll_count(4)
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
        target.store(k++, __builtin_unpredictable(take_b) ? y : x);
        i += !take_b;
        j += take_b;
    }
    const long long rest = end - k < a_count - i ? end - k : a_count - i;
    target.from(k).copy(a.from(i), rest);
    k += rest;
    target.from(k).copy(b.from(j), end - k);
}

/// Merges two runs of one length from both ends, two chains of comparisons that do not wait for each other.
template <class T, class Index>
static inline void merge_equal_runs(const sort_column<T, Index>& a, const sort_column<T, Index>& b, long long width,
                                    const sort_column<T, Index>& target) {
    long long i = 0, j = 0, last_i = width - 1, last_j = width - 1;
    for (long long k = 0; k < width; ++k) {
        const auto x = a.load(i), y = b.load(j);
        const bool take_b = sorts_before(y.key, x.key);
        target.store(k, __builtin_unpredictable(take_b) ? y : x);
        i += !take_b;
        j += take_b;
        const auto last_x = a.load(last_i), last_y = b.load(last_j);
        const bool take_a = sorts_before(last_y.key, last_x.key);
        target.store(2 * width - 1 - k, __builtin_unpredictable(take_a) ? last_x : last_y);
        last_i -= take_a;
        last_j -= !take_a;
    }
}

// The library's sorts in vector registers (src/backend/cpu/sorting).
extern "C" void cuprum_vector_sort(const void* source, void* target, long long count, int type);
extern "C" int cuprum_vector_argsort(const void* source, void* sorted, void* order, void* memory, long long count,
                                     long long position, int type, int wide);

/// Sorts one piece of a row, whose first element is at `position` of the row. The last step writes to `even`, the one
/// before it to `odd`, and so on.
template <class T, class Index>
struct piece_sorter {
    using column = sort_column<T, Index>;
    const T* source;
    long long count, position;
    column even, odd;
    T* spare;  // keys for `even` until the last step, where the caller wants none

    static constexpr int few_keys = 64 * (int)sizeof(T);  // below, counters of all digits outweigh comparisons

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
                else merged.from(i).copy(runs.from(i), left);
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

    /// False where the processor has no such sort.
    bool in_registers() const {
        constexpr int type = (is_float<T> ? 2 : is_signed_integer<T> ? 0 : 1) + (sizeof(T) == 8 ? 3 : 0);
        if constexpr (is_same<Index, no_index>) {
            cuprum_vector_sort(source, even.keys, count, type);
            return true;
        } else {
            const bool wide = even.wide || sizeof(Index) == 8;
            void* const memory = wide ? even.order : sizeof(T) == 8 ? odd.keys : nullptr;
            return cuprum_vector_argsort(source, even.keys, even.order, memory, count, position, type, wide);
        }
    }

    /// The order of few keys of one or two bytes, as integers of four. False where the processor has no such sort.
    bool by_words() const {
        constexpr int uint32 = 1;
        unsigned words[few_keys];
        long long places[few_keys];
        for (int i = 0; i < (int)count; ++i) words[i] = ordered_bits(source[i]);
        if (!cuprum_vector_argsort(words, nullptr, places, places, count, 0, uint32, true)) return false;
        for (int i = 0; i < (int)count; ++i)
            even.store(i, make_entry<T, Index>(source[places[i]], position + places[i]));
        return true;
    }

    /// Pairs in the order of their real parts, and those whose real parts are equal in that of their imaginary parts.
    /// False where the processor has no such sort.
    bool by_parts() const {
        using R = decltype(source[0].re);
        using Place = conditional_t<sizeof(R) == 8, long long, unsigned>;
        constexpr bool wide = sizeof(R) == 8;
        constexpr int type = wide ? 5 : 2;
        const auto argsort = [](const R* parts, Place* places, long long n) {
            return cuprum_vector_argsort(parts, nullptr, places, wide ? places : nullptr, n, 0, type, wide);
        };
        R* const re = (R*)odd.keys;
        Place* const places = (Place*)(re + count);
        for (long long i = 0; i < count; ++i) re[i] = source[i].re;
        if (!argsort(re, places, count)) return false;
        R* const im = (R*)(even.keys ? even.keys : spare);
        for (long long i = 0, end; i < count; i = end) {
            for (end = i + 1; end < count && re[places[end]] == re[places[i]];) ++end;
            const long long n = end - i;
            if (n == 1) continue;
            Place *const among = (Place*)(im + n), *const before = (Place*)im;
            for (long long k = 0; k < n; ++k) im[k] = source[places[i + k]].im;
            argsort(im, among, n);
            for (long long k = 0; k < n; ++k) before[k] = places[i + k];
            for (long long k = 0; k < n; ++k) places[i + k] = before[among[k]];
        }
        for (long long i = 0; i < count; ++i)
            even.store(i, make_entry<T, Index>(source[places[i]], position + (long long)places[i]));
        return true;
    }

    void operator()() const {
        if constexpr (is_number_pair<T>) {
            if (count <= sort_run || !by_parts()) by_merging();
        } else if constexpr (is_complex<T>) {
            by_merging();
        } else {
            if constexpr (sizeof(T) >= 4)
                if ((is_same<Index, no_index> || count > sort_run) && in_registers()) return;
            if constexpr (sizeof(T) < 4 && !is_same<Index, no_index>)
                if (count > sort_run && count < few_keys && by_words()) return;
            if (count < few_keys) by_merging();
            else by_digits();
        }
    }
};

/// Whether a part of complex numbers is NaN.
template <class R>
static inline bool holds_nan(const complex<R>* keys, long long count) {
    const R* const parts = &keys->re;
    unsigned_of_size<sizeof(R)> found = 0;
    for (long long i = 0; i < 2 * count; ++i) found |= parts[i] != parts[i] ? 1 : 0;
    return found;
}

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
        const auto sort = [&]<class Key>(const Key* source) {
            using column_of_keys = sort_column<Key, Index>;
            const auto same = [](const column& c) { return column_of_keys(c.keys, c.order, c.wide); };
            piece_sorter<Key, Index>{source,
                                     left < args.tile ? left : args.tile,
                                     start,
                                     same(target.from(at)),
                                     same(small ? column(keys[0], order) : scratch.from(at)),
                                     (Key*)(small ? keys[1] : (T*)args.spare + at)}();
        };
        const T* const source = (const T*)args.source + at;
        if constexpr (is_complex<T>) {
            using pair = number_pair<typename T::value_type>;
            if (!holds_nan(source, left < args.tile ? left : args.tile)) {
                sort((const pair*)source);
                continue;
            }
        }
        sort(source);
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

#endif

#define CUPRUM_SORT_TILES(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, 2, SortTilesArgs, (cuprum::sort_tiles<T, Index>))
#define CUPRUM_SORT_MERGE(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, 2, SortMergeArgs, (cuprum::sort_merge<T, Index>))

}  // namespace cuprum
