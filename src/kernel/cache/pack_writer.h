// Makes packs: compiles kernels, many to a module, and writes them into one file.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuprum/kernel_cache.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

struct PackJob {
    std::filesystem::path path;
    std::string target, compiler_version;
    std::function<runtime::Binary(const runtime::CompileRequest&, const std::string& target)> compile;
    /// A module each; kernels of one module have the same options and distinct names.
    std::vector<std::vector<KernelSource>> modules;
    unsigned threads = 1;
    /// Called as modules become ready, by one thread at a time.
    std::function<void(std::size_t done, std::size_t total)> progress;
};

/// Writes the pack, at once or not at all. Modules that a pack at the same path already holds are not compiled again.
PackSummary write_pack(const PackJob& job);

}  // namespace cuprum::kernel
