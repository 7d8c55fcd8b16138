// The inverse of the logarithm of the normal distribution.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/ndtri.h>

namespace cuprum::special {

/// The point at which the logarithm of the normal distribution is y: for small y by the series of Cephes' ndtri, whose
/// argument is the logarithm.
CUPRUM_DEVICE_LARGE double ndtri_exp(double y) {
    if (y < -limits<double>::largest_finite()) return -limits<double>::infinity();
    if (y > -0.14541345786885906) return -xsf::cephes::ndtri(-expm1(y));
    if (!(y < -2)) return xsf::cephes::ndtri(exp(y));
    const double x = y >= -0.5 * limits<double>::largest_finite() ? sqrt(-2 * y) : 1.4142135623730951 * sqrt(-y);
    const double z = 1 / x;
    namespace cephes = xsf::cephes;
    const double correction =
        x < 8 ? z * cephes::polevl(z, cephes::detail::ndtri_P1, 8) / cephes::p1evl(z, cephes::detail::ndtri_Q1, 8)
              : z * cephes::polevl(z, cephes::detail::ndtri_P2, 8) / cephes::p1evl(z, cephes::detail::ndtri_Q2, 8);
    return correction - (x - log(x) / x);
}

}  // namespace cuprum::special
