"""What a GPU's compiler takes for the kernels of distributions. A driver that runs nothing stands for a GPU."""

import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

from cuprum import _core

STAND_IN = pathlib.Path(_core.__file__).resolve().parents[2] / "stand_in"  # of a build, beside its package
PROGRAM = """
    import resource, sys
    import cuprum as cp
    from cuprumx.scipy import stats

    name, *numbers = sys.argv[1:]
    for method in ("cdf", "ppf", "isf"):
        getattr(getattr(stats, name), method)(cp.full(8, 0.4), *map(float, numbers))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.skipif(not (STAND_IN / "libcuda.so.1").exists(), reason="needs the stand-in of a build")
@pytest.mark.parametrize("distribution", [("beta", 2, 3), ("f", 5, 7), ("t", 4), ("gamma", 3)], ids=lambda d: d[0])
def test_inverses_of_distributions(distribution, tmp_path):
    """With all functions copied into their callers the inverse of beta took minutes and tens of gigabytes."""
    environment = os.environ | {
        "LD_LIBRARY_PATH": str(STAND_IN), "CUPRUM_CUDA_PATH": str(STAND_IN), "CUPRUM_STAND_IN": "sm_90",
        "CUPRUM_BACKEND": "cuda", "CUPRUM_CACHE_DIR": str(tmp_path),
    }  # fmt: skip
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM), *map(str, distribution)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) < 1000  # MB
