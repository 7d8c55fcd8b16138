#!/usr/bin/env python3
"""The largest error of special functions, beside SciPy's: against mpmath with 50 digits, at random and at hard points.

    PYTHONPATH=build/python .venv/bin/python benchmarks/special_accuracy.py --workers 32 -o
    benchmarks/accuracy/NAME.json .venv/bin/python benchmarks/special_accuracy.py --page      writes docs/accuracy.md
    from the newest record PYTHONPATH=build/python .venv/bin/python benchmarks/special_accuracy.py --points 40 erf
    "airy[1]"

An error is counted in units in the last place of the exact value, rounded to the dtype (of the smallest normal number,
where it is less). Operands are first rounded to the dtype. A function's value at a zero of its own is left out; what is
near one is not. At the ends of the domain (signed zeros, denormal numbers, infinities, NaN) there are no digits to
count: there the values are compared with SciPy's.

A task is one function in one dtype. It may take --budget seconds for its exact values; the points that are left then
are not measured, and the record tells how many were.
"""

import argparse
import contextlib
import datetime
import itertools
import json
import multiprocessing
import os
import pathlib
import platform
import signal
import time
import warnings

import mpmath as mp
import numpy as np
import scipy
import scipy.special
from exact.special import COMPLEX, DIGITS, FUNCTIONS
from harness import tree
from page import accuracy

ENDS = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


class OutOfTime(BaseException):
    """A value that takes longer than its share of the budget."""


@contextlib.contextmanager
def at_most(seconds):
    """Raises OutOfTime in the block after so many seconds."""

    def stop(*_):
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # again each second: a library may catch the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def operands(ranges, hard, points, dtype):
    """Random and hard points, mixed, so that a budget that is too small leaves out some of both."""
    rng = np.random.default_rng(1)
    columns = [rng.uniform(low, high, points) for low, high in ranges]
    grid = [g.ravel() for g in np.meshgrid(*hard)]
    tiny = np.finfo(dtype).tiny
    columns = [np.concatenate([a, b]).astype(dtype) for a, b in zip(columns, grid)]
    usable = np.all([(np.abs(c) >= tiny) | (c == 0) for c in columns], axis=0)
    order = rng.permutation(np.flatnonzero(usable))
    return [c[order] for c in columns]


def complex_operands(ranges, size, points, dtype):
    """The last operand is complex, the others are real."""
    rng = np.random.default_rng(2)
    real = np.finfo(dtype).dtype
    columns = [rng.uniform(low, high, points).astype(real) for low, high in ranges]
    return [*columns, (rng.uniform(-size, size, points) + 1j * rng.uniform(-size, size, points)).astype(dtype)]


def exact_value(function, point, seconds):
    """None where there is none, or not in time."""
    try:
        with at_most(seconds):
            value = function(*(mp.mpmathify(x) for x in point))
            return value if mp.isfinite(value) else None
    except (ValueError, ZeroDivisionError, OverflowError, mp.mp.NoConvergence, OutOfTime):
        return None
    finally:
        mp.mp.dps = DIGITS


def exact_values(function, points, budget):
    """Of as many points as the budget allows; None stands for the others."""
    end = time.monotonic() + budget
    values = []
    for point in points:
        left = end - time.monotonic()
        values.append(exact_value(function, point, min(left, budget / 8)) if left > 0 else None)
    return values


def errors(values, exact, dtype):
    """In units in the last place, of the absolute value of a complex number; NaN where the exact value is not known, 0
    or too large."""
    limits = np.finfo(dtype)
    found = []
    for value, true in zip(values.tolist(), exact):
        if true is None or true == 0 or abs(true) > limits.max:
            found.append(np.nan)
        elif not np.isfinite(value):
            found.append(np.inf)
        else:
            exponent = max(mp.floor(mp.log(abs(true), 2)), mp.mpf(limits.minexp))
            found.append(float(abs(mp.mpmathify(value) - true) / mp.mpf(2) ** (exponent - limits.nmant)))
    return np.array(found)


def both(name, columns):
    """Our values and SciPy's."""
    import cuprum as cp
    from cuprumx.scipy import special

    name, _, which = name.partition("[")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = [getattr(special, name)(*map(cp.array, columns)), getattr(scipy.special, name)(*columns)]
    if which:
        found = [values[int(which[:-1])] for values in found]
    return found[0].get(), np.asarray(found[1])


def measured(name, exact_of, columns, dtype, budget):
    """The largest errors (ours, SciPy's), the point of ours, how many points were measured, and how many values are
    lost in infinity or NaN."""
    points = list(zip(*(c.tolist() for c in columns)))
    exact = exact_values(exact_of, points, budget)
    found = both(name, columns)
    assert found[0].dtype == dtype or found[1].dtype != dtype, (name, found[0].dtype)
    all_errors = [errors(values, exact, dtype) for values in found]
    known = ~np.isnan(all_errors[0])
    lost = [int(np.isinf(e).sum()) for e in all_errors]
    finite = [np.where(np.isfinite(e), e, 0) for e in all_errors]
    return {
        "ulp": [float(e.max(initial=0)) for e in finite],
        "at": [str(x) for x in points[int(finite[0].argmax())]] if points else [],
        "points": int(known.sum()),
        "of": len(points),
        "lost": lost,
    }


