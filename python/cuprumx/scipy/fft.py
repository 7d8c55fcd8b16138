"""SciPy's Fourier, cosine, sine and Hankel transforms, for arrays on a device.

The module is a backend of `scipy.fft`: `with scipy.fft.set_backend(cuprumx.scipy.fft): scipy.fft.fft(array)`.
"""

from contextlib import contextmanager as _contextmanager

from cuprum import _core, ndarray as _ndarray
from cuprum.cuda.cufft import check_plan as _check_plan, get_current_plan as _get_current_plan, get_fft_plan  # noqa: F401
from cuprum.fft import fftfreq, fftshift, ifftshift, rfftfreq  # noqa: F401

from cuprum._core._scipy_fft import (  # noqa: F401
    dct, dctn, dst, dstn, fht, fhtoffset, idct, idctn, idst, idstn, ifht, next_fast_len, prev_fast_len,
)  # fmt: skip

_PARAMETERS = """
Further parameters
    overwrite_x: whether the result may lie where `x` does.
    workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
        threads do the work, whose number CUPRUM_NUM_THREADS sets.
    plan: a plan of `get_fft_plan` that was made for such an array.
"""


def _check_workers(workers):
    if workers not in (None, -1):
        raise NotImplementedError(
            f"workers={workers!r}: the library's threads transform arrays; CUPRUM_NUM_THREADS sets how many there are"
        )


def _one_axis(name, value_type):
    function = getattr(_core._scipy_fft, name)

    def transform(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
        _check_workers(workers)
        if plan is not None or _get_current_plan() is not None:
            _check_plan(plan, x, None if n is None else (n,), (axis,), value_type)
        return function(x, n, axis, norm, overwrite_x)

    return _named(transform, name, function)


def _several_axes(name, value_type, default_axes=None):
    function = getattr(_core._scipy_fft, name)

    def transform(x, s=None, axes: object = default_axes, norm=None, overwrite_x=False, workers=None, *, plan=None):
        _check_workers(workers)
        if plan is not None or _get_current_plan() is not None:
            _check_plan(plan, x, s, axes, value_type)
        return function(x, s, axes, norm, overwrite_x)

    return _named(transform, name, function)


def _named(transform, name, function):
    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = function.__doc__ + _PARAMETERS
    return transform


for _name, _type in [
    ("fft", "C2C"),
    ("ifft", "C2C"),
    ("rfft", "R2C"),
    ("irfft", "C2R"),
    ("hfft", "C2R"),
    ("ihfft", "R2C"),
]:
    globals()[_name] = _one_axis(_name, _type)
    globals()[_name + "n"] = _several_axes(_name + "n", _type)
    globals()[_name + "2"] = _several_axes(_name + "2", _type, (-2, -1))


def get_workers():
    """How many threads transform arrays on a CPU; 1 on a GPU, which has its own."""
    if _core.backend() == "cuda":
        return 1
    return _core._cuda_runtime.getDeviceProperties(0)["multiProcessorCount"]


@_contextmanager
def set_workers(workers):
    """A context in which SciPy's transforms use at most so many threads: -1 for all that there are.

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
