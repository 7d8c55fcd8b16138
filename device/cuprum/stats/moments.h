// Moments of distributions: the expectation of a whole power of a value.
#pragma once

#include "cuprum/real_math.h"

namespace cuprum::stats {

/// a (a + step) (a + 2 step) ..., of n factors.
CUPRUM_DEVICE double steps_product(double a, double step, double n) {
    double product = 1;
    for (double k = 0; k < n; k += 1) product *= a + k * step;
    return product;
}

/// Of the normal distribution (df infinite) and of Student's; only those below df exist. Of others SciPy makes the
/// first four of the mean, which is infinite, the variance, the skewness, ..., where one that is NaN makes NaN.
CUPRUM_DEVICE double symmetric_moment(double n, double df) {
    if (n >= df) {
        const bool is_even = fmod(n, 2) == 0, exists = n == 1 || (is_even && (n > 4 || df > n - 1));
        return exists ? limits<double>::infinity() : limits<double>::nan();
    }
    if (fmod(n, 2) != 0) return 0;
    double product = 1;
    for (double k = 1; k <= n / 2; k += 1) product *= isinf(df) ? 2 * k - 1 : (2 * k - 1) * df / (df - 2 * k);
    return product;
}

/// Of the quotient of two chi-squared values over their degrees of freedom; likewise.
CUPRUM_DEVICE double quotient_moment(double n, double dfn, double dfd) {
    if (2 * n >= dfd) return n == 0 ? 1 : n == 3 || n == 4 ? limits<double>::nan() : limits<double>::infinity();
    double product = 1;
    for (double k = 0; k < n; k += 1) product *= (dfn + 2 * k) / (dfd - 2 - 2 * k) * (dfd / dfn);
    return product;
}

/// Of the lognormal distribution; where exp(s^2) is beyond all numbers, so is what SciPy makes of it.
CUPRUM_DEVICE double lognormal_moment(double n, double s) {
    if (n == 0) return 1;
    if (!isinf(exp(s * s))) return exp(n * n * s * s / 2);
    return n == 4 ? limits<double>::nan() : limits<double>::infinity();
}

/// The sum of Stirling's numbers of the second kind S(n, k) times p (p - step) (p - 2 step) ..., of k factors: of
/// whole numbers of which these products are the factorial moments. Orders up to 64.
CUPRUM_DEVICE double stirling_moment(double n, double p, double step) {
    double number[65];
    const int order = n < 64 ? int(n) : 64;
    number[0] = 1;
    for (int i = 1; i <= order; ++i) {
        number[i] = 1;
        for (int k = i - 1; k > 0; --k) number[k] = k * number[k] + number[k - 1];
        number[0] = 0;
    }
    double total = 0, product = 1;
    for (int k = 0; k <= order; ++k) {
        total += number[k] * product;
        product *= p - k * step;
    }
    return total;
}

}  // namespace cuprum::stats
