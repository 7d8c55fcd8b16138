// Sorting, searching, sets, order statistics and histograms. Every sort is stable, and puts NaN last as NumPy does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "cuprum/array_list.h"
#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

// ------------------------------------------------------------------------------------------------------------- sorting

/// A sorted copy of an array.
///
/// Parameters
///     a: array to sort.
///     axis: axis along which to sort; None sorts the flattened array.
///     descending: whether the largest come first; equal elements keep their order.
/// Returns
///     The sorted array. Equal elements keep their order; NaN comes last, for complex numbers behind those whose other
///     part is a number.
/// Raises
///     AxisError: the array has no such axis. ValueError: another `kind`.
/// Example
///     >>> cuprum.sort(cuprum.array([3, 1, 2]))
///     array([1, 2, 3])
CUPRUM_SIGNATURE("a, axis, kind=None, order=None, *, stable=None, descending")
CUPRUM_TRAITS("same_class_copy")
CUPRUM_PYTHON ndarray sort(const ndarray& a, std::optional<std::int64_t> axis = -1, bool descending = false);

/// Sorts an array in place.
///
/// Parameters
///     a: array to sort; also views are sorted in place.
///     axis: axis along which to sort.
/// Raises
///     AxisError: the array has no such axis.
/// Example
///     >>> a = cuprum.array([3, 1, 2])
///     >>> a.sort()
///     >>> a
///     array([1, 2, 3])
void sort_in_place(const ndarray& a, std::int64_t axis = -1);

/// The positions that sort an array.
///
/// Parameters
///     a: array to sort.
///     axis: axis along which to sort; None sorts the flattened array.
///     descending: whether the largest come first; equal elements keep their order.
/// Returns
///     int64 positions along the axis, in the shape of `a`. Equal elements keep their order.
/// Raises
///     AxisError: the array has no such axis. ValueError: another `kind`.
/// Example
///     >>> cuprum.argsort(cuprum.array([3, 1, 2]))
///     array([1, 2, 0])
CUPRUM_SIGNATURE("a, axis, kind=None, order=None, *, stable=None, descending")
CUPRUM_TRAITS("method")
CUPRUM_PYTHON ndarray argsort(const ndarray& a, std::optional<std::int64_t> axis = -1, bool descending = false);

/// The positions that sort by several keys.
///
/// Parameters
///     keys: arrays of one shape, or an array whose first axis counts the keys; the last one is the primary key.
///     axis: axis along which to sort.
/// Returns
///     int64 positions, in the shape of a key.
/// Raises
///     TypeError: there are no keys. ValueError: their shapes differ.
/// Example
///     >>> cuprum.lexsort(cuprum.array([[2, 1, 3], [1, 1, 0]]))
///     array([2, 1, 0])
CUPRUM_PYTHON ndarray lexsort(ArrayList keys, std::int64_t axis = -1);
CUPRUM_PYTHON ndarray lexsort(const ndarray& keys, std::int64_t axis = -1);

/// A copy of an array sorted along its first axis.
///
/// Parameters
///     a: array to sort.
/// Returns
///     The sorted array.
/// Raises
///     AxisError: `a` has no axis.
/// Example
///     >>> cuprum.msort(cuprum.array([[2, 1], [1, 2]]))
///     array([[1, 1],
///            [2, 2]])
CUPRUM_PYTHON ndarray msort(const ndarray& a);

/// An array sorted along its last axis, as complex numbers.
///
/// Parameters
///     a: array to sort.
/// Returns
///     The sorted array: complex64 for int8, uint8, int16, uint16 and complex64, else complex128.
/// Raises
///     AxisError: `a` has no axis.
/// Example
///     >>> cuprum.sort_complex(cuprum.array([2, 1]))
///     array([1.+0.j, 2.+0.j])
CUPRUM_PYTHON ndarray sort_complex(const ndarray& a);

