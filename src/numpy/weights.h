// Weights of averages and quantiles.
#pragma once

#include <optional>

#include "core/layout.h"
#include "cuprum/error.h"
#include "cuprum/ndarray.h"

namespace cuprum {

/// Weights as an array of the shape of `a`: as they are, or along the axes that they were given for.
inline ndarray weights_like(const ndarray& a, const ndarray& weights, const Axes& axis) {
    if (weights.shape() == a.shape()) return weights;
    if (!axis) throw TypeError("Axis must be specified when shapes of a and weights differ.");
    const Dims axes = normalize_axes(*axis, a.ndim(), "axis");
    Shape expected;
    for (std::int64_t i : axes) expected.push_back(a.shape()[static_cast<int>(i)]);
    if (weights.shape() != expected)
        throw ValueError(
            "Shape of weights must be consistent with shape of a along specified axis: the weights' shape is " +
            to_string(weights.shape()) + ", a's along the axis is " + to_string(expected));
    Strides strides(a.ndim());
    for (int k = 0; k < axes.size(); ++k) strides[static_cast<int>(axes[k])] = weights.strides()[k];
    return weights.with_layout(a.shape(), std::move(strides));
}

}  // namespace cuprum
