// Modified Bessel functions of orders 0 and 1 of float64: polynomials near 0, elsewhere, but for I0, Cephes' Chebyshev
// series.
#pragma once

#include <cuprum/bessel.h>
#include <cuprum/real_math.h>
#include <cuprum/special/horner.h>
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
CUPRUM_SERIES(i1_B)
CUPRUM_SERIES(k0_A)
CUPRUM_SERIES(k0_B)
CUPRUM_SERIES(k1_A)
CUPRUM_SERIES(k1_B)
#undef CUPRUM_SERIES

/// The series as in bessel.h.
CUPRUM_DEVICE double near_i1(double x) {
    constexpr double c[] = {5.669579277854459e-26,  7.606752944827284e-24,  1.880771354951542e-21,
                            3.3442300506385306e-19, 5.231322675888681e-17,  6.903555797446423e-15,
                            7.594068659611249e-13,  6.834652024432265e-11,  4.9209498831124465e-09,
                            2.7557319218244207e-07, 1.1574074074173187e-05, 0.0003472222222221193,
                            0.0069444444444445004,  0.08333333333333331,    0.5};
    const double q = 0.25 * x * x;
    return 0.5 * x * fma(horner(q, c), q, 1.0);
}

/// NaN below 0 and infinity at 0, else the value.
CUPRUM_DEVICE double right_of_pole(double x, double value) {
    return x < 0 ? limits<double>::nan() : x == 0 ? limits<double>::infinity() : value;
}

}  // namespace detail

CUPRUM_DEVICE double i0e(double x) {
    x = fabs(x);
    return x <= 8 ? exp(-x) * cuprum::detail::near_i0(x) : cuprum::detail::far_i0e(x);
}
CUPRUM_DEVICE double i0(double x) { return cuprum::i0(x); }
CUPRUM_DEVICE double i1e(double x) {
    const double size = fabs(x);
    const double value = size <= 8 ? exp(-size) * detail::near_i1(size) : detail::i1_B(32 / size - 2) / sqrt(size);
    return x < 0 ? -value : value;
}
CUPRUM_DEVICE_LARGE double i1(double x) {
    const double size = fabs(x);
    const double value = size <= 8 ? detail::near_i1(size) : exp(size) * (detail::i1_B(32 / size - 2) / sqrt(size));
    return x < 0 ? -value : value;
}
CUPRUM_DEVICE_LARGE double k0e(double x) {
    const double value = x <= 2 ? (detail::k0_A(x * x - 2) - log(0.5 * x) * cuprum::detail::near_i0(x)) * exp(x)
                                : detail::k0_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k0(double x) {
    const double value = x <= 2 ? detail::k0_A(x * x - 2) - log(0.5 * x) * cuprum::detail::near_i0(x)
                                : exp(-x) * detail::k0_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k1e(double x) {
    const double value = x <= 2 ? (log(0.5 * x) * detail::near_i1(x) + detail::k1_A(x * x - 2) / x) * exp(x)
                                : detail::k1_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k1(double x) {
    const double value = x <= 2 ? log(0.5 * x) * detail::near_i1(x) + detail::k1_A(x * x - 2) / x
                                : exp(-x) * detail::k1_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}

}  // namespace cuprum::special
