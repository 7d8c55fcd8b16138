// A quicksort of signed integers and of float64 in vector registers, compiled for AVX2 and for AVX-512. The lesser of
// two float64 takes one instruction, that of integers of 64 bits several with AVX2, and slow ones with AVX-512. Of 32
// bits integers take less time than floats.
//
//   - Quicksort. A pass reads vectors from whichever end has less free space, moves what is below the pivot to a
//     register's front and writes it to the left end, the rest to the right end. Two times `ahead` vectors are held in
//     registers, so that the ends always have room for whole registers.
//   - Up to 16 registers are sorted by networks: first each column (one lane of all registers), then pairs of sorted
//     columns, quads and so on are merged by bitonic networks, and the columns become rows by a transpose:
//
//        register 0    5 1 7 3        1 0 2 1        0 0 1 ...
//        register 1    1 8 2 1   ->   5 1 4 3   ->   1 1 2 ...   lane k holds the k-th part of all, in order
//        register 2    9 0 4 6        9 8 7 6        ...
#pragma once

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "backend/cpu/sorting/number_keys.h"

#define CUPRUM_SORT_INLINE [[gnu::always_inline]] static inline

namespace cuprum::backend::cpu {
namespace {

#if defined(__AVX512F__)
constexpr int register_bytes = 64, most_rows = 16;
#else
constexpr int register_bytes = 32, most_rows = 16;
#endif

template <class T, int bytes>
struct VectorOf {
    using type [[gnu::vector_size(bytes)]] = T;
};
template <class T, int bytes>
using Vector = typename VectorOf<T, bytes>::type;

/// Lane by lane, of numbers that are not NaN.
template <class V>
CUPRUM_SORT_INLINE V least(V a, V b) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(a[0])>>) return a < b ? a : b;
#if defined(__AVX512F__)
    else if constexpr (sizeof(V) == 64)
        return std::bit_cast<V>(_mm512_min_pd(std::bit_cast<__m512d>(a), std::bit_cast<__m512d>(b)));
#endif
    else if constexpr (sizeof(V) == 32)
        return std::bit_cast<V>(_mm256_min_pd(std::bit_cast<__m256d>(a), std::bit_cast<__m256d>(b)));
    else return a < b ? a : b;
}
template <class V>
CUPRUM_SORT_INLINE V greatest(V a, V b) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(a[0])>>) return a < b ? b : a;
#if defined(__AVX512F__)
    else if constexpr (sizeof(V) == 64)
        return std::bit_cast<V>(_mm512_max_pd(std::bit_cast<__m512d>(a), std::bit_cast<__m512d>(b)));
#endif
    else if constexpr (sizeof(V) == 32)
        return std::bit_cast<V>(_mm256_max_pd(std::bit_cast<__m256d>(a), std::bit_cast<__m256d>(b)));
    else return a < b ? b : a;
}

/// What sorts behind all numbers.
template <class T>
constexpr T last_number =
    std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();

/// The comparisons of Batcher's odd-even merge sort of n elements.
template <int n>
struct Batcher {
    struct Pair {
        int low, high;
    };
    static constexpr auto visit(auto f) {
        for (int p = 1; p < n; p *= 2)
            for (int k = p; k >= 1; k /= 2)
                for (int j = k % p; j + k < n; j += 2 * k)
                    for (int i = 0; i < k && i + j + k < n; ++i)
                        if ((i + j) / (2 * p) == (i + j + k) / (2 * p)) f(Pair{i + j, i + j + k});
    }
    static constexpr int count = [] {
        int total = 0;
        visit([&](Pair) { ++total; });
        return total;
    }();
    static constexpr auto pairs = [] {
        std::array<Pair, count> result{};
        int k = 0;
        visit([&](Pair pair) { result[static_cast<std::size_t>(k++)] = pair; });
        return result;
    }();
};

/// Sorts `rows` registers of `bytes` bytes, as one sequence.
template <class T, int bytes, int rows>
struct Network {
    using V = Vector<T, bytes>;
    static constexpr int lanes = bytes / static_cast<int>(sizeof(T)), size = rows * lanes;
    static_assert(rows % lanes == 0);

