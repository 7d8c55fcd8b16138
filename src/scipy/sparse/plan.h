// How work on sparse matrices is divided among threads: pure functions of their structure and of a device's traits.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"

namespace cuprum::scipy::sparse {

/// Whether major slices have similar lengths. If not, the longest keeps all threads waiting.
constexpr bool are_alike(std::int64_t mean, std::int64_t longest) { return longest <= 16 * mean + 64; }

/// Whether rows are so short and similar that a block's threads read them together.
constexpr bool reads_rows_together(std::int64_t mean, std::int64_t longest, const runtime::DeviceTraits& device) {
    return device.thread_blocks && mean <= 64 && are_alike(mean, longest);
}

/// Whether the values are cached in the transpose's order, which takes memory.
constexpr bool caches_values(std::int64_t entries, std::int64_t itemsize, const runtime::DeviceTraits& device) {
    return device.thread_blocks && entries >= 1 << 18 && itemsize >= 4;
}

/// Whether work is divided into a few sequential chunks, rather than a thread for each major slice or entry.
constexpr bool uses_chunks(const runtime::DeviceTraits& device) { return !device.thread_blocks; }

}  // namespace cuprum::scipy::sparse
