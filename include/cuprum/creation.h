// Making arrays.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cuprum/array_list.h"
#include "cuprum/python.h"

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

/// A new array laid out as another is, with elements not set.
///
/// Parameters
///     prototype: the array to be like.
///     dtype: type of the elements; that of `a` by default.
///     order: 'C', 'F', 'A' ('F' where `a` is Fortran-contiguous only) or 'K' (as `a` is laid out).
///     shape: lengths of the axes; those of `a` by default.
/// Returns
///     The array.
/// Raises
///     ValueError: a negative length, another `order`.
/// Example
///     >>> cuprum.empty_like(cuprum.ones((2, 3), dtype='i1')).dtype
///     dtype('int8')
CUPRUM_SIGNATURE("prototype, dtype, order, subok=None, shape, *, device=None")
CUPRUM_TRAITS("subok")
CUPRUM_PYTHON ndarray empty_like(const ndarray& prototype, std::optional<DType> dtype = {}, char order = 'K',
                                 const Shape* shape = nullptr);

/// A new array of zeros.
///
/// Parameters
///     shape: lengths of the axes.
///     dtype: type of the elements.
///     order: 'C' or 'F'.
/// Returns
///     The array.
/// Raises
///     ValueError: a negative length, another `order`.
/// Example
///     >>> cuprum.zeros(3)
///     array([0., 0., 0.])
ndarray zeros(const Shape& shape, DType dtype = DType::float64, char order = 'C');

/// A new array of zeros, laid out as another is. Parameters are those of `empty_like`.
///
/// Parameters
///     a: the array to be like.
///     dtype: type of the elements; that of `a` by default.
///     order: 'C', 'F', 'A' or 'K'.
///     shape: lengths of the axes; those of `a` by default.
/// Returns
///     The array.
/// Raises
///     ValueError: a negative length, another `order`.
/// Example
///     >>> cuprum.zeros_like(cuprum.arange(3))
///     array([0, 0, 0])
CUPRUM_SIGNATURE("a, dtype, order, subok=None, shape, *, device=None")
CUPRUM_TRAITS("subok")
CUPRUM_PYTHON ndarray zeros_like(const ndarray& a, std::optional<DType> dtype = {}, char order = 'K',
                                 const Shape* shape = nullptr);

/// A new array of ones.
///
/// Parameters
///     shape: lengths of the axes.
///     dtype: type of the elements.
///     order: 'C' or 'F'.
/// Returns
///     The array.
/// Raises
///     ValueError: a negative length, another `order`.
/// Example
///     >>> cuprum.ones(3)
///     array([1., 1., 1.])
ndarray ones(const Shape& shape, DType dtype = DType::float64, char order = 'C');

/// A new array of ones, laid out as another is.
///
/// Parameters
///     a: the array to be like.
///     dtype: type of the elements; that of `a` by default.
///     order: 'C', 'F', 'A' or 'K'.
///     shape: lengths of the axes; those of `a` by default.
/// Returns
///     The array.
/// Raises
///     ValueError: a negative length, another `order`.
/// Example
///     >>> cuprum.ones_like(cuprum.arange(3))
///     array([1, 1, 1])
CUPRUM_SIGNATURE("a, dtype, order, subok=None, shape, *, device=None")
CUPRUM_TRAITS("subok")
CUPRUM_PYTHON ndarray ones_like(const ndarray& a, std::optional<DType> dtype = {}, char order = 'K',
                                const Shape* shape = nullptr);

/// A new array filled with a value.
///
/// Parameters
///     shape: lengths of the axes.
///     fill_value: a scalar, or an array that broadcasts to the shape.
///     dtype: type of the elements; that of the value by default.
///     order: 'C' or 'F'.
/// Returns
///     The array.
/// Raises
///     OverflowError: the value is a literal integer that the dtype does not hold. ValueError: a negative length.
/// Example
///     >>> cuprum.full((2, 2), 7)
///     array([[7, 7],
///            [7, 7]])
CUPRUM_SIGNATURE("shape, fill_value, dtype, order, *, device=None")
CUPRUM_PYTHON ndarray full(const Shape& shape, const Operand& fill_value, std::optional<DType> dtype = {},
                           char order = 'C');