    /// The first `count` elements of `data`; there are no more than `size`.
    [[gnu::noinline]] static void sort(T* data, std::int64_t count) {
        alignas(64) T memory[size];
        std::memcpy(memory, data, static_cast<std::size_t>(count) * sizeof(T));
        for (std::int64_t i = count; i < size; ++i) memory[i] = last_number<T>;
        sort(memory, std::make_index_sequence<rows>());
        std::memcpy(data, memory, static_cast<std::size_t>(count) * sizeof(T));
    }

private:
    template <auto index, std::size_t... K>
    CUPRUM_SORT_INLINE V choose(V a, V b, std::index_sequence<K...>) {
        return __builtin_shufflevector(a, b, index(static_cast<int>(K))...);
    }
    /// Lane k of the result is lane index(k) of a, or of b from `lanes` on.
    template <auto index>
    CUPRUM_SORT_INLINE V choose(V a, V b) {
        return choose<index>(a, b, std::make_index_sequence<lanes>());
    }
    CUPRUM_SORT_INLINE void order(V& low, V& high) {
        const V a = low, b = high;
        low = least(a, b);
        high = greatest(a, b);
    }

    template <std::size_t... K>
    CUPRUM_SORT_INLINE void sort_columns(V* v, std::index_sequence<K...>) {
        (order(v[Batcher<rows>::pairs[K].low], v[Batcher<rows>::pairs[K].high]), ...);
    }

    // The first step of a merge of columns in groups of `width` lanes: row i meets row rows - 1 - i, lanes reversed.
    template <int width>
    CUPRUM_SORT_INLINE void meet(V& first, V& second) {
        constexpr auto reversed = [](int k) { return k / width * width + (width - 1 - k % width); };
        constexpr auto low_then_high = [](int k) { return k % width < width / 2 ? k : k + lanes; };
        const V a = first, b = choose<reversed>(second, second);
        const V low = least(a, b), high = greatest(a, b);
        first = choose<low_then_high>(low, high);
        const V other = choose<low_then_high>(high, low);
        second = choose<reversed>(other, other);
    }
    // A step of a bitonic merge between lanes that are `distance` apart.
    template <int distance>
    CUPRUM_SORT_INLINE void across_lanes(V& row) {
        constexpr auto partner = [](int k) { return k ^ distance; };
        constexpr auto low_then_high = [](int k) { return k & distance ? k + lanes : k; };
        const V a = row, b = choose<partner>(a, a);
        row = choose<low_then_high>(least(a, b), greatest(a, b));
    }
    template <int distance, std::size_t... K>
    CUPRUM_SORT_INLINE void all_across_lanes(V* v, std::index_sequence<K...> all) {
        if constexpr (distance >= 1) {
            (across_lanes<distance>(v[K]), ...);
            all_across_lanes<distance / 2>(v, all);
        }
    }
    template <int distance, std::size_t... K>
    CUPRUM_SORT_INLINE void across_rows(V* v, std::index_sequence<K...> all) {
        if constexpr (distance >= 1) {
            ((static_cast<int>(K) & distance ? void() : order(v[K], v[K + distance])), ...);
            across_rows<distance / 2>(v, all);
        }
    }
    template <int width, std::size_t... K, std::size_t... Half>
    CUPRUM_SORT_INLINE void merge(V* v, std::index_sequence<K...> all, std::index_sequence<Half...> half) {
        if constexpr (width <= lanes) {
            (meet<width>(v[Half], v[rows - 1 - Half]), ...);
            all_across_lanes<width / 4>(v, all);
            across_rows<rows / 2>(v, all);
            merge<2 * width>(v, all, half);
        }
    }

