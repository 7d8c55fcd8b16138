"""Binned statistics, densities and distributions' moments of cuprumx.scipy.stats beside SciPy's."""

import pickle
import warnings

import numpy as np
import pytest
import scipy.stats as scipy_stats
from stats_common import ALTERNATIVES, NEW_SCIPY, X, Y, both, close

import cuprum as cp
from cuprumx.scipy import stats

RNG = np.random.default_rng(8)


# -------------------------------------------------------------------------------------------------- bins and densities


@pytest.mark.parametrize("statistic", ["mean", "std", "median", "count", "sum", "min", "max", "other"])
def test_bins(statistic):
    x, v = RNG.random(200), RNG.normal(size=200)
    for keywords in (
        {},
        {"bins": 4},
        {"bins": np.array([0.1, 0.2, 0.7, 0.9])},
        {"range": (0.2, 0.6)},
        {"range": [(0, 2)]},
    ):
        move = {k: cp.asarray(w) if isinstance(w, np.ndarray) else w for k, w in keywords.items()}
        call = lambda: stats.binned_statistic(cp.asarray(x), cp.asarray(v), statistic, **move)  # noqa: E731
        if statistic == "other":
            with pytest.raises(ValueError):
                call()
            continue
        for a, b in zip(call(), scipy_stats.binned_statistic(x, v, statistic, **keywords)):
            close(a, b)
    if statistic == "other":
        return
    sample = RNG.random((300, 2))
    values = RNG.normal(size=(2, 300))
    ours = stats.binned_statistic_dd(
        cp.asarray(sample), cp.asarray(values), statistic, bins=[3, 4], expand_binnumbers=True
    )
    theirs = scipy_stats.binned_statistic_dd(sample, values, statistic, bins=[3, 4], expand_binnumbers=True)
    close(ours.statistic, theirs.statistic)
    close(ours.binnumber, theirs.binnumber)
    for a, b in zip(ours.bin_edges, theirs.bin_edges):
        close(a, b)
    again = stats.binned_statistic_dd(cp.asarray(sample), cp.asarray(values), statistic, binned_statistic_result=ours)
    close(again.statistic, theirs.statistic)


def test_bins_by_a_function():
    x, v = RNG.random(60), RNG.normal(size=60)
    ours = stats.binned_statistic(cp.asarray(x), cp.asarray(v), lambda a: (a**2).sum(), bins=5)
    close(ours.statistic, scipy_stats.binned_statistic(x, v, lambda a: (a**2).sum(), bins=5).statistic)
    for call in (
        lambda: stats.binned_statistic(cp.asarray(x), cp.ones(3)),
        lambda: stats.binned_statistic(cp.asarray(x), cp.asarray(v), bins=[1, 0.5]),
        lambda: stats.binned_statistic(cp.array([np.nan, 1]), cp.ones(2)),
        lambda: stats.binned_statistic_dd(cp.ones((3, 2)), cp.ones(3), bins=[1, 2, 3]),
    ):
        with pytest.raises(ValueError):
            call()


