// Sparse matrices made of sizes, of diagonals and of other matrices.
//
// Matrices are given as a `MatrixLike`: sparse, or dense. `format` is the format of the result.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse {

/// A matrix as functions take it: a sparse one, or a dense one, of which the elements that are not zero are stored. A
/// vector is a matrix of one row.
class MatrixLike : public sparse_matrix {
public:
    MatrixLike(const sparse_matrix& a) : sparse_matrix(a) {}
    /// Throws ValueError where there are more than two dimensions.
    MatrixLike(const ndarray& a);
    MatrixLike(const sparse_tensor& a);
};
/// Rows of matrices, with nothing where all elements are zero.
using Blocks = std::vector<std::vector<std::optional<MatrixLike>>>;
using Matrices = std::vector<MatrixLike>;

/// The number of the main diagonal, as the only one.
inline constexpr std::int64_t main_diagonal[] = {0};

/// A sparse matrix of diagonals.
///
/// Parameters
///     diagonals: arrays, one a diagonal, whose first element goes to its first place; one of one element is repeated.
///     offsets: the number of each diagonal, 0 for the main one; in Python one number for one diagonal, too.
///     shape: numbers of rows and columns; by default the smallest square that holds the first diagonal.
///     format: of the result; "dia" by default.
///     dtype: of the elements; in Python None for that of all diagonals. If it is not given, integers become float64.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: diagonals of other lengths than the shape gives them.
/// Example
///     >>> cuprumx.scipy.sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(3, 3)).toarray()
///     array([[-2.,  1.,  0.],
///            [ 1., -2.,  1.],
///            [ 0.,  1., -2.]])
CUPRUM_PYTHON sparse_matrix diags(std::span<const ndarray> diagonals,
                                  std::span<const std::int64_t> offsets = main_diagonal,
                                  const std::optional<Shape>& shape = {}, std::optional<Format> format = {},
                                  std::optional<DType> dtype = {});

/// A sparse array of diagonals, as `diags`.
///
/// Parameters
///     diagonals: arrays, one a diagonal.
///     offsets: the number of each diagonal.
///     shape: numbers of rows and columns.
///     format: of the result; "dia" by default.
///     dtype: of the elements.
/// Returns
///     A sparse array.
/// Raises
///     ValueError: diagonals of other lengths than the shape gives them.
/// Example
///     >>> sparse.diags_array([1., -2., 1.], offsets=[-1, 0, 1], shape=(3, 3)).toarray()
///     array([[-2.,  1.,  0.],
///            [ 1., -2.,  1.],
///            [ 0.,  1., -2.]])
CUPRUM_SIGNATURE("diagonals, *, offsets, shape, format, dtype")
CUPRUM_PYTHON inline sparse_array diags_array(std::span<const ndarray> diagonals,
                                              std::span<const std::int64_t> offsets = main_diagonal,
                                              const std::optional<Shape>& shape = {}, std::optional<Format> format = {},
                                              std::optional<DType> dtype = {}) {
    return sparse::diags(diagonals, offsets, shape, format, dtype);
}

/// A sparse matrix with ones on a diagonal.
///
/// Parameters
///     m: rows.
///     n: columns; as many as rows by default.
///     k: the number of the diagonal.
///     dtype: of the elements.
///     format: of the result; "dia" by default.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: the diagonal lies outside of the matrix.
/// Example
///     >>> cuprumx.scipy.sparse.eye(2, 3, k=1).toarray()
///     array([[0., 1., 0.],
///            [0., 0., 1.]])
CUPRUM_PYTHON sparse_matrix eye(std::int64_t m, std::optional<std::int64_t> n = {}, std::int64_t k = 0,
                                DType dtype = DType::float64, std::optional<Format> format = {});

/// A sparse array with ones on a diagonal, as `eye`.
///
/// Parameters
///     m: rows.
///     n: columns; as many as rows by default.
///     k: the number of the diagonal.
///     dtype: of the elements.
///     format: of the result; "dia" by default.
/// Returns
///     A sparse array.
/// Raises
///     ValueError: the diagonal lies outside of the array.
/// Example
///     >>> sparse.eye_array(3, k=1).toarray()
///     array([[0., 1., 0.],
///            [0., 0., 1.],
///            [0., 0., 0.]])
CUPRUM_SIGNATURE("m, n, *, k, dtype, format")
CUPRUM_PYTHON inline sparse_array eye_array(std::int64_t m, std::optional<std::int64_t> n = {}, std::int64_t k = 0,
                                            DType dtype = DType::float64, std::optional<Format> format = {}) {
    return sparse::eye(m, n, k, dtype, format);
}

/// A square sparse matrix with ones on its main diagonal.
///
/// Parameters
///     n: rows and columns.
///     dtype: of the elements.
///     format: of the result; "dia" by default.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: a negative length, another `format`.
/// Example
///     >>> sparse.identity(3).toarray()
///     array([[1., 0., 0.],
///            [0., 1., 0.],
///            [0., 0., 1.]])
CUPRUM_PYTHON inline sparse_matrix identity(std::int64_t n, DType dtype = DType::float64,
                                            std::optional<Format> format = {}) {
    return sparse::eye(n, n, 0, dtype, format);
}