    // Interleaving the first half of a square's rows with the second one, as often as a row's number has bits.
    template <int bit, std::size_t... K>
    CUPRUM_SORT_INLINE void transpose(V* v, std::index_sequence<K...> square) {
        if constexpr (bit < lanes) {
            constexpr auto low = [](int k) { return k / 2 + k % 2 * lanes; };
            constexpr auto high = [](int k) { return lanes / 2 + k / 2 + k % 2 * lanes; };
            const V next[] = {(K % 2 ? choose<high>(v[K / 2], v[K / 2 + lanes / 2])
                                     : choose<low>(v[K / 2], v[K / 2 + lanes / 2]))...};
            ((v[K] = next[K]), ...);
            transpose<2 * bit>(v, square);
        }
    }
    template <std::size_t... L>
    CUPRUM_SORT_INLINE void store_columns(T* memory, V* v, int first, std::index_sequence<L...> square) {
        transpose<1>(v + first, square);
        (std::memcpy(memory + static_cast<int>(L) * rows + first, &v[first + static_cast<int>(L)], bytes), ...);
    }

    template <std::size_t... K>
    CUPRUM_SORT_INLINE void sort(T* memory, std::index_sequence<K...> all) {
        V v[rows];
        (std::memcpy(&v[K], memory + K * lanes, bytes), ...);
        sort_columns(v, std::make_index_sequence<Batcher<rows>::count>());
        merge<2>(v, all, std::make_index_sequence<rows / 2>());
        store_columns(memory, v, 0, std::make_index_sequence<lanes>());
        if constexpr (rows > lanes) store_columns(memory, v, lanes, std::make_index_sequence<lanes>());
        if constexpr (rows > 2 * lanes) {
            store_columns(memory, v, 2 * lanes, std::make_index_sequence<lanes>());
            store_columns(memory, v, 3 * lanes, std::make_index_sequence<lanes>());
        }
    }
};

/// Brings what is below a pivot to the front of a register.
template <class T>
struct Divide {
    using V = Vector<T, register_bytes>;
    static constexpr int lanes = register_bytes / static_cast<int>(sizeof(T));

    // Stores those below (or, with `equals`, not above) at `left` and moves it behind them, and the others before
    // `right`. Both ends have room for a register, or share it.
    template <bool equals>
    CUPRUM_SORT_INLINE void store(V v, V pivot, T*& left, T*& right) {
#if defined(__AVX512F__)
        const auto x = std::bit_cast<__m512i>(v), p = std::bit_cast<__m512i>(pivot);
        if constexpr (sizeof(T) == 8) {
            __mmask8 below;
            if constexpr (std::is_floating_point_v<T>)
                below = _mm512_cmp_pd_mask(std::bit_cast<__m512d>(v), std::bit_cast<__m512d>(pivot),
                                           equals ? _CMP_LE_OQ : _CMP_LT_OQ);
            else below = equals ? _mm512_cmple_epi64_mask(x, p) : _mm512_cmplt_epi64_mask(x, p);
            const int count = std::popcount(static_cast<unsigned>(below));
            const __m512i places =
                _mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&orders[below])));
            const __m512i divided = _mm512_permutexvar_epi64(places, x);
            _mm512_storeu_si512(left, divided);
            _mm512_storeu_si512(right - lanes, divided);
            left += count, right -= lanes - count;
        } else {
            const __mmask16 below = equals ? _mm512_cmple_epi32_mask(x, p) : _mm512_cmplt_epi32_mask(x, p);
            const int count = std::popcount(static_cast<unsigned>(below));
            const __m512i low = _mm512_maskz_compress_epi32(below, x);
            const auto above = static_cast<__mmask16>(~below);
            const __m512i high = _mm512_maskz_compress_epi32(above, x);
            _mm512_storeu_si512(left, low);
            _mm512_mask_storeu_epi32(right - (lanes - count), static_cast<__mmask16>(0xffffu >> count), high);
            left += count, right -= lanes - count;
        }
