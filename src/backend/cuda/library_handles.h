// Handles of NVIDIA's libraries for programs that call those themselves.
#pragma once

#include <string>

namespace cuprum::backend::cuda {

/// The calling thread's handle of "cublas", "cusolver", "cusolver_sp", "cusparse", "cutensor" or "cudss" on the current
/// device, made when first asked for and working on `stream`. Throws an Error that says how to get a library that is
/// not there.
void* library_handle(int device, const std::string& library, void* stream);

}  // namespace cuprum::backend::cuda
