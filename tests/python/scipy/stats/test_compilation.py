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
    import sys
    import cuprum as cp
    from cuprumx.scipy import stats

    name, *numbers = sys.argv[1:]
    for method in ("cdf", "ppf", "isf"):
        getattr(getattr(stats, name), method)(cp.full(8, 0.4), *map(float, numbers))
"""


IN_A_KERNEL = """
    import cuprum as cp
    from cuprumx import jit
    from cuprumx.scipy import special

    @jit.rawkernel()
    def inverses(x, y):
        i = jit.threadIdx.x
        y[i] = special.betaincinv(x[i], x[i], x[i]) + special.stdtrit(x[i], x[i])

    inverses[1, 8](cp.full(8, 0.4), cp.zeros(8))
"""

with_stand_in = pytest.mark.skipif(not (STAND_IN / "libcuda.so.1").exists(), reason="needs the stand-in of a build")


# Not what getrusage calls the most: that counts what the starting process held, too.
MEMORY = """
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM")))
"""


def memory_of(program, tmp_path, *arguments):
    """The most that a program holds in its 90 seconds, MB."""
    environment = os.environ | {
        "LD_LIBRARY_PATH": str(STAND_IN), "CUPRUM_CUDA_PATH": str(STAND_IN), "CUPRUM_STAND_IN": "sm_90",
        "CUPRUM_BACKEND": "cuda", "CUPRUM_CACHE_DIR": str(tmp_path),
    }  # fmt: skip
    path = tmp_path / "program.py"  # a kernel is read from its file
    path.write_text(textwrap.dedent(program) + MEMORY)
    command = [sys.executable, path, *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr[-2000:]
    return int(done.stdout)


@with_stand_in
@pytest.mark.parametrize("distribution", [("beta", 2, 3), ("f", 5, 7), ("t", 4), ("gamma", 3)], ids=lambda d: d[0])
def test_inverses_of_distributions(distribution, tmp_path):
    """With all functions copied into their callers the inverse of beta took minutes and tens of gigabytes."""
    assert memory_of(PROGRAM, tmp_path, *distribution) < 1000


@with_stand_in
def test_inverses_in_kernels_of_users(tmp_path):
    assert memory_of(IN_A_KERNEL, tmp_path) < 1000
