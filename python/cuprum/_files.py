"""Arrays from and to buffers, files and texts. C++ reads and writes plain .npy and .npz files; NumPy does the rest."""

from __future__ import annotations

import os as _os
from typing import Any as _Any

import numpy as _np

from . import _core
from ._python import asnumpy as _asnumpy

__all__ = [
    "frombuffer",
    "fromfile",
    "fromiter",
    "fromstring",
    "genfromtxt",
    "load",
    "loadtxt",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
]


def frombuffer(buffer, dtype: object = float, count: int = -1, offset: int = 0) -> _core.ndarray:
    """A one-dimensional array with a copy of a buffer's bytes.

    Parameters
        buffer: an object with the buffer protocol: bytes, a memoryview, an array of NumPy's.
        dtype: type of the elements.
        count: how many elements; all by default.
        offset: bytes at the start that are left out.
    Returns
        An array of one dimension.
    Raises
        ValueError: the buffer is too small, or its length is no multiple of an element's.
    Example
        >>> cp.frombuffer(b'\\x01\\x02\\x03', dtype='uint8')
        array([1, 2, 3], dtype=uint8)
    """
    dtype = _np.dtype(dtype)
    if not dtype.isnative:
        return _core.array(_np.frombuffer(buffer, dtype, count, offset))
    return _core._frombuffer(buffer, dtype, count, offset)


def _path(file, suffix=""):
    """The path that a file is named by, with a suffix; None for an object that reads and writes itself."""
    if not isinstance(file, (str, _os.PathLike)):
        return None
    path = _os.fspath(file)
    return path if not isinstance(path, str) or path.endswith(suffix) else path + suffix


def fromfile(
    file, dtype: object = float, count: int = -1, sep: str = "", offset: int = 0, **kwargs: _Any
) -> _core.ndarray:
    """As numpy.fromfile, to the device.

    Parameters
        file: the name of a file, a path, or an open file.
        dtype: type of the elements.
        count: how many elements to read; all by default.
        sep: what separates numbers in a text; binary by default.
        offset: bytes at the start that are left out.
        kwargs: those of `numpy.fromfile`.
    Returns
        An array of one dimension.
    Raises
        FileNotFoundError: there is no such file. ValueError: `offset` lies outside, or text between numbers is not
        `sep`.
    Example
        >>> cp.arange(3.).tofile('three.bin')
        >>> cp.fromfile('three.bin')
        array([0., 1., 2.])
    """
    dtype, path = _np.dtype(dtype), _path(file)
    if isinstance(path, str) and not sep and not kwargs and dtype.isnative and not dtype.hasobject:
        return _core._fromfile(path, dtype, count, offset)
    return _core.array(_np.fromfile(file, dtype, count, sep, offset, **kwargs))


