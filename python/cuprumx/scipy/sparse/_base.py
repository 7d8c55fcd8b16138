"""The classes of sparse matrices: Python's spelling of what `cuprum._core._scipy_sparse` computes."""

import operator
import warnings

import numpy

import cuprum
from cuprum import _core, ndarray

_sparse = _core._scipy_sparse
_nd = None  # the module, which puts itself here: it is made of what stands here

# The numbers of `Binary` and of `Fold` in cuprum/scipy/sparse.h.
_ADD, _SUBTRACT, _MULTIPLY, _MAXIMUM, _MINIMUM = 0, 1, 2, 4, 5
_COMPARISONS = {"eq": 6, "ne": 7, "lt": 8, "gt": 9, "le": 10, "ge": 11}
_OPPOSITE = {"eq": "ne", "le": "gt", "ge": "lt"}
_SUM, _MAX, _MIN, _NANMAX, _NANMIN = range(5)


class SparseWarning(Warning):
    """The category of warnings about sparse matrices."""


class SparseEfficiencyWarning(SparseWarning):
    """An operation takes long, as a sparse matrix is little suited to it."""


def issparse(x):
    """Whether `x` is a sparse matrix or array of this module.

    Parameters
        x: anything.
    Returns
        bool
    """
    return isinstance(x, _base)


def _is_scipys(x):
    return type(x).__module__.startswith("scipy.sparse") and hasattr(x, "tocoo")


def is_scalar(x):
    return numpy.isscalar(x) or (isinstance(x, (ndarray, numpy.ndarray)) and x.ndim == 0)


def array(x, dtype=None):
    return x if isinstance(x, ndarray) and dtype is None else cuprum.asarray(x, dtype=dtype)


def shape_of(shape, ndims=(2,)):
    """Lengths from what SciPy takes as a shape; so many of them as `ndims` tells, any number for None."""
    try:
        lengths = tuple(map(operator.index, shape))
    except TypeError:
        raise TypeError(f"a shape is a sequence of two integers, not {shape!r}") from None
    if ndims is not None and len(lengths) not in ndims:
        raise ValueError(
            f"shape must have length in {ndims}: a shape of {len(lengths)} dimensions was given, {lengths}"
        )
    if min(lengths, default=0) < 0:
        raise ValueError("'shape' elements cannot be negative")
    return lengths


def _is_shape(x):
    return isinstance(x, tuple) and len(x) > 0 and all(isinstance(n, (int, numpy.integer)) for n in x)


def check_axis(axis):
    """0, 1, or None for both."""
    if axis is None:
        return None
    if isinstance(axis, tuple):
        if len(axis) == 2 and {check_axis(a) for a in axis} == {0, 1}:
            return None
        if len(axis) != 1:
            if any(not -2 <= operator.index(a) < 2 for a in axis):
                raise ValueError("axis out of range")
            raise ValueError("axis out of range" if len(axis) > 2 else "duplicate value in 'axis'")
        axis = axis[0]
    try:
        axis = operator.index(axis)
    except TypeError:
        raise TypeError(f"axis must be an integer, not {type(axis).__name__}") from None
    if not -2 <= axis < 2:
        raise ValueError(f"axis out of range: {axis}; a sparse matrix has the axes 0 and 1")
    return axis % 2


def _into(out, result):
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError(
            f"output parameter has the wrong dimensions: its shape, {out.shape}, does not match shape {result.shape}"
        )
    out[...] = result
    return out


def core_of(x, format=None):
    """What a sparse matrix is made of; SciPy's are copied to the device."""
    core = x._m if isinstance(x, _base) else from_scipy(x)
    return core if format is None or core.format == format else core.to_format(format)


def from_scipy(x):
    if len(x.shape) != 2:
        x = x.tocoo()
        return _sparse.tensor(array(x.data), [array(c) for c in x.coords], x.shape)
    if x.format == "bsr":
        return _sparse.blocks(array(x.data), array(x.indices), array(x.indptr), x.shape)
    if x.format == "dia":
        return _sparse.diagonals(array(x.data), array(x.offsets), *x.shape)
    if x.format in ("csr", "csc"):
        return _sparse.lines_of(x.format, array(x.data), array(x.indices), array(x.indptr), *x.shape)
    x = x.tocoo()
    return _sparse.coordinates(array(x.data), array(x.row), array(x.col), x.shape, False)


