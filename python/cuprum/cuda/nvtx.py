"""Marks and ranges that NVIDIA's profilers show beside what devices do."""

from .._core._cuda import _nvtx

globals().update({name: value for name, value in vars(_nvtx).items() if not name.startswith("_")})

__all__ = [name for name in dir(_nvtx) if not name.startswith("_")]
