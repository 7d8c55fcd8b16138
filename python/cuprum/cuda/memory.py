"""Memory of devices: pointers, pools and allocators."""

from .._core import CUDARuntimeError, OutOfMemoryError
from .._core._cuda import (
    BaseMemory,
    CFunctionAllocator,
    ManagedMemory,
    Memory,
    MemoryAsync,
    MemoryAsyncPool,
    MemoryPointer,
    MemoryPool,
    PythonFunctionAllocator,
    UnownedMemory,
    alloc,
    get_allocator,
    malloc_async,
    malloc_managed,
    set_allocator,
    using_allocator,
)

__all__ = [
    "BaseMemory",
    "CFunctionAllocator",
    "CUDARuntimeError",
    "ManagedMemory",
    "Memory",
    "MemoryAsync",
    "MemoryAsyncPool",
    "MemoryPointer",
    "MemoryPool",
    "OutOfMemoryError",
    "PythonFunctionAllocator",
    "UnownedMemory",
    "alloc",
    "get_allocator",
    "malloc_async",
    "malloc_managed",
    "set_allocator",
    "using_allocator",
]
