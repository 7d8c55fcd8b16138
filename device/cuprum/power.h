// x to the power y in float, for vectors of a CPU without AVX-512: the C library's vector form takes a third longer.
#pragma once

#include <cuprum/base.h>

namespace cuprum::detail {

/// A number in two parts that do not overlap: `high` is the sum, rounded.
struct FloatPair {
    float high, low;
};

/// log2(x) of a positive normal or subnormal `x`, to about 33 bits.
CUPRUM_DEVICE FloatPair log2_pair(float x) {
    const bool small = x < 1.17549435e-38f;
    x = small ? x * 8388608.0f : x;
    // x = m * 2^e with m from sqrt(1/2) to sqrt(2).
    const int32 from_root = static_cast<int32>(bit_cast<uint32>(x) - 0x3f3504f3u), e = from_root >> 23;
    const float m = bit_cast<float>(bit_cast<uint32>(x) - (static_cast<uint32>(e) << 23));
    const float exponent = static_cast<float>(e) - (small ? 23.0f : 0.0f);
    // s = (m - 1) / (m + 1); log(m) = 2 (s + s^3/3 + s^5/5 ...), the polynomial fitted to |s| < 0.172 within 2^-35.
    const float t = m - 1, below = 2 + t, below_low = t - (below - 2), reciprocal = 1 / below;
    const float s = t * reciprocal;
    const float s_low = reciprocal * (CUPRUM_BUILTIN(fmaf)(-s, below, t) - s * below_low);
    const float u = s * s;
    float p = CUPRUM_BUILTIN(fmaf)(0.116652336082f, u, 0.14275410408f);
    p = CUPRUM_BUILTIN(fmaf)(p, u, 0.200000609199f);
    p = CUPRUM_BUILTIN(fmaf)(p, u, 0.333333332772f);
    const float rest = s * u * p, sum = s + rest, sum_low = (s - sum) + rest + CUPRUM_BUILTIN(fmaf)(u, s_low, s_low);
    // 2 / ln(2) in two parts.
    constexpr float scale = 2.885390043258667f, scale_low = 3.85192598225e-8f;
    const float l = scale * sum;
    const float l_low = CUPRUM_BUILTIN(fmaf)(scale, sum, -l) + CUPRUM_BUILTIN(fmaf)(scale_low, sum, scale * sum_low);
    const float high = exponent + l;
    return {high, (exponent - high) + l + l_low};
}

/// 2^(high + low), 0 below and infinity above the range.
CUPRUM_DEVICE float exp2_pair(FloatPair x) {
    const float bounded = x.high > 200.0f ? 200.0f : x.high < -200.0f ? -200.0f : x.high;
    // The whole part stands in the lowest bits of a float of this size.
    constexpr float shift = 12582912.0f;
    const float shifted = bounded + shift, whole = shifted - shift;
    const float f = (bounded - whole) + x.low;
    float p = CUPRUM_BUILTIN(fmaf)(0.000154614446986f, f, 0.00134004281776f);
    p = CUPRUM_BUILTIN(fmaf)(p, f, 0.00961805667852f);
    p = CUPRUM_BUILTIN(fmaf)(p, f, 0.0555032722667f);
    p = CUPRUM_BUILTIN(fmaf)(p, f, 0.240226509223f);
    p = CUPRUM_BUILTIN(fmaf)(p, f, 0.693147206703f);
    p = CUPRUM_BUILTIN(fmaf)(p, f, 1.0f);
    // 2^whole may lie beyond a float's range: its root does not.
    const int32 k = bit_cast<int32>(shifted) - bit_cast<int32>(shift), half = k >> 1;
    const float first = bit_cast<float>(static_cast<uint32>(half + 127) << 23);
    const float second = bit_cast<float>(static_cast<uint32>(k - half + 127) << 23);
    return p * first * second;
}

/// Within 2.2 ulp; C's results for zeros, infinities, NaN and negative `x`. No branches, so that loops become vectors.
CUPRUM_DEVICE float power(float x, float y) {
    const float infinity = limits<float>::infinity(), size = CUPRUM_BUILTIN(fabsf)(x);
    FloatPair log = log2_pair(size);
    log.high = size < infinity ? log.high : size;  // infinity or NaN
    log.high = size == 0 ? -infinity : log.high;
    FloatPair product;
    product.high = y * log.high;
    product.low = CUPRUM_BUILTIN(fmaf)(y, log.high, -product.high) + y * log.low;
    product.low = CUPRUM_BUILTIN(fabsf)(product.high) < 256.0f ? product.low : 0.0f;
    float result = exp2_pair(product);
    result = size == 1 ? 1.0f : result;  // also where y is infinite
    const bool whole = CUPRUM_BUILTIN(rintf)(y) == y, odd = whole & (CUPRUM_BUILTIN(rintf)(y * 0.5f) != y * 0.5f);
    const uint32 sign = bit_cast<uint32>(x) & 0x80000000u;
    result = bit_cast<float>(bit_cast<uint32>(result) ^ (odd ? sign : 0u));
    result = (x < 0) & (size < infinity) & !whole ? limits<float>::nan() : result;
    result = (x != x) | (y != y) ? x + y : result;
    return (y == 0) | (x == 1) ? 1.0f : result;
}

}  // namespace cuprum::detail
