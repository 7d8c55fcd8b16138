"""Decompositions by cuSOLVER's names: `cuprum.cusolver`, where CuPy has them since version 12, and sparse equations."""

import cuprum as _cp
from cuprum.cusolver import *  # noqa: F403

from .scipy import sparse as _sparse


def csrlsvqr(A, b, tol=0, reorder=1):
    """Solves A @ x = b for a sparse matrix, as `cuprumx.scipy.sparse.linalg.spsolve`.

    Parameters
        A: square csr matrix.
        b: vector of the same dtype.
        tol, reorder: accepted; the factorization chooses its pivots and its order by itself.
    Returns
        x. If A is singular it is of NaN, and spsolve warns.
    Raises
        ValueError: A is not csr, b is no vector, or their shapes do not fit. TypeError: dtypes differ, or are not
        float32, float64, complex64 or complex128.
    Example
        >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[2., 0.], [1., 4.]]))
        >>> cuprumx.cusolver.csrlsvqr(a, cp.array([2., 9.]))
        array([1., 2.])
    """
    from .scipy.sparse import linalg

    if not _sparse.issparse(A) or A.format != "csr":
        raise ValueError("A must be CSR sparse matrix")
    if not isinstance(b, _cp.ndarray):
        raise ValueError("b must be an array of the device")
    if b.ndim != 1:
        raise ValueError(f"b.ndim must be 1 (actual: {b.ndim})")
    if not A.shape[0] == A.shape[1] == b.shape[0]:
        raise ValueError("invalid shape")
    if A.dtype != b.dtype:
        raise TypeError("dtype mismatch")
    if A.dtype.char not in "fdFD":
        raise TypeError(f"Invalid dtype (actual: {A.dtype})")
    return linalg.spsolve(A, b)
