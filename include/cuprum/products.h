// Products of vectors, matrices and arrays.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuprum/array_list.h"
#include "cuprum/python.h"

namespace cuprum {

/// The keyword arguments of `matmul`, `vecdot`, `matvec` and `vecmat`.
struct MatmulOptions {
    const ndarray* out = nullptr;          ///< The array to write to; null makes a new one.
    std::optional<DType> dtype{};          ///< The dtype to compute in and of the result.
    Casting casting = Casting::same_kind;  ///< How far operands and results may be cast.
    char order = 'K';                      ///< Layout of a new result: 'C', 'F', 'A' or 'K'.
    /// Where the axes of vectors and matrices are, an entry an operand; the result's may be left out where it has none.
    std::vector<Dims> axes{};
    std::optional<std::int64_t> axis{};  ///< `vecdot`: the axis of both vectors.
    bool keepdims = false;               ///< `vecdot`: leave the axis in the result, with length one.
};

/// Multiply matrices.
///
/// The last two axes are those of matrices, all others are broadcast. A vector counts as a row on the left and as a
/// column on the right, and that axis is not in the result. Integers wrap around, bools are combined by `and` and `or`,
/// and 16-bit floats are multiplied with float32 sums. Operands may be transposed, strided or repeated by broadcasting
/// without being copied, where a library takes them as they lie.
///
/// Parameters
///     x1: array of at least one axis.
///     x2: array of at least one axis.
///     out: array to put the result into, which is then returned.
///     dtype: dtype to compute in and of the result.
///     casting: how far operands and the result may be cast.
///     order: layout of a new result.
///     axes: where the matrices' axes are, a tuple of axes for each operand and for the result.
/// Returns
///     The products.
/// Raises
///     ValueError: an operand without axes, lengths that do not agree, or axes that do not broadcast. TypeError: a cast
///         that is not allowed.
/// Example
///     >>> cp.matmul(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
///     array([3, 7])
ndarray matmul(const ndarray& x1, const ndarray& x2, const MatmulOptions& options = {});

/// Multiply vectors: the sum of the products of the first one's conjugates and the second one's elements, along the
/// last axis. All other axes are broadcast.
///
/// Parameters
///     x1: array of at least one axis.
///     x2: array of at least one axis.
///     out: array to put the result into, which is then returned.
///     dtype: dtype to compute in and of the result.
///     casting: how far operands and the result may be cast.
///     order: layout of a new result.
///     axes: where the vectors' axes are.
///     axis: where it is for both.
///     keepdims: leave the axis in the result, with length one.
/// Returns
///     The products.
/// Raises
///     ValueError: an operand without axes, or lengths that do not agree. TypeError: a cast that is not allowed.
/// Example
///     >>> cp.vecdot(cp.array([[1, 2], [3, 4]]), cp.array([1, 10]))
///     array([21, 43])
ndarray vecdot(const ndarray& x1, const ndarray& x2, const MatmulOptions& options = {});

/// Multiply matrices by vectors: the last two axes of the first operand by the last one of the second. All other axes
/// are broadcast.
///
/// Parameters
///     x1: array of at least two axes.
///     x2: array of at least one axis.
///     out: array to put the result into, which is then returned.
///     dtype: dtype to compute in and of the result.
///     casting: how far operands and the result may be cast.
///     order: layout of a new result.
///     axes: where the axes of matrices and vectors are.
/// Returns
///     The vectors.
/// Raises
///     ValueError: too few axes, or lengths that do not agree. TypeError: a cast that is not allowed.
/// Example
///     >>> cp.matvec(cp.array([[1, 2], [3, 4]]), cp.array([1, 10]))
///     array([21, 43])
ndarray matvec(const ndarray& x1, const ndarray& x2, const MatmulOptions& options = {});

/// Multiply conjugated vectors by matrices: the last axis of the first operand by the last two of the second. All other
/// axes are broadcast.
///
/// Parameters
///     x1: array of at least one axis.
///     x2: array of at least two axes.
///     out: array to put the result into, which is then returned.
///     dtype: dtype to compute in and of the result.
///     casting: how far operands and the result may be cast.
///     order: layout of a new result.
///     axes: where the axes of vectors and matrices are.
/// Returns
///     The vectors.
/// Raises
///     ValueError: too few axes, or lengths that do not agree. TypeError: a cast that is not allowed.
/// Example
///     >>> cp.vecmat(cp.array([1, 10]), cp.array([[1, 2], [3, 4]]))
///     array([31, 42])
ndarray vecmat(const ndarray& x1, const ndarray& x2, const MatmulOptions& options = {});

/// A function on vectors and matrices with the keywords of `matmul`, as ufuncs are on elements.
struct Gufunc {
    const char* name;
    const char* signature;  ///< NumPy's: "(n?,k),(k,m?)->(n?,m?)".
    ndarray (*function)(const ndarray&, const ndarray&, const MatmulOptions&);

