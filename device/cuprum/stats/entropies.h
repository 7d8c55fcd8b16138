// Entropies of distributions. Logarithms of gamma functions and their derivatives are split by Stirling's formulas, of
// which the large parts are taken together: with
//     log(Gamma(a)) = (a - 1/2) log(a) - a + log(2 pi) / 2 + r(a),   digamma(a) = log(a) - e(a)
// r is special::stirling_rest and e is special::digamma_rest.
#pragma once

#include "cuprum/special/stirling.h"

namespace cuprum::stats {

CUPRUM_DEVICE_LARGE double gamma_entropy(double a) {
    if (isinf(a)) return a;
    return 0.9189385332046727 + 0.5 * log(a) + (a - 1) * special::digamma_rest(a) + special::stirling_rest(a);
}

/// r(a) + r(b) - r(a + b) + log(2 pi) / 2.
CUPRUM_DEVICE_LARGE double beta_rest(double a, double b) {
    return special::stirling_rest(a) + special::stirling_rest(b) - special::stirling_rest(a + b) + 0.9189385332046727;
}

CUPRUM_DEVICE_LARGE double beta_entropy(double a, double b) {
    const double s = a + b;
    return 0.5 * (log(a) + log(b)) - 1.5 * log(s) + beta_rest(a, b) + (a - 1) * special::digamma_rest(a) +
           (b - 1) * special::digamma_rest(b) - (s - 2) * special::digamma_rest(s);
}

CUPRUM_DEVICE_LARGE double f_entropy(double dfn, double dfd) {
    const double a = dfn / 2, b = dfd / 2, s = a + b;
    return 0.5 * (log(s) - log(a) - log(b)) + beta_rest(a, b) + (a - 1) * special::digamma_rest(a) +
           (b + 1) * special::digamma_rest(b) - s * special::digamma_rest(s);
}

CUPRUM_DEVICE_LARGE double t_entropy(double df) {
    const double a = df / 2, s = a + 0.5;
    return 1.4189385332046727 + 0.5 * log1p(0.5 / a) + special::stirling_rest(a) - special::stirling_rest(s) +
           s * (special::digamma_rest(a) - special::digamma_rest(s));
}

}  // namespace cuprum::stats
