// Complete elliptic integrals of float64: two polynomials of the parameter's complement, which are Cephes', one of them
// times the logarithm that makes the pole. There is no branch, so that a CPU computes a vector at once.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/wide.h>
#include <xsf/cephes/ellpe.h>
#include <xsf/cephes/ellpk.h>

namespace cuprum::special {

/// The first kind, of the parameter 1 - p. DLMF 19.7.2 for negative parameters.
CUPRUM_DEVICE double ellipkm1(double p) {
    namespace tables = xsf::cephes::detail;
    const bool negative = p > 1.0;
    const double inside = negative ? 1.0 / p : p;
    const double value = fma(-log(inside), horner(inside, tables::ellpk_Q), horner(inside, tables::ellpk_P));
    const double below = p == limits<double>::infinity() ? 0.0 : value / sqrt(p);
    return negative ? below : value;
}

CUPRUM_DEVICE double ellipk(double m) { return ellipkm1(1.0 - m); }

CUPRUM_DEVICE double ellipe(double m) {
    namespace tables = xsf::cephes::detail;
    const double p = 1.0 - m;
    const bool negative = p > 1.0;
    const double inside = negative ? 1.0 / p : p;
    const double logarithm = inside == 0.0 ? 0.0 : inside * log(inside);
    const double value = fma(-logarithm, horner(inside, tables::ellpe_Q), horner(inside, tables::ellpe_P));
    return negative ? value * sqrt(p) : value;
}

}  // namespace cuprum::special
