"""Reductions against NumPy: every dtype, axis, layout and keyword."""

import operator
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import cuprum as cp
from common import (
    BFLOAT16,
    COMPLEX,
    FLOATS,
    NUMPY_DTYPES,
    assert_close,
    assert_same,
    assert_same_error,
    assert_same_outcome,
    layouts,
    real_dtype,
    sample,
    signed_sample,
    to_device,
)

AXES = [None, 0, 1, 2, -1, (0, 1), (1, 2), (0, 2), (0, 1, 2), ()]
ROUNDING = {"e": 2e-3, "f": 2e-6, "d": 1e-13, "F": 2e-6, "D": 1e-13}
# By the way in which their dtypes follow: every row of reductions.def, and what is made of it.
FUNCTIONS = cp._core._reductions()
OF = {
    types: [name for name, row in FUNCTIONS.items() if row[1] == types]
    for types in {row[1] for row in FUNCTIONS.values()}
}
SUMS = OF["sum"] + OF["mean"] + OF["variance"] + ["average"]
ORDERS = OF["same"]
COUNTS = OF["truth"] + OF["count"]
PLACES = OF["index"]


def tolerance(name, dtype, shape=()):
    """Sums and products round by their order; the rest is exact."""
    if name not in SUMS:
        return 0
    if dtype.kind in "biu":
        return 1e-13 if name not in ("sum", "prod", "nansum", "nanprod") else 0
    return ROUNDING[dtype.char] * (20 if "prod" in name else 1)


values = signed_sample


def compare(f, a, host, rtol):
    """Rounded results may differ by a share of what they would be if nothing cancelled."""
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
        expected = np.asarray(f(np, host))
        bound = 0
        if rtol:
            magnitudes = np.where(np.isfinite(host), abs(host.astype("D")), 0)
            largest = magnitudes.max(initial=0)
            bound = rtol * np.maximum(f(np, magnitudes), abs(expected) + max(largest, largest**2))
            bound = np.where(np.isfinite(bound), bound, 0)
        assert_close(f(cp, a), expected, bound)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("name", SUMS + ORDERS + COUNTS + PLACES)
def test_axes(name, dtype):
    if name == "ptp" and dtype.kind == "b":
        return assert_same_error(lambda xp: xp.ptp(xp.ones(3, bool)))
    for layout, host in layouts(values((3, 4, 5), dtype)):
        a = to_device(host)
        for axis in AXES:
            if name in PLACES and (isinstance(axis, tuple)):
                continue
            if name in ("nanargmax", "nanargmin", "average") and axis == ():
                continue
            compare(lambda xp, x: getattr(xp, name)(x, axis=axis), a, host, tolerance(name, dtype))
            compare(lambda xp, x: getattr(xp, name)(x, axis=axis, keepdims=True), a, host, tolerance(name, dtype))


@pytest.mark.parametrize("name", [n for n in SUMS + ORDERS + COUNTS + PLACES if hasattr(np.ndarray, n)])
def test_methods(name):
    host = values((4, 5), np.dtype("d"))
    a = cp.asarray(host)
    for axis in (None, 0, 1):
        assert_same(getattr(a, name)(axis), getattr(host, name)(axis), rtol=1e-13)
        out = cp.empty(getattr(host, name)(axis).shape, getattr(host, name)(axis).dtype)
        assert getattr(a, name)(axis=axis, out=out) is out
        assert_same(out, getattr(host, name)(axis), rtol=1e-13)


@pytest.mark.parametrize("dtype", FLOATS + [np.dtype("F"), np.dtype("D")], ids=str)
def test_nan(dtype):
    host = values((6, 7), dtype)
    host[sample((6, 7), "?", 3)] = np.nan
    host[2] = np.nan
    a = cp.asarray(host)
    for name in SUMS + ORDERS + COUNTS + ["argmax", "argmin"]:
        for axis in (None, 0, 1):
            if name == "average":
                continue
            compare(lambda xp, x: getattr(xp, name)(x, axis=axis), a, host, tolerance(name, dtype))
    for name in ("nanargmax", "nanargmin"):
        compare(lambda xp, x: getattr(xp, name)(x, axis=0), a, host, 0)


