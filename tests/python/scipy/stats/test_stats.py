"""cuprumx.scipy.stats beside SciPy's."""

import copy
import functools
import pickle
import warnings

import numpy as np
import pytest
import scipy
import scipy.stats as scipy_stats
from common import assert_same, call_moved, layouts, to_host
from cuprumx.scipy import stats

import cuprum as cp

AXES = [0, 1, -1, None, (0, 2)]
ARRAY = np.random.default_rng(0).random((5, 6, 7)) + 0.1
WITH_NAN = ARRAY.copy()
WITH_NAN[1, 2, :3] = WITH_NAN[4, 0, 0] = np.nan


SCIPY = np.lib.NumpyVersion(scipy.__version__)


def close(actual, expected, rtol=1e-11, atol=1e-13, dtype=True):
    assert_same(cp.asarray(to_host(actual)), np.asarray(expected), rtol, atol, strict_dtype=dtype)


def both(name, *arguments, rtol=1e-11, atol=1e-13, dtype=True, **keywords):
    """A function of both libraries gives the same values, of the same dtype and shape, or raises the same class."""
    ours = lambda: call_moved(getattr(stats, name), arguments, keywords)  # noqa: E731
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = getattr(scipy_stats, name)(*arguments, **keywords)
        except (ValueError, TypeError, IndexError) as error:
            with pytest.raises(type(error).__mro__[-4] if isinstance(error, np.exceptions.AxisError) else type(error)):
                ours()
            return None
        actual = ours()
    if isinstance(expected, tuple) or hasattr(expected, "pvalue"):
        names = getattr(expected, "_fields", ("statistic", "pvalue"))
        for field in names:
            close(getattr(actual, field), getattr(expected, field), rtol, atol, dtype)
    else:
        close(actual, expected, rtol, atol, dtype)
    return actual


CALLS = {
    "entropy": ((), {}),
    "zscore": ((), {}),
    "gzscore": ((), {}),
    "trim_mean": ((0.2,), {}),
    "moment": ((3,), {}),
    "skew": ((), {}),
    "kurtosis": ((), {"bias": False}),
    "sem": ((), {}),
    "gmean": ((), {}),
    "hmean": ((), {}),
    "pmean": ((3,), {}),
    "mode": ((), {"dtype": False}),
    "iqr": ((), {}),
}
WHOLE = ["zscore", "gzscore"]  # results as large as the array, of one axis or all


def axes_of(name):
    return [axis for axis in AXES if not (name in WHOLE and isinstance(axis, tuple))]


@pytest.mark.parametrize("name", CALLS)
def test_axes(name):
    arguments, keywords = CALLS[name]
    for axis in axes_of(name):
        both(name, ARRAY, *arguments, axis=axis, **keywords)
        if name not in WHOLE:
            both(name, ARRAY, *arguments, axis=axis, keepdims=True, **keywords)


@pytest.mark.parametrize("policy", ["propagate", "omit", "raise", "something"])
@pytest.mark.parametrize("name", CALLS)
def test_nan(name, policy):
    arguments, keywords = CALLS[name]
    for axis in (0, None):
        both(name, WITH_NAN, *arguments, axis=axis, nan_policy=policy, **keywords)


@pytest.mark.parametrize("name", CALLS)
def test_dtypes_and_layouts(name):
    arguments, keywords = CALLS[name]
    host = np.random.default_rng(1).integers(1, 20, (8, 5))
    for dtype in "bLf":
        small = name == "gmean" and dtype == "b" and SCIPY < "1.18.0"  # float16 before, and of its digits
        room = {"rtol": 1e-2, "dtype": False} if small else {"rtol": 1e-5 if dtype == "f" else 1e-11}
        both(name, host.astype(dtype), *arguments, atol=1e-5, **room | keywords)
    for _, view in layouts(host.astype(float)):
        both(name, view, *arguments, **keywords)


@pytest.mark.parametrize("name", CALLS)
def test_small(name):
    arguments, keywords = CALLS[name]
    for shape in ((1,), (2,), (3, 1), (0, 3), (3, 0)):
        both(name, np.arange(1.0, np.prod(shape) + 1).reshape(shape), *arguments, **{"dtype": False, **keywords})


def test_entropy():
    p, q = ARRAY, np.random.default_rng(5).random((6, 7))
    both("entropy", p, q)
    both("entropy", p, q, base=2, axis=1)
    both("entropy", np.array([0.0, 1, 2]), base=10)
    both("entropy", np.array([0.0, 1, 2]), np.array([1.0, 0, 2]))
    both("entropy", np.array([-1.0, 1, 2]))
    both("entropy", p, base=-1)
    both("entropy", p, base=0)
    both("entropy", WITH_NAN, q, nan_policy="omit", axis=1)
    both("entropy", p, np.ones((3, 2)))
    for other in (q, q[:, :1], np.ones(7), np.ones((7, 6)), np.ones(42), np.ones(1)):  # elements in turn
        both("entropy", p[0], other, axis=None)
        both("entropy", p[0], other, axis=None, keepdims=True)


