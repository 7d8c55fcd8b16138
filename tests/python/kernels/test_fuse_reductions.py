"""`cuprum.fuse`: reductions, rows, and what is made of them."""

import numpy as np
import pytest
from common import (
    NUMPY_DTYPES,
    assert_same,
    sample,
    to_device,
)
from fuse_common import X, check, close

import cuprum as cp

# ---------------------------------------------------------------------------------------------------------- reductions

REDUCTIONS = ["sum", "prod", "max", "min", "amax", "amin", "mean", "var", "std", "any", "all", "ptp", "argmax",
              "argmin", "count_nonzero", "nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanvar",
              "nanstd"]  # fmt: skip


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name):
    x = sample((4, 5, 6), "d", 1, 0.5, 2)
    for axis in (None, 0, 1, 2, -1) + (() if name.startswith("arg") else ((0, 2), (1, 2), (0, 1, 2))):
        for keepdims in (False, True):

            def function(x):
                xp = cp if isinstance(x, cp.ndarray) else np
                return getattr(xp, name)(x * 2 - 2, axis=axis, keepdims=keepdims)

            check(function, x, rtol=1e-10)


# Sums of all dtypes; the others of every second, each of others.
DTYPE_CASES = [
    (name, dtype)
    for i, name in enumerate(["sum", "prod", "max", "min", "mean", "any", "all", "argmax"])
    for k, dtype in enumerate(NUMPY_DTYPES)
    if name == "sum" or (i + k) % 2
]


@pytest.mark.parametrize("name, dtype", DTYPE_CASES, ids=str)
def test_reductions_of_dtypes(name, dtype):
    x = sample((5, 8), dtype, 1, 0, 3)

    def function(x):
        xp = cp if isinstance(x, cp.ndarray) else np
        return getattr(xp, name)(xp.where(x == 0, x, x), axis=1), getattr(x, name)(0)

    check(function, x, rtol=1e-2 if dtype == "e" else 1e-5)


@pytest.mark.parametrize("shape", [(20, 1030), (300, 5)])
def test_positions_among_strided_operands(shape):
    """What counts has no memory: its elements are made where those of the others are brought together."""

    def function(x):
        xp = cp if isinstance(x, cp.ndarray) else np
        rows, columns = xp.arange(x.shape[0])[:, None], xp.arange(x.shape[1])
        return (x * columns).sum(axis=0), (x * rows).sum(axis=1), (x.T * rows.T).sum(axis=0)

    x = sample(shape, "d", 1, -1, 1)
    for view in (x, x[:, ::-1], x[::2, ::3]):
        check(function, view, rtol=1e-10)


def test_reductions_in_between():
    x = sample((20, 30), "f", 1)

    def softmax(x):
        xp = cp if isinstance(x, cp.ndarray) else np
        e = xp.exp(x - xp.max(x, axis=1, keepdims=True))
        return e / xp.sum(e, axis=1, keepdims=True)

    def layernorm(x, w, b, eps):
        m = x.mean(axis=-1, keepdims=True)
        d = x - m
        v = (d * d).mean(axis=-1, keepdims=True)
        return d / (v + eps) ** 0.5 * w + b

    def logsumexp(x):
        xp = cp if isinstance(x, cp.ndarray) else np
        m = x.max(axis=1)
        return xp.log(xp.exp(x - m[:, None]).sum(axis=1)) + m

    def standardised(x):
        return (x - x.mean(axis=0)) / x.std(axis=0)

    def nested(x):
        s = x.sum(axis=1)
        t = (s * s).sum()
        return x / t + s[:, None], t, s.max() - s

    for dtype in "fd":
        a = x.astype(dtype)
        rtol = 1e-5 if dtype == "f" else 1e-12
        check(softmax, a, rtol=rtol)
        check(layernorm, a, sample((30,), dtype, 2), sample((30,), dtype, 3), 1e-5, rtol=1e-2 if dtype == "f" else 1e-9)
        check(logsumexp, a, rtol=rtol)
        check(standardised, a, rtol=rtol * 10)
        check(nested, a / 100, rtol=rtol * 10)


