// Into how many parts work is cut that may be cut anywhere.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"

namespace cuprum::kernel {

/// As many threads as keep a GPU busy, or some more lanes than a CPU computes side by side. It is the same for all GPUs
/// and for all CPUs, so that results do not depend on the number of processors.
constexpr std::int64_t wanted_parts(const runtime::DeviceTraits& device) { return device.thread_blocks ? 1 << 16 : 64; }

}  // namespace cuprum::kernel
