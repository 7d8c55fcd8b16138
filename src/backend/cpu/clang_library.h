// The functions of libcuprum_clang, which is loaded when the first kernel has to be compiled.
#pragma once

#include <string>

#include "runtime/backend.h"

namespace cuprum::backend::cpu {

/// Loads the library, if it is not loaded yet. Throws Error with what to do where it cannot be.
void load_clang();

/// Compiles kernel text for a target ("x86-64-v4") to an ELF object. Throws CompileException with the compiler's log.
runtime::Binary compile_kernel(const runtime::CompileRequest& request, const std::string& target);

}  // namespace cuprum::backend::cpu
