// The kernels that are compiled before anybody asks: those that ship with the library, in packs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuprum/prebuilt_kernels.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Every loop of every ufunc, every cast, and the usual reductions of every dtype, for a target; those that are
/// compiled into one module together. Their texts are those that calls ask the cache for.
std::vector<std::vector<KernelSource>> prebuilt_kernels(const std::string& target);

/// A small part of them that is compiled for GPUs whenever cuprum is built: copies, and what linear algebra runs beside
/// the libraries' routines.
std::vector<std::vector<KernelSource>> first_kernels(const std::string& target);

}  // namespace cuprum::kernel
