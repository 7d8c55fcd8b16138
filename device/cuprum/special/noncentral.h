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

/// A series is summed up term by term where its largest terms are below this index: some of its square roots are
/// several thousand terms, and an inverse sums up a hundred series. Longer ones are sampled.
constexpr double most_direct_terms = 1e4;
/// No such series has as many: a thread that counts so far has operands without a value.
constexpr int32 most_noncentral_terms = 100'000;

/// The logarithm of y^a exp(-y) / Gamma(a + 1). Large logarithms, whose difference would have lost digits, are taken
/// at once, with Stirling's series (C. Loader, Fast and Accurate Computation of Binomial Probabilities, 2000).
CUPRUM_DEVICE_ONCE double log_poisson_mass(double a, double y) {
    if (a < 25) return a * log(y) - y - CUPRUM_BUILTIN(lgamma)(a + 1);
    const double r = 1 / (a * a), near = (y - a) / a;
    const double stirling = (1.0 / 12 + (-1.0 / 360 + (1.0 / 1260 + (-1.0 / 1680 + 1.0 / 1188 * r) * r) * r) * r) / a;
    const double power = near < -0.5 ? log(y / a) - near : xsf::cephes::log1pmx(near);
    return a * power - stirling - 0.5 * log(6.283185307179586 * a);
}

/// y^a exp(-y) / Gamma(a + 1).
CUPRUM_DEVICE_ONCE double poisson_mass(double a, double y) {
    return a < 25 || fabs(a - y) <= 0.4 * a ? xsf::cephes::detail::igam_fac(a, y) / a : exp(log_poisson_mass(a, y));
}

/// poisson_mass(a + n, y) from the largest of those at a, a + 1, ...: far from y it is a power by its logarithm, whose
/// roundings count as often as its exponent says.
CUPRUM_DEVICE_ONCE double poisson_mass_above(double a, double n, double y) {
    double k = fmin(fmax(floor(y - a), 0.0), n), mass = a + k > 0 ? poisson_mass(a + k, y) : exp(-y);
    // The smallest of numbers times 0.9 is that number again, so that the product would go on to n.
    while (k < n && mass > 1e-300) mass *= y / (a + (k += 1));
    return k < n ? 0 : mass;
}

