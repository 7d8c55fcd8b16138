"""Covariances, histograms of several variables, interpolation, areas, unwrapping and bits against NumPy."""

import warnings

import common
import numpy as np
import pytest
from common import (
    assert_same_error,
    BOOL,
    FLOATS,
    INTEGERS,
    NUMPY_DTYPES,
    ULP,
    assert_close,
    assert_same,
    layouts,
    sample,
)

import cuprum as cp

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::DeprecationWarning")
CLOSE = {"e": 1e-2, "f": 1e-5, "d": 1e-12, "F": 1e-5, "D": 1e-12}


def check(function, *arguments, atol=0.0, **keywords):
    def tolerance(expected):
        rtol = CLOSE.get(expected.dtype.char, 0)
        return rtol, atol * rtol

    common.check(getattr(np, function), getattr(cp, function), arguments, tolerance, **keywords)


# ----------------------------------------------------------------------------------------------------------- covariance


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_cov_of_dtypes(dtype):
    a = sample((4, 30), dtype, 1, -9, 9)
    for options in ({}, {"rowvar": False}, {"bias": True}, {"ddof": 0}, {"ddof": 3}):
        check("cov", a, atol=1e3, **options)
        check("cov", a[0], atol=1e3, **options)
    check("cov", a, sample((2, 30), dtype, 2, -9, 9), atol=1e3)
    check("corrcoef", a, atol=10)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_cov_in_a_dtype(dtype):
    a = sample((3, 10), "f", 1)
    check("cov", a, dtype=dtype, atol=1e4)
    check("corrcoef", a, dtype=dtype, atol=10)


@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "u2"])
def test_cov_has_no_integer_dtype(dtype):
    """The means are no integers, whatever the data."""
    for a in (sample((3, 10), "i1", 1, -9, 9), np.float32(1), np.zeros((2, 0), "i1")):
        check("cov", a, dtype=dtype)
        check("corrcoef", a, dtype=dtype)
    check("cov", sample((3, 4), "i1"), dtype=dtype, fweights=np.array([1, 2, 1, 3]))


@pytest.mark.parametrize("dtype", ["e", "f", "F"])
def test_weighted_cov_is_of_double_precision(dtype):
    a = sample((3, 6), "f", 1, 0, 4)
    check("cov", a, dtype=dtype, fweights=np.array([1, 2, 0, 3, 1, 1]), atol=1e14)
    check("cov", a, dtype=dtype, aweights=np.array([0.5, 1, 2, 0.1, 1, 3]), atol=1e14)


def test_cov_with_more_variables():
    x, y = sample((3, 8), "d", 1), sample((2, 8), "D", 2)
    check("cov", x, y, atol=1e4)
    check("cov", x[0], y[0], atol=1e4)
    check("cov", x.T.copy(), y.T.copy(), rowvar=False, atol=1e4)
    check("cov", x[:1].T.copy(), y[:1].T.copy(), rowvar=False, atol=1e4)
    check("cov", x[0], x[1], rowvar=False, atol=1e4)
    check("corrcoef", x, y, atol=10)
    check("cov", x, y[:, :5])


def test_cov_with_weights():
    a = sample((3, 6), "d", 1)
    counts, weights = np.array([1, 2, 0, 3, 1, 1]), np.array([0.5, 1, 2, 0.1, 1, 3])
    for options in ({}, {"ddof": 0}, {"ddof": 2}, {"bias": True}):
        check("cov", a, fweights=counts, atol=1e4, **options)
        check("cov", a, aweights=weights, atol=1e4, **options)
        check("cov", a, fweights=counts, aweights=weights, atol=1e4, **options)
        check("cov", a[0], aweights=weights, atol=1e4, **options)
    check("cov", a + 1j, aweights=weights, atol=1e4)


def test_cov_errors():
    a = sample((3, 6), "d", 1)
    check("cov", np.ones((2, 2, 2)))
    check("cov", a, np.ones((2, 2, 2)))
    check("cov", a, ddof=1.5)
    check("cov", a, fweights=np.ones(6) * 0.5)
    check("cov", a, fweights=-np.ones(6, int))
    check("cov", a, aweights=-np.ones(6))
    check("cov", a, aweights=np.zeros(6))
    for bad in (np.ones((2, 3), int), np.ones(5, int)):
        for name in ("fweights", "aweights"):
            with pytest.raises(RuntimeError):
                cp.cov(cp.asarray(a), **{name: cp.asarray(bad)})


