"""Hooks that watch the calling thread's allocations."""

import sys as _sys

from .._core._cuda import _Hook

__all__ = ["DebugPrintHook", "LineProfileHook", "MemoryHook"]


class MemoryHook:
    """Watches allocations inside a `with` block. A subclass overrides the methods that it wants to hear of.

    `malloc` is a request to a pool, `alloc` one from a pool to the device. Every method is called with keywords:
    `device_id` and `mem_size` (bytes allocated), then `size` (bytes asked for; malloc alone), `mem_ptr` (once known)
    and `pmem_id` (tells blocks apart; malloc_postprocess and free).
    """

    name = "MemoryHook"

    def __enter__(self):
        if hasattr(self, "_hook"):
            raise KeyError(f"this {self.name} is in use already; a hook watches one block at a time")
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
        """Before a pool allocates memory."""

    def malloc_postprocess(self, **kwargs):
        """After a pool allocated memory."""

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
            f'"{key}":"{hex(value)}"' if key == "pmem_id" else f'"{key}":{value}' for key, value in kwargs.items()
        ]
        print("{" + ",".join(fields) + "}", file=self.file, flush=self.flush)

    def alloc_postprocess(self, **kwargs):
        self._print("alloc", kwargs)

    def malloc_postprocess(self, **kwargs):
        self._print("malloc", kwargs)

    def free_postprocess(self, **kwargs):
        self._print("free", kwargs)


class LineProfileHook(MemoryHook):
    """Tells which lines of a program use how much memory: what they asked of pools, and what pools then took from the
    device.

    Parameters
        max_depth: how many lines deep to look, from where the block was entered; 0 for all.

    >>> hook = LineProfileHook()
    >>> with hook:
    ...     run()
    >>> hook.print_report()
    """

    name = "LineProfileHook"

    def __init__(self, max_depth=0):
        self._max_depth = max_depth
        self._root = _Line(None)
        self._outside = 0

    def __enter__(self):
        self._outside = len(_lines(_sys._getframe(1))) - 1
        return super().__enter__()

    def malloc_preprocess(self, device_id, size, mem_size):
        """Counts what a line asks of a pool."""
        self._count("used", mem_size)

    def alloc_preprocess(self, device_id, mem_size):
        """Counts what a pool takes from the device for a line."""
        self._count("acquired", mem_size)

    def _count(self, kind, size):
        lines = _lines(_sys._getframe(2))[self._outside :]
        if self._max_depth:
            lines = lines[: self._max_depth]
        line = self._root
        line.add(kind, size)
        for key in lines:
            line = line.below.setdefault(key, _Line(key))
            line.add(kind, size)

    def print_report(self, file=None):
        """Prints the lines as a tree, each with the bytes asked of pools and the bytes taken from the device.

        Parameters
            file: where to print to; standard output by default.
        """
        self._root.print(_sys.stdout if file is None else file, 0)


class _Line:
    """A line of a program, reached by the lines above it, and what was allocated there and below."""

    def __init__(self, key):
        self.key, self.used, self.acquired, self.below = key, 0, 0, {}

    def add(self, kind, size):
        setattr(self, kind, getattr(self, kind) + size)

    def print(self, file, depth):
        name = "_root" if self.key is None else "{}:{}:{}".format(*self.key)
        print(f"{'  ' * depth}{name} ({_bytes(self.used)}, {_bytes(self.acquired)})", file=file)
        for line in self.below.values():
            line.print(file, depth + 1)


def _lines(frame):
    """(file, line, function) of a frame and its callers, the outermost first."""
    lines = []
    while frame is not None:
        if frame.f_code.co_filename != __file__:
            lines.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return lines[::-1]


def _bytes(count):
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1024 or unit == "GB":
            return f"{count:.2f}{unit}"
        count /= 1024
