// Wright's omega function: the w with w + log(w) = z. P. W. Lawrence, R. M. Corless, D. J. Jeffrey, ACM Trans. Math.
// Softw. 38 (2012), algorithm 917: a series for each region of the plane, and one or two steps of Fritsch, Shafer and
// Crowley.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/special/wide.h>

namespace cuprum::special {
namespace detail {

/// A step of fourth order from w, and the residual before it.
template <class Z>
CUPRUM_DEVICE Z omega_step(Z w, Z residual) {
    const Z next = w + 1.0;
    const Z part = 2.0 * next * (next + residual * (2.0 / 3));
    return w * (1.0 + residual / next * (part - residual) / (part - 2.0 * residual));
}

CUPRUM_DEVICE double omega_size(double x) { return fabs(x); }
CUPRUM_DEVICE double omega_size(complex<double> z) { return hypot(z.re, z.im); }

/// Whether the step from w did not reach all digits.
template <class Z>
CUPRUM_DEVICE bool omega_needs_more(Z w, Z residual) {
    const double r = omega_size(residual), next = omega_size(w + 1.0);
    return omega_size(2.0 * w * w - 8.0 * w - 1.0) * (r * r * r * r) >=
           1.1e-16 * 72 * (next * next * next * next * next * next);
}

/// By the logarithm of a large z: w = z - log(z) + log(z)/z + ...
CUPRUM_DEVICE_LARGE complex<double> omega_far(complex<double> z, complex<double> p) {
    return ((1.0 + (-1.5 + p * (1.0 / 3)) * p) * p + ((-1.0 + 0.5 * p) * p + (p + (-p + z) * z) * z) * z) / (z * z * z);
}

/// Near -1 + i pi (side 1) or -1 - i pi (side -1), where two branches meet.
CUPRUM_DEVICE_LARGE complex<double> omega_near_branch(complex<double> z, double side) {
    const complex<double> apart{2 * (z.re + 1), -2 * (z.im - side * 3.14159265358979323846)};
    const complex<double> root = conj(sqrt(apart)), i{0, side};
    return -1.0 +
           (i + (1.0 / 3 + (-i * (1.0 / 36) + (1.0 / 270 + i * (1.0 / 4320) * root) * root) * root) * root) * root;
}

CUPRUM_DEVICE_LARGE complex<double> omega_start(complex<double> z) {
    constexpr double pi = 3.14159265358979323846;
    const double x = z.re, y = z.im;
    const bool middle = x > -2 && x <= 1;
    if (middle && y > 1 && y < 2 * pi) return omega_near_branch(z, 1);
    if (middle && y < -1 && y > -2 * pi) return omega_near_branch(z, -1);
    if (x <= -2 && y > -pi && y <= pi) {
        const complex<double> p = exp(z);
        return (1.0 + (-1.0 + (1.5 + (-8.0 / 3 + 125.0 / 24 * p) * p) * p) * p) * p;
    }
    if ((middle && fabs(y) <= 1) || (x > 1 && (x - 1) * (x - 1) + y * y <= pi * pi)) {
        const complex<double> p = z - 1.0;
        return 0.5 + 0.5 * z + (1.0 / 16 + (-1.0 / 192 + (-1.0 / 3072 + 13.0 / 61440 * p) * p) * p) * p * p;
    }
    const bool above = x <= -1.05 && y > pi && y - pi <= -0.75 * (x + 1);
    const bool below = x <= -1.05 && y <= -pi && y + pi >= 0.75 * (x + 1);
    if (!above && !below) return omega_far(z, log(z));
    const complex<double> t{x, above ? y - pi : y + pi};
    return omega_far(t, log(-t));
}

}  // namespace detail

CUPRUM_DEVICE_LARGE double wright_omega(double x) {
    if (isnan(x) || x > 1e20) return x;
    if (x < -50) return exp(x);
    double w = x < -2 ? exp(x) : x < 1 ? exp(2 * (x - 1) / 3) : log(x);
    if (x >= 1) w = x - w + w / x;
    double residual = x - w - log(w);
    w = detail::omega_step(w, residual);
    if (detail::omega_needs_more(w, residual)) w = detail::omega_step(w, x - w - log(w));
    return w;
}

CUPRUM_DEVICE_LARGE complex<double> wright_omega(complex<double> z) {
    constexpr double pi = 3.14159265358979323846;
    if (isnan(z.re) || isnan(z.im)) return {limits<double>::nan(), limits<double>::nan()};
    if (isinf(z.re) && z.re < 0 && z.im > -pi && z.im <= pi)
        return {fabs(z.im) <= pi / 2 ? 0.0 : -0.0, z.im >= 0 ? 0.0 : -0.0};
    if (isinf(z.re) || isinf(z.im)) return z;
    // To all digits, also where it is 0, of which there is no logarithm.
    if (z.re < -50 && z.im > -pi && z.im <= pi) return exp(z);
    // Powers of z would overflow, and further terms are lost in rounding.
    if (fabs(z.re) > 1e20 || fabs(z.im) > 1e20) return z - log(z);
    if (z.re == -1 && fabs(z.im) == pi) return {-1, 0};
    complex<double> w = detail::omega_start(z);
    // Beside the cuts, where w is near the negative axis and the logarithm of w would jump, that of -w is taken.
    double side = 1;
    if (z.re <= -0.99 && fabs(fabs(z.im) - pi) <= 0.01) {
        side = -1;
        z.im = z.im > 0 ? z.im - pi : z.im + pi;
    }
    w = side * w;
    complex<double> residual = z - side * w - log(w);
    for (int i = 0; i < 2; ++i) {
        const complex<double> before = side * w;
        w = side * detail::omega_step(before, residual);
        if (!detail::omega_needs_more(side * w, residual)) break;
        residual = z - side * w - log(w);
    }
    return side * w;
}

CUPRUM_DEVICE float wright_omega(float x) { return static_cast<float>(wright_omega(static_cast<double>(x))); }
CUPRUM_DEVICE complex<float> wright_omega(complex<float> z) {
    const complex<double> w = wright_omega(complex<double>{z.re, z.im});
    return {static_cast<float>(w.re), static_cast<float>(w.im)};
}

}  // namespace cuprum::special
