// Averages and spreads.
#include "core/layout.h"
#include "cuprum/reduction.h"
#include "kernel/reduction.h"

namespace cuprum {

using kernel::reduce;
using kernel::ReductionId;

ndarray var(const ndarray& a, const ReduceOptions& options, double ddof) {
    return reduce(ReductionId::var, a, options, ddof);
}
ndarray std_(const ndarray& a, const ReduceOptions& options, double ddof) {
    return reduce(ReductionId::std, a, options, ddof);
}
ndarray nanmean(const ndarray& a, const ReduceOptions& options) {
    return reduce(ReductionId::mean, a, options, 0, true);
}
ndarray nanvar(const ndarray& a, const ReduceOptions& options, double ddof) {
    return reduce(ReductionId::var, a, options, ddof, true);
}
ndarray nanstd(const ndarray& a, const ReduceOptions& options, double ddof) {
    return reduce(ReductionId::std, a, options, ddof, true);
}

namespace {

/// Weights as an array of the shape of `a`: as they are, or along the axes that they were given for.
ndarray weights_like(const ndarray& a, const ndarray& weights, const std::optional<Dims>& axis) {
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

}  // namespace

Average average(const ndarray& a, const ndarray& weights, const ReduceOptions& options) {
    DType compute = promote_types(a.dtype(), weights.dtype());
    if (!is_inexact(compute)) compute = DType::float64;
    Average result;
    result.value =
        kernel::reduce_average(a, weights_like(a, weights, options.axis), compute, options, result.weights_sum);
    if (!all(result.weights_sum).item().to_bool()) throw ZeroDivisionError("Weights sum to zero, can't be normalized");
    return result;
}

ndarray average(const ndarray& a, const ReduceOptions& options) { return mean(a, options); }

}  // namespace cuprum
