// Error functions and the normal distribution of float32, in float32. Other polynomials over other ranges than
// float64's, of error_function.h and error.h: no text to share.
#pragma once

#include <cuprum/quick.h>
#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

/// exp(-x^2 factor), of which the exponent's rounding is made good; `factor` is a power of two.
CUPRUM_DEVICE float exp_of_square(float x, float factor) {
    const float square = x * x, rest = fma(x, x, -square), value = exp_of(factor * square);
    return fma(factor * rest, value, value);
}

CUPRUM_DEVICE float erf(float x) {
    const float size = fabs(x), clipped = size < 4.0f ? size : 4.0f;
    const float near = x * polynomial(x * x, erf_near);
    const float far = copysign(1.0f - exp_of(polynomial(clipped - 2.0f, log_erfc)), x);
    return size < 1.0f || isnan(x) ? near : far;
}

/// exp(y^2) erfc(y) for y = 2 half x from 0 to 10^6. The value is about as t to the power of 1 + 5/4 t; what t's
/// rounding changes is made good.
CUPRUM_DEVICE float scaled_erfc(float x, float half = 0.5f) {
    const float denominator = fma(half, x, 1.0f), t = quick_reciprocal(denominator),
                lost = fma(half, x, 1.0f - denominator);
    const float error = fma(-denominator, t, 1.0f) - lost * t, value = t * polynomial(t - 0.3125f, erfcx);
    return fma(value, error * fma(1.25f, t, 1.0f), value);
}
inline constexpr float half_of_root = 0.35355339f;  // sqrt(1/2) / 2

CUPRUM_DEVICE float erfc(float x) {
    const float size = fabs(x), near = fma(-x, polynomial(x * x, erf_near), 1.0f);
    const float tail = size > 10.5f ? 0.0f : exp_of_square(size, -1.0f) * scaled_erfc(size);
    return size < 0.5f ? near : x < 0.0f ? 2.0f - tail : tail;
}

CUPRUM_DEVICE float erfcx_of(float x) {
    const float size = fabs(x), tail = size < 1e6f ? scaled_erfc(size) : 0.564189584f / size;
    if (!(x < 0.0f)) return tail;
    return x < -9.4f ? limits<float>::infinity() : fma(2.0f, exp_of_square(x, 1.0f), -tail);
}

/// The probability of less than -z, for z >= 0, by the same t; what its rounding and that of z^2 change is made good.
CUPRUM_DEVICE float normal_tail(float z) {
    const float size = z > 14.5f ? 14.5f : z, square = size * size, rest = fma(size, size, -square);
    const float denominator = fma(half_of_root, size, 1.0f), t = quick_reciprocal(denominator);
    const float lost = fma(half_of_root, size, 1.0f - denominator), error = fma(-denominator, t, 1.0f) - lost * t;
    const float value = exp_of(-0.5f * square) * (t * polynomial(t - 0.3125f, normal_tail_scaled));
    return fma(value, fma(-0.5f, rest, error * fma(1.25f, t, 1.0f)), value);
}

CUPRUM_DEVICE float ndtr(float x) {
    const float tail = normal_tail(fabs(x));
    return x > 0.0f ? 1.0f - tail : tail;
}

CUPRUM_DEVICE float log_ndtr(float x) {
    if (x > 0.0f) return log1p(-normal_tail(x));
    const float half_square = 0.5f * x * x;
    const float value = log_of(0.5f * scaled_erfc(-x, half_of_root)) - half_square;
    return half_square > 1e30f ? -half_square : value;
}

/// 1/sqrt(2) times the point that a normal variable exceeds with the probability `tail` / 2, of which 1 less is `rest`.
CUPRUM_DEVICE float inverse_normal(float tail, float rest) {
    const float w = -log_of(tail * (1.0f + rest));
    if (w < 5.0f) return rest * (0.35355339f * polynomial(w - 2.5f, normal_centre));
    const float v = sqrt(w);
    if (v < 5.0f) return 0.70710678f * v * polynomial(v - 3.6f, normal_near_tail);
    return 0.70710678f * v * polynomial(1.0f / v - 0.13f, normal_far_tail);
}

/// The value of that tail, or what a tail of 0 or less stands for.
CUPRUM_DEVICE float signed_inverse(float tail, float rest, float sign) {
    const float end = tail == 0.0f ? limits<float>::infinity() : limits<float>::nan();
    return sign * (tail > 0.0f ? inverse_normal(tail, rest) : end);
}

CUPRUM_DEVICE float ndtri(float p) {
    const float tail = 2.0f * (p < 0.5f ? p : 1.0f - p);
    return signed_inverse(tail, fabs(fma(2.0f, p, -1.0f)), p < 0.5f ? -1.4142136f : 1.4142136f);
}
CUPRUM_DEVICE float erfcinv(float y) {
    return signed_inverse(y < 1.0f ? y : 2.0f - y, fabs(1.0f - y), y < 1.0f ? 1.0f : -1.0f);
}
CUPRUM_DEVICE float erfinv(float y) { return signed_inverse(1.0f - fabs(y), fabs(y), y < 0.0f ? -1.0f : 1.0f); }

}  // namespace cuprum::special::single
