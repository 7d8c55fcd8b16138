"""Devices, streams, events and memory: what `cupy.cuda` has, on whichever backend is in use.

Raises
    CUDARuntimeError: CUDA refuses the call, or a CPU has no such thing.
    OutOfMemoryError: memory lacks.

Each group below shows its members at work.

Memory without a pool (Memory, BaseMemory, ManagedMemory, MemoryPointer, UnownedMemory, malloc_managed):
    >>> memory = cuda.Memory(64)  # given back with the last reference
    >>> cp.ndarray((8,), "float64", cuda.MemoryPointer(memory, 0)).nbytes
    64
    >>> a = cp.arange(3)
    >>> shared = cuda.UnownedMemory(a.data.ptr, a.nbytes, owner=a)
    >>> cp.ndarray((3,), a.dtype, cuda.MemoryPointer(shared, 0))
    array([0, 1, 2])
    >>> cuda.malloc_managed(64).mem.size >= 64
    True

Memory in the order of a stream (MemoryAsync, MemoryAsyncPool, malloc_async):
    >>> with cuda.using_allocator(cuda.malloc_async):
    ...     a = cp.arange(3)
    >>> a + 1
    array([1, 2, 3])

Allocators (set_allocator, get_allocator, PythonFunctionAllocator, CFunctionAllocator):
    >>> def malloc(size, device):
    ...     return cuda.runtime.malloc(size)
    >>> def free(address, device):
    ...     cuda.runtime.free(address)
    >>> before = cuda.get_allocator()
    >>> cuda.set_allocator(cuda.PythonFunctionAllocator(malloc, free).malloc)
    >>> cp.arange(3)
    array([0, 1, 2])
    >>> cuda.set_allocator(before)

Page-locked memory (PinnedMemory, PinnedMemoryPointer, PinnedMemoryPool, alloc_pinned_memory,
set_pinned_memory_allocator):
    >>> memory = cuda.alloc_pinned_memory(32)
    >>> host = np.frombuffer(memory, "float64", 4)
    >>> cp.arange(4.0).get(out=host)
    array([0., 1., 2., 3.])

Watching allocations (MemoryHook):
    >>> class Count(cuda.MemoryHook):
    ...     name = "Count"
    ...     requests = 0
    ...     def malloc_preprocess(self, **about):
    ...         self.requests += 1
    >>> hook = Count()
    >>> with hook:
    ...     a = cp.empty(3)
    >>> hook.requests
    1

Streams made elsewhere (ExternalStream):
    >>> class Stream:  # of another library
    ...     address = cuda.runtime.streamCreate()
    ...     def __cuda_stream__(self):
    ...         return 0, self.address
    >>> with cuda.Stream.from_external(Stream()):  # ExternalStream(address) is the older way
    ...     a = cp.arange(3) + 1
    >>> cuda.runtime.streamSynchronize(Stream.address)
    >>> a
    array([1, 2, 3])

What is there (is_available, get_device_id, get_local_runtime_version, get_cuda_path, get_nvcc_path, get_rocm_path,
get_hipcc_path, get_cublas_handle, profile):
    >>> cuda.is_available() == (cp.backend() == "cuda")
    True
    >>> cuda.get_device_id()
    0
    >>> print(cuda.get_rocm_path())
    None
    >>> with cuda.profile():
    ...     total = cp.arange(4).sum()
"""

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
    """A context in which a profiler such as Nsight Systems records, where it waits to be told.

    Returns
        A context.
    """
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
