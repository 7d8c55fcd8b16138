// Classical orthogonal polynomials: recurrences where the degree is an integer, hypergeometric functions where it is
// not. Recurrences for differences of neighbours, after P. Levrie and R. Piessens, report TW74, K. U. Leuven (1985).
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/beta.h>
#include <xsf/binom.h>
#include <xsf/gamma.h>
#include <xsf/hyp2f1.h>
#include <xsf/specfun.h>

namespace cuprum::special {

/// The argument of the hypergeometric functions, (1 - x) / 2. Beyond 1 lies their cut, and the sign of a zero imaginary
/// part chooses its side. As in SciPy the difference is of two complex numbers, 0 - 0 = 0: a real number less a complex
/// one would give -0.
template <class Z>
CUPRUM_DEVICE Z half_below_one(Z x) {
    return 0.5 * (Z(1.0) - x);
}

template <class Z>
CUPRUM_DEVICE_LARGE Z jacobi(double n, double alpha, double beta, Z x) {
    return xsf::binom(n + alpha, n) * xsf::hyp2f1(-n, n + alpha + beta + 1, alpha + 1, half_below_one(x));
}
CUPRUM_DEVICE_LARGE double jacobi(int64 n, double alpha, double beta, double x) {
    if (n < 0) return jacobi(static_cast<double>(n), alpha, beta, x);
    if (n > most_order) return limits<double>::nan();
    if (n == 0) return 1;
    if (n == 1) return 0.5 * (2 * (alpha + 1) + (alpha + beta + 2) * (x - 1));
    double d = (alpha + beta + 2) * (x - 1) / (2 * (alpha + 1)), p = d + 1;
    for (int64 i = 1; i < n; ++i) {
        const double k = static_cast<double>(i), t = 2 * k + alpha + beta;
        d = (t * (t + 1) * (t + 2) * (x - 1) * p + 2 * k * (k + beta) * (t + 2) * d) /
            (2 * (k + alpha + 1) * (k + alpha + beta + 1) * t);
        p += d;
    }
    return xsf::binom(static_cast<double>(n) + alpha, static_cast<double>(n)) * p;
}

template <class N, class Z>
CUPRUM_DEVICE_LARGE Z shifted_jacobi(N n, double p, double q, Z x) {
    const double degree = static_cast<double>(n);
    return jacobi(n, p - q, q - 1, 2.0 * x - 1.0) / xsf::binom(2 * degree + p - 1, degree);
}

template <class Z>
CUPRUM_DEVICE_LARGE Z gegenbauer(double n, double alpha, Z x) {
    const double d = xsf::gamma(n + 2 * alpha) / xsf::gamma(1 + n) / xsf::gamma(2 * alpha);
    return d * xsf::hyp2f1(-n, n + 2 * alpha, alpha + 0.5, half_below_one(x));
}
CUPRUM_DEVICE_LARGE double gegenbauer(int64 n, double alpha, double x) {
    if (isnan(alpha) || isnan(x) || n > most_order) return limits<double>::nan();
    if (n <= 0) return n == 0 ? 1 : 0;
    if (alpha == 0) return 0;
    if (n == 1) return 2 * alpha * x;
    const double degree = static_cast<double>(n);
    if (fabs(x) > 1e60) {
        // The highest power alone: the recurrence would subtract infinities.
        double highest = 1;
        for (int64 i = 0; i < n; ++i) {
            const double k = static_cast<double>(i);
            highest *= 2 * (k + alpha) / (k + 1) * x;
        }
        if (!isnan(highest) && highest != 0) return highest;
    }
    if (fabs(x) < 1e-5) {
        // The power series: the recurrence loses digits here.
        const int64 half = n / 2;
        const double a = static_cast<double>(half);
        double d = (half % 2 == 0 ? 1 : -1) / xsf::beta(alpha, 1 + a);
        d = n == 2 * half ? d / (a + alpha) : d * 2 * x;
        double p = 0;
        for (int64 i = 0; i <= half; ++i) {
            const double k = static_cast<double>(i);
            p += d;
            d *= -4 * x * x * (a - k) * (-a + alpha + k + degree) /
                 ((degree + 1 - 2 * a + 2 * k) * (degree + 2 - 2 * a + 2 * k));
            if (fabs(d) < 1e-20 * fabs(p)) break;
        }
        return p;
    }
    double d = x - 1, p = x;
    for (int64 i = 1; i < n; ++i) {
        const double k = static_cast<double>(i);
        d = 2 * (k + alpha) / (k + 2 * alpha) * (x - 1) * p + k / (k + 2 * alpha) * d;
        p += d;
    }
    return fabs(alpha / degree) < 1e-8 ? 2 * alpha / degree * p : xsf::binom(degree + 2 * alpha - 1, degree) * p;
}

template <class Z>
CUPRUM_DEVICE_LARGE Z chebyshev_t(double n, Z x) {
    return xsf::hyp2f1(-n, n, 0.5, half_below_one(x));
}
/// Clenshaw's recurrence.
CUPRUM_DEVICE_LARGE double chebyshev_t(int64 n, double x) {
    if (n > most_order || n < -most_order) return limits<double>::nan();
    double before = 0, last = -1, value = 0;
    for (int64 i = n < 0 ? n : -n; i <= 0; ++i) {
        before = last;
        last = value;
        value = 2 * x * last - before;
    }
    return (value - before) / 2;
}

template <class Z>
CUPRUM_DEVICE_LARGE Z chebyshev_u(double n, Z x) {
    return (n + 1) * xsf::hyp2f1(-n, n + 2, 1.5, half_below_one(x));
}
CUPRUM_DEVICE_LARGE double chebyshev_u(int64 n, double x) {
    if (n > most_order || n < -most_order) return limits<double>::nan();
    if (n == -1) return 0;
    const double sign = n < -1 ? -1 : 1;
    if (n < -1) n = -n - 2;
    double before, last = -1, value = 0;
    for (int64 i = 0; i <= n; ++i) {
        before = last;
        last = value;
        value = 2 * x * last - before;
    }
    return sign * value;
}

template <class Z>
CUPRUM_DEVICE_LARGE Z legendre(double n, Z x) {
    return xsf::hyp2f1(-n, n + 1, 1.0, half_below_one(x));
}
CUPRUM_DEVICE_LARGE double legendre(int64 n, double x) {
    if (n > most_order || n < -most_order) return limits<double>::nan();
    if (n < 0) n = -n - 1;
    if (n == 0) return 1;
    if (n == 1) return x;
    const double degree = static_cast<double>(n);
    if (fabs(x) < 1e-5) {
        const int64 half = n / 2;
        const double a = static_cast<double>(half);
        double d = half % 2 == 0 ? 1 : -1;
        d *= n == 2 * half ? -2 / xsf::beta(a + 1, -0.5) : 2 * x / xsf::beta(a + 1, 0.5);
        double p = 0;
        for (int64 i = 0; i <= half; ++i) {
            const double k = static_cast<double>(i);
            p += d;
            d *= -2 * x * x * (a - k) * (2 * degree + 1 - 2 * a + 2 * k) /
                 ((degree + 1 - 2 * a + 2 * k) * (degree + 2 - 2 * a + 2 * k));
            if (fabs(d) < 1e-20 * fabs(p)) break;
        }
        return p;
    }
    double d = x - 1, p = x;
    for (int64 i = 1; i < n; ++i) {
        const double k = static_cast<double>(i);
        d = (2 * k + 1) / (k + 1) * (x - 1) * p + k / (k + 1) * d;
        p += d;
    }
    return p;
}

CUPRUM_DEVICE_LARGE double hermite_norm(int64 n, double x) {
    if (isnan(x)) return x;
    if (n < 0 || n > most_order) return limits<double>::nan();
    if (n == 0) return 1;
    double before = 0, last = 1;
    for (int64 k = n; k > 1; --k) {
        const double value = x * last - static_cast<double>(k) * before;
        before = last;
        last = value;
    }
    return x * last - before;
}
CUPRUM_DEVICE_LARGE double hermite(int64 n, double x) {
    if (n < 0 || n > most_order) return limits<double>::nan();
    return hermite_norm(n, 1.4142135623730951 * x) * exp2(static_cast<double>(n) / 2);
}

}  // namespace cuprum::special
