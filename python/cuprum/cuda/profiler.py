"""Starts and stops a profiler such as Nsight Systems, where it waits to be told."""

from .._core._cuda_runtime import profilerStart as start
from .._core._cuda_runtime import profilerStop as stop

__all__ = ["start", "stop"]
