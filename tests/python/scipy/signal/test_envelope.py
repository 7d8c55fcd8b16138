"""Envelopes and filters of images of cuprumx.scipy.signal against SciPy."""

import common
import numpy as np
import pytest
import scipy.signal

import cuprum as cp
import cuprumx.scipy.signal

BANDS = [(1, None), (None, None), (0, None), (2, 4), (-2, 2), (-4, -1), (None, 0), (0, 2), (None, 3)]


def compare(z, band, tolerance, **options):
    try:
        expected = scipy.signal.envelope(z, band, **options)
    except ValueError:
        with pytest.raises(ValueError):
            cuprumx.scipy.signal.envelope(cp.asarray(z), band, **options)
        return
    found = cuprumx.scipy.signal.envelope(cp.asarray(z), band, **options)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found.get(), expected, rtol=0, atol=tolerance * max(1, np.abs(z).max()) ** 2)


@pytest.mark.parametrize("n", [1, 2, 8, 9, 33])
@pytest.mark.parametrize("dtype", ["d", "F"])
def test_envelope(n, dtype):
    z = common.sample((2, n, 3), dtype, n) if dtype == "d" else common.sample((2, n, 3), "D", n).astype("F")
    for k, band in enumerate(BANDS):
        for n_out in (None, n + 1, max(n - 3, 1), 2 * n):
            for residual in ("lowpass", "all", None):
                compare(
                    z, band, 1e-13 if dtype == "d" else 3e-6, n_out=n_out, residual=residual, squared=k % 2 == 0, axis=1
                )


def test_envelope_of_others():
    compare(np.arange(-5, 9), (1, None), 1e-13)
    compare(common.sample((4, 7), "f", 2)[::-1].T, (1, 3), 1e-6, axis=0)
    for keywords in (
        {"bp_in": (1,)},
        {"bp_in": (1.0, None)},
        {"n_out": 0},
        {"n_out": 1.5},
        {"residual": "x"},
        {"axis": 1},
    ):
        for module, array in ((scipy.signal, np.ones(9)), (cuprumx.scipy.signal, cp.ones(9))):
            with pytest.raises(ValueError):
                module.envelope(array, **keywords)
    with pytest.raises(ValueError):
        cuprumx.scipy.signal.envelope(cp.ones(0))


@pytest.mark.parametrize("size", [(5, 5), (7, 3), (1, 4), (6, 9)])
def test_firwin_2d(size):
    def check(*arguments, **keywords):
        expected = scipy.signal.firwin_2d(*arguments, **keywords)
        found = cuprumx.scipy.signal.firwin_2d(*arguments, **keywords)
        assert found.shape == expected.shape and found.dtype == expected.dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-12, atol=1e-15)

    check(size, (("kaiser", 5.0), "hamming"), fc=0.1)
    check(size, ["boxcar", "hann_periodic"] if min(size) > 1 else ["boxcar", "boxcar"], fc=0.3, fs=1.0)
    check(size, "hamming", fc=0.1, fs=3, circular=True)


def test_firwin_2d_errors():
    for arguments, keywords in (
        (((5,), ("hann", "hann")), {"fc": 0.1}),
        (((5, 5), ("hann",)), {"fc": 0.1}),
        (((5, 5), "hann"), {"circular": True}),
        (((5, 5), ("hann", "nothing")), {"fc": 0.1}),
        (((5, 5), ("hann", "hann")), {"fc": 2}),
    ):
        for module in (scipy.signal, cuprumx.scipy.signal):
            with pytest.raises(ValueError):
                module.firwin_2d(*arguments, **keywords)