/// The incomplete gamma function over the mass: 1 + y / (a + 1) + ..., for y < a + 1. For large a and y near it this
/// series is long; far enough from a by Gamma's deviation it is an asymptotic one (DLMF 8.11.6, whose polynomials have
/// Euler's numbers of the second order).
CUPRUM_DEVICE_ONCE double gamma_over_mass(double a, double y) {
    if (a > 1e4 && y > 0.9 * a) {
        const double room = a - y;
        if (room * room < 900 * a) return xsf::cephes::igam(a, y) / poisson_mass(a, y);
        const double r = y / a, step = a / room / room;
        const double six = r * (1 + r * (114 + r * (1452 + r * (4400 + r * (3708 + r * 720)))));
        const double five = r * (1 + r * (52 + r * (328 + r * (444 + r * 120))));
        const double four = r * (1 + r * (22 + r * (58 + r * 24))), three = r * (1 + r * (8 + r * 6));
        const double two = r * (1 + r * 2);
        return a / room * (1 - step * (r - step * (two - step * (three - step * (four - step * (five - step * six))))));
    }
    double term = 1, sum = 1;
    for (double k = 1; k < 5000; k += 1) {
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
    double ratio = 1;
    for (int32 i = 0; i < most_noncentral_terms && ratio > 1e-18; ++i) {
        top += 1;
        ratio *= rate / top * fmin(1.0, y / (a + top));
    }
    return top;
}

/// From here on the series would be longer than anybody waits for.
constexpr double many_terms = 1e10;

/// M. Sankaran's normal approximation of a power of x (Biometrika 50 (1963)), for `many_terms`, where its error is
/// below 1e-10. In quarters, so that sums are finite.
CUPRUM_DEVICE_ONCE double noncentral_chi_square_normal(double x, double df, double nc) {
    const double d = df / 4, n = nc / 4, sum = d + n, spread = d + 2 * n;
    const double u = sum / spread, h = 1 - 2.0 / 3.0 * u * ((d + 3 * n) / spread);
    const double p = fmax(1 / (u * sum) / 4, 1e-300), m = (h - 1) * (1 - 3 * h);
    const double mean = h * p * (h - 1 - 0.5 * (2 - h) * m * p), deviation = h * sqrt(2 * p) * (1 + 0.5 * m * p);
    const double ratio = (x / 4) / sum, near = (x / 4 - sum) / sum;
    const double power = h * (fabs(near) < 0.5 ? log1p(near) : log(ratio));
    return xsf::cephes::ndtr((expm1(power) - mean) / deviation);
}

/// The sum of many terms, of which one in a quarter of a deviation is computed: as they make a smooth bell, the
/// trapezoidal rule is exact to within rounding (L. N. Trefethen and J. A. C. Weideman, SIAM Review 56 (2014)). They
/// are taken relative to the one at `center`, the largest, as all may be below the smallest number.
template <class LogTerm>
CUPRUM_DEVICE double sum_of_samples(LogTerm log_term, double center) {
    const double step = floor(sqrt(center) / 4), scale = log_term(center);
    if (isinf(scale)) return 0;
    double sum = 1;
    for (int side = -1; side <= 1; side += 2)
        for (int k = 1; k < 80; ++k) {
            const double j = center + side * k * step, term = j > 0 ? exp(log_term(j) - scale) : 0;
            sum += term;
            if (!(term > 1e-18 * sum)) break;
        }
    return exp(scale + log(sum * step));
}

/// Both sums of this distribution for large rates: what lies below 2 y, or to within 1e-17 what lies above.
CUPRUM_DEVICE_ONCE double noncentral_chi_square_sampled(double y, double half, double rate, double center, bool above) {
    const auto log_term = [=](double j) {
        const double a = half + j, weight = log_poisson_mass(j, rate);
        if (above) return weight + log(xsf::cephes::igamc(a, y));
        return weight + (y < a ? log_poisson_mass(a, y) + log(gamma_over_mass(a, y)) : log(xsf::cephes::igam(a, y)));
    };
    return fmin(sum_of_samples(log_term, center), 1.0);
}

/// What the distribution has above 2 y, for a y above its mean, to within 1e-17: from the first weight that counts
/// upwards, each central tail from the one before. Nothing underflows where the terms are not negligible.
CUPRUM_DEVICE_ONCE double noncentral_chi_square_above(double y, double half, double rate) {
    const double first = fmax(floor(rate - 9 * sqrt(rate) - 9), 0.0), a = half + first;
    double weight = first > 0 ? poisson_mass(first, rate) : exp(-rate), mass = poisson_mass(a, y);
    double value = xsf::cephes::igamc(a, y), sum = 0;
    double j = first;
    for (int32 terms = 0; terms < most_noncentral_terms; ++terms) {
        sum += weight * value;
        if (j > rate && weight < 1e-18) return sum;
        value += mass;
        j += 1;
        weight *= rate / j;
        mass *= y / (half + j);
    }
    return limits<double>::nan();
}

/// 0 < x < infinity and the parameters positive and finite.
CUPRUM_DEVICE_ONCE double noncentral_chi_square(double x, double df, double nc) {
    if (df + nc > many_terms) return noncentral_chi_square_normal(x, df, nc);
    const double y = x / 2, rate = nc / 2, half = df / 2;
    if (y > half + rate) {
        const double above = rate > most_direct_terms ? noncentral_chi_square_sampled(y, half, rate, floor(rate), true)
                                                      : noncentral_chi_square_above(y, half, rate);
        return above > 1 ? 0 : 1 - above;
    }
    // The largest term of the tail is where j (half + j) is rate y.
    const double peak = 2 * rate / (half + sqrt(half * half + 4 * rate * y)) * y;
    const double largest = floor(fmin(rate, peak));
    if (largest > most_direct_terms) return noncentral_chi_square_sampled(y, half, rate, largest, false);
    const double top = last_term(largest, rate, half, y);
    const double a = half + top;
    const bool in_tail = y < a;
    const double first_weight = poisson_mass_above(0, top, rate), first_mass = poisson_mass_above(half, top, y);
    const bool scaled = in_tail && (first_weight < 1e-200 || first_mass < 1e-200 || first_weight * first_mass < 1e-250);
    double weight = scaled ? 1 : first_weight, mass = scaled ? 1 : first_mass;
    double value = in_tail ? mass * gamma_over_mass(a, y) : xsf::cephes::igam(a, y);
    double sum = 0;
    int32 terms = 0;
    for (double j = top; j >= 0; j -= 1) {
        if (++terms > most_noncentral_terms) return limits<double>::nan();
        const double term = weight * value;
        sum += term;
        if (term < 1e-18 * sum && j < rate) break;
        weight *= j / rate;
        mass *= (half + j) / y;
        value += mass;
        if (mass > 1e100) {  // where the weights are as small
            mass *= 1e-100;
            value *= 1e-100;
            weight *= 1e100;
        }
    }
    return scaled ? exp(log(sum) + log_poisson_mass(top, rate) + log_poisson_mass(a, y)) : fmin(sum, 1.0);
}

/// Both tails of the noncentral t distribution at t > 0 for large |nc|: (nc + Z) / S, where Z is normal and df S^2 is
/// chi-squared. What S leaves above t is summed over Z by the trapezoidal rule. Where S is much narrower than Z, it is
/// as good as normal itself.
CUPRUM_DEVICE_ONCE void noncentral_t_normal(double df, double nc, double t, double& lower, double& upper) {
    lower = upper = 0;
    if (nc < 0) {
        lower = 1;
    } else if (df >= 2 * nc * nc) {
        const double z = (t * (1 - 0.25 / df) - nc) / sqrt(1 + t * (t / df) * 0.5);
        lower = xsf::cephes::ndtr(z);
        upper = xsf::cephes::ndtr(-z);
    } else {
        for (int i = -36; i <= 36; ++i) {
            const double z = i / 4.0, weight = 0.09973557010035818 * exp(-0.5 * z * z), s = (nc + z) / t;
            const double y = df * s * s * 0.5, above = isinf(y) ? 0 : xsf::cephes::igamc(df / 2, y);
            lower += weight * above;
            upper += weight * (above < 0.5 ? 1 - above : xsf::cephes::igam(df / 2, y));
        }
    }
}

/// The logarithm of the integrand of noncentral_t_tail, but for Phi's and a constant: u - expm1(2 u) / 2.
CUPRUM_DEVICE_ONCE double log_chi_mass(double u) {
    if (fabs(u) > 0.25) return u - expm1(2 * u) / 2;
    double term = -2 * u * u / 2, sum = term;
    for (int k = 3; k < 18; ++k) sum += term *= 2 * u / k;
    return sum;
}

/// What noncentral_t_part integrates: df s^2 Phi(z), t s phi(z) or Phi(z), where z = nc - t s.
enum class ChiPart : int { raised, density, plain };

/// The integral over u = log(s) of such a function times exp(df log_chi_mass(u)), for nc < 0 and t > 0. It is smooth
/// and has one maximum, so that half the step has the square of the error by the trapezoidal rule (L. N. Trefethen and
/// J. A. C. Weideman, SIAM Review 56 (2014)).
CUPRUM_DEVICE_ONCE double noncentral_t_part(double df, double nc, double t, ChiPart part) {
    const bool density = part == ChiPart::density;
    const double power = part == ChiPart::raised ? 2 : density ? 1 : 0;
    // Where the maximum is, and how wide: with a bound of phi / Phi that is close enough (M. R. Sampford, Ann. Math.
    // Stat. 24 (1953)).
    double slope = 0, curvature = 0;
    const auto look_at = [&](double u) {
        const double s = exp(u), move = t * s, x = move - nc, beyond = density ? 0 : 2 / (x + sqrt(x * x + 8));
        slope = power - df * expm1(2 * u) - move * (x + beyond);
        curvature = 2 * df * s * s + move * (move * (density ? 1 : beyond * (x + beyond)) + x + beyond);
    };
    double low = -1, high = 1;
    look_at(low);
    for (int i = 0; i < 1100 && slope < 0; ++i) look_at(low *= 2);
    look_at(high);
    for (int i = 0; i < 1100 && slope > 0; ++i) look_at(high *= 2);
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        look_at(middle);
        (slope < 0 ? high : low) = middle;
    }
    look_at(low);
    const double step = fmin(0.5 / sqrt(curvature), 0.1), least = 1e-18 * fmin(1.0, step);
    const auto value = [&](double u) {
        const double s = exp(u), z = nc - t * s, mass = exp(df * log_chi_mass(u));
        if (density) return mass * (t * s) * (0.3989422804014327 * exp(-0.5 * z * z));
        return mass * (power ? df * s * s : 1) * xsf::cephes::ndtr(z);
    };
    double sum = value(low);
    for (int side = -1; side <= 1; side += 2)
        for (int k = 1; k < 5000; ++k) {
            const double term = value(low + side * k * step);
            sum += term;
            if (!(term > least * sum)) break;
        }
    return step * sum;
}

