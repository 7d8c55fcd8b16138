// Conversion between any two of the fifteen dtypes, the types in which they compute, and their limits.
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

template <class T>
struct limits;

/// The smallest and the largest value; infinities where the type has them.
template <class T>
    requires(is_bool<T> || is_integer<T>)
struct limits<T> {
    CUPRUM_DEVICE static constexpr T lowest() { return is_signed_integer<T> ? static_cast<T>(~max()) : T(0); }
    CUPRUM_DEVICE static constexpr T max() {
        if constexpr (is_bool<T>)
            return true;
        else
            return static_cast<T>(static_cast<unsigned_of_size<sizeof(T)>>(~0ull) >> is_signed_integer<T>);
    }
};

template <>
struct limits<float> {
    CUPRUM_DEVICE static constexpr float lowest() { return -infinity(); }
    CUPRUM_DEVICE static constexpr float max() { return infinity(); }
    CUPRUM_DEVICE static constexpr float infinity() { return bit_cast<float>(0x7f800000u); }
    CUPRUM_DEVICE static constexpr float nan() { return bit_cast<float>(0x7fc00000u); }
    CUPRUM_DEVICE static constexpr float largest_finite() { return 0x1.fffffep+127f; }
    CUPRUM_DEVICE static constexpr float smallest_normal() { return 0x1p-126f; }
    CUPRUM_DEVICE static constexpr float epsilon() { return 0x1p-23f; }
};

template <>
struct limits<double> {
    CUPRUM_DEVICE static constexpr double lowest() { return -infinity(); }
    CUPRUM_DEVICE static constexpr double max() { return infinity(); }
    CUPRUM_DEVICE static constexpr double infinity() { return bit_cast<double>(0x7ff0000000000000ull); }
    CUPRUM_DEVICE static constexpr double nan() { return bit_cast<double>(0x7ff8000000000000ull); }
    CUPRUM_DEVICE static constexpr double largest_finite() { return 0x1.fffffffffffffp+1023; }
    CUPRUM_DEVICE static constexpr double smallest_normal() { return 0x1p-1022; }
    CUPRUM_DEVICE static constexpr double epsilon() { return 0x1p-52; }
};

template <>
struct limits<float16> {
    CUPRUM_DEVICE static constexpr float16 lowest() { return float16::from_bits(0xfc00); }
    CUPRUM_DEVICE static constexpr float16 max() { return infinity(); }
    CUPRUM_DEVICE static constexpr float16 infinity() { return float16::from_bits(0x7c00); }
    CUPRUM_DEVICE static constexpr float16 nan() { return float16::from_bits(0x7e00); }
    CUPRUM_DEVICE static constexpr float16 largest_finite() { return float16::from_bits(0x7bff); }
    CUPRUM_DEVICE static constexpr float16 smallest_normal() { return float16::from_bits(0x0400); }
    CUPRUM_DEVICE static constexpr float16 epsilon() { return float16::from_bits(0x1400); }
};

template <>
struct limits<bfloat16> {
    CUPRUM_DEVICE static constexpr bfloat16 lowest() { return bfloat16::from_bits(0xff80); }
    CUPRUM_DEVICE static constexpr bfloat16 max() { return infinity(); }
    CUPRUM_DEVICE static constexpr bfloat16 infinity() { return bfloat16::from_bits(0x7f80); }
    CUPRUM_DEVICE static constexpr bfloat16 nan() { return bfloat16::from_bits(0x7fc0); }
    CUPRUM_DEVICE static constexpr bfloat16 largest_finite() { return bfloat16::from_bits(0x7f7f); }
    CUPRUM_DEVICE static constexpr bfloat16 smallest_normal() { return bfloat16::from_bits(0x0080); }
    CUPRUM_DEVICE static constexpr bfloat16 epsilon() { return bfloat16::from_bits(0x3c00); }
};

/// In NumPy's lexicographic order.
template <class T>
struct limits<complex<T>> {
    CUPRUM_DEVICE static constexpr complex<T> lowest() { return {limits<T>::lowest(), limits<T>::lowest()}; }
    CUPRUM_DEVICE static constexpr complex<T> max() { return {limits<T>::max(), limits<T>::max()}; }
    CUPRUM_DEVICE static constexpr complex<T> nan() { return {limits<T>::nan(), limits<T>::nan()}; }
};

namespace detail {

/// Saturates at To's own range and makes 0 of NaN. Selects, not branches, so that loops vectorise.
template <class To, class From>
CUPRUM_DEVICE To saturate(From x) {
    if constexpr (sizeof(To) <= 2) {
        // Every limit is a float, and conversion to 32 bits has the faster instructions.
        constexpr From low = static_cast<From>(limits<To>::lowest()), high = static_cast<From>(limits<To>::max());
        From clamped = x < low ? low : x;
        clamped = clamped > high ? high : clamped;
        return static_cast<To>(static_cast<int32>(x == x ? clamped : From(0)));
    } else {
        // One past the largest value is a power of two, and so exact.
        constexpr From low = static_cast<From>(limits<To>::lowest());
        constexpr From end = From(2) * static_cast<From>(limits<To>::max() / 2 + 1);
        bool inside = (x >= low) & (x < end);
        To converted = static_cast<To>(inside ? x : From(0));
        To outside = x >= end ? limits<To>::max() : (x < low ? limits<To>::lowest() : To(0));
        return inside ? converted : outside;
    }
}

}  // namespace detail

/// NumPy's conversion, but float to integer saturates and makes 0 of NaN on every processor.
template <class To, class From>
CUPRUM_DEVICE To cast(From x) {
    if constexpr (is_same<To, From>) {
        return x;
    } else if constexpr (is_complex<To>) {
        using T = typename To::value_type;
        if constexpr (is_complex<From>)
            return {cast<T>(x.re), cast<T>(x.im)};
        else
            return {cast<T>(x), T(0)};
    } else if constexpr (is_complex<From>) {
        if constexpr (is_bool<To>)
            return (x.re != 0) | (x.im != 0);
        else
            return cast<To>(x.re);
    } else if constexpr (is_half<From>) {
        return cast<To>(static_cast<float>(x));
    } else if constexpr (is_bool<To>) {
        return x != From(0);
    } else if constexpr (is_float<From> && is_integer<To>) {
        return detail::saturate<To>(x);
    } else {
        return static_cast<To>(x);
    }
}

}  // namespace cuprum
