"""Random programs, run with and without waiting: bit for bit the same.

    python3 tests/python/harness/deferred_programs.py --seconds 60 --workers 2 [--first SEED]

Each program is a list of statements made from a seed: elementwise operations, views, writes in place and to parts,
casts, reductions and other functions between them, arrays that are dropped. Chains become kernels as in a user's loop,
since every program is run several times.
"""

import argparse
import multiprocessing
import random
import sys
import time

import numpy as np

import cuprum as cp
from cuprum import _core

UNARY = [
    "negative",
    "abs",
    "sqrt",
    "exp",
    "log1p",
    "tanh",
    "sin",
    "floor",
    "square",
    "isfinite",
    "sign",
    "conj",
    "rint",
]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "less",
    "equal",
    "arctan2",
    "floor_divide",
    "remainder",
    "logical_and",
    "hypot",
    "fmod",
    "bitwise_xor",
    "left_shift",
    "power",
]
DTYPES = ["?", "i1", "u1", "i2", "u4", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
SHAPES = [(120, 130), (1, 130), (120, 1), (130,), (), (7, 120, 130), (120, 130)]


class Program:
    """The statements of a seed, over arrays that are named by numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng(seed)
        self.arrays = []

    def start(self):
        for _ in range(4):
            shape, dtype = self.random.choice(SHAPES), self.random.choice(DTYPES)
            values = self.numpy.standard_normal(shape) * self.random.choice([1, 9, 100])
            if dtype[0] == "u" or dtype == "?":
                values = abs(values)
            if dtype[0] == "c":
                values = values + 1j * self.numpy.standard_normal(shape)
            if dtype[0] == "f" and shape and self.random.random() < 0.3:
                values.flat[:: self.random.randrange(3, 50)] = self.random.choice(
                    [np.nan, np.inf, -np.inf, -0.0, 1e-310]
                )
            with np.errstate(all="ignore"):
                values = np.asarray(values).astype(dtype)
            order = self.random.choice("CF")
            self.arrays.append(cp.asarray(values, order=order))

    def any(self):
        return self.random.choice(self.arrays)

    def view(self, a):
        kind = self.random.randrange(7)
        if kind == 0:
            return a.T
        if kind == 1 and a.ndim:
            return a[:: self.random.choice([1, -1, 2, -3])]
        if kind == 2 and a.ndim:
            return a[..., self.random.randrange(a.shape[-1])]
        if kind == 3:
            return a[None]
        if kind == 4 and a.dtype.kind == "c":
            return a.real if self.random.random() < 0.5 else a.imag
        if kind == 5:
            return a.reshape(-1)
        return a

    def operand(self):
        if self.random.random() < 0.25:
            return self.random.choice([2, 3, 0, -1, 0.5, 1.75, True, 1 + 2j, 7])
        a = self.any()
        return self.view(a) if self.random.random() < 0.3 else a

    def operands(self, count):
        """Some whose results have room."""
        while True:
            found = [self.operand() for _ in range(count)]
            try:
                size = np.prod(np.broadcast_shapes(*[getattr(a, "shape", ()) for a in found]))
            except ValueError:
                return found
            if size < 2_000_000:
                return found

    def statement(self):
        """Run one; an error is a result too."""
        kind = self.random.random()
        if kind < 0.22:
            return getattr(cp, self.random.choice(UNARY))(self.operand())
        if kind < 0.55:
            return getattr(cp, self.random.choice(BINARY))(*self.operands(2))
        if kind < 0.62:
            return cp.where(*self.operands(3))
        if kind < 0.67:
            return self.any().astype(self.random.choice(DTYPES))
        if kind < 0.71:
            return self.any().copy(self.random.choice("CFK"))
        if kind < 0.79:
            name, target = self.random.choice(BINARY), self.any()
            return getattr(cp, name)(target, self.operand(), out=target, casting="unsafe")
        if kind < 0.84:
            target = self.view(self.any())
            target[...] = self.random.choice([self.operand(), 3])
            return None
        if kind < 0.87:
            a = self.any()
            return cp.add(a, 1, out=cp.zeros_like(a), where=cp.asarray(a != 0))
        if kind < 0.92:
            a = self.any()
            return getattr(a, self.random.choice(["sum", "max", "mean", "any"]))(keepdims=self.random.random() < 0.5)
        if kind < 0.95:
            return self.random.choice([cp.zeros, cp.ones])(self.random.choice(SHAPES), self.random.choice(DTYPES))
        if kind < 0.97 and len(self.arrays) > 3:
            self.arrays.pop(self.random.randrange(len(self.arrays)))
            return None
        return self.random.choice([cp.sort, cp.ravel, cp.cumsum, cp.atleast_1d])(self.any())

    def run(self):
        """Return what all arrays hold at the end, and the errors."""
        errors = []
        self.start()
        for _ in range(self.random.randrange(5, 40)):
            try:
                made = self.statement()
            except Exception as error:  # noqa: BLE001  the same one is expected of both
                errors.append(f"{type(error).__name__}: {error}")
                continue
            if isinstance(made, cp.ndarray) and made.size < 300_000 and made.ndim < 4:
                self.arrays.append(made)
            if len(self.arrays) > 12:
                self.arrays.pop(self.random.randrange(len(self.arrays)))
        return [(a.dtype.str, a.shape, a.strides, bits(a)) for a in self.arrays], errors


def bits(a):
    """Return the bytes of an array's elements, with one NaN: its sign and its other bits may differ."""
    a = cp.asnumpy(a)
    if a.dtype.kind not in "fc":
        return a.tobytes()
    parts = np.array(a, order="C", ndmin=1).view(f"f{a.dtype.itemsize // (2 if a.dtype.kind == 'c' else 1)}")
    parts[np.isnan(parts)] = np.nan
    return parts.tobytes()


def difference(seed, times=3):
    """Return how a program that waits differs; None where it does not."""
    expected = Program(seed).run()
    for number in range(times):
        with cp.deferred():
            found = Program(seed).run()
        if found != expected:
            return f"program {seed}, run {number}: {describe(expected, found)}"
        _core._wait_for_deferred_kernels()
    return None


def describe(expected, found):
    if expected[1] != found[1]:
        return f"errors {expected[1]} and {found[1]}"
    for number, (a, b) in enumerate(zip(expected[0], found[0], strict=False)):
        if a[:3] != b[:3]:
            return f"array {number}: {a[:3]} and {b[:3]}"
        if a[3] != b[3]:
            one, other = np.frombuffer(a[3], a[0]), np.frombuffer(b[3], b[0])
            places = [i for i in range(one.size) if one[i].tobytes() != other[i].tobytes()]
            first = places[0]
            return f"array {number}, {a[:3]}: {len(places)} places, as {first}: {one[first]} and {other[first]}"
    return "different numbers of arrays"


def _work(arguments):
    first, step, seconds = arguments
    end, seed, found = time.monotonic() + seconds, first, []
    while time.monotonic() < end:
        if (told := difference(seed)) is not None:
            found.append(told)
            print(told, flush=True)
        seed += step
    return (seed - first) // step, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(asked.workers) as pool:
        parts = [(asked.first + k, asked.workers, asked.seconds) for k in range(asked.workers)]
        done = pool.map(_work, parts)
    wrong = sum(len(found) for _, found in done)
    print(f"{sum(count for count, _ in done)} programs, {wrong} of which differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