def test_scores():
    for ddof in (0, 1, 2.5):
        both("zscore", ARRAY, axis=1, ddof=ddof)
        both("zmap", ARRAY[0], ARRAY, ddof=ddof)
    both("zmap", ARRAY, ARRAY * 2, axis=None)
    both("zmap", WITH_NAN, WITH_NAN * 2, axis=1, nan_policy="omit")
    both("zmap", ARRAY, WITH_NAN, nan_policy="raise")
    both("zscore", np.full((3, 4), 0.1), axis=1)
    both("zscore", np.array([1.0, 1, 1, 2]))
    both("zscore", ARRAY + 1e8, rtol=1e-6, atol=5e-7)  # of the digits of the mean
    both("zscore", ARRAY.astype("e"), rtol=1e-2, atol=5e-3)
    both("zscore", ARRAY[0] + 1j * ARRAY[1], axis=1)
    rng = np.random.default_rng(9)
    both("zscore", np.r_[1e10, rng.random(9999)], rtol=1e-9)  # the first element is far from the others
    for length in (2, 3, 7, 8, 16, 31, 33, 64, 100, 129, 500, 1000):  # each way in which a GPU reads rows and columns
        rows = 3 + rng.standard_normal((37, length))
        for dtype, rtol in (("d", 1e-12), ("f", 2e-4)):
            for axis in (0, 1):
                both("zscore", rows.astype(dtype), axis=axis, rtol=rtol, atol=rtol)
            both("zscore", rows.astype(dtype)[:, ::-1], axis=1, rtol=rtol, atol=rtol)
    spoiled = rng.random((6, 7))
    for row in range(6):
        spoiled[row, : 7 - row] = np.nan  # rows of no element, of one, two, ...
    spoiled[5, 5] = np.inf
    for axis, ddof, policy in ((0, 1, "omit"), (1, 0, "omit"), (1, 2, "omit"), (None, 3, "omit"), (1, 1, "propagate")):
        for dtype in "fd":
            rtol = 1e-5 if dtype == "f" else 1e-11
            both("zscore", spoiled.astype(dtype), axis=axis, ddof=ddof, nan_policy=policy, rtol=rtol, atol=1e-6)
            both("zmap", ARRAY[0], spoiled.astype(dtype), axis=1, ddof=ddof, nan_policy=policy, rtol=rtol, atol=1e-6)
    for shape, axis in (((1 << 17,), 0), ((300, 400), 0), ((300, 400), 1), ((3, 200, 50), 1)):
        both("zscore", rng.normal(3, 2, shape), axis=axis, atol=1e-12)


def test_trimmed_mean():
    for share in (0, 0.1, 0.33, 0.5, 0.6, 1):
        both("trim_mean", np.arange(10.0) ** 2, share)
    both("trim_mean", np.arange(24).reshape(4, 6), 0.25, axis=None)


@pytest.mark.parametrize("lmb", [-2, -0.5, 0, 0.5, 1, 3])
def test_boxcox_likelihood(lmb):
    for axis in (0, 1, None):
        both("boxcox_llf", lmb, ARRAY[0], axis=axis)
        both("boxcox_llf", lmb, ARRAY[0], axis=axis, keepdims=True)
    both("boxcox_llf", lmb, WITH_NAN[1], nan_policy="omit")
    both("boxcox_llf", lmb, WITH_NAN[1])
    both("boxcox_llf", lmb, np.array([]), dtype=False)
    both("boxcox_llf", lmb, ARRAY[0].astype("f"), rtol=1e-4)


def test_moments():
    for order in (0, 1, 2, 5, [1, 2, 3]):
        both("moment", ARRAY, order)
        both("moment", WITH_NAN, order)
    both("moment", ARRAY, 3, center=0.5)
    both("moment", ARRAY, 1, center=0.5)
    both("moment", ARRAY, 1.5)
    both("moment", ARRAY, [])
    for bias in (True, False):
        both("skew", ARRAY, bias=bias)
        both("kurtosis", ARRAY, bias=bias, fisher=bias)
        both("kurtosis", np.ones((3, 4)), bias=bias)
        both("skew", WITH_NAN, bias=bias, nan_policy="omit", axis=1)
    both("sem", ARRAY, ddof=0)


def test_describe():
    for keywords in ({}, {"axis": 1}, {"axis": None}, {"ddof": 0, "bias": False}):
        ours, theirs = stats.describe(cp.asarray(ARRAY), **keywords), scipy_stats.describe(ARRAY, **keywords)
        assert ours.nobs == theirs.nobs
        for a, b in zip((*ours.minmax, *ours[2:]), (*theirs.minmax, *theirs[2:])):
            close(a, b)
    with pytest.raises(ValueError):
        stats.describe(cp.empty(0))
    with pytest.raises(ValueError):
        stats.describe(cp.asarray(WITH_NAN), nan_policy="raise")


