// What cuda_fp16.h and cuda_bf16.h have in common on a CPU: a number of 16 bits, a pair of them, and CUDA's functions
// of both. The functions are friends, so that numbers and literals convert where one operand is such a number. Results
// are rounded once, as a GPU rounds them; special functions are computed in float.
#pragma once

#include <cuprum/cuda/prelude.h>
#include <cuprum/half.h>

namespace cuprum::cuda_on_cpu {

/// `a + b` rounded to odd: what is lost shows in the last bit, so that a later rounding to fewer digits is the only
/// one.
__forceinline__ double add_to_odd(double a, double b) {
    double sum = a + b, b_part = sum - a;
    double lost = (a - (sum - b_part)) + (b - b_part);
    long long bits = bit_cast<long long>(sum);
    bool adjusts = lost != 0 && !(bits & 1);  // Not where `lost` is NaN for an infinite sum: a NaN's bits stay a NaN's.
    return adjusts && lost == lost ? bit_cast<double>(bits + ((lost > 0) == (sum > 0) ? 1 : -1)) : sum;
}

/// A double as a float rounded to odd.
__forceinline__ float narrow_to_odd(double value) {
    float nearest = static_cast<float>(value);
    double magnitude = __builtin_fabs(value), rounded = __builtin_fabs(static_cast<double>(nearest));
    unsigned word = bit_cast<unsigned>(nearest);
    int step = static_cast<int>(rounded < magnitude) - static_cast<int>(rounded > magnitude);
    return bit_cast<float>(word & 1u ? word : word + static_cast<unsigned>(step));
}

// A namespace that has no functions but friends of these types, which calls with them would find beside the program's.
namespace small_floats {

template <class Format>
struct SmallPair;

struct HalfFormat {
    using Storage = float16;
    static constexpr unsigned short one = 0x3c00, infinity = 0x7c00, nan = 0x7fff;
};

struct BFloat16Format {
    using Storage = bfloat16;
    static constexpr unsigned short one = 0x3f80, infinity = 0x7f80, nan = 0x7fff;
};

template <class T>
concept Arithmetic = is_any_of<T, bool, char, signed char, short, int, long, long long, unsigned char, unsigned short,
                               unsigned int, unsigned long, unsigned long long>;

/// The raw bits, as CUDA's __half_raw and __nv_bfloat16_raw hold them.
template <class Format>
struct SmallRaw {
    unsigned short x;
};
template <class Format>
struct SmallPairRaw {
    unsigned short x, y;
};

template <class Format>
struct Small {
    using Storage = typename Format::Storage;
    using Pair = SmallPair<Format>;
    unsigned short __x;

    Small() = default;
    __forceinline__ Small(SmallRaw<Format> raw) : __x(raw.x) {}
    __forceinline__ Small(float value) : __x(Storage(value).bits) {}
    __forceinline__ Small(double value) : __x(Storage(narrow_to_odd(value)).bits) {}
    template <Arithmetic T>
    __forceinline__ Small(T value) : __x(round_integer<Rounding::nearest>(value).__x) {}
    template <class Other>
        requires(!is_same<Other, Format>)
    __forceinline__ explicit Small(Small<Other> value) : Small(static_cast<float>(value)) {}

    __forceinline__ static Small from_bits(unsigned short bits) { return SmallRaw<Format>{bits}; }

    __forceinline__ operator SmallRaw<Format>() const { return {__x}; }
    __forceinline__ operator float() const { return Storage::from_bits(__x); }
    __forceinline__ operator bool() const { return (__x & 0x7fff) != 0; }
    __forceinline__ operator char() const { return static_cast<char>(to_integer<signed char>()); }
    __forceinline__ operator signed char() const { return to_integer<signed char>(); }
    __forceinline__ operator unsigned char() const { return to_integer<unsigned char>(); }
    __forceinline__ operator short() const { return to_integer<short>(); }
    __forceinline__ operator unsigned short() const { return to_integer<unsigned short>(); }
    __forceinline__ operator int() const { return to_integer<int>(); }
    __forceinline__ operator unsigned int() const { return to_integer<unsigned int>(); }
    __forceinline__ operator long() const { return to_integer<long>(); }
    __forceinline__ operator unsigned long() const { return to_integer<unsigned long>(); }
    __forceinline__ operator long long() const { return to_integer<long long>(); }
    __forceinline__ operator unsigned long long() const { return to_integer<unsigned long long>(); }

