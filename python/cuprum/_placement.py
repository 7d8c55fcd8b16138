"""Functions written in Python run on the device of their operands, as those of C++ do (python/bindings/placement.h)."""

import functools as _functools
import typing as _typing

from . import _core
from ._core._cuda import Device as _Device

_Function = _typing.TypeVar("_Function", bound=_typing.Callable)


def placed(function: _Function) -> _Function:
    """Make a function run on the device of the arrays among its operands, whichever is current."""

    @_functools.wraps(function)
    def call(*args, **kwargs):
        device = _core._device_of(args, kwargs)
        if device is None:
            return function(*args, **kwargs)
        with _Device(device):
            return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def placed_class(cls):
    """Make the methods that a class defines, and its operators, run on the device of the object's arrays."""
    for name, member in list(vars(cls).items()):
        if isinstance(member, type(placed)) and name not in ("__new__", "__getattr__", "__repr__"):
            setattr(cls, name, placed(member))
    return cls
