// Where raw device memory comes from.
#pragma once

#include <memory>

#include "cuprum/memory.h"

namespace cuprum::runtime {

/// The source with the backend's functions where it names none.
std::shared_ptr<const cuda::MemorySource> complete(cuda::MemorySource source);

/// A limit given as bytes or as a fraction of a device's memory; 0 for none. Throws ValueError for nonsense.
std::size_t limit_in_bytes(std::optional<std::int64_t> size, std::optional<double> fraction, int device);

}  // namespace cuprum::runtime
