"""Deferred evaluation: who lets work wait, and who wants its results."""

from . import _core

__all__ = ["deferred", "eval"]


class deferred:
    """A block of code in which elementwise operations of this thread may wait, or may not.

    An operation that waits is computed when an element of its result is needed, together with all others that wait. A
    chain of operations then runs as few kernels. Values, errors and their order are those without waiting.
    docs/deferred.md says what waits and when it is evaluated. On a GPU nothing waits yet.

    Parameters
        on: False for a block in which nothing waits.
    Example
        >>> with cp.deferred():
        ...     y = cp.sqrt(x * x + 1)
    """

    def __init__(self, on: bool = True) -> None:
        self._on = bool(on)
        self._entered = []

    def __enter__(self) -> "deferred":
        self._entered.append(_core._Deferred(self._on))
        return self

    def __exit__(self, *_: object) -> None:
        self._entered.pop()._leave()


def eval(*arrays: _core.ndarray) -> None:
    """Compute arrays whose elements wait, or, without any, all that waits in this thread. Does not wait for the device.

    Parameters
        *arrays: arrays of any kind.
    Raises
        whatever the operations raise that run now, as cuprum.cuda.memory.OutOfMemoryError. What did not run waits on,
        and can be asked for again.
    Example
        >>> with cp.deferred():
        ...     y = x * 2 + 1
        ...     cp.eval(y)
    """
    if not arrays:
        _core._eval_all()
    for array in arrays:
        _core._eval(array)
