// Sums, means, extrema and counts of sparse matrices and arrays of any number of dimensions.
//
// Axes are one, several or, where none is given, all. ValueError where an axis is out of range or named twice.
#pragma once

#include <optional>

#include "cuprum/scipy/sparse_arithmetic.h"

namespace cuprum::scipy::sparse {

/// Sums of elements: integers in 64 bits unless told.
CUPRUM_PYTHON ndarray sum(const Sparse& a, const Axes& axis = {}, std::optional<DType> dtype = {});

/// Means, the zeros that are not stored included: float64 of integers. Throws ZeroDivisionError where a matrix has no
/// elements.
CUPRUM_PYTHON ndarray mean(const Sparse& a, const Axes& axis = {}, std::optional<DType> dtype = {});

/// The largest (`Fold::max`) or smallest elements, or those that are not NaN.
///
/// Parameters
///     a: sparse matrix or array.
///     how: which ones.
///     axis: along which axes.
///     explicit_only: whether zeros that are not stored are left out.
/// Raises
///     ValueError: there are no elements.
CUPRUM_PYTHON ndarray extrema(const Sparse& a, Fold how, const Axes& axis = {}, bool explicit_only = false);

/// The places of the largest (or smallest) elements along an axis or among all in C order; the first one of equal ones.
///
/// Parameters
///     a: sparse matrix or array.
///     largest: whether the largest are sought.
///     axis: along which axis, one; all where none is given.
///     explicit_only: whether zeros that are not stored are left out; then, without an axis, the place is that among
///     the
///         elements that are stored.
/// Raises
///     ValueError: there are no elements; more than one axis.
CUPRUM_PYTHON ndarray arguments(const Sparse& a, bool largest, const Axes& axis = {}, bool explicit_only = false);

/// How many elements are not zero.
CUPRUM_PYTHON ndarray count_nonzero(const Sparse& a, const Axes& axis = {});

/// How many elements are stored, those that are zero included.
CUPRUM_PYTHON ndarray count_stored(const Sparse& a, const Axes& axis = {});

}  // namespace cuprum::scipy::sparse
