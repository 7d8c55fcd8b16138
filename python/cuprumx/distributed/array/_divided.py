"""What arrays that are divided over devices, and over processes, have in common."""

import numpy
import numpy.lib.mixins

import cuprum
from cuprum import _core

_divided = _core._distributed
functions = {}  # functions of NumPy's names, which _functions.py adds
_REDUCTIONS = {"sum": "sum", "prod": "prod", "max": "max", "amax": "max", "min": "min", "amin": "min", "mean": "mean"}


class Divided(numpy.lib.mixins.NDArrayOperatorsMixin):
    """An array that is divided into boxes: `_array` is what it is in C++."""

    __array_priority__ = 100

    @classmethod
    def _of(cls, array):
        self = cls.__new__(cls)
        self._array = array
        return self

    @property
    def shape(self):
        """Lengths of the axes of the whole array."""
        return self._array.shape

    @property
    def dtype(self):
        """Type of the elements."""
        return self._array.dtype

    @property
    def ndim(self):
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self):
        """Number of elements of the whole array."""
        return self._array.size

    @property
    def itemsize(self):
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def nbytes(self):
        """Bytes of all elements."""
        return self.size * self.itemsize

    @property
    def mode(self):
        """The mode's name: 'replica', 'sum', 'prod', 'min' or 'max'."""
        return self._array.mode

    @property
    def real(self):
        """Real parts, in the same boxes; they share memory with the array."""
        return _divided.map_chunks(lambda chunk: chunk.real, self)

    @property
    def imag(self):
        """Imaginary parts, in the same boxes; those of a complex array share its memory."""
        return _divided.map_chunks(lambda chunk: chunk.imag, self)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def gather(self):
        """The whole array on the current device; of a group, on every rank."""
        return self._array.gather()

    def __iter__(self):
        raise TypeError(f"a {type(self).__name__} is not iterable; gather() gives an array that is")

    def __getitem__(self, index):
        """A box of the array, told by slices with positive steps; it shares memory with the array."""
        index = index if isinstance(index, tuple) else (index,)
        if any(entry is Ellipsis for entry in index):
            at = index.index(Ellipsis)
            index = index[:at] + (slice(None),) * (self.ndim - len(index) + 1) + index[at + 1 :]
        if not all(isinstance(entry, slice) for entry in index):
            raise IndexError(
                f"a {type(self).__name__} is indexed by slices with positive steps; gather() gives an array"
            )
        return self._of(self._array.at(index))

    def _reduced(self, operation, axis, dtype, out, keepdims):
        if out is not None:
            raise ValueError(f"out is not supported by reductions of a {type(self).__name__}")
        if operation == "mean":
            return self._of(self._array.mean(axis, dtype, keepdims))
        return self._of(self._array.reduce(operation, axis, dtype, keepdims))

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """Sums along some axes, or of all elements, over devices in mode 'sum'; all ranks of a group have the result
        where a divided axis is reduced."""
        return self._reduced("sum", axis, dtype, out, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=None):
        """Products along some axes, or of all elements, over devices in mode 'prod'."""
        return self._reduced("prod", axis, dtype, out, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        """Largest elements along some axes, or of all, over devices in mode 'max'."""
        return self._reduced("max", axis, None, out, keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        """Smallest elements along some axes, or of all, over devices in mode 'min'."""
        return self._reduced("min", axis, None, out, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """Means along some axes, or of all elements."""
        return self._reduced("mean", axis, dtype, out, keepdims)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, dtype=None, casting=None, **kwargs):
        kind = next(type(one) for one in inputs if isinstance(one, Divided))
        if method != "__call__" or kwargs:
            what = f"the method {method!r}" if method != "__call__" else ", ".join(kwargs)
            raise RuntimeError(f"{ufunc.__name__} of a {kind.__name__} does not support {what}")
        if ufunc.__name__ == "matmul" and (out is None or self._multiplies_into_new):
            return functions["matmul"](*inputs)
        if any(isinstance(one, (cuprum.ndarray, numpy.ndarray)) and one.ndim for one in inputs):
            raise RuntimeError(
                f"an array that is not divided cannot be combined with a {kind.__name__}; divide it first"
            )
        function = getattr(cuprum, ufunc.__name__, None) or getattr(_core, ufunc.__name__)
        operands = [one._array if isinstance(one, kind) else one for one in inputs]
        return self._called(function, operands, out, dtype, casting)

    def __array_function__(self, func, types, args, kwargs):
        name = func.__name__
        if name in functions:
            return functions[name](*args, **kwargs)
        if name in _REDUCTIONS:
            return getattr(args[0], _REDUCTIONS[name])(*args[1:], **kwargs)
        return NotImplemented

    def __array__(self, dtype=None, copy=None):
        raise TypeError(f"a {type(self).__name__} is not converted to NumPy silently; use get()")

    __hash__ = None
