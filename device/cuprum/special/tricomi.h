// Tricomi's confluent hypergeometric function: xsf's, and what SciPy does where that loses its digits.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/poch.h>
#include <xsf/specfun.h>

namespace cuprum::special {

CUPRUM_DEVICE_ONCE double hyperu(double a, double b, double x) {
    if (isnan(a) || isnan(b) || isnan(x) || x < 0) return limits<double>::nan();
    if (x > 0 && a == 0) return 1;
    if (x > 0 && !(fabs(a) < most_order && fabs(b) < most_order)) {  // xsf counts with ints
        const bool has_limit = b < 0 && isinf(b) && !isinf(a) && !isinf(x);
        return has_limit ? (a > 0 ? 0 : limits<double>::infinity()) : limits<double>::nan();
    }
    if (x == 0) return b > 1 ? limits<double>::infinity() : xsf::cephes::poch(1 - b + a, -a);
    // Here xsf's function loses its digits: DLMF 13.3.7 leads here from larger a.
    if (b == 1 && x < 1 && -0.25 < a && a < 0.3)
        return (x + 1 + 2 * a) * xsf::hypu(a + 1, b, x) - (a + 1) * (a + 1) * xsf::hypu(a + 2, b, x);
    return xsf::hypu(a, b, x);
}

}  // namespace cuprum::special
