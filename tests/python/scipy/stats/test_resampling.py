"""Tests of cuprumx.scipy.stats by resampling, and NaN that are left out of samples, beside SciPy's."""

import numpy as np
import pytest
import scipy.stats as scipy_stats
from cuprumx.scipy import stats

import cuprum as cp

RNG = np.random.default_rng(3)
X = RNG.normal(size=(3, 7))
Y = X[:, ::-1] * 0.5 + RNG.normal(size=(3, 7))
ALTERNATIVES = ["two-sided", "less", "greater"]
SPOILED = RNG.normal(size=(4, 3, 9))
SPOILED[0, 0, 0] = SPOILED[2, 1, 3:6] = SPOILED[3, 2, :] = np.nan


def same(actual, expected, rtol=1e-11, atol=1e-14):
    for one, other in zip(actual, expected, strict=True):
        assert isinstance(one, cp.ndarray) and one.shape == np.shape(other)
        np.testing.assert_allclose(one.get(), other, rtol=rtol, atol=atol)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_all_orders(alternative):
    """Where all orders are tried, probabilities have no chance in them."""
    x, y = cp.asarray(X), cp.asarray(Y)
    for keywords in (
        {"axis": 1},
        {"axis": 1, "equal_var": False},
        {"axis": (1,), "trim": 0.2},
        {"axis": 1, "keepdims": True},
    ):
        same(
            stats.ttest_ind(x[:, :5], y[:, :4], alternative=alternative, method=stats.PermutationMethod(), **keywords),
            scipy_stats.ttest_ind(
                X[:, :5], Y[:, :4], alternative=alternative, method=scipy_stats.PermutationMethod(), **keywords
            ),
        )
    same(
        stats.pearsonr(
            x, y, axis=1, alternative=alternative, method=stats.PermutationMethod(n_resamples=np.inf, batch=1999)
        ),
        scipy_stats.pearsonr(
            X, Y, axis=1, alternative=alternative, method=scipy_stats.PermutationMethod(n_resamples=np.inf)
        ),
    )
    tied = np.round(X * 2)
    same(
        stats.mannwhitneyu(
            cp.asarray(tied), y[:, :3], axis=1, alternative=alternative, method=stats.PermutationMethod()
        ),
        scipy_stats.mannwhitneyu(
            tied, Y[:, :3], axis=1, alternative=alternative, method=scipy_stats.PermutationMethod()
        ),
    )


