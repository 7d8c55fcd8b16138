"""The type stubs of the extension module: complete, free of errors, and of use to programs."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import cuprum as cp
from cuprum import _core

pytest.importorskip("mypy", reason="mypy is not installed")
PACKAGE = pathlib.Path(cp.__file__).parent
STUBS = PACKAGE / "_core"


def mypy(*arguments, cache):
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(cache), "--follow-imports=silent", *map(str, arguments)],
        env=os.environ | {"MYPYPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout


def test_everything_is_there():
    text = (STUBS / "__init__.pyi").read_text()
    defined = set(re.findall(r"^(?:def |class )?(\w+)", text, flags=re.MULTILINE))
    missing = [
        name
        for name in vars(_core)
        if not name.startswith("__") and name not in defined and f" {name} as {name}" not in text
    ]
    assert not missing
    methods = set(re.findall(r"^    (?:def |class )?(\w+)", text, flags=re.MULTILINE))
    assert not [
        name
        for name in dir(cp.ndarray)
        if not name.startswith("_") and name not in methods and f"as {name}" not in text
    ]


def test_no_errors(tmp_path):
    assert "Success: no issues found" in mypy(STUBS, cache=tmp_path), mypy(STUBS, cache=tmp_path)


def errors(tmp_path, program):
    """The lines of a program that a type checker refuses."""
    file = tmp_path / "program.py"
    file.write_text(program)
    return [int(line) for line in re.findall(r"program\.py:(\d+): error: ", mypy(file, cache=tmp_path / "cache"))]


RIGHT = """\
from typing import assert_type, Any
import numpy as np
import cuprum as cp
import cuprumx
from cuprum import cuda
from cuprumx.profiler import benchmark

flag = bool(input())
a = cp.ones((2, 3), dtype='f')
assert_type(a, cp.ndarray)
assert_type(a.shape, tuple[int, ...])
assert_type(a.ndim, int)
assert_type(cp.tril(a) + 1, cp.ndarray)
assert_type(2 / a, cp.ndarray)
assert_type(a @ a.T, cp.ndarray)
assert_type(a == 1, cp.ndarray)
assert_type(-a[0, ..., None, 1:], cp.ndarray)
assert_type(divmod(a, 2), tuple[cp.ndarray, cp.ndarray])
a += 1
a[a > 2] = 0
a[:, 0] = [1, 2]
for row in a:
    assert_type(row, cp.ndarray)
assert_type(float(a.sum()), float)
assert_type(cp.sin(a), cp.ndarray)
assert_type(cp.add.reduce(a), cp.ndarray)
assert_type(cp.modf(a), tuple[cp.ndarray, cp.ndarray])
assert_type(cp.matmul(a, a.T), cp.ndarray)
assert_type(cp.sin([1.0, 2.0]).sum(axis=0)[0].get(), np.ndarray)
assert_type(cp.zeros(3), cp.ndarray)
assert_type(cp.zeros(np.int64(3), np.float32, order='F'), cp.ndarray)
assert_type(cp.sum([[1, 2], [3, 4]], axis=(0, 1), keepdims=True, initial=1.5), cp.ndarray)
assert_type(cp.array(np.ones(3)), cp.ndarray)
assert_type(cp.where(a > 1), tuple[cp.ndarray, ...])
assert_type(cp.where(a > 1, a, 0), cp.ndarray)
assert_type(cp.unique(a), cp.ndarray)
assert_type(cp.unique(a, return_counts=True), tuple[cp.ndarray, ...])
assert_type(cp.unique(a, return_index=flag), tuple[cp.ndarray, ...] | cp.ndarray)
assert_type(cp.unique_all(a).counts, cp.ndarray)
assert_type(cp.linspace(0, 1), cp.ndarray)
assert_type(cp.linspace(0, 1, retstep=True), tuple[cp.ndarray, cp.ndarray])
assert_type(cp.average(a, returned=True), tuple[cp.ndarray, cp.ndarray])
assert_type(cp.histogram(a, bins=[0, 1, 2]), tuple[cp.ndarray, cp.ndarray])
assert_type(cp.split(a, 2), list[cp.ndarray])
assert_type(cp.meshgrid(a, a), tuple[cp.ndarray, ...])
assert_type(cp.take(a, [0], mode='wrap'), cp.ndarray)
assert_type(cp.concatenate([a, a], axis=None), cp.ndarray)
assert_type(cp.dtype('f'), np.dtype[np.float32]) if False else None
assert_type(cp.asnumpy(a), np.ndarray[Any, Any])
assert_type(cp.linalg.inv(a), cp.ndarray)
assert_type(cp.linalg.svd(a).S, cp.ndarray)
assert_type(cp.linalg.svd(a, compute_uv=False), cp.ndarray)
assert_type(cp.linalg.eigh(a)[0], cp.ndarray)
assert_type(cp.linalg.qr(a).Q, cp.ndarray)
assert_type(cp.fft.rfft(a, norm='ortho'), cp.ndarray)
assert_type(cp.random.normal(0, 1, (2, 3)), cp.ndarray)
assert_type(cp.random.rand(2, 3), cp.ndarray)
assert_type(cp.random.default_rng(1).normal(size=3), cp.ndarray)
assert_type(cp.cublas.nrm2(a), cp.ndarray)
assert_type(cp.unique(np.ones(3)), cp.ndarray)
assert_type(cp.vstack([a, np.ones((1, 3))]), cp.ndarray)
assert_type(cp.zeros_like(np.ones(3)), cp.ndarray)
assert_type(cp.full(3, np.array(2)), cp.ndarray)
assert_type(a.take(np.array([0, 1]), axis=1), cp.ndarray)
assert_type(cp.fft.fftfreq(4, dtype=cp.float32, device=0), cp.ndarray)
cp.cuda.set_allocator(cp.cuda.MemoryPool().malloc)
cp.testing.assert_allclose(a, a)
with cuda.Device(0) as device, cuda.Stream() as stream:
    used: int = cp.get_default_memory_pool().used_bytes()
