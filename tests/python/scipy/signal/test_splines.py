"""Splines of cuprumx.scipy.signal against SciPy."""

import common
import numpy as np
import pytest
import scipy.signal
from common import sample

import cuprum as cp
import cuprumx.scipy.signal


check = common.check_of(scipy.signal, cuprumx.scipy.signal, 1e-9, single=2e-5, least=1e-300)


@pytest.mark.parametrize("dtype", "fdiDF")
def test_symmetric_filters(dtype):
    for shape in [(60,), (3, 700), (2, 20000)]:
        x = sample(shape, dtype, 1)
        check("symiirorder1", x, 0.3, 0.5)
        check("symiirorder1", x, 2.0, -0.3, 1e-3, rtol=1e-2, single=1e-2)
        check("symiirorder1", x, -1.0, 0.6)
        if dtype in "fdi":  # SciPy's values at the ends are as near as its precision
            check("symiirorder2", x, 0.4, 0.7, rtol=2e-4, single=0.1)
            check("symiirorder2", x, 0.5, 2.0, rtol=2e-4, single=0.1)
    if dtype == "D":
        check("symiirorder1", sample((2, 80), "D", 1), 0.3, 0.2 + 0.5j)


def test_symmetric_filters_are_exact():
    """As filters that go both ways over the mirrored signal."""
    x = sample(300, "d", 1)
    mirrored = np.r_[x[::-1], x, x[::-1]]
    for r, omega in [(0.4, 0.7), (0.8, 2.0), (0.7, 0.1)]:
        b, a = [1 - 2 * r * np.cos(omega) + r * r], [1, -2 * r * np.cos(omega), r * r]
        expected = scipy.signal.lfilter(b, a, scipy.signal.lfilter(b, a, mirrored)[::-1])[::-1][300:600]
        result = cuprumx.scipy.signal.symiirorder2(common.to_device(x), r, omega)
        np.testing.assert_allclose(result.get(), expected, rtol=1e-10, atol=1e-10)


def test_errors():
    x = sample((3, 50), "d", 1)
    check("symiirorder1", x, 0.3, 1.0)
    check("symiirorder1", x[:, :8], 0.3, 0.5)
    check("symiirorder1", np.ones((2, 2, 2)), 0.3, 0.5)
    check("symiirorder1", x, 0.3 + 1j, 0.5)
    check("symiirorder2", x, 1.5, 0.5)
    check("symiirorder2", x[:, :5], 0.5, 0.5)
    check("symiirorder2", x * 1j, 0.3, 0.5)
    check("qspline2d", np.ones((40, 40)), 1.0)
    check("qspline1d", np.ones(40), 1.0)
    check("cspline2d", np.ones((5, 5)))
    check("spline_filter", np.ones((40, 40), int))
    check("sepfir2d", np.ones((9, 9), "f"), np.ones(3), np.ones(3))
    check("cspline1d", np.zeros(0))
    for name in ("cspline1d_eval", "qspline1d_eval"):
        check(name, np.zeros(0), np.zeros(3))


@pytest.mark.parametrize("dtype", "fd")
def test_how_small_images_may_be(dtype):
    for n in (4, 5, 7, 8, 9, 12, 13, 17, 27):
        for name in ("cspline2d", "qspline2d"):
            check(name, sample((n, n), dtype, 1), rtol=1e-5, single=5e-3)
        if n < (13 if dtype == "f" else 27):  # too small; in larger ones SciPy's values at the ends are rough
            check("cspline2d", sample((n, n), dtype, 1), 5.0)
    assert cuprumx.scipy.signal.cspline2d(cp.ones((27, 27), dtype), 5.0).shape == (27, 27)


@pytest.mark.parametrize("dtype", "fdFD")
def test_spline_filter(dtype):
    check("spline_filter", sample((30, 20), dtype, 1), 0.0, rtol=1e-3 if dtype == "D" else 1e-5, single=1e-3)


def test_lines():
    for n in (1, 2, 5, 100, 5000):
        x = sample(n, "d", 1)
        check("cspline1d", x)
        check("qspline1d", x)
    check("cspline1d", sample(30, "i", 1))
    for lamb in (0.1, 1.0, 20.0):
        check("cspline1d", sample(300, "d", 1), lamb, rtol=1e-8)


@pytest.mark.parametrize("dtype", "fd")
def test_images(dtype):
    image = sample((60, 70), dtype, 1)
    check("cspline2d", image, rtol=1e-6, single=1e-3)
    check("qspline2d", image, rtol=1e-6, single=1e-3)
    if dtype == "d":  # SciPy's values at the edges are as near as its precision, which is little in float32
        check("cspline2d", image, 2.0, rtol=2e-3)
        check("spline_filter", image, 0.5, rtol=1e-2)
        check("spline_filter", image, rtol=1e-2)
    else:
        for name in ("cspline2d", "spline_filter"):
            function, device = getattr(cuprumx.scipy.signal, name), common.to_device(image)
            result, wide = function(device, 2.0).get(), function(device.astype("d"), 2.0).get()
            assert result.dtype == np.float32
            np.testing.assert_allclose(result, wide, rtol=0, atol=1e-5 * np.abs(wide).max())
    check("sepfir2d", image, sample(5, dtype, 2), sample(3, dtype, 3))
    check("sepfir2d", image.astype("D"), sample(5, "d", 2), sample(7, "d", 3))


def test_values():
    for n in (2, 3, 30):
        c = sample(n, "d", 1)
        x = np.linspace(-3 * n, 4 * n, 201)
        for name in ("cspline1d_eval", "qspline1d_eval"):
            check(name, c, x)
            check(name, c, x, dx=0.5, x0=1.0)
            check(name, c, np.zeros(0))
    for order in (1, 3, 5):
        check("gauss_spline", np.linspace(-3, 3, 50), order)
        check("gauss_spline", np.linspace(-3, 3, 50).astype("f"), order)


def test_smoothing_of_extreme_strength():
    x = cp.arange(8.0) ** 2
    for lamb in (np.nan, np.inf, 1e300):
        assert np.isnan(cuprumx.scipy.signal.cspline1d(x, lamb).get()).all()
    assert np.isfinite(cuprumx.scipy.signal.cspline1d(x, 1e10).get()).all()
    for lamb in (-1, -1e-3):
        with pytest.raises(ValueError):
            cuprumx.scipy.signal.cspline1d(x, lamb)


def test_values_between_integer_coefficients():
    c, places = np.arange(8) ** 2, np.array([0.0, 0.25, 2.5, 6.75])
    for name in ("cspline1d_eval", "qspline1d_eval"):
        found = getattr(cuprumx.scipy.signal, name)(cp.asarray(c), cp.asarray(places))
        expected = getattr(scipy.signal, name)(c.astype("d"), places)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found.get(), expected, rtol=1e-13)
