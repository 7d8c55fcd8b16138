"""Deferred evaluation: who lets work wait, and who wants its results."""

import atexit

from . import _core

__all__ = ["deferred", "eval", "explain"]

# Before the interpreter and the library's static objects go.
atexit.register(_core._end_deferred_kernels)


class deferred:
    """A block of code in which elementwise operations and reductions of this thread may wait, or may not.

    An operation that waits is computed when an element of its result is needed, together with all others that wait. A
    chain of operations then runs as few kernels. Values, errors and their order are those without waiting.
    docs/deferred.md says what waits and when it is evaluated.

    Parameters
        on: False for a block in which nothing waits.
    Example
        >>> x = cp.arange(3.)
        >>> with cp.deferred():
        ...     y = cp.sqrt(x * x + 1)
        >>> y
        array([1.        , 1.41421356, 2.23606798])
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
        >>> x = cp.arange(3.)
        >>> with cp.deferred():
        ...     y = x * 2 + 1
        ...     cp.eval(y)
    """
    if not arrays:
        _core._eval_all()
    for array in arrays:
        _core._eval(array)


class Explanation(str):
    """What `explain` returns: text, and a drawing in notebooks."""

    _drawing: str

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        return self._drawing


def explain(a: _core.ndarray) -> Explanation:
    """Which operations an array waits for, and how they will run.

    Parameters
        a: an array of any kind.
    Returns
        text with a line for each operation that waits together with those that give `a`, in the order in which they
        were asked for, and one on what becomes of them; a notebook shows a drawing. Nothing is computed.
    Example
        >>> x = cp.ones((300, 300))
        >>> with cp.deferred():
        ...     y = cp.sqrt(x * x + 1)
        ...     print(cp.explain(y))
        %1 = multiply(a, a)  float64 (300, 300)
        %2 = add(%1, 1)  float64 (300, 300)
        %3 = sqrt(%2)  float64 (300, 300), this array
        3 operations wait. The chain is new: they run one at a time, and as one kernel once they come again.
    """
    explanation = Explanation(_core._explain(a, "text"))
    explanation._drawing = _core._explain(a, "svg")
    return explanation
