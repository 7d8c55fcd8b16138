"""Few elements, which the host moves itself on a CPU: random statements beside NumPy and beside kernels."""

import re
import warnings

import numpy as np
import pytest

import cuprum as cp

NUMBERS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
RECORD = np.dtype([("a", "i4"), ("b", "f8"), ("c", "u1", (3,))])
OTHERS = ["M8[s]", "m8[ms]", RECORD]
# Around the limit below which the host moves elements, and around the widths of vectors.
LENGTHS = [0, 1, 2, 3, 5, 7, 15, 16, 17, 31, 63, 64, 65, 100, 127, 128, 255, 256, 257, 258, 300]
SCALARS = [
    "0",
    "1",
    "-1",
    "True",
    "2.5",
    "-0.0",
    "float('nan')",
    "float('inf')",
    "1 + 2j",
    "300",
    "-129",
    "2**40",
    "2**63",
]
SCALARS += ["-(2**63)", "2**64 - 1", "xp.float32(1.5)", "xp.int8(-3)", "b[...]"]

# `V`, `W`, `J`, `K` are views of `a`, `b`, the places `i` and the mask `m`; `S` is a number, `T` a dtype, `O` an order.
STATEMENTS = """
x = V.copy('O')
x = xp.ascontiguousarray(V)
x = xp.asfortranarray(V)
x = V.astype('T')
x = V.flatten('O')
x = V.ravel('O')
x = xp.flip(V).copy()
x = V.reshape(-1)
x = xp.array(V, order='O')
V = W
V = V[::-1]
V = V.T
a[1:] = a[:-1]
a[:-1] = a[1:]
a[::-1] = a
V = S
a.fill(S)
V.fill(S)
x = xp.full_like(V, S)
x = a[J]
x = V[J]
x = V.ravel()[J]
x = xp.take(V, J, mode='clip')
x = xp.take(V, J, axis=0)
xp.take(a, J, out=o)
xp.take(a, J, axis=0, out=o)
a[J] = W
a[J] = S
V[J] = o
x = a[K]
x = V[K]
x = a[q]
a[K] = S
a[K] = W
V[K] = o
a[K] = a[K][::-1]
x = xp.compress(m.ravel(), V.ravel())
x = xp.extract(q, a)
x = xp.nonzero(q)
x = xp.argwhere(q)
x = xp.nonzero(V)
x = xp.where(K)
x = xp.where(m, a, b)
xp.copyto(V, W, casting='same_kind')
xp.copyto(a, b, where=m)
x = xp.unravel_index(J, (17, 31), order='F')
x = xp.ravel_multi_index((J,), (31,), mode='wrap')
x = xp.ravel_multi_index((J, J), (17, 31))
x = xp.ravel_multi_index((J, J), (17, 31), mode=('clip', 'raise'))
x = xp.ravel_multi_index((J, J), (4, 3), mode=('wrap', 'clip'), order='F')
x = xp.bincount(J[J < 5000])
x = xp.bincount(J[J < 300], minlength=20)
x = xp.bincount(J[J < 300], xp.arange(J[J < 300].size) / 3)
x = xp.bincount(J * (J < 300), W)
x = xp.count_nonzero(V)
x = xp.count_nonzero(K)
x = xp.count_nonzero(V, axis=0)
x = xp.count_nonzero(V, keepdims=True)
x = xp.arange(q.size, dtype='T')
x = xp.arange(S, 40, dtype='T')
x = xp.arange(-7, q.size, 3, 'T')
x = xp.arange(50, -q.size, -1.5)
x = V.tolist()
x = xp.require(V)
x = xp.require(V, dtype='T')
xp.add(V, W, out=V)
xp.add(a, b, out=o)
x = xp.add(a, b, a)
x = xp.add(a, b, out=None)
xp.less(a, b, out=m)
x = xp.roll(V, 3)
x = xp.concatenate([V, W])
x = xp.repeat(V, 2)
x = xp.rot90(V)
x = xp.diag(V)
x = xp.resize(V, 300)
x = V.real.copy()
x = V.imag.copy()
V.real = W
x = a['a'].copy()
a['b'][...] = S
x = V['c'][..., 1:].copy()
"""
STATEMENTS = STATEMENTS.strip().split("\n")


def draw_shape(rng):
    ndim = rng.choice([0, 1, 1, 1, 2, 3])
    if ndim == 1:
        return (int(rng.choice(LENGTHS)),)
    return tuple(int(n) for n in rng.integers(0, {0: 1, 2: 18, 3: 8}[ndim], ndim))


