// What xsf's headers take from the C++ library, which kernels are compiled without: functions of real and complex numbers,
// limits, and some type traits, in namespace xstd. Stands in for xsf's own config.h.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/once.h>
#include <cuprum/real_math.h>

#define XSF_HOST_DEVICE
#define XSF_ASSERT(a)

#define XSF_LONG CUPRUM_DEVICE_ONCE

// Rounds after which a loop that waits for small terms gives up: what converges needs thousands at most.
#define XSF_MOST_STEPS 1000000
// Up to this order a recurrence goes; beyond, its value is NaN. A hundred million steps take a CPU half a second.
#define XSF_MOST_ORDER 100000000

#ifndef NULL
#define NULL 0
#endif
#define DBL_EPSILON 2.220446049250313e-16
#define HUGE_VAL (cuprum::limits<double>::infinity())
#define UINT64_MAX 0xffffffffffffffffull
#define NAN (cuprum::limits<double>::nan())
#define INFINITY (cuprum::limits<double>::infinity())
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.434294481903251827651
#define M_LN2 0.693147180559945309417
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.785398163397448309616
#define M_1_PI 0.318309886183790671538
#define M_2_PI 0.636619772367581343076
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.707106781186547524401

namespace CUPRUM_SCALAR_CODE xstd {

using size_t = decltype(sizeof 0);
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using uint64_t = unsigned long long;

template <class T>
struct numeric_limits {
    static constexpr int digits = sizeof(T) == 8 ? 53 : 24;
    static constexpr T quiet_NaN() { return cuprum::limits<T>::nan(); }
    static constexpr T infinity() { return cuprum::limits<T>::infinity(); }
    static constexpr T epsilon() { return cuprum::limits<T>::epsilon(); }
    static constexpr T max() { return cuprum::limits<T>::largest_finite(); }
    static constexpr T min() { return sizeof(T) == 8 ? T(0x1p-1022) : T(0x1p-126); }
    static constexpr T denorm_min() { return sizeof(T) == 8 ? T(0x1p-1074) : T(0x1p-149f); }
};

template <bool condition, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
    using type = T;
};
template <class T>
struct is_floating_point {
    static constexpr bool value = cuprum::is_float<T>;
};
template <class T>
struct remove_reference {
    using type = T;
};
template <class T>
struct remove_reference<T&> {
    using type = T;
};
template <class T>
struct remove_reference<const T&> {
    using type = T;
};
template <class T>
using decay = remove_reference<T>;
template <class T>
T declval();
template <class F>
struct invoke_result {
    using type = decltype(declval<F&>()());
};
template <class A, class B>
inline constexpr bool is_same_v = cuprum::is_same<A, B>;

template <class A, class B>
struct pair {
    A first;
    B second;
};
template <class A, class B>
pair(A, B) -> pair<A, B>;

template <class A, class B, class C, class D, class E>
struct tuple {
    A a;
    B b;
    C c;
    D d;
    E e;
};

template <class T>
void swap(T& a, T& b) {
    T kept = a;
    a = b;
    b = kept;
}
template <class T>
constexpr T max(T a, T b) {
    return a < b ? b : a;
}
template <class T>
constexpr T clamp(T value, T low, T high) {
    return value < low ? low : high < value ? high : value;
}

// An integer computes in double, as in C++.
template <class T>
using Real = cuprum::conditional_t<cuprum::is_same<T, float>, float, double>;
template <class A, class B>
using Common = cuprum::conditional_t<cuprum::is_same<A, float> && cuprum::is_same<B, float>, float, double>;
template <class T>
concept Number = cuprum::is_float<T> || cuprum::is_integer<T>;

#define XSTD_FUNCTION_1(name)                   \
    template <Number T>                         \
    CUPRUM_DEVICE Real<T> name(T x) {           \
        return cuprum::name(static_cast<Real<T>>(x)); \
    }
XSTD_FUNCTION_1(exp)
XSTD_FUNCTION_1(log)
XSTD_FUNCTION_1(sqrt)
XSTD_FUNCTION_1(floor)
XSTD_FUNCTION_1(ceil)
XSTD_FUNCTION_1(trunc)
XSTD_FUNCTION_1(fabs)
#define XSTD_FUNCTION_2(name)                                                                       \
    template <Number A, Number B>                                                                   \
    CUPRUM_DEVICE Common<A, B> name(A x, B y) {                                                     \
        return cuprum::name(static_cast<Common<A, B>>(x), static_cast<Common<A, B>>(y));            \
    }
