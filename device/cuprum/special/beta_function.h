// The beta function of float64, its logarithm and binomial coefficients.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/beta.h>
#include <xsf/binom.h>
#include <xsf/cephes/gamma.h>

namespace cuprum::special {
namespace detail {

/// Whether beta_of_gammas() neither overflows nor meets a pole.
CUPRUM_DEVICE bool gammas_are_moderate(double a, double b) { return a > 1e-150 && b > 1e-150 && a + b < 170; }

/// By three gamma functions: a third of the time that Cephes takes with their reciprocals.
CUPRUM_DEVICE double beta_of_gammas(double a, double b) {
    const double larger = a < b ? b : a, smaller = a < b ? a : b;
    return xsf::cephes::Gamma(larger) / xsf::cephes::Gamma(a + b) * xsf::cephes::Gamma(smaller);
}

}  // namespace detail

CUPRUM_DEVICE_LARGE double beta(double a, double b) {
    return detail::gammas_are_moderate(a, b) ? detail::beta_of_gammas(a, b) : xsf::beta(a, b);
}

CUPRUM_DEVICE_LARGE double betaln(double a, double b) {
    return detail::gammas_are_moderate(a, b) ? log(detail::beta_of_gammas(a, b)) : xsf::betaln(a, b);
}

/// Of a whole k by products, which are exact where the coefficient is a whole number.
CUPRUM_DEVICE_LARGE double binom(double n, double k) {
    const bool plain = k > 1e-3 && k != floor(k) && n - k > -0.99 && n < 160;
    if (!plain) return xsf::binom(n, k);
    return xsf::cephes::Gamma(n + 1) / (xsf::cephes::Gamma(k + 1) * xsf::cephes::Gamma(n - k + 1));
}

}  // namespace cuprum::special
