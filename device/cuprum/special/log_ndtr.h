// The logarithm of the normal distribution of float64.
#pragma once

#include <xsf/cephes/ndtr.h>
#include <xsf/faddeeva.h>

namespace cuprum::special {

CUPRUM_DEVICE_LARGE double log_ndtr(double x) {
    const double t = x * 0.70710678118654752440;
    return x < -1 ? log(Faddeeva::erfcx(-t) / 2) - t * t : log1p(-xsf::cephes::erfc(t) / 2);
}

}  // namespace cuprum::special
