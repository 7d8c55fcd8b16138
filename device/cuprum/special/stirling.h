// Stirling's formulas for the gamma function and its logarithmic derivative: what they leave, and differences with
// which formulas of large parameters keep their digits.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/log_gamma.h>

namespace cuprum::special {

/// s - log(1 + s) with all its digits where s is small; `more` is 1 + s.
CUPRUM_DEVICE double less_log1p(double s, double more) {
    if (fabs(s) > 0.5) return s - log(more);
    // log(1 + s) = 2 atanh(f), and s - 2 f = s f.
    constexpr double c[] = {0.076197284750092,    0.03164667577671959, 0.04971611948198174, 0.05240114788460947,
                            0.058840063146528725, 0.06666588057797022, 0.07692310141857163, 0.09090909042669704,
                            0.111111111116703,    0.14285714285710943, 0.20000000000000007, 0.3333333333333333};
    const double f = s / (2 + s), z = f * f;
    return f * fma(-2 * z, horner(z, c), s);
}

/// log(Gamma(a)) less (a - 1/2) log(a) - a + log(2 pi) / 2: DLMF 5.11.1.
CUPRUM_DEVICE_LARGE double stirling_rest(double a) {
    if (a < 12) return gammaln(a + 1) - ((a + 0.5) * log(a) - a + 0.9189385332046727);
    constexpr double c[] = {-0.0019175269175269176, 0.0008417508417508417, -0.0005952380952380953,
                            0.0007936507936507937,  -0.002777777777777778, 0.08333333333333333};
    return horner(1 / a / a, c) / a;
}

/// log(a) less the digamma function of a > 0: DLMF 5.11.2 and 5.5.2.
CUPRUM_DEVICE_LARGE double digamma_rest(double a) {
    constexpr double c[] = {-0.021092796092796094, 0.007575757575757576,  -0.004166666666666667,
                            0.003968253968253968,  -0.008333333333333333, 0.08333333333333333};
    double sum = 0, above = a;
#pragma unroll 1
    for (int32 k = 0; k < 12 && above < 12; ++k, above += 1) sum += 1 / above;
    return sum + (0.5 + horner(1 / above / above, c) / above) / above - (log(above) - log(a));
}

}  // namespace cuprum::special
