// SciPy's rules for the axes of a transform.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::fft {

/// The axes of a transform, none of them twice, and the lengths to transform.
struct TransformedAxes {
    std::optional<Dims> s;
    Dims axes;

    /// Throws ValueError where an axis does not exist or is named twice, or there are not as many lengths as axes.
    TransformedAxes(const ndarray& x, const std::optional<Dims>& s, const Axes& axes);
    void check_not_empty() const {
        if (axes.empty()) throw ValueError("at least 1 axis must be transformed");
    }
};

}  // namespace cuprum::scipy::fft
