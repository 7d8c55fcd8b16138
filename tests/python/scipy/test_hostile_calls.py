"""A short run of calls with hostile arguments; harness/hostile_calls.py makes long ones."""

import os
import pathlib
import signal
import subprocess
import sys

import pytest

import cuprum as cp

HUNT = pathlib.Path(__file__).parents[1] / "harness" / "hostile_calls.py"


@pytest.mark.skipif(cp.backend() != "cpu", reason="processes are forked")
@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="calls are ended by an alarm")
@pytest.mark.parametrize("chapter", ["interpolate", "ndimage", "signal", "sparse.csgraph", "spatial", "stats"])
def test_hostile_calls(chapter):
    done = subprocess.run(
        [sys.executable, str(HUNT), "--seconds", "4", "--seed", "3", chapter],
        env={**os.environ, "CUPRUM_LOG": ""},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
