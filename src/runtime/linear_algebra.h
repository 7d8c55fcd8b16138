// Libraries of linear algebra behind one interface: cuBLAS and cuSOLVER on a GPU, OpenBLAS on a CPU. What to compute,
// in which layout and over which batches is decided in src/numpy; here a routine is called. Each library is loaded when
// first needed.
#pragma once

#include <cstdint>

#include "cuprum/dtype.h"
#include "runtime/backend.h"

namespace cuprum::runtime {

/// What is done with a stored matrix before it is used.
enum class Op : std::uint8_t { none, transpose, conjugate_transpose };

/// Products C = op(A) op(B) of row-major matrices of one dtype, `batch` of them. op(A) is m x k, op(B) k x n, C m x n;
/// C overlaps neither. No length is zero.
struct Product {
    struct Operand {
        void* data;       ///< The first matrix; with `pointers` an array of `batch` addresses, in the device's memory.
        std::int64_t ld;  ///< Elements from row to row as stored.
        std::int64_t stride;  ///< Elements from matrix to matrix; 0 repeats one. Without meaning with `pointers`.
        Op op = Op::none;     ///< Op::none for C.
    };
    DType dtype;
    std::int64_t m, n, k, batch;
    Operand a, b, c;
    bool pointers = false;
};

/// `batch` column-major matrices of one dtype, as LAPACK has them.
struct Matrices {
    DType dtype;
    void* data;
    std::int64_t rows, columns;
    std::int64_t ld;      ///< Elements from column to column.
    std::int64_t stride;  ///< Elements from matrix to matrix.
    std::int64_t batch;
    void* const* addresses =
        nullptr;  ///< On a GPU, of more than one matrix: the address of each, in the device's memory.

    void* at(std::int64_t i) const { return static_cast<char*>(data) + i * stride * itemsize(dtype); }
};

/// Equations A x = b of a square sparse matrix whose rows lie one after the other, their indices in order and from 0
/// on. Right-hand sides and solutions are column-major matrices without gaps.
struct SparseEquations {
    DType dtype, index;
    std::int64_t n, nnz, columns;
    const void *indptr, *indices, *data, *b;
    void* x;
};

/// How much of a singular value decomposition is wanted: the values; as many vectors as values; all vectors.
enum class Vectors : std::uint8_t { none, reduced, full };

/// What a library makes of a singular value decomposition.
struct SvdForm {
    bool tall_only;  ///< It takes no more columns than rows.
    bool full;       ///< It gives all vectors even where fewer are wanted.
    bool v;          ///< It gives V instead of its conjugate transpose.
};

/// All lengths are positive. Work is done in the order of `stream`. Factorizations take float32, float64, complex64 and
/// complex128, overwrite their input, and leave for each matrix an int32 in `info` (in the device's memory): 0, or
/// LAPACK's reason why it has no result.
class LinearAlgebra {
public:
    virtual ~LinearAlgebra() = default;

    /// Whether `multiply` takes a dtype.
    virtual bool multiplies(DType dtype) const = 0;
    /// Whether it takes vectors, too, for which m and n are 1, faster than a kernel is.
    virtual bool multiplies_vectors(DType) const { return false; }
    virtual void multiply(const Product& product, StreamHandle stream) = 0;

    /// Whether many matrices are told of by a table of their addresses (`Matrices::addresses`).
    virtual bool needs_addresses() const { return false; }

    /// Whether a NaN in a matrix shows in what is computed from its LU factors, and in the code of its singular values.
    virtual bool tells_of_nan() const { return true; }
    /// The integer dtype of pivots that `lu` of such matrices writes. They count from 1.
    virtual DType pivot_dtype(const Matrices& a) const = 0;
    virtual void lu(const Matrices& a, void* pivots, int* info, StreamHandle stream) = 0;
    /// Overwrites `b` with the solution of op(A) x = b.
    virtual void lu_solve(const Matrices& lu, const void* pivots, Op op, const Matrices& b, StreamHandle stream) = 0;
    /// Overwrites the factors by the inverse; false, with nothing done, where solving for the identity is the way.
    virtual bool lu_invert(const Matrices& lu, const void* pivots, int* info, StreamHandle stream) = 0;

    /// Whether there is a library that solves sparse equations.
    virtual bool solves_sparse() { return false; }
    /// Solves by factors. False where no pivots were large enough for a solution.
    virtual bool solve_sparse(const SparseEquations&, StreamHandle) { return false; }

    /// Overwrites one triangle by the factor; the other stays as it is.
    virtual void cholesky(const Matrices& a, bool upper, int* info, StreamHandle stream) = 0;

    /// R above and on the diagonal, the reflectors below it and in `tau`, a column a matrix.
    virtual void qr(const Matrices& a, const Matrices& tau, StreamHandle stream) = 0;
    /// Overwrites reflectors, as many as `tau` has rows, as `qr` left them in the first columns, by the columns of Q.
    virtual void form_q(const Matrices& a, const Matrices& tau, StreamHandle stream) = 0;

    /// Overwrites `b` with the solution of op(A) x = b for triangles A.
    virtual void solve_triangular(const Matrices& a, bool upper, bool unit_diagonal, Op op, const Matrices& b,
                                  StreamHandle stream) = 0;

    /// A = U diag(s) V^H; `s` is real, `u` and `vh` are without meaning where no vectors are wanted.
    virtual SvdForm svd_form(const Matrices& a) const = 0;
    virtual void svd(const Matrices& a, Vectors vectors, void* s, const Matrices& u, const Matrices& vh, int* info,
                     StreamHandle stream) = 0;

    /// Eigenvalues, ascending and real, of the Hermitian matrices of which one triangle is given; with `vectors`
    /// overwrites the matrices by them.
    virtual void eigh(const Matrices& a, bool upper, bool vectors, void* values, int* info, StreamHandle stream) = 0;

    /// Eigenvalues, complex, and where `right` is not null right eigenvectors: of real matrices a conjugate pair's are
    /// the real and the imaginary parts in two real columns. Throws NotSupportedError where the library has no such
    /// routine.
    virtual void eig(const Matrices& a, void* values, const Matrices* right, int* info, StreamHandle stream) = 0;

    /// Overwrites the first rows of `b` (with as many rows as the longer side of `a`) by the least-norm solution of min
    /// |A x - b|; singular values (real) go to `s`, ranks (int32) to `rank`. False, with nothing done, where the
    /// library has no such routine.
    virtual bool least_squares(const Matrices& a, const Matrices& b, double rcond, void* s, int* rank, int* info,
                               StreamHandle stream) = 0;
};

}  // namespace cuprum::runtime
