"""Window functions against NumPy."""

import numpy as np
import pytest
from common import assert_same

import cuprum as cp

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
WINDOWS = ["bartlett", "blackman", "hamming", "hanning"]
POINTS = [0, 1, 2, 3, 4, 5, 51, 64, 1000, -3, 4.5, 1.5, 0.5, 2.2]


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("points", POINTS)
def test_window(points, name):
    assert_same(getattr(cp, name)(points), getattr(np, name)(points), rtol=1e-14, atol=2e-16 * 4)


@pytest.mark.parametrize("beta", [0, 0.5, 8.6, 14, 30.0])
@pytest.mark.parametrize("points", POINTS)
def test_kaiser(points, beta):
    assert_same(cp.kaiser(points, beta), np.kaiser(points, beta), rtol=1e-13)


@pytest.mark.parametrize("beta", [1e-3, 8.6, 300.0, 1000.0, 1e200, np.inf, np.nan, -3.0])
def test_kaiser_of_any_beta(beta):
    with np.errstate(all="ignore"):
        expected = np.kaiser(7, beta)
    assert_same(cp.kaiser(7, beta), expected, rtol=1e-12)
    if abs(beta) < 700:
        assert cp.kaiser(100001, beta)[50000] == 1


def test_symmetry():
    for name in WINDOWS:
        window = getattr(cp, name)(101).get()
        np.testing.assert_allclose(window, window[::-1], rtol=0, atol=1e-15)
        assert window[50] == pytest.approx(1, abs=1e-15)


def test_nan_points():
    with pytest.raises(ValueError, match="NaN"):
        cp.hanning(float("nan"))
