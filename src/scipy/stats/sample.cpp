#include "scipy/stats/sample.h"

#include <algorithm>
#include <atomic>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::stats {

DType floating(DType dtype) { return is_inexact(dtype) ? dtype : DType::float64; }
ndarray cast(const ndarray& a, DType dtype) { return a.astype(dtype, 'K', Casting::unsafe, false); }
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

ndarray Sample::count() const {
    const DType dtype = x_.dtype();
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

std::pair<ndarray, ndarray> pairs_of_rows(const ndarray& a, const ndarray& b, const Axes& axis) {
    ndarray first = rows_of(a, axes_of(a, axis)), second = rows_of(b, axes_of(b, axis));
    const std::int64_t rows = std::max(first.shape()[0], second.shape()[0]);
    for (ndarray* one : {&first, &second}) {
        const Shape& shape = one->shape();
        if (shape[0] != rows && shape[0] != 1)
            throw ValueError("Array shapes are incompatible for broadcasting: " + to_string(a.shape()) + " and " +
                             to_string(b.shape()));
        if (shape[0] != rows) *one = broadcast_to(*one, {rows, shape[1]});
    }
    return {first, second};
}

std::pair<ndarray, ndarray> paired(const ndarray& a, const ndarray& b, const Axes& axis) {
    if (a.shape() == b.shape()) return {a, b};
    const bool is_flat = !axis && a.ndim() != b.ndim();  // all elements in turn
    const ndarray x = is_flat ? a.ravel() : a, y = is_flat ? b.ravel() : b;
    bool fits = x.ndim() == y.ndim();
    for (int d = 0; fits && d < x.ndim(); ++d)
        fits = x.shape()[d] == y.shape()[d] || x.shape()[d] == 1 || y.shape()[d] == 1;
    if (!fits)
        throw ValueError("Array shapes are incompatible for broadcasting: " + to_string(a.shape()) + " and " +
                         to_string(b.shape()));
    const std::vector<ndarray> both = broadcast_arrays({x, y});
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
