"""Views made from strides."""

from . import _core
from ._core._stride_tricks import as_strided as as_strided
from ._core._stride_tricks import sliding_window_view as sliding_window_view


def broadcast_to(array, shape, subok=False):
    """As cuprum.broadcast_to."""
    return _core.broadcast_to(array, shape, subok)
