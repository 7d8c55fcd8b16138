"""What programs ask CUDA's driver for by CuPy's names; `runtime` has the functions that do work."""

from .._core import CUDARuntimeError as CUDADriverError
from .._core._cuda_runtime import ctxGetCurrent, driverGetVersion, runtimeGetVersion, streamGetCtx
from .._core._cuda_runtime import getDevice as ctxGetDevice

__all__ = ["CUDADriverError", "ctxGetCurrent", "ctxGetDevice", "driverGetVersion", "get_build_version", "streamGetCtx"]


def get_build_version():
    """The version of CUDA that kernels are compiled for, 13000 for 13.0; 0 on a CPU."""
    return runtimeGetVersion()
