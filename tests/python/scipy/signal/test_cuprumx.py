"""cuprumx.signal against its formulas."""

import numpy as np
import pytest
import scipy.fft
import scipy.signal
from common import assert_like, of_largest, sample, to_device

import cuprum as cp
import cuprumx.signal


def near(actual, expected, share=1e-10):
    assert_like(actual, np.asarray(expected), of_largest(share, least=1e-300), strict_dtype=False)


def test_false_alarms():
    assert cuprumx.signal.cfar_alpha(1e-3, 20) == pytest.approx(20 * (1e-3 ** (-1 / 20) - 1))
    for dtype in ("?", "B", "e", "f", "d"):
        rates = np.abs(sample((3, 4), dtype, 2)) + (dtype == "B")
        with np.errstate(divide="ignore"):
            expected = 20 * (rates ** (-1 / 20) - 1)
        tolerance = {"e": (1e-2, 5e-2), "f": (1e-5, 1e-5), "d": 1e-9}
        assert_like(cuprumx.signal.cfar_alpha(cp.asarray(rates), 20), expected, tolerance)
    x = np.abs(sample(100, "d", 1)) + 1
    threshold, found = cuprumx.signal.ca_cfar(to_device(x), 2, 5, 0.1)
    alpha = cuprumx.signal.cfar_alpha(0.1, 10)
    expected = np.zeros(100)
    for i in range(7, 93):
        expected[i] = alpha * np.r_[x[i - 7 : i - 2], x[i + 3 : i + 8]].mean()
    near(threshold, expected, 1e-6)
    assert threshold.dtype == np.float32
    np.testing.assert_array_equal(found.get(), x - expected.astype("f") > 0)


def test_false_alarms_of_images():
    x = (np.abs(sample((30, 40), "d", 1)) + 1).astype("f")
    (gy, gx), (ry, rx) = (1, 2), (3, 4)
    threshold, _ = cuprumx.signal.ca_cfar(to_device(x), (gy, gx), (ry, rx), 0.01)
    cells = 9 * 13 - 3 * 5
    alpha = cuprumx.signal.cfar_alpha(0.01, cells)
    expected = np.zeros(x.shape)
    for i in range(gy + ry, 30 - gy - ry):
        for j in range(gx + rx, 40 - gx - rx):
            whole = x[i - gy - ry : i + gy + ry + 1, j - gx - rx : j + gx + rx + 1].sum(dtype="d")
            guard = x[i - gy : i + gy + 1, j - gx : j + gx + 1].sum(dtype="d")
            expected[i, j] = alpha * (whole - guard) / cells
    near(threshold, expected, 1e-5)
    with pytest.raises(ValueError):
        cuprumx.signal.ca_cfar(cp.ones(10), 2, 5)
    with pytest.raises(TypeError):
        cuprumx.signal.ca_cfar(cp.ones((10, 10)), 1, 1)
    with pytest.raises(TypeError):
        cuprumx.signal.ca_cfar(cp.ones((2, 2, 2)), (1, 1, 1), (1, 1, 1))


@pytest.mark.parametrize("dtypes", ["ff", "dd", "Fd", "DD"])
def test_channels(dtypes):
    channels, taps = 8, 5
    x, h = sample(channels * 30 + 3, dtypes[0], 1), sample(channels * taps, dtypes[1], 2)
    # A shift register, advanced by one row of samples a time.
    phases = np.conj(h.reshape(taps, channels).T)
    register, rows = np.zeros((channels, taps), "D"), []
    for i in range(30):
        register[:, 1:] = register[:, :-1]
        register[:, 0] = np.conj(x[i * channels : (i + 1) * channels][::-1])
        rows.append(np.conj(scipy.fft.fft((register * phases).sum(1))))
    result = cuprumx.signal.channelize_poly(to_device(x), to_device(h), channels)
    assert result.dtype == ("F" if dtypes == "ff" else "D")
    near(result, np.array(rows).T, 1e-5 if dtypes == "ff" else 1e-12)
    with pytest.raises(ValueError):
        cuprumx.signal.channelize_poly(cp.ones(9), cp.ones(2), 3)


def test_channels_are_not_scaled():
    found = cuprumx.signal.channelize_poly(cp.ones(8), cp.ones(4), 2)
    np.testing.assert_array_equal(found[0].get(), [2, 4, 4, 4])
    x = cp.array([0.0, 1.0, 2.0, 5.0, 1.0, 3.0])
    taps = cp.array([1.0, 2.0, 3.0])
    phases = (x.reshape(2, 3)[:, ::-1] * taps).get()
    near(cuprumx.signal.channelize_poly(x, taps, 3), np.conj(scipy.fft.fft(phases, axis=1)).T)


def test_products():
    x, square, cube = sample(30, "d", 1), sample((3, 4), "d", 2), sample((3, 3, 3), "d", 3)
    expected = [sum(x[i + 2 - j] * x[i + 3 - k] * square[j, k] for j in range(3) for k in range(4)) for i in range(27)]
    near(cuprumx.signal.convolve1d2o(to_device(x), to_device(square)), expected)
    expected = [
        sum(
            x[i + 2 - j] * x[i + 2 - k] * x[i + 2 - l] * cube[j, k, l]
            for j in range(3)
            for k in range(3)
            for l in range(3)
        )  # noqa: E741
        for i in range(28)
    ]
    near(cuprumx.signal.convolve1d3o(to_device(x), to_device(cube)), expected)
    for keywords in ({"mode": "same"}, {"method": "fft"}):
        with pytest.raises(ValueError):
            cuprumx.signal.convolve1d3o(cp.ones(5), cp.ones((2, 2, 2)), **keywords)


