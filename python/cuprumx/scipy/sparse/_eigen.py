"""Some eigenvalues and singular values, by iterations."""

import warnings

import numpy

import cuprum
from cuprum import _core

from ._parts import Sparse, array, is_sparse_like
from ._operators import IdentityOperator, LinearOperator, MatrixLinearOperator, aslinearoperator
from ._systems import core_operator, iterate, product

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
            rtol, restart = 1000 * float(numpy.finfo(dtype).eps) * v.size**0.5, 50.0
            x, info = iterate(
                _linalg.gmres, shifted, v.astype(dtype), None, rtol, 0.0, 500 * v.size, None, None, restart
            )
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


def _inexact(dtype):
    return dtype if dtype.kind in "fc" and dtype.itemsize >= 4 else numpy.dtype("d")


def _checked(A, k, M, which, words):
    """The operator of a square matrix."""
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix (shape={A.shape})")
    if M is not None and M.shape != A.shape:
        raise ValueError(f"wrong M dimensions {M.shape}, should be {A.shape}")
    if k <= 0:
        raise ValueError(f"k={k} must be greater than 0.")
    if which not in words:
        raise ValueError(f"Parameter which must be one of {' '.join(words)}, found {which!r}")
    return A


def _check_inverses(M, sigma, Minv, OPinv):
    if sigma is not None and Minv is not None:
        raise ValueError("Minv should not be specified when sigma is specified.")
    if sigma is None and OPinv is not None:
        raise ValueError("OPinv should not be specified with sigma = None.")
    if M is None and Minv is not None:
        raise ValueError("Minv should not be specified with M = None.")


def _dense(matrix):
    return matrix.toarray() if is_sparse_like(matrix) else matrix


def _dense_problem(matrix, M, k, n, limit, name):
    """The dense matrix of which more eigenvalues are wanted than an iteration finds."""
    warnings.warn(
        f"{limit} for N * N square matrix: all eigenvalues of a dense matrix are computed (k = {k}, N = {n})",
        RuntimeWarning,
        stacklevel=3,
    )
    if not isinstance(matrix, cuprum.ndarray) or isinstance(M, LinearOperator):
        raise TypeError(f"so many eigenvalues need a dense matrix: use cuprum.linalg.{name}(A.toarray()), or reduce k")
    return matrix


def _inverse_of_metric(M, Minv, dtype):
    return inverse_of(M, None, 0, dtype) if Minv is None else aslinearoperator(Minv).matvec


def _converged(values, vectors, found, k):
    if found < k:
        raise ArpackNoConvergence(f"No convergence ({found}/{k} eigenvectors converged)", values, vectors)


