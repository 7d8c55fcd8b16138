"""Textures and surfaces, for raw kernels. On a CPU a CUDAarray is memory in C order, and fetches compute what a GPU's
texture units do: neighbours are weighed by their distance, in eight bits, and coordinates wrap, clamp, mirror or meet a
border."""

from .._core import CUDARuntimeError
from .._core._cuda import _texture

globals().update({name: value for name, value in vars(_texture).items() if not name.startswith("_")})

__all__ = ["CUDARuntimeError", *(name for name in dir(_texture) if not name.startswith("_"))]
