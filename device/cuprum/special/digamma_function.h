// The logarithmic derivative of the gamma function, on a CPU as Cephes has it, a register at a time and in double.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/wide.h>
#include <xsf/digamma.h>
#if CUPRUM_GPU
#include <cuprum/special/horner.h>
#include <cuprum/special/single_gamma.h>
#endif

namespace cuprum::special {
#if CUPRUM_GPU
CUPRUM_DEVICE float digamma(float x) { return x > 0 ? single::digamma_of_positive(x) : single::digamma_of_negative(x); }
/// The formulas of the CPU's digamma_of_register.
CUPRUM_DEVICE double digamma(double x) {
    namespace tables = xsf::cephes::detail;
    if (!(x > 0)) return xsf::digamma(x);
    if (x >= 10) {
        const double inverse = 1 / x, square = inverse * inverse;
        return log(x) - 0.5 * inverse - square * horner(square, tables::psi_A);
    }
    double sum = 0;
    if (x < 1) {
        sum = -1 / x;
        x += 1;
    }
#pragma unroll 1
    for (int steps = 0; steps < 8 && x > 2; ++steps) {
        x -= 1;
        sum += 1 / x;
    }
    const double from_zero = x - tables::psi_root1 - tables::psi_root2 - tables::psi_root3;
    const double rest = horner(x - 1, tables::psi_P) / horner(x - 1, tables::psi_Q);
    return sum + (from_zero * static_cast<double>(tables::psi_Y) + from_zero * rest);
}
#else
namespace detail {

/// By its zero, for 1 <= x <= 2.
CUPRUM_DEVICE registers::reals digamma_by_zero(registers::reals x) {
    using namespace registers;
    namespace tables = xsf::cephes::detail;
    const reals from_zero = x - tables::psi_root1 - tables::psi_root2 - tables::psi_root3;
    const reals rest = registers::horner(x - 1.0, tables::psi_P) / registers::horner(x - 1.0, tables::psi_Q);
    return from_zero * static_cast<double>(tables::psi_Y) + from_zero * rest;
}

/// DLMF 5.11.2.
CUPRUM_DEVICE registers::reals asymptotic_digamma(registers::reals x) {
    const registers::reals inverse = 1.0 / x, square = inverse * inverse;
    return registers::log(x) - 0.5 * inverse - square * registers::horner(square, xsf::cephes::detail::psi_A);
}

inline registers::reals digamma_of_register(registers::reals x) {
    using namespace registers;
    const masks low = x < 1.0, large = x >= 10.0, other = !(x > 0.0);
    reals base = low ? x + 1.0 : large ? reals(2.0) : x, sum = low ? -1.0 / x : reals(0.0);
    for (masks high = base > 2.0; any(high); high = base > 2.0) {
        base = high ? base - 1.0 : base;
        sum = high ? sum + 1.0 / base : sum;
    }
    reals value = sum + digamma_by_zero(base);
    if (any(large)) value = large ? asymptotic_digamma(x) : value;
    return one_by_one(other, value, [](double number) { return xsf::digamma(number); }, x);
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(digamma, detail::digamma_of_register)
CUPRUM_DEVICE float digamma(float x) { return static_cast<float>(digamma(static_cast<double>(x))); }
#endif

}  // namespace cuprum::special
