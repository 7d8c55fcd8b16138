"""What filters and transforms of cuprumx.scipy.signal keep to, whatever the samples: sums, shifts, ways there and
back."""

import warnings

import numpy as np
import pytest
import scipy.signal
from common import sample, to_device

import cuprum as cp
import cuprumx.scipy.signal as signal

B, A = scipy.signal.butter(4, 0.3)
SOS = scipy.signal.butter(6, 0.3, output="sos")
FILTERS = {
    "lfilter": lambda x: signal.lfilter(to_device(B), to_device(A), x),
    "fir": lambda x: signal.lfilter(to_device(B), 2.0, x),
    "sosfilt": lambda x: signal.sosfilt(to_device(SOS), x),
    "filtfilt": lambda x: signal.filtfilt(to_device(B), to_device(A), x),
    "sosfiltfilt": lambda x: signal.sosfiltfilt(to_device(SOS), x),
    "savgol_filter": lambda x: signal.savgol_filter(x, 7, 2),
    "upfirdn": lambda x: signal.upfirdn(to_device(B), x, 3, 2),
    "resample_poly": lambda x: signal.resample_poly(x, 3, 2),
    "resample": lambda x: signal.resample(x, 77),
    "decimate": lambda x: signal.decimate(x, 3),
    "hilbert": signal.hilbert,
    "detrend": signal.detrend,
    "stft": lambda x: signal.stft(x, nperseg=32)[2],
    "czt": lambda x: signal.czt(x, 50, np.exp(-0.03j)),
    "symiirorder1": lambda x: signal.symiirorder1(x, 0.3, 0.5),
}


def near(found, expected, share=1e-11):
    found, expected = (a.get() if isinstance(a, cp.ndarray) else a for a in (found, expected))
    np.testing.assert_allclose(found, expected, rtol=0, atol=share * max(1, np.abs(expected).max(initial=0)))


@pytest.mark.parametrize("name", FILTERS)
def test_filters_are_linear(name):
    own = FILTERS[name]
    x, y = (to_device(sample((2, 200), "d", seed)) for seed in (1, 2))
    near(own(3 * x - y / 2), 3 * own(x) - own(y) / 2)


@pytest.mark.parametrize("name", ["lfilter", "fir", "sosfilt"])
def test_filters_keep_to_shifts(name):
    x = sample((3, 6000), "d", 1)
    later = np.concatenate([np.zeros((3, 57)), x[:, :-57]], 1)
    near(FILTERS[name](to_device(later))[:, 57:], FILTERS[name](to_device(x))[:, :-57])


@pytest.mark.parametrize("name", ["lfilter", "sosfilt", "filtfilt", "savgol_filter", "upfirdn", "detrend", "hilbert"])
def test_axes_and_strides_of_either_sign(name):
    x = sample((6, 50, 4), "d", 3)
    calls = {
        "lfilter": lambda m, x, axis: m.lfilter(*move(m, B, A), x, axis=axis),
        "sosfilt": lambda m, x, axis: m.sosfilt(*move(m, SOS), x, axis=axis),
        "filtfilt": lambda m, x, axis: m.filtfilt(*move(m, B, A), x, axis=axis),
        "savgol_filter": lambda m, x, axis: m.savgol_filter(x, 5, 2, axis=axis),
        "upfirdn": lambda m, x, axis: m.upfirdn(*move(m, B), x, 2, 3, axis=axis),
        "detrend": lambda m, x, axis: m.detrend(x, axis=axis),
        "hilbert": lambda m, x, axis: m.hilbert(x, axis=axis),
    }
    move = lambda m, *arrays: arrays if m is scipy.signal else map(to_device, arrays)  # noqa: E731
    for view in (x[::-1, ::-1, ::-1], x[:, ::2, ::-1], x.T[:, ::-1].T):
        near(calls[name](signal, to_device(view), -2), calls[name](scipy.signal, view, -2))


def test_a_filter_and_its_inverse():
    x = sample(300, "d", 1)
    for taps in (np.array([1.0, 0.4, -0.2]), np.array([2.0, -0.5])):
        mixed = cp.convolve(to_device(x), to_device(taps))
        quotient, rest = signal.deconvolve(mixed, to_device(taps))
        near(quotient, x)
        near(rest, np.zeros(mixed.size), 1e-9)
    b = np.array([1, 0.4, -0.2])
    near(signal.lfilter(to_device(A), to_device(b), signal.lfilter(to_device(b), to_device(A), to_device(x))), x)


def test_states_join_pieces():
    x = to_device(sample((2, 9000), "d", 1))
    whole = signal.lfilter(to_device(B), to_device(A), x)
    state, parts = cp.zeros((2, 4)), []
    for first, last in ((0, 1), (1, 3), (3, 5000), (5000, 5000), (5000, 9000)):
        part, state = signal.lfilter(to_device(B), to_device(A), x[:, first:last], zi=state)
        parts.append(part)
    near(cp.concatenate(parts, 1), whole)


@pytest.mark.parametrize("window, nperseg, noverlap", [("hann", 64, 48), ("boxcar", 50, 0), ("hamming", 33, 20)])
@pytest.mark.parametrize("dtype", "dD")
def test_transforms_there_and_back(window, nperseg, noverlap, dtype):
    x = to_device(sample((2, 500), dtype, 1))
    keywords = {"window": window, "nperseg": nperseg, "noverlap": noverlap}
    forwards = signal.stft(x, return_onesided=dtype == "d", **keywords)[2]
    back = signal.istft(forwards, input_onesided=dtype == "d", **keywords)[1]
    near(back[:, :500], x)
    assert signal.check_NOLA(window, nperseg, noverlap)
    assert signal.check_COLA(window, nperseg, noverlap) == scipy.signal.check_COLA(window, nperseg, noverlap)


CONDITIONS = [
    {},
    {"height": 0.5},
    {"height": (None, 2)},
    {"threshold": (0.5, None)},
    {"distance": 3},
    {"prominence": 1},
    {"width": 1},
    {"plateau_size": (2, None)},
    {"plateau_size": 1, "width": (None, 6), "rel_height": 0.8},
    {"height": 0, "threshold": 0, "distance": 2, "prominence": 0.5, "width": 0, "wlen": 11, "plateau_size": 0},
]


@pytest.mark.parametrize("conditions", CONDITIONS)
def test_peaks_of_plateaus_and_nan(conditions):
    steps = np.repeat(sample(60, "i", 1, low=-3, high=4).astype("d"), sample(60, "i", 2, low=1, high=5))
    broken = sample(200, "d", 3, low=-3, high=3)
    broken[[0, 17, 18, 60, 199]] = np.nan
    broken[[30, 31]] = np.inf
    broken[90] = -np.inf
    for x in (steps, steps[::-1].copy(), broken, np.zeros(9), np.full(5, np.nan), np.zeros(0), np.zeros(1)):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected, wanted = scipy.signal.find_peaks(x, **conditions)
        found, properties = signal.find_peaks(to_device(x), **conditions)
        np.testing.assert_array_equal(found.get(), expected)
        assert properties.keys() == wanted.keys()
        for key, values in wanted.items():
            np.testing.assert_allclose(properties[key].get(), values, rtol=1e-12, err_msg=key)
