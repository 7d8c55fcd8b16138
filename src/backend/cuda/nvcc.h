// nvcc, the compiler of a CUDA toolkit, as a program of its own.
#pragma once

#include <string>

#include "runtime/backend.h"

namespace cuprum::backend::cuda {

/// Compiles a program for "sm_90" to a cubin. Throws NotSupportedError where there is no nvcc, CompileException with
/// its log.
runtime::Binary nvcc_compile(const runtime::CompileRequest& request, const std::string& arch);

}  // namespace cuprum::backend::cuda
