// Looking things up in sorted arrays, and counting what was found.
//
//     CUPRUM_SEARCH(name, T)            each value's place among sorted ones
//     CUPRUM_BINCOUNT(name, T)          counts of whole numbers of type T
//     CUPRUM_HISTOGRAM(name, T, E)      counts of values of type T by the bin between edges of type E
//     CUPRUM_BINCOUNT_SUM(name)         CPU: adds up the counts of several blocks
//     CUPRUM_BINCOUNT_WEIGHTS(name)     sums of weights by number, always in the same order
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/search_args.h>
#include <cuprum/engine/sort_order.h>

namespace cuprum {

/// Finds the bin between two of the sorted edges that holds a value, -1 where none does. The last bin holds both of its
/// edges.
template <class T>
struct bin_finder {
    static constexpr bool guesses = is_float<T> || is_half<T> || is_integer<T>;
    using C = conditional_t<is_float<T>, T, double>;

    const T* edges;
    long long last;  // edge
    C first = 0, bins_a_unit = 0;

    CUPRUM_DEVICE bin_finder(const void* sorted, long long count) : edges((const T*)sorted), last(count - 1) {
        if constexpr (guesses)
            if (last >= 1) {
                first = (C)edges[0];
                bins_a_unit = (C)last / ((C)edges[last] - first);
            }
    }

    CUPRUM_DEVICE long long of(T x) const {
        if (last < 1) return -1;
        if constexpr (guesses) {
            // Bins are mostly of one width; then a look at where they would have to be spares the search.
            const C share = ((C)x - first) * bins_a_unit;
            if (share >= 0 && share < (C)last) {
                const long long guess = (long long)share;
                if (edges[guess] <= x && x < edges[guess + 1]) return guess;
            }
        }
        const long long place = lower_bound([&](long long k) { return edges[k]; }, last + 1, x, true);
        if (place <= last) return place - 1;
        return edges[last] == x ? last - 1 : -1;
    }
};

template <class T>
CUPRUM_DEVICE void search_one(const SearchArgs& args, long long i) {
    const T* sorted = (const T*)args.sorted;
    const long long* sorter = args.sorter;
    const T value = ((const T*)args.values)[i];
    long long* out = (long long*)args.out + i;
    const auto direct = [=](long long k) { return sorted[k]; };
    if (args.mode == search_bin) {
        *out = bin_finder<T>(sorted, args.length).of(value);
    } else if (args.mode == search_member || args.mode == search_absent) {
        const long long place = lower_bound(direct, args.length, value, false);
        const bool found = place < args.length && sorted[place] == value;
        ((bool*)args.out)[i] = found == (args.mode == search_member);
    } else if (sorter) {
        *out =
            lower_bound([=](long long k) { return sorted[sorter[k]]; }, args.length, value, args.mode == search_right);
    } else {
        *out = lower_bound(direct, args.length, value, args.mode == search_right);
    }
}

/// What is counted: numbers as they are...
template <class T>
struct number_itself {
    using Value = T;
    const T* values;

    CUPRUM_DEVICE explicit number_itself(const BincountArgs& args) : values((const T*)args.numbers) {}
    CUPRUM_DEVICE static long long of(T value) { return (long long)value; }
};
/// ...or the bins of values.
template <class T, class E>
struct number_of_bin {
    using Value = T;
    const T* values;
    bin_finder<E> bins;

