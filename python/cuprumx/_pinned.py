"""NumPy arrays in page-locked memory, which devices copy from and to at full speed and beside the program."""

import numpy as _np

from cuprum.cuda import alloc_pinned_memory as _alloc


def _contiguous_like(a, dtype, order, shape):
    """Shape, dtype and order for an array like `a`; the order is C or F, as page-locked memory is for whole copies."""
    dtype = _np.dtype(a.dtype if dtype is None else dtype)
    if order not in (None, "C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A' and 'K', not {order!r}")
    if order in (None, "A", "K"):
        order = "F" if a.flags.f_contiguous and not a.flags.c_contiguous else "C"
    return a.shape if shape is None else shape, dtype, order


def empty_pinned(shape, dtype=float, order="C"):
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
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    count = 1
    for length in shape:
        if length < 0:
            raise ValueError("negative dimensions are not allowed")
        count *= int(length)
    if count * dtype.itemsize == 0:
        return _np.empty(shape, dtype, order)
    return _np.ndarray(shape, dtype, _alloc(count * dtype.itemsize), order=order)


def zeros_pinned(shape, dtype=float, order="C"):
    """A NumPy array of zeros in page-locked memory; as empty_pinned."""
    array = empty_pinned(shape, dtype, order)
    array[...] = 0
    return array


def empty_like_pinned(a, dtype=None, order="K", subok=None, shape=None):
    """A NumPy array in page-locked memory with the shape, dtype and order of another one, without setting its elements.

    Parameters
        a: a NumPy or cuprum array.
        dtype, shape: take the place of its own.
        order: 'C', 'F', or 'A' or 'K' for Fortran order where `a` has that.
        subok: must be false: the result is a plain NumPy array.
    """
    if subok:
        raise TypeError("subok is not supported: page-locked arrays are plain NumPy arrays")
    return empty_pinned(*_contiguous_like(a, dtype, order, shape))


def zeros_like_pinned(a, dtype=None, order="K", subok=None, shape=None):
    """A NumPy array of zeros in page-locked memory; as empty_like_pinned."""
    array = empty_like_pinned(a, dtype, order, subok, shape)
    array[...] = 0
    return array
