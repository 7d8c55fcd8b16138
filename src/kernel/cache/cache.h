// The kernel cache. Nothing else calls the compilers.
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

#include "cuprum/kernel_cache.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// A kernel's text and the name of its entry point (with templates, a name expression).
struct KernelSource {
    std::string name;
    std::string text;
    std::vector<std::string> options{};
    CodeOptions code{};
    /// Whether the text defines names before its entry point: another text may define the same, so packs put it into a
    /// module of its own.
    bool has_definitions = false;

    runtime::CompileRequest request() const {
        return {.source = text, .options = options, .names = {name}, .code = code};
    }
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

/// Whether a pack that lies beside the library has the kernel, made for this very target by this compiler.
bool cache_ships(const KernelSource& kernel, const std::string& target, const std::string& compiler_version);

/// What the compiler says of such a module, which it compiles anew. Throws CompileException.
std::string cache_compile_log(int device, const runtime::CompileRequest& request);

}  // namespace cuprum::kernel
