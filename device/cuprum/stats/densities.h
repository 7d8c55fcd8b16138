// Logarithms of densities whose parameters may be large: where powers and gamma functions nearly cancel, what is left
// is computed instead. C. Loader, Fast and accurate computation of binomial probabilities, 2000.
#pragma once

#include "cuprum/special/elementary.h"
#include "cuprum/special/stirling.h"

namespace cuprum::stats {

constexpr double log_root_2_pi = 0.9189385332046727;

/// x log(x / m) + m - x.
CUPRUM_DEVICE_LARGE double deviance(double x, double m) {
    const double s = (m - x) / x;
    if (fabs(s) <= 0.5) return x * special::less_log1p(s, m / x);
    const double ratio = x / m;
    if (ratio == 0) return m;
    return m - x + x * (isinf(ratio) ? log(x) - log(m) : log(ratio));
}

/// Of the gamma distribution at x >= 0.
CUPRUM_DEVICE_LARGE double log_gamma_density(double a, double x) {
    if (a < 12 || x == 0) return special::xlogy(a - 1, x) - x - special::gammaln(a);
    return 0.5 * log(a) - log_root_2_pi - log(x) - special::stirling_rest(a) - deviance(a, x);
}

/// Of Poisson's distribution at whole numbers k >= 0.
CUPRUM_DEVICE_LARGE double log_poisson(double k, double mu) {
    if (k < 12) return special::xlogy(k, mu) - special::gammaln(k + 1) - mu;
    return -0.5 * log(k) - log_root_2_pi - special::stirling_rest(k) - deviance(k, mu);
}

/// log(Gamma(a + b + 1) / (Gamma(a + 1) Gamma(b + 1)) p^a q^b), where q = 1 - p; a and b are above 0.
CUPRUM_DEVICE_LARGE double log_of_split(double a, double b, double p, double q) {
    const double n = a + b;
    return special::stirling_rest(n) - special::stirling_rest(a) - special::stirling_rest(b) - deviance(a, n * p) -
           deviance(b, n * q) + 0.5 * log(n / a / b) - log_root_2_pi;
}

/// Of the binomial distribution at whole numbers k from 0 to n.
CUPRUM_DEVICE_LARGE double log_binomial(double k, double n, double p) {
    if (k == 0) return special::xlog1py(n, -p);
    if (k == n) return special::xlogy(n, p);
    return log_of_split(k, n - k, p, 1 - p);
}

/// Of the beta distribution at x from 0 to 1.
CUPRUM_DEVICE_LARGE double log_beta_density(double a, double b, double x) {
    if (a == 1) return log(b) + special::xlog1py(b - 1, -x);
    if (b == 1) return log(a) + special::xlogy(a - 1, x);
    if (x == 0) return a < 1 ? limits<double>::infinity() : -limits<double>::infinity();
    if (x == 1) return b < 1 ? limits<double>::infinity() : -limits<double>::infinity();
    return log_of_split(a, b, x, 1 - x) + log(a / (a + b) * b) - log(x) - log1p(-x);
}

/// The share that a part has of the whole, from its quotient with the rest, and back from the shares p and q = 1 - p.
CUPRUM_DEVICE double share_of(double quotient) { return isinf(quotient) ? 1 : quotient / (1 + quotient); }
CUPRUM_DEVICE double quotient_of(double p, double q) { return p < 0.5 ? p / (1 - p) : (1 - q) / q; }

/// Of the distribution F at x > 0; at 0 as far as it is finite.
CUPRUM_DEVICE_LARGE double log_f_density(double dfn, double dfd, double x) {
    if (dfn == 2) return 0 - (dfd / 2 + 1) * log1p(2 * x / dfd);  // the rest of it cancels
    if (x == 0) return dfn < 2 ? limits<double>::infinity() : -limits<double>::infinity();
    const double a = dfn / 2, b = dfd / 2, p = share_of(dfn / dfd * x), q = share_of(dfd / dfn / x);
    return log_of_split(a, b, p, q) + log(a / (a + b) * b) - log(x);
}

/// Of Student's distribution; df is finite.
CUPRUM_DEVICE_LARGE double log_t_density(double df, double x) {
    const double a = df / 2, s = a + 0.5;
    const double factor = df < 24 ? special::gammaln(s) - special::gammaln(a) - 0.5 * log(a)
                                  : special::stirling_rest(s) - special::stirling_rest(a) - deviance(a, s);
    return factor - log_root_2_pi - s * log1p(x / df * x);
}

/// The logarithm of a probability p = 1 - q, whichever of them is small.
CUPRUM_DEVICE double log_of_chance(double p, double q) { return q < 0.5 ? log1p(-q) : log(p); }

}  // namespace cuprum::stats
