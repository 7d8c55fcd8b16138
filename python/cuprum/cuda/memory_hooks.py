"""Hooks that watch the calling thread's allocations."""

import sys as _sys

from .._core._cuda import _Hook

__all__ = ["DebugPrintHook", "MemoryHook"]


class MemoryHook:
    """Watches allocations inside a `with` block. A subclass overrides the methods that it wants to hear of.

    `malloc` is a request to a pool, `alloc` one from a pool to the device. Every method is called with keywords:
    `device_id` and `mem_size` (bytes lent), then `size` (bytes asked for; malloc alone), `mem_ptr` (once it is known)
    and `pmem_id` (tells blocks apart; malloc_postprocess and free).
    """

    name = "MemoryHook"

    def __enter__(self):
        self._hook = _Hook(self)
        return self

    def __exit__(self, *_):
        self._hook.remove()
        del self._hook

    def alloc_preprocess(self, **kwargs):
        """Before memory is taken from the device."""

    def alloc_postprocess(self, **kwargs):
        """After memory was taken from the device."""

    def malloc_preprocess(self, **kwargs):
        """Before memory is lent by a pool."""

    def malloc_postprocess(self, **kwargs):
        """After memory was lent by a pool."""

    def free_preprocess(self, **kwargs):
        """Before memory goes back to its pool."""

    def free_postprocess(self, **kwargs):
        """After memory went back to its pool."""


class DebugPrintHook(MemoryHook):
    """Prints a line for each event, as JSON.

    Parameters
        file: where to print to; standard output by default.
        flush: whether to flush after each line.
    """

    name = "DebugPrintHook"

    def __init__(self, file=None, flush=True):
        self.file = _sys.stdout if file is None else file
        self.flush = flush

    def _print(self, hook, kwargs):
        fields = [f'"hook":"{hook}"'] + [
            f'"{key}":"{hex(value)}"' if key in ("mem_ptr", "pmem_id") else f'"{key}":{value}' for key, value in kwargs.items()
        ]
        print("{" + ",".join(fields) + "}", file=self.file, flush=self.flush)

    def alloc_postprocess(self, **kwargs):
        self._print("alloc", kwargs)

    def malloc_postprocess(self, **kwargs):
        self._print("malloc", kwargs)

    def free_postprocess(self, **kwargs):
        self._print("free", kwargs)
