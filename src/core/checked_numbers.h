#pragma once

#include <cstdint>
#include <limits>

#include "cuprum/error.h"

// Integers made from numbers that a caller chooses: C++ leaves a conversion of a float beyond the integer's range, and
// the overflow of a signed integer, undefined.
namespace cuprum {

/// `x` without its fraction, as an int64: the nearest limit of int64 where it is beyond that range, the lowest for NaN,
/// which a check of bounds then refuses (casts of elements make NaN 0: scalar.cpp).
inline std::int64_t saturated(double x) {
    using Limits = std::numeric_limits<std::int64_t>;
    if (!(x >= -0x1p63)) return Limits::min();
    return x < 0x1p63 ? static_cast<std::int64_t>(x) : Limits::max();
}

/// a + b, the length of an array's axis; a ValueError where int64 does not hold it.
inline std::int64_t length_sum(std::int64_t a, std::int64_t b) {
    std::int64_t sum;
    if (__builtin_add_overflow(a, b, &sum)) throw ValueError("array is too big: a length is above 2**63 - 1");
    return sum;
}

/// a * b, the length of an array's axis; a ValueError where int64 does not hold it.
inline std::int64_t length_product(std::int64_t a, std::int64_t b) {
    std::int64_t product;
    if (__builtin_mul_overflow(a, b, &product)) throw ValueError("array is too big: a length is above 2**63 - 1");
    return product;
}

}  // namespace cuprum
