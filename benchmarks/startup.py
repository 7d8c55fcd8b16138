"""What a new process pays: import, first calls with an empty and a filled kernel cache, memory."""

import os
import statistics
import subprocess
import sys
import tempfile

PROCESSES = 7

IMPORT = """
import time, numpy
start = time.perf_counter()
import {library}
print((time.perf_counter() - start) * 1e3)
"""

# The context exists and data is there before the clock starts. The first call of each function is timed on its own.
FIRST_CALLS = """
import time, numpy
import {library} as xp
a = xp.asarray(numpy.random.default_rng(0).random(1000, dtype=numpy.float32) + .5)
a.copy().get()
for name in {names}:
    call = getattr(xp, name)
    start = time.perf_counter()
    result = call(a, a) if name in ("add", "multiply", "hypot") else call(a)
    result.get()
    print(name, (time.perf_counter() - start) * 1e3)
"""
NAMES = ["add", "multiply", "sin", "exp", "sqrt", "hypot", "sum"]

# An expression that no shipped set of kernels holds: the compiler is loaded by the first, and has only to compile later.
COMPILED = """
import numpy
import cuprum as xp
for function, left, right in [("add", "i1", "u2"), ("hypot", "f4", "i2"), ("less", "u1", "i4"), ("maximum", "i2", "f4"),
                              ("logaddexp", "u1", "f4"), ("multiply", "i1", "f8"), ("arctan2", "f4", "u2")]:
    a, b = xp.asarray(numpy.ones(100, left)), xp.asarray(numpy.ones(100, right))
    getattr(xp, function)(a, b)
"""

MEMORY = """
import numpy
import {library} as xp
if {add}:
    a = xp.asarray(numpy.arange(1000, dtype="f4"))
    b = a + a
    b.get()
print(int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) / 1024)
"""


def python(program, **environment):
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return done


def import_time(library):
    """Milliseconds over `import numpy`."""
    program = IMPORT.format(library=library)
    python(program)  # fills the disk cache and writes the .pyc files
    times = [float(python(program).stdout) for _ in range(PROCESSES)]
    return {"median_ms": statistics.median(times), "least_ms": min(times)}


def first_calls(library):
    """Rows of first calls in a new process: with the user's cache folder empty, and then filled by that process."""
    program = FIRST_CALLS.format(library=library, names=NAMES)
    with tempfile.TemporaryDirectory() as folder:
        for cache in ("empty", "filled"):
            lines = python(program, CUPRUM_CACHE_DIR=folder, CUPY_CACHE_DIR=folder).stdout.split("\n")
            for name, milliseconds in (line.split() for line in lines if line):
                yield {"case": f"first {name}, {cache} cache", "median_ms": float(milliseconds)}


def compile_times():
    """Milliseconds of each compilation that cuprum logs in a process with an empty cache: the first, and the others."""
    with tempfile.TemporaryDirectory() as folder:
        log = python(COMPILED, CUPRUM_CACHE_DIR=folder, CUPRUM_LOG="kernels").stderr
    times = [float(line.split(" in ")[1].split()[0]) for line in log.splitlines() if ": compiled in " in line]
    if not times:
        raise RuntimeError("no kernel was compiled")
    yield {"case": "first kernel, with loading the compiler", "median_ms": times[0]}
    if len(times) > 1:
        yield {
            "case": f"{len(times) - 1} further kernels",
            "median_ms": statistics.median(times[1:]),
            "least_ms": min(times[1:]),
        }


def peak_memory(library, add):
    """MiB at most in a process that imports the library and perhaps adds two arrays with a kernel that is in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        program = MEMORY.format(library=library, add=add)
        python(program, CUPRUM_CACHE_DIR=folder, CUPY_CACHE_DIR=folder)  # fills the cache
        return statistics.median(
            float(python(program, CUPRUM_CACHE_DIR=folder, CUPY_CACHE_DIR=folder).stdout) for _ in range(3)
        )


def attempt(group, library, case, work, report):
    base = {"group": group, "library": library}
    try:
        rows = work()
        report([{**base, "case": case, **row} for row in ([rows] if isinstance(rows, dict) else rows)])
    except Exception as error:  # recorded: the other measurements go on
        report([{**base, "case": case, "error": f"{type(error).__name__}: {error}"}])


def run(libraries, report):
    names = [name for name in libraries if name in ("cupy", "cuprum")]
    for name in names:
        attempt("startup", name, "import, over numpy", lambda: import_time(name), report)
        attempt("startup", name, "first calls", lambda: first_calls(name), report)
    if "cuprum" in names:
        attempt("startup", "cuprum", "compile", compile_times, report)
    attempt("memory", "numpy", "import", lambda: {"peak_mib": peak_memory("numpy", False)}, report)
    for name in names:
        attempt("memory", name, "import and one add", lambda: {"peak_mib": peak_memory(name, True)}, report)
