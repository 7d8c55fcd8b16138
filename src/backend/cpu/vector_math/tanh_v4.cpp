// tanh by e^x - 1.
#include "backend/cpu/vector_math/functions_v4.h"
#include "backend/cpu/vector_math/reduce_v4.h"

namespace cuprum::backend::cpu {
namespace {

/// A number in two parts, `low` far below `high`.
struct Pair {
    __m512d high, low;
};

/// (e^x - 1) / 4 of 0 <= x <= 44.
Pair quarter_expm1(__m512d x) {
    // n log(2) in two parts, n in 16ths; the first difference is exact.
    const __m512d n = _mm512_roundscale_pd(_mm512_mul_pd(x, _mm512_set1_pd(0x1.71547652b82fep+0)), 4 << 4);
    const __m512d near = _mm512_fnmadd_pd(n, _mm512_set1_pd(0x1.62e42fefa4000p-1), x);
    const __m512d ln_2_low = _mm512_set1_pd(-0x1.8432a1b0e2634p-43), r = _mm512_fnmadd_pd(n, ln_2_low, near);
    const __m512d r_low = _mm512_fnmadd_pd(n, ln_2_low, _mm512_sub_pd(near, r));
    const __m512i entry = _mm512_castpd_si512(_mm512_add_pd(n, _mm512_set1_pd(0x1.8p48)));
    const __m512d rest = polynomial(r, {0x1.0000000000003p-1, 0x1.5555555555559p-3, 0x1.55555554a7e03p-5,
                                        0x1.1111111089bb3p-7, 0x1.6c18253ad59a0p-10, 0x1.a01b924591df9p-13});
    // p = e^r - 1
    const __m512d square = _mm512_mul_pd(r, r), p = _mm512_fmadd_pd(square, rest, r);
    const __m512d p_low = _mm512_add_pd(_mm512_fmadd_pd(square, rest, _mm512_sub_pd(r, p)), r_low);
    const __m512d shift = _mm512_sub_pd(n, _mm512_set1_pd(2));
    const __m512d power = _mm512_scalef_pd(look_up(exp2_high, entry), shift);
    const __m512d power_low = _mm512_scalef_pd(look_up(exp2_low, entry), shift);
    const __m512d whole = _mm512_sub_pd(power, _mm512_set1_pd(0.25)), high = _mm512_fmadd_pd(power, p, whole);
    const __m512d low = _mm512_fmadd_pd(power, p, _mm512_sub_pd(whole, high));
    return {high, _mm512_add_pd(low, _mm512_fmadd_pd(power, p_low, power_low))};
}

__m512d with_sign(__m512d size, __m512d x) { return _mm512_or_pd(size, _mm512_and_pd(x, _mm512_set1_pd(-0.0))); }

}  // namespace

__m512d tanh_v4(__m512d x) {
    // NaN, as the second operand, stays.
    const __m512d size = _mm512_min_pd(_mm512_set1_pd(22), _mm512_abs_pd(x)), half = _mm512_set1_pd(0.5);
    const Pair e = quarter_expm1(_mm512_add_pd(size, size));
    const __m512d divisor = _mm512_add_pd(e.high, half), quotient = _mm512_div_pd(e.high, divisor);
    const __m512d divisor_low = _mm512_add_pd(_mm512_sub_pd(e.high, _mm512_sub_pd(divisor, half)), e.low);
    // What the quotient lacks.
    __m512d rest = _mm512_add_pd(_mm512_fnmadd_pd(quotient, divisor, e.high), e.low);
    rest = _mm512_fnmadd_pd(quotient, divisor_low, rest);
    const __m512d result = _mm512_fmadd_pd(rest, _mm512_rcp14_pd(divisor), quotient);
    // A quarter of a denormal number has lost its last bits: tanh of what is that small is the number itself.
    const __mmask8 tiny = _mm512_cmp_pd_mask(size, _mm512_set1_pd(0x1p-28), _CMP_LT_OQ);
    return with_sign(_mm512_mask_mov_pd(result, tiny, size), x);
}

}  // namespace cuprum::backend::cpu
