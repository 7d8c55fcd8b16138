"""The distributions of cuprumx.scipy.stats beside SciPy's."""

import warnings

import numpy as np
import pytest
import scipy.stats as scipy_stats
from common import assert_same, call_moved
from cuprumx.scipy import stats

import cuprum as cp

SHAPES = {
    "norm": [()],
    "uniform": [()],
    "expon": [()],
    "gamma": [(0.5,), (1.0,), (3.7,), (120.0,)],
    "beta": [(0.5, 0.5), (1.0, 1.0), (2.0, 5.0), (30.0, 1.0)],
    "t": [(1.0,), (2.5,), (30.0,), (np.inf,)],
    "chi2": [(1.0,), (2.0,), (7.3,)],
    "f": [(1.0, 1.0), (2.0, 12.0), (9.5, 4.5)],
    "lognorm": [(0.3,), (1.5,)],
    "poisson": [(0.0,), (0.4,), (12.0,), (150.0,)],
    "binom": [(10, 0.3), (1, 0.0), (60, 0.95), (0, 0.5)],
}
CONTINUOUS = [name for name in SHAPES if name not in ("poisson", "binom")]
CASES = [(name, shape) for name, shapes in SHAPES.items() for shape in shapes]


def close(actual, expected, rtol=1e-9, atol=1e-12):
    assert_same(actual, expected, rtol, atol, strict_dtype=False)


def both(name, method, x, *arguments, rtol=1e-9, atol=1e-12, **keywords):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = getattr(getattr(scipy_stats, name), method)(x, *arguments, **keywords)
    ours = call_moved(getattr(getattr(stats, name), method), (x, *arguments), keywords)
    close(ours, expected, rtol, atol)


def places(name, shape):
    theirs = getattr(scipy_stats, name)
    inner = theirs.ppf(np.linspace(0.01, 0.99, 25), *shape)
    more = np.array([-np.inf, -3.5, -1.0, 0.0, 0.25, 1.0, 2.0, 40.0, np.inf, np.nan])
    return np.concatenate([inner, inner + 0.5, more])


@pytest.mark.parametrize("name,shape", CASES)
def test_functions(name, shape):
    x = places(name, shape)
    density = ["pdf", "logpdf"] if name in CONTINUOUS else ["pmf", "logpmf"]
    logarithms = ("logcdf", "logsf") if name in ("norm", "expon", "gamma", "lognorm", "binom") else ()
    for method in (*density, "cdf", "sf", *logarithms):
        # At infinity some of SciPy's densities are NaN, by the difference of two infinities; here they are 0.
        both(name, method, x[np.isfinite(x) | np.isnan(x)] if method in density else x, *shape, rtol=1e-8)


def test_densities_at_infinity():
    x = cp.array([-np.inf, np.inf])
    for name, shape in CASES:
        core = getattr(stats, name)
        assert (core.pdf if name in CONTINUOUS else core.pmf)(x, *shape).tolist() == [0, 0]


@pytest.mark.parametrize("name,shape", CASES)
def test_inverses(name, shape):
    q = np.array([0.0, 1e-8, 0.001, 0.0999, 0.3333, 0.5003, 0.777, 0.9, 0.9999, 1.0, -0.1, 1.1, np.nan])
    both(name, "ppf", q, *shape, rtol=1e-7)
    both(name, "isf", q, *shape, rtol=1e-7)


@pytest.mark.parametrize("name,shape", CASES)
def test_moments(name, shape):
    theirs, ours = getattr(scipy_stats, name), getattr(stats, name)
    with np.errstate(all="ignore"):
        for method in ("mean", "var", "std", "median", "entropy"):
            close(getattr(ours, method)(*shape), getattr(theirs, method)(*shape), rtol=1e-8, atol=1e-9)
        for a, b in zip(ours.stats(*shape, moments="mvsk"), theirs.stats(*shape, moments="mvsk")):
            close(a, b)
        for a, b in zip(ours.interval(0.9, *shape), theirs.interval(0.9, *shape)):
            close(a, b, rtol=1e-8)
        for a, b in zip(ours.support(*shape), theirs.support(*shape)):
            close(a, b)