def test_cov_of_little():
    check("cov", np.ones((0, 4)))
    check("cov", np.ones((2, 1)))
    check("cov", np.array(3.0))
    check("corrcoef", np.array([1.0, 2, 3]))
    check("corrcoef", np.array([[1.0, 1, 1], [1, 2, 3]]))
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        cp.cov(cp.ones((2, 1)))
    with pytest.warns(DeprecationWarning):
        cp.corrcoef(cp.arange(3.0), ddof=0)


def test_corrcoef_stays_between_one_and_minus_one():
    a = sample((5, 100), "d", 1)
    for x in (np.vstack([a, a, -a]), np.vstack([a, 1j * a])):
        c = cp.corrcoef(cp.asarray(x)).get()
        assert np.abs(c.real).max() <= 1 and np.abs(c.imag).max() <= 1
        np.testing.assert_allclose(c, np.corrcoef(x), atol=1e-14)


# ------------------------------------------------------------------------------------------------- histograms of many


@pytest.mark.parametrize("dtype", BOOL + INTEGERS + FLOATS, ids=str)
def test_histogramdd_of_dtypes(dtype):
    a = sample((100, 3), dtype, 1, 0, 9)
    check("histogramdd", a, 4)
    check("histogramdd", a, [3, 4, 5])


def test_histogramdd():
    a = sample((200, 2), "d", 1, 0, 10)
    weights = sample(200, "d", 2, 0, 1)
    edges = np.array([0.0, 1, 5, 9])
    for options in (
        {},
        {"density": True},
        {"weights": weights},
        {"weights": weights, "density": True},
        {"range": [(2, 8), (0, 3)]},
        {"range": [None, (0, 3)]},
    ):
        check("histogramdd", a, **options)
        check("histogramdd", a, bins=[edges, 7], **options)
        check("histogramdd", a, bins=(edges, edges), **options)
        check("histogram2d", a[:, 0], a[:, 1], **options)
        check("histogram2d", a[:, 0], a[:, 1], bins=edges, **options)
        check("histogram2d", a[:, 0], a[:, 1], bins=[edges, 7], **options)
        check("histogram2d", a[:, 0], a[:, 1], bins=(3, 4), **options)
    check("histogramdd", [a[:, 0], a[:, 1], a[:, 0]], bins=3)
    check("histogramdd", np.array([1.0, 2, 3]), bins=3)
    check("histogramdd", np.round(a), bins=[np.arange(11.0), np.arange(11)])
    check("histogramdd", np.empty((0, 2)))
    check("histogramdd", np.full((5, 2), np.nan), bins=[edges, edges])


def test_histogramdd_errors():
    a = sample((20, 2), "d", 1, 0, 10)
    check("histogramdd", a, bins=[3])
    check("histogramdd", a, bins=[3, 4, 5])
    check("histogramdd", a, bins=[0, 4])
    check("histogramdd", a, bins=[np.array([3.0, 1, 2]), 4])
    check("histogramdd", a, bins=[np.ones((2, 2)), 4])
    check("histogramdd", a, range=[(0, 1)])
    check("histogramdd", a, range=[(1, 0), (0, 1)])
    check("histogramdd", a, range=[(0, np.inf), (0, 1)])
    check("histogramdd", a, weights=np.ones(3))
    check("histogram2d", a[:, 0], a[:5, 1])
    check("histogram2d", a[:, 0], a[:, 1], bins=[3])


# --------------------------------------------------------------------------------------------------------------- interp


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_interp_of_dtypes(dtype):
    xp = np.array([0, 1, 3, 4, 9, 12, 20])
    fp = sample(7, dtype, 1, -9, 9)
    x = np.linspace(-3, 25, 301)
    check("interp", x, xp, fp, atol=10)
    if np.dtype(dtype).kind != "c":
        check("interp", sample(50, dtype, 2, -5, 30), xp, fp, atol=10)
        check(
            "interp",
            x,
            np.unique(sample(9, dtype, 3, 0, 20)),
            np.arange(len(np.unique(sample(9, dtype, 3, 0, 20)))),
            atol=10,
        )


def test_interp_options():
    xp, fp = np.array([1.0, 2, 4]), np.array([3.0, -1, 7])
    x = np.array([0, 1, 1.5, 2, 3, 4, 5, np.nan, np.inf, -np.inf])
    for values in (fp, fp * (1 - 2j)):
        for options in (
            {},
            {"left": -7},
            {"right": 9.5},
            {"left": np.nan, "right": 0},
            {"period": 3.5},
            {"period": -2},
            {"period": 100},
        ):
            check("interp", x, xp, values, **options, atol=10)
    check("interp", x, xp, fp * 1j, left=1 + 2j, right=-3j)
    check("interp", x, xp[:1], fp[:1])
    check("interp", x, xp[:1], fp[:1], left=5, right=6)
    check("interp", 1.5, xp, fp)
    check("interp", np.array(1.5), xp, fp)
    check("interp", x.reshape(2, 5), xp, fp)
    check("interp", np.empty((0, 3)), xp, fp)
    rng = np.random.default_rng(1)
    check(
        "interp",
        rng.uniform(-999, 999, 500),
        rng.permutation(360)[:50].astype("d"),
        rng.uniform(0, 1, 50),
        period=360,
        atol=10,
    )


