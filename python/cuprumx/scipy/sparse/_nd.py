"""Sparse arrays of one dimension, or of three and more: Python's spelling of `Tensor` in
`cuprum._core._scipy_sparse`."""

import math
import operator

import numpy

import cuprum
from cuprum import ndarray

from ._index import IndexedMany
from ._parts import (
    _indices,
    index_dtype,
    _sparse,
    array,
    is_scalar,
    is_sparse_like,
    of_tensor,
    tensor_of,
    wrap,
)
from ._pickles import unpickle_tensor


def _axis_lists(axes, one, two):
    if isinstance(axes, (int, numpy.integer)):
        if not 0 <= axes <= min(one, two):
            raise ValueError(f"axes={axes} is not from 0 to the number of dimensions, {min(one, two)}")
        return list(range(one - axes, one)), list(range(axes))
    left, right = axes
    lists = [[n] if isinstance(n, (int, numpy.integer)) else list(n) for n in (left, right)]
    if len(lists[0]) != len(lists[1]):
        raise ValueError("axes lists/tuples must be of the same length")
    return lists


def _operand(x, message):
    if is_sparse_like(x) or isinstance(x, ndarray):
        return x
    if isinstance(x, (list, tuple)):
        return array(x)
    raise TypeError(f"{message}: {type(x).__name__}")


def tensordot(a, other, axes):
    other = _operand(other, "tensordot arg not supported type")
    left, right = _axis_lists(axes, len(a.shape), len(other.shape))
    if is_sparse_like(other):
        return of_tensor(_sparse.tensordot(tensor_of(a), tensor_of(other), left, right))
    return _sparse.tensordot_dense(tensor_of(a), other, left, right)


def dot(a, other):
    """NumPy's dot: over the last axis and the last but one."""
    if is_scalar(other):
        return a._scaled(other)
    other = _operand(other, "argument not supported type")
    if len(a.shape) <= 2 and len(other.shape) <= 2:
        return a @ other
    pair = len(a.shape) - 1, max(len(other.shape) - 2, 0)
    if a.shape[-1] != other.shape[pair[1]]:
        raise ValueError(f"shapes {tuple(a.shape)} and {tuple(other.shape)} are not aligned for n-D dot")
    return tensordot(a, other, ([pair[0]], [pair[1]]))


def lengths_of(shape):
    """The lengths that a method is given, in one tuple or one by one."""
    if len(shape) == 1 and not isinstance(shape[0], (int, numpy.integer)):
        shape = shape[0]
    return tuple(operator.index(n) for n in shape)


