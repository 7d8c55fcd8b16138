// Slices of an array along one axis, as views.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// a[..., start:stop, ...] on `axis`, for 0 <= start <= stop <= length.
inline ndarray slice(const ndarray& a, int axis, std::int64_t start, std::int64_t stop) {
    Shape shape(a.shape());
    shape[axis] = stop - start;
    return a.with_layout(shape, a.strides(), stop > start ? start * a.strides()[axis] : 0);
}

/// a[..., place, ...]: without the axis.
inline ndarray place_of(const ndarray& a, int axis, std::int64_t place) {
    Shape shape(a.shape());
    Strides strides(a.strides());
    shape.erase(axis);
    strides.erase(axis);
    return a.with_layout(shape, strides, a.size() ? place * a.strides()[axis] : 0);
}

/// a[..., ::-1, ...]
inline ndarray reversed(const ndarray& a, int axis) {
    const std::int64_t step = a.strides()[axis], last = a.size() ? (a.shape()[axis] - 1) * step : 0;
    Strides strides(a.strides());
    strides[axis] = -step;
    return a.with_layout(a.shape(), strides, last);
}

/// The layout of a copy that changes lengths but keeps the order: 'F' for Fortran-contiguous arrays that are not
/// C-contiguous too.
inline char order_of(const ndarray& a) { return a.is_f_contiguous() && !a.is_c_contiguous() ? 'F' : 'C'; }

}  // namespace cuprum
