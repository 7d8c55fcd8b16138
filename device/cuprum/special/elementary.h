// Elementary functions that the C library has not.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/quick.h>
#include <cuprum/special/log_ratio.h>
#include <cuprum/special/single_polynomials.h>

namespace cuprum::special {

CUPRUM_DEVICE double exp10(double x) {
#if CUPRUM_GPU
    return ::exp10(x);
#else
    // 10^x = 2^n exp(r): n log10(2) is taken off in two parts, of which the first has few bits.
    constexpr double log10_2_high = 0x1.34413509f8p-2, log10_2_low = -0x1.80433b83b532ap-44,
                     ln_10 = 2.302585092994045684;
    const double n = rint(x * 3.321928094887362348);
    const double rest = (x - n * log10_2_high) - n * log10_2_low;
    if (!(fabs(x) < 400)) return isnan(x) ? x : x > 0 ? limits<double>::infinity() : 0;
    // Powers of two in two steps, as one of them alone may be no normal number.
    const int32 whole = static_cast<int32>(n), half = whole / 2;
    const auto power = [](int32 e) { return bit_cast<double>(static_cast<int64>(e + 1023) << 52); };
    return exp(rest * ln_10) * power(half) * power(whole - half);
#endif
}

/// cos(x) - 1, and -2 sin(x/2)^2 where the two are near each other.
template <Float T>
CUPRUM_DEVICE T cosm1(T x) {
    const T s = sin(x * T(0.5)), c = cos(x);
    return c < T(0.5) ? c - T(1) : T(0) - T(2) * s * s;
}

template <Float T>
CUPRUM_DEVICE T exprel(T x) {
    // Over exp(10) for large x, where expm1(x) would overflow before its quotient.
    const bool large = x > T(64);
    const T value = expm1(large ? x - T(10) : x) / x * (large ? T(22026.465794806718) : T(1));
    const T overflow = is_same<T, float> ? T(100) : T(720);  // and by itself before that
    return fabs(x) < limits<T>::epsilon() ? T(1) : x > overflow ? limits<T>::infinity() : value;
}

/// The nearest integer, of two that are equally near the even one; 0 is -0 only where the operand is.
template <Float T>
CUPRUM_DEVICE T round(T x) {
    return x == T(0) ? x : rint(x) + T(0);
}

template <Float T>
CUPRUM_DEVICE T expit(T x) {
    return T(1) / (T(1) + exp(-x));
}

template <Float T>
CUPRUM_DEVICE T log_expit(T x) {
    const T rest = log1p(exp(-fabs(x))), value = x < T(0) ? x - rest : -rest;
    return isnan(x) ? x : value;
}

template <Float T>
CUPRUM_DEVICE T softplus(T x) {
    const T value = (x > T(0) ? x : T(0)) + log1p(exp(-fabs(x)));
    return isnan(x) ? x : value;
}

/// log(p / (1 - p)); about 1/2, where the logarithm is below 1, 2 atanh(2 p - 1) by its odd powers. A quarter of 1 - p
/// has a reciprocal that is a normal number for every finite p, so that what lies outside of 0 to 1 has odds below 0.
CUPRUM_DEVICE float logit(float p) {
    const float s = 2.0f * (p - 0.5f), square = s * s;
    const float far = log(0.25f * (p * quick_reciprocal(fma(-0.25f, p, 0.25f))));
    float series = 0.296891804f;  // interpolated in Chebyshev's points to 3e-8
    series = fma(series, square, 0.198481681f);
    series = fma(series, square, 0.287607409f);
    series = fma(series, square, 0.399948418f);
    series = fma(series, square, 0.666666888f);
    return fabs(s) > 0.4622f ? far : fma(s * square, series, 2.0f * s);
}
CUPRUM_DEVICE double logit(double p) {
    const bool tiny = p < 1e-150;
    const double value = log_ratio(tiny ? p * 0x1p512 : p, 1 - p, fma(2.0, p, -1.0), tiny ? -512 : 0);
    const double end = p == 0   ? -limits<double>::infinity()
                       : p == 1 ? limits<double>::infinity()
                                : limits<double>::nan();
    return p > 0 && p < 1 ? value : end;
}

template <Float T>
CUPRUM_DEVICE T xlogy(T x, T y) {
    return x == T(0) && !isnan(y) ? T(0) : x * log(y);
}
/// A CPU's own logarithm of float32 would spend all of the four ulp that are allowed.
CUPRUM_DEVICE float xlogy(float x, float y) { return x == 0.0f && !isnan(y) ? 0.0f : x * single::log_of(y); }
template <Float T>
CUPRUM_DEVICE T xlog1py(T x, T y) {
    return x == T(0) && !isnan(y) ? T(0) : x * log1p(y);
}
template <Float T>
CUPRUM_DEVICE complex<T> xlogy(complex<T> x, complex<T> y) {
    return x == complex<T>(0) && !isnan(y) ? complex<T>(0) : x * log(y);
}
template <Float T>
CUPRUM_DEVICE complex<T> xlog1py(complex<T> x, complex<T> y) {
    return x == complex<T>(0) && !isnan(y) ? complex<T>(0) : x * log1p(y);
}

/// x^y - 1: by expm1 where the exponent is small.
template <Float T>
CUPRUM_DEVICE_LARGE T powm1(T x, T y) {
    if (x > T(0) && (fabs(y * (x - T(1))) < T(0.5) || fabs(y) < T(0.2))) {
        const T exponent = y * log(x);
        if (exponent < T(0.5)) return expm1(exponent);
    }
    // Infinite powers of a negative number have no sign, of which pow says nothing; a zero has none either.
    if (x < T(0) && (isinf(y) || y != floor(y))) return limits<T>::nan();
    return pow(x == T(0) ? T(0) : x, y) - T(1);
}

// Angles in degrees. A multiple of 360 is taken off exactly, then the nearest multiple of 90.
namespace detail {

/// The angle less the nearest multiple of 90 degrees, in radians; which multiple, from 0 to 3.
template <Float T>
CUPRUM_DEVICE T reduced_degrees(T x, int32& quadrant) {
    T rest = fmod(x, T(360));
    const T turns = rint(rest / T(90));
    rest -= turns * T(90);
    quadrant = static_cast<int32>(turns) & 3;
    return rest * T(pi / 180);
}
/// Beyond this a number of degrees has no meaning, and functions of it are 0.
template <Float T>
inline constexpr T largest_degrees = T(1e14);

}  // namespace detail

template <Float T>
CUPRUM_DEVICE_LARGE T sindg(T x) {
    if (x == T(0)) return x;  // of its sign
    if (fabs(x) > detail::largest_degrees<T>) return T(0);
    int32 quadrant;
    const T angle = detail::reduced_degrees(fabs(x), quadrant);
    const T value = quadrant & 1 ? cos(angle) : sin(angle);
    return ((quadrant & 2) != 0) != (x < T(0)) ? -value : value;
}

template <Float T>
CUPRUM_DEVICE_LARGE T cosdg(T x) {
    if (fabs(x) > detail::largest_degrees<T>) return T(0);
    int32 quadrant;
    const T angle = detail::reduced_degrees(fabs(x), quadrant);
    const T value = quadrant & 1 ? -sin(angle) : cos(angle);
    return quadrant & 2 ? -value : value;
}

namespace detail {

template <Float T>
CUPRUM_DEVICE_LARGE T tangent_of_degrees(T x, bool inverse) {
    if (fabs(x) > largest_degrees<T>) return T(0);
    // From [0, 180) to [0, 45], with a sign and an inversion left to do; all differences are exact.
    const T sign = x < T(0) ? T(-1) : T(1);
    T angle = fmod(fabs(x), T(180));
    const T turned = angle > T(90) ? T(-1) : T(1);
    if (angle > T(90)) angle = T(180) - angle;
    if (angle == T(inverse ? 90 : 0)) return T(0);
    if (angle == T(45)) return sign * turned;
    // As SciPy, which takes an angle this small from 90.
    const bool at_pole = inverse ? 90.0 - static_cast<double>(angle) == 90.0 : angle == T(90);
    if (at_pole) return limits<T>::infinity();
    const bool steep = angle > T(45);
    const T value = tan((steep ? T(90) - angle : angle) * T(pi / 180));
    return sign * turned * (steep != inverse ? T(1) / value : value);
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE T tandg(T x) {
    if (x == T(0)) return x;  // of its sign
    return detail::tangent_of_degrees(x, false);
}
template <Float T>
CUPRUM_DEVICE T cotdg(T x) {
    return detail::tangent_of_degrees(x, true);
}

/// Degrees, minutes and seconds in radians.
template <Float T>
CUPRUM_DEVICE T radian(T d, T m, T s) {
    return ((d * T(60) + m) * T(60) + s) * T(pi / 648000);
}

}  // namespace cuprum::special
