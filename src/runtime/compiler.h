// Compilers by the target that they make code for. None needs a device of that target: packs for GPUs are made
// anywhere.
#pragma once

#include <functional>
#include <string>

#include "backend.h"

namespace cuprum::runtime {

struct Compiler {
    std::string version;
    std::function<Binary(const CompileRequest&)> compile;  ///< Any number of threads may call it at once.
};

/// The compiler for a target, "sm_90" or "x86-64-v4". Throws ValueError where this build has none.
Compiler compiler_for(const std::string& target);

/// The same for a GPU, where the build holds the CUDA backend, which defines it.
Compiler gpu_compiler(const std::string& target);

}  // namespace cuprum::runtime
