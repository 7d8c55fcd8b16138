"""Eigenvalues by locally optimal preconditioned conjugate gradients."""

import operator
import warnings

import cuprum
from cuprum import _core

from ._parts import array, core_of, is_sparse_like
from ._operators import aslinearoperator

_linalg = _core._scipy_sparse_linalg


def _function(product):
    """The product by a matrix of columns."""
    if product is None:
        return None
    if callable(product) and not hasattr(product, "matmat"):
        return product
    if is_sparse_like(product):
        return core_of(product)
    if isinstance(product, cuprum.ndarray):
        return lambda X: product @ X
    return aslinearoperator(product).matmat


def lobpcg(
    A, X, B=None, M=None, Y=None, tol=None, maxiter=None, largest=True, verbosityLevel=0, retLambdaHistory=False,
    retResidualNormsHistory=False,
):  # fmt: skip
    """Some of the largest or smallest eigenvalues of a hermitian matrix (Knyazev, 2001).

    Parameters
        A: hermitian matrix, sparse, dense, an operator or a function of a matrix of columns.
        X: approximations of as many eigenvectors as are wanted, as columns.
        B: hermitian positive definite matrix of the generalized problem A x = lambda B x.
        M: an approximation of the inverse of A.
        Y: vectors as columns to which the eigenvectors are to be orthogonal.
        tol: of the residuals' norms; sqrt(1e-15) times the number of rows by default.
        maxiter: steps at most; 20 by default.
        largest: whether the largest eigenvalues are wanted.
        verbosityLevel: accepted; nothing is printed.
        retLambdaHistory, retResidualNormsHistory: whether the eigenvalues and residuals' norms of all steps are
            returned, too.
    Returns
        Eigenvalues, eigenvectors as columns, and what else was asked for.
    """
    X = array(X)
    steps = 20 if maxiter is None else operator.index(maxiter)
    product, metric, precondition = map(_function, (A, B, M))
    Y = None if Y is None else array(Y)
    tol = 0.0 if tol is None or tol <= 0 else float(tol)
    values, vectors, all_values, all_norms, residual, tol = _linalg.lobpcg(
        product, X, metric, precondition, Y, tol, steps, bool(largest)
    )
    if residual > tol:
        warnings.warn(
            f"lobpcg: not all residuals' norms reached {tol} in {steps} steps; the largest is {residual}",
            UserWarning,
            stacklevel=2,
        )
    result = [values, vectors]
    if retLambdaHistory:
        result.append(all_values)
    if retResidualNormsHistory:
        result.append(all_norms)
    return tuple(result)
