// The confluent hypergeometric functions of real numbers.
//
// 1F1(a; b; x) is the sum of (a)_n x^n / ((b)_n n!). Kummer's transformation (DLMF 13.2.39) makes x positive. Where
// terms have both signs, or are many, they are summed up in pairs of doubles; where even these have too few digits, in
// numbers of more doubles. Where the function oscillates often, a sum for a smaller x is carried on to x by Taylor's
// series of Kummer's equation, DLMF 13.2.1; a polynomial far beyond its zeros has its recurrence, DLMF 18.9.1. Large x
// has the expansion DLMF 13.7.2.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/gamma.h>
#include <xsf/specfun.h>

namespace cuprum::special {
namespace detail {

/// The unevaluated sum of two doubles.
struct Twofold {
    double high, low;
};

CUPRUM_DEVICE Twofold twofold_sum(double a, double b) {
    const double s = a + b, t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}

CUPRUM_DEVICE Twofold operator+(Twofold a, Twofold b) {
    const Twofold s = twofold_sum(a.high, b.high);
    return twofold_sum(s.high, s.low + (a.low + b.low));
}
CUPRUM_DEVICE Twofold operator*(Twofold a, Twofold b) {
    const double p = a.high * b.high;
    return twofold_sum(p, fma(a.high, b.high, -p) + (a.high * b.low + a.low * b.high));
}
CUPRUM_DEVICE Twofold operator/(Twofold a, Twofold b) {
    const double q = a.high / b.high;
    const double rest = fma(-q, b.high, a.high) + (a.low - q * b.low);
    return twofold_sum(q, rest / b.high);
}

/// The unevaluated sum of many doubles, of falling size.
struct Manifold {
    static constexpr int most = 20;
    double word[most];
    int count;

