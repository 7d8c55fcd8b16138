// Linear algebra of divided arrays: factorizations in blocks, and sparse matrices divided by rows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuprum/distributed_array.h"
#include "cuprum/distributed_group.h"
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
///     a: a divided matrix of m rows and n columns, which is divided evenly by rows first.
///     block: how many columns a step factorizes. 0 chooses: all of a tall matrix, fewer where these are as many as a
///         device's rows.
/// Returns
///     q: of shape (m, min(m, n)), divided by rows. Its columns are orthonormal to rounding, whatever the rank of `a`.
///     r: of shape (min(m, n), n), on the first device. Of a group's array all ranks have it where it has no more rows
///         than `a` on a rank; otherwise it is divided by rows.
/// Raises
///     LinAlgError: not a matrix. TypeError: 16-bit floats.
/// Method
///     Each device factorizes its rows of a step's columns, and one of them their triangles: J. Demmel et al.,
///     "Communication-optimal parallel and sequential QR and LU factorizations", SIAM J. Sci. Comput. 34, 2012. On p
///     devices 2 (p - 1) messages for the last step, and 4 (p - 1) for each one before.
/// Example
///     auto [q, r] = cuprum::distributed::qr(a);
DistributedQR qr(const DistributedArray& a, std::int64_t block = 0);
GroupQR qr(const GroupArray& a, std::int64_t block = 0);

/// Factorize a Hermitian positive definite matrix: a = L L^H.
///
/// Parameters
///     a: a divided square matrix, of which the lower triangle is read.
///     block: how many rows and columns a step factorizes; rows are dealt out to devices in such blocks. 0 chooses.
/// Returns
///     The lower triangular factor, in the boxes of `a`.
/// Raises
///     LinAlgError: no square matrix, or one that is not positive definite: on all ranks of a group, which can still
///     be used. TypeError: 16-bit floats.
/// Method
///     Right-looking, by rows of blocks: a step factorizes a block on its device, sends it to the others, which solve
///     for their blocks of the column, and send these to all, which update what remains. On p devices at most
///     (p - 1) + p (p - 1) messages a step.
/// Example
///     auto l = cuprum::distributed::cholesky(a);
DistributedArray cholesky(const DistributedArray& a, std::int64_t block = 0);
GroupArray cholesky(const GroupArray& a, std::int64_t block = 0);

/// Solve equations whose matrix is a triangle: op(a) x = b.
///
/// Parameters
///     a: a divided square matrix, of which one triangle is read.
///     b: a divided vector, or a matrix whose columns are right-hand sides.
///     trans: 0 solves a x = b, 1 a^T x = b, 2 a^H x = b.
///     lower: whether the lower triangle of `a` is read.
///     unit_diagonal: whether the diagonal counts as ones and is not read.
///     block: how many rows a step solves for; rows are dealt out to devices in such blocks. 0 chooses.
/// Returns
///     The solutions, in the boxes of `b`.
/// Raises
///     LinAlgError: no square matrix, or a 0 on the diagonal: on all ranks of a group, which can still be used.
///     ValueError: shapes do not agree. TypeError: 16-bit floats.
/// Method
///     Fan-out substitution by rows of blocks: M. T. Heath and C. H. Romine, "Parallel solution of triangular systems
///     on distributed-memory multiprocessors", SIAM J. Sci. Stat. Comput. 9, 1988. On p devices at most p - 1 messages
///     a step.
/// Example
///     auto x = cuprum::distributed::solve_triangular(l, b, 0, true);
DistributedArray solve_triangular(const DistributedArray& a, const DistributedArray& b, int trans = 0,
                                  bool lower = false, bool unit_diagonal = false, std::int64_t block = 0);
GroupArray solve_triangular(const GroupArray& a, const GroupArray& b, int trans = 0, bool lower = false,
                            bool unit_diagonal = false, std::int64_t block = 0);

/// What `solve` may assume of a matrix.
enum class MatrixKind : std::uint8_t { general, positive_definite };

/// Solve linear equations: a x = b.
///
/// Parameters
///     a: a divided square matrix.
///     b: a divided vector, or a matrix whose columns are right-hand sides.
///     kind: of a `positive_definite` (Hermitian) matrix the lower triangle is read, and `cholesky` factorizes it.
///     block: how many columns a step factorizes. 0 chooses.
/// Returns
///     The solutions, in the boxes of `b`.
/// Raises
///     LinAlgError: no square matrix, or one that is singular or not positive definite: on all ranks of a group, which
///     can still be used. ValueError: shapes do not agree. TypeError: 16-bit floats.
/// Method
///     LU factors with partial pivoting, right-looking, of columns in blocks, which are dealt out to the devices: a
///     step has at most p - 1 messages. Then an equation of the triangle U.
/// Example
///     auto x = cuprum::distributed::solve(a, b);
DistributedArray solve(const DistributedArray& a, const DistributedArray& b, MatrixKind kind = MatrixKind::general,
                       std::int64_t block = 0);
GroupArray solve(const GroupArray& a, const GroupArray& b, MatrixKind kind = MatrixKind::general,
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
    SparseRows(const scipy::sparse::sparse_matrix& matrix, std::vector<int> devices);

    std::int64_t rows() const { return rows_; }
    std::int64_t columns() const { return columns_; }
    const std::vector<int>& devices() const { return devices_; }

    /// The product with a vector, which is divided evenly over the devices first; the result is divided so by rows.
    /// Throws ValueError where it is no vector of as many elements as the matrix has columns.
    DistributedArray matvec(const DistributedArray& x) const;

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
    GroupSparseRows(std::shared_ptr<ProcessGroup> group, const scipy::sparse::sparse_matrix& matrix);
    /// Parameters
    ///     own: this rank's rows, with all columns. Ranks may have any numbers of rows.
    static GroupSparseRows from_local(std::shared_ptr<ProcessGroup> group, const scipy::sparse::sparse_matrix& own);

    std::int64_t rows() const { return starts_.back(); }
    std::int64_t columns() const { return columns_; }
    const std::shared_ptr<ProcessGroup>& group() const { return group_; }

    /// The product with a vector, which is divided evenly over the ranks first; the result is divided as the rows. Only
    /// elements that a rank's rows need are sent to it. Throws ValueError where it is no vector of as many elements as
    /// the matrix has columns, or belongs to another group.
    GroupArray matvec(const GroupArray& x) const;

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
