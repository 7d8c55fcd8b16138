"""Waveforms."""

import numpy as np
import pytest
import scipy.signal
from signal_judge import judge

import cuprum as cp
import cuprumx.scipy.signal as signal

TIMES = np.linspace(-3, 20, 101)


@pytest.mark.parametrize("method", ["linear", "quad", "logarithmic", "hyperbolic", "other"])
def test_chirp(method):
    for f0, f1 in ((1.0, 2.0), (3.0, 0.5), (2.0, 2.0), (0.0, 1.0), (-1.0, 2.0)):
        for phi in (0, 30):
            for keywords in ({}, {"vertex_zero": False}, {"complex": True}):
                judge("chirp", TIMES, f0, 1.5, f1, method, phi, rtol=1e-9, atol=1e-9, **keywords)
    judge("chirp", 0.25, 1, 1, 2, method)


def test_square_and_sawtooth():
    for name in ("sawtooth", "square"):
        for width in (0, 0.3, 1, 1.5, -0.1, np.linspace(-0.2, 1.2, 101)):
            judge(name, TIMES, width, rtol=1e-9, atol=1e-9)
        judge(name, TIMES)
        judge(name, np.arange(5))
        judge(name, TIMES[:3], [0.1, 0.2])


def test_gausspulse():
    times = np.linspace(-0.002, 0.002, 41)
    for retquad in (False, True):
        for retenv in (False, True):
            judge("gausspulse", times, 1200, 0.4, -5, retquad=retquad, retenv=retenv)
    judge("gausspulse", "cutoff", 1000, 0.5, -6, -40)
    judge("gausspulse", "cutoff", tpr=1)
    judge("gausspulse", "other")
    for keywords in ({"fc": -1}, {"bw": 0}, {"bwr": 0}):
        judge("gausspulse", times, **keywords)


def test_sweep_poly():
    judge("sweep_poly", TIMES[30:60], [0.1, -0.3, 1.0], rtol=1e-9, atol=1e-10)
    judge("sweep_poly", TIMES[30:60], np.poly1d([0.1, 1.0]), 45, rtol=1e-9, atol=1e-10)
    for p in (np.poly1d([0.1, -0.3, 1.0]), np.poly1d([2.0])):  # and a polynomial of the device
        found = signal.sweep_poly(cp.asarray(TIMES), cp.poly1d(cp.asarray(p.coeffs)))
        np.testing.assert_allclose(found.get(), scipy.signal.sweep_poly(TIMES, p), rtol=1e-9, atol=1e-10)
    judge("sweep_poly", TIMES, [2.0], rtol=1e-9, atol=1e-10)


def test_max_len_seq():
    for bits in range(2, 13):
        judge("max_len_seq", bits)
    judge("max_len_seq", 32, length=100)
    judge("max_len_seq", 5, [1, 0, 1, 0, 0], 70)
    judge("max_len_seq", 5, taps=[3, 1], length=9)
    for arguments in (
        (1,),
        (33,),
        (5, [0] * 5),
        (5, [1] * 4),
        (5, None, -1),
        (5, None, None, [9]),
        (5, None, None, []),
    ):
        judge("max_len_seq", *arguments)


@pytest.mark.parametrize("taps", [None, [5], [0], [0, 23], [1, 1, 7], [23], [3, 22]])
def test_long_max_len_seq(taps):
    """More bits than the host makes: each depends on those before it as the register says, up to the state."""
    for bits, length in ((23, None), (23, 2**20 + 5), (24, 3 * 2**20)) if taps is None else ((23, 2**21 + 77),):
        judge("max_len_seq", bits, length=length, taps=taps)
    judge("max_len_seq", 23, [0] * 22 + [1], 2**20 + 1, taps)
    for length in (0, 1, 22, 23, 24, 100):
        judge("max_len_seq", 23, [0, 1] * 11 + [1], length, taps)


def test_unit_impulse():
    for shape, idx in (
        (7, None),
        (7, 3),
        (7, "mid"),
        ((3, 4), "mid"),
        ((3, 4), 1),
        ((3, 4), (2, -1)),
        (7, 9),
        ((3, 4), 5),
    ):
        judge("unit_impulse", shape, idx)
    judge("unit_impulse", (3, 4), None, np.int16)
    assert isinstance(signal.unit_impulse(3), cp.ndarray)


def test_times_of_the_device():
    times = cp.linspace(0, 1, 50, dtype="f")
    expected = scipy.signal.chirp(times.get().astype(float), 1, 1, 8)
    np.testing.assert_allclose(signal.chirp(times, 1, 1, 8).get(), expected, rtol=1e-6)
    with pytest.raises(TypeError):
        signal.chirp(times + 1j, 1, 1, 8)
