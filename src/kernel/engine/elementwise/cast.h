// The kernels behind copies and casts.
#pragma once

#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum::kernel {

/// The kernel that casts elements of one dtype to another; copies where both are the same.
ElementwiseKernel& cast_kernel(DType from, DType to);

}  // namespace cuprum::kernel
