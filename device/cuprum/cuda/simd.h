// CUDA's intrinsics for two halves or four bytes in a word, and its fused minima and maxima, for a CPU.
#pragma once

#include <cuprum/cuda/math.h>

namespace cuprum::cuda_on_cpu {

/// Applies `f` to the parts of the words, read as T, and puts the results together.
template <class T, class F>
__forceinline__ unsigned per_lane(unsigned a, unsigned b, F f) {
    constexpr int bits = 8 * sizeof(T);
    constexpr unsigned mask = (1u << bits) - 1;
    unsigned result = 0;
    for (int i = 0; i < 32; i += bits)
        result |= (static_cast<unsigned>(f(static_cast<T>(a >> i), static_cast<T>(b >> i))) & mask) << i;
    return result;
}
template <class T>
inline constexpr int lowest = T(-1) < T(0) ? -(1 << (8 * sizeof(T) - 1)) : 0;
template <class T>
inline constexpr int highest = lowest<T> + (1 << 8 * sizeof(T)) - 1;
template <class T>
__forceinline__ int saturated(int x) {
    return x < lowest<T> ? lowest<T> : x > highest<T> ? highest<T> : x;
}

}  // namespace cuprum::cuda_on_cpu

#define CUPRUM_PARTS(name, T, expression)                                                              \
    __forceinline__ unsigned name(unsigned a, unsigned b) {                                            \
        return cuprum::cuda_on_cpu::per_lane<T>(a, b, [](int x, int y) -> int { return expression; }); \
    }
#define CUPRUM_PARTS_OF_ONE(name, T, expression)                                                     \
    __forceinline__ unsigned name(unsigned a) {                                                      \
        return cuprum::cuda_on_cpu::per_lane<T>(a, 0, [](int x, int) -> int { return expression; }); \
    }
