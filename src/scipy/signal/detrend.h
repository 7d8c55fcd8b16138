// Signals without their trend.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// Lines (lines, length) less the straight line of least squares of each, and an array less its means along an axis.
ndarray without_trend(const ndarray& lines, DType dtype);
ndarray without_mean(const ndarray& x, int axis, DType dtype);

}  // namespace cuprum::scipy::signal
