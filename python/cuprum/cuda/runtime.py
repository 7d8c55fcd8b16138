"""Functions of the CUDA runtime, by their names there. On a CPU they speak of the CPU backend's devices."""

from .._core import CUDARuntimeError
from .._core._cuda_runtime import (
    deviceSynchronize,
    driverGetVersion,
    getDevice,
    getDeviceCount,
    getDeviceProperties,
    is_hip,
    memGetInfo,
    runtimeGetVersion,
    setDevice,
)

__all__ = [
    "CUDARuntimeError",
    "deviceSynchronize",
    "driverGetVersion",
    "getDevice",
    "getDeviceCount",
    "getDeviceProperties",
    "is_hip",
    "memGetInfo",
    "runtimeGetVersion",
    "setDevice",
]