def _warn_of_others(found, k):
    if found < k:
        warnings.warn(
            f"{found} of {k} eigenvectors converged; the best approximations take the others' places: raise maxiter "
            "or ncv",
            RuntimeWarning,
            stacklevel=3,
        )


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
        which: of the eigenvalues, or with `sigma` of 1 / (lambda - sigma), see OPpart: "LM", "SM" largest and smallest
            magnitude, "LR", "SR" real part, "LI", "SI" imaginary part.
        v0: the vector to begin with.
        ncv: vectors that are kept at once; at least k + 2.
        maxiter: restarts at most; ten times the rows by default.
        tol: relative to an eigenvalue; 0 for what the dtype allows.
        return_eigenvectors: whether vectors are wanted, too.
        Minv: an operator that multiplies by the inverse of M.
        OPinv: an operator that multiplies by the inverse of A - sigma M.
        OPpart: for a real A with a complex `sigma`: "r" for eigenvalues of the real part of the inverse of A - sigma M,
            (1 / (lambda - sigma) + 1 / (lambda - conj(sigma))) / 2, "i" for those of the imaginary part.
        rng: accepted; where `v0` is not given the iteration begins with the same vector each time.
    Returns
        The eigenvalues, complex, those that are wanted most first, and vectors as columns.
    Raises
        ArpackNoConvergence: not all were found; it holds those that were. ValueError: shapes, numbers or words that do
            not fit.
        TypeError: as many eigenvalues of a sparse matrix as `numpy.linalg.eig` is for.
    Example
        >>> a = cuprumx.scipy.sparse.diags(cuprum.arange(1., 11.))
        >>> cuprumx.scipy.sparse.linalg.eigs(a, 2, return_eigenvectors=False).real.round(6)
        array([10.,  9.])
    """
    matrix = A
    A = _checked(A, k, M, which, ("LM", "SM", "LR", "SR", "LI", "SI"))
    n = A.shape[0]
    dtype = _inexact(A.dtype)
    if k >= n - 1:
        dense = _dense_problem(matrix, M, k, n, "k >= N - 1", "eig")
        whole = dense if M is None else cuprum.linalg.solve(_dense(M), dense)
        values, vectors = cuprum.linalg.eig(whole)
        return (values, vectors) if return_eigenvectors else values
    if OPpart is not None and (sigma is None or dtype.kind == "c"):
        raise ValueError("OPpart should not be specified with sigma = None or complex A")
    if OPpart is not None and OPpart.lower() not in ("r", "i"):
        raise ValueError("OPpart must be one of ('r','i')")
    if OPpart is not None and OPpart.lower() == "i" and not numpy.imag(sigma):
        raise ValueError("OPpart cannot be 'i' if sigma is real")

    _check_inverses(M, sigma, Minv, OPinv)
    if sigma is None:
        apply = product(A, dtype)
        if M is not None:
            apply = apply, _inverse_of_metric(M, Minv, dtype)
    else:
        both = dtype.kind == "f" and bool(numpy.imag(sigma))  # real, and near sigma and its conjugate alike
        if not numpy.imag(sigma):
            sigma = numpy.real(sigma)
        wide = numpy.result_type(dtype, numpy.complex64) if both else dtype
        apply = inverse_of(matrix, M, sigma, wide) if OPinv is None else aslinearoperator(OPinv).matvec
        if both:
            apply = _part_of(apply, (OPpart or "r").lower(), wide)
        if M is not None:
            apply = product(aslinearoperator(M), dtype), apply
    v0 = None if v0 is None else array(v0).reshape(-1)
    both = sigma is not None and both
    # One more of pairs of conjugates, of which the better one is chosen.
    count = k + 1 if both and k + 1 < n - 1 and (ncv is None or ncv > k + 2) else k
    values, vectors, found = _linalg.eigs(apply, n, dtype, count, which, v0, ncv, maxiter, tol)
    if both:
        values, vectors = _best_of_pairs(_quotients(A, M, vectors), vectors, k, sigma, which)
    elif sigma is not None:
        values = 1 / values + sigma
    _converged(values, vectors, found, k)
    return (values, vectors) if return_eigenvectors else values


def _part_of(solve, part, dtype):
    """The real or the imaginary part of a product by the inverse, which of a real matrix is real: half the sum of those
    for sigma and its conjugate, or half the difference by 1j."""

    def product(v):
        x = solve(v.astype(dtype))
        return x.real.copy() if part == "r" else x.imag.copy()

    return product


def _quotients(A, M, vectors):
    """The eigenvalues of eigenvectors, which the part of an inverse does not tell."""
    images = vectors if M is None else aslinearoperator(M).matmat(vectors)
    above, below = ((vectors.conj() * x).sum(axis=0) for x in (A.matmat(vectors), images))
    return above / below


def _best_of_pairs(values, vectors, k, sigma, which):
    """As many as are wanted: where a pair of conjugates is torn, those whose 1 / (lambda - sigma) are wanted most."""
    near = 1e3 * numpy.finfo(values.dtype).eps
    last = values[k - 1 :].get()
    if len(last) < 2 or not abs(last[1] - last[0].conj()) <= near * abs(last[0]) or abs(last[0].imag) <= near:
        return values[:k], vectors[:, :k]
    moved = 1 / (values - sigma)
    rank = abs(moved) if which[1] == "M" else moved.real if which[1] == "R" else abs(moved.imag)
    order = cuprum.argsort(rank if which[0] == "S" else -rank)[:k]
    return values[order], vectors[:, order]


def _whole_eigh(a, M):
    """All eigenvalues and vectors of a x = lambda M x, dense."""
    if M is None:
        return cuprum.linalg.eigh(a)
    root = cuprum.linalg.cholesky(_dense(M))
    half = cuprum.linalg.solve(root, a)
    values, vectors = cuprum.linalg.eigh(cuprum.linalg.solve(root, half.conj().T))
    return values, cuprum.linalg.solve(root.conj().T, vectors)


def _transformed(matrix, A, M, sigma, OPinv, mode, dtype):
    """What is multiplied by for eigenvalues near sigma, the metric by which that is hermitian, and a function that
    gives the eigenvalues from those of the product."""
    solve = inverse_of(matrix, M, sigma, dtype) if OPinv is None else aslinearoperator(OPinv).matvec
    other = None if M is None else aslinearoperator(M)
    metric = product(other, dtype)
    if mode == "normal":
        return (solve if M is None else (metric, solve)), metric, lambda values: 1 / values + sigma
    if mode == "buckling":
        metric = product(A, dtype)
        return (metric, solve), metric, lambda values: sigma * values / (values - 1)
    if mode == "cayley":
        above = A + sigma * (IdentityOperator(A.shape, dtype) if M is None else other)
        return (above.matvec, solve), metric, lambda values: sigma * (values + 1) / (values - 1)
    raise ValueError(f"unrecognized mode {mode!r}")


def eigsh(
    a, k=6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None,
    OPinv=None, mode="normal", rng=None,
):  # fmt: skip
    """Some eigenvalues of a hermitian matrix, by Lanczos iteration with restarts (Wu and Simon, 2000).

    Parameters
        a: hermitian matrix, sparse, dense, or an operator.
        k: how many.
        M: hermitian positive definite matrix of the generalized problem a x = lambda M x.
        sigma: a number near which eigenvalues are wanted; a - sigma M is factorized.
        which: of the eigenvalues, or with `sigma` of the transformed ones: "LM", "SM" largest and smallest magnitude,
            "LA", "SA" the largest and the smallest, "BE" half of them from either end.
        v0: the vector to begin with.
        ncv: vectors that are kept at once; more than k.
        maxiter: products by the matrix after which no restart follows, as in CuPy; by default there are as many
            restarts as ten times the rows.
        tol: relative to an eigenvalue; 0 for what the dtype allows.
        return_eigenvectors: whether vectors are wanted, too.
        Minv: an operator that multiplies by the inverse of M.
        OPinv: an operator that multiplies by the inverse of a - sigma M.
        mode: what an eigenvalue w becomes with `sigma`: "normal" for 1 / (w - sigma); "buckling" for w / (w - sigma),
            where a is positive definite and M need not be; "cayley" for (w + sigma) / (w - sigma).
        rng: accepted; where `v0` is not given the iteration begins with the same vector each time.
    Returns
        Eigenvalues in ascending order, and vectors as columns. A RuntimeWarning tells where `maxiter` ends the
        iteration before all have converged; the best approximations take their places.
    Raises
        ValueError: shapes, numbers or words that do not fit.
        TypeError: all eigenvalues of a sparse matrix, for which `numpy.linalg.eigh` is.
    Example
        >>> a = cuprumx.scipy.sparse.diags(cuprum.arange(1., 11.))
        >>> cuprumx.scipy.sparse.linalg.eigsh(a, 3, sigma=4.2, return_eigenvectors=False).round(6)
        array([3., 4., 5.])
    """
    A = _checked(a, k, M, which, ("LM", "SM", "LA", "SA", "BE"))
    n, dtype = A.shape[0], _inexact(A.dtype)
    if dtype.kind == "c" and mode != "normal":
        raise ValueError(f"mode={mode!r} cannot be used with complex matrix A")
    if k >= n:
        values, vectors = _whole_eigh(_dense_problem(a, M, k, n, "k >= N", "eigh"), M)
        return (values, vectors) if return_eigenvectors else values
    _check_inverses(M, sigma, Minv, OPinv)
    restored = None
    if sigma is None:
        apply, metric = product(A, dtype), None
        if M is not None:
            apply, metric = (apply, _inverse_of_metric(M, Minv, dtype)), product(aslinearoperator(M), dtype)
    else:
        apply, metric, restored = _transformed(a, A, M, sigma, OPinv, mode, dtype)
    v0 = None if v0 is None else array(v0).reshape(-1)
    values, vectors, found = _linalg.eigsh(apply, n, dtype, k, which, v0, ncv, maxiter, tol, metric)
    _warn_of_others(found, k)
    if restored is not None:
        values = restored(values)
        order = cuprum.argsort(values)
        values, vectors = values[order], vectors[:, order]
    return (values, vectors) if return_eigenvectors else values


def _whole(name, value, wanted):
    if value is not None and int(value) != value:
        raise ValueError(f"`{name}` must be {wanted}, found {value}")
    return None if value is None else int(value)


def svds(
    a, k=6, ncv=None, tol=0, which="LM", v0=None, maxiter=None, return_singular_vectors=True, solver="arpack", rng=None,
    options=None, *, random_state=None,
):  # fmt: skip
    """Some singular values of a matrix, by eigenvalues of its product with its adjoint.

    Parameters
        a: matrix, sparse, dense, or an operator with products by its adjoint.
        k: how many.
        ncv: vectors that are kept at once.
        tol: relative tolerance; 0 for what the dtype allows.
        which: "LM" for the largest, "SM" for the smallest.
        v0: the vector to begin with, as long as the smaller side; with "propack" as the columns of `a`.
        maxiter: products after which no restart follows, as in CuPy; with "lobpcg" steps at most.
        return_singular_vectors: whether vectors are wanted, too; "u" for those on the left alone, "vh" for those on the
            right.
        solver: "arpack" and "propack" for a Lanczos iteration, "lobpcg" for that of Knyazev.
        rng, random_state, options: accepted; where `v0` is not given the iteration begins with the same vectors each
            time.
    Returns
        u, the singular values in ascending order, and the adjoint of v; None for vectors that are not wanted. A
        RuntimeWarning tells where `maxiter` ends the iteration before all have converged.
    Raises
        ValueError: numbers or words that do not fit.
    """
    if return_singular_vectors not in (True, False, "u", "vh"):
        raise ValueError(
            f"`return_singular_vectors` must be in {{True, False, 'u', 'vh'}}, found {return_singular_vectors!r}"
        )
    A = aslinearoperator(a)
    k = _whole("k", k, "an integer satisfying `0 < k < min(A.shape)`")
    ncv = _whole("ncv", ncv, "an integer satisfying `k < ncv < min(A.shape)`")
    maxiter = _whole("maxiter", maxiter, "a positive integer")
    if not tol >= 0:
        raise ValueError(f"`tol` must be a non-negative floating point value, found {tol!r}")
    u, s, vh, found = _linalg.svds(
        core_operator(A), k, ncv, float(tol), str(which).upper(), None if v0 is None else array(v0), maxiter,
        bool(return_singular_vectors), str(solver).lower(),
    )  # fmt: skip
    _warn_of_others(found, k)
    if not return_singular_vectors:
        return s
    return None if return_singular_vectors == "vh" else u, s, None if return_singular_vectors == "u" else vh