    /// Saturates; NaN gives 0 in 32 bits and the lowest or, unsigned, the top bit in 64.
    template <class T, Rounding mode = Rounding::zero>
    __forceinline__ T to_integer() const {
        float value = *this;
        if (sizeof(T) == 8 && value != value) return static_cast<T>(0x8000000000000000ull);
        if constexpr (mode == Rounding::nearest) value = __builtin_rintf(value);
        if constexpr (mode == Rounding::down) value = __builtin_floorf(value);
        if constexpr (mode == Rounding::up) value = __builtin_ceilf(value);
        if constexpr (sizeof(T) < 4) {  // CUDA saturates here, where a cast of the language wraps
            constexpr int least = T(-1) < T(0) ? -(1 << (8 * sizeof(T) - 1)) : 0,
                          most = least + (1 << 8 * sizeof(T)) - 1;
            const int wide = static_cast<int>(value);
            return static_cast<T>(wide < least ? least : wide > most ? most : wide);
        }
        return static_cast<T>(value);
    }

    /// A double that holds more than this format does, rounded as told.
    template <Rounding mode>
    __forceinline__ static Small round(double value) {
        Small nearest(value);
        if constexpr (mode == Rounding::nearest) {
            return nearest;
        } else {
            double rounded = static_cast<float>(nearest);
            bool is_above = rounded > value, is_below = rounded < value;
            bool steps_down = is_above && (mode == Rounding::down || (mode == Rounding::zero && value > 0));
            bool steps_up = is_below && (mode == Rounding::up || (mode == Rounding::zero && value < 0));
            if (!steps_down && !steps_up) return nearest;
            // To the neighbour: magnitudes are ordered as their bits.
            if ((nearest.__x & 0x7fff) == 0) return from_bits(steps_up ? 0x0001 : 0x8001);
            bool grows = steps_up != (nearest.__x >> 15 != 0);
            return from_bits(static_cast<unsigned short>(nearest.__x + (grows ? 1 : -1)));
        }
    }
    template <Rounding mode, class T>
    __forceinline__ static Small round_integer(T value) {
        if constexpr (sizeof(T) < 8) {
            return round<mode>(static_cast<double>(value));
        } else {
            // Lower bits of large numbers count only as far as there are any.
            bool is_negative = value < T(0);
            unsigned long long magnitude =
                is_negative ? 0ull - static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value);
            double exact = magnitude >> 52
                               ? static_cast<double>((magnitude >> 20) | ((magnitude & 0xfffff) != 0)) * 0x1p20
                               : static_cast<double>(magnitude);
            return round<mode>(is_negative ? -exact : exact);
        }
    }

    __forceinline__ friend bool __hisnan(Small a) { return (a.__x & 0x7fff) > Format::infinity; }
    __forceinline__ friend int __hisinf(Small a) {
        return (a.__x & 0x7fff) == Format::infinity ? (a.__x >> 15 ? -1 : 1) : 0;
    }

