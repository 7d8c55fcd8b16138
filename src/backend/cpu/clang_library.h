// The door to libcuprum_clang, which is loaded when the first kernel has to be compiled.
#pragma once

#include <string>
#include <vector>

namespace cuprum::cpu {

/// Compiles kernel text for a target ("x86-64-v4") to an ELF object. Throws CompileException with the compiler's log.
std::vector<char> compile_kernel(const std::string& source, const std::vector<std::string>& options,
                                 const std::string& target);

}  // namespace cuprum::cpu
