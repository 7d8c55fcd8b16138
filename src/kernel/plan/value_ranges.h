// The blocks that divide keys among ranges of values.
#pragma once

#include <algorithm>

#include "cuprum/engine/value_ranges_args.h"
#include "kernel/plan/sizes.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {

struct ValueRangesPlan {
    std::int64_t chunk = 0;  ///< Keys of a block.
    int blocks = 0;
    runtime::Launch launch;
};

inline ValueRangesPlan plan_value_ranges(std::int64_t length, const runtime::DeviceTraits& device) {
    constexpr std::int64_t least_keys = 1 << 14;               // of a block
    constexpr std::int64_t most_keys = std::int64_t{1} << 31;  // a block's counters have 32 bits
    // More blocks than a GPU has at a time: those that run are at neighbouring keys then, which are read sooner.
    constexpr std::int64_t blocks_a_processor = 64;
    const std::int64_t at_once = device.processors * (device.thread_blocks ? blocks_a_processor : 1);
    ValueRangesPlan plan;
    plan.chunk = std::clamp(ceil_div(length, at_once), least_keys, most_keys);
    plan.blocks = static_cast<int>(ceil_div(length, plan.chunk));
    plan.launch = plan_blocks(plan.blocks, value_ranges_block, 1);
    return plan;
}

}  // namespace cuprum::kernel
