// The vector functions of x86-64-v2. This header is for files that are compiled for it.
#pragma once

#include <immintrin.h>

namespace cuprum::backend::cpu {

/// Within 0.8 ulp.
__m128d sin_v2(__m128d x);
__m128d cos_v2(__m128d x);

}  // namespace cuprum::backend::cpu