def draw_values(rng, shape, dtype):
    dtype = np.dtype(dtype)
    size = int(np.prod(shape))
    if dtype.names:
        values = np.zeros(size, dtype)
        values["a"], values["b"] = rng.integers(-5, 5, size), rng.standard_normal(size)
        values["c"] = rng.integers(0, 3, (size, 3))
    elif dtype.kind in "mM":
        values = rng.choice([np.iinfo("i8").min, 0, 1, -7, 5], size).view(dtype)
    elif dtype.kind in "biu":
        values = rng.integers(-3, 12, size).astype(dtype) if dtype.kind != "b" else rng.integers(0, 2, size).astype("?")
    else:
        values = rng.choice([0.0, -0.0, 1.5, np.nan, np.inf, -np.inf, 1e-7, -3, 6e4], size).astype(dtype)
        if dtype.kind == "c":
            values.imag = rng.choice([0.0, -0.0, 1.5, np.nan], size)
    return values.reshape(shape)


def draw_view(rng, name, shape):
    steps = [str(rng.choice(["::-1", "::2", "1:", ":-1", "::-3", ":", ":"])) for _ in shape]
    if not steps:
        return f"{name}[...]"
    return f"{name}[{', '.join(steps)}]" + ("" if rng.integers(0, 4) else ".T")


def draw_program(rng):
    def dtype():
        return OTHERS[rng.integers(len(OTHERS))] if rng.integers(0, 8) == 0 else str(rng.choice(NUMBERS))

    shape, kind = draw_shape(rng), dtype()
    other = [shape, shape, shape[1:], tuple(1 if rng.integers(0, 2) else n for n in shape), draw_shape(rng)]
    other = other[rng.integers(len(other))]
    length, count = shape[0] if shape else 1, int(rng.choice(LENGTHS))
    of_places = str(rng.choice(["i8", "i8", "i4", "i4", "i2", "u1", "u4", "u8", "?"]))
    places = rng.integers(-length if of_places[0] == "i" else 0, max(length, 1), count)
    if count and rng.integers(0, 5) == 0:
        places[rng.integers(count)] = rng.choice([length, -length - 1, 2**31 - 1, -(2**31)])
    places = places.astype(of_places)
    if count % 2 == 0 and rng.integers(0, 4) == 0:
        places = places.reshape(2, -1)
    masked = shape if rng.integers(0, 6) else draw_shape(rng)
    arrays = {
        "a": draw_values(rng, shape, kind),
        "b": draw_values(rng, other, kind if rng.integers(0, 3) else dtype()),
        "i": places,
        "m": draw_values(rng, masked, "?"),
        "q": draw_values(rng, masked, "?" if rng.integers(0, 2) else str(rng.choice(NUMBERS))),
        "o": draw_values(rng, places.shape, kind if rng.integers(0, 3) else dtype()),
    }
    texts = {
        "V": draw_view(rng, "a", shape),
        "W": draw_view(rng, "b", other),
        "J": "i" if rng.integers(0, 3) else draw_view(rng, "i", places.shape),
        "K": "m" if rng.integers(0, 3) else draw_view(rng, "m", masked),
        "S": str(rng.choice(SCALARS)),
        "T": str(rng.choice(NUMBERS)),
        "O": str(rng.choice(list("CFAK"))),
    }
    statement = STATEMENTS[rng.integers(len(STATEMENTS))]
    return arrays, re.sub(r"\b[VWJKSTO]\b", lambda found: texts[found[0]], statement)


def on_host(value):
    if isinstance(value, tuple):
        return tuple(map(on_host, value))
    return cp.asnumpy(value) if isinstance(value, cp.ndarray) else value


def run(xp, arrays, program, convert):
    """What the program's arrays are behind it, or the error."""
    names = {name: convert(value) for name, value in arrays.items()}
    error = None
    try:
        exec(program, names | {"xp": xp, "np": np}, names)
    except Exception as caught:
        error = caught
    return {name: on_host(names[name]) for name in [*arrays, "x"] if name in names}, error


def same(a, b, exactly):
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same(one, two, exactly) for one, two in zip(a, b, strict=True))
    if not isinstance(a, (np.ndarray, np.generic)):
        return repr(a) == repr(b)
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape or (exactly and a.size and a.strides != b.strides):
        return False
    if a.dtype.names:
        return all(same(a[name], b[name], exactly) for name in a.dtype.names)
    if a.dtype.kind in "fc" and not exactly:
        return np.array_equal(a, b, equal_nan=True)
    return one_nan(a).tobytes() == one_nan(b).tobytes()


