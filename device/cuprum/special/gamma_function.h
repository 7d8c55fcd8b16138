// The gamma function, on a CPU by Cephes' rational function, a register at a time and in double.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/wide.h>
#include <xsf/cephes/gamma.h>
#if CUPRUM_GPU
#include <cuprum/special/single_gamma.h>
#endif

namespace cuprum::special {
#if CUPRUM_GPU
CUPRUM_DEVICE float gamma(float x) { return single::gamma_of(x); }
CUPRUM_DEVICE double gamma(double x) { return xsf::cephes::Gamma(x); }
#else
namespace detail {

/// The gamma function is `over` / `under`.
struct GammaQuotient {
    registers::reals over, under;
};

/// For |x| <= 64: the factors between x and its neighbour in [2, 3], and the function there.
CUPRUM_DEVICE GammaQuotient gamma_quotient(registers::reals x) {
    using namespace registers;
    namespace tables = xsf::cephes::detail;
    reals over = 1.0, under = 1.0;
    for (masks high = x >= 3.0; any(high); high = x >= 3.0) {
        x = high ? x - 1.0 : x;
        over = high ? over * x : over;
    }
    for (masks low = x < 2.0; any(low); low = x < 2.0) {
        under = low ? under * x : under;
        x = low ? x + 1.0 : x;
    }
    x -= 2.0;
    return {over * registers::horner(x, tables::gamma_P), under * registers::horner(x, tables::gamma_Q)};
}

inline registers::reals gamma_of_register(registers::reals x) {
    using namespace registers;
    const masks far = !(fabs(x) <= 33.0), pole = x < 0.0 & floor(x) == x;
    const GammaQuotient parts = gamma_quotient(far ? reals(1.0) : x);
    const reals value = pole ? limits<double>::nan() : parts.over / parts.under;
    return one_by_one(far, value, xsf::cephes::Gamma, x);
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(gamma, detail::gamma_of_register)
CUPRUM_DEVICE float gamma(float x) { return static_cast<float>(gamma(static_cast<double>(x))); }
#endif

}  // namespace cuprum::special
