#!/usr/bin/env python3
"""Measure cuprum beside NumPy, SciPy, CuPy and PyTorch, where they are there, and record it in one file.

    python benchmarks/run.py                             all chapters, the most important first
    python benchmarks/run.py host sorting                these
    python benchmarks/run.py reductions --only "var"     the cases whose name has this in it
    python benchmarks/run.py --quick --trial /tmp/x.json small arrays: a trial of the benchmark, not a measurement

A result goes to benchmarks/results/ (or the folder of --results), and only where every file is that of a commit and the
library was built from these files: else what was measured is printed, and not written. `--trial` writes to a file all
the same, which says so and which the report does not read. The GPU is used where there is one; CUPRUM_BACKEND=cpu
measures the CPU. python benchmarks/report.py makes docs/performance.md of the results.
"""

import argparse
import pathlib
import sys
import time

from chapters import NAMES
from harness import tree
from harness.case import Setting
from harness.libraries import load
from harness.machine import output_of
from harness.record import Record
from harness.run import LostDevice, OutOfTime, Session

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", choices=[[], *NAMES], metavar="chapter", help=", ".join(NAMES))
    parser.add_argument(
        "--libraries", default="numpy,scipy,cupy,cuprum,torch", help="those to compare, where they are there"
    )
    parser.add_argument("--only", default="", help="cases with this in their names")
    parser.add_argument("--quick", action="store_true", help="small arrays: a trial, never a result")
    parser.add_argument("--limit", type=float, default=float("inf"), help="start no case after this many seconds")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results", help="folder of the result")
    parser.add_argument("--trial", type=pathlib.Path, help="write to this file whatever the state of the tree")
    return parser.parse_args()


def main():
    options, started = arguments(), time.monotonic()
    unavailable = {}
    has_gpu = bool(output_of("nvidia-smi", "-L"))
    names = [name for name in options.libraries.split(",") if has_gpu or name not in ("cupy", "torch")]
    found = load(names, unavailable)
    gpu = found["cuprum"].on_gpu if "cuprum" in found else has_gpu
    setting = Setting(gpu, options.quick)
    found = {name: library for name, library in found.items() if gpu or not library.on_gpu}
    record = Record(setting, found, unavailable, options.only, options.trial)
    if not options.trial and not record.write_to(options.results):
        print("Nothing will be written: " + "; ".join(record.reasons[:5]), file=sys.stderr)
    session = Session(setting, found, record, options.only, options.limit)
    try:
        for name in options.chapters or NAMES:
            try:
                begun = time.monotonic()
                session.chapter(name)
                record.facts["complete"][name] = round(time.monotonic() - begun, 1)
            except (LostDevice, OutOfTime, KeyboardInterrupt):
                raise
            except Exception as error:  # the other chapters go on
                unavailable[f"chapter {name}"] = f"{type(error).__name__}: {error}"
                print(f"{name}: {unavailable[f'chapter {name}']}", flush=True)
    except (OutOfTime, KeyboardInterrupt):
        unavailable["time"] = f"stopped after {time.monotonic() - started:.0f} s; what comes later was not measured"
        print(unavailable["time"])
    except LostDevice as error:
        unavailable["device"] = str(error)
        print(f"stopped: {error}")
    session.close()
    if not options.trial and record.path and tree.state().changed:
        record.path.unlink(missing_ok=True)
        sys.exit("files changed while they were measured: the result is removed")
    record.write()
    print(record.path or "not written")


if __name__ == "__main__":
    main()
