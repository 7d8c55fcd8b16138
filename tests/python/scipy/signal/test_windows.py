"""SciPy's windows."""

import numpy as np
import pytest
import scipy.signal
from signal_judge import judge

import cuprum as cp
import cuprumx.scipy.signal
from cuprumx.scipy.signal import windows

PLAIN = (
    "barthann bartlett blackman blackmanharris bohman boxcar cosine flattop hamming hann nuttall parzen taylor triang "
    "tukey lanczos exponential"
).split()
LENGTHS = (0, 1, 2, 3, 4, 7, 8, 50, 51)


def test_all_windows_are_there():
    assert set(scipy.signal.windows.__all__) <= set(dir(windows))
    assert cuprumx.scipy.signal.windows is windows


@pytest.mark.parametrize("name", PLAIN)
def test_windows(name):
    for length in LENGTHS:
        for sym in (True, False):
            judge(name, length, sym=sym, module="windows")
    judge(name, -1, module="windows")
    judge(name, 5.5, module="windows")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("general_cosine", ([0.3, 0.5, 0.2],)),
        ("general_hamming", (0.7,)),
        ("kaiser", (8.6,)),
        ("kaiser", (0,)),
        ("kaiser", (60.0,)),
        ("gaussian", (2.5,)),
        ("general_gaussian", (1.5, 3)),
        ("chebwin", (100,)),
        ("chebwin", (40,)),
        ("tukey", (0.25,)),
        ("tukey", (0,)),
        ("tukey", (1.5,)),
        ("taylor", (5, 35)),
        ("taylor", (4, 40, False)),
        ("exponential", (None, 3.0)),
    ],
)
def test_windows_with_parameters(name, arguments):
    for length in LENGTHS:
        for sym in (True, False):
            judge(name, length, *arguments, sym=sym, module="windows")


def test_exponential_center():
    judge("exponential", 9, 2.5, 3.0, False, module="windows")
    judge("exponential", 9, 2.5, 3.0, True, module="windows")


def test_kaiser_bessel_derived():
    for length in (2, 4, 50, 3):
        judge("kaiser_bessel_derived", length, 4.0, module="windows")
    judge("kaiser_bessel_derived", 4, 4.0, sym=False, module="windows")


@pytest.mark.parametrize("norm", [None, 2, "approximate", "subsample", "other"])
def test_dpss(norm):
    for length in (1, 12, 13, 100):
        for sym in (True, False):
            for count in (None, 1, 4):
                judge("dpss", length, 2.5, count, sym, norm, True, module="windows", rtol=1e-7, atol=1e-11)
    judge("dpss", 10, 5.0, module="windows")
    judge("dpss", 10, 0, module="windows")
    judge("dpss", 10, 2, 0, module="windows")
    judge("dpss", 10, 2, 11, module="windows")


def test_dpss_of_too_many_points():
    with pytest.raises(ValueError, match="LAPACK"):
        windows.dpss(2**31, 2.5)


def test_dpss_of_high_concentration():
    ours, ratios = windows.dpss(512, 4, 7, return_ratios=True)
    theirs, expected = scipy.signal.windows.dpss(512, 4, 7, return_ratios=True)
    np.testing.assert_allclose(ours.get(), theirs, atol=1e-10)
    np.testing.assert_allclose(ratios.get(), expected, rtol=1e-10)


@pytest.mark.parametrize(
    "window",
    [
        "hann",
        "brthan",
        "rect",
        ("kaiser", 4.0),
        4.0,
        "3.5",
        3,
        ("tukey", 0.3),
        "tukey",
        ("taylor", 4, 30, False),
        ("exponential", None, 2.0),
        ("general cosine", [0.5, 0.3, 0.2]),
        ("general_gaussian", 1.5, 2),
        ("dpss", 2.0),
        ("chebwin", 50),
        ("kbd", 3.0),
        "hann_symmetric",
        "hann_periodic",
        "kaiser",
        ("hann", 3),
        ("hann",),
        "nothing",
        (3, "hann"),
        None,
        [1, 2],
    ],
)
def test_get_window(window):
    for length in (1, 8, 9):
        for fftbins in (True, False):
            judge("get_window", window, length, fftbins)
            judge("get_window", window, length, fftbins, module="windows")


def test_get_window_of_bad_lengths():
    for length in (0, -1, 3.0):
        judge("get_window", "hann", length)
    judge("get_window", "hann", 4, "yes")


def test_results_are_arrays_of_the_device():
    window = windows.hann(10)
    assert isinstance(window, cp.ndarray)
    assert window.flags.c_contiguous


@pytest.mark.parametrize(
    "window",
    [
        *PLAIN,
        ("general_cosine", [0.3, 0.5, 0.2]),
        ("kaiser", 8.6),
        ("gaussian", 3000.0),
        ("general_gaussian", 1.5, 4000),
    ],
)
def test_long_windows(window):
    """Those that the device computes."""
    for length in (20000, 20001):
        for fftbins in (True, False):
            judge("get_window", window, length, fftbins, rtol=1e-9, atol=1e-10)
    if isinstance(window, str):
        judge(window, 20001, module="windows", rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize(
    "call",
    [
        lambda c: windows.gaussian(5, c),
        lambda c: windows.kaiser(5, c),
        lambda c: windows.chebwin(5, c),
        lambda c: cp.kaiser(5, c),
        lambda c: cp.i0(cp.kaiser(c, 1.0)),
    ],
)
@pytest.mark.parametrize("number", [1 + 2j, np.complex64(1j), cp.array(1 + 0j)])
def test_complex_numbers_are_no_parameters(call, number):
    with pytest.raises(TypeError, match="not complex"):
        call(number)
