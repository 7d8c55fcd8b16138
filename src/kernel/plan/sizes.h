// Arithmetic of plans, and the plan of kernels that have nothing to choose.
#pragma once

#include <bit>
#include <cstdint>

#include "runtime/launch.h"

namespace cuprum::kernel {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

constexpr std::uint32_t blocks_for(std::int64_t items, std::int64_t block) {
    return static_cast<std::uint32_t>(ceil_div(items, block));
}

constexpr std::int64_t power_of_two_above(std::int64_t n) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

/// How many items are worth a thread's wake-up, where so many `units` of work are and an item is `each` of them.
constexpr std::int64_t grain_of(std::int64_t units, std::int64_t each) {
    return each >= units ? 1 : units / (each > 0 ? each : 1);
}

/// Work on items that know nothing of each other: `each` of them a thread where threads come in blocks, else `grain` of
/// them a thread at least.
constexpr runtime::Launch plan_items(std::int64_t items, std::int64_t block, std::int64_t grain,
                                     std::int64_t each = 1) {
    runtime::Launch launch;
    launch.grid[0] = blocks_for(items, block * each);
    launch.block[0] = static_cast<std::uint32_t>(block);
    launch.items = items;
    launch.grain = grain;
    return launch;
}

/// Work for which a block, or a thread, is given one item at a time.
constexpr runtime::Launch plan_blocks(std::int64_t items, std::int64_t block, std::int64_t grain) {
    runtime::Launch launch;
    launch.grid[0] = static_cast<std::uint32_t>(items);
    launch.block[0] = static_cast<std::uint32_t>(block);
    launch.items = items;
    launch.grain = grain;
    return launch;
}

}  // namespace cuprum::kernel