@pytest.mark.parametrize("name", SHAPES)
def test_location_and_scale(name):
    shape = SHAPES[name][-2 if len(SHAPES[name]) > 1 else 0]
    x = np.linspace(-1, 20, 40).reshape(8, 5)
    if name in CONTINUOUS:
        loc, scale = (
            np.array([0.0, 1.0, -2.0, 0.5, 3.0]),
            np.array([[1.0], [2.0], [0.5], [0.0], [-1.0], [1.0], [3.0], [np.nan]]),
        )
        for method in ("pdf", "cdf", "logsf"):
            both(name, method, x, *shape, loc=loc, scale=scale)
            both(name, method, x, *shape, 1.5, 2.0)
        both(name, "ppf", np.linspace(0, 1, 5), *shape, loc=loc, scale=2.0)
        close(getattr(stats, name).var(*shape, scale=3.0), getattr(scipy_stats, name).var(*shape, scale=3.0))
        close(getattr(stats, name).entropy(*shape, scale=3.0), getattr(scipy_stats, name).entropy(*shape, scale=3.0))
    else:
        x = np.floor(x)
        for method in ("pmf", "cdf", "sf"):
            both(name, method, x, *shape, loc=2)
    close(getattr(stats, name).mean(*shape, loc=3.0), getattr(scipy_stats, name).mean(*shape, loc=3.0))


def test_parameters_broadcast():
    a = np.array([[0.5], [2.0], [-1.0], [np.nan]])
    both("gamma", "pdf", np.array([0.5, 1.0, 2.0]), a)
    both("gamma", "ppf", 0.3, a)
    both("binom", "pmf", np.arange(5), np.array([[3], [4]]), 0.5)
    both("binom", "pmf", np.arange(5), 3.5, 0.5)
    both("binom", "cdf", np.arange(5), 3, 1.5)
    close(stats.norm.pdf(0), scipy_stats.norm.pdf(0))
    both("norm", "cdf", np.array([1, 2], "f"))
    both("norm", "cdf", np.array([1, 2], "i"), loc=1)


@pytest.mark.parametrize("name,shape", CASES)
def test_quantiles_invert_probabilities(name, shape):
    """cdf(ppf(p)) is p; of whole numbers it is the first one that is not below it."""
    ours, p = (
        getattr(stats, name),
        cp.asarray(np.concatenate([10.0 ** -np.arange(2, 9), np.linspace(0.015, 0.985, 41)])),
    )
    for forth, back in (("ppf", "cdf"), ("isf", "sf")):
        k = getattr(ours, forth)(p, *shape)
        found = getattr(ours, back)(k, *shape)
        if name in CONTINUOUS:
            # Near the upper end of a support that is not 0 there are few numbers.
            near = 7 if forth == "ppf" else 1
            np.testing.assert_allclose(found[:near].get(), p[:near].get(), rtol=1e-8)
            np.testing.assert_allclose(found[7:].get(), p[7:].get(), rtol=1e-9)
        elif forth == "ppf":
            assert bool(((found >= p * (1 - 1e-12)) & (ours.cdf(k - 1, *shape) < p)).all())


HIGH = {"norm": (), "uniform": (), "expon": (), "gamma": (2.3,), "beta": (2.0, 0.7), "t": (9.5,), "chi2": (3.0,)}
HIGH |= {"f": (4.0, 33.0), "lognorm": (0.3,), "poisson": (3.2,), "binom": (9, 0.3)}


@pytest.mark.parametrize("name", HIGH)
def test_powers_and_expectations(name):
    theirs, ours, shape = getattr(scipy_stats, name), getattr(stats, name), HIGH[name]
    place = {"loc": 1.5, "scale": 2.0} if name in CONTINUOUS else {"loc": 2}
    for order in range(7):
        close(ours.moment(order, *shape), theirs.moment(order, *shape), rtol=1e-7)
        close(ours.moment(order, *shape, **place), theirs.moment(order, *shape, **place), rtol=1e-7)
    close(ours(*shape, **place).moment(3), theirs(*shape, **place).moment(3))
    with pytest.raises(ValueError):
        ours.moment(1.5, *shape)
    for function in (None, lambda x: x * x):
        for bounds in ({}, {"lb": 2.5, "ub": 5}, {"lb": 3, "conditional": True}, {"ub": 3}):
            expected = theirs.expect(function, shape, **place, **bounds)
            if name not in CONTINUOUS and bounds.get("lb") == 2.5:  # where SciPy counts from there in steps of one
                expected = theirs.expect(function, shape, **place, lb=3, ub=5)
            if np.isfinite(expected):  # SciPy's quadrature does not end at some poles
                np.testing.assert_allclose(float(ours.expect(function, shape, **place, **bounds)), expected, rtol=1e-6)
    np.testing.assert_allclose(float(ours(*shape, **place).expect()), theirs(*shape, **place).mean())


