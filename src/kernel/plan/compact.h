// The tiles of a mask.
#pragma once

#include "cuprum/engine/compact_args.h"
#include "kernel/plan/sizes.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {

struct CompactPlan {
    std::int64_t tile = 0, tiles = 0;  ///< Elements, and how many of them cover the mask.
    runtime::Launch launch;
};

inline CompactPlan plan_compact(std::int64_t elements, const runtime::DeviceTraits& device) {
    constexpr std::int64_t grain = 4;  // tiles that are worth a thread's wake-up
    CompactPlan plan{device.thread_blocks ? compact_gpu_tile : compact_cpu_tile, 0, {}};
    plan.tiles = ceil_div(elements, plan.tile);
    plan.launch = plan_blocks(plan.tiles, compact_block, grain);
    return plan;
}

}  // namespace cuprum::kernel