/// A sparse matrix of diagonals that are the rows of an array.
///
/// Parameters
///     data: array of two dimensions; `data[k, j]` stands in column j.
///     diags: the number of each diagonal.
///     m: rows, or both lengths; a square with as many columns as `data` by default.
///     n: columns.
///     format: of the result; "dia" by default.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: rows without columns, as many diagonals as `data` does not have.
/// Example
///     >>> sparse.spdiags(cp.array([[1., 2., 3.], [4., 5., 6.]]), [0, 1], 3, 3).toarray()
///     array([[1., 5., 0.],
///            [0., 2., 6.],
///            [0., 0., 3.]])
CUPRUM_PYTHON sparse_matrix spdiags(CUPRUM_FROM_NUMPY const ndarray& data, CUPRUM_FROM_NUMPY const ndarray& diags,
                                    const std::optional<Shape>& m = {}, std::optional<std::int64_t> n = {},
                                    std::optional<Format> format = {});

/// The Kronecker product: each element of A times all of B.
///
/// Parameters
///     A, B: sparse or dense matrices, or sparse arrays of any number of dimensions.
///     format: of the result, "coo" by default.
/// Returns
///     A sparse matrix; an array where A or B is one.
/// Raises
///     TypeError: dense arrays of more than two dimensions beside no sparse array. ValueError: another `format`.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.kron(a, a).toarray()
///     array([[1., 2., 2., 4.],
///            [0., 3., 0., 6.],
///            [0., 0., 3., 6.],
///            [0., 0., 0., 9.]])
sparse_matrix kron(const MatrixLike& A, const MatrixLike& B, std::optional<Format> format = {});
/// The same along each axis; the array of fewer dimensions has axes of length one in front.
sparse_tensor kron(const sparse_tensor& A, const sparse_tensor& B);

/// The Kronecker sum, kron(I, A) + kron(B, I), of two square matrices.
///
/// Parameters
///     A, B: square sparse or dense matrices.
///     format: of the result; "csr" by default.
/// Returns
///     A sparse matrix; an array where A or B is one.
/// Raises
///     ValueError: a matrix is not square.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.kronsum(a, a).toarray()
///     array([[2., 2., 2., 0.],
///            [0., 4., 0., 2.],
///            [0., 0., 4., 2.],
///            [0., 0., 0., 6.]])
CUPRUM_PYTHON sparse_matrix kronsum(const MatrixLike& A, const MatrixLike& B, std::optional<Format> format = {});

/// A sparse array of blocks, as `bmat`.
///
/// Parameters
///     blocks: rows of sparse or dense matrices; None stands for zeros.
///     format: of the result; "csr" or "csc" where all are in one row or column, else "coo" by default.
///     dtype: of the elements; that of all blocks by default.
/// Returns
///     A sparse array.
/// Raises
///     ValueError: blocks whose lengths do not fit.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.block_array([[a, None], [None, a]]).toarray()
///     array([[1., 2., 0., 0.],
///            [0., 3., 0., 0.],
///            [0., 0., 1., 2.],
///            [0., 0., 0., 3.]])
CUPRUM_SIGNATURE("blocks, *, format, dtype")
CUPRUM_PYTHON sparse_array block_array(const Blocks& blocks, std::optional<Format> format = {},
                                       std::optional<DType> dtype = {});

/// A sparse matrix of blocks.
///
/// Parameters
///     blocks: rows of sparse or dense matrices; None stands for zeros.
///     format: of the result; "csr" or "csc" where all are in one row or column, else "coo" by default.
///     dtype: of the elements; that of all blocks by default.
/// Returns
///     A sparse matrix; an array where a block is one.
/// Raises
///     ValueError: blocks whose lengths do not fit.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.bmat([[a, None], [None, a]]).toarray()
///     array([[1., 2., 0., 0.],
///            [0., 3., 0., 0.],
///            [0., 0., 1., 2.],
///            [0., 0., 0., 3.]])
CUPRUM_PYTHON sparse_matrix bmat(const Blocks& blocks, std::optional<Format> format = {},
                                 std::optional<DType> dtype = {});

/// A sparse matrix with blocks along its diagonal.
///
/// Parameters
///     mats: sparse or dense matrices.
///     format: of the result; "coo" by default.
///     dtype: of the elements; that of all blocks by default.
/// Returns
///     A sparse matrix; an array where a block is one.
/// Raises
///     ValueError: `mats` is no sequence, another `format`.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.block_diag([a, a]).toarray()
///     array([[1., 2., 0., 0.],
///            [0., 3., 0., 0.],
///            [0., 0., 1., 2.],
///            [0., 0., 0., 3.]])
CUPRUM_PYTHON sparse_matrix block_diag(const Matrices& mats, std::optional<Format> format = {},
                                       std::optional<DType> dtype = {});

