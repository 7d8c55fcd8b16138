"""The type stubs of the extension module: complete, free of errors, and of use to programs."""

import importlib.util
import json
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


# What has no place for Any: shapes, dtypes, functions of programs, and keywords that a method passes on.
OPEN = re.compile(
    r"tuple\[Any, \.\.\.\]|ndarray\[Any, |numpy\.dtype\[Any\]|Callable\[\.\.\., Any\]|\*\*?\w+: Any|^from .*",
    re.MULTILINE,
)


def test_any_is_rare():
    """Types that are not told, 527 before tools/known_types.py; their number only falls."""
    text = "\n".join(OPEN.sub("", path.read_text()) for path in PACKAGE.rglob("*.pyi"))
    assert len(re.findall(r"\bAny\b", text)) <= 235


def test_no_errors(tmp_path):
    assert "Success: no issues found" in mypy(STUBS, cache=tmp_path), mypy(STUBS, cache=tmp_path)


def pyright(*paths, folder):
    """The errors of pyright as (file, line, message), with the rules of its mode "standard"."""
    if not importlib.util.find_spec("basedpyright"):
        pytest.skip("basedpyright is not installed")
    settings = {
        "include": [str(path) for path in paths],
        "extraPaths": [str(PACKAGE.parent)],
        "typeCheckingMode": "standard",
        "reportPossiblyUnboundVariable": "none",  # a name that a loop sets
        "reportMissingImports": "none",  # what is not installed here
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "-p", str(folder / "pyrightconfig.json"), "--outputjson"]
    done = subprocess.run([*command, "--pythonpath", sys.executable], capture_output=True, text=True, timeout=300)
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] > 0, done.stdout + done.stderr
    return [
        (pathlib.Path(found["file"]).name, found["range"]["start"]["line"] + 1, found["message"])
        for found in report["generalDiagnostics"]
        if found["severity"] == "error"
    ]


def errors(tmp_path, program):
    """The lines of a program that mypy refuses."""
    file = tmp_path / "program.py"
    file.write_text(program)
    return [int(line) for line in re.findall(r"program\.py:(\d+): error: ", mypy(file, cache=tmp_path / "cache"))]


RIGHT = """\
from typing import assert_type, Any
import numpy as np
import cuprum as cp
import cuprumx
import cuprum.typing
from cuprum import cuda
from cuprumx.profiler import benchmark
from cuprumx.scipy.sparse import csgraph, csr_matrix
import cuprumx.distributed.array as da

flag = bool(input())
a = cp.ones((2, 3), dtype='f')
assert_type(a, cp.ndarray)
assert_type(a.shape, tuple[Any, ...])
assert_type(a.ndim, int)
assert_type(cp.tril(a) + 1, cp.ndarray)
assert_type(2 / a, cp.ndarray)
assert_type(a @ a.T, cp.ndarray)
assert_type(a == 1, cp.typing.NDArray[np.bool])
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
assert_type(cp.zeros(3), cp.typing.NDArray[np.float64])
assert_type(cp.zeros(np.int64(3), np.float32, order='F'), cp.typing.NDArray[np.float32])
assert_type(cp.sum([[1, 2], [3, 4]], axis=(0, 1), keepdims=True, initial=1.5), cp.ndarray)
assert_type(cp.array(np.ones(3)), cp.typing.NDArray[np.float64])
assert_type(cp.where(a > 1), tuple[cp.ndarray, ...])
assert_type(cp.where(a > 1, a, 0), cp.ndarray)
assert_type(cp.unique(a), cp.ndarray)
assert_type(cp.unique(a, return_counts=True), tuple[cp.ndarray, ...])
assert_type(cp.unique(a, return_index=flag), tuple[cp.ndarray, ...] | cp.ndarray)
assert_type(cp.unique_all(a).counts, cp.ndarray)
assert_type(cp.linspace(0, 1), cp.ndarray)
assert_type(cp.linspace(0, 1, retstep=True), tuple[cp.ndarray, cp.ndarray | float | complex])
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
assert_type(cp.zeros_like(np.ones(3)), cp.typing.NDArray[np.float64])
assert_type(cp.full(3, np.array(2)), cp.ndarray)
assert_type(a.take(np.array([0, 1]), axis=1), cp.ndarray)
assert_type(cp.fft.fftfreq(4, dtype=cp.float32, device=0), cp.ndarray)
assert_type(a.reshape(3, 2, order='F').transpose(1, 0), cp.ndarray)
assert_type(a.reshape((3, 2)).transpose((1, 0)).transpose(None), cp.ndarray)
assert_type(cp.atleast_1d(a, [1.0]), cp.ndarray | tuple[cp.ndarray, ...])
assert_type(cp.ix_([True, False], [0, 1]), tuple[cp.ndarray, ...])
assert_type(cp.result_type(a, np.int8, 3), np.dtype)
assert_type(cp.poly1d([1, 2]) / 2, cp.poly1d)
assert_type(cp.poly1d([1, 2]) / cp.poly1d([1]), tuple[cp.poly1d, cp.poly1d])
assert_type(cp.fuse(lambda x: x), Any)
csgraph.shortest_path(csr_matrix(cp.ones((2, 2))))
csgraph.shortest_path(np.ones((2, 2)))
cp.cuda.set_allocator(cp.cuda.MemoryPool().malloc)
cp.testing.assert_allclose(a, a)


def traced(x: cp.FusedScalar) -> cp.FusedScalar:
    return -x * 2 + (1 < x)


def two_devices(layout: da.Layout) -> tuple[da.DistributedArray, da.DistributedArray]:
    matrix, again = da.distributed_array(a, layout), da.distributed_array(a, layout.index_map(a.shape))
    return da.qr(matrix) if layout.partition[0] is None else (matrix, again)


with cuda.Device(0) as device, cuda.Stream() as stream:
    used: int = cp.get_default_memory_pool().used_bytes()
print(benchmark(cp.sin, (a,), n_repeat=3), cp.pi, cp.float32(1), cp.newaxis)
"""