def different_ends(name, count, dtype):
    """How many of the combinations of special values give another kind of number than SciPy's."""
    values = [*ENDS, np.finfo(dtype).smallest_subnormal, np.finfo(dtype).max]
    grid = np.array(list(itertools.product(values, repeat=count) if count < 3 else zip(*[values] * count)), dtype)
    mine, theirs = both(name, list(grid.T.copy()))
    kinds = [np.where(np.isnan(v), 3, np.where(np.isinf(v), np.sign(v), 0)) for v in (mine, theirs)]
    return int((kinds[0] != kinds[1]).sum())


def tasks(names):
    """Pairs of a function and a dtype."""
    every = names or sorted({*FUNCTIONS, *COMPLEX})
    real = [(name, kind) for name in every if name in FUNCTIONS for kind in ("float64", "float32")]
    return real + [(name, "complex128") for name in every if name in COMPLEX]


def run(task):
    """One task's result, in a process of its own where there are several; one that fails does not end the others."""
    started = time.monotonic()
    try:
        found = result_of(*task)
    except Exception as error:  # of whatever kind: it stands in the record
        name, kind = task[0]
        found = {"function": name, "kind": kind, "failed": f"{type(error).__name__}: {error}"}
    return found | {"seconds": round(time.monotonic() - started, 1)}


def result_of(task, points, budget):
    name, kind = task
    dtype = np.dtype(kind).type
    found = {"function": name, "kind": kind}
    if kind == "complex128":
        exact_of, ranges, size = COMPLEX[name]
        found |= measured(name, exact_of, complex_operands(ranges, size, points // 2, dtype), dtype, budget)
    else:
        exact_of, ranges, hard = FUNCTIONS[name]
        found |= measured(name, exact_of, operands(ranges, hard, points, dtype), dtype, budget)
        if kind == "float64":
            found["ends"] = different_ends(name, len(ranges), dtype)
    return found


def results(todo, workers, limit):
    """Of each task as it ends; what is not there at the limit is left out."""
    if workers < 2:
        yield from map(run, todo)
        return
    os.environ |= dict.fromkeys(("CUPRUM_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    end = time.monotonic() + limit
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        waiting = pool.imap_unordered(run, todo, chunksize=1)
        for _ in todo:
            try:
                yield waiting.next(timeout=max(0.1, end - time.monotonic()))
            except multiprocessing.TimeoutError:
                print("the limit is over; the record lacks what was not measured by now", flush=True)
                return


def line_of(found):
    if "failed" in found:
        return f"{found['function']:18} {found['kind']:10} FAILED {found['failed']}"
    ours, theirs = found["ulp"]
    cells = [
        f"{found['function']:18} {found['kind']:10} {ours:11.3g} {theirs:11.3g}",
        f"{found['points']:>4}/{found['of']:<4} {found['seconds']:>6} s  ends {found.get('ends', '-'):>3}",
        f"lost {found['lost'][0]}/{found['lost'][1]}" if any(found["lost"]) else "",
        f"BEYOND at {' '.join(found['at'])}" if accuracy.beyond(found) else "",
    ]
    return " ".join(cells).rstrip()


def description(points):
    """What a record tells of its run."""
    import cuprum as cp

    return {
        "commit": (tree.state().commit or "unknown")[:7],
        "backend": cp._core.backend(),
        "machine": platform.processor() or platform.machine(),
        "scipy": scipy.__version__,
        "numpy": np.__version__,
        "mpmath": mp.__version__,
        "digits": DIGITS,
        "points": points,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M"),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=200, help="random points of a function (default: 200)")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the tasks")
    parser.add_argument("--budget", type=float, default=40, help="seconds for the exact values of a task (default: 40)")
    parser.add_argument("--limit", type=float, default=460, help="seconds for all of it, with several workers")
    parser.add_argument("--shard", default="0/1", help="I/N: the I-th of N parts of the tasks, counted from 0")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="where to write the record")
    parser.add_argument("--trial", action="store_true", help="write the record whatever the state of the tree")
    parser.add_argument("--page", action="store_true", help="write docs/accuracy.md from the newest record instead")
    arguments = parser.parse_args()
    if arguments.page:
        accuracy.PAGE.write_text(accuracy.page())
        return
    if unknown := set(arguments.names) - {*FUNCTIONS, *COMPLEX}:
        parser.error(f"no exact values of {', '.join(sorted(unknown))} in benchmarks/exact/special.py")
    if arguments.output and not arguments.trial and (changed := tree.state().changed):
        parser.error(f"a record is of a commit, and {len(changed)} files differ from it, as {changed[0]}: commit first")
    shard, shards = map(int, arguments.shard.split("/"))
    todo = [(task, arguments.points, arguments.budget) for task in tasks(arguments.names)[shard::shards]]
    record = description(arguments.points) | {"rows": []}
    for found in results(todo, arguments.workers, arguments.limit):
        record["rows"].append(found)
        print(line_of(found), flush=True)
        if arguments.output:  # after each task, so that a run that is cut off leaves what it has
            arguments.output.parent.mkdir(exist_ok=True)
            arguments.output.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
