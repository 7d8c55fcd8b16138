"""Equations solved by iterations that take more than a matrix and a preconditioner."""

import operator

import numpy

import cuprum
from cuprum import _core

from ._parts import Sparse, array
from ._operators import MatrixLinearOperator, aslinearoperator
from ._systems import check_tolerance, core_operator, iterate, product, system

_linalg = _core._scipy_sparse_linalg


def adjoint_product(A, dtype):
    """What C++ multiplies by where it wants the adjoint; rows of a sparse matrix lie together, for many products."""
    if A is None:
        return None
    A = aslinearoperator(A)
    if isinstance(A, MatrixLinearOperator):
        adjoint = A.H
        if isinstance(adjoint.A, Sparse):
            adjoint = MatrixLinearOperator(adjoint.A.tocsr())
        return product(adjoint, dtype)
    return A.rmatvec


def bicg(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    """Solves a system by biconjugate gradients (Fletcher, 1976).

    Parameters
        A: square matrix, sparse, dense, or an operator with products by its adjoint.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
        maxiter: steps at most; ten times the number of equations by default.
        M: an approximation of the inverse of A, with products by its adjoint.
        callback: a function that is called with x after each step.
    Returns
        x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
    Raises
        ValueError: shapes that do not fit.
    """
    product_a, b, x0, product_m = system(A, b, x0, M)
    check_tolerance(atol)
    if b.size == 0:
        return b.copy(), 0
    pairs = product_m, adjoint_product(M, b.dtype), None, None
    return _linalg.bicg(product_a, adjoint_product(A, b.dtype), b, x0, rtol, atol, maxiter, pairs, callback)


def qmr(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M1=None, M2=None, callback=None):
    """Solves a system by quasi-minimal residuals without look-ahead (Freund and Nachtigal, 1994).

    Parameters
        A: square matrix, sparse, dense, or an operator with products by its adjoint.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
        maxiter: steps at most; ten times the number of equations by default.
        M1, M2: left and right preconditioners, with products by their adjoints; M1 A M2 is better conditioned than A.
        callback: a function that is called with x after each step.
    Returns
        x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
    Raises
        ValueError: shapes that do not fit.
    """
    product_a, b, x0, left = system(A, b, x0, M1)
    right = system(A, b, None, M2)[3]
    check_tolerance(atol)
    if b.size == 0:
        return b.copy(), 0
    dtype = b.dtype
    if M1 is None and M2 is None and hasattr(A, "psolve"):  # an operator that brings preconditioners of its own
        pairs = tuple(
            (lambda v, solve=getattr(A, name), side=side: solve(v, side))
            for side in ("left", "right")
            for name in ("psolve", "rpsolve")
        )
    else:
        pairs = left, adjoint_product(M1, dtype), right, adjoint_product(M2, dtype)
    return _linalg.qmr(product_a, adjoint_product(A, dtype), b, x0, rtol, atol, maxiter, pairs, callback)


def tfqmr(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None, show=False):
    """Solves a system by quasi-minimal residuals without transposed products (Freund, 1993).

    Parameters
        A: square matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        rtol, atol: the residual's norm is to be at most max(rtol * r, atol) of the first residual's norm r.
        maxiter: steps at most; ten times the number of equations, and 10000 at most, by default.
        M: an approximation of the inverse of A.
        callback: a function that is called with x after each step.
        show: whether the number of steps, and whether they were enough, is printed.
    Returns
        x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
    Raises
        ValueError: shapes that do not fit.
    """
    if not show:
        return iterate(_linalg.tfqmr, A, b, x0, rtol, atol, maxiter, M, callback)
    steps = 0

    def counted(x):
        nonlocal steps
        steps += 1
        if callback is not None:
            callback(x)

    x, info = iterate(_linalg.tfqmr, A, b, x0, rtol, atol, maxiter, M, counted)
    if steps and info >= 0:
        told = "not converged due to reach MAXIT" if info else "converged due to reach TOL"
        print(f"TFQMR: Linear solve {told} iterations {steps}")
    return x, info


def _recycling(function, A, b, x0, rtol, atol, maxiter, M, callback, inner, outer, pairs, keep_images, variant):
    """Iterates with vectors and images that calls before have left; x, info and those that this call leaves."""
    if isinstance(b, cuprum.ndarray) and not bool(cuprum.isfinite(b).all()):
        raise ValueError("RHS must contain only finite numbers")
    x, info, *left = iterate(
        function, A, b, x0, rtol, atol, maxiter, M, callback, operator.index(inner), operator.index(outer), pairs,
        keep_images, variant,
    )  # fmt: skip
    return x, info, left[0] if left else pairs


def gcrotmk(
    A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=1000, M=None, callback=None, m=20, k=None, CU=None, discard_C=False,
    truncate="oldest",
):  # fmt: skip
    """Solves a system by generalized conjugate residuals with optimal truncation, GCROT(m, k) (Hicken and Zingg, 2010).

    Parameters
        A: square matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
        maxiter: restarts at most.
        M: an approximation of the inverse of A, which may differ from step to step.
        callback: a function that is called with x at each restart.
        m: steps between restarts.
        k: vectors that are carried over; m by default.
        CU: a list of pairs (c, u) of calls before, which this call changes; c is A u, or None where that is not known.
        discard_C: whether the list is left without images, for a matrix that will have changed.
        truncate: "oldest" or "smallest": which vectors are given up.
    Returns
        x, and 0 where it was reached, else the number of restarts.
    Raises
        ValueError: shapes that do not fit, another `truncate`, numbers in b that are not finite.
    """
    if truncate not in ("oldest", "smallest"):
        raise ValueError(f"Invalid value for 'truncate': {truncate!r}")
    x, info, kept = _recycling(
        _linalg.gcrotmk, A, b, x0, rtol, atol, maxiter, M, callback, m, m if k is None else k,
        [(u, c) for c, u in CU or []], not discard_C, truncate == "smallest",
    )  # fmt: skip
    if CU is not None:
        CU[:] = [(c, u) for u, c in kept]
    return x, info


def lgmres(
    A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=1000, M=None, callback=None, inner_m=30, outer_k=3, outer_v=None,
    store_outer_Av=True, prepend_outer_v=False,
):  # fmt: skip
    """Solves a system by LGMRES, whose restarts keep errors of those before (Baker, Jessup and Manteuffel, 2005).

    Parameters
        A: square matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
        maxiter: restarts at most.
        M: an approximation of the inverse of A.
        callback: a function that is called with x at each restart.
        inner_m: steps between restarts.
        outer_k: vectors that are carried over.
        outer_v: a list of pairs (v, A v) of calls before, which this call changes; A v may be None.
        store_outer_Av: whether the list is left with images.
        prepend_outer_v: whether spaces begin with these vectors, not end.
    Returns
        x, and 0 where it was reached, else the number of restarts.
    Raises
        ValueError: shapes that do not fit, numbers in b that are not finite.
    """
    x, info, kept = _recycling(
        _linalg.lgmres, A, b, x0, rtol, atol, maxiter, M, callback, inner_m, outer_k, outer_v or [],
        bool(store_outer_Av), bool(prepend_outer_v),
    )  # fmt: skip
    if outer_v is not None:
        outer_v[:] = kept
    return x, info


# --------------------------------------------------------------------------------------------------------- exponentials


def _operator_products(A, dtype):
    """The products by vectors and by matrices of an operator and its adjoint."""
    if isinstance(A, MatrixLinearOperator) and isinstance(A.A, Sparse):
        return product(A, dtype), adjoint_product(A, dtype)
    return A.dot, A.H.dot


def _floating(*dtypes):
    dtype = numpy.result_type(*dtypes)
    return dtype if dtype.kind in "fc" and dtype.itemsize >= 4 else numpy.dtype("d")


def onenormest(A, t=2, itmax=5, compute_v=False, compute_w=False):
    """A lower bound of the 1-norm of a matrix, from a few products (Higham and Tisseur, 2000).

    Parameters
        A: square matrix, sparse, dense, or an operator with products by its adjoint.
        t: vectors that are looked at together; more are more exact.
        itmax: steps at most.
        compute_v, compute_w: whether a vector of length one that leads to the bound, and its image, are returned, too.
    Returns
        The bound, a float, and what else was asked for.
    Raises
        ValueError: A is not square.
    Example
        >>> a = cuprumx.scipy.sparse.csc_matrix(cuprum.array([[1., 0., 0.], [5., 8., 2.], [0., -1., 0.]]))
        >>> cuprumx.scipy.sparse.linalg.onenormest(a)
        9.0
    """
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError("expected the operator to act like a square matrix")
    dtype = _floating(A.dtype)
    bound, v, w = _linalg.onenormest(
        *_operator_products(A, dtype), A.shape[0], dtype, operator.index(t), operator.index(itmax)
    )
    if not (compute_v or compute_w):
        return bound
    return (bound, *([v] if compute_v else []), *([w] if compute_w else []))


def funm_multiply_krylov(
    f, A, b, *, assume_a="general", t=1.0, atol=0.0, rtol=1e-6, restart_every_m=None, max_restarts=20
):
    """A function of a matrix times a vector, f(t A) b, by products alone in spaces that are begun anew (Eiermann and
    Ernst, 2006).

    Parameters
        f: a function of a small dense matrix, such as `cuprumx.scipy.linalg.expm`.
        A: square matrix, sparse, dense, or an operator.
        b: vector.
        assume_a: "general", or "hermitian" for a matrix that is; "gen" and "her" for short.
        t: the factor of A.
        atol, rtol: the norm of what a round adds is to be at most max(atol, rtol * norm(b)).
        restart_every_m: products between restarts; 20, or the rows where they are fewer.
        max_restarts: rounds at most.
    Returns
        f(t A) b.
    Raises
        ValueError: a vector, numbers or words that do not fit.
    Example
        >>> a = cuprumx.scipy.sparse.csr_array(cuprum.array([[3., 2., 0.], [1., -1., 0.], [0., 5., 1.]]))
        >>> b = cuprum.array([2., 4., -1.])
        >>> cuprumx.scipy.sparse.linalg.funm_multiply_krylov(lambda x: x @ x @ x - x, a, b).round(6)
        array([132.,  24.,  70.])
    """
    A = aslinearoperator(A)
    check_tolerance(atol)
    return _linalg.funm_multiply_krylov(
        f, core_operator(A), array(b), str(assume_a), t, atol, rtol,
        None if restart_every_m is None else int(restart_every_m), int(max_restarts),
    )  # fmt: skip
