#include "kernel/plan/small_matrices.h"

#include <algorithm>

#include "cuprum/engine/small_matrices_args.h"
#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t smallest_team = 4;
constexpr std::int64_t few_matrices = 8;  // for which no kernel is worth its compilation
// An inverse keeps a row in a thread's registers, and all its steps stand one after the other in the kernel.
constexpr std::int64_t largest_inverse = 16, largest_complex_inverse = 8, largest_shared = 32;

}  // namespace

SmallMatricesPlan plan_small_matrices(SmallMatrices what, const SmallMatricesLayout& layout,
                                      const runtime::DeviceTraits& device) {
    const std::int64_t largest = what != SmallMatrices::inverse ? largest_shared
                                 : layout.is_complex            ? largest_complex_inverse
                                                                : largest_inverse;
    const std::int64_t n = std::max(layout.rows, layout.columns);
    if (!device.thread_blocks || layout.count < few_matrices || n > largest) return {};
    SmallMatricesPlan plan;
    plan.team = static_cast<int>(std::max(smallest_team, power_of_two_above(n)));
    const int block = small_matrices_block(plan.team, layout.itemsize);
    plan.launch = plan_blocks(ceil_div(layout.count, block / plan.team), block, 1);
    return plan;
}

}  // namespace cuprum::kernel
