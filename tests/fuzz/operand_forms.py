"""Arguments in every form that a Python program may hand over, drawn by what a parameter's annotation names."""

import array
import ast
import math

import numpy as np

import cuprum as cp
import cuprumx.scipy.sparse as sparse

LENGTHS = [0, 1, 1, 2, 2, 3, 3, 4, 7]
NAMES_OF_AXES = {"axis", "axes", "axis1", "axis2", "source", "destination"}
WORDS = ["C", "F", "linear", "constant", "same", "full", "valid", "reflect", "nearest", "ij,jk->ik", "i,i", "...",
         "hann", "float32", "f8", "x", "", "raise", "csr", "coo", "low", "left", "ij->ji", "i4", "gaussian",
         "euclidean", "multiquadric", "symm", "wrap", "sum", "mean", "count", "median", "\x00", "é" * 40]  # fmt: skip


class Failure(Exception):
    """What a hostile object raises."""


class Gives:
    """An object that becomes an array by NumPy's protocol."""

    def __init__(self, given):
        self.given = given

    def __array__(self, dtype=None, copy=None):
        return self.given() if callable(self.given) else self.given

    def __repr__(self):
        return f"Gives({self.given!r})"


class Raises:
    """An object that refuses every protocol."""

    def __array__(self, dtype=None, copy=None):
        raise Failure

    __index__ = __float__ = __int__ = __complex__ = __bool__ = __len__ = __iter__ = __call__ = lambda self, *a: fail()

    def __repr__(self):
        return "Raises()"


def fail():
    raise Failure


class Acts:
    """A number that does something while it is read, such as emptying the list in which it lies. It has no `__array__`,
    by which NumPy's own process ends then."""

    def __init__(self, action, value=1):
        self.action, self.value = action, value

    def _read(self):
        self.action()
        return self.value

    __index__ = __int__ = _read

    def __float__(self):
        return float(self._read())

    def __complex__(self):
        return complex(self._read())

    def __repr__(self):
        return f"Acts(-> {self.value})"


class Sequence:
    """A sequence whose length is not that of what it holds."""

    def __init__(self, values, length):
        self.values, self.length = values, length

    def __len__(self):
        return self.length

    def __getitem__(self, key):
        return self.values[key]

    def __repr__(self):
        return f"Sequence({self.values!r}, {self.length})"


def emptied_list(values):
    """A list that is emptied while it is read."""
    held = list(values)
    held[1:1] = [Acts(held.clear)]
    return held


