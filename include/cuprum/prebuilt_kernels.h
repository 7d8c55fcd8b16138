// Kernels that are compiled before anybody asks, into packs that the cache reads.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuprum/kernel_cache.h"

namespace cuprum::kernel {

/// The targets of this machine's devices.
std::vector<std::string> device_targets();

/// Makes `<folder>/<target>.pack`; an empty folder stands for the one that the cache reads. Needs no device of the
/// target.
PackSummary build_prebuilt_kernels(const std::string& target, std::filesystem::path folder, unsigned threads,
                                   std::function<void(std::size_t done, std::size_t total)> progress);

/// Makes `<folder>/<target>-first.pack` of the first kernels.
PackSummary build_first_kernels(const std::string& target, const std::filesystem::path& folder, unsigned threads);

}  // namespace cuprum::kernel
