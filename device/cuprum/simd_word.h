// Arithmetic on a GPU of several elements of one or two bytes in a word, with the results that they have one by one.
#pragma once

#include <cuprum/cast.h>

namespace cuprum {

/// Four elements of one byte or two of two bytes.
template <class T>
struct simd_word {
    uint32 word;
};

#if CUPRUM_GPU

/// The highest bit of every element.
template <class T>
inline constexpr uint32 highest_bits = sizeof(T) == 1 ? 0x80808080u : 0x80008000u;

// The bits below the highest cannot carry into the next element, and the highest is what is left of three without
// carry.
template <Integer T>
CUPRUM_DEVICE simd_word<T> add(simd_word<T> a, simd_word<T> b) {
    constexpr uint32 high = highest_bits<T>;
    return {((a.word & ~high) + (b.word & ~high)) ^ ((a.word ^ b.word) & high)};
}
template <Integer T>
CUPRUM_DEVICE simd_word<T> subtract(simd_word<T> a, simd_word<T> b) {
    constexpr uint32 high = highest_bits<T>;
    return {((a.word | high) - (b.word & ~high)) ^ (~(a.word ^ b.word) & high)};
}

/// Of a product's bits the lower ones are the same with and without a sign. A dot product of four bytes with one and
/// three zeros takes that one's product out of its place.
template <Integer T>
CUPRUM_DEVICE simd_word<T> multiply(simd_word<T> a, simd_word<T> b) {
    if constexpr (sizeof(T) == 1) {
        const uint32 first = a.word * b.word, second = __dp4a(a.word, b.word & 0xff00u, 0u),
                     third = __dp4a(a.word, b.word & 0xff0000u, 0u), fourth = __dp4a(a.word, b.word & 0xff000000u, 0u);
        return {__byte_perm(__byte_perm(first, second, 0x0040), __byte_perm(third, fourth, 0x0040), 0x5410)};
    } else {
        return {__byte_perm(a.word * b.word, (a.word >> 16) * (b.word >> 16), 0x5410)};
    }
}

template <Integer T>
CUPRUM_DEVICE simd_word<T> negative(simd_word<T> a) {
    return subtract(simd_word<T>{0}, a);
}

// In float a sum and a difference have more than twice the digits, and a product has all, so that rounding to float and
// then to float16 gives what rounding at once does. `rn` keeps a product from being fused with a sum.
CUPRUM_DEVICE simd_word<float16> add(simd_word<float16> a, simd_word<float16> b) {
    simd_word<float16> sum;
    asm("add.rn.f16x2 %0, %1, %2;" : "=r"(sum.word) : "r"(a.word), "r"(b.word));
    return sum;
}
CUPRUM_DEVICE simd_word<float16> subtract(simd_word<float16> a, simd_word<float16> b) {
    simd_word<float16> difference;
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(difference.word) : "r"(a.word), "r"(b.word));
    return difference;
}
CUPRUM_DEVICE simd_word<float16> multiply(simd_word<float16> a, simd_word<float16> b) {
    simd_word<float16> product;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(product.word) : "r"(a.word), "r"(b.word));
    return product;
}

CUPRUM_DEVICE simd_word<float16> negative(simd_word<float16> a) { return {a.word ^ 0x80008000u}; }

/// The k-th element of two.
CUPRUM_DEVICE float16 half_of(simd_word<float16> pair, int k) {
    return float16::from_bits((uint16)(pair.word >> (16 * k)));
}
/// Two numbers, rounded.
CUPRUM_DEVICE simd_word<float16> word_of_halves(float first, float second) {
#if __CUDA_ARCH__ >= 800
    simd_word<float16> pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair.word) : "f"(second), "f"(first));
    return pair;
#else
    return {(uint32)float16(first).bits | (uint32)float16(second).bits << 16};
#endif
}

/// One value in all places.
template <class T>
CUPRUM_DEVICE simd_word<T> repeated(compute_t<T> value) {
    if constexpr (is_same<T, float16>) return word_of_halves(value, value);
    else return {(unsigned_of_size<sizeof(T)>)value * (sizeof(T) == 1 ? 0x01010101u : 0x00010001u)};
}

#endif

}  // namespace cuprum
