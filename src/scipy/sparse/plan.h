// How work on sparse matrices is divided among threads: pure functions of their structure and of a device's traits.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"

namespace cuprum::scipy::sparse {

/// Whether lines, of so many entries on average and at most, are alike: else one keeps all threads waiting.
constexpr bool are_alike(std::int64_t mean, std::int64_t longest) { return longest <= 16 * mean + 64; }

/// Whether rows are so short, and so alike, that a block's are best read together.
constexpr bool reads_rows_together(std::int64_t mean, std::int64_t longest, const runtime::DeviceTraits& device) {
    return device.thread_blocks && mean <= 64 && are_alike(mean, longest);
}

/// Whether the values of a matrix that is used again are kept in another order, which costs memory.
constexpr bool keeps_values(std::int64_t entries, std::int64_t itemsize, const runtime::DeviceTraits& device) {
    return device.thread_blocks && entries >= 1 << 18 && itemsize >= 4;
}

/// Whether a matrix is cut into a few parts, each done in order, or has threads for each line or entry.
constexpr bool goes_by_parts(const runtime::DeviceTraits& device) { return !device.thread_blocks; }

}  // namespace cuprum::scipy::sparse
