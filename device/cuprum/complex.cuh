// complex<T> for kernels that users write, on both processors: the storage and arithmetic of cuprum/complex.h, the
// functions of cuprum/complex_math.h, and those that only such kernels need. cupy/complex.cuh is this header too.
#pragma once

#include <cuprum/complex_math.h>

namespace cuprum {

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

// What a call with complex numbers finds by their type: CuPy's functions of them, and no others of ours.
namespace complex_numbers {
using cuprum::abs;
using cuprum::acos;
using cuprum::acosh;
using cuprum::arg;
using cuprum::asin;
using cuprum::asinh;
using cuprum::atan;
using cuprum::atanh;
using cuprum::conj;
using cuprum::cos;
using cuprum::cosh;
using cuprum::exp;
using cuprum::exp2;
using cuprum::expm1;
using cuprum::log;
using cuprum::log10;
using cuprum::log1p;
using cuprum::log2;
using cuprum::norm;
using cuprum::polar;
using cuprum::pow;
using cuprum::proj;
using cuprum::rint;
using cuprum::sin;
using cuprum::sinh;
using cuprum::sqrt;
using cuprum::tan;
using cuprum::tanh;

// CuPy's have these as members alone: every template of a program goes before a function of one parameter more.
template <class Z, class... Last>
    requires(is_complex<Z>)
CUPRUM_DEVICE typename Z::value_type real(Z z, Last...) {
    return z.re;
}
template <class Z, class... Last>
    requires(is_complex<Z>)
CUPRUM_DEVICE typename Z::value_type imag(Z z, Last...) {
    return z.im;
}

// More special than a program's template of this name, as CuPy's are.
template <class T>
CUPRUM_DEVICE bool isnan(complex<T> z) {
    return cuprum::isnan(z.re) || cuprum::isnan(z.im);
}
template <class T>
CUPRUM_DEVICE bool isinf(complex<T> z) {
    return cuprum::isinf(z.re) || cuprum::isinf(z.im);
}
template <class T>
CUPRUM_DEVICE bool isfinite(complex<T> z) {
    return cuprum::isfinite(z.re) && cuprum::isfinite(z.im);
}
}  // namespace complex_numbers

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