def test_frequency_shift():
    x = sample(1000, "d", 1)
    near(cuprumx.signal.freq_shift(to_device(x), 3.0, 100.0), x * np.exp(-2j * np.pi * 0.03 * np.arange(1000)))


def test_pulses():
    x, pulse = sample((6, 50), "D", 1), sample(9, "D", 2)
    shape = pulse * scipy.signal.get_window("hann", 9, False)
    shape /= np.linalg.norm(shape)
    expected = scipy.fft.ifft(scipy.fft.fft(x, 64) * np.conj(scipy.fft.fft(shape, 64)), 64)
    result = cuprumx.signal.pulse_compression(to_device(x), to_device(pulse), True, "hann", 64)
    near(result, expected)
    near(cuprumx.signal.pulse_doppler(to_device(x)), scipy.fft.fft(x, axis=0))
    window = scipy.signal.get_window(("kaiser", 3.0), 6, False)
    near(cuprumx.signal.pulse_doppler(to_device(x), ("kaiser", 3.0), 8), scipy.fft.fft(x * window[:, None], 8, axis=0))
    near(
        cuprumx.signal.pulse_doppler(to_device(x), lambda f: cp.exp(-cp.abs(f))),
        scipy.fft.fft(x * np.exp(-np.abs(np.fft.fftfreq(6)))[:, None], axis=0),
    )
    with pytest.raises(ValueError):
        cuprumx.signal.pulse_doppler(to_device(x), np.ones(5))


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("window", [None, "hann", ("kaiser", 3.0)])
def test_pulses_keep_their_precision(dtype, window):
    """A window is made in the precision of what it is multiplied by; real pulses are compressed to real numbers."""
    x, pulse = sample((4, 20), dtype, 1), sample(5, dtype, 2)
    compressed = cuprumx.signal.pulse_compression(to_device(x), to_device(pulse), False, window)
    assert compressed.dtype == np.dtype(dtype)
    assert cuprumx.signal.pulse_doppler(to_device(x), window).dtype == np.result_type(dtype, "F")
    taps = pulse if window is None else pulse * scipy.signal.get_window(window, 5, False)
    expected = scipy.fft.ifft(scipy.fft.fft(x, axis=1) * np.conj(scipy.fft.fft(taps, 20)), axis=1)
    near(compressed, expected if dtype in "FD" else expected.real, 1e-5)


@pytest.mark.parametrize("dtype", "fdFD")
def test_beams_keep_their_precision(dtype):
    x, direction = sample((4, 50), dtype, 1), sample(4, dtype, 2)
    found = cuprumx.signal.mvdr(to_device(x), to_device(direction))
    assert found.dtype == np.dtype(dtype)
    inverse = np.linalg.inv(np.cov(x))
    near(found, inverse @ direction / (direction.conj() @ inverse @ direction), 1e-3 if dtype in "fF" else 1e-9)


@pytest.mark.parametrize("n", [16, 17])
def test_cepstra(n):
    x = 0.7 ** np.arange(n) * (1 + 0.1 * np.cos(np.arange(n)))
    expected = scipy.fft.ifft(np.log(np.abs(scipy.fft.fft(x)))).real
    near(cuprumx.signal.real_cepstrum(to_device(x)), expected)
    cepstrum, delay = cuprumx.signal.complex_cepstrum(to_device(x))
    near(cuprumx.signal.inverse_complex_cepstrum(cepstrum, delay), x)
    shifted = np.roll(x, 3)
    if n % 2 == 0:
        cepstrum, delay = cuprumx.signal.complex_cepstrum(to_device(shifted))
        near(cuprumx.signal.inverse_complex_cepstrum(cepstrum, delay), shifted)
    result = cuprumx.signal.minimum_phase(to_device(shifted)).get()
    np.testing.assert_allclose(np.abs(np.fft.fft(result)), np.abs(np.fft.fft(shifted)), rtol=1e-8)


def test_beams():
    x, direction = sample((4, 100), "D", 1), sample(4, "D", 2)
    inverse = np.linalg.inv(np.cov(x))
    expected = inverse @ direction / (direction.conj() @ inverse @ direction)
    near(cuprumx.signal.mvdr(to_device(x), to_device(direction)), expected, 1e-9)
    with pytest.raises(ValueError):
        cuprumx.signal.mvdr(cp.ones((5, 3)), cp.ones(5))
    with pytest.raises(ValueError):
        cuprumx.signal.mvdr(cp.ones((3, 5)), cp.ones(4))


def test_taps():
    b, x = sample(7, "d", 1), sample((3, 80), "d", 2)
    near(cuprumx.signal.firfilter(to_device(b), to_device(x)), scipy.signal.lfilter(b, 1, x))
    zi = sample((3, 6), "d", 3)
    for ours, theirs in zip(
        cuprumx.signal.firfilter(to_device(b), to_device(x), zi=to_device(zi)), scipy.signal.lfilter(b, 1, x, zi=zi)
    ):
        near(ours, theirs)
    near(cuprumx.signal.firfilter_zi(to_device(b)), scipy.signal.lfilter_zi(b, 1))
    near(cuprumx.signal.firfilter2(to_device(b), to_device(x)), scipy.signal.filtfilt(b, 1, x))
    near(
        cuprumx.signal.firfilter2(to_device(b), to_device(x), padtype=None),
        scipy.signal.filtfilt(b, 1, x, padtype=None),
    )
