// Functions of a complex number, with the branch cuts and special values of C99's Annex G, which are NumPy's.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum {

/// The type of a number's real part.
template <class T>
struct real_part_type {
    using type = T;
};
template <class T>
struct real_part_type<complex<T>> {
    using type = T;
};

template <Float T>
CUPRUM_DEVICE T abs(complex<T> z) {
    return hypot(z.re, z.im);
}

template <Float T>
CUPRUM_DEVICE T arg(complex<T> z) {
    return atan2(z.im, z.re);
}

template <Float T>
CUPRUM_DEVICE complex<T> conj(complex<T> z) {
    return {z.re, -z.im};
}

template <Float T>
CUPRUM_DEVICE complex<T> rint(complex<T> z) {
    return {rint(z.re), rint(z.im)};
}

template <Float T>
CUPRUM_DEVICE complex<T> reciprocal(complex<T> z) {
    bool real_is_larger = fabs(z.re) >= fabs(z.im);
    T large = real_is_larger ? z.re : z.im, small = real_is_larger ? z.im : z.re;
    T ratio = small / large, divisor = large + small * ratio;
    return {(real_is_larger ? T(1) : ratio) / divisor, -(real_is_larger ? ratio : T(1)) / divisor};
}

/// The point of the unit circle in the direction of `z`; 0 for 0.
template <Float T>
CUPRUM_DEVICE complex<T> sign(complex<T> z) {
    if (isinf(z.re) != isinf(z.im)) {
        return {isinf(z.re) ? copysign(T(1), z.re) : T(0), isinf(z.im) ? copysign(T(1), z.im) : T(0)};
    }
    T length = abs(z);
    if (isinf(length)) {
        z = {z.re / T(4), z.im / T(4)};
        length = abs(z);
    }
    return length == T(0) ? complex<T>(0) : complex<T>(z.re / length, z.im / length);
}