def one_nan(a):
    """The numbers with one bit pattern for NaN: signs and payloads of NaN are a processor's own."""
    if a.dtype.kind not in "fc":
        return a
    parts = np.array(a, order="C", ndmin=1).view(a.real.dtype)
    parts[np.isnan(parts)] = np.nan
    return parts


def waiting(values):
    """An array whose elements are not computed yet."""
    x = cp.asarray(values)
    if values.dtype.kind in "mMV":
        return x
    if values.dtype.kind in "fc":
        return cp.negative(cp.negative(x))
    twice = cp.logical_not if values.dtype.kind == "b" else cp.invert
    return twice(twice(x))


def agree(one, two, exactly=True):
    """Whether two runs ended alike; errors have one text where they are to agree exactly."""
    if type(one[1]) is not type(two[1]) or (exactly and str(one[1]) != str(two[1])):
        return False
    return one[0].keys() == two[0].keys() and all(same(one[0][name], two[0][name], exactly) for name in one[0])


@pytest.mark.parametrize("seed", range(8))
def test_the_host_does_what_kernels_do(seed):
    stream = cp.cuda.Stream()  # work of a stream is always a kernel
    rng = np.random.default_rng(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(120):
            arrays, program = draw_program(rng)
            found = run(cp, arrays, program, cp.asarray)
            with stream:
                by_kernels = run(cp, arrays, program, cp.asarray)
            with cp.deferred():
                deferred = run(cp, arrays, program, waiting)
            assert agree(found, by_kernels), program
            assert agree(found, deferred), program
            expected = run(np, arrays, program, np.copy)
            # Casts of NaN and of floats beyond an integer's range are a processor's own (docs/cupy.md).
            defined = all(v.dtype.kind in "biu" for v in arrays.values()) and not re.search("inf|nan", program)
            if defined and expected[1] is None and found[1] is None:
                assert agree(found, expected, exactly=False), program


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("places", [[0, 1, 9], [0, -5, 1], [2**40, 0, 1]])
def test_an_output_stays_as_it_is_where_a_place_is_out_of_bounds(dtype, places):
    a, out = cp.asarray(np.arange(4), dtype=dtype), cp.asarray(np.ones(3), dtype=dtype)
    if cp.backend() == "cuda":  # places on a GPU are not checked: they wrap around, as in CuPy
        cp.take(a, cp.asarray(places), out=out)
        assert out.tolist() == np.take(np.arange(4).astype(dtype), places, mode="wrap").tolist()
        return
    with pytest.raises(IndexError):
        cp.take(a, cp.asarray(places), out=out)
    assert out.tolist() == np.ones(3, dtype).tolist()


@pytest.mark.parametrize("length", [255, 256, 257])
def test_the_limit(length):
    values = np.arange(2.0 * length)
    a, mask = cp.asarray(values), values % 3 == 0
    half = np.zeros(length)
    target = cp.asarray(half)
    target[...], half[...] = a[::2], values[::2]
    assert cp.asnumpy(target).tobytes() == half.tobytes()
    target[::-1], half[::-1] = target, half.copy()
    assert cp.asnumpy(target).tobytes() == half.tobytes()
    places = np.arange(length)[::-1] - length
    assert cp.asnumpy(a[cp.asarray(places)]).tobytes() == values[places].tobytes()
    assert cp.asnumpy(a[cp.asarray(mask)]).tobytes() == values[mask].tobytes()
    assert cp.asnumpy(a[:length][cp.asarray(mask[:length])]).tobytes() == values[:length][mask[:length]].tobytes()


def test_uninitialized_objects():
    """`__new__` alone makes no ufunc and no kernel: calling one is an error, not the end of the process."""
    for kind in (cp.ufunc, type(cp.matmul), type(cp.fuse(lambda x: x))):
        for make in (lambda kind=kind: kind.__new__(kind), kind, type("Subclass", (kind,), {})):
            with pytest.raises(TypeError):
                make()
    a = cp.ones(3)
    for kind in (cp.ElementwiseKernel, cp.ReductionKernel):
        with pytest.raises(TypeError, match="__init__"):
            kind.__new__(kind)(a)
        with pytest.raises(TypeError, match="__init__"):
            kind.__new__(kind).__name__
    with pytest.raises(TypeError, match="__init__"):
        cp.RawKernel.__new__(cp.RawKernel)((1,), (1,), ())
    pointer = cp.cuda.PinnedMemoryPointer
    with pytest.raises(BufferError):
        memoryview(pointer.__new__(pointer))
