// The natural logarithm.
#include "backend/cpu/vector_math/functions_v4.h"
#include "backend/cpu/vector_math/reduce_v4.h"

namespace cuprum::backend::cpu {
namespace {

// -log(1 + k/16) in two parts, of which the first and multiples of log(2) add up without rounding.
alignas(64) constexpr double log_high[] = {0x0.0p+0,
                                           -0x1.f0a30c0120000p-5,
                                           -0x1.e27076e2b0000p-4,
                                           -0x1.5ff3070a78000p-3,
                                           -0x1.c8ff7c79a8000p-3,
                                           -0x1.1675cababc000p-2,
                                           -0x1.4618bc21c4000p-2,
                                           -0x1.739d7f6bbc000p-2,
                                           -0x1.9f323ecbf8000p-2,
                                           -0x1.c8ff7c79a8000p-2,
                                           -0x1.f128f5faf0000p-2,
                                           -0x1.0be72e4252000p-1,
                                           -0x1.1e85f5e704000p-1,
                                           -0x1.307d7334f2000p-1,
                                           -0x1.41d8fe8468000p-1,
                                           -0x1.52a2d265bc000p-1};
alignas(64) constexpr double log_low[] = {0x0.0p+0,
                                          0x1.3ab33d066d1d2p-42,
                                          0x1.a342c2af0003cp-45,
                                          -0x1.3d3c873e20a07p-43,
                                          -0x1.a21ac25d81ef3p-43,
                                          0x1.9f1fc63382a8fp-42,
                                          -0x1.ec27d0b7b37b3p-42,
                                          -0x1.0069ce24c53fbp-42,
                                          -0x1.84bf2b68d766fp-42,
                                          -0x1.a21ac25d81ef3p-42,
                                          -0x1.bb2cd720ec44cp-44,
                                          -0x1.5056d312f7668p-42,
                                          -0x1.a07bd8b34be7cp-46,
                                          0x1.e83c094debc15p-42,
                                          0x1.aa33736867a17p-42,
                                          -0x1.6abb9df22bc57p-43};

}  // namespace

__m512d log_v4(__m512d x) {
    const DoubleParts parts = take_apart(x);
    const __m512d r = parts.rest;
    const __m512d whole =
        _mm512_fmadd_pd(parts.exponent, _mm512_set1_pd(0x1.62e42fefa4000p-1), look_up(log_high, parts.entry));
    const __m512d whole_low =
        _mm512_fmadd_pd(parts.exponent, _mm512_set1_pd(-0x1.8432a1b0e2634p-43), look_up(log_low, parts.entry));
    const __m512d rest =
        polynomial(r, {-0x1.fffffffffffc7p-2, 0x1.5555555555494p-2, -0x1.00000000bfb88p-2, 0x1.9999999c9230ep-3,
                       -0x1.55553faf02ea1p-3, 0x1.24922aa8156adp-3, -0x1.007378fa43ccbp-3, 0x1.c81a8b19f46b4p-4});
    const __m512d high = _mm512_add_pd(whole, r), low = _mm512_add_pd(_mm512_sub_pd(whole, high), r);
    const __m512d result =
        _mm512_add_pd(high, _mm512_add_pd(low, _mm512_fmadd_pd(_mm512_mul_pd(r, r), rest, whole_low)));
    // Zero gives -infinity, negative numbers NaN; infinity and NaN stay. Four bits for each class of `x`.
    const __m512i table = _mm512_set1_epi64(0x0ll << 0 | 0x0ll << 4 | 0x4ll << 8 | 0x0ll << 12 | 0x2ll << 16 |
                                            0x5ll << 20 | 0x2ll << 24 | 0x0ll << 28);
    return _mm512_fixupimm_pd(result, x, table, 0);
}

}  // namespace cuprum::backend::cpu
