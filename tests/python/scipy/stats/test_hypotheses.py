"""Correlations and tests of hypotheses of cuprumx.scipy.stats beside SciPy's."""

import warnings

import numpy as np
import pytest
import scipy.stats as scipy_stats
from common import to_host
from stats_common import ALTERNATIVES, SCIPY, X, Y, both, close

import cuprum as cp
from cuprumx.scipy import stats

RNG = np.random.default_rng(8)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_correlations(alternative):
    both("pearsonr", X, Y, alternative=alternative)
    both("pearsonr", X[:3], Y[:3], alternative=alternative)
    both("spearmanr", X, Y, alternative=alternative, rtol=1e-10)
    both("kendalltau", X, Y, alternative=alternative)
    if alternative != "other":  # which SciPy does not look at where it counts
        both("kendalltau", X[:10], Y[:10], alternative=alternative)
    both("kendalltau", X.round(), Y.round(), alternative=alternative)
    both("linregress", X, Y, alternative=alternative)


def test_pearson():
    a, b = RNG.normal(size=(2, 6, 5, 4))
    for axis in (0, 1, -1, None):
        both("pearsonr", a, b, axis=axis)
    both("pearsonr", np.array([1.0, 2]), np.array([3.0, 1]))
    both("pearsonr", np.ones(5), X[:5])
    both("pearsonr", X[:1], Y[:1])
    both("pearsonr", X, Y[:5])
    both("pearsonr", np.append(X, np.nan), np.append(Y, 1))
    both("pearsonr", X * 1e200, Y * 1e-200)
    for end in (np.inf, -np.inf, np.nan):
        both("pearsonr", np.append(X, end), np.append(Y, 1))
        both("pearsonr", np.append(X, 1), np.append(Y, end))
    table = np.stack([X, np.ones_like(X), X[::-1]])
    both("pearsonr", table, Y[None], axis=1)
    both("pearsonr", table.T, Y[:, None], axis=0)
    both("pearsonr", X[::2], Y[::-2])
    both("pearsonr", X.astype("f4"), Y.astype("f4"), rtol=1e-5)
    both("pearsonr", np.arange(9), np.arange(9) ** 2)
    ours, theirs = stats.pearsonr(cp.asarray(X), cp.asarray(Y)), scipy_stats.pearsonr(X, Y)
    for level in (0.9, 0.99):
        for a, b in zip(ours.confidence_interval(level), theirs.confidence_interval(level)):
            close(a, b)


def test_spearman():
    table = RNG.normal(size=(30, 4))
    both("spearmanr", table, rtol=1e-10)
    both("spearmanr", table.T, axis=1, rtol=1e-10)
    both("spearmanr", table[:, 0].round(), table[:, 1].round(), rtol=1e-10)
    both("spearmanr", table[:, :2], table[:, 2:], rtol=1e-10)
    both("spearmanr", np.ones(5), X[:5])
    both("spearmanr", X)
    both("spearmanr", X, Y[:5])
    both("spearmanr", np.append(X, np.nan), np.append(Y, 1))
    both("spearmanr", np.append(X, np.nan), np.append(Y, 1), nan_policy="omit", rtol=1e-10)
    both("spearmanr", np.append(X, np.nan), np.append(Y, 1), nan_policy="raise")


@pytest.mark.parametrize("n", [170, 171, 172, 1023, 1024, 1025, 2049, 5000])
def test_kendall_of_many(n):
    x, y = RNG.normal(size=(2, n))
    pairs = [(x, y), (x.round(), y), (x, y.round(1)), (x.round(), y.round()), (x, -np.sort(x)), (x, x), (x, -x)]
    for a, b in pairs:
        both("kendalltau", a, b, rtol=1e-10)
    both("kendalltau", x[::-2], y[::2], rtol=1e-10)


def test_kendall():
    x, y = RNG.integers(0, 50, (2, 3000))
    both("kendalltau", x, y, dtype=False)
    both("kendalltau", x, y, variant="c")
    both("kendalltau", X, Y, method="exact")
    both("kendalltau", X[:6], Y[:6], method="asymptotic")
    both("kendalltau", x, y, method="exact")
    both("kendalltau", x, y, method="other")
    both("kendalltau", x, y, variant="a")
    both("kendalltau", x, y[:5])
    both("kendalltau", np.ones(4), np.arange(4))
    both("kendalltau", np.append(X, np.nan), np.append(Y, 1))
    both("kendalltau", np.append(X, np.nan), np.append(Y, 1), nan_policy="omit")


