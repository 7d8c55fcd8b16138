// What an index with arrays selects, in the terms of kernel/engine/gather/gather.h.
#pragma once

#include <optional>
#include <vector>

#include "core/index_parse.h"
#include "kernel/engine/gather/gather.h"

namespace cuprum {

struct Selection {
    ndarray data;                             ///< A view of the array with the shape of the result.
    std::vector<kernel::IndexArray> indices;  ///< Shaped to broadcast to it.
    Shape index_shape;                        ///< The axes that the arrays give...
    int place = 0;                            ///< ...and where in the result they stand.
    bool unique = true;                       ///< No two indices are the same: they come from masks alone.

    /// NumPy does not look at indices of which there are none.
    bool selects_nothing() const { return element_count(index_shape) == 0; }
};

/// Finds where masks are true, for which the host waits, and broadcasts the index arrays.
Selection select_items(const ndarray& a, const ParsedIndex& parsed);

/// A view of `value` with this shape, as NumPy broadcasts what is assigned: surplus leading axes of length one are
/// dropped. Nothing where it does not fit.
std::optional<ndarray> broadcast_value(const ndarray& value, const Shape& shape);

/// The view with `count` axes of length one behind its own.
ndarray trailing_axes(const ndarray& array, int count);

/// `array` itself, or a copy where it shares memory with `target`.
ndarray apart_from(const ndarray& array, const ndarray& target);

/// target[mask] = value where the mask, of leading axes of the target, is true; the value broadcasts to the target.
void assign_where(const ndarray& target, const ndarray& mask, const ndarray& value);
void assign_where(const ndarray& target, const ndarray& mask, const Scalar& value);

}  // namespace cuprum
