// The modified Bessel function of the second kind of real order. For small real arguments by N. M. Temme's series
// (Journal of Computational Physics 19, 1975), in which less cancels than in AMOS' own; xsf's function for all others.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/bessel.h>

namespace cuprum::special {
namespace detail {

/// Whether `small_kv` serves: beyond, another series converges, or the recurrence is long.
CUPRUM_DEVICE bool is_small_kv(double v, double x) { return x > 1e-100 && x <= 2 && fabs(v) <= 60; }

CUPRUM_DEVICE_ONCE double small_kv(double v, double x) {
    // The coefficients of 1 / gamma(1 + mu), from the constant on.
    constexpr double reciprocal_gamma[] = {1.0,
                                           0.5772156649015328606,
                                           -0.6558780715202538811,
                                           -0.04200263503409523553,
                                           0.1665386113822914895,
                                           -0.04219773455554433675,
                                           -0.009621971527876973562,
                                           0.007218943246663099542,
                                           -0.001165167591859065112,
                                           -0.0002152416741149509728,
                                           0.0001280502823881161862,
                                           -0.00002013485478078823866,
                                           -1.250493482142670657e-6,
                                           1.133027231981695882e-6,
                                           -2.056338416977607103e-7,
                                           6.116095104481415818e-9,
                                           5.00200764446922293e-9,
                                           -1.181274570487020145e-9};
    v = fabs(v);
    const double steps = floor(v + 0.5), mu = v - steps, mu2 = mu * mu;
    // Half of the sum and of the difference of 1 / gamma(1 - mu) and 1 / gamma(1 + mu), the latter divided by mu.
    double even = 0, odd = 0;
    for (int k = 16; k >= 0; k -= 2) {
        even = even * mu2 + reciprocal_gamma[k];
        odd = odd * mu2 - reciprocal_gamma[k + 1];
    }
    const double turn = 3.14159265358979323846 * mu, logarithm = log(2 / x), e = mu * logarithm;
    const double sine = fabs(turn) < 1e-8 ? 1 : turn / sin(turn), rise = fabs(e) < 1e-8 ? 1 : sinh(e) / e;
    double f = sine * (odd * cosh(e) + even * rise * logarithm);
    double p = 0.5 * exp(e) / (even - mu * odd), q = 0.5 / (exp(e) * (even + mu * odd));
    double factor = 1, sum = f, next_sum = p;
    for (double k = 1; k < 60; k += 1) {
        f = (k * f + p + q) / (k * k - mu2);
        factor *= x * x / (4 * k);
        p /= k - mu;
        q /= k + mu;
        const double part = factor * f;
        sum += part;
        next_sum += factor * (p - k * f);
        if (fabs(part) <= fabs(sum) * 1e-17) break;
    }
    double last = sum, value = next_sum * (2 / x);
    if (steps == 0) return last;
    for (double k = 1; k < steps; k += 1) {
        const double above = last + 2 * (mu + k) / x * value;
        last = value;
        value = above;
    }
    return value;
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE_ONCE T kv(T v, T x) {
    if (detail::is_small_kv(v, x)) return static_cast<T>(detail::small_kv(v, x));
    return xsf::cyl_bessel_k(v, x);
}
template <Float T>
CUPRUM_DEVICE_ONCE auto kv(T v, complex<T> z) {
    return xsf::cyl_bessel_k(v, wide(z));
}

template <Float T>
CUPRUM_DEVICE_ONCE T kve(T v, T x) {
    if (detail::is_small_kv(v, x)) return static_cast<T>(detail::small_kv(v, x) * exp(static_cast<double>(x)));
    return xsf::cyl_bessel_ke(v, x);
}
template <Float T>
CUPRUM_DEVICE_ONCE auto kve(T v, complex<T> z) {
    return xsf::cyl_bessel_ke(v, wide(z));
}

}  // namespace cuprum::special
