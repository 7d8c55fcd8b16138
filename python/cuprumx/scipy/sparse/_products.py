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
            return _sparse.matmul(self._m, other)
        if is_sparse_like(other):
            if self.ndim == other.ndim == 2:
                factor = core_of(other, "csc" if self._format == "csc" else None)
                return self._wrap(_sparse.matmul(self._m, factor))
            product = self._of_core(_sparse.matmul(self._m, core_of(other)), "coo")
            return product.asformat("csr" if self._format == "csr" else "coo") if product.ndim == 2 else product
        return NotImplemented

    def __rmatmul__(self, other):
        other = _operand(other)
        if isinstance(other, ndarray):
            return _sparse.matmul(other, self._m)
        if is_sparse_like(other):
            return wrap(core_of(other), self._is_array) @ self
        return NotImplemented

    def dot(self, other):
        """The product by a number, a vector, a matrix or a sparse matrix.

        Parameters
            other: what to multiply by.
        """
        if is_scalar(other) and not isinstance(other, ndarray):
            return self._scaled(other)
        if self._ndims is None:
            return _nd.dot(self, other)
        return self @ other
