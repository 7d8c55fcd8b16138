// The regularised incomplete gamma functions P(a, x) and Q(a, x) and their inverses: as in Cephes a series of P, one of
// Q, a continued fraction and Temme's expansion, each written once, with a division after its loop in place of one in
// each step.
#pragma once

#include <cuprum/special/gamma_function.h>
#include <cuprum/special/stirling.h>
#include <cuprum/special/wide.h>
#include <xsf/cephes/igam_asymp_coeff.h>
#include <xsf/cephes/ndtr.h>

namespace cuprum::special {
namespace detail {

enum class GammaMethod { lower_series, upper_series, fraction, expansion };

/// 1 over what Stirling's formula for Gamma(a) is multiplied by, for a >= 12.
CUPRUM_DEVICE double inverse_gamma_star(double a) {
    constexpr double c[] = {
        0.0005226956342785239, 8.135745324763941e-05, -0.0007849328723659311, -0.00022943558760816487,
        0.0026813263659284325, 0.0034722222306234193, -0.08333333333336693,   1.0};
    return horner(1 / a, c);
}

/// What several methods share.
struct GammaOperands {
    double a, x, log_x;  // log_x for a < 12
    double distance;     // a >= 12: (x - a) / a less the logarithm of x / a
    double power;        // x^a exp(-x) over its value at x = 1 or, for a >= 12, at x = a

