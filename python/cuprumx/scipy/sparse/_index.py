"""Python's indices of sparse matrices."""

import operator
import warnings

import numpy

import cuprum
from cuprum import ndarray

from . import _nd_index
from ._entries import as_values, entry_of
from ._parts import SparseEfficiencyWarning, _sparse, array, core_of, is_sparse_like, of_tensor, tensor_of, wrap


def _is_mask(x):
    if isinstance(x, (list, tuple)):
        try:
            x = numpy.asarray(x)
        except ValueError:
            return False
    return isinstance(x, (numpy.ndarray, ndarray)) and x.dtype.kind == "b" and x.ndim == 2


def parse(key, shape):
    """The entries for rows and for columns."""
    if is_sparse_like(key):
        core = core_of(key)
        if core.dtype.kind != "b":
            raise IndexError("arrays used as indices must be of boolean type where they are sparse")
        if tuple(core.shape) != tuple(shape):
            raise IndexError(f"boolean index shape {tuple(core.shape)} does not match the matrix's {tuple(shape)}")
        coordinates = core.to_format("csr").sum_duplicates().to_format("coo")
        kept = coordinates.data
        return coordinates.row[kept].astype(numpy.int64), coordinates.col[kept].astype(numpy.int64)
    if not isinstance(key, tuple) and _is_mask(key):
        if tuple(numpy.shape(key) if isinstance(key, (list, tuple)) else key.shape) != tuple(shape):
            raise IndexError("boolean index did not match indexed array")
        return cuprum.asarray(key).nonzero()
    if not isinstance(key, tuple):
        key = (key,)
    if any(k is None for k in key):
        raise IndexError("newaxis is not supported by sparse matrices")
    dots = [k for k, entry in enumerate(key) if entry is Ellipsis]
    if len(key) == 2 and len(dots) == 1 and _is_mask(key[1 - dots[0]]):
        return parse(key[1 - dots[0]], shape)
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if dots:
        at = dots[0]
        key = key[:at] + (slice(None),) * (3 - len(key)) + key[at + 1 :]
    if len(key) > 2:
        raise IndexError(f"too many indices: a sparse matrix has 2 dimensions, and {len(key)} were given")
    key = key + (slice(None),) * (2 - len(key))
    return entry_of(key[0], shape[0]), entry_of(key[1], shape[1])


def _whole(part, length):
    return part == (0, 1, length)


def _take(core, part, axis):
    """The elements of an entry along an axis; an integer keeps the axis, with length one."""
    length = core.shape[axis]
    along = (axis == 0) == (core.format == "csr")
    if isinstance(part, int):
        part = (part, 1, 1)
    if isinstance(part, tuple):
        if _whole(part, length):
            return core
        start, step, count = part
        if along:
            return _sparse.slice_major(core, start, step, count)
        if step == 1:
            return _sparse.slice_across(core, start, start + count)
        part = cuprum.arange(start, start + step * count, step) if count else cuprum.empty(0, numpy.int64)
    return _sparse.take_major(core, part) if along else _sparse.take_across(core, part)


def _array_of(part):
    if isinstance(part, int):
        return cuprum.asarray(part)
    if isinstance(part, tuple):
        start, step, count = part
        return cuprum.arange(start, start + step * count, step) if count else cuprum.empty(0, numpy.int64)
    return part


def _is_open(row, col):
    """Whether a column of rows meets a line of columns: all pairs of them."""
    return row.ndim == 2 and row.shape[1] == 1 and (col.ndim == 1 or (col.ndim == 2 and col.shape[0] == 1))


