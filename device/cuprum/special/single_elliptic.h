// Complete elliptic integrals of float32, in float32: a polynomial of the parameter to 1/2 and, beyond it, two
// polynomials of its complement, one of them times the logarithm that makes the pole. Other polynomials over other
// ranges than float64's, of complete_elliptic.h: no text to share.
#pragma once

#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

/// The first kind, of the parameter 1 - p. DLMF 19.7.2 for negative parameters.
CUPRUM_DEVICE float ellipkm1(float p) {
    const bool negative = p > 1.0f;
    const float inside = negative ? 1.0f / p : p, m = 1.0f - inside;
    float value;
    if (m < 0.5f) {
        value = 1.57079633f * polynomial(m, ellipk_near);
    } else {
        const float factor = 0.5f * polynomial(inside, ellipk_near);
        value = fma(-log_of(inside), factor, polynomial(inside, ellipk_smooth));
    }
    return negative ? isinf(p) ? 0.0f : value / sqrt(p) : value;
}
CUPRUM_DEVICE float ellipk(float m) { return ellipkm1(1.0f - m); }

CUPRUM_DEVICE float ellipe(float m) {
    const float p = 1.0f - m;
    const bool negative = p > 1.0f;
    const float inside = negative ? 1.0f / p : p, rest = 1.0f - inside;
    float value;
    if (rest < 0.5f) {
        value = polynomial(rest - 0.25f, ellipe_near);
    } else {
        const float factor =
            fma(-log_of(inside), polynomial(inside - 0.25f, ellipe_log), polynomial(inside, ellipe_smooth));
        value = inside == 0.0f ? 1.0f : fma(inside, factor, 1.0f);
    }
    return negative ? value * sqrt(p) : value;
}

}  // namespace cuprum::special::single
