// The gamma function of float32 and its relatives, in float32. Other polynomials over other ranges than float64's,
// of gamma_function.h and xsf: no text to share.
#pragma once

#include <cuprum/special/single_polynomials.h>

namespace cuprum::special::single {

/// gamma(x) is `value` times or over the product in two parts, and times or over 2^64 where it is `scaled`.
struct GammaParts {
    float value, high, low;
    bool multiplied, scaled, pole;
};

/// The factors between x and its neighbour in [1.5, 2.5], each of which is exact, and their product's rounding with it.
CUPRUM_DEVICE GammaParts gamma_parts(float x) {
    const float whole = rint(x), fraction = x - whole;
    const int32 n = static_cast<int32>(whole), count = n > 2 ? n - 2 : 2 - n;
    const bool scaled = count > 20;
    float high = scaled ? 0x1p-64f : 1.0f, low = 0.0f, factor = n > 2 ? x - 1.0f : x;
    const float step = n > 2 ? -1.0f : 1.0f;
    for (int32 i = 0; i < count; ++i) {
        const float product = high * factor;
        low = fma(low, factor, fma(high, factor, -product));
        high = product;
        factor += step;
    }
    return {polynomial(fraction, gamma), high, low, n > 2, scaled, n <= 0 && fraction == 0.0f};
}

CUPRUM_DEVICE float gamma_of(float x) {
    if (!(x < 36.0f)) return x == x ? limits<float>::infinity() : x;
    if (x < -45.0f) {
        const bool odd = static_cast<int32>(fmod(floor(x), 2.0f)) != 0;
        return floor(x) == x ? limits<float>::nan() : odd ? -0.0f : 0.0f;
    }
    const GammaParts parts = gamma_parts(x);
    if (parts.pole) return x == 0.0f ? copysign(limits<float>::infinity(), x) : limits<float>::nan();
    if (parts.multiplied) {
        const float value = fma(parts.value, parts.high, parts.value * parts.low);
        return parts.scaled ? value * 0x1p64f : value;
    }
    const float quotient = parts.value / parts.high;
    const float value = isinf(quotient) ? quotient : fma(-quotient, parts.low / parts.high, quotient);
    return parts.scaled ? value * 0x1p-64f : value;
}

/// The reciprocal: 0 at the poles.
CUPRUM_DEVICE float rgamma(float x) {
    if (!(x < 41.0f)) return x == x ? 0.0f : x;
    if (x <= 0.0f && x == floor(x)) return x == 0.0f ? x : 0.0f;
    if (x < -45.0f) {
        const bool odd = static_cast<int32>(fmod(floor(x), 2.0f)) != 0;
        return odd ? -limits<float>::infinity() : limits<float>::infinity();
    }
    const GammaParts parts = gamma_parts(x);
    const float value = parts.multiplied ? 1.0f / fma(parts.value, parts.high, parts.value * parts.low)
                                         : (parts.high + parts.low) / parts.value;
    return parts.scaled ? value * (parts.multiplied ? 0x1p-64f : 0x1p64f) : value;
}

/// For x >= 0.
CUPRUM_DEVICE float gammaln_of_positive(float x) {
    if (x < 1.5f) {
        const float t = x < 0.5f ? x : x - 1.0f, value = t * polynomial(t, log_gamma_near_1);
        return x < 0.5f ? value - log_of(x) : value;
    }
    if (x < 8.0f) {
        float product = 1.0f;
        while (x >= 3.0f) {
            x -= 1.0f;
            product *= x;
        }
        const float value = (x - 2.0f) * polynomial(x - 2.25f, log_gamma_near_2);
        return product == 1.0f ? value : value + log_of(product);
    }
    // Stirling's formula (DLMF 5.11.1); the constant is log(2 pi) / 2 - 1 / 2.
    const float inverse = 1.0f / x, square = inverse * inverse;
    const float rest = inverse * fma(square, fma(square, 7.9365079e-4f, -2.7777778e-3f), 8.3333333e-2f);
    const float value = (x - 0.5f) * (log_of(x) - 1.0f) + (0.41893853f + rest);
    return x < limits<float>::infinity() ? value : x;
}

/// Below 0 in double, as near the function's zeros nearly all digits cancel.
CUPRUM_DEVICE float gammaln(float x) {
    if (!(x < 0.0f)) return gammaln_of_positive(x);
    return x == -limits<float>::infinity() ? x : static_cast<float>(CUPRUM_BUILTIN(lgamma)(static_cast<double>(x)));
}

CUPRUM_DEVICE float loggamma(float x) { return x < 0.0f ? limits<float>::nan() : gammaln_of_positive(x); }

/// x > 0: by the polynomial about the zero, or DLMF 5.11.2.
CUPRUM_DEVICE float digamma_of_positive(float x) {
    float sum = 0.0f;
    if (x < 1.0f) {
        sum = -1.0f / x;
        x += 1.0f;
    }
    while (x >= 2.0f && x < 4.0f) {
        x -= 1.0f;
        sum += 1.0f / x;
    }
    if (x < 4.0f) return fma((x - digamma_zero_0[0]) - digamma_zero_0[1], polynomial(x - 1.5f, digamma), sum);
    const float square = 1.0f / (x * x);
    const float series =
        square * fma(square, fma(square, fma(square, -4.1666667e-3f, 3.9682540e-3f), -8.3333333e-3f), 8.3333333e-2f);
    return log_of(x) - (0.5f / x + series);
}

/// For x <= 0, in double, because near zeros of the function nearly all digits cancel: psi(1 - x) - pi / tan(pi x), and
/// Stirling's series after some steps of the recurrence.
CUPRUM_DEVICE float digamma_of_negative(float x) {
    if (x == 0) return copysign(limits<float>::infinity(), -x);
    if (!(x < 0) || x == floor(x)) return limits<float>::nan();
    const double z = x, rest = z - rint(z);
    double s, c;
#if CUPRUM_GPU
    ::sincospi(rest, &s, &c);
#else
    s = sin(3.14159265358979323846 * rest);
    c = cos(3.14159265358979323846 * rest);
#endif
    double y = 1 - z, sum = -3.14159265358979323846 * c / s;
#pragma unroll 1
    for (int32 k = 0; k < 10 && y < 10; ++k, y += 1) sum -= 1 / y;
    const double w = 1 / y, square = w * w;
    double series = 7.5757575757575758e-3;
    series = fma(-square, series, 4.1666666666666667e-3);
    series = fma(-square, series, 3.9682539682539683e-3);
    series = fma(-square, series, 8.3333333333333333e-3);
    series = fma(-square, series, 8.3333333333333333e-2);
    return static_cast<float>(sum + (log(y) - 0.5 * w - square * series));
}

}  // namespace cuprum::special::single
