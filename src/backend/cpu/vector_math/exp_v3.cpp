// e^x as 2^n e^r, by a polynomial alone: an entry of a table for each element costs more than the terms that it saves.
#include "backend/cpu/vector_math/functions_v3.h"

namespace cuprum::backend::cpu {
namespace {

/// e^x = 2^n fraction. n stands in the lowest bits of `whole`.
struct Exponential {
    __m256d fraction;
    __m256i whole;
};

inline __m256d constant(double c) { return _mm256_set1_pd(c); }

/// For -746 <= x <= 710, and NaN.
inline Exponential exponential(__m256d x) {
    // The sum's last places hold n; the first difference with multiples of log(2) is exact.
    const __m256d magic = constant(0x1.8p52), sum = _mm256_fmadd_pd(x, constant(0x1.71547652b82fep+0), magic);
    const __m256d n = _mm256_sub_pd(sum, magic), near = _mm256_fnmadd_pd(n, constant(0x1.62e42fefa0000p-1), x);
    const __m256d r = _mm256_fnmadd_pd(n, constant(0x1.cf79abc9e3b3ap-40), near);
    // (e^r - 1 - r) / r^2, interpolated in Chebyshev's points; its terms in pairs, which do not wait for each other.
    const auto pair = [&](double first, double second) {
        return _mm256_fmadd_pd(constant(second), r, constant(first));
    };
    const __m256d square = _mm256_mul_pd(r, r), fourth = _mm256_mul_pd(square, square);
    const __m256d low = _mm256_fmadd_pd(pair(0x1.5555555553d63p-5, 0x1.11111111109b3p-7), square,
                                        pair(0x1.0000000000001p-1, 0x1.5555555555556p-3));
    const __m256d middle = _mm256_fmadd_pd(pair(0x1.a019b90d2ae7ap-16, 0x1.71de0dae63bb3p-19), square,
                                           pair(0x1.6c16c1788bd90p-10, 0x1.a01a01a7c41d5p-13));
    const __m256d high = pair(0x1.289185613a3d6p-22, 0x1.af38a9b0ec855p-26);
    const __m256d rest = _mm256_fmadd_pd(_mm256_fmadd_pd(high, fourth, middle), fourth, low);
    // 1 + r is rounded, and what that loses added to the terms behind it.
    const __m256d one = constant(1), near_1 = _mm256_add_pd(one, r),
                  lost = _mm256_add_pd(_mm256_sub_pd(one, near_1), r);
    return {_mm256_add_pd(near_1, _mm256_fmadd_pd(square, rest, lost)), _mm256_castpd_si256(sum)};
}

/// Where a result may be subnormal, infinity or NaN: the power of two in two factors, each a normal number.
__attribute__((noinline)) __m256d exp_of_far(__m256d x) {
    // Beyond these the result is zero and infinity. NaN, as the second operand, stays.
    const Exponential e = exponential(_mm256_max_pd(constant(-746), _mm256_min_pd(constant(710), x)));
    const __m256i half = _mm256_srli_epi64(_mm256_srai_epi32(_mm256_slli_epi64(e.whole, 32), 1), 32);
    const auto power = [](__m256i n) {
        return _mm256_castsi256_pd(_mm256_slli_epi64(_mm256_add_epi32(n, _mm256_set1_epi64x(1023)), 52));
    };
    return _mm256_mul_pd(_mm256_mul_pd(e.fraction, power(half)), power(_mm256_sub_epi32(e.whole, half)));
}

}  // namespace

__m256d exp_v3(__m256d x) {
    const __m256d size = _mm256_andnot_pd(constant(-0.0), x);
    if (_mm256_movemask_pd(_mm256_cmp_pd(size, constant(708), _CMP_NLE_UQ))) return exp_of_far(x);
    const Exponential e = exponential(x);
    return _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(e.fraction), _mm256_slli_epi64(e.whole, 52)));
}

}  // namespace cuprum::backend::cpu
