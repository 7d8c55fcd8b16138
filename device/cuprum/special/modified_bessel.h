// Modified Bessel functions of orders 0 and 1 of float64 by Cephes' Chebyshev series.
#pragma once

#include <cuprum/real_math.h>
#include <xsf/cephes/i1.h>
#include <xsf/cephes/k0.h>
#include <xsf/cephes/k1.h>

namespace cuprum::special {
namespace detail {

/// Half of the sum of coefficients, from the last one on, times Chebyshev polynomials of x / 2, by Clenshaw's
/// recurrence.
template <int count>
CUPRUM_DEVICE double chebyshev(double x, const double (&coefficients)[count]) {
    double before = 0, last = 0, value = coefficients[0];
    for (int i = 1; i < count; ++i) {
        before = last;
        last = value;
        value = x * last - before + coefficients[i];
    }
    return 0.5 * (value - before);
}

#define CUPRUM_SERIES(name) \
    CUPRUM_DEVICE double name(double x) { return chebyshev(x, xsf::cephes::detail::name); }
CUPRUM_SERIES(i0_A)
CUPRUM_SERIES(i0_B)
CUPRUM_SERIES(i1_A)
CUPRUM_SERIES(i1_B)
CUPRUM_SERIES(k0_A)
CUPRUM_SERIES(k0_B)
CUPRUM_SERIES(k1_A)
CUPRUM_SERIES(k1_B)
#undef CUPRUM_SERIES

/// NaN below 0 and infinity at 0, else the value.
CUPRUM_DEVICE double right_of_pole(double x, double value) {
    return x < 0 ? limits<double>::nan() : x == 0 ? limits<double>::infinity() : value;
}

}  // namespace detail

CUPRUM_DEVICE_LARGE double i0e(double x) {
    x = fabs(x);
    return x <= 8 ? detail::i0_A(x / 2 - 2) : detail::i0_B(32 / x - 2) / sqrt(x);
}
CUPRUM_DEVICE_LARGE double i0(double x) { return exp(fabs(x)) * i0e(x); }
CUPRUM_DEVICE_LARGE double i1e(double x) {
    const double size = fabs(x);
    const double value = size <= 8 ? detail::i1_A(size / 2 - 2) * size : detail::i1_B(32 / size - 2) / sqrt(size);
    return x < 0 ? -value : value;
}
CUPRUM_DEVICE_LARGE double i1(double x) { return exp(fabs(x)) * i1e(x); }
CUPRUM_DEVICE_LARGE double k0e(double x) {
    const double value =
        x <= 2 ? (detail::k0_A(x * x - 2) - log(0.5 * x) * i0(x)) * exp(x) : detail::k0_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k0(double x) {
    const double value =
        x <= 2 ? detail::k0_A(x * x - 2) - log(0.5 * x) * i0(x) : exp(-x) * detail::k0_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k1e(double x) {
    const double value =
        x <= 2 ? (log(0.5 * x) * i1(x) + detail::k1_A(x * x - 2) / x) * exp(x) : detail::k1_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k1(double x) {
    const double value =
        x <= 2 ? log(0.5 * x) * i1(x) + detail::k1_A(x * x - 2) / x : exp(-x) * detail::k1_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}

}  // namespace cuprum::special
