// Linear interpolation between points.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Writes to `out` the values at `places`, between `values` at ascending `points`; beyond the points `left` and
/// `right`. All are C-contiguous, points and places of float64, values and `out` both of float64 or both of complex128.
void interpolate(const ndarray& points, const ndarray& values, const ndarray& places, const ndarray& out,
                 const Scalar& left, const Scalar& right);

}  // namespace cuprum::kernel
