// What is known about memory of the driver's pools.
#pragma once

#include <optional>

#include "cuprum/memory.h"

namespace cuprum::cuda {

/// Whether memory is of a pool of the driver: from malloc_async or a MemoryAsyncPool.
bool is_async(const BlockRef& memory);
/// The stream in whose order such memory was taken; nothing once that stream is gone, and for other memory.
std::optional<StreamHandle> stream_of(const BlockRef& memory);

}  // namespace cuprum::cuda
