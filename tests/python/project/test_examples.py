"""The programs in examples/, which check what they show."""

import os
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"


NAMES = [
    "cells",
    "chirp",
    "dask_cluster",
    "deferred",
    "divided_fft",
    "fft",
    "fuse",
    "halos",
    "heat",
    "jit",
    "kernels",
    "kmeans",
    "neighbours",
    "pagerank",
    "special",
    "splines",
    "streams",
    "structured",
]


@pytest.mark.parametrize("name", NAMES)
def test_runs(name):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"CUPRUM_CPU_DEVICES": "2"},
    )
    assert done.returncode == 0 and done.stdout, done.stderr


def test_all_are_listed():
    """In examples/README.md; and all but the demo run above, which `make demo` runs."""
    text = (EXAMPLES / "README.md").read_text()
    programs = [*EXAMPLES.glob("*.py"), *(EXAMPLES / "cpp").glob("*.cpp")]
    assert [path.name for path in programs if f"`{path.name}`" not in text] == []
    assert sorted(NAMES) == sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "demo")