    CUPRUM_DEVICE explicit number_of_bin(const BincountArgs& args)
        : values((const T*)args.numbers), bins(args.edges, args.edge_count) {}
    CUPRUM_DEVICE long long of(T value) const { return bins.of(cast<E>(value)); }
};

#if CUPRUM_GPU

template <class T>
CUPRUM_DEVICE void search(const SearchArgs& args) {
    const long long i = (long long)blockIdx.x * search_block + threadIdx.x;
    if (i < args.count) search_one<T>(args, i);
}

template <class Number>
CUPRUM_DEVICE void bincount(const BincountArgs& args) {
    __shared__ unsigned counts[shared_bins];
    const bool shared = args.bins <= shared_bins;
    if (shared) {
        for (int k = threadIdx.x; k < args.bins; k += search_block) counts[k] = 0;
        __syncthreads();
    }
    unsigned long long* out = (unsigned long long*)args.out;
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.count ? begin + args.chunk : args.count;
    const Number numbers(args);
    constexpr int together = 4;  // values, each of which waits for memory, are read before one is counted
    for (long long base = begin + threadIdx.x; base < end; base += together * search_block) {
        typename Number::Value values[together];
#pragma unroll
        for (int k = 0; k < together; ++k)
            if (base + k * search_block < end) values[k] = numbers.values[base + k * search_block];
#pragma unroll
        for (int k = 0; k < together; ++k) {
            if (base + k * search_block >= end) break;
            const long long number = numbers.of(values[k]);
            if (number < 0 || number >= args.bins) continue;
            if (shared) atomicAdd(&counts[number], 1u);
            else atomicAdd(&out[number], 1ull);
        }
    }
    if (!shared) return;
    __syncthreads();
    for (int k = threadIdx.x; k < args.bins; k += search_block)
        if (counts[k]) atomicAdd(&out[k], (unsigned long long)counts[k]);
}

// A block adds up one bin: each thread every 256th weight, then the threads' sums in pairs.
CUPRUM_DEVICE void bincount_weights(const BincountArgs& args) {
    __shared__ double sums[search_block];
    const long long begin = args.starts[blockIdx.x], end = args.starts[blockIdx.x + 1];
    double sum = 0;
    for (long long i = begin + threadIdx.x; i < end; i += search_block) sum += args.weights[args.order[i]];
    sums[threadIdx.x] = sum;
    for (int distance = search_block / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (threadIdx.x < distance) sums[threadIdx.x] += sums[threadIdx.x + distance];
    }
    if (threadIdx.x == 0) ((double*)args.out)[blockIdx.x] = sums[0];
}

#define CUPRUM_SEARCH_ENTRY(name, args, call)                                                                         \
    extern "C" __global__ void __launch_bounds__(cuprum::search_block) name(const __grid_constant__ cuprum::args a) { \
        call(a);                                                                                                      \
    }

#else  // CPU

// Look-ups side by side: each step of a search waits for memory, which those of several values do together.
constexpr int searched_together = 8;

/// So many numbers are compared with each of few sorted ones: those of a vector register.
template <class T>
constexpr int counted_together = sizeof(compute_t<T>) < 8 ? static_cast<int>(64 / sizeof(compute_t<T>)) : 8;

/// Among so many sorted ones at most: of wide numbers, a search takes fewer steps than comparisons with all.
template <class T>
constexpr long long counted_most = sizeof(compute_t<T>) < 8 ? search_counted : 16;

/// The places of `counted_together` numbers, none of them NaN, among at most `counted_most` sorted ones: how many lie
/// before each. One copy of each loop for both sides: what a user waits for at the first call is the compiler.
template <class T>
static __attribute__((noinline)) void counted_places(const T* sorted, long long length, const T* values, bool behind,
                                                     long long* place) {
    using C = compute_t<T>;
    using Count = unsigned_of_size<sizeof(C)>;
    constexpr int together = counted_together<T>;
    const Count equals = behind;
    C value[together];
    Count less[together] = {};
    for (int l = 0; l < together; ++l) value[l] = values[l];
    for (long long k = 0; k < length; ++k) {
        const C x = sorted[k];
#pragma clang loop vectorize(enable) unroll(disable)
        for (int l = 0; l < together; ++l)
            less[l] += static_cast<Count>(x < value[l]) | (static_cast<Count>(x == value[l]) & equals);
    }
    for (int l = 0; l < together; ++l) place[l] = static_cast<long long>(less[l]);
}

/// What values are compared as, none of which is NaN.
template <class T>
struct searched_number {
    using type = compute_t<T>;
};
template <class R>
struct searched_number<complex<R>> {
    using type = number_pair<R>;
};

/// Whether `x` goes before `value`; with `behind`, its equals do.
template <class C>
static inline bool goes_before(C x, C value, bool behind) {
    if constexpr (is_number_pair<C>) {
        const bool less = (x.im < value.im) | (behind & (x.im == value.im));
        return (x.re < value.re) | ((x.re == value.re) & less);
    } else {
        return (x < value) | (behind & (x == value));
    }
}

/// The places of `searched_together` numbers among sorted ones. None is NaN but real ones among the latter.
template <class T>
static __attribute__((noinline)) void places_of(const T* sorted, long long length, const T* values, bool behind,
                                                long long* place) {
    using C = typename searched_number<T>::type;
    const auto number_of = [](const T& x) -> C {
        if constexpr (is_complex<T>) return {x.re, x.im};
        else return x;
    };
    C value[searched_together];
    for (int l = 0; l < searched_together; ++l) value[l] = number_of(values[l]);
    for (int l = 0; l < searched_together; ++l) place[l] = 0;
    for (long long count = length, half; count > 0; count -= half) {
        half = (count + 1) / 2;
#pragma clang loop vectorize(disable) unroll(full)
        for (int l = 0; l < searched_together; ++l)
            place[l] += goes_before(number_of(sorted[place[l] + half - 1]), value[l], behind) ? half : 0;
    }
}

template <class T>
static __attribute__((noinline)) void search_range(const SearchArgs& args, long long begin, long long end) {
    for (long long i = begin; i < end; ++i) search_one<T>(args, i);
}

/// Whether values are among few sorted ones: all are compared with each.
template <class T>
static inline void among_few(const T* sorted, long long length, const T* values, bool* out, long long n, bool present) {
    constexpr long long chunk = 1024;
    for (long long i = 0; i < n; i += chunk) {
        const long long m = n - i < chunk ? n - i : chunk;
        bool found[chunk];
        for (long long j = 0; j < m; ++j) found[j] = false;
        for (long long k = 0; k < length; ++k) {
            const T x = sorted[k];
            for (long long j = 0; j < m; ++j) found[j] |= values[i + j] == x;
        }
        for (long long j = 0; j < m; ++j) out[i + j] = found[j] == present;
    }
}

/// Whether integers are among sorted ones that lie in a narrow range: a table has a flag for each number of it.
template <class T>
static inline void among_near(const T* sorted, long long length, const T* values, bool* out, long long n,
                              bool present) {
    bool table[search_table];
    const uint64 first = (uint64)sorted[0], range = (uint64)sorted[length - 1] - first;
    for (uint64 k = 0; k <= range; ++k) table[k] = !present;
    for (long long k = 0; k < length; ++k) table[(uint64)sorted[k] - first] = present;
    for (long long i = 0; i < n; ++i) {
        const uint64 place = (uint64)values[i] - first;
        out[i] = place <= range ? table[place] : !present;
    }
}

template <class T>
static inline void search(const SearchArgs& args, long long begin, long long end) {
    const T* const sorted = (const T*)args.sorted;
    const bool member = args.mode == search_member || args.mode == search_absent;
    if (member) {
        const bool present = args.mode == search_member;
        const T* const values = (const T*)args.values + begin;
        bool* const out = (bool*)args.out + begin;
        if (args.length <= search_few) return among_few(sorted, args.length, values, out, end - begin, present);
        if constexpr (is_integer<T>) {
            const uint64 range = (uint64)sorted[args.length - 1] - (uint64)sorted[0];
            if (range < (uint64)search_table && (long long)range + args.length < 4 * (end - begin))
                return among_near(sorted, args.length, values, out, end - begin, present);
        }
    }
    long long i = begin;
    if (args.mode != search_bin && !args.sorter && args.length > 0) {
        long long length = args.length;
        bool counted = false;
        if constexpr (is_complex<T>) length = partition_point(length, [&](long long k) { return !is_nan(sorted[k]); });
        else counted = length <= counted_most<T>;
        const int together = counted ? counted_together<T> : searched_together;
        for (; i + together <= end; i += together) {
            const T* const values = (const T*)args.values + i;
            bool nan = false;
            for (int l = 0; l < together; ++l) nan |= is_nan(values[l]);
            if (nan) {
                search_range<T>(args, i, i + together);
                continue;
            }
            long long place[counted_together<T>];
            if constexpr (!is_complex<T>)
                if (counted) counted_places<T>(sorted, length, values, args.mode == search_right, place);
            if (!counted) places_of<T>(sorted, length, values, args.mode == search_right, place);
            if (member) {
                for (int l = 0; l < together; ++l)
                    ((bool*)args.out)[i + l] =
                        (place[l] < length && sorted[place[l]] == values[l]) == (args.mode == search_member);
            } else {
                for (int l = 0; l < together; ++l) ((long long*)args.out)[i + l] = place[l];
            }
        }
    }
    search_range<T>(args, i, end);
}

/// Counts bins between few edges, of as many values at a time as registers hold, and tells how many values are done.
template <class T>
static inline long long count_few_bins(number_itself<T>, const BincountArgs&, long long, long long,
                                       unsigned long long*) {
    return 0;
}
template <class T, class E>
static inline long long count_few_bins(number_of_bin<T, E>, const BincountArgs args, long long begin, long long end,
                                       unsigned long long* counts) {
    if constexpr (is_complex<E>) {
        return 0;
    } else {
        if (args.edge_count < 2 || args.edge_count > counted_most<E>) return 0;
        constexpr int together = counted_together<E>;
        const E* const edges = (const E*)args.edges;
        const compute_t<E> highest = edges[args.edge_count - 1];
        long long i = begin;
        for (; i + together <= end; i += together) {
            E values[together];
            long long place[together];
            for (int l = 0; l < together; ++l) values[l] = cast<E>(((const T*)args.numbers)[i + l]);
            counted_places<E>(edges, args.edge_count, values, true, place);
            // Before the first edge are numbers that are less, and NaNs. The last bin holds both of its edges.
            for (int l = 0; l < together; ++l) {
                const bool is_last = place[l] == args.edge_count && values[l] == highest;
                const long long number = place[l] - 1 - is_last;
                if ((unsigned long long)number < (unsigned long long)args.bins) ++counts[number];
            }
        }
        return i - begin;
    }
}

// By value, so that no store can be one to the arguments.
template <class Number>
static inline void bincount(const BincountArgs args, long long first_block, long long last_block) {
    for (long long block = first_block; block < last_block; ++block) {
        unsigned long long* counts = (unsigned long long*)args.out;
        if (args.blocks > 1) {
            counts = (unsigned long long*)args.partial + block * args.bins;
            for (long long k = 0; k < args.bins; ++k) counts[k] = 0;
        }
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.count ? begin + args.chunk : args.count;
        const Number numbers(args);
        const long long done = count_few_bins(numbers, args, begin, end, counts);
        for (long long i = begin + done; i < end; ++i) {
            const long long number = numbers.of(numbers.values[i]);
            if ((unsigned long long)number < (unsigned long long)args.bins) ++counts[number];
        }
    }
}

static inline void bincount_sum(const BincountArgs& args, long long begin, long long end) {
    for (long long k = begin; k < end; ++k) {
        unsigned long long sum = 0;
        for (int block = 0; block < args.blocks; ++block)
            sum += ((const unsigned long long*)args.partial)[block * args.bins + k];
        ((unsigned long long*)args.out)[k] = sum;
    }
}

// One thread, in the order of the elements.
static inline void bincount_weights(const BincountArgs args, long long, long long) {
    double* sums = (double*)args.out;
    for (long long i = 0; i < args.count; ++i) {
        const long long number = ((const long long*)args.numbers)[i];
        if ((unsigned long long)number < (unsigned long long)args.bins) sums[number] += args.weights[i];
    }
}

#define CUPRUM_SEARCH_ENTRY(name, args, call) \
    extern "C" void name(const cuprum::args* a, long long begin, long long end) { call(*a, begin, end); }
#define CUPRUM_BINCOUNT_SUM(name) CUPRUM_SEARCH_ENTRY(name, BincountArgs, cuprum::bincount_sum)

#endif

#define CUPRUM_SEARCH(name, T) CUPRUM_SEARCH_ENTRY(name, SearchArgs, cuprum::search<T>)
#define CUPRUM_BINCOUNT(name, T) CUPRUM_SEARCH_ENTRY(name, BincountArgs, cuprum::bincount<cuprum::number_itself<T>>)
#define CUPRUM_HISTOGRAM(name, T, E) \
    CUPRUM_SEARCH_ENTRY(name, BincountArgs, (cuprum::bincount<cuprum::number_of_bin<T, E>>))
#define CUPRUM_BINCOUNT_WEIGHTS(name) CUPRUM_SEARCH_ENTRY(name, BincountArgs, cuprum::bincount_weights)

}  // namespace cuprum
