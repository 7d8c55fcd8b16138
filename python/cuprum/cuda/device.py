"""Devices."""

from .._core._cuda import Device, get_device_id

__all__ = ["Device", "get_compute_capability", "get_device_id"]


def get_compute_capability():
    """The compute capability of the current device: '90' for 9.0; empty on a CPU."""
    return Device().compute_capability
