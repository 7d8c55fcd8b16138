"""Random programs beside NumPy: arrays and views of them that are changed in place, compared after every statement.

    python3 tests/python/harness/numpy_programs.py --seconds 60 [--first SEED] [--workers 2]

A program is made from a seed. It keeps pairs of arrays, NumPy's and cuprum's, some of which are views of others. A
statement computes a new pair, or writes to elements, rows, masks or whole views by assignment, `out=`, `where=`, `at`
and functions that work in place. Then every array has to be equal to its twin, those that were not written to as well.
Floats may differ by rounding; after a comparison cuprum's get NumPy's bits, so that rounding never adds up.
"""

import argparse
import multiprocessing
import operator
import sys
import time
import warnings

import numpy as np

import cuprum as cp

# Few dtypes a program, as each combination is a kernel to compile.
DTYPES = [
    ("i8", "f8", "?"), ("u1", "i4", "f4"), ("c16", "f8", "i8"), ("u8", "i8"), ("f4", "i2"), ("i1", "u2", "f2"),
    ("c8", "f4", "u1"), ("u4", "i4", "f8"), ("?", "i8"), ("f8", "f4"),
]  # fmt: skip
COMMON = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "maximum", "minimum", "fmax", "fmin"]
BINARY = COMMON + [
    "arctan2", "hypot", "copysign", "bitwise_and", "bitwise_or", "bitwise_xor", "logical_and", "logical_xor", "equal",
    "less", "greater_equal", "not_equal", "gcd", "fmod", "logaddexp", "heaviside", "nextafter",
]  # fmt: skip
UNARY = [
    "negative", "absolute", "sqrt", "exp", "sin", "square", "floor", "ceil", "trunc", "rint", "conj", "invert",
    "logical_not", "isnan", "isfinite", "signbit", "cbrt", "log1p", "tanh", "positive",
]  # fmt: skip
REDUCTIONS = [
    "sum", "max", "min", "argmax", "argmin", "mean", "std", "var", "any", "all", "cumsum", "ptp", "nansum", "nanmax",
    "count_nonzero", "median", "nanmean", "sort", "diff",
]  # fmt: skip
NUMBERS = [0, 1, 2, -1, 3, 7, 0.5, -2.5, True, 100, 300, 2j]
TOLERANCE = {2: 1e-2, 4: 2e-5, 8: 1e-11}


class Different(AssertionError):
    """What differs, with the statements so far."""


class Inapplicable(Exception):
    """The statement does not fit the arrays of the program; another one is drawn."""


