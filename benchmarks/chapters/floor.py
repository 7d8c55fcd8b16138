"""What memory gives to programs of a few lines that do nothing else (benchmarks/floors), by kind of traffic: the best
of several variants. `read` only reads, `add` reads two bytes for one written, `copy` one for one, `widen` one for two,
`write` only writes.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

TITLE = "Floors"
FOLDER = pathlib.Path(__file__).resolve().parents[1] / "floors"


def threads():
    return int(os.environ.get("CUPRUM_NUM_THREADS") or len(os.sched_getaffinity(0)))


def output(setting):
    if setting.gpu:
        compiler = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        options, arguments = ["-O3", "-std=c++17", "-arch=native", str(FOLDER / "floor.cu")], []
    else:
        compiler = shutil.which("c++") or "g++"
        options = ["-O3", "-std=c++17", "-march=native", "-pthread", str(FOLDER / "floor.cpp")]
        arguments = [str(threads())]
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "floor")
        for command in ([compiler, *options, "-o", program], [program, *arguments, str(int(setting.quick))]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=180)
            if done.returncode:
                raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()[:300]}")
    return json.loads(done.stdout)


def run(session):
    for found in output(session.setting):
        count = found.get("threads", 0)
        size = (found.get("read", 0) + found.get("written", 0)) / 1e6
        launch = found["case"] == "launch"
        session.record.add(
            "floor",
            "a bare launch of a kernel" if launch else f"{found['case']}, {size:.0f} MB",
            {"floor": found["samples"]},
            "us" if launch else "ms",
            group=f"{count} thread" + "s" * (count > 1) if count else "",
            kind=found["case"],
            variant=found["variant"],
            threads=count,
            read=found.get("read"),
            written=found.get("written"),
        )