def test_moments_that_do_not_exist():
    assert stats.t.moment(2, 1.5) == np.inf and np.isnan(stats.t.moment(3, 2.0))
    assert stats.f.moment(2, 3.0, 4.0) == np.inf


def test_tails():
    x = np.array([10.0, 30.0, 37.0])
    both("norm", "sf", x, atol=0)
    both("norm", "logsf", x * 100, atol=0)
    both("expon", "sf", x * 10, atol=0)
    both("gamma", "sf", x * 10, 2.5, atol=0)
    both("t", "sf", x * 1000, 3.0, atol=0)
    both("f", "sf", x * 100, 3.0, 20.0, atol=0)
    both("beta", "cdf", 10.0**-x, 2.0, 3.0, atol=0)


LARGE = [
    ("gamma", "logpdf", 1001000.0, (1e6,), -8.3273603123200599),
    ("chi2", "logpdf", 101000.0, (1e5,), -9.5153841950854519),
    ("beta", "logpdf", 0.3125, (30000.0, 70000.0), -31.040508130353578),
    ("t", "logpdf", 1.5, (1e6,), -2.0439386425803056),
    ("f", "logpdf", 1.0625, (5000.0, 20000.0), -0.89909236612719721),
    ("poisson", "logpmf", 1003000.0, (1e6,), -12.323698387635038),
    ("binom", "logpmf", 25010000.0, (1e8, 0.25), -11.958853665829736),
    ("gamma", "entropy", None, (1e10,), 12.931863998141568),
    ("chi2", "entropy", None, (1e10,), 13.278437588388207),
    ("beta", "entropy", None, (1e10, 1e10 + 20), -11.133707703130474),
    ("f", "entropy", None, (2e9, 5.0), 1.2399253608387231),
    ("t", "entropy", None, (1e7,), 1.4189386332046752),
    ("t", "entropy", None, (1e100,), 1.4189385332046727),
    ("beta", "logcdf", 0.999, (1.5, 2.5), -6.4398381451961212e-8),
    ("gamma", "logcdf", 70.0, (2.5,), -1.7892447348278751e-28),
    ("gamma", "logsf", 1e-4, (2.5,), -3.00879619129294e-11),
    ("poisson", "logcdf", 60.0, (10.0,), -1.0658283276580114e-27),
    ("f", "sf", 2e-12, (0.4, 484.0), 0.9963913408221968),
    ("f", "cdf", 1e308, (37.2, 0.85), 1.0),
    ("beta", "cdf", 2.0**-7, (155.0, 828.0), 1.2642027198120574e-145),
    ("beta", "cdf", 0.0625, (274.0, 274.0), 4.4133089194256615e-175),
]


@pytest.mark.parametrize("name,method,x,shape,expected", LARGE)
def test_large_parameters_and_chances_near_1(name, method, x, shape, expected):
    """Beside mpmath's values, as SciPy's own have lost digits."""
    place = () if x is None else (x,)
    found = getattr(getattr(stats, name), method)(*place, *shape)
    np.testing.assert_allclose(float(found), expected, rtol=4e-13 if method == "cdf" else 2e-14)


def test_ends_of_beta():
    for a, b in ((1.0, 5.0), (5.0, 1.0), (0.5, 1.0), (1.0, 1.0), (2.0, 0.5)):
        for method in ("pdf", "logpdf"):
            both("beta", method, np.array([0.0, 1e-290, 1e-30, 1.0]), a, b, rtol=1e-13)
    for x in (0, 1e-310):  # where a power of x is 1
        assert float(stats.beta.pdf(x, 1, 5)) == 5 == float(stats.beta.pdf(1 - x, 5, 1))


