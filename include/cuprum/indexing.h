// Selecting and placing elements. `ndarray::at` and `ndarray::assign` (a[...] and a[...] = v) are declared with the
// array.
//
// Integer indices count from the end where they are negative. An index array with an entry out of bounds raises
// IndexError on the CPU backend. On a GPU the host would have to wait to find out, so there such an entry is taken
// modulo the length, as CuPy does, unless the environment has CUPRUM_CHECK=bounds. Integers and slices are always
// checked.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuprum/array_list.h"
#include "cuprum/creation.h"
#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// Elements of an array along an axis.
///
/// Parameters
///     a: array.
///     indices: integer array: which elements to take; any shape.
///     axis: axis to take along; none takes from the flattened array.
///     out: array of the result's shape and dtype to write to.
///     mode: what an index out of bounds means: "raise", "wrap" (modulo the length) or "clip" (the nearest end;
///     negative ones are 0). Where "raise" is given and not the default, a GPU's indices are looked at, too, for which
///     the host waits.
/// Returns
///     An array of a's dtype in which the axis is replaced by the axes of `indices`.
/// Raises
///     IndexError: an index is out of bounds under "raise" (on a GPU: given, or CUPRUM_CHECK=bounds). TypeError:
///     indices are not integers. ValueError: `out` has another shape or dtype.
/// Example
///     >>> cuprum.take(cuprum.array([4, 3, 5]), cuprum.array([0, 2]))
///     array([4, 5])
CUPRUM_TRAITS("same_class, own_method, method")
CUPRUM_PYTHON ndarray take(const ndarray& a, const ndarray& indices, std::optional<std::int64_t> axis = {},
                           const ndarray* out = nullptr, const std::string& mode = {});

/// For each line along an axis, elements chosen by the matching line of indices.
///
/// Parameters
///     a: array.
///     indices: integer array with as many dimensions as `a`; they broadcast but for the axis.
///     axis: axis along which lines lie; none for the flattened array.
/// Returns
///     An array of a's dtype.
/// Raises
///     IndexError: an index is out of bounds. ValueError: the numbers of dimensions differ.
/// Example
///     >>> a = cp.array([[3, 1, 2], [6, 5, 4]])
///     >>> cp.take_along_axis(a, cp.argsort(a, axis=1), axis=1)  # a, sorted
///     array([[1, 2, 3],
///            [4, 5, 6]])
CUPRUM_PYTHON ndarray take_along_axis(const ndarray& a, const ndarray& indices, std::optional<std::int64_t> axis = -1);

/// Writes elements to the places in the flattened array that indices name.
///
/// Parameters
///     a: array to write to.
///     indices: integer array.
///     values: array, repeated where it has fewer elements than `indices`. Where an index repeats, the last value
///     stays. mode: "raise", "wrap" or "clip" as in `take`.
/// Raises
///     IndexError: an index is out of bounds under "raise".
/// Example
///     >>> a = cuprum.arange(5); cuprum.put(a, cuprum.array([0, 2]), cuprum.array([-44, -55])); a
///     array([-44,   1, -55,   3,   4])
void put(const ndarray& a, const ndarray& indices, const ndarray& values, const std::string& mode = {});

/// Writes to the places that `take_along_axis` would read.
///
/// Parameters
///     arr: array to write to.
///     indices: integer array with as many dimensions as `a`.
///     values: array that broadcasts to the shape of the places.
///     axis: axis along which lines lie; none for the flattened array.
/// Raises
///     IndexError: an index is out of bounds. ValueError: the numbers of dimensions differ.
/// Example
///     >>> a = cp.array([[3, 1, 2], [4, 6, 5]])
///     >>> cp.put_along_axis(a, cp.argmax(a, axis=1, keepdims=True), cp.array(0), axis=1)
///     >>> a
///     array([[0, 1, 2],
///            [4, 0, 5]])
CUPRUM_SIGNATURE("arr, indices, values, axis")
CUPRUM_PYTHON void put_along_axis(const ndarray& arr, const ndarray& indices, const ndarray& values,
                                  std::optional<std::int64_t> axis);

/// Writes the first values, one after the other, to the places where a mask is true.
///
/// Parameters
///     arr: array to write to.
///     mask: array of a's size; read as booleans.
///     vals: array, repeated as often as needed.
/// Raises
///     ValueError: the mask has another size, or there are places to fill and no values. TypeError: the values cannot
///     be cast safely.
/// Example
///     >>> a = cp.arange(6)
///     >>> cp.place(a, a > 2, cp.array([44, 55]))
///     >>> a
///     array([ 0,  1,  2, 44, 55, 44])
CUPRUM_PYTHON void place(const ndarray& arr, const ndarray& mask, const ndarray& vals);

