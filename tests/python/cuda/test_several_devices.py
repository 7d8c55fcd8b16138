"""The tests that want two devices, with two simulated ones: a CPU shows as many as CUPRUM_CPU_DEVICES says."""

import os
import pathlib
import subprocess
import sys

import pytest

import cuprum as cp

TESTS = pathlib.Path(__file__).resolve().parents[1]


@pytest.mark.skipif(cp.backend() != "cpu", reason="where there are several GPUs, these tests find them")
@pytest.mark.parametrize(
    "tests",
    [
        "cuda/test_cuda_device.py",
        "cuda/test_cuda_event.py",
        "cuda/test_memory_kinds.py",
        "scipy/fft/test_fft.py -k devices",
    ],
    ids=lambda tests: tests.split(".")[0],
)
def test_with_two_devices(tests):
    file, *choice = tests.split()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-p", "no:xdist", str(TESTS / file),
        *choice], capture_output=True, text=True, env=os.environ | {"CUPRUM_CPU_DEVICES": "2"}, cwd=TESTS,
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-4000:]
    assert "CUPRUM_CPU_DEVICES" not in done.stdout and "there is one device" not in done.stdout, done.stdout[-2000:]