/// The upper tail of the noncentral t distribution at t > 0 for nc < 0, whose series has terms of both signs:
/// (nc + Z) / S, where Z is normal and df S^2 is chi-squared, is above t where Z < nc - t S. For few degrees of freedom
/// log(S) reaches far below, and the integral is taken by parts.
CUPRUM_DEVICE_ONCE double noncentral_t_tail(double df, double nc, double t) {
    const double factor = 2 * xsf::cephes::detail::igam_fac(df / 2, df / 2);
    if (df >= 1) return factor * noncentral_t_part(df, nc, t, ChiPart::plain);
    return factor / df *
           (noncentral_t_part(df, nc, t, ChiPart::raised) + noncentral_t_part(df, nc, t, ChiPart::density));
}

/// The smaller tail of the noncentral t distribution at t > 0 for nc > 500 and df >= 2 nc^2, where the series is long
/// and S, in (nc + Z) / S, is narrower than Z: the same integral over log(S) with Phi(nc - t s), or Phi(t s - nc) below
/// nc.
CUPRUM_DEVICE_ONCE double noncentral_t_narrow(double df, double nc, double t) {
    const double side = t < nc ? -1 : 1;
    double slope = 0, curvature = 0;
    const auto look_at = [&](double u) {
        const double s = exp(u), move = t * s, x = side * ((t - nc) + t * expm1(u));
        // phi / Phi at -x
        const double rate =
            x > 0 ? x + 2 / (x + sqrt(x * x + 8)) : 0.3989422804014327 * exp(-0.5 * x * x) / xsf::cephes::ndtr(-x);
        slope = -df * expm1(2 * u) - side * move * rate;
        curvature = 2 * df * s * s + side * move * rate + move * move * rate * (rate - x);
    };
    double low = -1, high = 1;
    look_at(low);
    for (int i = 0; i < 1100 && slope < 0; ++i) look_at(low *= 2);
    look_at(high);
    for (int i = 0; i < 1100 && slope > 0; ++i) look_at(high *= 2);
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        look_at(middle);
        (slope < 0 ? high : low) = middle;
    }
    look_at(low);
    const double step = 0.5 / sqrt(fmax(curvature, df * exp(2 * low)));
    const auto value = [&](double u) {
        return exp(df * log_chi_mass(u)) * xsf::cephes::ndtr(-side * ((t - nc) + t * expm1(u)));
    };
    double sum = value(low);
    for (int way = -1; way <= 1; way += 2)
        for (int k = 1; k < 200; ++k) {
            const double term = value(low + way * k * step);
            sum += term;
            if (!(term > 1e-18 * sum)) break;
        }
    return fmin(2 * xsf::cephes::detail::igam_fac(df / 2, df / 2) * step * sum, 1.0);
}

