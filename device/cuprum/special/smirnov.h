// The one-sided statistic of Kolmogorov and Smirnov: of a number of samples.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/kolmogorov.h>

namespace cuprum::special {

template <class N>
CUPRUM_DEVICE_ONCE double smirnov(N n, double d) {
    return counts(n) ? xsf::cephes::smirnov(whole(n), d) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double smirnovi(N n, double p) {
    return counts(n) ? xsf::cephes::smirnovi(whole(n), p) : limits<double>::nan();
}

}  // namespace cuprum::special
