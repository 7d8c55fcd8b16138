"""Random programs, run with and without waiting: bit for bit the same.

    python3 tests/python/harness/deferred_programs.py --seconds 60 --workers 2 [--first SEED] [--seeds 500] [--stencils]

Each program is a list of statements made from a seed: elementwise operations, views, writes in place and to parts,
casts, reductions, rows that go through several of these, other functions between them, arrays that are dropped. Chains
become kernels as in a user's loop, since every program is run several times. Most time goes to the compiler; with
`--seeds` there are only so many lists of statements, and each comes again with other lengths and other numbers. With
`--stencils` half of the statements combine shifted arrays, most of which are large enough to be read in place.
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
REDUCTIONS = ["sum", "prod", "max", "min", "mean", "any", "all", "var", "std", "argmax", "argmin", "count_nonzero"]
DTYPES = ["?", "i1", "u1", "i2", "u4", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
SHAPES = [
    (120, 130),
    (1, 130),
    (120, 1),
    (130,),
    (),
    (7, 120, 130),
    (120, 130),
    (40, 700),
    (40, 1),
    (28000,),
    (90000,),
    (2000, 36),
]

KERNELS = [
    cp.ElementwiseKernel("T x, T y", "T z", "z = x * y + x", "times_and_more"),
    cp.ElementwiseKernel("float64 x, float32 y", "float64 z", "z = x > y ? x * y - 1 : y / 3", "chosen"),
    cp.ElementwiseKernel("T x, U y", "T z, bool w", "z = x + T(y); w = x != x;", "two"),
    cp.ElementwiseKernel(
        "float64 x, float64 y",
        "float64 z",
        "z = f(x) + i * y",
        "named",
        preamble="__device__ double f(double a) { return a * a + 1; }",
    ),
]


class Program:
    """The statements of a seed, over arrays that are named by numbers."""

    has_stencils = False

    def __init__(self, seed, lap=0):
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng((seed, lap))
        self.arrays = []
        self.lengths = {}
        if lap:
            # Most are short, so that there is time for many.
            scale = 1 if self.numpy.random() < (0.4 if self.has_stencils else 0.1) else 6
            for length in sorted({length for shape in SHAPES for length in shape if length > 7}):
                most = 3 * length // 2 if length < 50_000 else 140_000
                self.lengths[length] = max(int(self.numpy.integers(length // 2, most)) // scale, 2)

    def shape(self):
        return tuple(self.lengths.get(length, length) for length in self.random.choice(SHAPES))

    def below(self, count):
        """Return a number below, of as many random bits for any count."""
        return int(self.random.random() * count)

    def start(self):
        for _ in range(4):
            shape, dtype = self.shape(), self.random.choice(DTYPES)
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
            return a[..., self.below(a.shape[-1])]
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
        if self.has_stencils and self.random.random() < 0.5:
            return self.stencil()
        kind = self.random.random()
        if self.random.random() < 0.08:
            return self.random.choice([self.gather, self.gather, self.scatter, self.users_kernel])()
        if kind < 0.02:
            return self.pairs()
        if kind < 0.035:
            self.edges()
            return None
        if kind < 0.05:
            return self.rows()
        if kind < 0.055:
            kind = self.random.choice([cp.random.RandomState, cp.random.default_rng])
            made = kind(self.below(99))
            drawn = made.standard_normal(self.shape()) * self.operand()
            return drawn + made.integers(0, 9, drawn.shape) if hasattr(made, "integers") else drawn
        if kind < 0.11:
            return self.call()
        if kind < 0.17:
            return self.stencil()
        if kind < 0.27:
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
            self.write()
            return None
        if kind < 0.87:
            a = self.any()
            return cp.add(a, 1, out=cp.zeros_like(a), where=cp.asarray(a != 0))
        if kind < 0.93:
            return self.reduction()
        if kind < 0.94:
            length = self.any().shape[-1:]
            places = cp.arange(*length, dtype=self.random.choice(["i4", "f8"])) if length else cp.arange(130)
            return self.random.choice([places, cp.linspace(0, 1, len(places))]) * self.operand()
        if kind < 0.95:
            return self.random.choice([cp.zeros, cp.ones])(self.shape(), self.random.choice(DTYPES))
        if kind < 0.97 and len(self.arrays) > 3:
            self.arrays.pop(self.random.randrange(len(self.arrays)))
            return None
        return self.random.choice([cp.sort, cp.ravel, cp.cumsum, cp.atleast_1d])(self.any())

    def write(self):
        """Write existing values to an array or a view, or values that were just computed and are not kept."""
        target = self.view(self.any())
        fits = [a for a in self.arrays if a.shape == target.shape] + [3, target, target]
        kind = self.random.randrange(4)
        if kind == 0:
            target[...] = self.random.choice([self.operand(), 3])
        elif kind == 1:
            value = getattr(cp, self.random.choice(BINARY))(self.random.choice(fits), self.random.choice(fits))
            target[...] = getattr(cp, self.random.choice(BINARY))(value, self.random.choice(fits))
        elif kind == 2:
            value = getattr(cp, self.random.choice(UNARY))(self.random.choice(fits))
            getattr(cp, self.random.choice(BINARY))(target, value, out=target, casting="unsafe")
        else:
            part = slice(1, -1)
            value = self.random.choice(fits)
            value = value[part] if getattr(value, "ndim", 0) else value
            target[part] = cp.where(value != 1, cp.add(value, 2), 0) * self.random.choice([2, 0.5])

    def places(self, length, shape, outside=False):
        """Return indices of an axis; some of them are out of bounds if `outside`."""
        bounds = (-3 * length, 3 * length) if outside else (-length, length)
        dtype = self.random.choice(["i8", "i8", "i4", "i2", "u4", "u8"])
        values = self.numpy.integers(*bounds, size=shape)
        values = abs(values) % length if dtype[0] == "u" else values
        places = cp.asarray(values.astype(dtype))
        return places + 0 if self.random.random() < 0.2 else places  # that wait

    def gather(self):
        """Combine elements that index arrays name, or reduce them, or keep them."""
        a = self.any()
        a = self.view(a) if self.random.random() < 0.3 else a
        if a.ndim == 0 or a.size == 0:
            return a
        if self.random.random() < 0.3:
            a = a * 2  # it waits
        axis = self.below(a.ndim)
        length, count = a.shape[axis], self.random.choice([1, 7, 300, 20_000])
        count = max(min(count, 200_000 * length // a.size), 1)
        kind = self.random.randrange(8)
        if kind == 0:
            found = a[self.places(a.shape[0], (max(min(count, 200_000 * a.shape[0] // a.size), 1),))]
        elif kind == 1:
            options = self.random.choice([{"mode": "wrap"}, {"mode": "clip"}, {}])
            found = cp.take(a, self.places(length, (count,), bool(options)), axis, **options)
        elif kind == 2:
            shape = list(a.shape)
            shape[axis] = count
            shape[axis - 1] = self.random.choice([shape[axis - 1], 1]) if a.ndim > 1 else count
            found = cp.take_along_axis(a, self.places(length, tuple(shape)), axis)
        elif kind == 3 and a.ndim > 1:
            found = a[self.places(a.shape[0], (count % 300, 1)), self.places(a.shape[1], (count % 200,))]
        elif kind == 4 and a.ndim > 1:
            found = a[..., self.places(a.shape[-1], (min(count, 30),)), None]
        elif kind == 5 and a.ndim > 1:
            found = a[1:, self.places(a.shape[1], (min(count, 30),))]
        elif kind == 6:
            found = a[self.places(a.shape[0], (3,), True)]  # an error, most often
        else:
            b = self.any().reshape(-1)
            places = self.places(b.size, (count,)) if b.size else slice(0)
            found = b[places] * self.random.choice([2, 0.5]) + b[places]
        if self.random.random() < 0.2:
            self.arrays.append(found)
        kind = self.random.randrange(5)
        if kind == 0:
            return found.sum(self.random.choice([None, 0, -1]))
        if kind == 1:
            return abs(found - found.max(-1, keepdims=True)) + found
        if kind == 2:
            a += 1  # what was gathered was read before
        return found if kind == 3 else found * 3 - 1

    def scatter(self):
        """Write to elements that index arrays or masks name."""
        a = self.any()
        if self.random.random() < 0.3:
            a = a * 1
            self.arrays.append(a)
        if a.ndim == 0 or a.size == 0:
            return
        places = self.places(a.shape[0], (self.random.choice([1, 5, 40]),))
        kind = self.random.randrange(6)
        if kind == 0:
            a[places] = self.random.choice([0, 2, True])
        elif kind == 1:
            a[places] = a[: len(places)] * 2 if len(places) <= a.shape[0] else 1
        elif kind == 2:
            cp.add.at(a, places, self.random.choice([1, 2]))
        elif kind == 3:
            a[a != a.reshape(-1)[0]] = 3
        elif kind == 4:
            a[a != 1] = (a * 2)[a != 1]
        else:
            cp.maximum.at(a, places, a[0] * 2)

    def users_kernel(self):
        """Run a kernel of a user."""
        kernel = self.random.choice(KERNELS)
        a, b = self.operands(2)
        if self.random.random() < 0.5:
            a = a * 2
        types = [p.ctype for p in kernel.in_params]
        if isinstance(a, cp.ndarray) and types[0] != "T":
            a = a.astype("f8")
        if self.random.random() < 0.2:
            b = self.random.choice([2, 0.5])
        elif isinstance(b, cp.ndarray) and types[1] != "U":
            b = b.astype({"T": getattr(a, "dtype", b.dtype), "float": "f4", "double": "f8"}[types[1]])
        made = kernel(a, b)
        if isinstance(made, tuple):
            if self.random.random() < 0.5:
                self.arrays.append(made[1])
            return made[0] + 1
        return made * 2 if self.random.random() < 0.5 else made

    def edges(self):
        """Write elements of an array to others of it, some of which may be the same."""
        a = self.any()
        if a.ndim == 0:
            return
        axis = self.below(a.ndim)
        b, length = cp.moveaxis(a, axis, 0), a.shape[axis]
        for _ in range(self.random.choice([1, 2, 4])):
            factor = self.random.choice([1, -1, 0.5, 3])
            kind = self.below(5)
            one, other = self.below(length), self.below(length)
            if kind == 0:
                b[one] = factor * b[other]
            elif kind == 1:
                b[one : one + 2] = b[other : other + 1] * factor + 1
            elif kind == 2:
                b[: length // 2 * 2 : 2] = b[1::2] * factor - b[: length // 2 * 2 : 2]
            elif kind == 3:
                b[::-1] = b * factor + 2
            else:
                b[1:-1] -= (b[2:] + b[:-2]) * factor

    def pairs(self):
        """Reduce a plane made of columns or rows of what was just computed."""
        a = self.any()
        if a.ndim < 2:
            return a
        points = a.reshape(a.shape[0], -1)[:, :5] * self.random.choice([2, 0.5, -1]) + 1
        if self.random.random() < 0.3:
            self.arrays.append(points)
        if self.random.random() < 0.3:
            points = points.T.copy().T
        one, other = points[:, 0], points[:, -1]
        plane = one[None, :] - other[:, None]
        if self.random.random() < 0.5:
            plane = plane * plane + points[:, self.below(points.shape[1])]
        if self.random.random() < 0.3:
            return plane / (abs(plane).max(1, keepdims=True) + 1)
        sums = [(plane * one).sum(1), plane.sum(1), abs(plane).max(1)]
        return cp.stack(sums[: self.random.choice([1, 2, 3])], axis=1)

    def reduction(self):
        """Reduce an array or a view, with options."""
        a = self.any()
        a = self.view(a) if self.random.random() < 0.3 else a
        name = self.random.choice(REDUCTIONS)
        axes = [None] + list(range(a.ndim))
        options = {"axis": self.random.choice(axes), "keepdims": self.random.random() < 0.5}
        if self.random.random() < 0.1 and a.ndim > 1 and name not in ("argmin", "argmax"):
            options["axis"] = (0, a.ndim - 1)
        if self.random.random() < 0.2 and name in ("sum", "prod", "mean", "var", "std"):
            options["dtype"] = self.random.choice(["f4", "f8", "c16"])
        if self.random.random() < 0.2 and name in ("sum", "prod", "min", "max"):
            options["initial"] = self.random.choice([0, 1, 5])
        if self.random.random() < 0.15 and name in ("sum", "mean", "any", "var"):
            options["where"] = a != self.random.choice([0, 1])
        return getattr(cp, name)(a, **options)

    def rows(self):
        """Return a softmax, a normalisation or the like, which take rows through several reductions."""
        a = self.any() * self.random.choice([1, 0.5, 2])
        axis, keep = self.random.choice([-1, -1, -1, 0]), {"keepdims": True}
        if a.ndim == 0:
            return a
        kind = self.random.randrange(4)
        if kind == 0:
            e = cp.exp(a - a.max(axis, **keep))
            return e / e.sum(axis, **keep)
        if kind == 1:
            return (a - a.mean(axis, **keep)) / cp.sqrt(a.var(axis, **keep) + 1e-5)
        if kind == 2:
            return a / cp.sqrt((a * a).sum(axis, **keep))
        return (a - a.min(axis, **keep)) / (a.max(axis, **keep) - a.min(axis, **keep))

    def call(self):
        """Work of other engines, which waits where its operands do."""
        a, b = self.any(), self.any()
        a = self.view(a) if self.random.random() < 0.3 else a
        kind = self.random.randrange(7)
        if kind == 0:
            return cp.stack([a, a + 1, self.operand() * a], axis=self.random.randrange(a.ndim + 1))
        if kind == 1:
            same = [x for x in self.arrays if x.ndim == a.ndim and x.shape[1:] == a.shape[1:]]
            return cp.concatenate([a, *same[:3], a * 2])
        if kind == 2:
            return cp.roll(a, self.random.choice([1, -2, 5]), self.random.choice([None, 0, -1]))
        if kind == 3:
            return cp.roll(a, (1, -1), (0, -1))
        if kind == 4:
            transform = self.random.choice([cp.fft.fft, cp.fft.ifft, cp.fft.fft2, cp.fft.fftn])
            return transform(a * 0.5 if self.random.random() < 0.5 else a * (0.5 + 1j))
        if kind == 5 and a.ndim:
            if self.random.random() < 0.5:
                return cp.tensordot(a * 2, a + 1, ([0], [0])) if a.ndim < 3 else cp.inner(a[0], a[-1] * 2)
            return cp.einsum("i...,i...->...", a * 2, a)
        if a.ndim < 2 or self.random.random() < 0.3:
            return a @ b
        return (a * 0.5) @ (a + 1).T if self.random.random() < 0.5 else a.T @ a

    def shifted(self, a):
        """Return an array of the shape of one, by its elements at other places."""
        if a.ndim == 0:
            return a
        axis = self.below(a.ndim)
        length = a.shape[axis]
        by = self.random.choice([1, -1, 1, -1, 2, self.below(2 * length + 1) - length, 10 * length + 3])
        kind = self.random.randrange(9)
        if kind == 0:
            return cp.roll(a, (by, self.random.choice([1, -1])), (axis, self.below(a.ndim)))
        if kind == 1:
            return cp.roll(cp.roll(a, by, axis), self.random.choice([1, -2]), self.below(a.ndim))
        if kind == 2:
            return cp.roll(a, by)
        if kind == 3:
            return cp.roll(a.T, by, axis - a.ndim).T if a.ndim == 1 else cp.roll(a.T, by, a.ndim - 1 - axis).T
        if kind == 4:
            b, cut = cp.moveaxis(a, axis, 0), self.below(length + 1)
            return cp.moveaxis(cp.concatenate([b[cut:], b[:cut]]), 0, axis)
        if kind == 5:
            b = cp.moveaxis(a, axis, 0)
            return cp.moveaxis(cp.concatenate([b[:1] * 0, b])[:-1], 0, axis)
        if kind == 6:
            return cp.flip(cp.roll(a, by, axis), axis)
        return cp.roll(a, by, axis)

    def stencil(self):
        """Combine shifted arrays that nothing else reads: kernels may read them where their elements lie."""
        a = self.any()
        a = self.view(a) if self.random.random() < 0.3 else a
        if self.random.random() < 0.3:
            a = a * 2  # what is shifted waits
        value = self.operand() if self.random.random() < 0.2 else a
        kept = None
        for _ in range(self.random.randrange(1, 6)):
            shifted = self.shifted(a)
            if self.random.random() < 0.1:
                kept = shifted
            if self.random.random() < 0.1:
                shifted = shifted.sum(0) if shifted.ndim else shifted
            if self.random.random() < 0.1 and shifted.ndim:
                shifted = shifted[1:] - shifted[:-1]
            elif self.random.random() < 0.1 and shifted.ndim:
                shifted = shifted[self.below(shifted.shape[0])]
            value = getattr(cp, self.random.choice(BINARY[:8]))(value, shifted)
        if kept is not None:
            self.arrays.append(kept)
        kind = self.random.randrange(6)
        if kind == 0:
            self.any()[...] = value
            return None
        if kind == 1 and a.ndim and value.shape == a.shape:
            a[1:-1] = value[1:-1] * 0.5
            return None
        if kind == 2:
            value += self.shifted(value)
        return value

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


def difference(seed, times=3, lap=0):
    """Return how a program that waits differs; None where it does not."""
    expected = Program(seed, lap).run()
    for number in range(times):
        with cp.deferred():
            found = Program(seed, lap).run()
        if found != expected:
            return f"program {seed}, lap {lap}, run {number}: {describe(expected, found)}"
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
    first, step, seconds, seeds, Program.has_stencils = arguments
    end, found, count = time.monotonic() + seconds, [], 0
    while time.monotonic() < end:
        lap, turn = divmod(count, seeds) if seeds else (0, count)
        if (told := difference(first + turn * step, times=1 if lap > 2 else 3, lap=lap)) is not None:
            found.append(told)
            print(told, flush=True)
        count += 1
    return count, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--stencils", action="store_true")
    asked = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(asked.workers) as pool:
        parts = [
            (asked.first + k, asked.workers, asked.seconds, asked.seeds // asked.workers, asked.stencils)
            for k in range(asked.workers)
        ]
        done = pool.map(_work, parts)
    wrong = sum(len(found) for _, found in done)
    print(f"{sum(count for count, _ in done)} programs, {wrong} of which differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
