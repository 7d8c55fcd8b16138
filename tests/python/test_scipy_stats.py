"""cuprumx.scipy.stats beside SciPy's."""

import warnings

import numpy as np
import pytest
import scipy.stats as scipy_stats
from common import layouts, to_device
from cuprumx.scipy import stats

import cuprum as cp

AXES = [0, 1, -1, None, (0, 2)]
ARRAY = np.random.default_rng(0).random((5, 6, 7)) + 0.1
WITH_NAN = ARRAY.copy()
WITH_NAN[1, 2, :3] = WITH_NAN[4, 0, 0] = np.nan


def to_host(value):
    return value.get() if isinstance(value, cp.ndarray) else np.asarray(value)


def close(actual, expected, rtol=1e-11, atol=1e-13, dtype=True):
    actual, expected = to_host(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    if dtype:
        assert actual.dtype == expected.dtype
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=atol)


def both(name, *arguments, rtol=1e-11, atol=1e-13, dtype=True, **keywords):
    """A function of both libraries gives the same values, of the same dtype and shape, or raises the same class."""
    move = lambda x: to_device(x) if isinstance(x, np.ndarray) else x  # noqa: E731
    ours = lambda: getattr(stats, name)(*map(move, arguments), **{k: move(v) for k, v in keywords.items()})  # noqa: E731
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
        both(name, host.astype(dtype), *arguments, rtol=1e-5 if dtype == "f" else 1e-11, atol=1e-5, **keywords)
    for _, view in layouts(host.astype(float)):
        both(name, view, *arguments, **keywords)


@pytest.mark.parametrize("name", CALLS)
def test_small(name):
    arguments, keywords = CALLS[name]
    for shape in ((1,), (2,), (3, 1), (0, 3), (3, 0)):
        both(name, np.arange(1.0, np.prod(shape) + 1).reshape(shape), *arguments, dtype=False, **keywords)


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


def test_scores():
    for ddof in (0, 1, 2.5):
        both("zscore", ARRAY, axis=1, ddof=ddof)
        both("zmap", ARRAY[0], ARRAY, ddof=ddof)
    both("zmap", ARRAY, ARRAY * 2, axis=None)
    both("zmap", WITH_NAN, WITH_NAN * 2, axis=1, nan_policy="omit")
    both("zmap", ARRAY, WITH_NAN, nan_policy="raise")
    both("zscore", np.full((3, 4), 0.1), axis=1)
    both("zscore", np.array([1.0, 1, 1, 2]))
    both("zscore", ARRAY + 1e8, rtol=1e-6)
    both("zscore", ARRAY.astype("e"), rtol=1e-2, atol=5e-3)


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


def test_numpys_arrays_are_refused():
    for call in (stats.zscore, stats.entropy, lambda a: stats.trim_mean(a, 0.1)):
        with pytest.raises(TypeError):
            call(np.ones(3))