/// a.flat[i] = values.flat[i] for each i where a mask is true.
///
/// Parameters
///     a: array to write to.
///     mask: array of a's size; read as booleans.
///     values: array, repeated to a's size.
/// Raises
///     ValueError: the mask has another size. TypeError: the values cannot be cast safely.
/// Example
///     >>> x = cp.arange(5)
///     >>> cp.putmask(x, x > 2, x ** 2)
///     >>> x
///     array([ 0,  1,  2,  9, 16])
CUPRUM_PYTHON void putmask(const ndarray& a, const ndarray& mask, const ndarray& values);

/// Each element from the array that an index array names.
///
/// Parameters
///     a: integer array: which of the choices to take each element from.
///     choices: arrays; they and `a` are broadcast together.
///     out: array of the result's shape to write to.
///     mode: what a number out of bounds means: "raise" (the default; the host waits for the answer), "wrap" or
///     "clip".
/// Returns
///     An array of the choices' common dtype.
/// Raises
///     ValueError: there are no choices, or a number is out of bounds under "raise".
/// Example
///     >>> cuprum.choose(cuprum.array([1, 0]), [cuprum.array([1, 2]), cuprum.array([10, 20])])
///     array([10,  2])
CUPRUM_TRAITS("method")
CUPRUM_PYTHON ndarray choose(const ndarray& a, ArrayList choices, const ndarray* out = nullptr,
                             const std::string& mode = {});

/// Slices along an axis where a condition is true.
///
/// Parameters
///     condition: one-dimensional array, read as booleans; may be shorter than the axis.
///     a: array.
///     axis: axis to select along; none selects from the flattened array.
///     out: array of the result's shape and dtype to write to.
/// Returns
///     An array without the slices where the condition is false.
/// Raises
///     ValueError: the condition is not one-dimensional. IndexError: it is true beyond the axis.
/// Example
///     >>> cuprum.compress(cuprum.array([0, 1]), cuprum.array([[1, 2], [3, 4]]), axis=0)
///     array([[3, 4]])
CUPRUM_PYTHON ndarray compress(const ndarray& condition, const ndarray& a, std::optional<std::int64_t> axis = {},
                               const ndarray* out = nullptr);

/// The elements of an array where a condition is true, in C order.
///
/// Parameters
///     condition: array, read as booleans.
///     a: array of the same size.
/// Returns
///     A one-dimensional array of a's dtype.
/// Raises
///     IndexError: `condition` is true beyond the end of `a`.
/// Example
///     >>> a = cp.arange(8)
///     >>> cp.extract(a % 3 == 0, a)
///     array([0, 3, 6])
CUPRUM_PYTHON ndarray extract(const ndarray& condition, const ndarray& a);

/// Each element from the first choice whose condition is true.
///
/// Parameters
///     conditions: bool arrays.
///     choices: as many arrays; they and the conditions are broadcast together.
///     otherwise: value where no condition is true.
/// Returns
///     An array of the common dtype of the choices and `otherwise`.
/// Raises
///     ValueError: the numbers of conditions and choices differ or are zero. TypeError: a condition is not boolean.
/// Example
///     >>> x = cp.arange(8)
///     >>> cp.select([x < 3, x > 5], [x, x ** 2], 42)
///     array([ 0,  1,  2, 42, 42, 42, 36, 49])
ndarray select(ArrayList conditions, ArrayList choices, const Operand& otherwise = 0);

/// The indices of the elements that are not zero, an int64 array for each axis, in C order.
///
/// Parameters
///     a: array with at least one dimension.
/// Returns
///     As many arrays as `a` has dimensions; a[nonzero(a)] are the elements themselves. The host waits for their
///     number.
/// Raises
///     ValueError: `a` has no dimensions.
/// Example
///     >>> cuprum.nonzero(cuprum.array([0, 5, 0, 7]))
///     (array([1, 3]),)
CUPRUM_TRAITS("method")
CUPRUM_PYTHON std::vector<ndarray> nonzero(const ndarray& a);

/// The indices into the flattened array of the elements that are not zero.
///
/// Parameters
///     a: array.
/// Returns
///     A one-dimensional int64 array.
/// Example
///     >>> cuprum.flatnonzero(cuprum.array([0, 5, 0, 7]))
///     array([1, 3])
CUPRUM_PYTHON ndarray flatnonzero(const ndarray& a);

