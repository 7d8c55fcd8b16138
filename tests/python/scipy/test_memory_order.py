"""The memory order of SciPy's chapters' results: C-contiguous where SciPy's are, whatever the order of the samples."""

import warnings

import numpy as np
import pytest
import scipy.interpolate
import scipy.ndimage
import scipy.signal
import scipy.spatial
import scipy.stats

import cuprum as cp
import cuprumx.scipy.interpolate
import cuprumx.scipy.ndimage
import cuprumx.scipy.signal
import cuprumx.scipy.spatial
import cuprumx.scipy.stats

VALUES = np.random.default_rng(0).random((40, 30))
LAYOUTS = {
    "C": lambda a, xp: a.copy(),
    "Fortran": lambda a, xp: a.copy(order="F"),
    "strided": lambda a, xp: xp.repeat(xp.repeat(a, 2, 0), 2, 1)[::2, ::2],
    "reversed": lambda a, xp: a[::-1, ::-1],
}
B, A = scipy.signal.butter(3, 0.3)
SOS = scipy.signal.butter(4, 0.3, output="sos")
WEIGHTS = np.ones((3, 3))


def delays(x, axis, count):
    return tuple(count if d == axis else n for d, n in enumerate(x.shape))


# With SciPy's module, the samples, NumPy's module of the two, and the axis.
ALONG = {
    "lfilter": lambda s, x, xp, axis: s.signal.lfilter(xp.asarray(B), xp.asarray(A), x, axis=axis),
    "lfilter's state": lambda s, x, xp, axis: s.signal.lfilter(
        xp.asarray(B), xp.asarray(A), x, axis=axis, zi=xp.zeros(delays(x, axis, 3))
    )[1],
    "sosfilt": lambda s, x, xp, axis: s.signal.sosfilt(xp.asarray(SOS), x, axis=axis),
    "filtfilt": lambda s, x, xp, axis: s.signal.filtfilt(xp.asarray(B), xp.asarray(A), x, axis=axis),
    "sosfiltfilt": lambda s, x, xp, axis: s.signal.sosfiltfilt(xp.asarray(SOS), x, axis=axis),
    "detrend": lambda s, x, xp, axis: s.signal.detrend(x, axis=axis),
    "detrend in parts": lambda s, x, xp, axis: s.signal.detrend(x, axis=axis, bp=[7]),
    "detrend constant": lambda s, x, xp, axis: s.signal.detrend(x, axis=axis, type="constant"),
    "hilbert": lambda s, x, xp, axis: s.signal.hilbert(x, axis=axis),
    "decimate": lambda s, x, xp, axis: s.signal.decimate(x, 2, axis=axis),
    "decimate by taps": lambda s, x, xp, axis: s.signal.decimate(x, 2, axis=axis, ftype="fir"),
    "resample": lambda s, x, xp, axis: s.signal.resample(x, 13, axis=axis),
    "resample_poly": lambda s, x, xp, axis: s.signal.resample_poly(x, 2, 3, axis=axis),
    "upfirdn": lambda s, x, xp, axis: s.signal.upfirdn(xp.asarray(B), x, 2, 1, axis=axis),
    "savgol_filter": lambda s, x, xp, axis: s.signal.savgol_filter(x, 5, 2, axis=axis),
    "spectrogram": lambda s, x, xp, axis: s.signal.spectrogram(x, nperseg=8, axis=axis)[2],
    "stft": lambda s, x, xp, axis: s.signal.stft(x, nperseg=8, axis=axis)[2],
    "correlate1d": lambda s, x, xp, axis: s.ndimage.correlate1d(x, xp.asarray(B), axis=axis),
    "gaussian_filter1d": lambda s, x, xp, axis: s.ndimage.gaussian_filter1d(x, 1, axis=axis),
    "maximum_filter1d": lambda s, x, xp, axis: s.ndimage.maximum_filter1d(x, 3, axis=axis),
    "spline_filter1d": lambda s, x, xp, axis: s.ndimage.spline_filter1d(x, axis=axis),
    "rankdata": lambda s, x, xp, axis: s.stats.rankdata(x, axis=axis),
    "CubicSpline": lambda s, x, xp, axis: s.interpolate.CubicSpline(xp.arange(1.0 * x.shape[axis]), x, axis=axis)(
        xp.linspace(0, 3, 5)
    ),
}
IMAGES = {
    "convolve": lambda s, x, xp: s.signal.convolve(x, xp.asarray(WEIGHTS)),
    "fftconvolve": lambda s, x, xp: s.signal.fftconvolve(x, xp.asarray(WEIGHTS), "same"),
    "convolve2d": lambda s, x, xp: s.signal.convolve2d(x, xp.asarray(WEIGHTS), "same"),
    "medfilt": lambda s, x, xp: s.signal.medfilt(x, 3),
    "order_filter": lambda s, x, xp: s.signal.order_filter(x, xp.asarray(WEIGHTS), 2),
    "wiener": lambda s, x, xp: s.signal.wiener(x, 3),
    "cspline2d": lambda s, x, xp: s.signal.cspline2d(x, 0.0),
    "cspline2d smoothed": lambda s, x, xp: s.signal.cspline2d(x, 2.0),
    "qspline2d": lambda s, x, xp: s.signal.qspline2d(x, 0.0),
    "sepfir2d": lambda s, x, xp: s.signal.sepfir2d(x, xp.ones(3), xp.ones(3)),
    "spline_filter": lambda s, x, xp: s.signal.spline_filter(x),
    "symiirorder1": lambda s, x, xp: s.signal.symiirorder1(x, 1.0, 0.3),
    "symiirorder2": lambda s, x, xp: s.signal.symiirorder2(x, 0.3, 0.5),
    "correlate": lambda s, x, xp: s.ndimage.correlate(x, xp.asarray(WEIGHTS)),
    "gaussian_filter": lambda s, x, xp: s.ndimage.gaussian_filter(x, 1),
    "uniform_filter": lambda s, x, xp: s.ndimage.uniform_filter(x, 3),
    "median_filter": lambda s, x, xp: s.ndimage.median_filter(x, 3),
    "laplace": lambda s, x, xp: s.ndimage.laplace(x),
    "binary_dilation": lambda s, x, xp: s.ndimage.binary_dilation(x > 0.5, iterations=2),
    "grey_closing": lambda s, x, xp: s.ndimage.grey_closing(x, 3),
    "zoom": lambda s, x, xp: s.ndimage.zoom(x, 1.5),
    "rotate": lambda s, x, xp: s.ndimage.rotate(x, 30),
    "fourier_gaussian": lambda s, x, xp: s.ndimage.fourier_gaussian(x, 1),
    "distance_transform_edt": lambda s, x, xp: s.ndimage.distance_transform_edt(x > 0.5),
    "label": lambda s, x, xp: s.ndimage.label(x > 0.5)[0],
    "cdist": lambda s, x, xp: s.spatial.distance.cdist(x, x),
}


def compare(call, *axis):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for layout, arranged in LAYOUTS.items():
            expected = call(scipy, arranged(VALUES, np), np, *axis)
            found = call(cuprumx.scipy, arranged(cp.asarray(VALUES), cp), cp, *axis)
            assert found.shape == expected.shape
            assert found.flags.c_contiguous or not expected.flags.c_contiguous, layout


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", ALONG)
def test_along_an_axis(name, axis):
    compare(ALONG[name], axis)


@pytest.mark.parametrize("name", IMAGES)
def test_images(name):
    compare(IMAGES[name])
