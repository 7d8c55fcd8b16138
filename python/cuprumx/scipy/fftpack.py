"""SciPy's older interface to Fourier transforms: transforms of real numbers are arrays of real numbers."""

from cuprum import _core
from cuprum.cuda.cufft import check_plan as _check_plan, get_fft_plan  # noqa: F401

from . import fft as _fft

_fftpack = _core._scipy_fft


def fft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    return _fft.fft(x, n, axis, None, overwrite_x, plan=plan)


def ifft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    return _fft.ifft(x, n, axis, None, overwrite_x, plan=plan)


def fft2(x, shape=None, axes: object = (-2, -1), overwrite_x=False, plan=None):
    return _fft.fft2(x, shape, axes, None, overwrite_x, plan=plan)


def ifft2(x, shape=None, axes: object = (-2, -1), overwrite_x=False, plan=None):
    return _fft.ifft2(x, shape, axes, None, overwrite_x, plan=plan)


def fftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    return _fft.fftn(x, shape, axes, None, overwrite_x, plan=plan)


def ifftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    return _fft.ifftn(x, shape, axes, None, overwrite_x, plan=plan)


for _name in ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"):
    globals()[_name].__doc__ = getattr(_fftpack, _name).__doc__


def rfft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    if plan is not None:
        _check_plan(plan, x, None if n is None else (n,), (axis,), "R2C")
    return _fftpack.rfft_packed(x, n, axis)


def irfft(x, n=None, axis=-1, overwrite_x=False):
    return _fftpack.irfft_packed(x, n, axis)


rfft.__doc__ = _fftpack.rfft_packed.__doc__
irfft.__doc__ = _fftpack.irfft_packed.__doc__
fftfreq = _fft.fftfreq
fftshift = _fft.fftshift
ifftshift = _fft.ifftshift
next_fast_len = _fft.next_fast_len


def rfftfreq(n, d=1.0):
    """The frequencies of the numbers that `rfft` gives: 0, 1, 1, 2, 2, ..., divided by n d.

    Parameters
        n: the length.
        d: the time from sample to sample.
    Returns
        A float64 array of length n.
    Raises
        ValueError: n is negative.
    """
    if n < 0:
        raise ValueError(f"n = {n} is not valid; n must be a nonnegative integer")
    return (_core.arange(1, n + 1, dtype="i8") // 2) / float(n * d)
