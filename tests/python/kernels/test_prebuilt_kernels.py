"""Calls that the prebuilt kernels covers find their kernels in it: its texts are those that calls ask the cache for."""

import json
import os
import shutil
import subprocess
import sys

import pytest

import cuprum
from cuprum import _core

PROGRAM = """
import ml_dtypes
import numpy as np
import cuprum
from cuprum import _core

DTYPES = {c: np.dtype(c) for c in "?bhilBHILefdFD"} | {"E": np.dtype(ml_dtypes.bfloat16)}

# Arrays for each layout: one piece of memory; rows apart; no order at all.
def layouts(dtype):
    yield cuprum.ones((6, 70), dtype)
    yield cuprum.ones((6, 90), dtype)[:, :70]
    yield cuprum.ones((140, 12), dtype)[::2, ::2].T

for ufunc in [u for u in vars(cuprum).values() if isinstance(u, cuprum.ufunc)]:
    for loop in ufunc.types:
        for operands in zip(*(layouts(DTYPES[t]) for t in loop.partition("->")[0])):
            ufunc(*operands)
for source in DTYPES.values():
    for array in layouts(source):
        for target in DTYPES.values():
            array.astype(target, order="C")
        array.fill(1)
    for name in "sum prod max min argmax argmin any all count_nonzero mean var std".split():
        for shape in [(100,), (300, 500), (20000, 7)]:
            array = cuprum.ones(shape, source)
            for axis in (None, 0, -1):
                getattr(cuprum, name)(array, axis=axis)
info = _core._cache_info()
assert info["pack_hits"] > 1000, info
assert info["compiled"] == 0, info
"""


COMMON = """
import numpy as np
import cuprum as cp
from cuprum import _core
from cuprumx.scipy import special

x = cp.asarray(np.linspace(0, 1, 1000))
print(cp.arange(10), cp.arange(1000.0)[-1], cp.arange(5, dtype="float32"), cp.linspace(0, 10, 5))
y = cp.ones((10, 100), "float32") / 3
z = (cp.sin(x) ** 2 + cp.cos(x) ** 2).sum() + y.astype("float64").T.mean(axis=0).max()
print(z, cp.sqrt(y[:, ::2]).argmax(), (y > 3).any(), abs(-cp.ones(5, int)) // 2)
print(special.jv(x, x)[-1], special.airy(y.T)[0].shape, special.kve(0.5, x)[-1], special.struve(0.5, x)[-1])
if cp.backend() == "cuda":
    for ufunc in {u for u in vars(special).values() if isinstance(u, cp.ufunc)}:
        for inputs in {loop.partition("->")[0] for loop in ufunc.types}:
            if set(inputs) <= set("fd"):
                ufunc(*(cp.full(1000, 0.5, code) for code in inputs))
    for code in "fd":
        special.lambertw(x.astype(code)), special.wofz(x.astype(code))
info = _core._cache_info()
assert info["pack_hits"] > 10, info
assert info["compiled"] == 0, info
"""


LINEAR_ALGEBRA = """
import numpy as np
import cuprum
from cuprum import _core

for dtype in "fdFD":
    for order in "CF":
        one = cuprum.asarray(np.array(np.eye(6) + 0.1, dtype, order=order))
        stack = cuprum.asarray(np.array([np.eye(6)] * 3, dtype, order=order))
        for a, right in ((one, np.ones((6, 3), dtype)), (one, np.ones(6, dtype)), (stack, np.ones((3, 6, 2), dtype))):
            cuprum.linalg.det(a)
            cuprum.linalg.slogdet(a)
            cuprum.linalg.inv(a)
            cuprum.linalg.solve(a, cuprum.asarray(right))
info = _core._cache_info()
assert info["pack_hits"] > 4, info
assert info["compiled"] == 0, info
"""


def packs_seen(environment):
    """The packs that a new process with this environment finds."""
    program = "import json; from cuprum import _core; print(json.dumps(_core._cache_info()['packs']))"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check(program, packs, folder):
    """That a program compiles nothing where packs that `packs` picks are there for all devices."""
    environment = os.environ | {"CUPRUM_CACHE_DIR": str(folder), "CUPRUM_LOG": "kernels"}
    there = {pack["target"] for pack in packs_seen(environment) if packs(pack)}
    if not set(_core._device_targets()) <= there:
        pytest.skip("this build was made without such a pack for this device")
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=600)
    compiled = [line for line in done.stderr.splitlines() if "compiled" in line]
    assert done.returncode == 0, "\n".join(compiled[:20] or done.stderr.splitlines()[-20:])


def test_no_kernel_of_the_prebuilt_kernels_is_compiled(tmp_path):
    """With all of them, which wheels have for processors."""
    if cuprum.backend() == "cpu":
        # `make test` has built them for its own cache, which takes a minute.
        built = {pack["target"]: pack["path"] for pack in _core._cache_info()["packs"] if "/packs/" in pack["path"]}
        (tmp_path / "packs").mkdir()
        for target in _core._device_targets():
            if target in built:
                shutil.copy(built[target], tmp_path / "packs")
            else:
                _core._build_prebuilt_kernels(target, str(tmp_path / "packs"), os.cpu_count(), None)
        check(PROGRAM, lambda pack: True, tmp_path)
    else:
        check(PROGRAM, lambda pack: not pack["path"].endswith(("-first.pack", "-common.pack")), tmp_path)


def test_first_calls_of_linear_algebra_compile_nothing(tmp_path):
    check(LINEAR_ALGEBRA, lambda pack: True, tmp_path)


def test_a_first_program_compiles_nothing(tmp_path):
    """With the common kernels alone, which wheels have for GPUs."""
    built = {pack["target"] for pack in _core._cache_info()["packs"] if pack["path"].endswith("-common.pack")}
    for target in set(_core._device_targets()) - built:
        _core._build_prebuilt_kernels(target, str(tmp_path / "packs"), os.cpu_count(), None, True)
    environment = os.environ | {"CUPRUM_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", COMMON], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