SPECIAL = [0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan]


@pytest.mark.parametrize("dtype", FLOATS + COMPLEX, ids=str)
def test_special_values(dtype):
    """Every pair and many rows of signed zeros, infinities, NaN and numbers of both signs."""
    parts = SPECIAL if dtype.kind == "f" else [complex(x, y) for x in SPECIAL for y in (0.0, -1.0, np.inf, np.nan)]
    pairs = np.array([(x, y) for x in parts for y in parts], dtype)
    rows = np.random.default_rng(0).choice(np.array(parts, dtype), (64, 37))
    calm = np.random.default_rng(1).choice(np.array([-0.0, 0.0, -1, -3, 2], dtype), (64, 37))
    for host in (pairs, rows, calm, -abs(calm).astype(dtype)):
        a = cp.asarray(host)
        for name in SUMS + ORDERS + COUNTS + ["argmax", "argmin"]:
            if name == "average" or dtype.kind == "c" and name in ("prod", "nanprod"):
                continue
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
                expected = getattr(np, name)(host, axis=1)
            got = getattr(cp, name)(a, axis=1)
            if name in ORDERS:  # of zeros, either sign
                assert_same(got, expected)
            else:
                assert_close(got, expected, np.where(np.isfinite(expected), 40 * tolerance(name, dtype), 0))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("length", [3, 40, 300, 5000])
def test_slices_of_one_sign(dtype, length):
    """What the largest element of negative ones is, and where: a state must not begin with zero."""
    if dtype.kind in "bu":
        return
    host = -abs(signed_sample((length, 6), dtype)) if dtype.kind == "i" else -(signed_sample((length, 6), dtype) ** 2)
    host = host.astype(dtype)
    for x in (host, -host, host.T.copy(), -host.T.copy()):
        for name in ORDERS + PLACES:
            for axis in (0, 1) if name in PLACES else (0, 1, None):
                assert_same(getattr(cp, name)(cp.asarray(x), axis=axis), getattr(np, name)(x, axis=axis))


# All pairs of dtypes for sums; for the others every third, each with others.
OUT_NAMES = ("sum", "prod", "mean", "max", "min", "nansum", "nanprod", "var")
OUT_DTYPES = [(source, target) for source in "?bBiLefdF" for target in "bBhiLefdD"]


@pytest.mark.parametrize("name", OUT_NAMES)
def test_out_of_another_dtype(name):
    """Elements are added in the dtype of both, and the result is cast."""
    pairs = OUT_DTYPES if name == "sum" else OUT_DTYPES[OUT_NAMES.index(name) % 3 :: 3]
    for number, (source, target) in enumerate(pairs):
        host = (
            np.array([[2.5, -0.5, 0.75], [1.5, 3.25, -2.0]]).astype(source)
            if source not in "?BL"
            else np.array([[2, 0, 1], [1, 3, 2]]).astype(source)
        )
        if source == "F" and target != "D":
            continue  # a warning, which is tested elsewhere
        axis = number % 2  # each has a kernel of its own; sources and targets meet both
        out = np.zeros(host.sum(axis).shape, target)
        expected = getattr(np, name)(host, axis=axis, out=out)
        if (
            expected.dtype.kind == "u"
            and (expected.dtype.itemsize > 2 or name == "mean")
            and (np.asarray(getattr(np, name)(host, axis=axis)) < 0).any()
        ):
            continue  # saturates here; NumPy divides a sum that has wrapped
        got = getattr(cp, name)(cp.asarray(host), axis=axis, out=cp.zeros(out.shape, target))
        half = "e" in (target, source)  # var rounds its mean, too
        assert_close(got, expected, (2**-9 if half else 1e-6) * np.maximum(1, abs(expected).astype("d")))