#else
        const auto x = std::bit_cast<__m256i>(v), p = std::bit_cast<__m256i>(pivot);
        int below;
        if constexpr (sizeof(T) == 8) {
            if constexpr (std::is_floating_point_v<T>) {
                below = _mm256_movemask_pd(_mm256_cmp_pd(std::bit_cast<__m256d>(v), std::bit_cast<__m256d>(pivot),
                                                         equals ? _CMP_LE_OQ : _CMP_LT_OQ));
            } else {
                const __m256i over = equals ? _mm256_cmpgt_epi64(x, p) : _mm256_cmpgt_epi64(p, x);
                below = _mm256_movemask_pd(_mm256_castsi256_pd(over)) ^ (equals ? 15 : 0);
            }
        } else {
            const __m256i over = equals ? _mm256_cmpgt_epi32(x, p) : _mm256_cmpgt_epi32(p, x);
            below = _mm256_movemask_ps(_mm256_castsi256_ps(over)) ^ (equals ? 255 : 0);
        }
        const int count = std::popcount(static_cast<unsigned>(below));
        const __m256i places = _mm256_cvtepu8_epi32(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&orders[static_cast<std::size_t>(below)])));
        const __m256i divided = _mm256_permutevar8x32_epi32(x, places);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(left), divided);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(right - lanes), divided);
        left += count, right -= lanes - count;
#endif
    }

    // For each set of lanes below, where the divided register's 32-bit words (AVX2) or 64-bit words come from.
    static constexpr bool has_orders = lanes <= 8;
    static constexpr auto orders = [] {
        constexpr int words = register_bytes == 32 ? sizeof(T) / 4 : 1;
        std::array<std::uint64_t, has_orders ? 1 << lanes : 1> result{};
        for (int set = 0; has_orders && set < 1 << lanes; ++set) {
            std::uint64_t order = 0;
            int place = 0;
            for (int side = 1; side >= 0; --side)
                for (int lane = 0; lane < lanes; ++lane)
                    if ((set >> lane & 1) == side)
                        for (int w = 0; w < words; ++w)
                            order |= static_cast<std::uint64_t>(lane * words + w) << (8 * place++);
            result[static_cast<std::size_t>(set)] = order;
        }
        return result;
    }();
};

template <class T>
class Quicksort {
public:
    static void sort(T* data, std::int64_t count) { sort(data, count, depth_of(count)); }

    /// Sorts what `to_sorted` makes of numbers of type N. The first division reads these, which saves a pass through
    /// memory. False, with nothing sorted, where there are few of them or a NaN.
    template <class N, class ToSorted>
    static bool sort_to(const T* source, T* target, std::int64_t count, ToSorted to_sorted) {
        if (count < 8 * network) return false;
        const T pivot = to_sorted(pivot_of(source, count));
        const V p = V{} + pivot;
        T *left = target, *right = target + count;
        const T* last = source + count;
        for (std::int64_t rest = count % lanes; rest > 0; --rest) {
            if (is_nan<N>(*--last)) return false;
            const T x = to_sorted(*last);
            if (x < pivot) *left++ = x;
            else *--right = x;
        }
        for (; source < last; source += lanes) {
            const V v = load(source);
            if constexpr (std::is_floating_point_v<N>)
                if (has_nan(v)) return false;
            Divide<T>::template store<false>(to_sorted(v), p, left, right);
        }
        const std::int64_t below = left - target;
        const int depth = depth_of(count);
        if (below) sort(target, below, depth);
        sort(target + below, count - below, depth);
        return true;
    }

    /// The element of a rank. The others are moved.
    static T select(T* data, std::int64_t count, std::int64_t rank) {
        for (int depth = depth_of(count); count > network; --depth) {
            if (depth == 0) {
                std::nth_element(data, data + rank, data + count, Less());
                return data[rank];
            }
            const T pivot = pivot_beside(data, count, rank);
            std::int64_t below = divide<false>(data, count, pivot);
            if (rank < below) {
                count = below;
                continue;
            }
            if (below == 0) {  // the pivot is the least element: all that equal it are in place
                below = divide<true>(data, count, pivot);
                if (rank < below) return pivot;
            }
            data += below, count -= below, rank -= below;
        }
        sort_few(data, count);
        return data[rank];
    }

private:
    using V = Vector<T, register_bytes>;
    static constexpr int lanes = register_bytes / static_cast<int>(sizeof(T)), ahead = 4;
    static constexpr std::int64_t network = most_rows * lanes;
    static_assert(network >= 2 * ahead * lanes);

    // Divisions one in another, beyond which pivots are unlucky.
    static int depth_of(std::int64_t count) { return 2 * std::bit_width(static_cast<std::uint64_t>(count)) + 4; }

