// Division of small integers by a number that is the same for all, without a division for each.
#pragma once

#include <span>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Writes floor_divide(a, divisor) to `out` by a multiplication for each element, if that is exact and quicker there:
/// integers of 8 to 32 bits on a CPU, and a divisor beyond one. False where nothing was done. `a` and `out` have the
/// dtype in which the quotient is computed, and `out` the shape.
bool divide_by_literal(const ndarray& a, const Scalar& divisor, const ndarray& out);

}  // namespace cuprum::kernel
