"""Copies, dtypes, formats, shapes, dense arrays and SciPy's matrices of sparse matrices."""

import math

import numpy

import cuprum

from . import _nd
from ._parts import _pair, _sparse, is_scalar, of_tensor, shape_of, storable, tensor_of
from ._pickles import unpickle


class Conversions:
    """What changes the form of a matrix, not its elements."""

    def __reduce__(self):
        parts = tuple(getattr(self, name).get() for name in self._own_parts)
        return unpickle, (self._format, self._is_array, parts, self.shape), self._attributes()

    def get(self, stream=None):
        """A copy on the host, of SciPy's class of the same name.

        Parameters
            stream: the stream of the copy; the current one if None.
        """
        import scipy.sparse

        cls = getattr(scipy.sparse, self._format + ("_array" if self._is_array else "_matrix"))
        core = self._m
        parts = [core.data.get(stream)]
        if self._format == "dia":
            return cls((parts[0], core.offsets.get(stream)), shape=self.shape)
        if self._format == "coo":
            result = cls((parts[0], (core.row.get(stream), core.col.get(stream))), shape=self.shape)
            result.has_canonical_format = core.has_canonical_format
            return result
        return cls((parts[0], core.indices.get(stream), core.indptr.get(stream)), shape=self.shape)

    def copy(self):
        """A copy that shares nothing with this matrix."""
        return self._wrap(self._m.copy())

    def _with_data(self, data, copy=True):
        """Other values at the same places; a name of CuPy's and SciPy's insides that programs call."""
        return self._wrap((self._m.copy() if copy else self._m).with_data(data))

    def astype(self, dtype, casting="unsafe", copy=True):
        """With the elements in another dtype.

        Parameters
            dtype: the dtype.
            casting: which conversions are allowed: NumPy's words.
            copy: whether a matrix of this dtype is copied.
        """
        if isinstance(casting, bool):  # CuPy's second parameter
            casting, copy = "unsafe", casting
        dtype = storable(dtype)
        if not numpy.can_cast(self.dtype, dtype, casting):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {dtype!r} according to the rule '{casting}'"
            )
        if self.dtype == dtype and not copy:
            return self
        return self._wrap(self._m.astype(dtype, copy))

    def asformat(self, format, copy=False):
        """In another format.

        Parameters
            format: "csr", "csc", "coo", "dia" or "bsr"; "array" and "dense" for a dense array; None for this matrix as
                it is.
            copy: whether a matrix of this format is copied.
        """
        if format is None or format == self._format:
            return self.copy() if copy else self
        if format in ("array", "dense"):
            return self.toarray()
        convert = getattr(self, f"to{format}", None)
        if convert is None:
            raise ValueError(f"Format {format} is unknown.")
        return convert(copy=copy)

    def _to(self, format, copy):
        if format == self._format:
            return self.copy() if copy else self
        core = self._m.to_format(format)
        # Elements that are sorted already need not move, but only coo may share them, as in SciPy.
        shares = (copy or format != "coo") and cuprum.may_share_memory(core.data, self._m.data)
        return self._wrap(core.copy() if shares else core)

    def tocsr(self, copy=False):
        """By rows."""
        return self._to("csr", copy)

    def tocsc(self, copy=False):
        """By columns."""
        return self._to("csc", copy)

    def tocoo(self, copy=False):
        """As coordinates."""
        return self._to("coo", copy)

    def todia(self, copy=False):
        """As diagonals."""
        return self._to("dia", copy)

    def tobsr(self, blocksize=None, copy=False):
        """As rows of dense blocks.

        Parameters
            blocksize: rows and columns of a block, which divide those of the matrix; by default blocks that few zeros
                fill up.
            copy: whether a matrix of such blocks is copied.
        """
        if blocksize is None:
            return self._to("bsr", copy)
        core = _sparse.tobsr(self._m, *_pair(blocksize))
        return self._wrap(core.copy() if copy else core)

    def todok(self, copy=False):
        """There are no dictionaries of keys on a device: NotImplementedError, as in CuPy."""
        raise NotImplementedError("dictionaries of keys (dok) are not supported; csr, csc, coo, dia and bsr are")

    def tolil(self, copy=False):
        """There are no lists of lists on a device: NotImplementedError, as in CuPy."""
        raise NotImplementedError("lists of lists (lil) are not supported; csr, csc, coo, dia and bsr are")

    def toarray(self, order=None, out=None):
        """A dense array of all elements.

        Parameters
            order: "C" or "F".
            out: array to write to.
        """
        if out is not None:
            if order is not None:
                raise ValueError("order cannot be specified if out is not None")
            if out.shape != self.shape or out.dtype != self.dtype:
                raise ValueError(f"out array must be of dtype {self.dtype} and shape {self.shape}")
            out[...] = self._m.toarray("C")
            return out
        if order not in (None, "C", "F"):
            raise ValueError(f"order must be 'C' or 'F', not {order!r}")
        return self._m.toarray(order or "C")

    def todense(self, order=None, out=None):
        """A dense array of all elements, as `toarray`."""
        return self.toarray(order, out)

    def transpose(self, axes=None, copy=False):
        """Rows become columns; csr becomes csc, csc csr.

        Parameters
            axes: None, or (1, 0).
            copy: whether the elements are copied.
        """
        if axes is not None and (is_scalar(axes) or tuple(axes) != (1, 0)):
            if self._format == "coo" and self._is_array and not is_scalar(axes):
                return _nd.permuted(self, axes, copy)
            raise ValueError(
                "Sparse matrices do not support an 'axes' parameter because swapping dimensions is the only logical "
                "permutation."
            )
        transposed = self._m.transpose()
        return self._wrap(transposed.copy() if copy else transposed)

    def conj(self, copy=True):
        """The conjugates of all elements.

        Parameters
            copy: whether a real matrix is copied.
        """
        if self.dtype.kind == "c":
            return self._wrap(self._m.with_data(self._m.data.conj()))
        return self.copy() if copy else self

    def conjugate(self, copy=True):
        """The conjugates of all elements, as `conj`."""
        return self.conj(copy)

    def reshape(self, *shape, order="C", copy=False):
        """In another shape of as many elements.

        Parameters
            shape: two lengths, of an array any number of them, one of which may be -1.
            order: "C" or "F", in which elements are counted.
            copy: whether a matrix of this shape is copied.
        Returns
            A coo matrix or array; this matrix where the shape is its own.
        """
        shape = _nd.lengths_of(shape)
        if len(shape) != 2 and not self._is_array:
            raise ValueError(f"matrix shape must be two-dimensional, not {shape}")
        if order not in ("C", "F"):
            raise ValueError("'order' must be 'C' or 'F'")
        shape = _nd.new_shape(shape, math.prod(self.shape))
        if shape == self.shape:
            return self.copy() if copy else self
        if len(shape) == self.ndim == 2:
            return self._wrap(_sparse.reshape(self._m, *shape, order))
        if len(shape) > 2 and self.ndim == 1 and self._format == "csr":
            raise ValueError(f"shape must have length in (1, 2). Got {shape}")
        return of_tensor(tensor_of(self).reshape(shape, order))

    def resize(self, *shape):
        """Changes the shape in place; elements stay where they are, and those outside are dropped.

        Parameters
            shape: two lengths.
        """
        if not shape:
            raise TypeError("resize takes a shape")
        shape = shape_of(_nd.lengths_of(shape), self._ndims)
        if self.ndim != 2 or len(shape) != 2:
            return _nd.resize(self, shape)
        self._m = _sparse.resize(self._m, *shape)