    static void sort_few(T* data, std::int64_t count) {
        constexpr int half = register_bytes / 2, half_lanes = lanes / 2;
        if (count < 2) return;
        if (count <= half_lanes * half_lanes) return Network<T, half, half_lanes>::sort(data, count);
        if constexpr (2 * half_lanes <= 16)
            if (count <= 2 * half_lanes * half_lanes) return Network<T, half, 2 * half_lanes>::sort(data, count);
        if constexpr (lanes * lanes < network)
            if (count <= lanes * lanes) return Network<T, register_bytes, lanes>::sort(data, count);
        if constexpr (4 * lanes <= most_rows)
            if (count <= 2 * lanes * lanes) return Network<T, register_bytes, 2 * lanes>::sort(data, count);
        Network<T, register_bytes, most_rows>::sort(data, count);
    }

    static T median(T a, T b, T c) {
        const T low = a < b ? a : b, high = a < b ? b : a;
        return c < low ? low : high < c ? high : c;
    }
    // Of nine elements, or of nine such medians.
    static T pivot_of(const T* data, std::int64_t count) {
        const std::int64_t step = count / 9;
        T of[9];
        for (int k = 0; k < 9; ++k)
            of[k] = count > 8192 ? pivot_of(data + k * step, std::min<std::int64_t>(step, 8191)) : data[k * step];
        return median(median(of[0], of[3], of[6]), median(of[1], of[4], of[7]), median(of[2], of[5], of[8]));
    }

    // An element that has the rank, or one on the far side of it from the nearer end: what is left then is little more
    // than from there to that end, and, the next time, little more than the rank itself (Floyd and Rivest).
    static T pivot_beside(const T* data, std::int64_t count, std::int64_t rank) {
        const std::int64_t samples = count < 4096 ? 64 : network, apart = count / samples;
        T sample[network];
        for (std::int64_t k = 0; k < samples; ++k) sample[k] = data[k * apart];
        sort_few(sample, samples);
        const std::int64_t margin =
            std::bit_width(static_cast<std::uint64_t>(samples));  // a deviation of the median or more
        const std::int64_t place = rank / apart + (rank < count / 2 ? margin : -margin);
        return sample[std::clamp<std::int64_t>(place, 0, samples - 1)];
    }

    // Whether one of the floats is NaN.
    CUPRUM_SORT_INLINE bool has_nan(V v) {
#if defined(__AVX512F__)
        const auto x = std::bit_cast<__m512d>(v);
        const auto y = std::bit_cast<__m512>(v);
        return sizeof(T) == 8 ? _mm512_cmp_pd_mask(x, x, _CMP_UNORD_Q) : _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q);
#else
        const auto x = std::bit_cast<__m256d>(v);
        const auto y = std::bit_cast<__m256>(v);
        return sizeof(T) == 8 ? _mm256_movemask_pd(_mm256_cmp_pd(x, x, _CMP_UNORD_Q))
                              : _mm256_movemask_ps(_mm256_cmp_ps(y, y, _CMP_UNORD_Q));
#endif
    }

    CUPRUM_SORT_INLINE V load(const T* from) {
        V v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }

    // Brings those below the pivot (or, with `equals`, not above) to the front; tells how many they are. `count` is at
    // least 2 * ahead * lanes.
    template <bool equals>
    static std::int64_t divide(T* data, std::int64_t count, T pivot) {
        constexpr int block = ahead * lanes;
        const V p = V{} + pivot;
        T *left = data, *right = data + count;                 // what is written lies outside of them
        const T *first = data + block, *last = right - block;  // what is not read yet lies between them
        V held[2 * ahead];
        for (int k = 0; k < ahead; ++k) held[k] = load(data + k * lanes), held[ahead + k] = load(last + k * lanes);
        // What does not fill registers.
        for (std::int64_t rest = count % lanes; rest > 0; --rest) {
            const T x = *--last;
            const bool below = equals ? x <= pivot : x < pivot;
            if (below) *left++ = x;
            else *--right = x;
        }
        while (last - first >= block) {
            const bool from_left = first - left <= right - last;
            const T* from = from_left ? first : last - block;
            first += from_left ? block : 0;
            last -= from_left ? 0 : block;
            const V v[] = {load(from), load(from + lanes), load(from + 2 * lanes), load(from + 3 * lanes)};
            for (int k = 0; k < ahead; ++k) Divide<T>::template store<equals>(v[k], p, left, right);
        }
        const std::int64_t rest = last - first;
        V more[ahead];
        for (int k = 0; k * lanes < rest; ++k) more[k] = load(first + k * lanes);
        for (int k = 0; k * lanes < rest; ++k) Divide<T>::template store<equals>(more[k], p, left, right);
        for (int k = 0; k < 2 * ahead; ++k) Divide<T>::template store<equals>(held[k], p, left, right);
        return left - data;
    }

    static void sort(T* data, std::int64_t count, int depth) {
        while (count > network) {
            if (depth-- == 0) return std::sort(data, data + count, Less());
            const T pivot = pivot_of(data, count);
            std::int64_t below = divide<false>(data, count, pivot);
            if (below == 0) {  // the pivot is the least element: all that equal it are in place
                below = divide<true>(data, count, pivot);
            } else {
                sort(data, below, depth);
            }
            data += below, count -= below;
        }
        sort_few(data, count);
    }
};

