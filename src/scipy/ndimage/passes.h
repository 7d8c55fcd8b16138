// Passes of separable filters for which a GPU has a kernel of its own.
#pragma once

#include "scipy/ndimage/linear.h"

namespace cuprum::scipy::ndimage {

/// Whether a pass along an axis that takes so many neighbours has one: of reals, unless only a few lines lie side by
/// side.
bool has_pass(const ndarray& input, DType out_dtype, int axis, std::int64_t taps);

/// Sums by weights; in float32 where both dtypes are that, else in float64. Writes to `out`, which is contiguous.
void correlate_pass(const ndarray& input, const LinePass& pass, double fill, const ndarray& out);

/// One pole of a spline's filter, which reaches so far to both sides.
void spline_pass(const ndarray& input, int axis, NdMode mode, double pole, int reach, const ndarray& out);

}  // namespace cuprum::scipy::ndimage
