#!/usr/bin/env python3
"""Measure cuprum beside NumPy, CuPy and PyTorch, in one process and in turns, and write JSON, a table and plots.

    python benchmarks/run.py                        what the backend in use has a target for
    python benchmarks/run.py --group host --quick   one group, on small arrays

A case that fails is recorded with its error, and the others go on. Groups: elementwise, layouts, reductions, selections
(large arrays on a GPU), host (time of a call on 1000 elements), startup (new processes), cpu (large arrays beside NumPy).
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

import numpy

import bandwidth
import cpu
import host
import libraries
import report
import startup

GROUPS = [*bandwidth.GROUPS, "host", "startup", "cpu"]
RESULTS = pathlib.Path(__file__).with_name("results")


class OutOfTime(Exception):
    pass


def output_of(*command):
    """What a command prints, or nothing where it cannot be run."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout.strip()
    return ""


def machine():
    cpu_name = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    gpu = output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()
    return {
        "cpu": cpu_name.group(1) if cpu_name else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "gpu": gpu[0].split(", ")[0] if gpu else None,
        "driver": gpu[0].split(", ")[1] if gpu else None,
        "system": platform.platform(),
    }


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--group", action="append", choices=GROUPS, help="measure this group (may be repeated)")
    parser.add_argument("--libraries", default="numpy,cupy,cuprum,torch", help="those to compare, where they are there")
    parser.add_argument(
        "--quick", action="store_true", help="small arrays: a trial of the benchmark, not a measurement"
    )
    parser.add_argument("--limit", type=float, default=float("inf"), help="start no case after this many seconds")
    parser.add_argument("--json", type=pathlib.Path, help="where to write; the table and the plots go beside it")
    return parser.parse_args()


def main():
    options = arguments()
    started = time.monotonic()
    here = machine()
    errors = {}
    names = [name for name in options.libraries.split(",") if here["gpu"] or name not in ("cupy", "torch")]
    found = libraries.load(names, errors)
    on_gpu = {name: library for name, library in found.items() if library.on_gpu}
    groups = options.group or [
        g
        for g in GROUPS
        if (g == "cpu" and not on_gpu)
        or (g not in bandwidth.GROUPS and g != "cpu")
        or (g in bandwidth.GROUPS and on_gpu)
    ]
    elements = 1 << (22 if options.quick else 27)
    run = {
        "date": datetime.date.today().isoformat(),
        "command": " ".join(["python", *sys.argv]),
        "machine": here,
        "versions": {
            "python": platform.python_version(),
            "numpy": numpy.__version__,
            **{name: library.version for name, library in found.items()},
        },
        "commit": output_of("git", "rev-parse", "--short", "HEAD") or None,
        "backend": found["cuprum"].xp.backend() if "cuprum" in found else None,
        "elements": elements,
        "unavailable": errors,
        "floor": None,
        "rows": [],
    }
    slug = re.sub(
        r"[^a-z0-9]+", "-", f"{here['gpu'] or here['cpu'] + ' ' + str(here['cores']) + ' cores'}".lower()
    ).strip("-")
    path = options.json or RESULTS / f"{run['date']}-{slug}{'-quick' if options.quick else ''}.json"
    path.parent.mkdir(parents=True, exist_ok=True)

    def add(rows):
        for row in rows:
            run["rows"].append(row)
            print(report.line(row, run["floor"]), flush=True)
        path.write_text(json.dumps(run, indent=1) + "\n")
        if time.monotonic() - started > options.limit:
            raise OutOfTime

    try:
        if on_gpu:
            try:
                run["floor"] = bandwidth.floor(elements)
                print(report.floor_line(run["floor"]), flush=True)
            except Exception as error:  # times are still worth having without what to compare them with
                errors["floor"] = f"{type(error).__name__}: {error}"
        bandwidth.run(on_gpu or found, elements, [g for g in groups if g in bandwidth.GROUPS], add)
        if "host" in groups:
            host.run(found, run["floor"] and run["floor"]["launch_us"], add)
        if "startup" in groups:
            startup.run(found, add)
        if "cpu" in groups:
            cpu.run(found, cpu.N // 10 if options.quick else cpu.N, add)
    except (OutOfTime, KeyboardInterrupt):
        errors["time"] = f"stopped after {time.monotonic() - started:.0f} s; what comes later was not measured"
    path.write_text(json.dumps(run, indent=1) + "\n")
    table = report.table(run)
    path.with_suffix(".txt").write_text(table)
    print("\n" + table)
    for picture in report.plots(run, path.with_suffix("")):
        print(picture)
    print(path)


if __name__ == "__main__":
    main()