/// The lanes of a register, for a partition (vector_partition.h).
template <class K>
struct RegisterLanes {
    using V = Vector<K, register_bytes>;
    static constexpr int lanes = register_bytes / static_cast<int>(sizeof(K));

    static V first_numbers() {
        V v;
        for (int k = 0; k < lanes; ++k) v[k] = k;
        return v;
    }

    CUPRUM_SORT_INLINE unsigned less(V a, V b) {
#if defined(__AVX512F__)
        const auto x = std::bit_cast<__m512i>(a), y = std::bit_cast<__m512i>(b);
        if constexpr (sizeof(K) == 8) return _mm512_cmplt_epi64_mask(x, y);
        else return _mm512_cmplt_epi32_mask(x, y);
#else
        const auto x = std::bit_cast<__m256i>(a), y = std::bit_cast<__m256i>(b);
        if constexpr (sizeof(K) == 8)
            return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(y, x))));
        else return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(y, x))));
#endif
    }

#if defined(__AVX512F__)
    static constexpr bool keeps_alone = true;
    /// The same as `keep`, with nothing behind them overwritten.
    CUPRUM_SORT_INLINE int keep_alone(V v, unsigned set, K* to) {
        const auto x = std::bit_cast<__m512i>(v);
        const int count = std::popcount(set);
        const unsigned first = (1u << count) - 1;
        if constexpr (sizeof(K) == 8)
            _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(first),
                                     _mm512_maskz_compress_epi64(static_cast<__mmask8>(set), x));
        else
            _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(first),
                                     _mm512_maskz_compress_epi32(static_cast<__mmask16>(set), x));
        return count;
    }
#else
    static constexpr bool keeps_alone = false;
#endif

    /// Writes those lanes whose bits are set to `to`, and tells how many; what lies behind them may be overwritten.
    CUPRUM_SORT_INLINE int keep(V v, unsigned set, K* to) {
#if defined(__AVX512F__)
        const auto x = std::bit_cast<__m512i>(v);
        if constexpr (sizeof(K) == 8)
            _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(set), x));
        else _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(set), x));
#else
        const __m256i words =
            _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&Divide<K>::orders[set])));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                            _mm256_permutevar8x32_epi32(std::bit_cast<__m256i>(v), words));
#endif
        return std::popcount(set);
    }
};

struct RegisterSort {
    template <class N>
    static constexpr bool compares = std::is_same_v<N, double>;

    template <class T>
    static void sort(T* data, std::int64_t count) {
        Quicksort<T>::sort(data, count);
    }
    template <class N, class T, class ToSorted>
    static bool sort_to(const T* source, T* target, std::int64_t count, ToSorted to_sorted) {
        return Quicksort<T>::template sort_to<N>(source, target, count, to_sorted);
    }
    template <class T>
    static T select(T* data, std::int64_t count, std::int64_t rank) {
        return Quicksort<T>::select(data, count, rank);
    }
};

}  // namespace
}  // namespace cuprum::backend::cpu
