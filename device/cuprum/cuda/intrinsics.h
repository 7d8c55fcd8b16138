// CUDA's integer, conversion and rounding intrinsics for a CPU.
#pragma once

#include <cuprum/cuda/math.h>

// Bits.
__forceinline__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__forceinline__ int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
__forceinline__ int __ffs(int x) { return __builtin_ffs(x); }
__forceinline__ int __ffsll(long long x) { return __builtin_ffsll(x); }
__forceinline__ int __popc(unsigned x) { return __builtin_popcount(x); }
__forceinline__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__forceinline__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__forceinline__ unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
/// The position of the n-th set bit from `base` on, upwards for n > 0 and downwards for n < 0; ~0 where there is none.
__forceinline__ unsigned __fns(unsigned mask, unsigned base, int n) {
    if (n == 0) return base < 32 && (mask >> base & 1) ? base : ~0u;
    const int step = n > 0 ? 1 : -1;
    int left = n > 0 ? n : -n;
    for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0) return static_cast<unsigned>(at);
    return ~0u;
}
__forceinline__ unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned pick = selector >> 4 * i & 15;
        unsigned byte = bytes >> 8 * (pick & 7) & 0xff;
        if (pick & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
__forceinline__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>(((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31)) >> 32);
}
__forceinline__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
__forceinline__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>(((static_cast<unsigned long long>(high) << 32 | low) << (shift < 32 ? shift : 32)) >>
                                 32);
}
__forceinline__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift < 32 ? shift : 32));
}

// Products and sums.
__forceinline__ int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
__forceinline__ unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
__forceinline__ long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
__forceinline__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
__forceinline__ int __mul24(int a, int b) {
    return static_cast<int>(static_cast<unsigned>(static_cast<int>(static_cast<unsigned>(a) << 8) >> 8) *
                            static_cast<unsigned>(static_cast<int>(static_cast<unsigned>(b) << 8) >> 8));
}
__forceinline__ unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
__forceinline__ unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
__forceinline__ unsigned __sad(int a, int b, unsigned c) {
    return (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                  : static_cast<unsigned>(b) - static_cast<unsigned>(a)) +
           c;
}
__forceinline__ int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
__forceinline__ int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
__forceinline__ unsigned __uhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
__forceinline__ unsigned __urhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
__forceinline__ int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; ++i) c += static_cast<signed char>(a >> 8 * i) * static_cast<signed char>(b >> 8 * i);
    return c;
}
__forceinline__ unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 4; ++i) c += (a >> 8 * i & 0xff) * (b >> 8 * i & 0xff);
    return c;
}
__forceinline__ int __dp2a_lo(int a, int b, int c) {
    for (int i = 0; i < 2; ++i) c += static_cast<short>(a >> 16 * i) * static_cast<signed char>(b >> 8 * i);
    return c;
}
__forceinline__ int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
__forceinline__ unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 2; ++i) c += (a >> 16 * i & 0xffff) * (b >> 8 * i & 0xff);
    return c;
}
__forceinline__ unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
// The same of vectors.
#define CUPRUM_DOT_PRODUCTS(word, bytes, halves)                                       \
    __forceinline__ word __dp4a(bytes a, bytes b, word c) {                            \
        return __dp4a(__builtin_bit_cast(word, a), __builtin_bit_cast(word, b), c);    \
    }                                                                                  \
    __forceinline__ word __dp2a_lo(halves a, bytes b, word c) {                        \
        return __dp2a_lo(__builtin_bit_cast(word, a), __builtin_bit_cast(word, b), c); \
    }                                                                                  \
    __forceinline__ word __dp2a_hi(halves a, bytes b, word c) {                        \
        return __dp2a_hi(__builtin_bit_cast(word, a), __builtin_bit_cast(word, b), c); \
    }
CUPRUM_DOT_PRODUCTS(int, char4, short2)
CUPRUM_DOT_PRODUCTS(unsigned, uchar4, ushort2)
#undef CUPRUM_DOT_PRODUCTS

// Bits of one type read as another.
#define CUPRUM_REINTERPRET(name, to, from) \
    __forceinline__ to name(from x) { return __builtin_bit_cast(to, x); }
