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

namespace single {

/// x log(x / y) - x + y = x (t - log(1 + t)) for t = (y - x) / x, where the terms cancel by the series of the logarithm
/// without its first term, of f: 1 + t = 2^e (1 + f).
CUPRUM_DEVICE_LARGE float kl_div_of_positive(float x, float y) {
    const float t = (y - x) / x;
    if (t > -0.64f && t < 1.8f) {
        const bool above = t > 0.41f, below = t < -0.29f;
        const float f = above ? 0.5f * (t - 1.0f) : below ? fma(2.0f, t, 1.0f) : t;
        const float first = above ? 0.30685282f + f : below ? fma(-0.5f, f, 0.19314718f) : 0.0f;
        return x * fma(f * f, fma(-f, polynomial(f, log_rest), 0.5f), first);
    }
    const float ratio = x / y;
    const bool usual = ratio > 0x1p-126f && ratio < limits<float>::infinity();
    return fma(x, usual ? log_of(ratio) : log_of(x) - log_of(y), y - x);
}

}  // namespace single

template <Float T>
CUPRUM_DEVICE_LARGE T kl_div(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x > T(0) && y > T(0)) {
        if constexpr (is_same<T, float>) return single::kl_div_of_positive(x, y);
        else return x * log(x / y) - x + y;
    }
    return x == T(0) && y >= T(0) ? y : limits<T>::infinity();
}

namespace detail {

template <Float T>
CUPRUM_DEVICE_LARGE T relative_entropy(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x <= T(0) || y <= T(0)) return x == T(0) && y >= T(0) ? T(0) : limits<T>::infinity();
    if constexpr (is_same<T, double> && CUPRUM_GPU) {
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

#if !CUPRUM_GPU
inline registers::reals rel_entr_of_register(registers::reals x, registers::reals y) {
    using namespace registers;
    const masks usual = x > 1e-150 & x < 1e150 & y > 1e-150 & y < 1e150;
    return one_by_one(!usual, x * log_ratio(x, y), relative_entropy<double>, x, y);
}
#endif

}  // namespace detail

CUPRUM_DEVICE float rel_entr(float x, float y) { return detail::relative_entropy(x, y); }
#if CUPRUM_GPU
CUPRUM_DEVICE double rel_entr(double x, double y) { return detail::relative_entropy(x, y); }
#else
CUPRUM_REGISTER_FUNCTION_2(rel_entr, detail::rel_entr_of_register)
#endif

template <Float T>
CUPRUM_DEVICE T huber(T delta, T r) {
    const T size = fabs(r);
    const T value = size <= delta ? T(0.5) * r * r : delta * (size - T(0.5) * delta);
    return delta < T(0) ? limits<T>::infinity() : value;
}

/// delta^2 (sqrt(1 + v^2) - 1) with v = r / delta, without the cancellation; floats without the squares, which may be
/// too large, as delta r^2 / (delta + sqrt(delta^2 + r^2)).
template <Float T>
CUPRUM_DEVICE T pseudo_huber(T delta, T r) {
    T value;
    if constexpr (is_same<T, double>) {
        const double v = r / delta;
        value = delta * delta * expm1(0.5 * log1p(v * v));
    } else {
        const T size = fabs(r), less = size < delta ? size : delta, more = size < delta ? delta : size;
        const T ratio = less / more;
        value = less / ((size < delta ? T(1) : ratio) + sqrt(fma(ratio, ratio, T(1)))) * size;
        if (isinf(delta)) value = limits<T>::nan();
    }
    return delta < T(0) ? limits<T>::infinity() : delta == T(0) || r == T(0) ? T(0) : value;
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
