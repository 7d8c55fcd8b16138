// Bessel functions of orders 0 and 1 of float64, by Cephes' rational functions, of which several have one division. On
// a GPU, where one element of a warp that is far makes all wait, by polynomials up to the fourth extreme at least.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/wide.h>
#if CUPRUM_GPU
#include <cuprum/special/bessel_polynomials.h>
#include <cuprum/special/horner.h>
#endif
#include <xsf/cephes/j0.h>
#include <xsf/cephes/j1.h>

namespace cuprum::special {
namespace detail {

namespace tables = xsf::cephes::detail;

}  // namespace detail

#if CUPRUM_GPU
namespace detail {

using xsf::cephes::p1evl;
using xsf::cephes::polevl;

/// (p u + q v 5 / x) sqrt(2 / (pi x)), p and q as quotients, where u and v are what turns make of a phase: x > 5.
template <bool is_second>
CUPRUM_DEVICE double far_bessel(double x, double w, double phase, double pn, double pd, double qn, double qd) {
    double s, c;
    ::sincos(x - phase, &s, &c);
    const double sum = is_second ? pn * qd * s + w * (qn * pd) * c : pn * qd * c - w * (qn * pd) * s;
    return sum / (pd * qd) * tables::SQRT2OPI / sqrt(x);
}

template <bool is_second>
CUPRUM_DEVICE double far_bessel_0(double x) {
    const double w = 5 / x, z = w * w;
    return far_bessel<is_second>(x, w, 0.78539816339744830962, polevl(z, tables::j0_PP, 6), polevl(z, tables::j0_PQ, 6),
                                 polevl(z, tables::j0_QP, 7), p1evl(z, tables::j0_QQ, 7));
}

template <bool is_second>
CUPRUM_DEVICE double far_bessel_1(double x) {
    const double w = 5 / x, z = w * w;
    return far_bessel<is_second>(x, w, tables::THPIO4, polevl(z, tables::j1_PP, 6), polevl(z, tables::j1_PQ, 6),
                                 polevl(z, tables::j1_QP, 7), p1evl(z, tables::j1_QQ, 7));
}

CUPRUM_DEVICE double less_zero(double x, const double (&zero)[2]) { return (x - zero[0]) - zero[1]; }

/// For 0 <= x <= 3.9.
CUPRUM_DEVICE double near_j0(double x) {
    const double value = less_zero(x, j0_zero_0) * (x + j0_zero_0[0]) * horner(fma(x, x, -7.5), j0_near);
    return x < 1e-4 ? fma(-0.25 * x, x, 1.0) : value;
}

/// For 0 <= x <= 5.4.
CUPRUM_DEVICE double near_j1(double x) {
    return x * (less_zero(x, j1_zero_0) * (x + j1_zero_0[0]) * horner(fma(x, x, -14.5), j1_near));
}

/// What Y0 and Y1 are where x is not above 0.
CUPRUM_DEVICE double left_of_y(double x) { return x == 0 ? -limits<double>::infinity() : limits<double>::nan(); }

}  // namespace detail

CUPRUM_DEVICE double j0(double x) {
    using namespace detail;
    x = fabs(x);
    if (x < 3.9) return near_j0(x);
    if (x < 7.1) return less_zero(x, j0_zero_1) * horner(x - 5.5, j0_second);
    if (x < 10.25) return less_zero(x, j0_zero_2) * horner(x - 8.625, j0_third);
    return far_bessel_0<false>(x);
}

CUPRUM_DEVICE double j1(double x) {
    using namespace detail;
    const double size = fabs(x);
    double value;
    if (size < 5.4) value = near_j1(size);
    else if (size < 8.6) value = less_zero(size, j1_zero_1) * horner(size - 7.0, j1_second);
    else if (size < 11.75) value = less_zero(size, j1_zero_2) * horner(size - 10.125, j1_third);
    else value = far_bessel_1<false>(size);
    return signbit(x) ? -value : value;
}

CUPRUM_DEVICE double y0(double x) {
    using namespace detail;
    if (!(x > 0)) return left_of_y(x);
    if (x < 3.0) return fma(M_2_PI * log(x), near_j0(x), horner(fma(x, x, -4.5), y0_near));
    if (x < 5.5) return less_zero(x, y0_zero_0) * horner(x - 4.25, y0_second);
    if (x < 8.6) return less_zero(x, y0_zero_1) * horner(x - 7.0, y0_third);
    if (x < 11.75) return less_zero(x, y0_zero_2) * horner(x - 10.125, y0_fourth);
    return far_bessel_0<true>(x);
}

CUPRUM_DEVICE double y1(double x) {
    using namespace detail;
    if (!(x > 0)) return left_of_y(x);
    if (x < 3.8) return fma(M_2_PI, fma(log(x), near_j1(x), -1 / x), x * horner(fma(x, x, -7.25), y1_near));
    if (x < 7.0) return less_zero(x, y1_zero_0) * horner(x - 5.375, y1_second);
    if (x < 10.2) return less_zero(x, y1_zero_1) * horner(x - 8.625, y1_third);
    return far_bessel_1<true>(x);
}
#else
namespace detail {

/// J(x), or Y(x), of x > 5, where the phase is what the order turns it by.
template <bool is_second, int pn, int pd, int qn, int qd>
CUPRUM_DEVICE registers::reals far_bessel(registers::reals x, double phase, const double (&over_p)[pn],
                                          const double (&under_p)[pd], const double (&over_q)[qn],
                                          const double (&under_q)[qd]) {
    using namespace registers;
    const reals w = 5.0 / x, z = w * w, p = registers::horner(z, under_p), q = registers::monic(z, under_q);
    const reals s = sin(x - phase), c = cos(x - phase);
    const reals even = registers::horner(z, over_p) * q, odd = w * (registers::horner(z, over_q) * p);
    const reals sum = is_second ? even * s + odd * c : even * c - odd * s;
    return sum / (p * q) * tables::SQRT2OPI / sqrt(x);
}

inline registers::reals j0_of_register(registers::reals x) {
    using namespace registers;
    x = fabs(x);
    const masks far = x > 5.0;
    const reals z = x * x, zeros = (z - tables::j0_DR1) * (z - tables::j0_DR2);
    const reals near = zeros * registers::horner(z, tables::j0_RP) / registers::monic(z, tables::j0_RQ);
    const reals value = x < 1e-5 ? 1.0 - 0.25 * z : near;
    if (!any(far)) return value;
    return far ? far_bessel<false>(x, 0.78539816339744830962, tables::j0_PP, tables::j0_PQ, tables::j0_QP,
                                   tables::j0_QQ)
               : value;
}

inline registers::reals j1_of_register(registers::reals x) {
    using namespace registers;
    const reals size = fabs(x), z = x * x;
    const masks far = size > 5.0;
    const reals value = registers::horner(z, tables::j1_RP) / registers::monic(z, tables::j1_RQ) * x *
                        (z - tables::j1_Z1) * (z - tables::j1_Z2);
    if (!any(far)) return value;
    const reals beyond =
        far_bessel<false>(size, tables::THPIO4, tables::j1_PP, tables::j1_PQ, tables::j1_QP, tables::j1_QQ);
    return far ? x < 0.0 ? -beyond : beyond : value;
}

inline registers::reals y0_of_register(registers::reals x) {
    using namespace registers;
    const masks far = x > 5.0;
    const reals z = x * x, zeros = (z - tables::j0_DR1) * (z - tables::j0_DR2);
    const reals jn = zeros * registers::horner(z, tables::j0_RP), jd = registers::monic(z, tables::j0_RQ);
    const reals yn = registers::horner(z, tables::j0_YP), yd = registers::monic(z, tables::j0_YQ);
    reals value = (yn * jd + M_2_PI * log(x) * jn * yd) / (yd * jd);
    value = x > 0.0 ? value : x == 0.0 ? reals(-limits<double>::infinity()) : reals(limits<double>::nan());
    if (!any(far)) return value;
    return far ? far_bessel<true>(x, 0.78539816339744830962, tables::j0_PP, tables::j0_PQ, tables::j0_QP, tables::j0_QQ)
               : value;
}

inline registers::reals y1_of_register(registers::reals x) {
    using namespace registers;
    const masks far = x > 5.0;
    const reals z = x * x, zeros = x * (z - tables::j1_Z1) * (z - tables::j1_Z2);
    const reals jn = zeros * registers::horner(z, tables::j1_RP), jd = registers::monic(z, tables::j1_RQ);
    const reals yn = registers::horner(z, tables::j1_YP), yd = registers::monic(z, tables::j1_YQ);
    reals value = (z * yn * jd + M_2_PI * yd * (x * log(x) * jn - jd)) / (x * (yd * jd));
    value = x > 0.0 ? value : x == 0.0 ? reals(-limits<double>::infinity()) : reals(limits<double>::nan());
    if (!any(far)) return value;
    return far ? far_bessel<true>(x, tables::THPIO4, tables::j1_PP, tables::j1_PQ, tables::j1_QP, tables::j1_QQ)
               : value;
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(j0, detail::j0_of_register)
CUPRUM_REGISTER_FUNCTION_1(j1, detail::j1_of_register)
CUPRUM_REGISTER_FUNCTION_1(y0, detail::y0_of_register)
CUPRUM_REGISTER_FUNCTION_1(y1, detail::y1_of_register)
#endif

}  // namespace cuprum::special