/// A new array filled with a value, laid out as another is.
///
/// Parameters
///     a: the array to be like.
///     fill_value: a scalar, or an array that broadcasts to the shape.
///     dtype: type of the elements; that of `a` by default.
///     order: 'C', 'F', 'A' or 'K'.
///     shape: lengths of the axes; those of `a` by default.
/// Returns
///     The array.
/// Raises
///     OverflowError: the value is a literal integer that the dtype does not hold. ValueError: the value does not
///     broadcast to the shape.
/// Example
///     >>> cuprum.full_like(cuprum.arange(3), 7)
///     array([7, 7, 7])
CUPRUM_SIGNATURE("a, fill_value, dtype, order, subok=None, shape, *, device=None")
CUPRUM_TRAITS("subok")
CUPRUM_PYTHON ndarray full_like(const ndarray& a, const Operand& fill_value, std::optional<DType> dtype = {},
                                char order = 'K', const Shape* shape = nullptr);

/// A copy of an array.
///
/// Parameters
///     a: the array.
///     order: layout of the copy: 'C', 'F', 'A' or 'K'.
/// Returns
///     The copy.
/// Raises
///     ValueError: another `order`.
/// Example
///     >>> cuprum.copy(cuprum.arange(3))
///     array([0, 1, 2])
CUPRUM_PYTHON ndarray copy(const ndarray& a, char order = 'K');

/// The array in C order: itself if it is so laid out, else a copy. It has at least one dimension.
///
/// Parameters
///     a: the array.
///     dtype: type of the elements; that of `a` by default.
/// Returns
///     A C-contiguous array.
/// Example
///     >>> cuprum.ascontiguousarray(cuprum.ones((2, 3)).T).flags.c_contiguous
///     True
CUPRUM_TRAITS("itself")
CUPRUM_PYTHON ndarray ascontiguousarray(const ndarray& a, std::optional<DType> dtype = {});

/// The array in Fortran order: itself if it is so laid out, else a copy. It has at least one dimension.
///
/// Parameters
///     a: the array.
///     dtype: type of the elements; that of `a` by default.
/// Returns
///     A Fortran-contiguous array.
/// Example
///     >>> cuprum.asfortranarray(cuprum.ones((2, 3))).flags.f_contiguous
///     True
CUPRUM_TRAITS("itself")
CUPRUM_PYTHON ndarray asfortranarray(const ndarray& a, std::optional<DType> dtype = {});

// Ranges (src/numpy/ranges.cpp).

/// Evenly spaced values from `start` up to, not including, `stop`.
///
/// Parameters
///     start: the first value.
///     stop: the end, which is not part of the result.
///     step: distance between neighbours; may be negative.
///     dtype: type of the elements; by default int64 for integers, else what the arguments promote to with it.
/// Returns
///     An array of `ceil((stop - start) / step)` elements.
/// Raises
///     ZeroDivisionError: the step is zero. ValueError: the length is no number or too large.
///     TypeError: more than two booleans are asked for.
/// Example
///     >>> cuprum.arange(1, 2, 0.25)
///     array([1.  , 1.25, 1.5 , 1.75])
ndarray arange(const Scalar& start, const Scalar& stop, const Scalar& step = 1, std::optional<DType> dtype = {});
inline ndarray arange(const Scalar& stop, std::optional<DType> dtype = {}) { return arange(0, stop, 1, dtype); }

/// `num` evenly spaced values from `start` to `stop`.
///
/// Parameters
///     start: the first value; arrays make a sequence for each pair of their elements.
///     stop: the last value, or with endpoint=False the end.
///     num: how many.
///     endpoint: whether `stop` is the last value.
///     dtype: type of the elements; inexact by default. Integers are rounded down.
///     axis: where the sequences run in the result.
/// Returns
///     The values.
/// Raises
///     ValueError: `num` is negative. AxisError: there is no such axis. TypeError: complex values and an integer dtype.
/// Example
///     >>> cuprum.linspace(0, 1, 5)
///     array([0.  , 0.25, 0.5 , 0.75, 1.  ])
ndarray linspace(const Operand& start, const Operand& stop, std::int64_t num = 50, bool endpoint = true,
                 std::optional<DType> dtype = {}, std::int64_t axis = 0);

/// The distance between neighbours in `linspace` of the same arguments: NaN where there are no two.
///
/// Parameters
///     start: the first value.
///     stop: the last value.
///     num: how many values.
///     endpoint: whether `stop` is the last of them.
/// Returns
///     An array of the broadcast shape of `start` and `stop`; of no dimensions where it is NaN.
/// Example
///     >>> cuprum.linspace(0, 1, 5, retstep=True)[1]
///     0.25
ndarray linspace_step(const Operand& start, const Operand& stop, std::int64_t num = 50, bool endpoint = true);

