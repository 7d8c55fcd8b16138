// One pass of a separable filter.
#pragma once

#include <vector>

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

/// What one pass along an axis does; `weights` are those of a correlation.
struct LinePass {
    int axis = 0;
    std::vector<double> weights;
    NdMode mode = nd_reflect;
    std::int64_t origin = 0;
};

/// The correlation along one axis, of dtype `out_dtype`; written to `out` where that is given, contiguous and of that
/// dtype.
ndarray correlate_line(const ndarray& input, const LinePass& pass, const Scalar& cval, DType out_dtype,
                       const ndarray* out = nullptr);

/// Passes one after the other, each of which rounds to the target's dtype as SciPy's do.
ndarray correlate_lines(const ndarray& input, const std::vector<LinePass>& passes, const Scalar& cval, Target& target);

}  // namespace cuprum::scipy::ndimage