    // Arithmetic. Float holds more than twice the digits, so rounding its result is as good as rounding the exact one;
    // products of bfloat16 may fall below float's normal numbers, those go through double.
    __forceinline__ friend Small __hadd(Small a, Small b) { return float(a) + float(b); }
    __forceinline__ friend Small __hsub(Small a, Small b) { return float(a) - float(b); }
    __forceinline__ friend Small __hmul(Small a, Small b) {
        if constexpr (is_same<Format, HalfFormat>) return float(a) * float(b);
        else return double(float(a)) * double(float(b));
    }
    __forceinline__ friend Small __hdiv(Small a, Small b) { return float(a) / float(b); }
    __forceinline__ friend Small __hfma(Small a, Small b, Small c) {
        return add_to_odd(double(float(a)) * double(float(b)), float(c));
    }
    __forceinline__ friend Small __hneg(Small a) { return from_bits(a.__x ^ 0x8000); }
    __forceinline__ friend Small __habs(Small a) { return from_bits(a.__x & 0x7fff); }
    __forceinline__ friend Small __hadd_rn(Small a, Small b) { return __hadd(a, b); }
    __forceinline__ friend Small __hsub_rn(Small a, Small b) { return __hsub(a, b); }
    __forceinline__ friend Small __hmul_rn(Small a, Small b) { return __hmul(a, b); }
    __forceinline__ static Small saturated(Small a) {
        float value = a;
        return value > 0 ? (value < 1 ? a : from_bits(Format::one)) : from_bits(0);
    }
    __forceinline__ friend Small __hadd_sat(Small a, Small b) { return saturated(__hadd(a, b)); }
    __forceinline__ friend Small __hsub_sat(Small a, Small b) { return saturated(__hsub(a, b)); }
    __forceinline__ friend Small __hmul_sat(Small a, Small b) { return saturated(__hmul(a, b)); }
    __forceinline__ friend Small __hfma_sat(Small a, Small b, Small c) { return saturated(__hfma(a, b, c)); }
    __forceinline__ friend Small __hfma_relu(Small a, Small b, Small c) {
        Small result = __hfma(a, b, c);
        return __hisnan(result) ? from_bits(Format::nan) : float(result) > 0 ? result : from_bits(0);
    }

    // Of two zeros the positive one is the larger; of a number and NaN the number is both.
    __forceinline__ friend Small __hmax(Small a, Small b) {
        if (__hisnan(a)) return __hisnan(b) ? from_bits(Format::nan) : b;
        return float(a) < float(b) || (float(a) == float(b) && a.__x >> 15) ? b : a;
    }
    __forceinline__ friend Small __hmin(Small a, Small b) {
        if (__hisnan(a)) return __hisnan(b) ? from_bits(Format::nan) : b;
        return float(b) < float(a) || (float(a) == float(b) && b.__x >> 15) ? b : a;
    }
    __forceinline__ friend Small __hmax_nan(Small a, Small b) {
        return __hisnan(a) || __hisnan(b) ? from_bits(Format::nan) : __hmax(a, b);
    }
    __forceinline__ friend Small __hmin_nan(Small a, Small b) {
        return __hisnan(a) || __hisnan(b) ? from_bits(Format::nan) : __hmin(a, b);
    }

    // Comparisons: false with NaN, and those that end in u true.
    __forceinline__ friend bool __heq(Small a, Small b) { return float(a) == float(b); }
    __forceinline__ friend bool __hne(Small a, Small b) { return float(a) < float(b) || float(a) > float(b); }
    __forceinline__ friend bool __hlt(Small a, Small b) { return float(a) < float(b); }
    __forceinline__ friend bool __hle(Small a, Small b) { return float(a) <= float(b); }
    __forceinline__ friend bool __hgt(Small a, Small b) { return float(a) > float(b); }
    __forceinline__ friend bool __hge(Small a, Small b) { return float(a) >= float(b); }
    __forceinline__ friend bool __hequ(Small a, Small b) { return !__hne(a, b); }
    __forceinline__ friend bool __hneu(Small a, Small b) { return !__heq(a, b); }
    __forceinline__ friend bool __hltu(Small a, Small b) { return !__hge(a, b); }
    __forceinline__ friend bool __hleu(Small a, Small b) { return !__hgt(a, b); }
    __forceinline__ friend bool __hgtu(Small a, Small b) { return !__hle(a, b); }
    __forceinline__ friend bool __hgeu(Small a, Small b) { return !__hlt(a, b); }

