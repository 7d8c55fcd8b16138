"""SciPy's linear algebra of sparse matrices, for a device.

Iterations take sparse matrices, dense ones, and operators of Python functions.

Errors and warnings (ArpackError, ArpackNoConvergence, MatrixRankWarning):
    >>> from cuprumx.scipy import sparse
    >>> matrix = sparse.random(200, 200, 0.1, "csr")
    >>> try:
    ...     linalg.eigs(matrix, 3, ncv=8, maxiter=1, tol=1e-14)
    ... except linalg.ArpackNoConvergence as error:
    ...     print(len(error.eigenvalues) < 3)
    True

Operators and factors (MatrixLinearOperator, SuperLU):
    >>> matrix = sparse.csc_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]]))
    >>> linalg.aslinearoperator(matrix).matvec(cp.ones(2))
    array([2., 5.])
    >>> linalg.splu(matrix).solve(cp.array([2.0, 5.0]))
    array([1., 1.])
"""

from cuprum._core._scipy_sparse_linalg import (  # noqa: F401
    SuperLU, bicg, bicgstab, cg, cgs, eigs, eigsh, expm, expm_multiply, funm_multiply_krylov, gcrotmk, gmres, inv,
    is_sptriangular, lgmres, lobpcg, lsmr, lsqr, matrix_power, minres, norm, onenormest, qmr, spbandwidth, spilu, splu,
    spsolve, spsolve_triangular, svds, tfqmr,
)  # fmt: skip

from ._operators import IdentityOperator, LinearOperator, MatrixLinearOperator, aslinearoperator  # noqa: F401


class MatrixRankWarning(UserWarning):
    """A matrix that is solved with is singular."""


class ArpackError(RuntimeError):
    """An iteration for eigenvalues failed."""


class ArpackNoConvergence(ArpackError):
    """An iteration for eigenvalues ended before all were found.

    Attributes
        eigenvalues, eigenvectors: those that were found.
    """

    def __init__(self, msg, eigenvalues, eigenvectors):
        super().__init__(msg)
        self.eigenvalues, self.eigenvectors = eigenvalues, eigenvectors


def factorized(A):
    """A function that solves A x = b for any b.

    Parameters
        A: square sparse matrix.
    Returns
        The function.
    Raises
        ValueError: the matrix is not square. RuntimeError: it is singular.
    Example
        >>> a = cuprumx.scipy.sparse.csc_matrix(cp.array([[4., 1.], [1., 3.]]))
        >>> solve = linalg.factorized(a)
        >>> solve(cp.array([1., 2.]))
        array([0.09090909, 0.63636364])
    """
    return splu(A).solve
