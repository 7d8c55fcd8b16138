// The kernels that are compiled before anybody asks: those that ship with the library, in packs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuprum/prebuilt_kernels.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// The kernels of a set for a target; those that are compiled into one module together. Their texts are those that
/// calls ask the cache for.
std::vector<std::vector<KernelSource>> prebuilt_kernels(const std::string& target, PrebuiltSet set = PrebuiltSet::all);

}  // namespace cuprum::kernel
