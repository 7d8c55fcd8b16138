// Launches of the kernels that make determinants of LU factors.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// `lu` holds column-major square matrices (..., n, n) in C order, `pivots` their pivots. Writes determinants to `value`; or, where
/// `sign` is not null, their signs there and the logarithms of their absolute values to `value`.
void determinants(const ndarray& lu, const ndarray& pivots, const ndarray* sign, const ndarray& value);

}  // namespace cuprum::kernel
