"""Random calls beside NumPy: a fixed sample of what `make fuzz` goes through, and that it finds what is wrong."""

import os
import pathlib
import subprocess
import sys
import warnings

import numpy as np
import pytest

import cuprum as cp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from fuzz import arrays, batches, cases, catalogue, shrink  # noqa: E402


@pytest.fixture(autouse=True)
def quiet():
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("seed", range(8))
def test_fixed_batches(seed):
    count = 0
    for case in batches.cases(seed):
        found = batches.unexplained(case)
        assert found is None, f"{found}\n{case.program()}"
        count += 1
    assert count > 100


@pytest.mark.parametrize("seed", range(2))
def test_fixed_batches_of_scipy(seed):
    count = 0
    for case in batches.cases(seed, library="scipy"):
        found = batches.unexplained(case)
        assert found is None, f"{found}\n{case.program()}"
        count += 1
    assert count > 100


@pytest.mark.parametrize("only", ["lfilter", "interpolant", "taken", "paths"])
def test_programs_of_scipys_cases_run(only):
    for case in list(batches.cases(4, only=only, library="scipy"))[:2]:
        done = subprocess.run([sys.executable, "-c", case.program()], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_the_same_seed_gives_the_same_cases():
    first, second = ([case.program() for case in batches.cases(3)] for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "path, wrong",
    [
        ("sort", lambda a, *args, **kwargs: cp.sort(a, *args, **kwargs)[..., ::-1]),
        ("trunc", lambda a, **kwargs: cp.floor(a, **kwargs)),
        ("tril", lambda a, k=0: cp.triu(a, k)),
        ("matmul", lambda a, b: cp.matmul(a, b) * 2),
        ("concatenate", lambda *args, **kwargs: cp.concatenate(*args, **kwargs).astype("d")),
        ("take", lambda *args, **kwargs: cp.zeros(3)[5]),
    ],
)
def test_differences_are_found_and_shrunk(path, wrong, monkeypatch):
    monkeypatch.setitem(cases._resolved, path, (getattr(np, path), wrong))
    for seed in range(40):
        for case in batches.cases(seed, only=path):
            if found := batches.unexplained(case):
                small = shrink.shrink(case, found)
                assert batches.unexplained(small) is not None
                assert sum(a.size for a in small.arrays()) <= sum(a.size for a in case.arrays())
                assert sum(a.size for a in small.arrays()) <= 12
                return
    raise AssertionError("no difference was found")


def test_programs_of_cases_run():
    """What is printed is a program; in both libraries it prints the same, but for how errors are worded."""
    programs = [case.program() for case in batches.cases(5, only="take")][:6]
    for program in programs:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("seed", [3, 4])  # with and without a memory pool
def test_operands_of_every_form(seed):
    """A sample of `python -m fuzz.operands`; each seed has an order of its own, so that other functions come first."""
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.operands", "--seed", str(seed), "--seconds", "12"],
        cwd=pathlib.Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 faults" in done.stdout


def _case(path, *arguments, writes=(), **keywords):
    spec = next(spec for spec in catalogue.SPECS if path in spec.paths)
    return cases.Case(path, list(arguments), keywords, spec, writes)


def test_rules_of_what_depends_on_numpys_strides():
    negative, half = arrays.Array(arrays.Root(np.full(6, -np.inf))), arrays.Root(np.full(1, 0.5))
    repeated = arrays.Array(half, (("broadcast", (6,)),))
    written = arrays.Array(arrays.Root(np.zeros(6)))
    for case in (
        _case("power", negative, repeated),
        _case("power", negative, 0.5),
        _case("power", negative, repeated, writes=("out",), out=written),
    ):
        assert batches.judge(case) == "documented: roots_of_minus_infinity"
    assert batches.judge(_case("power", negative, arrays.Array(arrays.Root(np.full(6, 0.5))))) is None
    misfit, other = arrays.Array(arrays.Root(np.ones(5, bool))), arrays.Array(arrays.Root(np.ones(6)))
    itself = _case("copyto", negative, negative, writes=(0,), where=misfit)
    assert batches.judge(itself) == "documented: nothing_is_copied"
    assert batches.judge(_case("copyto", negative, other, writes=(0,), where=misfit)) is None
