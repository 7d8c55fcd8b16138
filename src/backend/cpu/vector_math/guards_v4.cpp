#include "backend/cpu/vector_math/guard.h"
#include "backend/cpu/vector_math/points.h"

namespace cuprum::backend::cpu {
namespace {

const Guard guards[] = {CUPRUM_GUARDS(__m512, "_ZGVeN16v_", __m512d, "_ZGVeN8v_"),
                        CUPRUM_POINTS(__m512, "_ZGVeN16", __m512d, "_ZGVeN8")};

}  // namespace

std::span<const Guard> guards_v4() { return guards; }

}  // namespace cuprum::backend::cpu
