"""Memory of devices: pointers, pools and allocators."""

from .._core import OutOfMemoryError
from .._core._cuda import (
    Memory,
    MemoryPointer,
    MemoryPool,
    UnownedMemory,
    alloc,
    get_allocator,
    set_allocator,
    using_allocator,
)

__all__ = [
    "Memory",
    "MemoryPointer",
    "MemoryPool",
    "OutOfMemoryError",
    "UnownedMemory",
    "alloc",
    "get_allocator",
    "set_allocator",
    "using_allocator",
]
