"""`GroupArray`: arrays that are divided over the processes of a group."""

import numpy
import numpy.lib.mixins

import cuprum
from cuprum import _core

from ._layout import Layout

_divided = _core._distributed
group_functions = {}  # functions of NumPy's names, which _functions.py adds
_REDUCTIONS = {"sum": "sum", "prod": "prod", "max": "max", "amax": "max", "min": "min", "amin": "min", "mean": "mean"}


def mode_name(mode):
    """'replica' for None, which REPLICA is."""
    return "replica" if mode is None else mode if isinstance(mode, str) else mode.name


def layout_of(layout):
    """The bindings' layout."""
    if not isinstance(layout, Layout):
        raise TypeError(f"an array of a group is divided by a Layout, not by {type(layout).__name__}")
    return layout._layout


class GroupArray(numpy.lib.mixins.NDArrayOperatorsMixin):
    """An array that is divided over the processes of a group: each rank has one box of it, on its current device.

    `distributed_array` and the random functions of this module make one where they get `group`. All ranks make the same
    calls in the same order. Ranks compute from the boxes of all what they send and receive, so each message is data.

    Parameters
        group: what `init_process_group` returned.
        local: this rank's box, an array.
        shape: lengths of the axes of the whole array.
        layout: a Layout, whose devices are the ranks 0 to the number of processes - 1.
        mode: what elements mean that several ranks have: `REPLICA`, the same value; `SUM`, `PROD`, `MIN` or `MAX`,
            parts that are combined by the operation. Functions other than the reduction of that name combine them
            first.
    Raises
        ValueError: `local` has another shape than the rank's box, or the layout names other ranks. TypeError: mode
            `MIN` or `MAX` of complex numbers.
    Example
        >>> from cuprumx.distributed import array as da, init_process_group
        >>> comm = init_process_group(1, 0)  # in each of n processes: init_process_group(n, rank)
        >>> x = da.GroupArray(comm, cp.arange(3.0), (3,), da.Layout(1))
        >>> (x * 2).sum().gather()
        array(6.)
    """

    __array_priority__ = 100

    def __init__(self, group, local, shape, layout, mode=None):
        shape = (shape,) if hasattr(shape, "__index__") else tuple(shape)
        self._array = _divided.GroupArray.from_local(
            group._group, cuprum.asarray(local), shape, layout_of(layout), mode_name(mode)
        )

    @classmethod
    def _of(cls, array):
        self = cls.__new__(cls)
        self._array = array
        return self

    @classmethod
    def _divide(cls, group, array, layout, mode):
        whole = cuprum.asarray(array)
        return cls._of(_divided.GroupArray.divide(group._group, whole, layout_of(layout), mode_name(mode)))

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
        count = 1
        for length in self.shape:
            count *= length
        return count

    @property
    def nbytes(self):
        """Bytes of all elements."""
        return self.size * self.dtype.itemsize

    @property
    def rank(self):
        """Number of this process."""
        return self._array.rank

    @property
    def local(self):
        """This rank's box, an array that shares memory with this one."""
        return self._array.local

    @property
    def mode(self):
        """The mode's name: 'replica', 'sum', 'prod', 'min' or 'max'."""
        return self._array.mode

    def change_mode(self, mode):
        """The same array in another mode.

        Parameters
            mode: `REPLICA`, `SUM`, `PROD`, `MIN` or `MAX`. To `REPLICA` ranks with the same box combine what they
                have. From `REPLICA` elements become the operation's neutral element on all of them but one, and no
                message is sent.
        Returns
            The array in the mode.
        Raises
            TypeError: mode `MIN` or `MAX` of complex numbers.
        """
        return self._of(self._array.change_mode(mode_name(mode)))

    @property
    def index_map(self):
        """For each rank its box, as a tuple of slices."""
        return self._array.index_map

    @property
    def real(self):
        """Real parts, in the same boxes; they share memory with the array."""
        return self._of(_divided.group_map_chunks(self._array, lambda box: box.real))

    @property
    def imag(self):
        """Imaginary parts, in the same boxes."""
        return self._of(_divided.group_map_chunks(self._array, lambda box: box.imag))

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def __repr__(self):
        of = f"rank={self.rank} of {self._array.ranks}"
        return f"GroupArray(shape={self.shape}, dtype={self.dtype}, mode={self.mode!r}, {of})"

    def reshard(self, layout):
        """The same elements in the boxes of a Layout, or of another GroupArray of the shape; a rank receives only what
        it does not have."""
        if isinstance(layout, GroupArray):
            if layout.shape != self.shape:
                raise ValueError(f"an array of shape {self.shape} cannot have the boxes of one of {layout.shape}")
            return self._of(self._array.reshard_like(layout._array))
        return self._of(self._array.reshard(layout_of(layout)))

    def gather(self):
        """The whole array, on every rank."""
        return self._array.gather()

    def get(self):
        """The whole array as a NumPy array, on every rank."""
        return self.gather().get()

    def copy(self):
        """A copy in the same boxes."""
        return self._of(self._array.copy())

    def astype(self, dtype):
        """A copy of another dtype in the same boxes."""
        return self._of(self._array.astype(numpy.dtype(dtype)))

    def __iter__(self):
        raise TypeError("a GroupArray is not iterable; gather() gives an array that is")

    def __getitem__(self, index):
        """A box of the array, told by slices with positive steps; it shares memory with the array."""
        index = index if isinstance(index, tuple) else (index,)
        if any(entry is Ellipsis for entry in index):
            at = index.index(Ellipsis)
            index = index[:at] + (slice(None),) * (self.ndim - len(index) + 1) + index[at + 1 :]
        if not all(isinstance(entry, slice) for entry in index):
            raise IndexError("a GroupArray is indexed by slices with positive steps; gather() gives an array")
        return self._of(self._array.box(index))

    def _reduced(self, operation, axis, dtype, out, keepdims):
        if out is not None:
            raise ValueError("out is not supported by reductions of a GroupArray")
        return self._of(self._array.reduce(operation, axis, dtype, bool(keepdims)))

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """Sums along some axes, or of all elements. All ranks have the result where a divided axis is reduced."""
        return self._reduced("sum", axis, dtype, out, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        """Products along some axes, or of all elements."""
        return self._reduced("prod", axis, dtype, out, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        """Largest elements along some axes, or of all."""
        return self._reduced("max", axis, None, out, keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        """Smallest elements along some axes, or of all."""
        return self._reduced("min", axis, None, out, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """Means along some axes, or of all elements."""
        axes = range(self.ndim) if axis is None else (axis,) if hasattr(axis, "__index__") else axis
        count = 1
        for one in axes:
            count *= self.shape[one]
        return self._reduced("sum", axis, dtype, out, keepdims) / count

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, dtype=None, casting=None, **kwargs):
        if method != "__call__" or kwargs:
            what = f"the method {method!r}" if method != "__call__" else ", ".join(kwargs)
            raise RuntimeError(f"{ufunc.__name__} of a GroupArray does not support {what}")
        if ufunc.__name__ == "matmul" and out is None:
            return group_matmul(*inputs)
        if any(isinstance(one, (cuprum.ndarray, numpy.ndarray)) and one.ndim for one in inputs):
            raise RuntimeError("an array that is not divided cannot be combined with a GroupArray; divide it first")
        function = getattr(cuprum, ufunc.__name__, None) or getattr(_core, ufunc.__name__)
        operands = [one._array if isinstance(one, GroupArray) else one for one in inputs]
        results = _divided.group_call(function, *operands, dtype=dtype, casting=casting)
        results = tuple(map(self._of, results))
        if out is not None:
            for target, result in zip(out if isinstance(out, tuple) else (out,), results, strict=True):
                if not isinstance(target, GroupArray) or target.shape != result.shape:
                    raise ValueError("out must be a GroupArray of the result's shape")
                cuprum.copyto(target.local, result.reshard(target).local, casting=casting or "same_kind")
            return out[0] if isinstance(out, tuple) and len(out) == 1 else out
        return results[0] if len(results) == 1 else results

    def __array_function__(self, func, types, args, kwargs):
        name = func.__name__
        if name in _REDUCTIONS:
            return getattr(args[0], _REDUCTIONS[name])(*args[1:], **kwargs)
        if name in group_functions:
            return group_functions[name](*args, **kwargs)
        return NotImplemented

    def __array__(self, dtype=None, copy=None):
        raise TypeError("a GroupArray is not converted to NumPy silently; use get()")

    __hash__ = None


def group_matmul(a, b):
    """The product of two arrays of a group: vectors, matrices, or stacks of them."""
    for one in (a, b):
        if not isinstance(one, GroupArray):
            raise TypeError(f"both operands of a product must be divided over the group, not {type(one).__name__}")
    return GroupArray._of(_divided.group_matmul(a._array, b._array))
