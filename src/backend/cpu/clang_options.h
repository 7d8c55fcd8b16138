// NVRTC's options as Clang's, so that the options of a kernel do not depend on where it runs.
#pragma once

#include <string>
#include <vector>

namespace cuprum::backend::cpu {

/// What the options of a program in CUDA C++ mean to Clang; those that only concern a GPU are left out. Throws
/// CompileException for an option that NVRTC, or nvcc for its programs, does not know either.
std::vector<std::string> clang_options(const std::vector<std::string>& options, bool for_nvcc);

}  // namespace cuprum::backend::cpu
