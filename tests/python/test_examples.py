"""The programs in examples/, which check what they show."""

import os
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    "name", ["fft.py", "fuse.py", "jit.py", "heat.py", "kernels.py", "pagerank.py", "streams.py", "structured.py"]
)
@pytest.mark.parametrize("name", ["cells.py", "fft.py", "fuse.py", "jit.py", "kernels.py", "streams.py", "structured.py"])
@pytest.mark.parametrize("name", ["chirp.py", "fft.py", "fuse.py", "jit.py", "kernels.py", "streams.py", "structured.py"])
    "name", ["fft.py", "fuse.py", "jit.py", "kernels.py", "splines.py", "streams.py", "structured.py"]
    "name", ["fft.py", "fuse.py", "jit.py", "kernels.py", "neighbours.py", "streams.py", "structured.py"]
)
def test_runs(name):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"CUPRUM_CPU_DEVICES": "2"},
    )
    assert done.returncode == 0 and done.stdout, done.stderr