def _elementwise(name):
    ufunc = getattr(cuprum, name)

    def method(self):
        return self._with_each(ufunc)

    method.__name__ = name
    method.__doc__ = (
        f"`{name}` of each element, which is zero where the element is.\n\nReturns\n    A matrix of the same format."
    )
    return method


def _comparison(name):
    def compare(self, other):
        return self._compare(other, name)

    compare.__name__ = f"__{name}__"
    return compare


class _base:
    """What all sparse matrices and arrays have in common."""

    __array_priority__ = 101
    __hash__ = None
    _is_array = False
    _ndims = (2,)  # how many dimensions there may be; None for any number
    ndim = 2
    maxprint = 50

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        self._fill(arg1, shape, dtype, copy, maxprint)

    def _fill(self, arg1, shape, dtype, copy, maxprint, *options):
        if maxprint is not None:
            self.maxprint = maxprint
        if dtype is not None:
            dtype = numpy.dtype(dtype)
        wanted = None if shape is None else shape_of(shape, self._ndims)
        core = self._made_of(arg1, wanted, dtype, *options)
        if isinstance(core, _sparse.Tensor):
            self._become(core)
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
        if isinstance(arg1, _base):
            if arg1.ndim != 2 and not self._is_array:
                raise ValueError(f"a sparse matrix has 2 dimensions, and the sparse array has {arg1.ndim}")
            return arg1._m
        if isinstance(arg1, tuple):
            if _is_shape(arg1):
                lengths = shape_of(arg1, self._ndims)
                if len(lengths) != 2:
                    return _sparse.tensor_empty(lengths, dtype or numpy.dtype("d"))
                return _sparse.empty(format, *lengths, dtype or numpy.dtype("d"))
            if len(arg1) == 3 and format in ("csr", "csc"):
                return self._from_lines(arg1, shape)
            if len(arg1) == 2:
                return self._from_pair(*arg1, shape)
            raise ValueError(f"unrecognized {type(self).__name__} constructor input of {len(arg1)} parts")
        if _is_scipys(arg1):
            return from_scipy(arg1)
        return self._from_dense(arg1, dtype)

    def _from_lines(self, parts, shape):
        data, indices, indptr = array(parts[0]), _indices(parts[1]), _indices(parts[2])
        if shape is None or len(shape) == 2:
            return _sparse.lines(self._format, data, indices, indptr, shape)
        return _sparse.tensor(data, [indices], shape)

    def _from_pair(self, data, places, shape):
        if self._format == "dia":
            if shape is None:
                raise ValueError("expected a shape argument")
            return _sparse.diagonals(cuprum.atleast_2d(array(data)), cuprum.atleast_1d(_indices(places)), *shape)
        try:
            places = [_indices(p) for p in places]
        except TypeError:
            raise ValueError("invalid input format: coordinates are a sequence of arrays") from None
        if len(places) == 2:
            if shape is not None and len(shape) != 2:
                raise ValueError(f"mismatching number of index arrays for shape; got 2, expected {len(shape)}")
            return _sparse.coordinates(cuprum.atleast_1d(array(data)), *places, shape, False)
        if not self._is_array:
            raise ValueError(f"invalid input format: a sparse matrix has 2 arrays of coordinates, not {len(places)}")
        return _sparse.tensor(cuprum.atleast_1d(array(data)), places, shape)

    def _from_dense(self, x, dtype):
        dense = array(x)
        if dense.dtype.kind not in "biufc" and dense.dtype != cuprum.bfloat16:
            raise ValueError(f"sparse matrices hold numbers, not {dense.dtype}")
        if dtype is not None and dense.dtype != dtype:
            dense = dense.astype(dtype)
        if dense.ndim == 2 or (dense.ndim < 2 and not self._is_array):
            return _sparse.from_dense(dense, self._format)
        if not self._is_array:
            raise ValueError(f"a sparse matrix has 2 dimensions, and the array has {dense.ndim}")
        if dense.ndim == 0 or (self._ndims is not None and dense.ndim not in self._ndims):
            scalar = "; they do not support instantiation from a scalar" if dense.ndim == 0 else ""
            raise ValueError(f"{self._format} arrays don't support {dense.ndim}D input. Use 2D{scalar}")
        return _sparse.tensor_from_dense(dense)

    def _wrap(self, core):
        return wrap(core, self._is_array)

    def _like(self, core):
        """In this matrix's own format."""
        return wrap(core if core.format == self._format else core.to_format(self._format), self._is_array)

    # ------------------------------------------------------------------------------------------------------ attributes

    @property
    def format(self):
        """The name of the format: "csr", "csc", "coo", "dia" or "bsr"."""
        return self._format

    @property
    def dtype(self):
        """The dtype of the elements."""
        return self._m.dtype

    @property
    def device(self):
        """The device that holds the elements."""
        return self._m.data.device

    @property
    def shape(self):
        """How many rows and columns there are."""
        return self._m.shape

    @property
    def nnz(self):
        """How many elements are stored, zeros among them included."""
        return self._m.nnz

    @property
    def size(self):
        """How many elements are stored."""
        return self._m.nnz

    @property
    def data(self):
        """The stored elements."""
        return self._m.data

    @data.setter
    def data(self, values):
        values = array(values)
        if values.shape != self._m.data.shape:
            raise ValueError(f"data of shape {self._m.data.shape} cannot be replaced by data of shape {values.shape}")
        self._m = self._m.with_data(cuprum.ascontiguousarray(values))

    @property
    def T(self):
        """The transposed matrix."""
        return self.transpose()

    @property
    def mT(self):
        """The transposed matrix."""
        return self.transpose()

    @property
    def real(self):
        """The real part of each element."""
        return self._wrap(self._m.with_data(self._m.data.real.copy()))

    @property
    def imag(self):
        """The imaginary part of each element."""
        return self._wrap(self._m.with_data(self._m.data.imag.copy()))

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use getnnz() or shape[0]")

    def __bool__(self):
        if self.shape == (1, 1):
            return self.nnz != 0
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all().")

    def __iter__(self):
        rows = self.tocsr()
        for i in range(self.shape[0]):
            row = rows[i : i + 1]
            yield wrap(_sparse.tensor_from_matrix(row._m, self.shape[1:]), True, "csr") if self._is_array else row

    def __repr__(self):
        name = _NAMES[self._format]
        kind = "array" if self._is_array else "matrix"
        extra = ""
        if self._format == "dia":
            extra = f" ({self._m.offsets.size} diagonals)"
        elif self._format == "bsr":
            extra = f" (blocksize={'x'.join(map(str, self._m.block_shape))})"
        return (
            f"<{name} sparse {kind} of dtype '{self.dtype}'\n"
            f"\twith {self.nnz} stored elements{extra} and shape {self.shape}>"
        )

    def __str__(self):
        core = self._m.to_format("coo")
        return listing(repr(self), (core.row.get(), core.col.get()), core.data.get(), self.maxprint)

    def __reduce__(self):
        host = self.get()
        if self._format == "dia":
            parts = (host.data, host.offsets)
        elif self._format == "coo":
            parts = (host.data, host.row, host.col)
        else:
            parts = (host.data, host.indices, host.indptr)
        return _unpickle, (self._format, self._is_array, parts, self.shape)

    def get(self, stream=None):
        """A copy on the host, of SciPy's class of the same name.

        Parameters
            stream: the stream of the copy; the current one if None.
        """
        import scipy.sparse

        made = getattr(scipy.sparse, self._format + ("_array" if self._is_array else "_matrix"))
        core = self._m
        parts = [core.data.get(stream)]
        if self._format == "dia":
            return made((parts[0], core.offsets.get(stream)), shape=self.shape)
        if self._format == "coo":
            result = made((parts[0], (core.row.get(stream), core.col.get(stream))), shape=self.shape)
            result.has_canonical_format = core.canonical
            return result
        return made((parts[0], core.indices.get(stream), core.indptr.get(stream)), shape=self.shape)

    # ----------------------------------------------------------------------------------------------------- conversions

    def copy(self):
        """A copy that shares nothing with this matrix."""
        return self._wrap(self._m.copy())

    def astype(self, dtype, casting="unsafe", copy=True):
        """With the elements in another dtype.

        Parameters
            dtype: the dtype.
            casting: which conversions are allowed: NumPy's words.
            copy: whether a matrix of this dtype is copied.
        """
        if not numpy.can_cast(self.dtype, numpy.dtype(dtype), casting):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {numpy.dtype(dtype)!r} according to the rule '{casting}'"
            )
        if self.dtype == dtype and not copy:
            return self
        return self._wrap(self._m.astype(dtype, copy))

    def asformat(self, format, copy=False):
        """In another format.

        Parameters
            format: "csr", "csc", "coo" or "dia"; None for this matrix as it is.
            copy: whether a matrix of this format is copied.
        """
        if format is None or format == self._format:
            return self.copy() if copy else self
        convert = getattr(self, f"to{format}", None)
        if convert is None:
            raise ValueError(f"Format {format} is unknown.")
        return convert(copy=copy)

    def _to(self, format, copy):
        if format == self._format:
            return self.copy() if copy else self
        core = self._m.to_format(format)
        return self._wrap(core.copy() if copy else core)

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
        core = _sparse.to_blocks(self._m, *_pair(blocksize))
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
            if self._format == "coo" and self._is_array:
                return _nd.permuted(self, axes, copy)
            raise ValueError(
                "Sparse matrices do not support an 'axes' parameter because swapping dimensions is the only logical permutation."
            )
        turned = self._m.transpose()
        return self._wrap(turned.copy() if copy else turned)

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
            shape: two lengths, one of which may be -1.
            order: "C" or "F", in which elements are counted.
            copy: whether a matrix of this shape is copied.
        """
        if len(shape) == 1 and not isinstance(shape[0], (int, numpy.integer)):
            shape = shape[0]
        shape = tuple(operator.index(n) for n in shape)
        if self._ndims is not None and len(shape) not in self._ndims:
            if len(shape) == 1 or not self._is_array:
                raise ValueError(f"matrix shape must be two-dimensional, not {shape}")
            raise ValueError(f"shape must have length in {self._ndims}, not {shape}")
        if order not in ("C", "F"):
            raise ValueError("'order' must be 'C' or 'F'")
        shape = _nd.new_shape(shape, self.shape[0] * self.shape[1])
        if len(shape) != 2:
            return _nd.made(_nd.tensor_of(self).reshape(shape, order))
        if shape == self.shape:
            return self.copy() if copy else self
        return self._wrap(_sparse.reshape(self._m, *shape, order))

    def resize(self, *shape):
        """Changes the shape in place; elements stay where they are, and those outside are dropped.

        Parameters
            shape: two lengths.
        """
        ndims = None if self._ndims is None else (2,)
        shape = shape_of(shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape, ndims)
        if len(shape) != 2:
            return _nd.resize(self, shape)
        self._m = _sparse.resize(self._m, *shape)

    # ------------------------------------------------------------------------------------------------------ arithmetic

    def _with_each(self, function):
        core = self._m.sum_duplicates() if self._format != "dia" else self._m
        return self._wrap(core.with_data(function(core.data)))

    def _scaled(self, by):
        return self._wrap(self._m.with_data(self._m.data * by))

    def _binary(self, other, operation):
        if other.ndim != 2:
            return _nd.binary(self, other, operation)
        return self._wrap_lines(_sparse.binary(self._m, core_of(other), operation))

    def _wrap_lines(self, core):
        # coo and dia come out of arithmetic as csr.
        return wrap(core, self._is_array)

    def __abs__(self):
        return self._with_each(cuprum.absolute)

    def __round__(self, ndigits=0):
        return self._with_each(lambda data: cuprum.around(data, ndigits))

    def __neg__(self):
        if self.dtype.kind == "b":
            raise NotImplementedError("negating a boolean sparse array is not supported")
        return self._wrap(self._m.with_data(-self._m.data))

    def __add__(self, other):
        if is_sparse_like(other):
            return self._binary(other, _ADD)
        if is_scalar(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
        if isinstance(other, ndarray):
            return cuprum.add(self.toarray(), self._broadcast(other))
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if is_sparse_like(other):
            return self._binary(other, _SUBTRACT)
        if is_scalar(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError("subtracting a nonzero scalar from a sparse array is not supported")
        if isinstance(other, ndarray):
            return cuprum.subtract(self.toarray(), self._broadcast(other))
        return NotImplemented

    def __rsub__(self, other):
        if is_sparse_like(other):
            return wrap(core_of(other), self._is_array) - self
        if is_scalar(other):
            if other == 0:
                return -self.copy()
            raise NotImplementedError("subtracting a sparse array from a nonzero scalar is not supported")
        if isinstance(other, ndarray):
            return cuprum.subtract(self._broadcast(other), self.toarray())
        return NotImplemented

    def _broadcast(self, dense):
        try:
            fits = numpy.broadcast_shapes(self.shape, dense.shape)
        except ValueError:
            fits = ()
        if len(fits) != max(self.ndim, 2 if dense.ndim == 2 else 0):
            raise ValueError(f"inconsistent shapes: {self.shape} and {dense.shape}")
        return dense

    def multiply(self, other):
        """The product element by element.

        Parameters
            other: a number, a sparse matrix, or a dense array; broadcast where it has one row or one column.
        Returns
            A sparse matrix.
        """
        if is_scalar(other):
            return self._scaled(other)
        if is_sparse_like(other):
            if tuple(other.shape) == tuple(self.shape):
                return self._binary(other, _MULTIPLY)
            if self.ndim != 2 or other.ndim != 2:
                return _nd.multiply(self, other)
            return self._multiply_broadcast(core_of(other))
        dense = array(other)
        if self.ndim != 2:
            return _nd.multiply(self, dense)
        if dense.ndim > 2:
            raise ValueError("sparse matrices are multiplied by arrays of at most two dimensions")
        core = _sparse.multiply_dense(self._m, dense)
        if self._format == "bsr" and tuple(core.shape) == self.shape:
            return wrap(_sparse.to_blocks(core, *self._m.block_shape), self._is_array)
        return wrap(core.to_format("csr" if self._format in ("dia", "bsr") else self._format), self._is_array)

    def _multiply_broadcast(self, other):
        (m, n), (k, l) = self.shape, other.shape
        if (m != k and 1 not in (m, k)) or (n != l and 1 not in (n, l)):
            raise ValueError(f"inconsistent shapes: {self.shape} and {tuple(other.shape)}")
        one, two = self._m, other
        if one.shape != (max(m, k), max(n, l)) and two.shape != (max(m, k), max(n, l)):
            if one.shape[1] != 1:  # a row by a column
                one, two = two, one
            return self._wrap_lines(_sparse.matmul_sparse(one, two))
        if one.shape != (max(m, k), max(n, l)):
            one, two = two, one
        core = _sparse.multiply_dense(one, two.toarray("C")).eliminate_zeros()
        return self._wrap_lines(core.to_format("csc" if self._format == "csc" else "csr"))

    def _divided(self, other):
        if is_scalar(other):
            kind = self.dtype
            if numpy.can_cast(kind, numpy.float64):
                core = self._m.astype(numpy.float64, False)
                return self._wrap(core.with_data(core.data * (1.0 / other)))
            return self._scaled(1.0 / other)
        if is_sparse_like(other):
            if tuple(other.shape) != tuple(self.shape):
                raise ValueError(f"inconsistent shapes: {self.shape} and {tuple(other.shape)}")
            return cuprum.true_divide(self.toarray(), dense_of(other))
        if isinstance(other, ndarray):
            return self.multiply(cuprum.true_divide(1.0, other))
        return NotImplemented

    def __truediv__(self, other):
        return self._divided(other)

    def __rtruediv__(self, other):
        return NotImplemented

    def power(self, n, dtype=None):
        """Each element raised to a power.

        Parameters
            n: a number, not zero.
            dtype: the dtype of the result.
        """
        if not is_scalar(n):
            raise NotImplementedError("input is not scalar")
        if not n:
            raise NotImplementedError("zero power is not supported as it would densify the matrix.")
        core = self._m.sum_duplicates() if self._format != "dia" else self._m
        if dtype is not None:
            core = core.astype(dtype, False)
        return self._wrap(core.with_data(core.data**n))

    def _compare(self, other, name):
        number = _COMPARISONS[name]
        function = getattr(operator, name)
        if is_sparse_like(other):
            if tuple(other.shape) != tuple(self.shape):
                if name in ("eq", "ne"):
                    return name == "ne"
                raise ValueError(f"inconsistent shapes: {self.shape} and {tuple(other.shape)}")
            if name in _OPPOSITE:
                _warn_dense(
                    f"Comparing sparse matrices using {name} is inefficient, try using the opposite comparison instead."
                )
                unequal = self._binary(other, _COMPARISONS[_OPPOSITE[name]])
                if name != "eq" and "f" in self.dtype.kind + other.dtype.kind:  # beside a NaN neither is true
                    return self._full(function(self.toarray(), dense_of(other)))
                return self._full(cuprum.logical_not(unequal.toarray()))
            return self._binary(other, number)
        if is_scalar(other):
            if isinstance(other, (ndarray, numpy.ndarray)):
                other = other.item()
            if bool(function(numpy.zeros((), self.dtype), other)):
                _warn_dense(
                    f"Comparing a sparse matrix with a scalar by {name} is true of zeros, and so of most elements."
                )
                return self._full(function(self.toarray(), other))
            core = self._lines().sum_duplicates()
            return self._wrap_lines(core.with_data(function(core.data, other)).eliminate_zeros())
        if isinstance(other, ndarray):
            return function(self.toarray(), other)
        return NotImplemented

    def _lines(self):
        return self._m if self._format in ("csr", "csc") else self._m.to_format("csr")

    def _full(self, dense):
        return wrap(_sparse.from_dense(dense, "csc" if self._format == "csc" else "csr"), self._is_array)

    __eq__, __ne__, __lt__, __gt__, __le__, __ge__ = map(_comparison, ("eq", "ne", "lt", "gt", "le", "ge"))

    def _extremum(self, other, number, function):
        if is_sparse_like(other):
            return self._binary(other, number)
        if is_scalar(other):
            if isinstance(other, (ndarray, numpy.ndarray)):
                other = other.item()
            dtype = numpy.result_type(self.dtype, other)
            if getattr(numpy, function.__name__)(0, other) == 0:
                core = self._lines().sum_duplicates()
                return self._wrap_lines(core.with_data(function(core.data, other).astype(dtype)))
            _warn_dense(f"Taking the {function.__name__} with a number other than zero makes a dense matrix.")
            return self._full(function(self.toarray(), other))
        if isinstance(other, ndarray):
            return function(self.toarray(), other)
        raise TypeError(f"unsupported operand of {function.__name__}: {type(other).__name__}")

    def maximum(self, other):
        """The larger of two elements, everywhere.

        Parameters
            other: a number, a sparse matrix or a dense array.
        Returns
            A sparse matrix, or an array beside a dense one.
        """
        return self._extremum(other, _MAXIMUM, cuprum.maximum)

    def minimum(self, other):
        """The smaller of two elements, everywhere.

        Parameters
            other: a number, a sparse matrix or a dense array.
        Returns
            A sparse matrix, or an array beside a dense one.
        """
        return self._extremum(other, _MINIMUM, cuprum.minimum)

    # -------------------------------------------------------------------------------------------------------- products

    def __matmul__(self, other):
        if isinstance(other, (list, tuple)):
            other = array(other)
        if isinstance(other, ndarray):
            if other.ndim == 0:
                raise ValueError("Scalar operands are not allowed, use '*' instead")
            if self.ndim == 2 and other.ndim <= 2:
                return _sparse.matmul(self._m, other)
            return _nd.matmul(self, other)
        if is_sparse_like(other):
            if self.ndim == other.ndim == 2:
                return self._wrap_lines(_sparse.matmul_sparse(self._m, core_of(other)))
            return _nd.matmul(self, other)
        if numpy.isscalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return NotImplemented

    def __rmatmul__(self, other):
        if isinstance(other, (list, tuple)):
            other = array(other)
        if isinstance(other, ndarray):
            if other.ndim == 0:
                raise ValueError("Scalar operands are not allowed, use '*' instead")
            if self.ndim == 2 and other.ndim <= 2:
                return _sparse.rmatmul(other, self._m)
            return _nd.rmatmul(other, self)
        if is_sparse_like(other):
            return wrap(core_of(other), self._is_array) @ self
        if numpy.isscalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
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

    def _matrix_power(self, n):
        if self.shape[0] != self.shape[1]:
            raise TypeError("sparse matrix is not square")
        try:
            n = operator.index(n)
        except TypeError:
            raise ValueError("exponent must be an integer") from None
        if n < 0:
            raise ValueError("exponent must be >= 0")
        if n == 0:
            return wrap(_sparse.eye(self.shape[0], None, 0, self.dtype).to_format("csr"), self._is_array)
        result, square = None, self
        while n:
            if n & 1:
                result = square if result is None else result @ square
            n >>= 1
            if n:
                square = square @ square
        return result.copy() if result is self else result

    # ------------------------------------------------------------------------------------------------------ reductions

    def _kept(self, vector, axis):
        """A vector of results in the shape that SciPy gives them."""
        if self._is_array:
            return vector
        return vector.reshape(1, -1) if axis == 0 else vector.reshape(-1, 1)

    def sum(self, axis=None, dtype=None, out=None):
        """Sums of elements.

        Parameters
            axis: 0 for those of columns, 1 for those of rows, None for that of all.
            dtype: the dtype of the result.
            out: array to write to.
        Returns
            An array; of a matrix with two dimensions.
        """
        axis = check_axis(axis)
        kind = _sum_dtype(self.dtype)
        if axis is None:
            total = _sparse.fold(self._lines(), _SUM, None, dtype or kind, False)
            return _into(out, total)
        sums = _sparse.fold(self._lines(), _SUM, axis, kind, False)
        if dtype is not None and sums.dtype != dtype:
            sums = sums.astype(dtype)
        return _into(out, self._kept(sums, axis))

    def mean(self, axis=None, dtype=None, out=None):
        """Means of all elements, the zeros included.

        Parameters
            axis: 0 for those of columns, 1 for those of rows, None for that of all.
            dtype: the dtype of the result.
            out: array to write to.
        """
        inexact = self.dtype.kind in "fc"
        result = numpy.dtype(dtype) if dtype is not None else self.dtype if inexact else numpy.dtype("d")
        between = result if inexact or dtype is not None else numpy.dtype("d")
        count = self._length(axis)
        if count == 0 and self.ndim == 2:
            raise ZeroDivisionError("the mean of no elements is not defined")
        if between.kind not in "fc":
            between = numpy.dtype("d")
        sums = self.astype(between, copy=False).sum(axis, dtype=between)
        return _into(out, (sums * (1.0 / count if count else numpy.nan)).astype(result))

    def _length(self, axis):
        axis = check_axis(axis)
        return self.shape[0] * self.shape[1] if axis is None else self.shape[axis]

    def _reduced(self, how, axis, out, explicit):
        if out is not None:
            raise ValueError("Sparse arrays do not support an 'out' parameter.")
        axis = check_axis(axis)
        values = _sparse.fold(self._m, how, axis, None, explicit)
        if axis is None:
            return values
        if self._is_array:
            return wrap(_sparse.tensor_from_dense(values), True)
        row = values.reshape(1, -1) if axis == 0 else values.reshape(-1, 1)
        return wrap(_sparse.from_dense(row, "coo"), False)

    def trace(self, offset=0):
        """The sum of a diagonal.

        Parameters
            offset: which one; 0 is the main diagonal.
        """
        return self.diagonal(offset).sum()

    def diagonal(self, k=0):
        """The elements of a diagonal.

        Parameters
            k: which one; 0 is the main diagonal.
        Returns
            An array.
        """
        return _sparse.diagonal(self._m, operator.index(k))

    def setdiag(self, values, k=0):
        """Sets the elements of a diagonal, in place.

        Parameters
            values: a number, or an array as long as the diagonal or longer.
            k: which one; 0 is the main diagonal.
        """
        rows, columns = self.shape
        k = operator.index(k)
        if (k > 0 and k >= columns) or (k < 0 and -k >= rows):
            raise ValueError("k exceeds array dimensions")
        length = min(rows + min(k, 0), columns - max(k, 0))
        values = array(values)
        if values.ndim > 1:
            raise ValueError("a diagonal is set to a number or to a vector")
        if values.ndim:
            length = min(length, values.size)
            values = values[:length]
        values = cuprum.broadcast_to(values.astype(self.dtype), (length,))
        places = cuprum.arange(length)
        core = _sparse.with_elements(self._lines(), places + max(-k, 0), places + max(k, 0), values)
        self._m = (
            _sparse.to_blocks(core, *self._m.block_shape) if self._format == "bsr" else core.to_format(self._format)
        )

    def count_nonzero(self, axis=None):
        """How many elements are not zero.

        Parameters
            axis: 0 in each column, 1 in each row, None in all.
        """
        axis = check_axis(axis)
        if axis is None:
            core = self._m if self._format == "dia" else self._m.sum_duplicates()
            if self._format == "dia":
                core = core.to_format("csr")
            return int(cuprum.count_nonzero(core.data[: core.nnz]))
        return _sparse.counts(self._lines(), axis, True)

    def _getnnz(self, axis=None):
        axis = check_axis(axis)
        return self.nnz if axis is None else _sparse.counts(self._lines(), axis, False)

    def nonzero(self):
        """The rows and the columns of the elements that are not zero.

        Returns
            A tuple of two arrays.
        """
        core = self._m.to_format("coo" if self._format == "coo" else "csr").to_format("coo")
        kept = core.data != 0
        return core.row[kept], core.col[kept]


for _name in (
    "arcsin", "arcsinh", "arctan", "arctanh", "ceil", "deg2rad", "expm1", "floor", "log1p", "rad2deg", "rint", "sign",
    "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
):  # fmt: skip
    setattr(_base, _name, _elementwise(_name))


def listing(head, coords, data, most):
    """As SciPy prints elements: their coordinates and values, the middle left out where there are more than `most`."""
    count = len(data)
    if count == 0:
        return head

    def lines(places):
        return [f"  ({', '.join(str(c[k]) for c in coords)}{',' * (len(coords) == 1)})\t{data[k]!s}" for k in places]

    half = most // 2
    if count <= most:
        return "\n".join([head, "  Coords\tValues", *lines(range(count))])
    return "\n".join([head, "  Coords\tValues", *lines(range(half)), "  :\t:", *lines(range(count - half, count))])


def dense_of(x):
    """The dense array of a sparse one, SciPy's too."""
    return x.toarray() if isinstance(x, _base) else array(x.toarray())


