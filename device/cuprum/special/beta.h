// The regularised incomplete beta function, its inverse, and the distributions that are made of it. In double, whatever
// the operands: a power of large parameters leaves too few of a float's digits.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/beta.h>
#include <xsf/cephes/lanczos.h>
#include <xsf/cephes/ndtri.h>

namespace cuprum::special {
namespace detail {

CUPRUM_DEVICE void exchange(double& a, double& b) {
    const double kept = a;
    a = b;
    b = kept;
}

/// What a + b loses where it is rounded to `sum`.
CUPRUM_DEVICE double lost_in_sum(double a, double b, double sum) {
    const double of_b = sum - a;
    return (a - (sum - of_b)) + (b - of_b);
}

/// (x upper / lower)^a, and what a times the logarithm of the base lost in its roundings: `lost` is what upper and
/// lower have lost already, relative to their quotient.
CUPRUM_DEVICE double ratio_power(double a, double x, double upper, double lower, double lost, double& correction) {
    const double product = x * upper, base = product / lower;
    const double rest = fma(-base, lower, product) + fma(x, upper, -product);
    correction = a * (rest / product + lost);
    return pow(base, a);
}

/// x^a y^b / B(a, b), where y = 1 - x, without overflow on the way. After Lanczos' formula for the three gamma
/// functions, of which the powers are taken together: their bases are rounded, which costs as many digits as the
/// exponents have, unless what is lost is taken along. `x_lost` and `y_lost` are what x and y have lost themselves.
CUPRUM_DEVICE_ONCE double beta_power(double a, double b, double x, double y, double x_lost, double y_lost) {
    constexpr double g = xsf::cephes::lanczos_g - 0.5;
    const double c = a + b, cg = c + g;
    double ag = a + g, bg = b + g;
    const double factor = xsf::cephes::lanczos_sum_expg_scaled(c) /
                          (xsf::cephes::lanczos_sum_expg_scaled(a) * xsf::cephes::lanczos_sum_expg_scaled(b)) *
                          sqrt(bg * 0.36787944117144233) * sqrt(ag / cg);
    const double c_lost = (lost_in_sum(a, b, c) + lost_in_sum(c, g, cg)) / cg;
    double power = 1, correction = 0;
    bool in_range = true;
    const auto turn = [&] {
        exchange(a, b);
        exchange(ag, bg);
        exchange(x, y);
        exchange(x_lost, y_lost);
    };
#pragma unroll 1
    for (int32 side = 0; side < 2; ++side) {
        double lost;
        const double one = ratio_power(a, x, cg, ag, c_lost - lost_in_sum(a, g, ag) / ag + x_lost / x, lost);
        in_range = in_range && one > 1e-280 && one < 1e280;
        power *= one;
        correction += lost;
        turn();
    }
    if (in_range && fabs(correction) < 1e-8) return factor * (power + power * correction);
    double exponent = 0;
#pragma unroll 1
    for (int32 side = 0; side < 2; ++side) {
        const double near = (x * b - y * ag) / ag;  // x cg / ag, less 1
        exponent += a * (fabs(near) < 0.5 ? log1p(near) : log(x * (cg / ag)));
        turn();
    }
    return factor * exp(exponent);
}

/// K in I_x(a, b) = x^a y^b / (B(a, b) K): DLMF 8.17.22 with its terms taken in pairs, by Lentz' method.
CUPRUM_DEVICE_ONCE double beta_fraction(double a, double b, double x, double y, bool& converged) {
    const double tiny = 1e-290;
    const auto denominator = [&](double m) {
        const double before = m > 0 ? m * (b - m) * x / (a + 2 * m - 1) : 0;  // for a = 1 it would be 0 / 0
        return m + before + (a + m) * (a * y - b * x + 1 + m * (1 + y)) / (a + 2 * m + 1);
    };
    converged = false;
    double f = denominator(0);
    f = f == 0 ? tiny : f;
    double c = f, d = 0;
    for (double m = 1; m < 3000; m += 1) {
        const double w = a + 2 * m - 1;
        const double numerator = (a + m - 1) / w * ((a + b + m - 1) / w) * m * (b - m) * x * x, next = denominator(m);
        d = next + numerator * d;
        d = d == 0 ? tiny : d;
        c = next + numerator / c;
        c = c == 0 ? tiny : c;
        d = 1 / d;
        const double change = c * d;
        f *= change;
        converged = fabs(change - 1) <= limits<double>::epsilon();
        if (converged) break;
    }
    return f;
}

/// a times the sum of (1 - b)_n x^n / (n! (a + n)).
CUPRUM_DEVICE_ONCE double beta_series(double a, double b, double x) {
    double term = 1, sum = 1;
    for (double n = 1; n < 500; n += 1) {
        term *= (n - b) / n * x;
        const double part = term * (a / (a + n));
        sum += part;
        if (fabs(part) <= fabs(sum) * limits<double>::epsilon() * 0.5) break;
    }
    return sum;
}

/// I_x(a, b) and its complement; a, b > 0 and 0 < x < 1.
CUPRUM_DEVICE_ONCE void incomplete_beta(double a, double b, double x, double y, double& lower, double& upper) {
    const bool turned = x * (a + b + 2) > a + 1;
    double x_lost = 0, y_lost = x < 0.5 ? (1 - y) - x : 0, value = 0, rest = 0;
    const auto turn = [&] {
        exchange(a, b);
        exchange(x, y);
        exchange(x_lost, y_lost);
    };
    if (turned) turn();
    // Once, as a rule. What is left of 1 has lost digits where it is small: the fraction of the other side converges
    // there, too, if slowly.
#pragma unroll 1
    for (int32 side = 0; side < 2; ++side) {
        bool converged = true;
        double part = beta_power(a, b, x, y, x_lost, y_lost);
        // The power has a factor y^b that the series has not.
        if (side == 0 && b * x <= 1 && x <= 0.7) part *= exp(-b * log1p(-x)) / a * beta_series(a, b, x);
        else part /= beta_fraction(a, b, x, y, converged);
        if (side == 1) {
            rest = converged ? part : rest;
            break;
        }
        value = part > 1 ? 1 : part;
        rest = 1 - value;
        if (!(rest < 0.1 && y > 0)) break;
        turn();
    }
    lower = turned ? rest : value;
    upper = turned ? value : rest;
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
    double at_mean, above_mean;
    incomplete_beta(a, b, mean, b / (a + b), at_mean, above_mean);
    // Solve below the mean, where nothing cancels.
    const bool turned = p > at_mean;
    if (turned) {
        exchange(a, b);
        exchange(p, q);
    }
    const double top = turned ? 1 - mean : mean;
    // The leading term of the series, x^a / (a B(a, b)), in logarithms.
    const double log_factor = xsf::betaln(a, b) + log(a);
    const double log_start = (log(p) + log_factor) / a;
    double low = 0, high = top, x = exp(log_start);
    if (!(x < top)) x = top * 0.5;
    if (x == 0) return turned ? 1 : 0;
    for (int i = 0; i < 50; ++i) {
        double lower, upper;
        incomplete_beta(a, b, x, 1 - x, lower, upper);
        const double error = lower - p;
        if (error > 0) high = x;
        else low = x;
        if (error == 0) break;
        const double density = beta_power(a, b, x, 1 - x, 0, 0) / (x * (1 - x));
        // A step in log(x) of log(I / p), which is nearly straight for small x.
        const double slope = density * x / lower;
        double step = lower > 0 ? log1p(error / p) / slope : -1;
        if (fabs(error) > p * 0.5 && lower > 0) step = log(lower / p) / slope;
        double next = x * exp(-step);
        // The method squares a small error: what is left after this step is below rounding, of which bounds know
        // nothing.
        if (step * step * (a + b) < 1e-17 && i > 0) {
            x = next;
            break;
        }
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

}  // namespace detail

CUPRUM_DEVICE_ONCE double betainc(double a, double b, double x) { return detail::beta_tail(a, b, x, false); }
CUPRUM_DEVICE_ONCE double betaincc(double a, double b, double x) { return detail::beta_tail(a, b, x, true); }

CUPRUM_DEVICE_ONCE double betaincinv(double a, double b, double p) {
    if (isnan(a) || isnan(b) || isnan(p) || !(a > 0) || !(b > 0) || p < 0 || p > 1) return limits<double>::nan();
    if (p == 0 || p == 1) return p;
    if (isinf(a) || isinf(b)) return isinf(a) && isinf(b) ? limits<double>::nan() : isinf(a) ? 1 : 0;
    return detail::inverse_beta(a, b, p, 1 - p);
}

CUPRUM_DEVICE_ONCE double betainccinv(double a, double b, double q) {
    if (isnan(a) || isnan(b) || isnan(q) || !(a > 0) || !(b > 0) || q < 0 || q > 1) return limits<double>::nan();
    if (q == 0 || q == 1) return 1 - q;
    if (isinf(a) || isinf(b)) return isinf(a) && isinf(b) ? limits<double>::nan() : isinf(a) ? 1 : 0;
    return detail::inverse_beta(a, b, 1 - q, q);
}

// Distributions of this function: Fisher's and Student's.

namespace detail {

/// The part of Fisher's distribution below x, or above.
CUPRUM_DEVICE_ONCE double fisher_tail(double n, double d, double x, bool is_upper) {
    if (!(n > 0) || !(d > 0) || !(x >= 0)) return limits<double>::nan();
    if (isinf(x)) return is_upper ? 0 : 1;
    if (isinf(n) || isinf(d)) return limits<double>::nan();
    const double part = n * x, whole = part + d;
    if (isinf(whole)) return is_upper ? 0 : 1;
    // By the smaller of x and 1 - x.
    const bool is_part = part < d;
    return beta_tail((is_part ? n : d) / 2, (is_part ? d : n) / 2, (is_part ? part : d) / whole, is_part == is_upper);
}

}  // namespace detail

CUPRUM_DEVICE_ONCE double fdtr(double n, double d, double x) { return detail::fisher_tail(n, d, x, false); }
CUPRUM_DEVICE_ONCE double fdtrc(double n, double d, double x) { return detail::fisher_tail(n, d, x, true); }

CUPRUM_DEVICE_ONCE double fdtri(double n, double d, double p) {
    if (!(n > 0) || !(d > 0) || !(p >= 0) || !(p <= 1) || isinf(n) || isinf(d)) return limits<double>::nan();
    if (p == 1) return limits<double>::infinity();
    if (p == 0) return 0;
    // The smaller of x and 1 - x keeps its digits.
    const double x = betaincinv(n / 2, d / 2, p);
    if (x < 0.5) return d * x / (n * (1 - x));
    const double y = betainccinv(d / 2, n / 2, p);
    return d * (1 - y) / (n * y);
}

CUPRUM_DEVICE_ONCE double stdtr(double df, double t) {
    if (isnan(df) || isnan(t) || !(df > 0)) return limits<double>::nan();
    if (isinf(t)) return t < 0 ? 0 : 1;
    if (t == 0) return 0.5;
    double tail;
    const double square = t * t;
    if (df > 1e18) {
        tail = 0.5 * CUPRUM_BUILTIN(erfc)(static_cast<double>(fabs(t)) * 0.7071067811865476);
    } else if (square < df) {
        tail = 0.5 * betaincc(0.5, df / 2, square / (df + square));
    } else {
        tail = 0.5 * betainc(df / 2, 0.5, isinf(square) ? df / fabs(t) / fabs(t) : df / (df + square));
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
    const double y = betaincinv(df / 2, 0.5, tail);
    if (y < 1e-200) {
        // The leading term of the series alone, in logarithms.
        size = sqrt(df) * exp(-(log(tail) + log(df / 2) + xsf::betaln(df / 2, 0.5)) / df);
    } else if (y < 0.5) {
        size = sqrt(df * ((1 - y) / y));
    } else {
        const double x = betainccinv(0.5, df / 2, tail);
        size = sqrt(df * (x / (1 - x)));
    }
    return p < 0.5 ? -size : size;
}

}  // namespace cuprum::special