/// A copy of an array in which the kth element is where it would be if the array were sorted, with no larger element
/// before it and no smaller one behind it.
///
/// Parameters
///     a: array to partition.
///     kth: the positions that have to be right.
///     axis: axis along which to work; None takes the flattened array.
/// Returns
///     The array, which is sorted altogether.
/// Raises
///     ValueError: a position lies outside of the axis. AxisError: the array has no such axis.
/// Example
///     >>> cuprum.partition(cuprum.array([3, 1, 2]), 1)
///     array([1, 2, 3])
CUPRUM_SIGNATURE("a, kth, axis, kind='introselect', order=None")
CUPRUM_TRAITS("same_class_copy")
CUPRUM_PYTHON ndarray partition(const ndarray& a, const Dims& kth, std::optional<std::int64_t> axis = -1);

/// Partitions an array in place.
///
/// Parameters
///     a: array to partition.
///     kth: the positions that have to be right.
///     axis: axis along which to work.
/// Raises
///     ValueError: a position lies outside of the axis. AxisError: the array has no such axis.
/// Example
///     >>> a = cuprum.array([3, 1, 2])
///     >>> a.partition(1)
///     >>> a
///     array([1, 2, 3])
void partition_in_place(const ndarray& a, const Dims& kth, std::int64_t axis = -1);

/// The positions that partition an array.
///
/// Parameters
///     a: array to partition.
///     kth: the positions that have to be right.
///     axis: axis along which to work; None takes the flattened array.
/// Returns
///     int64 positions along the axis, in the shape of `a`; they sort it altogether.
/// Raises
///     ValueError: a position lies outside of the axis. AxisError: the array has no such axis.
/// Example
///     >>> cuprum.argpartition(cuprum.array([3, 1, 2]), 1)
///     array([1, 2, 0])
CUPRUM_SIGNATURE("a, kth, axis, kind='introselect', order=None")
CUPRUM_TRAITS("method")
CUPRUM_PYTHON ndarray argpartition(const ndarray& a, const Dims& kth, std::optional<std::int64_t> axis = -1);

// ----------------------------------------------------------------------------------------------------------- searching

/// Where elements would have to be inserted to keep an array sorted.
///
/// Parameters
///     a: sorted one-dimensional array.
///     v: values to insert.
///     side: 'left' gives the first place that will do, 'right' the last.
///     sorter: positions that sort `a`, where it is not sorted.
/// Returns
///     int64 positions, in the shape of `v`.
/// Raises
///     ValueError: `a` is not one-dimensional, `side` is neither word, or `sorter` is of another size or points outside
///     of `a`. TypeError: `sorter` is not of integers.
/// Example
///     >>> cuprum.searchsorted(cuprum.array([1, 3, 5]), cuprum.array([0, 3, 9]))
///     array([0, 1, 3])
CUPRUM_TRAITS("method")
CUPRUM_PYTHON ndarray searchsorted(const ndarray& a, const Operand& v, std::string_view side = "left",
                                   const ndarray* sorter = nullptr);

/// The number of the bin to which each value belongs.
///
/// Parameters
///     x: real values.
///     bins: one-dimensional edges of the bins, in increasing or decreasing order; the host waits to know which.
///     right: whether a bin holds its upper edge instead of its lower one.
/// Returns
///     int64 numbers, in the shape of `x`: 0 below the first edge, the number of edges beyond the last.
/// Raises
///     TypeError: `x` is complex. ValueError: `bins` is not one-dimensional or not in order.
/// Example
///     >>> cuprum.digitize(cuprum.array([0.2, 6.4]), cuprum.array([0.0, 1.0, 2.5]))
///     array([1, 3])
CUPRUM_PYTHON ndarray digitize(const Operand& x, const ndarray& bins, bool right = false);

// ---------------------------------------------------------------------------------------------------------------- sets

/// What `unique` is to tell beside the values.
struct UniqueOptions {
    bool index = false, inverse = false, counts = false;
    std::optional<std::int64_t> axis{};
    bool equal_nan = true;
};

/// What `unique` found; arrays that were not asked for are empty.
struct Unique {
    ndarray values, index, inverse, counts;
};

