// Where a kernel runs.
#pragma once

#include <cstdint>

namespace cuprum::runtime {

/// A plan fills in both halves: a GPU reads grid, block and shared memory, a CPU the work items.
struct Launch {
    std::uint32_t grid[3] = {1, 1, 1};
    std::uint32_t block[3] = {1, 1, 1};
    std::uint32_t shared_bytes = 0;
    std::int64_t items = 1;  ///< CPU: the kernel is called for sub-ranges that together cover [0, items).
    std::int64_t grain = 1;  ///< CPU: no sub-range but the last is shorter; split points are multiples of it.

    bool operator==(const Launch&) const = default;
};

}  // namespace cuprum::runtime
