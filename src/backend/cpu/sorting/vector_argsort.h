// The order of numbers by a sort of integers of 64 bits, each of which holds a key and its place:
//
//      the key less the least one, its highest bits | its place
//
// Equal keys stay in their order, as their places differ. Where a key's bits and a place's are more than 64, the lowest
// bits of the key are left out. Keys that are alike then are sorted once more, by those bits and their places.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>

#include "backend/cpu/sorting/number_keys.h"
#include "backend/cpu/sorting/vector_sort.h"

namespace cuprum::backend::cpu {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// Integers that compare as numbers do. The zeros have one, all NaNs the greatest.
template <class N>
[[gnu::always_inline]] inline std::uint64_t ordered_key(KeyOf<N> bits) {
    using K = KeyOf<N>;
    constexpr K highest = std::numeric_limits<K>::max();
    K key = key_of<N>(bits);
    if constexpr (std::is_floating_point_v<N>) {
        key = (bits & highest) == 0 ? 0 : key;
        key = is_nan<N>(bits) ? highest : key;
    }
    return static_cast<std::uint64_t>(std::int64_t{key}) ^ sign_bit;
}

template <class Sorter, class N, class Position>
void argsort_numbers(const void* from, void* sorted, Position* order, std::int64_t* entries, std::int64_t count,
                     std::int64_t position) {
    using K = KeyOf<N>;
    const K* const source = static_cast<const K*>(from);
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t key = ordered_key<N>(source[i]);
        least = key < least ? key : least;
        most = key > most ? key : most;
    }
    const int place_bits = std::bit_width(static_cast<std::uint64_t>(count - 1));
    const int dropped = std::max(0, static_cast<int>(std::bit_width(most - least)) + place_bits - 64);
    const std::uint64_t places = (std::uint64_t{1} << place_bits) - 1;
    const auto place_of = [places](std::int64_t entry) { return static_cast<std::int64_t>(entry & places); };
    const auto entry_of = [place_bits](std::uint64_t key, std::int64_t place) {
        return static_cast<std::int64_t>((key << place_bits | static_cast<std::uint64_t>(place)) ^ sign_bit);
    };
    for (std::int64_t i = 0; i < count; ++i) entries[i] = entry_of((ordered_key<N>(source[i]) - least) >> dropped, i);
    Sorter::sort(entries, count);
    if (dropped) {
        for (std::int64_t i = 0, end; i < count; i = end) {
            for (end = i + 1; end < count && entries[end] >> place_bits == entries[i] >> place_bits;) ++end;
            if (end == i + 1) continue;
            for (std::int64_t j = i; j < end; ++j) {
                const std::int64_t place = place_of(entries[j]);
                const std::uint64_t key = ordered_key<N>(source[place]) - least;
                entries[j] = entry_of(key & ((std::uint64_t{1} << dropped) - 1), place);
            }
            Sorter::sort(entries + i, end - i);
        }
    }
    if (sorted)
        for (std::int64_t i = 0; i < count; ++i) static_cast<K*>(sorted)[i] = source[place_of(entries[i])];
    // `order` may be `entries`.
    for (std::int64_t i = 0; i < count; ++i) order[i] = static_cast<Position>(position + place_of(entries[i]));
}

template <class Sorter, class N>
void argsort_as(const Argsort& a) {
    std::unique_ptr<std::int64_t[]> allocated;
    auto* entries = static_cast<std::int64_t*>(a.memory);
    if (!entries) {
        allocated.reset(new std::int64_t[static_cast<std::size_t>(a.count)]);
        entries = allocated.get();
    }
    if (a.wide)
        argsort_numbers<Sorter, N>(a.source, a.sorted, static_cast<std::int64_t*>(a.order), entries, a.count,
                                   a.position);
    else
        argsort_numbers<Sorter, N>(a.source, a.sorted, static_cast<std::uint32_t*>(a.order), entries, a.count,
                                   a.position);
}

/// Sorter::sort(keys, count) sorts integers of 64 bits.
template <class Sorter>
void argsort_by_keys(const Argsort& a) {
    switch (a.type) {
        case SortedType::int32: return argsort_as<Sorter, std::int32_t>(a);
        case SortedType::uint32: return argsort_as<Sorter, std::uint32_t>(a);
        case SortedType::float32: return argsort_as<Sorter, float>(a);
        case SortedType::int64: return argsort_as<Sorter, std::int64_t>(a);
        case SortedType::uint64: return argsort_as<Sorter, std::uint64_t>(a);
        case SortedType::float64: return argsort_as<Sorter, double>(a);
    }
}

}  // namespace
}  // namespace cuprum::backend::cpu
