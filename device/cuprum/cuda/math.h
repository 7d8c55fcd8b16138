// CUDA's mathematical functions for a CPU: the C library's where it has them, so that loops over threads use its vector
// variants.
#pragma once

#include <cuprum/cuda/language.h>
#include <cuprum/infinities.h>

namespace cuprum::cuda_on_cpu {

template <class T>
inline constexpr bool is_integral = __is_integral(T);
template <class T>
inline constexpr bool is_arithmetic = __is_integral(T) || __is_floating_point(T);
}  // namespace cuprum::cuda_on_cpu

#define CUPRUM_MATH __forceinline__

// Integers are taken as doubles. These templates have a parameter more, so that any template of a program's goes
// before.
#define CUPRUM_UNARY_AS(name, builtin)                                        \
    CUPRUM_OVERLOAD double name(double x) { return __builtin_##builtin(x); }  \
    CUPRUM_OVERLOAD float name(float x) { return __builtin_##builtin##f(x); } \
    CUPRUM_MATH float name##f(float x) { return __builtin_##builtin##f(x); }  \
    template <class T, class... Last>                                         \
        requires cuprum::cuda_on_cpu::is_integral<T>                          \
    CUPRUM_MATH double name(T x, Last...) {                                   \
        return __builtin_##builtin(static_cast<double>(x));                   \
    }
#define CUPRUM_UNARY(name) CUPRUM_UNARY_AS(name, name)
#define CUPRUM_BINARY_AS(name, function, function_f)                                             \
    CUPRUM_OVERLOAD double name(double x, double y) { return function(x, y); }                   \
    CUPRUM_OVERLOAD float name(float x, float y) { return function_f(x, y); }                    \
    CUPRUM_MATH float name##f(float x, float y) { return function_f(x, y); }                     \
    template <class A, class B, class... Last>                                                   \
        requires(cuprum::cuda_on_cpu::is_arithmetic<A> && cuprum::cuda_on_cpu::is_arithmetic<B>) \
    CUPRUM_MATH double name(A x, B y, Last...) {                                                 \
        return function(static_cast<double>(x), static_cast<double>(y));                         \
    }
#define CUPRUM_BINARY(name) CUPRUM_BINARY_AS(name, __builtin_##name, __builtin_##name##f)

CUPRUM_UNARY(sin)
CUPRUM_UNARY(cos)
CUPRUM_UNARY(tan)
CUPRUM_UNARY(asin)
CUPRUM_UNARY(acos)
CUPRUM_UNARY(atan)
CUPRUM_UNARY(sinh)
CUPRUM_UNARY(cosh)
CUPRUM_UNARY(tanh)
CUPRUM_UNARY(asinh)
CUPRUM_UNARY(acosh)
CUPRUM_UNARY(atanh)
CUPRUM_UNARY(exp)
CUPRUM_UNARY(exp2)
CUPRUM_UNARY(exp10)
CUPRUM_UNARY(expm1)
CUPRUM_UNARY(log)
CUPRUM_UNARY(log2)
CUPRUM_UNARY(log10)
CUPRUM_UNARY(log1p)
CUPRUM_UNARY(logb)
CUPRUM_UNARY(sqrt)
CUPRUM_UNARY(cbrt)
CUPRUM_UNARY(erf)
CUPRUM_UNARY(erfc)
CUPRUM_UNARY(tgamma)
CUPRUM_UNARY(lgamma)
CUPRUM_UNARY(ceil)
CUPRUM_UNARY(floor)
CUPRUM_UNARY(trunc)
CUPRUM_UNARY(round)
CUPRUM_UNARY(rint)
CUPRUM_UNARY(nearbyint)
CUPRUM_UNARY(fabs)
CUPRUM_BINARY(pow)
CUPRUM_OVERLOAD float pow(float x, int n) { return static_cast<float>(__builtin_pow(x, n)); }
CUPRUM_OVERLOAD double pow(double x, int n) { return __builtin_pow(x, n); }
CUPRUM_BINARY(atan2)
CUPRUM_BINARY(hypot)
CUPRUM_BINARY(fmod)
CUPRUM_BINARY(remainder)
CUPRUM_BINARY(copysign)
CUPRUM_BINARY(fdim)

// The smaller and the larger of two numbers; of a number and a NaN the number. -0 is less than 0, as it is for a GPU.
namespace cuprum::cuda_on_cpu {
template <class T>
CUPRUM_MATH constexpr T smaller(T a, T b) {
    if constexpr (!is_integral<T>)
        if (a == b) return __builtin_signbit(a) ? a : b;
    return a < b || b != b ? a : b;
}
template <class T>
CUPRUM_MATH constexpr T larger(T a, T b) {
    if constexpr (!is_integral<T>)
        if (a == b) return __builtin_signbit(a) ? b : a;
    return a > b || b != b ? a : b;
}
}  // namespace cuprum::cuda_on_cpu
CUPRUM_BINARY_AS(fmin, cuprum::cuda_on_cpu::smaller, cuprum::cuda_on_cpu::smaller)
CUPRUM_BINARY_AS(fmax, cuprum::cuda_on_cpu::larger, cuprum::cuda_on_cpu::larger)
CUPRUM_BINARY(nextafter)
#undef CUPRUM_UNARY
#undef CUPRUM_UNARY_AS
#undef CUPRUM_BINARY
#undef CUPRUM_BINARY_AS

// Functions that the compiler knows no builtin of, from the C library.
extern "C" {
double cuprum_j0(double) __asm__("j0");
double cuprum_j1(double) __asm__("j1");
double cuprum_jn(int, double) __asm__("jn");
double cuprum_y0(double) __asm__("y0");
double cuprum_y1(double) __asm__("y1");
double cuprum_yn(int, double) __asm__("yn");
}
#define CUPRUM_IN_DOUBLE(name, expression)                                                          \
    CUPRUM_OVERLOAD double name(double x) { return expression; }                                    \
    CUPRUM_MATH float name##f(float v) { return static_cast<float>(name(static_cast<double>(v))); } \
    CUPRUM_OVERLOAD float name(float v) { return name##f(v); }
CUPRUM_IN_DOUBLE(j0, cuprum_j0(x))
CUPRUM_IN_DOUBLE(j1, cuprum_j1(x))
CUPRUM_IN_DOUBLE(y0, cuprum_y0(x))
CUPRUM_IN_DOUBLE(y1, cuprum_y1(x))
CUPRUM_MATH double jn(int n, double x) { return cuprum_jn(n, x); }
CUPRUM_MATH double yn(int n, double x) { return cuprum_yn(n, x); }
CUPRUM_OVERLOAD float jn(int n, float x) { return static_cast<float>(cuprum_jn(n, x)); }
CUPRUM_OVERLOAD float yn(int n, float x) { return static_cast<float>(cuprum_yn(n, x)); }
CUPRUM_MATH float jnf(int n, float x) { return static_cast<float>(cuprum_jn(n, x)); }
CUPRUM_MATH float ynf(int n, float x) { return static_cast<float>(cuprum_yn(n, x)); }

CUPRUM_OVERLOAD double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
CUPRUM_OVERLOAD float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
CUPRUM_MATH float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

CUPRUM_OVERLOAD double rsqrt(double x) { return 1. / __builtin_sqrt(x); }
CUPRUM_OVERLOAD float rsqrt(float x) { return 1.f / __builtin_sqrtf(x); }
CUPRUM_MATH float rsqrtf(float x) { return 1.f / __builtin_sqrtf(x); }
CUPRUM_OVERLOAD double rcbrt(double x) { return 1. / __builtin_cbrt(x); }
CUPRUM_OVERLOAD float rcbrt(float x) { return 1.f / __builtin_cbrtf(x); }
CUPRUM_MATH float rcbrtf(float x) { return 1.f / __builtin_cbrtf(x); }
CUPRUM_MATH double rhypot(double x, double y) { return 1. / __builtin_hypot(x, y); }
CUPRUM_MATH float rhypotf(float x, float y) { return 1.f / __builtin_hypotf(x, y); }
CUPRUM_MATH double fdivide(double x, double y) { return x / y; }
CUPRUM_MATH float fdividef(float x, float y) { return x / y; }

/// sin(pi x) and cos(pi x), exact at multiples of a half.
CUPRUM_OVERLOAD double sinpi(double x) {
    const double r = x - 2 * __builtin_rint(x / 2);  // within [-1, 1]
    const double folded = r > .5 ? 1 - r : r < -.5 ? -1 - r : r;
    return folded == 0 ? __builtin_copysign(0., x) : __builtin_sin(3.14159265358979323846 * folded);
}
CUPRUM_OVERLOAD double cospi(double x) {
    const double r = __builtin_fabs(x - 2 * __builtin_rint(x / 2));
    return r <= .25  ? __builtin_cos(3.14159265358979323846 * r)
           : r < .75 ? __builtin_sin(3.14159265358979323846 * (.5 - r))
                     : -__builtin_cos(3.14159265358979323846 * (1 - r));
}
CUPRUM_MATH float sinpif(float x) { return static_cast<float>(sinpi(static_cast<double>(x))); }
CUPRUM_MATH float cospif(float x) { return static_cast<float>(cospi(static_cast<double>(x))); }
CUPRUM_OVERLOAD float sinpi(float x) { return sinpif(x); }
CUPRUM_OVERLOAD float cospi(float x) { return cospif(x); }
CUPRUM_OVERLOAD void sincos(double x, double* s, double* c) { *s = __builtin_sin(x), *c = __builtin_cos(x); }
CUPRUM_MATH void sincosf(float x, float* s, float* c) { *s = __builtin_sinf(x), *c = __builtin_cosf(x); }
CUPRUM_OVERLOAD void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
CUPRUM_OVERLOAD void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
CUPRUM_MATH void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
CUPRUM_OVERLOAD void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }

CUPRUM_MATH double norm3d(double a, double b, double c) { return __builtin_hypot(__builtin_hypot(a, b), c); }
CUPRUM_MATH double norm4d(double a, double b, double c, double d) {
    return __builtin_hypot(__builtin_hypot(a, b), __builtin_hypot(c, d));
}
CUPRUM_MATH double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
CUPRUM_MATH double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
CUPRUM_MATH float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
CUPRUM_MATH float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
CUPRUM_MATH float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
CUPRUM_MATH float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }
CUPRUM_MATH double norm(int count, const double* p) {
    double length = 0;
    for (int i = 0; i < count; ++i) length = __builtin_hypot(length, p[i]);
    return length;
}
CUPRUM_MATH double rnorm(int count, const double* p) { return 1 / norm(count, p); }
CUPRUM_MATH float normf(int count, const float* p) {
    double square = 0;
    for (int i = 0; i < count; ++i) square += static_cast<double>(p[i]) * p[i];
    return static_cast<float>(__builtin_sqrt(square));
}
CUPRUM_MATH float rnormf(int count, const float* p) { return 1 / normf(count, p); }

CUPRUM_OVERLOAD double ldexp(double x, int e) { return __builtin_ldexp(x, e); }
CUPRUM_OVERLOAD float ldexp(float x, int e) { return __builtin_ldexpf(x, e); }
CUPRUM_MATH float ldexpf(float x, int e) { return __builtin_ldexpf(x, e); }
CUPRUM_OVERLOAD double scalbn(double x, int e) { return __builtin_scalbn(x, e); }
CUPRUM_OVERLOAD float scalbn(float x, int e) { return __builtin_scalbnf(x, e); }
CUPRUM_MATH float scalbnf(float x, int e) { return __builtin_scalbnf(x, e); }
CUPRUM_MATH double scalbln(double x, long e) { return __builtin_scalbln(x, e); }
CUPRUM_OVERLOAD float scalbln(float x, long e) { return __builtin_scalblnf(x, e); }
CUPRUM_MATH float scalblnf(float x, long e) { return __builtin_scalblnf(x, e); }
CUPRUM_OVERLOAD double frexp(double x, int* e) { return __builtin_frexp(x, e); }
CUPRUM_OVERLOAD float frexp(float x, int* e) { return __builtin_frexpf(x, e); }
CUPRUM_MATH float frexpf(float x, int* e) { return __builtin_frexpf(x, e); }
CUPRUM_OVERLOAD double modf(double x, double* whole) { return __builtin_modf(x, whole); }
CUPRUM_OVERLOAD float modf(float x, float* whole) { return __builtin_modff(x, whole); }
CUPRUM_MATH float modff(float x, float* whole) { return __builtin_modff(x, whole); }
CUPRUM_OVERLOAD double remquo(double x, double y, int* q) { return __builtin_remquo(x, y, q); }
CUPRUM_OVERLOAD float remquo(float x, float y, int* q) { return __builtin_remquof(x, y, q); }
CUPRUM_MATH float remquof(float x, float y, int* q) { return __builtin_remquof(x, y, q); }

#define CUPRUM_TO_INTEGER(type, name)                                     \
    CUPRUM_OVERLOAD type name(double x) { return __builtin_##name(x); }   \
    CUPRUM_OVERLOAD type name(float x) { return __builtin_##name##f(x); } \
    CUPRUM_MATH type name##f(float x) { return __builtin_##name##f(x); }
CUPRUM_TO_INTEGER(int, ilogb)
CUPRUM_TO_INTEGER(long, lround)
CUPRUM_TO_INTEGER(long long, llround)
CUPRUM_TO_INTEGER(long, lrint)
CUPRUM_TO_INTEGER(long long, llrint)
#undef CUPRUM_TO_INTEGER

#define CUPRUM_CLASSIFY(name, builtin)                         \
    CUPRUM_OVERLOAD bool name(double x) { return builtin(x); } \
    CUPRUM_OVERLOAD bool name(float x) { return builtin(x); }  \
    template <class T, class... Last>                          \
        requires cuprum::cuda_on_cpu::is_integral<T>           \
    CUPRUM_MATH bool name(T x, Last...) {                      \
        return builtin(static_cast<double>(x));                \
    }
CUPRUM_CLASSIFY(isnan, __builtin_isnan)
CUPRUM_CLASSIFY(isinf, __builtin_isinf)
CUPRUM_CLASSIFY(isfinite, __builtin_isfinite)
CUPRUM_CLASSIFY(signbit, __builtin_signbit)
#undef CUPRUM_CLASSIFY
CUPRUM_MATH int __isnanf(float x) { return __builtin_isnan(x); }
CUPRUM_MATH int __isinff(float x) { return __builtin_isinf(x); }
CUPRUM_MATH int __finitef(float x) { return __builtin_isfinite(x); }
CUPRUM_MATH int __signbitf(float x) { return __builtin_signbit(x) != 0; }
CUPRUM_MATH int __isnan(double x) { return __builtin_isnan(x); }
CUPRUM_MATH int __isinf(double x) { return __builtin_isinf(x); }
CUPRUM_MATH int __finite(double x) { return __builtin_isfinite(x); }
CUPRUM_MATH int __signbitd(double x) { return __builtin_signbit(x) != 0; }
CUPRUM_MATH double nan(const char*) { return __builtin_nan(""); }
CUPRUM_MATH float nanf(const char*) { return __builtin_nanf(""); }

CUPRUM_OVERLOAD int abs(int x) { return x < 0 ? static_cast<int>(0u - x) : x; }
CUPRUM_OVERLOAD long abs(long x) { return x < 0 ? static_cast<long>(0ul - x) : x; }
CUPRUM_OVERLOAD long long abs(long long x) { return x < 0 ? static_cast<long long>(0ull - x) : x; }
CUPRUM_OVERLOAD float abs(float x) { return __builtin_fabsf(x); }
CUPRUM_OVERLOAD double abs(double x) { return __builtin_fabs(x); }
CUPRUM_MATH long labs(long x) { return abs(x); }
CUPRUM_MATH long long llabs(long long x) { return abs(x); }

#define CUPRUM_EXTREMUM(A, B, T)                                                                \
    CUPRUM_OVERLOAD constexpr T min(A a, B b) { return cuprum::cuda_on_cpu::smaller<T>(a, b); } \
    CUPRUM_OVERLOAD constexpr T max(A a, B b) { return cuprum::cuda_on_cpu::larger<T>(a, b); }
#define CUPRUM_EXTREMUM_SIGNS(type)                              \
    CUPRUM_EXTREMUM(type, type, type)                            \
    CUPRUM_EXTREMUM(unsigned type, unsigned type, unsigned type) \
    CUPRUM_EXTREMUM(type, unsigned type, unsigned type)          \
    CUPRUM_EXTREMUM(unsigned type, type, unsigned type)
CUPRUM_EXTREMUM_SIGNS(int)
CUPRUM_EXTREMUM_SIGNS(long)
CUPRUM_EXTREMUM_SIGNS(long long)
CUPRUM_EXTREMUM(float, float, float)
CUPRUM_EXTREMUM(double, double, double)
CUPRUM_EXTREMUM(float, double, double)
CUPRUM_EXTREMUM(double, float, double)
#undef CUPRUM_EXTREMUM_SIGNS
#undef CUPRUM_EXTREMUM
// Of other pairs, such as float and int, CUDA cannot choose: here they are compared in their common type.
template <class A, class B, class... Last>
    requires(cuprum::cuda_on_cpu::is_arithmetic<A> && cuprum::cuda_on_cpu::is_arithmetic<B>)
CUPRUM_MATH constexpr auto min(A a, B b, Last...) -> decltype(a + b) {
    return cuprum::cuda_on_cpu::smaller<decltype(a + b)>(a, b);
}
template <class A, class B, class... Last>
    requires(cuprum::cuda_on_cpu::is_arithmetic<A> && cuprum::cuda_on_cpu::is_arithmetic<B>)
CUPRUM_MATH constexpr auto max(A a, B b, Last...) -> decltype(a + b) {
    return cuprum::cuda_on_cpu::larger<decltype(a + b)>(a, b);
}
CUPRUM_MATH unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
CUPRUM_MATH unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
CUPRUM_MATH long long llmin(long long a, long long b) { return a < b ? a : b; }
CUPRUM_MATH long long llmax(long long a, long long b) { return a > b ? a : b; }
CUPRUM_MATH unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
CUPRUM_MATH unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
#undef CUPRUM_IN_DOUBLE

// The fast variants are no less exact here.
CUPRUM_MATH float __sinf(float x) { return __builtin_sinf(x); }
CUPRUM_MATH float __cosf(float x) { return __builtin_cosf(x); }
CUPRUM_MATH float __tanf(float x) { return __builtin_tanf(x); }
CUPRUM_MATH float __expf(float x) { return __builtin_expf(x); }
CUPRUM_MATH float __exp10f(float x) { return __builtin_exp10f(x); }
CUPRUM_MATH float __logf(float x) { return __builtin_logf(x); }
CUPRUM_MATH float __log2f(float x) { return __builtin_log2f(x); }
CUPRUM_MATH float __log10f(float x) { return __builtin_log10f(x); }
CUPRUM_MATH float __powf(float x, float y) { return __builtin_powf(x, y); }
CUPRUM_MATH float __tanhf(float x) { return __builtin_tanhf(x); }
CUPRUM_MATH float __fdividef(float x, float y) { return x / y; }
CUPRUM_MATH float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.f) : 0.f; }
CUPRUM_MATH void __sincosf(float x, float* s, float* c) { sincosf(x, s, c); }
CUPRUM_MATH float __frsqrt_rn(float x) { return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(x))); }

#undef CUPRUM_MATH
