// Running sums and products, and differences.
#pragma once

#include <optional>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// Sums of the elements up to each one.
///
/// Sums of floats are put together in one fixed order, the same on each run; along long axes they are more accurate
/// than sums made one after the other.
///
/// Parameters
///     a: array.
///     axis: axis along which to sum; none sums over the flattened array.
///     dtype: dtype of the sums; by default a's, or int64 or uint64 for smaller integers and booleans.
///     out: array of the result's shape to write to.
/// Returns
///     An array of a's shape, or of one dimension without an axis.
/// Raises
///     AxisError: there is no such axis. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.cumsum(cuprum.array([1, 2, 3]))
///     array([1, 3, 6])
CUPRUM_TRAITS("same_class, method")
CUPRUM_PYTHON ndarray cumsum(const ndarray& a, std::optional<std::int64_t> axis = {}, std::optional<DType> dtype = {},
                             const ndarray* out = nullptr);

/// Products of the elements up to each one.
///
/// Parameters
///     a: array.
///     axis: axis along which to multiply; none multiplies over the flattened array.
///     dtype: dtype of the products; by default a's, or int64 or uint64 for smaller integers and booleans.
///     out: array of the result's shape to write to.
/// Returns
///     An array of a's shape, or of one dimension without an axis.
/// Raises
///     AxisError: there is no such axis. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.cumprod(cuprum.array([1, 2, 3, 4]))
///     array([ 1,  2,  6, 24])
CUPRUM_TRAITS("same_class, method, also cumproduct")
CUPRUM_PYTHON ndarray cumprod(const ndarray& a, std::optional<std::int64_t> axis = {}, std::optional<DType> dtype = {},
                              const ndarray* out = nullptr);

/// As `cumsum`, with each NaN counted as 0.
///
/// Parameters
///     a: array.
///     axis: axis along which to sum; none sums over the flattened array.
///     dtype: dtype of the sums.
///     out: array of the result's shape to write to.
/// Returns
///     An array of a's shape, or of one dimension without an axis.
/// Raises
///     AxisError: there is no such axis. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.nancumsum(cuprum.array([1, cuprum.nan, 2]))
///     array([1., 1., 3.])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray nancumsum(const ndarray& a, std::optional<std::int64_t> axis = {},
                                std::optional<DType> dtype = {}, const ndarray* out = nullptr);

/// As `cumprod`, with each NaN counted as 1.
///
/// Parameters
///     a: array.
///     axis: axis along which to multiply; none multiplies over the flattened array.
///     dtype: dtype of the products.
///     out: array of the result's shape to write to.
/// Returns
///     An array of a's shape, or of one dimension without an axis.
/// Raises
///     AxisError: there is no such axis. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.nancumprod(cuprum.array([2, cuprum.nan, 3]))
///     array([2., 2., 6.])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray nancumprod(const ndarray& a, std::optional<std::int64_t> axis = {},
                                 std::optional<DType> dtype = {}, const ndarray* out = nullptr);

/// The n-th differences of neighbours along an axis.
///
/// Parameters
///     a: array of at least one dimension.
///     n: how often to take differences.
///     axis: axis along which to take them.
///     prepend: array put before `a` along the axis first.
///     append: array put behind `a` along the axis first.
/// Returns
///     An array shorter by `n` along the axis; of booleans, whether neighbours differ.
/// Raises
///     ValueError: `n` is negative, or `a` has no dimensions.
/// Example
///     >>> cuprum.diff(cuprum.array([1, 2, 4, 7, 0]))
///     array([ 1,  2,  3, -7])
CUPRUM_PYTHON ndarray diff(const ndarray& a, std::int64_t n = 1, std::int64_t axis = -1,
                           const ndarray* prepend = nullptr, const ndarray* append = nullptr);

/// The differences of neighbours in the flattened array.
///
/// Parameters
///     arr:: array.
///     to_end: values to put behind them.
///     to_begin: values to put before them.
/// Returns
///     A one-dimensional array of a's dtype.
/// Raises
///     TypeError: the values do not cast to a's dtype under "same_kind".
/// Example
///     >>> cuprum.ediff1d(cuprum.array([1, 2, 4, 7, 0]))
///     array([ 1,  2,  3, -7])
CUPRUM_PYTHON ndarray ediff1d(const ndarray& arr, const ndarray* to_end = nullptr, const ndarray* to_begin = nullptr);

/// The gradient by central differences inside and one-sided ones at the ends.
///
/// Parameters
///     f: array of samples.
///     spacing: for each axis the distance of neighbours (a 0-d array) or the coordinates of the samples; one for all,
///     or none for 1. axes: axes along which to differentiate; none for all. edge_order: 1 or 2: the order of the
///     differences at the ends.
/// Returns
///     An array of f's shape for each axis; integers are differentiated as float64.
/// Raises
///     ValueError: an axis has fewer than edge_order + 1 elements, or coordinates do not match it. TypeError: the
///     number of spacings is neither one nor that of the axes.
/// Example
///     >>> cuprum.gradient(cuprum.array([1., 2., 4., 7., 11.]))
///     array([1. , 1.5, 2.5, 3.5, 4. ])
std::vector<ndarray> gradient(const ndarray& f, std::span<const ndarray> spacing = {}, const Axes& axes = {},
                              int edge_order = 1);

/// Running sums along an axis, which must be named where there are several: the array API's form of `cumsum`.
///
/// Parameters
///     x: array; one without dimensions counts as one of length one.
///     axis: the axis; it may be left out where there is one.
///     dtype: dtype to compute in and of the result. Where none is given: int64 for bool and for signed integers,
///         uint64 for unsigned ones, and `x`'s own for all others.
///     out: array to put the result into, which is then returned.
///     include_initial: whether the sums of no elements come first, so that the axis is one longer.
/// Returns
///     The sums.
/// Raises
///     ValueError: several axes, and none is named. AxisError: there is no such axis.
/// Example
///     >>> cuprum.cumulative_sum(cuprum.array([1, 2, 3]), include_initial=True)
///     array([0, 1, 3, 6])
CUPRUM_SIGNATURE("x, *, axis, dtype, out, include_initial")
CUPRUM_PYTHON ndarray cumulative_sum(const ndarray& x, std::optional<std::int64_t> axis = {},
                                     std::optional<DType> dtype = {}, const ndarray* out = nullptr,
                                     bool include_initial = false);

/// Running products along an axis, which must be named where there are several: the array API's form of `cumprod`.
///
/// Parameters
///     x: array; one without dimensions counts as one of length one.
///     axis: the axis; it may be left out where there is one.
///     dtype: dtype to compute in and of the result. Where none is given: int64 for bool and for signed integers,
///         uint64 for unsigned ones, and `x`'s own for all others.
///     out: array to put the result into, which is then returned.
///     include_initial: whether the products of no elements come first, so that the axis is one longer.
/// Returns
///     The products.
/// Raises
///     ValueError: several axes, and none is named. AxisError: there is no such axis.
/// Example
///     >>> cuprum.cumulative_prod(cuprum.array([1, 2, 3]), include_initial=True)
///     array([1, 1, 2, 6])
CUPRUM_SIGNATURE("x, *, axis, dtype, out, include_initial")
CUPRUM_PYTHON ndarray cumulative_prod(const ndarray& x, std::optional<std::int64_t> axis = {},
                                      std::optional<DType> dtype = {}, const ndarray* out = nullptr,
                                      bool include_initial = false);

}  // namespace cuprum
