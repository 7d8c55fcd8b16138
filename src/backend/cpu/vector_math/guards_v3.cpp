#include "backend/cpu/vector_math/guard.h"
#include "backend/cpu/vector_math/points.h"

namespace cuprum::backend::cpu {
namespace {

const Guard guards[] = {CUPRUM_GUARDS(__m256, "_ZGVdN8v_", __m256d, "_ZGVdN4v_"),
                        CUPRUM_POINTS(__m256, "_ZGVdN8", __m256d, "_ZGVdN4")};

}  // namespace

std::span<const Guard> guards_v3() { return guards; }

}  // namespace cuprum::backend::cpu
