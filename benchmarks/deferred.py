#!/usr/bin/env python3
"""Chains of operations one at a time, by `fuse`, and deferred: milliseconds of each, side by side.

PYTHONPATH=build/python python3 benchmarks/deferred.py [--sizes 20000 2000000]
"""

import argparse
import time

import cuprum as cp
from cuprum import _core


def softplus(x):
    return cp.log1p(cp.exp(-abs(x))) + cp.maximum(x, 0)


def half_length(x):
    y = x[::-1]
    return cp.sqrt(x * x + y * y) * 0.5 + x


def polynomial(x):
    return ((x * 2 + 1) * x - 3) * x + 0.5


def milliseconds(function, *arguments):
    best = float("inf")
    for _ in range(9):
        start = time.perf_counter()
        function(*arguments)
        cp.cuda.Device().synchronize()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[20_000, 200_000, 2_000_000, 20_000_000])
    print("| chain | dtype | elements | one at a time | fuse | deferred |\n|---|---|---|---|---|---|")
    for size in parser.parse_args().sizes:
        for dtype in ("float32", "float64"):
            x = cp.linspace(-3, 3, size).astype(dtype)
            for chain in (softplus, half_length, polynomial):

                def deferred(chain=chain, x=x):
                    with cp.deferred():
                        cp.eval(chain(x))

                for _ in range(3):
                    deferred()
                    _core._wait_for_deferred_kernels()
                times = (milliseconds(f, *a) for f, a in ((chain, (x,)), (cp.fuse(chain), (x,)), (deferred, ())))
                print(f"| {chain.__name__} | {dtype} | {size} | " + " | ".join(f"{t:.3f}" for t in times) + " |")


if __name__ == "__main__":
    main()
