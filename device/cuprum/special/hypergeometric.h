// The confluent limit function 0F1, by Bessel functions (DLMF 16.18.2 and 10.16.9), and by DLMF 10.41 where they
// overflow.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/bessel.h>
#include <xsf/gamma.h>
#include <xsf/log.h>
#include <xsf/trig.h>

namespace cuprum::special {
namespace detail {

/// Gamma(v) I(v - 1, 2 sqrt(z)) z^((1 - v) / 2) for large v.
CUPRUM_DEVICE_ONCE double hyp0f1_large(double v, double z) {
    const double root = sqrt(z), order = fabs(v - 1), x = 2 * root / order;
    const double p1 = sqrt(1 + x * x), eta = p1 + log(x) - log1p(p1);
    const double common = -0.5 * log(p1) - 0.5 * log(2 * pi * order) + xsf::gammaln(v);
    const double sign = xsf::gammasgn(v), power = xsf::xlogy(order, root);
    const double t = 1 / p1, t2 = t * t;
    const double u1 = (3 - 5 * t2) * t / 24;
    const double u2 = (81 - 462 * t2 + 385 * t2 * t2) * t2 / 1152;
    const double u3 = (30375 - 369603 * t2 + 765765 * t2 * t2 - 425425 * t2 * t2 * t2) * t * t2 / 414720;
    const double o2 = order * order, o3 = o2 * order;
    double result = exp(common + order * eta - power) * sign * (1 + u1 / order + u2 / o2 + u3 / o3);
    if (v < 1)
        result +=
            exp(common - order * eta + power) * sign * 2 * xsf::sinpi(order) * (1 - u1 / order + u2 / o2 - u3 / o3);
    return result;
}

}  // namespace detail

CUPRUM_DEVICE_ONCE double hyp0f1(double v, double z) {
    if (v <= 0 && v == floor(v)) return limits<double>::nan();
    if (z == 0) return 1;
    if (fabs(z) < 1e-6 * (1 + fabs(v))) return 1 + z / v + z * z / (2 * v * (v + 1));
    const double root = sqrt(fabs(z));
    if (z < 0) return pow(root, 1 - v) * xsf::gamma(v) * xsf::cephes::jv(v - 1, 2 * root);
    const double exponent = xsf::xlogy(1 - v, root) + xsf::gammaln(v);
    const double bessel = xsf::cyl_bessel_i(v - 1, 2 * root);
    if (exponent > 709.782712893384 || bessel == 0 || exponent < -708.3964185322641 || isinf(bessel))
        return v == 1 && isinf(bessel) ? bessel : detail::hyp0f1_large(v, z);  // I(0, x) alone
    return exp(exponent) * xsf::gammasgn(v) * bessel;
}

CUPRUM_DEVICE_ONCE xstd::complex<double> hyp0f1(double v, xstd::complex<double> z) {
    if (v <= 0 && v == floor(v)) return limits<double>::nan();
    if (z == 0.0) return 1.0;
    if (xstd::abs(z) < 1e-6 * (1 + fabs(v))) return 1.0 + z / v + z * z / (2 * v * (v + 1));
    const bool right = z.real() > 0;
    const xstd::complex<double> root = xstd::sqrt(right ? z : -z);
    const auto bessel = right ? xsf::cyl_bessel_i(v - 1, 2.0 * root) : xsf::cyl_bessel_j(v - 1, 2.0 * root);
    return bessel * xsf::gamma(v) * xstd::pow(root, 1 - v);
}

}  // namespace cuprum::special
