"""NumPy for GPUs: NumPy's names and semantics on NVIDIA GPUs and on CPUs."""

from ._core import __version__
