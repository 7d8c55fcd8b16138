#!/usr/bin/env python3
"""Chains of operations one at a time, by `fuse`, and deferred, side by side; on a GPU in CuPy too, where it is there.

PYTHONPATH=build/python python3 benchmarks/deferred.py [--sizes 20000 2000000] [--chains softmax]

Milliseconds until the device is done, each the best of nine; the four ways take turns.
"""

import argparse
import time

import cuprum as cp
from cuprum import _core


def softplus(xp, x):
    return xp.log1p(xp.exp(-abs(x))) + xp.maximum(x, 0)


def half_length(xp, x):
    y = x[::-1]
    return xp.sqrt(x * x + y * y) * 0.5 + x


def polynomial(xp, x):
    return ((x * 2 + 1) * x - 3) * x + 0.5


def black_scholes(xp, x):
    strike, years = 100 * xp.exp(0.1 * x), 1 + 0.1 * x
    root = 0.2 * xp.sqrt(years)
    d1 = (xp.log(100 / strike) + 0.07 * years) / root
    d2 = d1 - root
    n1, n2 = (0.5 * (1 + xp.tanh(0.7978845608 * (d + 0.044715 * d**3))) for d in (d1, d2))
    return 100 * n1 - strike * xp.exp(-0.05 * years) * n2


def square_sum(xp, x):
    return (x * x).sum()


def softmax(xp, x):
    e = xp.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def normalised_rows(xp, x):
    return (x - x.mean(1, keepdims=True)) / xp.sqrt(x.var(1, keepdims=True) + 1e-5)


def centred_squares(xp, x):
    return ((x - x.mean(0)) ** 2).sum(0)


ROWS = (softmax, normalised_rows, centred_squares)
CHAINS = (softplus, half_length, polynomial, black_scholes, square_sum, *ROWS)


def milliseconds(calls, repeats, rounds=9):
    """Of each call, in a row of so many before the device is waited for. They take turns, so that what else the machine
    does hits all alike."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for i, (call, synchronize) in enumerate(calls):
            start = time.perf_counter()
            for _ in range(repeats):
                call()
            synchronize()
            best[i] = min(best[i], (time.perf_counter() - start) / repeats)
    return [seconds * 1000 for seconds in best]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[20_000, 200_000, 2_000_000, 20_000_000])
    parser.add_argument("--chains", nargs="+", default=[chain.__name__ for chain in CHAINS])
    parser.add_argument("--repeats", type=int, default=1, help="calls in a row before the device is waited for")
    asked = parser.parse_args()
    try:
        import cupy
    except ImportError:
        cupy = None
    if cp.backend() != "cuda":
        cupy = None
    ways = ["one at a time", "fuse", "deferred"] + ["CuPy"] * bool(cupy)
    print("| chain | dtype | elements | " + " | ".join(ways) + " |\n|---|---|---" + "|---" * len(ways) + "|")
    for size in asked.sizes:
        for dtype in ("float32", "float64"):
            x = cp.linspace(-3, 3, size).astype(dtype)
            there = cupy.asarray(x.get()) if cupy else None  # arrays that are exported do not wait
            for chain in CHAINS:
                if chain.__name__ not in asked.chains:
                    continue
                if chain in ROWS:
                    x = x.reshape(-1, 500)
                    there = there.reshape(-1, 500) if cupy else None

                def deferred(chain=chain, x=x):
                    with cp.deferred():
                        cp.eval(chain(cp, x))

                for _ in range(3):
                    deferred()
                    _core._wait_for_deferred_kernels()
                fused = cp.fuse(lambda x, chain=chain: chain(cp, x))
                fused(x)
                done = cp.cuda.Device().synchronize
                calls = [(lambda: chain(cp, x), done), (lambda: fused(x), done), (deferred, done)]
                if cupy:
                    calls.append((lambda: chain(cupy, there), cupy.cuda.Device().synchronize))
                times = milliseconds(calls, asked.repeats)
                print(
                    f"| {chain.__name__} | {dtype} | {size} | " + " | ".join(f"{t:.3f}" for t in times) + " |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