/// `num` values from `base**start` to `base**stop` whose logarithms are evenly spaced.
///
/// Parameters
///     start: logarithm of the first value.
///     stop: logarithm of the last value, or with endpoint=False of the end.
///     num: how many.
///     endpoint: whether `base**stop` is the last value.
///     base: base of the logarithms; an array makes a sequence for each element.
///     dtype: type of the elements.
///     axis: where the sequences run in the result.
/// Returns
///     The values.
/// Raises
///     ValueError: `num` is negative.
/// Example
///     >>> cuprum.logspace(0, 2, 3)
///     array([  1.,  10., 100.])
CUPRUM_PYTHON ndarray logspace(const Operand& start, const Operand& stop, std::int64_t num = 50, bool endpoint = true,
                               const Operand& base = 10.0, std::optional<DType> dtype = {}, std::int64_t axis = 0);

/// `num` values from `start` to `stop` of which each is the same multiple of the one before.
///
/// Parameters
///     start: the first value.
///     stop: the last value, or with endpoint=False the end.
///     num: how many.
///     endpoint: whether `stop` is the last value.
///     dtype: type of the elements.
///     axis: where the sequences run in the result.
/// Returns
///     The values.
/// Raises
///     ValueError: `num` is negative, or a sequence would start or end at zero.
/// Example
///     >>> cuprum.geomspace(1, 1000, 4)
///     array([   1.,   10.,  100., 1000.])
CUPRUM_PYTHON ndarray geomspace(const Operand& start, const Operand& stop, std::int64_t num = 50, bool endpoint = true,
                                std::optional<DType> dtype = {}, std::int64_t axis = 0);

/// The numbers of the places of a grid, for each of its axes.
///
/// Parameters
///     dimensions: lengths of the grid's axes.
///     dtype: type of the elements.
/// Returns
///     An array of shape `(len(dimensions), *dimensions)`: its k-th part counts along axis k.
/// Raises
///     ValueError: a negative length.
/// Example
///     >>> cuprum.indices((2, 2))[1]
///     array([[0, 1],
///            [0, 1]])
ndarray indices(const Shape& dimensions, DType dtype = DType::int64);

/// `indices` as arrays that broadcast against each other: the k-th runs along axis k and has length one elsewhere.
///
/// Parameters
///     dimensions: lengths of the grid's axes.
///     dtype: type of the elements.
/// Returns
///     One array an axis.
/// Example
///     >>> cuprum.indices((2, 3), sparse=True)[1]
///     array([[0, 1, 2]])
std::vector<ndarray> sparse_indices(const Shape& dimensions, DType dtype = DType::int64);

/// One axis of `mgrid` and `ogrid`: `start:stop:step`, or with `count` set `count` values with both ends.
struct GridAxis {
    Scalar start = 0, stop = 0, step = 1;
    std::optional<std::int64_t> count{};  ///< `|step|` of a complex step.
};

/// The coordinates of a grid, for each of its axes, as one array: NumPy's `mgrid[...]` with several slices.
///
/// Parameters
///     axes: a slice an axis.
/// Returns
///     An array whose k-th part holds the coordinates along axis k; int64 where all the slices are of integers, else
///     float64.
/// Example
///     >>> cuprum.mgrid[0:2, 0:1:3j][1]
///     array([[0. , 0.5, 1. ],
///            [0. , 0.5, 1. ]])
ndarray mgrid(std::span<const GridAxis> axes);

/// The coordinates of a grid as arrays that broadcast against each other: NumPy's `ogrid[...]` with several slices.
///
/// Parameters
///     axes: a slice an axis.
/// Returns
///     One array an axis.
/// Example
///     >>> cuprum.ogrid[0:2, 0:3][1]
///     array([[0, 1, 2]])
std::vector<ndarray> ogrid(std::span<const GridAxis> axes);

/// Coordinates of a grid from those along its axes.
///
/// Parameters
///     xi: one-dimensional arrays, one an axis.
///     indexing: "xy" (the first array runs along the second axis) or "ij" (each along its own).
///     sparse: whether axes of other arrays keep length one.
///     copy: whether the results are copies; else they are views with repeated elements.
/// Returns
///     One array for each of `xi`.
/// Raises
///     ValueError: unknown indexing.
/// Example
///     >>> x, y = cuprum.meshgrid(cuprum.arange(3), cuprum.arange(2)); y
///     array([[0, 0, 0],
///            [1, 1, 1]])
CUPRUM_SIGNATURE("*xi, copy, sparse, indexing")
CUPRUM_PYTHON std::vector<ndarray> meshgrid(ArrayList xi, CUPRUM_WORDS("xy", "ij") std::string_view indexing = "xy",
                                            bool sparse = false, bool copy = true);

// Matrices (src/numpy/matrices.cpp).

