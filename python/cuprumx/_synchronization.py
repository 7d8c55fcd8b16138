"""Forbidding a thread to wait for devices."""

import contextlib as _contextlib

from cuprum._core import _cuda

DeviceSynchronized = _cuda.DeviceSynchronized
DeviceSynchronized.__module__ = "cuprumx"

__all__ = ["DeviceSynchronized", "allow_synchronize"]


@_contextlib.contextmanager
def allow_synchronize(allow):
    """A context in which the calling thread may or may not wait for devices.

    Where it may not, whatever waits raises DeviceSynchronized: copies to the host, numbers made of arrays, and
    `synchronize` of devices, streams and events. That shows where a program waits without meaning to. Contexts may be
    nested.

    Parameters
        allow: whether it may.
    Example
        >>> with cuprumx.allow_synchronize(False):
        ...     y = cuprum.arange(3) + 1  # starts a kernel
        ...     float(y[0])               # raises DeviceSynchronized
    """
    previous = _cuda._set_may_synchronize(bool(allow))
    try:
        yield
    finally:
        _cuda._set_may_synchronize(previous)
