// The regularised incomplete beta function, its inverse, and the distributions that are made of it. In double, whatever
// the operands: a power of large parameters leaves too few of a float's digits.
#pragma once

#include <cuprum/special/beta_fraction.h>
#include <cuprum/special/beta_power.h>
#include <cuprum/special/horner.h>
#include <cuprum/special/log_ratio.h>
#include <cuprum/special/wide.h>
#include <xsf/beta.h>
#include <xsf/cephes/ndtri.h>

namespace cuprum::special {
namespace detail {

CUPRUM_DEVICE void exchange(double& a, double& b) {
    const double kept = a;
    a = b;
    b = kept;
}

/// The digamma function for x >= 1.
CUPRUM_DEVICE double digamma_above_1(double x) {
    double shift = 0;
#pragma unroll 1
    for (int32 k = 0; k < 10 && x < 10; ++k, x += 1) shift += 1 / x;
    constexpr double c[] = {-691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252, -1.0 / 120, 1.0 / 12};
    const double r = 1 / x;
    return log(x) - r * (0.5 + r * horner(r * r, c)) - shift;
}

/// The logarithm of I_x(a, b) for a < 0.01 and x (b + 2) of at most 1 or so, where I is nearly 1. The series is DLMF
/// 8.17.7.
CUPRUM_DEVICE_ONCE double log_beta_of_small(double a, double b, double x) {
    double term = 1, sum = 0;
#pragma unroll 1
    for (double n = 1; n < 100; n += 1) {
        term *= (n - b) / n * x;
        sum += term / (a + n);
        if (fabs(term) <= 1e-17 * fabs(sum)) break;
    }
    // The logarithm of Gamma(1 + a + b) / (Gamma(1 + a) Gamma(1 + b)) over a: an integral, by Gauss' three nodes.
    double mean = 0;
#pragma unroll 1
    for (int32 i = -1; i < 2; ++i) {
        const double t = a * (0.5 + i * 0.3872983346207417), z = 1 + b + t;
        // log(x) cancels the digamma function of large b, which is this logarithm.
        const double part = b > 1e8 ? log(x * (z - 0.5)) : log(x) + digamma_above_1(z);
        mean += (i ? 5.0 / 18 : 8.0 / 18) * (part - digamma_above_1(1 + t));
    }
    return a * mean - log1p(a / b) + log1p(a * sum);
}

/// log1p(u) - u for -0.29 < u < 0.41.
CUPRUM_DEVICE double log1p_less_first(double u) {
    const double f = u / (2 + u);
    return atanh_rest(f) - u * f;
}

/// I_x(a, b) and its complement for a, b > 1000, where the continued fraction would take hundreds of terms to millions:
/// the smaller one as the integral of the density from x on, in standard deviations, by Gauss' 16 nodes on each of four
/// parts. The density is that of the mean, by Stirling's series, times a power whose logarithm's first terms cancel.
/// `y_lost` is what 1 - x has lost in y. Gives x^a y^b / B(a, b), or -1 and nothing where x is too far from the mean
/// for that.
CUPRUM_DEVICE_ONCE double large_beta(double a, double b, double x, double y, double y_lost, double& lower,
                                     double& upper) {
    constexpr double nodes[] = {0.0950125098376374402, 0.281603550779258913, 0.458016777657227386,
                                0.617876244402643748,  0.755404408355003034, 0.865631202387831744,
                                0.944575023073232576,  0.989400934991649933};
    constexpr double weights[] = {0.189450610455068496,  0.182603415044923589, 0.169156519395002538,
                                  0.149595988816576732,  0.124628971255533872, 0.0951585116824927848,
                                  0.0622535239386478929, 0.0271524594117540949};
    const double n = a + b, mean = a / n, mean_rest = b / n, deviation = sqrt(mean * mean_rest / n);
    const double first = x * b, second = a * y, difference = first - second;
    const double lost = lost_in_sum(first, -second, difference) + fma(x, b, -first) - fma(a, y, -second) - a * y_lost;
    const double z = (difference + lost) / n / deviation, size = fabs(z), sign = z < 0 ? -1 : 1;
    double tail = 0, power = 0;
    if (size < 45) {
        const double end = sqrt(fma(size, size, 80.0));  // beyond is 1e-17 of the rest
        if (end * deviation > 0.29 * fmin(mean, mean_rest)) return -1;
        const auto stirling = [](double c) { return (1 - 1 / (30 * c * c)) / (12 * c); };
        const double factor = 0.39894228040143268 * exp(stirling(n) - stirling(a) - stirling(b));
        const auto logarithm = [&](double by) {
            return a * log1p_less_first(by / mean) + b * log1p_less_first(-by / mean_rest);
        };
        power = factor * sqrt(n * mean * mean_rest) * exp(logarithm(z * deviation));
        const double half = (end - size) / 8;
#pragma unroll 1
        for (int32 i = 0; i < 64; ++i) {
            const double node = i % 16 < 8 ? -nodes[i % 8] : nodes[i % 8];
            const double by = sign * (size + half * (2 * (i / 16) + 1 + node)) * deviation;
            tail += weights[i % 8] * exp(logarithm(by)) / ((1 + by / mean) * (1 - by / mean_rest));
        }
        tail *= factor * half;
    } else if (fmin(a, b) < 1e5) {
        return -1;
    }
    lower = z < 0 ? tail : 1 - tail;
    upper = z < 0 ? 1 - tail : tail;
    return power;
}

/// I_x(a, b) and its complement; a, b > 0 and 0 < x < 1. Gives x^a y^b / B(a, b).
CUPRUM_DEVICE_ONCE double incomplete_beta(double a, double b, double x, double y, double& lower, double& upper) {
    if (a == 1 && b == 1) {  // exactly, as SciPy's
        lower = x;
        upper = y;
        return x * y;
    }
    const double y_lost = x < 0.5 ? (1 - y) - x : 0;
    if (fmin(a, b) > 1000) {
        const double power = large_beta(a, b, x, y, y_lost, lower, upper);
        if (power >= 0) return power;
    }
    const bool turned = x * (a + b + 2) > a + 1;
    const double power = beta_power(a, b, x, y, 0, y_lost);
    double value = 0, rest = 0;
    const auto turn = [&] {
        exchange(a, b);
        exchange(x, y);
    };
    if (turned) turn();
    const bool is_small = a < 0.01;
    if (is_small) {
        value = log_beta_of_small(a, b, x);
        rest = -expm1(value);
        value = exp(value);
    }
    // Once, as a rule. What is left of 1 has lost digits where it is small: the fraction of the other side converges
    // there, too, if slowly, and with more of rounding near its end.
#pragma unroll 1
    for (int side = is_small ? 2 : 0; side < 2; ++side) {
        bool converged;
        const double part = power / beta_fraction(a, b, x, y, converged);
        if (side == 1) {
            rest = converged && part < 1 ? part : rest;
            break;
        }
        value = part > 1 ? 1 : part;
        rest = 1 - value;
        if (!(rest < (x < 0.05 ? 0.1 : 0.25) && y > 0)) break;
        turn();
    }
    lower = turned ? rest : value;
    upper = turned ? value : rest;
    return power;
}

/// The ends of the domain; whether there is nothing left to compute.
CUPRUM_DEVICE_ONCE bool beta_limits(double a, double b, double x, double& lower, double& upper) {
    lower = upper = limits<double>::nan();
    if (isnan(a) || isnan(b) || isnan(x) || a < 0 || b < 0 || x < 0 || x > 1) return true;
    // All of the weight lies at 0, at 1, or at both.
    const bool at_0 = a == 0 || isinf(b), at_1 = b == 0 || isinf(a);
    if (at_0 && at_1) return true;
    if (x != 0 && x != 1 && !at_0 && !at_1) return false;
    lower = at_0 ? (x > 0 ? 1 : 0) : x == 1 ? 1 : 0;
    upper = 1 - lower;
    return true;
}

/// x with I_x(a, b) = p, where q = 1 - p. Newton's method with Halley's correction between bounds, for the smaller of x
/// and 1 - x, whose logarithm is what converges where it is tiny.
CUPRUM_DEVICE_ONCE double inverse_beta(double a, double b, double p, double q) {
    const double mean = a / (a + b);
    double lower, upper;
    const double at_mean = incomplete_beta(a, b, mean, b / (a + b), lower, upper);
#if CUPRUM_GPU
    const double log_beta = xsf::betaln(a, b);
#else
    // From the power that is there already: near enough for a start, and the compiler is spared betaln.
    const auto log_of = [](double part, double rest) { return part < 0.5 ? log(part) : log1p(-rest); };
    const double log_beta = a * log_of(mean, b / (a + b)) + b * log_of(b / (a + b), mean) - log(at_mean);
#endif
    // Solve below the mean, where nothing cancels.
    bool turned = p > lower;
    if (turned) {
        exchange(a, b);
        exchange(p, q);
    }
    const double top = turned ? 1 - mean : mean;
    // The leading term of the series, x^a / (a B(a, b)), in logarithms.
    const double log_start = (log(p) + log_beta + log(a)) / a;
    double low = 0, high = top, x = exp(log_start);
    // Above 1/2 by the complement, which keeps its digits where it is tiny.
    bool by_rest = false;
    if (top > 0.5) {
        incomplete_beta(a, b, 0.5, 0.5, lower, upper);
        by_rest = lower < p;
        high = 0.5;
    }
    if (by_rest) {
        exchange(a, b);
        turned = !turned;
        x = low = a / (a + b);
    } else if (!(x < high)) {
        x = high * 0.5;
    }
    if (x == 0) return turned ? 1 : 0;
    for (int i = 0; i < 50; ++i) {
        const double density = incomplete_beta(a, b, x, 1 - x, lower, upper) / (x * (1 - x));
        const double value = by_rest ? upper : lower, error = value - p;
        if ((error > 0) == by_rest) low = x;
        else high = x;
        if (error == 0) break;
        // A step in log(x) of log(I / p), which is nearly straight for small x; that of the complement is in x.
        const double slope = density * x / value;
        double step = value > 0 ? log1p(error / p) / slope : -1;
        if (fabs(error) > p * 0.5 && value > 0) step = log(value / p) / slope;
        double next = by_rest ? x + x * step : x * exp(-step);
        // The method squares a small error: what is left after this step is below rounding, of which bounds know
        // nothing.
        if (step * step * (fmin(a, b) + 2) < 1e-17 && i > 0) {
            x = next;
            break;
        }
        if (next == x) break;  // a bound, from which halves would lead away where x is subnormal
        if (!(next > low && next < high))
            next = low > 0 && low * 4 < high ? sqrt(low) * sqrt(high) : 0.5 * (low + high);
        if (next == x) break;
        x = next;
    }
    return turned ? 1 - x : x;
}

/// I_x(a, b) or its complement.
CUPRUM_DEVICE_ONCE double beta_tail(double a, double b, double x, bool is_upper) {
    double lower, upper;
    if (!beta_limits(a, b, x, lower, upper)) incomplete_beta(a, b, x, 1 - x, lower, upper);
    return is_upper ? upper : lower;
}

/// x with I_x(a, b) = p, or with a complement of p.
template <bool is_upper>
CUPRUM_DEVICE_ONCE double inverse_beta_of_number(double a, double b, double p) {
    if (isnan(a) || isnan(b) || isnan(p) || !(a > 0) || !(b > 0) || p < 0 || p > 1) return limits<double>::nan();
    if (p == 0 || p == 1) return is_upper ? 1 - p : p;
    if (isinf(a) || isinf(b)) return isinf(a) && isinf(b) ? limits<double>::nan() : isinf(a) ? 1 : 0;
    return is_upper ? inverse_beta(a, b, 1 - p, p) : inverse_beta(a, b, p, 1 - p);
}

}  // namespace detail
}  // namespace cuprum::special