def test_means():
    w = np.random.default_rng(3).random((5, 6, 7))
    for name, arguments in (("gmean", ()), ("hmean", ()), ("pmean", (-1.5,)), ("pmean", (0,))):
        both(name, ARRAY, *arguments, weights=w, axis=1)
        both(name, ARRAY, *arguments, dtype=np.float32, rtol=1e-5)
        both(name, np.array([0.0, 1, 2]), *arguments)
        both(name, np.array([-1.0, 1, 2]), *arguments)
        both(name, WITH_NAN, *arguments, weights=w, nan_policy="omit")
    with pytest.raises(NotImplementedError):
        stats.pmean(cp.ones(3), np.inf)


RANKS = [
    np.array([3.0, 1, 2, 2, 5, 1, 1]),
    np.array([[1, 1, 2], [3, 2, 1], [2, 2, 2]]),
    np.array([[1.0, np.nan, 2, 2], [3, 3, 1, 0]]),
    np.array([]),
    np.array([7.0]),
    np.array([0.0, -0.0, np.inf, -np.inf]),
]


@pytest.mark.parametrize("method", ["average", "min", "max", "dense", "ordinal", "other"])
def test_ranks(method):
    # From 1.18 on SciPy gives float64 for ranks that are whole numbers, too; here they are int64.
    both = functools.partial(globals()["both"], dtype=SCIPY < "1.18.0")
    for a in RANKS:
        both("rankdata", a, method)
        if a.ndim == 2:
            for axis in (0, 1, -1):
                both("rankdata", a, method, axis=axis)
                both("rankdata", a, method, axis=axis, nan_policy="omit")
                both("rankdata", a, method, axis=axis, nan_policy="raise")


def test_ranks_of_many():
    a = np.random.default_rng(0).integers(0, 300, 20000)
    both("rankdata", a)
    both("mode", a)


def test_modes():
    for a in RANKS[:3]:
        for keywords in ({}, {"axis": None}, {"keepdims": True}, {"nan_policy": "omit"}):
            both("mode", a, dtype=False, **keywords)
    both("mode", np.array([np.nan, np.nan, 1.0]))
    both("mode", np.array([True, False, True]), dtype=False)


def test_ranges_between_percentiles():
    for keywords in ({"rng": (10, 90)}, {"rng": (90, 10)}, {"scale": "normal"}, {"scale": 2.0}, {"scale": "other"}):
        both("iqr", ARRAY, **keywords)
    both("iqr", ARRAY, interpolation="higher", axis=0)
    both("iqr", ARRAY, rng=(-1, 50))
    both("iqr", ARRAY, rng=(1, 50, 60))


@pytest.mark.parametrize("kind", ["rank", "weak", "strict", "mean", "other"])
def test_percentiles_of_scores(kind):
    a = np.array([1.0, 2, 2, 3, 7])
    for score in (2.0, np.array([0.0, 2, 3, 9, np.nan]), np.array([[1, 2], [3, 4]])):
        both("percentileofscore", a, score, kind)
    for policy in ("propagate", "omit", "raise"):
        if kind != "other":
            both("percentileofscore", np.append(a, np.nan), np.array([2.0, 3]), kind, nan_policy=policy)
    both("percentileofscore", np.ones((2, 2)), 1.0, kind)


# ---------------------------------------------------------------------------------------------- correlations and tests

RNG = np.random.default_rng(8)
X, Y = RNG.normal(size=(2, 40))
Y = X / 2 + Y
ALTERNATIVES = ["two-sided", "less", "greater", "other"]


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


# SciPy 1.18 computes these in the dtype of the samples, and has no p-value of a line through two points.
CHANGED_IN_1_18 = {"ks_2samp", "mode", "linregress"}
NEW_SCIPY = np.lib.NumpyVersion(scipy.__version__) >= "1.18.0"


def parts_of(result):
    """What a result is made of, on the host."""
    fields = getattr(result, "_fields", ())
    names = [*fields, *(n for n in ("df", "statistic_location", "statistic_sign") if hasattr(result, n))]
    values = {name: getattr(result, name) for name in names} or {"value": result}
    return {name: v.get() if isinstance(v, cp.ndarray) else np.asarray(v) for name, v in values.items()}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n", [None, 0, 1, 2, 7])
