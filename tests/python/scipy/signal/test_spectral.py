"""Spectra of cuprumx.scipy.signal against SciPy."""

import warnings

import common
import numpy as np
import pytest
import scipy.signal
from common import sample, to_device

import cuprum as cp
import cuprumx.scipy.signal


check = common.check_of(scipy.signal, cuprumx.scipy.signal, 1e-9, single=2e-5, least=1e-300)


SEGMENTED = ["welch", "spectrogram", "stft"]


@pytest.mark.parametrize("name", SEGMENTED)
@pytest.mark.parametrize("dtype", "fdiDFh")
def test_dtypes(dtype, name):
    x = sample(1000, dtype, 1)
    check(name, x)
    check(name, x, fs=10.0, nperseg=64, noverlap=20, nfft=100)


@pytest.mark.parametrize("name", SEGMENTED)
@pytest.mark.parametrize("boundary", ["zeros", "even", "odd", "constant", None])
def test_short_floats(name, boundary):
    x = sample(200, "e", 1)
    keywords = {"boundary": boundary} if name == "stft" else {}
    for detrend in (False, "constant", "linear"):
        ours = getattr(cuprumx.scipy.signal, name)(to_device(x), nperseg=64, detrend=detrend, **keywords)[-1]
        theirs = getattr(scipy.signal, name)(x.astype("f"), nperseg=64, detrend=detrend, **keywords)[-1]
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours.get(), theirs, rtol=2e-2, atol=2e-3 * np.abs(theirs).max())


@pytest.mark.parametrize("name", SEGMENTED)
def test_keywords(name):
    x = np.cumsum(sample((3, 500, 2), "d", 1), 1)
    for keywords in [
        {"nperseg": 33},
        {"nperseg": 33, "noverlap": 0},
        {"nperseg": 33, "nfft": 64, "window": "hamming"},
        {"window": ("kaiser", 4.0), "nperseg": 40},
        {"window": sample(50, "d", 2)},
        {"detrend": False, "nperseg": 64},
        {"detrend": "linear", "nperseg": 64},
        {"return_onesided": False, "nperseg": 64},
        {"scaling": "spectrum", "nperseg": 64},
        {"nperseg": 1000},
        {"nperseg": 64, "window": "bad"},
        {"nperseg": 0},
        {"nperseg": 64, "noverlap": 64},
        {"nperseg": 64, "nfft": 32},
        {"scaling": "bad"},
    ]:
        check(name, x, axis=1, **keywords)
    check(name, x[0, :, 0])
    check(name, x[0, :, 0], detrend=lambda s: s - s[..., :1], nperseg=64)
    check(name, x, axis=0, nperseg=2)
    check(name, np.zeros((0, 4)))
    check(name, x, axis=5)


def test_averages():
    x, y = sample((2, 2000), "d", 1), sample((2, 2000), "d", 2)
    for average in ("mean", "median", "bad"):
        check("welch", x, nperseg=100, average=average)
        check("csd", x, y, nperseg=100, average=average)


@pytest.mark.parametrize("mode", ["angle", "phase"])
def test_phases(mode):
    """Which of the two signs a half turn has, and so all phases behind it, is rounding."""
    for x, axis in [(sample((2, 600), "d", 1), -1), (sample((600, 2), "d", 1), 0)]:
        _, _, expected = scipy.signal.spectrogram(x, nperseg=64, mode=mode, axis=axis)
        _, _, result = cuprumx.scipy.signal.spectrogram(to_device(x), nperseg=64, mode=mode, axis=axis)
        assert result.shape == expected.shape and result.dtype == expected.dtype
        np.testing.assert_allclose(np.exp(1j * result.get()), np.exp(1j * expected), atol=1e-9)
        if mode == "phase":
            assert np.abs(np.diff(result.get(), axis=-1)).max() <= np.pi + 1e-9


