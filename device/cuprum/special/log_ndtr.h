// The logarithm of the normal distribution function of float64.
#pragma once

#include <cuprum/special/error_function.h>
#include <cuprum/special/horner.h>

namespace cuprum::special {

// Left of 0 by the logarithm of the function or of its ratio to exp(-x^2 / 2), right of it by the complement.
#if CUPRUM_GPU
namespace detail {

/// log(1 - p) for 0 <= p <= 1/2: twice the hyperbolic arc tangent of p / (p - 2), by an interpolation over s^2.
CUPRUM_DEVICE double log_of_rest(double p) {
    constexpr double c[] = {
        0.08890381913056651, 0.04940394524382393, 0.06795652742789947, 0.07681838124445817, 0.09091429900236955,
        0.11111095430673142, 0.1428571455582858,  0.199999999976438,   0.33333333333341286, 1.0};
    const double s = p / (p - 2);
    return 2 * s * horner(s * s, c);
}

}  // namespace detail

CUPRUM_DEVICE double log_ndtr(double x) {
    if (x > 0) return detail::log_of_rest(::normcdf(-x));
    const double size = fabs(x), z = size * M_SQRT1_2;
    const bool near = z < 1;
    const double ratio =
        near ? 0.5 + 0.5 * detail::near_erf(x * M_SQRT1_2) : 0.5 * detail::far_erfcx(z < 1e40 ? z : 1e40);
    return log(ratio) - (near ? 0.0 : 0.5 * x * x);
}
#else
namespace detail {

inline registers::reals log_ndtr_of_register(registers::reals x) {
    using namespace registers;
    const reals size = fabs(x), z = size * M_SQRT1_2;
    const masks near = z < 1.0, right = x > 0.0;
    const reals half = 0.5 * near_erf(x * M_SQRT1_2);
    reals ratio = 0.5 + half, upper = 0.5 - half, square = 0.0;
    if (any(!near)) {
        const reals bounded = z < 1e40 ? z : reals(1e40);
        ratio = near ? ratio : 0.5 * far_erfcx(z != z ? z : bounded);
        square = near ? square : 0.5 * x * x;
        upper = near ? upper : far_tail(size);
    }
    reals value = 0.0;
    if (any(right)) value = log1p(-upper);
    return any(!right) ? right ? value : log(ratio) - square : value;
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(log_ndtr, detail::log_ndtr_of_register)
#endif

}  // namespace cuprum::special