def test_lines():
    ours, theirs = stats.linregress(cp.asarray(X), cp.asarray(Y)), scipy_stats.linregress(X, Y)
    close(ours.intercept_stderr, theirs.intercept_stderr)
    if SCIPY < "1.18.0":  # later releases have no errors and no p-value of two points, which leave no freedom
        both("linregress", np.array([0.0, 1]), np.array([2.0, 5]))
    both("linregress", np.arange(5.0), np.ones(5))
    if (
        SCIPY < "1.18.0"
    ):  # later releases give NaN where all x are the same, which raises ValueError here as in those before
        both("linregress", np.ones(5), np.arange(5.0))
    with pytest.raises(ValueError):
        stats.linregress(cp.ones(5), cp.arange(5.0))
    both("linregress", X, Y[:5])
    both("linregress", np.append(X, np.nan), np.append(Y, 1))
    both("linregress", np.append(X, np.nan), np.append(Y, 1), nan_policy="omit")


SAMPLES = RNG.normal(size=(3, 12, 5)) + np.array([0, 0.3, 0.5])[:, None, None]
SPOILED = SAMPLES.copy()
SPOILED[0, 3, 1] = SPOILED[1, 5, 2] = SPOILED[2, 0, 0] = np.nan


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_students_tests(alternative):
    a, b = SAMPLES[:2]
    for keywords in ({}, {"axis": 1}, {"axis": None}, {"keepdims": True}):
        both("ttest_1samp", a, 0.1, alternative=alternative, **keywords)
        both("ttest_rel", a, b, alternative=alternative, **keywords)
        for equal_var in (True, False):
            both("ttest_ind", a, b, equal_var=equal_var, alternative=alternative, **keywords)
    for policy in ("propagate", "omit", "raise"):
        keywords = {"nan_policy": policy, "alternative": alternative}
        both("ttest_1samp", SPOILED[0], 0.1, **keywords)
        both("ttest_rel", SPOILED[0], SPOILED[1], **keywords)
        both("ttest_ind", SPOILED[0], SPOILED[1], **keywords)
        both("ttest_ind", SPOILED[0], SPOILED[1], equal_var=False, **keywords)


def test_more_of_students_tests():
    a, b = SAMPLES[:2]
    both("ttest_ind", a, b[:7])
    both("ttest_ind", a, b[:7], trim=0.2)
    both("ttest_ind", a, b, trim=0.1, equal_var=False)
    both("ttest_ind", a, b, trim=0.6)
    both("ttest_rel", a, b[:7])
    both("ttest_1samp", np.array([1.0]), 0)
    both("ttest_1samp", np.ones(5), 1)
    both("ttest_1samp", a, np.arange(5.0))
    both("ttest_ind", a.astype("f"), b.astype("f"), rtol=1e-4)
    for name, arguments in (("ttest_1samp", (a, 0.1)), ("ttest_rel", (a, b)), ("ttest_ind", (a, b))):
        for alternative in ALTERNATIVES[:3]:
            keywords = {"alternative": alternative}
            ours = getattr(stats, name)(
                *(cp.asarray(x) if isinstance(x, np.ndarray) else x for x in arguments), **keywords
            )
            theirs = getattr(scipy_stats, name)(*arguments, **keywords)
            close(ours.df, np.broadcast_to(theirs.df, ours.df.shape), dtype=False)
            for x, y in zip(ours.confidence_interval(0.9), theirs.confidence_interval(0.9)):
                close(x, np.broadcast_to(y, np.shape(to_host(x))), dtype=False)


def test_frequencies():
    f = np.array([16, 18, 16, 14, 12, 12])
    both("chisquare", f)
    both("chisquare", f, ddof=1)
    both("chisquare", f, np.array([16, 16, 16, 16, 16, 8]))
    both("chisquare", f, np.array([16, 16, 16, 16, 16, 9]))
    both("chisquare", f, np.array([16, 16, 16, 16, 16, 9]), sum_check=False)
    both("chisquare", f.reshape(3, 2), axis=None)
    both("chisquare", f.reshape(3, 2), axis=1, keepdims=True)


@pytest.mark.parametrize("dtype", "fd")
def test_frequencies_agree_as_far_as_their_dtype_tells(dtype):
    f = np.array([0.118, 1.112, 2.7], dtype)
    epsilon = np.finfo(dtype).eps
    for share in (0, 0.5, 2):
        expected = np.full(3, f.sum(dtype="d") / 3 * (1 + share * epsilon**0.5))
        both("chisquare", f, expected.astype(dtype), rtol=4 * epsilon)