def test_interp_beside_infinities():
    xp = np.array([0.0, 1, 2, 3, 4])
    x = np.linspace(-1, 5, 61)
    for fp in ([0, np.inf, 1, 2, 3], [np.inf] * 5, [0, 1, -np.inf, np.nan, 2], [-np.inf, np.inf, 0, 0, np.inf]):
        check("interp", x, xp, np.array(fp, "d"))
    check("interp", x, np.array([0, 1, 1, 2, np.inf]), xp)


def test_interp_layouts():
    for _, x in layouts(sample((6, 5), "d", 1)):
        for _, xp in layouts(np.arange(-80.0, 80, 10)):
            check("interp", x, xp, np.sin(xp))


def test_interp_errors():
    xp, fp = np.array([1.0, 2, 4]), np.array([3.0, -1, 7])
    check("interp", np.ones(2), np.empty(0), np.empty(0))
    check("interp", np.ones(2), xp, fp[:2])
    check("interp", np.ones(2), xp, fp, period=0)
    check("interp", np.ones(2), np.ones((1, 2)), xp[:2])
    check("interp", np.ones(2), np.ones((1, 2)), xp[:2], period=3)
    check("interp", np.ones(2) * 1j, xp, fp)
    check("interp", np.ones(2), xp * 1j, fp)
    check("interp", np.ones(2), xp, fp, left=1j)


# ------------------------------------------------------------------------------------------------- trapezoid and unwrap


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_trapezoid_of_dtypes(dtype):
    y = sample((4, 7), dtype, 1, 0, 9)
    for axis in (0, 1, -1):
        check("trapezoid", y, axis=axis, atol=10)
        check("trapezoid", y, dx=0.5, axis=axis, atol=10)
    check("trapezoid", y, np.arange(7.0) ** 2, atol=10)
    check("trapezoid", y, np.arange(4) ** 2, axis=0, atol=10)
    check("trapezoid", y, np.cumsum(np.ones((4, 7)), axis=1), atol=10)


def test_trapezoid_cases():
    check("trapezoid", [1, 2, 3])
    check("trapezoid", np.ones(1))
    check("trapezoid", np.ones(0))
    check("trapezoid", np.ones((3, 4)), np.ones(3))
    check("trapezoid", np.ones((3, 4)), axis=2)
    check("trapezoid", np.ones((2, 3, 4)), np.arange(3.0), axis=1)
    assert_same(cp.trapz(cp.arange(4.0)), np.trapezoid(np.arange(4.0)))


@pytest.mark.parametrize("dtype", BOOL + INTEGERS + FLOATS, ids=str)
def test_unwrap_of_dtypes(dtype):
    p = sample((5, 40), dtype, 1, -60, 60)
    for axis in (0, 1, -1):
        for period in (6, 7, 2 * np.pi, 20.0):
            check_unwrap(p, axis=axis, period=period)


def check_unwrap(p, discont=None, axis=-1, period=2 * np.pi):
    """Each element rounds once more than the one before, in proportion to the steps, the corrections and the sum so
    far."""
    try:
        expected = np.unwrap(p, discont, axis, period=period)
    except OverflowError:  # NumPy subtracts Python integers that unsigned dtypes do not hold
        with pytest.raises(OverflowError):
            cp.unwrap(cp.asarray(p), discont, axis, period=period)
        return
    bound = 0
    if expected.dtype.kind == "f":
        steps = np.abs(np.diff(p.astype("d"), axis=axis, prepend=0)) + np.abs(
            np.diff(expected.astype("d") - p, axis=axis, prepend=0)
        )
        bound = ULP[expected.dtype] * np.cumsum(steps + period + np.abs(expected), axis)
    assert_close(cp.unwrap(cp.asarray(p), discont, axis, period=period), expected, bound)


