// Arguments of differences.
#pragma once

#include "convert.h"
#include "cuprum/manipulation.h"
#include "cuprum/scan.h"

namespace cuprum::python {

/// What diff() puts before or after: a scalar counts as one element along the axis.
inline std::optional<ndarray> edge(const OptionalArrayArg& given, const ndarray& a, std::int64_t axis) {
    if (given.is_none()) return std::nullopt;
    if (given.get().ndim() != 0) return given.get();
    Shape shape = a.shape();
    shape[normalize_axis(axis, a.ndim())] = 1;
    return given.get().broadcast_to(shape);
}

}  // namespace cuprum::python
