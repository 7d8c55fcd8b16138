// Polynomials of float64.
#pragma once

#include <cuprum/complex.h>

namespace cuprum::special {

/// A polynomial by its coefficients, that of the highest power first.
template <int count>
CUPRUM_DEVICE double horner(double x, const double (&c)[count]) {
    double value = c[0];
#pragma unroll
    for (int i = 1; i < count; ++i) value = fma(value, x, c[i]);
    return value;
}

}  // namespace cuprum::special
