// Complex numbers: storage, arithmetic and comparison as NumPy defines them. complex_math.h holds their functions.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

CUPRUM_DEVICE float fma(float x, float y, float z) { return CUPRUM_BUILTIN(fmaf)(x, y, z); }
CUPRUM_DEVICE double fma(double x, double y, double z) { return CUPRUM_BUILTIN(fma)(x, y, z); }

// A namespace of its own, as programs call functions of complex numbers by names of theirs: for such a call C++ also
// looks into the namespace of the arguments' types. Here it finds the operators, and of the functions those that CuPy's
// complex numbers have (cuprum/complex.cuh).
namespace complex_numbers {

/// Real and imaginary part side by side, aligned as T is: NumPy allows a complex array to start at any T.
template <class T>
struct CUPRUM_SCALAR_CODE complex {
    using value_type = T;
    T re, im;

    complex() = default;
    CUPRUM_DEVICE constexpr complex(T re, T im = T(0)) : re(re), im(im) {}
#if !CUPRUM_GPU
    // x86-64 hands a trivial pair of floats over as one vector register, which the loop vectoriser does not take apart.
    CUPRUM_DEVICE constexpr complex(const complex& z) : re(z.re), im(z.im) {}
    CUPRUM_DEVICE constexpr complex& operator=(const complex& z) {
        re = z.re;
        im = z.im;
        return *this;
    }
#endif
    template <class U>
        requires(!is_same<T, U>)
    CUPRUM_DEVICE explicit(sizeof(U) > sizeof(T)) constexpr complex(complex<U> z)
        : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}
    /// Rounds where U is wider, as an assignment of real numbers does.
    template <class U>
        requires(!is_same<T, U>)
    CUPRUM_DEVICE constexpr complex& operator=(complex<U> z) {
        return *this = complex(z);
    }

    CUPRUM_DEVICE constexpr T real() const { return re; }
    CUPRUM_DEVICE constexpr T imag() const { return im; }
    CUPRUM_DEVICE constexpr void real(T value) { re = value; }
    CUPRUM_DEVICE constexpr void imag(T value) { im = value; }

    CUPRUM_DEVICE complex& operator+=(complex z) { return *this = *this + z; }
    CUPRUM_DEVICE complex& operator-=(complex z) { return *this = *this - z; }
    CUPRUM_DEVICE complex& operator*=(complex z) { return *this = *this * z; }
    CUPRUM_DEVICE complex& operator/=(complex z) { return *this = *this / z; }

    // Friends, so that a real operand converts.
    CUPRUM_DEVICE friend complex operator+(complex a) { return a; }
    CUPRUM_DEVICE friend complex operator-(complex a) { return {-a.re, -a.im}; }
    CUPRUM_DEVICE friend complex operator+(complex a, complex b) { return {a.re + b.re, a.im + b.im}; }
    CUPRUM_DEVICE friend complex operator-(complex a, complex b) { return {a.re - b.re, a.im - b.im}; }
    CUPRUM_DEVICE friend complex operator*(complex a, complex b) {
#if CUPRUM_GPU || CUPRUM_CPU_LEVEL >= 3
        // NumPy's vector loops fuse these two where the processor can.
        return {fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re)};
#else
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
#endif
    }
    /// Smith's method: dividing by the larger part first keeps the intermediate values in range.
    CUPRUM_DEVICE friend complex operator/(complex a, complex b) {
        T re = b.re < T(0) ? -b.re : b.re, im = b.im < T(0) ? -b.im : b.im;
        bool real_is_larger = re >= im;
        bool zero = (re == T(0)) & (im == T(0));
        T large = real_is_larger ? b.re : b.im, small = real_is_larger ? b.im : b.re;
        T ratio = small / large, scale = T(1) / (large + small * ratio);
        T x = real_is_larger ? a.re + a.im * ratio : a.re * ratio + a.im;
        T y = real_is_larger ? a.im - a.re * ratio : a.im * ratio - a.re;
        T infinity = limits<T>::infinity();
        return {zero ? a.re * infinity : x * scale, zero ? a.im * infinity : y * scale};
    }

    CUPRUM_DEVICE friend bool operator==(complex a, complex b) { return (a.re == b.re) & (a.im == b.im); }
    CUPRUM_DEVICE friend bool operator!=(complex a, complex b) { return (a.re != b.re) | (a.im != b.im); }
    // Lexicographic; a NaN in either imaginary part makes the comparison false even where the real parts decide.
    CUPRUM_DEVICE friend bool operator<(complex a, complex b) {
        return ((a.re < b.re) & (a.im == a.im) & (b.im == b.im)) | ((a.re == b.re) & (a.im < b.im));
    }
    CUPRUM_DEVICE friend bool operator<=(complex a, complex b) {
        return ((a.re < b.re) & (a.im == a.im) & (b.im == b.im)) | ((a.re == b.re) & (a.im <= b.im));
    }
    CUPRUM_DEVICE friend bool operator>(complex a, complex b) { return b < a; }
    CUPRUM_DEVICE friend bool operator>=(complex a, complex b) { return b <= a; }
};

}  // namespace complex_numbers

using complex_numbers::complex;
using complex64 = complex<float>;
using complex128 = complex<double>;

/// In NumPy's lexicographic order.
template <class T>
struct limits<complex<T>> {
    CUPRUM_DEVICE static constexpr complex<T> lowest() { return {limits<T>::lowest(), limits<T>::lowest()}; }
    CUPRUM_DEVICE static constexpr complex<T> max() { return {limits<T>::max(), limits<T>::max()}; }
    CUPRUM_DEVICE static constexpr complex<T> nan() { return {limits<T>::nan(), limits<T>::nan()}; }
};

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;
template <class T>
concept Complex = is_complex<T>;

}  // namespace cuprum