def test_expectations_at_the_edge():
    ours, theirs = stats.gamma(2, loc=3, scale=4), scipy_stats.gamma(2, loc=3, scale=4)
    with np.errstate(all="ignore"):
        expected = theirs.expect(lb=1, ub=2, conditional=True)
    assert np.isnan(ours.expect(lb=1, ub=2, conditional=True)) and np.isnan(expected)
    assert np.isnan(stats.poisson.expect(args=(2.0,), lb=-3, ub=-1, conditional=True))
    for keywords in ({}, {"conditional": True}):
        expected = scipy_stats.norm.expect(loc=10, scale=5, lb=13, ub=11, epsabs=1e-10, **keywords)
        found = stats.norm.expect(loc=10, scale=5, lb=13, ub=11, epsabs=1e-10, **keywords)
        np.testing.assert_allclose(float(found), expected, rtol=1e-9)
    found = stats.poisson.expect(lambda x: x, args=(2,), loc=3, maxcount=1001, chunksize=32, tolerance=1e-8)
    np.testing.assert_allclose(float(found), 5, rtol=1e-12)


def test_frozen():
    ours, theirs = stats.gamma(2.5, loc=1, scale=2), scipy_stats.gamma(2.5, loc=1, scale=2)
    x = np.linspace(0, 9, 7)
    for method in ("pdf", "logpdf", "cdf", "sf"):
        close(getattr(ours, method)(cp.asarray(x)), getattr(theirs, method)(x))
    close(ours.ppf(cp.asarray([0.1, 0.9])), theirs.ppf([0.1, 0.9]))
    close(ours.mean(), theirs.mean())
    close(ours.stats(moments="s"), theirs.stats(moments="s"))
    for a, b in zip(ours.interval(0.5), theirs.interval(0.5)):
        close(a, b)
    assert ours.rvs(size=3).shape == (3,)
    close(stats.poisson(3).pmf(cp.arange(4)), scipy_stats.poisson(3).pmf(np.arange(4)))


@pytest.mark.parametrize("name", SHAPES)
def test_draws(name):
    """Kolmogorov and Smirnov's test of draws; of discrete ones frequencies are compared."""
    shape = SHAPES[name][-2 if len(SHAPES[name]) > 1 else 0]
    if name in CONTINUOUS:
        drawn = getattr(stats, name).rvs(*shape, loc=1.5, scale=2.0, size=20000, random_state=1)
        assert drawn.dtype == np.float64 and drawn.shape == (20000,)
        theirs = getattr(scipy_stats, name)(*shape, loc=1.5, scale=2.0)
        assert scipy_stats.kstest(drawn.get(), theirs.cdf).pvalue > 1e-4
    else:
        shape = {"poisson": (4.0,), "binom": (10, 0.3)}[name]
        drawn = getattr(stats, name).rvs(*shape, loc=2, size=20000, random_state=1).get()
        assert drawn.dtype == np.int64
        k = np.arange(2, 13)
        expected = getattr(scipy_stats, name).pmf(k, *shape, loc=2) * 20000
        common = expected > 20
        observed = (drawn[:, None] == k[common]).sum(0)
        assert (np.abs(observed - expected[common]) < 5 * np.sqrt(expected[common])).all()


def test_sizes_and_seeds():
    for random_state in (3, cp.random.RandomState(3), cp.random.default_rng(3), None):
        assert stats.norm.rvs(size=(2, 3), random_state=random_state).shape == (2, 3)
    first, second = (stats.gamma.rvs(2.0, size=5, random_state=7).tolist() for _ in range(2))
    assert first == second
    assert stats.norm.rvs().shape == ()
    assert stats.norm.rvs(cp.zeros(4), 1.0).shape == (4,)
    assert stats.norm.rvs(0.0, 1.0, 6).shape == (6,)


FITS = [
    ("norm", (), {}),
    ("norm", (), {"floc": 0.5}),
    ("norm", (), {"fscale": 2.0}),
    ("uniform", (), {}),
    ("uniform", (), {"floc": -1}),
    ("expon", (), {}),
    ("expon", (), {"floc": 0.0}),
    ("gamma", (2.0,), {"floc": 0}),
    ("beta", (2.0, 3.0), {"floc": 0, "fscale": 1}),
    ("t", (5.0,), {}),
    ("chi2", (4.0,), {"floc": 0, "fscale": 1}),
    ("f", (5.0, 9.0), {"floc": 0, "fscale": 1}),
    ("lognorm", (0.7,), {"floc": 0}),
    ("gamma", (2.0,), {"floc": 0, "fa": 2.0}),
]


