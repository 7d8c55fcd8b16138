// Decompositions by cuSOLVER's names, as CuPy's module `cupy.cusolver` has them. They work on every device: the
// algorithm is the one that cuprum::linalg chooses.
#pragma once

#include <string_view>

#include "cuprum/linalg.h"
#include "cuprum/python.h"

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

/// The solution of equations; `cupyx.lapack.gesv` solves them in place.
///
/// Parameters
///     a: a square matrix (n, n) of float32, float64, complex64 or complex128.
///     b: a vector (n,) or matrix (n, k) of the same dtype.
/// Returns
///     The `x` for which `a @ x` is `b`.
/// Raises
///     ValueError: other shapes or dtypes. LinAlgError: the matrix is singular.
/// Example
///     >>> cp.cusolver.gesv(cp.array([[2., 0.], [0., 4.]]), cp.array([2., 2.]))
///     array([1. , 0.5])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray gesv(const ndarray& a, const ndarray& b);

/// The solution of least squares: the `x` for which `a @ x` is nearest to `b`.
///
/// Parameters
///     a: a matrix (m, n) of full rank with m >= n, of float32, float64, complex64 or complex128.
///     b: a vector (m,) or matrix (m, k) of the same dtype.
/// Returns
///     The solution, (n,) or (n, k).
/// Raises
///     ValueError: other shapes or dtypes.
/// Example
///     >>> cp.cusolver.gels(cp.array([[1.], [1.]]), cp.array([1., 3.]))
///     array([2.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray gels(const ndarray& a, const ndarray& b);

/// Whether a routine of cuSOLVER's can be called here, on any device.
///
/// Parameters
///     name: its name without the letter of a dtype: gesv, gels, gesvdj, gesvda, syevj, potrfBatched, potrsBatched,
///         gesvdjBatched, syevjBatched or csrlsvqr.
/// Returns
///     True.
/// Raises
///     ValueError: another name.
/// Example
///     >>> cp.cusolver.check_availability("gesv")
///     True
CUPRUM_PYTHON bool check_availability(std::string_view name);

}  // namespace cuprum::cusolver