XSTD_FUNCTION_2(copysign)
XSTD_FUNCTION_2(fmax)
XSTD_FUNCTION_2(fmin)
XSTD_FUNCTION_2(nextafter)

// On a GPU these are up to some hundred instructions each, and long functions call them in many places.
#if CUPRUM_GPU
#define XSTD_ONCE CUPRUM_DEVICE_ONCE
#else
#define XSTD_ONCE CUPRUM_DEVICE
#endif
#define XSTD_ONCE_1(name)        \
    namespace once {             \
    template <class T>           \
    XSTD_ONCE T name##_of(T x) { \
        return cuprum::name(x);  \
    }                            \
    }
#define XSTD_LONG_FUNCTION_1(name)             \
    XSTD_ONCE_1(name)                          \
    template <Number T>                        \
    CUPRUM_DEVICE Real<T> name(T x) {          \
        return once::name##_of<Real<T>>(x);    \
    }
#define XSTD_LONG_FUNCTION_2(name)                       \
    namespace once {                                     \
    template <class T>                                   \
    XSTD_ONCE T name##_of(T x, T y) {                    \
        return cuprum::name(x, y);                       \
    }                                                    \
    }                                                    \
    template <Number A, Number B>                        \
    CUPRUM_DEVICE Common<A, B> name(A x, B y) {          \
        return once::name##_of<Common<A, B>>(x, y);      \
    }
XSTD_LONG_FUNCTION_1(expm1)
XSTD_LONG_FUNCTION_1(log10)
XSTD_LONG_FUNCTION_1(log1p)
XSTD_LONG_FUNCTION_1(sin)
XSTD_LONG_FUNCTION_1(cos)
XSTD_LONG_FUNCTION_1(tan)
XSTD_LONG_FUNCTION_1(asin)
XSTD_LONG_FUNCTION_1(acos)
XSTD_LONG_FUNCTION_1(atan)
XSTD_LONG_FUNCTION_1(sinh)
XSTD_LONG_FUNCTION_1(cosh)
XSTD_LONG_FUNCTION_1(tanh)
XSTD_LONG_FUNCTION_1(asinh)
XSTD_LONG_FUNCTION_2(pow)
XSTD_LONG_FUNCTION_2(atan2)
XSTD_LONG_FUNCTION_2(fmod)
XSTD_LONG_FUNCTION_2(hypot)
XSTD_ONCE_1(exp)
XSTD_ONCE_1(log)
#undef XSTD_FUNCTION_1
#undef XSTD_FUNCTION_2
#undef XSTD_ONCE_1
#undef XSTD_LONG_FUNCTION_1
#undef XSTD_LONG_FUNCTION_2

template <Number T>
CUPRUM_DEVICE T abs(T x) {
    if constexpr (cuprum::is_float<T>) return cuprum::fabs(x);
    else return x < 0 ? -x : x;
}
template <Number T>
CUPRUM_DEVICE bool isnan(T x) {
    return x != x;
}
template <Number T>
CUPRUM_DEVICE bool isinf(T x) {
    return cuprum::isinf(static_cast<Real<T>>(x));
}
template <Number T>
CUPRUM_DEVICE bool isfinite(T x) {
    return cuprum::isfinite(static_cast<Real<T>>(x));
}
template <Number T>
CUPRUM_DEVICE bool signbit(T x) {
    return cuprum::signbit(static_cast<Real<T>>(x));
}
CUPRUM_DEVICE double fma(double x, double y, double z) { return cuprum::fma(x, y, z); }
CUPRUM_DEVICE float fma(float x, float y, float z) { return cuprum::fma(x, y, z); }
CUPRUM_DEVICE double round(double x) { return CUPRUM_BUILTIN(round)(x); }
CUPRUM_DEVICE double ldexp(double x, int e) { return cuprum::ldexp(x, e); }
CUPRUM_DEVICE double tgamma(double x) { return CUPRUM_BUILTIN(tgamma)(x); }
CUPRUM_DEVICE double frexp(double x, int* e) {
    double mantissa;
    cuprum::frexp(x, mantissa, *e);
    return mantissa;
}
CUPRUM_DEVICE double modf(double x, double* whole) {
    double fraction;
    cuprum::modf(x, fraction, *whole);
    return fraction;
}

