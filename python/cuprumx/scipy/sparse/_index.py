"""Python's indices of sparse matrices and arrays."""

import warnings

import numpy

import cuprum

from ._parts import SparseEfficiencyWarning, _sparse, core_of, is_sparse_like, of_tensor, wrap


def _as_values(x, dtype):
    """What is assigned, in the dtype of the elements; of a sparse matrix what it is made of."""
    if is_sparse_like(x):
        return core_of(x)
    if dtype.kind != "c" and isinstance(x, (complex, numpy.complexfloating)):
        raise TypeError(f"a complex number cannot be assigned to elements of {dtype}")
    values = cuprum.asarray(x)
    return values if values.dtype == dtype else values.astype(dtype)


class Read:
    """`a[rows, columns]`"""

    def __getitem__(self, key):
        found = _sparse.getitem(self._m, key, self._is_array)
        if isinstance(found, _sparse.Matrix):
            return wrap(found, self._is_array)
        if not isinstance(found, _sparse.Tensor):
            return found
        if len(found.shape) > 2 and self._ndims is not None:
            raise IndexError(f"Indexing that leads to >2D is not supported by {self._format} format: {found.shape}")
        return of_tensor(found)


class Indexed(Read):
    """`a[rows, columns]` and `a[rows, columns] = x`"""

    def __setitem__(self, key, x):
        before = self._m.data.size
        self._m = _sparse.with_items(self._m, key, _as_values(x, self.dtype), self._is_array)
        if self._m.data.size > before:
            warnings.warn(
                f"Changing the sparsity structure of a {type(self).__name__} is expensive.",
                SparseEfficiencyWarning,
                stacklevel=2,
            )


class IndexedMany:
    """`a[...]` and `a[...] = x` in one, three or more dimensions."""

    def __getitem__(self, key):
        found = _sparse.getitem(self._m, key, True)
        if isinstance(found, _sparse.Matrix):
            adds_axis = key is None or (isinstance(key, tuple) and any(part is None for part in key))
            return wrap(found if self._format == "coo" or adds_axis else found.to_format(self._format), True)
        if not isinstance(found, _sparse.Tensor):
            return found
        if self._format == "csr" and len(found.shape) > 2:
            raise IndexError(f"Only 1D or 2D arrays allowed: the index gives shape {tuple(found.shape)}")
        return of_tensor(found, self._format)

    def __setitem__(self, key, x):
        self._m = _sparse.with_items(self._m, key, _as_values(x, self.dtype), True)
