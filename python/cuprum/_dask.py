"""Dask arrays with cuprum chunks: what Dask asks of an array library, and how arrays travel between Dask's workers.

`dask.config.set({"array.backend": "cuprum"})` finds this module by its entry point. Everything else is registered when
both cuprum and the part of Dask that it belongs to have been imported, in workers too.
"""

import functools as _functools

import numpy as _np

from . import _core as _cp
from ._python import asnumpy as _asnumpy


def _shape_kept(shape, axis, keepdims):
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = {a % len(shape) for a in axes}
    kept = tuple(1 if i in axes else n for i, n in enumerate(shape) if keepdims or i not in axes)
    return kept, _np.prod([shape[i] for i in axes], dtype=float)


def _numel(x, axis=None, keepdims=False, dtype=float, **_):
    """How many elements of `x` a reduction takes for each of its results."""
    shape, count = _shape_kept(x.shape, axis, keepdims)
    return _cp.full(shape, count, dtype)


def _nannumel(x, **kwargs):
    return _cp.sum(~_cp.isnan(x), **kwargs)


def _take(a, indices, *args, **kwargs):
    return _cp.take(a, _cp.asarray(indices), *args, **kwargs)  # Dask's indices are NumPy's


def _einsum(*operands, casting=None, order=None, **kwargs):
    return _cp.einsum(*operands, **kwargs)


def _percentile(a, q, method="linear"):
    from dask.array.percentile import _percentile as percentile

    return percentile(a, q, method)


def register_array():
    """What dask.array calls for arrays of ours."""
    from dask.array import dispatch

    functions = {
        "concatenate_lookup": _cp.concatenate,
        "take_lookup": _take,
        "tensordot_lookup": _cp.tensordot,
        "einsum_lookup": _einsum,
        "empty_lookup": _cp.empty,
        "numel_lookup": _numel,
        "nannumel_lookup": _nannumel,
        "percentile_lookup": _percentile,
        "to_numpy_dispatch": lambda a, **kwargs: _asnumpy(a, **kwargs),
    }
    for name, function in functions.items():
        if hasattr(dispatch, name):  # versions of Dask differ
            getattr(dispatch, name).register(_cp.ndarray, function)


def register_sizeof():
    """How large Dask's scheduler takes an array to be."""
    from dask.sizeof import sizeof

    sizeof.register(_cp.ndarray, lambda a: int(a.nbytes))


# -------------------------------------------------------------------------------------------------------------- workers


def _as_bytes(x):
    """A header and the array's bytes on one axis, which share its memory where it is contiguous."""
    if not (x.flags.c_contiguous or x.flags.f_contiguous):
        x = x.copy()
    order = "C" if x.flags.c_contiguous else "F"
    header = {"shape": tuple(x.shape), "dtype": x.dtype.name, "order": order}
    return header, x.ravel(order).view("u1")


def _from_bytes(header, flat):
    dtype = header["dtype"]
    if dtype == "bfloat16":
        from ml_dtypes import bfloat16 as dtype
    return flat.view(dtype).reshape(header["shape"], order=header["order"])


def _serialize(x, context=None):
    header, flat = _as_bytes(x)
    # On a CPU this is the array's own memory, as of NumPy arrays.
    return header, [memoryview(_np.from_dlpack(flat) if _cp.backend() == "cpu" else flat.get())]


def _deserialize(header, frames):
    frame = frames[0] if len(frames) == 1 else bytearray().join(frames)
    # Shares what was received where it may be written to.
    return _from_bytes(header, _cp.from_dlpack(_np.frombuffer(frame, "u1")))


def _serialize_cuda(x):
    if _cp.backend() != "cuda":  # asked here, as to ask starts the driver: an import must not
        raise NotImplementedError("memory of a host is sent as bytes")  # distributed goes on with `_serialize`
    header, flat = _as_bytes(x)
    return header, [flat]


def _deserialize_cuda(header, frames):
    return _from_bytes(header, _cp.asarray(frames[0]))


def register_protocol():
    """How distributed sends arrays: as frames of bytes, or between GPUs as they are."""
    from distributed.protocol import dask_deserialize, dask_serialize
    from distributed.protocol.cuda import cuda_deserialize, cuda_serialize

    dask_serialize.register(_cp.ndarray, _serialize)
    dask_deserialize.register(_cp.ndarray, _deserialize)
    cuda_serialize.register(_cp.ndarray, _serialize_cuda)
    cuda_deserialize.register(_cp.ndarray, _deserialize_cuda)


# ---------------------------------------------------------------------------------------------------------- entry point


@_functools.cache
def _entry_point():
    from dask import config
    from dask.array.backends import ArrayBackendEntrypoint

    def create(name):
        def function(*args, meta=None, **kwargs):
            import dask.array

            with config.set({"array.backend": "numpy"}):  # which makes what `meta` says
                return getattr(dask.array, name)(*args, meta=_cp.empty(()) if meta is None else meta, **kwargs)

        return staticmethod(function)

    class CuprumBackendEntrypoint(ArrayBackendEntrypoint):
        """Dask's functions that create arrays, for cuprum."""

        ones, zeros, empty, full = map(create, ("ones", "zeros", "empty", "full"))

        @staticmethod
        def arange(*args, like=None, **kwargs):
            import dask.array

            with config.set({"array.backend": "numpy"}):
                return dask.array.arange(*args, like=_cp.empty(()) if like is None else like, **kwargs)

        @classmethod
        def to_backend_dispatch(cls):
            return _cp.asarray

        @classmethod
        def to_backend(cls, data, **kwargs):
            return data if isinstance(data._meta, _cp.ndarray) else data.map_blocks(_cp.asarray, **kwargs)

        @property
        def RandomState(self):
            from .random import RandomState

            return RandomState

        @property
        def default_bit_generator(self):
            from .random import XORWOW

            return XORWOW

    return CuprumBackendEntrypoint


def CuprumBackendEntrypoint():
    """Called by Dask when its setting "array.backend" names cuprum."""
    return _entry_point()()
