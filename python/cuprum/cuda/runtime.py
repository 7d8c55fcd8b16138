"""Functions of CUDA's runtime, by their names there; addresses and handles are integers. On a CPU those that have a
meaning there do what they say, and the others raise CUDARuntimeError."""

from .._core import CUDARuntimeError, _cuda_runtime
from .._core._cuda_runtime import *  # noqa: F403

__all__ = ["CUDARuntimeError", *(name for name in dir(_cuda_runtime) if not name.startswith("_"))]
