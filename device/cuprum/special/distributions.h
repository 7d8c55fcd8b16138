// Distributions of whole numbers.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/bdtr.h>
#include <xsf/cephes/nbdtr.h>
#include <xsf/cephes/pdtr.h>

namespace cuprum::special {

/// Distributions that take whole numbers: a float that is none gives NaN.
template <class N>
CUPRUM_DEVICE_ONCE double bdtr(double k, N n, double p) {
    return isnan(n) || isinf(n) ? limits<double>::nan() : xsf::cephes::bdtr(k, whole(n), p);
}
template <class N>
CUPRUM_DEVICE_ONCE double bdtrc(double k, N n, double p) {
    return isnan(n) || isinf(n) ? limits<double>::nan() : xsf::cephes::bdtrc(k, whole(n), p);
}
template <class N>
CUPRUM_DEVICE_ONCE double bdtri(double k, N n, double p) {
    return isnan(n) || isinf(n) ? limits<double>::nan() : xsf::cephes::bdtri(k, whole(n), p);
}
template <class N>
CUPRUM_DEVICE_ONCE double nbdtr(N k, N n, double p) {
    return isnan(k) || isnan(n) ? limits<double>::nan() : xsf::cephes::nbdtr(whole(k), whole(n), p);
}
template <class N>
CUPRUM_DEVICE_ONCE double nbdtrc(N k, N n, double p) {
    return isnan(k) || isnan(n) ? limits<double>::nan() : xsf::cephes::nbdtrc(whole(k), whole(n), p);
}
template <class N>
CUPRUM_DEVICE_ONCE double nbdtri(N k, N n, double p) {
    return isnan(k) || isnan(n) ? limits<double>::nan() : xsf::cephes::nbdtri(whole(k), whole(n), p);
}
template <class N>
CUPRUM_DEVICE_ONCE double pdtri(N k, double y) {
    return isnan(k) ? limits<double>::nan() : xsf::cephes::pdtri(whole(k), y);
}

}  // namespace cuprum::special
