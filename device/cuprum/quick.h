// Reciprocals by a GPU's own approximations, without the questions that a division asks: a third of its instructions.
// Where they do not say otherwise they are within a unit in the last place, of normal numbers with normal results.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum {

/// 1 / x.
CUPRUM_DEVICE float quick_reciprocal(float x) {
#if CUPRUM_GPU
    float result;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    return 1 / x;
#endif
}

/// 1 / sqrt(x), also of infinity.
CUPRUM_DEVICE float quick_rsqrt(float x) {
#if CUPRUM_GPU
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    const float root = x * r;
    return root < limits<float>::infinity() ? fma(0.5f * r, fma(-root, r, 1.0f), r) : r;
#else
    return 1 / sqrt(x);
#endif
}

}  // namespace cuprum
