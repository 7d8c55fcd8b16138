#!/usr/bin/env python3
"""What a program waits for at the first call of each function: the compiler, where no pack has the kernels.

    PYTHONPATH=build/python python3 benchmarks/first_calls.py                    prints the calls above 100 ms
    PYTHONPATH=build/python python3 benchmarks/first_calls.py --only "*sort*"    the functions of these names
    PYTHONPATH=build/python python3 benchmarks/first_calls.py --above 0          all calls

Each call has a process of its own with an empty cache, in which the compiler is loaded and has compiled one kernel. A
figure is the processor time of that process on a CPU, which is what its user waits for on a quiet machine, and elapsed
time on a GPU. NumPy's functions are those of beside_numpy.py, SciPy's those that the fuzzer of tests/ knows, with small
arrays of each dtype.
"""

import argparse
import contextlib
import fnmatch
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import warnings

import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

DTYPES = ("float32", "float64", "int64")
SIZE = 10_000
TRIES = 200  # draws of the fuzzer until one is a call that is none of errors


def numpy_calls(dtype):
    """Pairs of a name and a function that makes operands and returns the call."""
    import cuprum
    from beside_numpy import Operands, calls

    def prepare(call):
        call(numpy, Operands(numpy, SIZE, dtype))  # which raises what NumPy does not compute
        operands = Operands(cuprum, SIZE, dtype)
        return lambda: call(cuprum, operands)

    for name, call in calls().items():
        yield name, lambda call=call: prepare(call)


def scipy_calls(dtype):
    from fuzz import batches, scipy_catalogue
    from fuzz.drawing import Drawer

    def prepare(spec, path):
        drawer = Drawer(random.Random(path), {"float32": "f", "float64": "d", "int64": "l"}[dtype])
        for _ in range(TRIES):
            try:
                case = drawer.case(spec)
            except (IndexError, ValueError, TypeError, ZeroDivisionError, OverflowError):
                continue  # what was drawn does not go together
            case.path = path
            if case.nonsense or not any(a.size for a in case.arrays()) or batches.wraps_for_ever(case):
                continue
            if case.run(only=0)[0].error is None:
                return lambda: case.run(only=1)
        raise LookupError(path)

    for spec in scipy_catalogue.SPECS:
        for path in spec.paths:
            if not path.startswith("recipe.") and batches.available(path):
                yield path, lambda spec=spec, path=path: prepare(spec, path)


def measure(prepare):
    """Milliseconds of the first call and of the compiler in it, and how many kernels it compiled."""
    import cuprum
    from cuprum import _core

    clock = time.process_time if cuprum.backend() == "cpu" else time.perf_counter
    cuprum.ElementwiseKernel("T x", "T y", "y = x", "starts_the_compiler")(cuprum.zeros(3))
    call = prepare()
    cuprum.cuda.Device().synchronize()
    before, start = _core._cache_info(), clock()
    call()
    cuprum.cuda.Device().synchronize()
    elapsed, after = clock() - start, _core._cache_info()
    return [
        1e3 * elapsed,
        after["compile_ms"] - before["compile_ms"],
        after["compiled"] - before["compiled"],
    ]


def measure_all(options):
    """Prints a line for each call. Processes are forked before anything has used the device."""
    warnings.simplefilter("ignore")
    numpy.seterr(all="ignore")
    rows = [("numpy", numpy_calls), ("scipy", scipy_calls)]
    for dtype in options.dtypes:
        for name, prepare in (row for library, find in rows if library in options.libraries for row in find(dtype)):
            if options.only and not any(fnmatch.fnmatch(name, pattern) for pattern in options.only.split(",")):
                continue
            sys.stdout.flush()
            child = os.fork()
            if child:
                os.waitpid(child, 0)
                continue
            with tempfile.TemporaryDirectory() as folder:
                os.environ["CUPRUM_CACHE_DIR"] = folder
                with contextlib.suppress(Exception):  # NumPy has no such function, or the fuzzer drew errors alone
                    print(json.dumps([name, dtype, *measure(prepare)]), flush=True)
            os._exit(0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", nargs="+", default=["numpy", "scipy"])
    parser.add_argument("--dtypes", nargs="+", default=DTYPES)
    parser.add_argument("--only", default="", help="names of functions, with * and ?, divided by commas")
    parser.add_argument("--above", type=float, default=100, help="print calls of more milliseconds")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure_all(options)
        return
    command = [sys.executable, __file__, "--measure", *sys.argv[1:]]
    print("| call | dtype | ms | compiler, ms | kernels compiled |\n|---|---|---|---|---|")
    times = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        for line in child.stdout:
            name, dtype, elapsed, compiler, kernels = json.loads(line)
            times.append(elapsed)
            if elapsed > options.above:
                print(f"| {name} | {dtype} | {elapsed:.0f} | {compiler:.0f} | {kernels} |", flush=True)
    if not times:
        raise SystemExit("no call was measured: none has such a name, or each failed")
    times.sort()
    above = sum(one > 100 for one in times)
    print(f"\n{len(times)} calls, {above} above 100 ms; the median is {times[len(times) // 2]:.0f} ms.")


if __name__ == "__main__":
    main()
