"""Times of a function that is called many times."""

import math as _math

import numpy as _np

from cuprum._core import _cuda, _profiler

__all__ = ["benchmark"]


class _PerfCaseResult:
    """What a benchmark measured. Printing it gives one line with mean, deviation, least and most, in microseconds."""

    def __init__(self, name, ts, devices):
        self.name = name
        self._ts = ts
        self._devices = devices

    @property
    def cpu_times(self):
        """Seconds until the function returned, an element a call."""
        return self._ts[0]

    @property
    def gpu_times(self):
        """Seconds until the devices had done their work: a row a device, an element a call."""
        return self._ts[1:]

    def to_str(self, show_gpu=False):
        """One line; with `show_gpu` it has the devices' times too, whatever kind of devices they are."""
        return _profiler.benchmark_text(
            self.name, self._ts[0].tolist(), self._ts[1:].tolist(), list(self._devices), show_gpu
        )

    def __str__(self):
        return self.to_str(show_gpu=True)


def benchmark(
    func, args: tuple = (), kwargs={}, n_repeat=10000, *, name=None, n_warmup=10, max_duration=_math.inf, devices=None
):
    """Measure a function by calling it many times, on the host and on devices. It may work with NumPy alone.

    Parameters
        func: what is called.
        args, kwargs: its arguments.
        n_repeat: how many calls are measured.
        name: what the result is called; the function's name unless given.
        n_warmup: calls before the measured ones.
        max_duration: seconds of measured calls after which it ends early.
        devices: numbers of the devices whose time is taken; the current one unless given.
    Returns
        An object with `cpu_times` and `gpu_times` in seconds, which prints as one line.
    Example
        >>> print(cuprumx.profiler.benchmark(cp.sin, (cp.ones(1000),), n_repeat=100))
        sin ... CPU: ... us   +/- ... (min: ... / max: ...) us     GPU-0: ...
    """
    if not callable(func):
        raise ValueError(f"func must be callable, not {type(func).__name__}")
    if not isinstance(args, tuple):
        raise ValueError(f"args must be a tuple, not {type(args).__name__}")
    if not isinstance(kwargs, dict):
        raise ValueError(f"kwargs must be a dictionary, not {type(kwargs).__name__}")
    for what, count in (("n_repeat", n_repeat), ("n_warmup", n_warmup)):
        if not isinstance(count, int):
            raise ValueError(f"{what} must be an int, not {type(count).__name__}")
    if name is None:
        name = getattr(func, "__name__", None) or type(func).__name__
    if not isinstance(name, str):
        raise ValueError(f"name must be a str, not {type(name).__name__}")
    devices = (_cuda.get_device_id(),) if devices is None else devices
    if not isinstance(devices, tuple):
        raise ValueError(f"devices must be a tuple of device numbers, not {type(devices).__name__}")
    times, devices = _profiler.benchmark(func, args, kwargs, n_repeat, n_warmup, max_duration, list(devices))
    return _PerfCaseResult(name, _np.array(times), tuple(devices))
