// Entropies, Huber's losses and the transformations of Box and Cox.
#pragma once

#include <cuprum/special/log_ratio.h>
#include <cuprum/special/single_polynomials.h>

namespace cuprum::special {

template <Float T>
CUPRUM_DEVICE T entr(T x) {
    T logarithm;
    if constexpr (is_same<T, float>) logarithm = single::log_of(x);
    else logarithm = log(x);
    const T value = x == T(0) ? T(0) : -x * logarithm;
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
    if constexpr (is_same<T, double>) {
        // Outside of this range a ratio may be no normal number.
        const bool usual = x > 1e-150 && x < 1e150 && y > 1e-150 && y < 1e150;
        if (usual) return x * log_ratio(x, y, x - y);
    }
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

// In double, as an error of the exponent grows with it; floats are rounded once.

/// (exp(power * logarithm) - 1) / power
CUPRUM_DEVICE_LARGE double box_cox(double logarithm, double power) {
    if (fabs(power) < 1e-19) return logarithm;
    if (power * logarithm < 709.78) return expm1(power * logarithm) / power;
    return copysign(1.0, power) * exp(power * logarithm - log(fabs(power))) - 1 / power;
}

/// log(1 + power x) / power
CUPRUM_DEVICE_LARGE double inverse_box_cox(double x, double power) {
    if (power * x < 1.79e308) return log1p(power * x) / power;
    return (log(copysign(1.0, power) * (x + 1 / power)) + log(fabs(power))) / power;
}

}  // namespace detail

CUPRUM_DEVICE double boxcox(double x, double power) { return detail::box_cox(log(x), power); }

CUPRUM_DEVICE double boxcox1p(double x, double power) {
    const double logarithm = log1p(x);
    const bool underflows = fabs(logarithm) < 1e-289 && fabs(power) < 1e273;
    return underflows ? logarithm : detail::box_cox(logarithm, power);
}

CUPRUM_DEVICE double inv_boxcox(double x, double power) {
    return exp(power == 0 ? x : detail::inverse_box_cox(x, power));
}

CUPRUM_DEVICE double inv_boxcox1p(double x, double power) {
    // A product this small leaves the limit for the power 0.
    return expm1(power == 0 || fabs(power * x) < 1e-154 ? x : detail::inverse_box_cox(x, power));
}

}  // namespace cuprum::special