def test_out_of_another_dtype_rounds():
    for f in (
        lambda xp: xp.add.reduce(xp.array([0.5, 0.5]), out=xp.zeros((), int)),
        lambda xp: xp.add.reduce(xp.array([0.5, 0.5]), out=xp.zeros((), int), dtype=float),
        lambda xp: xp.subtract.reduce(xp.array([5.5, 0.5]), out=xp.zeros((), "i1")),
        lambda xp: xp.multiply.reduce(xp.array([200, 2], "u1"), out=xp.zeros((), "u1")),
        lambda xp: xp.hypot.reduce(xp.array([3.0, 4.0]), out=xp.zeros((), int)),
        lambda xp: xp.logical_or.reduce(xp.array([0.5, 0]), out=xp.zeros((), float)),
        lambda xp: xp.add.reduceat(xp.array([0.5, 0.5, 0.75]), xp.array([0, 2]), out=xp.zeros(2, int)),
        lambda xp: xp.trace(xp.eye(3) * 0.5, out=xp.zeros((), int)),
        lambda xp: xp.sum(xp.array([2**24, 1], "f4"), out=xp.zeros((), "f8")),
        lambda xp: xp.argmax(xp.array([1.0, 2.0]), out=xp.zeros((), "i4")),
    ):
        assert_same(f(cp), f(np))
    assert_same_error(lambda xp: xp.std(xp.ones((2, 3)), axis=0, out=xp.zeros(3, int)))
    assert_same_error(lambda xp: xp.ptp(xp.ones((2, 3)), axis=0, out=xp.zeros(3, int)))
    assert_same_error(lambda xp: xp.argmax(xp.ones((2, 3)), axis=0, out=xp.zeros(3, "f4")))
    for name in ("nanmean", "nanvar", "nanstd"):
        assert_same_error(lambda xp: getattr(xp, name)(xp.ones((2, 3)), axis=0, out=xp.zeros(3, int)))
        assert_same_error(lambda xp: getattr(xp, name)(xp.ones((2, 3)), axis=0, dtype=int))


def test_dtype_that_rounds():
    """`dtype=` casts the elements before they are added, and half precision is not what it computes with."""
    host = np.array([[2049.0, -2048.0, 0.5, 3.3], [1.5, 2.25, -0.75, 1 / 3]], "f4")
    for name in ("sum", "prod", "mean", "var", "std", "nansum", "nanprod", "nanmean"):
        for dtype in ("e", "i4", "i8", "b") if name in ("sum", "prod", "var", "nansum", "nanprod") else ("e",):
            for axis in (0, 1):
                with np.errstate(over="ignore"):
                    expected = getattr(np, name)(host, axis=axis, dtype=dtype)
                assert_close(
                    getattr(cp, name)(cp.asarray(host), axis=axis, dtype=dtype),
                    expected,
                    np.where(np.isfinite(expected), 2e-3 * abs(expected.astype("d")), 0) if dtype == "e" else 0,
                )
    for f in (
        lambda xp: xp.subtract(xp.array([2049.0], "f4"), xp.array([2048.0], "f4"), dtype="e"),
        lambda xp: xp.subtract(xp.array([2049.0], "f4"), 2048.0, dtype="e"),
        lambda xp: xp.subtract.reduce(xp.array([2049.0, 2048.0], "f4"), dtype="e"),
        lambda xp: xp.add.outer(xp.array([2049.0], "f4"), xp.array([-2048.0], "f4"), dtype="e"),
        lambda xp: xp.add.reduceat(xp.array([2049.0, -2048.0], "f4"), xp.array([0]), dtype="e"),
        lambda xp: xp.cumsum(xp.array([2049.0, -2048.0], "f4"), dtype="e"),
        lambda xp: xp.nancumprod(xp.array([np.nan, 1.5, 2.5], "f4"), dtype="i4"),
    ):
        assert_same(f(cp), f(np))
    assert_same_error(lambda xp: xp.std(xp.ones((2, 3)), axis=0, dtype="i4"))
    assert_same_error(lambda xp: xp.nanvar(xp.ones((2, 3)), axis=0, dtype="i4"))