@pytest.mark.parametrize("axis", [0, 1, 2, (0, 1), (1, 2), (0, 2), None])
@pytest.mark.parametrize("order", ["C", "F", "other"])
def test_maps_of_values_and_broadcast_operands(axis, order):
    """What is reduced takes in scalars, and arrays that do not have all axes."""
    x = sample((33, 20, 70), "f", 1, 0, 1)
    x = {"C": x, "F": np.asfortranarray(x), "other": np.ascontiguousarray(x.transpose(1, 2, 0)).transpose(2, 0, 1)}[
        order
    ]
    row, column, plane = sample((70,), "f", 2, 0, 1), sample((20, 1), "f", 3, 0, 1), sample((33, 1, 70), "f", 4, 0, 1)

    def function(x, row, column, plane, a):
        return ((x * a).sum(axis=axis), (x * row - a).sum(axis=axis), (x - column).max(axis=axis),
                (row * column).max() + (plane * x * a + column).mean(axis=axis), (x * plane).var(axis=axis),
                ((x - row) ** 2).sum(axis=axis, dtype="d"))  # fmt: skip

    check(function, x, row, column, plane, 2.5, rtol=2e-4)


@pytest.mark.parametrize(
    "shape,axis",
    [
        ((3, 100000), 1),
        ((100000, 3), 0),
        ((300000,), 0),
        ((2000, 40), 1),
        ((5000, 8), 1),
        ((40, 2000), 0),
        ((20000, 16), 0),
    ],
)
def test_maps_of_large_reductions(shape, axis):
    x, y = sample(shape, "f", 1, 0, 1), sample(shape[1:], "f", 2, 0, 1)
    check(lambda x, y, a: ((x * a + y).sum(axis=axis), (x - y).max(axis=axis)), x, y, 0.5, rtol=1e-4)
    check(lambda x, y: (x * y).argmax(axis=axis), x, y, rtol=0)


