"""Products and powers of sparse matrices."""

import numpy

from cuprum import ndarray

from . import _nd
from ._parts import _sparse, array, core_of, is_scalar, is_sparse_like, wrap


def _operand(other):
    """The other operand of `@`: a list as an array; numbers are refused."""
    if isinstance(other, (list, tuple)):
        other = array(other)
    if numpy.isscalar(other) or (isinstance(other, ndarray) and other.ndim == 0):
        raise ValueError("Scalar operands are not allowed, use '*' instead")
    return other


class Products:
    """What is summed up over an axis of both operands."""

    def __matmul__(self, other):
        other = _operand(other)
        if isinstance(other, ndarray):
            if self.ndim == 2 and other.ndim <= 2:
                return _sparse.matmul(self._m, other)
            return _nd.matmul(self, other)
        if is_sparse_like(other):
            if self.ndim == other.ndim == 2:
                return self._wrap_lines(
                    _sparse.matmul_sparse(self._m, core_of(other, "csc" if self._format == "csc" else None))
                )
            return _nd.matmul(self, other)
        return NotImplemented

    def __rmatmul__(self, other):
        other = _operand(other)
        if isinstance(other, ndarray):
            if self.ndim == 2 and other.ndim <= 2:
                return _sparse.rmatmul(other, self._m)
            return _nd.rmatmul(other, self)
        if is_sparse_like(other):
            return wrap(core_of(other), self._is_array) @ self
        return NotImplemented

    def dot(self, other):
        """The product by a number, a vector, a matrix or a sparse matrix.

        Parameters
            other: what to multiply by.
        """
        if is_scalar(other):
            return self._scaled(other)
        if self._ndims is None:
            return _nd.dot(self, other)
        return self @ other
