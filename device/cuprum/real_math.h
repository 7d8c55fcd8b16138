// Functions of real numbers, and those that are the same for every type, with NumPy's rules for signs, infinities, NaN.
#pragma once

#include <cuprum/cast.h>
#include <cuprum/integer.h>
#if CUPRUM_CPU_LEVEL == 3
#include <cuprum/power.h>
#endif

namespace cuprum {

/// A real number is its own conjugate.
template <Real T>
CUPRUM_DEVICE T conj(T x) {
    return x;
}

// The C library's functions, under one name for float and double. An integer computes in double, as in C++.
#define CUPRUM_C_FUNCTION_1(name)                                            \
    CUPRUM_DEVICE float name(float x) { return CUPRUM_BUILTIN(name##f)(x); } \
    CUPRUM_DEVICE double name(double x) { return CUPRUM_BUILTIN(name)(x); }  \
    template <class T>                                                       \
        requires(is_bool<T> || is_integer<T>)                                \
    CUPRUM_DEVICE double name(T x) {                                         \
        return name(static_cast<double>(x));                                 \
    }
#define CUPRUM_C_FUNCTION_2(name)                                                        \
    CUPRUM_DEVICE float name(float x, float y) { return CUPRUM_BUILTIN(name##f)(x, y); } \
    CUPRUM_DEVICE double name(double x, double y) { return CUPRUM_BUILTIN(name)(x, y); }

CUPRUM_C_FUNCTION_1(fabs)
CUPRUM_C_FUNCTION_1(sqrt)
CUPRUM_C_FUNCTION_1(cbrt)
CUPRUM_C_FUNCTION_1(exp)
CUPRUM_C_FUNCTION_1(exp2)
CUPRUM_C_FUNCTION_1(expm1)
CUPRUM_C_FUNCTION_1(log)
CUPRUM_C_FUNCTION_1(log2)
CUPRUM_C_FUNCTION_1(log10)
CUPRUM_C_FUNCTION_1(log1p)
CUPRUM_C_FUNCTION_1(sin)
CUPRUM_C_FUNCTION_1(cos)
CUPRUM_C_FUNCTION_1(tan)
CUPRUM_C_FUNCTION_1(asin)
CUPRUM_C_FUNCTION_1(acos)
CUPRUM_C_FUNCTION_1(atan)
CUPRUM_C_FUNCTION_1(sinh)
CUPRUM_C_FUNCTION_1(cosh)
CUPRUM_C_FUNCTION_1(tanh)
CUPRUM_C_FUNCTION_1(asinh)
CUPRUM_C_FUNCTION_1(acosh)
CUPRUM_C_FUNCTION_1(atanh)
CUPRUM_C_FUNCTION_1(floor)
CUPRUM_C_FUNCTION_1(ceil)
CUPRUM_C_FUNCTION_1(trunc)
CUPRUM_C_FUNCTION_1(rint)
CUPRUM_C_FUNCTION_2(atan2)
CUPRUM_C_FUNCTION_2(copysign)
CUPRUM_C_FUNCTION_2(pow)

// The C library divides bit by bit. Where a processor multiplies and adds in one step and the quotient has no digits
// lost, what is left of `a` is exact after one division: the quotient is too large by one where it was rounded up to
// the next integer, and then the rest is negative.
#if CUPRUM_CPU_LEVEL >= 3 || CUPRUM_GPU
#if CUPRUM_GPU
#define CUPRUM_APART CUPRUM_DEVICE
#define CUPRUM_UNPREDICTABLE(condition) (condition)
#else
// A function of its own: a compiler would take the library's remainder for an instruction, and compute it always.
#define CUPRUM_APART __attribute__((noinline)) static
#define CUPRUM_UNPREDICTABLE(condition) __builtin_unpredictable(condition)
#endif
namespace detail {
CUPRUM_APART float library_fmod(float a, float b) { return CUPRUM_BUILTIN(fmodf)(a, b); }
CUPRUM_APART double library_fmod(double a, double b) { return CUPRUM_BUILTIN(fmod)(a, b); }

CUPRUM_DEVICE float multiply_add(float x, float y, float z) { return CUPRUM_BUILTIN(fmaf)(x, y, z); }
CUPRUM_DEVICE double multiply_add(double x, double y, double z) { return CUPRUM_BUILTIN(fma)(x, y, z); }

template <class T>
CUPRUM_DEVICE T rest_of_division(T a, T b, T largest) {
    const T x = fabs(a), y = fabs(b), quotient = trunc(x / y);
    if (!(quotient < largest)) [[unlikely]]
        return library_fmod(a, b);  // NaN and infinity, too
    // Selects, not branches, which random numbers mislead.
    T rest = multiply_add(-quotient, y, x);
    rest += CUPRUM_UNPREDICTABLE(rest < 0) ? y : T(0);
    rest = CUPRUM_UNPREDICTABLE(quotient == 0) ? x : rest;  // also beside infinity
    return copysign(rest, a);
}
}  // namespace detail
#undef CUPRUM_APART
#undef CUPRUM_UNPREDICTABLE

CUPRUM_DEVICE float fmod(float a, float b) { return detail::rest_of_division(a, b, 0x1p23f); }
CUPRUM_DEVICE double fmod(double a, double b) { return detail::rest_of_division(a, b, 0x1p52); }
#else
CUPRUM_C_FUNCTION_2(fmod)
#endif

#undef CUPRUM_C_FUNCTION_1
#undef CUPRUM_C_FUNCTION_2

inline constexpr double pi = 3.141592653589793238463;
inline constexpr double ln_2 = 0.693147180559945309417;
inline constexpr double log2_e = 1.442695040888963407360;
inline constexpr double log10_e = 0.434294481903251827651;

// Arithmetic of every type but integers, whose functions wrap (integer.h).
template <class T>
    requires(!is_integer<T>)
CUPRUM_DEVICE T add(T a, T b) {
    return a + b;
}

template <class T>
    requires(!is_integer<T>)
CUPRUM_DEVICE T subtract(T a, T b) {
    return a - b;
}

template <class T>
    requires(!is_integer<T>)
CUPRUM_DEVICE T multiply(T a, T b) {
    return a * b;
}

template <class T>
    requires(!is_integer<T>)
CUPRUM_DEVICE T negative(T a) {
    return -a;
}

template <Float T>
CUPRUM_DEVICE T reciprocal(T a) {
    return T(1) / a;
}

template <Float T>
CUPRUM_DEVICE T abs(T x) {
    return fabs(x);
}

// Classification of every type: an integer is finite, a complex number is what either of its parts is.
template <class T>
CUPRUM_DEVICE bool isnan(T x) {
    return x != x;
}

template <class T>
CUPRUM_DEVICE bool isinf(T x) {
    if constexpr (is_complex<T>) return isinf(x.re) || isinf(x.im);
    else if constexpr (is_float<T>) return fabs(x) == limits<T>::infinity();
    else return false;
}

template <class T>
CUPRUM_DEVICE bool isfinite(T x) {
    if constexpr (is_complex<T>) return isfinite(x.re) && isfinite(x.im);
    else if constexpr (is_float<T>) return fabs(x) < limits<T>::infinity();
    else return true;
}

template <Float T>
CUPRUM_DEVICE bool signbit(T x) {
    return bit_cast<signed_of_size<sizeof(T)>>(x) < 0;
}

template <Float T>
CUPRUM_DEVICE T sign(T x) {
    return isnan(x) ? x : static_cast<T>((x > T(0)) - (x < T(0)));
}

// Comparison. int64 and uint64 compare by value, not after a conversion that would lose bits or the sign.
template <class T>
CUPRUM_DEVICE bool equal(T a, T b) {
    return a == b;
}
CUPRUM_DEVICE bool equal(int64 a, uint64 b) { return (a >= 0) & (static_cast<uint64>(a) == b); }
CUPRUM_DEVICE bool equal(uint64 a, int64 b) { return equal(b, a); }

template <class T>
CUPRUM_DEVICE bool not_equal(T a, T b) {
    return a != b;
}
CUPRUM_DEVICE bool not_equal(int64 a, uint64 b) { return !equal(a, b); }
CUPRUM_DEVICE bool not_equal(uint64 a, int64 b) { return !equal(b, a); }

template <class T>
CUPRUM_DEVICE bool less(T a, T b) {
    return a < b;
}
CUPRUM_DEVICE bool less(int64 a, uint64 b) { return (a < 0) | (static_cast<uint64>(a) < b); }
CUPRUM_DEVICE bool less(uint64 a, int64 b) { return (b >= 0) & (a < static_cast<uint64>(b)); }

template <class T>
CUPRUM_DEVICE bool less_equal(T a, T b) {
    return a <= b;
}
CUPRUM_DEVICE bool less_equal(int64 a, uint64 b) { return !less(b, a); }
CUPRUM_DEVICE bool less_equal(uint64 a, int64 b) { return !less(b, a); }

template <class A, class B>
CUPRUM_DEVICE bool greater(A a, B b) {
    return less(b, a);
}

template <class A, class B>
CUPRUM_DEVICE bool greater_equal(A a, B b) {
    return less_equal(b, a);
}

// Order. maximum and minimum hand on a NaN; fmax and fmin pass over it. On a CPU a vector's instruction gives `larger`,
// and the test for NaN does not wait for it: in a reduction, `a` is the result so far.
template <class T>
CUPRUM_DEVICE T maximum(T a, T b) {
    if constexpr (is_float<T> && !CUPRUM_GPU) {
        T larger = b > a ? b : a;  // `a` where either is NaN
        return isnan(b) ? limits<T>::nan() : larger;
    } else {
        return a >= b || isnan(a) ? a : b;
    }
}

template <class T>
CUPRUM_DEVICE T minimum(T a, T b) {
    if constexpr (is_float<T> && !CUPRUM_GPU) {
        T smaller = b < a ? b : a;
        return isnan(b) ? limits<T>::nan() : smaller;
    } else {
        return a <= b || isnan(a) ? a : b;
    }
}

#if CUPRUM_GPU && __CUDA_ARCH__ >= 800
// One instruction instead of three; of two zeros it takes the positive one as the larger.
CUPRUM_DEVICE float maximum(float a, float b) {
    asm("max.NaN.f32 %0, %0, %1;" : "+f"(a) : "f"(b));
    return a;
}
CUPRUM_DEVICE float minimum(float a, float b) {
    asm("min.NaN.f32 %0, %0, %1;" : "+f"(a) : "f"(b));
    return a;
}
#endif

template <class T>
CUPRUM_DEVICE T fmax(T a, T b) {
    return a >= b || isnan(b) ? a : b;
}

template <class T>
CUPRUM_DEVICE T fmin(T a, T b) {
    return a <= b || isnan(b) ? a : b;
}

// Division. Python's `//` and `%` of floats: the quotient is rounded down and the remainder has the sign of `b`.
namespace detail {

template <class T>
CUPRUM_DEVICE void divmod_by_fmod(T a, T b, T& quotient, T& remainder) {
    T rest = fmod(a, b);
    // (a - rest) / b is a whole number but for rounding.
    bool round_down = (rest != T(0)) & ((b < T(0)) != (rest < T(0)));
    T whole = (a - rest) / b - (round_down ? T(1) : T(0));
    T down = floor(whole);
    down += whole - down > T(0.5) ? T(1) : T(0);
    quotient = b == T(0) ? a / b : whole == T(0) ? copysign(T(0), a / b) : down;
    rest = round_down ? rest + b : rest;
    remainder = rest == T(0) ? copysign(T(0), b) : rest;
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE void divmod(T a, T b, T& quotient, T& remainder) {
#if CUPRUM_GPU
    // One division gives both, as in rest_of_division, while its result has digits for halves.
    if constexpr (sizeof(T) >= 4) {
        const T ratio = a / b;
        if (fabs(ratio) < (sizeof(T) == 4 ? T(0x1p20) : T(0x1p50)) && !isinf(b)) [[likely]] {
            T whole = floor(ratio), rest = detail::multiply_add(-whole, b, a);
            if (rest != T(0) && (rest < T(0)) != (b < T(0))) {
                whole -= T(1);
                rest = detail::multiply_add(-whole, b, a);
            }
            quotient = whole == T(0) ? copysign(T(0), ratio) : whole;
            remainder = rest == T(0) ? copysign(T(0), b) : rest;
            return;
        }
    }
#endif
    detail::divmod_by_fmod(a, b, quotient, remainder);
}

template <Float T>
CUPRUM_DEVICE T floor_divide(T a, T b) {
    T quotient, remainder;
    divmod(a, b, quotient, remainder);
    return quotient;
}

template <Float T>
CUPRUM_DEVICE T remainder(T a, T b) {
    T quotient, remainder;
    divmod(a, b, quotient, remainder);
    return remainder;
}

template <Float T>
CUPRUM_DEVICE T power(T a, T b) {
#if CUPRUM_CPU_LEVEL == 3
    if constexpr (is_same<T, float>) return detail::power(a, b);
#endif
    return pow(a, b);
}

// Parts of a number.
template <Float T>
CUPRUM_DEVICE void modf(T x, T& fraction, T& whole) {
    whole = trunc(x);
    fraction = copysign(isinf(x) ? T(0) : x - whole, x);
}

template <Float T>
CUPRUM_DEVICE void frexp(T x, T& mantissa, int32& exponent) {
#if CUPRUM_GPU
    int32 e;
    if constexpr (is_same<T, float>) mantissa = CUPRUM_BUILTIN(frexpf)(x, &e);
    else mantissa = CUPRUM_BUILTIN(frexp)(x, &e);
    exponent = isfinite(x) ? e : 0;
#else
    // By the bits, which a loop does in vectors.
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int digits = sizeof(T) == 4 ? 23 : 52, half = sizeof(T) == 4 ? 126 : 1022;
    constexpr U exponents = bit_cast<U>(limits<T>::infinity()), sign = U(1) << (8 * sizeof(T) - 1);
    const bool subnormal = (bit_cast<U>(x) & exponents) == 0;
    const T normal = subnormal ? x * T(sizeof(T) == 4 ? 0x1p25 : 0x1p54) : x;
    const U bits = bit_cast<U>(normal);
    const int32 e =
        static_cast<int32>((bits & exponents) >> digits) - half - (subnormal ? sizeof(T) == 4 ? 25 : 54 : 0);
    const bool whole = x == T(0) || !isfinite(x);
    mantissa = whole ? x : bit_cast<T>((bits & (sign | ((U(1) << digits) - 1))) | (U(half) << digits));
    exponent = whole ? 0 : e;
#endif
}

template <Float T>
CUPRUM_DEVICE T ldexp(T x, int32 exponent) {
#if CUPRUM_GPU
    if constexpr (is_same<T, float>) return CUPRUM_BUILTIN(ldexpf)(x, exponent);
    else return CUPRUM_BUILTIN(ldexp)(x, exponent);
#else
    // Products by powers of 2, of which only one rounds.
    const auto power = [](int32 e) { return bit_cast<double>(static_cast<uint64>(e + 1023) << 52); };
    if constexpr (is_same<T, float>) {
        return static_cast<float>(x * power(exponent < -400 ? -400 : exponent > 400 ? 400 : exponent));
    } else {
        // 2**-969 leaves 53 bits for the last product: what it makes subnormal, that makes 0.
        const auto step = [](int32 e) { return e > 1023 ? 1023 : e < -1022 ? -969 : e; };
        const int32 e = exponent < -4000 ? -4000 : exponent > 4000 ? 4000 : exponent;
        const int32 first = step(e), second = step(e - first), rest = e - first - second;
        return x * power(first) * power(second) * power(rest < -1022 ? -1022 : rest > 1023 ? 1023 : rest);
    }
#endif
}

/// Exponents beyond int32 overflow or underflow whatever `x` is.
template <Float T>
CUPRUM_DEVICE T ldexp(T x, int64 exponent) {
    int64 low = limits<int32>::lowest(), high = limits<int32>::max();
    return ldexp(x, static_cast<int32>(exponent < low ? low : exponent > high ? high : exponent));
}

namespace detail {

template <class T>
inline constexpr unsigned_of_size<sizeof(T)> sign_bit =
    static_cast<unsigned_of_size<sizeof(T)>>(1ull << (8 * sizeof(T) - 1));

}  // namespace detail

/// The next number of the type after `x` towards `to`. The bits below the sign, read as an integer, are in the order of
/// the magnitudes.
template <class T>
    requires(is_float<T> || is_half<T>)
CUPRUM_DEVICE T nextafter(T x, T to) {
    using Bits = unsigned_of_size<sizeof(T)>;
    using Value = compute_t<T>;
    Value from = x, target = to;
    Bits bits = bit_cast<Bits>(x), target_bits = bit_cast<Bits>(to);
    bool away_from_zero = (from < target) == (from > Value(0));
    Bits stepped = static_cast<Bits>(away_from_zero ? bits + 1 : bits - 1);
    Bits smallest = static_cast<Bits>((target_bits & detail::sign_bit<T>) | 1);
    Bits next = from == Value(0) ? smallest : stepped;
    // Of two zeros C takes the second, NumPy's half the first.
    next = from == target ? (is_same<T, float16> ? bits : target_bits) : next;
    T nan = limits<T>::nan();
    return bit_cast<T>(isnan(from) || isnan(target) ? bit_cast<Bits>(nan) : next);
}

// Functions of two reals.
namespace detail {

/// The length of (x, y). The larger one's power of two, or nearly so at the ends of the range, divides both and
/// multiplies the length, so that nothing overflows or underflows on the way. Both processors compute this text: on a
/// CPU the vectoriser would find nothing in a library's function, and on an H200 kernels that called CUDA's gave
/// infinity for lengths just below the largest number.
template <Float T>
CUPRUM_DEVICE T scaled_hypot(T x, T y) {
    using Bits = unsigned_of_size<sizeof(T)>;
    constexpr int mantissa = is_same<T, float> ? 23 : 52;
    constexpr Bits one = Bits(1) << mantissa, largest = is_same<T, float> ? 0xff : 0x7ff;
    T a = fabs(x), b = fabs(y), larger = a > b ? a : b;
    Bits exponent = bit_cast<Bits>(larger) & (largest * one);
    exponent = exponent < (largest - 3) * one ? exponent : (largest - 3) * one;
    T down = bit_cast<T>((largest - 2) * one - exponent), up = bit_cast<T>(exponent + one);
    a *= down, b *= down;
    return isinf(x) || isinf(y) ? limits<T>::infinity() : sqrt(a * a + b * b) * up;
}

}  // namespace detail

CUPRUM_DEVICE float hypot(float x, float y) {
#if CUPRUM_GPU
    return detail::scaled_hypot(x, y);
#else
    // double has room for the squares of floats.
    double a = x, b = y;
    double length = sqrt(a * a + b * b);
    return isinf(x) || isinf(y) ? limits<float>::infinity() : static_cast<float>(length);
#endif
}
CUPRUM_DEVICE double hypot(double x, double y) { return detail::scaled_hypot(x, y); }

/// 0, 1, or `at_zero` where `x` is 0.
template <Float T>
CUPRUM_DEVICE T heaviside(T x, T at_zero) {
    T step = x < T(0) ? T(0) : T(1);
    return isnan(x) ? x : x == T(0) ? at_zero : step;
}

/// log(exp(a) + exp(b)); equal infinities, whose difference is NaN, take the first way.
template <Float T>
CUPRUM_DEVICE T logaddexp(T a, T b) {
    T difference = a - b, larger = a > b ? a : b;
    T sum = larger + log1p(exp(-fabs(difference)));
    return a == b ? a + T(ln_2) : isnan(difference) ? difference : sum;
}

template <Float T>
CUPRUM_DEVICE T logaddexp2(T a, T b) {
    T difference = a - b, larger = a > b ? a : b;
    T sum = larger + T(log2_e) * log1p(exp2(-fabs(difference)));
    return a == b ? a + T(1) : isnan(difference) ? difference : sum;
}

// Functions of one real.
template <Float T>
CUPRUM_DEVICE T deg2rad(T x) {
    return x * T(pi / 180);
}

template <Float T>
CUPRUM_DEVICE T rad2deg(T x) {
    return x * T(180 / pi);
}

template <Float T>
CUPRUM_DEVICE T rsqrt(T x) {
#if CUPRUM_GPU
    if constexpr (is_same<T, float>) return ::rsqrtf(x);
    else return ::rsqrt(x);
#else
    return T(1) / sqrt(x);
#endif
}

/// sin(pi x) / (pi x).
template <Float T>
CUPRUM_DEVICE T sinc(T x) {
    T angle = T(pi) * (x == T(0) ? T(1e-20) : x);
    return sin(angle) / angle;
}

}  // namespace cuprum
