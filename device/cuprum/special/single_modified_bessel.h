// Modified Bessel functions of orders 0 and 1 of float32, in float32: polynomials of x^2 or of 1 / x. Other
// polynomials over other ranges than float64's, of modified_bessel.h: no text to share.
#pragma once

#include <cuprum/quick.h>
#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

/// exp(x) factor, for x that may be larger than the logarithm of the largest number. The constant's exponential is
/// nearly a float.
CUPRUM_DEVICE float times_exp(float x, float factor) { return exp_of(x - 5.4033203125f) * (222.14278f * factor); }

/// A polynomial of 1 / x - centre over the root of x.
template <int count>
CUPRUM_DEVICE float over_root(float x, float centre, const float (&coefficients)[count]) {
#if CUPRUM_GPU
    const float r = quick_rsqrt(x);
    return r * polynomial(fma(r, r, -centre), coefficients);
#else
    return polynomial(1.0f / x - centre, coefficients) / sqrt(x);
#endif
}

/// What overflows; NaN at infinity, as SciPy has it.
CUPRUM_DEVICE float beyond(float x) { return x - x + limits<float>::infinity(); }

CUPRUM_DEVICE float i0(float x) {
    x = fabs(x);
    if (x < 5.0f) return polynomial(x * x, i0_near);
    return x > 100.0f ? beyond(x) : times_exp(x, over_root(x, 0.1f, i0_far));
}
CUPRUM_DEVICE float i0e(float x) {
    x = fabs(x);
    return x < 5.0f ? exp_of(-x) * polynomial(x * x, i0_near) : over_root(x, 0.1f, i0_far);
}

/// Not -0, as in SciPy.
CUPRUM_DEVICE float i1(float x) {
    const float size = fabs(x);
    if (size < 5.0f) return x * polynomial(x * x, i1_near) + 0.0f;
    const float far = times_exp(size, over_root(size, 0.1f, i1_far));
    return copysign(size > 100.0f ? beyond(size) : far, x);
}
CUPRUM_DEVICE float i1e(float x) {
    const float size = fabs(x);
    if (size < 5.0f) return x * (exp_of(-size) * polynomial(x * x, i1_near)) + 0.0f;
    return copysign(over_root(size, 0.1f, i1_far), x);
}

/// NaN below 0 and infinity at 0, else the value.
CUPRUM_DEVICE float right_of_pole(float x, float value) {
    return x < 0.0f ? limits<float>::nan() : x == 0.0f ? limits<float>::infinity() : value;
}

/// I0 of x^2 for x up to 1, by fewer terms.
inline constexpr float i0_nearest[] = {1.0f, 0.25f, 0.015625f, 0.000434027868f, 6.78166043e-06f, 6.78203662e-08f};

/// K0 for x up to 1. What it is at 0 and below, the logarithm says.
CUPRUM_DEVICE float near_k0(float x) {
    return fma(-log_of(x), polynomial(x * x, i0_nearest), polynomial(x * x, k0_near));
}
CUPRUM_DEVICE float near_k1(float x) {
    return 1.0f / x + x * fma(log_of(x), polynomial(x * x, i1_near), polynomial(x * x, k1_near));
}

CUPRUM_DEVICE float k0(float x) { return x <= 1.0f ? near_k0(x) : exp_of(-x) * over_root(x, 0.5f, k0_far); }
CUPRUM_DEVICE float k0e(float x) { return x <= 1.0f ? exp_of(x) * near_k0(x) : over_root(x, 0.5f, k0_far); }
CUPRUM_DEVICE float k1(float x) {
    return right_of_pole(x, x <= 1.0f ? near_k1(x) : exp_of(-x) * over_root(x, 0.5f, k1_far));
}
CUPRUM_DEVICE float k1e(float x) {
    return right_of_pole(x, x <= 1.0f ? exp_of(x) * near_k1(x) : over_root(x, 0.5f, k1_far));
}

}  // namespace cuprum::special::single