def new_shape(shape, total):
    """The lengths of a reshape, one of which may be -1."""
    if shape.count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    if -1 in shape:
        known = -math.prod(shape)
        if known == 0 or total % known:
            raise ValueError(f"cannot reshape array of size {total} into shape {shape}")
        shape = tuple(total // known if n == -1 else n for n in shape)
    if any(n < 0 for n in shape):
        raise ValueError("'shape' elements cannot be negative")
    if math.prod(shape) != total:
        raise ValueError(f"cannot reshape array of size {total} into shape {shape}")
    return shape


class Many(IndexedMany):
    """What sparse arrays of one, three or more dimensions do in their own way."""

    _own_parts = "data", "coords"

    @property
    def format(self):
        return self._format

    @property
    def ndim(self):
        """How many dimensions there are."""
        return len(self.shape)

    @property
    def coords(self):
        """The place of the stored elements along each axis."""
        return self._own("coords")

    @coords.setter
    def coords(self, values):
        self._replace(coords=tuple(map(_indices, values)))

    def _assembled(self, data, coords, shape):
        return _sparse.Tensor(data, coords, shape, False, index_dtype(coords, True))

    @property
    def col(self):
        """The place of each stored element along the last axis."""
        return self.coords[-1]

    @col.setter
    def col(self, values):
        self.coords = (*self.coords[:-1], values)

    @property
    def row(self):
        """The place of each stored element along the last axis but one; zero where there is one axis."""
        return self.coords[-2] if self.ndim > 1 else cuprum.zeros_like(self.col)

    @row.setter
    def row(self, values):
        if self.ndim == 1:
            raise ValueError("cannot set row attribute of a 1-dimensional sparse array")
        self.coords = (*self.coords[:-2], values, self.coords[-1])

    def _wrap(self, core):
        return wrap(core, True, self._format) if isinstance(core, _sparse.Tensor) else super()._wrap(core)

    _like = _wrap

    def __bool__(self):
        if self._m.shape == (1,):
            return self.nnz != 0
        return super().__bool__()

    def __iter__(self):
        for i in range(self.shape[0]):
            yield self[i]

    def _elements(self):
        return tuple(c.get() for c in self._m.coords), self._m.data.get()

    def __reduce__(self):
        parts = self._m.data.get(), tuple(c.get() for c in self._m.coords)
        return unpickle_tensor, (self._format, *parts, self.shape), self._attributes()

    def get(self, stream=None):
        import scipy.sparse

        data, coords = self._m.data.get(stream), tuple(c.get(stream) for c in self._m.coords)
        result = scipy.sparse.coo_array((data, coords), shape=self.shape)
        result.has_canonical_format = self._m.has_canonical_format
        return result.tocsr() if self._format == "csr" else result

    def _to(self, format, copy):
        if format == self._format:
            return self.copy() if copy else self
        if format == "coo":
            return wrap(self._m.copy() if copy else self._m, True)
        if format == "csr" and self.ndim == 1:
            return wrap(self._m.sum_duplicates(), True, "csr")
        raise ValueError(f"Cannot convert. A sparse array in {format} format must be 2D. Got {self.ndim}D")

    def tobsr(self, blocksize=None, copy=False):
        return self._to("bsr", copy)

    def todok(self, copy=False):
        return super().todok(copy)

    def tolil(self, copy=False):
        return self._to("lil", copy)

    # ------------------------------------------------------------------------------------------------------------ shape

    def transpose(self, axes=None, copy=False):
        made = self._m.transpose(axes)
        return self._wrap(made.copy() if copy else made)

    @property
    def mT(self):
        if self.ndim < 2:
            raise ValueError("a sparse array of one dimension has no matrix transpose")
        return self.transpose((*range(self.ndim - 2), self.ndim - 1, self.ndim - 2))

    def _broadcast_to(self, shape, copy=False):
        return of_tensor(self._m.broadcast_to(shape), self._format)

    # ------------------------------------------------------------------------------------------------------- arithmetic

    def _full(self, dense):
        return wrap(_sparse.tensor_from_dense(dense), True, self._format)

    def dot(self, other):
        return dot(self, other)

    def tensordot(self, other, axes: object = 2):
        """Sums of products over pairs of axes.

        Parameters
            other: sparse or dense array.
            axes: how many, the last of this array and the first of the other; or two lists of them.
        """
        return tensordot(self, other, axes)

    def nonzero(self):
        kept = self._m.data != 0
        return tuple(c[kept] for c in self._m.coords)

    def diagonal(self, k=0):
        raise ValueError("diagonal requires two dimensions")

    def trace(self, offset: object = 0):
        raise ValueError("trace requires two dimensions")

    def setdiag(self, values, k=0):
        raise ValueError("setdiag requires two dimensions")


def permuted(a, axes, copy=False):
    """With its axes in another order, as coo."""
    tensor = tensor_of(a).transpose(axes)
    return of_tensor(tensor.copy() if copy else tensor)


def resize(a, shape):
    """Changes a sparse array's shape in place: elements keep their place along each axis, or, where the number of axes
    changes, their number."""
    if any(n < 0 for n in shape):
        raise ValueError("'shape' elements cannot be negative")
    if a.format != "coo" and len(shape) > 2:
        raise ValueError(f"shape must have length in (1, 2): a shape of {len(shape)} dimensions was given, {shape}")
    tensor = tensor_of(a)
    if len(shape) == len(tensor.shape):
        for axis, length in enumerate(shape):
            tensor = tensor.slice(axis, 0, 1, length)
    else:
        tensor = tensor.reshape((math.prod(tensor.shape),), "C").slice(0, 0, 1, math.prod(shape)).reshape(shape, "C")
    changed = of_tensor(tensor, a.format)
    a.__class__, a._m = type(changed), changed._m