def test_corners_of_samples(n):
    """Numbers, samples of none, one and two, and the dtypes and shapes that results have."""
    x, y = np.random.default_rng(5).uniform(1, 9, (2, n or 1))
    if n is None:  # samples that are numbers
        x, y = x[0], y[0]
    one = {"mode": (), "sem": (), "skew": (), "trim_mean": (0.1,), "iqr": (), "ttest_1samp": (0.5,), "chisquare": ()}
    two = ("ttest_ind", "ttest_rel", "ks_2samp", "linregress", "mannwhitneyu", "spearmanr")
    for dtype in (float, np.float32):
        a, b = np.asarray(x, dtype), np.asarray(y, dtype)
        if n == 0:
            a, b = a[:0], b[:0]
        calls = [(name, (a, *rest)) for name, rest in one.items()] + [(name, (a, b)) for name in two]
        for name, arguments in calls:
            for keywords in ({}, {"keepdims": True}):
                if keywords and (name == "spearmanr" or name in ("linregress", "chisquare") and n in (None, 1, 2)):
                    continue  # of two points SciPy's has no result with axes
                moved = [cp.asarray(v) if isinstance(v, (np.ndarray, np.generic)) else v for v in arguments]
                actual = parts_of(getattr(stats, name)(*moved, **keywords))
                expected = parts_of(getattr(scipy_stats, name)(*arguments, **keywords))
                for part, value in expected.items():
                    assert actual[part].shape == value.shape, (name, part)
                    if NEW_SCIPY and name in CHANGED_IN_1_18:
                        continue
                    # SciPy's degrees of freedom are whole numbers until there is a NaN; where a sample is too small for
                    # a result, its NaN has the sample's dtype.
                    if part != "df" and not np.isnan(value).all():
                        assert actual[part].dtype == value.dtype, (name, part)
                    rtol = 1e-9 if dtype is float else 1e-3
                    np.testing.assert_allclose(actual[part], value, rtol, 1e-6, err_msg=f"{name} {part}")
    if n is None:
        for name in ("zscore", "gzscore"):
            with pytest.raises(IndexError):
                getattr(stats, name)(cp.asarray(x))


SMALL = [
    *((name, (np.ones(0),), {}) for name in ("gmean", "hmean", "moment", "skew", "kurtosis", "sem", "iqr", "mode")),
    ("pmean", (np.ones(0), 2.0), {}),
    ("trim_mean", (np.ones(0), 0.1), {}),
    ("boxcox_llf", (1.0, np.ones(0)), {}),
    ("sem", (np.ones(1),), {}),
    ("sem", (np.ones(1),), {"ddof": 0, "keepdims": True}),
    ("sem", (np.ones((1, 3)),), {"ddof": 0}),
    ("skew", (np.ones((0, 3)),), {}),
    ("skew", (np.ones((0, 0)),), {}),
    ("skew", (np.ones((3, 0)),), {}),
    ("skew", (np.ones(1),), {}),
    ("kurtosis", (np.ones((2, 0)),), {"axis": None}),
    ("ttest_1samp", (np.ones(0), 1.0), {}),
    ("ttest_ind", (np.ones(3), np.ones(0)), {}),
    ("ttest_rel", (np.ones(0), np.ones(0)), {}),
    ("mannwhitneyu", (np.ones(3), np.ones(0)), {}),
    ("ks_2samp", (np.ones(3), np.ones(0)), {}),
    ("kendalltau", (np.ones(1), np.ones(1)), {}),
    ("linregress", (np.ones(1), np.ones(1)), {}),
    ("describe", (np.arange(3.0),), {}),
    ("zmap", (np.ones(0), np.ones(0)), {}),
    ("zmap", (np.ones((2, 3)), np.ones((0, 3))), {}),
    ("zmap", (np.ones((1, 3)), np.ones((0, 3))), {"axis": 1}),
]


@pytest.mark.parametrize("name,arguments,keywords", SMALL)
def test_small_samples_are_warned_of(name, arguments, keywords):
    from scipy.stats._axis_nan_policy import SmallSampleWarning

    def warned(function, category, given):
        with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
            warnings.simplefilter("always")
            result = function(*given, **keywords)
        return any(issubclass(w.category, category) for w in caught), result

    expected, value = warned(getattr(scipy_stats, name), SmallSampleWarning, arguments)
    move = [cp.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments]
    found, ours = warned(getattr(stats, name), stats.SmallSampleWarning, move)
    assert found == expected
    first = lambda r: r[0] if isinstance(r, tuple) else r  # noqa: E731
    close(first(ours), first(value), dtype=False)
    if expected:
        with warnings.catch_warnings(), pytest.raises(RuntimeWarning):
            warnings.simplefilter("error")
            getattr(stats, name)(*move, **keywords)


