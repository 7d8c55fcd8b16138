#!/usr/bin/env python3
"""Fused functions: cuprum's beside the same operation by operation, CuPy's both ways where it is there, and NumPy.

    python benchmarks/fuse.py            2^27 elements on a GPU, 10^7 on a CPU
    python benchmarks/fuse.py --quick    2^22 elements: a trial, not a measurement
    python benchmarks/fuse.py --json benchmarks/results/fuse.json

`bytes` counts what a kernel cannot do without: each operand read once and each result written once. A function that CuPy's
fusion refuses is left out there, and its error is told.
"""

import argparse
import datetime
import json
import os
import pathlib
import sys

import numpy

import libraries
import run
from measure import device_times, host_times, usable

# Functions with names: CuPy calls a kernel as its function is called, and `<lambda>` is no name for one.


def half_length(xp):
    def half_length(x, y):
        return xp.sqrt(x * x + y * y) * 0.5 + x

    return half_length


def five(xp):
    def five(x, y):
        return ((x + y) * x - y) * 0.5 + x

    return five


def squared_diff(xp):
    def squared_diff(x, y):
        return (x - y) * (x - y)

    return squared_diff


def gaussian(xp):
    def gaussian(x, y):
        return xp.exp(-(x - y) * (x - y) / 2) * x

    return gaussian


def black_scholes(xp):
    def normal(d):
        x = 1 / (1 + 0.2316419 * xp.absolute(d))
        p = x * (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))))
        p = 0.3989422804014327 * xp.exp(-0.5 * d * d) * p
        return xp.where(d > 0, 1 - p, p)

    def prices(s, k, t):
        root = 0.3 * xp.sqrt(t)
        d1 = (xp.log(s / k) + (0.02 + 0.045) * t) / root
        discounted = k * xp.exp(-0.02 * t)
        call = s * normal(d1) - discounted * normal(d1 - root)
        return call, call - s + discounted

    return prices


def softmax(xp):
    def rows(x):
        e = xp.exp(x - xp.max(x, axis=1, keepdims=True))
        return e / xp.sum(e, axis=1, keepdims=True)

    return rows


def layernorm(xp):
    def rows(x, w, b):
        d = x - xp.mean(x, axis=1, keepdims=True)
        return d / xp.sqrt(xp.mean(d * d, axis=1, keepdims=True) + 1e-5) * w + b

    return rows


def norm(xp):
    def norm(x, y):
        return xp.sqrt(xp.sum((x - y) * (x - y)))

    return norm


def square(x):
    return x * x


def multiply_add(x, y, z):
    return x * y + z


def cases(n):
    """(name, function of a library, operands as (shape, dtype), arrays of the first one's size read and written, target)."""
    for t in ("float32", "float64", "float16"):
        yield f"sqrt(x*x+y*y)*.5+x {t}", half_length, [((n,), t)] * 2, 3, 0.95
    for t in ("float32", "float64"):
        yield f"((x+y)*x-y)*.5+x {t}", five, [((n,), t)] * 2, 3, None
    yield "(x-y)*(x-y) float32", squared_diff, [((n,), "float32")] * 2, 3, 0.95
    yield "exp(-(x-y)*(x-y)/2)*x float64", gaussian, [((n,), "float64")] * 2, 3, 0.95
    for t in ("float32", "float64"):
        yield f"Black-Scholes {t}", black_scholes, [((n // 4,), t)] * 3, 5, 0.85 if t == "float32" else None
    yield "norm of a difference float32", norm, [((n,), "float32")] * 2, 2, 0.9
    for length in (64, 256, 1000, 4096, 8192, 65536):
        yield f"softmax of rows of {length} float32", softmax, [((n // length, length), "float32")], 2, None
    yield (
        "layer norm of rows of 1024 float32",
        layernorm,
        [((n // 1024, 1024), "float32"), ((1024,), "float32"), ((1024,), "float32")],
        2,
        None,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--libraries", default="numpy,cupy,cuprum")
    parser.add_argument("--only", default="", help="cases with this in their names")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    errors = {}
    found = libraries.load(options.libraries.split(","), errors)
    on_gpu = any(library.on_gpu for library in found.values())
    n = 1 << 22 if options.quick else 1 << 27 if on_gpu else 10**7
    records = []
    facts = {
        "date": datetime.date.today().isoformat(),
        "command": " ".join(["python", *sys.argv]),
        "machine": run.machine(),
        "load_average": os.getloadavg()[0],  # other programs' share of the processors
        "versions": {name: library.version for name, library in found.items()},
        "elements": n,
        "errors": errors,
    }

    def add(record):
        records.append(record)
        if options.json:
            options.json.write_text(json.dumps(facts | {"cases": records}, indent=1) + "\n")

    for name, make, operands, arrays, target in cases(n):
        if options.only not in name:
            continue
        calls = {}
        for library in found.values():
            if library.name == "numpy" and on_gpu:
                continue
            data = [libraries.data(library, shape, dtype, seed) for seed, (shape, dtype) in enumerate(operands)]
            plain = make(library.xp)
            calls[library.name] = (library.clock, lambda f=plain, a=data: f(*a))
            if library.name != "numpy":
                calls[library.name + " fused"] = (library.clock, lambda f=library.xp.fuse(plain), a=data: f(*a))
        times = device_times(usable(calls, name, errors))
        size = int(numpy.prod(operands[0][0])) * numpy.dtype(operands[0][1]).itemsize * arrays
        print(
            f"{name:42}"
            + "".join(f"  {how} {ms:.3f} ms ({size / ms / 1e6:.0f} GB/s)" for how, (ms, _) in times.items()),
            flush=True,
        )
        add({"name": name, "bytes": size, "target": target, "ms": {how: ms for how, (ms, _) in times.items()}})
        for library in found.values():
            library.free()

    calls = {}
    for library in found.values():
        if library.name == "numpy":
            continue
        xp = library.xp
        x, y, z = (libraries.data(library, (1000,), "float32", seed) for seed in range(3))
        names = {
            "f": xp.fuse(square),
            "g": xp.fuse(squared_diff(xp)),
            "h": xp.fuse(multiply_add),
            "x": x,
            "y": y,
            "z": z,
        }
        for statement in ("f(x)", "g(x, y)", "h(x, y, z)"):
            calls.setdefault(statement, {})[library.name] = (library.clock, statement, names)
    for statement, of_libraries in calls.items():
        times = host_times(usable(of_libraries, f"host time of {statement}", errors))
        print(
            f"host time of {statement:30}" + "".join(f"  {how} {us:.2f} us" for how, (us, _, _) in times.items()),
            flush=True,
        )
        add({"name": f"host time of {statement}", "target": 5, "us": {how: us for how, (us, _, _) in times.items()}})


if __name__ == "__main__":
    main()