/// The different elements of an array, in order.
///
/// Parameters
///     ar: the array.
///     return_index: whether to tell where each value comes first.
///     return_inverse: whether to tell which value each element is.
///     return_counts: whether to tell how often each value comes.
///     axis: axis whose subarrays are compared; None compares the elements.
///     equal_nan: whether NaNs count as one value.
/// Returns
///     The sorted values; behind them, as asked for, int64 arrays: first positions, the number of each element's value
///     in the shape of `ar` (with an axis: along it), and counts.
/// Raises
///     AxisError: the array has no such axis.
/// Example
///     >>> cuprum.unique(cuprum.array([2, 1, 2]), return_counts=True)
///     (array([1, 2]), array([1, 2]))
Unique unique(const ndarray& ar, const UniqueOptions& options);
ndarray unique(const ndarray& ar);

/// Values and all that `unique_all` tells of them.
CUPRUM_NAMED_TUPLE struct UniqueAllResult {
    ndarray values, indices, inverse_indices, counts;
};

/// Values and how often each comes.
CUPRUM_NAMED_TUPLE struct UniqueCountsResult {
    ndarray values, counts;
};

/// Values and the number of each element's value.
CUPRUM_NAMED_TUPLE struct UniqueInverseResult {
    ndarray values, inverse_indices;
};

/// The different elements of an array, with all that can be told of them, as the array API standard has it: each NaN is
/// a value.
///
/// Parameters
///     x: the array.
/// Returns
///     The sorted values, where each comes first, the number of each element's value in the shape of `x`, and counts.
/// Example
///     >>> cuprum.unique_all(cuprum.array([2, 1, 2])).counts
///     array([1, 2])
CUPRUM_PYTHON UniqueAllResult unique_all(const ndarray& x);

/// The different elements of an array and how often each comes; each NaN is a value.
///
/// Parameters
///     x: the array.
/// Returns
///     The sorted values, and int64 counts.
/// Example
///     >>> cuprum.unique_counts(cuprum.array([2, 1, 2])).counts
///     array([1, 2])
CUPRUM_PYTHON UniqueCountsResult unique_counts(const ndarray& x);

/// The different elements of an array and which of them each element is; each NaN is a value.
///
/// Parameters
///     x: the array.
/// Returns
///     The sorted values, and int64 numbers of values in the shape of `x`.
/// Example
///     >>> cuprum.unique_inverse(cuprum.array([2, 1, 2])).inverse_indices
///     array([1, 0, 1])
CUPRUM_PYTHON UniqueInverseResult unique_inverse(const ndarray& x);

/// The different elements of an array; each NaN is a value.
///
/// Parameters
///     x: the array.
/// Returns
///     The sorted values.
/// Example
///     >>> cuprum.unique_values(cuprum.array([2, 1, 2]))
///     array([1, 2])
CUPRUM_PYTHON ndarray unique_values(const ndarray& x);

/// Whether each element of one array is in another.
///
/// Parameters
///     element: the elements to look up.
///     test_elements: the values to look among.
///     assume_unique: whether both hold no value twice; makes no difference here.
///     invert: whether to tell which are not.
/// Returns
///     A bool array in the shape of `element`. NaN is in no array.
/// Raises
///     ValueError: another `kind`.
/// Example
///     >>> cuprum.isin(cuprum.array([1, 2, 3]), cuprum.array([2, 5]))
///     array([False,  True, False])
CUPRUM_SIGNATURE("element, test_elements, assume_unique, invert, *, kind=None")
CUPRUM_PYTHON ndarray isin(const Operand& element, const Operand& test_elements, bool assume_unique = false,
                           bool invert = false);

/// Whether each element of one array is in another, both flattened.
///
/// Parameters
///     ar1: the elements to look up.
///     ar2: the values to look among.
///     assume_unique: whether both hold no value twice; makes no difference here.
///     invert: whether to tell which are not.
/// Returns
///     A one-dimensional bool array.
/// Example
///     >>> cuprum.in1d(cuprum.array([1, 2, 3]), cuprum.array([2, 5]))
///     array([False,  True, False])
CUPRUM_PYTHON ndarray in1d(const Operand& ar1, const Operand& ar2, bool assume_unique = false, bool invert = false);

/// The common values of two arrays, and where they come first.
struct Intersection {
    ndarray values, index1, index2;
};

