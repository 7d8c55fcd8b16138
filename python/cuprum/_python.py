"""What only Python can hold: functions over Python callables, files and Python's own protocols."""

from __future__ import annotations

import functools as _functools
import math as _math
import sys as _sys
import warnings as _warnings
from collections.abc import Iterable as _Iterable
from typing import Any as _Any

import numpy as _np

from . import _core

__all__ = [
    "alltrue",
    "apply_along_axis",
    "apply_over_axes",
    "asarray_chkfinite",
    "asfarray",
    "asnumpy",
    "astype",
    "block",
    "broadcast",
    "byte_bounds",
    "c_",
    "cumproduct",
    "fromDlpack",
    "frombuffer",
    "fromfile",
    "fromfunction",
    "fromiter",
    "fromstring",
    "genfromtxt",
    "get_array_module",
    "isfortran",
    "iterable",
    "load",
    "loadtxt",
    "mask_indices",
    "may_share_memory",
    "mgrid",
    "msort",
    "ndim",
    "ogrid",
    "piecewise",
    "product",
    "r_",
    "require",
    "round_",
    "row_stack",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
    "shape",
    "shares_memory",
    "size",
    "sometrue",
    "who",
]


def asnumpy(a: _Any, stream=None, order="C", out=None, *, blocking=True) -> _np.ndarray[_Any, _Any]:
    """A NumPy array with the elements of `a`, which may be a cuprum array or anything NumPy takes.

    Parameters
        a: array, or object that `numpy.asarray` takes.
        stream: the stream of the copy; the current one if None.
        order: 'C', 'F' or 'A'.
        out: NumPy array of the same shape and dtype to write to.
        blocking: whether to wait for the copy.
    Returns
        numpy.ndarray
    """
    if isinstance(a, _core.ndarray):
        return a.get(stream=stream, order=order, out=out, blocking=blocking)
    if hasattr(a, "__cuda_array_interface__"):
        return _core.array(a).get(stream=stream, order=order, out=out)
    host = _np.asarray(a, order=order)
    if out is None:
        return host
    _np.copyto(out, host)
    return out


def get_array_module(*args: _Any) -> _Any:
    """`cuprum` if any argument is a cuprum array, else `numpy`: for code that works with both."""
    if any(isinstance(arg, _core.ndarray) for arg in args):
        return _sys.modules["cuprum"]
    return _np


def _deprecated(name, function, advice):
    """A function under an old name, which says so."""

    @_functools.wraps(function)
    def old(*args, **kwargs):
        _warnings.warn(advice, DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)

    old.__name__ = old.__qualname__ = name
    return old


alltrue = _deprecated("alltrue", _core.all, "Please use `all` instead.")
sometrue = _deprecated("sometrue", _core.any, "Please use `any` instead.")
fromDlpack = _deprecated(
    "fromDlpack",
    _core.fromDlpack,
    "This function is deprecated and will be removed in a future release. Use `from_dlpack` instead.",
)
product = _deprecated("product", _core.prod, "Please use `prod` instead.")
cumproduct = _deprecated("cumproduct", _core.cumprod, "Please use `cumprod` instead.")
round_ = _deprecated("round_", _core.round, "Please use `round` instead.")
msort = _deprecated("msort", _core.msort, "msort is deprecated, use sort(a, axis=0) instead")
row_stack = _deprecated("row_stack", _core.vstack, "`row_stack` alias is deprecated. Use `vstack` directly.")


# ------------------------------------------------------------------------------------------- from functions and buffers


def fromfunction(function, shape, *, dtype=float, **kwargs) -> _Any:
    """The array whose element at (i, j, ...) is `function(i, j, ...)`; the function is called once, with index arrays."""
    return function(*_core.indices(shape, dtype=dtype), **kwargs)


def frombuffer(buffer, dtype=float, count: int = -1, offset: int = 0) -> _core.ndarray:
    """A one-dimensional array with a copy of a buffer's bytes."""
    return _core.array(_np.frombuffer(buffer, dtype, count, offset))


