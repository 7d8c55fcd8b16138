// x^a y^b / B(a, b) by Lanczos' formula, of a number or of a register: one text for both.
#pragma once

#include <cuprum/special/beta_fraction.h>
#include <cuprum/special/horner.h>
#include <xsf/cephes/lanczos.h>

namespace cuprum::special::detail {

using special::horner;
#if !CUPRUM_GPU
using registers::horner;
#endif

/// What x^a y^b / B(a, b) takes of a and b alone. The bases of its powers are x cg / ag and y cg / bg, of which
/// `a_lost` and `b_lost` are lost in roundings.
template <class Real>
struct BetaParameters {
    Real a, b, factor, ag, bg, cg, ag_inverse, bg_inverse, a_lost, b_lost;
};

/// Numerator and denominator of Lanczos' sum of x > 0, multiplied by exp(-g).
template <class Real>
CUPRUM_DEVICE void lanczos_parts(Real x, Real& upper, Real& lower) {
    const Real z = x < 1e18 ? x : Real(1e18);  // where the powers below the highest do not count
    upper = horner(z, xsf::cephes::detail::lanczos_sum_expg_scaled_num);
    lower = horner(z, xsf::cephes::detail::lanczos_sum_expg_scaled_denom);
}

template <class Real>
CUPRUM_DEVICE BetaParameters<Real> beta_parameters(Real a, Real b) {
#if !CUPRUM_GPU
    using namespace registers;
#endif
    constexpr double g = xsf::cephes::lanczos_g - 0.5;
    const Real c = a + b, cg = c + g, ag = a + g, bg = b + g;
    const Real cg_inverse = 1.0 / cg, ag_inverse = 1.0 / ag, bg_inverse = 1.0 / bg;
    Real a_upper, a_lower, b_upper, b_lower, c_upper, c_lower;
    lanczos_parts(a, a_upper, a_lower);
    lanczos_parts(b, b_upper, b_lower);
    lanczos_parts(c, c_upper, c_lower);
    const Real factor = (c_upper / c_lower) * (a_lower / a_upper) * (b_lower / b_upper) *
                        sqrt(bg * (ag * cg_inverse) * 0.36787944117144233);
    const Real c_lost = (lost_in_sum(a, b, c) + lost_in_sum(c, Real(g), cg)) * cg_inverse;
    return {a,
            b,
            factor,
            ag,
            bg,
            cg,
            ag_inverse,
            bg_inverse,
            c_lost - lost_in_sum(a, Real(g), ag) * ag_inverse,
            c_lost - lost_in_sum(b, Real(g), bg) * bg_inverse};
}

/// (x upper / lower)^a, where `inverse` is 1 / lower, and what a times the logarithm of the base lost in its roundings:
/// `lost` is what upper and lower have lost already, relative to their quotient, and `x_lost` what x has.
template <class Real>
CUPRUM_DEVICE Real ratio_power(Real a, Real x, Real upper, Real lower, Real inverse, Real lost, Real x_lost,
                               Real& correction) {
#if !CUPRUM_GPU
    using namespace registers;
#endif
    const Real product = x * upper, base = product * inverse;
    const Real rest = fma(-base, lower, product) + fma(x, upper, -product);
    correction = a * (fma(x_lost, upper, rest) / product + lost);
    return pow(base, a);
}

/// x^a y^b / B(a, b), where y = 1 - x but for what x and y have lost themselves; not `in_range` where a power overflows
/// or the bases have lost too much, and the value is to be computed in logarithms.
///
/// After Lanczos' formula for the three gamma functions, of which the powers are taken together: their bases are
/// rounded, which costs as many digits as the exponents have, unless what is lost is taken along.
template <class Real, class Truth>
CUPRUM_DEVICE Real beta_power(const BetaParameters<Real>& p, Real x, Real y, Real x_lost, Real y_lost,
                              Truth& in_range) {
#if !CUPRUM_GPU
    using namespace registers;
#endif
    constexpr int copies = sizeof(Real) == sizeof(double) ? 1 : 2;  // of a loop whose body is long for a number
    Real power = Real(1.0), correction = Real(0.0);
#pragma unroll copies
    for (int side = 0; side < 2; ++side) {
        Real lost;
        const Real one =
            ratio_power(side ? p.b : p.a, side ? y : x, p.cg, side ? p.bg : p.ag, side ? p.bg_inverse : p.ag_inverse,
                        side ? p.b_lost : p.a_lost, side ? y_lost : x_lost, lost);
        in_range = in_range & (one > 1e-280) & (one < 1e280);
        power *= one;
        correction += lost;
    }
    in_range = in_range & (fabs(correction) < 1e-8);
    return p.factor * (power + power * correction);
}

/// The same of a number, whatever it is.
CUPRUM_DEVICE_ONCE double beta_power(double a, double b, double x, double y, double x_lost, double y_lost) {
    const BetaParameters<double> p = beta_parameters(a, b);
    bool in_range = true;
    const double power = beta_power(p, x, y, x_lost, y_lost, in_range);
    if (in_range) return power;
    double exponent = 0;
#pragma unroll 1
    for (int side = 0; side < 2; ++side) {
        const double s = side ? y : x, t = side ? x : y, sg = side ? p.bg : p.ag;
        const double inverse = side ? p.bg_inverse : p.ag_inverse;
        const double near = (s * (side ? a : b) - t * sg) * inverse;  // s cg / sg, less 1
        exponent += (side ? b : a) * (fabs(near) < 0.5 ? log1p(near) : log(s * (p.cg * inverse)));
    }
    return p.factor * exp(exponent);
}

}  // namespace cuprum::special::detail
