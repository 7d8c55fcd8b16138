// Spence's function of float32, in float32. Other polynomials over other ranges than float64's, of spence.h: no text
// to share.
#pragma once

#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

/// For x from 0 to 1/4, whose logarithm is known: DLMF 25.12.6.
CUPRUM_DEVICE float spence_about_0(float x, float logarithm) {
    return 1.64493407f - fma(x, polynomial(x, spence_at_1), logarithm * small_log1p(-x));
}

/// About 1 the powers of the logarithm, of which but one are odd; 1 / x for large ones (DLMF 25.12.4).
CUPRUM_DEVICE float spence(float x) {
    const float logarithm = log_of(x);
    if (x == 0.0f) return 1.64493407f;
    if (x < 0.25f) return x < 0.0f ? limits<float>::nan() : spence_about_0(x, logarithm);
    if (x > 4.0f) return fma(-0.5f * logarithm, logarithm, -spence_about_0(1.0f / x, -logarithm));
    const float square = logarithm * logarithm;
    return fma(-square, fma(logarithm, polynomial(square, spence_near), 0.25f), 0.0f - logarithm);
}

}  // namespace cuprum::special::single
