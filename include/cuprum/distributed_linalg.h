// Linear algebra of divided arrays: factorizations in blocks, and sparse matrices divided by rows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuprum/distributed_array.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::distributed {

struct DistributedQR {
    DistributedArray q, r;
};

/// Factorize a matrix into one with orthonormal columns and an upper triangular one.
///
/// Parameters
///     a: a divided matrix of m rows and n columns; best many more rows than columns. It is divided by rows first.
/// Returns
///     q: of shape (m, min(m, n)), divided by rows.
///     r: of shape (min(m, n), n), on the first device.
/// Raises
///     ValueError: not a matrix.
/// Method
///     Each device factorizes its rows, the first one their triangles: J. Demmel et al., "Communication-optimal
///     parallel and sequential QR and LU factorizations", SIAM J. Sci. Comput. 34, 2012. 2 (p - 1) messages.
/// Example
///     auto [q, r] = cuprum::distributed::qr(a);
DistributedQR qr(const DistributedArray& a);

/// Factorize a Hermitian positive definite matrix: a = L L^H.
///
/// Parameters
///     a: a divided square matrix, of which the lower triangle is read.
///     block: how many rows and columns a step factorizes; rows are dealt out to devices in such blocks. 0 chooses.
/// Returns
///     The lower triangular factor, in the boxes of `a`.
/// Raises
///     LinAlgError: the matrix is not positive definite. ValueError: not a square matrix.
/// Method
///     Right-looking, by rows of blocks: a step factorizes a block on its device, sends it to the others, which solve
///     for their blocks of the column, and sends these to all, which update what remains.
DistributedArray cholesky(const DistributedArray& a, std::int64_t block = 0);

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

}  // namespace cuprum::distributed
