#!/usr/bin/env python3
"""Every function of NumPy that cuprum has, beside CuPy on a GPU, by the rows of beside_numpy.py.

    PYTHONPATH=build/python python3 benchmarks/beside_cupy.py                 prints the rows below 0.9
    PYTHONPATH=build/python python3 benchmarks/beside_cupy.py --only "sort*"  the functions with such names

A ratio is CuPy's time divided by cuprum's: above 1, cuprum is faster. Times are the device's, which is kept busy until
the host has asked for all of a call; the libraries take turns. Processes that only compile go before, side by side.
"""

import argparse
import fnmatch
import os
import subprocess
import sys
import time
import warnings
from functools import partial

from beside_numpy import CALLS, Operands, calls, is_asked
from harness.libraries import load
from harness.measure import Contender, device_times

SIZES = (10_000, 1_000_000)
DTYPES = ("uint8", "int64", "float32", "float64")
# Rows without work for the device: results on the host, and views.
ON_THE_HOST = "str repr* item float tolist tobytes iterate* index:?an* index:?a?row index:?a?slice empty".split()


def rows(options, found):
    """(name, dtype, size, {library: call}) of what both libraries can do."""
    for size in options.sizes:
        for dtype in options.dtypes:
            operands = {name: Operands(library.xp, size, dtype) for name, library in found.items()}
            for name, call in calls().items():
                if not is_asked(name, options) or any(fnmatch.fnmatch(name, pattern) for pattern in ON_THE_HOST):
                    continue
                if name not in CALLS and not all(hasattr(o.xp, name.split(":")[0]) for o in operands.values()):
                    continue
                yield name, dtype, size, {k: partial(call, o.xp, o) for k, o in operands.items()}


def compile_part(options, found):
    part, parts = options.compile_part
    for k, (_, _, _, both) in enumerate(rows(options, found)):
        for call in both.values() if k % parts == part else ():
            try:
                call()
            except Exception:
                break


def measure(options, found):
    stop = time.monotonic() + options.limit
    print("| row | dtype | elements | cuprum, us | CuPy, us | ratio |\n|---|---|---|---|---|---|")
    ratios = []
    for name, dtype, size, both in rows(options, found):
        if time.monotonic() > stop:
            print("stopped: the time is over")
            break
        contenders = {k: Contender(found[k].clock, call) for k, call in both.items()}
        try:
            contenders["cupy"].once()
        except Exception:
            continue  # CuPy has no such loop
        try:
            times = {k: summary["median"] for k, summary in device_times(contenders, options.budget).items()}
        except Exception as error:
            print(f"| {name} | {dtype} | {size} | {type(error).__name__}: {error} |", flush=True)
            continue
        ratio = times["cupy"] / times["cuprum"]
        ratios.append(ratio)
        if ratio < options.below:
            figures = " | ".join(f"{times[k] * 1e3:.2f}" for k in ("cuprum", "cupy"))
            print(f"| {name} | {dtype} | {size} | {figures} | {ratio:.2f} |", flush=True)
    ratios.sort()
    below = sum(ratio < 0.9 for ratio in ratios)
    print(f"\n{len(ratios)} rows, {below} below 0.9; the median ratio is {ratios[len(ratios) // 2]:.2f}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--dtypes", nargs="+", default=DTYPES)
    parser.add_argument("--only", default="", help="names of functions, with * and ?, divided by commas")
    parser.add_argument("--below", type=float, default=0.9, help="print rows with a smaller ratio")
    parser.add_argument("--budget", type=float, default=0.01, help="seconds a row")
    parser.add_argument("--limit", type=float, default=float("inf"), help="start no row after so many seconds")
    parser.add_argument("--compilers", type=int, default=os.cpu_count(), help="processes that compile")
    parser.add_argument("--compile-part", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if not options.compile_part:
        commands = [
            [sys.executable, __file__, *sys.argv[1:], "--compile-part", str(k), str(options.compilers)]
            for k in range(options.compilers)
        ]
        for child in [subprocess.Popen(command) for command in commands]:
            child.wait()
    found = load(["cuprum", "cupy"], {})
    if not all(name in found and found[name].on_gpu for name in ("cuprum", "cupy")):
        sys.exit("this compares GPUs: cuprum on a GPU and CuPy are needed")
    (compile_part if options.compile_part else measure)(options, found)


if __name__ == "__main__":
    main()
