// Laguerre's polynomials: Kummer's function, or a recurrence for differences of neighbours where the degree is an
// integer (polynomials.h).
#pragma once

#include <cuprum/special/confluent.h>
#include <cuprum/special/wide.h>
#include <xsf/binom.h>

namespace cuprum::special {

template <class Z>
CUPRUM_DEVICE_LARGE Z laguerre(double n, double alpha, Z x) {
    // xsf's function of complex numbers would count up to a degree that no double tells from the next.
    if (alpha <= -1 || (sizeof(Z) > sizeof(double) && fabs(n) > most_order)) return Z(limits<double>::nan());
    return (alpha == 0 ? 1.0 : xsf::binom(n + alpha, n)) * hyp1f1(-n, alpha + 1, x);
}
CUPRUM_DEVICE_LARGE double laguerre(int64 n, double alpha, double x) {
    if (alpha <= -1 || isnan(alpha) || isnan(x) || n > most_order) return limits<double>::nan();
    if (n <= 0) return n == 0 ? 1 : 0;
    if (n == 1) return -x + alpha + 1;
    double d = -x / (alpha + 1), p = d + 1;
    for (int64 i = 1; i < n; ++i) {
        const double k = static_cast<double>(i);
        d = -x / (k + alpha + 1) * p + k / (k + alpha + 1) * d;
        p += d;
    }
    return xsf::binom(static_cast<double>(n) + alpha, static_cast<double>(n)) * p;
}

}  // namespace cuprum::special
