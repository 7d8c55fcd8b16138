"""Products of matrices and vectors by BLAS's names: `nrm2`, `gemm` and their like, for arrays of any layout on any
device."""

from ._core._cublas import *  # noqa: F403
from .linalg import solve as _solve


def batched_gesv(a, b):
    """The solutions of many systems of linear equations, `a @ x = b`.

    Parameters
        a: matrices (..., M, M).
        b: right sides: vectors (..., M), with one axis less than `a`, or matrices (..., M, K).
    Returns
        The solutions, shaped like `b`.
    Raises
        LinAlgError: matrices that are not square. ValueError: shapes do not go together.
    Example
        >>> a, b = cp.array([[[2., 0.], [0., 4.]]]), cp.array([[2., 2.]])
        >>> cublas.batched_gesv(a, b)
        array([[1. , 0.5]])
    """
    return _solve(a, b[..., None])[..., 0] if b.ndim == a.ndim - 1 else _solve(a, b)