    CUPRUM_DEVICE GammaOperands(double a, double x) : a(a), x(x), log_x(0), distance(0) {
        if (a < 12) log_x = log(x);
        else distance = less_log1p((x - a) / a, x / a);
        power = exp(a < 12 ? fma(a, log_x, -x) : -a * distance);
    }
    /// x^a exp(-x) / Gamma(a + 1).
    CUPRUM_DEVICE double factor() const {
        if (a < 12) return power / xsf::cephes::Gamma(a + 1);
        return power * (0.3989422804014327 / sqrt(a)) * inverse_gamma_star(a);
    }
};

CUPRUM_DEVICE GammaMethod gamma_method(const GammaOperands& g, bool upper) {
    const double a = g.a, x = g.x, distance = fabs(x - a) / a;
    if (a > 20 && distance < 0.3) return GammaMethod::expansion;
    if (!upper && !(x > 1 && x > a)) return GammaMethod::lower_series;
    if (x > 1.1) return x < a ? GammaMethod::lower_series : GammaMethod::fraction;
    const bool lower = a >= 12 || (x <= 0.5 ? -0.4 > a * g.log_x : x * 1.1 < a);
    return lower ? GammaMethod::lower_series : GammaMethod::upper_series;
}

/// P or Q for large a and x near it: Temme's expansion, DLMF 8.12.3, with Cephes' coefficients.
CUPRUM_DEVICE double gamma_expansion(const GammaOperands& g, bool upper) {
    const double side = upper ? 1 : -1, root = sqrt(2 * g.distance), eta = g.x < g.a ? -root : root;
    const int32 last = root < 0.1 ? 12 : xsf::cephes::detail::igam_asymp_coeff_N - 1;
    double sum = 0, scale = 1, before = limits<double>::infinity();
#pragma unroll 1
    for (int32 k = 0; k < xsf::cephes::detail::igam_asymp_coeff_K; ++k) {
        const double* c = xsf::cephes::detail::igam_asymp_coeff_d[k];
        double value = c[last];
#pragma unroll 1
        for (int32 n = last - 1; n >= 0; --n) value = fma(value, eta, c[n]);
        const double term = value * scale;
        if (fabs(term) > before) break;
        sum += term;
        before = fabs(term);
        if (before < 1.1e-16 * fabs(sum)) break;
        scale /= g.a;
    }
    return 0.5 * xsf::cephes::erfc(side * eta * sqrt(g.a / 2)) + side * g.power * sum / sqrt(2 * pi * g.a);
}

/// The sum of x^n / ((a + 1) ... (a + n)): DLMF 8.11.4. Its parts are divided by x^n, so that none overflows.
CUPRUM_DEVICE double lower_gamma_sum(double a, double x) {
    const double inverse = 1 / x;
    if (!(a * inverse < 1e280)) return 1;
    double numerator = 1, denominator = 1, r = a;
#pragma unroll 1
    for (int32 n = 0; n < 2000; ++n) {
        r += 1;
        const double factor = r * inverse;
        numerator = fma(numerator, factor, 1.0);
        denominator *= factor;
        if (1 <= 1.1e-16 * numerator) break;
    }
    return numerator / denominator;
}

/// log(Gamma(1 + a)) for 0 <= a <= 1.6, which is 0 at 0 and at 1: minimax, to 3e-17.
CUPRUM_DEVICE double log_gamma_1p(double a) {
    constexpr double p[] = {1.8346690670630448e-06, 0.0007679039945540454, 0.02278353618152933, 0.2153248846141347,
                            0.8828925792188428,     1.7431827499003347,    1.628929479895964,   0.5772156649015329};
    constexpr double q[] = {0.0002015890107043904, 0.009830235865313527, 0.14012737129854566, 0.8575370127784842,
                            2.609616752579406,     4.1302817999343615,   3.2469334468569215,  1.0};
    return a * (a - 1) * (horner(a, p) / horner(a, q));
}

/// Q for small a and x <= 1.1: DLMF 8.7.3.
CUPRUM_DEVICE double upper_gamma_series(double a, double x, double log_x) {
    // The sum of (-x)^n / (n! (a + n)) from n = 1 on.
    double numerator = 0, denominator = 1, term = 1;
#pragma unroll 1
    for (double n = 1; n < 30; n += 1) {
        const double r = a + n;
        term *= -x;
        numerator = fma(numerator * n, r, term);
        denominator *= n * r;
        if (fabs(term) <= 1.1e-16 * fabs(numerator)) break;
        term *= r;
    }
    const double less_1 = expm1(fma(a, log_x, -log_gamma_1p(a)));
    return -less_1 - (1 + less_1) * a * (numerator / denominator);
}

/// Q over its factor: DLMF 8.9.2.
CUPRUM_DEVICE double gamma_fraction(double a, double x) {
    double y = 1 - a, z = x + y + 1, c = 0, p2 = 1, q2 = x, p1 = x + 1, q1 = z * x;
#pragma unroll 1
    for (int32 n = 0; n < 2000; ++n) {
        c += 1;
        y += 1;
        z += 2;
        const double yc = y * c, p = fma(p1, z, -(p2 * yc)), q = fma(q1, z, -(q2 * yc));
        const bool done = q != 0 && fabs(fma(p1, q, -(p * q1))) <= 1.1e-16 * fabs(p * q1);
        p2 = p1, q2 = q1, p1 = p, q1 = q;
        if (done) break;
        if (fabs(p) > 4503599627370496.0) p2 *= 0x1p-52, q2 *= 0x1p-52, p1 *= 0x1p-52, q1 *= 0x1p-52;
    }
    return p1 / q1;
}

/// P or Q for positive finite a and x; `factor` is x^a exp(-x) / Gamma(a + 1), which two of the methods need.
CUPRUM_DEVICE double gamma_tail(const GammaOperands& g, GammaMethod method, double factor, bool upper) {
    if (method == GammaMethod::expansion) return gamma_expansion(g, upper);
    const bool is_lower = method == GammaMethod::lower_series;
    double value;
    if (method == GammaMethod::upper_series) value = upper_gamma_series(g.a, g.x, g.log_x);
    else if (factor == 0) value = 0;
    else if (is_lower) value = factor * lower_gamma_sum(g.a, g.x);
    else value = g.a * factor * gamma_fraction(g.a, g.x);
    return is_lower != upper ? value : 1 - value;
}

CUPRUM_DEVICE double incomplete_gamma(double a, double x, bool upper) {
    const double first = upper ? 1 : 0;
    if (isnan(a) || isnan(x) || x < 0 || a < 0) return limits<double>::nan();
    if (a == 0) return x > 0 ? 1 - first : limits<double>::nan();
    if (x == 0) return first;
    if (isinf(a)) return isinf(x) ? limits<double>::nan() : first;
    if (isinf(x)) return 1 - first;
    const GammaOperands g(a, x);
    const GammaMethod method = gamma_method(g, upper);
    const bool needed = method == GammaMethod::lower_series || method == GammaMethod::fraction;
    return gamma_tail(g, method, needed ? g.factor() : 0.0, upper);
}

/// Where P is p and Q is q, to a digit or more: by the equations of A. R. DiDonato and A. H. Morris (ACM Trans. Math.
/// Software 12, 1986) that are named.
CUPRUM_DEVICE double inverse_gamma_guess(double a, double p, double q) {
    double start, u;
    if (a < 1) {
        const double g = xsf::cephes::Gamma(a), b = q * g;
        if (b > 0.6 || (b >= 0.45 && a >= 0.3)) {  // 21
            const double u = b * q > 1e-8 && q > 1e-5 ? exp(log(p * g * a) / a) : exp(-q / a - 0.57721566490153286061);
            return u / (1 - u / (a + 1));
        }
        if (a < 0.3 && b >= 0.35) {  // 22
            const double t = exp(-0.57721566490153286061 - b), u = t * exp(t);
            return t * (1 + u + 0.5 * u * u);
        }
        u = start = -log(b);  // 23
    } else {
        // 32 and 31.
        constexpr double above[] = {3.31125922108741, 11.6616720288968, 4.28342155967104, 0.213623493715853},
                         below[] = {1.0, 6.61053765625462, 6.40691597760039, 1.27364489782223, 0.03611708101884203};
        const double tail = log(p < 0.5 ? p : q), t = sqrt(-2 * tail);
        double s = t - (((above[3] * t + above[2]) * t + above[1]) * t + above[0]) /
                           ((((below[4] * t + below[3]) * t + below[2]) * t + below[1]) * t + below[0]);
        s = p < 0.5 ? -s : s;
        const double s2 = s * s, root = sqrt(a);
        double w = a + s * root + (s2 - 1) / 3 + s * (s2 - 7) / (36 * root) - ((3 * s2 + 7) * s2 - 16) / (810 * a);
        w += s * ((9 * s2 + 256) * s2 - 433) / (38880 * a * root);
        const double next = a + 1;
        if (p > 0.5 ? w < 3 * a : w >= 0.15 * next) return w;
        const double log_gamma = xsf::cephes::lgam(next);
        if (p <= 0.5) {  // 35
            double z = w, less = 0;
#pragma unroll 1
            for (int32 i = 0; i < 4; ++i) {
                z = exp((tail + log_gamma + z - less) / a);
                less = log1p(z / next * (1 + z / (a + 2)));
            }
            return z;
        }
        start = log(a) - tail - log_gamma;  // 33
        u = w;
    }
#pragma unroll 1
    for (int32 i = 0; i < 2; ++i) u = start + (a - 1) * log(u) - (i > 0 || a > 1 ? log(1 + (1 - a) / (1 + u)) : 0);
    return u;
}

/// The x at which P (or Q) is `target`, by Halley's method.
CUPRUM_DEVICE double inverse_gamma(double a, double target, bool upper) {
    if (isnan(a) || !(a >= 0) || !(target >= 0 && target <= 1)) return limits<double>::nan();
    if (target == 0 || target == 1) return (target == 0) == upper ? limits<double>::infinity() : 0;
    if (isinf(a)) return limits<double>::nan();
    // By the smaller tail.
    if (target > 0.9) {
        target = 1 - target;
        upper = !upper;
    }
    double x = inverse_gamma_guess(a, upper ? 1 - target : target, upper ? target : 1 - target);
#pragma unroll 1
    for (int32 i = 0; i < 8; ++i) {
        const GammaOperands g(a, x);
        const double slope = a * g.factor();  // times x
        if (!(slope > 0)) break;
        const double error = gamma_tail(g, gamma_method(g, upper), slope / a, upper) - target;
        const double step = (upper ? -error : error) / slope, bend = a - 1 - x;
        const double next = x * (1 - step / (1 - 0.5 * step * bend)), change = fabs(next - x);
        x = next > 0 ? next : 0.5 * x;
        if (change * (1 + sqrt(a)) < 1e-6 * x) break;  // a step leaves the cube of that
    }
    return x;
}

/// How many terms lower_gamma_sum() has to have for x <= 1, or x <= a < 12, to leave less than 2^-55 of it: counted.
CUPRUM_DEVICE int32 lower_gamma_terms(double x) {
    const float near = static_cast<float>(x);
    return static_cast<int32>(near < 1.125f ? 9 + 10 * near : 18 + 2 * near);
}

#if CUPRUM_GPU
/// P for 0 < x <= 1 or x <= a < 12: its series from the last term on, of which one quotient is left. In line, as most
/// calls need no more.
CUPRUM_DEVICE double lower_gamma_near(double a, double x) {
    double numerator = 1, denominator = 1;
    const auto step = [&](double r) {
        denominator *= r;
        numerator = fma(x, numerator, denominator);
    };
    // Most steps may take what is left of `a` beside the number of terms; on the last few the result depends.
#pragma unroll 1
    for (double r = a + lower_gamma_terms(x); r > a + 4.5; r -= 1) step(r);
#pragma unroll
    for (int32 k = 4; k > 0; --k) step(a + k);
    double next = a + 1, over = 1, under = 1;
#pragma unroll 1
    for (; next >= 3; over *= next) next -= 1;
    if (next < 2) under = next, next += 1;
    under *= horner(next - 2, xsf::cephes::detail::gamma_Q);
    over *= horner(next - 2, xsf::cephes::detail::gamma_P);
    return exp(fma(a, log(x), -x)) * under * numerator / (over * denominator);
}
#else
/// The same of a register's elements.
inline registers::reals gammainc_of_registers(registers::reals a, registers::reals x) {
    using namespace registers;
    const masks usual = a > 1e-20 & a < 12.0 & x > 1e-20 & (x <= 1.0 | x <= a);
    reals value = 0.0;
    if (any(usual)) {
        const reals order = usual ? a : reals(1.0), from = usual ? x : reals(1.0);
        // Each has its own number of terms, so that what comes out does not depend on its neighbours.
        reals terms = 0.0;
        for (int i = 0; i < count; ++i) terms[i] = lower_gamma_terms(from[i]);
        reals numerator = 1.0, denominator = 1.0;
        for (double k = __builtin_reduce_max(terms); k > 0; k -= 1) {
            const masks going = terms >= k;
            denominator = going ? denominator * (order + k) : denominator;
            numerator = going ? multiply_add(from, numerator, denominator) : numerator;
        }
        const GammaQuotient next = gamma_quotient(order + 1.0);
        const reals power = exp(multiply_add(order, log(from), -from));
        value = power * next.under * numerator / (next.over * denominator);
    }
    return one_by_one(!usual, value, [](double a, double x) { return incomplete_gamma(a, x, false); }, a, x);
}
#endif

}  // namespace detail

#if CUPRUM_GPU
CUPRUM_DEVICE double gammainc(double a, double x) {
    if (a > 1e-20 && a < 12 && x > 1e-20 && (x <= 1 || x <= a)) return detail::lower_gamma_near(a, x);
    return detail::incomplete_gamma(a, x, false);
}
#else
CUPRUM_REGISTER_FUNCTION_2(gammainc, detail::gammainc_of_registers)
#endif
CUPRUM_DEVICE double gammaincc(double a, double x) { return detail::incomplete_gamma(a, x, true); }
CUPRUM_DEVICE double gammaincinv(double a, double p) { return detail::inverse_gamma(a, p, false); }
CUPRUM_DEVICE double gammainccinv(double a, double q) { return detail::inverse_gamma(a, q, true); }

}  // namespace cuprum::special
