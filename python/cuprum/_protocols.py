"""NumPy's functions and ufuncs called with cuprum arrays come here, and go on to cuprum's of the same name."""

import copyreg as _copyreg
import sys as _sys
from functools import partial as _partial
from types import GenericAlias as _GenericAlias

import numpy as _np

from . import _core
from ._when_imported import when_imported as _when_imported


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    # SciPy's special functions are ufuncs, too.
    ours = getattr(_core, ufunc.__name__, None) or getattr(_core._special, ufunc.__name__, None)
    if not isinstance(ours, (_core.ufunc, _core._GUFunc)):
        return NotImplemented
    outs = kwargs.get("out", ())
    for operand in (*inputs, *(outs if isinstance(outs, tuple) else (outs,))):
        if getattr(type(operand), "__array_ufunc__", None) not in _known:
            return NotImplemented  # its own method may know
    # NumPy makes arrays without axes of its scalars before it asks: np.float32(1) < a.
    inputs = [x[()] if type(x) is _np.ndarray and x.ndim == 0 else x for x in inputs]
    return (ours if method == "__call__" else getattr(ours, method))(*inputs, **kwargs)


# NumPy's functions that write to their first argument: that one is taken as it is.
_writing = {"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"}


def _to_device(argument):
    """NumPy arrays as cuprum's, in sequences of them too."""
    if type(argument) is _np.ndarray:
        return _core.array(argument)
    if type(argument) in (list, tuple):
        return type(argument)(map(_to_device, argument))
    return argument


def _our_function(func):
    """cuprum's function of the same name in the same module; None if there is none."""
    found = _sys.modules["cuprum"]
    for name in (*func.__module__.split(".")[1:], func.__name__):
        found = getattr(found, name, None)
    return None if found is func else found


def _array_function(self, func, types, args, kwargs):
    ours = _our_function(func)
    # Other classes of arrays, and NumPy's own subclasses, may mean something else.
    if ours is None or not all(t is _np.ndarray or issubclass(t, _core.ndarray) for t in types):
        return NotImplemented
    if _np.ndarray in types:
        start = 1 if func.__name__ in _writing else 0
        args = (*args[:start], *map(_to_device, args[start:]))
        kwargs = {name: value if name == "out" else _to_device(value) for name, value in kwargs.items()}
    return ours(*args, **kwargs)


# The methods of NumPy's arrays and ours, and of what has none.
_known = (None, _array_ufunc, _np.ndarray.__array_ufunc__)

_core.ndarray.__array_ufunc__ = _array_ufunc
_core.FusedScalar.__array_ufunc__ = _array_ufunc
_core.ndarray.__array_function__ = _array_function
_core.ndarray.__class_getitem__ = classmethod(_GenericAlias)  # annotations: ndarray[Any, numpy.dtype[numpy.float32]]


def _repr_html(self):
    from ._html import array_html  # notebooks alone need it

    return array_html(self)


_core.ndarray._repr_html_ = _repr_html


def _special_function(name):
    return getattr(_core._special, name)


def _pickle_by_name(function):
    """Bound functions and ufuncs are pickled by name, as Python's own functions are."""
    name = function.__name__
    if getattr(_core._special, name, None) is function:
        return _special_function, (name,)
    return name


for _kind in (type(_core.array), _core.ufunc, _core._GUFunc):
    _copyreg.pickle(_kind, _pickle_by_name)


# ----------------------------------------------------------------------------------------------------------- Dask


def _dask_tokenize(self):
    from dask.base import normalize_token

    return "cuprum.ndarray", normalize_token(self.get())


def _register(function):
    from . import _dask

    getattr(_dask, function)()


_core.ndarray.__dask_tokenize__ = _dask_tokenize
_when_imported("dask.array", _partial(_register, "register_array"))
_when_imported("dask.sizeof", _partial(_register, "register_sizeof"))
_when_imported("distributed.protocol", _partial(_register, "register_protocol"))
# A notebook shows what is written to stderr, which is no terminal there.
_when_imported("ipykernel.zmqshell", _partial(_core._show_compilations, True))
