// Ufuncs of times: comparisons, extremes, and tests for NaT.
#pragma once

#include <span>

#include "cuprum/ufunc.h"

namespace cuprum {

/// Calls a ufunc that is defined for times: comparisons, `minimum`, `maximum`, `fmin`, `fmax`, `isnan`, `isfinite` and
/// `isinf`. Times of different units are compared in the finest unit that holds both, as in NumPy; there, times beyond
/// its range count as the first or the last. Integers beside a timedelta64 have its unit.
/// Returns
///     False where the ufunc is another one, or the operands' dtypes are not such.
bool call_on_times(const Ufunc& ufunc, std::span<const Operand> in, const UfuncOptions& options, ndarray& result);

}  // namespace cuprum