/// The indices of the elements that are not zero, a row each.
///
/// Parameters
///     a: array.
/// Returns
///     An int64 array of shape (number of them, a.ndim).
/// Example
///     >>> cuprum.argwhere(cuprum.array([0, 5, 0, 7]))
///     array([[1],
///            [3]])
CUPRUM_PYTHON ndarray argwhere(const ndarray& a);

/// Writes to the main diagonal.
///
/// Parameters
///     a: array of at least two dimensions; with more than two all must be equally long.
///     val: array or scalar, repeated along the diagonal.
///     wrap: with a tall matrix, begins the diagonal anew after each N + 1 rows.
/// Raises
///     ValueError: fewer than two dimensions, or unequal ones.
/// Example
///     >>> a = cuprum.zeros((3, 3)); cuprum.fill_diagonal(a, 5)
CUPRUM_PYTHON void fill_diagonal(const ndarray& a, const Operand& val, bool wrap = false);

/// The diagonals of an array along two of its axes.
///
/// Parameters
///     a: an array of two dimensions or more.
///     offset: which diagonal: 0 is the main one, positive ones lie above it, negative ones below.
///     axis1: the first axis of the matrices whose diagonals are taken.
///     axis2: their second axis.
/// Returns
///     A view, with the diagonal as its last axis in place of both.
/// Raises
///     ValueError: fewer than two dimensions, or the same axis twice. AxisError: there is no such axis.
/// Example
///     >>> cuprum.diagonal(cuprum.arange(4).reshape(2, 2))
///     array([0, 3])
CUPRUM_TRAITS("same_class, own_method")
CUPRUM_PYTHON inline ndarray diagonal(const ndarray& a, std::int64_t offset = 0, std::int64_t axis1 = 0,
                                      std::int64_t axis2 = 1) {
    return a.diagonal(offset, axis1, axis2);
}

/// Index arrays that select the cross product of sequences: a[ix_(rows, columns)].
///
/// Parameters
///     args: one-dimensional arrays; a boolean one stands for where it is true.
/// Returns
///     An array for each, shaped to broadcast with the others.
/// Raises
///     ValueError: a sequence is not one-dimensional.
/// Example
///     >>> a = cp.arange(10).reshape(2, 5)
///     >>> a[cp.ix_(cp.array([0, 1]), cp.array([2, 4]))]
///     array([[2, 4],
///            [7, 9]])
CUPRUM_SIGNATURE("*args")
CUPRUM_PYTHON std::vector<ndarray> ix_(ArrayList args);

/// Positions in the flattened array as an index for each axis.
///
/// Parameters
///     indices: integer array.
///     dims: of the array.
///     order: 'C' or 'F': how it is flattened.
/// Returns
///     An int64 array for each axis.
/// Raises
///     ValueError: a position is out of bounds; the host waits for the answer.
/// Example
///     >>> cuprum.unravel_index(cuprum.array([22, 41]), (7, 6))
///     (array([3, 6]), array([4, 5]))
CUPRUM_PYTHON std::vector<ndarray> unravel_index(const ndarray& indices, const Shape& dims, char order = 'C');

/// Indices along each axis as positions in the flattened array.
///
/// Parameters
///     multi_index: an integer array for each axis; they are broadcast together.
///     dims: of the array.
///     mode: what an index out of bounds means, for each axis or one for all: "raise", "wrap" or "clip". Where none is
///     given, "raise" on the CPU and, as in CuPy, "wrap" on a GPU unless CUPRUM_CHECK=bounds is set.
///     order: 'C' or 'F': how it is flattened.
/// Returns
///     An int64 array.
/// Raises
///     ValueError: an index is out of bounds under "raise", for which the host waits, or the number of arrays is wrong.
/// Example
///     >>> cuprum.ravel_multi_index((cuprum.array([3, 6]), cuprum.array([4, 5])), (7, 6))
///     array([22, 41])
CUPRUM_PYTHON ndarray ravel_multi_index(ArrayList multi_index, const Shape& dims,
                                        std::span<const std::string> mode = {}, char order = 'C');

/// The indices of the main diagonal of an array with `ndim` axes of length `n`.
///
/// Parameters
///     n: length of the axes.
///     ndim: number of axes.
/// Returns
///     `ndim` times the same int64 array.
/// Example
///     >>> a = cp.zeros((3, 3), int)
///     >>> a[cp.diag_indices(3)] = 100
///     >>> a
///     array([[100,   0,   0],
///            [  0, 100,   0],
///            [  0,   0, 100]])
CUPRUM_PYTHON std::vector<ndarray> diag_indices(std::int64_t n, int ndim = 2);

