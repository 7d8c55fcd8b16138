// NVRTC's options as Clang's, so that a raw kernel's options do not depend on where it runs.
#pragma once

#include <string>
#include <vector>

namespace cuprum::backend::cpu {

/// What the options of a program in CUDA C++ mean to Clang; those that only concern a GPU are left out. Throws
/// CompileException for an option that NVRTC does not know either.
std::vector<std::string> clang_options(const std::vector<std::string>& options);

}  // namespace cuprum::backend::cpu
