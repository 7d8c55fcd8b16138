// complex<T> for kernels that users write, on both processors: the storage and arithmetic of cuprum/complex.h, the
// functions of cuprum/complex_math.h, and those that only such kernels need. cupy/complex.cuh is this header too.
#pragma once

#include <cuprum/complex_math.h>

namespace cuprum {

template <Float T>
CUPRUM_DEVICE T real(complex<T> z) {
    return z.re;
}
template <Float T>
CUPRUM_DEVICE T imag(complex<T> z) {
    return z.im;
}

/// The squared magnitude.
template <Float T>
CUPRUM_DEVICE T norm(complex<T> z) {
    return z.re * z.re + z.im * z.im;
}

template <Float T>
CUPRUM_DEVICE complex<T> polar(T magnitude, T angle = T(0)) {
    return {magnitude * cos(angle), magnitude * sin(angle)};
}

/// The projection onto the Riemann sphere: every infinite number is the positive one.
template <Float T>
CUPRUM_DEVICE complex<T> proj(complex<T> z) {
    return isinf(z.re) || isinf(z.im) ? complex<T>(limits<T>::infinity(), copysign(T(0), z.im)) : z;
}

template <Float T>
CUPRUM_DEVICE complex<T> pow(complex<T> base, complex<T> exponent) {
    return power(base, exponent);
}
template <Float T, Real U>
CUPRUM_DEVICE complex<T> pow(complex<T> base, U exponent) {
    return power(base, complex<T>(static_cast<T>(exponent)));
}
template <Real U, Float T>
CUPRUM_DEVICE complex<T> pow(U base, complex<T> exponent) {
    return power(complex<T>(static_cast<T>(base)), exponent);
}
template <Float T, Float U>
    requires(!is_same<T, U>)
CUPRUM_DEVICE complex128 pow(complex<T> base, complex<U> exponent) {
    return power(complex128(base), complex128(exponent));
}

}  // namespace cuprum

using cuprum::complex;
using cuprum::polar;

// Where CuPy's header has them.
namespace thrust {
using cuprum::abs;
using cuprum::acos;
using cuprum::acosh;
using cuprum::arg;
using cuprum::asin;
using cuprum::asinh;
using cuprum::atan;
using cuprum::atanh;
using cuprum::complex;
using cuprum::conj;
using cuprum::cos;
using cuprum::cosh;
using cuprum::exp;
using cuprum::log;
using cuprum::log10;
using cuprum::norm;
using cuprum::polar;
using cuprum::pow;
using cuprum::proj;
using cuprum::sin;
using cuprum::sinh;
using cuprum::sqrt;
using cuprum::tan;
using cuprum::tanh;
}  // namespace thrust