class Draws:
    """Arguments of one call. The same random numbers give the same arguments."""

    def __init__(self, rng, dtypes="dl"):
        self.rng, self.dtypes = rng, dtypes
        self.base = [rng.choice(LENGTHS) if rng.random() < 0.3 else rng.choice([2, 3, 3, 4]) for _ in range(4)]
        self.made = []  # arrays that hostile objects change
        self.repeats = False  # whether numbers say how often something is done
        self.hostile = rng.random() < 0.5  # the other calls are right in most of their arguments

    # ----------------------------------------------------------------------------------------------------------- arrays

    def shape(self, most=3):
        rng = self.rng
        shape = self.base[4 - rng.choice([0, 1, 1, 1, 2, 2, 2, 3][: 8 if most > 2 else 4]) or 4 :]
        return tuple(1 if rng.random() < 0.1 else n for n in shape)

    def values(self, shape=None, dtype=None):
        """A NumPy array in C order."""
        rng = self.rng
        dtype = np.dtype(dtype or (rng.choice(self.dtypes) if rng.random() < 0.95 else rng.choice("?bBhHiIlLefdFD")))
        shape = self.shape() if shape is None else shape
        p = rng.random()
        if p < 0.4:
            values = np.array([rng.randint(0, 3) for _ in range(math.prod(shape))], float)
        elif p < 0.6:
            values = np.sort(np.array([rng.uniform(-1, 4) for _ in range(math.prod(shape))], float))
        elif p < 0.7 and len(shape) == 2:
            values = np.array([rng.uniform(0, 0.1) for _ in range(math.prod(shape))], float)
            values[:: shape[1] + 1] += 3  # so that matrices can be factorized
        else:
            special = [0.0, -0.0, -1.0, 1e300, math.inf, -math.inf, math.nan, 2.0**63, -(2.0**31)]
            values = np.array([rng.choice(special) if rng.random() < 0.3 else rng.uniform(-3, 5)
                               for _ in range(math.prod(shape))], float)  # fmt: skip
        with np.errstate(all="ignore"):
            return values.astype(dtype).reshape(shape)

    def host(self, shape=None, dtype=None):
        """A NumPy array in any layout."""
        values = self.values(shape, dtype)
        p = self.rng.random()
        if p < 0.4 or values.ndim == 0:
            return values
        if p < 0.5:
            return np.asfortranarray(values)
        if p < 0.6:
            return values[::-1]
        if p < 0.7:
            return np.repeat(values, 2, -1)[..., ::2]
        if p < 0.76:
            return np.broadcast_to(values[:1], values.shape)
        if p < 0.82:
            return values.astype(values.dtype.newbyteorder())
        if p < 0.88:  # at addresses that no kernel may read by whole elements
            raw = np.empty(values.nbytes + 1, np.uint8)[1:]
            unaligned = raw.view(values.dtype) if values.size else values.ravel()
            unaligned[...] = values.ravel()
            return unaligned.reshape(values.shape)
        values = values.copy()
        values.flags.writeable = False
        return values

    def array(self, shape=None, dtype=None):
        """A cuprum array in any layout."""
        values = self.values(shape, dtype)
        p = self.rng.random()
        a = cp.array(values)
        if p < 0.5 or a.ndim == 0:
            pass
        elif p < 0.6:
            a = cp.array(values, order="F")
        elif p < 0.7:
            a = a[::-1]
        elif p < 0.78:
            a = cp.array(np.repeat(values, 2, -1))[..., ::2]
        elif p < 0.85:
            a = cp.broadcast_to(a[:1], a.shape)
        elif p < 0.9:
            a = cp.array(values.T).T
        elif p < 0.95:
            a = cp.array(np.pad(values, 1))[(slice(1, -1),) * a.ndim]
        else:
            a = a + 0  # which waits to be computed
        self.made.append(a)
        return a

    def lists(self):
        values = self.host().tolist()
        if not isinstance(values, list):
            return [values]
        if self.rng.random() < 0.3:
            values = tuple(tuple(v) if isinstance(v, list) else v for v in values)
        return values

    def change(self):
        """Changes an array that was made for this call, as its method may while other arguments are read."""
        if not self.made:
            return
        a = self.rng.choice(self.made)
        try:
            if self.rng.random() < 0.5:
                a.shape = (-1, *[1] * 9)  # more lengths than lie within an array's object
            else:
                a.resize((self.rng.choice([0, 1, 50]),))
        except Exception:  # noqa: BLE001  not every array lets itself be changed
            pass

    def array_like(self):
        """Whatever a function takes for an array."""
        rng = self.rng
        p = rng.random()
        if p < (0.45 if self.hostile else 0.6):
            return self.array()
        if p < 0.65:
            return self.lists()
        if p < 0.75:
            return self.host()
        if p < 0.82:
            return self.scalar()
        return rng.choice(self.array_likes)(self)

    array_likes = [
        lambda d: range(d.rng.choice(LENGTHS)),
        lambda d: array.array(d.rng.choice("bBhilfd"), [1, 2, 3]),
        lambda d: memoryview(d.values()),
        lambda d: b"abcd",
        lambda d: "abc",
        lambda d: Gives(d.host()),
        lambda d: Gives(d.host().tolist()),
        lambda d: Gives(lambda: (d.change(), d.host())[1]),
        lambda d: Gives(lambda: d.array()),
        lambda d: Raises(),
        lambda d: [d.array(()), d.array(()), 2],
        lambda d: [d.array((3,)), [1, 2, 3]],
        lambda d: [d.array((2,)), d.array((3,))],
        lambda d: [[1, 2], [3]],
        lambda d: [[], [1]],
        lambda d: [None, 1],
        lambda d: [1, "x"],
        lambda d: np.array([1, None], object),
        lambda d: np.array(["a", "b"]),
        lambda d: np.zeros(2, [("a", "f4"), ("b", "i2")]),
        lambda d: np.array([1, 2], "M8[s]"),
        lambda d: np.ma.array([1, 2, 3], mask=[0, 1, 0]),
        lambda d: emptied_list([0, 1, 2]),
        lambda d: [emptied_list([0, 1]), [1, 2, 3]],
        lambda d: Sequence([1, 2, 3], 7),
        lambda d: Sequence([1, 2, 3], 1),
        lambda d: Sequence([], 2**62),
        lambda d: [Acts(d.change), 2, 3],
        lambda d: (x for x in [1, 2]),
        lambda d: {1, 2},
        lambda d: {},
        lambda d: None,
        lambda d: object(),
        lambda d: int,
        lambda d: nested(70),
        lambda d: nested(1000),
        lambda d: sparse.csr_matrix(cp.eye(3)),
        lambda d: cp.poly1d([1, 2]),
        lambda d: cp.dtype("f4"),
        lambda d: slice(None),
        lambda d: Ellipsis,
    ]

    # ------------------------------------------------------------------------------------------------- other arguments

    def scalar(self):
        rng = self.rng
        return rng.choice(
            [0, 1, 2, -1, 3, 0.5, 1.5, 2.0, True, False, 1j, math.nan, math.inf, -0.0, np.float32(2), np.int8(-1),
             np.bool_(True), np.complex64(1j), np.float16(1), np.uint64(2**64 - 1), 10**20, -(2**63), 300]
        )  # fmt: skip

    def integer(self, name=""):
        rng = self.rng
        if name in NAMES_OF_AXES:
            return rng.choice([0, 0, 1, -1, -1, -2, 2, 5 if self.hostile else 0])
        if self.hostile and rng.random() < 0.2 and not self.repeats:
            return rng.choice([-1, -5, 2**62, -(2**63), 2**63, 2**70, np.int64(2), np.array(2), True, 1.0, 2.5,
                               Acts(self.change, 2), Raises(), self.array(()), "1", None])  # fmt: skip
        return rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 8])

    def integers(self, name=""):
        rng = self.rng
        found = [self.integer(name) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
        p = rng.random()
        if p < 0.5:
            return tuple(found)
        if p < 0.8:
            return found
        if p < 0.86:
            return emptied_list(found)
        if p < 0.9:
            return Sequence(found, len(found) + 2)
        return self.array((rng.choice([0, 1, 2, 3]),), "l") if p < 0.95 else self.values((2,), "l")

    def callable(self):
        return self.rng.choice(
            [lambda *a, **k: a[0] if a else 1, lambda *a, **k: None, lambda *a, **k: fail(), lambda *a, **k: [1, 2],
             lambda *a, **k: (self.change(), a[0] if a else 1)[1], lambda *a, **k: self.array(), lambda: 1, cp.sum,
             cp.sin]
        )  # fmt: skip

    def dtype(self):
        return self.rng.choice(
            ["d", "l", "f", np.float32, float, int, complex, bool, None, "c16", ">f8", "O", "U3", "M8[s]", "V8", "V0",
             [("a", "f4")], np.dtype([("a", "i4", (2,))]), "nonsense", object(), Raises(), np.dtype("d"), "e"]
        )  # fmt: skip

    def matrix(self):
        rng = self.rng
        n = rng.choice([1, 3, 4, 4])
        shape = (n, n) if rng.random() < 0.7 else (n, rng.choice([0, 2, 5]))
        dense = self.values(shape, rng.choice(["d", "d", "f", "D"]))
        dense[dense < 1] = 0
        kind = rng.choice(["csr", "csc", "coo", "dia", "bsr"])
        form = rng.choice([f"{kind}_matrix", f"{kind}_array"])
        return getattr(sparse, form)(cp.array(np.nan_to_num(dense, nan=1, posinf=2, neginf=3)))

    def index(self):
        rng = self.rng
        one = [
            lambda: rng.choice([0, 1, -1, 5, 2**40]),
            lambda: slice(*[rng.choice([None, 0, 1, -1, 7, Acts(self.change)]) for _ in range(3)]),
            lambda: None,
            lambda: Ellipsis,
            lambda: self.array(None, rng.choice("?l")),
            lambda: self.lists(),
            self.array_like,
        ]
        if rng.random() < 0.5:
            return rng.choice(one)()
        return tuple(rng.choice(one)() for _ in range(rng.choice([0, 1, 2, 2, 3])))

    def anything(self):
        return self.rng.choice(
            [self.array_like, self.integer, self.integers, self.dtype, self.scalar, self.callable, self.index,
             lambda: self.rng.choice(WORDS), lambda: None, object, self.matrix]
        )()  # fmt: skip

    def argument(self, name, annotation):
        """An argument for a parameter of this name and annotation."""
        rng = self.rng
        if rng.random() < (0.12 if self.hostile else 0.01):
            return self.anything()
        found = rng.choice(alternatives(annotation))
        if found.startswith("Literal"):
            return ast.literal_eval(rng.choice(alternatives(found[8:-1], ",")))
        for begins, draw in self.drawn:
            if found.startswith(begins):
                return draw(self, name)
        return self.anything()

    drawn = [
        ("None", lambda d, name: None),
        ("ArrayLike", lambda d, name: d.array_like()),
        ("numpy.typing.ArrayLike", lambda d, name: d.array_like()),
        ("numpy.ndarray", lambda d, name: d.host()),
        ("ndarray", lambda d, name: d.array()),
        ("tuple[ndarray", lambda d, name: (d.array(),)),
        ("tuple[ArrayLike", lambda d, name: tuple(d.array_like() for _ in range(2))),
        ("Sequence[ArrayLike", lambda d, name: [d.array_like() for _ in range(d.rng.choice([0, 1, 2, 3]))]),
        ("Sequence[ndarray", lambda d, name: [d.array() for _ in range(d.rng.choice([0, 1, 2, 3]))]),
        ("Sequence[str", lambda d, name: [d.rng.choice(WORDS) for _ in range(2)]),
        ("Sequence", lambda d, name: d.integers(name)),
        ("collections.abc.Sequence", lambda d, name: d.integers(name)),
        ("tuple", lambda d, name: tuple(d.integers(name))),
        ("list", lambda d, name: list(d.integers(name))),
        ("int", lambda d, name: d.integer(name)),
        ("float", lambda d, name: d.rng.choice([0.0, 0.1, 0.5, 1.0, 2.0, -1.0, math.nan, math.inf, 1e308, 3])),
        ("complex", lambda d, name: d.scalar()),
        ("Scalar", lambda d, name: d.scalar()),
        ("bool", lambda d, name: d.rng.random() < 0.5),
        ("str", lambda d, name: d.rng.choice(WORDS)),
        ("DTypeLike", lambda d, name: d.dtype()),
        ("Callable", lambda d, name: d.callable()),
        ("collections.abc.Callable", lambda d, name: d.callable()),
        ("Matrix", lambda d, name: d.matrix()),
        ("Tensor", lambda d, name: d.matrix()),
        ("cuprum._core._scipy_sparse", lambda d, name: d.matrix()),
        ("poly1d", lambda d, name: cp.poly1d(d.values((3,), "d"))),
        ("Index", lambda d, name: d.index()),
        ("dict", lambda d, name: {}),
        ("cuprum.cuda.Stream", lambda d, name: cp.cuda.Stream()),
        ("cuprum.cuda.Device", lambda d, name: cp.cuda.Device(0)),
    ]


def nested(depth):
    found = 1
    for _ in range(depth):
        found = [found]
    return found


_split = {}


def alternatives(annotation, separator="|"):
    """The parts of "int | Sequence[int | None]" between those separators that no bracket encloses."""
    found = _split.get((annotation, separator))
    if found is None:
        found, depth = [""], 0
        for character in annotation:
            depth += (character in "[(") - (character in "])")
            if character == separator and depth == 0:
                found.append("")
            else:
                found[-1] += character
        found = _split[annotation, separator] = [part.strip() for part in found]
    return found
