"""The first `det` of a process, of 512 x 512 float32, on a GPU beside a bare C++ program that makes the same calls of
cuSOLVER; and two inverses on two streams beside the same on one stream.
"""

import pathlib
import shutil
import subprocess
import tempfile
from time import perf_counter

from harness.libraries import solvable
from harness.processes import python

TITLE = "Solvers in a new process and on two streams"


FIRST = """
import time
import {module} as xp
a = xp.asarray(__import__('numpy').random.default_rng(0).random((512, 512), dtype='f'))
{synchronize}
start = time.perf_counter()
xp.linalg.det(a)
{synchronize}
print((time.perf_counter() - start) * 1e3)
solvers = [line.split()[-1] for line in open("/proc/self/maps") if "/libcusolver.so" in line]
print(solvers[0] if solvers else "")
"""


def first_det(module, gpu, cache):
    """Milliseconds, and the file of the cuSOLVER that was used."""
    text = FIRST.format(module=module, synchronize="xp.cuda.Device().synchronize()" if gpu else "")
    time, solver = python(text, CUPRUM_CACHE_DIR=cache, CUPY_CACHE_DIR=cache).stdout.split("\n")[:2]
    return float(time), solver


def first_dets(session, repeats=5):
    gpu, solver = session.setting.gpu, ""
    modules = [name for name in ("numpy", "cupy", "cuprum") if name in session.libraries and (gpu or name != "cupy")]
    for kind in ("empty", "filled"):
        samples = {name: [] for name in modules}
        with tempfile.TemporaryDirectory() as filled:
            for turn in range(repeats + (kind == "filled")):
                for name in modules:
                    with tempfile.TemporaryDirectory() as empty:
                        time, path = first_det(name, gpu, filled if kind == "filled" else empty)
                    if turn or kind == "empty":
                        samples[name].append(time)
                    solver = path if name == "cuprum" else solver
        if solver and kind == "filled":
            with tempfile.TemporaryDirectory() as folder:
                samples["C++"] = bare_dets(solver, folder, repeats)
        session.record.add("solvers", f"first det of 512 in a process, {kind} cache", samples, group="first calls")


def bare_dets(solver, folder, repeats):
    """Milliseconds of the same calls in C++."""
    program = pathlib.Path(folder) / "first_det"
    source = pathlib.Path(__file__).resolve().parents[1] / "floors/first_det.cpp"
    subprocess.run([shutil.which("c++") or "g++", "-std=c++20", "-O2", source, "-o", program, "-ldl"], check=True)
    runs = (subprocess.run([program, solver], capture_output=True, text=True, check=True) for _ in range(repeats))
    return [float(done.stdout.split()[0]) for done in runs]


def two_inverses(xp, matrix, streams):
    """Milliseconds for an inverse on each of two streams."""
    xp.cuda.Device().synchronize()
    start, kept = perf_counter(), []
    for stream in streams:
        with stream:
            kept.append(xp.linalg.inv(matrix))
    for stream in streams:
        stream.synchronize()
    return (perf_counter() - start) * 1e3


def on_two_streams(session, size=6000, repeats=7):
    samples = {}
    for name in ("cupy", "cuprum"):
        if name in session.libraries:
            library = session.libraries[name]
            xp = library.xp
            matrix = solvable(library, (size, size), "float32")
            one, two = xp.cuda.Stream(non_blocking=True), xp.cuda.Stream(non_blocking=True)
            for streams in ((one, one), (one, two)):
                two_inverses(xp, matrix, streams)
            for label, streams in ((f"{name}, one stream", (one, one)), (name, (one, two))):
                samples[label] = [two_inverses(xp, matrix, streams) for _ in range(repeats)]
            library.free()
    session.record.add("solvers", f"two inv of {size} float32 on two streams", samples, group="streams")


def run(session):
    if session.wants("first det of 512"):
        first_dets(session)
    if session.setting.gpu and not session.setting.quick and session.wants("two inv on two streams"):
        on_two_streams(session)
