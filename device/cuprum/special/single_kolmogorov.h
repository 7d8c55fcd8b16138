// Kolmogorov's distribution of float32, in float32, by few terms of two series. float64's, which is xsf's, gives the
// density too: no text to share.
#pragma once

#include <cuprum/special/single_error.h>

namespace cuprum::special::single {

/// The probability of more than x: one less Jacobi's other series below 0.82, and the alternating one beyond it. Few
/// terms of either count.
CUPRUM_DEVICE float kolmogorov(float x) {
    if (isnan(x)) return x;
    if (x < 0.1f) return 1.0f;
    if (x < 0.82f) {
        const float inverse = 1.0f / x, e = exp_of(-1.23370055f * inverse * inverse), e2 = e * e, e4 = e2 * e2;
        return 1.0f - 2.50662827f * inverse * fma(e, e4 * e4, e);
    }
    if (x > 8.0f) return 0.0f;
    const float t = exp_of_square(x, -2.0f), t2 = t * t, t3 = t2 * t, t5 = t2 * t3;
    return 2.0f * t * fma(-t3, fma(-t5, fma(-t2, t5, 1.0f), 1.0f), 1.0f);
}

}  // namespace cuprum::special::single