class Program:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.dtypes = self.choice(DTYPES)
        self.pairs, self.statements = [], []
        for _ in range(3):
            self.keep(self.values(self.shape(), self.choice(self.dtypes)))

    def choice(self, options):
        return options[int(self.random.integers(len(options)))]

    def chance(self, share):
        return self.random.random() < share

    def shape(self):
        lengths = [1, 2, 3, 3, 4, 5, 6, 7, 0 if self.chance(0.1) else 6]
        return tuple(self.choice(lengths) for _ in range(self.choice([0, 1, 1, 2, 2, 2, 3])))

    def values(self, shape, dtype):
        dtype = np.dtype(dtype)
        low, high = {"b": (0, 2), "u": (0, 40)}.get(dtype.kind, (-20, 20))
        host = self.random.integers(low, high, shape)
        if dtype.kind in "fc":
            host = host / 4
        if dtype.kind == "c":
            host = host + 1j * self.random.integers(low, high, shape)
        return np.asarray(host).astype(dtype)

    def keep(self, host):
        host = np.array(host)
        self.pairs.append((host, cp.array(host)))

    def pick(self, accepts=lambda host: True):
        fitting = [pair for pair in self.pairs if accepts(pair[0])]
        if not fitting:
            raise Inapplicable
        return self.choice(fitting[-8:])

    def operand(self):
        if self.chance(0.3):
            return (self.choice(NUMBERS),) * 2
        return self.pick()

    def index(self, shape, fancy=True):
        """An index for a shape, with NumPy's arrays in it."""
        if fancy and shape and self.chance(0.15):
            return self.random.random(shape) < 0.4
        entries = []
        for length in shape[: int(self.random.integers(0, len(shape) + 1))]:
            kind = self.random.random()
            if length == 0 or kind < 0.5:
                ends = [None, *range(-length - 1, length + 2)]
                entries.append(slice(self.choice(ends), self.choice(ends), self.choice([1, 1, 2, -1, -2, 3])))
            elif kind < 0.75 or not fancy:
                entries.append(int(self.random.integers(-length, length)))
            else:
                entries.append(self.random.integers(-length, length, 2))
        if self.chance(0.1):
            entries.insert(int(self.random.integers(0, len(entries) + 1)), None)
        return tuple(entries)

    def run(self, text, statement, *operands, keeps=True):
        """`statement(xp, *operands)` with either library; what it gives is compared, and kept."""
        described = [f"{a.dtype}{a.shape}{a.strides}" if isinstance(a, np.ndarray) else repr(a) for a, _ in operands]
        self.statements.append(f"{text} of {', '.join(described)}")
        found = []
        for side, xp in enumerate((np, cp)):
            try:
                found.append(statement(xp, *(pair[side] for pair in operands)))
            except (TypeError, ValueError, IndexError, ArithmeticError) as error:
                found.append(error)
        expected, actual = found
        if isinstance(expected, Exception) or isinstance(actual, Exception):
            both = isinstance(expected, Exception) and isinstance(actual, Exception)
            if not both or not (isinstance(actual, type(expected)) or isinstance(expected, type(actual))):
                self.fail(f"NumPy: {expected!r}, cuprum: {actual!r}")
            return
        if expected is None:
            return
        self.compare(np.asarray(expected), actual, "the result")
        if keeps == "view" and isinstance(expected, np.ndarray):
            self.pairs.append((expected, actual))
        elif keeps and np.size(expected) <= 400 and np.ndim(expected) <= 5:
            self.keep(expected)

    def fail(self, why):
        raise Different("\n".join([*self.statements, why]))

    def compare(self, expected, actual, what):
        actual = np.asarray(cp.asnumpy(actual))
        if actual.dtype != expected.dtype or actual.shape != expected.shape:
            self.fail(f"{what}: {expected.dtype}{expected.shape} in NumPy, {actual.dtype}{actual.shape} in cuprum")
        same = actual == expected
        if expected.dtype.kind in "fc":
            tolerance = TOLERANCE[expected.real.dtype.itemsize]
            finite = np.abs(expected[np.isfinite(expected)])
            room = min(float(finite.max(initial=0)) * tolerance, 1e300)
            same = same | np.isclose(actual, expected, rtol=tolerance, atol=room, equal_nan=True)
            if expected.dtype.kind == "c":  # which part is NaN, C's library decides
                same = same | (~np.isfinite(actual) & ~np.isfinite(expected))
        if not np.all(same):
            place = tuple(int(i) for i in np.argwhere(~same)[0])
            self.fail(f"{what} at {place}: {expected[place]!r} in NumPy, {actual[place]!r} in cuprum")

    def compare_all(self):
        for number, (host, ours) in enumerate(self.pairs):
            self.compare(host, ours, f"array {number}")
        for host, ours in self.pairs:
            if host.dtype.kind in "fc" and host.size and host.base is None:
                ours[...] = cp.asarray(host)
        self.pairs = self.pairs[-12:]


def fits(value, dtype):
    """Whether a cast of it is defined, and documented as NumPy's."""
    value = np.asarray(value)
    if value.dtype.kind == "c" and dtype.kind != "c":
        return False
    if value.dtype.kind not in "fc" or dtype.kind not in "iub" or value.size == 0:
        return True
    return bool(np.all(np.isfinite(value)) and np.abs(value).max() < 100 and (dtype.kind != "u" or value.min() >= 0))