def test_edges_of_bins():
    """No values are wanted for counts, bins have a width, and the last one holds what only digits keep outside."""
    x = RNG.random(50)
    ours, theirs = (
        stats.binned_statistic(cp.asarray(x), None, "count", 4),
        scipy_stats.binned_statistic(x, None, "count", 4),
    )
    close(ours.statistic, theirs.statistic)
    edges = [0.0, 0.25, 0.75]
    x = np.array([0.0, 0.2, 0.75, np.nextafter(0.75, 1), 0.75 + 1e-6, 0.7500001, 0.75000001, 0.9])
    for a, b in zip(
        stats.binned_statistic(cp.asarray(x), cp.asarray(x), "sum", cp.asarray(edges)),
        scipy_stats.binned_statistic(x, x, "sum", edges),
    ):
        close(a, b)
    for bad in ([0.0, 0.5, 0.5, 1.0], [0.0, 1.0, 0.5]):
        both("binned_statistic", x, x, "sum", np.array(bad))


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_densities_of_boxes(axes):
    data, w = RNG.normal(size=(axes, 60)), RNG.random(60)
    data[-1] += data[0]
    ours = stats.gaussian_kde(cp.asarray(data), weights=cp.asarray(w))
    theirs = scipy_stats.gaussian_kde(data, weights=w)
    for low, high in ((-1.0, 1.5), (-np.inf, 0.5), (-0.25, np.inf), (1.0, 0.0)):
        corners = np.full(axes, low), np.full(axes, high)
        expected = theirs.integrate_box(*corners)
        found = float(ours.integrate_box(*map(cp.asarray, corners)))
        assert abs(found - expected) < (1e-12 if axes < 3 else 5e-5)
    for call in (
        lambda: ours.integrate_box([0.0] * (axes + 1), [1.0] * (axes + 1)),
        lambda: ours.marginal([0.5]),
        lambda: ours.marginal([axes]),
        lambda: ours.marginal([0, 0]),
    ):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_densities(axes):
    data, places = RNG.normal(size=(axes, 80)), RNG.normal(size=(axes, 30)) * 2
    w = RNG.random(80)
    for keywords in ({}, {"bw_method": "silverman"}, {"bw_method": 0.3}, {"weights": w}, {"bw_method": lambda k: 0.5}):
        move = {k: cp.asarray(v) if isinstance(v, np.ndarray) else v for k, v in keywords.items()}
        ours, theirs = stats.gaussian_kde(cp.asarray(data), **move), scipy_stats.gaussian_kde(data, **keywords)
        assert (ours.d, ours.n) == (axes, 80)
        close(ours.evaluate(cp.asarray(places)), theirs.evaluate(places), rtol=1e-9)
        close(ours.logpdf(cp.asarray(places) * 20), theirs.logpdf(places * 20), rtol=1e-9)
        close(ours.covariance, theirs.covariance)
        close(ours.inv_cov, theirs.inv_cov, rtol=1e-9)
        assert ours.neff == pytest.approx(theirs.neff) and ours.factor == pytest.approx(theirs.factor)
        close(ours.integrate_kde(ours), theirs.integrate_kde(theirs), rtol=1e-9)
        middle = np.zeros(axes)
        close(
            ours.integrate_gaussian(cp.asarray(middle), cp.eye(axes)),
            theirs.integrate_gaussian(middle, np.eye(axes)),
            rtol=1e-9,
        )
        if axes == 1:
            close(ours.integrate_box_1d(-1, 2), theirs.integrate_box_1d(-1, 2))
            close(ours(places[0].tolist()), theirs(places[0]), rtol=1e-9)
        else:
            close(ours.marginal([0])(cp.asarray(places[0])), theirs.marginal([0])(places[0]), rtol=1e-9)
    drawn = ours.resample(4000, seed=1).get()
    assert drawn.shape == (axes, 4000)
    np.testing.assert_allclose(drawn.mean(1), data.mean(1), atol=0.15)
    for bad in (lambda: stats.gaussian_kde(cp.ones(1)), lambda: stats.gaussian_kde(cp.asarray(data), "other")):
        with pytest.raises(ValueError):
            bad()


@pytest.mark.parametrize(
    "name,shapes",
    [("poisson", (mu,)) for mu in (0.1, 1.0, 2.5, 10.0, 33.3, 1000.0, 1e5)]
    + [("binom", (n, p)) for n in (1, 2, 10, 100, 10000) for p in (0.001, 0.3, 0.5, 0.77)],
)
def test_quantiles_of_the_distribution_functions_own_values(name, shapes):
    """SciPy's cdf(k) is the share of k, though ours has other last digits; what lies above it belongs to k + 1."""
    ours, theirs = getattr(stats, name), getattr(scipy_stats, name)(*shapes)
    mean, deviation = theirs.mean(), theirs.std()
    k = np.unique(np.linspace(max(0, mean - 5 * deviation), mean + 5 * deviation + 1, 200).astype(int))
    k = k[k <= theirs.support()[1]].astype(float)
    k = k[theirs.cdf(k) < 1]
    for share, quantile in ((theirs.cdf(k), ours.ppf), (theirs.sf(k), ours.isf)):
        np.testing.assert_array_equal(quantile(cp.asarray(share), *shapes).get(), k)
        rest = np.minimum(share, 1 - share)
        far = rest > 1e-6  # from 1, so that there are numbers between
        for sign, more in ((-1, quantile == ours.isf), (1, quantile == ours.ppf)):
            found = quantile(cp.asarray(share + sign * 1e-9 * rest), *shapes).get()
            np.testing.assert_array_equal(found[far], k[far] + more)
    ends = np.array([1e-300, 1e-18, 2.0**-53, 0.5, 1 - 1e-13])
    np.testing.assert_array_equal(ours.ppf(cp.asarray(ends), *shapes).get(), theirs.ppf(ends))


