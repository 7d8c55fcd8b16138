#include "backend/cpu/vector_math/functions_v2.h"
#include "backend/cpu/vector_math/sine.h"

namespace cuprum::backend::cpu {

__m128d sin_v2(__m128d x) { return sine(x, 0, ::sin); }
__m128d cos_v2(__m128d x) { return sine(x, 1, ::cos); }

}  // namespace cuprum::backend::cpu
