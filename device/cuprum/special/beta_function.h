// The beta function of float64, its logarithm and binomial coefficients.
#pragma once

#include <cuprum/special/gamma_function.h>
#include <xsf/beta.h>
#include <xsf/binom.h>

namespace cuprum::special {
namespace detail {

/// Whether beta_of_gammas() neither overflows nor meets a pole.
CUPRUM_DEVICE bool gammas_are_moderate(double a, double b) { return a > 1e-150 && b > 1e-150 && a + b < 170; }

/// By three gamma functions: a third of the time that Cephes takes with their reciprocals.
CUPRUM_DEVICE double beta_of_gammas(double a, double b) {
    const double larger = a < b ? b : a, smaller = a < b ? a : b;
    return xsf::cephes::Gamma(larger) / xsf::cephes::Gamma(a + b) * xsf::cephes::Gamma(smaller);
}

CUPRUM_DEVICE_LARGE double beta(double a, double b) {
    return gammas_are_moderate(a, b) ? beta_of_gammas(a, b) : xsf::beta(a, b);
}

CUPRUM_DEVICE_LARGE double betaln(double a, double b) {
    return gammas_are_moderate(a, b) ? log(beta_of_gammas(a, b)) : xsf::betaln(a, b);
}

#if !CUPRUM_GPU
/// Where gamma_quotient() takes both numbers and their sum.
CUPRUM_DEVICE registers::masks gammas_are_quotients(registers::reals a, registers::reals b) {
    return a > 1e-100 & b > 1e-100 & a + b <= 64.0;
}

CUPRUM_DEVICE registers::reals beta_of_quotients(registers::reals a, registers::reals b) {
    using namespace registers;
    const reals sum = a + b;
    const GammaQuotient of_a = gamma_quotient(a), of_b = gamma_quotient(b), of_sum = gamma_quotient(sum);
    const reals value = of_a.over * of_b.over * of_sum.under / (of_a.under * of_b.under * of_sum.over);
    if (!any(sum > 2.0)) return value;
    // The sum's rounding times the logarithmic derivative.
    const reals lost = a < b ? b - sum + a : a - sum + b;
    return sum > 2.0 ? multiply_add(-value, lost * (log(sum) - 0.5 / sum), value) : value;
}

inline registers::reals beta_of_register(registers::reals a, registers::reals b) {
    using namespace registers;
    const masks usual = gammas_are_quotients(a, b);
    const reals value = beta_of_quotients(usual ? a : reals(1.0), usual ? b : reals(1.0));
    return one_by_one(!usual, value, beta, a, b);
}

inline registers::reals betaln_of_register(registers::reals a, registers::reals b) {
    using namespace registers;
    const masks usual = gammas_are_quotients(a, b);
    const reals value = log(beta_of_quotients(usual ? a : reals(1.0), usual ? b : reals(1.0)));
    return one_by_one(!usual, value, betaln, a, b);
}
#endif

}  // namespace detail

#if CUPRUM_GPU
CUPRUM_DEVICE double beta(double a, double b) { return detail::beta(a, b); }
CUPRUM_DEVICE double betaln(double a, double b) { return detail::betaln(a, b); }
#else
CUPRUM_REGISTER_FUNCTION_2(beta, detail::beta_of_register)
CUPRUM_REGISTER_FUNCTION_2(betaln, detail::betaln_of_register)
#endif

namespace detail {

/// The gamma function of -33 < x <= 33 as `over` / `under`, of which the second is 0 at a pole.
struct GammaParts {
    double over, under;
};

CUPRUM_DEVICE GammaParts gamma_parts(double x) {
    namespace tables = xsf::cephes::detail;
    double over = 1, under = 1;
    for (; x >= 3; over *= x) x -= 1;
    for (; x < 2; x += 1) under *= x;
    x -= 2;
    return {over * xsf::cephes::polevl(x, tables::gamma_P, 6), under * xsf::cephes::polevl(x, tables::gamma_Q, 7)};
}

}  // namespace detail

/// Of a whole k by products, which are exact where the coefficient is a whole number.
CUPRUM_DEVICE_LARGE double binom(double n, double k) {
    if (!(k > 1e-3) || k == floor(k)) return xsf::binom(n, k);
    const double rest = 1 + n - k;
    if (n > -0.99 && n <= 32 && k <= 32 && k <= 1e8 * fabs(n)) {
        const detail::GammaParts of_n = detail::gamma_parts(n + 1), of_k = detail::gamma_parts(k + 1),
                                 of_rest = detail::gamma_parts(rest);
        return of_n.over * (of_k.under * of_rest.under) / (of_n.under * (of_k.over * of_rest.over));
    }
    if (n - k > -0.99 && n < 160)
        return xsf::cephes::Gamma(n + 1) / (xsf::cephes::Gamma(k + 1) * xsf::cephes::Gamma(rest));
    return xsf::binom(n, k);
}

}  // namespace cuprum::special
