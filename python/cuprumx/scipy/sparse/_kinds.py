"""What sparse matrices and sparse arrays differ in."""

import operator

import numpy

from cuprum import _core, ndarray

from ._parts import is_scalar, is_sparse_like


class spmatrix:
    """A sparse matrix: what multiplies by `*` and raises to a power by `**` as matrices do.

    Parameters
        args, kwargs: those of the matrix's class.
        maxprint: how many elements are printed at most.
    """

    def __init__(self, *args, maxprint=50, **kwargs):
        super().__init__(*args, maxprint=maxprint, **kwargs)

    @property
    def A(self):
        """A dense array of all elements."""
        return self.toarray()

    @property
    def H(self):
        """The conjugate of the transposed matrix."""
        return self.getH()

    @property
    def shape(self):
        """How many rows and columns there are; setting it reshapes the matrix."""
        return self._own("shape")

    @shape.setter
    def shape(self, shape):
        self._m = self.reshape(shape)._m

    def get_shape(self):
        """The shape."""
        return self.shape

    def set_shape(self, shape):
        """Reshapes the matrix in place.

        Parameters
            shape: two lengths.
        """
        self.shape = shape

    def getformat(self):
        """The name of the format."""
        return self._format

    def getmaxprint(self):
        """How many elements are printed at most."""
        return self.maxprint

    def getnnz(self, axis=None):
        """How many elements are stored.

        Parameters
            axis: 0 in each column, 1 in each row, None in all.
        """
        return self._getnnz(axis)

    def getH(self):
        """The conjugate of the transposed matrix."""
        return self.conj().transpose()

    def asfptype(self):
        """With elements that are floats or complex numbers."""
        if self.dtype.kind in "fc":
            return self
        for kind in "fdFD":
            if numpy.can_cast(self.dtype, kind):
                return self.astype(kind)
        raise TypeError(f"cannot upcast {self.dtype} to a floating dtype")

    def getrow(self, i):
        """A row, as a matrix.

        Parameters
            i: which one.
        """
        return self.tocsr()[_number(i, self.shape[0]), :]

    def getcol(self, j):
        """A column, as a matrix.

        Parameters
            j: which one.
        """
        lines = self if self._format == "csc" else self.tocsr()
        made = lines[:, _number(j, self.shape[1])]
        return made.tobsr() if self._format == "bsr" else made

    def __mul__(self, other):
        if is_scalar(other):
            return self._scaled(other)
        return self.__matmul__(other)

    def __rmul__(self, other):
        if is_scalar(other):
            return self._scaled(other)
        return self.__rmatmul__(other)

    def __pow__(self, n):
        return _core._scipy_sparse_linalg.matrix_power(self, n)


def _number(i, length):
    i = operator.index(i)
    if not -length <= i < length:
        raise IndexError(f"index ({i}) out of range")
    return i % length


class sparray:
    """A sparse array: what multiplies element by element by `*` and raises to a power by `**`, as arrays do."""

    _is_array = True

    def __mul__(self, other):
        if is_scalar(other) or is_sparse_like(other) or isinstance(other, ndarray):
            return self.multiply(other)
        return NotImplemented

    __rmul__ = __mul__

    def __pow__(self, n):
        return self.power(n)
