// The checks of modes and shapes that SciPy's convolutions share.
#pragma once

#include "numpy/convolve.h"

namespace cuprum::scipy::signal {

ConvolveMode checked_mode(std::string_view name);

/// Throws ValueError where the mode is "valid" and neither array is at least as long as the other on all of the axes,
/// by default on all there are. True where the second one is the longer.
bool check_valid(ConvolveMode mode, const ndarray& in1, const ndarray& in2, const Axes& axes = {});

}  // namespace cuprum::scipy::signal