@pytest.mark.parametrize("mode", ["psd", "complex", "magnitude", "bad"])
def test_modes(mode):
    check("spectrogram", sample((2, 600), "d", 1), nperseg=64, mode=mode)
    check("spectrogram", sample((600, 2), "d", 1), nperseg=63, mode=mode, axis=0, return_onesided=False)


@pytest.mark.parametrize("boundary", ["even", "odd", "constant", "zeros", None, "bad"])
def test_boundaries(boundary):
    for n in (500, 511, 64):
        for padded in (True, False):
            check("stft", sample(n, "d", 1), nperseg=64, noverlap=40, boundary=boundary, padded=padded)
    check("stft", sample(500, "d", 1), scaling="psd", fs=3.0)


@pytest.mark.parametrize("dtype", "fdD")
def test_inverse(dtype):
    x = sample((2, 700, 3), dtype, 1)
    for keywords in [
        {},
        {"nperseg": 64},
        {"nperseg": 65, "noverlap": 50},
        {"nperseg": 64, "window": "hamming", "fs": 5.0},
    ]:
        forwards = scipy.signal.stft(x, axis=1, return_onesided=dtype != "D", **keywords)[2]
        check("istft", forwards, time_axis=-1, freq_axis=1, input_onesided=dtype != "D", rtol=1e-8, **keywords)
        result = cuprumx.scipy.signal.istft(
            to_device(forwards), time_axis=-1, freq_axis=1, input_onesided=dtype != "D", **keywords
        )[1]
        np.testing.assert_allclose(
            result.get()[:, :, :700], np.moveaxis(x, 1, -1), rtol=0, atol=1e-2 if dtype == "f" else 1e-9
        )
    z = scipy.signal.stft(x, axis=1, nperseg=32)[2] if dtype != "D" else forwards
    check("istft", z.transpose(3, 0, 1, 2), time_axis=0, freq_axis=2, boundary=False)
    check("istft", z, time_axis=1, freq_axis=1)
    check("istft", z, nperseg=10000)
    check("istft", z, freq_axis=1, noverlap=10000)


def test_inverse_without_overlap_warns():
    z = sample((17, 9), "D", 1)
    for keywords in [
        {},
        {"boundary": False},
        {"window": "boxcar", "boundary": False},
        {"window": "boxcar", "nperseg": 10, "noverlap": 0, "nfft": 32},
        {"window": np.r_[np.zeros(20), np.ones(12)], "noverlap": 10},
        {"window": np.r_[np.zeros(20), np.ones(12)], "noverlap": 22},
        {"window": np.r_[np.ones(12), np.zeros(20)], "noverlap": 19},
        {"window": np.r_[np.ones(12), np.zeros(20)], "noverlap": 22, "boundary": False},
        {"window": np.r_[np.ones(12), np.zeros(20)], "noverlap": 31},
    ]:
        told = []
        for module, move in ((scipy.signal, np.asarray), (cuprumx.scipy.signal, cp.asarray)):
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                module.istft(
                    move(z),
                    **{k: move(v) if k == "window" and not isinstance(v, str) else v for k, v in keywords.items()},
                )
            told.append([w.category for w in seen])
        assert told[0] == told[1], keywords


def test_no_trend_taken():
    x = sample((2, 200), "d", 1) + 5
    for name in ("stft", "spectrogram", "welch", "periodogram"):
        check(name, x, detrend=None)
        check(name, x, detrend=False)
    check("csd", x, x[::-1].copy(), detrend=None)


def test_long_windows():
    x = sample((2, 20001), "d", 1)
    for window in ("hann", ("tukey", 0.1), "boxcar", np.hanning(20001) + 0.1, ("chebwin", 60)):
        check("periodogram", x, window=window)
    check("welch", x, window="hamming", nperseg=17000, noverlap=100, scaling="spectrum")
    check("stft", x[0], nperseg=17000)


def test_a_signal_and_itself():
    x = to_device(sample((2, 700), "d", 1))
    for name in ("csd", "coherence"):
        own = getattr(cuprumx.scipy.signal, name)
        np.testing.assert_allclose(own(x, x)[1].get(), own(x, x.copy())[1].get(), rtol=1e-12)