def test_axes_of_scalars():
    for name in ("mean", "var", "std", "average"):
        for axis in (0, -1, (0,)):
            assert_same_error(lambda xp: getattr(xp, name)(xp.array(1.5), axis=axis))
    for name in ("sum", "max", "nanmean", "any", "argmax"):
        assert_same(getattr(cp, name)(cp.array(1.5), axis=0), getattr(np, name)(np.array(1.5), axis=0))
        assert_same_error(lambda xp: getattr(xp, name)(xp.array(1.5), axis=1))


def test_variance_beyond_a_double():
    for host in ([1e200, -1e200], [1e200, 2e200], [1e200, 1e200], [1e200] * 1000 + [2e200], [np.inf, 1],
        [np.nan, 1e200], [1e200 + 1e200j, 1]):  # fmt: skip
        host = np.array(host)
        compare(lambda xp, x: xp.var(x), cp.asarray(host), host, 0)
        compare(lambda xp, x: xp.std(xp.stack([x, x]), axis=1), cp.asarray(host), host, 0)
    host = np.array([[1e200, np.nan, 1e200], [np.nan, 1.0, np.nan]])
    for ddof in (0, 1, 2, 3):
        compare(lambda xp, x: xp.nanvar(x, axis=1, ddof=ddof), cp.asarray(host), host, 0)
        compare(lambda xp, x: xp.nanstd(x, axis=0, ddof=ddof), cp.asarray(host), host, 0)
        compare(lambda xp, x: xp.var(x, axis=1, ddof=ddof), cp.asarray(host), host, 0)


def test_bfloat16():
    host = values((5, 300), np.dtype("f")).astype(BFLOAT16)
    a = cp.asarray(host)
    wide = host.astype("f")
    for name in ("sum", "mean", "max", "min", "std", "var", "prod"):
        for axis in (None, 0, 1):
            got = getattr(cp, name)(a, axis=axis)
            assert got.dtype == BFLOAT16
            with np.errstate(over="ignore"):
                expected, largest = getattr(np, name)(wide, axis=axis), getattr(np, name)(abs(wide), axis=axis)
                bound = np.maximum(abs(expected), 2**-4 * largest if name in ("sum", "mean") else 0)
                assert (np.abs(got.get().astype("f") - expected) <= 2**-7 * bound)[np.isfinite(expected)].all()
    assert_same(cp.argmax(a, 1), wide.argmax(1))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_dtype_argument(dtype):
    host = values((20, 3), dtype)
    a = cp.asarray(host)
    for number, name in enumerate(("sum", "prod", "mean", "var", "std", "nansum")):
        # All pairs of dtypes for sums; for the others every second, each with others.
        for other in NUMPY_DTYPES if name == "sum" else NUMPY_DTYPES[(number + NUMPY_DTYPES.index(dtype)) % 2 :: 2]:
            if (
                other.kind in "biu"
                and name in ("mean", "var", "std", "prod")
                or dtype.kind == "c"
                and other.kind != "c"
                or dtype.kind == "f"
                and other.kind == "u"
                and other.itemsize > 2  # where what is negative saturates
            ):
                continue
            with np.errstate(all="ignore"):
                expected = getattr(np, name)(host, dtype=other, axis=0)
            if expected.dtype.kind in "fc" and not np.isfinite(expected).all():
                continue
            rtol = max(tolerance(name, other), tolerance(name, dtype))
            with np.errstate(all="ignore"):
                scale = np.maximum(abs(expected.astype("D")), getattr(np, name)(abs(host.astype("D")), axis=0) + 4).real
            assert_close(getattr(cp, name)(a, dtype=other, axis=0), expected, rtol * scale)


