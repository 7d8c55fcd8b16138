// The logarithm of a quotient of float64 with one division and one branch.
#pragma once

#include <cuprum/complex.h>
#include <cuprum/real_math.h>
#include <cuprum/registers.h>
#include <cuprum/special/horner.h>

namespace cuprum::special {
namespace detail {

/// 2 atanh(f) - 2 f for |f| <= 0.1716, of a number or of a register.
template <class Real>
CUPRUM_DEVICE Real atanh_rest(Real f) {
    constexpr double c[] = {0.06547208333262672, 0.0663401307021437,  0.07693133836441113, 0.09090897562238377,
                            0.11111111198276491, 0.14285714285391105, 0.20000000000000456, 0.3333333333333333};
    const Real z = f * f;
    Real p;
    if constexpr (sizeof(Real) == sizeof(double)) p = horner(z, c);
#if !CUPRUM_GPU
    else p = registers::two_chains(z, c);
#endif
    return 2.0 * f * z * p;
}

/// The power of two of a normal number.
CUPRUM_DEVICE int32 binary_exponent(double x) {
    return static_cast<int32>(static_cast<uint64>(bit_cast<int64>(x)) >> 52 & 0x7ff) - 1023;
}
CUPRUM_DEVICE double power_of_two(int32 e) { return bit_cast<double>(static_cast<int64>(e + 1023) << 52); }

}  // namespace detail

/// log(2^shift a / b) of positive numbers within 1e-150 and 1e150; `difference` is a - b where they are within a factor
/// of sqrt(2), as exact as the caller knows it. With a = 2^e m b this is e log(2) + 2 atanh((m b - b) / (m b + b)),
/// which keeps its digits where a and b nearly agree.
CUPRUM_DEVICE double log_ratio(double a, double b, double difference, int32 shift = 0) {
    int32 e = detail::binary_exponent(a) - detail::binary_exponent(b);
    double scaled = a * detail::power_of_two(-e);
    const bool above = scaled > 1.4142135623730951 * b, below = scaled < 0.7071067811865476 * b;
    e += above ? 1 : below ? -1 : 0;
    scaled *= above ? 0.5 : below ? 2.0 : 1.0;
    const double f = (e == 0 ? difference : scaled - b) / (scaled + b), whole = static_cast<double>(e + shift);
    const double rest = fma(whole, 1.9082149292705877e-10, detail::atanh_rest(f));
    return fma(whole, 0.6931471803691238, fma(2.0, f, rest));
}

#if !CUPRUM_GPU
/// The same of numbers that are exact: where the difference counts, so is `scaled - b`.
CUPRUM_DEVICE registers::reals log_ratio(registers::reals a, registers::reals b) {
    using namespace registers;
    constexpr int64 mantissa = (1ll << 52) - 1, to_real = 0x433ll << 52;  // the bits of 2^52
    const masks a_bits = (masks)a, b_bits = (masks)b;
    reals scaled = (reals)((a_bits & mantissa) | (b_bits & ~mantissa));
    reals e = (reals)(a_bits >> 52 | to_real) - (reals)(b_bits >> 52 | to_real);
    const masks above = scaled > 1.4142135623730951 * b, below = scaled < 0.7071067811865476 * b;
    e += above ? reals(1.0) : below ? reals(-1.0) : reals(0.0);
    scaled *= above ? reals(0.5) : below ? reals(2.0) : reals(1.0);
    const reals f = (scaled - b) / (scaled + b);
    const reals rest = multiply_add(e, 1.9082149292705877e-10, detail::atanh_rest(f));
    return multiply_add(e, 0.6931471803691238, multiply_add(2.0, f, rest));
}
#endif

}  // namespace cuprum::special
