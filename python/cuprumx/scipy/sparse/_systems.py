"""Systems of equations as iterations take them."""

import numpy

from cuprum import ndarray

from ._parts import Sparse, array, is_sparse_like
from ._operators import LinearOperator, MatrixLinearOperator, aslinearoperator


def product(operator, dtype):
    """What C++ multiplies by: the matrix itself where there is one."""
    if operator is None:
        return None
    if isinstance(operator, MatrixLinearOperator) and isinstance(operator.A, Sparse):
        core = operator.A._m
        if core.format == "coo":
            core = core.to_format("csr")
        return core if core.dtype == dtype else core.astype(dtype, False)
    return operator.matvec


def core_operator(operator):
    """What C++ makes an operator of: the matrix itself where there is one."""
    if not isinstance(operator, MatrixLinearOperator):
        return operator
    return operator.A._m if isinstance(operator.A, Sparse) else operator.A


def system(A, b, x0, M):
    if not isinstance(A, (LinearOperator, ndarray)) and not is_sparse_like(A) and not hasattr(A, "matvec"):
        raise TypeError("A must be a sparse or dense matrix of cuprum's, or an operator")
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix, but got shape={A.shape}")
    n = A.shape[0]
    if not isinstance(b, ndarray):
        raise TypeError(f"b must be a cuprum array, not {type(b).__name__}")
    if b.shape not in ((n,), (n, 1)):
        raise ValueError(f"shapes of A {A.shape} and b {b.shape} are incompatible")
    dtype = numpy.result_type(A.dtype, b.dtype)
    if dtype.kind not in "fc" or dtype.itemsize < 4:
        dtype = numpy.dtype("d")
    if M is not None:
        M = aslinearoperator(M)
        if M.shape != A.shape:
            raise ValueError("matrix and preconditioner have different shapes")
    if isinstance(x0, str):
        if x0 != "Mb":
            raise ValueError(f"x0 must be an array or 'Mb', found {x0!r}")
        x0 = b if M is None else M.matvec(b)
    if x0 is not None:
        x0 = array(x0)
        if x0.shape not in ((n,), (n, 1)):
            raise ValueError(f"shapes of A {A.shape} and x0 {x0.shape} are incompatible")
        x0 = x0.reshape(-1).astype(dtype)
    return product(A, dtype), b.reshape(-1).astype(dtype), x0, product(M, dtype)


def iterate(function, A, b, x0, rtol, atol, maxiter, M, callback, *more):
    """What a function of `cuprum._core._scipy_sparse_linalg` gives for a system; it takes `more` behind what all
    take."""
    A, b, x0, M = system(A, b, x0, M)
    check_tolerance(atol)
    if b.size == 0:
        return b.copy(), 0
    return function(A, b, x0, rtol, atol, maxiter, M, callback, *(more or (0.0,)))


def check_tolerance(atol):
    if not isinstance(atol, (int, float, numpy.number)) or not atol >= 0:
        raise ValueError(f"`atol` must be a real, non-negative number, found {atol!r}")
