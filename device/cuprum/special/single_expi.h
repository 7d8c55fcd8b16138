// The exponential integral Ei of float32 and the hyperbolic integrals, in float32. Other polynomials over other
// ranges than float64's, of exponential_integrals.h and sine_integrals.h: no text to share.
#pragma once

#include <cuprum/special/single_exp1.h>
#include <cuprum/special/single_modified_bessel.h>

namespace cuprum::special::single {

/// log(x / zero) for the zero of a function, of which x is greater by `above`: that has all digits.
CUPRUM_DEVICE float log_over_zero(float x, float above, float zero, float log_of_zero) {
    const float f = above / zero;
    if (f > -0.29f && f < 0.41f) return small_log1p(f);
    return f > -0.64f && f < 0.0f ? small_log1p((x + above) / zero) - 0.69314718f : log_of(x) - log_of_zero;
}

/// Times `scale`, for x >= 2.
CUPRUM_DEVICE float growing_expi(float x, float scale) {
    if (x > 100.0f) return limits<float>::infinity();
    const float inverse = 1.0f / x;
    const float factor = x < 6.0f    ? polynomial(x - 4.0f, expi_first)
                         : x < 14.0f ? polynomial(inverse - 0.12f, expi_second)
                         : x < 30.0f ? polynomial(inverse - 0.05f, expi_third)
                                     : polynomial(inverse, expi_far);
    return times_exp(x, scale * factor / x);
}

CUPRUM_DEVICE float expi(float x) {
    if (!(x > 0.0f)) return -exp1(-x);
    if (x >= 2.0f) return growing_expi(x, 1.0f);
    const float above = (x - expi_zero_0[0]) - expi_zero_0[1];
    return fma(above, polynomial(x - 1.0f, expi_near), log_over_zero(x, above, expi_zero_0[0], -0.98749835f));
}

CUPRUM_DEVICE void shichi(float x, float& sine, float& cosine) {
    const float size = fabs(x), square = x * x;
    if (size < 2.0f) {
        sine = x * polynomial(square, shi_near) + 0.0f;  // not -0, as in SciPy
        const float above = (size - chi_zero_0[0]) - chi_zero_0[1];
        cosine = fma(above * (size + chi_zero_0[0]), polynomial(square, chi_near),
                     log_over_zero(size, above, chi_zero_0[0], -0.64660226f));
        return;
    }
    const float growing = growing_expi(size, 0.5f), falling = 0.5f * exp1(size);
    sine = copysign(growing + falling, x);
    cosine = growing - falling;
}

}  // namespace cuprum::special::single