def test_lengths_of_pairs_and_of_one():
    a, one, pair = RNG.normal(size=6), np.array([2.5]), RNG.normal(size=(3, 6))
    both("ttest_rel", a, one)
    both("ttest_rel", pair, pair[:1], axis=1)
    both("ttest_rel", a, a[:4])
    both("kendalltau", a, a[:4])
    both("linregress", a, one, nan_policy="omit")
    both("linregress", a, a[:4])
    for keywords in ({}, {"equal_var": False}, {"nan_policy": "omit"}, {"alternative": "less"}):
        both("ttest_ind", one, a, **keywords)
        both("ttest_ind", one, one + 1, **keywords)
    both("ks_2samp", one, a[:1], method="asymp")
    both("ks_2samp", a, a[:1], method="asymp")
    integers = np.array([[3, 6, 5], [1, 5, 6], [7, 8, 9]])
    for policy in ("omit", "propagate"):  # one decision on the kind of probability for all rows without NaN
        both("mannwhitneyu", integers, integers + np.array([0.0, 0.5, 0.25]), nan_policy=policy, axis=0)
    weights = np.array([1.0, 2.0, 3.0])
    for name in ("gmean", "hmean"):
        both(name, np.array([1, 2, 3], "f4"), weights=weights, rtol=1e-6)
    both("zmap", np.array([-1.0, 0.0, 2.0]), np.zeros(3))
    both("zmap", np.array([-1.0, 0.0, 2.0]), np.ones(3))


def test_batches_of_samples_are_broadcast():
    x, y = np.random.default_rng(3).random((7, 3, 8)), np.random.default_rng(4).random((6, 1, 3, 9))
    for name in ("mannwhitneyu", "ks_2samp"):
        for a, b, axis in ((x, y, -1), (x[0, 0], y, -1), (x.T, x[0, :, :1], 0)):
            actual = getattr(stats, name)(cp.asarray(a), cp.asarray(b), axis=axis)
            expected = getattr(scipy_stats, name)(a, b, axis=axis)
            np.testing.assert_allclose(actual.statistic.get(), expected.statistic, 1e-13)
            np.testing.assert_allclose(actual.pvalue.get(), expected.pvalue, 1e-9)
        with pytest.raises(ValueError):
            getattr(stats, name)(cp.ones((2, 5)), cp.ones((3, 5)), axis=1)


def test_bins_of_complex_values():
    x, y = np.random.default_rng(1).random(40), np.random.default_rng(2).random((2, 40)).view(complex).reshape(2, 20)
    for statistic in ("mean", "sum", "std", "count"):
        actual = stats.binned_statistic(cp.asarray(x[:20]), cp.asarray(y), statistic, 3)
        expected = scipy_stats.binned_statistic(x[:20], y, statistic, 3)
        np.testing.assert_allclose(actual.statistic.get(), expected.statistic, 1e-12)
    with pytest.raises(TypeError):
        stats.binned_statistic(cp.asarray(x[:20]), cp.asarray(y), "median", 3)


def test_few_pairs_tell_nothing():
    for n in (2, 3):
        x, y = np.random.default_rng(n).random((2, n))
        low, high = stats.pearsonr(cp.asarray(x), cp.asarray(y)).confidence_interval()
        assert (float(low), float(high)) == (-1.0, 1.0)
    assert stats.pearsonr(cp.ones((7, 0)), cp.ones((7, 0))).statistic.shape == (0,)
    spoiled = cp.array([[1.0, 2.0, np.nan], [1.0, 2.0, 4.0]])
    np.testing.assert_array_equal(stats.ttest_1samp(spoiled, 0.0, axis=1).df.get(), [np.nan, 2.0])


@pytest.mark.parametrize("dtype", ["f", "d", "i"])
def test_attributes_and_points_of_a_density(dtype):
    data = np.array([[0, -3, 2, 1, -1, 1], [1, 0, 0, 1, -2, 0]], dtype)
    ours, theirs = stats.gaussian_kde(cp.asarray(data)), scipy_stats.gaussian_kde(data)
    for name in ("dataset", "weights", "covariance", "inv_cov", "cho_cov"):
        close(getattr(ours, name), getattr(theirs, name), rtol=1e-9)
    assert ours.dataset.dtype == data.dtype
    for shape in ((2,), (1, 2), (2, 1)):  # one point
        at = np.array([0.3, -1.0]).reshape(shape)
        close(ours(cp.asarray(at)), theirs(at), rtol=1e-9)
    for shape in ((3,), (1, 3), (3, 1)):
        with pytest.raises(ValueError):
            ours(cp.ones(shape))
    with pytest.raises(np.linalg.LinAlgError, match="singular"):
        stats.gaussian_kde(cp.asarray(data[[0, 0]] * [[1], [0]]))


def test_draws_from_a_density():
    density = stats.gaussian_kde(cp.asarray(RNG.normal(size=(2, 20))), weights=cp.asarray(RNG.random(20)))
    sources = (np.random.default_rng, np.random.RandomState, cp.random.default_rng, cp.random.RandomState, int)
    for source in sources:
        one, other = (density.resample(5, source(3)).get() for _ in range(2))
        np.testing.assert_array_equal(one, other)
    assert density.resample().shape == (2, int(density.neff)) and density.resample(0).shape == (2, 0)


