"""Devices, and handles of NVIDIA's libraries."""

from .._core._cuda import Device, get_device_id
from .._core._cuda_runtime import pointerGetAttributes as _pointerGetAttributes

__all__ = [
    "Device",
    "from_pointer",
    "get_compute_capability",
    "get_cublas_handle",
    "get_cusolver_handle",
    "get_cusolver_sp_handle",
    "get_cusparse_handle",
    "get_cutensor_handle",
    "get_device_id",
]


def from_pointer(ptr):
    """The device that holds the memory at an address."""
    return Device(_pointerGetAttributes(int(ptr)).device)


def get_compute_capability():
    """The compute capability of the current device: '90' for 9.0; empty on a CPU."""
    return Device().compute_capability


def get_cublas_handle() -> int:
    """The calling thread's handle of cuBLAS on the current device, set to the current stream."""
    return Device().cublas_handle


def get_cusolver_handle():
    """The calling thread's handle of cuSOLVER's dense routines."""
    return Device().cusolver_handle


def get_cusolver_sp_handle():
    """The calling thread's handle of cuSOLVER's sparse routines."""
    return Device().cusolver_sp_handle


def get_cusparse_handle():
    """The calling thread's handle of cuSPARSE."""
    return Device().cusparse_handle


def get_cutensor_handle():
    """The calling thread's handle of cuTENSOR."""
    return Device().cutensor_handle
