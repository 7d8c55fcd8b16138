"""Random calls on large arrays beside NumPy: lengths around those of vectors, blocks and threads' shares.

The fuzzer's arrays (`tests/fuzz`) have some elements an axis; these have up to 300,000, in any layout.

    python tests/python/harness/large_arrays.py --seconds 60 --seed 1 [--only sorting,masks]

prints each difference with the number that repeats it (`--case N`).
"""

import argparse
import random
import time

import numpy as np

import cuprum as cp

INTEGERS, FLOATS = "?bBhHiIlL", "fdFD"
LENGTHS = [1, 7, 31, 33, 63, 64, 65, 127, 255, 257, 1023, 1025, 4097, 16384, 65537, 100003, 300001]
SHAPES = [
    (3, 1000), (1000, 3), (65, 33), (257, 129), (7, 30011), (30011, 7), (2, 100000), (100000, 2),
    (2, 3, 1000), (1000, 2, 3), (17, 19, 23), (1, 300, 40), (2, 3, 4, 500), (500, 2, 3, 4), (9, 8, 7, 6),
]  # fmt: skip
FAMILIES = {}


def family(function):
    FAMILIES[function.__name__] = function
    return function


class Case:
    """A number's draws, and the comparison of both libraries' results."""

    def __init__(self, number):
        self.rng = random.Random(number)
        self.number = number

    def values(self, shape, dtype, profile=None):
        """Values of a dtype: `few` different ones, those of the `whole` range, with some `nan`, or `plain` ones."""
        profile = profile or self.rng.choice(["few", "whole", "nan", "plain"])
        draws = np.random.default_rng(self.rng.randrange(2**31))
        dtype = np.dtype(dtype)
        if dtype.kind == "b":
            return draws.random(shape) < 0.5
        if dtype.kind in "iu":
            if profile == "whole":
                limits = np.iinfo(dtype)
                return draws.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)
            return draws.integers(0, 5 if profile == "few" else 100, shape).astype(dtype)
        values = draws.integers(-3, 3, shape).astype("d") if profile == "few" else draws.random(shape) * 2 - 1
        if profile == "nan":
            values = np.where(draws.random(shape) < 0.01, np.nan, values)
        if dtype.kind == "c":
            values = values + 1j * draws.integers(-3, 3, shape)
        return values.astype(dtype)

    def array(self, dtypes=INTEGERS + FLOATS, shape=None, profile=None):
        """The same values in both libraries, in the same layout."""
        shape = shape or ((self.rng.choice(LENGTHS),) if self.rng.random() < 0.5 else self.rng.choice(SHAPES))
        host = self.values(shape, self.rng.choice(dtypes), profile)
        pair, chance = (host, cp.array(host)), self.rng.random()
        if chance < 0.4:
            return pair
        if chance < 0.6:
            axes = self.rng.sample(range(host.ndim), host.ndim)
            return tuple(a.transpose(axes) for a in pair)
        if chance < 0.85:
            steps = [slice(None), slice(None, None, -1), slice(1, None), slice(None, None, 2), slice(None, None, -3)]
            key = tuple(self.rng.choice(steps) for _ in shape)
            return tuple(a[key] for a in pair)
        key = [slice(None)] * host.ndim
        key[self.rng.randrange(host.ndim)] = slice(0, 1)
        return np.broadcast_to(pair[0][tuple(key)], shape), cp.broadcast_to(pair[1][tuple(key)], shape)

    def axis(self, a, none=0.3):
        return None if self.rng.random() < none else self.rng.randrange(-a.ndim, a.ndim)

    def call(self, name, *arguments, room=0.0, **keywords):
        """Compares a function's results; `room` is the magnitude that rounding errors are relative to."""
        outcomes = []
        for which, xp in enumerate((np, cp)):
            given = [a[which] if isinstance(a, tuple) and len(a) == 2 else a for a in arguments]
            try:
                with np.errstate(all="ignore"):
                    outcomes.append(getattr(xp, name)(*given, **keywords))
            except Exception as error:
                outcomes.append(error)
        shown = f"{name} " + " ".join(
            f"{a[0].dtype}{a[0].shape}{a[0].strides}" if isinstance(a, tuple) and len(a) == 2 else repr(a)[:60]
            for a in arguments
        )
        self.same(f"{shown} {keywords}", *outcomes, room=room)

    def same(self, shown, theirs, ours, room=0.0):
        if isinstance(theirs, Exception) or isinstance(ours, Exception):
            kinds = {ValueError, TypeError, IndexError, None}
            told = [next((k for k in kinds if k and isinstance(x, k)), None) for x in (theirs, ours)]
            assert told[0] == told[1] and isinstance(theirs, Exception), f"{shown}: {theirs!r} and {ours!r}"
            return
        if isinstance(theirs, tuple | list):
            for one, other in zip(theirs, ours, strict=True):
                self.same(shown, one, other, room)
            return
        theirs, ours = np.asarray(theirs), cp.asnumpy(ours)
        assert (theirs.dtype, theirs.shape) == (ours.dtype, ours.shape), f"{shown}: {ours.dtype}{ours.shape}"
        good = (theirs == ours) | ((theirs != theirs) & (ours != ours))
        if theirs.dtype.kind in "fc":
            with np.errstate(all="ignore"):
                good |= abs(theirs - ours) <= 16 * np.finfo(theirs.dtype).eps * (abs(theirs) + room)
        assert good.all(), f"{shown}: {(~good).sum()} of {good.size} differ, the first at {np.argwhere(~good)[0]}"