/// Sparse matrices side by side.
///
/// Parameters
///     blocks: sparse or dense matrices with as many rows.
///     format: of the result; "csr" or "csc" where all are, else "coo".
///     dtype: of the elements; that of all blocks by default.
/// Returns
///     A sparse matrix; an array where a block is one.
/// Raises
///     ValueError: no blocks, or blocks whose rows differ.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.hstack([a, a]).toarray()
///     array([[1., 2., 1., 2.],
///            [0., 3., 0., 3.]])
CUPRUM_PYTHON sparse_matrix hstack(const Matrices& blocks, std::optional<Format> format = {},
                                   std::optional<DType> dtype = {});

/// Sparse matrices one below the other.
///
/// Parameters
///     blocks: sparse or dense matrices with as many columns.
///     format: of the result; "csr" or "csc" where all are, else "coo".
///     dtype: of the elements; that of all blocks by default.
/// Returns
///     A sparse matrix; an array where a block is one.
/// Raises
///     ValueError: no blocks, or blocks whose columns differ.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.vstack([a, a]).toarray()
///     array([[1., 2.],
///            [0., 3.],
///            [1., 2.],
///            [0., 3.]])
CUPRUM_PYTHON sparse_matrix vstack(const Matrices& blocks, std::optional<Format> format = {},
                                   std::optional<DType> dtype = {});

/// What is on and below a diagonal.
///
/// Parameters
///     A: sparse or dense matrix.
///     k: the number of the diagonal.
///     format: of the result; "coo" by default.
/// Returns
///     A sparse matrix; an array where A is one.
/// Raises
///     ValueError: `A` has more than two axes, another `format`.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.tril(a).toarray()
///     array([[1., 0.],
///            [0., 3.]])
CUPRUM_PYTHON sparse_matrix tril(const MatrixLike& A, std::int64_t k = 0, std::optional<Format> format = {});

/// What is on and above a diagonal.
///
/// Parameters
///     A: sparse or dense matrix.
///     k: the number of the diagonal.
///     format: of the result; "coo" by default.
/// Returns
///     A sparse matrix; an array where A is one.
/// Raises
///     ValueError: `A` has more than two axes, another `format`.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.triu(a).toarray()
///     array([[1., 2.],
///            [0., 3.]])
CUPRUM_PYTHON sparse_matrix triu(const MatrixLike& A, std::int64_t k = 0, std::optional<Format> format = {});

/// The elements that are not zero, row after row: their rows, columns and values.
struct Found {
    ndarray rows, columns, values;
};
/// The rows, the columns and the values of the elements that are not zero.
///
/// Parameters
///     A: sparse or dense matrix.
/// Returns
///     A tuple of three arrays.
/// Raises
///     ValueError: `A` has more than two axes.
/// Example
///     >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.find(a)
///     (array([0, 0, 1], dtype=int32), array([0, 1, 1], dtype=int32), array([1., 2., 3.]))
CUPRUM_PYTHON Found find(const MatrixLike& A);

/// With its axes in another order.
///
/// Parameters
///     A: sparse matrix or array.
///     axes: the order; reversed by default.
///     copy: whether the elements are copied.
/// Returns
///     A sparse matrix or array in the format coo.
/// Raises
///     ValueError: axes that are not those of A, each once.
/// Example
///     >>> a = sparse.coo_array(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.permute_dims(a, (1, 0)).toarray()
///     array([[1., 0.],
///            [2., 3.]])
CUPRUM_PYTHON sparse_tensor permute_dims(const sparse_tensor& A, const std::optional<Dims>& axes = {},
                                         bool copy = false);

/// With two of its axes exchanged.
///
/// Parameters
///     A: sparse matrix or array.
///     axis1, axis2: the axes.
/// Returns
///     A sparse matrix or array in the format coo.
/// Raises
///     ValueError: an axis that A does not have.
/// Example
///     >>> a = sparse.coo_array(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.swapaxes(a, 0, 1).toarray()
///     array([[1., 0.],
///            [2., 3.]])
CUPRUM_PYTHON sparse_tensor swapaxes(const sparse_tensor& A, std::int64_t axis1, std::int64_t axis2);

/// With another axis of length one.
///
/// Parameters
///     A: sparse matrix or array.
///     axis: where the axis stands in the result.
/// Returns
///     A sparse array in the format coo.
/// Raises
///     ValueError: an axis that the result does not have.
/// Example
///     >>> a = sparse.coo_array(cp.array([[1., 2.], [0., 3.]]))
///     >>> sparse.expand_dims(a, axis=0).shape
///     (1, 2, 2)
CUPRUM_SIGNATURE("A, *, axis")
CUPRUM_PYTHON sparse_tensor expand_dims(const sparse_tensor& A, std::int64_t axis = 0);

}  // namespace cuprum::scipy::sparse
