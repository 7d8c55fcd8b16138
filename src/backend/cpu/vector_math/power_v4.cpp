// x to the power y as 2^(y log2 x), the logarithm and the product in two parts.
#include <limits>
#include <type_traits>

#include "backend/cpu/vector_math/functions_v4.h"
#include "backend/cpu/vector_math/reduce_v4.h"

namespace cuprum::backend::cpu {
namespace {

// Classes of vfpclass.
constexpr int nan_class = 0x81, zero_class = 0x06, infinity_class = 0x18, negative_class = 0x40;
constexpr int special_base = nan_class | zero_class | infinity_class | negative_class;
constexpr int special_exponent = nan_class | infinity_class;

// -log2(1 + k/32), and of doubles k/16, in two parts, of which the first and any exponent add up without rounding.
alignas(64) constexpr float log2_high[] = {0.0f,
                                           -0.044403076171875f,
                                           -0.08746337890625f,
                                           -0.1292724609375f,
                                           -0.169921875f,
                                           -0.209442138671875f,
                                           -0.2479248046875f,
                                           -0.285400390625f,
                                           -0.321929931640625f,
                                           -0.3575439453125f,
                                           -0.392303466796875f,
                                           -0.42626953125f,
                                           -0.459442138671875f,
                                           -0.491851806640625f,
                                           -0.5235595703125f,
                                           -0.554595947265625f,
                                           -0.5849609375f,
                                           -0.614715576171875f,
                                           -0.64385986328125f,
                                           -0.67242431640625f,
                                           -0.700439453125f,
                                           -0.7279052734375f,
                                           -0.7548828125f,
                                           -0.7813720703125f,
                                           -0.807342529296875f,
                                           -0.8328857421875f,
                                           -0.85797119140625f,
                                           -0.88262939453125f,
                                           -0.906890869140625f,
                                           -0.93072509765625f,
                                           -0.954193115234375f,
                                           -0.977294921875f};
alignas(64) constexpr float log2_low[] = {0.0f,
                                          8.956813871918712e-06f,
                                          5.376559215619636e-07f,
                                          -1.0556007509876508e-05f,
                                          -3.1264423796528718e-06f,
                                          -1.1226957212784328e-05f,
                                          -2.7087560283689527e-06f,
                                          -1.8282372593603213e-06f,
                                          1.8367533130003721e-06f,
                                          -8.059305400820449e-06f,
                                          -1.3955981557955965e-05f,
                                          4.776547939400189e-06f,
                                          1.0520034265937284e-05f,
                                          -1.2896890666524996e-06f,
                                          -2.3857444375607884e-06f,
                                          7.0955879891698714e-06f,
                                          -1.5632211898264359e-06f,
                                          5.732056706619915e-06f,
                                          3.6735066260007443e-06f,
                                          -1.0255652114210534e-06f,
                                          -2.650160979555949e-07f,
                                          -1.5181125490926206e-05f,
                                          -4.68966345579247e-06f,
                                          1.2356787919998169e-05f,
                                          -1.2392761163937394e-05f,
                                          -4.271977104508551e-06f,
                                          -9.803721695789136e-06f,
                                          -1.3654830581799615e-05f,
                                          2.7353209475222684e-07f,
                                          -1.2239906936883926e-05f,
                                          -3.195152430635062e-06f,
                                          1.4998375263530761e-05f};
alignas(64) constexpr double log2_high_double[] = {0x0.0p+0,
                                                   -0x1.663f6fac90000p-4,
                                                   -0x1.5c01a39fbc000p-3,
                                                   -0x1.fbc16b9028000p-3,
                                                   -0x1.49a784bcd2000p-2,
                                                   -0x1.91bba891f2000p-2,
                                                   -0x1.d6753e032e000p-2,
                                                   -0x1.0c10500d64000p-1,
                                                   -0x1.2b803473f8000p-1,
                                                   -0x1.49a784bcd2000p-1,
                                                   -0x1.66a008e479000p-1,
                                                   -0x1.82809d5be7000p-1,
                                                   -0x1.9d5d9fd501000p-1,
                                                   -0x1.b74948f553000p-1,
                                                   -0x1.d053f6d261000p-1,
                                                   -0x1.e88c6b3627000p-1};
alignas(64) constexpr double log2_low_double[] = {0x0.0p+0,
                                                  -0x1.3167ccc538261p-44,
                                                  -0x1.6879fa00b120ap-43,
                                                  0x1.7f5dc57266758p-43,
                                                  0x1.1d406db502403p-44,
                                                  0x1.1ee969a95f529p-43,
                                                  -0x1.41dfc7d7c3321p-43,
                                                  0x1.5669df6a2b592p-43,
                                                  0x1.4bc302ffa76fbp-43,
                                                  0x1.1d406db502403p-43,
                                                  0x1.cd0cb4492f1bcp-43,
                                                  -0x1.cb6f70109b0f1p-47,
                                                  -0x1.66cccab240e90p-46,
                                                  -0x1.6d25a5b8a19b2p-44,
                                                  0x1.da6339da288fcp-43,
                                                  0x1.635577970e040p-43};

__m512 to_integer(__m512 x) { return _mm512_roundscale_ps(x, 0); }
__m512d to_integer(__m512d x) { return _mm512_roundscale_pd(x, 0); }
__m512 magnitude(__m512 x) { return _mm512_abs_ps(x); }
__m512d magnitude(__m512d x) { return _mm512_abs_pd(x); }

/// C's results where an operand is not an ordinary number or the result is out of range, of which the exponent is above
/// `largest`: `result` is right for |x| elsewhere, and `log` has the sign of log2 |x|. Comparisons give registers of
/// integers, all bits of which are set where they hold.
template <class Register>
Register mend(Register x, Register y, Register log, Register result, Register exponent, double largest) {
    using Number = std::remove_cvref_t<decltype(x[0])>;
    const Number infinity = std::numeric_limits<Number>::infinity();
    const Register zero{}, one = zero + Number(1), size = magnitude(x), half = y * Number(0.5);
    const auto is_zero = x == zero, is_infinite = size == infinity, y_is_infinite = magnitude(y) == infinity;
    log = is_zero ? -one : is_infinite ? one : log;
    const Register limit = log * y > zero ? zero + infinity : zero;
    result = (is_zero | is_infinite | y_is_infinite | ~(magnitude(exponent) <= Number(largest))) ? limit : result;
    result = size == one ? one : result;
    const auto is_whole = to_integer(y) == y, is_odd = is_whole & (to_integer(half) != half);
    using Bits = std::remove_const_t<decltype(is_whole)>;
    result = (is_odd & ((Bits)x < 0)) ? -result : result;  // of -0 too
    result = ((x < zero) & ~is_infinite & ~is_whole & ~y_is_infinite) ? zero + std::numeric_limits<Number>::quiet_NaN()
                                                                      : result;
    result = ((x != x) | (y != y)) ? x + y : result;
    return ((y == zero) | (x == one)) ? one : result;
}

}  // namespace

__m512 power_v4(__m512 x, __m512 y) {
    const FloatParts parts = take_apart(x);
    const __m512 r = parts.rest, whole = _mm512_add_ps(parts.exponent, look_up(log2_high, parts.entry));
    // log2(1 + r) = 1.44 r + ..., the first product with what its rounding loses.
    const __m512 scale = _mm512_set1_ps(1.4426950216293335f), first = _mm512_mul_ps(r, scale);
    const __m512 high = _mm512_add_ps(whole, first);
    const __m512 rest = polynomial(r, {1.9259818628825087e-08f, -0.7213475108146667f, 0.48089835047721863f,
                                       -0.36074745655059814f, 0.2886272966861725f});
    __m512 low = _mm512_add_ps(_mm512_sub_ps(whole, high), first);
    low = _mm512_add_ps(low, _mm512_fmsub_ps(r, scale, first));
    low = _mm512_fmadd_ps(r, rest, _mm512_add_ps(low, look_up(log2_low, parts.entry)));
    const __m512 product = _mm512_mul_ps(y, high);
    const __m512 product_low = _mm512_fmadd_ps(y, low, _mm512_fmsub_ps(y, high, product));
    const __m512 sum = _mm512_add_ps(product, product_low), n = _mm512_roundscale_ps(sum, 0);
    const __m512 f = _mm512_add_ps(_mm512_sub_ps(product, n), product_low);
    const __m512 fraction = polynomial(f, {1.0f, 0.6931471824645996f, 0.24022647738456726f, 0.05550330504775047f,
                                           0.009618443436920643f, 0.0013399628223851323f, 0.0001535301562398672f});
    const __m512 result = _mm512_scalef_ps(fraction, n);
    const __mmask16 special_x = _mm512_fpclass_ps_mask(x, special_base);
    const __mmask16 special_y = _mm512_fpclass_ps_mask(y, special_exponent);
    const __mmask16 out_of_range = _mm512_cmp_ps_mask(_mm512_abs_ps(sum), _mm512_set1_ps(160), _CMP_NLE_UQ);
    if (!_cvtmask16_u32(special_x | special_y | out_of_range)) [[likely]]
        return result;
    return mend(x, y, high, result, sum, 160);
}

__m512d power_v4(__m512d x, __m512d y) {
    const DoubleParts parts = take_apart(x);
    const __m512d r = parts.rest, whole = _mm512_add_pd(parts.exponent, look_up(log2_high_double, parts.entry));
    // log2(1 + r) = 1.44 r - 0.72 r^2 + ..., the first two with what their roundings lose.
    const __m512d c1 = _mm512_set1_pd(0x1.71547652b82fep+0), c2 = _mm512_set1_pd(-0x1.71547652b82fep-1);
    const __m512d square = _mm512_mul_pd(r, r), square_low = _mm512_fmsub_pd(r, r, square);
    const __m512d first = _mm512_mul_pd(r, c1), second = _mm512_mul_pd(square, c2);
    __m512d low = _mm512_fmadd_pd(r, _mm512_set1_pd(0x1.777d0ffda0d24p-56), _mm512_fmsub_pd(r, c1, first));
    low = _mm512_add_pd(low, _mm512_fmadd_pd(square_low, c2, _mm512_fmsub_pd(square, c2, second)));
    const __m512d sum = _mm512_add_pd(whole, first), high = _mm512_add_pd(sum, second);
    low = _mm512_add_pd(low, _mm512_add_pd(_mm512_sub_pd(whole, sum), first));
    low = _mm512_add_pd(low, _mm512_add_pd(_mm512_sub_pd(sum, high), second));
    low = _mm512_add_pd(low, look_up(log2_low_double, parts.entry));
    const __m512d rest =
        polynomial(r, {-0x1.777d0ffda0d24p-57, 0x1.ec709dc3a03fep-2, -0x1.71547652b8226p-2, 0x1.2776c50ef98ebp-2,
                       -0x1.ec709dc70959bp-3, 0x1.a61762ae7e494p-3, -0x1.715451ba5d8c2p-3, 0x1.484ae00be0e0dp-3,
                       -0x1.2816dc916b4e8p-3, 0x1.0d4c7724ef2d3p-3});
    low = _mm512_fmadd_pd(square, rest, low);
    const __m512d product = _mm512_mul_pd(y, high);
    const __m512d product_low = _mm512_fmadd_pd(y, low, _mm512_fmsub_pd(y, high, product));
    // In 16ths: the sum's whole part is the power of two, the rest of it the entry.
    const __m512d exponent = _mm512_add_pd(product, product_low), n = _mm512_roundscale_pd(exponent, 4 << 4);
    const __m512d f = _mm512_add_pd(_mm512_sub_pd(product, n), product_low);
    const __m512i entry = _mm512_castpd_si512(_mm512_add_pd(n, _mm512_set1_pd(0x1.8p48)));
    const __m512d fraction = polynomial(f, {0x1.62e42fefa39fep-1, 0x1.ebfbdff82c59dp-3, 0x1.c6b08d6e7ad4fp-5,
                                            0x1.3b2ab6fa8c52bp-7, 0x1.5d89c64d825d8p-10, 0x1.430aa28779d69p-13});
    const __m512d power = look_up(exp2_high, entry);
    const __m512d power_low = _mm512_fmadd_pd(_mm512_mul_pd(f, power), fraction, look_up(exp2_low, entry));
    const __m512d result = _mm512_scalef_pd(_mm512_add_pd(power, power_low), n);
    const __mmask8 special_x = _mm512_fpclass_pd_mask(x, special_base);
    const __mmask8 special_y = _mm512_fpclass_pd_mask(y, special_exponent);
    const __mmask8 out_of_range = _mm512_cmp_pd_mask(_mm512_abs_pd(exponent), _mm512_set1_pd(1100), _CMP_NLE_UQ);
    if (!_cvtmask8_u32(special_x | special_y | out_of_range)) [[likely]]
        return result;
    return mend(x, y, high, result, exponent, 1100);
}

}  // namespace cuprum::backend::cpu
