"""Transforms of `cuprum.fft` within a plan's `with` block: a plan that is for another transform is a ValueError."""

import numpy as np
import pytest

import cuprum as cp
from cuprumx.scipy.fft import get_fft_plan

X = np.random.default_rng(0).normal(size=(4, 8)) + 1j


@pytest.mark.parametrize("name", ["fft", "ifft", "fftn", "ifftn", "fft2", "ifft2"])
def test_a_plan_that_fits_is_taken(name):
    x = cp.array(X)
    options = {} if name.endswith("2") else {"axis": 1} if name.endswith("t") else {"axes": (0, 1)}
    with get_fft_plan(x, axes=(1,) if name.endswith("t") else (0, 1)):
        found = getattr(cp.fft, name)(x, **options)
    np.testing.assert_allclose(found.get(), getattr(np.fft, name)(X, **options), rtol=1e-13)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("fft", {"n": 10}),
        ("fft", {"axis": 0}),
        ("ifft", {"n": 4}),
        ("fftn", {}),
        ("ifftn", {"axes": (0,)}),
        ("fft2", {}),
        ("ifft2", {}),
        ("irfft", {}),
        ("irfftn", {}),
        ("irfft2", {}),
        ("hfft", {}),
    ],
)
def test_a_plan_for_another_transform_is_refused(name, options):
    x = cp.array(X)
    with get_fft_plan(x, axes=1), pytest.raises(ValueError, match="plan"):
        getattr(cp.fft, name)(x, **options)
    getattr(cp.fft, name)(x, **options)


@pytest.mark.parametrize("name", ["rfft", "rfftn", "rfft2", "ihfft"])
def test_a_plan_for_another_transform_of_real_numbers_is_refused(name):
    x = cp.array(X.real)
    with get_fft_plan(cp.array(X), axes=1), pytest.raises(ValueError, match="plan"):
        getattr(cp.fft, name)(x)


def test_a_plan_for_another_precision_is_refused():
    with get_fft_plan(cp.array(X), axes=1), pytest.raises(ValueError, match="precision"):
        cp.fft.fft(cp.array(X.astype("F")))
