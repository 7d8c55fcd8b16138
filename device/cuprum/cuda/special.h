// CUDA's special functions that no C library has, for a CPU. Computed in double; the float variants round the result.
#pragma once

#include <cuprum/bessel.h>
#include <cuprum/cuda/math.h>

namespace cuprum::cuda_on_cpu {

/// exp(x * x) * erfc(x).
inline double scaled_erfc(double x) {
    if (x < 25) return exp(x * x) * erfc(x);
    // The continued fraction x + (1/2)/(x + 1/(x + (3/2)/(x + ...))).
    double tail = x;
    for (int k = 12; k >= 1; --k) tail = x + 0.5 * k / tail;
    return 0.56418958354775628695 / tail;
}

/// The y for which erfc(y) is p, for p in (0, 1]: a first guess, and Newton's steps with the exact slope.
inline double inverse_erfc_below_one(double p) {
    if (p == 0) return __builtin_inf();
    const double t = sqrt(-2 * log(p / 2));
    double y = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
    for (int i = 0; i < 4; ++i) {
        // (erfc(y) - p) / exp(-y * y), so that nothing underflows.
        const double error = scaled_erfc(y) - p * exp(y * y);
        const double step = error / 1.12837916709551257390;
        y += step / (1 + y * step);
    }
    return y;
}

inline double inverse_erfc(double p) {
    if (!(p >= 0 && p <= 2)) return __builtin_nan("");
    return p <= 1 ? inverse_erfc_below_one(p) : -inverse_erfc_below_one(2 - p);
}

inline double inverse_erf(double x) {
    if (!(x >= -1 && x <= 1)) return __builtin_nan("");
    const double magnitude = fabs(x);
    double y;
    if (magnitude > 0.5) {
        y = inverse_erfc_below_one(1 - magnitude);
    } else {
        // Near zero 1 - x would lose digits of x.
        y = magnitude * 0.88622692545275801365;
        for (int i = 0; i < 4; ++i) {
            const double step = (erf(y) - magnitude) * exp(y * y) / 1.12837916709551257390;
            y -= step / (1 + y * step);
        }
    }
    return copysign(y, x);
}

/// The modified Bessel function of order one: its series below 8, its asymptotic series from 30 on, and between them
/// the midpoint rule on exp(-x) I1(x) = (1/pi) * integral from 0 to pi of exp(x (cos t - 1)) cos t, whose ends are
/// flat.
inline double bessel_i1(double x) {
    const double magnitude = fabs(x);
    if (magnitude < 8) {
        const double square = x * x / 4;
        double term = x / 2, sum = term;
        for (int k = 1; k < 60; ++k) {
            term *= square / (k * (k + 1.));
            sum += term;
        }
        return sum;
    }
    // The asymptotic series, which is exact to the last digits from 30 on.
    if (magnitude >= 30) {
        double term = 1, sum = 1;
        for (int k = 1; k < 30; ++k) {
            const double next = term * -(4. - (2. * k - 1) * (2. * k - 1)) / (8. * k * magnitude);
            if (fabs(next) > fabs(term)) break;
            term = next;
            sum += term;
        }
        return copysign(exp(magnitude - 0.5 * log(6.28318530717958647693 * magnitude)) * sum, x);
    }
    constexpr int points = 96;
    double sum = 0;
    for (int i = 0; i < points; ++i) {
        const double c = cospi((i + 0.5) / points);
        sum += exp(magnitude * (c - 1)) * c;
    }
    return copysign(sum / points * exp(magnitude), x);
}

}  // namespace cuprum::cuda_on_cpu

#define CUPRUM_SPECIAL(name, expression)                                                                \
    CUPRUM_OVERLOAD double name(double x) { return expression; }                                        \
    __forceinline__ float name##f(float v) { return static_cast<float>(name(static_cast<double>(v))); } \
    CUPRUM_OVERLOAD float name(float v) { return name##f(v); }
CUPRUM_SPECIAL(erfcx, cuprum::cuda_on_cpu::scaled_erfc(x))
CUPRUM_SPECIAL(erfinv, cuprum::cuda_on_cpu::inverse_erf(x))
CUPRUM_SPECIAL(erfcinv, cuprum::cuda_on_cpu::inverse_erfc(x))
CUPRUM_SPECIAL(normcdf, 0.5 * erfc(-0.70710678118654752440 * x))
CUPRUM_SPECIAL(normcdfinv, -1.41421356237309504880 * cuprum::cuda_on_cpu::inverse_erfc(2 * x))
CUPRUM_SPECIAL(cyl_bessel_i0, cuprum::i0(x))
CUPRUM_SPECIAL(cyl_bessel_i1, cuprum::cuda_on_cpu::bessel_i1(x))
#undef CUPRUM_SPECIAL