def is_sparse_like(x):
    return isinstance(x, _base) or _is_scipys(x)


def _pair(blocksize):
    try:
        rows, columns = (operator.index(n) for n in blocksize)
    except (TypeError, ValueError):
        raise ValueError(f"invalid blocksize={blocksize!r}: it is two integers") from None
    return rows, columns


def _indices(x):
    x = array(x)
    if x.dtype.kind not in "iu":
        x = x.astype(numpy.int64)
    return x


def _sum_dtype(dtype):
    if dtype.kind == "u":
        return numpy.dtype(numpy.uint64)
    return numpy.dtype(numpy.int64) if dtype.kind in "bi" else dtype


def _warn_dense(text):
    warnings.warn(text, SparseEfficiencyWarning, stacklevel=4)


_NAMES = {
    "csr": "Compressed Sparse Row",
    "csc": "Compressed Sparse Column",
    "coo": "COOrdinate",
    "dia": "DIAgonal",
    "bsr": "Block Sparse Row",
}
CLASSES = {}


def wrap(core, is_array, format=None):
    """An object of the class for a matrix's format; of the array's own for a `Tensor`, which has other numbers of
    dimensions than two."""
    key = (is_array, core.format) if isinstance(core, _sparse.Matrix) else (format or "coo")
    cls = CLASSES[key]
    made = cls.__new__(cls)
    made._m = core
    return made


def unpickle_tensor(format, data, coords, shape):
    return wrap(_sparse.tensor(array(data), [array(c) for c in coords], shape), True, format)


def _unpickle(format, is_array, parts, shape):
    if format == "bsr":
        return wrap(_sparse.blocks(*map(array, parts), shape), is_array)
    if format == "dia":
        return wrap(_sparse.diagonals(*map(array, parts), *shape), is_array)
    if format == "coo":
        return wrap(_sparse.coordinates(*map(array, parts), shape, False), is_array)
    return wrap(_sparse.lines_of(format, *map(array, parts), *shape), is_array)


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
        return self._m.shape

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
        return self.tocsr()[:, _number(j, self.shape[1])]

    def __mul__(self, other):
        if is_scalar(other):
            return self._scaled(other)
        return self.__matmul__(other)

    def __rmul__(self, other):
        if is_scalar(other):
            return self._scaled(other)
        return self.__rmatmul__(other)

    def __pow__(self, n):
        return self._matrix_power(n)


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
