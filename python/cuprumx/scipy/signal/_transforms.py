"""Transforms to points on a spiral, as classes and functions, and those by wavelets that are Python's functions."""

import operator

import cuprum
from cuprum._core._scipy_signal import _ChirpTransform, convolve, czt_points
from cuprum._placement import placed


def _count(n, what):
    try:
        return operator.index(n)
    except TypeError:
        raise ValueError(f"Invalid number of {what}: {n!r} must be a positive integer") from None


class CZT:
    """A transform of signals of one length to points on a spiral in the complex plane.

    Parameters
        n: the number of samples.
        m: the number of points; `n` by default.
        w: from each point to the one before; around the unit circle by default.
        a: the first point.
    Raises
        ValueError: a number below one.
    Example
        >>> cp.abs(cuprumx.scipy.signal.CZT(3)(cp.ones(3))).round(6)
        array([3., 0., 0.])
    """

    def __init__(self, n, m=None, w=None, a=1 + 0j):
        n = _count(n, "samples")
        self._transform = _ChirpTransform(n, n if m is None else _count(m, "points"), w, a)
        self.n, self.m, self.w, self.a = self._transform.n, self._transform.m, w, a

    def __call__(self, x, *, axis=-1):
        """The transform along an axis, of which the length is `n`."""
        return self._transform(x, axis)

    def points(self):
        """The points."""
        return czt_points(self.m, self.w, self.a)


class ZoomFFT(CZT):
    """A transform of signals of one length to the frequencies of a band.

    Parameters
        n: the number of samples.
        fn: the last frequency, or the first and the last.
        m: the number of frequencies; `n` by default.
        fs: samples a unit of time.
        endpoint: whether the last frequency is one of them.
    Raises
        ValueError: a number below one, or other than one or two frequencies.
    Example
        >>> cuprumx.scipy.signal.ZoomFFT(4, 1.0)(cp.ones(4)).shape
        (4,)
    """

    def __init__(self, n, fn, m=None, *, fs: float = 2, endpoint=False):
        n = _count(n, "samples")
        m = n if m is None else _count(m, "points")
        first, last = fn if cuprum.ndim(fn) else (0.0, fn)
        self._transform = _ChirpTransform.zoom(n, first, last, m, fs, endpoint)
        self.n, self.m, self.f1, self.f2, self.fs = n, m, first, last, fs

    def points(self):
        """The points."""
        return self._transform.points()


@placed
def czt(x, m=None, w=None, a: complex = 1 + 0j, *, axis=-1):
    """The transform of a signal to points on a spiral in the complex plane.

    Parameters
        x: samples.
        m: the number of points; as many as samples by default.
        w: from each point to the one before; around the unit circle by default.
        a: the first point.
        axis: along which samples follow each other.
    Returns
        Complex values at the points.
    Raises
        ValueError: a number below one.
    Example
        >>> cp.abs(cuprumx.scipy.signal.czt(cp.ones(3))).round(6)
        array([3., 0., 0.])
    """
    return CZT(x.shape[axis], m=m, w=w, a=a)(x, axis=axis)


@placed
def zoom_fft(x, fn, m=None, *, fs: float = 2, endpoint=False, axis=-1):
    """The transform of a signal to the frequencies of a band.

    Parameters
        x: samples.
        fn: the last frequency, or the first and the last.
        m: the number of frequencies; as many as samples by default.
        fs: samples a unit of time.
        endpoint: whether the last frequency is one of them.
        axis: along which samples follow each other.
    Returns
        Complex values at the frequencies.
    Raises
        ValueError: a number below one.
    Example
        >>> cp.abs(cuprumx.scipy.signal.zoom_fft(cp.ones(4), 1.0, 2)).round(6)
        array([4., 0.])
    """
    return ZoomFFT(x.shape[axis], fn, m=m, fs=fs, endpoint=endpoint)(x, axis=axis)


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
