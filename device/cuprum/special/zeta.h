// Riemann's zeta function of real numbers, by Cephes' rational functions, each of which stands once: the reflection
// takes the one of 1 - x, too.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/wide.h>
#include <xsf/cephes/zetac.h>

namespace cuprum::special {
namespace detail {

namespace tables = xsf::cephes::detail;

/// zeta(x) - 1 for x >= 0.
CUPRUM_DEVICE double positive_zetac(double x) {
    using xsf::cephes::p1evl;
    using xsf::cephes::polevl;
    if (x == 1) return limits<double>::infinity();
    if (x >= tables::zetac_MAXL2) return 0;
    if (x < 31 && x == floor(x)) return tables::azetac[static_cast<int>(x)];
    if (x < 1) return polevl(x, tables::zetac_R, 5) / ((1 - x) * p1evl(x, tables::zetac_S, 5));
    const double half = exp2(-x);
    if (x <= 10) {
        const double w = 1 / x;
        return half * x * polevl(w, tables::zetac_P, 8) / ((x - 1) * p1evl(w, tables::zetac_Q, 8));
    }
    // The sum of inverse powers, without 1: those of 2, the rest.
    double rest;
    if (x <= 50) {
        rest = exp(polevl(x, tables::zetac_A, 10) / p1evl(x, tables::zetac_B, 10));
    } else {
        rest = exp2(-1.5849625007211562 * x) + half * half;  // a power of 3, whose rounding is nothing beside `half`
    }
    return half + rest;
}

/// zeta(-x) for x >= 0.01: DLMF 25.4.2, with Lanczos' approximation of the gamma function.
CUPRUM_DEVICE double reflected_zeta(double x, double zeta_of_next) {
    const double turns = x - 4 * floor(x / 4);
    if (turns == 0 || turns == 2) return 0;
    const double small =
        -tables::SQRT2OPI * sin(0.5 * M_PI * turns) * xsf::cephes::lanczos_sum_expg_scaled(x + 1) * zeta_of_next;
    // The square root of what is large, so that it overflows with the result alone.
    const double base = (x + xsf::cephes::lanczos_g + 0.5) / (2 * M_PI * M_E), power = pow(base, x + 0.5);
    if (!isinf(power)) return power * small;
    const double root = pow(base, 0.5 * x + 0.25);
    return root * small * root;
}

/// zeta(x) less 1, or zeta(x).
CUPRUM_DEVICE double zeta_less(double x, double less) {
    if (isnan(x) || x == -limits<double>::infinity()) return limits<double>::nan();
    // Near 0, 1 - x is 1, where the function has no value.
    if (x < 0 && x > -0.01) return (1 - less) + xsf::cephes::polevl(x, tables::zetac_TAYLOR0, 9);
    const double found = positive_zetac(x < 0 ? 1 - x : x);
    return x < 0 ? reflected_zeta(-x, 1 + found) - less : (1 - less) + found;
}

#if !CUPRUM_GPU
/// zeta(x) less 1, or zeta(x): numbers up to 10, but whole ones, of a register at once.
template <int less>
registers::reals zeta_of_register(registers::reals x) {
    using namespace registers;
    const masks usual = x > 0.0 & x < 10.0 & x != floor(x);
    const reals inside = usual ? x : reals(0.5), w = 1.0 / inside;
    reals over = registers::horner(inside, tables::zetac_R),
          under = (1.0 - inside) * registers::monic(inside, tables::zetac_S);
    if (any(inside > 1.0)) {
        over = inside > 1.0 ? exp2(-inside) * inside * registers::horner(w, tables::zetac_P) : over;
        under = inside > 1.0 ? (inside - 1.0) * registers::monic(w, tables::zetac_Q) : under;
    }
    const reals value = over / under + (1.0 - less);
    return one_by_one(!usual, value, [](double number) { return zeta_less(number, less); }, x);
}
#endif

}  // namespace detail

#if CUPRUM_GPU
CUPRUM_DEVICE double zetac(double x) { return detail::zeta_less(x, 1); }
CUPRUM_DEVICE double riemann_zeta(double x) { return detail::zeta_less(x, 0); }
#else
CUPRUM_REGISTER_FUNCTION_1(zetac, detail::zeta_of_register<1>)
CUPRUM_REGISTER_FUNCTION_1(riemann_zeta, detail::zeta_of_register<0>)
#endif

}  // namespace cuprum::special