def test_where_and_initial():
    host, mask = values((4, 5), np.dtype("d")), sample((4, 5), "?", 9)
    a, m = cp.asarray(host), cp.asarray(mask)
    for axis in (None, 0, 1):
        for name in ("sum", "prod"):
            assert_same(
                getattr(cp, name)(a, axis=axis, where=m, initial=2),
                getattr(np, name)(host, axis=axis, where=mask, initial=2),
                rtol=1e-13,
            )
        for name in ("max", "min"):
            assert_same(
                getattr(cp, name)(a, axis=axis, where=m, initial=1.5),
                getattr(np, name)(host, axis=axis, where=mask, initial=1.5),
            )
        for name in ("any", "all"):
            assert_same(
                getattr(cp, name)(a > 1.2, axis=axis, where=m), getattr(np, name)(host > 1.2, axis=axis, where=mask)
            )
        compare(lambda xp, x: xp.mean(x, axis=axis, where=xp.asarray(mask)), a, host, 1e-13)
        compare(lambda xp, x: xp.var(x, axis=axis, where=xp.asarray(mask)), a, host, 1e-12)
    assert_same(cp.sum(a, where=m[0]), np.sum(host, where=mask[0]), rtol=1e-13)
    assert_same_error(lambda xp: xp.max(xp.zeros(3), where=xp.ones(3, bool)))


@pytest.mark.parametrize("dtype", "?bBhHiIlL")
def test_initial_values_that_integers_cannot_be(dtype):
    values_of = (np.nan, np.inf, -np.inf, 1e30, -1e19, 300.7, -1.5, 2.5, 300, -1, 2**70)
    values_of += (np.float64(np.nan), np.float64(-1.5), np.float64(1e30), np.int64(300), np.int64(-1))
    for value in values_of:
        strong = isinstance(value, np.generic)
        if strong and np.dtype(dtype).kind == "u" and not 0 <= value <= 300:
            continue  # cast as NumPy's C compiler does it
        for name in ("sum", "max", "add.reduce", "maximum.reduce"):
            function = operator.attrgetter(name)
            keywords = {"dtype": dtype} if name in ("sum", "add.reduce") else {}
            call = lambda xp: function(xp)(xp.ones(2, dtype), initial=value, **keywords)  # noqa: E731
            assert_same_outcome(call)


def test_ddof_and_correction():
    host = values((4, 6), np.dtype("d"))
    a = cp.asarray(host)
    for ddof in (0, 1, 1.5):
        compare(lambda xp, x: xp.var(x, 1, ddof=ddof), a, host, 1e-12)
        compare(lambda xp, x: xp.std(x, ddof=ddof), a, host, 1e-12)
    compare(lambda xp, x: xp.std(x, correction=1), a, host, 1e-12)
    compare(lambda xp, x: xp.var(x, axis=0, ddof=4), a, host, 1e-12)


def test_variance_far_from_zero():
    host = 1e8 + np.random.default_rng(0).standard_normal(10**5)
    np.testing.assert_allclose(float(cp.var(cp.asarray(host))), np.var(host), rtol=1e-9)
    host32 = (1e4 + np.random.default_rng(0).standard_normal(10**6)).astype("f")
    np.testing.assert_allclose(float(cp.var(cp.asarray(host32))), np.var(host32.astype("d")), rtol=1e-5)


def test_average():
    host, weights = values((4, 5), np.dtype("d")), abs(values((4, 5), np.dtype("d"), 5))
    a, w = cp.asarray(host), cp.asarray(weights)
    for axis in (None, 0, 1):
        assert_same(cp.average(a, axis, w, returned=True), np.average(host, axis, weights, returned=True), rtol=1e-13)
        assert_same(
            cp.average(a, axis, returned=True),
            tuple(np.broadcast_arrays(*np.average(host, axis, returned=True))),
            rtol=1e-13,
        )
    assert_same(cp.average(a, 1, w[0]), np.average(host, 1, weights[0]), rtol=1e-13)
    assert_same_error(lambda xp: xp.average(xp.ones(3), weights=xp.zeros(3)))
    assert_same_error(lambda xp: xp.average(xp.ones((2, 3)), weights=xp.ones(3)))
    assert_same_error(lambda xp: xp.average(xp.ones((2, 3)), axis=0, weights=xp.ones(3)))