# Axes in front are of length one, and all but those of the samples broadcast.
UNLIKE = [
    ((30,), (6, 1), 0),
    ((5, 4), (2, 1, 6), -1),
    ((2, 1, 6), (6, 1), 1),
    ((4,), (3, 4), 0),
    ((4,), (3, 4), 1),
    ((4,), (3, 4), 2),
    ((1, 5), (6, 1), 0),
    ((5,), (4, 3, 5), (0, 1)),
    ((4, 3, 5), (5,), (-1, -3)),
    ((1,), (4, 5), (0, 1)),
    ((2, 1, 6), (), 0),
    ((3, 0), (1, 4), 1),
    ((3, 4), (2, 4), 1),
    ((3, 4), (4,), None),
    ((2, 3), (3, 2), None),
    ((3, 1), (1, 3), None),
    ((6,), (2, 3), None),
]


@pytest.mark.parametrize(
    "name", ["ttest_ind", "ks_2samp", "mannwhitneyu", "f_oneway", "ttest_rel", "kendalltau", "chisquare"]
)
def test_samples_of_unlike_shapes(name):
    rng = np.random.default_rng(14)
    keywords = {"chisquare": {"sum_check": False}}.get(name, {})
    for first, second, axis in UNLIKE:
        x, y = rng.uniform(1, 2, first), rng.uniform(1, 2, second)
        for keepdims in (False, True):
            both(name, x, y, axis=axis, keepdims=keepdims, rtol=1e-9, dtype=False, **keywords)
            both(name, y, x, axis=axis, keepdims=keepdims, rtol=1e-9, dtype=False, **keywords)


@pytest.mark.parametrize("first,second,axis", [((7,), (3, 7), 1), ((3, 7), (1, 7), -1), ((2, 3), (3, 2), None)])
def test_lines_of_unlike_shapes(first, second, axis):
    x, y = RNG.normal(size=first), RNG.normal(size=second)
    for keepdims in (False, True):
        both("linregress", x, y, axis=axis, keepdims=keepdims, rtol=1e-9, dtype=False)


def test_deviations_without_degrees_of_freedom():
    for ddof in (1, 2, 3, 4):
        both("zscore", np.array([-7.0, -15, 3]), ddof=ddof)
        both("zmap", np.array([-7.0, -15]), np.array([1.0, 2, 4]), ddof=ddof)
    both("spearmanr", np.array([[11.0, 16, 2]]), np.array([[1.0, 2, 5]]))


def test_variance_analysis():
    for equal_var in (True, False):
        both("f_oneway", *SAMPLES, equal_var=equal_var)
        both("f_oneway", *SAMPLES, axis=1, equal_var=equal_var)
        both("f_oneway", SAMPLES[0], SAMPLES[1][:5], equal_var=equal_var)
        both("f_oneway", *SPOILED, nan_policy="omit", equal_var=equal_var)
        both("f_oneway", *SPOILED, equal_var=equal_var)
    with pytest.raises(TypeError):
        stats.f_oneway(cp.ones(3))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_ranks_of_two_samples(alternative):
    a, b = SAMPLES[:2]
    for keywords in (
        {},
        {"axis": 1},
        {"axis": None},
        {"keepdims": True},
        {"method": "asymptotic"},
        {"method": "exact"},
    ):
        both("mannwhitneyu", a, b[:, :5], alternative=alternative, **keywords)
    both("mannwhitneyu", a[:6], b[:4], alternative=alternative)
    both("mannwhitneyu", a.round(), b.round(), alternative=alternative)
    both("mannwhitneyu", a.round(), b.round(), use_continuity=False, alternative=alternative)
    both("mannwhitneyu", SPOILED[0], b, alternative=alternative)
    both("mannwhitneyu", SPOILED[0, :, 1], b[:, 1], alternative=alternative, nan_policy="omit")


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_distribution_functions_of_two_samples(alternative):
    a, b = RNG.normal(size=50), RNG.normal(size=70) + 0.2
    for x, y in ((a, b), (a, b[:50]), (a[:3], b[:4]), (a, a), (a, a + 100), (a.round(), b.round())):
        for method in ("auto", "exact", "asymp", "other"):
            # The tail of SciPy's limit is less exact than its count of paths.
            both("ks_2samp", x, y, alternative=alternative, method=method, rtol=1e-7, dtype=False)
    found, expected = stats.ks_2samp(cp.asarray(a), cp.asarray(b)), scipy_stats.ks_2samp(a, b)
    assert found.statistic_location == expected.statistic_location and found.statistic_sign == expected.statistic_sign


def test_distribution_functions_of_large_samples():
    for shift in (0.0, 0.01, 0.02, 0.1):
        a, b = RNG.normal(size=12000), RNG.normal(size=11000) + shift
        for alternative in ALTERNATIVES[:3]:
            both("ks_2samp", a, b, alternative=alternative, rtol=1e-5, atol=1e-9, dtype=False)


