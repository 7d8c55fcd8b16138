"""Discrete Fourier transforms: NumPy's functions, and CuPy's settings in `config`."""

from .. import _core
from . import _cache  # noqa: F401
from ._config import config  # noqa: F401

for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2",
              "fftfreq", "rfftfreq", "fftshift", "ifftshift"):  # fmt: skip
    globals()[_name] = getattr(_core._fft, _name)