def test_pickles_and_sources_of_numbers():
    density = stats.gaussian_kde(cp.asarray(RNG.normal(size=20)), 0.3, cp.asarray(RNG.random(20)))
    at = cp.linspace(-1, 1, 5)
    for factor in (np.float32(0.5), cp.asarray(0.5), 0.5):
        assert stats.gaussian_kde(cp.arange(5.0), factor).factor == 0.5
    for again in (pickle.loads(pickle.dumps(density)), copy.deepcopy(density)):
        np.testing.assert_allclose(again(at).get(), density(at).get(), 1e-14)
    frozen = stats.gamma(2.0, scale=3.0)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(frozen)).cdf(at).get(), frozen.cdf(at).get())
    assert pickle.loads(pickle.dumps(stats.binom)) is stats.binom and copy.deepcopy(stats.norm) is stats.norm
    for source in (np.random.default_rng, np.random.RandomState):
        one, other = (stats.norm.rvs(size=3, random_state=source(7)).get() for _ in range(2))
        np.testing.assert_array_equal(one, other)
    x, y = cp.arange(5.0), cp.arange(5.0) + 0.5
    assert stats.ks_2samp(x, y, mode="asymp").pvalue == stats.ks_2samp(x, y, method="asymp").pvalue


def test_numpys_arrays_are_refused():
    for call in (stats.zscore, stats.entropy, lambda a: stats.trim_mean(a, 0.1)):
        with pytest.raises(TypeError):
            call(np.ones(3))


def test_what_scipy_refuses_of_samples():
    both("iqr", np.array([True, False]))
    both("iqr", np.array([1j, 2.0]))
    both("ttest_1samp", np.arange(5.0), np.nan, nan_policy="raise")
    both("sem", np.array([1.0, np.nan]), nan_policy="omit")
    both("sem", np.array([[1.0, np.nan], [1.0, 2.0]]), nan_policy="omit", axis=1)
    x, y = np.array([[0.1, 0.1, 0.1], [1.0, 2.0, 3.0]]), np.array([[1.0, 2.0, 4.0], [3.0, 2.0, np.nan]])
    for nan_policy in ("propagate", "omit"):  # one row of equal x is enough
        with pytest.raises(ValueError, match="all x values are identical"):
            stats.linregress(cp.array(x), cp.array(y), axis=1, nan_policy=nan_policy)
    assert float(stats.linregress(cp.array(x[1:]), cp.array(y[1:]), axis=1, nan_policy="omit").slope[0]) == -1


def test_boxcox_llf_of_complex_numbers():
    rng = np.random.default_rng(0)
    x = rng.random((4, 5)) + 1j * rng.standard_normal((4, 5))
    with_nan = x.copy()
    with_nan[0, 1] = np.nan
    for lmb in (2.0, 0.0, -1.0, 0.5):
        for axis in (0, 1, None):
            both("boxcox_llf", lmb, x, axis=axis)
        both("boxcox_llf", lmb, x, axis=1, keepdims=True)
        both("boxcox_llf", lmb, with_nan, axis=1)
        both("boxcox_llf", lmb, with_nan, axis=1, nan_policy="omit")
        both("boxcox_llf", lmb, x.astype("F"), rtol=1e-4)
    found = stats.boxcox_llf(2.0, cp.array([1 + 1j, 2 + 2j, 3 + 3j])).get()
    np.testing.assert_allclose(found, -0.7501341119335541 + 2.356194490192345j, rtol=1e-12)


def test_boxcox_llf_without_nan_where_powers_overflow():
    x = np.abs(np.random.default_rng(4).normal(size=(3, 20))) + 0.1
    x[0, 3] = x[2, 5] = np.nan
    for lmb in (-700.0, -1.5, 0.0, 2.0, 700.0):
        found = stats.boxcox_llf(lmb, cp.asarray(x), axis=1, nan_policy="omit")
        np.testing.assert_allclose(found.get(), scipy_stats.boxcox_llf(lmb, x, axis=1, nan_policy="omit"), rtol=1e-9)
    assert float(stats.boxcox_llf(2.0, cp.asarray(3.0))) == np.inf


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


def test_spearmanr_of_two_pairs():
    for x, y in [([3.0, 4.0], [3.0, 4.0]), ([3.0, 4.0], [4.0, 3.0])]:
        found = stats.spearmanr(cp.asarray(x), cp.asarray(y), nan_policy="omit")
        assert float(found.statistic) == pytest.approx(scipy_stats.spearmanr(x, y, nan_policy="omit").statistic)
        assert np.isnan(float(found.pvalue))


def test_trim_mean_refuses_negative_proportions():
    for proportion in (-0.5, np.nan):
        with pytest.raises(ValueError):
            scipy_stats.trim_mean(np.arange(9.0), proportion)
        with pytest.raises(ValueError):
            stats.trim_mean(cp.arange(9.0), proportion)


