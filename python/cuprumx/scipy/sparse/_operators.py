"""Matrices that are known by their products."""

import warnings as _warnings

import numpy as _numpy

import cuprum as _cuprum
from cuprum import ndarray as _ndarray

from ._parts import (
    Sparse as _Sparse,
    array as _array,
    core_of as _core_of,
    is_scalar as _is_scalar,
    is_sparse_like as _is_sparse,
)
from ._parts import wrap as _wrap


class LinearOperator:
    """A matrix that is known by its products alone.

    Parameters
        shape: numbers of rows and columns.
        matvec: a function of a vector, the product by it.
        rmatvec: the same of the adjoint matrix.
        matmat, rmatmat: the same of a matrix of columns.
        dtype: of the products; by default it is found by a product by zeros.
    Raises
        ValueError: a shape of other than two lengths.
    Example
        >>> double = linalg.LinearOperator((3, 3), matvec=lambda x: 2 * x, dtype=cp.float64)
        >>> double @ cp.arange(3.)
        array([0., 2., 4.])
    """

    ndim = 2
    __array_priority__ = 102

    def __new__(cls, *args, **kwargs):
        if cls is LinearOperator:
            return super().__new__(_CustomOperator)
        made = super().__new__(cls)
        if type(made)._matvec is LinearOperator._matvec and type(made)._matmat is LinearOperator._matmat:
            _warnings.warn(
                "LinearOperator subclass should implement at least one of _matvec and _matmat.",
                RuntimeWarning,
                stacklevel=2,
            )
        return made

    def __init__(self, dtype, shape):
        shape = tuple(shape)
        if len(shape) != 2 or not all(isinstance(n, (int, _numpy.integer)) and n >= 0 for n in shape):
            raise ValueError(f"invalid shape {shape!r} (must be 2-d)")
        self.dtype = None if dtype is None else _numpy.dtype(dtype)
        self.shape = tuple(int(n) for n in shape)

    def _init_dtype(self):
        if self.dtype is None:
            self.dtype = _array(self.matvec(_cuprum.zeros(self.shape[1]))).dtype

    def _matmat(self, X):
        return _cuprum.hstack([self.matvec(X[:, k]).reshape(-1, 1) for k in range(X.shape[1])])

    def _matvec(self, x):
        return self.matmat(x.reshape(-1, 1))

    def _rmatvec(self, x):
        if type(self)._adjoint is LinearOperator._adjoint:
            raise NotImplementedError("rmatvec is not defined")
        return self.H.matvec(x)

    def _rmatmat(self, X):
        if type(self)._adjoint is LinearOperator._adjoint:
            return _cuprum.hstack([self.rmatvec(X[:, k]).reshape(-1, 1) for k in range(X.shape[1])])
        return self.H.matmat(X)

    def _vector(self, x, length, function):
        x = _array(x)
        if x.shape not in ((length,), (length, 1)):
            raise ValueError(f"dimension mismatch: a vector of length {length} is wanted, found {x.shape}")
        y = _array(function(x))
        return y.reshape(-1) if x.ndim == 1 else y.reshape(-1, 1)

    def matvec(self, x):
        """The product by a vector.

        Parameters
            x: vector, or matrix of one column.
        """
        return self._vector(x, self.shape[1], self._matvec)

    def rmatvec(self, x):
        """The product of the adjoint matrix by a vector.

        Parameters
            x: vector, or matrix of one column.
        """
        return self._vector(x, self.shape[0], self._rmatvec)

    def _matrix(self, X, length, function):
        X = X if _is_sparse(X) else _array(X)
        if X.ndim != 2:
            raise ValueError(f"expected 2-d ndarray or matrix, not {X.ndim}-d")
        if X.shape[0] != length:
            raise ValueError(f"dimension mismatch: {self.shape}, {X.shape}")
        return function(X)

    def matmat(self, X):
        """The product by a matrix.

        Parameters
            X: matrix.
        """
        return self._matrix(X, self.shape[1], self._matmat)

    def rmatmat(self, X):
        """The product of the adjoint matrix by a matrix.

        Parameters
            X: matrix.
        """
        return self._matrix(X, self.shape[0], self._rmatmat)

    def __call__(self, x):
        return self * x

    def __mul__(self, x):
        return self.dot(x)

    def dot(self, x):
        """The product by a number, a vector, a matrix or another operator.

        Parameters
            x: what to multiply by.
        """
        if isinstance(x, LinearOperator):
            return _chained(self, x)
        if _is_scalar(x):
            return _scaled(self, x)
        x = x if _is_sparse(x) else _array(x)
        if x.ndim == 1 or (x.ndim == 2 and x.shape[1] == 1 and not _is_sparse(x)):
            return self.matvec(x)
        if x.ndim == 2:
            return self.matmat(x)
        raise ValueError(f"expected 1-d or 2-d array or matrix, got {x!r}")

    def __matmul__(self, other):
        if _is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self * other

    def __rmatmul__(self, other):
        if _is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.__rmul__(other)

    def __rmul__(self, x):
        return _scaled(self, x) if _is_scalar(x) else self._rdot(x)

    def _rdot(self, x):
        x = _array(x)
        if x.ndim == 1:
            return self.T.matvec(x)
        return self.T.matmat(x.T).T

    def __pow__(self, n):
        return _power(self, n) if _is_scalar(n) else NotImplemented

    def __add__(self, other):
        return _sum(self, other) if isinstance(other, LinearOperator) else NotImplemented

    def __neg__(self):
        return _scaled(self, -1)

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if not _is_scalar(other):
            raise ValueError("Can only divide a linear operator by a scalar.")
        return _scaled(self, 1.0 / other)

    def __repr__(self):
        kind = "unspecified dtype" if self.dtype is None else f"dtype={self.dtype}"
        return f"<{self.shape[0]}x{self.shape[1]} {type(self).__name__} with {kind}>"

    def adjoint(self):
        """The conjugate of the transposed operator."""
        return self._adjoint()

    @property
    def H(self):
        """The conjugate of the transposed operator."""
        return self.adjoint()

    def transpose(self):
        """The transposed operator."""
        return self._transpose()

    @property
    def T(self):
        """The transposed operator."""
        return self.transpose()

    def _adjoint(self):
        return _ComposedOperator(self.dtype, self.shape[::-1], "adjoint", self)

    def _transpose(self):
        return _ComposedOperator(self.dtype, self.shape[::-1], "transpose", self)


