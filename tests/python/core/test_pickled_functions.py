"""Every public function and class is pickled by its name, as Dask and process pools do."""

import importlib
import pickle
import types

import pytest

MODULES = (
    "cuprum cuprum.fft cuprum.linalg cuprum.random cuprum.polynomial.polynomial cuprum.testing cuprumx "
    "cuprumx.profiler cuprumx.scipy.fft cuprumx.scipy.interpolate cuprumx.scipy.linalg cuprumx.scipy.ndimage "
    "cuprumx.scipy.signal cuprumx.scipy.sparse cuprumx.scipy.sparse.csgraph cuprumx.scipy.sparse.linalg "
    "cuprumx.scipy.spatial cuprumx.scipy.special cuprumx.scipy.stats cuprumx.signal"
).split()


@pytest.mark.parametrize("module", MODULES)
def test_functions_are_pickled_by_name(module):
    room = importlib.import_module(module)
    for name in dir(room):
        function = getattr(room, name)
        if name[0] == "_" or not callable(function) or isinstance(function, types.ModuleType):
            continue
        assert pickle.loads(pickle.dumps(function)) is function, name
