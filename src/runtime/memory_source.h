// Where raw device memory comes from.
#pragma once

#include <memory>

#include "cuprum/memory.h"

namespace cuprum::runtime {

/// The source with the backend's functions where it names none.
std::shared_ptr<const cuda::MemorySource> complete(cuda::MemorySource source);

}  // namespace cuprum::runtime
