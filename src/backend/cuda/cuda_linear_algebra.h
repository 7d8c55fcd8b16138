// Products and factorizations on a GPU, by cuBLAS and cuSOLVER.
#pragma once

#include "runtime/linear_algebra.h"

namespace cuprum::backend::cuda {

/// Works on the calling thread's device, whose context must be current.
runtime::LinearAlgebra& cuda_linear_algebra();

}  // namespace cuprum::backend::cuda
