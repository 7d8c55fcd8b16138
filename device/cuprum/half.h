// float16 and bfloat16: two bytes of storage. Arithmetic on them is done in float, so each converts to float implicitly
// and from float explicitly, rounding to nearest even.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// IEEE 754 binary16.
struct float16 {
    uint16 bits;

    float16() = default;
    CUPRUM_DEVICE explicit float16(float value) {
#if CUPRUM_GPU
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
        bits = bit_cast<uint16>(static_cast<_Float16>(value));
#endif
    }
    /// Rounds once: what is lost on the way to float is kept as a sticky last bit, so a tie in float16 is a true tie.
    CUPRUM_DEVICE explicit float16(double value) {
#if CUPRUM_GPU
        asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
#else
        float nearest = static_cast<float>(value);
        double magnitude = __builtin_fabs(value), rounded = __builtin_fabs(static_cast<double>(nearest));
        uint32 word = bit_cast<uint32>(nearest);
        int32 to_odd = static_cast<int32>(rounded < magnitude) - static_cast<int32>(rounded > magnitude);
        *this = float16(bit_cast<float>(word & 1u ? word : word + static_cast<uint32>(to_odd)));
#endif
    }
    template <class T>
        requires(is_bool<T> || is_integer<T>)
    CUPRUM_DEVICE explicit float16(T value) : float16(static_cast<float>(value)) {}

    CUPRUM_DEVICE static constexpr float16 from_bits(uint16 bits) { return bit_cast<float16>(bits); }

    CUPRUM_DEVICE operator float() const {
#if CUPRUM_GPU
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
#else
        return static_cast<float>(bit_cast<_Float16>(bits));
#endif
    }
};

/// The upper half of a float.
struct bfloat16 {
    uint16 bits;

    bfloat16() = default;
    CUPRUM_DEVICE explicit bfloat16(float value) {
#if CUPRUM_GPU && __CUDA_ARCH__ >= 800
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
        uint32 word = bit_cast<uint32>(value);
        uint32 rounded = word + 0x7fffu + ((word >> 16) & 1u);
        bits = static_cast<uint16>((value != value ? word | 0x400000u : rounded) >> 16);
#endif
    }
    template <class T>
        requires(is_bool<T> || is_integer<T> || is_same<T, double>)
    CUPRUM_DEVICE explicit bfloat16(T value) : bfloat16(static_cast<float>(value)) {}

    CUPRUM_DEVICE static constexpr bfloat16 from_bits(uint16 bits) { return bit_cast<bfloat16>(bits); }

    CUPRUM_DEVICE operator float() const { return bit_cast<float>(static_cast<uint32>(bits) << 16); }
};

template <>
struct limits<float16> {
    CUPRUM_DEVICE static constexpr float16 lowest() { return float16::from_bits(0xfc00); }
    CUPRUM_DEVICE static constexpr float16 max() { return infinity(); }
    CUPRUM_DEVICE static constexpr float16 infinity() { return float16::from_bits(0x7c00); }
    CUPRUM_DEVICE static constexpr float16 nan() { return float16::from_bits(0x7e00); }
    CUPRUM_DEVICE static constexpr float16 largest_finite() { return float16::from_bits(0x7bff); }
};

template <>
struct limits<bfloat16> {
    CUPRUM_DEVICE static constexpr bfloat16 lowest() { return bfloat16::from_bits(0xff80); }
    CUPRUM_DEVICE static constexpr bfloat16 max() { return infinity(); }
    CUPRUM_DEVICE static constexpr bfloat16 infinity() { return bfloat16::from_bits(0x7f80); }
    CUPRUM_DEVICE static constexpr bfloat16 nan() { return bfloat16::from_bits(0x7fc0); }
    CUPRUM_DEVICE static constexpr bfloat16 largest_finite() { return bfloat16::from_bits(0x7f7f); }
};

template <class T>
inline constexpr bool is_half = is_any_of<T, float16, bfloat16>;

}  // namespace cuprum