    __forceinline__ friend Small operator+(const Small& a, const Small& b) { return __hadd(a, b); }
    __forceinline__ friend Small operator-(const Small& a, const Small& b) { return __hsub(a, b); }
    __forceinline__ friend Small operator*(const Small& a, const Small& b) { return __hmul(a, b); }
    __forceinline__ friend Small operator/(const Small& a, const Small& b) { return __hdiv(a, b); }
    __forceinline__ friend Small operator+(const Small& a) { return a; }
    __forceinline__ friend Small operator-(const Small& a) { return __hneg(a); }
    __forceinline__ friend Small& operator+=(Small& a, const Small& b) { return a = a + b; }
    __forceinline__ friend Small& operator-=(Small& a, const Small& b) { return a = a - b; }
    __forceinline__ friend Small& operator*=(Small& a, const Small& b) { return a = a * b; }
    __forceinline__ friend Small& operator/=(Small& a, const Small& b) { return a = a / b; }
    __forceinline__ friend Small& operator++(Small& a) { return a = a + from_bits(Format::one); }
    __forceinline__ friend Small& operator--(Small& a) { return a = a - from_bits(Format::one); }
    __forceinline__ friend Small operator++(Small& a, int) {
        Small old = a;
        ++a;
        return old;
    }
    __forceinline__ friend Small operator--(Small& a, int) {
        Small old = a;
        --a;
        return old;
    }
    __forceinline__ friend bool operator==(const Small& a, const Small& b) { return __heq(a, b); }
    __forceinline__ friend bool operator!=(const Small& a, const Small& b) { return __hneu(a, b); }
    __forceinline__ friend bool operator<(const Small& a, const Small& b) { return __hlt(a, b); }
    __forceinline__ friend bool operator<=(const Small& a, const Small& b) { return __hle(a, b); }
    __forceinline__ friend bool operator>(const Small& a, const Small& b) { return __hgt(a, b); }
    __forceinline__ friend bool operator>=(const Small& a, const Small& b) { return __hge(a, b); }

#define CUPRUM_FUNCTION(name, value)                    \
    __forceinline__ friend Small name(const Small& a) { \
        float x = a;                                    \
        return Small(static_cast<float>(value));        \
    }
    CUPRUM_FUNCTION(hsqrt, __builtin_sqrtf(x))
    CUPRUM_FUNCTION(hrsqrt, 1 / __builtin_sqrtf(x))
    CUPRUM_FUNCTION(hrcp, 1 / x)
    CUPRUM_FUNCTION(hexp, __builtin_expf(x))
    CUPRUM_FUNCTION(hexp2, __builtin_exp2f(x))
    CUPRUM_FUNCTION(hexp10, __builtin_exp10f(x))
    CUPRUM_FUNCTION(hlog, __builtin_logf(x))
    CUPRUM_FUNCTION(hlog2, __builtin_log2f(x))
    CUPRUM_FUNCTION(hlog10, __builtin_log10f(x))
    CUPRUM_FUNCTION(hsin, __builtin_sinf(x))
    CUPRUM_FUNCTION(hcos, __builtin_cosf(x))
    CUPRUM_FUNCTION(htanh, __builtin_tanhf(x))
    CUPRUM_FUNCTION(htanh_approx, __builtin_tanhf(x))
    CUPRUM_FUNCTION(hceil, __builtin_ceilf(x))
    CUPRUM_FUNCTION(hfloor, __builtin_floorf(x))
    CUPRUM_FUNCTION(htrunc, __builtin_truncf(x))
    CUPRUM_FUNCTION(hrint, __builtin_rintf(x))
#undef CUPRUM_FUNCTION

    // Memory, with or without caches, is one memory here.
    __forceinline__ friend Small __ldg(const Small* from) { return *from; }
    __forceinline__ friend Small __ldca(const Small* from) { return *from; }
    __forceinline__ friend Small __ldcg(const Small* from) { return *from; }
    __forceinline__ friend Small __ldcs(const Small* from) { return *from; }
    __forceinline__ friend Small __ldlu(const Small* from) { return *from; }
    __forceinline__ friend Small __ldcv(const Small* from) { return *from; }
    __forceinline__ friend void __stcg(Small* to, Small value) { *to = value; }
    __forceinline__ friend void __stcs(Small* to, Small value) { *to = value; }
    __forceinline__ friend void __stwb(Small* to, Small value) { *to = value; }
    __forceinline__ friend void __stwt(Small* to, Small value) { *to = value; }

