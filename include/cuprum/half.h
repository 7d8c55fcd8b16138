// IEEE half precision and bfloat16 on the host: storage and conversion; arithmetic is done in float.
#pragma once

#include <bit>
#include <cstdint>

namespace cuprum {

/// IEEE 754 binary16. Converts from float rounding to nearest even, and to float exactly.
struct half {
    std::uint16_t bits = 0;
    constexpr half() = default;
    explicit constexpr half(float value) : bits(from_float(value)) {}
    constexpr operator float() const { return to_float(bits); }

    static constexpr std::uint16_t from_float(float value) {
        std::uint32_t x = std::bit_cast<std::uint32_t>(value);
        std::uint32_t sign = (x >> 16) & 0x8000u;
        x &= 0x7fffffffu;
        if (x >= 0x7f800000u)  // infinity, NaN (kept quiet)
            return static_cast<std::uint16_t>(sign | 0x7c00u | (x > 0x7f800000u ? 0x200u | ((x >> 13) & 0x3ffu) : 0u));
        if (x >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // rounds to 2^16 or more
        if (x < 0x38800000u) {                                                    // subnormal in half
            if (x < 0x33000000u) return static_cast<std::uint16_t>(sign);
            std::uint32_t mantissa = (x & 0x7fffffu) | 0x800000u;
            int shift = 126 - static_cast<int>(x >> 23);
            std::uint32_t rounded = mantissa >> shift;
            std::uint32_t rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
            if (rest > tie || (rest == tie && (rounded & 1u))) ++rounded;
            return static_cast<std::uint16_t>(sign | rounded);
        }
        std::uint32_t rounded = x - 0x38000000u + 0xfffu + ((x >> 13) & 1u);
        return static_cast<std::uint16_t>(sign | (rounded >> 13));
    }
    static constexpr float to_float(std::uint16_t h) {
        std::uint32_t sign = static_cast<std::uint32_t>(h & 0x8000u) << 16, x = h & 0x7fffu;
        if (x >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | ((x & 0x3ffu) << 13));
        if (x >= 0x400u) return std::bit_cast<float>(sign | ((x << 13) + 0x38000000u));
        float magnitude = static_cast<float>(x) * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
};

/// bfloat16: the upper half of a float. Converts from float rounding to nearest even.
struct bfloat16_t {
    std::uint16_t bits = 0;
    constexpr bfloat16_t() = default;
    explicit constexpr bfloat16_t(float value) : bits(from_float(value)) {}
    constexpr operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

    static constexpr std::uint16_t from_float(float value) {
        std::uint32_t x = std::bit_cast<std::uint32_t>(value);
        if ((x & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((x >> 16) | 0x40u);
        return static_cast<std::uint16_t>((x + 0x7fffu + ((x >> 16) & 1u)) >> 16);
    }
};

}  // namespace cuprum
