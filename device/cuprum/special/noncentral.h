// The noncentral chi-square and t distributions: sums of central ones, weighted by Poisson's distribution. Terms are
// added from where they are negligible towards the larger ones, each central value from its neighbour's by an addition
// of what is positive (D. Benton and K. Krishnamoorthy, Comput. Statist. Data Anal. 43 (2003), who subtract on one
// side).
#pragma once

#include <cuprum/special/beta.h>
#include <xsf/cephes/igam.h>
#include <xsf/cephes/ndtr.h>

namespace cuprum::special {
namespace detail {

/// y^a exp(-y) / Gamma(a + 1), or its logarithm.
CUPRUM_DEVICE_ONCE double poisson_mass(double a, double y) { return xsf::cephes::detail::igam_fac(a, y) / a; }
CUPRUM_DEVICE_ONCE double log_poisson_mass(double a, double y) {
    return a * log(y) - y - CUPRUM_BUILTIN(lgamma)(a + 1);
}

/// Series of the incomplete gamma function over the mass: 1 + y / (a + 1) + ..., for y < a + 1.
CUPRUM_DEVICE_ONCE double gamma_over_mass(double a, double y) {
    double term = 1, sum = 1;
    for (double k = 1; k < 20000; k += 1) {
        term *= y / (a + k);
        sum += term;
        if (term < 1e-17 * sum) break;
    }
    return sum;
}

/// From where on the weights of Poisson's distribution are negligible, times a bound y / (a + j) of the ratio of what
/// they weigh.
CUPRUM_DEVICE_ONCE double last_term(double first, double rate, double a, double y) {
    double top = first;
    for (double ratio = 1; ratio > 1e-18;) {
        top += 1;
        ratio *= rate / top * fmin(1.0, y / (a + top));
    }
    return top;
}

/// 0 < x < infinity and the parameters positive and finite.
CUPRUM_DEVICE_ONCE double noncentral_chi_square(double x, double df, double nc) {
    const double y = x / 2, rate = nc / 2, half = df / 2;
    const double top = last_term(floor(fmin(rate, sqrt(rate * y))), rate, half, y);
    const double a = half + top;
    const bool in_tail = y < a;
    const double first_weight = top > 0 ? poisson_mass(top, rate) : exp(-rate), first_mass = poisson_mass(a, y);
    const bool scaled = in_tail && (first_weight < 1e-200 || first_mass < 1e-200 || first_weight * first_mass < 1e-250);
    double weight = scaled ? 1 : first_weight, mass = scaled ? 1 : first_mass;
    double value = in_tail ? mass * gamma_over_mass(a, y) : xsf::cephes::igam(a, y);
    double sum = 0;
    for (double j = top; j >= 0; j -= 1) {
        const double term = weight * value;
        sum += term;
        if (term < 1e-18 * sum && j < rate) break;
        weight *= j / rate;
        mass *= (half + j) / y;
        value += mass;
    }
    return scaled ? sum * exp(log_poisson_mass(top, rate) + log_poisson_mass(a, y)) : fmin(sum, 1.0);
}

/// Both tails of the noncentral t distribution at t > 0.
CUPRUM_DEVICE_ONCE void noncentral_t(double df, double nc, double t, double& lower, double& upper) {
    const double rate = nc * nc / 2, b = df / 2, sign = nc < 0 ? -1 : 1;
    const double x = t * t / (df + t * t), y = df / (df + t * t), spread = 12 * sqrt(rate) + 40;
    const bool from_above = t < nc;
    const double bottom = rate > spread ? floor(rate - spread) : 0;
    const double top = last_term(floor(rate), rate, 1, limits<double>::infinity());
    const double start = from_above ? top : bottom, end = from_above ? bottom : top, step = from_above ? -1 : 1;
    // Weights of even and of odd powers; the second begins at 2 exp(-rate) nc / sqrt(2 pi) for j = 0.
    double even = start > 0 ? poisson_mass(start, rate) : exp(-rate), odd = poisson_mass(start + 0.5, rate);
    double low = from_above ? betainc(start + 0.5, b, x) : betaincc(start + 0.5, b, x);
    double high = from_above ? betainc(start + 1, b, x) : betaincc(start + 1, b, x);
    double low_step = beta_power(start + 0.5, b, x, y, 0, 0), high_step = beta_power(start + 1, b, x, y, 0, 0), sum = 0;
    for (double j = start;; j += step) {
        sum += even * low + sign * odd * high;
        if (j == end) break;
        // The step from a to a + 1 is x^a y^b / (a B(a, b)).
        if (from_above) {
            even *= j / rate;
            odd *= (j + 0.5) / rate;
            low_step *= (j - 0.5) / (j - 0.5 + b) / x;
            high_step *= j / (j + b) / x;
            low += low_step / (j - 0.5);
            high += high_step / j;
        } else {
            even *= rate / (j + 1);
            odd *= rate / (j + 1.5);
            low += low_step / (j + 0.5);
            high += high_step / (j + 1);
            low_step *= (j + 0.5 + b) / (j + 0.5) * x;
            high_step *= (j + 1 + b) / (j + 1) * x;
        }
    }
    sum = fmax(sum / 2, 0.0);
    if (from_above) {
        lower = fmin(xsf::cephes::ndtr(-nc) + sum, 1.0);
        upper = 1 - lower;
    } else {
        upper = fmin(sum, 1.0);
        lower = 1 - upper;
    }
}

}  // namespace detail

CUPRUM_DEVICE_ONCE double chndtr(double x, double df, double nc) {
    if (isnan(x) || !(x >= 0) || !(df > 0) || !(nc >= 0) || isinf(df) || isinf(nc)) return limits<double>::nan();
    if (x == 0 || isinf(x)) return x == 0 ? 0 : 1;
    if (nc < 1e-300 || x < 1e-290) return exp(-nc / 2) * xsf::cephes::igam(df / 2, x / 2);
    return detail::noncentral_chi_square(x, df, nc);
}

CUPRUM_DEVICE_ONCE double nctdtr(double df, double nc, double t) {
    if (!(df > 0) || isnan(nc) || isnan(t) || isinf(nc)) return limits<double>::nan();
    if (isinf(t)) return t > 0 ? 1 : 0;
    if (isinf(df)) return xsf::cephes::ndtr(t - nc);
    if (nc == 0) return stdtr(df, t);
    if (t == 0) return xsf::cephes::ndtr(-nc);
    double lower, upper;
    detail::noncentral_t(df, t < 0 ? -nc : nc, fabs(t), lower, upper);
    return t < 0 ? upper : lower;
}

}  // namespace cuprum::special
