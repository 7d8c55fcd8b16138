// Launches of the kernels that make determinants of LU factors.
#pragma once

#include "cuprum/ndarray.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// `lu` holds column-major square matrices (..., n, n) in C order, `pivots` their pivots; where `marks` is not null, a
/// matrix whose mark (an int32) is set has NaN for a determinant. Writes determinants to `value`; or, where
/// `sign` is not null, their signs there and the logarithms of their absolute values to `value`.
void determinants(const ndarray& lu, const ndarray& pivots, const int* marks, const ndarray* sign,
                  const ndarray& value);

/// The kernel's text, for factors of a dtype and pivots of int64 or of int32.
KernelSource determinants_source(DType dtype, bool wide_pivots);

}  // namespace cuprum::kernel
