"""The conftest.py of CuPy's own tests: insides that they import, and one case of each parametrized test."""

import collections
import functools
import importlib
import inspect
import random
import sys
import types

import cupy
import pytest
import scipy.stats

pytest_plugins = ["pytester"]
MOST = 1  # of the parameters of a test


def same(*_, **__):
    return lambda function: function


def of_chance(times, least=1):
    """A decorator for a test that passes if it passes so often at least, of so many times."""

    def decorate(test):
        @functools.wraps(test)
        def repeated(*args, **kwargs):
            passed = failed = 0
            while passed < least:
                try:
                    test(*args, **kwargs)
                    passed += 1
                except Exception:
                    failed += 1
                    if failed > times - least:
                        raise

        return repeated

    return decorate


def add(owner, **names):
    """Names that a module lacks; the module itself where there is none of this name."""
    try:
        importlib.import_module(owner)
    except ImportError:
        made = types.ModuleType(owner)
        parent, _, name = owner.rpartition(".")
        setattr(sys.modules[parent], name, made)
        sys.modules[owner] = made
    for name, value in names.items():
        if not hasattr(sys.modules[owner], name):
            setattr(sys.modules[owner], name, value)


def normalized(x, axis):
    return x / x.sum(axis=axis, keepdims=True)


def without_parameters(wrapped, *names):
    """A decorator for a function that takes the place of another one, but for parameters of these names."""

    def decorate(function):
        made = functools.wraps(wrapped)(function)
        signature = inspect.signature(wrapped)
        kept = [p for name, p in signature.parameters.items() if name not in names]
        made.__signature__ = signature.replace(parameters=kept)
        del made.__wrapped__
        return made

    return decorate


def sizes(size):
    return () if size is None else tuple(size) if isinstance(size, (tuple, list)) else (size,)


def stacked_identity(shape, n, dtype):
    return cupy.broadcast_to(cupy.eye(n, dtype=dtype), (*shape, n, n)).copy()


def chi_square_test(observed, expected, alpha=0.05, df=None):
    distance = ((observed - expected) ** 2 / expected).sum()
    return distance < scipy.stats.chi2.isf(alpha, df or len(observed) - 1)


class ShowsArrayInterface:
    """Shows an array by one version of CUDA's array interface, with its strides, None for them, or without."""

    def __init__(self, a, ver=3, include_strides=False, mask=None, stream=None):
        self.a, self.ver, self.include_strides, self.mask, self.stream = a, ver, include_strides, mask, stream

    @property
    def __cuda_array_interface__(self):
        a = self.a
        if isinstance(a, tuple):
            shape, strides, typestr, descr, address = a
        else:
            shape, strides, typestr, descr, address = a.shape, a.strides, a.dtype.str, a.dtype.descr, a.data.ptr
        made = {"shape": shape, "typestr": typestr, "descr": descr, "version": self.ver, "data": (address, False)}
        if self.include_strides is not False:
            may_be_none = self.include_strides is None and not isinstance(a, tuple) and a.flags.c_contiguous
            made["strides"] = None if may_be_none else strides
        return made | {key: getattr(self, key) for key in ("mask", "stream") if getattr(self, key) is not None}


class GivesArray:
    def __init__(self, a):
        self.a = a

    def __cupy_get_ndarray__(self):
        return self.a


add("cupyx.cusparse", check_availability=lambda name: False, getVersion=lambda handle=0: 12000)
importlib.import_module("cupyx.cusolver").check_availability = lambda name: True
importlib.import_module("cupy.cuda.device").get_compute_capability = lambda: "90"
add("cupy.cuda.cusolver", _getVersion=lambda: (11, 7, 0))
add("cupy.cuda.runtime", _getLocalRuntimeVersion=lambda: 12090)
add("cupy.testing._condition", retry=of_chance, repeat=same, repeat_with_success_at_least=of_chance)
add("cupy.testing._hypothesis", chi_square_test=chi_square_test)
add("cupy.testing._loops", _wraps_partial=without_parameters, _wraps_partial_xp=without_parameters)
add(
    "cupy.testing._protocol_helpers",
    DummyObjectWithCudaArrayInterface=ShowsArrayInterface,
    DummyObjectWithCuPyGetNDArray=GivesArray,
)
add("cupy._util", CUDA_ARRAY_INTERFACE_EXPORT_VERSION=3, ENABLE_SLICE_COPY=False)
add("cupy._core", _cub_reduction=types.SimpleNamespace(_CUB_REDUCE_SIZE_THRESHOLD=1, _can_use_cub_block_reduction=None))
add("cupy.cuda._compiler_cache", DiskKernelCacheBackend=object)
add("cupy.cublas", get_batched_gesv_limit=lambda: 0, set_batched_gesv_limit=lambda limit: None)
add("cupy.testing._helper", skip_if_after_baseline=same)
add("cupy._core", _get_warpsize=lambda: 32, get_size=sizes)
add("cupy.linalg._util", stacked_identity=stacked_identity)
add("cupyx.scipy.ndimage._util")
add("cupyx.scipy.stats._distributions", _normalize=normalized)
add("cupyx.scipy", _scipy_available=True)
add(
    "cupy.fft._fft",
    _fftn=object(),
    _fft=object(),
    _default_fft_func=lambda x, **_: object(),
    _size_last_transform_axis=lambda shape, s, axes: None,
)
sys.modules.setdefault("cuvs", types.ModuleType("cuvs"))  # without it, tests of distances are skipped
add("cupyx.scipy.sparse", _spbase=type("_spbase", (), {}))


def pytest_collection_modifyitems(items):
    groups = collections.defaultdict(list)
    for item in items:
        cls = item.cls.__name__.partition("_param_")[0] if item.cls else ""
        groups[item.path, cls, getattr(item, "originalname", item.name)].append(item)
    chosen = random.Random(7)
    kept = {id(item) for group in groups.values() for item in chosen.sample(group, min(MOST, len(group)))}
    items[:] = [item for item in items if id(item) in kept]
    for item in items:
        for marker in ("slow", "multi_gpu"):
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=marker))
        for node in item.listchain():  # a test that CuPy fails may pass
            node.own_markers = [
                pytest.mark.xfail(*m.args, **{**m.kwargs, "strict": False}) if m.name == "xfail" else m
                for m in node.own_markers
            ]