template <class T>
XSF_LONG cuprum::complex<T> quotient(cuprum::complex<T> a, cuprum::complex<T> b) {
    return a / b;
}

/// As the C++ library has them: a product with a real number leaves no zeros times infinity.
template <class T>
struct complex {
    using value_type = T;
    T re, im;

    CUPRUM_DEVICE constexpr complex() : re(0), im(0) {}
    CUPRUM_DEVICE constexpr complex(T re, T im = T(0)) : re(re), im(im) {}
    template <class U>
    CUPRUM_DEVICE explicit(sizeof(U) > sizeof(T)) constexpr complex(complex<U> z)
        : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}
    template <class U>
    CUPRUM_DEVICE constexpr complex(cuprum::complex<U> z) : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}
    template <class U>
    CUPRUM_DEVICE constexpr operator cuprum::complex<U>() const {
        return {static_cast<U>(re), static_cast<U>(im)};
    }

    template <class U>
        requires(!cuprum::is_same<T, U>)
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
    CUPRUM_DEVICE complex& operator+=(T x) { return *this = *this + x; }
    CUPRUM_DEVICE complex& operator-=(T x) { return *this = *this - x; }
    CUPRUM_DEVICE complex& operator*=(T x) { return *this = *this * x; }
    CUPRUM_DEVICE complex& operator/=(T x) { return *this = *this / x; }

    CUPRUM_DEVICE friend complex operator+(complex a) { return a; }
    CUPRUM_DEVICE friend complex operator-(complex a) { return {-a.re, -a.im}; }
    CUPRUM_DEVICE friend complex operator+(complex a, complex b) { return {a.re + b.re, a.im + b.im}; }
    CUPRUM_DEVICE friend complex operator+(complex a, T b) { return {a.re + b, a.im}; }
    CUPRUM_DEVICE friend complex operator+(T a, complex b) { return {a + b.re, b.im}; }
    CUPRUM_DEVICE friend complex operator-(complex a, complex b) { return {a.re - b.re, a.im - b.im}; }
    CUPRUM_DEVICE friend complex operator-(complex a, T b) { return {a.re - b, a.im}; }
    CUPRUM_DEVICE friend complex operator-(T a, complex b) { return {a - b.re, -b.im}; }
    CUPRUM_DEVICE friend complex operator*(complex a, complex b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
    CUPRUM_DEVICE friend complex operator*(complex a, T b) { return {a.re * b, a.im * b}; }
    CUPRUM_DEVICE friend complex operator*(T a, complex b) { return {a * b.re, a * b.im}; }
    CUPRUM_DEVICE friend complex operator/(complex a, complex b) {
        return quotient<T>(a, b);
    }
    CUPRUM_DEVICE friend complex operator/(complex a, T b) { return {a.re / b, a.im / b}; }
    CUPRUM_DEVICE friend complex operator/(T a, complex b) { return complex(a) / b; }
    CUPRUM_DEVICE friend bool operator==(complex a, complex b) { return (a.re == b.re) & (a.im == b.im); }
    CUPRUM_DEVICE friend bool operator!=(complex a, complex b) { return !(a == b); }
    CUPRUM_DEVICE friend bool operator==(complex a, T b) { return (a.re == b) & (a.im == 0); }
    CUPRUM_DEVICE friend bool operator!=(complex a, T b) { return !(a == b); }
};

template <class T>
CUPRUM_DEVICE T real(complex<T> z) {
    return z.re;
}
template <class T>
CUPRUM_DEVICE T imag(complex<T> z) {
    return z.im;
}
template <Number T>
CUPRUM_DEVICE Real<T> real(T x) {
    return x;
}
template <Number T>
CUPRUM_DEVICE Real<T> imag(T) {
    return 0;
}
template <class T>
CUPRUM_DEVICE T abs(complex<T> z) {
    return once::hypot_of<T>(z.re, z.im);
}
template <class T>
CUPRUM_DEVICE T arg(complex<T> z) {
    return once::atan2_of<T>(z.im, z.re);
}
template <class T>
CUPRUM_DEVICE T norm(complex<T> z) {
    return z.re * z.re + z.im * z.im;
}
template <class T>
CUPRUM_DEVICE complex<T> conj(complex<T> z) {
    return {z.re, -z.im};
}
#define XSTD_COMPLEX_FUNCTION(name)                   \
    template <class T>                                \
    XSF_LONG complex<T> name(complex<T> z) {          \
        return cuprum::name(cuprum::complex<T>(z.re, z.im)); \
    }
