// Elements and parts of sparse matrices and arrays by NumPy's indices: `a[i, j]`, slices, arrays, masks.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "cuprum/scipy/sparse_arithmetic.h"

namespace cuprum::scipy::sparse {

/// An array of integers or of truths as an entry of an index. Where the least and the greatest integer are known, the
/// host does not wait to see whether they lie within the axis.
struct IndexArray {
    IndexArray(ndarray values, std::optional<std::int64_t> least = {}, std::optional<std::int64_t> greatest = {})
        : values(std::move(values)), least(least), greatest(greatest) {}
    ndarray values;
    std::optional<std::int64_t> least, greatest;
};

/// An entry of an index: an integer, a slice, `newaxis`, `ellipsis`, an array, or a sparse array of truths.
using SparseIndex = std::variant<std::int64_t, Slice, NewAxis, Ellipsis, IndexArray, Sparse>;

/// `a[index]`, as SciPy has it.
///
/// Parameters
///     a: sparse matrix or array.
///     index: an entry for each axis; axes without one are taken whole.
///     is_array: whether an integer takes an axis away, as of sparse arrays; of a matrix it leaves one of length 1.
/// Returns
///     Sparse for slices, arrays of one axis and open meshes, in the format of a matrix; the elements at points that
///     arrays of one shape name are dense, as is a single element. A matrix is in the format of `a`.
/// Raises
///     IndexError: an index out of bounds, too many of them, arrays that do not broadcast, masks of another shape.
/// Example
///     sparse::sparse_matrix rows = std::get<sparse::sparse_matrix>(sparse::getitem(a, {Slice{1, 3}, all_of}));
CUPRUM_PYTHON SparseOrDense getitem(const Sparse& a, const std::vector<SparseIndex>& index, bool is_array = true);

/// `a[index] = values`: the matrix or array with these elements set, in the same format. The last one counts where a
/// place is named twice.
///
/// Parameters
///     a: sparse matrix or array.
///     index: as of `getitem`.
///     values: an array that broadcasts to what `index` names, or a sparse matrix of this shape, one row or one column;
///         of that, places that are not stored become zeros.
///     is_array: as of `getitem`.
/// Returns
///     A sparse matrix or array.
/// Raises
///     IndexError: as `getitem`. ValueError: values of another shape.
CUPRUM_PYTHON Sparse with_items(const Sparse& a, const std::vector<SparseIndex>& index, const ndarray& values,
                                bool is_array = true);
CUPRUM_PYTHON Sparse with_items(const Sparse& a, const std::vector<SparseIndex>& index, const Sparse& values,
                                bool is_array = true);

/// With the elements of a diagonal set, in the same format.
///
/// Parameters
///     a: sparse matrix.
///     values: a number, or an array; one that is shorter than the diagonal sets its first elements.
///     k: which diagonal; 0 is the main one.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: a diagonal outside of the matrix, values of two or more axes.
CUPRUM_PYTHON sparse_matrix with_diagonal(const sparse_matrix& a, const ndarray& values, std::int64_t k = 0);

}  // namespace cuprum::scipy::sparse