def is_small(host):
    return host.size == 0 or bool(np.all(np.isfinite(host)) and np.abs(host).max() < 1e15)


def on(xp, index):
    """The index with the library's own arrays."""
    if isinstance(index, np.ndarray):
        return xp.asarray(index)
    return tuple(xp.asarray(entry) if isinstance(entry, np.ndarray) else entry for entry in index)


def binary(p):
    name = p.choice(COMMON if p.chance(0.6) else BINARY)
    p.run(name, lambda xp, a, b: getattr(xp, name)(a, b), p.pick(), p.operand())


def unary(p):
    name = p.choice(UNARY)
    p.run(name, lambda xp, a: getattr(xp, name)(a), p.pick())


def view(p):
    pair = p.pick()
    shape = pair[0].shape
    kind = p.choice(["index", "index", "transposed", "reshaped", "axis", "imag", "swapped"])
    if kind == "index":
        index = p.index(shape, fancy=False)
        p.run(f"view {index}", lambda xp, a: a[index], pair, keeps="view")
    elif kind == "imag" and pair[0].dtype.kind == "c":
        p.run(kind, lambda xp, a: a.imag, pair, keeps="view")
    elif kind == "swapped" and len(shape) > 1:
        p.run(kind, lambda xp, a: xp.swapaxes(a, 0, -1), pair, keeps="view")
    elif kind == "axis":
        p.run(kind, lambda xp, a: a[..., None], pair, keeps="view")
    elif kind == "reshaped":
        p.run(kind, lambda xp, a: xp.array(a.reshape(-1)), pair)
    else:
        p.run("transposed", lambda xp, a: a.T, pair, keeps="view")


def read(p):
    pair = p.pick()
    index = p.index(pair[0].shape)
    p.run(f"read {index}", lambda xp, a: xp.array(a[on(xp, index)]), pair)


def write(p):
    target, value = p.pick(lambda host: host.ndim), p.operand()
    index = p.index(target[0].shape)
    name = p.choice(["set", "set", "iadd", "isub", "imul", "ifloordiv", "ior", "itruediv"])
    part = target[0][index]
    if not fits(value[0], target[0].dtype) or not isinstance(part, np.ndarray) or part.ndim == 0:
        raise Inapplicable  # NumPy's numbers cannot be changed in place

    def statement(xp, a, b):
        places = on(xp, index)
        a[places] = b if name == "set" else getattr(operator, name)(a[places], b)

    p.run(f"write {name} {index}", statement, target, value)


def in_place(p):
    target = p.pick(lambda host: host.ndim and is_small(host))
    name = p.choice(["iadd", "isub", "imul", "ifloordiv", "imod", "iand", "ixor", "itruediv"])
    p.run(name, lambda xp, a, b: getattr(operator, name)(a, b) is not a or None, target, p.operand(), keeps=False)


def into_output(p):
    name = p.choice([*COMMON, "logical_or", "less"])
    a, b, out = p.pick(), p.operand(), p.pick(lambda host: host.ndim)
    mask = p.random.random(out[0].shape) < 0.6
    options = {"casting": p.choice(["same_kind", "same_kind", "unsafe"])}
    try:
        result = getattr(np, name)(a[0], b[0])
    except (TypeError, ValueError, OverflowError):
        raise Inapplicable from None
    if not fits(result, out[0].dtype) or (name == "divide" and out[0].dtype.kind in "iu"):
        raise Inapplicable
    overlaps = any(isinstance(x, np.ndarray) and np.may_share_memory(x, out[0]) for x in (a[0], b[0]))
    # NumPy changes elements that the mask leaves out where the output overlaps an operand and is cast to.
    masked = p.chance(0.6) and not (overlaps and result.dtype != out[0].dtype)

    def statement(xp, a, b, out):
        getattr(xp, name)(a, b, out=out, **options, **({"where": xp.asarray(mask)} if masked else {}))

    p.run(f"{name} into an output, where={masked}, {options}", statement, a, b, out)


