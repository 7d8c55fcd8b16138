"""How sparse matrices are made: of parts, of other matrices, of dense arrays."""

import numpy

import cuprum

from ._parts import (
    Sparse,
    _indices,
    _is_scipys,
    _is_shape,
    _sparse,
    _values,
    array,
    from_scipy,
    index_dtype,
    shape_of,
    storable,
    wrap,
)


def _reshaped_row(tensor, shape):
    """A vector in the shape that is asked for: longer, or as a matrix of one row. Others stay as they are."""
    if shape is None or len(tensor.shape) != 1 or len(shape) > 2 or (len(shape) == 2 and shape[0] != 1):
        return tensor
    if shape[-1] < tensor.shape[0]:
        return tensor
    (places,) = tensor.coords
    return _sparse.Tensor(
        tensor.data,
        [*([cuprum.zeros_like(places)] if len(shape) == 2 else []), places],
        shape,
        False,
        places.dtype,
    )


class Initialization:
    """The constructor of sparse matrices."""

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        self._fill(arg1, shape, dtype, copy, maxprint)

    def _fill(self, arg1, shape, dtype, copy, maxprint, *options):
        if maxprint is not None:
            self.maxprint = maxprint
        if dtype is not None:
            dtype = storable(dtype)
        wanted = None if shape is None else shape_of(shape, self._ndims)
        core = self._made_of(arg1, wanted, dtype, *options)
        if isinstance(core, _sparse.Tensor):
            widens = self._format == "csr" or (isinstance(arg1, Sparse) and wanted is not None and len(wanted) == 1)
            self._become(_reshaped_row(core, wanted) if widens else core)
            core = self._m
        elif core.format != self._format:
            core = core.to_format(self._format)
        if wanted is not None and tuple(core.shape) != wanted:
            raise ValueError(f"inconsistent shapes: {tuple(core.shape)} and {wanted}")
        if dtype is not None and core.dtype != dtype:
            core = core.astype(dtype, False)
        elif copy:
            core = core.copy()
        self._m = core

    def _become(self, tensor):
        """Of one, three or more dimensions, or of two after all."""
        ndim = len(tensor.shape)
        if ndim == 2:
            core = tensor.matrix(1)
            self._m = core if self._format == "coo" else core.to_format(self._format)
        elif self._ndims is not None and ndim not in self._ndims:
            raise ValueError(f"{self._format} arrays don't support {ndim}D input. Use 2D")
        else:
            made = wrap(tensor, True, self._format)
            self.__class__, self._m = type(made), made._m

    def _made_of(self, arg1, shape, dtype):
        format = self._format
        if isinstance(arg1, Sparse):
            if arg1.ndim != 2 and not self._is_array:
                raise ValueError(f"a sparse matrix has 2 dimensions, and the sparse array has {arg1.ndim}")
            return arg1._m
        if isinstance(arg1, tuple):
            if _is_shape(arg1):
                lengths = shape_of(arg1, self._ndims)
                if len(lengths) != 2:
                    return _sparse.tensor_empty(lengths, dtype or numpy.dtype("d"))
                return _sparse.Matrix(format, *lengths, dtype or numpy.dtype("d"))
            if len(arg1) == 3 and format in ("csr", "csc"):
                return self._from_compressed(arg1, shape, dtype)
            if len(arg1) == 2:
                return self._from_pair(*arg1, shape, dtype)
            error = TypeError if format == "coo" else ValueError  # as in SciPy
            raise error(f"unrecognized {type(self).__name__} constructor input of {len(arg1)} parts")
        if _is_scipys(arg1):
            return from_scipy(arg1)
        return self._from_dense(arg1, dtype)

    def _from_compressed(self, parts, shape, dtype):
        data, indices, indptr = _values(parts[0], dtype), _indices(parts[1]), _indices(parts[2])
        index = index_dtype((indices, indptr), self._is_array)
        if shape is None or len(shape) == 2:
            return _sparse.compressed(self._format, data, indices, indptr, shape, index)
        # What lies behind indptr[1] is dropped.
        row = _sparse.compressed("csr", data, indices, indptr, (1, *shape), index)
        return _sparse.Tensor(row.data[: row.nnz], [row.indices[: row.nnz]], shape, False, index)

    def _from_pair(self, data, places, shape, dtype):
        data = _values(data, dtype)
        if self._format == "dia":
            if shape is None:
                raise ValueError("expected a shape argument")
            return _sparse.dia_matrix(cuprum.atleast_2d(data), cuprum.atleast_1d(_indices(places)), shape)
        try:
            places = [_indices(p) for p in places]
        except TypeError:
            raise TypeError("invalid input format: coordinates are a sequence of arrays") from None
        index = index_dtype(places, self._is_array)
        if len(places) == 2:
            if shape is not None and len(shape) != 2:
                raise ValueError(f"mismatching number of index arrays for shape; got 2, expected {len(shape)}")
            return _sparse.coo_matrix(cuprum.atleast_1d(data), *places, shape, False, index)
        if not self._is_array:
            raise ValueError(f"invalid input format: a sparse matrix has 2 arrays of coordinates, not {len(places)}")
        return _sparse.Tensor(cuprum.atleast_1d(data), places, shape, False, index)

    def _from_dense(self, x, dtype):
        dense = array(x)
        storable(dense.dtype)
        if dtype is not None and dense.dtype != dtype:
            dense = dense.astype(dtype)
        if dense.ndim == 2 or (dense.ndim < 2 and not self._is_array):
            return _sparse.from_dense(dense, self._format)
        if not self._is_array:
            raise ValueError(f"a sparse matrix has 2 dimensions, and the array has {dense.ndim}")
        if dense.ndim == 0 or (self._ndims is not None and dense.ndim not in self._ndims):
            scalar = "; they do not support instantiation from a scalar" if dense.ndim == 0 else ""
            is_array_without_axes = isinstance(x, (cuprum.ndarray, numpy.ndarray)) and dense.ndim == 0
            error = TypeError if is_array_without_axes and self._format in ("coo", "csr") else ValueError  # as in SciPy
            raise error(f"{self._format} arrays don't support {dense.ndim}D input. Use 2D{scalar}")
        return _sparse.tensor_from_dense(dense)