namespace detail {

/// Where the squares of a number and of its inverse are safe from overflow and underflow.
template <Float T>
struct range {
    static constexpr T huge = is_same<T, float> ? T(0x1p60) : T(0x1p500);
    static constexpr T tiny = is_same<T, float> ? T(0x1p-60) : T(0x1p-500);
    /// exp(x) overflows beyond this.
    static constexpr T exp_limit = is_same<T, float> ? T(88) : T(709);
};

/// x * i and x / i swap the parts; functions of sine's kind are those of sinh's kind with the parts swapped.
template <Float T>
CUPRUM_DEVICE complex<T> swap(complex<T> z) {
    return {z.im, z.re};
}

/// exp(x) * factor * scale where exp(x) alone may overflow.
template <Float T>
CUPRUM_SCALAR_CODE CUPRUM_DEVICE T exp_times(T x, T factor, T scale = T(1)) {
    T root = exp(x / T(2));
    return x > range<T>::exp_limit ? root * factor * (root * scale) : exp(x) * factor * scale;
}

/// log(hypot(x, y)), accurate where the hypotenuse is near 1 and in range at both ends.
template <Float T>
CUPRUM_SCALAR_CODE CUPRUM_DEVICE_LARGE T log_hypot(T x, T y) {
    x = fabs(x), y = fabs(y);
    T large = x > y ? x : y, small = x > y ? y : x;
    if (large > T(0.5) && large < T(2)) {
        // large^2 + small^2 - 1 with the rounding errors of its parts added at the end.
        T a = rounded_product(large, large), b = rounded_product(small, small);
        T a_error = fma(large, large, -a), b_error = fma(small, small, -b);
        T a_minus_1 = a - T(1), sum = a_minus_1 + b;
        T b_part = sum - a_minus_1, sum_error = (a_minus_1 - (sum - b_part)) + (b - b_part);
        return log1p(sum + (sum_error + a_error + b_error)) / T(2);
    }
    if (isfinite(large) && large > range<T>::huge) {
        T scale = range<T>::tiny;
        return log(hypot(x * scale, y * scale)) - log(scale);
    }
    if (large < range<T>::tiny) {
        T scale = range<T>::huge;
        return log(hypot(x * scale, y * scale)) - log(scale);
    }
    return log(hypot(x, y));
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> sqrt(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (x == T(0) && y == T(0)) return {T(0), y};
    if (isinf(y)) return {fabs(y), y};
    if (isnan(x)) return {x, nan};
    if (isinf(x)) {
        T other = isnan(y) ? y : T(0);
        return x > T(0) ? complex<T>(x, copysign(other, y)) : complex<T>(other, copysign(x, y));
    }
    // Powers of four where |x| + |z| may overflow or lose digits, so that their roots are exact.
    T magnitude = fabs(x) > fabs(y) ? fabs(x) : fabs(y), scale = T(1);
    if (magnitude > detail::range<T>::huge) scale = detail::range<T>::tiny;
    if (magnitude < detail::range<T>::tiny) scale = detail::range<T>::huge;
    T large = sqrt((fabs(x * scale) + hypot(x * scale, y * scale)) / T(2)) / sqrt(scale);
    T small = fabs(y) / (T(2) * large);
    return x >= T(0) ? complex<T>(large, copysign(small, y)) : complex<T>(small, copysign(large, y));
}

template <Float T>
CUPRUM_DEVICE complex<T> rsqrt(complex<T> z) {
    return T(1) / sqrt(z);
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> exp(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (y == T(0)) return {exp(x), y};
    if (!isfinite(y) && isinf(x)) {
        if (x < T(0)) return {T(0), copysign(T(0), y)};
        return {x, nan};
    }
    return {detail::exp_times(x, cos(y)), detail::exp_times(x, sin(y))};
}

template <Float T>
CUPRUM_DEVICE complex<T> exp2(complex<T> z) {
    return exp(complex<T>(z.re * T(ln_2), z.im * T(ln_2)));
}

template <Float T>
CUPRUM_DEVICE complex<T> expm1(complex<T> z) {
    // exp(x) cos(y) - 1 loses all digits near 0; cos(y) = 1 - 2 sin(y / 2)^2 keeps them.
    T half_sine = sin(z.im / T(2));
    return {expm1(z.re) * cos(z.im) - T(2) * half_sine * half_sine, exp(z.re) * sin(z.im)};
}

template <Float T>
CUPRUM_DEVICE complex<T> log(complex<T> z) {
    return {detail::log_hypot(z.re, z.im), arg(z)};
}

template <Float T>
CUPRUM_DEVICE complex<T> log2(complex<T> z) {
    z = log(z);
    return {z.re * T(log2_e), z.im * T(log2_e)};
}

template <Float T>
CUPRUM_DEVICE complex<T> log10(complex<T> z) {
    z = log(z);
    return {z.re * T(log10_e), z.im * T(log10_e)};
}

template <Float T>
CUPRUM_DEVICE complex<T> log1p(complex<T> z) {
    T x = z.re, y = z.im;
    if (fabs(x) < T(0.5) && fabs(y) < T(0.5)) {
        // |1 + z|^2 - 1 = x (2 + x) + y^2; x + 1 would drop the low digits of x.
        return {log1p(x * (T(2) + x) + y * y) / T(2), atan2(y, x + T(1))};
    }
    return log(complex<T>(x + T(1), y));
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> sinh(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (y == T(0)) return {sinh(x), y};
    if (!isfinite(y) && (x == T(0) || isinf(x))) return {x == T(0) ? x : fabs(x), nan};
    T size = fabs(x);
    if (size > detail::range<T>::exp_limit && isfinite(y)) {
        return {copysign(T(1), x) * detail::exp_times(size, cos(y), T(0.5)), detail::exp_times(size, sin(y), T(0.5))};
    }
    return {sinh(x) * cos(y), cosh(x) * sin(y)};
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> cosh(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (y == T(0)) return {cosh(x), isnan(x) ? y : copysign(T(1), x) * y};
    if (!isfinite(y) && x == T(0)) return {nan, T(0)};
    if (!isfinite(y) && isinf(x)) return {fabs(x), nan};
    T size = fabs(x);
    if (size > detail::range<T>::exp_limit && isfinite(y)) {
        return {detail::exp_times(size, cos(y), T(0.5)), copysign(T(1), x) * detail::exp_times(size, sin(y), T(0.5))};
    }
    return {cosh(x) * cos(y), sinh(x) * sin(y)};
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> tanh(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (y == T(0)) return {tanh(x), y};
    if (isinf(x)) return {copysign(T(1), x), copysign(T(0), isfinite(y) ? sin(y) * cos(y) : y)};
    if (!isfinite(y)) return {x == T(0) ? x : nan, nan};
    T sine = sin(y), cosine = cos(y);
    if (fabs(x) > T(22)) {
        // sinh^2 + cos^2 is exp(2 |x|) / 4 to full accuracy, and may overflow.
        T decay = exp(-fabs(x));
        return {copysign(T(1), x), T(4) * sine * cosine * decay * decay};
    }
    T hyperbolic_sine = sinh(x), denominator = hyperbolic_sine * hyperbolic_sine + cosine * cosine;
    return {hyperbolic_sine * cosh(x) / denominator, sine * cosine / denominator};
}

template <Float T>
CUPRUM_DEVICE complex<T> sin(complex<T> z) {
    return detail::swap(sinh(detail::swap(z)));
}

template <Float T>
CUPRUM_DEVICE complex<T> cos(complex<T> z) {
    return cosh(complex<T>(-z.im, z.re));
}

template <Float T>
CUPRUM_DEVICE complex<T> tan(complex<T> z) {
    return detail::swap(tanh(detail::swap(z)));
}

namespace detail {

/// asin(z) = (arcsine, height) and acos(z) = (arccosine, -height) for z in the first quadrant.
template <Float T>
struct ArcParts {
    T arcsine, arccosine, height;
};

/// After T. E. Hull, T. F. Fairgrieve and P. T. P. Tang, "Implementing the complex arcsine and arccosine functions
/// using exception handling", ACM TOMS 23 (1997). `x` and `y` are not negative and not NaN.
template <Float T>
CUPRUM_SCALAR_CODE CUPRUM_DEVICE_LARGE ArcParts<T> arc_parts(T x, T y) {
    constexpr T epsilon = limits<T>::epsilon();
    if (x > T(1) / epsilon || y > T(1) / epsilon) {
        return {atan2(x, y), atan2(y, x), T(ln_2) + log_hypot(x, y)};
    }
    T offset = fabs(x - T(1));
    if (offset > T(0) && y <= epsilon * offset) {
        // On the real axis but for rounding.
        T root = sqrt(offset * (x + T(1)));
        if (x < T(1)) return {asin(x), acos(x), y / root};
        return {T(pi / 2), y / root, log1p(offset + root)};
    }
    if (offset == T(0) && y < epsilon * epsilon) {
        // Near 1, where y * y may underflow.
        return {T(pi / 2) - sqrt(y), sqrt(y), sqrt(y)};
    }
    T r = hypot(x + T(1), y), s = hypot(x - T(1), y);
    T a = (r + s) / T(2);
    // leg^2 = a^2 - x^2, and excess = a - 1, both without cancellation.
    T square = y * y, leg, excess;
    if (x <= T(1)) {
        leg = sqrt((a + x) * (square / (r + x + T(1)) + (s + (T(1) - x))) / T(2));
        excess = (square / (r + x + T(1)) + square / (s + (T(1) - x))) / T(2);
    } else {
        leg = y * sqrt(((a + x) / (r + x + T(1)) + (a + x) / (s + (x - T(1)))) / T(2));
        excess = (square / (r + x + T(1)) + (s + (x - T(1)))) / T(2);
    }
    return {atan2(x, leg), atan2(leg, x), log1p(excess + sqrt(excess * (a + T(1))))};
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> asin(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (isnan(z)) {
        if (isinf(x) || isinf(y)) return {nan, isinf(y) ? y : fabs(x)};
        return {x == T(0) ? x : nan, nan};
    }
    detail::ArcParts<T> parts = detail::arc_parts(fabs(x), fabs(y));
    return {copysign(parts.arcsine, x), copysign(parts.height, y)};
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> acos(complex<T> z) {
    T nan = limits<T>::nan(), x = z.re, y = z.im;
    if (isnan(z)) {
        if (isinf(x) || isinf(y)) return {nan, isinf(y) ? -y : -fabs(x)};
        return {x == T(0) ? T(pi / 2) : nan, nan};
    }
    detail::ArcParts<T> parts = detail::arc_parts(fabs(x), fabs(y));
    T angle = signbit(x) ? T(pi) - parts.arccosine : parts.arccosine;
    return {angle, signbit(y) ? parts.height : -parts.height};
}

template <Float T>
CUPRUM_DEVICE complex<T> asinh(complex<T> z) {
    return detail::swap(asin(detail::swap(z)));
}

template <Float T>
CUPRUM_DEVICE complex<T> acosh(complex<T> z) {
    complex<T> w = acos(z);
    return {isnan(w.im) ? w.im : fabs(w.im), isnan(w.re) ? w.re : copysign(w.re, z.im)};
}

/// After W. Kahan, "Branch cuts for complex elementary functions" (1987).
template <Float T>
CUPRUM_DEVICE_LARGE complex<T> atanh(complex<T> z) {
    constexpr T epsilon = limits<T>::epsilon();
    T nan = limits<T>::nan(), x = fabs(z.re), y = fabs(z.im);
    if (isnan(z)) {
        if (isinf(y)) return {copysign(T(0), z.re), copysign(T(pi / 2), z.im)};
        return {isinf(x) || x == T(0) ? copysign(T(0), z.re) : nan, nan};
    }
    T real, imag;
    if (x > T(1) / epsilon || y > T(1) / epsilon) {
        // 1/z, with the divisor kept in range.
        T large = x > y ? x : y, ratio = isinf(large) ? T(0) : x / large * (x / large) + y / large * (y / large);
        real = isinf(large) ? T(0) : x / large / large / ratio;
        imag = T(pi / 2);
    } else if (x == T(1) && y < epsilon) {
        real = (T(ln_2) - log(y)) / T(2);
        imag = y == T(0) ? T(0) : atan2(T(2), -y) / T(2);
    } else {
        T square = y > detail::range<T>::tiny ? y * y : T(0), gap = x - T(1);
        real = log1p(T(4) * x / (gap * gap + square)) / T(4);
        imag = atan2(T(2) * y, (T(1) - x) * (T(1) + x) - square) / T(2);
    }
    return {copysign(real, z.re), copysign(imag, z.im)};
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<T> atan(complex<T> z) {
    return detail::swap(atanh(detail::swap(z)));
}

namespace detail {

/// A product of which each part is rounded three times, as in NumPy's scalar loops.
template <Float T>
CUPRUM_DEVICE complex<T> plain_product(complex<T> a, complex<T> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

}  // namespace detail

/// Small whole exponents multiply; the rest is exp(b log(a)).
template <Float T>
CUPRUM_DEVICE_LARGE complex<T> power(complex<T> a, complex<T> b) {
    if (b.re == T(0) && b.im == T(0)) return {T(1), T(0)};
    if (a.re == T(0) && a.im == T(0)) {
        if (b.re > T(0)) return {T(0), T(0)};
        return {limits<T>::nan(), limits<T>::nan()};
    }
    if (b.im == T(0) && b.re == trunc(b.re) && fabs(b.re) < T(100)) {
        int32 n = static_cast<int32>(fabs(b.re));
        complex<T> square = a;
        for (; !(n & 1); n >>= 1) square = detail::plain_product(square, square);
        complex<T> result = square;
        while (n >>= 1) {
            square = detail::plain_product(square, square);
            if (n & 1) result = detail::plain_product(result, square);
        }
        return b.re < T(0) ? T(1) / result : result;
    }
    return exp(detail::plain_product(b, log(a)));
}

template <Float T>
CUPRUM_DEVICE complex<T> sinc(complex<T> z) {
    complex<T> angle = T(pi) * (z == complex<T>(0) ? complex<T>(T(1e-20)) : z);
    return sin(angle) / angle;
}

}  // namespace cuprum
