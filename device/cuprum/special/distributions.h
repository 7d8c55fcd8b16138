// Distributions that are made of others.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cdflib.h>
#include <xsf/gamma.h>
#include <xsf/stats.h>

namespace cuprum::special {

CUPRUM_DEVICE_LARGE double gdtria(double p, double b, double x) {
    if (x == 0) return limits<double>::nan();
    if (b == 0 && p == 0) return isinf(x) && x > 0 ? limits<double>::nan() : 0;
    return xsf::gammaincinv(b, p) / x;
}

CUPRUM_DEVICE_LARGE double gdtrix(double a, double b, double p) {
    if (a == 0 && b == 0) return limits<double>::nan();
    if ((isinf(a) || isinf(b)) && a >= 0 && b >= 0) return limits<double>::nan();
    return xsf::gammaincinv(b, p) / a;
}

/// Distributions that take whole numbers: a float that is none gives NaN.
template <class N>
CUPRUM_DEVICE_LARGE double bdtr(double k, N n, double p) {
    return isnan(n) || isinf(n) ? limits<double>::nan() : xsf::bdtr(k, whole(n), p);
}
template <class N>
CUPRUM_DEVICE_LARGE double bdtrc(double k, N n, double p) {
    return isnan(n) || isinf(n) ? limits<double>::nan() : xsf::bdtrc(k, whole(n), p);
}
template <class N>
CUPRUM_DEVICE_LARGE double bdtri(double k, N n, double p) {
    return isnan(n) || isinf(n) ? limits<double>::nan() : xsf::bdtri(k, whole(n), p);
}
template <class N>
CUPRUM_DEVICE_LARGE double nbdtr(N k, N n, double p) {
    return isnan(k) || isnan(n) ? limits<double>::nan() : xsf::nbdtr(whole(k), whole(n), p);
}
template <class N>
CUPRUM_DEVICE_LARGE double nbdtrc(N k, N n, double p) {
    return isnan(k) || isnan(n) ? limits<double>::nan() : xsf::nbdtrc(whole(k), whole(n), p);
}
template <class N>
CUPRUM_DEVICE_LARGE double nbdtri(N k, N n, double p) {
    return isnan(k) || isnan(n) ? limits<double>::nan() : xsf::nbdtri(whole(k), whole(n), p);
}
template <class N>
CUPRUM_DEVICE_LARGE double pdtri(N k, double y) {
    return isnan(k) ? limits<double>::nan() : xsf::pdtri(whole(k), y);
}
template <class N>
CUPRUM_DEVICE_LARGE double smirnov(N n, double d) {
    return isnan(n) ? limits<double>::nan() : xsf::smirnov(whole(n), d);
}
template <class N>
CUPRUM_DEVICE_LARGE double smirnovi(N n, double p) {
    return isnan(n) ? limits<double>::nan() : xsf::smirnovi(whole(n), p);
}

/// The point at which the logarithm of the normal distribution is y: for small y by the series of Cephes' ndtri, whose
/// argument is the logarithm.
CUPRUM_DEVICE_LARGE double ndtri_exp(double y) {
    if (y < -limits<double>::largest_finite()) return -limits<double>::infinity();
    if (y > -0.14541345786885906) return -xsf::ndtri(-expm1(y));
    if (!(y < -2)) return xsf::ndtri(exp(y));
    const double x = y >= -0.5 * limits<double>::largest_finite() ? sqrt(-2 * y) : 1.4142135623730951 * sqrt(-y);
    const double z = 1 / x;
    namespace cephes = xsf::cephes;
    const double correction =
        x < 8 ? z * cephes::polevl(z, cephes::detail::ndtri_P1, 8) / cephes::p1evl(z, cephes::detail::ndtri_Q1, 8)
              : z * cephes::polevl(z, cephes::detail::ndtri_P2, 8) / cephes::p1evl(z, cephes::detail::ndtri_Q2, 8);
    return correction - (x - log(x) / x);
}

}  // namespace cuprum::special
