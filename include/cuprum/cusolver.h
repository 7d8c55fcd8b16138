// Decompositions by cuSOLVER's names, as CuPy's module `cupy.cusolver` has them. They work on every device: the
// algorithm is the one that cuprum::linalg chooses.
#pragma once

#include "cuprum/linalg.h"

namespace cuprum::cusolver {

/// Singular vectors as columns, and singular values: of a matrix `u @ diag(s) @ v^H`.
struct ColumnSVD {
    ndarray u, s, v;
};

/// Singular value decompositions, with the right vectors as columns.
///
/// Parameters
///     a: matrices (..., m, n).
///     full_matrices: whether `u` and `v` are square.
///     compute_uv: whether vectors are wanted.
///     overwrite_a: whether the contents of `a` may be lost; they never are.
/// Returns
///     `u` (..., m, k), `s` (..., k) and `v` (..., n, k), or `s` alone.
/// Raises
///     LinAlgError: no convergence.
ColumnSVD gesvdj(const ndarray& a, bool full_matrices = true);

/// Singular value decompositions of tall matrices.
///
/// Parameters
///     a: matrices (..., m, n) with m >= n.
///     compute_uv: whether vectors are wanted.
/// Returns
///     `u` (..., m, n), `s` (..., n) and `v` (..., n, n), or `s` alone.
/// Raises
///     ValueError: m < n.
ColumnSVD gesvda(const ndarray& a);

/// Eigenvalues and eigenvectors of symmetric or Hermitian matrices.
///
/// Parameters
///     a: square matrices (..., n, n).
///     UPLO: 'L' or 'U', the triangle that is read.
///     with_eigen_vector: whether vectors are wanted.
/// Returns
///     The eigenvalues, ascending, and the vectors as columns; or the eigenvalues alone.
linalg::Eig syevj(const ndarray& a, char UPLO = 'L');

}  // namespace cuprum::cusolver
