// Launches of the kernels that slide weights over an array.
#pragma once

#include <optional>
#include <vector>

#include "cuprum/engine/correlate_args.h"
#include "cuprum/ndarray.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

struct Correlation {
    Dims before{};  ///< out[i] = sum over k of in[i - before + k] * weights[k], on every axis.
    CorrelateBoundary boundary = boundary_nothing;
    Scalar fill = 0;  ///< What lies outside where the boundary is a constant.
};

/// Computes `out`. All three are of one dtype and have as many axes, may have any strides, and `out` overlaps neither
/// other. bool is summed by `or`, and products are `and`; integers wrap around; 16-bit floats are summed up in float32.
/// Throws NotSupportedError where more than `correlate_max_axes` axes are longer than one.
void correlate(const ndarray& in, const ndarray& weights, const ndarray& out, const Correlation& how);

/// Its kernels for a dtype, on a device of thread blocks or on one of ranges.
std::vector<KernelSource> correlate_sources(DType dtype, bool has_thread_blocks);

}  // namespace cuprum::kernel
