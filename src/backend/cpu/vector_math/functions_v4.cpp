#include "backend/cpu/vector_math/functions_v4.h"

#include "backend/cpu/vector_math/functions_v2.h"
#include "backend/cpu/vector_math/functions_v3.h"
#include "backend/cpu/vector_math/points.h"
#include "backend/cpu/vector_math/vector_functions.h"

namespace cuprum::backend::cpu {
namespace {

#pragma GCC diagnostic ignored "-Wignored-attributes"  // a register's type as an argument of a template

template <class V>
constexpr auto of_powers = PointsOf<V, PowerOfTen, static_cast<V (*)(V, V)>(power_v4), V, V>::run;

}  // namespace

const VectorFunction vector_functions[] = {
    {"_ZGVbN2v_sin", reinterpret_cast<void*>(sin_v2)},
    {"_ZGVbN2v_cos", reinterpret_cast<void*>(cos_v2)},
    {"_ZGVdN4v_sin", reinterpret_cast<void*>(sin_v3)},
    {"_ZGVdN4v_cos", reinterpret_cast<void*>(cos_v3)},
    {"_ZGVeN8v_sin", reinterpret_cast<void*>(sin_v4)},
    {"_ZGVeN8v_cos", reinterpret_cast<void*>(cos_v4)},
    {"cuprum_v3_exp", reinterpret_cast<void*>(exp_v3)},
    {"cuprum_v4_pow", reinterpret_cast<void*>(of_powers<__m512d>)},
    {"cuprum_v4_powf", reinterpret_cast<void*>(of_powers<__m512>)},
    {"cuprum_v4_exp", reinterpret_cast<void*>(exp_v4)},
    {"cuprum_v4_log", reinterpret_cast<void*>(log_v4)},
    {"cuprum_v4_sinh", reinterpret_cast<void*>(sinh_v4)},
    {"cuprum_v4_tanh", reinterpret_cast<void*>(static_cast<__m512d (*)(__m512d)>(tanh_v4))},
    {"cuprum_v4_tanhf", reinterpret_cast<void*>(static_cast<__m512 (*)(__m512)>(tanh_v4))},
};

}  // namespace cuprum::backend::cpu