def test_empty():
    for shape in ((0,), (0, 3), (3, 0), (2, 0, 3)):
        host = np.zeros(shape)
        a = cp.asarray(host)
        for name in ("sum", "prod", "any", "all", "count_nonzero", "nansum", "mean", "var"):
            for axis in [None, *range(len(shape))]:
                compare(lambda xp, x: getattr(xp, name)(x, axis=axis), a, host, 0)
        for name in ("max", "min", "argmax", "argmin", "ptp"):
            for axis in [None, *range(len(shape))]:
                try:
                    expected = getattr(np, name)(host, axis=axis)
                except ValueError:
                    with pytest.raises(ValueError):
                        getattr(cp, name)(a, axis=axis)
                else:
                    assert_same(getattr(cp, name)(a, axis=axis), expected)


def test_errors():
    for name in ("sum", "max", "argmax", "mean", "any", "var", "nansum", "count_nonzero"):
        assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), axis=2))
        assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), axis=-3))
        assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), axis="0"))
        if name not in ("argmax",):
            assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), axis=(0, 0)))
        if name != "count_nonzero":
            assert_same_error(
                lambda xp: getattr(xp, name)(
                    xp.zeros((2, 3)),
                    axis=0,
                    out=xp.zeros(2, int if name == "argmax" else bool if name == "any" else float),
                )
            )
    assert_same_error(lambda xp: xp.argmax(xp.zeros((2, 3)), axis=(0, 1)))
    assert_same_error(lambda xp: xp.sum(xp.zeros(3), dtype="no such"))
    assert_same_error(lambda xp: xp.sum(xp.zeros(3), out=3))
    assert_same_error(lambda xp: xp.nanargmax(xp.full(3, xp.nan)))
    assert_same_error(lambda xp: xp.sum("text"))


WIDER = {"e": "d", "f": "d", "d": "longdouble", "F": "D", "D": "clongdouble"}


@pytest.mark.parametrize("dtype", [np.dtype(c) for c in "?bHilefdFD"], ids=str)
@pytest.mark.parametrize(
    "shape", [(2**20 + 77,), (7, 150001), (150001, 7), (128, 8200), (11, 5, 20011), (3000, 3, 128)], ids=str
)
def test_large(shape, dtype):
    """Against NumPy in a wider type: its own sums along other axes than the last round at each step."""
    host = values(shape, dtype)
    a = cp.asarray(host)
    for name in ("sum", "max", "argmin", "any", "mean", "var"):
        for axis in [None, *range(len(shape))]:
            rounds = name == "var" or name in ("sum", "mean") and dtype.kind in "fc"
            wide = host.astype(WIDER.get(dtype.char, "longdouble")) if rounds else host
            expected = getattr(np, name)(wide, axis=axis)
            if rounds:
                with np.errstate(over="ignore"):
                    expected = expected.astype(
                        dtype
                        if name != "var" and dtype.kind in "fc"
                        else real_dtype(dtype)
                        if dtype.kind in "fc"
                        else "d"
                    )
            bound = 2 * tolerance(name, dtype)
            if rounds and name != "var":
                bound = bound * getattr(np, name)(abs(wide), axis=axis)
            elif rounds:
                bound = bound * (abs(expected) + 4)
            assert_close(getattr(cp, name)(a, axis=axis), expected, np.asarray(bound, "d"))


@st.composite
def reduction(draw):
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=5, min_side=1, max_side=6))
    axes = draw(
        st.one_of(
            st.none(),
            st.lists(st.integers(0, max(len(shape) - 1, 0)), unique=True, max_size=len(shape)).map(tuple)
            if shape
            else st.just(()),
        )
    )
    name = draw(st.sampled_from(["sum", "max", "min", "all", "any", "mean", "prod", "count_nonzero", "std"]))
    dtype = draw(st.sampled_from([np.dtype(c) for c in "?bhilBHILefdFD"]))
    return shape, axes, name, dtype, draw(st.sampled_from(["C", "F", "every second", "reversed"])), draw(st.booleans())


@given(reduction())
def test_random(case):
    shape, axes, name, dtype, layout, keepdims = case
    host = dict(layouts(values(shape, dtype)))[layout]
    compare(
        lambda xp, x: getattr(xp, name)(x, axis=axes, keepdims=keepdims),
        to_device(host),
        host,
        4 * tolerance(name, dtype) + (1e-7 if name == "std" and dtype.char in "dD" else 0),
    )


