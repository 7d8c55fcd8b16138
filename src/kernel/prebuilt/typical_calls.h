// The kernels that the usual functions launch on a CPU, found by calling them.
#pragma once

#include <vector>

#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Calls functions whose kernels a compiler takes long for, with the usual dtypes and layouts, on the current device,
/// and returns the kernels of each group that share a module. Kernels that were fetched before are not among them, and
/// the process keeps ones that were compiled quickly rather than well: it is a build's.
std::vector<std::vector<KernelSource>> kernels_of_typical_calls();

}  // namespace cuprum::kernel