XSTD_COMPLEX_FUNCTION(exp)
XSTD_COMPLEX_FUNCTION(log)
XSTD_COMPLEX_FUNCTION(sqrt)
XSTD_COMPLEX_FUNCTION(sin)
XSTD_COMPLEX_FUNCTION(cos)
XSTD_COMPLEX_FUNCTION(tan)
XSTD_COMPLEX_FUNCTION(sinh)
XSTD_COMPLEX_FUNCTION(cosh)
XSTD_COMPLEX_FUNCTION(tanh)
#undef XSTD_COMPLEX_FUNCTION

/// What long functions call in place of xstd's own, which are inlined.
namespace once {
#define XSTD_ONCE_FUNCTION(name)              \
    template <Number T>                       \
    CUPRUM_DEVICE Real<T> name(T x) {         \
        return name##_of<Real<T>>(x);         \
    }                                         \
    template <class T>                        \
    CUPRUM_DEVICE complex<T> name(complex<T> z) { \
        return xstd::name(z);                 \
    }
XSTD_ONCE_FUNCTION(exp)
XSTD_ONCE_FUNCTION(log)
#undef XSTD_ONCE_FUNCTION
}  // namespace once

template <class T>
XSF_LONG complex<T> pow(complex<T> z, complex<T> w) {
    if (z == T(0)) return w == T(0) ? complex<T>(1) : complex<T>(0);
    return exp(w * log(z));
}
template <Number X, class T>
XSF_LONG complex<T> pow(X x, complex<T> w) {
    return pow(complex<T>(static_cast<T>(x)), w);
}
template <class T, Number U>
XSF_LONG complex<T> pow(complex<T> z, U power) {
    T n = static_cast<T>(power);
    if (n == cuprum::trunc(n) && cuprum::fabs(n) < T(1024)) {
        int count = static_cast<int>(cuprum::fabs(n));
        complex<T> result(1), square = z;
        for (; count; count >>= 1, square *= square)
            if (count & 1) result *= square;
        return n < T(0) ? T(1) / result : result;
    }
    if (z.im == T(0) && z.re > T(0)) return cuprum::pow(z.re, n);
    return exp(n * log(z));
}

}  // namespace xstd

namespace CUPRUM_SCALAR_CODE Faddeeva {}

namespace CUPRUM_SCALAR_CODE xsf {

using xstd::abs;
using xstd::asinh;
using xstd::atan;
using xstd::atan2;
using xstd::ceil;
using xstd::copysign;
using xstd::cos;
using xstd::cosh;
using xstd::exp;
using xstd::fabs;
using xstd::floor;
using xstd::fmax;
using xstd::fmod;
using xstd::fmin;
using xstd::imag;
using xstd::isfinite;
using xstd::isinf;
using xstd::isnan;
using xstd::log;
using xstd::log10;
using xstd::nextafter;
using xstd::pow;
using xstd::sinh;
using xstd::tan;
using xstd::tanh;
using xstd::round;
using xstd::trunc;
using xstd::uint64_t;
using xstd::real;
using xstd::signbit;
using xstd::sin;
using xstd::sqrt;

/// What a loop that gives up ends in.
template <class T>
inline T no_value() {
    return T(xstd::numeric_limits<double>::quiet_NaN());
}

template <typename T>
struct remove_complex {
    using type = T;
};
template <typename T>
struct remove_complex<xstd::complex<T>> {
    using type = T;
};
template <typename T>
using remove_complex_t = typename remove_complex<T>::type;
template <typename T>
struct complex_type {
    using type = xstd::complex<T>;
};
template <typename T>
using complex_type_t = typename complex_type<T>::type;
template <typename T>
using complex = complex_type_t<T>;

}  // namespace xsf

namespace Faddeeva {

using xstd::copysign;
using xstd::cos;
using xstd::exp;
using xstd::fabs;
using xstd::floor;
using xstd::isinf;
using xstd::isnan;
using xstd::log;
using xstd::sin;
using xstd::sqrt;

}  // namespace Faddeeva
