"""What only Python can hold: functions that call Python's functions, and what NumPy tells of arrays."""

from __future__ import annotations

import functools as _functools
import math as _math
import sys as _sys
import warnings as _warnings
from collections.abc import Iterable as _Iterable
from typing import Any as _Any

import numpy as _np

from . import _core
from ._placement import placed as _placed

__all__ = [
    "alltrue",
    "apply_along_axis",
    "apply_over_axes",
    "asfarray",
    "asnumpy",
    "astype",
    "broadcast",
    "cumproduct",
    "fromDlpack",
    "fromfunction",
    "get_array_module",
    "isfortran",
    "iterable",
    "mask_indices",
    "msort",
    "ndim",
    "piecewise",
    "product",
    "require",
    "round_",
    "row_stack",
    "shape",
    "size",
    "sometrue",
    "who",
]


def _is_sparse(a):
    # There is no such matrix before the module is there; the module's name depends on what the program imports it as.
    sparse = _sys.modules.get("cuprumx.scipy.sparse")
    return sparse is not None and sparse.issparse(a)


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
    Raises
        ValueError: another `order`.
    Example
        >>> cp.asnumpy(cp.arange(3))
        array([0, 1, 2])
    """
    if isinstance(a, _core.ndarray):
        return a.get(stream=stream, order=order, out=out, blocking=blocking)
    if _is_sparse(a):  # SciPy's matrix of that class
        return a.get(stream=stream)
    divided = _sys.modules.get("cuprumx.distributed.array")
    if divided and isinstance(a, divided.DistributedArray):
        return a.get(stream=stream, order=order, out=out, blocking=blocking)
    if hasattr(a, "__cuda_array_interface__"):
        return _core.array(a).get(stream=stream, order=order, out=out)
    host = _np.asarray(a, order=order)
    if out is None:
        return host
    _np.copyto(out, host)
    return out


def get_array_module(*args: _Any) -> _Any:
    """`cuprum` if any argument is a cuprum array or sparse matrix, else `numpy`: for code that works with both.

    Parameters
        args: arrays of either library, and other objects.
    Returns
        The module `cuprum` or `numpy`.
    Example
        >>> cp.get_array_module(cp.ones(2)).__name__, cp.get_array_module(np.ones(2)).__name__
        ('cuprum', 'numpy')
    """
    if any(isinstance(arg, _core.ndarray) or _is_sparse(arg) for arg in args):
        return _sys.modules["cuprum"]
    return _np


def _deprecated(name, function, advice):
    """A function under an old name, which says so."""

    @_functools.wraps(function)
    def old(*args, **kwargs):
        _warnings.warn(advice, DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)

    old.__name__ = old.__qualname__ = name
    old.__module__ = "cuprum"  # where pickle finds it
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


def fromfunction(function, shape, *, dtype: object = float, **kwargs) -> _Any:
    """The array whose element at (i, j, ...) is `function(i, j, ...)`; the function is called once, with index
    arrays.

    Parameters
        function: takes an index array for each axis.
        shape: lengths of the axes.
        dtype: type of the index arrays.
        kwargs: further arguments of the function.
    Returns
        What the function returns.
    Raises
        ValueError: a negative length.
    Example
        >>> cp.fromfunction(lambda i, j: 10 * i + j, (2, 3))
        array([[ 0.,  1.,  2.],
               [10., 11., 12.]])
    """
    return function(*_core.indices(shape, dtype=dtype), **kwargs)


# ------------------------------------------------------------------------------------------------ over Python functions


@_placed
def apply_along_axis(func1d, axis: int, arr, *args, **kwargs) -> _core.ndarray:
    """Apply a function to the one-dimensional slices along an axis; results are put together as NumPy does.

    Parameters
        func1d: takes an array of one dimension, and returns an array or a number.
        axis: the axis along which the slices lie.
        arr: the array.
        args, kwargs: further arguments of the function.
    Returns
        The results; their axes stand where `axis` was.
    Raises
        ValueError: an axis other than `axis` has length 0.
    Example
        >>> cp.apply_along_axis(lambda row: row - row.min(), 1, cp.array([[3, 5], [8, 6]]))
        array([[0, 2],
               [2, 0]])
    """
    arr = _core.asarray(arr)
    moved = _core.moveaxis(arr, axis, -1)
    axis %= arr.ndim
    lines = moved.reshape(_math.prod(moved.shape[:-1]), moved.shape[-1])
    if lines.shape[0] == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    results = [_core.asarray(func1d(line, *args, **kwargs)) for line in lines]
    out = _core.stack(results).reshape(moved.shape[:-1] + results[0].shape)
    for k in range(results[0].ndim):
        out = _core.moveaxis(out, arr.ndim - 1 + k, axis + k)
    return out


@_placed
def piecewise(x, condlist, funclist, *args, **kw) -> _core.ndarray:
    """Evaluate functions, or take values, where conditions hold; later ones win, as in numpy.piecewise.

    Parameters
        x: the array.
        condlist: bool arrays of the shape of `x`.
        funclist: a function or a value for each condition, and perhaps one more for what meets none.
        args, kw: further arguments of the functions.
    Returns
        An array of the shape and dtype of `x`.
    Raises
        ValueError: the numbers of functions and conditions do not fit.
    Example
        >>> x = cp.array([-2., -1., 1., 2.])
        >>> cp.piecewise(x, [x < 0, x >= 0], [-1, 1])
        array([-1., -1.,  1.,  1.])
    """
    x = _core.asarray(x)
    # One condition need not stand in a list. An array's elements are arrays here, where NumPy's are numbers.
    numbers = isinstance(condlist, _core.ndarray) and condlist.ndim == 1
    if _np.isscalar(condlist) or (
        (numbers or not isinstance(condlist[0], (list, _core.ndarray, _np.ndarray))) and x.ndim != 0
    ):
        condlist = [condlist]
    conditions = [_core.asarray(c, bool) for c in condlist]
    if len(funclist) == len(conditions) + 1:
        covered = conditions[0]
        for c in conditions[1:]:
            covered = covered | c
        conditions.append(~covered)
    elif len(funclist) != len(conditions):
        raise ValueError(
            f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are "
            "expected"
        )
    out = _core.zeros_like(x)
    for condition, function in zip(conditions, funclist):
        if not callable(function):
            out[condition] = function
        elif (part := x[condition]).size:
            out[condition] = function(part, *args, **kw)
    return out


@_placed
def apply_over_axes(func, a, axes) -> _core.ndarray:
    """Apply `func(a, axis)` for each axis in turn; axes that it removes are put back with length one.

    Parameters
        func: takes an array and an axis.
        a: the array.
        axes: an axis or several.
    Returns
        An array with as many axes as `a`.
    Raises
        AxisError: there is no such axis.
    Example
        >>> cp.apply_over_axes(cp.sum, cp.ones((2, 3, 4)), [0, 2])
        array([[[8.],
                [8.],
                [8.]]])
    """
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
    """Where `mask_func(ones((n, n)), k)` is not zero, as an index array for each axis.

    Parameters
        n: the length of both axes.
        mask_func: takes an array and `k`, such as `triu`.
        k: the argument of the function, for `triu` and `tril` a diagonal.
    Raises
        ValueError: a negative length.
    Example
        >>> cp.mask_indices(3, cp.triu)
        (array([0, 0, 0, 1, 1, 2]), array([0, 1, 2, 1, 2, 2]))
    """
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


def _about(name, a):
    """A property of an array; of any other object what NumPy says of it, to which None and texts have no axes."""
    if hasattr(a, name):
        return getattr(a, name)
    try:
        return getattr(_np.asarray(a), name)
    except TypeError:  # sequences of arrays on a device
        return getattr(_core.asarray(a), name)


def ndim(a: _Any) -> int:
    """The number of axes; 0 of objects that are no arrays.

    Parameters
        a: an array, a number, or nested sequences.
    Example
        >>> cp.ndim(cp.ones((2, 3))), cp.ndim(1)
        (2, 0)
    """
    return _about("ndim", a)


def shape(a: _Any) -> tuple[int, ...]:
    """The lengths of the axes.

    Parameters
        a: an array, a number, or nested sequences.
    Example
        >>> cp.shape(cp.ones((2, 3)))
        (2, 3)
    """
    return _about("shape", a)


def size(a: _Any, axis: int | tuple[int, ...] | None = None) -> int:
    """The number of elements, in all or along an axis or several.

    Parameters
        a: an array, a number, or nested sequences.
        axis: an axis or several; all of them by default.
    Raises
        IndexError: there is no such axis.
    Example
        >>> cp.size(cp.ones((2, 3)))
        6
    """
    if axis is None:
        return _about("size", a)
    lengths = shape(a)
    return _math.prod(lengths[i] for i in (axis if isinstance(axis, tuple) else (axis,)))


def iterable(y: object) -> bool:
    """Whether `iter(y)` works.

    Parameters
        y: any object.
    Example
        >>> cp.iterable(cp.ones(2)), cp.iterable(1)
        (True, False)
    """
    try:
        iter(y)
    except TypeError:
        return False
    return True


def isfortran(a: _core.ndarray) -> bool:
    """Whether an array is laid out in Fortran order and not in C order.

    Parameters
        a: the array.
    Example
        >>> cp.isfortran(cp.ones((2, 3)).T)
        True
    """
    return a.flags.fnc


def astype(x: _core.ndarray, dtype, /, *, copy: bool = True, device=None) -> _core.ndarray:
    """A copy of an array with another dtype, on `device` if given; itself where it is that already and `copy` is
    false.

    Parameters
        x: the array.
        dtype: the new type.
        copy: whether the result is a copy in any case.
        device: a device; that of `x` by default.
    Example
        >>> cp.astype(cp.array([1.7, -2.2]), 'int64')
        array([ 1, -2])
    """
    return (x if device is None else x.to_device(device)).astype(dtype, copy=copy)


def asfarray(a, dtype: object = _np.float64) -> _core.ndarray:
    """As asarray, to a floating dtype: float64 where another kind is asked for.

    Parameters
        a: an array, or what `asarray` takes.
        dtype: type of the elements.
    Raises
        ValueError: text that is no number.
    Example
        >>> cp.asfarray(cp.arange(3))
        array([0., 1., 2.])
    """
    dtype = _np.dtype(dtype)
    return _core.asarray(a, dtype=dtype if dtype.kind in "fcV" else _np.float64)


_REQUIREMENTS = {
    "C_CONTIGUOUS": "C",
    "CONTIGUOUS": "C",
    "F_CONTIGUOUS": "F",
    "FORTRAN": "F",
    "OWNDATA": "O",
    "WRITEABLE": "W",
    "ALIGNED": "A",
    "ENSUREARRAY": "E",
}


def require(a, dtype=None, requirements: _Iterable[str] | None = None) -> _core.ndarray:
    """An array that meets requirements: 'C', 'F', 'O' (owns its data), 'W' and 'A' (always true here), 'E' (no
    subclass).

    Parameters
        a: an array, or what `asarray` takes.
        dtype: type of the elements; that of `a` by default.
        requirements: the letters, or their long names such as 'C_CONTIGUOUS'.
    Returns
        `a` itself where it meets them, else a copy.
    Raises
        ValueError: both 'C' and 'F'.
    Example
        >>> cp.require(cp.ones((2, 3)), requirements='F').flags.f_contiguous
        True
    """
    if not requirements:
        return _core.asarray(a, dtype=dtype)
    wanted = {_REQUIREMENTS.get(r.upper(), r.upper()) for r in requirements}
    if unknown := wanted - set(_REQUIREMENTS.values()):
        raise ValueError(f'Incorrect flag "{unknown.pop()}" in requirements')
    if {"C", "F"} <= wanted:
        raise ValueError("Cannot specify both 'C' and 'F' order")
    result = _core.asarray(a, dtype=dtype, order="C" if "C" in wanted else "F" if "F" in wanted else None)
    return result.copy("K") if "O" in wanted and not result.flags.owndata else result


class broadcast:
    """What arrays look like when broadcast against each other: `shape`, `nd`, `size`, and the views `values`.

    Parameters
        arrays: arrays, or numbers.
    Raises
        ValueError: the shapes cannot be broadcast together.
    Example
        >>> cp.broadcast(cp.ones((2, 1)), cp.ones(3)).shape
        (2, 3)
    """

    def __init__(self, *arrays):
        self.values = tuple(_core.broadcast_arrays(*arrays))
        self.shape = self.values[0].shape if arrays else ()
        self.nd = self.ndim = len(self.shape)
        self.size = _math.prod(self.shape)


def who(vardict=None) -> None:
    """Print the cuprum arrays of a dictionary, by default of the caller's globals: name, shape, bytes, dtype.

    Parameters
        vardict: a dictionary of names and values.
    """
    if vardict is None:
        vardict = _sys._getframe(1).f_globals
    arrays = {name: a for name, a in vardict.items() if isinstance(a, _core.ndarray)}
    table = [(name, " x ".join(map(str, a.shape)), str(a.nbytes), str(a.dtype)) for name, a in arrays.items()]
    if table:
        widths = [max(10, *(len(row[k]) for row in table)) + space for k, space in enumerate((6, 7, 7))]
        lines = ["".join(map(str.ljust, row, widths)) + row[3] for row in [("Name", "Shape", "Bytes", "Type"), *table]]
        print(lines[0], "=" * (len(lines[0]) + 5), "", *lines[1:], sep="\n")
    print(f"\nUpper bound on total bytes  =       {sum(a.nbytes for a in arrays.values())}")
