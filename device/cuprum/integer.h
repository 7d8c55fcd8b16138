// Integer arithmetic as NumPy defines it: wraps around, division by zero gives 0, shifts take any count.
#pragma once

#include <cuprum/cast.h>

namespace cuprum {

/// The unsigned type in which T's arithmetic wraps; not narrower than int, so that it is not promoted to a signed type.
template <Integer T>
using wrapping_t = unsigned_of_size<(sizeof(T) < 4 ? 4 : sizeof(T))>;

/// `a < 0` without a warning where it cannot be.
template <Integer T>
CUPRUM_DEVICE bool is_negative(T a) {
    if constexpr (is_signed_integer<T>) return a < 0;
    else return false;
}

template <Integer T>
CUPRUM_DEVICE T add(T a, T b) {
    return static_cast<T>(static_cast<wrapping_t<T>>(a) + static_cast<wrapping_t<T>>(b));
}

template <Integer T>
CUPRUM_DEVICE T subtract(T a, T b) {
    return static_cast<T>(static_cast<wrapping_t<T>>(a) - static_cast<wrapping_t<T>>(b));
}

template <Integer T>
CUPRUM_DEVICE T multiply(T a, T b) {
    return static_cast<T>(static_cast<wrapping_t<T>>(a) * static_cast<wrapping_t<T>>(b));
}

template <Integer T>
CUPRUM_DEVICE T negative(T a) {
    return subtract(T(0), a);
}

/// The most negative value is its own absolute value.
template <Integer T>
CUPRUM_DEVICE T abs(T a) {
    return is_negative(a) ? negative(a) : a;
}

template <Integer T>
CUPRUM_DEVICE T sign(T a) {
    return static_cast<T>((a > 0) - is_negative(a));
}

namespace detail {

/// Where the quotient does not exist or does not fit, 1 divides instead: remainder 0 and the wrapped quotient follow.
template <Integer T>
CUPRUM_DEVICE T safe_divisor(T a, T b) {
    bool unsafe = b == 0;
    if constexpr (is_signed_integer<T>) unsafe |= (a == limits<T>::lowest()) & (b == -1);
    return unsafe ? T(1) : b;
}

/// a / b rounded to zero, for a safe b. CPUs have no vector division of integers, but a floating-point quotient of
/// enough bits truncates to the right integer.
template <Integer T>
CUPRUM_DEVICE T quotient(T a, T b) {
#if !CUPRUM_GPU
    if constexpr (sizeof(T) <= 2) return static_cast<T>(static_cast<int32>(static_cast<float>(a) / b));
    if constexpr (sizeof(T) == 4) return static_cast<T>(static_cast<double>(a) / b);
#endif
    return static_cast<T>(a / b);
}

}  // namespace detail

/// C's remainder: it has the sign of `a`.
template <Integer T>
CUPRUM_DEVICE T fmod(T a, T b) {
    b = detail::safe_divisor(a, b);
    return static_cast<T>(a - detail::quotient(a, b) * b);
}

/// Python's `//` and `%`: the quotient is rounded down, the remainder has the sign of `b`.
template <Integer T>
CUPRUM_DEVICE void divmod(T a, T b, T& quotient, T& remainder) {
    T divisor = detail::safe_divisor(a, b);
    T truncated = detail::quotient(a, divisor);
    T rest = static_cast<T>(a - truncated * divisor);
    bool round_down = (rest != 0) & (is_negative(rest) != is_negative(divisor));
    quotient = b == 0 ? T(0) : static_cast<T>(truncated - round_down);
    remainder = static_cast<T>(rest + (round_down ? divisor : T(0)));
}

template <Integer T>
CUPRUM_DEVICE T floor_divide(T a, T b) {
    T quotient, remainder;
    divmod(a, b, quotient, remainder);
    return quotient;
}

template <Integer T>
CUPRUM_DEVICE T remainder(T a, T b) {
    T quotient, remainder;
    divmod(a, b, quotient, remainder);
    return remainder;
}

/// 1 / a rounded to zero.
template <Integer T>
CUPRUM_DEVICE T reciprocal(T a) {
    if constexpr (is_signed_integer<T>) return a == 1 || a == -1 ? a : T(0);
    return a == 1 ? T(1) : T(0);
}

/// By squaring. A negative exponent gives the truncated quotient 1 / base**-exponent.
template <Integer T>
CUPRUM_DEVICE T power(T base, T exponent) {
    if constexpr (is_signed_integer<T>) {
        if (exponent < 0) return base == 1 ? T(1) : base == -1 ? (exponent & 1 ? T(-1) : T(1)) : T(0);
    }
    wrapping_t<T> square = static_cast<wrapping_t<T>>(base), result = exponent & 1 ? square : wrapping_t<T>(1);
    for (wrapping_t<T> left = static_cast<wrapping_t<T>>(exponent) >> 1; left != 0; left >>= 1) {
        square *= square;
        if (left & 1) result *= square;
    }
    return static_cast<T>(result);
}

namespace detail {

/// The number of zero bits behind the last that is set; `a` is not 0.
template <class T>
CUPRUM_DEVICE int trailing_zeros(T a) {
#if CUPRUM_GPU
    return (sizeof(T) == 8 ? __ffsll(static_cast<long long>(a)) : __ffs(static_cast<int>(a))) - 1;
#else
    return sizeof(T) == 8 ? __builtin_ctzll(a) : __builtin_ctz(static_cast<unsigned>(a));
#endif
}

/// By shifts and subtractions, after Stein (1967): a division takes as long as several of these steps. Their number is
/// that of the larger one's bits, so of numbers with many bits that one is divided first.
template <Integer T>
CUPRUM_DEVICE wrapping_t<T> gcd_of_magnitudes(wrapping_t<T> a, wrapping_t<T> b) {
    if (a == 0 || b == 0) return a | b;
    if constexpr (sizeof(T) >= 4) {
        const wrapping_t<T> smaller = a < b ? a : b, rest = (a < b ? b : a) % smaller;
        if (rest == 0) return smaller;
        a = rest;
        b = smaller;
    }
    const int twos = trailing_zeros(a | b);
    a >>= trailing_zeros(a);
    while (b != 0) {
        b >>= trailing_zeros(b);
        const wrapping_t<T> smaller = a < b ? a : b;
        b = (a < b ? b : a) - smaller;
        a = smaller;
    }
    return a << twos;
}

template <Integer T>
CUPRUM_DEVICE wrapping_t<T> magnitude(T a) {
    return is_negative(a) ? wrapping_t<T>(0) - static_cast<wrapping_t<T>>(a) : static_cast<wrapping_t<T>>(a);
}

}  // namespace detail

template <Integer T>
CUPRUM_DEVICE T gcd(T a, T b) {
    return static_cast<T>(detail::gcd_of_magnitudes<T>(detail::magnitude(a), detail::magnitude(b)));
}

template <Integer T>
CUPRUM_DEVICE T lcm(T a, T b) {
    wrapping_t<T> x = detail::magnitude(a), y = detail::magnitude(b);
    wrapping_t<T> divisor = detail::gcd_of_magnitudes<T>(x, y);
    return divisor == 0 ? T(0) : static_cast<T>(x / divisor * y);
}

/// 0 where the count is negative or not less than the width.
template <Integer T>
CUPRUM_DEVICE T left_shift(T a, T count) {
    constexpr wrapping_t<T> width = 8 * sizeof(T);
    wrapping_t<T> n = static_cast<unsigned_of_size<sizeof(T)>>(count);
    return n < width ? static_cast<T>(static_cast<wrapping_t<T>>(a) << (n & (width - 1))) : T(0);
}

/// Arithmetic; where the count is negative or not less than the width, only the sign is left.
template <Integer T>
CUPRUM_DEVICE T right_shift(T a, T count) {
    constexpr wrapping_t<T> width = 8 * sizeof(T);
    wrapping_t<T> n = static_cast<unsigned_of_size<sizeof(T)>>(count);
    T shifted = static_cast<T>(a >> (n < width ? n : width - 1));
    return is_signed_integer<T> || n < width ? shifted : T(0);
}

/// The ones in the absolute value.
template <Integer T>
CUPRUM_DEVICE uint8 bitwise_count(T a) {
#if CUPRUM_GPU
    return static_cast<uint8>(sizeof(T) == 8 ? __popcll(detail::magnitude(a)) : __popc(detail::magnitude(a)));
#else
    return static_cast<uint8>(sizeof(T) == 8 ? __builtin_popcountll(detail::magnitude(a))
                                             : __builtin_popcount(detail::magnitude(a)));
#endif
}

}  // namespace cuprum
