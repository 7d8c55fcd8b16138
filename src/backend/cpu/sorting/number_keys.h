// Sorts of numbers by a sort of signed integers and, where it compares them too, of floats. Otherwise floats sort as
// integers when negative ones are mirrored. Zeros of both signs then lie in any order, so they are written once more in
// the source's; NaNs are set aside first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "backend/cpu/sorting/vector_sort.h"

namespace cuprum::backend::cpu {
namespace {

// A type of each file's own, so that no function of the C++ library that is compiled here serves another file, and runs
// on a processor without these instructions.
struct Less {
    template <class T>
    bool operator()(T a, T b) const {
        return a < b;
    }
};

template <class N>
using KeyOf = std::conditional_t<sizeof(N) == 4, std::int32_t, std::int64_t>;

/// Whether a number is NaN; it may be given by its bits.
template <class N, class S>
[[gnu::always_inline]] inline bool is_nan(S number) {
    using K = KeyOf<N>;
    if constexpr (!std::is_floating_point_v<N>) return false;
    else
        return (std::bit_cast<K>(number) & std::numeric_limits<K>::max()) >
               std::bit_cast<K>(std::numeric_limits<N>::infinity());
}

/// A number's bits, or those of a vector of them, as keys that compare as the numbers do, and back: the function is its
/// own inverse.
template <class N, class Bits>
[[gnu::always_inline]] inline Bits key_of(Bits bits) {
    using K = KeyOf<N>;
    constexpr K lowest = std::numeric_limits<K>::min(), highest = std::numeric_limits<K>::max();
    if constexpr (std::is_floating_point_v<N>) return bits ^ (bits >> (8 * sizeof(K) - 1) & highest);
    else if constexpr (std::is_unsigned_v<N>) return bits ^ lowest;
    else return bits;
}

/// Copies numbers as what is sorted, NaNs behind all others; tells how many others there are.
template <class N, class S, class ToSorted>
std::int64_t copy_numbers(const S* source, S* target, std::int64_t count, ToSorted to_sorted) {
    KeyOf<N> nans = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        nans |= static_cast<KeyOf<N>>(is_nan<N>(source[i]));
        target[i] = to_sorted(source[i]);
    }
    if (!nans) return count;
    std::int64_t numbers = 0;
    for (std::int64_t i = 0; i < count; ++i)
        if (!is_nan<N>(source[i])) target[numbers++] = to_sorted(source[i]);
    for (std::int64_t i = 0, k = numbers; i < count; ++i)
        if (is_nan<N>(source[i])) target[k++] = source[i];
    return numbers;
}

/// Writes the zeros among sorted numbers, whose signs mean nothing, as they follow one another in the source.
template <class N, class S>
void write_zeros(const S* source, std::int64_t source_count, S* sorted, std::int64_t count) {
    const auto bits_of = [](S number) { return std::bit_cast<KeyOf<N>>(number); };
    const auto is_zero = [&](S number) { return (bits_of(number) & std::numeric_limits<KeyOf<N>>::max()) == 0; };
    const auto is_below_zero = [&](S number, int) { return bits_of(number) < 0 && !is_zero(number); };
    S* const first = std::lower_bound(sorted, sorted + count, 0, is_below_zero);
    if (first == sorted + count || !is_zero(*first)) return;
    KeyOf<N> negative = 0;
    for (std::int64_t i = 0; i < source_count; ++i)
        negative |= static_cast<KeyOf<N>>(bits_of(source[i]) == std::numeric_limits<KeyOf<N>>::min());
    if (!negative) return;
    for (S* zero = first; zero < sorted + count && is_zero(*zero); ++source)
        if (is_zero(*source)) *zero++ = *source;
}

template <class Sorter, class N>
void sort_numbers(const void* from, void* to, std::int64_t count) {
    using K = KeyOf<N>;
    constexpr bool is_float = std::is_floating_point_v<N>, as_floats = is_float && Sorter::template compares<N>;
    using S = std::conditional_t<as_floats, N, K>;  // what is sorted
    const S* const source = static_cast<const S*>(from);
    S* const target = static_cast<S*>(to);
    const auto to_sorted = [](auto number) {
        if constexpr (as_floats) return number;
        else return key_of<N>(number);
    };
    std::int64_t numbers = count;
    if (!Sorter::template sort_to<N>(source, target, count, to_sorted)) {
        numbers = copy_numbers<N>(source, target, count, to_sorted);
        Sorter::sort(target, numbers);
    }
    if constexpr (!std::is_signed_v<N> || (is_float && !as_floats))
        for (std::int64_t i = 0; i < numbers; ++i) target[i] = to_sorted(target[i]);
    if constexpr (is_float) write_zeros<N>(source, count, target, numbers);
}

/// Sorter::sort(keys, count) sorts signed integers of 32 or 64 bits and, where Sorter::compares<N>, numbers of type N
/// that are not NaN. Sorter::sort_to<N>(source, target, count, to_sorted) copies and sorts, or tells that it cannot.
template <class Sorter>
void sort_by_keys(const void* source, void* target, std::int64_t count, SortedType type) {
    switch (type) {
        case SortedType::int32: sort_numbers<Sorter, std::int32_t>(source, target, count); break;
        case SortedType::uint32: sort_numbers<Sorter, std::uint32_t>(source, target, count); break;
        case SortedType::float32: sort_numbers<Sorter, float>(source, target, count); break;
        case SortedType::int64: sort_numbers<Sorter, std::int64_t>(source, target, count); break;
        case SortedType::uint64: sort_numbers<Sorter, std::uint64_t>(source, target, count); break;
        case SortedType::float64: sort_numbers<Sorter, double>(source, target, count); break;
    }
}

/// Sorter::select(keys, count, rank) tells the key of a rank, likewise.
template <class Sorter>
void select_by_keys(void* keys, std::int64_t count, std::int64_t rank, int bytes, void* key) {
    if (bytes == 4) *static_cast<std::int32_t*>(key) = Sorter::select(static_cast<std::int32_t*>(keys), count, rank);
    else *static_cast<std::int64_t*>(key) = Sorter::select(static_cast<std::int64_t*>(keys), count, rank);
}

}  // namespace
}  // namespace cuprum::backend::cpu
