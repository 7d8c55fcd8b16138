"""Discrete Fourier transforms: NumPy's functions, and CuPy's settings in `config`."""

from .._core._fft import (
    fft, fft2, fftfreq, fftn, fftshift, hfft, ifft, ifft2, ifftn, ifftshift, ihfft, irfft, irfft2, irfftn, rfft, rfft2,
    rfftfreq, rfftn,
)  # fmt: skip
from . import _cache  # noqa: F401
from ._config import config

__all__ = [
    "config", "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft",
    "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip
