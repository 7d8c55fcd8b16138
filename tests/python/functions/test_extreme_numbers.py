"""Numbers that no int64 holds, and lengths whose sum or product no int64 holds: an error, no crash and no loop.

A float beyond the range of int64 has no integer, and a sum of int64 may wrap around to a small length. Each call of the
first table once ended the process, did not return, or gave an empty array.
"""

import numpy as np
import pytest
import scipy.fft
import scipy.signal
import scipy.special
import scipy.stats

import cuprum as cp
from cuprumx.scipy import fft, interpolate, ndimage, signal, sparse, special, stats
from cuprumx.scipy.sparse import linalg as sparse_linalg

BIG = 2**63 - 1
x = cp.arange(16.0)
# A view of one element, which needs no memory.
long = cp.broadcast_to(cp.zeros(1), (2**62,))
corners = cp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])

REFUSED = {
    "pad": lambda: cp.pad(x, BIG),
    "pad to a small sum": lambda: cp.pad(x, (2**63 - 16, 2**63 - 8)),
    "pad that reflects": lambda: cp.pad(x, (2**63 - 16, 2**63 - 8), "reflect"),
    "concatenate": lambda: cp.concatenate([long, long, long, long, x]),
    "hstack": lambda: cp.hstack([long, long, long, long]),
    "block": lambda: cp.block([long, long, long, long]),
    "repeat": lambda: cp.repeat(x, 2**60),
    "repeat by an array": lambda: cp.repeat(x, cp.array([2**60] * 16)),
    "tile": lambda: cp.tile(x, 2**60),
    "bincount": lambda: cp.bincount(cp.array([BIG])),
    "polyvander": lambda: cp.polynomial.polynomial.polyvander(x, BIG),
    "histogram": lambda: cp.histogram(cp.array([0, 1, 1e308, -1e308]), "doane"),
    "mgrid": lambda: cp.mgrid[0 : 1 : complex(0, 1e300)],
    "ogrid of NaN": lambda: cp.ogrid[0 : 1 : complex(0, np.nan)],
    "zoom": lambda: ndimage.zoom(x, 1e300),
    "zoom by NaN": lambda: ndimage.zoom(x, np.nan),
    "rotate": lambda: ndimage.rotate(cp.eye(3), np.inf),
    "upfirdn": lambda: signal.upfirdn([1.0, 1.0], x, 2**60, 2**60),
    "resample_poly": lambda: signal.resample_poly(x, 2**60, 1, window=[1.0, 1.0]),
    "resample_poly with a window": lambda: signal.resample_poly(x, BIG, 1),
    "gaussian_filter": lambda: ndimage.gaussian_filter(x, 1.0, radius=2**62),
    "gaussian_filter of an infinite sigma": lambda: ndimage.gaussian_filter(x, np.inf),
    "gaussian_filter of an order": lambda: ndimage.gaussian_filter(x, 1.0, order=BIG),
    "uniform_filter": lambda: ndimage.uniform_filter(x, BIG),
    "uniform_filter1d": lambda: ndimage.uniform_filter1d(x, 2**40),
    "maximum_filter": lambda: ndimage.maximum_filter(x, 2**40),
    "minimum_filter1d": lambda: ndimage.minimum_filter1d(x, 2**62),
    "bernoulli": lambda: special.bernoulli(BIG),
    "euler": lambda: special.euler(BIG),
    "multigammaln of nothing": lambda: special.multigammaln(cp.zeros(0), np.inf),
    "multigammaln of NaN": lambda: special.multigammaln(cp.array([np.nan]), 1e300),
    "trim_mean": lambda: stats.trim_mean(cp.array([1.0, 2.0, 3.0]), 1e300),
    "symiirorder2": lambda: signal.symiirorder2(x, -1.0, 0.3, 1.0),
    "symiirorder2 far below -1": lambda: signal.symiirorder2(x, -1e300, 0.3),
    "symiirorder2 near 1": lambda: signal.symiirorder2(x, 1 - 1e-15, np.pi / 2),
    "symiirorder1": lambda: signal.symiirorder1(x, 1.0, 1 - 1e-16, 1.0),
    "morlet2": lambda: signal.morlet2(BIG, 1.0),
    "taylor": lambda: signal.windows.taylor(8, nbar=BIG),
    "taylor by name": lambda: signal.get_window(("taylor", np.inf), 8),
    "remez": lambda: signal.remez(2**62, [0, 0.1, 0.2, 0.5], [1, 0]),
    "remez on a fine grid": lambda: signal.remez(5, [0, 0.1, 0.2, 0.5], [1, 0], grid_density=2**62),
    "iircomb": lambda: signal.iircomb(1.0, 30.0, fs=1e300),
    "max_len_seq": lambda: signal.max_len_seq(4, taps=[np.nan, 3]),
    "dlsim": lambda: signal.dlsim(([1.0], [1.0, 0.5], 1e-300), [1.0, 2.0], [0.0, 1.0]),
    "dlsim to infinity": lambda: signal.dlsim(([1.0], [1.0, 0.5], 1.0), [1.0, 2.0], [0.0, np.inf]),
    "expm_multiply": lambda: sparse_linalg.expm_multiply(
        sparse.csr_matrix(cp.array([[0.0, 1.0], [-1.0, 0.0]])), cp.ones(2), 0.0, 1e300, 3
    ),
    "expm_multiply with a large norm": lambda: sparse_linalg.expm_multiply(
        sparse.csr_matrix(cp.array([[0, 1e300], [1, 0.0]])), cp.ones(2)
    ),
    "ifht": lambda: fft.ifht(range(0), 0.1, 1.0, 0.5, np.inf),
    "rank_filter": lambda: ndimage.rank_filter(x, BIG, size=3),
    "percentile_filter": lambda: ndimage.percentile_filter(x, np.nan, size=3),
}


