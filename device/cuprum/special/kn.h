// The modified Bessel function of the second kind of whole order: a float order is cut to an integer, NaN stays.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/bessel.h>

namespace cuprum::special {

template <class N>
CUPRUM_DEVICE_ONCE double kn(N n, double x) {
    return isnan(n) ? limits<double>::nan() : xsf::cyl_bessel_k(static_cast<double>(whole(n)), x);
}

}  // namespace cuprum::special
