"""Every ufunc by every method in every dtype, beside NumPy: a sample, or with CUPRUM_EVERY_METHOD=1 all of them.

Each combination is a kernel of its own, on a GPU as on a CPU, and C's own functions of the same names lie close by.
"""

import itertools
import os
import pathlib
import sys
import types
import warnings

import numpy as np
import pytest

import cuprum as cp
from common import NUMPY_DTYPES

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from fuzz.arrays import Array, Root  # noqa: E402
from fuzz.batches import unexplained  # noqa: E402
from fuzz.cases import Case  # noqa: E402
from fuzz.compare import Near  # noqa: E402

NAMES = [
    name
    for name in sorted(dir(cp))
    if isinstance(getattr(cp, name), cp.ufunc) and isinstance(getattr(np, name, None), np.ufunc)
]
METHODS = {1: ("__call__", "at"), 2: ("__call__", "outer", "reduce", "accumulate", "reduceat", "at")}
WHOLE = os.environ.get("CUPRUM_EVERY_METHOD") == "1"
EACH = None if WHOLE else 2  # combinations of a ufunc


def data(dtype, name):
    """Numbers of both signs and zero; those that are shifted by are not negative."""
    numbers = [[-2, 0, 1, 3], [2, -1, -3, 1], [1, 2, -2, -1]]
    values = np.array(numbers, "d")
    if dtype.kind == "f":
        values *= 0.75
    if dtype.kind == "c":
        values = values * 0.75 + 0.5j * values[::-1]
    return (abs(values) if dtype.kind in "bu" or "shift" in name else values).astype(dtype)


def expected_by_steps(name, method):
    """NumPy's `reduce` and `reduceat` by its `accumulate`: with AVX-512 those of some loops read what is not written
    yet."""
    accumulate = getattr(np, name).accumulate

    def reduce(a, axis):
        return accumulate(a, axis)[-1]

    def reduceat(a, indices, axis):
        ends = [*indices[1:], len(a)]
        return np.stack([accumulate(a[i : max(j, i + 1)], axis)[-1] for i, j in zip(indices, ends)])

    return {"reduce": reduce, "reduceat": reduceat}[method]


def case_of(name, method, dtype):
    ufunc = getattr(np, name)
    array = lambda values: Array(Root(values))  # noqa: E731
    a, b = data(dtype, name), data(dtype, name)[::-1].copy()
    path, kwargs, writes, model = f"{name}.{method}" if method != "__call__" else name, {}, (), None
    if method == "__call__":
        arguments = [array(x) for x in (a, b)[: ufunc.nin]]
    elif method == "outer":
        arguments = [array(a[0]), array(b)]
    elif method == "at":
        arguments = [array(a), array(np.array([0, 2, 0]))] + ([array(b)] if ufunc.nin == 2 else [])
        writes = (0,)
    else:
        arguments = [array(a)] + ([[0, 2, 1]] if method == "reduceat" else [])
        kwargs = {"axis": 0}
        if name in ("power", "float_power", "arctan2") and dtype.kind in "fc" and method != "accumulate":
            model = expected_by_steps(name, method)
    policy = Near(8 if method in ("__call__", "outer") else 64, None if method == "__call__" else 1)
    spec = types.SimpleNamespace(policy=policy, layout=False, ignores_result=method == "at")
    return Case(path, arguments, kwargs, spec, writes, model)


def gives_floats(name, nin, dtype):
    try:
        return getattr(np, name)(*[np.ones(1, dtype)] * nin)[0].dtype.kind in "fc"
    except TypeError:
        return False


@pytest.mark.parametrize("name", NAMES)
def test_as_numpy(name):
    nin = getattr(np, name).nin
    if getattr(np, name).signature is not None or nin > 2:
        return  # a generalised one, or clip: with tests of their own
    chosen = list(itertools.product(METHODS[nin], NUMPY_DTYPES))
    # What becomes of NaN and of large floats in integers is test_casts.py's subject.
    chosen = [(m, d) for m, d in chosen if m != "at" or d.kind not in "biu" or not gives_floats(name, nin, d)]
    if EACH:
        rng = np.random.default_rng(sum(map(ord, name)))
        chosen = [chosen[i] for i in rng.choice(len(chosen), EACH, replace=False)]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = []
        for method, dtype in chosen:
            case = case_of(name, method, dtype)
            if found := unexplained(case):
                wrong.append(f"{name}.{method} of {dtype}: {found}\n{case.program()}")
    assert not wrong, "\n".join(wrong)


def test_all_are_there():
    assert len(NAMES) > 85