CUPRUM_REINTERPRET(__float_as_int, int, float)
CUPRUM_REINTERPRET(__float_as_uint, unsigned, float)
CUPRUM_REINTERPRET(__int_as_float, float, int)
CUPRUM_REINTERPRET(__uint_as_float, float, unsigned)
CUPRUM_REINTERPRET(__double_as_longlong, long long, double)
CUPRUM_REINTERPRET(__longlong_as_double, double, long long)
#undef CUPRUM_REINTERPRET
__forceinline__ int __double2hiint(double x) {
    return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
__forceinline__ int __double2loint(double x) { return static_cast<int>(__builtin_bit_cast(unsigned long long, x)); }
__forceinline__ double __hiloint2double(int high, int low) {
    return __builtin_bit_cast(
        double, static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low));
}

// Rounding. The result to nearest is known, and the error's sign in a wider type says whether its neighbour is wanted.
namespace cuprum::cuda_on_cpu {

template <class T>
__forceinline__ T step(T x, bool up) {
    return up ? nextafter(x, static_cast<T>(__builtin_inf())) : nextafter(x, static_cast<T>(-__builtin_inf()));
}
enum class Rounding { nearest, down, up, zero };

/// `nearest` moved to its neighbour where it lies on the wrong side of the exact value; `error` is exact - nearest.
template <Rounding mode, class T>
__forceinline__ T directed(T nearest, T error) {
    if constexpr (mode == Rounding::down) return error < 0 ? step(nearest, false) : nearest;
    if constexpr (mode == Rounding::up) return error > 0 ? step(nearest, true) : nearest;
    if constexpr (mode == Rounding::zero)
        return nearest > 0 ? (error < 0 ? step(nearest, false) : nearest) : (error > 0 ? step(nearest, true) : nearest);
    return nearest;
}
/// An overflowed result: infinity, or the largest finite number where the mode rounds towards it.
template <Rounding mode, class T>
__forceinline__ T overflowed(T infinite) {
    const bool keeps =
        mode == Rounding::nearest || (mode == Rounding::up && infinite > 0) || (mode == Rounding::down && infinite < 0);
    return keeps ? infinite : step(infinite, infinite < 0);
}
// The compiler may fuse products and sums of a program, but not those of these functions: CUDA promises it, and so do
// exact products and their errors.
#define CUPRUM_UNFUSED _Pragma("clang fp contract(off)")
template <Rounding mode, class T>
__forceinline__ T add(T a, T b) {
    CUPRUM_UNFUSED
    const T sum = a + b;
    if constexpr (mode == Rounding::nearest) return sum;
    if (__builtin_isinf(sum)) return __builtin_isinf(a) || __builtin_isinf(b) ? sum : overflowed<mode>(sum);
    if (sum == 0 && mode == Rounding::down && !(a == 0 && b == 0)) return -T(0);
    const T bb = sum - a;
    return directed<mode>(sum, (a - (sum - bb)) + (b - bb));
}
template <Rounding mode, class T>
__forceinline__ T multiply(T a, T b) {
    CUPRUM_UNFUSED
    const T product = a * b;
    if constexpr (mode == Rounding::nearest) return product;
    if (__builtin_isinf(product)) return __builtin_isinf(a) || __builtin_isinf(b) ? product : overflowed<mode>(product);
    return directed<mode>(product, static_cast<T>(fma(a, b, -product)));
}
template <Rounding mode, class T>
__forceinline__ T divide(T a, T b) {
    CUPRUM_UNFUSED
    const T quotient = a / b;
    if constexpr (mode == Rounding::nearest) return quotient;
    if (__builtin_isinf(quotient)) return __builtin_isinf(a) || b == 0 ? quotient : overflowed<mode>(quotient);
    const T rest = fma(-quotient, b, a);
    return directed<mode>(quotient, b < 0 ? -rest : rest);
}
template <Rounding mode, class T>
__forceinline__ T square_root(T x) {
    CUPRUM_UNFUSED
    const T root = sqrt(x);
    if constexpr (mode == Rounding::nearest) return root;
    if (!(root > 0) || __builtin_isinf(root)) return root;
    return directed<mode>(root, fma(-root, root, x));
}
/// One rounding, by exact splitting: the product's error and the sum's tell the side.
template <Rounding mode, class T>
__forceinline__ T multiply_add(T a, T b, T c) {
    CUPRUM_UNFUSED
    const T nearest = fma(a, b, c);
    if constexpr (mode == Rounding::nearest) return nearest;
    if (!__builtin_isfinite(nearest)) return nearest;
    const T product = a * b, low = fma(a, b, -product);
    const T sum = product + c, bb = sum - product, lost = (product - (sum - bb)) + (c - bb);
    return directed<mode>(nearest, ((sum - nearest) + lost) + low);
}

template <class To, class From>
__forceinline__ To narrow(From x, Rounding mode) {
    const To nearest = static_cast<To>(x);
    if (mode == Rounding::nearest || static_cast<From>(nearest) == x || x != x) return nearest;
    const bool above = static_cast<From>(nearest) > x;
    const bool want_below = mode == Rounding::down || (mode == Rounding::zero && x > 0);
    if (want_below) return above ? step(nearest, false) : nearest;
    return above ? nearest : step(nearest, true);
}
/// An integer as a float of fewer digits.
template <class To, class From>
__forceinline__ To from_integer(From x, Rounding mode) {
    const To nearest = static_cast<To>(x);
    const __int128 exact = x, got = static_cast<__int128>(nearest);
    if (mode == Rounding::nearest || exact == got) return nearest;
    const bool above = got > exact;
    const bool want_below = mode == Rounding::down || (mode == Rounding::zero && x > 0);
    if (want_below) return above ? step(nearest, false) : nearest;
    return above ? nearest : step(nearest, true);
}
template <class T>
__forceinline__ T round_as(T x, Rounding mode) {
    return mode == Rounding::nearest ? rint(x)
           : mode == Rounding::down  ? floor(x)
           : mode == Rounding::up    ? ceil(x)
                                     : trunc(x);
}

#undef CUPRUM_UNFUSED

}  // namespace cuprum::cuda_on_cpu