/// A matrix with ones on a diagonal and zeros elsewhere.
///
/// Parameters
///     N: number of rows.
///     M: number of columns; `N` by default.
///     k: the diagonal: 0 the main one, positive above it.
///     dtype: type of the elements.
///     order: 'C' or 'F'.
/// Returns
///     The matrix.
/// Raises
///     ValueError: a negative length, another `order`.
/// Example
///     >>> cuprum.eye(2, 3, k=1)
///     array([[0., 1., 0.],
///            [0., 0., 1.]])
CUPRUM_SIGNATURE("N, M, k, dtype, order, *, device=None")
CUPRUM_PYTHON ndarray eye(std::int64_t N, std::optional<std::int64_t> M = {}, std::int64_t k = 0,
                          DType dtype = DType::float64, char order = 'C');

/// The identity matrix.
///
/// Parameters
///     n: number of rows and columns.
///     dtype: type of the elements.
/// Returns
///     The matrix.
/// Raises
///     ValueError: a negative length.
/// Example
///     >>> cuprum.identity(2)
///     array([[1., 0.],
///            [0., 1.]])
CUPRUM_PYTHON ndarray identity(std::int64_t n, DType dtype = DType::float64);

/// A matrix with ones at and below a diagonal and zeros above it.
///
/// Parameters
///     N: number of rows.
///     M: number of columns; `N` by default.
///     k: the diagonal: 0 the main one, positive above it.
///     dtype: type of the elements.
/// Returns
///     The matrix.
/// Example
///     >>> cuprum.tri(2, 3)
///     array([[1., 0., 0.],
///            [1., 1., 0.]])
CUPRUM_PYTHON ndarray tri(std::int64_t N, std::optional<std::int64_t> M = {}, std::int64_t k = 0,
                          DType dtype = DType::float64);

/// A copy of an array with zeros above a diagonal of its last two axes.
///
/// Parameters
///     m: the array.
///     k: the diagonal: 0 the main one, positive above it.
/// Returns
///     The lower triangles.
/// Raises
///     ValueError: the array has no dimensions.
/// Example
///     >>> cuprum.tril(cuprum.ones((2, 2)))
///     array([[1., 0.],
///            [1., 1.]])
CUPRUM_PYTHON ndarray tril(const ndarray& m, std::int64_t k = 0);

/// A copy of an array with zeros below a diagonal of its last two axes.
///
/// Parameters
///     m: the array.
///     k: the diagonal: 0 the main one, positive above it.
/// Returns
///     The upper triangles.
/// Raises
///     ValueError: the array has no dimensions.
/// Example
///     >>> cuprum.triu(cuprum.ones((2, 2)))
///     array([[1., 1.],
///            [0., 1.]])
CUPRUM_PYTHON ndarray triu(const ndarray& m, std::int64_t k = 0);

/// A diagonal of a matrix, or the matrix with a given diagonal.
///
/// Parameters
///     v: a matrix, or the elements of a diagonal.
///     k: which diagonal: 0 the main one, positive above it.
/// Returns
///     A view of the matrix's diagonal, or a new matrix with zeros elsewhere.
/// Raises
///     ValueError: `v` has neither one nor two dimensions.
/// Example
///     >>> cuprum.diag(cuprum.arange(1, 3))
///     array([[1, 0],
///            [0, 2]])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray diag(const ndarray& v, std::int64_t k = 0);

/// The matrix with the elements of an array, in C order, on a diagonal.
///
/// Parameters
///     v: the array.
///     k: which diagonal: 0 the main one, positive above it.
/// Returns
///     A matrix with zeros elsewhere.
/// Example
///     >>> cuprum.diagflat(cuprum.arange(2), 1)
///     array([[0, 0, 0],
///            [0, 0, 1],
///            [0, 0, 0]])
CUPRUM_PYTHON ndarray diagflat(const ndarray& v, std::int64_t k = 0);

/// The Vandermonde matrix: powers of a vector's elements.
///
/// Parameters
///     x: a vector.
///     N: number of columns; the vector's length by default.
///     increasing: whether powers rise from left to right; else they fall.
/// Returns
///     A matrix whose columns are powers 0 to N - 1 of `x`; integers are computed in int64 at least.
/// Raises
///     ValueError: `x` is no vector.
/// Example
///     >>> cuprum.vander(cuprum.array([2, 3]), 3)
///     array([[4, 2, 1],
///            [9, 3, 1]])
CUPRUM_PYTHON ndarray vander(const ndarray& x, std::optional<std::int64_t> N = {}, bool increasing = false);

}  // namespace cuprum
