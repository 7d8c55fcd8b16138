"""Eigenvalues of matrices that need not be hermitian."""

import warnings

import numpy

import cuprum
from cuprum import _core

from ._base import array, is_sparse_like
from ._operators import IdentityOperator, LinearOperator, aslinearoperator
from ._systems import iterate, product

_linalg = _core._scipy_sparse_linalg


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


def inverse_of(A, M, sigma, dtype):
    """The product by (A - sigma M)^-1, by factors on the device where there is a matrix, else by an iteration."""
    if isinstance(A, LinearOperator) and hasattr(A, "A"):
        A = A.A
    if isinstance(M, LinearOperator) and hasattr(M, "A"):
        M = M.A
    if isinstance(A, LinearOperator) or isinstance(M, LinearOperator):
        shifted = aslinearoperator(A)
        if sigma != 0:
            shifted = shifted - sigma * (IdentityOperator(A.shape, dtype) if M is None else aslinearoperator(M))

        def solve(v):
            rtol, restart = 10 * float(numpy.finfo(dtype).eps), 50.0
            x, info = iterate(_linalg.gmres, shifted, v.astype(dtype), None, rtol, 0.0, None, None, None, restart)
            if info:
                raise ValueError(f"Error in inverting A - sigma M: gmres did not converge (info = {info}).")
            return x

        return solve
    if is_sparse_like(A):
        from . import eye

        shifted = A.tocsc().astype(dtype)
        if sigma != 0:
            metric = eye(A.shape[0], dtype=dtype, format="csc") if M is None else M
            shifted = shifted - metric * dtype.type(sigma)
        factors = _linalg.LU(shifted.tocsc()._m, "COLAMD", 1.0, 0.0, 0.0)
        return lambda v: factors.solve(v, "N")
    shifted = A.astype(dtype)
    if sigma != 0:
        metric = cuprum.eye(A.shape[0], dtype=dtype) if M is None else (M.toarray() if is_sparse_like(M) else M)
        shifted = shifted - dtype.type(sigma) * metric.astype(dtype)
    from cuprumx.scipy.linalg import lu_factor, lu_solve

    factors = lu_factor(shifted)
    return lambda v: lu_solve(factors, v.astype(dtype))


def eigs(
    A, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None,
    OPinv=None, OPpart=None, rng=None,
):  # fmt: skip
    """Some eigenvalues of a square matrix, by Arnoldi iteration with restarts (Stewart, 2001).

    Parameters
        A: square matrix, sparse, dense, or an operator.
        k: how many; fewer than the rows less one.
        M: matrix of the generalized problem A x = lambda M x.
        sigma: a number near which eigenvalues are wanted; A - sigma M is factorized.
        which: of the eigenvalues, or with `sigma` of 1 / (lambda - sigma): "LM", "SM" largest and smallest magnitude, "LR", "SR"
            real part, "LI", "SI" imaginary part.
        v0: the vector to begin with.
        ncv: vectors that are kept at once; at least k + 2.
        maxiter: restarts at most; ten times the rows by default.
        tol: relative to an eigenvalue; 0 for what the dtype allows.
        return_eigenvectors: whether vectors are wanted, too.
        Minv: an operator that multiplies by the inverse of M.
        OPinv: an operator that multiplies by the inverse of A - sigma M.
        OPpart: accepted as "r"; for a real A with a complex `sigma` all is computed with complex numbers.
        rng: accepted; where `v0` is not given the iteration begins with the same vector each time.
    Returns
        The eigenvalues, complex, those that are wanted most first, and vectors as columns.
    Raises
        ArpackNoConvergence: not all were found; it holds those that were. ValueError: shapes, numbers or words that do not fit.
        TypeError: as many eigenvalues of a sparse matrix as `numpy.linalg.eig` is for.
    Example
        >>> a = cuprumx.scipy.sparse.diags(cuprum.arange(1., 11.))
        >>> cuprumx.scipy.sparse.linalg.eigs(a, 2, return_eigenvectors=False).real.round(6)
        array([10.,  9.])
    """
    matrix = A
    A = aslinearoperator(A)
    n = A.shape[0]
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix (shape={A.shape})")
    if M is not None and M.shape != A.shape:
        raise ValueError(f"wrong M dimensions {M.shape}, should be {A.shape}")
    if k <= 0:
        raise ValueError(f"k={k} must be greater than 0.")
    if which not in ("LM", "SM", "LR", "SR", "LI", "SI"):
        raise ValueError(f"Parameter which must be one of LM SM LR SR LI SI, found {which!r}")
    dtype = A.dtype if A.dtype.kind in "fc" and A.dtype.itemsize >= 4 else numpy.dtype("d")
    if k >= n - 1:
        warnings.warn(
            f"k >= N - 1 for N * N square matrix: all eigenvalues of a dense matrix are computed (k = {k}, N = {n})",
            RuntimeWarning,
            stacklevel=2,
        )
        if not isinstance(matrix, cuprum.ndarray) or isinstance(M, LinearOperator):
            raise TypeError("so many eigenvalues need a dense matrix: use cuprum.linalg.eig(A.toarray()), or reduce k")
        whole = matrix if M is None else cuprum.linalg.solve(M.toarray() if is_sparse_like(M) else M, matrix)
        values, vectors = cuprum.linalg.eig(whole)
        return (values, vectors) if return_eigenvectors else values
    if OPpart is not None and (sigma is None or dtype.kind == "c"):
        raise ValueError("OPpart should not be specified with sigma = None or complex A")
    if OPpart is not None and OPpart.lower() not in ("r", "i"):
        raise ValueError("OPpart must be one of ('r','i')")
    if OPpart is not None and OPpart.lower() == "i" and not numpy.imag(sigma):
        raise ValueError("OPpart cannot be 'i' if sigma is real")

    if sigma is None:
        if OPinv is not None:
            raise ValueError("OPinv should not be specified with sigma = None.")
        if M is None and Minv is not None:
            raise ValueError("Minv should not be specified with M = None.")
        apply = product(A, dtype)
        if M is not None:
            solve = inverse_of(M, None, 0, dtype) if Minv is None else aslinearoperator(Minv).matvec
            apply = apply, solve
    else:
        if Minv is not None:
            raise ValueError("Minv should not be specified when sigma is specified.")
        if numpy.imag(sigma):
            dtype = numpy.result_type(dtype, numpy.complex64)
        else:
            sigma = numpy.real(sigma)
        apply = inverse_of(matrix, M, sigma, dtype) if OPinv is None else aslinearoperator(OPinv).matvec
        if M is not None:
            apply = product(aslinearoperator(M), dtype), apply
    v0 = None if v0 is None else array(v0).reshape(-1)
    values, vectors, found = _linalg.eigs(apply, n, dtype, k, which, v0, ncv, maxiter, tol)
    if sigma is not None:
        values = 1 / values + sigma
    if found < k:
        raise ArpackNoConvergence(f"No convergence ({found}/{k} eigenvectors converged)", values, vectors)
    return (values, vectors) if return_eigenvectors else values
