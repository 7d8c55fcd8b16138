"""Descriptive statistics and ranks of cuprumx.scipy.stats beside SciPy's."""

import copy
import functools
import pickle
import warnings

import numpy as np
import pytest
import scipy.stats as scipy_stats
from common import layouts
from stats_common import ALTERNATIVES, CHANGED_IN_1_18, NEW_SCIPY, SCIPY, both, close

import cuprum as cp
from cuprumx.scipy import stats

RNG = np.random.default_rng(8)


AXES = [0, 1, -1, None, (0, 2)]
ARRAY = np.random.default_rng(0).random((5, 6, 7)) + 0.1
WITH_NAN = ARRAY.copy()
WITH_NAN[1, 2, :3] = WITH_NAN[4, 0, 0] = np.nan
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


def test_results_are_named_tuples():
    """With attributes beside their items, which pickles keep."""
    x = cp.array([1.0, 2.0, 3.0, 4.0])
    for result in (stats.ttest_1samp(x, 2.0), stats.pearsonr(x, x**2)):
        for again in (pickle.loads(pickle.dumps(result)), copy.copy(result)):
            assert type(again) is type(result) and again._fields == ("statistic", "pvalue")
            assert again == tuple(result) and vars(again).keys() == vars(result).keys()
            assert again.confidence_interval() == result.confidence_interval()
    found = stats.mode(cp.array([1, 1, 2]))
    assert pickle.loads(pickle.dumps(found)) == found == (1, 2) and found._asdict() == {"mode": 1, "count": 2}
    assert repr(found) == "ModeResult(mode=array(1), count=array(2))"
    assert stats.linregress(x, 2 * x).intercept_stderr == 0 and stats.spearmanr(x, x).correlation == 1


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


def test_trim_mean_refuses_negative_proportions():
    for proportion in (-0.5, np.nan):
        with pytest.raises(ValueError):
            scipy_stats.trim_mean(np.arange(9.0), proportion)
        with pytest.raises(ValueError):
            stats.trim_mean(cp.arange(9.0), proportion)


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


def test_orders_of_moments_that_are_no_integers():
    for order in (np.inf, np.nan, 1.5, -1, 1e300, [2, np.inf]):
        with pytest.raises(ValueError):
            stats.moment(cp.arange(8.0), order)


def test_iqr_with_infinities():
    inf, nan = np.inf, np.nan
    rows = [
        [1.0, 2, inf], [1, 2, 3, inf], [-inf, 1, 2, inf], [-inf, inf], [inf, inf, 1, 2], [-inf, -inf, 1, 2, 3], [inf],
        [1, 2, 3, nan], [-inf, -inf, inf, inf], [1, inf, inf, inf], [0, 1, 2, 3, inf, inf, inf], [nan, nan], [nan, 3],
    ]  # fmt: skip
    methods = [
        "linear", "lower", "higher", "midpoint", "nearest", "hazen", "weibull", "inverted_cdf", "averaged_inverted_cdf",
        "closest_observation", "interpolated_inverted_cdf", "median_unbiased", "normal_unbiased",
    ]  # fmt: skip
    for row in rows:
        for dtype in ("f4", "f8"):
            for method in methods:
                for rng in ((25, 75), (10, 90), (0, 100), (50, 62.5)):
                    for policy in ("propagate", "omit"):
                        host = np.array(row, dtype)
                        with warnings.catch_warnings(), np.errstate(all="ignore"):
                            warnings.simplefilter("ignore")
                            options = {"rng": rng, "interpolation": method, "nan_policy": policy}
                            wanted = np.asarray(scipy_stats.iqr(host, **options))
                            got = stats.iqr(cp.array(host), **options).get()
                        assert got.dtype == wanted.dtype
                        np.testing.assert_allclose(got, wanted, rtol=1e-5 if dtype == "f4" else 1e-12, err_msg=str(row))
    grid = np.random.default_rng(5).standard_normal((5, 7, 3))
    grid[2, 3, 1], grid[1, 1, 1] = inf, nan
    for axis in (0, 1, 2, None, (0, 2)):
        for policy in ("propagate", "omit"):
            for keepdims in (False, True):
                options = {"axis": axis, "nan_policy": policy, "keepdims": keepdims}
                np.testing.assert_allclose(
                    stats.iqr(cp.array(grid), **options).get(), scipy_stats.iqr(grid, **options), rtol=1e-12
                )
