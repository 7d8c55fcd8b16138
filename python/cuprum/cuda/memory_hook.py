"""What hooks that watch allocations are made from."""

from .memory_hooks import MemoryHook

__all__ = ["MemoryHook"]
