// What programs are looked for by: words that tell operations, dtypes and layouts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

using PatternKey = std::vector<std::uint64_t>;

inline std::uint64_t hash_of(std::span<const std::uint64_t> key) {
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (std::uint64_t word : key) {
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

enum class Order : std::uint8_t { c, f, other };

inline Order order_of(const ndarray& a) {
    return a.is_c_contiguous() ? Order::c : a.is_f_contiguous() ? Order::f : Order::other;
}

}  // namespace cuprum::kernel
