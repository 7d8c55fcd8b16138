// What is known about memory of the driver's pools.
#pragma once

#include <optional>

#include "cuprum/memory.h"

namespace cuprum::cuda {

/// Whether memory is of a pool of the driver: from malloc_async or a MemoryAsyncPool.
bool is_async(const BlockRef& memory);
/// The stream on which such memory was allocated. Empty for other memory, and after that stream was destroyed.
std::optional<StreamHandle> stream_of(const BlockRef& memory);

}  // namespace cuprum::cuda
