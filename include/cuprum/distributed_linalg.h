// Linear algebra of divided arrays: factorizations in blocks, and sparse matrices divided by rows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuprum/distributed_array.h"
#include "cuprum/distributed_group.h"
#include "cuprum/python.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::distributed {

struct DistributedQR {
    DistributedArray q, r;
};
struct GroupQR {
    GroupArray q, r;
};

/// Factorize a matrix into one with orthonormal columns and an upper triangular one.
///
/// Parameters
///     a: a DistributedArray or GroupArray of shape (m, n), which is divided evenly by rows first.
///     block: how many columns a step factorizes. Chosen by default: all of a tall matrix, fewer where these are as
///         many as a device's rows.
/// Returns
///     q: of shape (m, min(m, n)), divided by rows. Its columns are orthonormal to rounding, whatever the rank of `a`.
///     r: of shape (min(m, n), n), on the first device. Of a GroupArray all ranks have it where it has no more rows
///         than `a` on a rank; otherwise it is divided by rows.
/// Raises
///     LinAlgError: not a matrix. TypeError: 16-bit floats.
/// Method
///     Each device factorizes its rows of a step's columns, and one of them their triangles: J. Demmel et al.,
///     "Communication-optimal parallel and sequential QR and LU factorizations", 2012.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> q, r = da.qr(da.random((100, 3), layout, 1))
///     >>> bool(abs(q.gather().T @ q.gather() - cp.eye(3)).max() < 1e-14)
///     True
CUPRUM_PYTHON DistributedQR qr(const DistributedArray& a, std::int64_t block = 0);
CUPRUM_PYTHON GroupQR qr(const GroupArray& a, std::int64_t block = 0);

/// Factorize a Hermitian positive definite matrix: a = L @ L.conj().T.
///
/// Parameters
///     a: a DistributedArray or GroupArray of shape (n, n), of which the lower triangle is read.
///     block: how many rows and columns a step factorizes; chosen by default.
/// Returns
///     The lower triangular factor, in the boxes of `a`.
/// Raises
///     LinAlgError: no square matrix, or one that is not positive definite: on all ranks of a group, which can still
///         be used. TypeError: 16-bit floats.
/// Method
///     Right-looking, by rows of blocks, which are dealt out to the devices.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> da.cholesky(da.distributed_array(cp.array([[4.0, 2.0], [2.0, 5.0]]), layout)).get()
///     array([[2., 0.],
///            [1., 2.]])
CUPRUM_PYTHON DistributedArray cholesky(const DistributedArray& a, std::int64_t block = 0);
CUPRUM_PYTHON GroupArray cholesky(const GroupArray& a, std::int64_t block = 0);

/// Solve equations whose matrix is a triangle.
///
/// Parameters
///     a: a DistributedArray or GroupArray of shape (n, n), of which one triangle is read.
///     b: an array of the same kind, of shape (n,) or (n, k).
///     trans: 0 or 'N' solves a x = b, 1 or 'T' a.T x = b, 2 or 'C' a.conj().T x = b.
///     lower: whether the lower triangle is read.
///     unit_diagonal: whether the diagonal counts as ones and is not read.
///     block: how many rows a step solves for; chosen by default.
/// Returns
///     The solutions, in the boxes of `b`.
/// Raises
///     LinAlgError: no square matrix, or a 0 on the diagonal: on all ranks of a group, which can still be used.
///     ValueError: shapes do not agree. TypeError: 16-bit floats, or arrays of different kinds.
/// Method
///     Fan-out substitution by rows of blocks: M. T. Heath and C. H. Romine, 1988.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> a = da.distributed_array(cp.array([[2.0, 0.0], [2.0, 4.0]]), layout)
///     >>> da.solve_triangular(a, da.distributed_array(cp.array([2.0, 6.0]), layout), lower=True).get()
///     array([1., 1.])
CUPRUM_SIGNATURE("a, b, trans, lower, unit_diagonal, *, block")
CUPRUM_PYTHON DistributedArray solve_triangular(const DistributedArray& a, const DistributedArray& b, int trans = 0,
                                                bool lower = false, bool unit_diagonal = false, std::int64_t block = 0);
CUPRUM_SIGNATURE("a, b, trans, lower, unit_diagonal, *, block")
CUPRUM_PYTHON GroupArray solve_triangular(const GroupArray& a, const GroupArray& b, int trans = 0, bool lower = false,
                                          bool unit_diagonal = false, std::int64_t block = 0);

/// What `solve` may assume of a matrix.
enum class MatrixKind : std::uint8_t { general, positive_definite };