def reduction(p):
    pair = p.pick(lambda host: host.ndim)
    name, host = p.choice(REDUCTIONS), pair[0]
    options = {"axis": int(p.random.integers(-host.ndim, host.ndim))}
    if name in ("std", "var") and not is_small(host):
        raise Inapplicable
    if name in ("sum", "max", "min", "any", "all", "mean") and p.chance(0.3):
        options["keepdims"] = True
    mask = None
    if name in ("sum", "any", "max") and p.chance(0.3):
        mask = p.random.random(host.shape) < 0.5
        if name == "max":
            options["initial"] = 1

    def statement(xp, a):
        where = {} if mask is None else {"where": xp.asarray(mask)}
        return getattr(xp, name)(a, **options, **where)

    p.run(f"{name} {options} where={mask is not None}", statement, pair)


def method(p):
    pair = p.pick(lambda host: host.ndim and host.size)
    name, kind = (
        p.choice(["add", "subtract", "maximum", "minimum", "logical_or", "bitwise_xor"]),
        p.choice([0, 1, 2, 3]),
    )
    length = pair[0].shape[0]
    places, number = p.random.integers(0, length, 3), p.choice([1, 2, 3, True])
    if kind == 0 and pair[0].dtype != np.uint64:  # of which NumPy makes floats
        p.run(f"{name}.at {places} {number}", lambda xp, a: getattr(xp, name).at(a, xp.asarray(places), number), pair)
    elif kind == 1:
        p.run(f"{name}.accumulate", lambda xp, a: getattr(xp, name).accumulate(a, axis=-1), pair)
    elif kind == 2:
        p.run(f"{name}.reduceat {places}", lambda xp, a: getattr(xp, name).reduceat(a, xp.asarray(places), 0), pair)
    else:
        p.run(f"{name}.outer", lambda xp, a: getattr(xp, name).outer(a, a.ravel()[:3]), pair)


def of_one(host, p):
    """Functions of one array that make a new one: the name, and the call."""
    n, axis = int(p.random.integers(-4, 5)), int(p.random.integers(0, max(host.ndim, 1)))
    dtype, mode = p.choice(p.dtypes), p.choice(["constant", "edge", "reflect", "symmetric", "wrap", "maximum"])
    calls = {
        f"roll {n}": lambda xp, a: xp.roll(a, n),
        f"pad {mode}": lambda xp, a: xp.pad(a, (1, 2), mode=mode),
        "tile": lambda xp, a: xp.tile(a, (2, 1)),
        "flip": lambda xp, a: xp.flip(a),
        "clip": lambda xp, a: xp.clip(a, -2, 3) if a.dtype.kind not in "ub" else xp.clip(a, 0, 3),
        "tril": lambda xp, a: xp.tril(a, -1),
        "select": lambda xp, a: xp.select([a > 1, a < 0], [a, a * 2], 7),
        "nonzero": lambda xp, a: xp.stack(xp.nonzero(a)) if a.ndim else None,
        "unique": lambda xp, a: xp.unique(a),
        "digitize": lambda xp, a: xp.digitize(a, [-1, 0, 2.5]),
        "nan_to_num": lambda xp, a: xp.nan_to_num(a, nan=1, posinf=9),
        "packbits": lambda xp, a: xp.packbits(a > 0, axis=-1),
        "repeat": lambda xp, a: xp.repeat(a, 2, axis=axis if a.ndim else None),
        "take": lambda xp, a: (
            xp.take(a, [[0, -1], [5, 2]], axis=axis if a.ndim else None, mode="wrap") if a.size else None
        ),
        "delete": lambda xp, a: xp.delete(a, [0, -1], axis=axis) if a.ndim and a.shape[axis] else None,
        "rot90": lambda xp, a: xp.rot90(a, 3),
        "resize": lambda xp, a: xp.resize(a, (3, 4)),
    }
    if fits(host, np.dtype(dtype)):
        calls[f"astype {dtype}"] = lambda xp, a: a.astype(dtype)
    if host.ndim == 2:
        calls["einsum"] = lambda xp, a: xp.einsum("ij,kj->ik", a, a)
        calls["trace"] = lambda xp, a: xp.trace(a, 1)
    return p.choice(list(calls.items()))


