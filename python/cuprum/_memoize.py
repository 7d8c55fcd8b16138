"""Functions that remember what they gave for their arguments."""

import functools
import threading

__all__ = ["clear_memo", "memoize"]

_memos = []


def memoize(for_each_device=False):
    """Make a function remember its results, as a decorator.

    Parameters
        for_each_device: whether results are remembered for each device apart.
    Returns
        A decorator. The arguments of what it makes must be hashable; arguments that are equal but of different types,
        such as 1 and 1.0, count as different.
    Example
        >>> @cuprum.memoize(for_each_device=True)
        ... def table(n):
        ...     return cuprum.arange(n) ** 2
        >>> table(3) is table(3)
        True
    """

    def decorator(f):
        memo = {}
        lock = threading.RLock()  # a function may call itself
        _memos.append(memo)

        @functools.wraps(f)
        def remembering(*args, **kwargs):
            key = (
                args,
                tuple(map(type, args)),
                *((name, value, type(value)) for name, value in sorted(kwargs.items())),
            )
            if for_each_device:
                from .cuda import Device

                key = (Device().id, key)
            try:
                return memo[key]
            except KeyError:
                pass
            with lock:  # each result is made once
                if key not in memo:
                    memo[key] = f(*args, **kwargs)
                return memo[key]

        return remembering

    return decorator


def clear_memo() -> None:
    """Make all functions that `memoize` made forget their results."""
    for memo in _memos:
        memo.clear()