@pytest.mark.parametrize("name,shape,keywords", FITS)
def test_fits(name, shape, keywords):
    theirs = getattr(scipy_stats, name)
    data = theirs.rvs(*shape, size=500, random_state=5)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = theirs.fit(data, **keywords)
    found = getattr(stats, name).fit(cp.asarray(data), **keywords)
    assert isinstance(found, tuple) and len(found) == len(expected)
    np.testing.assert_allclose(found, expected, rtol=2e-3, atol=2e-3)
    # No less likely than SciPy's.
    assert theirs.nnlf(found, data) <= theirs.nnlf(expected, data) + 1e-6 * abs(theirs.nnlf(expected, data))


@pytest.mark.parametrize("name,shape", [("gamma", (0.7,)), ("gamma", (300.0,)), ("lognorm", (1.3,))])
def test_fits_that_are_known(name, shape):
    """With a location the likeliest parameters of these families need no search."""
    theirs, ours = getattr(scipy_stats, name), getattr(stats, name)
    data = theirs.rvs(*shape, loc=2.0, scale=3.0, size=200, random_state=9)
    first = theirs.shapes
    for keywords in ({}, {"fscale": 3.0}, {f"f{first}": shape[0]}):
        expected = theirs.fit(data, floc=2.0, **keywords)
        np.testing.assert_allclose(ours.fit(cp.asarray(data), floc=2.0, **keywords), expected, rtol=1e-9)
    for call in (lambda: theirs.fit(data, floc=9.0 + data.min()), lambda: ours.fit(cp.asarray(data), floc=data.min())):
        with pytest.raises(ValueError):
            call()


def test_docstrings():
    for name, shapes in SHAPES.items():
        text = getattr(stats, name).__doc__
        assert "distribution" in text and all(part in text for part in ("Parameters", "Returns", "Raises", "Example"))
        assert getattr(stats, name)(*shapes[0]).rvs.__doc__


def test_bad_input():
    for call in (
        lambda: stats.gamma.pdf(cp.ones(2)),
        lambda: stats.norm.pdf(cp.ones(2), 0, 1, 2),
        lambda: stats.norm.pdf(cp.ones(2), scales=2),
        lambda: stats.norm.pdf(cp.ones(2), 0, loc=1),
        lambda: stats.norm.pdf(np.ones(2)),
        lambda: stats.gamma(),
        lambda: stats.norm.fit(cp.ones(3), other=1),
    ):
        with pytest.raises(TypeError):
            call()
    for call in (
        lambda: stats.norm.fit(cp.array([1, np.nan])),
        lambda: stats.norm.fit(cp.ones(3), floc=0, fscale=1),
        lambda: stats.expon.fit(cp.ones(3), floc=2),
        lambda: stats.norm.fit(cp.ones(3), method="other"),
        lambda: stats.norm.interval(1.5),
    ):
        with pytest.raises(ValueError):
            call()


def test_expect_of_invalid_parameters():
    for name, keywords in (
        ("norm", {"scale": -1.0}),
        ("norm", {"scale": 0.0}),
        ("norm", {"loc": np.nan}),
        ("norm", {"lb": np.nan}),
        ("norm", {"scale": -1.0, "lb": 0.0, "ub": 1.0, "conditional": True}),
        ("gamma", {"args": (-1.0,)}),
        ("binom", {"args": (5, 2.0)}),
    ):
        assert np.isnan(float(getattr(stats, name).expect(**keywords))), (name, keywords)


def test_log_probabilities_that_cancel():
    """By mpmath: SciPy's are those of doubles that have lost their digits."""
    close(stats.t.logcdf(-38.4, np.inf), -741.8476730152483)
    close(stats.t.logsf(38.4, np.inf), -741.8476730152483)
    close(stats.t.logcdf(2.0, 5.0), scipy_stats.t.logcdf(2.0, 5.0))
    close(stats.f.logpdf(1e-9, 2.0, 3.0), -1.6666666661111115e-09, atol=0)
    assert float(stats.f.logpdf(0.0, 2.0, 3.0)) == 0


