// Equations by LAPACK's names, as CuPy's module `cupyx.lapack` has them.
#pragma once

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::lapack {

/// Solves equations in the memory of the right-hand sides: afterwards `a @ b_new == b`.
///
/// Parameters
///     a: a square matrix (n, n).
///     b: a vector (n,) or matrix (n, k), which becomes the solution.
/// Raises
///     LinAlgError: the matrix is singular.
CUPRUM_TRAITS("released")
CUPRUM_PYTHON void gesv(const ndarray& a, const ndarray& b);

/// The solution of least squares: the `x` for which `a @ x` is nearest to `b`.
///
/// Parameters
///     a: a matrix (m, n) of full rank.
///     b: a vector (m,) or matrix (m, k).
/// Returns
///     The solution, (n,) or (n, k).
/// Example
///     >>> cupyx.lapack.gels(cp.array([[1.], [1.]]), cp.array([1., 3.]))
///     array([2.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray gels(const ndarray& a, const ndarray& b);

/// The solution of equations whose matrices are symmetric or Hermitian and positive definite.
///
/// Parameters
///     a: matrices (..., n, n); their lower triangles are read.
///     b: a vector (n,), or matrices (..., n, k).
/// Returns
///     The `x` for which `a @ x` is `b`.
/// Raises
///     LinAlgError: a matrix is not positive definite.
/// Example
///     >>> cupyx.lapack.posv(cp.array([[4., 0.], [0., 2.]]), cp.array([2., 2.]))
///     array([0.5, 1. ])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray posv(const ndarray& a, const ndarray& b);

/// The solution of equations from Cholesky factors.
///
/// Parameters
///     L: the factors (..., n, n), of which one triangle is read.
///     b: a vector (n,), or matrices (..., n, k).
///     lower: whether it is the lower triangle.
/// Returns
///     The `x` for which `L @ L^H @ x` is `b`, or `L^H @ L @ x` where the triangle is the upper one.
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray potrs(const ndarray& L, const ndarray& b, bool lower);

}  // namespace cuprum::lapack
