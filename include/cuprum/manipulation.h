// Changing the shape and the arrangement of arrays, joining and splitting them.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/array_list.h"
#include "cuprum/python.h"

namespace cuprum {

// Shapes (src/numpy/manipulation.cpp).

/// The elements of an array under another shape.
///
/// Parameters
///     a: the array.
///     shape: the new lengths; one of them may be -1 and is then computed.
///     order: in which order elements are read and placed: 'C', 'F' or 'A'.
///     copy: True always copies, False never does; by default copies where no view can have the shape.
/// Returns
///     A view where possible, else a copy.
/// Raises
///     ValueError: the number of elements differs, or a copy is needed and copy=False.
/// Example
///     >>> cuprum.reshape(cuprum.arange(6), (2, -1))
///     array([[0, 1, 2],
///            [3, 4, 5]])
ndarray reshape(const ndarray& a, const Shape& shape, char order = 'C', std::optional<bool> copy = {});

/// The elements of an array in one dimension.
///
/// Parameters
///     a: the array.
///     order: in which order they are read: 'C', 'F', 'A' or 'K' (as they lie in memory).
/// Returns
///     A view where possible, else a copy.
/// Raises
///     ValueError: another `order`.
/// Example
///     >>> cuprum.ravel(cuprum.array([[1, 2], [3, 4]]), order='F')
///     array([1, 3, 2, 4])
CUPRUM_TRAITS("same_class, own_method")
CUPRUM_PYTHON ndarray ravel(const ndarray& a, char order = 'C');

/// The array with its axes in another order.
///
/// Parameters
///     a: the array.
///     axes: the axes of `a` in their new order; reversed by default.
/// Returns
///     A view.
/// Raises
///     ValueError: `axes` is no permutation of the array's axes.
/// Example
///     >>> cuprum.transpose(cuprum.ones((2, 3))).shape
///     (3, 2)
CUPRUM_TRAITS("same_class, own_method_by_position, also permute_dims")
CUPRUM_PYTHON ndarray transpose(const ndarray& a, const Axes& axes = {});

/// The array with its last two axes swapped.
///
/// Parameters
///     x: an array of two dimensions or more.
/// Returns
///     A view.
/// Raises
///     ValueError: the array has fewer than two dimensions.
/// Example
///     >>> cuprum.matrix_transpose(cuprum.ones((4, 2, 3))).shape
///     (4, 3, 2)
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray matrix_transpose(const ndarray& x);

/// The array with two axes swapped.
///
/// Parameters
///     a: the array.
///     axis1: one axis.
///     axis2: the other.
/// Returns
///     A view.
/// Raises
///     AxisError: there is no such axis.
/// Example
///     >>> cuprum.swapaxes(cuprum.ones((2, 3, 4)), 0, 2).shape
///     (4, 3, 2)
CUPRUM_TRAITS("same_class, own_method_by_position")
CUPRUM_PYTHON ndarray swapaxes(const ndarray& a, std::int64_t axis1, std::int64_t axis2);

/// The array with some axes moved to other places; the rest keep their order.
///
/// Parameters
///     a: the array.
///     source: the axes to move.
///     destination: where each of them goes.
/// Returns
///     A view.
/// Raises
///     AxisError: there is no such axis. ValueError: axes repeat, or there are not as many destinations as sources.
/// Example
///     >>> cuprum.moveaxis(cuprum.ones((2, 3, 4)), 0, -1).shape
///     (3, 4, 2)
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray moveaxis(const ndarray& a, const Dims& source, const Dims& destination);
inline ndarray moveaxis(const ndarray& a, std::int64_t source, std::int64_t destination) {
    return moveaxis(a, Dims{source}, Dims{destination});
}

/// The array with one axis moved back before another. `moveaxis` says it more plainly.
///
/// Parameters
///     a: the array.
///     axis: the axis to move.
///     start: the axis before which it goes.
/// Returns
///     A view.
/// Raises
///     AxisError: there is no such axis.
/// Example
///     >>> cuprum.rollaxis(cuprum.ones((2, 3, 4)), 2).shape
///     (4, 2, 3)
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray rollaxis(const ndarray& a, std::int64_t axis, std::int64_t start = 0);

/// The array with new axes of length one.
///
/// Parameters
///     a: the array.
///     axis: where the new axes are in the result.
/// Returns
///     A view.
/// Raises
///     AxisError: a place outside of the result. ValueError: a repeated place.
/// Example
///     >>> cuprum.expand_dims(cuprum.arange(3), (0, 2)).shape
///     (1, 3, 1)
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray expand_dims(const ndarray& a, const Dims& axis);
inline ndarray expand_dims(const ndarray& a, std::int64_t axis) { return expand_dims(a, Dims{axis}); }

/// The array without axes of length one.
///
/// Parameters
///     a: the array.
///     axis: the axes to drop; by default all that have length one.
/// Returns
///     A view.
/// Raises
///     ValueError: an axis to drop is longer than one. AxisError: there is no such axis.
/// Example
///     >>> cuprum.squeeze(cuprum.ones((1, 3, 1))).shape
///     (3,)
CUPRUM_TRAITS("same_class, own_method")
CUPRUM_PYTHON ndarray squeeze(const ndarray& a, const Axes& axis = {});

/// The array as a view of another shape, in which it is repeated along new axes and axes of length one.
///
/// Parameters
///     a: the array.
///     shape: the shape.
/// Returns
///     A view; several of its elements may lie at one place in memory.
/// Raises
///     ValueError: the array does not broadcast to the shape.
/// Example
///     >>> cuprum.broadcast_to(cuprum.arange(2), (2, 2))
///     array([[0, 1],
///            [0, 1]])
ndarray broadcast_to(const ndarray& a, const Shape& shape);

/// Arrays as views of the one shape to which they all broadcast.
///
/// Parameters
///     arrays: the arrays.
/// Returns
///     The views, in the same order.
/// Raises
///     ValueError: they do not broadcast.
/// Example
///     >>> [a.shape for a in cuprum.broadcast_arrays(cuprum.ones((2, 1)), cuprum.ones(3))]
///     [(2, 3), (2, 3)]
std::vector<ndarray> broadcast_arrays(ArrayList arrays);

/// The array with at least one dimension.
///
/// Parameters
///     a: the array.
/// Returns
///     The array, or a view of it.
/// Example
///     >>> cuprum.atleast_1d(cuprum.array(3))
///     array([3])
ndarray atleast_1d(const ndarray& a);

/// The array with at least two dimensions; new ones come first.
///
/// Parameters
///     a: the array.
/// Returns
///     The array, or a view of it.
/// Example
///     >>> cuprum.atleast_2d(cuprum.arange(3)).shape
///     (1, 3)
ndarray atleast_2d(const ndarray& a);

/// The array with at least three dimensions: (n,) becomes (1, n, 1), and (m, n) becomes (m, n, 1).
///
/// Parameters
///     a: the array.
/// Returns
///     The array, or a view of it.
/// Example
///     >>> cuprum.atleast_3d(cuprum.arange(3)).shape
///     (1, 3, 1)
ndarray atleast_3d(const ndarray& a);

/// Writes values to an array, broadcast to its shape and cast to its dtype.
///
/// Parameters
///     dst: the array that is written to.
///     src: a scalar, or an array that broadcasts to it.
///     casting: how far values may be cast: 'no', 'equiv', 'safe', 'same_kind' or 'unsafe'.
///     where: bool array that broadcasts to `dst`; elements where it is False are left as they are.
/// Raises
///     TypeError: the cast is not allowed. ValueError: the shapes do not broadcast.
/// Example
///     >>> a = cuprum.zeros(3); cuprum.copyto(a, 1, where=cuprum.array([True, False, True])); a
///     array([1., 0., 1.])
CUPRUM_PYTHON void copyto(const ndarray& dst, const Operand& src, Casting casting = Casting::same_kind,
                          const ndarray* where = nullptr);

// Joining (src/numpy/joining.cpp).

/// Arrays joined along an axis that they have.
///
/// Parameters
///     tup: arrays of the same shape but for the axis.
///     axis: the axis; None joins flattened arrays.
///     out: array of the right shape to write to.
///     dtype: type of the result; by default what the arrays promote to. Not together with `out`.
///     casting: how far elements may be cast.
/// Returns
///     The joined array, or `out`.
/// Raises
///     ValueError: no arrays, or shapes that do not match. TypeError: a cast is not allowed. AxisError: there is no
///     such axis.
/// Example
///     >>> cuprum.concatenate((cuprum.arange(2), cuprum.arange(3)))
///     array([0, 1, 0, 1, 2])
CUPRUM_SIGNATURE("tup, axis, out, *, dtype, casting")
CUPRUM_TRAITS("also concat")
CUPRUM_PYTHON ndarray concatenate(ArrayList tup, std::optional<std::int64_t> axis = 0, const ndarray* out = nullptr,
                                  std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// Arrays joined along a new axis.
///
/// Parameters
///     tup: arrays of one shape.
///     axis: place of the new axis in the result.
///     out: array of the right shape to write to.
///     dtype: type of the result. Not together with `out`.
///     casting: how far elements may be cast.
/// Returns
///     The joined array, or `out`.
/// Raises
///     ValueError: no arrays, or different shapes. TypeError: a cast is not allowed. AxisError: no such place.
/// Example
///     >>> cuprum.stack((cuprum.arange(2), cuprum.arange(2)), axis=1)
///     array([[0, 0],
///            [1, 1]])
CUPRUM_SIGNATURE("tup, axis, out, *, dtype, casting")
CUPRUM_PYTHON ndarray stack(ArrayList tup, std::int64_t axis = 0, const ndarray* out = nullptr,
                            std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// Arrays joined along the first axis, one-dimensional ones as rows.
///
/// Parameters
///     tup: the arrays.
///     dtype: type of the result.
///     casting: how far elements may be cast.
/// Returns
///     The joined array, of two dimensions or more.
/// Raises
///     ValueError: no arrays, or shapes that do not match.
/// Example
///     >>> cuprum.vstack((cuprum.arange(2), cuprum.arange(2)))
///     array([[0, 1],
///            [0, 1]])
CUPRUM_SIGNATURE("tup, *, dtype, casting")
CUPRUM_TRAITS("also row_stack")
CUPRUM_PYTHON ndarray vstack(ArrayList tup, std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// Arrays joined along the second axis, one-dimensional ones along their only one.
///
/// Parameters
///     tup: the arrays.
///     dtype: type of the result.
///     casting: how far elements may be cast.
/// Returns
///     The joined array.
/// Raises
///     ValueError: no arrays, or shapes that do not match.
/// Example
///     >>> cuprum.hstack((cuprum.arange(2), cuprum.arange(2)))
///     array([0, 1, 0, 1])
CUPRUM_SIGNATURE("tup, *, dtype, casting")
CUPRUM_PYTHON ndarray hstack(ArrayList tup, std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// Arrays joined along the third axis, which is added where there is none.
///
/// Parameters
///     tup: the arrays.
///     dtype: type of the result.
///     casting: how far elements may be cast.
/// Returns
///     The joined array, of three dimensions or more.
/// Raises
///     ValueError: no arrays, or shapes that do not match.
/// Example
///     >>> cuprum.dstack((cuprum.arange(2), cuprum.arange(2))).shape
///     (1, 2, 2)
CUPRUM_SIGNATURE("tup, *, dtype, casting")
CUPRUM_PYTHON ndarray dstack(ArrayList tup, std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// One-dimensional arrays as the columns of a matrix; matrices are joined as in `hstack`.
///
/// Parameters
///     tup: the arrays.
/// Returns
///     A matrix.
/// Raises
///     ValueError: no arrays, or shapes that do not match.
/// Example
///     >>> cuprum.column_stack((cuprum.arange(2), cuprum.arange(2)))
///     array([[0, 0],
///            [1, 1]])
CUPRUM_PYTHON ndarray column_stack(ArrayList tup);

/// An array with others' elements put behind its own.
///
/// Parameters
///     arr: the array.
///     values: array of the same shape but for the axis.
///     axis: the axis; None joins flattened arrays.
/// Returns
///     A new array.
/// Raises
///     ValueError: the shapes do not match.
/// Example
///     >>> cuprum.append(cuprum.arange(2), cuprum.array([7]))
///     array([0, 1, 7])
CUPRUM_PYTHON ndarray append(const ndarray& arr, const ndarray& values, std::optional<std::int64_t> axis = {});

// Splitting (src/numpy/joining.cpp).

/// An array cut into parts along an axis.
///
/// Parameters
///     ary: the array.
///     indices_or_sections: a number of equal parts, or the places at which to cut.
///     axis: the axis.
/// Returns
///     Views.
/// Raises
///     ValueError: the axis cannot be cut into so many equal parts. AxisError: there is no such axis.
/// Example
///     >>> cuprum.split(cuprum.arange(4), 2)
///     [array([0, 1]), array([2, 3])]
CUPRUM_TRAITS("same_class, list")
CUPRUM_PYTHON std::vector<ndarray> split(const ndarray& ary, std::int64_t indices_or_sections, std::int64_t axis = 0);
CUPRUM_PYTHON std::vector<ndarray> split(const ndarray& ary, const Dims& indices_or_sections, std::int64_t axis = 0);

/// An array cut into parts along an axis, which need not be equal: the first ones may be longer by one.
///
/// Parameters
///     ary: the array.
///     indices_or_sections: a number of parts, or the places at which to cut.
///     axis: the axis.
/// Returns
///     Views.
/// Raises
///     ValueError: no parts are asked for. AxisError: there is no such axis.
/// Example
///     >>> cuprum.array_split(cuprum.arange(3), 2)
///     [array([0, 1]), array([2])]
CUPRUM_TRAITS("same_class, list")
CUPRUM_PYTHON std::vector<ndarray> array_split(const ndarray& ary, std::int64_t indices_or_sections,
                                               std::int64_t axis = 0);
CUPRUM_PYTHON std::vector<ndarray> array_split(const ndarray& ary, const Dims& indices_or_sections,
                                               std::int64_t axis = 0);

/// The axis along which `vsplit` ('v'), `hsplit` ('h') or `dsplit` ('d') cuts an array.
/// Raises ValueError where the array has too few dimensions.
std::int64_t split_axis(const ndarray& ary, char which);

/// An array cut into parts along the first axis.
///
/// Parameters
///     ary: an array of two dimensions or more.
///     indices_or_sections: a number of equal parts, or the places at which to cut.
/// Returns
///     Views.
/// Raises
///     ValueError: too few dimensions, or no equal parts.
/// Example
///     >>> len(cuprum.vsplit(cuprum.ones((4, 2)), 2))
///     2
CUPRUM_TRAITS("same_class, list")
template <class Where>
CUPRUM_PYTHON std::vector<ndarray> vsplit(const ndarray& ary, const Where& indices_or_sections) {
    return split(ary, indices_or_sections, split_axis(ary, 'v'));
}

/// An array cut into parts along the second axis, or along the only one.
///
/// Parameters
///     ary: an array of one dimension or more.
///     indices_or_sections: a number of equal parts, or the places at which to cut.
/// Returns
///     Views.
/// Raises
///     ValueError: too few dimensions, or no equal parts.
/// Example
///     >>> len(cuprum.hsplit(cuprum.ones((4, 2)), 2))
///     2
CUPRUM_TRAITS("same_class, list")
template <class Where>
CUPRUM_PYTHON std::vector<ndarray> hsplit(const ndarray& ary, const Where& indices_or_sections) {
    return split(ary, indices_or_sections, split_axis(ary, 'h'));
}

/// An array cut into parts along the third axis.
///
/// Parameters
///     ary: an array of three dimensions or more.
///     indices_or_sections: a number of equal parts, or the places at which to cut.
/// Returns
///     Views.
/// Raises
///     ValueError: too few dimensions, or no equal parts.
/// Example
///     >>> len(cuprum.dsplit(cuprum.ones((4, 2, 2)), 2))
///     2
CUPRUM_TRAITS("same_class, list")
template <class Where>
CUPRUM_PYTHON std::vector<ndarray> dsplit(const ndarray& ary, const Where& indices_or_sections) {
    return split(ary, indices_or_sections, split_axis(ary, 'd'));
}

/// The parts of an array along an axis, without that axis.
///
/// Parameters
///     x: an array of one dimension or more.
///     axis: the axis.
/// Returns
///     Views, one for each place along the axis.
/// Raises
///     ValueError: the array has no dimensions. AxisError: there is no such axis.
/// Example
///     >>> cuprum.unstack(cuprum.array([[1, 2], [3, 4]]))
///     (array([1, 2]), array([3, 4]))
CUPRUM_SIGNATURE("x, *, axis")
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON std::vector<ndarray> unstack(const ndarray& x, std::int64_t axis = 0);

// Repeating (src/numpy/tiling.cpp).

/// An array repeated as a tile is, along each axis.
///
/// Parameters
///     A: the array.
///     reps: how often, an axis; the shorter of `reps` and the array's shape is filled up with ones in front.
/// Returns
///     A new array.
/// Raises
///     ValueError: a negative number of times.
/// Example
///     >>> cuprum.tile(cuprum.arange(2), 2)
///     array([0, 1, 0, 1])
CUPRUM_PYTHON ndarray tile(const ndarray& A, const Dims& reps);

/// An array in which each element is repeated.
///
/// Parameters
///     a: the array.
///     repeats: how often: one number, or one for each place along the axis; the host waits for the sum of an array.
///     axis: the axis; None repeats the elements of the flattened array.
/// Returns
///     A new array.
/// Raises
///     ValueError: a negative number of times, or not as many numbers as places. TypeError: numbers that are no
///     integers.
/// Example
///     >>> cuprum.repeat(cuprum.arange(3), [1, 0, 2])
///     array([0, 2, 2])
CUPRUM_TRAITS("method")
CUPRUM_PYTHON ndarray repeat(const ndarray& a, std::int64_t repeats, std::optional<std::int64_t> axis = {});
CUPRUM_PYTHON ndarray repeat(const ndarray& a, const ndarray& repeats, std::optional<std::int64_t> axis = {});
CUPRUM_PYTHON ndarray repeat(const ndarray& a, const Dims& repeats, std::optional<std::int64_t> axis = {});

/// The elements of an array under another shape, repeated from the start or cut off where their number differs.
///
/// Parameters
///     a: the array.
///     new_shape: the shape.
/// Returns
///     A new array, of zeros where `a` is empty.
/// Raises
///     ValueError: a negative length.
/// Example
///     >>> cuprum.resize(cuprum.arange(3), (2, 2))
///     array([[0, 1],
///            [2, 0]])
CUPRUM_PYTHON ndarray resize(const ndarray& a, const Shape& new_shape);

// Rearranging (src/numpy/flip_roll_insert.cpp).

/// An array with the order along axes reversed.
///
/// Parameters
///     a: the array.
///     axis: the axes; all by default.
/// Returns
///     A view.
/// Raises
///     AxisError: there is no such axis.
/// Example
///     >>> cuprum.flip(cuprum.arange(3))
///     array([2, 1, 0])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray flip(const ndarray& a, const Axes& axis = {});

/// An array with the order along the second axis reversed.
///
/// Parameters
///     a: an array of two dimensions or more.
/// Returns
///     A view.
/// Raises
///     ValueError: the array has fewer than two dimensions.
/// Example
///     >>> cuprum.fliplr(cuprum.array([[1, 2]]))
///     array([[2, 1]])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray fliplr(const ndarray& a);

/// An array with the order along the first axis reversed.
///
/// Parameters
///     a: an array of one dimension or more.
/// Returns
///     A view.
/// Raises
///     ValueError: the array has no dimensions.
/// Example
///     >>> cuprum.flipud(cuprum.arange(3))
///     array([2, 1, 0])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray flipud(const ndarray& a);

/// An array turned by 90 degrees in the plane of two axes.
///
/// Parameters
///     a: the array.
///     k: how often, from the first axis towards the second.
///     axes: the two axes.
/// Returns
///     A view.
/// Raises
///     ValueError: not two different axes of the array.
/// Example
///     >>> cuprum.rot90(cuprum.array([[1, 2], [3, 4]]))
///     array([[2, 4],
///            [1, 3]])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray rot90(const ndarray& a, std::int64_t k = 1, const Dims& axes = {0, 1});

/// An array moved along axes, where what leaves at one end enters at the other.
///
/// Parameters
///     a: the array.
///     shift: how far, for each axis.
///     axis: the axes; None moves the flattened array.
/// Returns
///     A new array.
/// Raises
///     AxisError: there is no such axis. ValueError: numbers of shifts and of axes that do not match.
/// Example
///     >>> cuprum.roll(cuprum.arange(4), 1)
///     array([3, 0, 1, 2])
CUPRUM_PYTHON ndarray roll(const ndarray& a, const Dims& shift, const Axes& axis = {});
inline ndarray roll(const ndarray& a, std::int64_t shift, const Axes& axes = {}) { return roll(a, Dims{shift}, axes); }

/// An array without some parts along an axis: NumPy's `delete`, a word that C++ has taken.
///
/// Parameters
///     arr: the array.
///     indices: an integer, a slice, an array of integers, or a bool array as long as the axis.
///     axis: the axis; None takes from the flattened array.
/// Returns
///     A new array.
/// Raises
///     IndexError: a place outside of the axis. ValueError: a bool array of the wrong shape. AxisError: there is no
///     such axis.
/// Example
///     >>> cuprum.delete(cuprum.arange(4), [0, 2])
///     array([1, 3])
CUPRUM_PYTHON ndarray delete_(const ndarray& arr, const Index& indices, std::optional<std::int64_t> axis = {});

/// An array with values put before some places along an axis.
///
/// Parameters
///     arr: the array.
///     obj: an integer, a slice, an array of integers, or a bool array: the places before which to insert.
///     values: what to insert; cast to the array's dtype and broadcast.
///     axis: the axis; None inserts into the flattened array.
/// Returns
///     A new array.
/// Raises
///     IndexError: a place outside of the axis. ValueError: shapes that do not match. AxisError: there is no such axis.
/// Example
///     >>> cuprum.insert(cuprum.arange(3), 1, 9)
///     array([0, 9, 1, 2])
CUPRUM_PYTHON ndarray insert(const ndarray& arr, const Index& obj, const ndarray& values,
                             std::optional<std::int64_t> axis = {});

/// An array without zeros at its ends.
///
/// Parameters
///     filt: the array.
///     trim: 'f' trims the front, 'b' the back, 'fb' both.
///     axis: the axes to trim; all by default.
/// Returns
///     A view.
/// Raises
///     ValueError: another word for `trim`.
/// Example
///     >>> cuprum.trim_zeros(cuprum.array([0, 1, 0, 2, 0]))
///     array([1, 0, 2])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray trim_zeros(const ndarray& filt, std::string_view trim = "fb", const Axes& axis = {});

// Padding (src/numpy/padding.cpp).

/// What the modes of `pad` take besides widths: a value before and one after for each axis. A single pair counts for
/// all axes.
struct PadOptions {
    using Lengths = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    using Values = std::pair<Scalar, Scalar>;
    std::vector<Lengths> stat_length{};  ///< maximum, mean, median, minimum: how many places count; all by default.
    std::vector<Values> constant_values{{0, 0}};  ///< constant.
    std::vector<Values> end_values{{0, 0}};       ///< linear_ramp: what the ramps reach at the outside.
    bool odd = false;                             ///< reflect and symmetric: mirrored at the edge's value as well.
};

/// An array with more elements around it.
///
/// Parameters
///     array: the array.
///     pad_width: for each axis how many before and how many after; a single pair counts for all axes.
///     mode: what the new elements are: 'constant', 'edge', 'linear_ramp', 'maximum', 'mean', 'median', 'minimum',
///     'reflect',
///         'symmetric', 'wrap' or 'empty'.
///     stat_length: how many places at each edge 'maximum', 'mean', 'median' and 'minimum' look at; all by default.
///     constant_values: the values of 'constant'; 0 by default.
///     end_values: what the ramps of 'linear_ramp' reach at the outside; 0 by default.
///     reflect_type: 'even' or 'odd', for 'reflect' and 'symmetric': whether values are mirrored at the edge's value as
///     well.
/// Returns
///     A new array.
/// Raises
///     ValueError: negative widths, an unknown mode, or an empty axis that cannot be extended.
/// Example
///     >>> cuprum.pad(cuprum.arange(3), (1, 2), mode='edge')
///     array([0, 0, 1, 2, 2, 2])
ndarray pad(const ndarray& array, const std::vector<std::pair<std::int64_t, std::int64_t>>& pad_width,
            std::string_view mode = "constant", const PadOptions& options = {});

}  // namespace cuprum