print(benchmark(cp.sin, (a,), n_repeat=3), cp.pi, cp.float32(1), cp.newaxis)
"""


def test_right_programs_pass(tmp_path):
    assert errors(tmp_path, RIGHT) == []


WRONG = """\
import cuprum as cp, numpy as np
a = cp.ones((2, 3))
a.no_such_method()
wrong: str = a.ndim
cp.no_such_function(a)
cp.linalg.no_such_function(a)
cp.ones("three")
cp.ones((2.5, 3))
cp.sum("text")
cp.sum(a, axis="x")
cp.sum(a, no_such_parameter=1)
cp.zeros(3, order='Z')
cp.take(a, [0], mode='bounce')
a.reshape(2, 3).astype()
cp.concatenate(a=[a])
cp.sin(a, a, a, a)
cp.sin("text")
cp.unique(a).counts
cp.where(a > 1).sum()
cp.linalg.svd(a, compute_uv=False).S
cp.fft.fft(a, norm='loud')
cp.random.normal(size="x")
a + "text"
a.sort().sum()
cp.meshgrid(a, a, indexing='kl')
cp.array(1, no_copy=True)
cp.searchsorted(a, a, side='middle')
cp.linalg.eigh(a, UPLO='X')
cp.add(a, np.ones(3))
cp.where(np.ones(3), a, a)
cp.dot(a, b=np.ones(3))
cp.fft.fft(np.ones(3))
cp.cuda.set_allocator(3)
cp.roll(a, "x")
cp.select([a > 1], 3)
"""


def test_wrong_programs_are_refused(tmp_path):
    lines = WRONG.splitlines()
    found = set(errors(tmp_path, WRONG))
    assert [lines[k - 1] for k in range(3, len(lines) + 1) if k not in found] == []
    assert not found & {1, 2}


@pytest.mark.parametrize("folder", ["examples", "examples/gallery"])
def test_examples_pass(folder, tmp_path):
    """All of a folder at once, as most of the time goes into NumPy's stubs and ours."""
    programs = sorted((pathlib.Path(__file__).resolve().parents[3] / folder).glob("*.py"))
    assert len(programs) > 10
    assert "Success" in (told := mypy("--ignore-missing-imports", *programs, cache=tmp_path)), told


def functions(module):
    for name, member in vars(module).items():
        if type(member).__module__ == "nanobind" and not name.startswith("_"):
            yield f"{module.__name__}.{name}", member
        elif type(member).__name__ == "module" and member.__name__.startswith("cuprum"):
            yield from functions(member)


def test_docstrings_name_types():
    told = {name: member.__doc__.split("\n")[0] for name, member in functions(_core) if isinstance(member.__doc__, str)}
    assert len(told) > 500
    assert {name: signature for name, signature in told.items() if re.search(r"\bobject\b", signature)} == {}
    assert told["cuprum._core.sum" if "cuprum._core.sum" in told else "sum"].startswith(
        "sum(a: ArrayLike | numpy.ndarray, axis: int | Sequence[int] | None"
    )


# Methods that take or give an object of any type by their nature.
ANYTHING = {
    "Builder": "values of a kernel that is traced are Python's numbers, arrays, and what the kernel computes",
    "Kernel": "a traced function",
    "_Hook": "an object of a program's class",
    "Callbacks": "arrays, or nothing",
    "Type": "the name of the method",
    "CUDARuntimeError": "an exception, whose text may be any object's",
}


def test_methods_name_types():
    without = set()
    for owner in vars(_core).values():
        for cls in vars(owner).values() if type(owner).__name__ == "module" else [owner]:
            if not (isinstance(cls, type) and cls.__module__.startswith("cuprum")) or cls.__name__ in ANYTHING:
                continue
            for name, method in vars(cls).items():
                public = not name.startswith("_") or name in ("__init__", "__call__")
                if type(method).__module__ == "nanobind" and public and isinstance(method.__doc__, str):
                    if re.search(r"\bobject\b", method.__doc__.split("\n")[0]):
                        without.add(f"{cls.__name__}.{name}")
    assert without == set()
