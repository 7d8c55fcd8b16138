// The logarithm of the normal distribution function of float64.
#pragma once

#include <cuprum/special/error_function.h>

namespace cuprum::special {

/// Left of 0 by the logarithm of the function or of its ratio to exp(-x^2 / 2), right of it by the complement.
CUPRUM_DEVICE double log_ndtr(double x) {
    const double size = fabs(x), z = size * M_SQRT1_2;
    const bool near = z < 1;
    const double half = 0.5 * detail::near_erf(near ? x * M_SQRT1_2 : 0.0);
    if (x > 0) return log1p(-(near ? 0.5 - half : detail::far_tail(size)));
    const double ratio = near ? 0.5 + half : 0.5 * detail::far_erfcx(z < 1e40 ? z : 1e40);
    return log(ratio) - (near ? 0.0 : 0.5 * x * x);
}

}  // namespace cuprum::special