def test_windows_that_overlap():
    for name in ("hann", "boxcar", ("tukey", 0.25), ("kaiser", 3.0)):
        for nperseg, noverlap in [(8, 4), (9, 3), (10, 0), (120, 60), (5, 1)]:
            for function in ("check_COLA", "check_NOLA"):
                expected = getattr(scipy.signal, function)(name, nperseg, noverlap)
                assert getattr(cuprumx.scipy.signal, function)(name, nperseg, noverlap) == expected
    check("check_NOLA", "hann", 8, -1)
    check("check_COLA", "hann", 4, 4)
    assert cuprumx.scipy.signal.check_COLA(cp.ones(8), 8, 4) is True


@pytest.mark.parametrize("name", ["csd", "coherence"])
def test_two_signals(name):
    x, y = sample((3, 600), "d", 1), sample((3, 600), "d", 2)
    check(name, x, y, nperseg=100)
    check(name, x, y[0], nperseg=100)
    check(name, x.astype("f"), y.astype("f"), nperseg=64, noverlap=10, single=1e-4)
    check(name, x + 1j * y, y + 1j * x if name == "coherence" else y, nperseg=100)
    check(name, x, y[:, :500], nperseg=100)
    check(name, x.T, y.T, axis=0, nperseg=50)
    expected, moved = getattr(scipy.signal, name)(x, x, nperseg=50)[1], to_device(x)
    common.assert_same(getattr(cuprumx.scipy.signal, name)(moved, moved, nperseg=50)[1], expected, rtol=1e-9)
    check(name, x, y[:2])
    if name == "csd":
        check(name, x, np.zeros((3, 0)))


@pytest.mark.parametrize("dtype", "fdD")
def test_periodogram(dtype):
    x = sample((3, 120), dtype, 1)
    for keywords in [
        {},
        {"nfft": 100},
        {"nfft": 150},
        {"window": "hann", "fs": 4.0},
        {"window": sample(120, "d", 2)},
        {"window": np.ones(7)},
        {"window": None, "detrend": "linear"},
        {"scaling": "spectrum", "detrend": False},
        {"axis": 0},
    ]:
        check("periodogram", x, **keywords, single=1e-4)


def test_lombscargle():
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 100, 300))
    y = np.sin(1.3 * x) + rng.normal(size=300) + 2
    freqs = np.linspace(0.1, 5, 77)
    for keywords in [
        {},
        {"normalize": True},
        {"normalize": "power"},
        {"normalize": "amplitude"},
        {"floating_mean": True},
        {"weights": rng.uniform(size=300), "floating_mean": True, "normalize": True},
        {"normalize": "bad"},
    ]:
        check("lombscargle", x, y, freqs, **keywords)
    check("lombscargle", x[:5], y, freqs)
    check("lombscargle", x, y, freqs, normalize=2)
    check("lombscargle", x, y, freqs, normalize="other")
    if cp.backend() == "cpu":  # a GPU is not waited for
        check("lombscargle", x, y, freqs, weights=np.linspace(-1, 5, x.size))
        check("lombscargle", x, y, freqs, weights=np.zeros(x.size))
    check("lombscargle", x, y, freqs[:0])
    check("lombscargle", x, y - y.mean(), freqs)
    assert cuprumx.scipy.signal.lombscargle(to_device(x), to_device(y), to_device(freqs), True).shape == (77,)


def test_vectorstrength():
    events = sample(50, "d", 1, 0, 10)
    check("vectorstrength", events, np.array(1.5))
    check("vectorstrength", events, np.array([1.5, 2.0, 0.1]))
    check("vectorstrength", events[None], np.array(1.5))
    check("vectorstrength", events, np.ones((1, 2)))
    if cp.backend() == "cpu":  # a GPU is not asked for values, since the call would have to wait
        check("vectorstrength", events, np.array(-1.0))


