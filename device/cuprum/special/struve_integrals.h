// Integrals of Struve's function of order 0. xsf's lose all digits between 10 and 30 and are wrong beyond. Up to 60 by
// a series of Bessel functions, of which no terms cancel as those of the power series do: H0 is 4/pi times the sum of
// J_{2k+1} / (2k+1) (DLMF 11.4.20), and integrals of Bessel functions are sums of such functions (DLMF 10.22.2 and
// 10.6.1).
#pragma once

#include <cuprum/special/wide.h>

namespace cuprum::special {
namespace detail {

/// The integrals of H0(t), and of H0(t) / t, from 0 to x; 0 <= x <= 60.
CUPRUM_DEVICE_LARGE void struve_integrals(double x, double& plain, double& divided) {
    plain = divided = 0;
    if (x < 2) {
        // The power series, which alternates without loss here.
        double term = x * 0.63661977236758134308;
        for (double odd = 1; odd < 60; odd += 2) {
            plain += term * x / (odd + 1);
            divided += term / odd;
            term *= -x * x / ((odd + 2) * (odd + 2));
            if (fabs(term) < 1e-18 * fabs(divided)) break;
        }
        return;
    }
    // J_n for n downwards (Miller), and the sums of those of even and of odd order above the present one.
    double above = 0, here = 1e-250, evens = 0, odds = 0;
    for (int n = 2 * static_cast<int>(0.5 * x + 22); n > 0; --n) {
        if (n % 2) {
            divided += (here + 2 * odds) / (static_cast<double>(n) * n);
            odds += here;
        } else {
            evens += here;
            plain += evens / (n - 1);
        }
        const double below = 2 * n / x * here - above;
        above = here;
        here = below;
    }
    const double scale = 4 / (3.14159265358979323846 * (here + 2 * evens));  // J0 + 2 (J2 + J4 + ...) = 1
    plain *= 2 * scale;
    divided *= scale;
}

/// The integrals of H0(t) from 0 to x, and of H0(t) / t from x to infinity; x > 60.
CUPRUM_DEVICE_LARGE void struve_integrals_far(double x, double& plain, double& divided) {
    // Of H0 - Y0, term by term (DLMF 11.6.1).
    double term = 1;
    plain = log(2 * x) + 0.57721566490153286061;
    divided = 1;
    for (double k = 1; k < 20; ++k) {
        term *= -(2 * k - 1) * (2 * k - 1) / (x * x);
        plain -= term / (2 * k);
        divided += term / (2 * k + 1);
    }
    // Of Y0 from x to infinity: coefficients that follow from those of Hankel's expansion (DLMF 10.17.4) by comparison
    // of the derivatives, for the cosine and the sine of x - pi/4 in turns.
    double hankel = 1, power = 1, of_plain = 1, of_divided = 1, waves[2][2] = {};
    for (int k = 0; k < 20; ++k) {
        const double sign = k & 2 ? -power : power;
        waves[0][k & 1] += sign * of_plain;
        waves[1][k & 1] += sign * of_divided;
        hankel *= (2 * k + 1) * (2 * k + 1) / (8.0 * (k + 1));
        of_plain = hankel + (k + 0.5) * of_plain;
        of_divided = hankel + (k + 1.5) * of_divided;
        power /= x;
    }
    const double phase = x - 0.78539816339744830962, cosine = cos(phase), sine = sin(phase);
    const double size = sqrt(0.63661977236758134308 / x);
    plain = 0.63661977236758134308 * plain - size * (waves[0][0] * cosine + waves[0][1] * sine);
    divided = (0.63661977236758134308 * divided + size * (waves[1][0] * cosine + waves[1][1] * sine)) / x;
}

}  // namespace detail

CUPRUM_DEVICE_LARGE double itstruve0(double x) {
    double plain, divided;
    x = fabs(x);
    if (x <= 60) detail::struve_integrals(x, plain, divided);
    else detail::struve_integrals_far(x, plain, divided);
    return plain;
}

CUPRUM_DEVICE_LARGE double it2struve0(double x) {
    double plain, above;
    if (fabs(x) <= 60) {
        detail::struve_integrals(fabs(x), plain, above);
        above = 1.57079632679489661923 - above;
    } else {
        detail::struve_integrals_far(fabs(x), plain, above);
    }
    return x < 0 ? 3.14159265358979323846 - above : above;
}

}  // namespace cuprum::special
