// Dawson's function of float32 and the error function of imaginary numbers, in float32. Other polynomials over other
// ranges than float64's, which are xsf's: no text to share.
#pragma once

#include <cuprum/special/single_error.h>

namespace cuprum::special::single {

CUPRUM_DEVICE float dawsn(float x) {
    const float size = fabs(x);
    if (size < 1.25f) return x * polynomial(x * x, dawsn_near);
    const float inverse = 1.0f / size;
    const float value = size < 2.5f   ? polynomial(size - 1.875f, dawsn_first)
                        : size < 5.0f ? polynomial(size - 3.75f, dawsn_second)
                                      : 0.5f * inverse * polynomial(inverse * inverse, dawsn_far);
    return copysign(value, x);
}

/// 2 / sqrt(pi) exp(x^2) times Dawson's function.
CUPRUM_DEVICE float erfi(float x) {
    const float size = fabs(x), square = x * x;
    if (size < 1.5f) return x * polynomial(square, erfi_near);
    const float dawson = dawsn(x);
    if (size < 3.0f) return exp_of_square(x, 1.0f) * (1.12837917f * dawson);
    if (size > 10.0f) return copysign(limits<float>::infinity(), x);
    // The exponential overflows before the product does; the constant is exp(5.4...) 2 / sqrt(pi).
    const float value = exp_of(square - 5.4033203125f) * (250.661281f * dawson);
    return isinf(value) ? value : fma(fma(x, x, -square), value, value);
}

}  // namespace cuprum::special::single