@pytest.mark.parametrize(
    "name,shapes",
    [("t", (df,)) for df in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, np.inf)]
    + [("f", (2.0, dfd)) for dfd in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)]
    + [("lognorm", (s,)) for s in (0.5, 20.0, 30.0)],
)
def test_moments_that_diverge(name, shapes):
    ours, theirs = getattr(stats, name), getattr(scipy_stats, name)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for order in range(5):
            for loc in (0, 1.5) if order < 4 else (0,):
                close(ours.moment(order, *shapes, loc=loc), theirs.moment(order, *shapes, loc=loc), 1e-9)
        for a, b in zip(ours.stats(*shapes, moments="mvsk"), theirs.stats(*shapes, moments="mvsk")):
            close(a, b, dtype=False)


def test_entropies_of_infinite_parameters():
    for name in ("gamma", "chi2"):
        close(getattr(stats, name).entropy(np.inf), getattr(scipy_stats, name).entropy(np.inf))
    assert np.isnan(float(stats.poisson.entropy(np.inf)))


def test_bins_of_complex_values():
    x, y = np.random.default_rng(1).random(40), np.random.default_rng(2).random((2, 40)).view(complex).reshape(2, 20)
    for statistic in ("mean", "sum", "std", "count"):
        actual = stats.binned_statistic(cp.asarray(x[:20]), cp.asarray(y), statistic, 3)
        expected = scipy_stats.binned_statistic(x[:20], y, statistic, 3)
        np.testing.assert_allclose(actual.statistic.get(), expected.statistic, 1e-12)
    with pytest.raises(TypeError):
        stats.binned_statistic(cp.asarray(x[:20]), cp.asarray(y), "median", 3)


def test_draws_from_a_density():
    density = stats.gaussian_kde(cp.asarray(RNG.normal(size=(2, 20))), weights=cp.asarray(RNG.random(20)))
    sources = (np.random.default_rng, np.random.RandomState, cp.random.default_rng, cp.random.RandomState, int)
    for source in sources:
        one, other = (density.resample(5, source(3)).get() for _ in range(2))
        np.testing.assert_array_equal(one, other)
    assert density.resample().shape == (2, int(density.neff)) and density.resample(0).shape == (2, 0)


def test_binned_statistic_of_nan_and_of_single_precision():
    rng = np.random.default_rng(6)
    x, values = rng.normal(size=40), rng.normal(size=40)
    values[:3] = np.nan
    if not NEW_SCIPY:  # later releases refuse a place that is NaN
        x[4] = np.nan
    x[7] = np.inf
    edges = np.linspace(-2, 2, 6)
    for statistic in ("count", "sum", "min", "max"):
        found = stats.binned_statistic(cp.asarray(x), cp.asarray(values), statistic, edges)
        expected = scipy_stats.binned_statistic(x, values, statistic, edges)
        np.testing.assert_allclose(found.statistic.get(), expected.statistic)
        np.testing.assert_array_equal(found.binnumber.get(), expected.binnumber)
    with pytest.raises(ValueError):
        stats.binned_statistic(cp.asarray(x), cp.asarray(values), bins=3)
    # What lies on an edge does so in the precision of the places.
    places, edges = np.array([0.1, 0.7, 0.9], "f"), np.array([0.1, 0.3, 0.7, 0.9])
    found = stats.binned_statistic(cp.asarray(places), cp.ones(3), "sum", edges)
    expected = scipy_stats.binned_statistic(places, np.ones(3), "sum", edges)
    np.testing.assert_array_equal(found.statistic.get(), expected.statistic)
    assert found.bin_edges.dtype == expected.bin_edges.dtype


