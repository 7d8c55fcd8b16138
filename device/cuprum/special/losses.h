// Entropies, Huber's losses and the transformations of Box and Cox.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum::special {

template <Float T>
CUPRUM_DEVICE T entr(T x) {
    T value = x == T(0) ? T(0) : -x * log(x);
    return x < T(0) ? -limits<T>::infinity() : value;
}

/// The three terms cancel where x and y are near each other, so floats are added in double.
template <Float T>
CUPRUM_DEVICE_LARGE T kl_div(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    const double a = x, b = y;
    if (x > T(0) && y > T(0)) return static_cast<T>(a * log(a / b) - a + b);
    return x == T(0) && y >= T(0) ? y : limits<T>::infinity();
}

template <Float T>
CUPRUM_DEVICE_LARGE T rel_entr(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x <= T(0) || y <= T(0)) return x == T(0) && y >= T(0) ? T(0) : limits<T>::infinity();
    const T ratio = x / y;
    if (ratio > T(0.5) && ratio < T(2)) return x * log1p((x - y) / y);
    const T smallest = is_same<T, float> ? T(0x1p-126) : T(0x1p-1022);
    // A ratio that is no normal number has lost digits.
    return ratio > smallest && ratio < limits<T>::infinity() ? x * log(ratio) : x * (log(x) - log(y));
}

template <Float T>
CUPRUM_DEVICE T huber(T delta, T r) {
    const T size = fabs(r);
    const T value = size <= delta ? T(0.5) * r * r : delta * (size - T(0.5) * delta);
    return delta < T(0) ? limits<T>::infinity() : value;
}

/// delta^2 (sqrt(1 + v^2) - 1) with v = r / delta, without the cancellation; floats in double, which has room for the
/// squares.
template <Float T>
CUPRUM_DEVICE T pseudo_huber(T delta, T r) {
    const double size = delta, v = static_cast<double>(r) / size, value = size * size * expm1(0.5 * log1p(v * v));
    return delta < T(0) ? limits<T>::infinity() : delta == T(0) || r == T(0) ? T(0) : static_cast<T>(value);
}

namespace detail {

/// Beyond this expm1 overflows.
template <Float T>
inline constexpr T exponent_limit = is_same<T, float> ? T(88.72) : T(709.78);
template <Float T>
inline constexpr T tiny_power = is_same<T, float> ? T(1e-10) : T(1e-19);

/// (exp(power * logarithm) - 1) / power
template <Float T>
CUPRUM_DEVICE_LARGE T box_cox(T logarithm, T power) {
    if (fabs(power) < tiny_power<T>) return logarithm;
    if (power * logarithm < exponent_limit<T>) return expm1(power * logarithm) / power;
    return copysign(T(1), power) * exp(power * logarithm - log(fabs(power))) - T(1) / power;
}

/// log(1 + power x) / power
template <Float T>
CUPRUM_DEVICE_LARGE T inverse_box_cox(T x, T power) {
    if (power * x < (is_same<T, float> ? T(3.4e38) : T(1.79e308))) return log1p(power * x) / power;
    return (log(copysign(T(1), power) * (x + T(1) / power)) + log(fabs(power))) / power;
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE T boxcox(T x, T power) {
    return detail::box_cox(log(x), power);
}

template <Float T>
CUPRUM_DEVICE T boxcox1p(T x, T power) {
    const T logarithm = log1p(x);
    const bool underflows = is_same<T, float> ? fabs(logarithm) < T(1e-30) && fabs(power) < T(1e20)
                                              : fabs(logarithm) < T(1e-289) && fabs(power) < T(1e273);
    return underflows ? logarithm : detail::box_cox(logarithm, power);
}

template <Float T>
CUPRUM_DEVICE T inv_boxcox(T x, T power) {
    return exp(power == T(0) ? x : detail::inverse_box_cox(x, power));
}

template <Float T>
CUPRUM_DEVICE T inv_boxcox1p(T x, T power) {
    if (power == T(0)) return expm1(x);
    // A product this small leaves the limit for the power 0.
    const bool at_limit = fabs(power * x) < (is_same<T, float> ? T(1e-19) : T(1e-154));
    return expm1(at_limit ? x : detail::inverse_box_cox(x, power));
}

}  // namespace cuprum::special
