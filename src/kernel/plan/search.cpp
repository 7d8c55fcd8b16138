#include "kernel/plan/search.h"

#include <algorithm>

#include "cuprum/engine/search_args.h"
#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t search_grain = 1024;    // look-ups that are worth a thread's wake-up
constexpr std::int64_t least_chunk = 1 << 16;  // numbers a block
constexpr std::int64_t counting_blocks_a_processor = 4;

}  // namespace

runtime::Launch plan_lookups(std::int64_t results) { return plan_items(results, search_block, search_grain); }

BincountPlan plan_bincount(std::int64_t numbers, std::int64_t bins, bool weighted,
                           const runtime::DeviceTraits& device) {
    BincountPlan plan;
    if (weighted) {
        plan.way = device.ordered_items ? BincountPlan::Way::ordered_weights : BincountPlan::Way::sorted_weights;
        plan.count = plan_blocks(device.ordered_items ? 1 : bins, search_block, 1);
        if (!device.ordered_items) plan.count.items = 1;
        return plan;
    }
    const std::int64_t units = ceil_div(numbers, least_chunk);
    std::int64_t blocks = std::min<std::int64_t>(units, counting_blocks_a_processor * device.processors);
    // Where threads count apart, adding up may be more work than counting.
    if (!device.thread_blocks && blocks * bins > numbers) blocks = 1;
    plan.chunk = ceil_div(units, blocks) * least_chunk;
    plan.blocks = static_cast<int>(ceil_div(numbers, plan.chunk));
    plan.count = plan_blocks(plan.blocks, search_block, 1);
    plan.partial = !device.thread_blocks && plan.blocks > 1;
    if (plan.partial) {
        plan.sum = plan_blocks(1, search_block, search_grain);
        plan.sum.items = bins;
    }
    return plan;
}

}  // namespace cuprum::kernel