/// The values that two arrays have in common, in order.
///
/// Parameters
///     arr1: one array.
///     arr2: the other.
///     assume_unique: whether neither holds a value twice, which saves work.
///     return_indices: whether to tell where the values come first in each.
/// Returns
///     The values; with `return_indices` also two int64 arrays of positions.
/// Example
///     >>> cuprum.intersect1d(cuprum.array([1, 3, 2]), cuprum.array([3, 2, 4]))
///     array([2, 3])
ndarray intersect1d(const ndarray& arr1, const ndarray& arr2, bool assume_unique = false);
Intersection intersect1d_indices(const ndarray& arr1, const ndarray& arr2, bool assume_unique = false);

/// The values of one array that are not in another.
///
/// Parameters
///     ar1: the array whose values are wanted.
///     ar2: the array whose values are not.
///     assume_unique: whether neither holds a value twice; then the values keep their order.
/// Returns
///     The values, sorted and each once.
/// Example
///     >>> cuprum.setdiff1d(cuprum.array([3, 1, 2, 1]), cuprum.array([2]))
///     array([1, 3])
CUPRUM_PYTHON ndarray setdiff1d(const ndarray& ar1, const ndarray& ar2, bool assume_unique = false);

/// The values of two arrays together, each once and in order.
///
/// Parameters
///     arr1: one array.
///     arr2: the other.
/// Returns
///     The values.
/// Example
///     >>> cuprum.union1d(cuprum.array([3, 1]), cuprum.array([2, 1]))
///     array([1, 2, 3])
ndarray union1d(const ndarray& arr1, const ndarray& arr2);

/// The values that are in just one of two arrays, in order.
///
/// Parameters
///     ar1: one array.
///     ar2: the other.
///     assume_unique: whether neither holds a value twice, which saves work.
/// Returns
///     The values.
/// Example
///     >>> cuprum.setxor1d(cuprum.array([1, 2]), cuprum.array([2, 3]))
///     array([1, 3])
CUPRUM_PYTHON ndarray setxor1d(const ndarray& ar1, const ndarray& ar2, bool assume_unique = false);

// ---------------------------------------------------------------------------------------------------- order statistics

/// The keyword arguments of medians and quantiles.
struct OrderOptions {
    Axes axis{};
    const ndarray* out = nullptr;
    bool overwrite_input = false;
    std::string_view method = "linear";  ///< Of quantiles.
    bool keepdims = false;
    const ndarray* weights = nullptr;  ///< Of quantiles by 'inverted_cdf'.
};

/// The median: the middle element in sorted order, or the mean of the two middle ones.
///
/// Parameters
///     a: the array.
///     axis: axis or axes to work along; all by default.
///     out: array to write to.
///     overwrite_input: whether `a` may be left in any order; makes no difference here.
///     keepdims: whether reduced axes stay with length one.
/// Returns
///     The medians: float64 for integers, else in the dtype of `a`. NaN where there is a NaN.
/// Raises
///     AxisError: the array has no such axis. ValueError: an axis is given twice.
/// Example
///     >>> cuprum.median(cuprum.array([3, 1, 2, 9]))
///     array(2.5)
CUPRUM_SIGNATURE("a, axis, out, overwrite_input, keepdims")
CUPRUM_PYTHON ndarray median(const ndarray& a, const OrderOptions& options = {});

/// The median of the elements that are not NaN.
///
/// Parameters
///     a: the array.
///     axis: axis or axes to work along; all by default.
///     out: array to write to.
///     overwrite_input: whether `a` may be left in any order; makes no difference here.
///     keepdims: whether reduced axes stay with length one.
/// Returns
///     The medians: float64 for integers, else in the dtype of `a`. NaN where all elements are NaN.
/// Raises
///     AxisError: the array has no such axis. ValueError: an axis is given twice.
/// Example
///     >>> cuprum.nanmedian(cuprum.array([3, cuprum.nan, 1]))
///     array(2.)
CUPRUM_SIGNATURE("a, axis, out, overwrite_input, keepdims")
CUPRUM_PYTHON ndarray nanmedian(const ndarray& a, const OrderOptions& options = {});

