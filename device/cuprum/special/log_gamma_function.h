// The logarithm of the gamma function's size, on a CPU a register at a time and in double.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/log_gamma.h>
#if CUPRUM_GPU
#include <cuprum/special/single_gamma.h>
#endif

namespace cuprum::special {
#if CUPRUM_GPU
CUPRUM_DEVICE float log_gamma(float x) { return single::gammaln(x); }
CUPRUM_DEVICE double log_gamma(double x) { return gammaln(x); }
#else
namespace detail {

/// log(gamma(x)) / ((x - 1) (x - 2)) less 1/2 for 0.5 <= x <= 3: minimax, to 2e-17.
CUPRUM_DEVICE registers::reals log_gamma_over_zeros(registers::reals x) {
    constexpr double over[] = {-0.06406295529204488, -6.604312003478863, -116.85355400649497, -572.0150174860973,
                               -643.0841094098173,   814.248712159839,   1577.0533555427287,  686.8548481759168,
                               87.79342232312429,    2.28051251220396};
    constexpr double under[] = {
        0.12812591058408976, 14.490340556603277, 316.9829172217812,  2306.482959125372, 6761.63953922561,
        8555.594317916759,   4654.079747100916,  1011.8295830847759, 72.57322286272714, 1.0};
    return registers::horner(x, over) / registers::horner(x, under);
}

/// Stirling's formula for x >= 8 (DLMF 5.11.1). The logarithm of x / 16 and that of 16, less 1, are multiplied apart,
/// as the first has smaller roundings than their sum.
CUPRUM_DEVICE registers::reals stirling_log_gamma(registers::reals x, registers::reals log_of_16th) {
    using registers::multiply_add, registers::reals;
    constexpr double c[] = {0.006410256410256411,   -0.0019175269175269176, 0.0008417508417508417,
                            -0.0005952380952380953, 0.0007936507936507937,  -0.002777777777777778,
                            0.08333333333333333};
    const reals inverse = 1.0 / x, constant = 0.4189385332046727;  // log(2 pi) / 2 - 1 / 2
    const reals rest = multiply_add(inverse, registers::horner(inverse * inverse, c), constant);
    return multiply_add(x - 0.5, log_of_16th, multiply_add(x - 0.5, 1.7725887222397812, rest));
}

inline registers::reals log_gamma_of_register(registers::reals x) {
    using namespace registers;
    // Between 0.5 and 3 by the zeros at 1 and 2; below and up to 8 by a neighbour there and a logarithm.
    const masks negative = x < 0.0, low = x < 0.5, large = x >= 8.0;
    reals base = low ? x + 1.0 : large ? reals(2.0) : x, product = 1.0;
    for (masks high = base > 3.0; any(high); high = base > 3.0) {
        base = high ? base - 1.0 : base;
        product = high ? product * base : product;
    }
    const reals t = low ? x : base - 1.0;
    const reals zeros = multiply_add(t, t, -t);
    reals value = multiply_add(zeros, log_gamma_over_zeros(base), 0.5 * zeros);
    if (any(low | large | x > 3.0)) {
        const reals logarithm = log(low ? x : large ? 0.0625 * x : product);
        value = low ? value - logarithm : value + logarithm;
        if (any(large)) value = large ? stirling_log_gamma(x, logarithm) : value;
    }
    value = x == limits<double>::infinity() ? x : value;
    return one_by_one(negative, value, [](double number) { return gammaln(number); }, x);
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(log_gamma, detail::log_gamma_of_register)
CUPRUM_DEVICE float log_gamma(float x) { return static_cast<float>(log_gamma(static_cast<double>(x))); }
#endif

}  // namespace cuprum::special
