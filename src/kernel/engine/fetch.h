// Results of a few bytes, which the host waits for.
#pragma once

#include <cstddef>

#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Copies a few bytes of the current device's memory to the host, after what the current stream was given, and waits
/// for them. The fewest are written by a kernel to page-locked memory, where the host sees each of them come; others
/// are copied to such memory. Either takes less time than the driver's copy to other memory. False, and nothing was
/// done, where the driver has to do it.
bool fetch(void* target, const void* source, std::size_t bytes);

/// The kernel that does it on GPUs.
KernelSource fetch_source();

}  // namespace cuprum::kernel