def test_sizes_that_do_not_hold_the_parameters():
    for shape, size in (((3,), 1), ((3, 1), 3), ((2, 3), ()), ((3,), (2, 3)), ((2, 1), (2, 4))):
        scale = np.ones(shape)
        try:
            expected = scipy_stats.norm.rvs(scale=scale, size=size).shape
        except ValueError:
            with pytest.raises(ValueError):
                stats.norm.rvs(scale=cp.array(scale), size=size)
        else:
            assert stats.norm.rvs(scale=cp.array(scale), size=size).shape == expected


FAR = [
    ("f", "cdf", 6.46769351393e-313, (0.3074341331360148, 2.0), 7.694306701462787e-49),
    ("f", "sf", 4.556223572801565e303, (16.542000071669495, 2.3903575703377472e-06), 0.9991490108165174),
    ("f", "ppf", 0.5, (10.0, 28782184.07027075), 0.93418179833484976),
    ("f", "isf", 0.7233397776550619, (9.0, 0.034071595149208926), 4824890.515074919),
    ("t", "sf", 2.19e159, (1.0,), 1.4534697999259847e-160),
    ("t", "cdf", -1e160, (0.25,), 3.6133627699827299e-41),
    ("lognorm", "logpdf", 1.5e-323, (25.2534976173804,), 305.97839893773520),
]


@pytest.mark.parametrize("name,method,x,shape,expected", FAR)
def test_far_places(name, method, x, shape, expected):
    """Where products leave the range of doubles, or 1 less a small share has lost it; by mpmath."""
    np.testing.assert_allclose(float(getattr(getattr(stats, name), method)(x, *shape)), expected, rtol=5e-13)


def test_tails_of_special_functions():
    from cuprumx.scipy import special

    found = special.fdtrc(cp.asarray(16.542000071669495), 2.3903575703377472e-06, 4.556223572801565e303)
    np.testing.assert_allclose(float(found), 0.9991490108165174, rtol=1e-13)
    np.testing.assert_allclose(float(special.stdtr(cp.asarray(1.0), -2.19e159)), 1.4534697999259847e-160, rtol=1e-12)


def test_infinite_degrees_of_freedom_of_f():
    for dfn, dfd in ((np.inf, 5.0), (5.0, np.inf)):
        for method in ("cdf", "sf", "logcdf", "logsf"):
            assert np.isnan(getattr(stats.f, method)(1.0, dfn, dfd)), (method, dfn, dfd)


@pytest.mark.parametrize(
    "name,shape,keywords",
    [
        ("norm", (), {"scale": -1.0}),
        ("norm", (), {"scale": np.nan}),
        ("norm", (), {"scale": [1.0, -1.0]}),
        ("expon", (), {"scale": -2}),
        ("gamma", (0.0,), {}),
        ("gamma", (2.0,), {"scale": -1.0}),
        ("beta", (1.0, np.nan), {}),
        ("binom", (5.5, 0.3), {}),
        ("binom", (5, [0.5, 1.5]), {}),
        ("t", (-1.0,), {}),
    ],
)
def test_draws_of_invalid_parameters(name, shape, keywords):
    moved = [cp.array(value) if isinstance(value, list) else value for value in shape]
    with pytest.raises(ValueError):
        getattr(scipy_stats, name).rvs(*shape, size=2, **keywords)
    with pytest.raises(ValueError):
        scale = keywords.get("scale", 1.0)
        scale = {"scale": cp.array(scale) if isinstance(scale, list) else scale} if name in CONTINUOUS else {}
        getattr(stats, name).rvs(*moved, size=2, **scale)


def test_draws_at_the_edge():
    assert stats.norm.rvs(loc=3.0, scale=0, size=2).tolist() == [3, 3]
    for loc in (2, 2.0, 2.5, cp.array([2.5])):
        drawn = stats.poisson.rvs(3.0, loc=loc, size=4)
        assert drawn.dtype == np.int64 and bool((drawn >= 2).all())


MOMENTS = [
    ("norm", (), {}),
    ("norm", (), {"fscale": 2.0}),
    ("uniform", (), {}),
    ("uniform", (), {"floc": 0.5}),
    ("expon", (), {}),
    ("gamma", (2.0,), {}),
    ("gamma", (2.0,), {"floc": 1.0}),
    ("gamma", (2.0,), {"fa": 2.0}),
    ("beta", (2.0, 3.0), {"floc": 1.0, "fscale": 2.0}),
    ("beta", (2.0, 3.0), {}),
    ("t", (8.0,), {"f0": 8.0}),
    ("chi2", (3.0,), {"fscale": 2.0}),
    ("lognorm", (0.5,), {}),
]


