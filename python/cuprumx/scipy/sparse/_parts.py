"""What the files of sparse matrices share: shapes and axes, and what is known by
its parts."""

import operator
import warnings

import numpy

import cuprum
from cuprum import _core, ndarray

_sparse = _core._scipy_sparse


class SparseWarning(Warning):
    """The category of warnings about sparse matrices."""


class SparseEfficiencyWarning(SparseWarning):
    """An operation takes long, as a sparse matrix is little suited to it."""


class Sparse:
    """What all sparse matrices and arrays are: `_m` is what they are made of.

    Parts may be replaced one by one, and fit each other only when the last of them is there. They wait in `_replaced`
    until then, when there is no `_m`: whoever asks for that next has it made, and raises ValueError where they do not
    fit.
    """

    _own_parts = ()  # the names of the parts of this format, the elements first

    def __getattr__(self, name):
        parts = self.__dict__.get("_replaced") if name == "_m" else None
        if parts is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        self._m = self._assembled(*(parts[part] for part in self._own_parts), parts["shape"])
        del self._replaced
        return self._m

    def _own(self, name):
        """A part, be it replaced or not."""
        parts = self.__dict__.get("_replaced")
        return self._own_of_core(name) if parts is None else parts[name]

    def _own_of_core(self, name):
        return getattr(self._m, name)

    def _attributes(self):
        """What was set of this object besides its parts, or None."""
        return {name: value for name, value in self.__dict__.items() if name != "_m"} or None

    def _replace(self, **parts):
        if "_replaced" not in self.__dict__:
            self._replaced = {name: self._own_of_core(name) for name in (*self._own_parts, "shape")}
            del self._m
        self._replaced.update(parts)


def index_array(name, doc):
    """A property that is an array of indices, which a program may replace."""
    return property(
        lambda self: self._own(name), lambda self, values: self._replace(**{name: _indices(values)}), doc=doc
    )


def issparse(x):
    """Whether `x` is a sparse matrix or array of this module.

    Parameters
        x: anything.
    Returns
        bool
    Example
        >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
        >>> sparse.issparse(a), sparse.issparse(a.toarray())
        (True, False)
    """
    return isinstance(x, Sparse)


def _is_scipys(x):
    return type(x).__module__.startswith("scipy.sparse") and hasattr(x, "tocoo")


def is_scalar(x):
    return numpy.isscalar(x) or (isinstance(x, (ndarray, numpy.ndarray)) and x.ndim == 0)


def array(x, dtype=None):
    return x if isinstance(x, ndarray) and dtype is None else cuprum.asarray(x, dtype=dtype)


def index_dtype(arrays: object, keep):
    """The dtype that a matrix of these arrays is asked to have its indices in: int64 if one has it and it is kept."""
    wide = keep and any(not numpy.can_cast(a.dtype, numpy.int32) for a in arrays)
    return numpy.dtype(numpy.int64 if wide else numpy.int32)


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
    core = x._m if isinstance(x, Sparse) else from_scipy(x)
    return core if format is None or core.format == format else core.to_format(format)


def from_scipy(x):
    if x.format == "dia":
        return _sparse.dia_matrix(array(x.data), array(x.offsets), x.shape)
    if x.format in ("csr", "csc", "bsr") and len(x.shape) == 2:
        index = index_dtype((x.indices, x.indptr), True)
        parts = array(x.data), array(x.indices), array(x.indptr)
        if x.format == "bsr":
            return _sparse.bsr_matrix(*parts, x.shape, index)
        return _sparse.compressed(x.format, *parts, x.shape, index)
    x = x.tocoo()
    places = x.coords if hasattr(x, "coords") else (x.row, x.col)
    index, places = index_dtype(places, True), [array(c) for c in places]
    if len(x.shape) == 2:
        core = _sparse.coo_matrix(array(x.data), *places, x.shape, False, index)
    else:
        core = _sparse.Tensor(array(x.data), places, x.shape, False, index)
    core.set_canonical(x.has_canonical_format)  # as in CuPy, what SciPy knows is kept
    return core


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


def is_sparse_like(x):
    return isinstance(x, Sparse) or _is_scipys(x)


def is_array(x):
    """Whether `x` is a sparse array of this module, no matrix."""
    return isinstance(x, Sparse) and x._is_array


CLASSES = {}


def wrap(core, is_array, format=None):
    """An object of the class for a matrix's format; of the array's own for a `Tensor`, which has other numbers of
    dimensions than two."""
    key = (is_array, core.format) if isinstance(core, _sparse.Matrix) else (format or "coo")
    cls = CLASSES[key]
    made = cls.__new__(cls)
    made._m = core
    return made


def _pair(blocksize):
    if isinstance(blocksize, (int, numpy.integer)):
        raise TypeError(f"invalid blocksize={blocksize!r}: it is two integers")
    try:
        rows, columns = (operator.index(n) for n in blocksize)
    except (TypeError, ValueError):
        raise ValueError(f"invalid blocksize={blocksize!r}: it is two integers") from None
    return rows, columns


def _values(x, dtype):
    """Elements as an array in their dtype, before lists are rounded to another and duplicates are added."""
    if isinstance(x, ndarray):
        return x if dtype is None else x.astype(dtype, copy=False)
    return array(x, dtype)


def _indices(x):
    x = array(x)
    if x.dtype.kind in "iu":
        return x
    if x.dtype.kind == "f":  # NaN is out of bounds
        x = cuprum.where(cuprum.isnan(x), -1, x)
    return x.astype(numpy.int64)


def storable(dtype):
    """The dtype of elements, if sparse matrices hold such."""
    dtype = numpy.dtype(dtype)
    if (dtype.kind not in "biufc" or dtype.char in "gG") and dtype != cuprum.bfloat16:
        raise ValueError(
            f"sparse matrices do not support dtype {dtype}: they hold bool, integers, float16, bfloat16, float32, "
            "float64, complex64 and complex128"
        )
    return dtype


def _warn_dense(text):
    warnings.warn(text, SparseEfficiencyWarning, stacklevel=4)


def tensor_of(x):
    """The coordinates of a sparse matrix or array of any number of dimensions."""
    if not isinstance(x, Sparse) and len(x.shape) != 2:
        return from_scipy(x)
    core = core_of(x)
    return core if isinstance(core, _sparse.Tensor) else _sparse.tensor_from_matrix(core, core.shape)


def of_tensor(tensor, format="coo"):
    """A sparse array of a tensor; an array of no dimensions where it has none."""
    if len(tensor.shape) == 0:
        return tensor.toarray()
    if len(tensor.shape) == 2:
        core = tensor.matrix(1)
        return wrap(core if format == "coo" else core.to_format(format), True)
    return wrap(tensor, True, "csr" if format == "csr" and len(tensor.shape) == 1 else "coo")