    __forceinline__ friend Small __shfl_sync(unsigned mask, Small value, int lane, int width = 32) {
        return from_bits(static_cast<unsigned short>(__shfl_sync(mask, unsigned{value.__x}, lane, width)));
    }
    __forceinline__ friend Small __shfl_up_sync(unsigned mask, Small value, unsigned delta, int width = 32) {
        return from_bits(static_cast<unsigned short>(__shfl_up_sync(mask, unsigned{value.__x}, delta, width)));
    }
    __forceinline__ friend Small __shfl_down_sync(unsigned mask, Small value, unsigned delta, int width = 32) {
        return from_bits(static_cast<unsigned short>(__shfl_down_sync(mask, unsigned{value.__x}, delta, width)));
    }
    __forceinline__ friend Small __shfl_xor_sync(unsigned mask, Small value, int lanes, int width = 32) {
        return from_bits(static_cast<unsigned short>(__shfl_xor_sync(mask, unsigned{value.__x}, lanes, width)));
    }

    __forceinline__ friend Small atomicAdd(Small* to, Small value) {
        unsigned short old = __atomic_load_n(&to->__x, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&to->__x, &old, __hadd(from_bits(old), value).__x, true, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED)) {
        }
        return from_bits(old);
    }
};

/// Two numbers side by side; each function works on both.
template <class Format>
struct alignas(4) SmallPair {
    using One = Small<Format>;
    One x, y;

    SmallPair() = default;
    __forceinline__ constexpr SmallPair(const One& x, const One& y) : x(x), y(y) {}
    __forceinline__ SmallPair(SmallPairRaw<Format> raw) : x(One::from_bits(raw.x)), y(One::from_bits(raw.y)) {}
    __forceinline__ operator SmallPairRaw<Format>() const { return {x.__x, y.__x}; }

    __forceinline__ unsigned bits() const { return x.__x | unsigned{y.__x} << 16; }
    __forceinline__ static SmallPair from_bits(unsigned bits) {
        return {One::from_bits(static_cast<unsigned short>(bits)),
                One::from_bits(static_cast<unsigned short>(bits >> 16))};
    }

#define CUPRUM_UNARY(pair, one) \
    __forceinline__ friend SmallPair pair(const SmallPair& a) { return {one(a.x), one(a.y)}; }
    CUPRUM_UNARY(__hneg2, __hneg)
    CUPRUM_UNARY(__habs2, __habs)
    CUPRUM_UNARY(h2sqrt, hsqrt)
    CUPRUM_UNARY(h2rsqrt, hrsqrt)
    CUPRUM_UNARY(h2rcp, hrcp)
    CUPRUM_UNARY(h2exp, hexp)
    CUPRUM_UNARY(h2exp2, hexp2)
    CUPRUM_UNARY(h2exp10, hexp10)
    CUPRUM_UNARY(h2log, hlog)
    CUPRUM_UNARY(h2log2, hlog2)
    CUPRUM_UNARY(h2log10, hlog10)
    CUPRUM_UNARY(h2sin, hsin)
    CUPRUM_UNARY(h2cos, hcos)
    CUPRUM_UNARY(h2tanh, htanh)
    CUPRUM_UNARY(h2tanh_approx, htanh_approx)
    CUPRUM_UNARY(h2ceil, hceil)
    CUPRUM_UNARY(h2floor, hfloor)
    CUPRUM_UNARY(h2trunc, htrunc)
    CUPRUM_UNARY(h2rint, hrint)
    CUPRUM_UNARY(operator-, __hneg)
#undef CUPRUM_UNARY
    __forceinline__ friend SmallPair operator+(const SmallPair& a) { return a; }
    __forceinline__ friend SmallPair __hisnan2(const SmallPair& a) { return truth(__hisnan(a.x), __hisnan(a.y)); }

#define CUPRUM_BINARY(pair, one)                                                    \
    __forceinline__ friend SmallPair pair(const SmallPair& a, const SmallPair& b) { \
        return {one(a.x, b.x), one(a.y, b.y)};                                      \
    }
    CUPRUM_BINARY(__hadd2, __hadd)
    CUPRUM_BINARY(__hsub2, __hsub)
    CUPRUM_BINARY(__hmul2, __hmul)
    CUPRUM_BINARY(__h2div, __hdiv)
    CUPRUM_BINARY(__hadd2_rn, __hadd)
    CUPRUM_BINARY(__hsub2_rn, __hsub)
    CUPRUM_BINARY(__hmul2_rn, __hmul)
    CUPRUM_BINARY(__hadd2_sat, __hadd_sat)
    CUPRUM_BINARY(__hsub2_sat, __hsub_sat)
    CUPRUM_BINARY(__hmul2_sat, __hmul_sat)
    CUPRUM_BINARY(__hmax2, __hmax)
    CUPRUM_BINARY(__hmin2, __hmin)
    CUPRUM_BINARY(__hmax2_nan, __hmax_nan)
    CUPRUM_BINARY(__hmin2_nan, __hmin_nan)
    CUPRUM_BINARY(operator+, __hadd)
    CUPRUM_BINARY(operator-, __hsub)
    CUPRUM_BINARY(operator*, __hmul)
    CUPRUM_BINARY(operator/, __hdiv)
#undef CUPRUM_BINARY

#define CUPRUM_TERNARY(pair, one)                                                                       \
    __forceinline__ friend SmallPair pair(const SmallPair& a, const SmallPair& b, const SmallPair& c) { \
        return {one(a.x, b.x, c.x), one(a.y, b.y, c.y)};                                                \
    }
    CUPRUM_TERNARY(__hfma2, __hfma)
    CUPRUM_TERNARY(__hfma2_sat, __hfma_sat)
    CUPRUM_TERNARY(__hfma2_relu, __hfma_relu)
#undef CUPRUM_TERNARY
    /// a * b + c of complex numbers.
    __forceinline__ friend SmallPair __hcmadd(const SmallPair& a, const SmallPair& b, const SmallPair& c) {
        return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
    }

