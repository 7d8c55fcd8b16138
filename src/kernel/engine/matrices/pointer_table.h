// The kernel that writes addresses of many matrices.
#pragma once

#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum::kernel {

/// Writes what a counter counts as int64.
ElementwiseKernel& address_kernel();

}  // namespace cuprum::kernel