/// Both tails of the noncentral t distribution at t > 0.
CUPRUM_DEVICE_ONCE void noncentral_t(double df, double nc, double t, double& lower, double& upper) {
    if (fabs(nc) > (df < 2 * nc * nc ? 500 : 1e5)) return noncentral_t_normal(df, nc, t, lower, upper);
    if (nc < 0) {
        upper = noncentral_t_tail(df, nc, t);
        lower = 1 - upper;
        return;
    }
    if (nc > 500) {
        const double tail = noncentral_t_narrow(df, nc, t);
        lower = t < nc ? tail : 1 - tail;
        upper = t < nc ? 1 - tail : tail;
        return;
    }
    const double rate = nc * nc / 2, b = df / 2;
    const double ratio = t > 1 ? df / t / t : 0;
    const double x = t > 1 ? 1 / (1 + ratio) : t * t / (df + t * t),
                 y = t > 1 ? ratio / (1 + ratio) : df / (df + t * t);
    // Beta's functions of x, or of y where x may have lost the digits that a small b asks for.
    const bool from_above = t < nc, of_y = x > 0.5;
    const auto beta_tail = [&](double a) {
        const double first = of_y ? b : a, second = of_y ? a : b, at = of_y ? y : x;
        return detail::beta_tail(first, second, at, from_above == of_y);
    };
    // The largest term is where a weight's decline, j / rate, is that of the beta function, which is about x (j + b) /
    // j far out in its tail and 1 elsewhere.
    const double xr = x * rate, in_tail = (xr + sqrt(xr * (xr + 4 * b))) / 2;
    const double peak = floor(from_above ? fmin(rate, in_tail) : fmax(rate, in_tail));
    if (peak > 4 * rate + 1e4) {  // The largest weight is below all numbers.
        lower = 1;
        upper = 0;
        return;
    }
    double start = fmax(floor(peak - 12 * sqrt(peak) - 40), 0.0);
    if (from_above) {
        start = peak;
        double ratio = 1;
        for (int32 i = 0; i < most_noncentral_terms && ratio > 1e-18; ++i) {
            start += 1;
            ratio *= rate / start * fmin(1.0, x * (start - 0.5 + b) / (start - 0.5));
        }
    }
    const double step = from_above ? -1 : 1;
    // Weights of even and of odd powers; the second begins at 2 exp(-rate) nc / sqrt(2 pi) for j = 0.
    double even = start > 0 ? poisson_mass(start, rate) : exp(-rate), odd = poisson_mass(start + 0.5, rate);
    double low = beta_tail(start + 0.5), high = beta_tail(start + 1);
    double low_step = beta_power(start + 0.5, b, x, y, 0, 0), high_step = beta_power(start + 1, b, x, y, 0, 0), sum = 0;
    int32 terms = 0;
    for (double j = start;; j += step) {
        if (++terms > most_noncentral_terms) {
            lower = upper = limits<double>::nan();
            return;
        }
        const double term = even * low + odd * high;
        sum += term;
        if (from_above ? j == 0 || (j < peak && term <= 1e-18 * sum) : j > peak && term <= 1e-18 * sum) break;
        if (isnan(term)) break;
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
    if (isnan(x) || !(x >= 0) || !(df >= 0) || !(nc >= 0)) return limits<double>::nan();
    if (nc == 0 && (df == 0 || isinf(df))) return df == 0 || isinf(x) ? 1 : 0;
    if (df == 0 || (isinf(nc) ? isinf(x) : isinf(df))) return limits<double>::nan();
    if (isinf(nc)) return 0;
    if (x == 0 || isinf(x)) return x == 0 ? 0 : 1;
    if (nc < 1e-300 || x < 1e-290) return exp(-nc / 2) * xsf::cephes::igam(df / 2, x / 2);
    return detail::noncentral_chi_square(x, df, nc);
}

CUPRUM_DEVICE_ONCE double nctdtr(double df, double nc, double t) {
    if (!(df > 0) || isnan(nc) || isnan(t) || isinf(nc)) return limits<double>::nan();
    if (isinf(t)) return t > 0 ? 1 : 0;
    if (isinf(df)) return xsf::cephes::ndtr(t - nc);
    if (nc == 0) return stdtr(df, t);
    // So few degrees of freedom leave no number between the infinities.
    if (t == 0 || df < 1e-290) return xsf::cephes::ndtr(-nc);
    double lower, upper;
    detail::noncentral_t(df, t < 0 ? -nc : nc, fabs(t), lower, upper);
    return t < 0 ? upper : lower;
}

}  // namespace cuprum::special