#define CUPRUM_ROUNDED(suffix, mode)                                                                                 \
    __forceinline__ float __fadd_##suffix(float a, float b) { return cuprum::cuda_on_cpu::add<mode>(a, b); }         \
    __forceinline__ float __fsub_##suffix(float a, float b) { return cuprum::cuda_on_cpu::add<mode>(a, -b); }        \
    __forceinline__ float __fmul_##suffix(float a, float b) { return cuprum::cuda_on_cpu::multiply<mode>(a, b); }    \
    __forceinline__ float __fdiv_##suffix(float a, float b) { return cuprum::cuda_on_cpu::divide<mode>(a, b); }      \
    __forceinline__ float __frcp_##suffix(float x) { return cuprum::cuda_on_cpu::divide<mode>(1.f, x); }             \
    __forceinline__ float __fsqrt_##suffix(float x) { return cuprum::cuda_on_cpu::square_root<mode>(x); }            \
    __forceinline__ float __fmaf_##suffix(float a, float b, float c) {                                               \
        return cuprum::cuda_on_cpu::multiply_add<mode>(a, b, c);                                                     \
    }                                                                                                                \
    __forceinline__ float __fmaf_ieee_##suffix(float a, float b, float c) { return __fmaf_##suffix(a, b, c); }       \
    __forceinline__ double __dadd_##suffix(double a, double b) { return cuprum::cuda_on_cpu::add<mode>(a, b); }      \
    __forceinline__ double __dsub_##suffix(double a, double b) { return cuprum::cuda_on_cpu::add<mode>(a, -b); }     \
    __forceinline__ double __dmul_##suffix(double a, double b) { return cuprum::cuda_on_cpu::multiply<mode>(a, b); } \
    __forceinline__ double __ddiv_##suffix(double a, double b) { return cuprum::cuda_on_cpu::divide<mode>(a, b); }   \
    __forceinline__ double __drcp_##suffix(double x) { return cuprum::cuda_on_cpu::divide<mode>(1., x); }            \
    __forceinline__ double __dsqrt_##suffix(double x) { return cuprum::cuda_on_cpu::square_root<mode>(x); }          \
    __forceinline__ double __fma_##suffix(double a, double b, double c) {                                            \
        return cuprum::cuda_on_cpu::multiply_add<mode>(a, b, c);                                                     \
    }                                                                                                                \
    __forceinline__ float __double2float_##suffix(double x) { return cuprum::cuda_on_cpu::narrow<float>(x, mode); }  \
    __forceinline__ float __int2float_##suffix(int x) { return cuprum::cuda_on_cpu::from_integer<float>(x, mode); }  \
    __forceinline__ float __uint2float_##suffix(unsigned x) {                                                        \
        return cuprum::cuda_on_cpu::from_integer<float>(x, mode);                                                    \
    }                                                                                                                \
    __forceinline__ float __ll2float_##suffix(long long x) {                                                         \
        return cuprum::cuda_on_cpu::from_integer<float>(x, mode);                                                    \
    }                                                                                                                \
    __forceinline__ float __ull2float_##suffix(unsigned long long x) {                                               \
        return cuprum::cuda_on_cpu::from_integer<float>(x, mode);                                                    \
    }                                                                                                                \
    __forceinline__ double __ll2double_##suffix(long long x) {                                                       \
        return cuprum::cuda_on_cpu::from_integer<double>(x, mode);                                                   \
    }                                                                                                                \
    __forceinline__ double __ull2double_##suffix(unsigned long long x) {                                             \
        return cuprum::cuda_on_cpu::from_integer<double>(x, mode);                                                   \
    }                                                                                                                \
    __forceinline__ int __float2int_##suffix(float x) {                                                              \
        return static_cast<int>(cuprum::cuda_on_cpu::round_as(x, mode));                                             \
    }                                                                                                                \
    __forceinline__ unsigned __float2uint_##suffix(float x) {                                                        \
        return static_cast<unsigned>(cuprum::cuda_on_cpu::round_as(x, mode));                                        \
    }                                                                                                                \
    __forceinline__ long long __float2ll_##suffix(float x) {                                                         \
        return static_cast<long long>(cuprum::cuda_on_cpu::round_as(x, mode));                                       \
    }                                                                                                                \
    __forceinline__ unsigned long long __float2ull_##suffix(float x) {                                               \
        return static_cast<unsigned long long>(cuprum::cuda_on_cpu::round_as(x, mode));                              \
    }                                                                                                                \
    __forceinline__ int __double2int_##suffix(double x) {                                                            \
        return static_cast<int>(cuprum::cuda_on_cpu::round_as(x, mode));                                             \
    }                                                                                                                \
    __forceinline__ unsigned __double2uint_##suffix(double x) {                                                      \
        return static_cast<unsigned>(cuprum::cuda_on_cpu::round_as(x, mode));                                        \
    }                                                                                                                \
    __forceinline__ long long __double2ll_##suffix(double x) {                                                       \
        return static_cast<long long>(cuprum::cuda_on_cpu::round_as(x, mode));                                       \
    }                                                                                                                \
    __forceinline__ unsigned long long __double2ull_##suffix(double x) {                                             \
        return static_cast<unsigned long long>(cuprum::cuda_on_cpu::round_as(x, mode));                              \
    }
