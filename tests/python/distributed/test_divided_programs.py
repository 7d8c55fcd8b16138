"""Random programs over divided arrays beside NumPy: some of those that `divided_programs.py` runs for hours."""

import os
import pathlib
import subprocess
import sys

import pytest

import cuprum as cp

from divided_programs import rank_of_programs
from process_groups import ON_CPU, processes

HARNESS = pathlib.Path(__file__).parents[1] / "harness" / "divided_programs.py"


@pytest.mark.parametrize("devices", [2, 3, 8])
def test_devices(devices):
    if not ON_CPU and cp.cuda.runtime.getDeviceCount() < devices:
        pytest.skip(f"needs {devices} GPUs")
    done = subprocess.run(
        [sys.executable, str(HARNESS), "--seconds", "4", "--first", str(1000 * devices)], text=True,
        capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": str(devices)},
    )  # fmt: skip
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert int(done.stdout.split()[-6]) >= 30 and " 0 programs" in done.stdout, done.stdout


@pytest.mark.skipif(not ON_CPU, reason="simulated: each rank is a process without a GPU")
@pytest.mark.parametrize("ranks", [2, 4])
def test_ranks(ranks):
    for rank, outcome in processes(ranks, rank_of_programs, range(20 * ranks, 10**6), 4).items():
        assert not isinstance(outcome, str), f"rank {rank}: {outcome}"
        done, failures = outcome
        assert done >= 30 and not failures, failures
