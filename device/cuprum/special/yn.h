// The Bessel function of the second kind of whole order: a float order is cut to an integer, NaN stays.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/yn.h>

namespace cuprum::special {

template <class N>
CUPRUM_DEVICE_ONCE double yn(N n, double x) {
    return isnan(n) ? limits<double>::nan() : xsf::cephes::yn(whole(n), x);
}

}  // namespace cuprum::special