def test_unwrap_options():
    p = np.cumsum(sample((3, 60), "d", 1, -3, 3), axis=1)
    check_unwrap(np.mod(p, 2 * np.pi))
    check_unwrap(np.angle(np.exp(1j * p)))
    for discont in (None, 1, 4, 10):
        check_unwrap(np.mod(p, 2 * np.pi), discont)
        check_unwrap(np.mod(p, 4), discont, axis=0, period=4)
    check("unwrap", np.array([1, 1 + 4, 1, 5, 1]), period=8)
    check("unwrap", np.array([1, 1 + 4, 1, 5, 1.0]), period=8)
    check("unwrap", np.ones(1))
    check("unwrap", np.ones(0))
    check("unwrap", 3.0)
    check("unwrap", np.ones((2, 2)), axis=2)


# ----------------------------------------------------------------------------------------------------------------- bits


def test_numpy_functions_give_ours():
    a = cp.asarray(sample((3, 9), "d", 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for function in (np.cov, np.corrcoef, np.trapezoid, np.unwrap):
            assert_same(function(a), function(a.get()), rtol=1e-10)
        assert isinstance(np.interp(a, cp.arange(3.0), cp.arange(3.0)), cp.ndarray)


@pytest.mark.parametrize("dtype", ["f", "d", "e", "l", "F"])
def test_edges_of_histogramdd_have_the_datas_dtype(dtype):
    sample_of = np.array([[1, 2], [3, 4], [2, 2]], dtype)
    for data, kwargs in (
        (sample_of, {}),
        (sample_of[:0], {}),
        (sample_of[:1], {}),
        (sample_of.real, {"range": [(0, 4), (1, 5)]}),
    ):
        counts, edges = cp.histogramdd(cp.asarray(data), bins=2, **kwargs)
        expected, expected_edges = np.histogramdd(data, bins=2, **kwargs)
        assert_same(counts, expected)
        assert_same(edges, expected_edges)
    if sample_of.dtype.kind == "f":
        rng = np.random.default_rng(0)
        for bins in range(1, 9):
            data = rng.normal(size=7).astype(dtype)
            assert_same(cp.histogram(cp.asarray(data), bins), np.histogram(data, bins))
            assert_same(cp.histogram2d(*cp.asarray([data, -data]), bins), np.histogram2d(data, -data, bins))


@pytest.mark.parametrize("dtypes", ["df", "fd", "fl", "ef", "if", "eB", "lB", "?f"])
def test_edges_of_histogram2d_have_the_common_dtype(dtypes):
    """Edges rounded to the narrower dtype would move elements of the wider one to other bins."""
    rng = np.random.default_rng(5)
    for bins in (1, 3, 7, [4, np.array([0, 1.5, 3], "f")]):
        x, y = ((rng.random(50) * 5).astype(code) for code in dtypes)
        ours = [cp.asarray(b) if isinstance(b, np.ndarray) else b for b in bins] if isinstance(bins, list) else bins
        assert_same(cp.histogram2d(cp.asarray(x), cp.asarray(y), ours), np.histogram2d(x, y, bins))
        data = np.array([2.0, 3.0], dtypes[0]), np.array([0.0, 5.0], dtypes[1])
        assert_same(cp.histogram2d(*map(cp.asarray, data), 3), np.histogram2d(*data, 3))


def test_trapezoid_with_places_of_more_axes():
    rng = np.random.default_rng(0)
    for y, x, axis in (
        ((3,), (2, 3), -1),
        ((2, 3), (2, 2, 3), -1),
        ((2, 3), (4, 1, 3), -1),
        ((2, 3), (2, 3), 0),
        ((3, 2), (4, 3, 2), -2),
    ):
        y, x = rng.standard_normal(y), rng.standard_normal(x)
        assert_same(
            cp.trapezoid(cp.asarray(y), cp.asarray(x), axis=axis), np.trapezoid(y, x, axis=axis), rtol=1e-13, atol=1e-13
        )


@pytest.mark.parametrize("weights", ["?", "b", "B", "h", "e", "f", "d", "F"])
@pytest.mark.parametrize("dtype", ["?", "b", "B", "i", "e", "f", "d"])
def test_average_computes_in_the_right_precision(dtype, weights):
    """Integers count as float64 whatever their weights are."""
    values = np.array([100, 3, 127, 1]).astype(dtype)
    counts = np.array([1, 2, 3, 1]).astype(weights)
    for ours, theirs in zip(
        cp.average(cp.asarray(values), weights=cp.asarray(counts), returned=True),
        np.average(values, weights=counts, returned=True),
    ):
        assert_same(ours, np.asarray(theirs), rtol=2e-3 if np.asarray(theirs).dtype == "e" else 1e-6)


def test_gradient_refuses_booleans():
    with pytest.raises(TypeError):
        cp.gradient(cp.array([True, False]))


def test_whole_shares_of_infinities():
    """Nothing lies between two elements there, so that infinities stay."""
    for values in ([-np.inf], [np.inf, -np.inf], [-np.inf, 1, 2], [1, np.inf, np.inf], [np.nan, np.inf]):
        for share in (0, 1, [0, 1]):
            assert_same(cp.quantile(cp.array(values), share), np.quantile(np.array(values), share))
            assert_same(cp.nanpercentile(cp.array(values), 0), np.nanpercentile(np.array(values), 0))
    for shape in ((0, 0), (0, 3), (3, 0)):
        call = lambda xp: xp.quantile(xp.zeros(shape), [0.5], axis=0)  # noqa: E731
        if shape[0]:
            assert_same(call(cp), call(np))
        else:
            assert_same_error(call)


@pytest.mark.parametrize(
    "call",
    [
        lambda a: cp.histogram(a, bins=8, range=(0, 8)),
        lambda a: cp.histogram(a, bins=cp.array([0, 1.5, 3])),
        lambda a: cp.histogram(a, 5),
        lambda a: cp.histogram2d(a, a, bins=4, range=((0, 4), (0, 4))),
        lambda a: cp.histogramdd([a, a], bins=4, range=((0, 4), (0, 4))) if a.dtype.kind == "i" else None,
        lambda a: cp.bincount(a.astype("i1")) if a.dtype == "i1" else None,
    ],
    ids=["range", "edges", "found range", "2d", "dd", "bincount"],
)
@pytest.mark.parametrize("dtype", ["i1", "f4"])
def test_histograms_take_little_memory(call, dtype):
    """Less than 6 bytes an element where several variables are counted, and next to nothing for one."""
    a = cp.zeros(1 << 24, dtype)
    pool = cp.get_default_memory_pool()
    call(a[: 1 << 10])
    before, peak = pool.used_bytes(), [0]

    class Hook(cp.cuda.MemoryHook):
        name = "peak"

        def malloc_postprocess(self, **kwargs):
            peak[0] = max(peak[0], pool.used_bytes() - before)

    with Hook():
        call(a)
    assert peak[0] < 6 * a.size


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_histograms_in_parts(dtype):
    """Of more observations than are looked at at a time, and of every pair of dtypes of values and edges."""
    host = sample(3000, dtype, 3, -20, 20)
    if dtype.kind != "c":
        for edges in (np.arange(-20, 21, 4, "i2"), np.linspace(-19.5, 19.5, 14), np.linspace(-19, 18, 7, dtype="f4")):
            check("histogram", host, bins=edges)
        check("histogram", host, bins=7, range=(-11, 13.5))
    if dtype.kind in "iu":
        check("bincount", np.abs(host.astype("i2")).astype(dtype))
        check("bincount", np.abs(host.astype("i2")).astype(dtype), weights=np.arange(3000.0))


def test_more_observations_than_are_counted_at_a_time():
    x, y = sample((1 << 20) + 77, "f", 1, 0, 9), sample((1 << 20) + 77, "i1", 2, 0, 9)
    weights = np.ones(x.size, "i4")
    for options in ({}, {"weights": weights}, {"range": ((1, 8), (0, 5))}):
        expected = np.histogram2d(x, y, bins=(5, 9), **options)
        ours = {name: cp.asarray(value) if name == "weights" else value for name, value in options.items()}
        found = cp.histogram2d(cp.asarray(x), cp.asarray(y), bins=(5, 9), **ours)
        for a, b in zip(found, expected):
            assert np.array_equal(a.get(), b)


@pytest.mark.parametrize("dtype", ["u1", "i4", "i8", "f2", "f4", "f8"])
def test_histograms_between_few_edges(dtype):
    rng = np.random.default_rng(3)
    for length in (1, 7, 16, 33, 1000):
        a = rng.integers(0, 12, length).astype(dtype)
        if dtype[0] == "f":
            a += rng.random(length).astype(dtype)
            a[:: length // 5 + 1] = 3
            a[1 :: length // 3 + 1] = np.inf
        for edges in ([0, 3, 3.5, 9], [3, 3], [2, 3, 3, 7, 11], np.arange(16) * 0.7, np.arange(70) / 7, [5.5, np.inf]):
            edges = np.asarray(edges).astype("f4" if dtype == "f4" else "f8")
            counts, shown = cp.histogram(cp.asarray(a), cp.asarray(edges))
            assert_same(counts, np.histogram(a, edges)[0])
            assert_same(shown, edges)
    holes = np.asarray([np.nan, 1, 2, 3, 4, np.nan, -np.inf, 9] * 5)
    assert_same(cp.histogram(cp.asarray(holes), cp.asarray([1.0, 2.5, 4]))[0], np.histogram(holes, [1.0, 2.5, 4])[0])