def test_mannwhitneyu_beside_rows_with_nan():
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(4, 7)), rng.normal(size=(4, 5))
    x[1, 2] = x[3] = np.nan
    y[2, :2] = x[2, 0]
    for operands in ((x, y), (y, x)):
        found = stats.mannwhitneyu(*map(cp.asarray, operands), axis=1)
        expected = scipy_stats.mannwhitneyu(*operands, axis=1)
        np.testing.assert_allclose(found.statistic.get(), expected.statistic)
        np.testing.assert_allclose(found.pvalue.get(), expected.pvalue, rtol=1e-12)


def test_spearmanr_of_two_pairs():
    for x, y in [([3.0, 4.0], [3.0, 4.0]), ([3.0, 4.0], [4.0, 3.0])]:
        found = stats.spearmanr(cp.asarray(x), cp.asarray(y), nan_policy="omit")
        assert float(found.statistic) == pytest.approx(scipy_stats.spearmanr(x, y, nan_policy="omit").statistic)
        assert np.isnan(float(found.pvalue))


def test_variance_analysis_of_constant_samples():
    for first, second in ((0.7, 0.7), (0.7, 0.1), (0.1, 1e6)):
        for equal_var in (True, False):
            both("f_oneway", np.full(3, first), np.full(4, second), equal_var=equal_var, dtype=False)
    table = np.full((3, 4), 0.1)
    both("f_oneway", table, table * np.arange(4), np.arange(12.0).reshape(3, 4))
    both("f_oneway", np.array([10.0]), np.array([11.0]), np.array([12.0]), equal_var=False)
    table[0, 0] = np.nan
    both("f_oneway", table, np.full((3, 4), 0.3), nan_policy="omit")
    with pytest.warns(stats.SmallSampleWarning):
        found = stats.f_oneway(cp.array([10]), cp.array([11]), cp.array([12]))
    assert np.isnan(found.statistic.get()) and np.isnan(found.pvalue.get())


def test_lines_through_missing_values():
    for policy in ("propagate", "omit"):
        both("linregress", np.array([np.nan, 1]), np.array([2.0, 3]), nan_policy=policy, dtype=False)
        both("linregress", np.array([1.0, 2]), np.array([2, np.nan]), nan_policy=policy, dtype=False)
    # What is missing decides before equal x do.
    x, y = np.array([[1.0, 1, 1], [1, 2, 4]]), np.array([[2, np.nan, 3], [1, 2, 5]])
    both("linregress", x, y, axis=1, rtol=1e-9)


def test_a_variable_without_values_is_like_itself():
    table = np.array([[np.nan, 1.0, 2.0], [np.nan, 3.0, 1.0], [np.nan, 5.0, 7.0]])
    for alternative in ("two-sided", "greater"):
        both("spearmanr", table, nan_policy="omit", alternative=alternative, rtol=1e-10)
    found = stats.spearmanr(cp.asarray(table), nan_policy="omit", alternative="less")
    np.testing.assert_array_equal(found.pvalue.diagonal().get(), 1)
    both("spearmanr", table[:2, 1:], -table[:2, 1:], nan_policy="omit")  # of what lacks nothing two pairs tell nothing


@pytest.mark.parametrize("alternative", ALTERNATIVES[:3])
def test_small_probabilities_of_paths_keep_their_digits(alternative):
    rng = np.random.default_rng(15)
    for n, m in ((40, 40), (60, 45), (200, 200), (125, 106)):
        for shift in (1, 2, 4):
            for sign in (-1, 1):
                x, y = rng.normal(size=n), rng.normal(size=m) + sign * shift
                keywords = {"method": "exact", "alternative": alternative}
                with warnings.catch_warnings(record=True) as failed:
                    warnings.simplefilter("always")
                    expected = scipy_stats.ks_2samp(x, y, **keywords)
                if not failed:  # SciPy's count overflows for some
                    found = stats.ks_2samp(cp.asarray(x), cp.asarray(y), **keywords)
                    np.testing.assert_allclose(float(found.pvalue), expected.pvalue, rtol=1e-9, atol=1e-300)


def test_limits_of_kolmogorov_for_many_elements():
    # Exact values, by the power of a matrix in extended precision.
    for n, d, expected in ((500, 0.04, 0.3902510163264061), (1000, 0.035, 0.16848480802396137)):
        place = np.arange(2 * n, dtype=float)
        later = place + round(d * 2 * n) - 0.5  # the first steps are those of one sample alone
        found = stats.ks_2samp(cp.asarray(place), cp.asarray(later), method="asymp")
        assert float(found.statistic) == pytest.approx(d)
        assert float(found.pvalue) == pytest.approx(expected, rel=1e-6)
