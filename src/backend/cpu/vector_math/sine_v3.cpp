#include "backend/cpu/vector_math/functions_v3.h"
#include "backend/cpu/vector_math/sine.h"

namespace cuprum::backend::cpu {

__m256d sin_v3(__m256d x) { return sine(x, 0, ::sin); }
__m256d cos_v3(__m256d x) { return sine(x, 1, ::cos); }

}  // namespace cuprum::backend::cpu
