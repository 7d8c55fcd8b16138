// Jacobi's elliptic functions, by xsf, and the arithmetic-geometric mean.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/ellip.h>

namespace cuprum::special {

template <Float T>
CUPRUM_DEVICE_LARGE void ellipj(T u, T m, T& sn, T& cn, T& dn, T& ph) {
    double a, b, c, d;
    xsf::ellipj(wide(u), wide(m), a, b, c, d);
    sn = static_cast<T>(a);
    cn = static_cast<T>(b);
    dn = static_cast<T>(c);
    ph = static_cast<T>(d);
}

/// Gauss's iteration, which doubles the number of digits each time.
template <Float T>
CUPRUM_DEVICE_LARGE T agm(T a, T b) {
    const bool opposite = (a < T(0) && b > T(0)) || (a > T(0) && b < T(0));
    const bool undecided = (isinf(a) && b == T(0)) || (isinf(b) && a == T(0));
    if (isnan(a) || isnan(b) || opposite || undecided) return limits<T>::nan();
    if (a == T(0) || b == T(0)) return T(0);
    const T sign = a < T(0) ? T(-1) : T(1);
    a = fabs(a);
    b = fabs(b);
    for (int i = 0; i < 20 && a != b; ++i) {
        const T mean = T(0.5) * a + T(0.5) * b;
        if (mean == a || mean == b) return sign * mean;  // of neighbours, or of an infinite one
        b = sqrt(a) * sqrt(b);
        a = mean;
    }
    return sign * a;
}

}  // namespace cuprum::special