#define CUPRUM_SIMD(n, S, U)                                                               \
    CUPRUM_PARTS(__vadd##n, U, x + y)                                                      \
    CUPRUM_PARTS(__vsub##n, U, x - y)                                                      \
    CUPRUM_PARTS(__vaddss##n, S, cuprum::cuda_on_cpu::saturated<S>(x + y))                 \
    CUPRUM_PARTS(__vaddus##n, U, cuprum::cuda_on_cpu::saturated<U>(x + y))                 \
    CUPRUM_PARTS(__vsubss##n, S, cuprum::cuda_on_cpu::saturated<S>(x - y))                 \
    CUPRUM_PARTS(__vsubus##n, U, cuprum::cuda_on_cpu::saturated<U>(x - y))                 \
    CUPRUM_PARTS(__vabsdiffs##n, S, x > y ? x - y : y - x)                                 \
    CUPRUM_PARTS(__vabsdiffu##n, U, x > y ? x - y : y - x)                                 \
    CUPRUM_PARTS(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)                               \
    CUPRUM_PARTS(__vavgu##n, U, (x + y + 1) >> 1)                                          \
    CUPRUM_PARTS(__vhaddu##n, U, (x + y) >> 1)                                             \
    CUPRUM_PARTS(__vmaxs##n, S, x > y ? x : y)                                             \
    CUPRUM_PARTS(__vmaxu##n, U, x > y ? x : y)                                             \
    CUPRUM_PARTS(__vmins##n, S, x < y ? x : y)                                             \
    CUPRUM_PARTS(__vminu##n, U, x < y ? x : y)                                             \
    CUPRUM_PARTS(__vcmpeq##n, U, x == y ? -1 : 0)                                          \
    CUPRUM_PARTS(__vcmpne##n, U, x != y ? -1 : 0)                                          \
    CUPRUM_PARTS(__vcmpges##n, S, x >= y ? -1 : 0)                                         \
    CUPRUM_PARTS(__vcmpgeu##n, U, x >= y ? -1 : 0)                                         \
    CUPRUM_PARTS(__vcmpgts##n, S, x > y ? -1 : 0)                                          \
    CUPRUM_PARTS(__vcmpgtu##n, U, x > y ? -1 : 0)                                          \
    CUPRUM_PARTS(__vcmples##n, S, x <= y ? -1 : 0)                                         \
    CUPRUM_PARTS(__vcmpleu##n, U, x <= y ? -1 : 0)                                         \
    CUPRUM_PARTS(__vcmplts##n, S, x < y ? -1 : 0)                                          \
    CUPRUM_PARTS(__vcmpltu##n, U, x < y ? -1 : 0)                                          \
    CUPRUM_PARTS(__vseteq##n, U, x == y)                                                   \
    CUPRUM_PARTS(__vsetne##n, U, x != y)                                                   \
    CUPRUM_PARTS(__vsetges##n, S, x >= y)                                                  \
    CUPRUM_PARTS(__vsetgeu##n, U, x >= y)                                                  \
    CUPRUM_PARTS(__vsetgts##n, S, x > y)                                                   \
    CUPRUM_PARTS(__vsetgtu##n, U, x > y)                                                   \
    CUPRUM_PARTS(__vsetles##n, S, x <= y)                                                  \
    CUPRUM_PARTS(__vsetleu##n, U, x <= y)                                                  \
    CUPRUM_PARTS(__vsetlts##n, S, x < y)                                                   \
    CUPRUM_PARTS(__vsetltu##n, U, x < y)                                                   \
    CUPRUM_PARTS_OF_ONE(__vabs##n, S, x < 0 ? -x : x)                                      \
    CUPRUM_PARTS_OF_ONE(__vabsss##n, S, cuprum::cuda_on_cpu::saturated<S>(x < 0 ? -x : x)) \
    CUPRUM_PARTS_OF_ONE(__vneg##n, S, -x)                                                  \
    CUPRUM_PARTS_OF_ONE(__vnegss##n, S, cuprum::cuda_on_cpu::saturated<S>(-x))
CUPRUM_SIMD(2, short, unsigned short)
CUPRUM_SIMD(4, signed char, unsigned char)
#undef CUPRUM_SIMD
#undef CUPRUM_PARTS
#undef CUPRUM_PARTS_OF_ONE

#define CUPRUM_SUM_OF_DIFFERENCES(name, T, bits)                              \
    __forceinline__ unsigned name(unsigned a, unsigned b) {                   \
        unsigned sum = 0;                                                     \
        for (int i = 0; i < 32; i += bits) {                                  \
            const int x = static_cast<T>(a >> i), y = static_cast<T>(b >> i); \
            sum += static_cast<unsigned>(x > y ? x - y : y - x);              \
        }                                                                     \
        return sum;                                                           \
    }
CUPRUM_SUM_OF_DIFFERENCES(__vsads2, short, 16)
CUPRUM_SUM_OF_DIFFERENCES(__vsadu2, unsigned short, 16)
CUPRUM_SUM_OF_DIFFERENCES(__vsads4, signed char, 8)
CUPRUM_SUM_OF_DIFFERENCES(__vsadu4, unsigned char, 8)
#undef CUPRUM_SUM_OF_DIFFERENCES

// Minima and maxima of three, and of a sum.
#define CUPRUM_FUSED(type, suffix)                                                                            \
    __forceinline__ type __vimax3_##suffix(type a, type b, type c) { return max(max(a, b), c); }              \
    __forceinline__ type __vimin3_##suffix(type a, type b, type c) { return min(min(a, b), c); }              \
    __forceinline__ type __viaddmax_##suffix(type a, type b, type c) {                                        \
        return max(static_cast<type>(static_cast<unsigned>(a) + static_cast<unsigned>(b)), c);                \
    }                                                                                                         \
    __forceinline__ type __viaddmin_##suffix(type a, type b, type c) {                                        \
        return min(static_cast<type>(static_cast<unsigned>(a) + static_cast<unsigned>(b)), c);                \
    }                                                                                                         \
    __forceinline__ type __vibmax_##suffix(type a, type b, bool* first) { return (*first = a >= b) ? a : b; } \
    __forceinline__ type __vibmin_##suffix(type a, type b, bool* first) { return (*first = a <= b) ? a : b; }
CUPRUM_FUSED(int, s32)
CUPRUM_FUSED(unsigned, u32)
#undef CUPRUM_FUSED
__forceinline__ int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
__forceinline__ int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
__forceinline__ int __vimax3_s32_relu(int a, int b, int c) { return max(__vimax3_s32(a, b, c), 0); }
__forceinline__ int __vimin3_s32_relu(int a, int b, int c) { return max(__vimin3_s32(a, b, c), 0); }
__forceinline__ int __viaddmax_s32_relu(int a, int b, int c) { return max(__viaddmax_s32(a, b, c), 0); }
__forceinline__ int __viaddmin_s32_relu(int a, int b, int c) { return max(__viaddmin_s32(a, b, c), 0); }

// The same for two halves of a word.
#define CUPRUM_FUSED_HALVES(T, suffix, larger, smaller)                                                                \
    __forceinline__ unsigned __vimax3_##suffix(unsigned a, unsigned b, unsigned c) { return larger(larger(a, b), c); } \
    __forceinline__ unsigned __vimin3_##suffix(unsigned a, unsigned b, unsigned c) {                                   \
        return smaller(smaller(a, b), c);                                                                              \
    }                                                                                                                  \
    __forceinline__ unsigned __viaddmax_##suffix(unsigned a, unsigned b, unsigned c) {                                 \
        return larger(__vadd2(a, b), c);                                                                               \
    }                                                                                                                  \
    __forceinline__ unsigned __viaddmin_##suffix(unsigned a, unsigned b, unsigned c) {                                 \
        return smaller(__vadd2(a, b), c);                                                                              \
    }                                                                                                                  \
    __forceinline__ unsigned __vibmax_##suffix(unsigned a, unsigned b, bool* high, bool* low) {                        \
        *high = static_cast<T>(a >> 16) >= static_cast<T>(b >> 16);                                                    \
        *low = static_cast<T>(a) >= static_cast<T>(b);                                                                 \
        return larger(a, b);                                                                                           \
    }                                                                                                                  \
    __forceinline__ unsigned __vibmin_##suffix(unsigned a, unsigned b, bool* high, bool* low) {                        \
        *high = static_cast<T>(a >> 16) <= static_cast<T>(b >> 16);                                                    \
        *low = static_cast<T>(a) <= static_cast<T>(b);                                                                 \
        return smaller(a, b);                                                                                          \
    }
CUPRUM_FUSED_HALVES(short, s16x2, __vmaxs2, __vmins2)
CUPRUM_FUSED_HALVES(unsigned short, u16x2, __vmaxu2, __vminu2)
#undef CUPRUM_FUSED_HALVES
__forceinline__ unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__vmaxs2(a, b), 0); }
__forceinline__ unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__vmins2(a, b), 0); }
#define CUPRUM_RELU_OF_HALVES(name)                                                  \
    __forceinline__ unsigned name##_s16x2_relu(unsigned a, unsigned b, unsigned c) { \
        return __vmaxs2(name##_s16x2(a, b, c), 0);                                   \
    }
CUPRUM_RELU_OF_HALVES(__vimax3)
CUPRUM_RELU_OF_HALVES(__vimin3)
CUPRUM_RELU_OF_HALVES(__viaddmax)
CUPRUM_RELU_OF_HALVES(__viaddmin)
#undef CUPRUM_RELU_OF_HALVES
