// Arrays of numbers that are evenly spaced along each axis.
#pragma once

#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum::kernel {

/// Writes what a counter counts as int64.
ElementwiseKernel& counter_kernel();

/// A new array (int64) of `start` plus `steps[d]` for every place along axis d.
ndarray counted(const Shape& shape, const Dims& steps, std::int64_t start = 0);

}  // namespace cuprum::kernel
