"""Textures and surfaces, for raw kernels on a GPU. On a CPU the descriptions can be made, and the rest raises CUDARuntimeError."""

from .._core import CUDARuntimeError
from .._core._cuda import _texture

globals().update({name: value for name, value in vars(_texture).items() if not name.startswith("_")})

__all__ = ["CUDARuntimeError", *(name for name in dir(_texture) if not name.startswith("_"))]
