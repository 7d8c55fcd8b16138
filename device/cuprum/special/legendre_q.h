// Legendre functions of the second kind: DLMF 14.10, by recurrences in the direction in which they are stable.
#pragma once

#include <cuprum/special/wide.h>

namespace cuprum::special {
namespace detail {

CUPRUM_DEVICE double legendre_size(double z) { return fabs(z); }
CUPRUM_DEVICE double legendre_size(xstd::complex<double> z) { return xstd::abs(z); }

/// Q_n and Q_{n - 1}; Q_{-1}, which only a factor of 0 meets, counts as 0.
template <class Z>
CUPRUM_DEVICE_ONCE void legendre_q(int n, Z z, Z& value, Z& before) {
    const bool outside = legendre_size(z) > 1;
    const Z zeroth = 0.5 * xstd::log((outside ? -1.0 : 1.0) * ((1.0 + z) / (1.0 - z)));
    before = Z(0.0);
    value = zeroth;
    if (n == 0) return;
    if (!outside) {
        before = zeroth;
        value = z * zeroth - 1.0;
        for (int k = 2; k <= n; ++k) {
            const Z next = ((2.0 * k - 1) * z * value - (k - 1.0) * before) / static_cast<double>(k);
            before = value;
            value = next;
        }
        return;
    }
    // Functions of the second kind fall with the degree: from far above down to Q_0, which gives the scale.
    const Z root = xstd::sqrt(z * z - 1.0);
    const double up = legendre_size(z + root), down = legendre_size(z - root), growth = up > down ? up : down;
    const double above = fmin(40 / (2 * log(growth)) + 20, 1e5);
    Z last = Z(0.0), current = Z(1e-300);
    for (int k = n + static_cast<int>(above); k > 0; --k) {
        const Z lower = ((2.0 * k + 1) * z * current - (k + 1.0) * last) / static_cast<double>(k);
        if (k == n) value = current;
        last = current;
        current = lower;
        if (k == n) before = current;
        if (legendre_size(current) > 1e250) {
            current *= 1e-250;
            last *= 1e-250;
            if (k <= n) {
                value *= 1e-250;
                before *= 1e-250;
            }
        }
    }
    value = value / current * zeroth;
    before = before / current * zeroth;
}

}  // namespace detail

/// Q_n^m(z), or its derivative, for m, n >= 0.
template <class T>
CUPRUM_DEVICE_ONCE Wide<T> legendre_q_term(int64 n, int64 m, T operand, int64 derivative) {
    using Z = Wide<T>;
    const Z z = wide(operand);
    if (n > most_order || m > most_order) return Z(limits<double>::nan());
    const double side = detail::legendre_size(z) > 1 ? -1 : 1, degree = static_cast<double>(n);
    if (z == Z(1.0) || z == Z(-1.0)) return Z(limits<double>::infinity()) * (z == Z(-1.0) && (n % 2) ? -1.0 : 1.0);
    if (isinf(detail::legendre_size(z))) return Z(0.0);
    Z current, before;
    detail::legendre_q(static_cast<int>(n), z, current, before);
    const Z square = side * (1.0 - z * z), root = xstd::sqrt(square);
    const Z slope = n == 0 ? 1.0 / (1.0 - z * z) : degree * (z * current - before) / (z * z - 1.0);
    // From one order to the next; the derivative follows from the next order.
    Z next = -side * root * slope;
    double order = 0;
    for (; order < static_cast<double>(m); order += 1) {
        const Z after = -2 * (order + 1) * z / root * next - side * (degree - order) * (degree + order + 1) * current;
        current = next;
        next = after;
    }
    return derivative ? -side * (next + order * z / root * current) / root : current;
}

}  // namespace cuprum::special