/// Solve linear equations: a x = b.
///
/// Parameters
///     a: a DistributedArray or GroupArray of shape (n, n).
///     b: an array of the same kind, of shape (n,) or (n, k).
///     assume_a: 'gen' for any matrix, 'pos' for a Hermitian positive definite one, of which the lower triangle is
///         read; or their long names 'general' and 'positive definite'.
///     block: how many columns a step factorizes; chosen by default.
/// Returns
///     The solutions, in the boxes of `b`.
/// Raises
///     LinAlgError: no square matrix, or one that is singular or not positive definite: on all ranks of a group, which
///     can still be used. ValueError: shapes do not agree. TypeError: 16-bit floats, or arrays of different kinds.
/// Method
///     LU factors with partial pivoting of columns in blocks, which are dealt out to the devices, or `cholesky`.
/// Example
///     >>> from cuprumx.distributed import array as da
///     >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
///     >>> a = da.distributed_array(cp.array([[0.0, 2.0], [4.0, 4.0]]), layout)
///     >>> da.solve(a, da.distributed_array(cp.array([2.0, 8.0]), layout)).get()
///     array([1., 1.])
CUPRUM_SIGNATURE("a, b, assume_a, *, block")
CUPRUM_PYTHON DistributedArray solve(const DistributedArray& a, const DistributedArray& b,
                                     MatrixKind assume_a = MatrixKind::general, std::int64_t block = 0);
CUPRUM_SIGNATURE("a, b, assume_a, *, block")
CUPRUM_PYTHON GroupArray solve(const GroupArray& a, const GroupArray& b, MatrixKind assume_a = MatrixKind::general,
                               std::int64_t block = 0);

/// A sparse matrix whose rows are divided over devices, for products with vectors.
///
/// A device keeps which elements of the vector its rows need from each other device; a product sends only these.
///
/// Example
///     SparseRows rows(matrix, {0, 1});
///     DistributedArray y = rows.matvec(x);
class SparseRows {
public:
    /// Parameters
    ///     matrix: on any device, of any format.
    ///     devices: device k of p gets the rows [rows * k / p, rows * (k + 1) / p).
    CUPRUM_TRAITS("not pickled, of no device")
    CUPRUM_PYTHON SparseRows(const scipy::sparse::sparse_matrix& matrix, std::vector<int> devices);

    /// Number of rows.
    CUPRUM_PROPERTY std::int64_t rows() const { return rows_; }
    /// Number of columns.
    CUPRUM_PROPERTY std::int64_t columns() const { return columns_; }
    /// Numbers of the devices.
    CUPRUM_PROPERTY const std::vector<int>& devices() const { return devices_; }

    /// The product with a vector, which is divided evenly over the devices first; the result is divided so by rows.
    /// Throws ValueError where it is no vector of as many elements as the matrix has columns.
    CUPRUM_PYTHON DistributedArray matvec(const DistributedArray& x) const;

private:
    struct Part {
        scipy::sparse::sparse_matrix matrix;  // columns are those that its rows need
        std::vector<ndarray> places;          // on device k: which of its elements are needed
        std::vector<std::int64_t> starts;     // where they begin among the needed ones
    };
    std::int64_t rows_, columns_;
    std::vector<int> devices_;
    std::vector<Part> parts_;
};

/// The same over the processes of a group: rank k of p has the rows [rows * k / p, rows * (k + 1) / p).
///
/// Example
///     GroupSparseRows rows(group, matrix);
///     GroupArray y = rows.matvec(x);
class GroupSparseRows {
public:
    /// Parameters
    ///     group: the processes.
    ///     matrix: of any format, on the current device. All ranks give the same one, and each keeps its rows.
    CUPRUM_TRAITS("not pickled, of no device")
    CUPRUM_PYTHON GroupSparseRows(std::shared_ptr<ProcessGroup> group, const scipy::sparse::sparse_matrix& matrix);
    /// Parameters
    ///     own: this rank's rows, with all columns. Ranks may have any numbers of rows.
    CUPRUM_PYTHON static GroupSparseRows from_local(std::shared_ptr<ProcessGroup> group,
                                                    const scipy::sparse::sparse_matrix& own);

    /// Number of rows of the whole matrix.
    CUPRUM_PROPERTY std::int64_t rows() const { return starts_.back(); }
    /// Number of columns.
    CUPRUM_PROPERTY std::int64_t columns() const { return columns_; }
    /// Number of processes.
    CUPRUM_PROPERTY int ranks() const { return group_->size(); }
    const std::shared_ptr<ProcessGroup>& group() const { return group_; }

    /// The product with a vector, which is divided evenly over the ranks first; the result is divided as the rows. Only
    /// elements that a rank's rows need are sent to it. Throws ValueError where it is no vector of as many elements as
    /// the matrix has columns, or belongs to another group.
    CUPRUM_PYTHON GroupArray matvec(const GroupArray& x) const;

private:
    GroupSparseRows(std::shared_ptr<ProcessGroup> group, std::int64_t columns);
    void keep(const scipy::sparse::sparse_matrix& own);

    std::shared_ptr<ProcessGroup> group_;
    std::int64_t columns_, plan_ = 0;
    std::vector<std::int64_t> starts_;     // rows of the ranks
    scipy::sparse::sparse_matrix matrix_;  // this rank's rows; columns are those that they need
    std::vector<ndarray> places_;          // which of this rank's elements each rank needs
    std::vector<std::int64_t> needed_;     // where the ranks' elements begin among those that this rank needs
};

}  // namespace cuprum::distributed