@pytest.mark.parametrize("name,shape,keywords", MOMENTS)
def test_fits_by_moments(name, shape, keywords):
    """As many moments as there are parameters to find are those of data; SciPy's searches end earlier."""
    theirs = getattr(scipy_stats, name)
    data = theirs.rvs(*shape, loc=1.0, scale=2.0, size=300, random_state=3)
    found = getattr(stats, name).fit(cp.asarray(data), method="mm", **keywords)
    for order in range(1, len(shape) + 3 - len(keywords)):
        np.testing.assert_allclose(theirs.moment(order, *found), np.mean(data**order), rtol=1e-9)
    if name not in ("beta", "t", "lognorm"):
        np.testing.assert_allclose(found, theirs.fit(data, method="MM", **keywords), rtol=1e-3)


def test_moments_that_cannot_be_fitted():
    data = np.array([1.0, 2.0, 4.0])
    # Of a location alone there is a mean, which a scale does not move.
    assert stats.norm.fit(cp.asarray(data), method="MM", floc=0)[0] == 0
    for call in (
        lambda of, x: of.norm.fit(x, method="MM", floc=0, fscale=1),
        lambda of, x: of.gamma.fit(x, method="other"),
        lambda of, x: of.gamma.fit(x, optimizer="other"),
    ):
        for of, x in ((scipy_stats, data), (stats, cp.asarray(data))):
            with pytest.raises(ValueError):
                call(of, x)


def test_optimizers():
    import scipy.optimize

    data = scipy_stats.t.rvs(4.0, loc=1.0, scale=2.0, size=200, random_state=3)
    expected = stats.t.fit(cp.asarray(data))
    for optimizer in (scipy.optimize.fmin, "powell"):
        np.testing.assert_allclose(stats.t.fit(cp.asarray(data), optimizer=optimizer), expected, rtol=1e-2)
        found = stats.t.fit(cp.asarray(data), optimizer=optimizer, floc=1.0, fscale=2.0)
        np.testing.assert_allclose(found, scipy_stats.t.fit(data, floc=1.0, fscale=2.0), rtol=1e-2)
    with pytest.raises(ValueError):
        stats.t.fit(cp.asarray(data), optimizer=lambda function, start, args, disp: start[:1])
    with pytest.raises(RuntimeError):
        stats.t.fit(cp.asarray(data), optimizer=lambda function, start, args, disp: [-1.0, 0.0, 1.0])


def test_an_optimizer_that_keeps_its_function():
    kept = []

    def optimizer(function, start, args, disp):
        kept.append(function)
        assert function(start) > 0
        return start

    stats.t.fit(cp.asarray(scipy_stats.t.rvs(4.0, size=50, random_state=3)), optimizer=optimizer)
    with pytest.raises(ValueError, match="only while fit runs"):
        kept[0]([4.0, 0.0, 1.0])


def test_likelihoods():
    x, k = np.array([1.2, 2.5, 0.7]), np.array([1, 4, 2])
    for name, theta, data in (
        ("norm", (0, 1), x),
        ("norm", (0, -1), x),
        ("norm", (0, 1), np.array([1, np.nan])),
        ("gamma", (2, 1, 1), x),
        ("gamma", (-2, 0, 1), x),
        ("poisson", (2, 0), k),
        ("binom", (7, 0.3, 1), k),
    ):
        expected = getattr(scipy_stats, name).nnlf(theta, data)
        np.testing.assert_allclose(float(getattr(stats, name).nnlf(theta, cp.asarray(data))), expected, rtol=1e-12)
    with pytest.raises(ValueError):
        stats.gamma.nnlf((1.0,), cp.asarray(x))


