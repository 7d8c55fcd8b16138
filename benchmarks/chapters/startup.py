"""What a new process pays: import, first calls with an empty and with a filled kernel cache, memory. Each time is of
five processes of its own; the libraries take turns. Where an array is needed, the device's context exists before the
clock starts.
"""

import tempfile

from harness.contenders import text_of
from harness.processes import python

TITLE = "Start of a process"
PROCESSES = 5

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

# A whole small script: what its user waits for, the context included.
SCRIPT = """
import time
start = time.perf_counter()
import {library} as xp
x = xp.linspace(-4, 4, 1000)
y = xp.exp(-x * x) * xp.sin(3 * x)
float(y.mean())
print((time.perf_counter() - start) * 1e3)
"""

# Expressions that no shipped set of kernels holds: the compiler is loaded by the first, and has only to compile later.
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
a = xp.asarray(numpy.arange(1000, dtype="f4"))
b = a + a
b.get()
print(int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) / 1024)
"""


def in_folder(program, folder):
    return python(program, CUPRUM_CACHE_DIR=folder, CUPY_CACHE_DIR=folder).stdout


def in_processes(programs, cache, processes=PROCESSES):
    """{library: [what it prints]} of {library: program}: each time with an empty cache folder, or with one that the
    first fills."""
    outputs = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as filled:
        for turn in range(processes + (cache == "filled")):
            for name, program in programs.items():
                with tempfile.TemporaryDirectory() as empty:
                    text = in_folder(program, empty if cache == "empty" else filled)
                if turn or cache == "empty":
                    outputs[name].append(text)
    return outputs


def figures(outputs):
    return {name: [float(text) for text in texts] for name, texts in outputs.items()}


def first_calls(names, record):
    for cache in ("empty", "filled"):
        outputs = in_processes({name: FIRST_CALLS.format(library=name, names=NAMES) for name in names}, cache)
        for function in NAMES:
            samples = {
                name: [
                    float(line.split()[1])
                    for text in texts
                    for line in text.splitlines()
                    if line.startswith(function + " ")
                ]
                for name, texts in outputs.items()
            }
            record.add("startup", f"first {function}, {cache} cache", samples, group="first calls")


def compilations(record):
    first, others = [], []
    for _ in range(PROCESSES):
        with tempfile.TemporaryDirectory() as folder:
            log = python(COMPILED, CUPRUM_CACHE_DIR=folder, CUPRUM_LOG="kernels").stderr
        taken = [float(line.split(" in ")[1].split()[0]) for line in log.splitlines() if ": compiled in " in line]
        if not taken:
            raise RuntimeError("no kernel was compiled")
        first.append(taken[0])
        others += taken[1:]
    record.add("startup", "compile a kernel, with loading the compiler", {"cuprum": first}, group="compilation")
    record.add("startup", "compile a further kernel", {"cuprum": others}, group="compilation")


def run(session):
    record = session.record
    names = [name for name in ("cupy", "cuprum") if name in session.libraries]

    def scripts(cache):
        outputs = in_processes({name: SCRIPT.format(library=name) for name in names}, cache)
        case = f"import and first result of a script, {cache} cache"
        record.add("startup", case, figures(outputs), group="import")

    def imports():
        programs = {name: IMPORT.format(library=name) for name in names}
        record.add("startup", "import, over numpy", figures(in_processes(programs, "filled")), group="import")

    def memory(title):
        programs = {name: MEMORY.format(library=name) for name in names}
        record.add("startup", title, figures(in_processes(programs, "filled")), "MiB", group="memory at most")

    measurements = {
        "import, over numpy": imports,
        "script, empty cache": lambda: scripts("empty"),
        "script, filled cache": lambda: scripts("filled"),
        "first calls": lambda: first_calls(names, record),
        "compile": lambda: compilations(record),
        "memory of import and one add": lambda: memory("import and one add"),
    }
    for title, measurement in measurements.items():
        if session.wants(title):
            try:
                measurement()
            except Exception as error:  # recorded: the other measurements go on
                record.add("startup", title, {"cuprum": text_of(error)})
