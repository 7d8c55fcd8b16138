"""Views made from strides."""

import numpy as _np

from . import _core


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    """A view with any shape and strides (in bytes), from the first element on. Nothing checks that it stays in the memory.

    Parameters
        x: array.
        shape: lengths of the axes; those of `x` if None.
        strides: bytes between neighbours along each axis; those of `x` if None.
    Returns
        A view.
    """
    shape = x.shape if shape is None else tuple(shape)
    strides = x.strides if strides is None else tuple(strides)
    return _core._with_layout(x, shape, strides)


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """A view of all windows of a shape, whose axes come last.

    Parameters
        x: array.
        window_shape: an int, or an int an axis.
        axis: the axes along which windows slide; all if None.
    Returns
        A view; writing to it writes to overlapping windows.
    """
    x = _core.asarray(x)
    window = (window_shape,) if _np.ndim(window_shape) == 0 else tuple(window_shape)
    if any(n < 0 for n in window):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != len(axes):
            raise ValueError(
                f"Since axis is None, must provide window_shape for all dimensions of `x`; got {len(window)} window_shape elements and `x.ndim` is {x.ndim}."
            )
    else:
        axes = tuple(range(x.ndim)[a] for a in ((axis,) if _np.ndim(axis) == 0 else axis))
        if len(window) != len(axes):
            raise ValueError(
                f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements and {len(axes)} axes elements."
            )
    shape = list(x.shape)
    for a, n in zip(axes, window):
        if shape[a] < n:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[a] -= n - 1
    return as_strided(x, tuple(shape) + window, x.strides + tuple(x.strides[a] for a in axes))


def broadcast_to(array, shape, subok=False):
    """As cuprum.broadcast_to."""
    return _core.broadcast_to(array, shape, subok)
