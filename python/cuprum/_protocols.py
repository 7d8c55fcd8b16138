"""NumPy's functions and ufuncs called with cuprum arrays come here, and go on to cuprum's of the same name."""

import copyreg as _copyreg
import sys as _sys

import numpy as _np

from . import _core

_ours = (_core.ndarray, _np.ndarray, _core.FusedScalar)


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    ours = getattr(_core, ufunc.__name__, None)
    if not isinstance(ours, (_core.ufunc, _core._GUFunc)):
        return NotImplemented
    for operand in inputs:
        if not isinstance(operand, _ours) and hasattr(type(operand), "__array_ufunc__"):
            return NotImplemented  # its own method may know
    return (ours if method == "__call__" else getattr(ours, method))(*inputs, **kwargs)


def _array_function(self, func, types, args, kwargs):
    target = _sys.modules["cuprum"]
    for part in func.__module__.split(".")[1:]:
        target = getattr(target, part, None)
    ours = getattr(target, func.__name__, None)
    if ours is None or ours is func or not all(issubclass(t, _ours) for t in types):
        return NotImplemented
    return ours(*args, **kwargs)


_core.ndarray.__array_ufunc__ = _array_ufunc
_core.FusedScalar.__array_ufunc__ = _array_ufunc
_core.ndarray.__array_function__ = _array_function

# Bound functions and ufuncs are pickled by name, as Python's own functions are.
for _kind in (type(_core.array), _core.ufunc, _core._GUFunc):
    _copyreg.pickle(_kind, lambda function: function.__name__)
