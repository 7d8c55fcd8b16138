"""What programs ask CUDA's driver for by CuPy's names; `runtime` has the functions that do work."""

from .._core import CUDARuntimeError as CUDADriverError
from .._core._cuda_runtime import driverGetVersion, runtimeGetVersion

__all__ = ["CUDADriverError", "driverGetVersion", "get_build_version"]


def get_build_version():
    """The version of CUDA that kernels are compiled for, 13000 for 13.0; 0 on a CPU."""
    return runtimeGetVersion()
