"""Page-locked memory of the host."""

from .._core._cuda import PinnedMemoryPointer, PinnedMemoryPool, alloc_pinned_memory

__all__ = ["PinnedMemoryPointer", "PinnedMemoryPool", "alloc_pinned_memory"]
