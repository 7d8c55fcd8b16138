"""Compares functions that wait with the same functions done at once."""

import cuprum as cp
from cuprum import _core


def same(a, b):
    """Whether two arrays have the same bits."""
    a, b = cp.asnumpy(a), cp.asnumpy(b)
    return a.dtype == b.dtype and a.shape == b.shape and a.strides == b.strides and a.tobytes() == b.tobytes()


def check(function, *arguments, times=4):
    """Run with and without waiting, often enough that chains become kernels, and compare all results."""
    expected = function(*arguments)
    for _ in range(times):
        with cp.deferred():
            found = function(*arguments)
        for a, b in zip(expected, found, strict=True):
            assert same(a, b)
        _core._wait_for_deferred_kernels()