class Read:
    """`a[rows, columns]`"""

    def __getitem__(self, key):
        if self._is_array or (isinstance(key, tuple) and any(k is None for k in key)):
            return self._get_as_array(key)
        row, col = parse(key, self.shape)
        core = self._m if self._format in ("csr", "csc") else self._m.to_format("csr")
        if isinstance(row, int) and isinstance(col, int):
            return _sparse.elements(core, cuprum.asarray(row), cuprum.asarray(col))
        if isinstance(row, ndarray) and isinstance(col, ndarray):
            return self._at_points(core, row, col)
        if (isinstance(row, ndarray) and row.ndim == 2) or (isinstance(col, ndarray) and col.ndim == 2):
            rows, columns = (
                cuprum.broadcast_arrays(_array_of(row), _array_of(col))
                if isinstance(row, int) or isinstance(col, int)
                else (None, None)
            )
            if rows is None:
                raise IndexError("index arrays of two dimensions go with arrays or numbers alone")
            return self._at_points(core, rows, columns)
        made = _take(_take(core, row, 0), col, 1)
        if made is self._m:
            made = made.copy()
        return self._like(made)

    def _get_as_array(self, key):
        """As NumPy has it: an integer takes a dimension away."""
        parsed = _nd_index.parse(key, self.shape)
        core = self._m if self._format in ("csr", "csc") else self._m.to_format("csr")
        if len(parsed) == 2 and None not in [p for p in parsed if not isinstance(p, ndarray)]:
            row, col = parsed
            if isinstance(row, int) and isinstance(col, int):
                return _sparse.elements(core, cuprum.asarray(row), cuprum.asarray(col))
            arrays = [p for p in parsed if isinstance(p, ndarray)]
            if len(arrays) < 2 and all(p.ndim == 1 for p in arrays):
                return self._part(core, row, col)
            if len(arrays) == 2 and (_is_open(row, col) or self._format != "coo"):
                return self._at_points(core, row, col)
        found = _nd_index.get(tensor_of(self), key)
        if len(found.shape) == 1 and not self._is_array:
            found = found.reshape((1, found.shape[0]), "C")
        if len(found.shape) > 2 and self._ndims is not None:
            raise IndexError(f"Indexing that leads to >2D is not supported by {self._format} format: {found.shape}")
        if len(found.shape) == 2:
            return self._like(found.matrix(1))
        return of_tensor(found)

    def _part(self, core, row, col):
        made = _take(_take(core, row, 0), col, 1)
        if isinstance(row, int) or isinstance(col, int):
            return wrap(_sparse.tensor_from_matrix(made, (made.shape[0] * made.shape[1],)), True)
        return self._like(made.copy() if made is core else made)

    def _nothing(self, shape):
        if len(shape) == 1 and self._is_array:
            return wrap(_sparse.tensor_empty(shape, self.dtype), True)
        return self._like(_sparse.empty("csr", *(shape if len(shape) == 2 else (1, *shape)), self.dtype))

    def _at_points(self, core, row, col):
        try:
            shape = numpy.broadcast_shapes(row.shape, col.shape)
        except ValueError:
            raise IndexError("number of row and column indices differ") from None
        if len(shape) > 2:
            raise IndexError(f"Index dimension must be 1 or 2, found {len(shape)}")
        if _is_open(row, col):
            return self._like(_take(_take(core, row.ravel(), 0), col.ravel(), 1))
        if 0 in shape:  # SciPy's are sparse where there are none
            return self._nothing(shape)
        values = _sparse.elements(core, row, col)
        if len(shape) == 2:
            return self._like(_sparse.from_dense(values, "csr"))
        return values if self._is_array else values.reshape(1, -1)


class Indexed(Read):
    """`a[rows, columns]` and `a[rows, columns] = x`"""

    def __setitem__(self, key, x):
        if isinstance(key, tuple) and any(k is None for k in key):
            changed = _nd_index.with_values(tensor_of(self), key, x).matrix(1)
            self._m = changed.to_format(self._format)
            return
        row, col = parse(key, self.shape)
        points = isinstance(row, ndarray) and isinstance(col, ndarray)
        rows, columns = _array_of(row), _array_of(col)
        if not points and not isinstance(row, int) and not isinstance(col, int):
            rows = rows.reshape(-1, 1)
        elif not points and isinstance(row, int) and isinstance(col, int):
            pass
        elif not points and self._is_array:
            pass
        elif not points:  # one row or one column, as a matrix of two dimensions
            rows, columns = (rows, columns.reshape(1, -1)) if isinstance(row, int) else (rows.reshape(-1, 1), columns)
        try:
            shape = numpy.broadcast_shapes(rows.shape, columns.shape)
        except ValueError:
            raise IndexError("shape mismatch in assignment: rows and columns differ") from None
        rows, columns = cuprum.broadcast_to(rows, shape), cuprum.broadcast_to(columns, shape)
        if is_sparse_like(x):
            x = core_of(x) if len(x.shape) == 2 else tensor_of(x).reshape((1, x.shape[0]), "C").matrix(1)
            return self._set_sparse(rows, columns, shape, x, one_column=isinstance(col, int))
        values = as_values(x, self.dtype)
        if [n for n in values.shape if n != 1] == [n for n in shape if n != 1]:
            values = values.reshape(shape)
        try:
            values = cuprum.broadcast_to(values, shape)
        except ValueError:
            raise ValueError(
                f"shape mismatch in assignment: values of shape {values.shape} to elements of shape {shape}"
            ) from None
        self._set(rows, columns, values)

    def _set(self, rows, columns, values):
        if rows.size == 0:
            return
        before = self._m.data.size
        self._m = _sparse.with_elements(self._m, rows, columns, values).to_format(self._format)
        if self._m.data.size > before:
            warnings.warn(
                f"Changing the sparsity structure of a {type(self).__name__} is expensive.",
                SparseEfficiencyWarning,
                stacklevel=3,
            )

    def _set_sparse(self, rows, columns, shape, x, one_column):
        whole = shape if len(shape) == 2 else (1, int(numpy.prod(shape)))
        down, across = x.shape
        if one_column and (down, across) == whole[::-1]:  # as in SciPy, for which an array of places is a row
            whole = down, across
        if len(shape) == 1 and (down, across) == (whole[1], 1):
            whole = down, across
        if any(have not in (1, want) for have, want in zip((down, across), whole)):
            raise ValueError(f"shape mismatch in assignment: {(down, across)} to {whole}")
        rows, columns = rows.reshape(whole), columns.reshape(whole)
        coordinates = x.to_format("csr").sum_duplicates().to_format("coo")
        at, values = (coordinates.row, coordinates.col), coordinates.data.astype(self.dtype)
        if (down, across) != whole:  # what is stored is repeated, and no other place
            stored = cuprum.full((down, across), -1)
            stored[at] = cuprum.arange(values.size)
            stored = cuprum.broadcast_to(stored, whole)
            at = (stored >= 0).nonzero()
            values = values[stored[at]]
        self._m = _sparse.with_zeros_at(self._m, rows, columns).to_format(self._format)
        self._set(rows[at], columns[at], values)
