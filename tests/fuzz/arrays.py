"""Arrays that both libraries have: the same values under the same strides."""

import ml_dtypes  # noqa: F401  gives NumPy the name bfloat16
import numpy as np

import cuprum as cp

DTYPES = "?bBhHiIlLefdFD"


def literal(value):
    """A Python expression of a value, with `inf` and `nan` as names."""
    if isinstance(value, complex):
        return f"complex({value.real!r}, {value.imag!r})"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return repr(value)


def key_text(key):
    """An index as it stands in a program."""
    if isinstance(key, slice):
        parts = ["" if p is None else str(p) for p in (key.start, key.stop, key.step)]
        return ":".join(parts[:2] if key.step is None else parts)
    if isinstance(key, tuple):
        return ", ".join(map(key_text, key)) + ("," if len(key) == 1 else "") if key else "()"
    return "..." if key is Ellipsis else repr(key)


class Root:
    """Values that own their memory; `order` is how they lie in it."""

    __slots__ = ("values", "order", "both")

    def __init__(self, values, order="C"):
        self.values, self.order = values, order
        self.both = self.fresh()

    def fresh(self):
        """New arrays in NumPy and in cuprum."""
        host = np.array(self.values, order=self.order)
        return host, cp.array(host)

    def text(self):
        values, code = self.values, self.values.dtype.char
        if values.size == 0:
            return f"xp.zeros({values.shape}, {code!r})"
        order = ", order='F'" if self.order == "F" else ""
        return f"xp.array({literal(values.tolist())}, {code!r}{order})"


class Array:
    """A view of a root, made by steps that both libraries take: 'T', an index, or a shape to broadcast to."""

    __slots__ = ("root", "steps", "both", "shape", "dtype", "ndim", "size")

    def __init__(self, root, steps=()):
        self.root, self.steps = root, steps
        self.both = self.of(root.both)
        host = self.both[0]
        self.shape, self.dtype, self.ndim, self.size = host.shape, host.dtype, host.ndim, host.size

    def of(self, pair):
        """The same view of another pair of the root's layout."""
        return tuple(self._view(xp, a) for xp, a in zip((np, cp), pair))

    def _view(self, xp, a):
        for kind, value in self.steps:
            if kind == "T":
                a = a.transpose(value)
            elif kind == "index":
                a = a[value]
            else:
                a = xp.broadcast_to(a, value)
        return a

    def with_step(self, kind, value):
        return Array(self.root, (*self.steps, (kind, value)))

    def text(self, root):
        """An expression of the view; `root` is the root's name."""
        for kind, value in self.steps:
            if kind == "T":
                root = f"{root}.transpose({value})"
            elif kind == "index":
                root = f"{root}[{key_text(value)}]"
            else:
                root = f"xp.broadcast_to({root}, {value})"
        return root


def _limits(dtype):
    info = np.iinfo(dtype)
    return [info.min, info.min + 1, info.max, info.max - 1]


def random_values(rng, shape, dtype, profile):
    """Values of a profile: 'small' integers, 'wide' ones, 'special' ones with zeros of both signs, infinities and
    NaN."""
    dtype = np.dtype(dtype)
    n = int(np.prod(shape))
    kind = dtype.kind
    if kind == "b":
        values = [rng.random() < 0.5 for _ in range(n)]
    elif kind in "iu":
        low = 0 if kind == "u" else -3
        if profile in ("small", "signs"):
            values = [rng.randint(low, 4) for _ in range(n)]
        elif profile == "wide":
            top = min(int(np.iinfo(dtype).max), 10**4)
            values = [rng.randint(-top if kind == "i" else 0, top) for _ in range(n)]
        else:
            limits = _limits(dtype)
            values = [rng.choice(limits) if rng.random() < 0.3 else rng.randint(low, 4) for _ in range(n)]
    else:

        def number():
            if profile == "small":
                return float(rng.randint(-3, 4)) * (0.5 if rng.random() < 0.3 else 1)
            if profile == "wide":
                return rng.uniform(-1, 1) * 10 ** rng.randint(-3, 3)
            if profile == "signs":
                return rng.choice(_SIGNS)
            return rng.choice(_SPECIAL) if rng.random() < 0.4 else rng.uniform(-4, 4)

        if kind == "c":
            values = [complex(number(), number()) for _ in range(n)]
        else:
            values = [number() for _ in range(n)]
    return np.array(values, dtype).reshape(shape)


# Of these, products are the same in any order.
_SIGNS = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0, 2.0, -0.5, 2.0, -0.5]
_SPECIAL = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1e-42, -1e-310, 3e38, -1e300, 65504.0, 1.0, -1.0, 2.5]


def random_view(rng, values, broadcast=True):
    """The values as an array in a random layout; some are repeated along an axis, unless that is told not to be."""
    kind = rng.random()
    ndim = values.ndim
    if kind < 0.45 or ndim == 0:
        return Array(Root(values))
    if kind < 0.6:
        return Array(Root(values, "F"))
    if kind < 0.7:
        axes = list(range(ndim))
        rng.shuffle(axes)
        inverse = tuple(axes.index(i) for i in range(ndim))
        return Array(Root(np.ascontiguousarray(values.transpose(axes))), (("T", inverse),))
    if kind < 0.85:  # gaps, or turned round
        key, wide = [], list(values.shape)
        for i, length in enumerate(values.shape):
            step = rng.choice([1, 1, 2, -1, -2])
            wide[i] = length * abs(step)
            key.append(slice(None, None, step) if step != 1 else slice(None))
        full = np.zeros(wide, values.dtype)
        full[tuple(key)] = values
        return Array(Root(full), (("index", tuple(key)),))
    if kind < 0.93:  # a window of something larger
        before = [rng.randint(0, 2) for _ in range(ndim)]
        wide = [n + b + 1 for n, b in zip(values.shape, before)]
        full = np.ones(wide, values.dtype)
        key = tuple(slice(b, b + n) for n, b in zip(values.shape, before))
        full[key] = values
        return Array(Root(full), (("index", key),))
    if not broadcast:
        return Array(Root(values))
    # Some axes repeat one element.
    key = tuple(slice(0, 1) if rng.random() < 0.5 else slice(None) for _ in range(ndim))
    return Array(Root(values[key].copy()), (("broadcast", values.shape),))
