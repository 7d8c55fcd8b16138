"""Transforms by wavelets that are Python's functions."""

import cuprum
from cuprum._core._scipy_signal import convolve


def cwt(data, wavelet, widths):
    """The transform of a signal by a wavelet of several widths.

    Parameters
        data: samples, one dimension.
        wavelet: a function of a length and a width, such as `ricker`.
        widths: the widths.
    Returns
        A row for each width; complex where the wavelet is.
    Example
        >>> cuprumx.scipy.signal.cwt(cp.ones(8), cuprumx.scipy.signal.ricker, [1, 2]).shape
        (2, 8)
    """
    widths = [float(width) for width in getattr(widths, "tolist", lambda: widths)()]
    shapes = []
    for width in widths:
        shape = wavelet(min(10 * int(width), len(data)), int(width))
        shapes.append((shape.conj() if shape.dtype.kind == "c" else shape)[::-1])
    dtype = "D" if any(shape.dtype.kind == "c" for shape in shapes) else "d"
    result = cuprum.empty((len(widths), len(data)), dtype)
    for row, shape in zip(result, shapes):
        row[...] = convolve(data, shape, mode="same")
    return result