    CUPRUM_DEVICE_ONCE Manifold(int words, double value) : count(words) {
        CUPRUM_ROLLED
        for (int i = 0; i < count; ++i) word[i] = i == 0 ? value : 0;
    }
    CUPRUM_DEVICE_ONCE void add(double more, int at) {
        CUPRUM_ROLLED
        for (int i = at; i < count; ++i) {
            const Twofold s = twofold_sum(word[i], more);
            word[i] = s.high;
            more = s.low;
        }
    }
    CUPRUM_DEVICE_ONCE void add_product(double a, Twofold b, int at) {
        CUPRUM_ROLLED
        for (int i = 0; i < 2; ++i) {
            const double part = i == 0 ? b.high : b.low, p = a * part;
            if (p == 0) break;
            add(p, at);
            add(fma(a, part, -p), at);
        }
    }
    CUPRUM_DEVICE_ONCE void order() {
        CUPRUM_ROLLED
        for (int i = count - 2; i >= 0; --i) {
            const Twofold s = twofold_sum(word[i], word[i + 1]);
            word[i] = s.high;
            word[i + 1] = s.low;
        }
    }
};

CUPRUM_DEVICE_ONCE Manifold operator+(Manifold a, const Manifold& b) {
    CUPRUM_ROLLED
    for (int i = 0; i < a.count; ++i) a.add(b.word[i], i);
    a.order();
    return a;
}
CUPRUM_DEVICE_ONCE Manifold operator*(const Manifold& a, Twofold b) {
    Manifold product(a.count, 0);
    CUPRUM_ROLLED
    for (int i = 0; i < a.count; ++i) product.add_product(a.word[i], b, i > 1 ? i - 1 : 0);
    product.order();
    return product;
}
CUPRUM_DEVICE_ONCE Manifold operator/(Manifold a, Twofold b) {
    Manifold quotient(a.count, 0);
    CUPRUM_ROLLED
    for (int i = 0; i <= a.count; ++i) {
        const double q = a.word[0] / b.high;
        quotient.add(q, i > 1 ? i - 1 : 0);
        a.add_product(-q, b, 0);
        a.order();
    }
    quotient.order();
    return quotient;
}

CUPRUM_DEVICE double leading(Twofold a) { return a.high; }
CUPRUM_DEVICE double leading(const Manifold& a) { return a.word[0]; }

/// value 2^(600 shift) exp(exponent), of which the factors alone may be too large or too small for a double.
CUPRUM_DEVICE_ONCE double with_exponent(double value, int shift, double exponent) {
    exponent = fmin(fmax(exponent, -1e9), 1e9);
    const double twos = rint(exponent * 1.4426950408889634);
    const double rest = fma(-twos, 1.9082149292705877e-10, fma(-twos, 0.69314718036912382, exponent));
    return ldexp(value * exp(rest), int(fmin(fmax(twos + 600.0 * shift, -1e4), 1e4)));
}

constexpr int most_terms = 20000;
/// In numbers of many words, whose products take long. Where their digits suffice, a series has ended before.
constexpr int most_long_terms = 4000;

/// exp(exponent) 1F1(a; b; x) for small x from its terms, which have one sign.
CUPRUM_DEVICE_ONCE double hyp1f1_one_sign(Twofold a, double b, double x, double exponent) {
    double term = 1, total = 1;
    CUPRUM_ROLLED
    for (int n = 0; n < fabs(x) || (n < most_terms && term > 1e-18 * total); ++n) {
        term *= (a.high + n + a.low) / (b + n) * (x / (n + 1));
        total += term;
    }
    return total * exp(exponent);
}

/// exp(exponent) 1F1(a; b; x) from its terms of both signs, summed up in numbers that have so many bits; whether digits
/// enough are left, or more would not help.
template <class Number>
CUPRUM_DEVICE_ONCE bool hyp1f1_terms(Twofold a, double b, double x, double exponent, Number one, int bits,
                                     double& result) {
    const double last = fmax(-a.high, -b), growth = 1e17 * exp(fabs(x));
    Number term = one, total = one;
    double largest = 1;
    int shift = 0, n = 0;
    const int most = bits > 104 ? most_long_terms : most_terms;
    CUPRUM_ROLLED
    for (; n < most && isfinite(leading(term)); ++n) {
        const Twofold up = a + Twofold{double(n), 0}, down = twofold_sum(b, double(n));
        if (up.high == 0) break;
        term = term * up * Twofold{x, 0} / down / Twofold{double(n + 1), 0};
        total = total + term;
        const double size = fabs(leading(term)), least = 1e-19 * fabs(leading(total));
        largest = fmax(largest, size);
        if (largest > 0x1p600) {
            term = term * Twofold{0x1p-600, 0};
            total = total * Twofold{0x1p-600, 0};
            largest *= 0x1p-600;
            ++shift;
        }
        // Before the last change of sign terms may grow again.
        const bool is_falling = (fabs(up.high) + 1) * fabs(x) < 0.9 * (n + 1) * fabs(down.high);
        if (n > last ? is_falling && size <= least : size * growth <= least) break;
    }
    if (n == most && (a.high > 0) == (x > 0) && 415 * shift + exponent > 800) {
        result = copysign(limits<double>::infinity(), leading(total));
        return true;
    }
    const bool is_sum = n < most && isfinite(leading(total));
    result = is_sum ? with_exponent(leading(total), shift, exponent) : limits<double>::nan();
    return !is_sum || ldexp(largest, 62 - bits) < fabs(leading(total));
}

/// A solution of a linear equation and what comes before or with it, times 2^(600 shift).
struct Scaled {
    double value, other;
    int shift;

