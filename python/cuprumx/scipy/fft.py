"""SciPy's Fourier, cosine, sine and Hankel transforms, for arrays on a device.

The module is a backend of `scipy.fft`: `with scipy.fft.set_backend(cuprumx.scipy.fft): scipy.fft.fft(array)`.

Threads (set_workers):
    >>> with fft.set_workers(-1):
    ...     transform = fft.fft(cp.array([1.0, 1.0]))
    >>> transform.real
    array([2., 0.])
"""

from contextlib import contextmanager as _contextmanager

from cuprum import _core, ndarray as _ndarray
from cuprum.cuda.cufft import get_fft_plan  # noqa: F401
from cuprum.fft import fftfreq, fftshift, ifftshift, rfftfreq  # noqa: F401

from cuprum._core._scipy_fft import (  # noqa: F401
    dct, dctn, dst, dstn, fft, fft2, fftn, fht, fhtoffset, hfft, hfft2, hfftn, idct, idctn, idst, idstn, ifft, ifft2,
    ifftn, ifht, ihfft, ihfft2, ihfftn, irfft, irfft2, irfftn, next_fast_len, prev_fast_len, rfft, rfft2, rfftn,
)  # fmt: skip


def _check_workers(workers):
    if workers not in (None, -1):
        raise NotImplementedError(
            f"workers={workers!r}: the library's threads transform arrays; CUPRUM_NUM_THREADS sets how many there are"
        )


def get_workers() -> int:
    """How many threads transform arrays on a CPU; 1 on a GPU, which has its own.

    Example
        >>> fft.get_workers() >= 1
        True
    """
    if _core.backend() == "cuda":
        return 1
    return _core._cuda_runtime.getDeviceProperties(0)["multiProcessorCount"]


@_contextmanager
def set_workers(workers):
    """A context in which SciPy's transforms use at most so many threads: -1 for all that there are.

    Parameters
        workers: the number of threads; -1 for all.
    Returns
        A context.
    Raises
        NotImplementedError: another number. The library's threads do the work, whose number CUPRUM_NUM_THREADS sets.
    """
    _check_workers(workers)
    yield


# ----------------------------------------------------------------------------------------------- a backend of scipy.fft

__ua_domain__ = "numpy.scipy.fft"


def __ua_convert__(dispatchables, coerce):
    """Takes arrays as they are where they are cuprum's, and others only where they may be copied to the device."""
    converted = []
    for dispatchable in dispatchables:
        value = dispatchable.value
        if dispatchable.type is _scipy_array_type() and not isinstance(value, _ndarray) and value is not None:
            if not coerce or not dispatchable.coercible:
                return NotImplemented
            value = _core.asarray(value)
        converted.append(value)
    return converted


def _scipy_array_type():
    import numpy

    return numpy.ndarray


def __ua_function__(method, args, kwargs):
    """cuprum's function for SciPy's of the same name."""
    function = globals().get(method.__name__)
    if function is None or method.__name__.startswith("_"):
        return NotImplemented
    return function(*args, **kwargs)
