// The kernels of ranges, for packs of kernels.
#pragma once

#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum {

/// What `arange` runs for a dtype.
kernel::ElementwiseKernel& arange_kernel(DType dtype);
/// What `linspace` runs for numbers, with elements of a dtype of floats.
kernel::ElementwiseKernel& linspace_kernel(DType dtype);

}  // namespace cuprum