@pytest.mark.parametrize("policy", ["propagate", "omit"])
def test_orders_of_samples_with_nan(policy):
    x = SPOILED[:2, 0, :6]
    same(
        stats.ttest_ind(
            cp.asarray(x), cp.asarray(Y[:2, :4]), axis=1, nan_policy=policy, method=stats.PermutationMethod()
        ),
        scipy_stats.ttest_ind(x, Y[:2, :4], axis=1, nan_policy=policy, method=scipy_stats.PermutationMethod()),
    )


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_drawn_orders(alternative):
    """Of many orders some are drawn: their probability is near that of the distribution."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=60)
    y = x * 0.2 + rng.normal(size=60)
    exact = scipy_stats.pearsonr(x, y, alternative=alternative).pvalue
    x, y = cp.asarray(x), cp.asarray(y)
    for method in (
        stats.PermutationMethod(rng=5),
        stats.PermutationMethod(5999, random_state=cp.random.RandomState(2)),
        stats.MonteCarloMethod(rng=cp.random.default_rng(4)),
        stats.MonteCarloMethod(4999, batch=700, rvs=(cp.random.default_rng(1).uniform,) * 2),
    ):
        found = float(stats.pearsonr(x, y, alternative=alternative, method=method).pvalue)
        assert abs(found - exact) < 5 * np.sqrt(exact * (1 - exact) / 4999) + 1e-3
    exact = scipy_stats.ttest_ind(x.get(), y.get(), alternative=alternative).pvalue
    for method in (stats.PermutationMethod(rng=5), stats.MonteCarloMethod(rng=4)):
        found = stats.ttest_ind(x, y, alternative=alternative, method=method)
        assert abs(float(found.pvalue) - exact) < 0.04 and np.isnan(found.df)
    one, two = (stats.pearsonr(x, y, method=stats.PermutationMethod(99, rng=8)).pvalue.item() for _ in range(2))
    assert one == two


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("kind", ["BCa", "percentile", "basic"])
def test_intervals_of_correlations(kind, alternative):
    rng = np.random.default_rng(1)
    x = rng.normal(size=(2, 80))
    y = x * 0.5 + rng.normal(size=(2, 80))
    ours = stats.pearsonr(cp.asarray(x), cp.asarray(y), axis=1, alternative=alternative)
    theirs = scipy_stats.pearsonr(x, y, axis=1, alternative=alternative)
    same(
        ours.confidence_interval(method=stats.BootstrapMethod(method=kind, rng=1)),
        theirs.confidence_interval(method=scipy_stats.BootstrapMethod(method=kind, rng=np.random.default_rng(1))),
        atol=0.02,
    )


def test_bad_methods():
    x = cp.asarray(X[0])
    for call in (
        lambda: stats.pearsonr(x, x, method="exact"),
        lambda: stats.pearsonr(x, x, method=stats.PermutationMethod(n_resamples=0)),
        lambda: stats.pearsonr(x, x, method=stats.PermutationMethod(batch=-1)),
        lambda: stats.pearsonr(x, x).confidence_interval(method="BCa"),
        lambda: stats.pearsonr(x, x).confidence_interval(method=stats.BootstrapMethod(method="other")),
        lambda: stats.ttest_ind(x, x, method="exact"),
        lambda: stats.ttest_ind(x, x, alternative="more", method=stats.PermutationMethod()),
        lambda: stats.ttest_ind(cp.asarray(SPOILED[0, 0]), x, nan_policy="raise", method=stats.PermutationMethod()),
        lambda: stats.mannwhitneyu(x, x, method=stats.MonteCarloMethod()),
        lambda: stats.MonteCarloMethod(rvs=len, rng=1),
        lambda: stats.pearsonr(x, x, method=stats.MonteCarloMethod(rvs=(len,))),
        lambda: stats.pearsonr(cp.ones((2, 3)), cp.ones((2, 3)), axis=1.5),
        lambda: stats.pearsonr(cp.ones((2, 3)), cp.ones((3, 3)), axis=1),
        lambda: stats.spearmanr(x, cp.asarray(4.0)),
        lambda: stats.pmean(x, cp.ones(2)),
        lambda: stats.ttest_1samp(cp.ones((2, 3)), cp.ones((2, 3)), axis=1),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        stats.f_oneway(x, x, equal_var="False")


@pytest.mark.parametrize("policy", ["propagate", "omit"])
def test_nan_left_out(policy):
    x, y = SPOILED[:3], SPOILED[:3, :, ::-1].copy()
    for name, keywords in (
        ("ttest_ind", {"trim": 0.2}),
        ("ttest_ind", {"trim": 0.1, "equal_var": False, "alternative": "less"}),
        ("mannwhitneyu", {}),
        ("mannwhitneyu", {"method": "asymptotic", "alternative": "greater"}),
        ("ks_2samp", {}),
        ("ks_2samp", {"alternative": "less", "keepdims": True}),
        ("kendalltau", {}),
    ):
        same(
            getattr(stats, name)(cp.asarray(x), cp.asarray(y), axis=-1, nan_policy=policy, **keywords),
            getattr(scipy_stats, name)(x, y, axis=-1, nan_policy=policy, **keywords),
        )
    variables = SPOILED[2].T.copy()
    variables[0, 0] = np.nan
    for which in (variables, variables[:, [0, 1]]):
        same(
            stats.spearmanr(cp.asarray(which), nan_policy=policy),
            scipy_stats.spearmanr(which, nan_policy=policy),
        )
    ours = stats.describe(cp.asarray(x[:, 0]), axis=1, nan_policy=policy)
    theirs = scipy_stats.describe(x[:, 0], axis=1, nan_policy=policy)
    np.testing.assert_array_equal(cp.asnumpy(ours.nobs), theirs.nobs)
    for one, other in zip((*ours.minmax, *ours[2:]), (*theirs.minmax, *theirs[2:])):
        np.testing.assert_allclose(one.get(), np.ma.filled(other, np.nan), rtol=1e-11, atol=1e-14)


def test_equal_rankings():
    x = cp.asarray(RNG.normal(size=1001))
    assert [float(v) for v in stats.spearmanr(x, cp.exp(x))] == [1, 0]
    assert [float(v) for v in stats.spearmanr(x, -x)] == [-1, 0]
    assert stats.spearmanr(x, -x).correlation == -1


def test_variance_analysis_of_large_numbers():
    """Of elements that differ in the last digits, means are subtracted first (NIST's SmLs07)."""
    samples = [1e12 + np.array([0.4, 0.3, 0.2]) + k * 0.1 for k in range(3)]
    same(stats.f_oneway(*map(cp.asarray, samples)), scipy_stats.f_oneway(*samples), rtol=1e-9)


def test_numbers_as_samples():
    assert stats.moment(cp.asarray(2.0)) == 0 and stats.gmean(cp.asarray(2.0)) == 2
    assert np.isnan(stats.sem(cp.asarray(2.0))) and np.isnan(stats.skew(cp.asarray(2.0)))


def test_single_observations_are_not_shuffled():
    one = np.array([1.0])
    for name in ("ttest_ind", "mannwhitneyu"):
        for first, second in ((one, X[0, :4]), (X[0, :4], one)):
            for library, move in ((scipy_stats, np.asarray), (stats, cp.asarray)):
                with pytest.raises(ValueError):
                    getattr(library, name)(move(first), move(second), method=library.PermutationMethod())
