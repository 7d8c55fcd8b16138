// Legendre functions of the first kind and their first two derivatives, by recurrences in the degree (DLMF 14.10.3) of
// numbers that carry derivatives with them.
#pragma once

#include <cuprum/special/wide.h>

namespace cuprum::special {
namespace detail {

/// A value with its first and second derivative.
template <class Z>
struct Jet {
    Z value, slope, bend;

    CUPRUM_DEVICE Jet scaled(Z factor) const { return {value * factor, slope * factor, bend * factor}; }
    CUPRUM_DEVICE Z derivative(int64 order) const { return order == 0 ? value : order == 1 ? slope : bend; }
};

template <class Z>
CUPRUM_DEVICE Jet<Z> operator*(Jet<Z> a, Jet<Z> b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope,
            a.bend * b.value + 2.0 * a.slope * b.slope + a.value * b.bend};
}
template <class Z>
CUPRUM_DEVICE Jet<Z> operator-(Jet<Z> a, Jet<Z> b) {
    return {a.value - b.value, a.slope - b.slope, a.bend - b.bend};
}

template <class Z>
CUPRUM_DEVICE_LARGE Z whole_power(Z base, int64 exponent) {
    Z product = Z(1.0);
    for (int64 i = exponent; i > 0; --i) product = product * base;
    return product;
}

/// square^(m / 2), of which `root` is the first power's half; the square is 1 - z^2 or its negative.
template <class Z>
CUPRUM_DEVICE_LARGE Jet<Z> half_power(int64 m, Z z, Z square, Z root, double side) {
    const auto power = [&](int64 e) {
        const int64 size = e < 0 ? -e : e;
        const Z value = (size & 1 ? root : Z(1.0)) * whole_power(square, size / 2);
        return e < 0 ? 1.0 / value : value;
    };
    const double order = static_cast<double>(m);
    const Z half_slope = -side * z;
    Jet<Z> made = {power(m), Z(0.0), Z(0.0)};
    if (m > 0) {
        made.slope = order * half_slope * power(m - 2);
        made.bend = -side * order * power(m - 2);
    }
    if (m > 0 && m != 2) made.bend += order * (order - 2) * half_slope * half_slope * power(m - 4);
    return made;
}

CUPRUM_DEVICE bool is_one(double z) { return z == 1 || z == -1; }
CUPRUM_DEVICE bool is_one(xstd::complex<double> z) { return z.imag() == 0 && is_one(z.real()); }

/// The factor of square^(m / 2) in the function of degree abs(m) and order m.
CUPRUM_DEVICE_LARGE double first_factor(int64 m, bool normalised, double sign) {
    const int64 size = m < 0 ? -m : m;
    double factor = normalised ? 0.70710678118654752440 : 1;  // sqrt(1 / 2)
    for (int64 k = 1; k <= size; ++k) {
        const double i = static_cast<double>(k);
        factor *= normalised ? sqrt((2 * i + 1) / (2 * i)) : m < 0 ? 1 / (2 * i) : 2 * i - 1;
        if (m > 0) factor *= sign;
    }
    return factor;
}

}  // namespace detail

/// The derivative of the given order, 0 to 2, of the Legendre polynomial.
template <class T>
CUPRUM_DEVICE_LARGE Wide<T> legendre_term(int64 n, T operand, int64 derivative) {
    using Z = Wide<T>;
    using Jet = detail::Jet<Z>;
    if (n < 0) return Z(0.0);
    if (n > most_order) return Z(limits<double>::nan());
    const Jet z = {wide(operand), Z(1.0), Z(0.0)};
    Jet before = {Z(0.0), Z(0.0), Z(0.0)}, value = {Z(1.0), Z(0.0), Z(0.0)};
    for (int64 i = 1; i <= n; ++i) {
        const double k = static_cast<double>(i);
        const Jet next = (z * value).scaled(Z((2 * k - 1) / k)) - before.scaled(Z((k - 1) / k));
        before = value;
        value = next;
    }
    return value.derivative(derivative);
}

template <class T>
CUPRUM_DEVICE_LARGE Wide<T> assoc_legendre_term(int64 n, int64 m, T operand, int64 branch_cut, int64 derivative,
                                                int64 normalised) {
    using Z = Wide<T>;
    using Jet = detail::Jet<Z>;
    const int64 size = m < 0 ? -m : m;
    if (n < 0 || size > n) return Z(0.0);
    if (n > most_order) return Z(limits<double>::nan());
    const Z at = wide(operand);
    const double side = branch_cut == 3 ? -1 : 1, order = static_cast<double>(m), power = static_cast<double>(size);
    const Z square = side * (1.0 - at) * (1.0 + at);
    const Z root =
        branch_cut == 3 ? xstd::sqrt(at - 1.0) * xstd::sqrt(at + 1.0) : xstd::sqrt(1.0 - at) * xstd::sqrt(1.0 + at);
    const Z factor = Z(detail::first_factor(m, normalised, -side));
    const Jet z = {at, Z(1.0), Z(0.0)}, first = detail::half_power(size, at, square, root, side).scaled(factor);
    // At 1 and -1 an infinite derivative stays that, with the sign of the power of z.
    const Z start = first.derivative(derivative);
    if (detail::is_one(at) && size % 2 && size <= 2 * derivative - 1) return start * detail::whole_power(at, n - size);
    Jet before = {Z(0.0), Z(0.0), Z(0.0)}, value = first;
    for (int64 i = size + 1; i <= n; ++i) {
        const double k = static_cast<double>(i);
        double up = (2 * k - 1) / (k - order), down = (k + order - 1) / (k - order);
        if (normalised) {
            const double squares = (k - power) * (k + power), earlier = (k - 1 - power) * (k - 1 + power);
            up = sqrt((4 * k * k - 1) / squares);
            down = i == size + 1 ? 0 : up * sqrt(earlier / (4 * (k - 1) * (k - 1) - 1));
        }
        const Jet next = (z * value).scaled(Z(up)) - before.scaled(Z(down));
        before = value;
        value = next;
    }
    return value.derivative(derivative);
}

/// The function of cos(theta) that is normalised for spherical harmonics.
template <Float T>
CUPRUM_DEVICE_LARGE double sph_legendre_term(int64 n, int64 m, T theta, int64 derivative) {
    using Jet = detail::Jet<double>;
    const int64 size = m < 0 ? -m : m;
    if (n < 0 || size > n) return 0;
    if (n > most_order) return limits<double>::nan();
    const double sine = sin(static_cast<double>(theta)), cosine = cos(static_cast<double>(theta));
    const double power = static_cast<double>(size), side = sine < 0 ? -1 : 1;
    const Jet z = {cosine, -sine, -cosine}, about = {side * sine, side * cosine, -side * sine};
    Jet before = {0, 0, 0}, value = {0.28209479177387814347, 0, 0};  // 1 / sqrt(4 pi)
    for (int64 i = 1; i <= size; ++i) {
        const double k = static_cast<double>(i);
        value = (about * value).scaled((m < 0 ? 1 : -1) * sqrt((2 * k + 1) / (2 * k)));
    }
    for (int64 i = size + 1; i <= n; ++i) {
        const double k = static_cast<double>(i), squares = (k - power) * (k + power);
        const double earlier = (k - 1 - power) * (k - 1 + power), up = sqrt((4 * k * k - 1) / squares);
        const double down = i == size + 1 ? 0 : up * sqrt(earlier / (4 * (k - 1) * (k - 1) - 1));
        const Jet next = (z * value).scaled(up) - before.scaled(down);
        before = value;
        value = next;
    }
    return value.derivative(derivative);
}

}  // namespace cuprum::special
