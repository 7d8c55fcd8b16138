"""Peaks of cuprumx.scipy.signal against SciPy."""

import common
import numpy as np
import pytest
import scipy.signal
from common import sample, to_device

import cuprum as cp
import cuprumx.scipy.signal


both = common.both_of(scipy.signal, cuprumx.scipy.signal)


def check(x, **conditions):
    """The same peaks with the same properties."""
    (places, properties), (expected, expected_properties) = both("find_peaks", x, **conditions)
    np.testing.assert_array_equal(places.get(), expected)
    assert places.dtype == np.int64 and set(properties) == set(expected_properties)
    for name, values in expected_properties.items():
        assert properties[name].dtype == values.dtype, name
        np.testing.assert_allclose(properties[name].get(), values, rtol=1e-12, err_msg=name)


def signals():
    rng = np.random.default_rng(1)
    yield rng.normal(size=5000)
    yield rng.integers(0, 4, 5000)  # many flat tops
    yield np.cumsum(rng.normal(size=5000)).astype("f")
    yield np.repeat(rng.integers(0, 9, 300), rng.integers(1, 30, 300)).astype(float)
    yield np.sin(np.arange(3000) / 9) + np.arange(3000) / 500  # each peak higher than the one before
    yield np.zeros(50)
    yield np.array([0.0, np.nan, 3, 1, 2, np.nan, 1, 5, 1])
    for n in range(4):
        yield np.arange(n) * 1.0


SIGNALS = list(signals())


@pytest.mark.parametrize("k", range(len(SIGNALS)))
def test_conditions(k):
    x = SIGNALS[k]
    check(x)
    check(x, height=0.5)
    check(x, height=(None, 0.5))
    check(x, height=[0.2, 2])
    check(x, threshold=0.1)
    check(x, threshold=(0.1, 1.5))
    check(x, plateau_size=2)
    check(x, plateau_size=(1, 3), height=1)
    check(x, prominence=1)
    check(x, prominence=(None, 2), wlen=31)
    check(x, width=2)
    check(x, width=(None, 5), rel_height=0.8, prominence=0.5)
    check(x, height=np.linspace(-1, 1, len(x)) if len(x) != 2 else 0)


@pytest.mark.parametrize("k", [0, 2, 3, 4])
def test_distances(k):
    x = (
        SIGNALS[k].astype("d") + np.random.default_rng(2).normal(size=len(SIGNALS[k])) * 1e-9
    )  # equal ones have no order
    for distance in (1, 1.5, 2, 3, 10, 100, 10000):
        check(x, distance=distance)
    check(x, distance=20, height=0.1, prominence=0.2, width=1, threshold=0.001)


def test_equal_heights_keep_the_later():
    x = np.tile([0.0, 1], 20)
    places, _ = cuprumx.scipy.signal.find_peaks(cp.asarray(x), distance=3)
    assert (np.diff(places.get()) >= 3).all() and places.get()[-1] == 37


@pytest.mark.parametrize("wlen", [None, 2, 3, 50, 3000, 1e9])
def test_prominences(wlen):
    for k in (0, 1, 2, 3):
        x = SIGNALS[k]
        peaks = scipy.signal.find_peaks(x)[0]
        result, expected = both("peak_prominences", x, peaks, wlen=wlen)
        for ours, theirs in zip(result, expected):
            common.assert_same(ours, theirs, rtol=1e-12)
        result, expected = both("peak_widths", x, peaks, 0.3, wlen=wlen)
        for ours, theirs in zip(result, expected):
            common.assert_same(ours, theirs, rtol=1e-9)
        both("peak_widths", x, peaks, prominence_data=scipy.signal.peak_prominences(x, peaks))


def test_prominences_of_a_long_signal():
    """Bases that lie behind several levels of extremes."""
    x = np.cumsum(np.random.default_rng(3).normal(size=600000))
    x[::50000] += 5
    peaks = scipy.signal.find_peaks(x, prominence=3)[0]
    result, expected = both("peak_prominences", x, peaks)
    for ours, theirs in zip(result, expected):
        common.assert_same(ours, theirs)
    x[300000:300010] = x.min() - 1  # the lowest several times
    result, expected = both("peak_prominences", x, scipy.signal.find_peaks(x, prominence=3)[0])
    for ours, theirs in zip(result, expected):
        common.assert_same(ours, theirs)


@pytest.mark.parametrize("name", ["argrelmin", "argrelmax"])
@pytest.mark.parametrize("mode", ["clip", "wrap"])
def test_extrema(mode, name):
    x = np.random.default_rng(1).integers(0, 9, (6, 7, 8))
    for axis in (0, 1, 2, -1):
        for order in (1, 2, 10):
            for dtype in "lfB":
                result, expected = both(name, x.astype(dtype), axis=axis, order=order, mode=mode)
                for ours, theirs in zip(result, expected):
                    common.assert_same(ours, theirs)
    common.check(getattr(scipy.signal, name), getattr(cuprumx.scipy.signal, name), (x,), order=0)
    common.check(getattr(scipy.signal, name), getattr(cuprumx.scipy.signal, name), (np.zeros(0),))


