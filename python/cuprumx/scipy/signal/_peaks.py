"""What of peaks takes Python's functions."""

import cuprum
from cuprum._core import _scipy_signal

# In the order of Comparison in cuprum/scipy/signal_peaks.h.
COMPARISONS = ["less", "greater", "less_equal", "greater_equal", "equal", "not_equal"]


def argrelextrema(data, comparator, axis=0, order=1, mode="clip"):
    """Where samples compare with all their neighbours as a function says.

    Parameters
        data: array.
        comparator: a function of two arrays that gives one of bools; comparisons of cuprum and of NumPy are computed in
            one go.
        axis: along which neighbours lie.
        order: how many at each side.
        mode: beyond the ends, 'clip' takes the sample at the end, 'wrap' goes on at the other one.
    Returns
        The places, an array for each axis.
    Raises
        ValueError: an order below one.
    Example
        >>> cuprumx.scipy.signal.argrelextrema(cp.array([2, 1, 3, 0, 4]), cp.less)
        (array([1, 3]),)
    """
    if int(order) != order or order < 1:
        raise ValueError("Order must be an int >= 1")
    if mode not in ("clip", "wrap"):
        raise ValueError(f"mode must be 'clip' or 'wrap', found {mode!r}")
    name = getattr(comparator, "__name__", None)
    if name in COMPARISONS and type(comparator).__name__ == "ufunc":
        return cuprum.nonzero(
            _scipy_signal._relative_extrema(data, COMPARISONS.index(name), axis, order, mode == "wrap")
        )
    places = cuprum.arange(data.shape[axis])
    found = cuprum.ones(data.shape, dtype=bool)
    for shift in range(1, order + 1):
        for side in (shift, -shift):
            found &= comparator(data, data.take(places + side, axis=axis, mode=mode))
    return cuprum.nonzero(found)
