// The first two moments of samples, of one pass over the elements.
#pragma once

#include <vector>

#include "cuprum/ndarray.h"
#include "kernel/engine/kernel_table.h"

namespace cuprum::scipy::stats {

struct MeanAndDeviation {
    ndarray mean, deviation;  ///< The axes stay, with length one; float32 of 16-bit floats.
};

/// Means and standard deviations along axes of an array of floats or complex numbers. Squares are divided by the number
/// of elements less `ddof`; where that is not positive, a deviation is NaN.
MeanAndDeviation mean_and_deviation(const ndarray& x, const Dims& axes, double ddof, bool skip_nan);

/// Their kernels for a dtype, none of which is NaN that is skipped, for devices whose threads come in blocks or for
/// others.
std::vector<kernel::KernelSource> mean_and_deviation_sources(DType dtype, bool thread_blocks);

}  // namespace cuprum::scipy::stats