/// The indices of an array's main diagonal.
///
/// Parameters
///     arr: array of at least two dimensions, all equally long.
/// Returns
///     As `diag_indices`.
/// Raises
///     ValueError: fewer than two dimensions, or unequal ones.
/// Example
///     >>> cp.diag_indices_from(cp.ones((2, 2)))
///     (array([0, 1]), array([0, 1]))
CUPRUM_PYTHON std::vector<ndarray> diag_indices_from(const ndarray& arr);

/// The indices of the lower triangle of an (n, m) array.
///
/// Parameters
///     n: rows.
///     k: diagonal to end with: 0 the main one, positive ones above it.
///     m: columns; as many as rows unless given.
/// Returns
///     Two int64 arrays: rows and columns.
/// Example
///     >>> a = cp.ones((3, 3), int)
///     >>> a[cp.tril_indices(3)] = -1
///     >>> a
///     array([[-1,  1,  1],
///            [-1, -1,  1],
///            [-1, -1, -1]])
CUPRUM_PYTHON std::vector<ndarray> tril_indices(std::int64_t n, std::int64_t k = 0, std::optional<std::int64_t> m = {});

/// The indices of the upper triangle of an (n, m) array; `k` is the diagonal to begin with.
///
/// Parameters
///     n: rows.
///     k: diagonal to begin with: 0 the main one, positive ones above it.
///     m: columns; as many as rows unless given.
/// Returns
///     Two int64 arrays: rows and columns.
/// Example
///     >>> cp.triu_indices(2)
///     (array([0, 0, 1]), array([0, 1, 1]))
CUPRUM_PYTHON std::vector<ndarray> triu_indices(std::int64_t n, std::int64_t k = 0, std::optional<std::int64_t> m = {});

/// `tril_indices` of a matrix's shape.
///
/// Parameters
///     arr: two-dimensional array.
///     k: diagonal to end with.
/// Returns
///     Two int64 arrays.
/// Raises
///     ValueError: the array is not two-dimensional.
/// Example
///     >>> cp.tril_indices_from(cp.ones((2, 2)))
///     (array([0, 1, 1]), array([0, 0, 1]))
CUPRUM_PYTHON std::vector<ndarray> tril_indices_from(const ndarray& arr, std::int64_t k = 0);

/// `triu_indices` of a matrix's shape.
///
/// Parameters
///     arr: two-dimensional array.
///     k: diagonal to begin with.
/// Returns
///     Two int64 arrays.
/// Raises
///     ValueError: the array is not two-dimensional.
/// Example
///     >>> cp.triu_indices_from(cp.ones((2, 2)))
///     (array([0, 0, 1]), array([0, 1, 1]))
CUPRUM_PYTHON std::vector<ndarray> triu_indices_from(const ndarray& arr, std::int64_t k = 0);

/// The indices of an (n, n) array where a masking function leaves ones other than zero.
///
/// Parameters
///     n: rows and columns.
///     mask: function from an array of ones and `k` to an array of the same shape, such as triu.
///     k: passed to the function.
/// Returns
///     Two int64 arrays.
/// Example
///     >>> a[cuprum.mask_indices(3, cuprum.triu)]
template <class Mask>
std::vector<ndarray> mask_indices(std::int64_t n, Mask&& mask, std::int64_t k = 0) {
    return nonzero(mask(ones({n, n}, DType::int64), k));
}

/// a[index] += values in which repeated indices count each time. The result does not depend on the order of threads, on
/// any processor.
///
/// Parameters
///     a: array to write to.
///     index: as in a[index].
///     values: array that broadcasts to a[index].
/// Raises
///     IndexError: as of a[index].
void scatter_add(const ndarray& a, std::span<const Index> index, const ndarray& values);

/// a[index] = maximum(a[index], values) in which repeated indices count each time.
///
/// Parameters
///     a: array to write to.
///     index: as in a[index].
///     values: array that broadcasts to a[index].
void scatter_max(const ndarray& a, std::span<const Index> index, const ndarray& values);

/// a[index] = minimum(a[index], values) in which repeated indices count each time.
///
/// Parameters
///     a: array to write to.
///     index: as in a[index].
///     values: array that broadcasts to a[index].
void scatter_min(const ndarray& a, std::span<const Index> index, const ndarray& values);

}  // namespace cuprum
