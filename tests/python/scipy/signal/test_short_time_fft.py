"""ShortTimeFFT of cuprumx.scipy.signal against SciPy's."""

import pickle

import numpy as np
import pytest
import scipy.signal
from common import assert_same, sample, to_device

import cuprum as cp
import cuprumx.scipy.signal

OBJECTS = [
    {"win": np.hanning(16) + 0.1, "hop": 5},
    {"win": np.hanning(17) + 0.1, "hop": 8, "mfft": 32},
    {"win": np.ones(8), "hop": 8, "fft_mode": "twosided"},
    {"win": np.hanning(15) + 0.1, "hop": 4, "fft_mode": "centered", "mfft": 20},
    {"win": np.hanning(15) + 0.1, "hop": 4, "fft_mode": "onesided2X", "scale_to": "psd", "mfft": 21},
    {"win": np.hanning(16) + 0.1, "hop": 4, "scale_to": "magnitude", "phase_shift": None},
    {"win": np.hanning(16) + 0.1, "hop": 4, "phase_shift": 3},
]


def pair(keywords):
    own = dict(keywords, fs=4.0)
    return cuprumx.scipy.signal.ShortTimeFFT(**own), scipy.signal.ShortTimeFFT(**own)


def near(actual, expected, atol=1e-11):
    assert_same(actual, expected, 1e-10, atol * max(1, np.abs(expected).max()), strict_dtype=False)


@pytest.mark.parametrize("k", range(len(OBJECTS)))
def test_transforms(k):
    ours, theirs = pair(OBJECTS[k])
    x, y = sample((3, 100), "d", 1), sample((3, 100), "d", 2)
    for padding in ("zeros", "edge", "even", "odd"):
        near(ours.stft(to_device(x), padding=padding), theirs.stft(x, padding=padding))
    near(ours.stft(to_device(x), 1, 5), theirs.stft(x, 1, 5))
    near(ours.stft(to_device(x.T), axis=0), theirs.stft(x.T, axis=0))
    near(ours.stft_detrend(to_device(x), "linear"), theirs.stft_detrend(x, "linear"))
    near(ours.spectrogram(to_device(x)), theirs.spectrogram(x))
    near(ours.spectrogram(to_device(x), to_device(y)), theirs.spectrogram(x, y))
    forwards = theirs.stft(x)
    near(ours.istft(to_device(forwards), k1=100), theirs.istft(forwards, k1=100))
    near(ours.istft(to_device(forwards), k1=100), x, 1e-9)
    if k != 1:  # where SciPy adds arrays of other lengths
        near(ours.istft(to_device(forwards), 10, 80), theirs.istft(forwards, 10, 80))
    near(ours.istft(to_device(forwards), 10, 80), x[:, 10:80], 1e-9)
    near(
        ours.istft(to_device(forwards.T), k1=100, f_axis=1, t_axis=0),
        theirs.istft(forwards.T, k1=100, f_axis=1, t_axis=0),
    )
    for axes in ((2, 1), (1, 2), (-1, 0), (0, 2)):
        turned = np.moveaxis(forwards, (1, 2), axes)
        own = {"k1": 100, "f_axis": axes[0], "t_axis": axes[1]}
        near(ours.istft(to_device(turned), **own), theirs.istft(turned, **own))
    near(
        ours.istft(to_device(forwards[0].T), k1=100, f_axis=1, t_axis=0),
        theirs.istft(forwards[0].T, k1=100, f_axis=1, t_axis=0),
    )


@pytest.mark.parametrize("k", range(len(OBJECTS)))
def test_properties(k):
    ours, theirs = pair(OBJECTS[k])
    names = "T fs hop mfft m_num m_num_mid fft_mode scaling k_min p_min delta_t delta_f onesided_fft f_pts invertible"
    for name in names.split():
        assert getattr(ours, name) == getattr(theirs, name), name
    for name in ("fac_magnitude", "fac_psd", "lower_border_end"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), err_msg=name)
    for name in ("win", "dual_win", "f"):
        near(getattr(ours, name), getattr(theirs, name))
    for n in (20, 57, 100):
        for name in ("k_max", "p_max", "p_num", "p_range", "upper_border_begin"):
            assert getattr(ours, name)(n) == getattr(theirs, name)(n), name
        near(ours.t(n), theirs.t(n))
        if OBJECTS[k].get("fft_mode") != "twosided":
            for center in (True, False):
                assert ours.extent(n, "tf", center) == pytest.approx(theirs.extent(n, "tf", center))
    assert ours.nearest_k_p(13) == theirs.nearest_k_p(13) and ours.nearest_k_p(13, False) == theirs.nearest_k_p(
        13, False
    )


def test_other_ways_to_make_one():
    ours = cuprumx.scipy.signal.ShortTimeFFT.from_window("hann", 10.0, 16, 12, scale_to="psd")
    theirs = scipy.signal.ShortTimeFFT.from_window("hann", 10.0, 16, 12, scale_to="psd")
    near(ours.win, theirs.win)
    dual = np.hanning(9) + 0.2
    near(
        cuprumx.scipy.signal.ShortTimeFFT.from_dual(cp.asarray(dual), 3, 1.0).win,
        scipy.signal.ShortTimeFFT.from_dual(dual, 3, 1.0).win,
    )


