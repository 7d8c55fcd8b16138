// Arrays that must hold finite numbers.
#pragma once

#include <optional>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// Throws ValueError where an element is infinite or NaN. It waits for the array.
void check_finite(const ndarray& a);

/// As `asarray`, with an error where an element is NaN or infinite.
///
/// Parameters
///     a: an array, or what `asarray` takes.
///     dtype: type of the elements; that of `a` by default.
///     order: layout: 'C', 'F', 'A' or 'K'.
/// Returns
///     The array.
/// Raises
///     ValueError: an element is NaN or infinite.
/// Example
///     >>> cuprum.asarray_chkfinite([1.0, 2.0])
///     array([1., 2.])
CUPRUM_SIGNATURE("a, dtype, order=None")
CUPRUM_TRAITS("itself")
CUPRUM_PYTHON ndarray asarray_chkfinite(const ndarray& a, std::optional<DType> dtype = {}, char order = 'K');

/// As `asarray`, to a dtype of real or complex numbers with fractions: to float64 where another kind is asked for.
ndarray asfarray(const ndarray& a, DType dtype = DType::float64);

}  // namespace cuprum
