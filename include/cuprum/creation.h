// Making arrays.
#pragma once

#include <optional>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A new array whose elements are not set.
///
/// Parameters
///     shape: lengths of the axes.
///     dtype: type of the elements.
///     order: 'C' (last axis fastest) or 'F' (first axis fastest).
/// Returns
///     The array, on the current device.
/// Raises
///     ValueError: a negative length, or more elements than an array can have. OutOfMemoryError: no room on the device.
/// Example
///     >>> cuprum.empty((2, 3), dtype='f4').shape
///     (2, 3)
ndarray empty(const Shape& shape, DType dtype = DType::float64, char order = 'C');

/// A new array laid out as `a` is (order 'K'), or in order 'C', 'F' or 'A', with elements not set.
ndarray empty_like(const ndarray& a, std::optional<DType> dtype = {}, char order = 'K', const Shape* shape = nullptr);

}  // namespace cuprum
