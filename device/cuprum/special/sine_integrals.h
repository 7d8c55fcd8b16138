// Sine, cosine and Fresnel integrals.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/fresnel.h>
#include <xsf/sici.h>

namespace cuprum::special {

CUPRUM_TWO_RESULTS(sici, xsf::sici)
CUPRUM_TWO_RESULTS(shichi, xsf::shichi)
CUPRUM_TWO_RESULTS(real_fresnel, xsf::fresnel)

CUPRUM_DEVICE void fresnel(double x, double& s, double& c) { real_fresnel(x, s, c); }

/// Where both overflow, products with an infinity leave NaN in xsf's: s is as infinite as i exp(-i w) / z, where
/// w = pi z^2 / 2 for Im(w) > 0, and its conjugate below; c is a quarter of a turn from it.
template <class T>
CUPRUM_DEVICE_ONCE void fresnel(complex<T> z, complex<T>& s, complex<T>& c) {
    real_fresnel(z, s, c);
    const double x = z.re, y = z.im, side = x * y > 0 ? 1 : -1;
    if (!(isnan(s.re) || isnan(c.re)) || !(fabs(x * y) > 200) || !(fabs(x) + fabs(y) < 1e150)) return;
    const double w = 1.5707963267948966 * fmod((x - y) * (x + y), 4.0), a = cos(w), b = -side * sin(w);
    const T inf = limits<T>::infinity(), re = a * x + b * y > 0 ? -inf : inf, im = a * y > b * x ? inf : -inf;
    s = {re, im};
    c = {side > 0 ? im : -im, side > 0 ? -re : re};
}

}  // namespace cuprum::special