@pytest.mark.parametrize("comparator", ["less", "greater", "less_equal", "greater_equal", "equal", "not_equal"])
def test_extrema_by_comparators(comparator):
    x = np.random.default_rng(1).integers(0, 3, (20, 5))
    expected = scipy.signal.argrelextrema(x, getattr(np, comparator), axis=0, order=2)
    for module in (cp, np):
        result = cuprumx.scipy.signal.argrelextrema(cp.asarray(x), getattr(module, comparator), axis=0, order=2)
        for ours, theirs in zip(result, expected):
            common.assert_same(ours, theirs)
    for function in ("argrelmin", "argrelmax"):
        for module, samples in ((scipy.signal, x), (cuprumx.scipy.signal, cp.asarray(x))):
            with pytest.raises(ValueError):
                getattr(module, function)(samples, order=1.5)
    with pytest.raises(TypeError):  # no array of bools
        cuprumx.scipy.signal.argrelextrema(cp.arange(5), lambda a, b: a - b)
    expected = scipy.signal.argrelextrema(x, lambda a, b: a > b + 1, order=1, mode="wrap")
    result = cuprumx.scipy.signal.argrelextrema(cp.asarray(x), lambda a, b: a > b + 1, order=1, mode="wrap")
    for ours, theirs in zip(result, expected):
        common.assert_same(ours, theirs)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"min_snr": 2},
        {"noise_perc": 40, "window_size": 31},
        {"gap_thresh": 1},
        {"min_length": 6},
        {"max_distances": [1.0] * 9},
    ],
)
def test_peaks_of_wavelets(options):
    rng = np.random.default_rng(3)
    t = np.arange(500)
    x = np.sin(t / 7) + 0.5 * rng.normal(size=500) + 2 * np.exp(-(((t - 250) / 5) ** 2))
    widths = [np.arange(1, 10)] if "max_distances" in options else [np.arange(1, 10), np.linspace(1.3, 20, 17), 3.0]
    for width in widths:
        expected = scipy.signal.find_peaks_cwt(x, width, **options)
        found = cuprumx.scipy.signal.find_peaks_cwt(cp.asarray(x), width, **options)
        np.testing.assert_array_equal(found.get(), expected)
        assert found.dtype == np.int64


def test_peaks_of_a_wavelet_of_ones_own():
    def gauss(xp):
        return lambda points, width: xp.exp(-(((xp.arange(points) - (points - 1) / 2) / width) ** 2)) * (1 + 0.5j)

    x = np.cumsum(np.random.default_rng(4).normal(size=300))
    expected = scipy.signal.find_peaks_cwt(x, np.arange(1, 9), wavelet=gauss(np))
    found = cuprumx.scipy.signal.find_peaks_cwt(cp.asarray(x), np.arange(1, 9), wavelet=gauss(cp))
    np.testing.assert_array_equal(found.get(), expected)
    assert len(expected) > 5 and cuprumx.scipy.signal.find_peaks_cwt(cp.zeros(9), [1, 2]).shape == (0,)


def test_errors():
    x = sample(20, "d", 1)

    def same(name, *arguments, **keywords):
        common.check(getattr(scipy.signal, name), getattr(cuprumx.scipy.signal, name), arguments, **keywords)

    same("find_peaks", np.ones((2, 2)))
    same("find_peaks", x, distance=0.5)
    same("find_peaks", x, height=np.ones(7))
    same("find_peaks", x, wlen=1, prominence=1)
    same("peak_prominences", x, np.array([30]))
    same("peak_prominences", x, np.array([1.0]))
    same("peak_prominences", x, np.ones((1, 1), int))
    same("peak_prominences", x, np.zeros(0, int))
    same("peak_widths", x, np.array([3]), rel_height=-1)
    same("peak_widths", x, np.array([3]), prominence_data=(np.ones(1), np.array([4]), np.array([5])))
    assert to_device(x).size == 20


def test_ridges_of_impossible_sizes():
    x = cp.sin(cp.linspace(0, 10, 80))
    for widths in ([-1], [0.0, 2], [np.nan]):
        with pytest.raises(ValueError, match="widths"):
            cuprumx.scipy.signal.find_peaks_cwt(x, widths)
    for size in (0, -5, np.nan):
        with pytest.raises(ValueError, match="window_size"):
            cuprumx.scipy.signal.find_peaks_cwt(x, [2, 3, 4], window_size=size)
    found = cuprumx.scipy.signal.find_peaks_cwt(x, [2, 3, 4, 5], window_size=10**9)
    np.testing.assert_array_equal(found.get(), scipy.signal.find_peaks_cwt(x.get(), [2, 3, 4, 5], window_size=10**9))