    __forceinline__ static SmallPair truth(bool x, bool y) {
        return {One::from_bits(x ? Format::one : 0), One::from_bits(y ? Format::one : 0)};
    }
    // Each comparison in four forms: ones and zeros, masks, whether it holds for both, and without NaN or with.
#define CUPRUM_COMPARISON(name)                                                                     \
    __forceinline__ friend SmallPair __h##name##2(const SmallPair& a, const SmallPair& b) {         \
        return truth(__h##name(a.x, b.x), __h##name(a.y, b.y));                                     \
    }                                                                                               \
    __forceinline__ friend unsigned __h##name##2_mask(const SmallPair& a, const SmallPair& b) {     \
        return (__h##name(a.x, b.x) ? 0x0000ffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
    }                                                                                               \
    __forceinline__ friend bool __hb##name##2(const SmallPair& a, const SmallPair& b) {             \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                          \
    }
    CUPRUM_COMPARISON(eq)
    CUPRUM_COMPARISON(ne)
    CUPRUM_COMPARISON(lt)
    CUPRUM_COMPARISON(le)
    CUPRUM_COMPARISON(gt)
    CUPRUM_COMPARISON(ge)
    CUPRUM_COMPARISON(equ)
    CUPRUM_COMPARISON(neu)
    CUPRUM_COMPARISON(ltu)
    CUPRUM_COMPARISON(leu)
    CUPRUM_COMPARISON(gtu)
    CUPRUM_COMPARISON(geu)