def test_vectorstrength_looks_at_periods_of_the_host():
    """As CuPy's, which takes numbers, lists and NumPy's arrays; a GPU is not waited for."""
    strength = cuprumx.scipy.signal.vectorstrength
    for period in (0, -1.5, [1.0, 0.0], np.array([2.0, -1.0])):
        with pytest.raises(ValueError, match="positive"):
            strength(cp.array([1.0, 2.0]), period)
        with pytest.raises(ValueError, match="positive"):
            strength(1.0, period)
    found = strength(np.array([1.0, 2.0, 2.5]), np.array([1.5, 2.0]))
    expected = scipy.signal.vectorstrength(np.array([1.0, 2.0, 2.5]), np.array([1.5, 2.0]))
    for a, e in zip(found, expected):
        np.testing.assert_allclose(a.get(), e)


@pytest.mark.parametrize("name", ["periodogram", "welch", "spectrogram", "stft", "csd", "coherence", "istft"])
def test_spectra_of_arrays_of_the_host(name):
    """CuPy copies them to the device."""
    x = np.sin(np.arange(64.0))
    arguments = {"csd": (x, x[::-1]), "coherence": (x, x[::-1]), "istft": (x.reshape(8, 8) + 1j,)}.get(name, (x,))
    options = {} if name == "periodogram" else {"nperseg": 14 if name == "istft" else 16}
    found = getattr(cuprumx.scipy.signal, name)(*arguments, **options)
    expected = getattr(scipy.signal, name)(*arguments, **options)
    for a, e in zip(found, expected):
        np.testing.assert_allclose(a.get(), e, atol=1e-12)


def test_chirp_transforms_of_lists_and_arrays_of_the_host():
    signal = cuprumx.scipy.signal
    for x in ([0, 1], np.array([1.0, 2.0, -1.0]), [[1, 2j], [0, 3]]):
        np.testing.assert_allclose(signal.czt(x, m=5, a=2).get(), scipy.signal.czt(x, m=5, a=2), atol=1e-12)
        np.testing.assert_allclose(signal.zoom_fft(x, 0.5).get(), scipy.signal.zoom_fft(x, 0.5), atol=1e-12)
    for call in (signal.czt, lambda x: signal.zoom_fft(x, 0.5)):
        with pytest.raises(ValueError, match="Invalid number of CZT"):
            call([])
        with pytest.raises(IndexError, match="out of bounds"):
            call(5)
    for number in (5.5, 4.0, "3"):
        for call in (signal.czt_points, lambda m: signal.czt([1, 2, 3], m), lambda n: signal.CZT(3, n)):
            with pytest.raises(ValueError, match="Invalid number of CZT"):
                call(number)


@pytest.mark.parametrize("shape", [(0,), (3, 0)])
def test_spectrogram_of_no_samples(shape):
    for module, samples in ((scipy.signal, np.zeros(shape)), (cuprumx.scipy.signal, cp.zeros(shape))):
        for options in ({}, {"nperseg": 4}, {"noverlap": 0, "nperseg": 1}):
            with pytest.raises(ValueError):
                module.spectrogram(samples, **options)


def test_lombscargle_of_the_hosts_arrays():
    x, y, w = np.sort(sample(30, "d", 1)), sample(30, "d", 2), np.array([0.5, 1.0, 2.0])
    expected = scipy.signal.lombscargle(x, y, w)
    for given in ((cp.asarray(x), cp.asarray(y), w), (x, cp.asarray(y), cp.asarray(w)), (x, y, w)):
        np.testing.assert_allclose(cuprumx.scipy.signal.lombscargle(*given).get(), expected, rtol=1e-9)