/// Quantiles: the values below which given shares of the elements lie.
///
/// Parameters
///     a: array of real numbers.
///     q: shares between 0 and 1: a number, or an array of up to two dimensions.
///     axis: axis or axes to work along; all by default.
///     out: array to write to.
///     overwrite_input: whether `a` may be left in any order; makes no difference here.
///     method: what to do between two elements: 'linear', 'lower', 'higher', 'midpoint', 'nearest', 'inverted_cdf',
///         'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull',
///         'median_unbiased' or 'normal_unbiased'.
///     keepdims: whether reduced axes stay with length one.
///     weights: how much each element counts: an array of the shape of `a`, or of its lengths along `axis`; for
///     'inverted_cdf' alone.
/// Returns
///     The quantiles: the axes of `q`, then those of `a` that are not reduced. NaN where there is a NaN.
/// Raises
///     TypeError: `a` is complex. ValueError: a share outside of [0, 1], or an unknown method. AxisError: the array has
///     no such axis. IndexError: an empty array.
/// Example
///     >>> cuprum.quantile(cuprum.array([1, 2, 3, 4]), 0.5)
///     array(2.5)
CUPRUM_SIGNATURE("a, q, axis, out, overwrite_input, method, keepdims, *, weights, interpolation=None")
CUPRUM_PYTHON ndarray quantile(const ndarray& a, const Operand& q, const OrderOptions& options = {});

/// Percentiles: quantiles with shares in percent.
///
/// Parameters
///     a: array of real numbers.
///     q: shares between 0 and 100: a number, or an array of up to two dimensions.
///     axis: axis or axes to work along; all by default.
///     out: array to write to.
///     overwrite_input: whether `a` may be left in any order; makes no difference here.
///     method: what to do between two elements; see `quantile`.
///     keepdims: whether reduced axes stay with length one.
///     weights: how much each element counts; see `quantile`.
/// Returns
///     The percentiles: the axes of `q`, then those of `a` that are not reduced. NaN where there is a NaN.
/// Raises
///     TypeError: `a` is complex. ValueError: a share outside of [0, 100], or an unknown method. AxisError: the array
///     has no such axis. IndexError: an empty array.
/// Example
///     >>> cuprum.percentile(cuprum.array([1, 2, 3, 4]), 50)
///     array(2.5)
CUPRUM_SIGNATURE("a, q, axis, out, overwrite_input, method, keepdims, *, weights, interpolation=None")
CUPRUM_PYTHON ndarray percentile(const ndarray& a, const Operand& q, const OrderOptions& options = {});

/// Quantiles of the elements that are not NaN.
///
/// Parameters
///     a: array of real numbers.
///     q: shares between 0 and 1: a number, or an array of up to two dimensions.
///     axis: axis or axes to work along; all by default.
///     out: array to write to.
///     overwrite_input: whether `a` may be left in any order; makes no difference here.
///     method: what to do between two elements; see `quantile`.
///     keepdims: whether reduced axes stay with length one.
///     weights: how much each element counts; see `quantile`.
/// Returns
///     The quantiles: the axes of `q`, then those of `a` that are not reduced. NaN where all elements are NaN.
/// Raises
///     TypeError: `a` is complex. ValueError: a share outside of [0, 1], or an unknown method. AxisError: the array has
///     no such axis.
/// Example
///     >>> cuprum.nanquantile(cuprum.array([1, cuprum.nan, 3]), 0.5)
///     array(2.)
CUPRUM_SIGNATURE("a, q, axis, out, overwrite_input, method, keepdims, *, weights, interpolation=None")
CUPRUM_PYTHON ndarray nanquantile(const ndarray& a, const Operand& q, const OrderOptions& options = {});