def fromfile(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.fromfile, to the device."""
    return _core.array(_np.fromfile(*args, **kwargs))


def fromiter(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.fromiter, to the device."""
    return _core.array(_np.fromiter(*args, **kwargs))


def fromstring(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.fromstring, to the device."""
    return _core.array(_np.fromstring(*args, **kwargs))


def loadtxt(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.loadtxt, to the device."""
    return _core.array(_np.loadtxt(*args, **kwargs))


def genfromtxt(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.genfromtxt, to the device."""
    return _core.array(_np.genfromtxt(*args, **kwargs))


# ----------------------------------------------------------------------------------------------------------------- files


def save(file, arr, allow_pickle=None) -> None:
    """Write an array to a .npy file."""
    _np.save(file, asnumpy(arr), allow_pickle=bool(allow_pickle))


def savez(file, *args, **kwds) -> None:
    """Write several arrays to an uncompressed .npz file."""
    _np.savez(file, *map(asnumpy, args), **{k: asnumpy(v) for k, v in kwds.items()})


def savez_compressed(file, *args, **kwds) -> None:
    """Write several arrays to a compressed .npz file."""
    _np.savez_compressed(file, *map(asnumpy, args), **{k: asnumpy(v) for k, v in kwds.items()})


def savetxt(fname, X, *args, **kwargs) -> None:
    """Write an array of one or two dimensions as text."""
    _np.savetxt(fname, asnumpy(X), *args, **kwargs)


class NpzFile:
    """An open .npz file whose arrays come to the device when asked for."""

    def __init__(self, npz):
        self.npz_file = npz

    def __enter__(self):
        self.npz_file.__enter__()
        return self

    def __exit__(self, *exc):
        self.npz_file.__exit__(*exc)

    def __getitem__(self, key: str) -> _core.ndarray:
        return _core.array(self.npz_file[key])

    def __iter__(self):
        return iter(self.npz_file)

    def __len__(self):
        return len(self.npz_file.files)

    @property
    def files(self):
        return self.npz_file.files

    def close(self):
        self.npz_file.close()


def load(file, mmap_mode=None, allow_pickle=None) -> _Any:
    """Read arrays from .npy, .npz or pickle files; mapped files are copied to the device."""
    found = _np.load(file, mmap_mode=mmap_mode, allow_pickle=bool(allow_pickle))
    if isinstance(found, _np.lib.npyio.NpzFile):
        return NpzFile(found)
    return _core.array(found) if isinstance(found, _np.ndarray) else found


# ----------------------------------------------------------------------------------------------------------------- grids


class _Grid:
    """`mgrid[0:5, 0:3]` and `ogrid[...]`: index arrays from slices; an imaginary step counts points."""

    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key) -> _Any:
        if not isinstance(key, tuple):
            if isinstance(key.step, (complex, _np.complexfloating)):
                return _core._grid((key,), True)[0]
            start, step = 0 if key.start is None else key.start, 1 if key.step is None else key.step
            return _core.arange(start, key.stop, step)
        grid = _core._grid(key, self._sparse)
        return grid if self._sparse else grid[0]


mgrid, ogrid = _Grid(False), _Grid(True)


class _Concatenator:
    """`r_[...]` and `c_[...]`: arrays, numbers and slices put together; a leading string names axis, ndmin and place."""

    def __init__(self, axis, ndmin, place):
        self._defaults = axis, ndmin, place

    def __getitem__(self, key) -> _core.ndarray:
        parts = key if isinstance(key, tuple) else (key,)
        axis, ndmin, place = self._defaults
        if parts and isinstance(parts[0], str) and parts[0] in ("r", "c"):
            return self._line(parts[0], parts[1:])
        if parts and isinstance(parts[0], str):
            numbers = [int(n) for n in parts[0].split(",")]
            axis, ndmin, place = (numbers + [axis, ndmin, place][len(numbers) :])[:3]
            parts = parts[1:]
        scalars = [p for p in parts if _np.isscalar(p)]
        arrays = [mgrid[p] if isinstance(p, slice) else p if _np.isscalar(p) else _core.asarray(p) for p in parts]
        if scalars:
            dtype = _core.result_type(*(a for a in arrays))
            arrays = [_core.asarray(a, dtype=dtype) for a in arrays]
        return _core.concatenate([self._raised(a, ndmin, place) for a in arrays], axis=axis)

    def _line(self, form, parts):
        """A matrix of one row for 'r', of one column for 'c'; two dimensions stay as they are."""
        joined = _Concatenator(*self._defaults)[parts]
        return joined if joined.ndim > 1 else joined[None, :] if form == "r" else joined[:, None]

    @staticmethod
    def _raised(a, ndmin, place):
        missing = ndmin - a.ndim
        if missing <= 0:
            return a
        first = place if place >= 0 else missing + place + 1
        return a.reshape((1,) * first + a.shape + (1,) * (missing - first))


def block(arrays) -> _core.ndarray:
    """Put an array together from nested lists of blocks: the innermost lists along the last axis, and so on outwards."""

    def depth(part):
        if not isinstance(part, list):
            return 0
        depths = {depth(p) for p in part}
        if len(depths) != 1:
            raise ValueError("List depths are mismatched" if depths else "List must not be empty")
        return 1 + depths.pop()

    def leaves(part):
        return sum(map(leaves, part), []) if isinstance(part, list) else [part]

    levels = depth(arrays)
    axes = max([levels, *(ndim(leaf) for leaf in leaves(arrays))])

    def joined(part, level):
        if level == levels:
            leaf = _core.asarray(part)
            return leaf.reshape((1,) * (axes - leaf.ndim) + leaf.shape)
        return _core.concatenate([joined(p, level + 1) for p in part], axis=level - levels)

    return joined(arrays, 0).copy() if levels == 0 else joined(arrays, 0)


r_ = _Concatenator(0, 1, -1)
c_ = _Concatenator(-1, 2, 0)


# ------------------------------------------------------------------------------------------------- over Python functions


def apply_along_axis(func1d, axis: int, arr, *args, **kwargs) -> _core.ndarray:
    """Apply a function to the one-dimensional slices along an axis; results are put together as NumPy does."""
    arr = _core.asarray(arr)
    axis = range(arr.ndim)[axis]
    moved = _core.moveaxis(arr, axis, -1)
    lines = moved.reshape(-1, arr.shape[axis])
    if lines.shape[0] == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    results = [_core.asarray(func1d(line, *args, **kwargs)) for line in lines]
    out = _core.stack(results).reshape(moved.shape[:-1] + results[0].shape)
    for k in range(results[0].ndim):
        out = _core.moveaxis(out, arr.ndim - 1 + k, axis + k)
    return out


def piecewise(x, condlist, funclist, *args, **kw) -> _core.ndarray:
    """Evaluate functions, or take values, where conditions hold; later ones win, as in numpy.piecewise."""
    x = _core.asarray(x)
    if _np.isscalar(condlist) or (not isinstance(condlist[0], (list, _core.ndarray, _np.ndarray)) and x.ndim != 0):
        condlist = [condlist]
    conditions = [_core.asarray(c, bool) for c in condlist]
    if len(funclist) == len(conditions) + 1:
        covered = conditions[0]
        for c in conditions[1:]:
            covered = covered | c
        conditions.append(~covered)
    elif len(funclist) != len(conditions):
        raise ValueError(
            f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are expected"
        )
    out = _core.zeros_like(x)
    for condition, function in zip(conditions, funclist):
        if not callable(function):
            out[condition] = function
        elif (part := x[condition]).size:
            out[condition] = function(part, *args, **kw)
    return out


def apply_over_axes(func, a, axes) -> _core.ndarray:
    """Apply `func(a, axis)` for each axis in turn; axes that it removes are put back with length one."""
    result = _core.asarray(a)
    for axis in axes if iterable(axes) else (axes,):
        reduced = func(result, axis)
        if reduced.ndim != result.ndim:
            reduced = _core.expand_dims(reduced, axis)
        if reduced.ndim != result.ndim:
            raise ValueError("function is not returning an array of the correct shape")
        result = reduced
    return result


def mask_indices(n: int, mask_func, k=0) -> tuple[_core.ndarray, ...]:
    """Where `mask_func(ones((n, n)), k)` is not zero, as an index array for each axis."""
    return _core.nonzero(mask_func(_core.ones((n, n), int), k))


def _pad_with_function(array, widths, function, kwargs):
    for axis, width in enumerate(widths):
        lines = _core.moveaxis(array, axis, -1)
        for place in _np.ndindex(lines.shape[:-1]):
            line = lines[place]
            changed = function(line, width, axis, kwargs)
            line[...] = line if changed is None else changed
    return array


# -------------------------------------------------------------------------------------------------------- about arrays


def ndim(a: _Any) -> int:
    """The number of axes."""
    return a.ndim if hasattr(a, "ndim") else _core.asarray(a).ndim


def shape(a: _Any) -> tuple[int, ...]:
    """The lengths of the axes."""
    return a.shape if hasattr(a, "shape") else _core.asarray(a).shape


def size(a: _Any, axis: int | tuple[int, ...] | None = None) -> int:
    """The number of elements, in all or along an axis or several."""
    if axis is None:
        return a.size if hasattr(a, "size") else _core.asarray(a).size
    lengths = shape(a)
    return _math.prod(lengths[i] for i in (axis if isinstance(axis, tuple) else (axis,)))


def iterable(y: object) -> bool:
    """Whether `iter(y)` works."""
    try:
        iter(y)
    except TypeError:
        return False
    return True


def isfortran(a: _core.ndarray) -> bool:
    """Whether an array is laid out in Fortran order and not in C order."""
    return a.flags.fnc


def astype(x: _core.ndarray, dtype, /, *, copy: bool = True, device=None) -> _core.ndarray:
    """A copy of an array with another dtype, on `device` if given; itself where it is that already and `copy` is false."""
    return (x if device is None else x.to_device(device)).astype(dtype, copy=copy)


def asarray_chkfinite(a, dtype=None, order=None) -> _core.ndarray:
    """As asarray, with a ValueError where an element is NaN or infinite."""
    a = _core.asarray(a, dtype=dtype, order=order)
    if a.dtype.kind in "fcV" and not _core.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a


def asfarray(a, dtype=_np.float64) -> _core.ndarray:
    """As asarray, to a floating dtype: float64 where another kind is asked for."""
    dtype = _np.dtype(dtype)
    return _core.asarray(a, dtype=dtype if dtype.kind in "fcV" else _np.float64)


def require(a, dtype=None, requirements: _Iterable[str] | None = None) -> _core.ndarray:
    """An array that meets requirements: 'C', 'F', 'O' (owns its data), 'W' and 'A' (always true here), 'E' (no subclass)."""
    names = {
        "C_CONTIGUOUS": "C",
        "CONTIGUOUS": "C",
        "F_CONTIGUOUS": "F",
        "FORTRAN": "F",
        "OWNDATA": "O",
        "WRITEABLE": "W",
        "ALIGNED": "A",
        "ENSUREARRAY": "E",
    }
    wanted = {names.get(r.upper(), r.upper()) for r in requirements or ()}
    if {"C", "F"} <= wanted:
        raise ValueError("Cannot specify both 'C' and 'F' order")
    result = _core.asarray(a, dtype=dtype, order="C" if "C" in wanted else "F" if "F" in wanted else None)
    return result.copy("K") if "O" in wanted and not result.flags.owndata else result


def byte_bounds(a: _core.ndarray) -> tuple[int, int]:
    """The addresses of an array's first byte and of the byte after its last one."""
    low = high = a.data.ptr
    if a.size:
        for length, stride in zip(a.shape, a.strides):
            if stride < 0:
                low += (length - 1) * stride
            else:
                high += (length - 1) * stride
        high += a.itemsize
    return low, high


class _Layout:
    """An array's place in memory, for NumPy's arithmetic on it; nothing there is read."""

    def __init__(self, a):
        self.__array_interface__ = {
            "data": (a.data.ptr or 8, False),
            "shape": a.shape,
            "strides": a.strides,
            "typestr": f"|V{a.itemsize}",
            "version": 3,
        }


def may_share_memory(a: _Any, b: _Any, max_work=None) -> bool:
    """Whether the address ranges of two arrays overlap."""
    if not (isinstance(a, _core.ndarray) and isinstance(b, _core.ndarray)) or a.device != b.device:
        return False
    return _np.may_share_memory(_np.asarray(_Layout(a)), _np.asarray(_Layout(b)), max_work)


def shares_memory(a: _Any, b: _Any, max_work=None) -> bool:
    """Whether two arrays have an element's byte in common."""
    return may_share_memory(a, b) and _np.shares_memory(_np.asarray(_Layout(a)), _np.asarray(_Layout(b)), max_work)


class broadcast:
    """What arrays look like when broadcast against each other: `shape`, `nd`, `size`, and the views `values`."""

    def __init__(self, *arrays):
        self.values = tuple(_core.broadcast_arrays(*arrays))
        self.shape = self.values[0].shape if arrays else ()
        self.nd = self.ndim = len(self.shape)
        self.size = _math.prod(self.shape)


def who(vardict=None) -> None:
    """Print the cuprum arrays of a dictionary, by default of the caller's variables: name, shape, bytes, dtype."""
    if vardict is None:
        vardict = _sys._getframe(1).f_locals
    arrays = {name: a for name, a in vardict.items() if isinstance(a, _core.ndarray)}
    table = [(name, " x ".join(map(str, a.shape)), str(a.nbytes), str(a.dtype)) for name, a in arrays.items()]
    if table:
        widths = [max(10, *(len(row[k]) for row in table)) + space for k, space in enumerate((6, 7, 7))]
        lines = ["".join(map(str.ljust, row, widths)) + row[3] for row in [("Name", "Shape", "Bytes", "Type"), *table]]
        print(lines[0], "=" * (len(lines[0]) + 5), "", *lines[1:], sep="\n")
    print(f"\nUpper bound on total bytes  =       {sum(a.nbytes for a in arrays.values())}")
