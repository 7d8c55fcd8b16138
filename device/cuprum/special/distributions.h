// Distributions of whole numbers.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/bdtr.h>
#include <xsf/cephes/nbdtr.h>
#include <xsf/cephes/pdtr.h>

namespace cuprum::special {

/// Distributions that count by ints.
template <class N>
CUPRUM_DEVICE_ONCE double bdtr(double k, N n, double p) {
    return counts(n) && !isinf(n) ? xsf::cephes::bdtr(k, whole(n), p) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double bdtrc(double k, N n, double p) {
    return counts(n) && !isinf(n) ? xsf::cephes::bdtrc(k, whole(n), p) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double bdtri(double k, N n, double p) {
    return counts(n) && !isinf(n) ? xsf::cephes::bdtri(k, whole(n), p) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double nbdtr(N k, N n, double p) {
    return counts(k) && counts(n) ? xsf::cephes::nbdtr(whole(k), whole(n), p) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double nbdtrc(N k, N n, double p) {
    return counts(k) && counts(n) ? xsf::cephes::nbdtrc(whole(k), whole(n), p) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double nbdtri(N k, N n, double p) {
    return counts(k) && counts(n) ? xsf::cephes::nbdtri(whole(k), whole(n), p) : limits<double>::nan();
}
template <class N>
CUPRUM_DEVICE_ONCE double pdtri(N k, double y) {
    return counts(k) ? xsf::cephes::pdtri(whole(k), y) : limits<double>::nan();
}

}  // namespace cuprum::special