def _softmax(x, scale):
    xp = cp if isinstance(x, cp.ndarray) else np
    e = xp.exp(x * scale - (x * scale).max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _normalised(x, w, b):
    d = x - x.mean(axis=-1, keepdims=True)
    v = (d * d).mean(axis=-1, keepdims=True)
    return d / (v + 1e-3) ** 0.5 * w + b, v[..., 0]


@pytest.mark.parametrize("length", [3, 8, 9, 15, 16, 17, 33, 64, 100, 128, 511, 520, 1000, 2047, 4099, 9000])
@pytest.mark.parametrize("dtype", ["e", "f", "d"])
def test_rows_of_every_length(length, dtype):
    """Rows that are reduced, changed and reduced again are one kernel where they are long enough and there are enough
    of them."""
    x = (sample((40, length), "f", 1, -2, 2)).astype(dtype)
    w, b = sample((length,), dtype, 2, 0.5, 1), sample((length,), dtype, 3, 0.5, 1)
    rtol = {"e": 2e-2, "f": 1e-5, "d": 1e-13}[dtype]
    check_rows(_softmax, rtol, x, 1.5)
    check_rows(_normalised, rtol * 10, x, w, b)


@pytest.mark.parametrize("dtype", ["e", "f", "d"])
@pytest.mark.parametrize("length", [8193, 9001, 20000])
def test_rows_too_long_for_registers(length, dtype):
    """A GPU reads them again where there are enough of them."""
    x = sample((130, length), "f", 1, -2, 2).astype(dtype)
    w, b = sample((length,), dtype, 2, 0.5, 1), sample((length,), dtype, 3, 0.5, 1)
    rtol = {"e": 2e-2, "f": 1e-5, "d": 1e-13}[dtype]
    check_rows(_softmax, rtol, x, 1.5)
    check_rows(_normalised, rtol * 10, x, w, b)


def check_rows(function, rtol, *arguments):
    expected = function(*[a.astype("d") if isinstance(a, np.ndarray) else a for a in arguments])
    actual = cp.fuse(function)(*[to_device(a) if isinstance(a, np.ndarray) else a for a in arguments])
    for a, e in zip(*[r if isinstance(r, tuple) else (r,) for r in (actual, expected)]):
        assert_same(a, e.astype(a.dtype), rtol=rtol, atol=rtol)


def test_rows_in_other_places():
    x = sample((50, 3, 260), "f", 1, -1, 1)
    check_rows(_softmax, 1e-5, x, 2.0)
    check_rows(_softmax, 1e-5, x[::2, ::-1], 2.0)
    check_rows(_softmax, 1e-5, x[..., 1:-2], 2.0)  # not aligned
    check_rows(_softmax, 1e-5, x[..., ::2], 2.0)  # not side by side
    check_rows(_softmax, 1e-5, x.transpose(2, 1, 0), 2.0)
    check_rows(_softmax, 1e-5, x.transpose(1, 2, 0).copy().transpose(2, 0, 1), 2.0)
    check_rows(_softmax, 1e-5, x[:2], 2.0)  # few rows
    nan = x.copy()
    nan[3, 1, 17] = np.nan
    nan[5, 2, 3] = np.inf
    with np.errstate(invalid="ignore"):
        check_rows(_softmax, 1e-5, nan, 2.0)

    def along(axis):
        return lambda x: (x - x.mean(axis=axis, keepdims=True)) / x.std(axis=axis, keepdims=True)

    for axis in (0, 1, (1, 2), (0, 2), (0, 1, 2), ()):
        with np.errstate(all="ignore"):
            check_rows(along(axis), 2e-3, x)


def test_rows_with_other_operands_and_results():
    x, y, scale, shift = (
        sample((60, 300), "f", 1, 0, 1),
        sample((60, 300), "d", 2, 0, 1),
        sample((60, 1), "f", 3, 1, 2),
        sample((300,), "i", 4),
    )

    def several(x, y, scale, shift, a):
        low, high = (x * scale).min(axis=1, keepdims=True), (y + shift).max(axis=1, keepdims=True)
        z = (x * scale - low) / (high - low + a)
        return (
            z,
            z.sum(axis=1),
            (z > 0.5).sum(axis=1, keepdims=True),
            low,
            high[:, 0],
            y.argmax(axis=1),
            z.sum(axis=1, initial=10.0),
        )

    check_rows(several, 1e-5, x, y, scale, shift, 0.5)

    def written(x, total):
        x -= x.mean(axis=1, keepdims=True)
        total += abs(x).sum(axis=1)

    a, t = cp.asarray(x), cp.ones(60, "f")
    cp.fuse(written)(a, t)
    host, expected = x - x.mean(axis=1, keepdims=True), np.ones(60, "f")
    expected += abs(host).sum(axis=1)
    assert_same(a, host, rtol=1e-5, atol=1e-6)
    assert_same(t, expected, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["e", "f", "d"])
@pytest.mark.parametrize("length", [17, 300, 9001])
def test_rows_of_values_that_several_parts_use(length, dtype):
    """Dear values are computed once: from inputs alone, from results, from each other; also by parts that see them
    turned round."""
    x, y = (sample((130, length), "f", k, 0.5, 2).astype(dtype) for k in range(2))

    def several(x, y):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        total = e.sum(axis=1, keepdims=True)
        power = np.log1p(e + y) ** 2.5  # uses what is kept
        largest = power.max(axis=1, keepdims=True)
        wave = np.sin(power / largest)
        return (
            e / total,
            power / power.sum(axis=1, keepdims=True),
            wave - wave.min(axis=1, keepdims=True),
            np.sqrt((wave * wave).mean(axis=1)),
        )

    rtol = {"e": 3e-2, "f": 3e-5, "d": 1e-12}[dtype]
    check_rows(several, rtol, x, y)

    def turned(x):
        e = np.exp(x)
        return e / e.sum(axis=1, keepdims=True), e.T * e.max(axis=1), e[:, ::-1] / e.sum(axis=1, keepdims=True)

    square = x[:, :130]
    check_rows(turned, rtol, square)


def test_reductions_of_scalars():
    """Beside arrays and alone."""
    x = X
    check(lambda x, a, n: ((x * a).sum(axis=0), (x + n).max() + a), x, np.float32(2.5), 3)
    fused = cp.fuse(lambda x, a: x + (a < 2).any() + (a * 2).sum())
    for a in (np.float32(1), np.float32(3)):
        close(fused(cp.asarray(x), a), x + (a < 2) + a * 2)
    assert fused.trace_count == 1


def test_options_of_reductions():
    x, mask = sample((6, 7), "i", 1), sample((6, 7), "?", 2)

    def function(x, mask):
        return (x.sum(axis=0, dtype="f"), x.sum(initial=10), (x * 2).sum(axis=1, where=mask),
                x.max(axis=1, where=mask, initial=-200), (x + 1).sum(axis=1, where=x > 3), x.mean(dtype="f", axis=0),
                x.var(ddof=1, axis=1))  # fmt: skip

    check(function, x, mask, rtol=1e-5)
    x, out = cp.asarray(x), cp.zeros(7, "l")
    assert cp.fuse(lambda x, out: x.sum(axis=0, out=out))(x, out) is out
    assert_same(out, x.get().sum(0))