@family
def reductions_of_integers(case):
    a = case.array(INTEGERS)
    names = "sum prod any all max min argmax argmin cumsum cumprod count_nonzero".split()
    case.call(case.rng.choice(names), a, axis=case.axis(a[0]))


@family
def reductions_of_floats(case):
    a = case.array("fd")
    name = case.rng.choice("sum mean max min argmax argmin any all nansum nanmax nanmin nanmean var".split())
    case.call(name, a, axis=case.axis(a[0]), room=a[0].size)


@family
def sorting(case):
    a = case.array()
    case.call("sort", a, axis=case.axis(a[0], 0.1))
    case.call("argsort", a, axis=case.axis(a[0], 0.1), kind="stable")


@family
def unique(case):
    options = {name: True for name in ("return_index", "return_inverse", "return_counts") if case.rng.random() < 0.5}
    case.call("unique", case.array(), **options)


@family
def order_statistics(case):
    a = case.array(INTEGERS[1:] + "fd")
    method = case.rng.choice(["linear", "lower", "higher", "nearest", "hazen", "inverted_cdf"])
    case.call("percentile", a, case.rng.choice([50, [10, 90], 0, 100]), axis=case.axis(a[0]), method=method, room=1)


@family
def search(case):
    length = (case.rng.choice([1, 100, 5000, 70000]),)
    ordered = np.sort(case.values(length, case.rng.choice("bBhHiIlLfd"), "plain"))
    case.call(
        "searchsorted", (ordered, cp.array(ordered)), case.array("bBhHiIlLfd"), case.rng.choice(["left", "right"])
    )


@family
def masks(case):
    for dtypes in (INTEGERS, FLOATS):
        a = case.array(dtypes)
        chosen = np.random.default_rng(case.number).random(a[0].shape) < case.rng.choice([0.01, 0.5, 0.99])
        results = []
        for xp, values in zip((np, cp), a):
            mask, target = xp.asarray(chosen), xp.array(values)
            taken = target[mask]
            target[mask] = taken[::-1]
            results.append((taken, target, *xp.nonzero(mask)))
        case.same(f"masks {a[0].dtype}{a[0].shape}", *results)


@family
def places(case):
    a = case.array()
    length = a[0].shape[0]
    if length:
        chosen = np.random.default_rng(case.number).integers(-length, length, 500)
        results = []
        for xp, values in zip((np, cp), a):
            target = xp.array(values)
            taken = target[xp.asarray(chosen)]
            target[xp.asarray(chosen)] = taken[::-1]
            results.append((taken, target))
        case.same(f"places {a[0].dtype}{a[0].shape}", *results)


@family
def movement(case):
    a = case.array()
    case.call("roll", a, case.rng.choice([1, -3, 1000, 10**6]), axis=case.axis(a[0]))
    case.call("flip", a, axis=case.axis(a[0]))
    case.call("ravel", a, case.rng.choice("CFAK"))
    case.call("copy", a, case.rng.choice("CFAK"))


@family
def arithmetic(case):
    a = case.array(INTEGERS[1:] + "fd")
    b = case.array(INTEGERS[1:] + "fd", shape=a[0].shape)
    if a[0].shape == b[0].shape:
        names = "add subtract multiply maximum minimum fmax less equal logical_and floor_divide remainder hypot"
        case.call(case.rng.choice(names.split()), a, b)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(FAMILIES))
    parser.add_argument("--case", type=int)
    options = parser.parse_args()
    number, failed, started = options.seed, 0, time.monotonic()
    while time.monotonic() - started < options.seconds:
        which = number if options.case is None else options.case
        for name in options.only:
            try:
                FAMILIES[name](Case(which))
            except AssertionError as error:
                failed += 1
                print(f"--only {name} --case {which}: {error}", flush=True)
        number += 1
        if options.case is not None:
            break
    print(f"{number - options.seed} numbers, {failed} differences")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
