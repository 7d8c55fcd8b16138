// Reductions: functions that make one element of many, along all axes or some.
#pragma once

#include <optional>

#include "cuprum/ndarray.h"

namespace cuprum {

/// What every reduction may be told, by name: `sum(a, {.axis = 0, .keepdims = true})`. Which of these a function
/// heeds is told with it.
struct ReduceOptions {
    Axes axis{};                      ///< Axes to reduce; all where it is not given.
    bool keepdims = false;            ///< Leave reduced axes in the result, with length one.
    std::optional<DType> dtype{};     ///< The dtype to compute in, and of the result.
    const ndarray* out = nullptr;     ///< Where to put the result; its shape must be the result's.
    std::optional<Scalar> initial{};  ///< A value to start from.
    const ndarray* where = nullptr;   ///< A bool array that broadcasts to the input: the elements that take part.
};

/// The sum of elements.
///
/// Floats are added in many partial sums that are then added pairwise, so the error grows with the logarithm of the
/// number of elements. The order of additions depends on shape and strides alone: results do not change from run to
/// run. Integers wrap around.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in and of the result. Where none is given: int64 for bool and for signed integers,
///         uint64 for unsigned ones, and `a`'s own for all others.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The sums; 0 for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.sum(cuprum.array([[0, 1], [2, 5]]), axis=0)
///     array([2, 6])
ndarray sum(const ndarray& a, const ReduceOptions& options = {});

/// The product of elements. Integers wrap around.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in and of the result. Where none is given: int64 for bool and for signed integers,
///         uint64 for unsigned ones, and `a`'s own for all others.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The products; 1 for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.prod(cuprum.array([[1, 2], [3, 4]]), axis=1)
///     array([ 2, 12])
ndarray prod(const ndarray& a, const ReduceOptions& options = {});

/// The largest element. A NaN among the elements is the result; complex numbers are compared by real part, then by
/// imaginary part.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from. It makes the reduction of no elements possible.
///     where: bool array that broadcasts to `a`; elements where it is false take no part. It needs `initial`.
/// Returns
///     The largest elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements, or `where`, without `initial`.
/// Example
///     >>> cuprum.max(cuprum.array([[0, 1], [5, 2]]), axis=1)
///     array([1, 5])
ndarray max(const ndarray& a, const ReduceOptions& options = {});

/// The largest element: another name of `max`.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from. It makes the reduction of no elements possible.
///     where: bool array that broadcasts to `a`; elements where it is false take no part. It needs `initial`.
/// Returns
///     The largest elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements, or `where`, without `initial`.
/// Example
///     >>> cuprum.amax(cuprum.array([[0, 1], [5, 2]]), axis=1)
///     array([1, 5])
ndarray amax(const ndarray& a, const ReduceOptions& options = {});

/// The smallest element. A NaN among the elements is the result; complex numbers are compared by real part, then by
/// imaginary part.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from. It makes the reduction of no elements possible.
///     where: bool array that broadcasts to `a`; elements where it is false take no part. It needs `initial`.
/// Returns
///     The smallest elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements, or `where`, without `initial`.
/// Example
///     >>> cuprum.min(cuprum.array([[0, 1], [5, 2]]), axis=1)
///     array([0, 2])
ndarray min(const ndarray& a, const ReduceOptions& options = {});

/// The smallest element: another name of `min`.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from. It makes the reduction of no elements possible.
///     where: bool array that broadcasts to `a`; elements where it is false take no part. It needs `initial`.
/// Returns
///     The smallest elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements, or `where`, without `initial`.
/// Example
///     >>> cuprum.amin(cuprum.array([[0, 1], [5, 2]]), axis=1)
///     array([0, 2])
ndarray amin(const ndarray& a, const ReduceOptions& options = {});

/// The distance from the smallest to the largest element, found in one pass. Integers wrap around.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The distances.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements. TypeError: a bool array.
/// Example
///     >>> cuprum.ptp(cuprum.array([[4, 9], [2, 10]]), axis=1)
///     array([5, 8])
ndarray ptp(const ndarray& a, const ReduceOptions& options = {});

/// The index of the largest element: of the first one where there are several, and of the first NaN where there is one.
///
/// Parameters
///     a: array.
///     axis: the axis to search along; where none is given, the array is searched as if flattened in C order.
///     out: int64 array to put the result into, which is then returned. It must have the result's shape.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The indices, int64.
/// Raises
///     AxisError: an axis that `a` does not have. TypeError: several axes, or an `out` of another dtype.
///         ValueError: no elements, or an `out` of another shape.
/// Example
///     >>> cuprum.argmax(cuprum.array([[0, 1], [5, 2]]), axis=1)
///     array([1, 0])
ndarray argmax(const ndarray& a, const ReduceOptions& options = {});

/// The index of the smallest element: of the first one where there are several, and of the first NaN where there is
/// one.
///
/// Parameters
///     a: array.
///     axis: the axis to search along; where none is given, the array is searched as if flattened in C order.
///     out: int64 array to put the result into, which is then returned. It must have the result's shape.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The indices, int64.
/// Raises
///     AxisError: an axis that `a` does not have. TypeError: several axes, or an `out` of another dtype.
///         ValueError: no elements, or an `out` of another shape.
/// Example
///     >>> cuprum.argmin(cuprum.array([[0, 1], [5, 2]]), axis=1)
///     array([0, 1])
ndarray argmin(const ndarray& a, const ReduceOptions& options = {});

/// Whether any element is true: not zero. NaN counts as true.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The answers, bool; false for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.any(cuprum.array([[True, False], [False, False]]), axis=1)
///     array([ True, False])
ndarray any(const ndarray& a, const ReduceOptions& options = {});

/// Whether all elements are true: not zero. NaN counts as true.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The answers, bool; true for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.all(cuprum.array([[True, False], [True, True]]), axis=1)
///     array([False,  True])
ndarray all(const ndarray& a, const ReduceOptions& options = {});

/// The number of elements that are not zero. NaN is not zero.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The numbers, int64.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.count_nonzero(cuprum.array([[0, 1], [7, 2]]), axis=1)
///     array([1, 2])
ndarray count_nonzero(const ndarray& a, const ReduceOptions& options = {});

/// The arithmetic mean: the sum of elements over their number.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in and of the result. Where none is given: float64 for bool and integers, and `a`'s
///         own for all others; 16-bit floats are computed with in float32 in any case.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The means; NaN for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.mean(cuprum.array([[1, 2], [3, 4]]), axis=0)
///     array([2., 3.])
ndarray mean(const ndarray& a, const ReduceOptions& options = {});

/// The mean of squared distances from the mean; for complex numbers, of squared absolute values of the distances.
///
/// It takes one pass: each thread sums distances from its first element and their squares, and such sums are moved to a
/// common mean when they are combined, so that nothing is lost where the mean is large beside the spread.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in. Where none is given: float64 for bool and integers, and `a`'s own for all
///         others. The sums are kept in double in any case.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     ddof: what to subtract from the number of elements before dividing by it.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The variances, real; NaN where `ddof` leaves nothing to divide by.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.var(cuprum.array([[1, 2], [3, 4]]), axis=0)
///     array([1., 1.])
ndarray var(const ndarray& a, const ReduceOptions& options = {}, double ddof = 0);

/// The standard deviation: the square root of `var`. Its name in Python is `std`; in C++ that is the name of a
/// namespace.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in. Where none is given: float64 for bool and integers, and `a`'s own for all
///         others. The sums are kept in double in any case.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     ddof: what to subtract from the number of elements before dividing by it.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The standard deviations, real; NaN where `ddof` leaves nothing to divide by.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.std(cuprum.array([[1, 2], [3, 4]]))
///     array(1.11803399)
ndarray std_(const ndarray& a, const ReduceOptions& options = {}, double ddof = 0);

/// What `average` gives.
struct Average {
    ndarray value;
    ndarray weights_sum;
};

/// The mean with weights: the sum of products of elements and weights over the sum of weights, in one pass.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     weights: array of `a`'s shape, or of its shape along `axis`.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The means, and the sums of weights that they were divided by.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. TypeError: weights of another shape without `axis`. ValueError: weights that do not fit `a` along
///         `axis`. ZeroDivisionError: weights that sum to zero.
/// Example
///     >>> cuprum.average(cuprum.array([1.0, 2.0]), weights=cuprum.array([3.0, 1.0]))
///     array(1.25)
Average average(const ndarray& a, const ndarray& weights, const ReduceOptions& options = {});

/// The mean without weights: `mean`.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The means; NaN for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.average(cuprum.array([1.0, 2.0]))
///     array(1.5)
ndarray average(const ndarray& a, const ReduceOptions& options = {});

/// The sum of elements that are not NaN.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in and of the result. Where none is given: int64 for bool and for signed integers,
///         uint64 for unsigned ones, and `a`'s own for all others.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The sums; 0 where all are NaN.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.nansum(cuprum.array([1.0, float("nan")]))
///     array(1.)
ndarray nansum(const ndarray& a, const ReduceOptions& options = {});

/// The product of elements that are not NaN.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in and of the result. Where none is given: int64 for bool and for signed integers,
///         uint64 for unsigned ones, and `a`'s own for all others.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The products; 1 where all are NaN.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.nanprod(cuprum.array([3.0, float("nan")]))
///     array(3.)
ndarray nanprod(const ndarray& a, const ReduceOptions& options = {});

/// The largest element that is not NaN.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from. It makes the reduction of no elements possible.
///     where: bool array that broadcasts to `a`; elements where it is false take no part. It needs `initial`.
/// Returns
///     The largest elements; NaN where all are NaN.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements, or `where`, without `initial`.
/// Example
///     >>> cuprum.nanmax(cuprum.array([1.0, 2.0, float("nan")]))
///     array(2.)
ndarray nanmax(const ndarray& a, const ReduceOptions& options = {});

/// The smallest element that is not NaN.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     initial: value to start from. It makes the reduction of no elements possible.
///     where: bool array that broadcasts to `a`; elements where it is false take no part. It needs `initial`.
/// Returns
///     The smallest elements; NaN where all are NaN.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. ValueError: no elements, or `where`, without `initial`.
/// Example
///     >>> cuprum.nanmin(cuprum.array([1.0, 2.0, float("nan")]))
///     array(1.)
ndarray nanmin(const ndarray& a, const ReduceOptions& options = {});

/// The mean of elements that are not NaN.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in and of the result. Where none is given: float64 for bool and integers, and `a`'s
///         own for all others; 16-bit floats are computed with in float32 in any case.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The means; NaN where all are NaN.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.nanmean(cuprum.array([1.0, 2.0, float("nan")]))
///     array(1.5)
ndarray nanmean(const ndarray& a, const ReduceOptions& options = {});

/// The variance of elements that are not NaN; see `var`.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in. Where none is given: float64 for bool and integers, and `a`'s own for all
///         others. The sums are kept in double in any case.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     ddof: what to subtract from the number of elements before dividing by it.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The variances, real; NaN where `ddof` leaves nothing to divide by.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.nanvar(cuprum.array([1.0, 3.0, float("nan")]))
///     array(1.)
ndarray nanvar(const ndarray& a, const ReduceOptions& options = {}, double ddof = 0);

/// The standard deviation of elements that are not NaN; see `var`.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     dtype: dtype to compute in. Where none is given: float64 for bool and integers, and `a`'s own for all
///         others. The sums are kept in double in any case.
///     out: array to put the result into, which is then returned. It must have the result's shape; values are cast
///         to its dtype.
///     ddof: what to subtract from the number of elements before dividing by it.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
///     where: bool array that broadcasts to `a`; elements where it is false take no part.
/// Returns
///     The standard deviations, real; NaN where `ddof` leaves nothing to divide by.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.nanstd(cuprum.array([1.0, 3.0, float("nan")]))
///     array(1.)
ndarray nanstd(const ndarray& a, const ReduceOptions& options = {}, double ddof = 0);

/// The index of the largest element that is not NaN; of the first one where there are several. It waits for the result.
///
/// Parameters
///     a: array.
///     axis: the axis to search along; where none is given, the array is searched as if flattened in C order.
///     out: int64 array to put the result into, which is then returned. It must have the result's shape.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The indices, int64.
/// Raises
///     AxisError: an axis that `a` does not have. TypeError: several axes, or an `out` of another dtype.
///         ValueError: no elements, or an `out` of another shape. ValueError: a slice in which all are NaN.
/// Example
///     >>> cuprum.nanargmax(cuprum.array([1.0, float("nan"), 2.0]))
///     array(2)
ndarray nanargmax(const ndarray& a, const ReduceOptions& options = {});

/// The index of the smallest element that is not NaN; of the first one where there are several. It waits for the
/// result.
///
/// Parameters
///     a: array.
///     axis: the axis to search along; where none is given, the array is searched as if flattened in C order.
///     out: int64 array to put the result into, which is then returned. It must have the result's shape.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The indices, int64.
/// Raises
///     AxisError: an axis that `a` does not have. TypeError: several axes, or an `out` of another dtype.
///         ValueError: no elements, or an `out` of another shape. ValueError: a slice in which all are NaN.
/// Example
///     >>> cuprum.nanargmin(cuprum.array([1.0, float("nan"), 2.0]))
///     array(0)
ndarray nanargmin(const ndarray& a, const ReduceOptions& options = {});

}  // namespace cuprum
