"""`DistributedArray` and what CuPy documents beside it."""

import typing as _typing

import numpy
from numpy import dtype as _dtype
from numpy import empty as _empty

import cuprum

from ._divided import Divided, _divided, functions

if _typing.TYPE_CHECKING:
    from ._group import GroupArray


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


class DistributedArray(Divided):
    """An array whose boxes lie on several devices. Work on a box runs on its device.

    Parameters
        shape: lengths of the axes.
        dtype: type of the elements.
        chunks_map: for each device a list of pairs of an index and an array on that device.
        mode: what elements mean that several chunks have: `REPLICA`, the same value; `SUM`, `PROD`, `MIN` or `MAX`,
            parts that are combined by the operation.
        comms: not used; accepted as in CuPy.
    """

    def __init__(self, shape, dtype, chunks_map, mode=REPLICA, comms=None):
        self._array = _divided.DistributedArray(shape, dtype, chunks_map, mode)

    @property
    def devices(self):
        """Numbers of the devices."""
        return self._array.devices

    @property
    def index_map(self):
        """For each device the boxes that it has, as tuples of slices."""
        return self._array.index_map

    def __repr__(self):
        devices = f"devices=[{', '.join(map(str, self.devices))}]"
        if self.size > numpy.get_printoptions()["threshold"]:
            return f"DistributedArray(shape={self.shape}, dtype={self.dtype}, mode={self.mode!r}, {devices})"
        elements = numpy.array2string(self.get(), separator=", ", prefix="DistributedArray(")
        return f"DistributedArray({elements}, dtype={self.dtype}, mode={self.mode!r}, {devices})"

    def __str__(self):
        """The elements, as NumPy prints them; of a large array what it is."""
        return repr(self) if self.size > numpy.get_printoptions()["threshold"] else str(self.get())

    def all_chunks(self):
        """For each device its chunks' arrays, in the order of `index_map`."""
        return self._array.chunks

    def change_mode(self, mode):
        """The same array in another mode.

        Elements that several chunks have are combined where the mode becomes `REPLICA`; otherwise they become the
        operation's neutral element in all chunks but one.
        """
        return self._of(self._array.change_mode(mode))

    def reshard(self, index_map):
        """The same array in other boxes, of an index map or a Layout; only what a device does not have is copied to
        it."""
        return self._of(self._array.reshard(index_map))

    def get(self, stream=None, order="C", out=None, blocking=True):
        """The whole array as a NumPy array; no device needs room for it."""
        host = _empty(self.shape, self.dtype) if out is None or not out.flags.c_contiguous else out
        if host.shape != self.shape or host.dtype != self.dtype:
            raise ValueError(f"out must be of shape {self.shape} and dtype {self.dtype}")
        if self.size:
            self._array.get(host.ctypes.data)
        if out is not None:
            if host is not out:
                out[...] = host
            return out
        return host if order in "CAK" else host.copy(order)

    def copy(self, order="C"):
        """A copy in the same boxes."""
        return self._of(self._array.copy())

    def astype(self, dtype, order="K", casting="unsafe", subok=None, copy=True):
        """A copy of another dtype in the same boxes."""
        dtype = _dtype(dtype)
        if not numpy.can_cast(self.dtype, dtype, casting):
            raise TypeError(f"cannot cast from {self.dtype} to {dtype} by the rule {casting!r}")
        return self if not copy and dtype == self.dtype else self._of(self._array.astype(dtype))

    def sort(self, axis=-1):
        """Sort in place: the array is the sorted one afterwards, in the boxes of `sort`."""
        self._array = _divided.sort(self, axis)._array

    def __matmul__(self, other):
        return matmul(self, other)

    _multiplies_into_new = True  # of CuPy's matmul

    def _called(self, function, operands, out, dtype, casting):
        targets = None if out is None else tuple(one._array for one in (out if isinstance(out, tuple) else (out,)))
        results = _divided.call(function, *operands, out=targets, dtype=dtype, casting=casting)
        if out is not None:
            return out[0] if isinstance(out, tuple) and len(out) == 1 else out
        return self._of(results[0]) if len(results) == 1 else tuple(map(self._of, results))


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
        return _divided.group_array(group, cuprum.asarray(array), index_map, mode)
    if isinstance(array, DistributedArray):
        return array.change_mode(mode).reshard(index_map)
    return _divided.distributed_array(cuprum.asarray(array), index_map, mode)


def matmul(a, b, out=None, **kwargs):
    """The product of two divided matrices, or of stacks of them, in mode 'sum'.

    A device multiplies the blocks that it has, where those of `a` and `b` fit; otherwise missing parts of `b` are
    copied to it.

    Parameters
        a, b: divided matrices or stacks of them.
        out, kwargs: NumPy's, of which none is taken.
    Returns
        The product, divided as the operands.
    Example
        >>> a = array.distributed_array(cp.array([[1., 2.], [3., 4.]]), array.Layout(1))
        >>> array.matmul(a, a).get()
        array([[ 7., 10.],
               [15., 22.]])
    """
    if out is not None or kwargs:
        raise RuntimeError("matmul of divided arrays takes two operands and no keyword arguments")
    return _divided.matmul(a, b)


functions["matmul"] = matmul
