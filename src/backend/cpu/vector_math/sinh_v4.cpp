// sinh of a sum: a multiple of log(2) / 16, of which tables know the powers, and a small rest.
#include "backend/cpu/vector_math/functions_v4.h"
#include "backend/cpu/vector_math/reduce_v4.h"

namespace cuprum::backend::cpu {
namespace {

/// 2^(n - 2), and what is missing of it; n in 16ths.
struct Power {
    __m512d high, low;

    Power(__m512d n, __m512i entry) {
        const __m512d shift = _mm512_sub_pd(n, _mm512_set1_pd(2));
        high = _mm512_scalef_pd(look_up(exp2_high, entry), shift);
        low = _mm512_scalef_pd(look_up(exp2_low, entry), shift);
    }
};

}  // namespace

__m512d sinh_v4(__m512d x) {
    // The largest that does not overflow. NaN, as the second operand, stays.
    const __m512d limit = _mm512_set1_pd(710.4758600739439), size = _mm512_abs_pd(x), zero = _mm512_setzero_pd();
    const __m512d bounded = _mm512_min_pd(limit, size);
    // x = n log(2) + r; the first difference is exact.
    const __m512d n = _mm512_roundscale_pd(_mm512_mul_pd(bounded, _mm512_set1_pd(0x1.71547652b82fep+0)), 4 << 4);
    const __m512d near = _mm512_fnmadd_pd(n, _mm512_set1_pd(0x1.62e42fefa4000p-1), bounded);
    const __m512d ln_2_low = _mm512_set1_pd(-0x1.8432a1b0e2634p-43), r = _mm512_fnmadd_pd(n, ln_2_low, near);
    const __m512d r_low = _mm512_fnmadd_pd(n, ln_2_low, _mm512_sub_pd(near, r));
    const __m512i entry = _mm512_castpd_si512(_mm512_add_pd(n, _mm512_set1_pd(0x1.8p48)));
    const Power up(n, entry), down(_mm512_sub_pd(zero, n), _mm512_sub_epi64(_mm512_setzero_si512(), entry));
    // Halves of sinh and cosh of n log(2).
    const __m512d sine = _mm512_sub_pd(up.high, down.high), cosine = _mm512_add_pd(up.high, down.high);
    const __m512d square = _mm512_mul_pd(r, r);
    const __m512d odd = polynomial(square, {0x1.5555555555556p-3, 0x1.11111110df171p-7, 0x1.a01b118abef57p-13});
    const __m512d even = polynomial(square, {0x1.0000000000001p-1, 0x1.55555554e4e2dp-5, 0x1.6c17f35427c0fp-10});
    __m512d rest = _mm512_fmadd_pd(_mm512_mul_pd(sine, square), even, _mm512_sub_pd(up.low, down.low));
    rest = _mm512_fmadd_pd(cosine, _mm512_fmadd_pd(_mm512_mul_pd(square, r), odd, r_low), rest);
    const __m512d half = _mm512_add_pd(sine, _mm512_fmadd_pd(cosine, r, rest));
    const __mmask8 overflows = _mm512_cmp_pd_mask(size, limit, _CMP_GT_OQ);
    const __m512d result = _mm512_mask_mov_pd(half, overflows, _mm512_set1_pd(__builtin_inf()));
    // Half a denormal number has lost its last bit: sinh of what is that small is the number itself.
    const __mmask8 tiny = _mm512_cmp_pd_mask(size, _mm512_set1_pd(0x1p-28), _CMP_LT_OQ);
    const __m512d sign = _mm512_and_pd(x, _mm512_set1_pd(-0.0));
    return _mm512_or_pd(_mm512_mask_mov_pd(_mm512_add_pd(result, result), tiny, size), sign);
}

}  // namespace cuprum::backend::cpu
