// The exponential integral E1 of float32, in float32. Other polynomials over other ranges than float64's, of
// exponential_integrals.h: no text to share.
#pragma once

#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

CUPRUM_DEVICE float exp1(float x) {
    if (!(x > 0.0f)) return x == 0.0f ? limits<float>::infinity() : limits<float>::nan();
    if (x < 1.0f) return fma(x, polynomial(x, exp1_near), -0.57721566f) - log_of(x);
    const float inverse = 1.0f / x;
    const float factor = x < 4.0f ? polynomial(inverse - 0.625f, exp1_middle) : polynomial(inverse - 0.125f, exp1_far);
    return exp_of(-x) * factor / x;
}

}  // namespace cuprum::special::single
