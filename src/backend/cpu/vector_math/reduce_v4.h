// How logarithms and powers bring their operands into small ranges, in registers of AVX-512.
#pragma once

#include <immintrin.h>

namespace cuprum::backend::cpu {

/// |x| = 2^exponent / c (1 + rest), where c is 1 + entry / entries; `rest` is exact and at most 1 / (2 entries).
struct FloatParts {
    __m512 exponent, rest;
    __m512i entry;
};
struct DoubleParts {
    __m512d exponent, rest;
    __m512i entry;
};

inline FloatParts take_apart(__m512 x) {
    const __m512 mantissa = _mm512_getmant_ps(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
    // The mantissa's reciprocal, rounded: from 1/2 to 1.
    const __m512 reciprocal = _mm512_roundscale_ps(_mm512_rcp14_ps(mantissa), 6 << 4);
    return {_mm512_sub_ps(_mm512_getexp_ps(x), _mm512_getexp_ps(reciprocal)),
            _mm512_fmsub_ps(mantissa, reciprocal, _mm512_set1_ps(1)),
            _mm512_srli_epi32(_mm512_castps_si512(reciprocal), 23 - 5)};
}

inline DoubleParts take_apart(__m512d x) {
    const __m512d mantissa = _mm512_getmant_pd(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
    const __m512d reciprocal = _mm512_roundscale_pd(_mm512_rcp14_pd(mantissa), 5 << 4);
    return {_mm512_sub_pd(_mm512_getexp_pd(x), _mm512_getexp_pd(reciprocal)),
            _mm512_fmsub_pd(mantissa, reciprocal, _mm512_set1_pd(1)),
            _mm512_srli_epi64(_mm512_castpd_si512(reciprocal), 52 - 4)};
}

/// One of 32 floats, or of 16 doubles, each.
inline __m512 look_up(const float* table, __m512i entry) {
    return _mm512_permutex2var_ps(_mm512_load_ps(table), entry, _mm512_load_ps(table + 16));
}
inline __m512d look_up(const double* table, __m512i entry) {
    return _mm512_permutex2var_pd(_mm512_load_pd(table), entry, _mm512_load_pd(table + 8));
}

/// c[0] + c[1] x + c[2] x^2 ...
template <int n>
__m512 polynomial(__m512 x, const float (&c)[n]) {
    __m512 sum = _mm512_set1_ps(c[n - 1]);
    for (int i = n - 2; i >= 0; --i) sum = _mm512_fmadd_ps(sum, x, _mm512_set1_ps(c[i]));
    return sum;
}
template <int n>
__m512d polynomial(__m512d x, const double (&c)[n]) {
    __m512d sum = _mm512_set1_pd(c[n - 1]);
    for (int i = n - 2; i >= 0; --i) sum = _mm512_fmadd_pd(sum, x, _mm512_set1_pd(c[i]));
    return sum;
}

// 2^(k/16), and what is missing of it.
alignas(64) constexpr double exp2_high[] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
alignas(64) constexpr double exp2_low[] = {0x0.0p+0,
                                           0x1.8a62e4adc610bp-54,
                                           -0x1.19041b9d78a76p-55,
                                           0x1.9b07eb6c70573p-54,
                                           0x1.6f46ad23182e4p-55,
                                           0x1.ada0911f09ebcp-55,
                                           0x1.d4397afec42e2p-56,
                                           0x1.6324c054647adp-54,
                                           -0x1.bdd3413b26456p-54,
                                           -0x1.41577ee04992fp-55,
                                           0x1.6e9f156864b27p-54,
                                           0x1.c7c46b071f2bep-56,
                                           0x1.7a1cd345dcc81p-54,
                                           0x1.11065895048ddp-55,
                                           0x1.2ed02d75b3707p-55,
                                           -0x1.e9c23179c2893p-54};

}  // namespace cuprum::backend::cpu
