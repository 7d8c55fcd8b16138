"""Parts of a program, named for profilers: NVIDIA's and `trace`."""

import contextlib as _contextlib
import functools as _functools
import threading as _threading

from cuprum._core import _cuda, _cuda_runtime, _profiler

_nvtx = _cuda._nvtx


@_contextlib.contextmanager
def profile():
    """A context in which NVIDIA's profilers, started with `--capture-range=cudaProfilerApi`, record.

    Returns
        A context.
    """
    _cuda_runtime.profilerStart()
    try:
        yield
    finally:
        _cuda_runtime.profilerStop()


class time_range:
    """A named part of a program, as a context or a decorator, in the timelines of NVIDIA's profilers and of `trace`.

    Parameters
        message: the name; of a decorated function its own unless given.
        color_id: a number for one of NVTX's colours.
        argb_color: the colour itself, 0xAARRGGBB; not together with color_id.
        sync: whether the range begins and ends when the current stream has done what it was given.
    Example
        >>> with cuprumx.profiler.time_range("solve"):
        ...     x = cp.ones(3) + 1
    """

    def __init__(self, message=None, color_id=None, argb_color=None, sync=False):
        if color_id is not None and argb_color is not None:
            raise ValueError("give a colour by color_id or by argb_color, not by both")
        self.message = message
        self.color_id = -1 if color_id is None else color_id
        self.argb_color = argb_color
        self.sync = sync
        self._open = _threading.local()

    def __enter__(self):
        if self.message is None:
            raise ValueError("a range that is entered by `with` needs a message")
        if self.sync:
            _cuda.get_current_stream().synchronize()
        if self.argb_color is not None:
            _nvtx.RangePushC(self.message, self.argb_color)
        else:
            _nvtx.RangePush(self.message, self.color_id)
        self._open.__dict__.setdefault("ranges", []).append(_profiler.Range(self.message))
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        if self.sync:
            _cuda.get_current_stream().synchronize()
        self._open.ranges.pop()
        _nvtx.RangePop()

    def __call__(self, func):
        colors = {"argb_color": self.argb_color} if self.argb_color is not None else {"color_id": self.color_id}
        message = func.__name__ if self.message is None else self.message

        @_functools.wraps(func)
        def ranged(*args, **kwargs):
            with time_range(message, **colors, sync=self.sync):
                return func(*args, **kwargs)

        return ranged
