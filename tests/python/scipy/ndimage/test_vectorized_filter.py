"""vectorized_filter of cuprumx.scipy.ndimage against SciPy."""

import common
import numpy as np
import pytest
import scipy.ndimage

import cuprum as cp
import cuprumx.scipy.ndimage


def both(x, function, **keywords):
    given = {name: cp.asarray(value) if isinstance(value, np.ndarray) else value for name, value in keywords.items()}
    expected = scipy.ndimage.vectorized_filter(x, getattr(np, function), **keywords)
    found = cuprumx.scipy.ndimage.vectorized_filter(cp.asarray(x), getattr(cp, function), **given)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found.get(), expected, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("mode", ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "valid"])
def test_modes(mode):
    x = common.sample((9, 11), "d", 1)
    both(x, "max", size=3, mode=mode)
    both(x, "sum", size=(2, 5), mode=mode)
    if mode != "valid":
        both(x, "sum", size=(4, 3), origin=(-1, 1), mode=mode)
    both(x, "mean", size=3, axes=0, mode=mode)


def test_others():
    x = common.sample((9, 11), "d", 2)
    both(x, "sum", size=3, mode="constant", cval=2.5)
    both(x, "sum", footprint=np.array([[0, 1, 0], [1, 1, 1]], bool))
    both(x.astype("f"), "max", size=3, batch_memory=3 * 3 * 11 * 4 * 2)
    both(x.T[::-1], "median", size=4, axes=(1,))
    out = cp.zeros((9, 11))
    assert cuprumx.scipy.ndimage.vectorized_filter(cp.asarray(x), cp.sum, size=3, output=out).shape == out.shape
    np.testing.assert_allclose(out.get(), scipy.ndimage.vectorized_filter(x, np.sum, size=3), rtol=1e-13, atol=1e-15)
    assert cuprumx.scipy.ndimage.vectorized_filter(cp.ones((0, 3)), cp.sum, size=3).shape == (0, 3)


@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"size": 3, "footprint": np.ones((3, 3))},
        {"size": (3, 3, 3)},
        {"size": 0},
        {"size": 2.5},
        {"size": 3, "mode": "nothing"},
        {"size": 3, "mode": "wrap", "cval": 1},
        {"size": 3, "mode": "valid", "origin": 1},
        {"size": 3, "origin": (1, 1, 1)},
        {"size": 3, "axes": (0, 1, 2)},
        {"size": 3, "batch_memory": 0},
        {"size": 3, "batch_memory": 1},
        {"size": 3, "batch_memory": "all"},
        {"size": 3, "mode": 3},
        {"size": 3, "mode": "constant", "cval": "zero"},
    ],
)
def test_errors(keywords):
    with pytest.raises(ValueError):
        scipy.ndimage.vectorized_filter(np.ones((5, 5)), np.sum, **keywords)
    given = {name: cp.asarray(value) if isinstance(value, np.ndarray) else value for name, value in keywords.items()}
    with pytest.raises(ValueError):
        cuprumx.scipy.ndimage.vectorized_filter(cp.ones((5, 5)), cp.sum, **given)