def test_gaussian_kde_keeps_its_bandwidth_where_none_is_set():
    x = np.random.default_rng(7).normal(size=20)
    found, expected = stats.gaussian_kde(cp.asarray(x), 0.3), scipy_stats.gaussian_kde(x, 0.3)
    found.set_bandwidth()
    expected.set_bandwidth()
    assert found.factor == expected.factor == 0.3


def test_dtypes_of_samples_are_those_of_numpy_s_promotion():
    small, single = np.array([1, 4, 2, 6, 3], "i2"), np.array([2.5, 1, 7, 3, 4], "f")
    for name in ("ttest_ind", "ttest_rel", "mannwhitneyu", "pearsonr", "f_oneway", "ks_2samp"):
        for pair in ((small, single), (single, small), (small, small), (small.astype("u1"), single)):
            if name != "ks_2samp":
                both(name, *pair, rtol=2e-5)
            assert getattr(stats, name)(*map(cp.array, pair)).statistic.dtype == (
                np.float64 if pair[1] is small and pair[0] is small or name == "ks_2samp" else np.float32
            )
    both("ttest_1samp", small, single[:1], rtol=1e-5)
    for name in ("zmap", "entropy"):
        both(name, small, single, rtol=1e-5)
    both("hmean", small, weights=single, rtol=1e-5)
    both("sem", small + 1j * single)
    both("chisquare", single.astype("f2"), rtol=1e-2)


def test_samples_of_which_little_is_left():
    both("boxcox_llf", 2.0, np.array([]), nan_policy="omit")
    both("ttest_ind", np.array([]), np.array([1.0, 2]), trim=0.25)
    for values in ([1, np.nan, 2, 5], [1, np.nan, 2, 5, 7.0]):
        for share in (0.4, 0.5, 0.6, 0.7):
            both("trim_mean", np.array(values), share, nan_policy="omit")
    both("gmean", np.array(3.0), weights=np.array(2.0))
    both("entropy", np.array(3.0))
    both("entropy", np.array(3.0), np.array(2.0), nan_policy="omit")
    for alternative in ("two-sided", "less", "greater"):
        pair = np.array([1.0, 2, 4, 3, 7]), np.full(5, 2.0)
        found = stats.pearsonr(*map(cp.array, pair), alternative=alternative).confidence_interval()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = scipy_stats.pearsonr(*pair, alternative=alternative).confidence_interval()
        close(found.low, expected.low)
        close(found.high, expected.high)


@pytest.mark.parametrize("policy", ["propagate", "omit", "raise"])
def test_expected_frequencies_that_are_unknown(policy):
    observed, expected = np.array([[3.0, 4, np.nan, 5], [1, 2, 3, 6]]), np.array([[3.0, np.nan, 2, 5], [1, 2, 3, 6]])
    for axis in (1, None):
        both("chisquare", observed, expected, axis=axis, nan_policy=policy)
    both("chisquare", observed[1], expected[0] * 0 + 2, sum_check=False, nan_policy=policy)


@pytest.mark.parametrize("expand", [False, True])
def test_bins_of_the_plane(expand):
    rng = np.random.default_rng(3)
    x, y, values = rng.random((3, 40)) * 4
    for statistic, bins in (("mean", 3), ("sum", [2, 4]), ("count", np.array([0, 1, 2.5, 4])), ("max", [[0, 2, 4], 3])):
        found = both("binned_statistic_2d", x, y, values, statistic, bins=bins, expand_binnumbers=expand)
        assert found._fields == ("statistic", "x_edge", "y_edge", "binnumber")
    both("binned_statistic_2d", x, y, None, "count", bins=2, range=[[0, 3], [1, 4]])
    both("binned_statistic_2d", x, y, values, range=[[3, 0], [1, 4]])
    grid = stats.binned_statistic_dd([cp.array(x), cp.array(y)], cp.array(values), bins=3)
    close(grid.statistic, scipy_stats.binned_statistic_dd([x, y], values, bins=3).statistic)


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