UFUNCS = [
    "add",
    "multiply",
    "maximum",
    "minimum",
    "logical_and",
    "logical_or",
    "logical_xor",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "gcd",
    "subtract",
    "fmax",
    "hypot",
    "logaddexp",
]


@pytest.mark.parametrize("name", UFUNCS)
def test_ufunc_reduce(name):
    for dtype in [np.dtype(c) for c in "?iLfD"]:
        host = values((3, 4, 5), dtype)
        a = cp.asarray(host)
        try:
            result = getattr(np, name).reduce(host).dtype
        except TypeError:
            with pytest.raises(TypeError):
                getattr(cp, name).reduce(a)
            continue
        rtol = ROUNDING.get(result.char, 0) if name in ("add", "multiply", "hypot", "logaddexp", "subtract") else 0
        for axis in [0, 1, -1] + ([] if name == "subtract" else [(0, 1), None]):
            for keepdims in (False, True):
                compare(lambda xp, x: getattr(xp, name).reduce(x, axis=axis, keepdims=keepdims), a, host, 8 * rtol)
    assert_same_error(lambda xp: getattr(xp, name).reduce(xp.ones((2, 3), int), axis=4))


def test_ufunc_reduce_keywords():
    host, mask = values((3, 4), np.dtype("d")), sample((3, 4), "?")
    a = cp.asarray(host)
    assert_same(cp.add.reduce(a, 0, "f"), np.add.reduce(host, 0, "f"), rtol=1e-6)
    assert_same(cp.add.reduce(a, initial=5), np.add.reduce(host, initial=5), rtol=1e-13)
    assert_same(cp.multiply.reduce(a, where=cp.asarray(mask)), np.multiply.reduce(host, where=mask), rtol=1e-13)
    out = cp.empty(4)
    assert cp.maximum.reduce(a, out=out) is out
    assert_same_error(lambda xp: xp.sin.reduce(xp.ones(3)))
    assert_same_error(lambda xp: xp.maximum.reduce(xp.ones(0)))
    assert_same_error(lambda xp: xp.divmod.reduce(xp.ones(3)))


@pytest.mark.parametrize("name", ["add", "multiply", "subtract", "maximum", "power", "equal", "arctan2"])
def test_ufunc_outer(name):
    for dtype in [np.dtype(c) for c in "iLfd"]:
        x, y = values((2, 3), dtype), values((4,), dtype, 3) if name != "power" else np.arange(4, dtype=dtype)
        if name == "power" and dtype.kind == "i":
            x = abs(x)
        with np.errstate(all="ignore"):
            assert_same(
                getattr(cp, name).outer(cp.asarray(x), cp.asarray(y)),
                getattr(np, name).outer(x, y),
                rtol=2e-6 if dtype.char == "f" else 1e-14,
            )
    out = cp.empty((2, 2))
    assert cp.add.outer(cp.ones(2), cp.ones(2), out=out) is out


def test_ufunc_at():
    index = np.array([0, 1, 1, 3, -1, 0])
    for name in ("add", "subtract", "maximum", "multiply", "negative", "divide"):
        host = values((4, 3), np.dtype("d"))
        a = cp.asarray(host)
        arguments = (
            (lambda xp: ()) if name == "negative" else (lambda xp: (xp.asarray(values((6, 3), np.dtype("d"), 8)),))
        )
        getattr(cp, name).at(a, cp.asarray(index), *arguments(cp))
        getattr(np, name).at(host, index, *arguments(np))
        assert_same(a, host, rtol=1e-13)


def test_operations_without_identity_begin_in_the_output():
    """The first element is cast to the output's dtype, and what follows is computed with that."""
    host = np.array([[5.5, 0.5, 0.5], [0.5, 0.75, 0.25], [0.25, 1.5, 8.5]])
    for name in ("subtract", "divide", "hypot", "maximum", "add"):
        for dtype in ("i1", "i8", "e", "f4"):
            for axis in (0, 1):
                call = lambda xp: getattr(xp, name).reduce(xp.asarray(host), axis=axis, out=xp.zeros(3, dtype))  # noqa: E731
                assert_same_outcome(call, rtol=2e-3 if dtype == "e" else 1e-6)