def function_of_one(p):
    pair = p.pick(is_small)
    text, call = of_one(pair[0], p)
    p.run(text, call, pair)


def function_of_two(p):
    calls = {
        "concatenate": lambda xp, a, b: xp.concatenate([a, b, a], axis=0),
        "where": lambda xp, a, b: xp.where(a, b, 1),
        "append": lambda xp, a, b: xp.append(a, b),
        "isin": lambda xp, a, b: xp.isin(a, b),
        "searchsorted": lambda xp, a, b: xp.searchsorted(xp.sort(a.ravel()), b),
        "hstack": lambda xp, a, b: xp.hstack([a, b]),
        "matmul": lambda xp, a, b: a @ b,
        "dot": lambda xp, a, b: xp.dot(a, b),
        "outer": lambda xp, a, b: xp.outer(a, b)[:5, :5],
    }
    text, call = p.choice(list(calls.items()))
    p.run(text, call, p.pick(is_small), p.pick(is_small))


def function_in_place(p):
    pair = p.pick(lambda host: host.ndim)
    host = pair[0]
    mask, number = p.random.random(host.shape) < 0.5, p.choice([1, 0, 3, True])
    calls = {
        "sort": lambda xp, a: a.sort(axis=0),
        "place": lambda xp, a: xp.place(a, xp.asarray(mask), [number, 2]),
        "putmask": lambda xp, a: xp.putmask(a, xp.asarray(mask), number),
        "copyto": lambda xp, a: xp.copyto(a, number, where=xp.asarray(mask)),
        "fill": lambda xp, a: a[::2].fill(number),
        "flat": lambda xp, a: operator.setitem(a.flat, slice(1, None, 2), number),
        "real": lambda xp, a: setattr(a, "real", number),
    }
    if host.ndim == 2:
        calls["fill_diagonal"] = lambda xp, a: xp.fill_diagonal(a, number)
    if host.size:
        calls["put"] = lambda xp, a: xp.put(a, [0, -1], number)
    text, call = p.choice(list(calls.items()))
    p.run(f"{text} {number}", call, pair, keeps=False)


STATEMENTS = [
    (binary, 6), (unary, 3), (view, 4), (read, 3), (write, 5), (in_place, 3), (into_output, 4), (reduction, 4),
    (method, 3), (function_of_one, 4), (function_of_two, 2), (function_in_place, 2),
]  # fmt: skip
DRAWN = [statement for statement, weight in STATEMENTS for _ in range(weight)]


def run(seed, statements=14):
    """One program. Raises Different."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        program = Program(seed)
        for _ in range(statements):
            try:
                program.choice(DRAWN)(program)
            except Inapplicable:
                continue
            program.compare_all()


def search(first, seconds):
    """Programs from a seed on, until the time is up: how many there were, and the text of each that differs."""
    end, seed, different = time.monotonic() + seconds, first, []
    while time.monotonic() < end:
        try:
            run(seed)
        except Different as error:
            different.append(f"seed {seed}:\n{error}\n")
        seed += 1
    return seed - first, different


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    firsts = [options.first + 10_000_000 * k for k in range(options.workers)]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        results = pool.starmap(search, [(first, options.seconds) for first in firsts])
    different = [text for _, texts in results for text in texts]
    print("\n".join(different[:20]))
    print(f"{sum(count for count, _ in results)} programs, {len(different)} differ")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
