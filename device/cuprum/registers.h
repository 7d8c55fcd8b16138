// Functions of all elements of one vector register of a CPU. CUPRUM_REGISTER_FUNCTION makes of such a function one of a
// single number, in whose place a vectorised loop calls the other (src/backend/cpu/clang_compiler.cpp). A loop that is
// vectorised from a function of a number computes every range of it; this one may ask whether any element lies in a
// range, and leave what is rare to a function of a number.
#pragma once

#include <cuprum/real_math.h>

#if !CUPRUM_GPU

namespace cuprum::registers {

#if defined(__AVX512F__)
inline constexpr int count = 8;
#elif defined(__AVX__)
inline constexpr int count = 4;
#else
inline constexpr int count = 2;
#endif
typedef double real __attribute__((ext_vector_type(count)));
using mask = decltype(real() < real());  // `m ? a : b` chooses for each element

CUPRUM_DEVICE bool any(mask m) { return __builtin_reduce_or(m) != 0; }

CUPRUM_DEVICE real fabs(real x) { return __builtin_elementwise_abs(x); }
CUPRUM_DEVICE real copysign(real x, real y) { return __builtin_elementwise_copysign(x, y); }
CUPRUM_DEVICE real floor(real x) { return __builtin_elementwise_floor(x); }
CUPRUM_DEVICE real sqrt(real x) { return __builtin_elementwise_sqrt(x); }
CUPRUM_DEVICE real fma(real x, real y, real z) { return __builtin_elementwise_fma(x, y, z); }
CUPRUM_DEVICE real exp(real x) { return __builtin_elementwise_exp(x); }
CUPRUM_DEVICE real exp2(real x) { return __builtin_elementwise_exp2(x); }
CUPRUM_DEVICE real log(real x) { return __builtin_elementwise_log(x); }
CUPRUM_DEVICE real sin(real x) { return __builtin_elementwise_sin(x); }
CUPRUM_DEVICE real cos(real x) { return __builtin_elementwise_cos(x); }
CUPRUM_DEVICE real pow(real x, real y) { return __builtin_elementwise_pow(x, y); }
// Number by number, of which the compiler makes the library's function of a register.
CUPRUM_DEVICE real atan2(real y, real x) {
    real value = 0.0;
    for (int i = 0; i < count; ++i) value[i] = cuprum::atan2(double(y[i]), double(x[i]));
    return value;
}

/// In one rounding where the processor has such an instruction, else in two.
CUPRUM_DEVICE real multiply_add(real x, real y, real z) {
#pragma clang fp contract(fast)
    return x * y + z;
}

/// A polynomial by its coefficients, that of the highest power first.
template <int coefficients>
CUPRUM_DEVICE real horner(real x, const double (&c)[coefficients]) {
    real value = c[0];
#pragma unroll
    for (int i = 1; i < coefficients; ++i) value = multiply_add(value, x, c[i]);
    return value;
}

/// The same, whose highest power has the coefficient 1, which is not among them.
template <int coefficients>
CUPRUM_DEVICE real monic(real x, const double (&c)[coefficients]) {
    real value = x + c[0];
#pragma unroll
    for (int i = 1; i < coefficients; ++i) value = multiply_add(value, x, c[i]);
    return value;
}

/// `value`, but where `which` holds what the function gives of the same elements of the operands.
template <class F, class... Operands>
CUPRUM_DEVICE real one_by_one(mask which, real value, F function, const Operands&... operands) {
    if (any(which)) {
#pragma clang loop unroll(disable) vectorize(disable)
        for (int i = 0; i < count; ++i)
            if (which[i]) value[i] = function(double(operands[i])...);
    }
    return value;
}

}  // namespace cuprum::registers

// name(double...) of a function of registers. Loops know the two by these names.
#define CUPRUM_REGISTER_FUNCTION_1(name, function)                                                                 \
    extern "C" __attribute__((const, noinline)) inline registers::real cuprum_register_##name(registers::real x) { \
        return function(x);                                                                                        \
    }                                                                                                              \
    extern "C" __attribute__((const, noinline)) inline double cuprum_number_##name(double x) {                     \
        return cuprum_register_##name(registers::real(x))[0];                                                      \
    }                                                                                                              \
    CUPRUM_DEVICE double name(double x) { return cuprum_number_##name(x); }
#define CUPRUM_REGISTER_FUNCTION_2(name, function)                                                                 \
    extern "C" __attribute__((const, noinline)) inline registers::real cuprum_register_##name(registers::real x,   \
                                                                                              registers::real y) { \
        return function(x, y);                                                                                     \
    }                                                                                                              \
    extern "C" __attribute__((const, noinline)) inline double cuprum_number_##name(double x, double y) {           \
        return cuprum_register_##name(registers::real(x), registers::real(y))[0];                                  \
    }                                                                                                              \
    CUPRUM_DEVICE double name(double x, double y) { return cuprum_number_##name(x, y); }

#endif