def test_integers_that_meet_in_no_integer_wrap_in_the_output():
    for name in ("sum", "prod", "nansum"):
        call = lambda xp: getattr(xp, name)(xp.array(-3), out=xp.array(1, "u8"))  # noqa: E731
        assert_same(call(cp), call(np))
        assert_same(
            getattr(cp, name)(cp.array([-3, 5, 1]), out=cp.array(0, "u8")),
            np.array(getattr(np, name)([-3, 5, 1])).astype("u8"),
        )


def test_numbers_without_axes_have_none_to_average_along():
    for name in ("mean", "var", "average"):
        for keywords in ({}, {"dtype": "l"}, {"weights": 0.5}):
            if ("weights" in keywords) == (name == "average") or not keywords:
                given = lambda xp: {k: xp.asarray(v) if k == "weights" else v for k, v in keywords.items()}  # noqa: E731
                assert_same_error(lambda xp: getattr(xp, name)(xp.array(2), axis=0, **given(xp)))


def test_variance_of_integers_goes_to_an_output_of_floats_unrounded():
    for keepdims in (True, False):
        call = lambda xp: xp.array([0, 1], "h").var(
            keepdims=keepdims, dtype="l", out=xp.zeros((1,) if keepdims else ())
        )  # noqa: E731
        assert_same(call(cp), call(np))


def test_an_initial_nan_is_skipped_as_others_are():
    for name in ("nanmin", "nanmax", "min", "nansum", "nanprod"):
        for values in ([0.0, 2.0], [np.nan, 1.0], [np.nan]):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = getattr(np, name)(np.array(values), initial=np.nan)
            assert_same(getattr(cp, name)(cp.array(values), initial=np.nan), expected)


def test_numpy_arrays_with_operands_of_ours():
    """NumPy asks our `reduce` where a mask is ours, which asked NumPy's method again, until the stack was full."""
    host, mask = np.arange(6.0).reshape(2, 3), cp.array([True, False, True])
    for where in (mask, mask.astype("d"), mask.astype("B")):
        for name in ("sum", "prod", "mean", "std", "var"):
            with pytest.raises(TypeError):
                getattr(cp, name)(host, where=where)
        for name in ("sum", "prod"):  # the others ask NumPy's protocol for ours at once
            with pytest.raises(TypeError):
                getattr(np, name)(host, where=where)
    assert np.mean(host, where=mask).item() == 2.5
    for ufunc in (np.add, np.multiply):
        with pytest.raises(TypeError):
            ufunc.reduce(host, where=mask)
        with pytest.raises(TypeError):
            getattr(cp, ufunc.__name__).reduce(host, out=cp.zeros(3))


@pytest.mark.parametrize("name", ["argmin", "argmax", "nanargmin", "nanargmax"])
def test_dtype_of_places(name):
    """CuPy's `dtype` is that of the result."""
    a = cp.asarray(np.random.default_rng(1).random((7, 9)))
    for dtype in ("i1", "u2", "i8", "f4"):
        for options in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}):
            found = getattr(cp, name)(a, dtype=dtype, **options)
            assert found.dtype == dtype
            np.testing.assert_array_equal(found.get(), getattr(np, name)(a.get(), **options))
    assert a.argmax(axis=0, dtype="i2").dtype == np.int16


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
def test_initial_values_have_16_bits(name):
    """What a sum begins with is rounded before anything is added, and may be infinite then."""
    for initial in (2049, 2147483648, 1e-9, 70000.0, -70000.0, 0.1, np.float64(1 / 3)):
        for values in ([-np.inf], [1.0, 1.0], [3.0], []):
            host = np.array(values, "e")
            ufunc = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}[name]
            with np.errstate(all="ignore"):
                expected = np.asarray(getattr(np, name)(host, initial=initial))
            assert_same(getattr(cp, name)(cp.asarray(host), initial=initial), expected)
            assert_same(getattr(cp, ufunc).reduce(cp.asarray(host), initial=initial), expected)
