// Fresnel's integrals of float32, in float32: polynomials about 0, and DLMF 7.5.3 and 7.5.4 beyond it. Other
// polynomials over other ranges than float64's, of sine_integrals.h: no text to share.
#pragma once

#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

/// Not -0, as in SciPy.
CUPRUM_DEVICE void fresnel(float x, float& sine, float& cosine) {
    const float size = fabs(x), square = x * x;
    if (size < 1.4f) {
        const float fourth = square * square;
        sine = x * square * polynomial(fourth, fresnels_near) + 0.0f;
        cosine = x * polynomial(fourth, fresnelc_near) + 0.0f;
        return;
    }
    // The angle is pi / 2 times x^2, of which whole turns are taken off.
    const float lost = fma(x, x, -square);
    const float half_turns = 0.5f * (fma(-4.0f, rint(square * 0.25f), square) + lost);
    float s, c;
#if CUPRUM_GPU
    ::sincospif(half_turns, &s, &c);
#else
    s = sin(3.14159265f * half_turns);
    c = cos(3.14159265f * half_turns);
#endif
    const float inverse = 1.0f / size, inverse_square = inverse * inverse, fourth = inverse_square * inverse_square;
    const bool near = size < 2.4f;
    const float f = inverse * (near ? polynomial(size - 1.9f, fresnel_f) : polynomial(fourth, fresnel_far_f));
    const float g =
        inverse * inverse_square * (near ? polynomial(size - 1.9f, fresnel_g) : polynomial(fourth, fresnel_far_g));
    const bool far = size > 1e8f;
    sine = copysign(far ? 0.5f : 0.5f - fma(f, c, g * s), x);
    cosine = copysign(far ? 0.5f : 0.5f + fma(f, s, -g * c), x);
    if (isnan(x)) sine = cosine = x;
}

}  // namespace cuprum::special::single
