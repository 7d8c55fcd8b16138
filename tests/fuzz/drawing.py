"""Random arguments: what a catalogue's entry asks for, from a pool of arrays that many cases share."""

import numpy as np

from .arrays import DTYPES, Array, Root, random_values, random_view
from .cases import Case

_LENGTHS = [0, 1, 1, 2, 2, 3, 3, 4, 5]

# Pairs of dtypes that meet in a batch, where kernels are to be used again: the first seven have each dtype once.
PAIRS = [
    "dl",
    "fi",
    "D?",
    "bh",
    "BL",
    "He",
    "IF",
    "df",
    "lL",
    "?d",
    "Fe",
    "iI",
    "bf",
    "hB",
    "DF",
    "ld",
    "ef",
    "id",
    "Hl",
    "LF",
]


class Drawer:
    """Draws arrays and other arguments.

    A pool has arrays of few dtypes and of related shapes, so that kernels are used again and shapes often broadcast.
    """

    def __init__(self, rng, dtypes=None):
        self.rng, self.random = rng, rng.random
        # Most kernels are made for one dtype; few pairs of dtypes meet in a batch, as each pair is a kernel of its own.
        self.few = bool(dtypes)
        self.dtypes = list(dtypes) if dtypes else [rng.choice(DTYPES), rng.choice("?bBifdFDld")]
        base = [rng.choice(_LENGTHS[1:]) for _ in range(4)]
        if rng.random() < 0.15:
            base[rng.randrange(4)] = rng.choice([17, 33, 70])
        if rng.random() < 0.3:
            base[rng.randrange(4)] = 0
        self.base = base
        self.pool = [self._make() for _ in range(36)]
        self.indices = [self._make("l", "small") for _ in range(6)] + [
            self._make(rng.choice("bBHI"), "small") for _ in range(2)
        ]
        self.masks = [self._make("?", "small") for _ in range(6)]
        self.everything = self.pool + self.indices + self.masks

    def shape(self, most=4):
        """A shape that often broadcasts with the others of the batch."""
        rng = self.rng
        ndim = min(rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]), most)
        shape = self.base[4 - ndim :]
        return tuple(1 if self.random() < 0.2 else rng.choice(_LENGTHS) if self.random() < 0.08 else n for n in shape)

    def _make(self, dtype=None, profile=None):
        rng = self.rng
        dtype = dtype or rng.choice(self.dtypes)
        profile = profile or rng.choice(["small", "small", "wide", "special"])
        return random_view(rng, random_values(rng, self.shape(), dtype, profile))

    # ----------------------------------------------------------------------------------------------------------- arrays

    def array(self, kinds=None, ndim=None, least=0):
        """An array of the pool: of kinds such as "fc", of `ndim` axes, of `least` axes; seldom one that is
        otherwise."""
        rng = self.rng
        if kinds is None and ndim is None and not least:
            return rng.choice(self.pool)
        for _ in range(12):
            found = rng.choice(self.everything)
            if (
                (kinds is None or found.dtype.kind in kinds)
                and (ndim is None or found.ndim == ndim)
                and found.ndim >= least
            ):
                return found
        if self.random() < 0.1:
            return found
        return self.made(self._code(kinds), ndim=ndim, least=least)

    def _code(self, kinds):
        codes = [c for c in self.dtypes if kinds is None or np.dtype(c).kind in kinds]
        return self.rng.choice(codes or {"b": "?", "i": "il", "u": "BI", "f": "fd", "c": "FD"}[self.rng.choice(kinds)])

    def made(self, dtype, shape=None, ndim=None, least=0, profile=None, plain=False):
        """A new array."""
        if shape is None:
            shape = self.shape()
            if ndim is not None:
                shape = tuple((list(shape) + [self.rng.choice(_LENGTHS[1:]) for _ in range(ndim)])[:ndim])
            while len(shape) < least:
                shape += (self.rng.choice(_LENGTHS[1:]),)
        profile = profile or self.rng.choice(["small", "small", "wide", "special"])
        values = random_values(self.rng, shape, dtype, profile)
        return Array(Root(values)) if plain else random_view(self.rng, values)

    def beside(self, a, kinds=None):
        """An array that broadcasts with `a`, for the most part, of any dtype or of kinds."""
        rng = self.rng
        for _ in range(8):
            b = rng.choice(self.pool if kinds is None else self.everything)
            if kinds is not None and b.dtype.kind not in kinds:
                continue
            if all(m == n or m == 1 or n == 1 for m, n in zip(a.shape[::-1], b.shape[::-1])):
                return b
        return b if self.random() < 0.1 else a

    def like(self, a, dtype=None, shape=None):
        """A new array of a's shape, or of one that broadcasts to it, and of its dtype or another."""
        return self.made(
            dtype or (a.dtype.char if self.random() < 0.8 else self.rng.choice(self.dtypes)),
            a.shape if shape is None else shape,
        )

    def target(self, shape, dtype=None):
        """An array to write to, which broadcasts to nothing."""
        wrong = self.random() < 0.05
        dtype = dtype or self.rng.choice(self.dtypes)
        values = random_values(self.rng, self.shape() if wrong else shape, dtype, "small")
        view = random_view(self.rng, values)
        return view if not view.steps or view.steps[0][0] != "broadcast" else Array(Root(values))

    def mask(self, a):
        """A mask that broadcasts with `a`."""
        return self.beside(a, "b") if self.random() < 0.5 else self.made("?", a.shape)

    def arrays(self, least=1, most=4):
        """Several arrays of one shape, for the most part."""
        a = self.array()
        result = [a]
        for _ in range(self.rng.randint(least, most) - 1):
            result.append(self.like(a) if self.random() < 0.8 else self.array())
        return result if self.random() < 0.7 else tuple(result)

    def indices_for(self, length, shape=None, outside=0.04):
        """An integer array that names places along an axis."""
        rng = self.rng
        shape = self.shape(3) if shape is None else shape
        length = max(length, 1)
        n = int(np.prod(shape))
        low = -length if rng.random() < 0.5 else 0
        values = [rng.randint(low, length - 1) for _ in range(n)]
        if n and rng.random() < outside:
            values[rng.randrange(n)] = rng.choice([length, -length - 1, length + 7])
        code = rng.choice("llllihb") if low < 0 else rng.choice("lllliBHLb")
        with np.errstate(all="ignore"):
            return random_view(rng, np.array(values).astype(code).reshape(shape))

    # -------------------------------------------------------------------------------------------------- other arguments

    def chance(self, p):
        return self.random() < p

    def choice(self, options):
        return self.rng.choice(options)

    def integer(self, low=-3, high=4):
        return self.rng.randint(low, high)

    def bool(self):
        return self.random() < 0.5

    def dtype(self):
        return self.rng.choice(self.dtypes if self.few or self.random() < 0.6 else DTYPES)

    def code(self, codes):
        """One of some dtypes; of the batch's own, if it has one of them and is to use its kernels again."""
        own = [c for c in self.dtypes if c in codes] if self.few else codes
        return self.rng.choice(own or codes[0])

    def axis(self, a, wrong=0.04):
        """An axis of `a`; seldom one that it lacks."""
        ndim = a if isinstance(a, int) else a.ndim
        if self.random() < wrong or ndim == 0:
            return self.rng.choice([ndim, -ndim - 1, 0, -1])
        return self.rng.randint(-ndim, ndim - 1)

    def axes(self, a, least=0):
        """Some axes of `a`, as a tuple."""
        axes = list(range(a.ndim))
        self.rng.shuffle(axes)
        axes = axes[: self.rng.randint(min(least, a.ndim), a.ndim)]
        if axes and self.random() < 0.03:
            axes.append(axes[0])
        return tuple(i - a.ndim if self.random() < 0.3 else i for i in axes)

    def axis_or_axes(self, a):
        p = self.random()
        return None if p < 0.2 else self.axes(a) if p < 0.45 else self.axis(a)

    def scalar(self, kinds="?ifc"):
        """A Python or NumPy number."""
        rng = self.rng
        p = self.random()
        kind = rng.choice(kinds)
        if p < 0.75:
            value = {"?": lambda: rng.random() < 0.5, "i": lambda: rng.randint(-3, 5),
                     "f": lambda: rng.choice([0.0, -0.0, 1.0, 0.5, -2.5, 3.0, float("nan"), float("inf")]),
                     "c": lambda: complex(rng.randint(-2, 2), rng.randint(-2, 2))}[kind]()  # fmt: skip
            if kind == "i" and rng.random() < 0.05:
                value = rng.choice([127, 128, -129, 255, 256, 2**31, 2**40])
            return value
        code = {"?": "?", "i": "bBhHiIlL", "f": "efd", "c": "FD"}[kind]
        return np.dtype(self.code(code)).type(rng.randint(0, 3))

    def operand(self, a):
        """An array that broadcasts with `a`, or a number."""
        return self.beside(a) if self.random() < 0.75 else self.scalar()

    def order(self):
        return self.rng.choice("CFAK")

    def new_shape(self, size):
        """A shape of so many elements, perhaps with one length left open; seldom a wrong one."""
        rng = self.rng
        shape = []
        rest = size
        for _ in range(rng.randint(0, 3)):
            divisors = [k for k in range(1, rest + 1) if rest % k == 0] if rest else [0, 1, 2]
            shape.append(rng.choice(divisors))
            rest = rest // shape[-1] if shape[-1] else 0
        shape.append(rest)
        rng.shuffle(shape)
        if rng.random() < 0.3:
            shape[rng.randrange(len(shape))] = -1
        if rng.random() < 0.05:
            shape[0] += 1
        return tuple(shape) if rng.random() < 0.8 or len(shape) > 1 else shape[0]

    def slice(self, length):
        rng = self.rng
        end = lambda: rng.choice([None, None, rng.randint(-length - 1, length + 1)])  # noqa: E731
        return slice(end(), end(), rng.choice([None, None, None, 1, 2, -1, -2, 3]))

    def basic_key(self, shape):
        """Integers, slices, None and Ellipsis for an array of a shape."""
        rng = self.rng
        key = []
        for length in shape[: rng.randint(0, len(shape))]:
            p = rng.random()
            if p < 0.12:
                key.append(None)
            if p < 0.4 and length:
                key.append(rng.randint(-length, length - 1) if rng.random() < 0.97 else length)
            else:
                key.append(self.slice(length))
        if rng.random() < 0.25:
            key.insert(rng.randint(0, len(key)), Ellipsis) if rng.random() < 0.7 else key.append(Ellipsis)
        return key[0] if len(key) == 1 and rng.random() < 0.7 else tuple(key)

    def advanced_key(self, shape):
        """An index with integer arrays and masks among integers and slices."""
        rng = self.rng
        key, i = [], 0
        common = self.shape(2)
        while i < len(shape) and rng.random() < 0.85:
            p, length = rng.random(), shape[i]
            if p < 0.4:
                one = common if rng.random() < 0.8 else common[1:]
                index = self.indices_for(length, one)
                key.append(index.root.values.tolist() if not index.steps and rng.random() < 0.15 else index)
            elif p < 0.55:
                count = min(rng.choice([1, 1, 2]), len(shape) - i)
                key.append(self.made("?", shape[i : i + count] if rng.random() < 0.95 else (3,)))
                i += count - 1
            elif p < 0.6:
                key.append(rng.choice([None, True, False, None]))
                i -= 1
            elif p < 0.7 and length:
                key.append(rng.randint(-length, length - 1))
            else:
                key.append(self.slice(length))
            i += 1
        if rng.random() < 0.15:
            key.insert(rng.randint(0, len(key)), Ellipsis)
        return key[0] if len(key) == 1 and rng.random() < 0.8 else tuple(key)

    def some(self, **options):
        """Each keyword with a chance of one half; values are functions that draw them."""
        return {name: value() for name, value in options.items() if self.random() < 0.5}

    def wrong(self):
        """Something that no function expects."""
        return self.rng.choice(
            [
                None,
                -1,
                2.5,
                "x",
                [],
                [1, [2]],
                (),
                {},
                2**70,
                -(2**63),
                object,
                True,
                [[1, 2], [3, 4]],
                float("nan"),
                1j,
            ]
        )

    def case(self, spec):
        """A case of a catalogue's entry."""
        drawn = spec.draw(self)
        args, kwargs = (
            (list(drawn[0]), drawn[1])
            if isinstance(drawn, tuple) and len(drawn) == 2 and isinstance(drawn[1], dict)
            else (list(drawn), {})
        )
        path = self.rng.choice(spec.paths)
        nonsense = (
            self.random() < 0.02 and len(args) > any(p.startswith("ndarray.") for p in spec.paths) and not spec.strict
        )
        if nonsense:
            method = any(p.startswith("ndarray.") for p in spec.paths)  # whose array stays one
            place = self.rng.randrange(1 if method and len(args) > 1 else 0, len(args))
            args[place] = self.wrong()
        return Case(path, args, kwargs, spec, spec.writes, spec.model, nonsense)