    CUPRUM_DEVICE void scale() {
        const double size = fmax(fabs(value), fabs(other));
        if (size > 0x1p-300 && size < 0x1p300) return;
        const bool is_large = size >= 0x1p300;
        value *= is_large ? 0x1p-600 : 0x1p600;
        other *= is_large ? 0x1p-600 : 0x1p600;
        shift += is_large ? 1 : -1;
    }
    CUPRUM_DEVICE double log_size() const { return log(fmax(fabs(value), fabs(other))) + 415.88830833596718 * shift; }
};

/// exp(exponent) 1F1(-n; b; x) for b > 0 and an x beyond all zeros, where polynomials of higher degree are larger.
CUPRUM_DEVICE_ONCE double hyp1f1_recurrence(double n, double b, double x, double exponent) {
    Scaled p{1, 0, 0};
    CUPRUM_ROLLED
    for (double k = 0; k < n; ++k) {
        if (k == most_order) return limits<double>::nan();
        const double next = ((2 * k + b - x) * p.value - k * p.other) / (k + b);
        p.other = p.value;
        p.value = next;
        p.scale();
        if (p.shift > 2 && p.log_size() + exponent > 800)
            return fmod(n, 2) == 0 ? limits<double>::infinity() : -limits<double>::infinity();
    }
    return with_exponent(p.value, p.shift, exponent);
}

/// Beyond which x > 0 1F1(a; b; x) has no zeros, or nearly so; NaN where it has none, or those of few terms.
CUPRUM_DEVICE double hyp1f1_turn(double a, double b) {
    return a < 0 ? b - 2 * a + sqrt((b - 2 * a) * (b - 2 * a) - (b - 1) * (b - 1)) : limits<double>::nan();
}

constexpr int most_steps = 1 << 17;

/// exp(exponent) 1F1(a; b; x) for x > 0 where the function oscillates before x, and its terms at x lose their digits;
/// NaN where there are none at the beginning either, or where a hundred thousand steps would not do.
///
/// w = exp(-x / 2) 1F1(a; b; x) solves x w'' + b w' + (c - x / 4) w = 0, c = b / 2 - a.
CUPRUM_DEVICE_ONCE double hyp1f1_steps(Twofold a, double b, double x, double exponent) {
    const double c = 0.5 * b - a.high, turn = hyp1f1_turn(a.high, b);
    double at = fmin(x, (100 + (b > 0 ? 8 * b : 0.25 * b * b)) / c), slope;
    Scaled w{0, 0, 0};
    if (!hyp1f1_terms(a, b, at, -0.5 * at, Twofold{1, 0}, 104, w.value) ||
        !hyp1f1_terms(a + Twofold{1, 0}, b + 1, at, -0.5 * at, Twofold{1, 0}, 104, slope))
        return limits<double>::nan();
    w.other = a.high / b * slope - 0.5 * w.value;
    CUPRUM_ROLLED
    for (int steps = 0; at < x; ++steps) {
        // Three radians of the fastest oscillation, and well within the circle of convergence about 0.
        const double rate = sqrt(fabs(c / at - 0.25));
        const double to = fmin(x, at + fmin(3 / fmax(rate, 1e-3), fmin(0.25, 3 / fabs(b)) * at)), h = to - at;
        const double first = h / at, second = (c - 0.25 * at) * h * first, third = 0.25 * h * h * first;
        double before = 0, last = w.value, term = h * w.other, value = last + term, derivative = term;
        CUPRUM_ROLLED
        for (int k = 0; k < 60; ++k) {
            const double factor = 1.0 / ((k + 1) * (k + 2));
            const double next = -((k + b) * (k + 1) * first * term + second * last - third * before) * factor;
            before = last;
            last = term;
            term = next;
            value += term;
            derivative += (k + 2) * term;
            if (fabs(term) + fabs(last) < 1e-19 * fabs(value)) break;
        }
        w.value = value;
        w.other = derivative / h;
        at = to;
        w.scale();
        const double size = w.log_size() + exponent;
        // Beyond the last zero it only grows; exp(-x / 2) 1F1 grows no faster than exp(x / 2).
        if (at > turn && size + 0.5 * at > 1500) return copysign(limits<double>::infinity(), w.value);
        if (at > turn && size + x - 0.5 * at < -800) return 0;
        if (steps == most_steps) return limits<double>::nan();
    }
    return with_exponent(w.value, w.shift, exponent + 0.5 * x);
}

/// exp(exponent) 1F1(a; b; x) from its terms.
CUPRUM_DEVICE_ONCE double hyp1f1_sum(Twofold a, double b, double x, double exponent) {
    double result;
    if (b > 0 && fabs(x) < 20 && (a.high > 0) == (x > 0)) return hyp1f1_one_sign(a, b, x, exponent);
    const double c = 0.5 * b - a.high, turn = hyp1f1_turn(a.high, b);
    const bool is_whole = a.low == 0 && a.high == floor(a.high), is_truncated = b <= 0 && b == floor(b);
    const bool oscillates = x > 0 && x < turn && !is_truncated, is_beyond = x >= turn && !is_truncated;
    const bool is_far = is_beyond && c > 100;
    // Few oscillations are left to the terms, whose sums have all digits.
    if (is_far || (oscillates && c * x > 2e4)) {
        // exp(-x / 2) 1F1(a; b; x) hardly exceeds 1 (DLMF 18.14.8), but for what grows beyond the turn.
        if ((oscillates || is_whole) && b > 0 && exponent + 0.5 * x < -800) return 0;
        if (is_far && is_whole && b > 0) return hyp1f1_recurrence(-a.high, b, x, exponent);
        // Far beyond large zeros the exponential of x is infinite, or 0.
        if (oscillates || (c > 400 && !is_whole)) {
            if (sqrt(c) * sqrt(fmin(x, turn)) > 1.5 * most_steps) return limits<double>::nan();
            result = hyp1f1_steps(a, b, x, exponent);
            if (!isnan(result)) return result;
        }
    }
    if (hyp1f1_terms(a, b, x, exponent, Twofold{1, 0}, 104, result)) return result;
    for (int words = 5; words <= Manifold::most; words *= 2)
        if (hyp1f1_terms(a, b, x, exponent, Manifold(words, 1), 40 * words, result)) return result;
    // So many digits are lost by large parameters, or by a polynomial that is 0.
    return a.high > -100 && fabs(b) > 1e-100 ? 0 : limits<double>::nan();
}

/// Gamma(b) / Gamma(a) size^power is the result times exp of what this adds to the exponent.
CUPRUM_DEVICE_ONCE double hyp1f1_factor(double b, double a, double size, double power, double& exponent) {
    if (a <= 0 && a == floor(a)) return 0;
    double factor = xsf::gamma(b) / xsf::gamma(a);
    const double powers = power * log(size);
    if (fabs(powers) < 600) return factor * pow(size, power);
    exponent += powers;
    return factor;
}

/// The digamma function to some digits.
CUPRUM_DEVICE double digamma_nearly(double x) {
    return x > 0 ? log(x + 0.5) - 1 / x : log(0.5 - x) - M_PI / tan(M_PI * (x - rint(x)));
}

/// 1F1(a; b; x) for large |x|; whether the expansion comes down to its last digit.
CUPRUM_DEVICE_ONCE bool hyp1f1_large(double a, double b, double x, double& result) {
    const bool right = x > 0;
    const double size = fabs(x), first = right ? 1 - a : a, second = right ? b - a : a - b + 1;
    if (fabs(first) * fabs(second) > 4 * size) return false;
    double term = 1, total = 1, largest = 1, before = 2;
    CUPRUM_ROLLED
    for (int n = 0; n < 200 && fabs(term) > 1e-17 * fabs(total); ++n) {
        term *= (first + n) * (second + n) / (n + 1) / size;
        if (fabs(term) > before && n > fmax(-first, -second)) return false;
        before = fabs(term);
        total += term;
        largest = fmax(largest, before);
    }
    if (!(fabs(term) <= 1e-16 * fabs(total)) || !(largest < 30 * fabs(total))) return false;
    // The difference of the parameters is rounded, which counts where it is large or near a pole.
    const Twofold below = twofold_sum(b, -a);
    const double upper = right ? a : below.high, lower = right ? below.high : a;
    double exponent = right ? x : 0, other = right ? 0 : x;
    total *= 1 - below.low * (right ? log(size) : digamma_nearly(below.high));
    total *= hyp1f1_factor(b, upper, size, -lower, exponent);
    const double rest = hyp1f1_factor(b, lower, size, -upper, other);
    if (!isfinite(total) || !(log(fabs(rest)) + other < log(fabs(total)) + exponent - 42)) return false;
    result = with_exponent(total, 0, exponent);
    return true;
}

}  // namespace detail

CUPRUM_DEVICE_ONCE double hyp1f1(double a, double b, double x) {
    using namespace detail;
    if (isnan(a) || isnan(b) || isnan(x)) return limits<double>::nan();
    const bool ends = a <= 0 && a == floor(a);
    if (b <= 0 && b == floor(b) && !(ends && a != 0 && b <= a)) return limits<double>::infinity();
    if (a == 0 || x == 0) return 1;
    if (a == b && !ends) return exp(x);
    if (a == -1 && isinf(x)) return limits<double>::infinity();
    if (isinf(a) || isinf(x)) return isinf(b) && !isinf(x) ? 1 : limits<double>::nan();
    if (isinf(b)) return 1;
    double result;
    if (fabs(x) > 40 && !ends && hyp1f1_large(a, b, x, result)) return result;
    if (x > 0 || ends) return hyp1f1_sum({a, 0}, b, x, 0);
    return hyp1f1_sum(twofold_sum(b, -a), b, -x, x);
}

CUPRUM_DEVICE_ONCE xstd::complex<double> hyp1f1(double a, double b, xstd::complex<double> z) {
    return xsf::hyp1f1(a, b, z);
}

}  // namespace cuprum::special
