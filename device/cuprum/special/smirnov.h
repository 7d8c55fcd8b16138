// The one-sided statistic of Kolmogorov and Smirnov: a float number of samples that is NaN gives NaN.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/kolmogorov.h>

namespace cuprum::special {

template <class N>
CUPRUM_DEVICE_ONCE double smirnov(N n, double d) {
    return isnan(n) ? limits<double>::nan() : xsf::cephes::smirnov(whole(n), d);
}
template <class N>
CUPRUM_DEVICE_ONCE double smirnovi(N n, double p) {
    return isnan(n) ? limits<double>::nan() : xsf::cephes::smirnovi(whole(n), p);
}

}  // namespace cuprum::special
