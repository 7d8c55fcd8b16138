// Conversion between any two of the fifteen dtypes, and the types in which they compute.
#pragma once

#include <cuprum/base.h>
#include <cuprum/complex.h>
#include <cuprum/half.h>

namespace cuprum {

template <class T>
struct compute_type {
    using type = conditional_t<is_half<T>, float, T>;
};
/// The type in which a dtype computes: float for float16 and bfloat16, itself for every other.
template <class T>
using compute_t = typename compute_type<T>::type;

namespace detail {

/// Saturates at To's own range and makes 0 of NaN. Selects, not branches, so that loops vectorise.
template <class To, class From>
CUPRUM_DEVICE To saturate(From x) {
    // One past the largest value is a power of two, and so exact.
    constexpr From low = static_cast<From>(limits<To>::lowest());
    constexpr From end = From(2) * static_cast<From>(limits<To>::max() / 2 + 1);
    bool inside = (x >= low) & (x < end);
    To converted = static_cast<To>(inside ? x : From(0));
    To outside = x >= end ? limits<To>::max() : (x < low ? limits<To>::lowest() : To(0));
    return inside ? converted : outside;
}

/// To 8 and 16 bits by way of int32, whose lower bits are kept: 300 becomes 44 as a uint8, and -1 becomes 255.
template <class To, class From>
CUPRUM_DEVICE To integer_of(From x) {
#if !CUPRUM_GPU
    if constexpr (sizeof(To) <= 2) {
        // The lower bits of what lies beyond are all ones above, and all zeros below and of NaN. Beyond 32 bits the
        // numbers are cut to the range first; comparisons with NaN are false.
        constexpr From low = From(-2147483648.0), end = From(2147483648.0),
                       high = sizeof(From) == 4 ? From(2147483520.0) : From(2147483647.0);
        const From below = x > high ? high : x, inside = below > low ? below : low;
        const int32 converted = static_cast<int32>(inside);
        return static_cast<To>(sizeof(From) == 4 ? converted | -static_cast<int32>(x >= end) : converted);
    } else {
        return saturate<To>(x);
    }
#else
    if constexpr (sizeof(To) <= 2) return static_cast<To>(saturate<int32>(x));
    else return saturate<To>(x);
#endif
}

}  // namespace detail

/// NumPy's conversion, but what it leaves to the processor is the same on every one: floats beyond 32 and 64 bits
/// saturate, and NaN becomes 0.
template <class To, class From>
CUPRUM_DEVICE To cast(From x) {
    if constexpr (is_same<To, From>) {
        return x;
    } else if constexpr (is_same<From, stored_bool>) {
        return cast<To>(static_cast<bool>(x));
    } else if constexpr (is_same<To, stored_bool>) {
        return {cast<bool>(x)};
    } else if constexpr (is_complex<To>) {
        using T = typename To::value_type;
        if constexpr (is_complex<From>) return {cast<T>(x.re), cast<T>(x.im)};
        else return {cast<T>(x), T(0)};
    } else if constexpr (is_complex<From>) {
        if constexpr (is_bool<To>) return (x.re != 0) | (x.im != 0);
        else return cast<To>(x.re);
    } else if constexpr (is_half<From>) {
        return cast<To>(static_cast<float>(x));
    } else if constexpr (is_bool<To>) {
        return x != From(0);
    } else if constexpr (is_float<From> && is_integer<To>) {
        return detail::integer_of<To>(x);
    } else {
        return static_cast<To>(x);
    }
}

}  // namespace cuprum
