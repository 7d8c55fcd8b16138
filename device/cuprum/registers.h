// Functions of all elements of one vector register of a CPU. CUPRUM_REGISTER_FUNCTION makes of such a function one of a
// single number, in whose place a vectorised loop calls the other (src/backend/cpu/clang_compiler.cpp). A loop that is
// vectorised from a function of a number computes every range of it; this one may ask whether any element lies in a
// range, and leave what is rare to a function of a number.
#pragma once

#include <cuprum/real_math.h>

#if !CUPRUM_GPU

namespace cuprum::registers {

#if CUPRUM_CPU_LEVEL >= 4
inline constexpr int count = 8;
#elif CUPRUM_CPU_LEVEL >= 3
inline constexpr int count = 4;
#else
inline constexpr int count = 2;
#endif
typedef double reals __attribute__((ext_vector_type(count)));
using masks = decltype(reals() < reals());  // `m ? a : b` chooses for each element

CUPRUM_DEVICE bool any(masks m) { return __builtin_reduce_or(m) != 0; }

CUPRUM_DEVICE reals fabs(reals x) { return __builtin_elementwise_abs(x); }
CUPRUM_DEVICE reals copysign(reals x, reals y) { return __builtin_elementwise_copysign(x, y); }
CUPRUM_DEVICE reals floor(reals x) { return __builtin_elementwise_floor(x); }
CUPRUM_DEVICE reals sqrt(reals x) { return __builtin_elementwise_sqrt(x); }
CUPRUM_DEVICE reals fma(reals x, reals y, reals z) { return __builtin_elementwise_fma(x, y, z); }
CUPRUM_DEVICE reals exp(reals x) { return __builtin_elementwise_exp(x); }
CUPRUM_DEVICE reals exp2(reals x) { return __builtin_elementwise_exp2(x); }
CUPRUM_DEVICE reals log(reals x) { return __builtin_elementwise_log(x); }
CUPRUM_DEVICE reals sin(reals x) { return __builtin_elementwise_sin(x); }
CUPRUM_DEVICE reals cos(reals x) { return __builtin_elementwise_cos(x); }
CUPRUM_DEVICE reals pow(reals x, reals y) { return __builtin_elementwise_pow(x, y); }
// Number by number, of which the compiler makes the library's function of a register.
CUPRUM_DEVICE reals atan2(reals y, reals x) {
    reals value = 0.0;
    for (int i = 0; i < count; ++i) value[i] = cuprum::atan2(double(y[i]), double(x[i]));
    return value;
}
CUPRUM_DEVICE reals log1p(reals x) {
    reals value = 0.0;
    for (int i = 0; i < count; ++i) value[i] = cuprum::log1p(double(x[i]));
    return value;
}

/// In one rounding where the processor has such an instruction, else in two.
CUPRUM_DEVICE reals multiply_add(reals x, reals y, reals z) {
#pragma clang fp contract(fast)
    return x * y + z;
}

/// A polynomial by its coefficients, that of the highest power first.
template <int coefficients>
CUPRUM_DEVICE reals horner(reals x, const double (&c)[coefficients]) {
    reals value = c[0];
#pragma unroll
    for (int i = 1; i < coefficients; ++i) value = multiply_add(value, x, c[i]);
    return value;
}

/// The same, where there are many: the even and the odd powers do not wait for each other, but for the lowest, on whose
/// roundings the error depends.
template <int coefficients>
CUPRUM_DEVICE reals two_chains(reals x, const double (&c)[coefficients]) {
    constexpr int high = coefficients - 3;
    const reals square = x * x;
    reals first = c[0], second = c[1];
#pragma unroll
    for (int i = 2; i < high; ++i) {
        reals& chain = i % 2 ? second : first;
        chain = multiply_add(chain, square, c[i]);
    }
    reals value = high % 2 ? multiply_add(second, x, first) : multiply_add(first, x, second);
#pragma unroll
    for (int i = high; i < coefficients; ++i) value = multiply_add(value, x, c[i]);
    return value;
}

/// The same, whose highest power has the coefficient 1, which is not among them.
template <int coefficients>
CUPRUM_DEVICE reals monic(reals x, const double (&c)[coefficients]) {
    reals value = x + c[0];
#pragma unroll
    for (int i = 1; i < coefficients; ++i) value = multiply_add(value, x, c[i]);
    return value;
}

/// `value`, but where `which` holds what the function gives of the same elements of the operands.
template <class F, class... Operands>
CUPRUM_DEVICE reals one_by_one(masks which, reals value, F function, const Operands&... operands) {
    if (any(which)) {
#pragma clang loop unroll(disable) vectorize(disable)
        for (int i = 0; i < count; ++i)
            if (which[i]) value[i] = function(double(operands[i])...);
    }
    return value;
}

}  // namespace cuprum::registers

// name(double...) of a function of registers. Loops know the two by these names.
#define CUPRUM_REGISTER_FUNCTION_1(name, function)                                                                   \
    extern "C" __attribute__((const, noinline)) inline registers::reals cuprum_register_##name(registers::reals x) { \
        return function(x);                                                                                          \
    }                                                                                                                \
    extern "C" __attribute__((const, noinline)) inline double cuprum_number_##name(double x) {                       \
        return cuprum_register_##name(registers::reals(x))[0];                                                       \
    }                                                                                                                \
    CUPRUM_DEVICE double name(double x) { return cuprum_number_##name(x); }
#define CUPRUM_REGISTER_FUNCTION_2(name, function)                                                                   \
    extern "C" __attribute__((const, noinline)) inline registers::reals cuprum_register_##name(registers::reals x,   \
                                                                                               registers::reals y) { \
        return function(x, y);                                                                                       \
    }                                                                                                                \
    extern "C" __attribute__((const, noinline)) inline double cuprum_number_##name(double x, double y) {             \
        return cuprum_register_##name(registers::reals(x), registers::reals(y))[0];                                  \
    }                                                                                                                \
    CUPRUM_DEVICE double name(double x, double y) { return cuprum_number_##name(x, y); }

#define CUPRUM_REGISTER_FUNCTION_3(name, function)                                                                 \
    extern "C" __attribute__((const, noinline)) inline registers::reals cuprum_register_##name(                    \
        registers::reals x, registers::reals y, registers::reals z) {                                              \
        return function(x, y, z);                                                                                  \
    }                                                                                                              \
    extern "C" __attribute__((const, noinline)) inline double cuprum_number_##name(double x, double y, double z) { \
        return cuprum_register_##name(registers::reals(x), registers::reals(y), registers::reals(z))[0];           \
    }                                                                                                              \
    CUPRUM_DEVICE double name(double x, double y, double z) { return cuprum_number_##name(x, y, z); }

#endif
