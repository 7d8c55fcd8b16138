// Spence's function, the dilogarithm of 1 - z.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/wide.h>

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

/// The function at exp(-u), |u| <= log(4): the powers of u, of which but one are odd (Bernoulli's numbers, DLMF 25.12.6
/// and 24.2.1), those from the third on interpolated in 8 of Chebyshev's points of u^2, to 8e-17 of their sum.
CUPRUM_DEVICE double spence_of_exp(double u) {
    constexpr double odd[] = {-1.6801049231623438e-14, 8.826988675047451e-13,  -4.0632470808406944e-11,
                              1.8978734831455495e-09,  -9.185772417244547e-08, 4.72411186539508e-06,
                              -0.000277777777777634,   0.027777777777777776};
    const double square = u * u;
    return fma(square, fma(u, horner(square, odd), -0.25), u);
}

}  // namespace detail

/// By logarithms without a branch, so that CPUs compute a vector at once: below 1/4 what the reflection (DLMF 25.12.6)
/// makes of 1 - x, above 4 of 1 - 1/x (DLMF 25.12.4).
CUPRUM_DEVICE double spence(double x) {
    constexpr double at_0 = pi * pi / 6;
    const bool low = x < 0.25, high = x > 4.0;
    const double small = low ? x : high ? 1.0 / x : 0.0;
    const double logarithm = log(x), other = log1p(-small);
    const double product = x == 0.0 ? 0.0 : logarithm * other;
    const double value = detail::spence_of_exp(0.0 - (low || high ? other : logarithm));
    if (low) return at_0 - product - value;
    return high ? value - product - at_0 - 0.5 * logarithm * logarithm : value;
}

CUPRUM_DEVICE_LARGE xstd::complex<double> spence(xstd::complex<double> z) {
    if (xstd::abs(z) < 0.5) return detail::spence_about_0(z);
    if (xstd::abs(1.0 - z) <= 1) return detail::spence_about_1(z);
    const auto logarithm = xstd::log(z - 1.0);
    return -detail::spence_about_1(z / (z - 1.0)) - pi * pi / 6 - 0.5 * logarithm * logarithm;
}

}  // namespace cuprum::special
