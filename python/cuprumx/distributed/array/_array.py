"""`DistributedArray` and what CuPy documents beside it."""

import typing as _typing

import numpy.lib.mixins
from numpy import dtype as _dtype
from numpy import empty as _empty

import cuprum
from cuprum import _core

from ._layout import boxes

if _typing.TYPE_CHECKING:
    from ._group import GroupArray

_divided = _core._distributed
numpy_functions = {}  # functions of NumPy's names, which _functions.py adds


class _OpMode:
    """A mode in which elements that several chunks have are combined."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"cuprumx.distributed.array.{self.name.upper()}"

    def __reduce__(self):
        return self.name.upper()


REPLICA = None
SUM, PROD, MIN, MAX = map(_OpMode, ("sum", "prod", "min", "max"))
Mode = _OpMode | None


def _mode_name(mode):
    return "replica" if mode is None else mode if isinstance(mode, str) else mode.name


class DistributedArray(numpy.lib.mixins.NDArrayOperatorsMixin):
    """An array whose boxes lie on several devices. Work on a box runs on its device.

    Parameters
        shape: lengths of the axes.
        dtype: type of the elements.
        chunks_map: for each device a list of pairs of an index and an array on that device.
        mode: what elements mean that several chunks have: `REPLICA`, the same value; `SUM`, `PROD`, `MIN` or `MAX`,
            parts that are combined by the operation.
        comms: not used; accepted as in CuPy.
    """

    __array_priority__ = 100

    def __init__(self, shape, dtype, chunks_map, mode=REPLICA, comms=None):
        self._array = _divided.DistributedArray.from_chunks(shape, dtype, chunks_map, _mode_name(mode))

    @classmethod
    def _of(cls, array):
        self = cls.__new__(cls)
        self._array = array
        return self

    @property
    def shape(self):
        """Lengths of the axes."""
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
        """Number of elements."""
        count = 1
        for length in self.shape:
            count *= length
        return count

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
    def devices(self):
        """Numbers of the devices."""
        return tuple(self._array.devices)

    @property
    def index_map(self):
        """For each device the boxes that it has, as tuples of slices."""
        return self._array.index_map

    @property
    def real(self):
        """Real parts, in the same boxes; they share memory with the array."""
        return self._of(_divided.map_chunks(self._array, lambda chunk: chunk.real))

    @property
    def imag(self):
        """Imaginary parts, in the same boxes; those of a complex array share its memory."""
        return self._of(_divided.map_chunks(self._array, lambda chunk: chunk.imag))

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def __repr__(self):
        devices = ", ".join(map(str, self.devices))
        return f"DistributedArray(shape={self.shape}, dtype={self.dtype}, mode={self.mode!r}, devices=[{devices}])"

    def all_chunks(self):
        """For each device its chunks' arrays, in the order of `index_map`."""
        return self._array.all_chunks()

    def change_mode(self, mode):
        """The same array in another mode.

        Elements that several chunks have are combined where the mode becomes `REPLICA`; otherwise they become the
        operation's neutral element in all chunks but one.
        """
        return self._of(self._array.change_mode(_mode_name(mode)))

    def reshard(self, index_map):
        """The same array in other boxes, of an index map or a Layout; only what a device does not have is copied to
        it."""
        return self._of(self._array.reshard(boxes(index_map, self.shape)))

    def get(self, stream=None, order="C", out=None, blocking=True):
        """The whole array as a NumPy array; no device needs room for it."""
        host = _empty(self.shape, self.dtype) if out is None or not out.flags.c_contiguous else out
        if host.shape != self.shape or host.dtype != self.dtype:
            raise ValueError(f"out must be of shape {self.shape} and dtype {self.dtype}")
        if self.size:
            self._array.read_into(host.ctypes.data)
        if out is not None:
            if host is not out:
                out[...] = host
            return out
        return host if order in "CAK" else host.copy(order)

    def gather(self):
        """The whole array on the current device."""
        return self._array.gather()

    def copy(self, order="C"):
        """A copy in the same boxes."""
        return self._of(self._array.copy())

    def astype(self, dtype, order="K", casting="unsafe", subok=None, copy=True):
        """A copy of another dtype in the same boxes."""
        dtype = _dtype(dtype)
        if not numpy.can_cast(self.dtype, dtype, casting):
            raise TypeError(f"cannot cast from {self.dtype} to {dtype} by the rule {casting!r}")
        return self if not copy and dtype == self.dtype else self._of(self._array.astype(dtype))

    def __iter__(self):
        raise TypeError("a DistributedArray is not iterable; gather() gives an array that is")

    def __getitem__(self, index):
        """A box of the array, told by slices with positive steps; it shares memory with the array."""
        index = index if isinstance(index, tuple) else (index,)
        if any(entry is Ellipsis for entry in index):
            at = index.index(Ellipsis)
            index = index[:at] + (slice(None),) * (self.ndim - len(index) + 1) + index[at + 1 :]
        if not all(isinstance(entry, slice) for entry in index):
            raise IndexError("a DistributedArray is indexed by slices with positive steps; gather() gives an array")
        return self._of(self._array.box(index))

    def _reduced(self, operation, axis, dtype, out, keepdims):
        if out is not None:
            raise ValueError("out is not supported by reductions of a DistributedArray")
        return self._of(self._array.reduce(operation, axis, dtype, bool(keepdims)))

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """Sums along some axes, or of all elements; in mode 'sum'."""
        return self._reduced("sum", axis, dtype, out, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=None):
        """Products along some axes, or of all elements; in mode 'prod'."""
        return self._reduced("prod", axis, dtype, out, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        """Largest elements along some axes, or of all; in mode 'max'."""
        return self._reduced("max", axis, None, out, keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        """Smallest elements along some axes, or of all; in mode 'min'."""
        return self._reduced("min", axis, None, out, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """Means along some axes, or of all elements."""
        axes = range(self.ndim) if axis is None else (axis,) if hasattr(axis, "__index__") else axis
        count = 1
        for one in axes:
            count *= self.shape[one]
        return self._reduced("sum", axis, dtype, out, keepdims) / count

    def sort(self, axis=-1):
        """Sort in place: the array is the sorted one afterwards, in the boxes of `sort`."""
        self._array = _divided.sort(self._array, axis)

    def __matmul__(self, other):
        return matmul(self, other)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, dtype=None, casting=None, **kwargs):
        if method != "__call__" or kwargs:
            what = f"the method {method!r}" if method != "__call__" else ", ".join(kwargs)
            raise RuntimeError(f"{ufunc.__name__} of a DistributedArray does not support {what}")
        if ufunc.__name__ == "matmul":
            return matmul(*inputs)
        if any(isinstance(one, (cuprum.ndarray, numpy.ndarray)) and one.ndim for one in inputs):
            raise RuntimeError(
                "an array that is not divided cannot be combined with a DistributedArray; divide it first"
            )
        function = getattr(cuprum, ufunc.__name__, None) or getattr(_core, ufunc.__name__)
        operands = [one._array if isinstance(one, DistributedArray) else one for one in inputs]
        targets = None if out is None else tuple(one._array for one in (out if isinstance(out, tuple) else (out,)))
        results = _divided.call(function, *operands, out=targets, dtype=dtype, casting=casting)
        if out is not None:
            return out[0] if isinstance(out, tuple) and len(out) == 1 else out
        return self._of(results[0]) if len(results) == 1 else tuple(map(self._of, results))

    def __array_function__(self, func, types, args, kwargs):
        method = {
            "sum": "sum",
            "prod": "prod",
            "max": "max",
            "amax": "max",
            "min": "min",
            "amin": "min",
            "mean": "mean",
        }
        if func.__name__ == "matmul":
            return matmul(*args, **kwargs)
        if func.__name__ in numpy_functions:
            return numpy_functions[func.__name__](*args, **kwargs)
        if func.__name__ in method:
            return getattr(args[0], method[func.__name__])(*args[1:], **kwargs)
        return NotImplemented

    def __array__(self, dtype=None, copy=None):
        raise TypeError("a DistributedArray is not converted to NumPy silently; use get()")

    __hash__ = None


@_typing.overload
def distributed_array(array, index_map, mode=REPLICA, *, group: None = None) -> DistributedArray: ...
@_typing.overload
def distributed_array(array, index_map, mode=REPLICA, *, group: object) -> "GroupArray": ...
def distributed_array(array, index_map, mode=REPLICA, *, group=None):
    """Divide an array over devices, or over the processes of a group.

    Parameters
        array: an array, whatever makes one, or a DistributedArray.
        index_map: for each device the box that it gets, or a list of boxes: slices, integers, tuples of them. Boxes may
            overlap. Or a Layout.
        mode: what elements mean that several boxes have; `REPLICA` or one of `SUM`, `PROD`, `MIN`, `MAX`.
        group: what `init_process_group` returned. All ranks give the same array, and each keeps its box; `index_map` is
            a Layout, whose devices are the ranks.
    Returns
        The divided array; a GroupArray where there is a group.
    Example
        >>> from cuprumx.distributed.array import distributed_array
        >>> last = cp.cuda.runtime.getDeviceCount() - 1  # two devices, or one
        >>> a = distributed_array(cp.arange(6), {0: [slice(0, 3)], last: [slice(3, 6)]} if last else {0: slice(0, 6)})
        >>> (a * 2).get()
        array([ 0,  2,  4,  6,  8, 10])
    """
    if group is not None:
        from . import _group

        return _group.GroupArray._divide(group, array, index_map, mode)
    if isinstance(array, DistributedArray):
        return array.change_mode(mode).reshard(index_map)
    whole = cuprum.asarray(array)
    return DistributedArray._of(
        _divided.DistributedArray.divide(whole, boxes(index_map, whole.shape), _mode_name(mode))
    )


def make_2d_index_map(i_partitions, j_partitions, devices):
    """Boxes of a matrix that is divided along both axes.

    Parameters
        i_partitions: ascending places along the first axis, from 0 to its length.
        j_partitions: the same along the second axis.
        devices: `devices[i][j]` is the set of devices that have box (i, j).
    Returns
        The index map for `distributed_array`.
    """
    return _divided.make_2d_index_map(list(i_partitions), list(j_partitions), devices)


def matmul(a, b, out=None, **kwargs):
    """The product of two divided matrices, or of stacks of them, in mode 'sum'.

    A device multiplies the blocks that it has, where those of `a` and `b` fit; otherwise missing parts of `b` are
    copied to it.
    """
    from ._group import GroupArray, group_matmul

    if isinstance(a, GroupArray) or isinstance(b, GroupArray):
        return group_matmul(a, b)
    if out is not None or kwargs:
        raise RuntimeError("matmul of divided arrays takes two operands and no keyword arguments")
    return DistributedArray._of(_divided.matmul(a._array, b._array))
