#include "backend/cpu/vector_math/functions_v4.h"

#include "backend/cpu/vector_math/functions_v3.h"
#include "backend/cpu/vector_math/vector_functions.h"

namespace cuprum::backend::cpu {

const VectorFunction vector_functions[] = {
    {"cuprum_v3_exp", reinterpret_cast<void*>(exp_v3)},
    {"cuprum_v4_pow", reinterpret_cast<void*>(static_cast<__m512d (*)(__m512d, __m512d)>(power_v4))},
    {"cuprum_v4_powf", reinterpret_cast<void*>(static_cast<__m512 (*)(__m512, __m512)>(power_v4))},
    {"cuprum_v4_exp", reinterpret_cast<void*>(exp_v4)},
    {"cuprum_v4_log", reinterpret_cast<void*>(log_v4)},
    {"cuprum_v4_sinh", reinterpret_cast<void*>(sinh_v4)},
    {"cuprum_v4_tanh", reinterpret_cast<void*>(static_cast<__m512d (*)(__m512d)>(tanh_v4))},
    {"cuprum_v4_tanhf", reinterpret_cast<void*>(static_cast<__m512 (*)(__m512)>(tanh_v4))},
};

}  // namespace cuprum::backend::cpu
