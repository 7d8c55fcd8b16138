// The regularised incomplete beta function, its inverse, and the distributions that are made of it. In double, whatever
// the operands: a power of large parameters leaves too few of a float's digits.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/beta.h>
#include <xsf/cephes/lanczos.h>
#include <xsf/cephes/ndtri.h>

namespace cuprum::special {
namespace detail {

/// (x (1 + more))^a, of which `near` is the base less 1: with the power of x alone, which loses no digits where it is
/// small. False where a factor is not in the range of numbers.
CUPRUM_DEVICE_ONCE bool ratio_power(double a, double x, double near, double more, double& power) {
    const bool is_near = fabs(near) < 0.5;
    const double exponent = a * log1p(is_near ? near : more);
    const double small = is_near ? 1.0 : pow(x, a);
    power = exp(exponent) * small;
    return fabs(exponent) < 300 && small > 1e-290 && power > 1e-280;
}

/// x^a y^b / B(a, b), where y = 1 - x, without overflow on the way. After Lanczos' formula for the three gamma
/// functions, of which the powers are taken together.
CUPRUM_DEVICE_ONCE double beta_power(double a, double b, double x, double y) {
    constexpr double g = xsf::cephes::lanczos_g - 0.5;
    const double c = a + b, ag = a + g, bg = b + g, cg = c + g;
    const double factor = xsf::cephes::lanczos_sum_expg_scaled(c) /
                          (xsf::cephes::lanczos_sum_expg_scaled(a) * xsf::cephes::lanczos_sum_expg_scaled(b)) *
                          sqrt(bg * 0.36787944117144233) * sqrt(ag / cg);
    // log(x cg / ag), and the same of y, small where x is near the mean.
    const double near_x = (x * b - y * ag) / ag, near_y = (y * a - x * bg) / bg;
    double power_x, power_y;
    if (ratio_power(a, x, near_x, b / ag, power_x) && ratio_power(b, y, near_y, a / bg, power_y))
        return factor * power_x * power_y;
    const double log_x = fabs(near_x) < 0.5 ? log1p(near_x) : log(x * (cg / ag));
    const double log_y = fabs(near_y) < 0.5 ? log1p(near_y) : log(y * (cg / bg));
    return factor * exp(a * log_x + b * log_y);
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
    if (turned) {
        double kept = a;
        a = b;
        b = kept;
        kept = x;
        x = y;
        y = kept;
    }
    bool converged;
    const double power = beta_power(a, b, x, y);
    const bool by_series = b * x <= 1 && x <= 0.7;
    double value;
    // The power has a factor y^b that the series has not.
    if (by_series) value = power * exp(-b * log1p(-x)) / a * beta_series(a, b, x);
    else value = power / beta_fraction(a, b, x, y, converged);
    value = value > 1 ? 1 : value;
    double rest = 1 - value;
    // What is left of 1 has lost digits where it is small: the fraction of the other side converges there, too, if
    // slowly.
    if (rest < 0.1 && y > 0) {
        const double direct = beta_power(b, a, y, x) / beta_fraction(b, a, y, x, converged);
        rest = converged ? direct : rest;
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
        double kept = a;
        a = b;
        b = kept;
        kept = p;
        p = q;
        q = kept;
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
        const double density = beta_power(a, b, x, 1 - x) / (x * (1 - x));
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

}  // namespace detail

CUPRUM_DEVICE_ONCE double betainc(double a, double b, double x) {
    double lower, upper;
    if (!detail::beta_limits(a, b, x, lower, upper)) detail::incomplete_beta(a, b, x, 1 - x, lower, upper);
    return lower;
}

CUPRUM_DEVICE_ONCE double betaincc(double a, double b, double x) {
    double lower, upper;
    if (!detail::beta_limits(a, b, x, lower, upper)) detail::incomplete_beta(a, b, x, 1 - x, lower, upper);
    return upper;
}

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

CUPRUM_DEVICE_ONCE double fdtr(double n, double d, double x) {
    if (!(n > 0) || !(d > 0) || !(x >= 0)) return limits<double>::nan();
    if (isinf(x)) return 1;
    if (isinf(n) || isinf(d)) return limits<double>::nan();
    const double part = n * x, whole = part + d;
    return isinf(whole) ? 1 : part < d ? betainc(n / 2, d / 2, part / whole) : betaincc(d / 2, n / 2, d / whole);
}

CUPRUM_DEVICE_ONCE double fdtrc(double n, double d, double x) {
    if (!(n > 0) || !(d > 0) || !(x >= 0)) return limits<double>::nan();
    if (isinf(x)) return 0;
    if (isinf(n) || isinf(d)) return limits<double>::nan();
    const double part = n * x, whole = part + d;
    return isinf(whole) ? 0 : part < d ? betaincc(n / 2, d / 2, part / whole) : betainc(d / 2, n / 2, d / whole);
}

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
