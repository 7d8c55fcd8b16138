// nvcc, the compiler of a CUDA toolkit, as a program of its own.
#pragma once

#include <string>

#include "runtime/backend.h"

namespace cuprum::runtime::cuda {

/// Compiles a program for "sm_90" to a cubin. Throws NotSupportedError where there is no nvcc, CompileException with
/// its log.
Binary nvcc_compile(const CompileRequest& request, const std::string& arch);

}  // namespace cuprum::runtime::cuda
