// CUDA's complex numbers in the manner of C, for a CPU.
#pragma once

#include <cuprum/cuda/prelude.h>

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

#define CUPRUM_COMPLEX(type, real, letter)                                                                         \
    __forceinline__ real cuCreal##letter(type z) { return z.x; }                                                   \
    __forceinline__ real cuCimag##letter(type z) { return z.y; }                                                   \
    __forceinline__ type cuConj##letter(type z) { return {z.x, -z.y}; }                                            \
    __forceinline__ type cuCadd##letter(type a, type b) { return {a.x + b.x, a.y + b.y}; }                         \
    __forceinline__ type cuCsub##letter(type a, type b) { return {a.x - b.x, a.y - b.y}; }                         \
    __forceinline__ type cuCmul##letter(type a, type b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
    /* The divisor is scaled, lest its square overflow. */                                                         \
    __forceinline__ type cuCdiv##letter(type a, type b) {                                                          \
        real scale = 1 / (fabs##letter(b.x) + fabs##letter(b.y));                                                  \
        a = {a.x * scale, a.y * scale}, b = {b.x * scale, b.y * scale};                                            \
        real inverse = 1 / (b.x * b.x + b.y * b.y);                                                                \
        return {(a.x * b.x + a.y * b.y) * inverse, (a.y * b.x - a.x * b.y) * inverse};                             \
    }                                                                                                              \
    __forceinline__ real cuCabs##letter(type z) { return hypot##letter(z.x, z.y); }                                \
    __forceinline__ type cuCfma##letter(type a, type b, type c) {                                                  \
        return {a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x};                                         \
    }

CUPRUM_COMPLEX(cuFloatComplex, float, f)
CUPRUM_COMPLEX(cuDoubleComplex, double, )
#undef CUPRUM_COMPLEX

__forceinline__ cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
__forceinline__ cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }
__forceinline__ cuComplex make_cuComplex(float x, float y) { return {x, y}; }
__forceinline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
__forceinline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
