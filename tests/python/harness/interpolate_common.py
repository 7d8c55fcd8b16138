"""What the tests of interpolation share: samples, places, comparison with SciPy."""

import numpy as np
import scipy.interpolate as theirs
from common import assert_same_error

import cuprum as cp
import cuprumx.scipy.interpolate as ours


def data(shape, seed=0, dtype=float):
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(shape)
    return values + 1j * rng.standard_normal(shape) if dtype is complex else values


def steps(n, seed=0):
    """Ascending places from 0 to 10."""
    x = np.cumsum(np.random.default_rng(seed).uniform(0.2, 1.0, n))
    return (x - x[0]) / (x[-1] - x[0]) * 10


def assert_close(actual, expected, rtol=1e-11):
    actual, expected = (a.get() if isinstance(a, cp.ndarray) else np.asarray(a) for a in (actual, expected))
    assert actual.shape == expected.shape and actual.dtype == expected.dtype
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(expected))
    size = np.abs(expected[finite]).max(initial=0)
    np.testing.assert_allclose(actual[finite], expected[finite], rtol=0, atol=rtol * size + 1e-300)


def same_error(function):
    assert_same_error(lambda modules: function(*modules), (np, theirs), (cp, ours))