class _CustomOperator(LinearOperator):
    def __init__(self, shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None):
        super().__init__(dtype, shape)
        self._products = matvec, rmatvec, matmat, rmatmat
        self._init_dtype()

    def _matvec(self, x):
        return self._products[0](x)

    def _rmatvec(self, x):
        if self._products[1] is None:
            raise NotImplementedError("rmatvec is not defined")
        return self._products[1](x)

    def _matmat(self, X):
        return self._products[2](X) if self._products[2] else super()._matmat(X)

    def _rmatmat(self, X):
        return self._products[3](X) if self._products[3] else super()._rmatmat(X)

    def _adjoint(self):
        matvec, rmatvec, matmat, rmatmat = self._products
        return _CustomOperator(self.shape[::-1], rmatvec or self._rmatvec, matvec, rmatmat, self.dtype, matmat)


_SWAPPED = {"matvec": "_rmatvec", "rmatvec": "_matvec", "matmat": "_rmatmat", "rmatmat": "_matmat"}


def _chained_product(name, x, one, two):
    first, last = (one, two) if name[0] == "r" else (two, one)
    return getattr(last, name)(getattr(first, name)(x))


def _power_product(name, x, of, n):
    x = x.copy()
    for _ in range(n):
        x = getattr(of, name)(x)
    return x


# How operators are made of others: the product of a name, and the adjoint.
_RULES = {
    "adjoint": (lambda name, x, of: getattr(of, _SWAPPED[name])(x), lambda of: of),
    "transpose": (
        lambda name, x, of: getattr(of, _SWAPPED[name])(x.conj()).conj(),
        lambda of: of.adjoint().transpose(),  # the conjugate
    ),
    "sum": (
        lambda name, x, one, two: getattr(one, name)(x) + getattr(two, name)(x),
        lambda one, two: one.H + two.H,
    ),
    "product": (_chained_product, lambda one, two: two.H * one.H),
    "multiple": (
        lambda name, x, of, by: (_numpy.conj(by) if name[0] == "r" else by) * getattr(of, name)(x),
        lambda of, by: of.H * _numpy.conj(by),
    ),
    "power": (_power_product, lambda of, n: of.H**n),
}


