// The kernel cache as a program sees it: what is in it, where it looks, and the kernels that are compiled beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuprum::kernel {

/// Adds a folder of packs (`<target>.pack`), looked into before the one beside the library. Packs for a target of the
/// same major number and a lower minor one serve a GPU too.
void add_pack_folder(const std::string& path);

/// The folder of the user's own packs, in the folder of kernels. Throws ValueError where the user has none.
std::string user_pack_folder();

struct PackInfo {
    std::string path, target, compiler_version;
    std::size_t kernels = 0, modules = 0;
    std::uint64_t bytes = 0;
};

struct CacheInfo {
    std::string folder;  ///< Empty where there is none.
    std::size_t files = 0;
    std::uint64_t bytes = 0, limit = 0;
    std::vector<PackInfo> packs;
    // What this process did so far.
    std::size_t memory_hits = 0, folder_hits = 0, pack_hits = 0, compiled = 0;
    double compile_ms = 0;
};
CacheInfo cache_info();

/// Empties the user's folder; tells how many files that were. Kernels that are loaded stay so.
std::size_t cache_clear();

/// What was written to a pack.
struct PackSummary {
    std::size_t kernels = 0, modules = 0;
    std::size_t reused = 0;  ///< Modules taken over from the file that was there.
    std::uint64_t bytes = 0;
};

/// Whether a compilation of more than a second is told on stderr where that is no terminal, as in a notebook.
void show_compilations(bool show);

/// What the compiler of the backend in use calls itself.
std::string compiler_version();

}  // namespace cuprum::kernel
