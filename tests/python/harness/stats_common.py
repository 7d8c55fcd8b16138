"""What the tests of cuprumx.scipy.stats share: samples, and comparison with SciPy."""

import warnings

import numpy as np
import pytest
import scipy
import scipy.stats as scipy_stats
from common import assert_same, call_moved, to_host

import cuprum as cp
from cuprumx.scipy import stats

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


# ---------------------------------------------------------------------------------------------- correlations and tests

RNG = np.random.default_rng(8)
X, Y = RNG.normal(size=(2, 40))
Y = X / 2 + Y
ALTERNATIVES = ["two-sided", "less", "greater", "other"]
# SciPy 1.18 computes these in the dtype of the samples, and has no p-value of a line through two points.
CHANGED_IN_1_18 = {"ks_2samp", "mode", "linregress"}
NEW_SCIPY = np.lib.NumpyVersion(scipy.__version__) >= "1.18.0"
