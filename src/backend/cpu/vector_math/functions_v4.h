// The vector functions of x86-64-v4. This header is for files that are compiled for it.
#pragma once

#include <immintrin.h>

namespace cuprum::backend::cpu {

/// x to the power y, with C's results for zeros, infinities, NaN and negative `x`: floats within 1.8 ulp, doubles 0.95.
__m512 power_v4(__m512 x, __m512 y);
__m512d power_v4(__m512d x, __m512d y);

/// Within 0.7 ulp, where the result is not subnormal, and 0.8 of the smallest number where it is.
__m512d exp_v4(__m512d x);

/// Within 0.7 ulp.
__m512d log_v4(__m512d x);

/// Within 0.8 ulp.
__m512d sin_v4(__m512d x);
__m512d cos_v4(__m512d x);

/// Within 1.1 ulp.
__m512 tanh_v4(__m512 x);
__m512d tanh_v4(__m512d x);
__m512d sinh_v4(__m512d x);

}  // namespace cuprum::backend::cpu
