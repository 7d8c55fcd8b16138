// The exponential integrals of complex numbers, where they overflow as well.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/expint.h>

namespace cuprum::special {

/// Where exp(-z) overflows, xsf's product with an infinity may leave NaN: E1 is as infinite as exp(-z) / z.
CUPRUM_DEVICE_ONCE xstd::complex<double> complex_exp1(xstd::complex<double> z) {
    const xstd::complex<double> value = xsf::exp1(z);
    const double x = z.re, y = z.im, size = fabs(x) + fabs(y);
    if (!(isnan(value.re) || isnan(value.im)) || !(x < -700) || !(size < 1e308)) return value;
    const double inf = limits<double>::infinity();
    if (y == 0) return {-inf, copysign(3.141592653589793, -y)};
    const double a = cos(y), b = -sin(y), c = x / size, d = -(y / size);
    return {copysign(inf, a * c - b * d), copysign(inf, a * d + b * c)};
}

CUPRUM_DEVICE_ONCE xstd::complex<double> complex_expi(xstd::complex<double> z) {
    const xstd::complex<double> value = complex_exp1(-z);
    return {-value.re, z.im == 0 && !(z.re > 0) ? -value.im : copysign(3.141592653589793, z.im) - value.im};
}

}  // namespace cuprum::special
