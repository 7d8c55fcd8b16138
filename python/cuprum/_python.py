"""What only Python can hold: functions over Python callables, files and Python's own protocols."""

import sys as _sys

import numpy as _np

from . import _core

__all__ = [
    "apply_along_axis",
    "array2string",
    "array_repr",
    "array_str",
    "asnumpy",
    "frombuffer",
    "fromfile",
    "fromfunction",
    "fromiter",
    "fromstring",
    "genfromtxt",
    "get_array_module",
    "load",
    "loadtxt",
    "mgrid",
    "ogrid",
    "piecewise",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
]


def asnumpy(a, stream=None, order="C", out=None, *, blocking=True):
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


def get_array_module(*args):
    """`cuprum` if any argument is a cuprum array, else `numpy`: for code that works with both."""
    if any(isinstance(arg, _core.ndarray) for arg in args):
        return _sys.modules["cuprum"]
    return _np


# ------------------------------------------------------------------------------------------- from functions and buffers


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """The array whose element at (i, j, ...) is `function(i, j, ...)`; the function is called once, with index arrays."""
    return function(*_core.indices(shape, dtype=dtype), **kwargs)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    """A one-dimensional array with a copy of a buffer's bytes."""
    return _core.array(_np.frombuffer(buffer, dtype, count, offset))


def fromfile(*args, **kwargs):
    """As numpy.fromfile, to the device."""
    return _core.array(_np.fromfile(*args, **kwargs))


def fromiter(*args, **kwargs):
    """As numpy.fromiter, to the device."""
    return _core.array(_np.fromiter(*args, **kwargs))


def fromstring(*args, **kwargs):
    """As numpy.fromstring, to the device."""
    return _core.array(_np.fromstring(*args, **kwargs))


def loadtxt(*args, **kwargs):
    """As numpy.loadtxt, to the device."""
    return _core.array(_np.loadtxt(*args, **kwargs))


def genfromtxt(*args, **kwargs):
    """As numpy.genfromtxt, to the device."""
    return _core.array(_np.genfromtxt(*args, **kwargs))


# ----------------------------------------------------------------------------------------------------------------- files


def save(file, arr, allow_pickle=None):
    """Write an array to a .npy file."""
    _np.save(file, asnumpy(arr), allow_pickle=bool(allow_pickle))


def savez(file, *args, **kwds):
    """Write several arrays to an uncompressed .npz file."""
    _np.savez(file, *map(asnumpy, args), **{k: asnumpy(v) for k, v in kwds.items()})


def savez_compressed(file, *args, **kwds):
    """Write several arrays to a compressed .npz file."""
    _np.savez_compressed(file, *map(asnumpy, args), **{k: asnumpy(v) for k, v in kwds.items()})


def savetxt(fname, X, *args, **kwargs):
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

    def __getitem__(self, key):
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


def load(file, mmap_mode=None, allow_pickle=None):
    """Read arrays from .npy, .npz or pickle files; mapped files are copied to the device."""
    found = _np.load(file, mmap_mode=mmap_mode, allow_pickle=bool(allow_pickle))
    if isinstance(found, _np.lib.npyio.NpzFile):
        return NpzFile(found)
    return _core.array(found) if isinstance(found, _np.ndarray) else found


# ------------------------------------------------------------------------------------------------------------------ text


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """As numpy.array_repr."""
    return _np.array_repr(asnumpy(arr), max_line_width, precision, suppress_small)


def array_str(arr, max_line_width=None, precision=None, suppress_small=None):
    """As numpy.array_str."""
    return _np.array_str(asnumpy(arr), max_line_width, precision, suppress_small)


def array2string(a, *args, **kwargs):
    """As numpy.array2string."""
    return _np.array2string(asnumpy(a), *args, **kwargs)


# ----------------------------------------------------------------------------------------------------------------- grids


class _Grid:
    """`mgrid[0:5, 0:3]` and `ogrid[...]`: index arrays from slices; an imaginary step counts points."""

    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        slices = key if isinstance(key, tuple) else (key,)
        axes = [self._axis(s) for s in slices]
        if not isinstance(key, tuple):
            return axes[0]
        dtype = _np.result_type(*(a.dtype for a in axes)) if axes else int
        axes = [a.astype(dtype, copy=False) for a in axes]
        grids = _core.meshgrid(*axes, indexing="ij", sparse=self._sparse)
        if self._sparse:
            return tuple(grids)
        return _core.stack(grids) if grids else _core.empty((0,), int)

    @staticmethod
    def _axis(s):
        start = 0 if s.start is None else s.start
        step = 1 if s.step is None else s.step
        if isinstance(step, complex):
            return _core.linspace(start, s.stop, int(abs(step)), dtype=_np.result_type(float, start, s.stop))
        return _core.arange(start, s.stop, step)


mgrid, ogrid = _Grid(False), _Grid(True)


# ------------------------------------------------------------------------------------------------- over Python functions


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
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


def piecewise(x, condlist, funclist):
    """Evaluate functions, or take values, where conditions hold; later ones win, as in numpy.piecewise."""
    if _np.isscalar(condlist) or (not isinstance(condlist[0], (list, _core.ndarray)) and x.ndim != 0):
        condlist = [condlist]
    conditions = [_core.asarray(c, bool) for c in condlist]
    if len(funclist) == len(conditions) + 1:
        covered = conditions[0]
        for c in conditions[1:]:
            covered = covered | c
        conditions.append(~covered)
    elif len(funclist) != len(conditions):
        raise ValueError(f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are expected")
    out = _core.zeros_like(x)
    for condition, function in zip(conditions, funclist):
        out[condition] = function(x[condition]) if callable(function) else function
    return out
