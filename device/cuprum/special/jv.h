// The Bessel function of the first kind and real order.
#pragma once

#include <cuprum/special/gamma_function.h>
#include <xsf/bessel.h>

namespace cuprum::special {
#if CUPRUM_GPU
CUPRUM_DEVICE double jv(double v, double x) { return xsf::cyl_bessel_j(v, x); }
#else
namespace detail {

/// Where the first term of the power series is the largest by far (DLMF 10.2.2), by it, a register at once.
inline registers::reals jv_of_registers(registers::reals v, registers::reals x) {
    using namespace registers;
    const masks usual = v >= 0.0 & v <= 32.0 & x > 1e-290 & x * x <= 2.0 * (v + 1.0);
    reals value = 0.0;
    if (any(usual)) {
        const reals order = usual ? v : reals(1.0), half = usual ? 0.5 * x : reals(0.5), square = half * half;
        reals sum = 1.0, term = 1.0, k = 1.0;
        for (masks going = usual; any(going); going = going & fabs(term) > 1e-17 * sum) {
            term *= -square / (k * (k + order));
            sum = going ? sum + term : sum;
            k += 1.0;
        }
        const GammaQuotient next = gamma_quotient(order + 1.0);
        value = pow(half, order) * next.under * sum / next.over;
    }
    return one_by_one(!usual, value, [](double v, double x) { return xsf::cyl_bessel_j(v, x); }, v, x);
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_2(jv, detail::jv_of_registers)
#endif

}  // namespace cuprum::special