@pytest.mark.parametrize("call", REFUSED)
def test_refused(call):
    with pytest.raises((ValueError, RuntimeError, MemoryError, OverflowError)):
        REFUSED[call]()


def test_limits_that_change_nothing():
    """Where a number beyond int64 means 'as many as there are', the result is that of a large one."""
    wave = cp.sin(cp.arange(40.0))
    for distance in (1e18, 1e300, np.inf):
        assert signal.find_peaks(wave, distance=distance)[0].tolist() == [33]
    found = signal.find_peaks(wave, prominence=0, wlen=1e300)[1]["prominences"]
    np.testing.assert_array_equal(found.get(), signal.find_peaks(wave, prominence=0)[1]["prominences"].get())
    assert cp.diff(x, BIG).shape == (0,) and cp.diff(cp.ones((2, 3)), 9, axis=0).shape == (0, 3)
    for tol in (np.inf, np.nan, 0.0, 1e-6):
        interpolator = interpolate.CloughTocher2DInterpolator(corners, cp.arange(4.0), tol=tol)
        assert 0 < interpolator(0.25, 0.25).item() < 1.5
    for fill in (np.inf, 1e300):
        factors = sparse_linalg.spilu(sparse.csc_matrix(cp.eye(3) * 2), fill_factor=fill)
        np.testing.assert_allclose(factors.solve(cp.ones(3)).get(), 0.5)
    assert np.isnan(fft.fht(cp.arange(4.0), 0.1, 1.0, 0.5, np.inf).get()).any()


def test_quantiles_of_large_numbers():
    """Beyond 2**53 the search for a whole number has no number between two neighbours."""
    for mean in (1e17, 1e300):
        assert stats.poisson.ppf(0.5, mean).item() == pytest.approx(mean, rel=1e-6)
        assert stats.binom.ppf(0.5, mean, 0.5).item() == pytest.approx(mean / 2, rel=1e-6)


def test_moments_of_high_order():
    assert stats.uniform.moment(5000).item() == pytest.approx(1 / 5001)
    assert stats.uniform.moment(12, loc=0.5).item() == pytest.approx(scipy.stats.uniform.moment(12, loc=0.5))
    assert np.isnan(stats.norm.moment(2**62, loc=1.0).item())


@pytest.mark.parametrize("dtype", "fd")
@pytest.mark.parametrize("r", [-0.3, -0.5, -0.8])
def test_symmetric_filter_with_a_negative_pole(dtype, r):
    """Its response was cut off at a length computed from the logarithm of a negative number."""
    samples = np.random.default_rng(1).standard_normal(300).astype(dtype)
    expected = scipy.signal.symiirorder2(samples, r, 0.7)
    found = signal.symiirorder2(cp.array(samples), r, 0.7)
    assert found.dtype == expected.dtype
    middle = slice(100, -100)  # SciPy's values at the ends are as near as its precision
    np.testing.assert_allclose(found.get()[middle], expected[middle], rtol=1e-3 if dtype == "f" else 1e-9, atol=1e-5)


def test_hankel_transform_of_a_large_bias():
    """The gamma function's reflection far left of 0, where its recurrence would take a step for each integer."""
    samples = np.linspace(1, 2, 8)
    for mu, bias in [(-1300.3, 0.25), (-2500.7, -0.5), (-1000.1, 0.0)]:
        expected = scipy.special.loggamma((mu + 1 + bias) / 2 + 3j)
        assert np.isfinite(expected)
        ours = fft.fht(cp.array(samples), 0.5, mu, 0.0, bias).get()
        theirs = scipy.fft.fht(samples, 0.5, mu, 0.0, bias)
        np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-9 * np.abs(theirs).max())
    for mu in (-1e18, 1e300):
        assert fft.fht(cp.array(samples), 0.5, mu + 0.5).shape == (8,)
    assert fft.fhtoffset(0.5, -3000.3) == pytest.approx(scipy.fft.fhtoffset(0.5, -3000.3), abs=1e-8)
