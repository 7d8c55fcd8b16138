// The logarithm of the normal distribution function of float64.
#pragma once

#include <cuprum/special/error_function.h>

namespace cuprum::special {

// Left of 0 by the logarithm of the function or of its ratio to exp(-x^2 / 2), right of it by the complement.
#if CUPRUM_GPU
CUPRUM_DEVICE double log_ndtr(double x) {
    const double size = fabs(x), z = size * M_SQRT1_2;
    const bool near = z < 1;
    const double half = 0.5 * detail::near_erf(near ? x * M_SQRT1_2 : 0.0);
    if (x > 0) return log1p(-(near ? 0.5 - half : detail::far_tail(size)));
    const double ratio = near ? 0.5 + half : 0.5 * detail::far_erfcx(z < 1e40 ? z : 1e40);
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
