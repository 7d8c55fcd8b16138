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


def test_a_program(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import cuprum as cp\n"
        "from cuprum import cuda\n"
        "from cuprumx.profiler import benchmark\n"
        "a = cp.ones((2, 3), dtype='f')\n"
        "b: cp.ndarray = cp.tril(a) + 1\n"
        "n: int = a.ndim\n"
        "c = cp.sin(b).sum(axis=0)[0].get()\n"
        "with cuda.Device(0) as device, cuda.Stream() as stream:\n"
        "    used: int = cp.get_default_memory_pool().used_bytes()\n"
        "print(benchmark(cp.sin, (a,), n_repeat=3))\n"
        "a.no_such_method()\n"
        "wrong: str = a.ndim\n"
    )
    found = re.findall(r"program\.py:(\d+): error: (.*)", mypy(program, cache=tmp_path / "cache"))
    assert [(int(line), "no_such_method" in text or "Incompatible" in text) for line, text in found] == [
        (11, True),
        (12, True),
    ], found
