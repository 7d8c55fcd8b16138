// The continued fraction of the incomplete beta function, of a number or of a register: one text for both.
#pragma once

#include <cuprum/once.h>
#include <cuprum/real_math.h>
#include <cuprum/registers.h>

namespace cuprum::special::detail {

CUPRUM_DEVICE bool any(bool which) { return which; }
CUPRUM_DEVICE double multiply_add(double x, double y, double z) { return fma(x, y, z); }
#if !CUPRUM_GPU
using registers::any;
using registers::multiply_add;
#endif

/// What a + b loses where it is rounded to `sum`.
template <class Real>
CUPRUM_DEVICE Real lost_in_sum(Real a, decltype(Real()) b, decltype(Real()) sum) {
    const Real of_b = sum - a;
    return (a - (sum - of_b)) + (b - of_b);
}

/// Factors that keep powers of huge parameters from overflow: `unit` of what is as large as a, and `rate` of what is as
/// large as a y or b x, which may be small where a is huge.
struct LargeParameters {
    double unit, rate;
    CUPRUM_DEVICE LargeParameters(double a, double b, double x, double y) {
        const bool is_large = !(a + b < 1e10);
        unit = is_large ? 1 / (a + 1) : 1;
        rate = is_large ? 1 / (a * y + b * x + 1) : 1;
    }
};
#if !CUPRUM_GPU
/// For parameters below 1e6, none.
struct UsualParameters {
    static constexpr double unit = 1, rate = 1;
};
#endif

/// K in I_x(a, b) = x^a y^b / (B(a, b) K): DLMF 8.17.22 with its terms taken in pairs. Numerators and denominators of
/// its approximants are kept apart, and its terms m are multiplied by (a + 2 m - 1) (a + 2 m + 1): the one division is
/// the last, and two approximants are compared by their cross products.
///
/// Of a register, elements go on side by side until the last one has converged. One that has keeps its value, and one
/// of which `converged` is true from the start is left out.
template <class Real, class Truth, class Scale>
CUPRUM_DEVICE Real scaled_beta_fraction(Real a, Real b, Real x, Real y, const Scale& scale, Truth& converged) {
#if !CUPRUM_GPU
    using namespace registers;
#endif
    const double unit = scale.unit, rate = scale.rate;
    const Real scaled_x = x * unit, slope = (1.0 + y) * rate;
    double m = 0, scaled_m = 0;
    Real rise = (a * y - b * x + 1.0) * rate, c = a + b, w = (a + 1.0) * unit, last_w = Real(1.0);
    a *= unit;
    Real upper = a * rise, lower = w, last_upper = Real(1.0), last_lower = Real(0.0);
    Truth done = converged;
    Real found_upper = Real(0.0), found_lower = Real(1.0);
#pragma unroll 1
    for (int pairs = 0; pairs < 1500 && any(!done); ++pairs) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            m += 1;
            scaled_m += rate;
            rise += slope;
            const Real next_w = w + 2.0 * unit, left = (b - m) * x;
            const Real alpha = (scaled_m * (left * rate)) * (a * (c * scaled_x)) * (last_w * next_w);
            a += unit;
            c += 1.0;
            const Real beta = multiply_add(next_w * scaled_m, multiply_add(left, Real(unit), w), a * rise * w);
            const Real next_upper = multiply_add(beta, upper, alpha * last_upper);
            const Real next_lower = multiply_add(beta, lower, alpha * last_lower);
            last_upper = upper;
            last_lower = lower;
            last_w = w;
            upper = next_upper;
            lower = next_lower;
            w = next_w;
        }
        const Real size = fabs(lower);
        const Real factor = size > 1e70 ? Real(1e-70) : size < 1e-70 ? Real(1e70) : Real(1.0);
        upper *= factor;
        lower *= factor;
        last_upper *= factor;
        last_lower *= factor;
        const Real product = upper * last_lower;
        const Truth now = fabs(fma(-last_upper, lower, product)) < limits<double>::epsilon() * fabs(product);
        if constexpr (sizeof(Truth) == sizeof(bool)) {
            found_upper = upper;
            found_lower = lower;
            done = now;
        } else {
            found_upper = done ? found_upper : upper;
            found_lower = done ? found_lower : lower;
            done |= now;
        }
    }
    converged = done;
    return found_upper / (found_lower * rate);
}

/// The fraction of numbers of any size.
CUPRUM_DEVICE_ONCE double beta_fraction(double a, double b, double x, double y, bool& converged) {
    converged = false;
    return scaled_beta_fraction(a, b, x, y, LargeParameters(a, b, x, y), converged);
}
#if !CUPRUM_GPU
CUPRUM_DEVICE_ONCE registers::reals beta_fraction(registers::reals a, registers::reals b, registers::reals x,
                                                  registers::reals y, registers::masks& converged) {
    return scaled_beta_fraction(a, b, x, y, UsualParameters(), converged);
}
#endif

}  // namespace cuprum::special::detail
