// The kernel cache: the one door to the compilers.
//
// A kernel is looked for in memory, in the user's folder, and in the packs that ship with the library; only then is it
// compiled, and put into the folder. No lock is held while compiling; threads that want the same kernel wait for the
// first of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/backend.h"

namespace cuprum::kernel {

/// A kernel's text and the name of its entry point (with templates, a name expression).
struct KernelSource {
    std::string name;
    std::string text;
    std::vector<std::string> options;
};

/// The kernel, loaded on `device` and ready to launch. The handle is valid until the process ends; callers keep it.
runtime::FunctionHandle cache_get(int device, const KernelSource& source);

/// A module with several entry points, for user-written modules. Loaded once a device and never unloaded.
struct LoadedModule {
    runtime::ModuleHandle module = nullptr;
    std::vector<std::string> symbols;                ///< As many as names were asked for, in that order.
    std::vector<runtime::FunctionHandle> functions;  ///< Likewise; none of a user's program.
};
LoadedModule cache_get_module(int device, const runtime::CompileRequest& request);

/// Adds a folder of packs (`<target>.pack`), looked into before the one beside the library. Packs for a target of the
/// same major number and a lower minor one serve a GPU too.
void add_pack_folder(const std::filesystem::path& path);

/// The folder of the user's own packs, in the folder of kernels. Throws ValueError where the user has none.
std::filesystem::path user_pack_folder();

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

}  // namespace cuprum::kernel
