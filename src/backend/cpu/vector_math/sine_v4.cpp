#include "backend/cpu/vector_math/functions_v4.h"
#include "backend/cpu/vector_math/sine.h"

namespace cuprum::backend::cpu {

__m512d sin_v4(__m512d x) { return sine(x, 0, ::sin); }
__m512d cos_v4(__m512d x) { return sine(x, 1, ::cos); }

}  // namespace cuprum::backend::cpu