#undef CUPRUM_COMPARISON

    __forceinline__ friend SmallPair& operator+=(SmallPair& a, const SmallPair& b) { return a = a + b; }
    __forceinline__ friend SmallPair& operator-=(SmallPair& a, const SmallPair& b) { return a = a - b; }
    __forceinline__ friend SmallPair& operator*=(SmallPair& a, const SmallPair& b) { return a = a * b; }
    __forceinline__ friend SmallPair& operator/=(SmallPair& a, const SmallPair& b) { return a = a / b; }
    __forceinline__ friend SmallPair& operator++(SmallPair& a) { return a = a + truth(true, true); }
    __forceinline__ friend SmallPair& operator--(SmallPair& a) { return a = a - truth(true, true); }
    __forceinline__ friend SmallPair operator++(SmallPair& a, int) {
        SmallPair old = a;
        ++a;
        return old;
    }
    __forceinline__ friend SmallPair operator--(SmallPair& a, int) {
        SmallPair old = a;
        --a;
        return old;
    }
    __forceinline__ friend bool operator==(const SmallPair& a, const SmallPair& b) { return __hbeq2(a, b); }
    __forceinline__ friend bool operator!=(const SmallPair& a, const SmallPair& b) { return !__hbeq2(a, b); }
    __forceinline__ friend bool operator<(const SmallPair& a, const SmallPair& b) { return __hblt2(a, b); }
    __forceinline__ friend bool operator<=(const SmallPair& a, const SmallPair& b) { return __hble2(a, b); }
    __forceinline__ friend bool operator>(const SmallPair& a, const SmallPair& b) { return __hbgt2(a, b); }
    __forceinline__ friend bool operator>=(const SmallPair& a, const SmallPair& b) { return __hbge2(a, b); }

    __forceinline__ friend float __low2float(const SmallPair& a) { return a.x; }
    __forceinline__ friend float __high2float(const SmallPair& a) { return a.y; }
    __forceinline__ friend SmallPair __lowhigh2highlow(const SmallPair& a) { return {a.y, a.x}; }

    __forceinline__ friend SmallPair __ldg(const SmallPair* from) { return *from; }
    __forceinline__ friend SmallPair __ldca(const SmallPair* from) { return *from; }
    __forceinline__ friend SmallPair __ldcg(const SmallPair* from) { return *from; }
    __forceinline__ friend SmallPair __ldcs(const SmallPair* from) { return *from; }
    __forceinline__ friend SmallPair __ldlu(const SmallPair* from) { return *from; }
    __forceinline__ friend SmallPair __ldcv(const SmallPair* from) { return *from; }
    __forceinline__ friend void __stcg(SmallPair* to, const SmallPair& value) { *to = value; }
    __forceinline__ friend void __stcs(SmallPair* to, const SmallPair& value) { *to = value; }
    __forceinline__ friend void __stwb(SmallPair* to, const SmallPair& value) { *to = value; }
    __forceinline__ friend void __stwt(SmallPair* to, const SmallPair& value) { *to = value; }

    __forceinline__ friend SmallPair __shfl_sync(unsigned mask, const SmallPair& value, int lane, int width = 32) {
        return from_bits(__shfl_sync(mask, value.bits(), lane, width));
    }
    __forceinline__ friend SmallPair __shfl_up_sync(unsigned mask, const SmallPair& value, unsigned delta,
                                                    int width = 32) {
        return from_bits(__shfl_up_sync(mask, value.bits(), delta, width));
    }
    __forceinline__ friend SmallPair __shfl_down_sync(unsigned mask, const SmallPair& value, unsigned delta,
                                                      int width = 32) {
        return from_bits(__shfl_down_sync(mask, value.bits(), delta, width));
    }
    __forceinline__ friend SmallPair __shfl_xor_sync(unsigned mask, const SmallPair& value, int lanes, int width = 32) {
        return from_bits(__shfl_xor_sync(mask, value.bits(), lanes, width));
    }

    /// Each half for itself, as on a GPU.
    __forceinline__ friend SmallPair atomicAdd(SmallPair* to, const SmallPair& value) {
        return {atomicAdd(&to->x, value.x), atomicAdd(&to->y, value.y)};
    }
};

}  // namespace small_floats

using small_floats::BFloat16Format, small_floats::HalfFormat, small_floats::Small, small_floats::SmallPair,
    small_floats::SmallPairRaw, small_floats::SmallRaw;

}  // namespace cuprum::cuda_on_cpu

// The functions whose names contain the type: `name` is half or bfloat16.
#define CUPRUM_SMALL_FROM_INTEGER(name, one, integer, type)                       \
    __forceinline__ one __##integer##2##name##_rn(type value) {                   \
        return one::round_integer<cuprum::cuda_on_cpu::Rounding::nearest>(value); \
    }                                                                             \
    __forceinline__ one __##integer##2##name##_rz(type value) {                   \
        return one::round_integer<cuprum::cuda_on_cpu::Rounding::zero>(value);    \
    }                                                                             \
    __forceinline__ one __##integer##2##name##_rd(type value) {                   \
        return one::round_integer<cuprum::cuda_on_cpu::Rounding::down>(value);    \
    }                                                                             \
    __forceinline__ one __##integer##2##name##_ru(type value) {                   \
        return one::round_integer<cuprum::cuda_on_cpu::Rounding::up>(value);      \
    }                                                                             \
    __forceinline__ type __##name##2##integer##_rn(one value) {                   \
        return value.to_integer<type, cuprum::cuda_on_cpu::Rounding::nearest>();  \
    }                                                                             \
    __forceinline__ type __##name##2##integer##_rz(one value) {                   \
        return value.to_integer<type, cuprum::cuda_on_cpu::Rounding::zero>();     \
    }                                                                             \
    __forceinline__ type __##name##2##integer##_rd(one value) {                   \
        return value.to_integer<type, cuprum::cuda_on_cpu::Rounding::down>();     \
    }                                                                             \
    __forceinline__ type __##name##2##integer##_ru(one value) {                   \
        return value.to_integer<type, cuprum::cuda_on_cpu::Rounding::up>();       \
    }

