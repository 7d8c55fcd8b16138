// Memory that the host allocated for itself and that GPUs of some machines reach as it is.
#pragma once

#include "cuprum/memory.h"

namespace cuprum::cuda {

/// Memory of malloc's, for a pool or by itself. GPUs reach it where the system shares its page tables with them
/// (heterogeneous memory management, or NVLink to the processor); elsewhere an allocation throws CUDARuntimeError.
/// `prefetch` and `advise` work on it.
MemorySource system_source();
BlockRef malloc_system(std::size_t bytes);

}  // namespace cuprum::cuda
