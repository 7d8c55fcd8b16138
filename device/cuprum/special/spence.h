// Spence's function, the dilogarithm of 1 - z.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/cephes/spence.h>

namespace cuprum::special {
namespace detail {

/// About 1, by the quickly converging series of E. S. Ginsberg and D. Zaborowski, "The dilogarithm function of a real
/// argument", CACM 18 (1975).
CUPRUM_DEVICE_LARGE xstd::complex<double> spence_about_1(xstd::complex<double> z) {
    if (z == 1.0) return 0.0;
    const auto t = 1.0 - z, square = t * t;
    xstd::complex<double> power = 1, sum = 0;
    for (int n = 1; n < 500; ++n) {
        power *= t;
        const double a = n, b = n + 1, c = n + 2;
        const auto term = power / (a * a) / (b * b) / (c * c);
        sum += term;
        if (xstd::abs(term) <= limits<double>::epsilon() * xstd::abs(sum)) break;
    }
    sum = sum * 4.0 * square + (4.0 * t + 5.75 * square + 3.0 * (1.0 - square) * xstd::log(1.0 - t));
    return sum / (1.0 + 4.0 * t + square);
}

/// About 0 by its power series and log(z) times another.
CUPRUM_DEVICE_LARGE xstd::complex<double> spence_about_0(xstd::complex<double> z) {
    constexpr double at_0 = pi * pi / 6;
    if (z == 0.0) return at_0;
    xstd::complex<double> power = 1, first = 0, second = 0;
    for (int n = 1; n < 500; ++n) {
        power *= z;
        const double a = n;
        const auto near = power / (a * a), far = power / a;
        first += near;
        second += far;
        if (xstd::abs(near) <= limits<double>::epsilon() * xstd::abs(first) &&
            xstd::abs(far) <= limits<double>::epsilon() * xstd::abs(second))
            break;
    }
    return at_0 - first + xstd::log(z) * second;
}

}  // namespace detail

CUPRUM_DEVICE double spence(double x) { return xsf::cephes::spence(x); }

CUPRUM_DEVICE_LARGE xstd::complex<double> spence(xstd::complex<double> z) {
    if (xstd::abs(z) < 0.5) return detail::spence_about_0(z);
    if (xstd::abs(1.0 - z) <= 1) return detail::spence_about_1(z);
    const auto logarithm = xstd::log(z - 1.0);
    return -detail::spence_about_1(z / (z - 1.0)) - pi * pi / 6 - 0.5 * logarithm * logarithm;
}

}  // namespace cuprum::special