def test_samples_of_bool():
    x = np.array([True, False, True])
    for function in (scipy_stats.ttest_rel, stats.ttest_rel):
        with pytest.raises(TypeError):
            function(cp.array(x), cp.array(x)) if function is stats.ttest_rel else function(x, x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.isnan(stats.mode(cp.zeros(0, bool)).mode.get()) and np.isnan(stats.iqr(cp.zeros(0, bool)).get())


def test_weights_broadcast():
    a = ARRAY[0]
    columns, rows = np.random.default_rng(2).random(7) + 0.1, np.random.default_rng(3).random((6, 1)) + 0.1
    for name, arguments in (("gmean", ()), ("hmean", ()), ("pmean", (2,))):
        for weights in (columns, rows, rows[:, 0], columns[:6], rows[0]):
            for axis in (0, 1, None):
                both(name, a, *arguments, weights=weights, axis=axis)
                both(name, a[:, :6], *arguments, weights=weights, axis=axis, keepdims=True)
        both(name, a[0], *arguments, weights=a, axis=1)


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


def test_complex_samples():
    """Complex numbers are ordered by their real and then by their imaginary parts; tests with a t have none."""
    x = np.array([1 + 1j, 2, 3 - 1j, 3 + 2j, 2, 7j])
    y = np.array([1 + 1j, 2, 3, 3, 5j, -1])
    both("mode", x)
    both("mode", np.stack([x, y]), axis=1, keepdims=True)
    both("spearmanr", x, y, dtype=False)  # SciPy 1.18 makes complex coefficients
    both("kendalltau", x, y, dtype=False)
    found = stats.ks_2samp(cp.asarray(x), cp.asarray(y)).statistic_location
    assert found == scipy_stats.ks_2samp(x, y).statistic_location
    for name, arguments in (
        ("chisquare", (x,)),
        ("ttest_1samp", (x, 0.5)),
        ("ttest_rel", (x, y)),
        ("ttest_ind", (x, y)),
    ):
        both(name, *arguments)
    for arguments in ((x, y), (x, y.real), (x.real, y)):
        with pytest.raises(TypeError):
            stats.linregress(*map(cp.asarray, arguments))


def test_differences_of_infinities_are_no_missing_values():
    x, y = np.array([np.inf, 1, 2, 5]), np.array([np.inf, 2, 3, 2])
    for policy in ("propagate", "omit", "raise"):
        both("ttest_rel", x, y, nan_policy=policy)
    both("ttest_rel", np.append(x, np.nan), np.append(y, 3), nan_policy="omit")


def test_one_mean_for_samples_of_many_axes():
    for axis in (0, 1, 2, -1, None, (0, 2)):
        for keepdims in (False, True):
            both("ttest_1samp", ARRAY, np.array([0.5]), axis=axis, keepdims=keepdims)


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


def test_one_element_beside_all():
    """Where all elements are taken in turn, one alone is not broadcast."""
    x, one = np.array([1.0, 5, 2, 7, 3]), np.array([2.0])
    for pair in ((x, one), (one, x), (x, one[:0]), (x.reshape(5, 1), one)):
        for name in ("linregress", "kendalltau"):
            for keepdims in (False, True):
                both(name, *pair, axis=None, keepdims=keepdims)
            with pytest.warns(stats.SmallSampleWarning):
                getattr(stats, name)(*map(cp.asarray, pair), axis=None)
    for name in ("linregress", "kendalltau"):
        both(name, np.append(x, np.nan), one, axis=None, nan_policy="raise")


def test_places_among_integers_are_integers():
    x, y = np.array([3, 1, 4, 1], "i2"), np.array([1, 9, 2, 6], "u1")
    for pair in ((x, y), (x, x), (y, y), (x > 2, y > 2), (x, x[:0])):
        for alternative in ALTERNATIVES[:3]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = scipy_stats.ks_2samp(*pair, alternative=alternative)
                found = stats.ks_2samp(*map(cp.asarray, pair), alternative=alternative)
            if not NEW_SCIPY:
                close(found.statistic_location, expected.statistic_location)
                close(found.statistic_sign, expected.statistic_sign)


def test_earlier_names_of_parameters():
    x, y = np.arange(6.0) ** 2, np.arange(6.0) + 0.5
    both("moment", x, moment=2)
    both("ks_2samp", x, y, mode="exact", dtype=False)
    both("ks_2samp", x, y, method="exact", mode="exact")
    both("mannwhitneyu", x, y, method="Asymptotic")
    both("mannwhitneyu", x, y, use_continuity="yes")
    both("mannwhitneyu", x, y, use_continuity=0)


@pytest.mark.parametrize("dtype", [float, complex])
def test_bins_by_a_function_of_complex_values(dtype):
    rng = np.random.default_rng(8)
    x = np.append(rng.random(20), 5)  # bins between hold nothing
    values = rng.random((2, 42)).view(complex) if dtype is complex else rng.random((2, 21))
    for statistic in (lambda v: 2 * v[0], lambda v: 1j * v[0] ** 2, lambda v: len(v), lambda v: 1j * len(v)):
        for v in (values, values[0]):
            found = stats.binned_statistic(cp.asarray(x), cp.asarray(v), statistic, 6)
            close(found.statistic, scipy_stats.binned_statistic(x, v, statistic, 6).statistic)
    for name in ("mean", "std", "sum"):
        found = stats.binned_statistic(cp.asarray(x), cp.asarray(values), getattr(cp, name), 6)
        close(found.statistic, scipy_stats.binned_statistic(x, values, getattr(np, name), 6).statistic)


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