def test_points_on_a_real_spiral():
    for w, a in ((2.0, 1), (0.5, 2.0), (-0.5, 1), (2.0, 1j), (1j, 1), (None, 1), (None, 2.0)):
        expected = scipy.signal.czt_points(11, w, a)
        for found in (cuprumx.scipy.signal.czt_points(11, w, a), cuprumx.scipy.signal.CZT(12, m=11, w=w, a=a).points()):
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found.get(), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 7, 64])
def test_chirp_transforms(n):
    x = sample((3, n), "D", 1)
    for m in (None, 1, 5, 100):
        check("czt", x, m)
        check("czt", x.real, m, w=np.exp(-0.03j), a=1.01 + 0.1j)
        check("czt", x[:, :1].T if n == 1 else x.T, m, axis=0)
        check("zoom_fft", x, 0.8, m)
        check("zoom_fft", x, [0.2, 5.5], m or 9, fs=11.0, endpoint=True)
    check("czt", x.astype("F"), 9, single=1e-4)
    ours = cuprumx.scipy.signal.CZT(n, 9, 0.9 - 0.1j, 2.0)
    theirs = scipy.signal.CZT(n, 9, 0.9 - 0.1j, 2.0)
    np.testing.assert_allclose(ours.points().get(), theirs.points(), rtol=1e-10)
    np.testing.assert_allclose(
        cuprumx.scipy.signal.ZoomFFT(n, [0.1, 0.4], 7).points().get(), scipy.signal.ZoomFFT(n, [0.1, 0.4], 7).points()
    )
    with pytest.raises(ValueError):
        ours(cp.ones(n + 1))


def test_points():
    for m, w, a in [(7, None, 1), (5, 0.9 + 0.2j, 0.5j)]:
        check("czt_points", m, w, a)
    check("czt_points", 0)


def test_wavelets():
    """Gone from SciPy: their formulas."""
    signal = cuprumx.scipy.signal
    x = np.linspace(-2 * np.pi, 2 * np.pi, 50)
    expected = (np.exp(5j * x) - np.exp(-12.5)) * np.exp(-0.5 * x**2) * np.pi**-0.25
    np.testing.assert_allclose(signal.morlet(50).get(), expected, atol=1e-14)
    x = (np.arange(21) - 10) / 3.0
    expected = np.sqrt(1 / 3) * np.exp(4j * x) * np.exp(-0.5 * x**2) * np.pi**-0.25
    np.testing.assert_allclose(signal.morlet2(21, 3.0, 4).get(), expected, atol=1e-14)
    expected = 2 / (np.sqrt(9.0) * np.pi**0.25) * (1 - x**2) * np.exp(-0.5 * x**2)
    np.testing.assert_allclose(signal.ricker(21, 3.0).get(), expected, atol=1e-14)
    data = sample(100, "d", 1)
    result = signal.cwt(to_device(data), signal.ricker, cp.arange(1, 5))
    for width in range(1, 5):
        wavelet = signal.ricker(10 * width, width).get()[::-1]
        np.testing.assert_allclose(result[width - 1].get(), scipy.signal.convolve(data, wavelet, "same"), atol=1e-9)
    assert signal.cwt(to_device(data), signal.morlet2, [2.0, 3]).dtype == np.complex128


def test_qmf():
    for dtype in ("f", "d", "D", "l"):
        h = sample((7,), dtype)
        np.testing.assert_array_equal(
            cuprumx.scipy.signal.qmf(cp.asarray(h)).get(), h[::-1] * np.array([1, -1, 1, -1, 1, -1, 1], dtype)
        )
    with pytest.raises(ValueError):
        cuprumx.scipy.signal.qmf(cp.ones((2, 2)))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_odd_boundaries_keep_the_other_end(value):
    x = np.r_[np.arange(20.0), value]
    for samples in (x, x[::-1].copy()):
        for nperseg in (8, 21):
            kwargs = dict(noverlap=0, nperseg=nperseg, boundary="odd")
            with np.errstate(all="ignore"):
                expected = scipy.signal.stft(samples, **kwargs)[2]
            found = cuprumx.scipy.signal.stft(cp.asarray(samples), **kwargs)[2].get()
            np.testing.assert_array_equal(np.isfinite(found).all(0), np.isfinite(expected).all(0))
