// The kernels that are compiled before anybody asks: those that ship with the library, in packs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "kernel/cache/cache.h"
#include "kernel/cache/pack_writer.h"

namespace cuprum::kernel {

/// Every loop of every ufunc, every cast, and the usual reductions of every dtype, for a target; those that are
/// compiled into one module together. Their texts are those that calls ask the cache for.
std::vector<std::vector<KernelSource>> ready_set(const std::string& target);

/// A small part of it that is compiled for GPUs whenever cuprum is built: copies, and what linear algebra runs beside
/// the libraries' routines.
std::vector<std::vector<KernelSource>> first_set(const std::string& target);

/// The targets of this machine's devices.
std::vector<std::string> device_targets();

/// Makes `<folder>/<target>.pack`; an empty folder stands for the one that the cache reads. Needs no device of the
/// target.
PackSummary build_ready_set(const std::string& target, std::filesystem::path folder, unsigned threads,
                            std::function<void(std::size_t done, std::size_t total)> progress);

/// Makes `<folder>/<target>-first.pack` of the first set.
PackSummary build_first_set(const std::string& target, const std::filesystem::path& folder, unsigned threads);

}  // namespace cuprum::kernel
