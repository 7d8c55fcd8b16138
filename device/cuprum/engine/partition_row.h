// Partitions of rows of complex numbers, each of which one thread of a CPU makes alone by Hoare's selection:
//
//     CUPRUM_PARTITION_ROW(name, T, Index)    the arguments are a PartitionRowArgs; Index is `no_index`, or the
//                                                     type of the positions that travel with the keys
//
// A pivot is the median of keys at places that only a generator of numbers knows, so that no row misleads it for long.
// Rows without NaN, which are nearly all, are compared by their parts alone.
#pragma once

#include <cuprum/engine/sort_column.h>

namespace cuprum {

#if !CUPRUM_GPU

template <class T, class Index>
struct row_partition {
    using column = sort_column<T, Index>;
    static constexpr long long short_range = 16;

    column row;
    unsigned long long number = 1;

    /// Puts the key of this rank among [begin, end) to its place, smaller ones before it and larger ones behind.
    void select(long long begin, long long end, long long rank) {
        while (end - begin > short_range) {
            const T pivot = guess(begin, end);
            long long i = begin - 1, j = end;
            for (;;) {
                do ++i;
                while (sorts_before(row.keys[i], pivot));
                do --j;
                while (sorts_before(pivot, row.keys[j]));
                if (i >= j) break;
                swap(i, j);
            }
            // Nothing before i sorts behind the pivot, nothing behind j before it. They meet at a key that equals it,
            // or have passed each other by one.
            if (i == j && rank == i) return;
            if (rank < i) end = i;
            else begin = i + (i == j);
        }
        sort_range(begin, end);
    }
    void swap(long long i, long long j) {
        const auto held = row.load(i);
        row.store(i, row.load(j));
        row.store(j, held);
    }

private:
    T any_of(long long begin, long long end) {
        number = number * 6364136223846793005ull + 1442695040888963407ull;
        return row.keys[begin + (long long)((number >> 33) % (unsigned long long)(end - begin))];
    }
    T middle_of_three(long long begin, long long end) {
        const T a = any_of(begin, end), b = any_of(begin, end), c = any_of(begin, end);
        const bool swapped = sorts_before(b, a);
        const T low = swapped ? b : a, high = swapped ? a : b;
        return sorts_before(c, low) ? low : sorts_before(high, c) ? high : c;
    }
    T guess(long long begin, long long end) {
        const T a = middle_of_three(begin, end);
        if (end - begin < 512) return a;
        const T b = middle_of_three(begin, end), c = middle_of_three(begin, end);
        const bool swapped = sorts_before(b, a);
        const T low = swapped ? b : a, high = swapped ? a : b;
        return sorts_before(c, low) ? low : sorts_before(high, c) ? high : c;
    }
    void sort_range(long long begin, long long end) {
        for (long long i = begin + 1; i < end; ++i) {
            const auto held = row.load(i);
            long long j = i;
            for (; j > begin && sorts_before(held.key, row.keys[j - 1]); --j) row.store(j, row.load(j - 1));
            row.store(j, held);
        }
    }
};

/// Partitions one row, which is in its place already, around `kth`; or, where that is below zero, such that its median
/// can be read off, and its last element: NaNs lie behind all others.
template <class T, class Index, class Column>
static inline void partition_one(const Column& row, long long count, long long kth, bool has_nan) {
    if (kth >= 0) {
        if (has_nan) {
            row_partition<T, Index>{row}.select(0, count, kth);
        } else {
            using pair = number_pair<typename T::value_type>;
            row_partition<pair, Index>{sort_column<pair, Index>(row.keys, row.order)}.select(0, count, kth);
        }
        return;
    }
    long long numbers = count;
    if (has_nan) {
        row_partition<T, Index> all{row};
        for (long long i = 0; i < numbers;) {
            if (is_nan(row.keys[i])) all.swap(i, --numbers);
            else ++i;
        }
        for (long long i = numbers; i < count - 1; ++i)
            if (sorts_before(row.keys[count - 1], row.keys[i])) all.swap(i, count - 1);
    }
    if (numbers == 0) return;
    using pair = number_pair<typename T::value_type>;
    row_partition<pair, Index> partition{sort_column<pair, Index>(row.keys, row.order)};
    partition.select(0, numbers, numbers / 2);
    if (numbers & 1) return;
    // The largest key before the upper middle is the lower one.
    long long largest = 0;
    for (long long i = 1; i < numbers / 2; ++i)
        if (sorts_before(partition.row.keys[largest], partition.row.keys[i])) largest = i;
    if (largest != numbers / 2 - 1) partition.swap(largest, numbers / 2 - 1);
}

template <class T, class Index>
static inline void partition_rows(const PartitionRowArgs& args, long long begin, long long end) {
    using column = sort_column<T, Index>;
    for (long long item = begin; item < end; ++item) {
        const long long first = item * args.length;
        const T* const source = (const T*)args.source + first;
        const column row = column(args.keys, args.order).from(first);
        bool has_nan = false;
        for (long long i = 0; i < args.length; ++i) {
            const T key = source[i];
            has_nan |= is_nan(key);
            row.store(i, make_entry<T, Index>(key, i));
        }
        partition_one<T, Index>(row, args.length, args.kth, has_nan);
    }
}

#define CUPRUM_PARTITION_ROW(name, T, Index)                                                     \
    extern "C" void name(const cuprum::PartitionRowArgs* args, long long begin, long long end) { \
        cuprum::partition_rows<T, Index>(*args, begin, end);                                     \
    }

#endif

}  // namespace cuprum
