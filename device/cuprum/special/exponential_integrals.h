// The exponential integrals of whole orders.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/expn.h>

namespace cuprum::special {

template <class N>
CUPRUM_DEVICE_LARGE double expn(N n, double x) {
    return isnan(n) ? limits<double>::nan() : xsf::cephes::expn(whole(n), x);
}

}  // namespace cuprum::special
