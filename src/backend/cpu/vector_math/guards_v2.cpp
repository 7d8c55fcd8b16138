#include "backend/cpu/vector_math/guard.h"
#include "backend/cpu/vector_math/points.h"

namespace cuprum::backend::cpu {
namespace {

const Guard guards[] = {CUPRUM_GUARDS(__m128, "_ZGVbN4v_", __m128d, "_ZGVbN2v_"),
                        CUPRUM_POINTS(__m128, "_ZGVbN4", __m128d, "_ZGVbN2")};

}  // namespace

std::span<const Guard> guards_v2() { return guards; }

}  // namespace cuprum::backend::cpu
