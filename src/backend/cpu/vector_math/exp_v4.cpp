// e^x as 2^n e^r, n in 16ths, of which a table knows the powers.
#include "backend/cpu/vector_math/functions_v4.h"
#include "backend/cpu/vector_math/reduce_v4.h"

namespace cuprum::backend::cpu {

__m512d exp_v4(__m512d x) {
    // Beyond these the result is zero and infinity. NaN, as the second operand, stays.
    const __m512d bounded = _mm512_max_pd(_mm512_set1_pd(-746), _mm512_min_pd(_mm512_set1_pd(710), x));
    // The sum's last places hold n; the first difference with multiples of log(2) is exact.
    const __m512d magic = _mm512_set1_pd(0x1.8p48);
    const __m512d sum = _mm512_fmadd_pd(bounded, _mm512_set1_pd(0x1.71547652b82fep+0), magic);
    const __m512d n = _mm512_sub_pd(sum, magic);
    const __m512i entry = _mm512_castpd_si512(sum);
    const __m512d near = _mm512_fnmadd_pd(n, _mm512_set1_pd(0x1.62e42fefa4000p-1), bounded);
    const __m512d r = _mm512_fnmadd_pd(n, _mm512_set1_pd(-0x1.8432a1b0e2634p-43), near);
    const __m512d rest = polynomial(r, {0x1.0000000000005p-1, 0x1.555555548f1d3p-3, 0x1.555555545e433p-5,
                                        0x1.11123afe6bf32p-7, 0x1.6c185e42ef626p-10});
    const __m512d p = _mm512_fmadd_pd(_mm512_mul_pd(r, r), rest, r), power = look_up(exp2_high, entry);
    const __m512d fraction = _mm512_add_pd(power, _mm512_fmadd_pd(power, p, look_up(exp2_low, entry)));
    return _mm512_scalef_pd(fraction, n);
}

}  // namespace cuprum::backend::cpu
