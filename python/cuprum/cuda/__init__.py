"""Devices, streams, events and memory: what `cupy.cuda` has, on whichever backend is in use."""

import contextlib as _contextlib

from .._core import is_available
from .._core._cuda import (
    BaseMemory,
    CFunctionAllocator,
    Device,
    Event,
    ExternalStream,
    Function,
    Graph,
    ManagedMemory,
    Memory,
    MemoryAsync,
    MemoryAsyncPool,
    MemoryPointer,
    MemoryPool,
    Module,
    PinnedMemory,
    PinnedMemoryPointer,
    PinnedMemoryPool,
    PythonFunctionAllocator,
    Stream,
    UnownedMemory,
    alloc,
    alloc_pinned_memory,
    get_allocator,
    get_current_stream,
    get_device_id,
    get_elapsed_time,
    malloc_async,
    malloc_managed,
    set_allocator,
    set_pinned_memory_allocator,
    using_allocator,
)
from . import (
    compiler,
    device,
    graph,
    memory,
    memory_hook,
    memory_hooks,
    nvtx,
    pinned_memory,
    profiler,
    runtime,
    stream,
    texture,
)
from ._environment import get_cuda_path, get_hipcc_path, get_local_runtime_version, get_nvcc_path, get_rocm_path
from .device import get_cublas_handle
from .memory_hooks import MemoryHook


@_contextlib.contextmanager
def profile():
    """A context in which a profiler such as Nsight Systems records, where it waits to be told."""
    profiler.start()
    try:
        yield
    finally:
        profiler.stop()


# Imported when first used, as few programs do.
_SUBMODULES = {
    "cub",
    "cublas",
    "cufft",
    "curand",
    "cusolver",
    "cusparse",
    "cutensor",
    "driver",
    "nccl",
    "nvrtc",
    "thrust",
}


def __getattr__(name):
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module("." + name, "cuprum.cuda")
    import sys

    program = sys.modules["cuprum"].__name__  # "cupy" where the program knows it so
    raise AttributeError(f"module '{program}.cuda' has no attribute {name!r}")


__all__ = [
    "BaseMemory",
    "CFunctionAllocator",
    "Device",
    "Event",
    "ExternalStream",
    "Graph",
    "ManagedMemory",
    "Memory",
    "MemoryAsync",
    "MemoryAsyncPool",
    "MemoryHook",
    "MemoryPointer",
    "MemoryPool",
    "PinnedMemory",
    "PinnedMemoryPointer",
    "PinnedMemoryPool",
    "PythonFunctionAllocator",
    "Stream",
    "UnownedMemory",
    "alloc",
    "alloc_pinned_memory",
    "compiler",
    "device",
    "get_allocator",
    "get_cublas_handle",
    "get_cuda_path",
    "get_current_stream",
    "get_device_id",
    "get_elapsed_time",
    "get_hipcc_path",
    "get_local_runtime_version",
    "get_nvcc_path",
    "get_rocm_path",
    "graph",
    "is_available",
    "malloc_async",
    "malloc_managed",
    "memory",
    "memory_hook",
    "memory_hooks",
    "nccl",
    "nvtx",
    "pinned_memory",
    "profile",
    "profiler",
    "runtime",
    "set_allocator",
    "set_pinned_memory_allocator",
    "stream",
    "texture",
    "using_allocator",
]