def test_right_programs_pass(tmp_path):
    assert errors(tmp_path, RIGHT) == []


WRONG = """\
import cuprum as cp, numpy as np; from cuprumx.scipy.sparse import csgraph
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
a.reshape("x")
a.reshape(2, order=3)
a.transpose(1.5)
cp.shares_memory(a, "x")
csgraph.shortest_path("x")
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
single: cp.typing.NDArray[np.float32] = cp.zeros(3)
single = np.zeros(3, np.float32)
cp.random.default_rng(1).normal(size=3).no_such_method()
"""


def check_wrong(found):
    lines = WRONG.splitlines()
    assert [lines[k - 1] for k in range(3, len(lines) + 1) if k not in found] == []
    assert not found & {1, 2}


def test_wrong_programs_are_refused(tmp_path):
    check_wrong(set(errors(tmp_path, WRONG)))


ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = [path for folder in ("examples", "examples/gallery") for path in sorted((ROOT / folder).glob("*.py"))]
CLIENT = pathlib.Path(__file__).with_name("typed_client.py")


@pytest.mark.skipif(not PROGRAMS, reason="the examples are not here")
def test_examples_pass(tmp_path):
    """All at once, as most of the time goes into NumPy's stubs and ours."""
    assert len(PROGRAMS) > 40
    for folder in {path.parent for path in PROGRAMS}:  # some names are in both
        programs = [path for path in PROGRAMS if path.parent == folder]
        assert "Success" in (told := mypy("--ignore-missing-imports", CLIENT, *programs, cache=tmp_path)), told


def test_pyright(tmp_path):
    """Right and wrong programs, the client and the examples, in one run."""
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(RIGHT)
    wrong.write_text(WRONG)
    found = pyright(right, wrong, CLIENT, *PROGRAMS, folder=tmp_path)
    check_wrong({line for name, line, _ in found if name == wrong.name})
    # Matplotlib tells no types of some parameters: pyright takes those of the defaults.
    allowed = [error for error in found if error[0] == "poisson_equation.py" and '"int"' in error[2]]
    assert [error for error in found if error[0] != wrong.name and error not in allowed] == []


def test_typed_client_runs():
    done = subprocess.run([sys.executable, CLIENT], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


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
