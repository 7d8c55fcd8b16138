// Carlson's symmetric elliptic integrals by the duplication theorem, after B. C. Carlson, "Numerical computation of
// real or complex elliptic integrals", Numer. Algorithms 10 (1995), with the series of DLMF 19.36.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/once.h>

namespace cuprum::special {
namespace detail {

template <class Z>
struct real_part {
    using type = Z;
};
template <class T>
struct real_part<complex<T>> {
    using type = T;
};
template <class Z>
using real_part_t = typename real_part<Z>::type;

template <class Z>
CUPRUM_DEVICE real_part_t<Z> re(Z z) {
    if constexpr (is_complex<Z>) return z.re;
    else return z;
}
/// On the negative real axis, where the integrals have their cut.
template <class Z>
CUPRUM_DEVICE bool negative_real(Z z) {
    if constexpr (is_complex<Z>) return z.im == 0 && z.re < 0;
    else return z < 0;
}
template <class Z>
CUPRUM_DEVICE bool is_zero(Z z) {
    return z == Z(0);
}
template <class Z>
CUPRUM_DEVICE bool is_infinite(Z z) {
    return isinf(z);
}
/// Whether z is infinite in no known direction, or in that of the negative numbers.
template <class Z>
CUPRUM_DEVICE bool is_lost(Z z) {
    if constexpr (is_complex<Z>) return isinf(z.re) && (z.re < 0 || isinf(z.im));
    else return false;
}
template <class Z>
CUPRUM_DEVICE Z nan_of() {
    if constexpr (is_complex<Z>) return {limits<real_part_t<Z>>::nan(), limits<real_part_t<Z>>::nan()};
    else return limits<Z>::nan();
}
template <class T>
CUPRUM_DEVICE T larger(T a, T b) {
    return a > b ? a : b;
}
/// A complex root is long, and the integrals take many.
template <class Z>
CUPRUM_DEVICE Z root(Z z) {
    return sqrt(z);
}
template <class T>
CUPRUM_DEVICE_ONCE complex<T> root(complex<T> z) {
    return sqrt(z);
}
/// A factor for operands whose powers would overflow or underflow, where the largest is `most`; else 1. Floats have
/// none: out_of_reach() sends such ones to double.
template <class T>
CUPRUM_DEVICE T carlson_unit(T most) {
    if constexpr (is_same<T, float>) {
        return 1;
    } else {
        constexpr T large = T(1e90), least = T(1e-300);
        return most < large && most * large > 1 ? T(1) : 1 / larger(most, least);
    }
}
/// Whether the sums of R_D and R_J leave the range of float: where operands other than 0 are large, small or far apart.
template <class... Sizes>
CUPRUM_DEVICE bool out_of_reach(Sizes... sizes) {
    float most = 0, least = 1;
    const float all[] = {sizes...};
    for (const float size : all) {
        most = larger(most, size);
        if (size != 0 && size < least) least = size;
    }
    return !(most < 1e9f && least > 1e-9f);
}
CUPRUM_DEVICE double in_double(float x) { return x; }
CUPRUM_DEVICE complex<double> in_double(complex<float> z) { return {z.re, z.im}; }
CUPRUM_DEVICE float in_single(double x) { return static_cast<float>(x); }
CUPRUM_DEVICE complex<float> in_single(complex<double> z) {
    return {static_cast<float>(z.re), static_cast<float>(z.im)};
}
/// How far the series of sixth order may start from the mean: the sixth root of the precision, with room.
template <class T>
inline constexpr T series_reach = is_same<T, float> ? T(0.03) : T(0.0012);

}  // namespace detail

/// R_C(x, y), of which y < 0 is Cauchy's principal value.
template <class Z>
CUPRUM_DEVICE_ONCE Z elliprc(Z x, Z y) {
    using T = detail::real_part_t<Z>;
    using namespace detail;
    // A negative x is left of the cut, unless y is further left: their root is then a factor.
    if (isnan(x) || isnan(y) || (negative_real(x) && !(is_complex<Z> && negative_real(y) && re(y) < re(x))))
        return nan_of<Z>();
    if (is_zero(y) || is_lost(x)) return nan_of<Z>();
    if (is_infinite(x) || is_infinite(y)) return Z(T(0));
    Z factor = Z(T(1));
    if (negative_real(y)) {
        factor = root(x) / root(x - y);  // a quotient may be below the smallest number
        x = x - y;
        y = -y;
    }
    const Z start = (x + y + y) / T(3);
    Z mean = start;
    T distance = abs(start - x) / series_reach<T>, scale = T(1);
    const Z difference = y - start;
    for (int i = 0; i < 60 && distance * scale >= abs(mean); ++i) {
        const Z lambda = T(2) * root(x) * root(y) + y;
        x = (x + lambda) * T(0.25);
        y = (y + lambda) * T(0.25);
        mean = (mean + lambda) * T(0.25);
        scale *= T(0.25);
    }
    const Z s = difference * scale / mean;
    const Z series =
        T(1) + s * s *
                   (T(0.3) +
                    s * (T(1) / T(7) + s * (T(0.375) + s * (T(9) / T(22) + s * (T(159) / T(208) + s * T(9) / T(8))))));
    return factor * series / root(mean);
}

/// R_F(x, y, z).
template <class Z>
CUPRUM_DEVICE_ONCE Z elliprf(Z x, Z y, Z z) {
    using T = detail::real_part_t<Z>;
    using namespace detail;
    if (isnan(x) || isnan(y) || isnan(z) || negative_real(x) || negative_real(y) || negative_real(z))
        return nan_of<Z>();
    if (is_lost(x) || is_lost(y) || is_lost(z)) return nan_of<Z>();
    if (is_infinite(x) || is_infinite(y) || is_infinite(z)) return Z(T(0));
    if (is_zero(x) + is_zero(y) + is_zero(z) > 1) return Z(limits<T>::infinity());
    const Z start = (x + y + z) / T(3);
    Z mean = start;
    const Z dx = start - x, dy = start - y;
    T distance = larger(larger(abs(dx), abs(dy)), abs(start - z)) / series_reach<T>, scale = T(1);
    for (int i = 0; i < 60 && distance * scale >= abs(mean); ++i) {
        const Z rx = root(x), ry = root(y), rz = root(z);
        const Z lambda = rx * ry + rx * rz + ry * rz;
        x = (x + lambda) * T(0.25);
        y = (y + lambda) * T(0.25);
        z = (z + lambda) * T(0.25);
        mean = (mean + lambda) * T(0.25);
        scale *= T(0.25);
    }
    const Z a = dx * scale / mean, b = dy * scale / mean, c = -(a + b);
    const Z e2 = a * b - c * c, e3 = a * b * c;
    const Z series = T(1) - e2 / T(10) + e3 / T(14) + e2 * e2 / T(24) - T(3) * e2 * e3 / T(44) -
                     T(5) * e2 * e2 * e2 / T(208) + T(3) * e3 * e3 / T(104) + e2 * e2 * e3 / T(16);
    return series / root(mean);
}

namespace detail {

/// The series of R_D and R_J in the five reduced differences' symmetric sums.
template <class Z>
CUPRUM_DEVICE Z third_kind_series(Z e2, Z e3, Z e4, Z e5) {
    using T = real_part_t<Z>;
    return T(1) - T(3) * e2 / T(14) + e3 / T(6) + T(9) * e2 * e2 / T(88) - T(3) * e4 / T(22) - T(9) * e2 * e3 / T(52) +
           T(3) * e5 / T(26) - e2 * e2 * e2 / T(16) + T(3) * e3 * e3 / T(40) + T(3) * e2 * e4 / T(20) +
           T(45) * e2 * e2 * e3 / T(272) - T(9) * (e3 * e4 + e2 * e5) / T(68);
}

}  // namespace detail

/// R_D(x, y, z) = R_J(x, y, z, z).
template <class Z>
CUPRUM_DEVICE_ONCE Z elliprd(Z x, Z y, Z z) {
    using T = detail::real_part_t<Z>;
    using namespace detail;
    if (isnan(x) || isnan(y) || isnan(z) || negative_real(x) || negative_real(y) || negative_real(z))
        return nan_of<Z>();
    if (is_lost(x) || is_lost(y) || is_lost(z)) return nan_of<Z>();
    if (is_zero(z)) return Z(limits<T>::infinity());
    if (is_infinite(x) || is_infinite(y) || is_infinite(z)) return Z(T(0));
    if (is_zero(x) && is_zero(y)) return Z(limits<T>::infinity());
    if constexpr (is_same<T, float>)
        if (out_of_reach(abs(x), abs(y), abs(z))) return in_single(elliprd(in_double(x), in_double(y), in_double(z)));
    const T unit = carlson_unit(larger(larger(abs(x), abs(y)), abs(z)));
    x = x * unit;
    y = y * unit;
    z = z * unit;
    const Z start = (x + y + T(3) * z) / T(5);
    Z mean = start, sum = Z(T(0));
    const Z dx = start - x, dy = start - y;
    T distance = larger(larger(abs(dx), abs(dy)), abs(start - z)) / (series_reach<T> * T(0.8)), scale = T(1);
    for (int i = 0; i < 60 && distance * scale >= abs(mean); ++i) {
        const Z rx = root(x), ry = root(y), rz = root(z);
        const Z lambda = rx * ry + rx * rz + ry * rz;
        sum = sum + scale / (rz * (z + lambda));
        x = (x + lambda) * T(0.25);
        y = (y + lambda) * T(0.25);
        z = (z + lambda) * T(0.25);
        mean = (mean + lambda) * T(0.25);
        scale *= T(0.25);
    }
    const Z a = dx * scale / mean, b = dy * scale / mean, c = -(a + b) / T(3);
    const Z ab = a * b, c2 = c * c;
    const Z e2 = ab - T(6) * c2, e3 = (T(3) * ab - T(8) * c2) * c, e4 = T(3) * (ab - c2) * c2, e5 = ab * c2 * c;
    return (scale * third_kind_series(e2, e3, e4, e5) / (mean * root(mean)) + T(3) * sum) * unit * sqrt(unit);
}

namespace detail {

/// R_G(0, y, z) by arithmetic and geometric means, to which the negative real axis is no cut.
template <class Z>
CUPRUM_DEVICE_LARGE Z complete_elliprg(Z y, Z z) {
    using T = real_part_t<Z>;
    Z a = root(y), b = root(z), sum = (a + b) * (a + b) * T(0.25);
    T power = T(0.25);
    for (int i = 0; i < 60 && abs(a - b) > limits<T>::epsilon() * abs(a); ++i) {
        const Z mean = (a + b) * T(0.5);
        b = root(a * b);
        a = mean;
        power *= T(2);
        sum = sum - (a - b) * (a - b) * power;
    }
    return sum * T(1.5707963267948966) / (a + b);
}

}  // namespace detail

/// R_G(x, y, z), by R_F and R_D (DLMF 19.21.10).
template <class Z>
CUPRUM_DEVICE_ONCE Z elliprg(Z x, Z y, Z z) {
    using T = detail::real_part_t<Z>;
    using namespace detail;
    const bool on_cut = negative_real(x) || negative_real(y) || negative_real(z);
    const bool complete = is_complex<Z> && (is_zero(x) || is_zero(y) || is_zero(z));
    if (isnan(x) || isnan(y) || isnan(z) || (on_cut && !complete)) return nan_of<Z>();
    if (is_lost(x) || is_lost(y) || is_lost(z)) return nan_of<Z>();
    if (is_infinite(x) || is_infinite(y) || is_infinite(z)) return on_cut ? nan_of<Z>() : Z(limits<T>::infinity());
    // The largest last, so that it is the one that must not be 0.
    if (abs(x) > abs(z)) {
        const Z kept = x;
        x = z;
        z = kept;
    }
    if (abs(y) > abs(z)) {
        const Z kept = y;
        y = z;
        z = kept;
    }
    if (is_zero(z)) return Z(T(0));
    if (is_zero(x) && is_zero(y)) return root(z) / T(2);
    // The middle one by size in place of z leaves both terms positive.
    if (abs(x) > abs(y)) {
        const Z kept = x;
        x = y;
        y = kept;
    }
    // By multiples of the largest, lest products underflow.
    const T unit = abs(z);
    x = x / unit;
    y = y / unit;
    z = z / unit;
    if (abs(y) < limits<T>::epsilon() * limits<T>::epsilon()) return sqrt(unit) * root(z) / T(2);
    if constexpr (is_complex<Z>)
        if (is_zero(x)) return sqrt(unit) * complete_elliprg(y, z);
    const Z f = elliprf(x, y, z), d = elliprd(x, z, y), last = root(x) * root(z) / root(y);
    return sqrt(unit) * ((y * f - (x - y) * (z - y) * d / T(3) + last) / T(2));
}

/// R_J(x, y, z, p), of which p < 0 is Cauchy's principal value.
template <class Z>
CUPRUM_DEVICE_ONCE Z elliprj(Z x, Z y, Z z, Z p) {
    using T = detail::real_part_t<Z>;
    using namespace detail;
    if (isnan(x) || isnan(y) || isnan(z) || isnan(p) || negative_real(x) || negative_real(y) || negative_real(z))
        return nan_of<Z>();
    if (is_zero(p) || is_lost(x) || is_lost(y) || is_lost(z) || is_lost(p)) return nan_of<Z>();
    if (is_zero(x) + is_zero(y) + is_zero(z) > 1) return Z(limits<T>::infinity());
    if (is_infinite(x) || is_infinite(y) || is_infinite(z) || is_infinite(p)) return Z(T(0));
    if constexpr (is_same<T, float>)
        if (out_of_reach(abs(x), abs(y), abs(z), abs(p)))
            return in_single(elliprj(in_double(x), in_double(y), in_double(z), in_double(p)));
    const T most = larger(larger(abs(x), abs(y)), abs(z)), unit = carlson_unit(larger(most, abs(p)));
    // R_J of p beyond all digits of the others: DLMF 19.27.11, whose second term has no principal value.
    if (abs(p) * limits<T>::epsilon() * T(0.01) > most)
        return T(3) / p * (elliprf(x, y, z) - (negative_real(p) ? Z(T(0)) : T(1.5707963267948966) / root(p)));
    x = x * unit;
    y = y * unit;
    z = z * unit;
    p = p * unit;
    if (negative_real(p)) {
        // DLMF 19.20.14 with the largest last.
        if (re(x) > re(z)) {
            const Z kept = x;
            x = z;
            z = kept;
        }
        if (re(y) > re(z)) {
            const Z kept = y;
            y = z;
            z = kept;
        }
        const Z q = -p, r = (z * (x + y + q) - x * y) / (z + q), both = x * y + r * q;
        return ((r - z) * elliprj(x, y, z, r) - T(3) * elliprf(x, y, z) +
                T(3) * root(x * y * z / both) * elliprc(both, r * q)) /
               (q + z) * unit * sqrt(unit);
    }
    const Z start = (x + y + z + p + p) / T(5);
    Z mean = start, sum = Z(T(0));
    const Z dx = start - x, dy = start - y, dz = start - z;
    T distance = larger(larger(abs(dx), abs(dy)), larger(abs(dz), abs(start - p))) / (series_reach<T> * T(0.8)),
      scale = T(1);
    for (int i = 0; i < 60 && distance * scale >= abs(mean); ++i) {
        const Z rx = root(x), ry = root(y), rz = root(z), rp = root(p);
        const Z lambda = rx * ry + rx * rz + ry * rz;
        // Carlson's 1 + (p - x) (p - y) (p - z) / d^2, whose digits would cancel for small p.
        const Z d = (rp + rx) * (rp + ry) * (rp + rz);
        sum = sum + scale / d * elliprc(Z(T(1)), T(2) * rp * (p + lambda) / d);
        x = (x + lambda) * T(0.25);
        y = (y + lambda) * T(0.25);
        z = (z + lambda) * T(0.25);
        p = (p + lambda) * T(0.25);
        mean = (mean + lambda) * T(0.25);
        scale *= T(0.25);
    }
    const Z a = dx * scale / mean, b = dy * scale / mean, c = dz * scale / mean, q = -(a + b + c) / T(2);
    const Z abc = a * b * c, e2 = a * b + a * c + b * c - T(3) * q * q;
    const Z e3 = abc + T(2) * e2 * q + T(4) * q * q * q, e4 = (T(2) * abc + e2 * q + T(3) * q * q * q) * q,
            e5 = abc * q * q;
    return (scale * third_kind_series(e2, e3, e4, e5) / (mean * root(mean)) + T(6) * sum) * unit * sqrt(unit);
}

}  // namespace cuprum::special