CUPRUM_ROUNDED(rn, cuprum::cuda_on_cpu::Rounding::nearest)
CUPRUM_ROUNDED(rd, cuprum::cuda_on_cpu::Rounding::down)
CUPRUM_ROUNDED(ru, cuprum::cuda_on_cpu::Rounding::up)
CUPRUM_ROUNDED(rz, cuprum::cuda_on_cpu::Rounding::zero)
#undef CUPRUM_ROUNDED
__forceinline__ double __int2double_rn(int x) { return x; }
__forceinline__ double __uint2double_rn(unsigned x) { return x; }

// Loads and stores with hints for caches.
#define CUPRUM_LOAD(name)                \
    template <class T>                   \
    __forceinline__ T name(const T* p) { \
        return *p;                       \
    }
#define CUPRUM_STORE(name)                                   \
    template <class T>                                       \
    __forceinline__ void name(T* p, decltype(T(*p)) value) { \
        *p = value;                                          \
    }
CUPRUM_LOAD(__ldg)
CUPRUM_LOAD(__ldca)
CUPRUM_LOAD(__ldcg)
CUPRUM_LOAD(__ldcs)
CUPRUM_LOAD(__ldlu)
CUPRUM_LOAD(__ldcv)
CUPRUM_STORE(__stwb)
CUPRUM_STORE(__stcg)
CUPRUM_STORE(__stcs)
CUPRUM_STORE(__stwt)
#undef CUPRUM_LOAD
#undef CUPRUM_STORE
