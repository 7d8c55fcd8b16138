#include "backend/cpu/vector_math/guard.h"

namespace cuprum::backend::cpu {
namespace {

const Guard guards[] = CUPRUM_GUARDS(__m256, "_ZGVdN8v_", __m256d, "_ZGVdN4v_");

}  // namespace

std::span<const Guard> guards_v3() { return guards; }

}  // namespace cuprum::backend::cpu