def test_names_of_arguments():
    for of in (scipy_stats, stats):
        for name in ("cdf", "logcdf", "sf", "logsf", "pmf", "logpmf"):
            assert float(getattr(of.poisson, name)(k=2, mu=3)) == float(getattr(of.poisson, name)(2, 3))
        assert float(of.poisson(3).cdf(x=2)) == float(of.poisson.cdf(2, 3))
        with pytest.raises(TypeError):
            of.poisson.cdf(x=2, mu=3)
        with pytest.raises(TypeError):
            of.poisson(3).cdf(k=2)
        assert [float(value) for value in of.gamma.stats(2.0, 3, 4, "mv")] == [11, 32]
        assert float(of.norm.stats(0, 2, "v")) == 4
        with pytest.raises(TypeError):
            of.gamma.expect()
        with pytest.raises(TypeError):
            of.poisson.expect()


@pytest.mark.parametrize("name", SHAPES)
def test_ends(name):
    ours, theirs, shape = getattr(stats, name), getattr(scipy_stats, name), HIGH[name]
    assert (ours.a, ours.b) == (theirs.a, theirs.b)
    frozen, expected = ours(*shape, loc=2), theirs(*shape, loc=2)
    assert (float(frozen.a), float(frozen.b)) == (expected.a, expected.b)


def test_random_states_of_their_own():
    for owner in (stats.norm, stats.gamma(2.0)):
        try:
            owner.random_state = 5
            first = owner.rvs(size=4).tolist()
            assert owner.rvs(size=4).tolist() != first
            owner.random_state = cp.random.RandomState(5)
            assert owner.rvs(size=4).tolist() == first
            assert owner.rvs(size=4, random_state=5).tolist() == first
            assert isinstance(owner.random_state, cp.random.RandomState)
        finally:
            owner.random_state = None
    cp.random.seed(5)
    assert stats.gamma.rvs(2.0, size=4).tolist() == first


@pytest.mark.parametrize(
    "name,shape,place,size,keywords,seeds",
    [
        ("beta", (5.8, 3.4), (1.0, 5.0), 100, {"floc": 1.0}, (0, 3, 10)),
        ("f", (7, 2.0), (1.0, 4.0), 100, {}, (11,)),
        ("f", (5, 2.0), (0.0, 1.0), 400, {}, (2,)),
    ],
)
def test_fits_begin_well(name, shape, place, size, keywords, seeds):
    """No less likely than SciPy's where other maxima, or none, are near."""
    theirs = getattr(scipy_stats, name)
    for seed in seeds:
        data = theirs.rvs(*shape, *place, size=size, random_state=seed)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = theirs.nnlf(theirs.fit(data, **keywords), data)
        assert theirs.nnlf(getattr(stats, name).fit(cp.asarray(data), **keywords), data) <= expected + 1e-2


def test_expectations_with_edges():
    """Of functions that jump or have an edge, and of many waves."""
    ours, theirs = stats, scipy_stats
    np.testing.assert_allclose(float(ours.norm.expect(lambda x: (x > 1) * 1.0)), theirs.norm.sf(1), rtol=1e-9)
    found = float(ours.t.expect(lambda x: (x > 1) * 1.0, (8.0,), lb=-1, ub=2))
    np.testing.assert_allclose(found, theirs.t.cdf(2, 8) - theirs.t.cdf(1, 8), rtol=1e-9)
    expected = 2 * theirs.norm.pdf(0.3) + 0.3 * (2 * theirs.norm.cdf(0.3) - 1)
    np.testing.assert_allclose(float(ours.norm.expect(lambda x: abs(x - 0.3))), expected, rtol=1e-9)
    expected = 0.5 - 0.5 * np.exp(-2 * 200.0**2)
    np.testing.assert_allclose(float(ours.norm.expect(lambda x: cp.sin(200 * x) ** 2)), expected, rtol=1e-9)
    assert float(ours.gamma.expect(lambda x: (x > 3) * 1.0, (2.0,), lb=4, conditional=True)) == pytest.approx(1, 1e-12)


def test_supports_of_whole_numbers():
    for of, numbers in ((scipy_stats, np.array([3, 4])), (stats, cp.array([3, 4]))):
        assert list(range(*of.binom.support(5, 0.3))) == [0, 1, 2, 3, 4]
        kinds = [
            [end.dtype.kind for end in of.binom.support(numbers, 0.3, loc=1)],
            [end.dtype.kind for end in of.poisson.support(3.0)],
            [end.dtype.kind for end in of.poisson.support(3.0, loc=2.5)],
        ]
        assert kinds == [["i", "i"], ["i", "f"], ["f", "f"]]