/// Percentiles of the elements that are not NaN.
///
/// Parameters
///     a: array of real numbers.
///     q: shares between 0 and 100: a number, or an array of up to two dimensions.
///     axis: axis or axes to work along; all by default.
///     out: array to write to.
///     overwrite_input: whether `a` may be left in any order; makes no difference here.
///     method: what to do between two elements; see `quantile`.
///     keepdims: whether reduced axes stay with length one.
///     weights: how much each element counts; see `quantile`.
/// Returns
///     The percentiles: the axes of `q`, then those of `a` that are not reduced. NaN where all elements are NaN.
/// Raises
///     TypeError: `a` is complex. ValueError: a share outside of [0, 100], or an unknown method. AxisError: the array
///     has no such axis.
/// Example
///     >>> cuprum.nanpercentile(cuprum.array([1, cuprum.nan, 3]), 50)
///     array(2.)
CUPRUM_SIGNATURE("a, q, axis, out, overwrite_input, method, keepdims, *, weights, interpolation=None")
CUPRUM_PYTHON ndarray nanpercentile(const ndarray& a, const Operand& q, const OrderOptions& options = {});

// ---------------------------------------------------------------------------------------------------------- histograms

/// How often each number comes.
///
/// Parameters
///     x: one-dimensional array of integers that are not negative.
///     weights: what each element counts; 1 by default.
///     minlength: the length that the result has at least.
/// Returns
///     The counts of 0, 1, 2 and so on up to the largest element: int64, or float64 sums of the weights.
/// Raises
///     ValueError: `x` is not one-dimensional or has a negative element, `weights` is of another length, or `minlength`
///     is negative. TypeError: `x` cannot be cast to int64 safely.
/// Example
///     >>> cuprum.bincount(cuprum.array([0, 2, 2]))
///     array([1, 0, 2])
CUPRUM_SIGNATURE("x, weights, minlength=None")
CUPRUM_PYTHON ndarray bincount(const ndarray& x, const ndarray* weights = nullptr, std::int64_t minlength = 0);

/// Bins: a number of equal ones, a rule that finds it ("auto", "fd", "doane", "scott", "stone", "rice", "sturges",
/// "sqrt"), or edges.
using Bins = std::variant<std::int64_t, std::string, ndarray>;

/// The keyword arguments of histograms.
struct HistogramOptions {
    Bins bins = std::int64_t{10};
    std::optional<std::pair<Scalar, Scalar>> range{};
    bool density = false;
    const ndarray* weights = nullptr;
};

struct Histogram {
    ndarray counts, edges;
};

/// How many elements fall into each of several bins.
///
/// Parameters
///     x: the data, flattened.
///     bins: the number of equal bins, the name of a rule that finds it, or their edges in increasing order.
///     range: the lower and the upper edge of equal bins; the smallest and largest element by default. What lies
///     outside is left out. density: whether to scale the counts such that their integral is 1. weights: what each
///     element counts, in the shape of `x`.
/// Returns
///     The counts (int64; in the dtype of the weights; float64 for densities), and the edges. A bin holds its lower
///     edge, the last one both.
/// Raises
///     ValueError: the bins or the range are not in order, there is no bin, the data's range is not finite, or
///     `weights` is of another shape.
/// Example
///     >>> cuprum.histogram(cuprum.array([1, 2, 1]), bins=cuprum.array([0, 1, 2, 3]))
///     (array([0, 2, 1]), array([0, 1, 2, 3]))
CUPRUM_SIGNATURE("x, bins, range, density, weights")
CUPRUM_PYTHON Histogram histogram(const ndarray& x, const HistogramOptions& options = {});

/// The edges of the bins that `histogram` would use.
///
/// Parameters
///     a: the data.
///     bins: the number of equal bins, the name of a rule that finds it, or their edges in increasing order.
///     range: the lower and the upper edge of equal bins; the smallest and largest element by default.
///     weights: what each element counts; only its shape is looked at.
/// Returns
///     The edges, one more than there are bins.
/// Raises
///     ValueError: as `histogram`.
/// Example
///     >>> cuprum.histogram_bin_edges(cuprum.array([1, 2]), bins=2)
///     array([1. , 1.5, 2. ])
CUPRUM_SIGNATURE("a, bins, range, weights")
CUPRUM_PYTHON ndarray histogram_bin_edges(const ndarray& a, const HistogramOptions& options = {});

}  // namespace cuprum
