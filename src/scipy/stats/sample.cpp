#include "scipy/stats/sample.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::stats {

DType floating(DType dtype) { return is_inexact(dtype) ? dtype : DType::float64; }
DType floating(DType first, DType second) { return floating(promote_types(first, second)); }
ndarray cast(const ndarray& a, DType dtype) { return a.astype(dtype, 'K', Casting::unsafe, false); }
void refuse_complex(std::string_view function, DType dtype) {
    if (is_complex(dtype)) throw TypeError(std::string(function) + " is of real numbers, not of " + info(dtype).name);
}
ndarray as_floating(const ndarray& a) { return cast(a, floating(a.dtype())); }

namespace {
std::atomic<SmallSampleWarning> small_sample_warning{nullptr};
}  // namespace

SmallSampleWarning set_small_sample_warning(SmallSampleWarning handler) {
    return small_sample_warning.exchange(handler);
}

bool warn_of_small(std::span<const ndarray> samples, const Axes& axis, std::int64_t too_small) {
    bool is_one = true, is_small = false, is_empty = false, has_rows = true;
    for (const ndarray& sample : samples) {
        const ndarray a = at_least_1d(sample);
        const Dims axes = axes_of(a, axis);
        std::int64_t length = 1;
        for (const std::int64_t k : axes) length *= a.shape()[static_cast<int>(k)];
        for (int d = 0; d < a.ndim(); ++d)
            has_rows &= a.shape()[d] != 0 || std::find(axes.begin(), axes.end(), d) != axes.end();
        is_one &= static_cast<int>(axes.size()) == a.ndim();
        is_small |= length <= too_small;
        is_empty |= a.size() == 0;
    }
    if (is_small && (is_one || (is_empty && has_rows)))
        if (const SmallSampleWarning handler = small_sample_warning.load()) handler(is_one);
    return is_small && is_one;
}

bool leaves_out(std::string_view nan_policy, const ndarray& a) {
    if (nan_policy == "propagate") return false;
    if (nan_policy != "omit" && nan_policy != "raise")
        throw ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}, found '" + std::string(nan_policy) +
                         "'");
    if (!is_inexact(a.dtype())) return false;
    if (nan_policy == "omit") return true;
    if (a.size() && any(isnan(a)).item().to_bool()) throw ValueError("The input contains nan values");
    return false;
}

Dims axes_of(const ndarray& a, const Axes& axis) {
    if (axis) return normalize_axes(*axis, a.ndim());
    Dims all;
    for (int d = 0; d < a.ndim(); ++d) all.push_back(d);
    return all;
}

Sample::Sample(const ndarray& a, const Along& along)
    : x_(as_floating(at_least_1d(a))), axes_(axes_of(x_, along.axis)), keepdims_(along.keepdims) {
    if (leaves_out(along.nan_policy, a)) mask_ = logical_not(isnan(x_));
    for (const std::int64_t axis : axes_) length_ *= x_.shape()[static_cast<int>(axis)];
}

Sample::Sample(const ndarray& a, const ndarray& mask, const Along& along)
    : x_(as_floating(a)), mask_(mask), axes_(axes_of(a, along.axis)), keepdims_(along.keepdims) {
    for (const std::int64_t axis : axes_) length_ *= x_.shape()[static_cast<int>(axis)];
}

ndarray Sample::total(const ndarray& values) const {
    return sum(values, {.axis = axes_, .keepdims = true, .where = mask_ ? &*mask_ : nullptr});
}

ndarray Sample::variance(double ddof) const {
    return var(x_, {.axis = axes_, .keepdims = true, .where = mask_ ? &*mask_ : nullptr}, ddof);
}

ndarray Sample::least() const {
    if (length_ == 0) return mean();
    const ReduceOptions rows{.axis = axes_, .keepdims = true};
    if (!mask_) return min(x_, rows);
    return min(where(*mask_, x_, full_like(x_, INFINITY)), rows);
}

ndarray Sample::count() const {
    const DType dtype = is_complex(x_.dtype()) ? real_dtype(x_.dtype()) : x_.dtype();
    if (!mask_) return full({}, static_cast<double>(length_), dtype);
    return cast(sum(*mask_, {.axis = axes_, .keepdims = true}), dtype);
}

ndarray Sample::done(const ndarray& kept) const { return keepdims_ || axes_.empty() ? kept : kept.squeeze(axes_); }

ndarray rows_of(const ndarray& a, const Dims& axes) {
    Dims order;
    std::int64_t rows = 1, length = 1;
    for (int d = 0; d < a.ndim(); ++d)
        if (std::find(axes.begin(), axes.end(), d) == axes.end()) {
            order.push_back(d);
            rows *= a.shape()[d];
        }
    for (const std::int64_t axis : axes) {
        order.push_back(axis);
        length *= a.shape()[static_cast<int>(axis)];
    }
    return ascontiguousarray(a.transpose(order)).reshape({rows, length});
}

std::vector<ndarray> aligned(std::span<const ndarray> samples, const Axes& axis) {
    int ndim = 1;
    for (const ndarray& sample : samples) ndim = std::max(ndim, sample.ndim());
    std::vector<ndarray> result;
    for (const ndarray& sample : samples) {
        Shape shape(ndim - sample.ndim(), 1);
        for (const std::int64_t length : sample.shape()) shape.push_back(length);
        result.push_back(sample.ndim() == ndim ? sample : sample.reshape(shape));
    }
    if (!axis) return result;
    // What the samples have in common: their shapes without the axes that they lie along.
    const Dims own = normalize_axes(*axis, ndim);
    std::vector<Shape> others;
    for (const ndarray& sample : result) {
        others.push_back(sample.shape());
        for (const std::int64_t d : own) others.back()[static_cast<int>(d)] = 1;
    }
    const Shape common = broadcast_shapes(others);
    for (ndarray& sample : result) {
        Shape shape = common;
        for (const std::int64_t d : own) shape[static_cast<int>(d)] = sample.shape()[static_cast<int>(d)];
        if (!(shape == sample.shape())) sample = broadcast_to(sample, shape);
    }
    return result;
}

std::pair<ndarray, ndarray> paired(const ndarray& a, const ndarray& b, const Axes& axis) {
    if (a.ndim() && a.shape() == b.shape()) return {a, b};
    // Without an axis, all elements in turn.
    const int ndim = std::max({a.ndim(), b.ndim(), 1});
    const auto row = [&](const ndarray& sample) {
        Shape shape(ndim, 1);
        shape[ndim - 1] = sample.size();
        return sample.reshape(shape);
    };
    const std::vector<ndarray> both =
        axis ? broadcast_arrays({at_least_1d(a), at_least_1d(b)}) : broadcast_arrays({row(a), row(b)});
    return {both[0], both[1]};
}

ndarray without_nan(const ndarray& row) {
    return is_inexact(row.dtype()) ? take(row, flatnonzero(logical_not(isnan(row))), 0) : row;
}

Shape shape_of_rows(const ndarray& a, const Dims& axes, bool keepdims) {
    Shape shape;
    for (int d = 0; d < a.ndim(); ++d) {
        const bool is_reduced = std::find(axes.begin(), axes.end(), d) != axes.end();
        if (!is_reduced) shape.push_back(a.shape()[d]);
        else if (keepdims) shape.push_back(1);
    }
    return shape;
}

}  // namespace cuprum::scipy::stats
