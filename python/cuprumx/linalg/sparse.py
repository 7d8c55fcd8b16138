"""Equations with sparse matrices beyond SciPy's."""

import cuprum
from cuprum import _core


def lschol(A, b):
    """Solves A x = b for a hermitian positive definite sparse matrix, by its Cholesky factors.

    Parameters
        A: square matrix of cuprumx.scipy.sparse, or a dense one.
        b: the right-hand side, a vector.
    Returns
        The solution, a vector.
    Raises
        ValueError: shapes that do not fit. LinAlgError: A is not positive definite.
    Example
        >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 2.], [2., 3.]]))
        >>> cuprumx.linalg.sparse.lschol(a, cp.array([2., 3.]))
        array([0., 1.])
    """
    from cuprumx.scipy import sparse

    return _core._scipy_sparse_linalg.lschol(sparse.csr_matrix(A)._m, b)
