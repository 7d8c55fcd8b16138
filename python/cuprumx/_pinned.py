"""NumPy arrays in page-locked memory, which devices copy from and to at full speed and beside the program."""

import math as _math

import numpy as _np

from cuprum.cuda import alloc_pinned_memory as _alloc


def _strides_like(a, dtype, order, shape):
    """Strides of an array of a dtype and shape whose axes lie as those of `a` do: what numpy.empty_like gives."""
    if order not in (None, "C", "F", "A", "K", "c", "f", "a", "k"):
        raise ValueError(f"order must be one of 'C', 'F', 'A' and 'K', not {order!r}")
    # Of the same layout on the host; no element is there to be read.
    model = _np.lib.stride_tricks.as_strided(_np.empty((), a.dtype), a.shape, a.strides)
    return _np.empty_like(model, dtype, "K" if order is None else order, shape=shape).strides


def empty_pinned(shape, dtype: object = float, order="C"):
    """A NumPy array in page-locked memory, without setting its elements.

    Parameters
        shape: lengths of the axes.
        dtype: type of the elements.
        order: 'C' or 'F'.

    >>> host = cuprumx.empty_pinned((3,), "f4")
    >>> host[:] = 1
    >>> cuprum.asarray(host)
    array([1., 1., 1.], dtype=float32)
    """
    dtype = _np.dtype(dtype)
    return _pinned(shape, dtype, order=order)


def _pinned(shape, dtype, **layout):
    shape = (shape,) if isinstance(shape, (int, _np.integer)) else tuple(shape)
    if any(length < 0 for length in shape):
        raise ValueError("negative dimensions are not allowed")
    nbytes = _math.prod(map(int, shape)) * dtype.itemsize
    return _np.ndarray(shape, dtype, _alloc(nbytes) if nbytes else bytearray(), **layout)


def zeros_pinned(shape, dtype: object = float, order="C"):
    """A NumPy array of zeros in page-locked memory; as empty_pinned."""
    array = empty_pinned(shape, dtype, order)
    array[...] = 0
    return array


def empty_like_pinned(a, dtype=None, order="K", subok=None, shape=None):
    """A NumPy array in page-locked memory with the shape, dtype and order of another one, without setting its elements.

    Parameters
        a: a NumPy or cuprum array.
        dtype, shape: take the place of its own.
        order: 'C' or 'F'; 'A' for Fortran order where `a` has that alone; 'K' for the order of its axes.
        subok: must be false: the result is a plain NumPy array.
    """
    if subok:
        raise TypeError("subok is not supported: page-locked arrays are plain NumPy arrays")
    shape = a.shape if shape is None else shape
    dtype = _np.dtype(a.dtype if dtype is None else dtype)
    return _pinned(shape, dtype, strides=_strides_like(a, dtype, order, shape))


def zeros_like_pinned(a, dtype=None, order="K", subok=None, shape=None):
    """A NumPy array of zeros in page-locked memory; as empty_like_pinned."""
    array = empty_like_pinned(a, dtype, order, subok, shape)
    array[...] = 0
    return array
