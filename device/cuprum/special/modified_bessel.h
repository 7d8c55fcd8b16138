// Modified Bessel functions of orders 0 and 1 of float64: polynomials near 0, elsewhere Cephes' Chebyshev series.
#pragma once

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
CUPRUM_SERIES(i0_B)
CUPRUM_SERIES(i1_B)
CUPRUM_SERIES(k0_A)
CUPRUM_SERIES(k0_B)
CUPRUM_SERIES(k1_A)
CUPRUM_SERIES(k1_B)
#undef CUPRUM_SERIES

/// The series in q = x^2 / 4 for |x| <= 8, whose terms all have one sign; minimax, to 1e-16.
CUPRUM_DEVICE double near_i0(double x) {
    constexpr double c[] = {3.548836657975522e-27,
                            5.062353740472856e-25,
                            1.3440225063774028e-22,
                            2.5722398177811744e-20,
                            4.359498405380122e-18,
                            6.275948796822122e-16,
                            7.594070019494474e-14,
                            7.594057685381156e-12,
                            6.151187361364193e-10,
                            3.936759887993035e-08,
                            1.929012345705309e-06,
                            6.944444444440493e-05,
                            0.001736111111111147,
                            0.027777777777777762,
                            0.25,
                            1.0};
    const double q = 0.25 * x * x;
    return fma(horner(q, c), q, 1.0);
}
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
    return x <= 8 ? exp(-x) * detail::near_i0(x) : detail::i0_B(32 / x - 2) / sqrt(x);
}
CUPRUM_DEVICE_LARGE double i0(double x) {
    const double size = fabs(x);
    return size <= 8 ? detail::near_i0(size) : exp(size) * (detail::i0_B(32 / size - 2) / sqrt(size));
}
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
    const double value = x <= 2 ? (detail::k0_A(x * x - 2) - log(0.5 * x) * detail::near_i0(x)) * exp(x)
                                : detail::k0_B(8 / x - 2) / sqrt(x);
    return detail::right_of_pole(x, value);
}
CUPRUM_DEVICE_LARGE double k0(double x) {
    const double value = x <= 2 ? detail::k0_A(x * x - 2) - log(0.5 * x) * detail::near_i0(x)
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