class _ComposedOperator(LinearOperator):
    """What is made of other operators by one of the rules, whose name pickles hold."""

    def __init__(self, dtype, shape, rule, *of):
        super().__init__(dtype, shape)
        self._rule, self._of = rule, of

    def _matvec(self, x):
        return _RULES[self._rule][0]("matvec", x, *self._of)

    def _rmatvec(self, x):
        return _RULES[self._rule][0]("rmatvec", x, *self._of)

    def _matmat(self, X):
        return _RULES[self._rule][0]("matmat", X, *self._of)

    def _rmatmat(self, X):
        return _RULES[self._rule][0]("rmatmat", X, *self._of)

    def _adjoint(self):
        return _RULES[self._rule][1](*self._of)


def _common(*operands):
    return _numpy.result_type(
        *(o.dtype if hasattr(o, "dtype") else o for o in operands if getattr(o, "dtype", 0) is not None)
    )


def _sum(one, two):
    if one.shape != two.shape:
        raise ValueError(f"cannot add {one} and {two}: shape mismatch")
    return _ComposedOperator(_common(one, two), one.shape, "sum", one, two)


def _chained(one, two):
    if one.shape[1] != two.shape[0]:
        raise ValueError(f"cannot multiply {one} and {two}: shape mismatch")
    shape = one.shape[0], two.shape[1]
    return _ComposedOperator(_common(one, two), shape, "product", one, two)


def _scaled(of, by):
    return _ComposedOperator(_common(of, by), of.shape, "multiple", of, by)


def _power(of, n):
    if of.shape[0] != of.shape[1]:
        raise ValueError(f"square LinearOperator expected, got {of!r}")
    if not isinstance(n, (int, _numpy.integer)) or n < 0:
        raise ValueError("non-negative integer expected as p")
    return _ComposedOperator(of.dtype, of.shape, "power", of, n)


class MatrixLinearOperator(LinearOperator):
    """The operator of a sparse or dense matrix.

    Parameters
        A: the matrix.
    """

    def __init__(self, A):
        super().__init__(A.dtype, A.shape)
        self.A = A
        self._conjugated = None

    def _matvec(self, x):
        return self.A @ x

    def _matmat(self, X):
        return self.A @ X

    def _rmatvec(self, x):
        return self._conjugate() @ x

    def _rmatmat(self, X):
        return self._conjugate() @ X

    def _conjugate(self):
        if self._conjugated is None:
            self._conjugated = self.A.conj().T if self.dtype.kind == "c" else self.A.T
        return self._conjugated

    def _adjoint(self):
        return MatrixLinearOperator(self._conjugate())


class IdentityOperator(LinearOperator):
    """The operator that changes nothing.

    Parameters
        shape: numbers of rows and columns.
        dtype: of the products.
    Raises
        ValueError: a shape of other than two lengths.
    Example
        >>> linalg.IdentityOperator((3, 3)) @ cp.arange(3.)
        array([0., 1., 2.])
    """

    def __init__(self, shape, dtype=None):
        super().__init__(dtype, shape)

    def _matvec(self, x):
        return x

    _rmatvec = _matmat = _rmatmat = _matvec

    def _adjoint(self):
        return self


def aslinearoperator(A):
    """The operator of a sparse matrix, a dense matrix, or of an object with `shape` and `matvec`.

    Parameters
        A: what to make an operator of.
    Returns
        A LinearOperator.
    Raises
        TypeError: another type. ValueError: an array of more than two axes.
    Example
        >>> operator = linalg.aslinearoperator(cp.array([[1., 2.], [3., 4.]]))
        >>> operator.matvec(cp.array([1., 1.]))
        array([3., 7.])
    """
    if isinstance(A, LinearOperator):
        return A
    if _is_sparse(A):
        return MatrixLinearOperator(A if isinstance(A, _Sparse) else _wrap(_core_of(A), False))
    if isinstance(A, (_ndarray, _numpy.ndarray)):
        if A.ndim > 2:
            raise ValueError("array must have ndim <= 2")
        return MatrixLinearOperator(_cuprum.atleast_2d(_array(A)))
    if hasattr(A, "shape") and hasattr(A, "matvec"):
        return LinearOperator(
            A.shape,
            A.matvec,
            rmatvec=getattr(A, "rmatvec", None),
            rmatmat=getattr(A, "rmatmat", None),
            dtype=getattr(A, "dtype", None),
        )
    raise TypeError("type not understood")
