"""CuPy's old name for cuprumx.profiler.benchmark."""

import math as _math
import warnings as _warnings

from .profiler import benchmark as _benchmark


def repeat(
    func, args: tuple = (), kwargs={}, n_repeat=10000, *, name=None, n_warmup=10, max_duration=_math.inf, devices=None
):
    """cuprumx.profiler.benchmark; use that."""
    _warnings.warn(
        "cuprumx.time.repeat is deprecated; use cuprumx.profiler.benchmark", DeprecationWarning, stacklevel=2
    )
    return _benchmark(
        func, args, kwargs, n_repeat, name=name, n_warmup=n_warmup, max_duration=max_duration, devices=devices
    )
