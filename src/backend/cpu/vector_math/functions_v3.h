// The vector functions of x86-64-v3. This header is for files that are compiled for it.
#pragma once

#include <immintrin.h>

namespace cuprum::backend::cpu {

/// Within 0.9 ulp, where the result is not subnormal, and 0.95 of the smallest number where it is.
__m256d exp_v3(__m256d x);

/// Within 0.8 ulp.
__m256d sin_v3(__m256d x);
__m256d cos_v3(__m256d x);

}  // namespace cuprum::backend::cpu
