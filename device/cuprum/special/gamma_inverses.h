// Inverses of the gamma distribution.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cdflib.h>
#include <xsf/cephes/igami.h>

namespace cuprum::special {

CUPRUM_DEVICE_ONCE double gdtria(double p, double b, double x) {
    if (x == 0) return limits<double>::nan();
    if (b == 0 && p == 0) return isinf(x) && x > 0 ? limits<double>::nan() : 0;
    return xsf::cephes::igami(b, p) / x;
}

CUPRUM_DEVICE_ONCE double gdtrix(double a, double b, double p) {
    if (a == 0 && b == 0) return limits<double>::nan();
    if ((isinf(a) || isinf(b)) && a >= 0 && b >= 0) return limits<double>::nan();
    return xsf::cephes::igami(b, p) / a;
}

}  // namespace cuprum::special