    ndarray operator()(const ndarray& x1, const ndarray& x2, const MatmulOptions& options = {}) const {
        return function(x1, x2, options);
    }
    /// The dtypes that are computed in, as loops by NumPy's codes: "ff->f".
    static std::vector<std::string> types();
};

/// matmul, vecdot, matvec and vecmat.
std::span<const Gufunc> gufuncs();

/// The product of two arrays: of vectors without conjugation, of matrices, of a scalar with anything; else the sum over
/// the last axis of `a` and the second to last of `b`.
///
/// Parameters
///     a: array.
///     b: array.
///     out: C-contiguous array of the result's shape and dtype, which is then returned.
/// Returns
///     The product, with the other axes of `a`, then those of `b`.
/// Raises
///     ValueError: lengths that do not agree, or an `out` that does not fit.
/// Example
///     >>> cp.dot(cp.array([1, 2, 3]), cp.array([4, 5, 6]))
///     array(32)
CUPRUM_TRAITS("own_method, method, released")
CUPRUM_PYTHON ndarray dot(const ndarray& a, const ndarray& b, const ndarray* out = nullptr);

/// The product of two arrays as vectors, the first one conjugated.
///
/// Parameters
///     a: array; it counts as flattened.
///     b: array of as many elements.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: the sizes differ.
/// Example
///     >>> cp.vdot(cp.array([1j, 2]), cp.array([1j, 3]))
///     array(7.+0.j)
CUPRUM_PYTHON ndarray vdot(const ndarray& a, const ndarray& b);

/// The sums of products along the last axis of both arrays.
///
/// Parameters
///     a: array.
///     b: array whose last axis is as long.
/// Returns
///     The sums, with the other axes of `a`, then those of `b`. For a scalar its product with the other array.
/// Raises
///     ValueError: the last axes differ.
/// Example
///     >>> cp.inner(cp.array([[1, 2], [3, 4]]), cp.array([1, 10]))
///     array([21, 43])
CUPRUM_PYTHON ndarray inner(const ndarray& a, const ndarray& b);

/// The products of all elements of one array with all of another.
///
/// Parameters
///     a: array; it counts as flattened.
///     b: array; it counts as flattened.
///     out: array of shape (a.size, b.size) to put the result into, which is then returned.
/// Returns
///     A matrix.
/// Raises
///     ValueError: an `out` of another shape.
/// Example
///     >>> cp.outer(cp.array([1, 2]), cp.array([3, 4]))
///     array([[3, 4],
///            [6, 8]])
CUPRUM_PYTHON ndarray outer(const ndarray& a, const ndarray& b, const ndarray* out = nullptr);

/// The sum of products over axes of two arrays.
///
/// Parameters
///     a: array.
///     b: array.
///     axes: how many axes, the last of `a` and the first of `b`; or the axes of `a` and those of `b`.
/// Returns
///     The sums, with the other axes of `a`, then those of `b`.
/// Raises
///     ValueError: axes that differ in number or length, or that are given twice. IndexError: there is no such axis.
/// Example
///     >>> cp.tensordot(cp.ones((2, 3, 4)), cp.ones((3, 4, 5))).shape
///     (2, 5)
ndarray tensordot(const ndarray& a, const ndarray& b, std::int64_t axes = 2);
ndarray tensordot(const ndarray& a, const ndarray& b, const Dims& axes_a, const Dims& axes_b);

/// The Kronecker product: every element of `a` is replaced by `b` times it.
///
/// Parameters
///     a: array.
///     b: array; the one with fewer axes gets leading ones.
/// Returns
///     An array whose lengths are the products of theirs.
/// Example
///     >>> cp.kron(cp.array([1, 10]), cp.array([1, 2]))
///     array([ 1,  2, 10, 20])
CUPRUM_PYTHON ndarray kron(const ndarray& a, const ndarray& b);

/// The cross product of vectors of two or three elements; a missing third element counts as 0.
///
/// Parameters
///     a: array.
///     b: array, broadcast with `a`.
///     axisa: the axis of `a` along which vectors lie.
///     axisb: that of `b`.
///     axisc: that of the result.
///     axis: all three of them, if given.
/// Returns
///     The vectors; where both operands have two elements, the third element alone.
/// Raises
///     ValueError: vectors of other lengths.
/// Example
///     >>> cp.cross(cp.array([1, 0, 0]), cp.array([0, 1, 0]))
///     array([0, 0, 1])
CUPRUM_PYTHON ndarray cross(const ndarray& a, const ndarray& b, std::int64_t axisa = -1, std::int64_t axisb = -1,
                            std::int64_t axisc = -1, std::optional<std::int64_t> axis = {});

/// The sum of a diagonal.
///
/// Parameters
///     a: array of at least two axes.
///     offset: how far to the right of the main diagonal.
///     axis1: the axis of rows.
///     axis2: the axis of columns.
///     dtype: dtype to compute in and of the result; where none is given, that of `sum`.
///     out: array to put the result into, which is then returned.
/// Returns
///     The sums.
/// Raises
///     ValueError: an array with fewer axes.
/// Example
///     >>> cp.trace(cp.eye(3))
///     array(3.)
CUPRUM_TRAITS("own_method, method")
CUPRUM_PYTHON ndarray trace(const ndarray& a, std::int64_t offset = 0, std::int64_t axis1 = 0, std::int64_t axis2 = 1,
                            std::optional<DType> dtype = {}, const ndarray* out = nullptr);

}  // namespace cuprum
