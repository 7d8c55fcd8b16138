"""What the Python array API standard asks of a namespace and of arrays beside NumPy's functions."""

import numpy as _np

from . import _core
from ._core import _cuda, _cuda_runtime

__array_api_version__ = "2024.12"

_KINDS = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "real floating": ("float32", "float64"),
    "complex floating": ("complex64", "complex128"),
}
_KINDS["integral"] = _KINDS["signed integer"] + _KINDS["unsigned integer"]
_KINDS["numeric"] = _KINDS["integral"] + _KINDS["real floating"] + _KINDS["complex floating"]


class _Info:
    """What `__array_namespace_info__()` gives."""

    def capabilities(self):
        """Boolean indexing, shapes that depend on data, and how many axes an array may have."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self):
        """The device of new arrays."""
        return _cuda.Device()

    def devices(self):
        """All devices of the backend in use."""
        return [_cuda.Device(number) for number in range(_cuda_runtime.getDeviceCount())]

    def default_dtypes(self, *, device=None):
        """The dtypes that functions choose where they are not told."""
        return {
            "real floating": _np.dtype("float64"),
            "complex floating": _np.dtype("complex128"),
            "integral": _np.dtype("int64"),
            "indexing": _np.dtype("int64"),
        }

    def dtypes(self, *, device=None, kind=None):
        """The standard's dtypes by name: all of them, those of a kind, or of a tuple of kinds."""
        kinds = ("bool", "numeric") if kind is None else kind if isinstance(kind, tuple) else (kind,)
        unknown = [k for k in kinds if k not in _KINDS]
        if unknown:
            raise ValueError(f"unsupported kind: {unknown[0]!r}; the kinds are {', '.join(map(repr, _KINDS))}")
        return {name: _np.dtype(name) for k in kinds for name in _KINDS[k]}


def __array_namespace_info__():
    """What this namespace offers of the array API standard: devices, dtypes and capabilities."""
    return _Info()


def _to_device(self, device, /, *, stream=None):
    """The array on a device: itself where it is there already, else a copy.

    Parameters
        device: a Device, or its number.
        stream: a stream of that device whose work comes after the copy.
    Returns
        An array.
    """
    moved = _core.asarray(self, device=device)
    if stream is not None:
        stream.wait_event(_cuda.get_current_stream().record())
    return moved


_core.ndarray.to_device = _to_device