def test_gaussian_kde_keeps_its_bandwidth_where_none_is_set():
    x = np.random.default_rng(7).normal(size=20)
    found, expected = stats.gaussian_kde(cp.asarray(x), 0.3), scipy_stats.gaussian_kde(x, 0.3)
    found.set_bandwidth()
    expected.set_bandwidth()
    assert found.factor == expected.factor == 0.3


@pytest.mark.parametrize(
    "name", ["kendalltau", "linregress", "ks_2samp", "ttest_ind", "ttest_rel", "f_oneway", "mannwhitneyu"]
)
@pytest.mark.parametrize("code", ["e", "f"])
def test_dtypes_of_empty_samples(name, code):
    x = np.zeros(0, code)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected, actual = getattr(scipy_stats, name)(x, x), getattr(stats, name)(cp.array(x), cp.array(x))
    for e, a in zip(tuple(expected)[:2], tuple(actual)[:2]):
        assert a.dtype == np.asarray(e).dtype and a.shape == np.asarray(e).shape and np.isnan(a.get())


def test_bandwidths_of_subclasses():
    x, at = np.random.default_rng(9).normal(size=20), np.linspace(-2, 2, 5)

    def halved(library):
        class Half(library.gaussian_kde):
            def covariance_factor(self):
                return 0.5 * self.silverman_factor()

        return Half

    ours, theirs = halved(stats)(cp.asarray(x)), halved(scipy_stats)(x)
    close(ours(cp.asarray(at)), theirs(at), rtol=1e-9)
    ours, theirs = stats.gaussian_kde(cp.asarray(x)), scipy_stats.gaussian_kde(x)
    for density in (ours, theirs):
        density.covariance_factor = lambda: 0.25
        density._compute_covariance()
    close(ours(cp.asarray(at)), theirs(at), rtol=1e-9)
    for density in (ours, theirs):
        density.set_bandwidth()
        assert density.factor == 0.25
        density.set_bandwidth("silverman")
        density.set_bandwidth()
    assert ours.factor == pytest.approx(theirs.factor)
    again = pickle.loads(pickle.dumps(ours))
    assert again.factor == ours.factor and again.covariance_factor() == ours.factor


@pytest.mark.filterwarnings("ignore:Degrees of freedom")
def test_densities_of_no_finite_covariance():
    points = np.array([1.0, 2.0, 4.0])
    for data, weights in (
        (np.array([np.nan, 1, 2]), None),
        (np.array([[1.0, 2, 3], [np.inf, 1, 2]]), None),
        (points, np.array([0.0, 0, 1])),
        (points, np.zeros(3)),
        (points, np.array([np.nan, 1, 1])),
    ):
        for library, move in ((scipy_stats, np.asarray), (stats, cp.asarray)):
            with pytest.raises(ValueError), np.errstate(all="ignore"):
                library.gaussian_kde(move(data), weights=None if weights is None else move(weights))


@pytest.mark.parametrize("bins", [[2], (3,), np.array([2]), np.array([2, 2])])
def test_numbers_of_bins_in_arrays(bins):
    x, v = RNG.random((30, len(bins))), RNG.normal(size=30)
    moved = cp.asarray(bins) if isinstance(bins, np.ndarray) else bins
    found = stats.binned_statistic_dd(cp.asarray(x), cp.asarray(v), "sum", moved)
    close(found.statistic, scipy_stats.binned_statistic_dd(x, v, "sum", bins).statistic)
    if len(bins) == 1:
        found = stats.binned_statistic(cp.asarray(x[:, 0]), cp.asarray(v), "sum", moved)
        close(found.statistic, scipy_stats.binned_statistic(x[:, 0], v, "sum", bins).statistic)


@pytest.mark.parametrize("alternative", ALTERNATIVES[:3])
def test_certain_intervals_of_correlations(alternative):
    table = np.stack([X, np.ones_like(X)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = scipy_stats.pearsonr(table, Y[None], axis=1, alternative=alternative)
    found = stats.pearsonr(cp.asarray(table), cp.asarray(Y[None]), axis=1, alternative=alternative)
    for level in (0.9, 1.0):
        for a, b in zip(found.confidence_interval(level), expected.confidence_interval(level)):
            close(a, b)
