// What stands in for cuComplex.h in kernels with translate_cucomplex=True: its names for complex<T>, which has
// operators as well. A function takes numbers of either precision, with or without the `f` at its end.
#pragma once

#include <cuprum/complex.cuh>

using cuFloatComplex = complex<float>;
using cuComplex = cuFloatComplex;
using cuDoubleComplex = complex<double>;

#define CUPRUM_BOTH(name, result, parameters, value) \
    template <class T>                               \
    __device__ result name parameters {              \
        return value;                                \
    }                                                \
    template <class T>                               \
    __device__ result name##f parameters {           \
        return value;                                \
    }
CUPRUM_BOTH(cuCreal, T, (complex<T> z), z.re)
CUPRUM_BOTH(cuCimag, T, (complex<T> z), z.im)
CUPRUM_BOTH(cuConj, complex<T>, (complex<T> z), conj(z))
CUPRUM_BOTH(cuCabs, T, (complex<T> z), abs(z))
CUPRUM_BOTH(cuCadd, complex<T>, (complex<T> a, complex<T> b), a + b)
CUPRUM_BOTH(cuCsub, complex<T>, (complex<T> a, complex<T> b), a - b)
CUPRUM_BOTH(cuCmul, complex<T>, (complex<T> a, complex<T> b), a* b)
CUPRUM_BOTH(cuCdiv, complex<T>, (complex<T> a, complex<T> b), a / b)
CUPRUM_BOTH(cuCfma, complex<T>, (complex<T> a, complex<T> b, complex<T> c), a* b + c)
#undef CUPRUM_BOTH

__device__ inline cuFloatComplex make_cuFloatComplex(float re, float im) { return {re, im}; }
__device__ inline cuComplex make_cuComplex(float re, float im) { return {re, im}; }
__device__ inline cuDoubleComplex make_cuDoubleComplex(double re, double im) { return {re, im}; }
__device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.re, z.im}; }
__device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return {static_cast<float>(z.re), static_cast<float>(z.im)};
}
