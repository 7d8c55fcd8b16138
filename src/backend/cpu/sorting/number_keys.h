// Sorts of numbers by a sort of signed integers. Floats sort as integers when negative ones are mirrored. -0.0 then
// comes before 0.0, so zeros are written once more in the source's order; NaNs are set aside first.
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

/// A number's bits as a key that compares as the number does, and back: the function is its own inverse.
template <class N>
[[gnu::always_inline]] inline KeyOf<N> key_of(KeyOf<N> bits) {
    using K = KeyOf<N>;
    constexpr K lowest = std::numeric_limits<K>::min(), highest = std::numeric_limits<K>::max();
    if constexpr (std::is_floating_point_v<N>) return bits ^ (bits >> (8 * sizeof(K) - 1) & highest);
    else if constexpr (std::is_unsigned_v<N>) return bits ^ lowest;
    else return bits;
}

template <class Sorter, class N>
void sort_numbers(const void* from, void* to, std::int64_t count) {
    using K = KeyOf<N>;
    const K* const source = static_cast<const K*>(from);
    K* const target = static_cast<K*>(to);
    constexpr K lowest = std::numeric_limits<K>::min(), highest = std::numeric_limits<K>::max();
    std::int64_t numbers = count;
    K nans = 0, negative_zeros = 0;
    if constexpr (std::is_floating_point_v<N>) {
        constexpr K infinity = std::bit_cast<K>(std::numeric_limits<N>::infinity());
        for (std::int64_t i = 0; i < count; ++i) {
            const K bits = source[i];
            nans |= static_cast<K>((bits & highest) > infinity);
            negative_zeros |= static_cast<K>(bits == lowest);
            target[i] = key_of<N>(bits);
        }
        if (nans) {
            numbers = 0;
            for (std::int64_t i = 0; i < count; ++i)
                if ((source[i] & highest) <= infinity) target[numbers++] = key_of<N>(source[i]);
            for (std::int64_t i = 0, k = numbers; i < count; ++i)
                if ((source[i] & highest) > infinity) target[k++] = source[i];
        }
    } else {
        for (std::int64_t i = 0; i < count; ++i) target[i] = key_of<N>(source[i]);
    }
    Sorter::sort(target, numbers);
    K* zero = negative_zeros ? std::lower_bound(target, target + numbers, K(-1), Less()) : nullptr;
    if constexpr (!std::is_signed_v<N> || std::is_floating_point_v<N>)
        for (std::int64_t i = 0; i < numbers; ++i) target[i] = key_of<N>(target[i]);
    if (negative_zeros)
        for (std::int64_t i = 0; i < count; ++i)
            if (source[i] == 0 || source[i] == lowest) *zero++ = source[i];
}

/// Sorter::sort(keys, count) sorts signed integers of 32 or 64 bits.
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