#include <cuprum/special/register_beta.h>

namespace cuprum::special {

#if CUPRUM_GPU
CUPRUM_DEVICE_ONCE double betainc(double a, double b, double x) { return detail::beta_tail(a, b, x, false); }
CUPRUM_DEVICE_ONCE double betaincc(double a, double b, double x) { return detail::beta_tail(a, b, x, true); }
#else
CUPRUM_REGISTER_FUNCTION_3(betainc, detail::beta_of_register<false>)
CUPRUM_REGISTER_FUNCTION_3(betaincc, detail::beta_of_register<true>)
#endif

#if CUPRUM_GPU
CUPRUM_DEVICE_ONCE double betaincinv(double a, double b, double p) {
    return detail::inverse_beta_of_number<false>(a, b, p);
}
CUPRUM_DEVICE_ONCE double betainccinv(double a, double b, double q) {
    return detail::inverse_beta_of_number<true>(a, b, q);
}
#else
CUPRUM_REGISTER_FUNCTION_3(betaincinv, detail::inverse_beta_of_register<false>)
CUPRUM_REGISTER_FUNCTION_3(betainccinv, detail::inverse_beta_of_register<true>)
#endif

// Distributions of this function: Fisher's and Student's.

namespace detail {

/// The part of Fisher's distribution below x, or above.
CUPRUM_DEVICE_ONCE double fisher_tail(double n, double d, double x, bool is_upper) {
    if (!(n > 0) || !(d > 0) || !(x >= 0)) return limits<double>::nan();
    if (isinf(x)) return is_upper ? 0 : 1;
    if (isinf(n) || isinf(d)) return limits<double>::nan();
    const double part = n * x, whole = part + d;
    // By the smaller of x and 1 - x; a product beyond all numbers is all of the whole.
    const bool is_part = part < d;
    const double share = isinf(part) ? d / n / x : (is_part ? part : d) / whole;
    return beta_tail((is_part ? n : d) / 2, (is_part ? d : n) / 2, share, is_part == is_upper);
}

}  // namespace detail

CUPRUM_DEVICE_ONCE double fdtr(double n, double d, double x) { return detail::fisher_tail(n, d, x, false); }
CUPRUM_DEVICE_ONCE double fdtrc(double n, double d, double x) { return detail::fisher_tail(n, d, x, true); }

CUPRUM_DEVICE_ONCE double fdtri(double n, double d, double p) {
    if (!(n > 0) || !(d > 0) || !(p >= 0) || !(p <= 1) || isinf(n) || isinf(d)) return limits<double>::nan();
    if (p == 1) return limits<double>::infinity();
    if (p == 0) return 0;
    // The smaller of x and 1 - x keeps its digits.
    const double x = detail::inverse_beta_of_number<false>(n / 2, d / 2, p);
    if (x < 0.5) return d * x / (n * (1 - x));
    const double y = detail::inverse_beta_of_number<true>(d / 2, n / 2, p);
    return d * (1 - y) / (n * y);
}

CUPRUM_DEVICE_ONCE double stdtr(double df, double t) {
    if (isnan(df) || isnan(t) || !(df > 0)) return limits<double>::nan();
    if (isinf(t)) return t < 0 ? 0 : 1;
    // Of so few degrees of freedom half of the probability is beyond all numbers.
    if (t == 0 || df < 1e-20) return 0.5;
    double tail;
    const double square = t * t;
    if (df > 1e18) {
        tail = 0.5 * CUPRUM_BUILTIN(erfc)(static_cast<double>(fabs(t)) * 0.7071067811865476);
    } else if (square < df) {
        tail = 0.5 * detail::beta_tail(0.5, df / 2, square / (df + square), true);
    } else {
        const double x = df / (df + square);
        // Where x is subnormal or 0, the leading term of the series alone, in logarithms.
        if (x < 1e-300) tail = exp(df * (0.5 * log(df) - log(fabs(t))) - log(df) - xsf::betaln(df / 2, 0.5));
        else tail = 0.5 * detail::beta_tail(df / 2, 0.5, x, false);
    }
    return t < 0 ? tail : 1 - tail;
}

CUPRUM_DEVICE_ONCE double stdtrit(double df, double p) {
    if (isnan(df) || isnan(p) || !(df > 0) || p < 0 || p > 1) return limits<double>::nan();
    if (p == 0 || p == 1) return p == 0 ? -limits<double>::infinity() : limits<double>::infinity();
    if (p == 0.5) return 0;
    if (df > 1e18) return xsf::cephes::ndtri(p);
    const double tail = p < 0.5 ? 2 * p : 2 * (1 - p);
    double size;
    const double y = detail::inverse_beta_of_number<false>(df / 2, 0.5, tail);
    if (y < 1e-200) {
        // The leading term of the series alone, in logarithms.
        size = sqrt(df) * exp(-(log(tail) + log(df / 2) + xsf::betaln(df / 2, 0.5)) / df);
    } else if (y < 0.5) {
        size = sqrt(df * ((1 - y) / y));
    } else {
        const double x = detail::inverse_beta_of_number<true>(0.5, df / 2, tail);
        size = sqrt(df * (x / (1 - x)));
    }
    return p < 0.5 ? -size : size;
}

}  // namespace cuprum::special