#define CUPRUM_SMALL_CONVERSIONS(name, one, pair)                                                                   \
    __forceinline__ one __float2##name(float value) { return value; }                                               \
    __forceinline__ one __float2##name##_rn(float value) { return value; }                                          \
    __forceinline__ one __float2##name##_rz(float value) {                                                          \
        return one::round<cuprum::cuda_on_cpu::Rounding::zero>(value);                                              \
    }                                                                                                               \
    __forceinline__ one __float2##name##_rd(float value) {                                                          \
        return one::round<cuprum::cuda_on_cpu::Rounding::down>(value);                                              \
    }                                                                                                               \
    __forceinline__ one __float2##name##_ru(float value) {                                                          \
        return one::round<cuprum::cuda_on_cpu::Rounding::up>(value);                                                \
    }                                                                                                               \
    __forceinline__ one __double2##name(double value) { return value; }                                             \
    __forceinline__ float __##name##2float(one value) { return value; }                                             \
    CUPRUM_SMALL_FROM_INTEGER(name, one, short, short)                                                              \
    CUPRUM_SMALL_FROM_INTEGER(name, one, ushort, unsigned short)                                                    \
    CUPRUM_SMALL_FROM_INTEGER(name, one, int, int)                                                                  \
    CUPRUM_SMALL_FROM_INTEGER(name, one, uint, unsigned int)                                                        \
    CUPRUM_SMALL_FROM_INTEGER(name, one, ll, long long)                                                             \
    CUPRUM_SMALL_FROM_INTEGER(name, one, ull, unsigned long long)                                                   \
    __forceinline__ signed char __##name##2char_rz(one value) { return value.to_integer<signed char>(); }           \
    __forceinline__ unsigned char __##name##2uchar_rz(one value) { return value.to_integer<unsigned char>(); }      \
    __forceinline__ one __short_as_##name(short bits) { return one::from_bits(static_cast<unsigned short>(bits)); } \
    __forceinline__ one __ushort_as_##name(unsigned short bits) { return one::from_bits(bits); }                    \
    __forceinline__ short __##name##_as_short(one value) { return static_cast<short>(value.__x); }                  \
    __forceinline__ unsigned short __##name##_as_ushort(one value) { return value.__x; }                            \
    __forceinline__ pair __float2##name##2_rn(float value) { return {one(value), one(value)}; }                     \
    __forceinline__ pair __floats2##name##2_rn(float x, float y) { return {one(x), one(y)}; }                       \
    __forceinline__ pair __float22##name##2_rn(float2 value) { return {one(value.x), one(value.y)}; }               \
    __forceinline__ float2 __##name##22float2(pair value) { return {value.x, value.y}; }                            \
    __forceinline__ one __low2##name(pair value) { return value.x; }                                                \
    __forceinline__ one __high2##name(pair value) { return value.y; }                                               \
    __forceinline__ pair __low2##name##2(pair value) { return {value.x, value.x}; }                                 \
    __forceinline__ pair __high2##name##2(pair value) { return {value.y, value.y}; }                                \
    __forceinline__ pair __lows2##name##2(pair a, pair b) { return {a.x, b.x}; }                                    \
    __forceinline__ pair __highs2##name##2(pair a, pair b) { return {a.y, b.y}; }                                   \
    __forceinline__ pair __##name##2##name##2(one value) { return {value, value}; }                                 \
    __forceinline__ pair __halves2##name##2(one x, one y) { return {x, y}; }