def fromiter(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.fromiter, to the device.

    Parameters
        args, kwargs: those of `numpy.fromiter`: the iterable, `dtype` and `count`.
    Returns
        An array of one dimension.
    Raises
        ValueError: an element that is no number.
    Example
        >>> cp.fromiter((k * k for k in range(4)), dtype='int64')
        array([0, 1, 4, 9])
    """
    return _core.array(_np.fromiter(*args, **kwargs))


def fromstring(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.fromstring, to the device.

    Parameters
        args, kwargs: those of `numpy.fromstring`: the text, `dtype`, `count` and `sep`.
    Returns
        An array of one dimension.
    Raises
        ValueError: text between numbers is not `sep`.
    Example
        >>> cp.fromstring('1 2 3', dtype='int64', sep=' ')
        array([1, 2, 3])
    """
    return _core.array(_np.fromstring(*args, **kwargs))


def loadtxt(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.loadtxt, to the device.

    Parameters
        args, kwargs: those of `numpy.loadtxt`: the file, `dtype`, `delimiter`, `skiprows`, `usecols` and others.
    Returns
        The numbers, an axis for the lines and one for the columns.
    Raises
        ValueError: a line has another number of columns, or a text is no number.
    Example
        >>> cp.savetxt('table.csv', cp.array([[1, 2], [3, 4]]), delimiter=',', fmt='%d')
        >>> cp.loadtxt('table.csv', delimiter=',')
        array([[1., 2.],
               [3., 4.]])
    """
    return _core.array(_np.loadtxt(*args, **kwargs))


def genfromtxt(*args: _Any, **kwargs: _Any) -> _core.ndarray:
    """As numpy.genfromtxt, to the device.

    Parameters
        args, kwargs: those of `numpy.genfromtxt`: the file, `delimiter`, `missing_values`, `filling_values` and others.
    Returns
        The numbers; NaN where one is missing.
    Raises
        FileNotFoundError: there is no such file.
    Example
        >>> _ = open('gaps.csv', 'w').write('1,,3')
        >>> cp.genfromtxt('gaps.csv', delimiter=',')
        array([ 1., nan,  3.])
    """
    return _core.array(_np.genfromtxt(*args, **kwargs))


def save(file, arr, allow_pickle=None) -> None:
    """Write an array to a .npy file.

    Parameters
        file: the name of a file, a path, or an open file.
        arr: the array, which is copied to the host.
        allow_pickle: accepted; arrays need no pickles.
    Raises
        ValueError: objects, which only pickles hold.
    Example
        >>> cp.save('three.npy', cp.arange(3))
        >>> cp.load('three.npy')
        array([0, 1, 2])
    """
    path = _path(file, ".npy")
    if isinstance(path, str) and isinstance(arr, _core.ndarray):
        return _core._save(path, arr)
    _np.save(file, _asnumpy(arr), allow_pickle=bool(allow_pickle))


def _save_several(write, numpy_write, file, args, kwds):
    path = _path(file, ".npz")
    unnamed = {f"arr_{i}": a for i, a in enumerate(args)}
    for name in unnamed.keys() & kwds.keys():
        raise ValueError(f"Cannot use un-named variables and keyword {name}")
    arrays = kwds | unnamed
    if isinstance(path, str) and all(isinstance(a, _core.ndarray) for a in arrays.values()):
        return write(path, list(arrays), list(arrays.values()))
    numpy_write(file, **{name: _asnumpy(a) for name, a in arrays.items()})


def savez(file, *args, **kwds) -> None:
    """Write several arrays to an uncompressed .npz file.

    Parameters
        file: the name of a file, a path, or an open file.
        args: arrays, which are called arr_0, arr_1 and so on.
        kwds: arrays by their names in the file.
    Example
        >>> cp.savez('two.npz', a=cp.arange(3), b=cp.ones(2))
        >>> cp.load('two.npz')['b']
        array([1., 1.])
    """
    _save_several(_core._savez, _np.savez, file, args, kwds)


def savez_compressed(file, *args, **kwds) -> None:
    """Write several arrays to a compressed .npz file.

    Parameters
        file: the name of a file, a path, or an open file.
        args: arrays, which are called arr_0, arr_1 and so on.
        kwds: arrays by their names in the file.
    Example
        >>> cp.savez_compressed('two.npz', a=cp.arange(3), b=cp.ones(2))
        >>> cp.load('two.npz')['a']
        array([0, 1, 2])
    """
    _save_several(_core._savez_compressed, _np.savez_compressed, file, args, kwds)


def savetxt(fname, X, *args, **kwargs) -> None:
    """Write an array of one or two dimensions as text.

    Parameters
        fname: the name of a file, a path, or an open file.
        X: an array of one or two dimensions.
        args, kwargs: those of `numpy.savetxt`: `fmt`, `delimiter`, `header` and others.
    Raises
        ValueError: an array of more dimensions.
    Example
        >>> cp.savetxt('table.csv', cp.array([[1, 2], [3, 4]]), delimiter=',', fmt='%d')
        >>> open('table.csv').read()
        '1,2\\n3,4\\n'
    """
    _np.savetxt(fname, _asnumpy(X), *args, **kwargs)


class NpzFile:
    """An open .npz file whose arrays come to the device when asked for."""

    def __init__(self, npz):
        self.npz_file = npz

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __getitem__(self, key: str) -> _core.ndarray:
        if isinstance(self.npz_file, _core._NpzFile):
            if key not in self and f"{key}".removesuffix(".npy") not in self:
                raise KeyError(f"{key} is not a file in the archive")
            return self.npz_file.read(key)
        return _core.array(self.npz_file[key])

    def __contains__(self, key: object) -> bool:
        return key in self.npz_file.files

    def __iter__(self):
        return iter(self.npz_file.files)

    def __len__(self):
        return len(self.npz_file.files)

    @property
    def files(self) -> list[str]:
        return self.npz_file.files

    def close(self):
        if not isinstance(self.npz_file, _core._NpzFile):
            self.npz_file.close()


def load(file, mmap_mode=None, allow_pickle=None) -> _Any:
    """Read arrays from .npy, .npz or pickle files; mapped files are copied to the device.

    Parameters
        file: the name of a file, a path, or an open file.
        mmap_mode: a mode of `numpy.memmap`; the file is mapped, and copied to the device.
        allow_pickle: whether pickled objects are read; not by default.
    Returns
        The array; for a .npz file an object that has the arrays by name.
    Raises
        ValueError: a pickle where `allow_pickle` is false. FileNotFoundError: there is no such file.
    Example
        >>> cp.save('three.npy', cp.arange(3))
        >>> cp.load('three.npy')
        array([0, 1, 2])
    """
    path = _path(file)
    if isinstance(path, str) and mmap_mode is None and not allow_pickle:
        with open(path, "rb") as opened:
            start = opened.read(6)
        if start == b"\x93NUMPY":
            return _core._load(path)
        if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            return NpzFile(_core._NpzFile(path))
    found = _np.load(file, mmap_mode=mmap_mode, allow_pickle=bool(allow_pickle))
    if isinstance(found, _np.lib.npyio.NpzFile):
        return NpzFile(found)
    return _core.array(found) if isinstance(found, _np.ndarray) else found
