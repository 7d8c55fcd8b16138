#include "kernel/plan/random.h"

#include <algorithm>

#include "cuprum/random/rows_args.h"
#include "cuprum/random/samples_args.h"
#include "cuprum/random/xorwow_args.h"
#include "kernel/plan/sizes.h"

namespace cuprum::kernel {

XorwowPlan plan_xorwow(std::int64_t units, const runtime::DeviceTraits& device) {
    XorwowPlan plan;
    plan.one_row = units <= xorwow_lanes;
    plan.rows = ceil_div(units, xorwow_lanes);
    plan.last = static_cast<int>(units - (plan.rows - 1) * xorwow_lanes);
    // A jump costs as much as some 250 draws, so few rows are not worth it; and eight threads of a pool have work
    // anyway.
    const std::int64_t few = device.thread_blocks ? 64 : 2048;
    const std::int64_t workers = device.thread_blocks ? xorwow_workers : std::max(1, device.processors / 8);
    plan.chunk = power_of_two_above(std::max(few, ceil_div(plan.rows, workers)));
    plan.workers = static_cast<int>(ceil_div(plan.rows, plan.chunk));

    runtime::Launch& launch = plan.launch;
    launch.grid[0] = plan.one_row ? blocks_for(plan.last, xorwow_block) : xorwow_lanes / xorwow_block;
    launch.grid[1] = static_cast<std::uint32_t>(plan.workers);
    launch.block[0] = xorwow_block;
    launch.items =
        plan.one_row ? ceil_div(plan.last, xorwow_cpu_lanes) : plan.workers * (xorwow_lanes / xorwow_cpu_lanes);
    launch.grain = plan.rows < 4 ? 8 : 1;  // little work is one thread's
    return plan;
}

runtime::Launch plan_xorwow_spread(int lanes) { return plan_items(lanes, xorwow_block, 512); }

RandomRowsPlan plan_random_rows(std::int64_t size, std::uint64_t first, int outputs, bool counts,
                                const runtime::DeviceTraits& device) {
    RandomRowsPlan plan;
    // An engine that counts may stop anywhere; where threads are many, few rows each are enough.
    plan.rows = counts && device.thread_blocks ? 4 : random_stretch;
    const auto strip = static_cast<std::uint64_t>(random_lanes * outputs * plan.rows);
    plan.strip = first / strip;
    const std::int64_t strips =
        ceil_div(static_cast<std::int64_t>(first % strip) + size, static_cast<std::int64_t>(strip));
    plan.launch = plan_items(strips, random_block / random_lanes, 8);
    plan.launch.block[0] = random_block;
    return plan;
}

runtime::Launch plan_random_samples(std::int64_t size) {
    runtime::Launch launch;
    launch.grid[0] = blocks_for(size, samples_block * samples_a_thread);
    launch.block[0] = samples_block;
    return launch;
}

}  // namespace cuprum::kernel
