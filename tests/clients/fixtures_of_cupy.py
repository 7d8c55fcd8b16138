"""The conftest.py of CuPy's own tests: insides that they import, and one case of each parametrized test."""

import collections
import importlib
import random
import sys
import types

import pytest

pytest_plugins = ["pytester"]
MOST = 1  # of the parameters of a test


def same(*_, **__):
    return lambda function: function


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


add("cupyx.cusparse", check_availability=lambda name: False, getVersion=lambda handle=0: 12000)
add("cupyx.cusolver", check_availability=lambda name: True)
add("cupy.cuda.cusolver", _getVersion=lambda: (11, 7, 0))
add("cupy.cuda.runtime", _getLocalRuntimeVersion=lambda: 12090)
add("cupy.testing._condition", retry=same)
add("cupy.testing._helper", skip_if_after_baseline=same)
add("cupy._core", _get_warpsize=lambda: 32)
add("cupyx.scipy.ndimage._util")
add("cupyx.scipy.stats._distributions", _normalize=normalized)
add("cupyx.scipy", _scipy_available=True)
add("cupy.fft._fft", _fftn=object(), _fft=object(), _default_fft_func=lambda x, **_: object())
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
