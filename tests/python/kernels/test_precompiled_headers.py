"""What a CPU's compiler keeps of the includes that kernels begin with."""

import os
import pathlib
import subprocess
import sys

import pytest

import cuprum

pytestmark = pytest.mark.skipif(cuprum.backend() != "cpu", reason="NVRTC reads headers anew for each kernel")

PROGRAM = """
import sys
import cuprum
factor = sys.argv[1]
x = cuprum.arange(5.0)
y = cuprum.ElementwiseKernel("T x", "T y", f"y = {factor} * x + sin(x - x)", "scaled")(x)
assert (y == float(factor) * x).all()
total = cuprum.ReductionKernel("T x", "T y", f"x * {factor}", "a + b", "y = a", "0", "scaled_sum")(x)
assert float(total) == float(factor) * 10
kernel = cuprum.RawKernel(
    'extern "C" __global__ void scale(double* x) { x[threadIdx.x] *= %s; }' % factor, "scale")
kernel((1,), (5,), (x,))
assert (x == float(factor) * cuprum.arange(5.0)).all()
"""


def run(program, folder, *arguments):
    # The build's pack has headers of its own, which are those of the native target alone.
    environment = os.environ | {"CUPRUM_CACHE_DIR": str(folder), "CUPRUM_CPU_TARGET": "x86-64-v2"}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def kept(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder, "headers").glob("*.kernel")}


def test_headers_are_kept_for_other_processes(tmp_path):
    run(PROGRAM, tmp_path, "2")
    first = kept(tmp_path)
    assert len(first) >= 3
    run(PROGRAM, tmp_path, "3")
    assert kept(tmp_path) == first


def test_damaged_headers_are_made_anew(tmp_path):
    run(PROGRAM, tmp_path, "2")
    first = kept(tmp_path)
    for name, content in first.items():
        pathlib.Path(tmp_path, "headers", name).write_bytes(content[: len(content) // 2] + bytes(100))
    run(PROGRAM, tmp_path, "3")
    second = kept(tmp_path)
    assert second.keys() == first.keys()
    # Those of the program's three kernels; all others have their kernels from the cache.
    assert sum(len(second[name]) > len(first[name]) // 2 + 100 for name in first) >= 3


def test_a_folder_that_cannot_be_written_is_warned_of_once(tmp_path):
    folder = tmp_path / "a file"
    folder.write_text("")
    environment = os.environ | {"CUPRUM_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "2"], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("cannot be kept") == 1


def test_clearing_the_cache_removes_them(tmp_path):
    run(PROGRAM, tmp_path, "2")
    run("from cuprum import _core; _core._cache_clear()", tmp_path)
    assert not kept(tmp_path)


def test_a_header_of_the_program_may_change(tmp_path):
    """It is read anew, though the includes of the text are the same."""
    program = """
import pathlib, sys
import cuprum
header = pathlib.Path(sys.argv[1], "factor.h")
results = []
for number in sys.argv[2:]:
    header.write_text(f"#define FACTOR {number}\\n")
    for k in range(3):
        kernel = cuprum.RawKernel(
            '#include "factor.h"\\nextern "C" __global__ void f(int* x) { *x = FACTOR + %d; } // %s' % (k, number),
            "f", ("-I" + sys.argv[1],))
        x = cuprum.zeros(1, "i4")
        kernel((1,), (1,), (x,))
        assert int(x[0]) == int(number) + k, (int(x[0]), number, k)
"""
    run(program, tmp_path / "cache", str(tmp_path), "7")
    run(program, tmp_path / "cache2", str(tmp_path), "8", "9")
