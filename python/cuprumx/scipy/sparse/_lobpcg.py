"""Eigenvalues by locally optimal preconditioned conjugate gradients."""

import warnings

import numpy

import cuprum

from ._parts import array, is_sparse_like
from ._operators import aslinearoperator


def _function(operator):
    """The product by a matrix of columns."""
    if operator is None:
        return None
    if callable(operator) and not hasattr(operator, "matmat"):
        return operator
    if is_sparse_like(operator) or isinstance(operator, cuprum.ndarray):
        return lambda X: operator @ X
    return aslinearoperator(operator).matmat


def _orthonormal(basis, image):
    """Weights under which the columns of a basis become orthonormal; directions that it has in part only are left
    out."""
    gram = (basis.conj().T @ image).get()
    scale = numpy.sqrt(numpy.maximum(gram.diagonal().real, 1e-300))
    values, vectors = numpy.linalg.eigh((gram + gram.conj().T) / 2 / numpy.outer(scale, scale))
    kept = values > values[-1] * 10 * len(values) * numpy.finfo(gram.dtype).eps
    return vectors[:, kept] / numpy.sqrt(values[kept]) / scale[:, None]


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
    if X.ndim != 2:
        raise ValueError("expected rank-2 array for argument X")
    n, wanted = X.shape
    if wanted == 0 or wanted > n:
        raise ValueError(f"X has {wanted} columns; from 1 to {n} are possible")
    if X.dtype.kind not in "fc":
        X = X.astype("d")
    product, metric, precondition = map(_function, (A, B, M))
    tol = numpy.sqrt(1e-15) * n if tol is None or tol <= 0 else tol
    steps = 20 if maxiter is None else maxiter
    image = (lambda V: V) if metric is None else metric

    constraint = None
    if Y is not None:
        Y = array(Y)
        image_y = image(Y)
        weights = cuprum.asarray(_orthonormal(Y, image_y))
        Y, image_y = Y @ weights, image_y @ weights

        def constraint(V):
            return V - Y @ (image_y.conj().T @ V)

        X = constraint(X)

    weights = cuprum.asarray(_orthonormal(X, image(X)).astype(X.dtype))
    if weights.shape[1] < wanted:
        raise ValueError("Linearly dependent initial approximations")
    X = X @ weights
    AX, P, AP = product(X), None, None
    values_history, norms_history = [], []
    best = None
    for step in range(steps + 1):
        if step == 0:
            small = (X.conj().T @ AX).get()
            values, vectors = numpy.linalg.eigh((small + small.conj().T) / 2)
            order = numpy.argsort(values)[::-1] if largest else numpy.argsort(values)
            values, rotation = values[order], cuprum.asarray(vectors[:, order].astype(X.dtype))
            X, AX = X @ rotation, AX @ rotation
        R = AX - image(X) * cuprum.asarray(values.astype(X.real.dtype))
        norms = cuprum.linalg.norm(R, axis=0).get()
        values_history.append(values)
        norms_history.append(norms)
        if best is None or norms.max() <= best[0]:
            best = norms.max(), values, X
        if norms.max() <= tol or step == steps:
            break
        active = numpy.flatnonzero(norms > tol)
        W = R if len(active) == wanted else R[:, active]
        if precondition is not None:
            W = precondition(W)
        if constraint is not None:
            W = constraint(W)
        W = W - X @ (image(X).conj().T @ W)
        basis = [X, W] if P is None else [X, W, P]
        images = [AX, product(W)] if P is None else [AX, product(W), AP]
        S, AS = cuprum.concatenate(basis, axis=1), cuprum.concatenate(images, axis=1)
        weights = _orthonormal(S, image(S))
        small = (S.conj().T @ AS).get()
        small = weights.conj().T @ small @ weights
        values, vectors = numpy.linalg.eigh((small + small.conj().T) / 2)
        order = (numpy.argsort(values)[::-1] if largest else numpy.argsort(values))[:wanted]
        values = values[order]
        weights = (weights @ vectors[:, order]).astype(X.dtype)
        rest = weights.copy()
        rest[:wanted] = 0
        both = cuprum.asarray(numpy.concatenate([weights, rest], axis=1))
        made, made_image = S @ both, AS @ both
        X, P = made[:, :wanted], made[:, wanted:]
        AX, AP = made_image[:, :wanted], made_image[:, wanted:]
    if best[0] > tol:
        warnings.warn(
            f"lobpcg: not all residuals' norms reached {tol} in {steps} steps; the largest is {best[0]}",
            UserWarning,
            stacklevel=2,
        )
    result = [cuprum.asarray(best[1]), best[2]]
    if retLambdaHistory:
        result.append([cuprum.asarray(v) for v in values_history])
    if retResidualNormsHistory:
        result.append([cuprum.asarray(v) for v in norms_history])
    return tuple(result)
