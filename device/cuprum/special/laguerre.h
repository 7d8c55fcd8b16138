// Laguerre's polynomials: Kummer's function, or a recurrence for differences of neighbours where the degree is an
// integer (polynomials.h).
#pragma once

#include <cuprum/special/confluent.h>
#include <cuprum/special/wide.h>
#include <xsf/binom.h>

namespace cuprum::special {

// Far from 0 the leading term, where Kummer's function overflows: |x|^n / Gamma(n + 1) for negative x. For positive x
// it is that with the sign of (-1)^n where the degree is an integer, else exp(x) grows with the sign of Gamma(n + alpha
// + 1) / (Gamma(n + 1) Gamma(-n)).
constexpr double laguerre_far = 1e50;
CUPRUM_DEVICE_LARGE double laguerre_of_far(double n, double alpha, double x) {
    if (n == 0) return 1;
    const double distance = fabs(x), whole = floor(n);
    // Beyond 7 factors the result is infinite, or 0, in spite of the factorial.
    const double size = n >= 7 ? limits<double>::infinity() : n <= -7 ? 0.0 : pow(distance, n) / xsf::gamma(n + 1);
    if (x < 0) return n < 0 && whole == n ? 0.0 : size;
    if (whole == n && n > 0) return fmod(n, 2.0) == 0 ? size : -size;
    if (whole == n) return limits<double>::infinity();
    const double sign = -xsf::sinpi(n) * xsf::gammasgn(n + alpha + 1);
    return sign * limits<double>::infinity();
}

template <class Z>
CUPRUM_DEVICE_LARGE Z laguerre(double n, double alpha, Z x) {
    // xsf's function of complex numbers would count up to a degree that no double tells from the next.
    if (alpha <= -1 || (sizeof(Z) > sizeof(double) && fabs(n) > most_order)) return Z(limits<double>::nan());
    if constexpr (sizeof(Z) == sizeof(double))
        if (fabs(x) > laguerre_far && fabs(n) <= most_order && fabs(alpha) <= most_order)
            return laguerre_of_far(n, alpha, x);
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
