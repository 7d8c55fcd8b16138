#!/usr/bin/env python3
"""The programs of `programs/` one operation at a time and deferred, side by side, beside NumPy or, on a GPU, CuPy.

PYTHONPATH=build/python python3 benchmarks/whole_programs.py [--programs bodies training] [--sizes small large]

Milliseconds of some steps until the device is done, each the best of nine; the ways take turns. `gain` is what waiting
brings. `first` is the time of the first deferred steps with an empty table of chains.
"""

import argparse
import os
import sys
import time

import cuprum as cp
import numpy as np
from cuprum import _core
from deferred import milliseconds
from programs import NAMES, load


def wait_and_evaluate(call):
    with cp.deferred():
        result = call()
        cp.eval(*result)
    return result


def jax_call(program, size):
    """The program as a function that JAX has compiled; None for one that it cannot take (it writes to arrays, say)."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        import jax

        jax.config.update("jax_enable_x64", True)
        state = program.start(jax.numpy, size)
        compiled = jax.jit(lambda state: program.advance(jax.numpy, state))
        jax.block_until_ready(compiled(state))
    except Exception as error:  # noqa: BLE001
        print(f"no JAX: {type(error).__name__}: {str(error)[:80]}", file=sys.stderr)
        return None
    return lambda: jax.block_until_ready(compiled(state))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", nargs="+", default=NAMES, choices=NAMES)
    parser.add_argument("--sizes", nargs="+", default=["small", "large"], choices=["small", "large"])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--jax", action="store_true", help="programs compiled by JAX too, where it is installed")
    asked = parser.parse_args()
    other = np
    if cp.backend() == "cuda":
        try:
            import cupy as other
        except ImportError:
            other = None
    done = cp.cuda.Device().synchronize
    others = ([other.__name__] if other else []) + ["JAX"] * asked.jax
    columns = ["program", "size", "first", "one at a time", "deferred", *others, "gain"]
    print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
    for title in asked.programs:
        program = load(title)
        for label in asked.sizes:
            size = program.SIZES[label == "large"]
            state = program.start(cp, size)

            def plain(xp=cp, state=state, program=program):
                return program.advance(xp, state)

            plain()
            done()
            begin = time.perf_counter()
            wait_and_evaluate(plain)
            done()
            first = (time.perf_counter() - begin) * 1000
            for _ in range(6):
                wait_and_evaluate(plain)
                _core._wait_for_deferred_kernels()
            calls = [(plain, done), (lambda: wait_and_evaluate(plain), done)]
            if other:
                there = program.start(other, size)
                settle = other.cuda.Device().synchronize if other is not np else lambda: None
                calls.append((lambda: plain(other, there), settle))
                calls[-1][0]()
            compiled = jax_call(program, size) if asked.jax else None
            if compiled:
                calls.append((compiled, lambda: None))
            times = milliseconds(calls, asked.rounds)
            shown = [f"{t:.3f}" for t in times] + ["-"] * (asked.jax and not compiled)
            print(f"| {title} | {size} | {first:.1f} | {' | '.join(shown)} | {times[0] / times[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