@pytest.mark.parametrize("scale_to", [None, "magnitude", "psd", "unitary"])
def test_windows_that_are_their_own_dual(scale_to):
    for win in (np.hanning(16) + 0.1, (np.hanning(15) + 0.1).astype("f"), np.exp(1j * np.arange(12.0))):
        keywords = {"fft_mode": "twosided", "scale_to": scale_to, "mfft": 20}
        expected = scipy.signal.ShortTimeFFT.from_win_equals_dual(win, 4, 2.0, **keywords)
        actual = cuprumx.scipy.signal.ShortTimeFFT.from_win_equals_dual(cp.asarray(win), 4, 2.0, **keywords)
        for mine, other in ((actual.win, expected.win), (actual.dual_win, expected.dual_win)):
            if win.dtype == "f":  # SciPy rounds at each step
                np.testing.assert_allclose(mine.get(), other, rtol=1e-6)
            else:
                near(mine, other)
        assert actual.scaling == expected.scaling
        signal = np.cos(np.arange(60.0) ** 1.5)
        back = actual.istft(actual.stft(cp.asarray(signal)), k1=60).real.get()
        np.testing.assert_allclose(back, signal, atol=1e-6 if win.dtype == "f" else 1e-12)


def test_nearest_duals():
    win, wanted = np.hanning(16) + 0.1, np.blackman(16) + 0.05
    for arguments in ((win, 4), (win, 4, wanted), (win * 1j, 3, wanted + 0j), (win, 16)):
        for scaled in (True, False):
            expected = scipy.signal.closest_STFT_dual_window(*arguments, scaled=scaled)
            actual = cuprumx.scipy.signal.closest_STFT_dual_window(
                *(cp.asarray(x) if isinstance(x, np.ndarray) else x for x in arguments), scaled=scaled
            )
            near(actual[0], expected[0])
            np.testing.assert_allclose(actual[1], expected[1], rtol=1e-12)
    zeros = np.r_[0.0, np.ones(7)]
    for arguments in ((win, 17), (win, 0), (win, 2.0), (win, 4, wanted[1:]), (win * np.nan, 4), (zeros, 8)):
        for module, convert in ((scipy.signal, np.asarray), (cuprumx.scipy.signal, cp.asarray)):
            with pytest.raises(ValueError):
                module.closest_STFT_dual_window(*(convert(x) if isinstance(x, np.ndarray) else x for x in arguments))
    for win in (np.ones((2, 2)), np.arange(5), np.array([1, np.inf]), zeros):
        for module, convert in ((scipy.signal, np.asarray), (cuprumx.scipy.signal, cp.asarray)):
            with pytest.raises(ValueError):
                module.ShortTimeFFT.from_win_equals_dual(convert(win), 8, 1.0)


def test_errors():
    for keywords in [
        {"win": np.ones((2, 2)), "hop": 1},
        {"win": np.ones(4), "hop": 0},
        {"win": np.ones(4), "hop": 1, "mfft": 3},
        {"win": np.ones(4), "hop": 1, "fft_mode": "bad"},
        {"win": np.ones(4), "hop": 1, "fft_mode": "onesided2X"},
        {"win": np.ones(4), "hop": 1, "scale_to": "bad"},
        {"win": np.ones(4), "hop": 1, "dual_win": np.ones(3)},
        {"win": np.ones(4) * 1j, "hop": 1},
    ]:
        for module in (scipy.signal, cuprumx.scipy.signal):
            with pytest.raises(ValueError):
                module.ShortTimeFFT(fs=1.0, **keywords)
    ours, _ = pair(OBJECTS[0])
    for call in (
        lambda: ours.stft(cp.ones(3)),
        lambda: ours.stft(cp.ones(50) * 1j),
        lambda: ours.stft(cp.ones(50), 5, 2),
        lambda: ours.stft(cp.ones(50), padding="bad"),
        lambda: ours.istft(cp.ones((3, 4))),
        lambda: ours.istft(cp.ones((9, 9)), 5, 2),
    ):
        with pytest.raises(ValueError):
            call()
    assert not cuprumx.scipy.signal.ShortTimeFFT(np.ones(4), 5, 1.0).invertible


def test_no_batch_and_no_frequency_below_zero():
    ours = cuprumx.scipy.signal.ShortTimeFFT(cp.ones(4), 2, 1.0)
    theirs = scipy.signal.ShortTimeFFT(np.ones(4), 2, 1.0)
    shape = theirs.stft(np.ones((1, 30))).shape[1:]
    assert ours.istft(cp.zeros((0, *shape), "D"), k1=30).shape == theirs.istft(np.zeros((0, *shape), "D"), k1=30).shape
    for transform in ours, theirs:
        with pytest.raises(ValueError, match="fs=-1"):
            transform.fs = -1
        assert transform.fs == 1


def test_pickles():
    x = cp.asarray(sample((40,), "d", 1))
    made = [pair(keywords)[0] for keywords in OBJECTS] + [
        cuprumx.scipy.signal.ShortTimeFFT.from_win_equals_dual(cp.hanning(12) + 0.1, 4, 2.0, scale_to="unitary")
    ]
    for transform in made:
        again = pickle.loads(pickle.dumps(transform))
        assert (again.scaling, again.phase_shift, again.fs) == (transform.scaling, transform.phase_shift, transform.fs)
        np.testing.assert_array_equal(again.stft(x).get(), transform.stft(x).get())
    band = cuprumx.scipy.signal.ZoomFFT(40, [0.1, 0.4], 7, fs=3.0, endpoint=True)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(band))(x).get(), band(x).get())
