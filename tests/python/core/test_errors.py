"""Bad input raises what NumPy raises, and the library works on afterwards with no memory lost."""

import gc

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, assert_same_error

CALLS = [
    lambda xp: xp.add(xp.zeros(3), xp.zeros(4)),
    lambda xp: xp.add(1),
    lambda xp: xp.add(1, 2, 3, 4),
    lambda xp: xp.add(xp.zeros(3), "a"),
    lambda xp: xp.add(xp.zeros(3), 1, out=xp.zeros(4)),
    lambda xp: xp.add(xp.zeros(3), 1, out="a"),
    lambda xp: xp.add(xp.zeros(3), 1, out=xp.zeros(3, int)),
    lambda xp: xp.add(xp.zeros(3), 1, casting="no such"),
    lambda xp: xp.add(xp.zeros(3), 1, dtype="i4"),
    lambda xp: xp.add(xp.zeros(3), 1, nonsense=1),
    lambda xp: xp.add(xp.zeros(3), 1, out=xp.zeros(3), where=xp.zeros(4, bool)),
    lambda xp: xp.bitwise_and(xp.zeros(3), 1),
    lambda xp: xp.left_shift(1.0, xp.arange(3)),
    lambda xp: xp.sin(xp.zeros(3, complex), dtype="f4"),
    lambda xp: xp.arange(3, dtype="u1") + 256,
    lambda xp: xp.arange(3, dtype="i1") - 129,
    lambda xp: xp.arange(3, dtype="u4") * -1,
    lambda xp: xp.arange(3) ** -1,
    lambda xp: xp.negative(xp.ones(3, bool)),
    lambda xp: xp.subtract(xp.ones(3, bool), xp.ones(3, bool)),
    lambda xp: xp.floor_divide(xp.ones(3, complex), 1),
    lambda xp: xp.frexp(xp.zeros(3), out=xp.zeros(3)),
    lambda xp: xp.frexp(xp.zeros(3), out=(xp.zeros(3),)),
    lambda xp: ~xp.zeros(3),
    lambda xp: xp.zeros(3) @ "a",
    lambda xp: xp.zeros((2, 3), "no such dtype"),
    lambda xp: xp.zeros((2, 3)).sum(axis="rows"),
    lambda xp: xp.zeros((2, 3)).sum(5),
    lambda xp: xp.zeros((2, 3)).copy("Z"),
    lambda xp: xp.zeros((2, 3)).nonsense,
    lambda xp: xp.zeros((2, 3)).item(10),
    lambda xp: xp.zeros((2, 3)).item(0, 0, 0),
    lambda xp: xp.zeros((2, 3)).view("f3"),
    lambda xp: xp.zeros((2, 3)).tofile(3.5),
    lambda xp: xp.zeros((2, 3)).tobytes("Z"),
    lambda xp: xp.empty((2**62, 2**10)),
    lambda xp: xp.broadcast_to(xp.zeros(2), (2**40, 2**40, 2)),
    # Two errors in one call: an axis and indices are looked at before dtypes.
    lambda xp: xp.gcd.accumulate(xp.ones(2, bool)),
    lambda xp: xp.gcd.accumulate(xp.ones(2, bool), axis=3),
    lambda xp: xp.gcd.reduce(xp.ones(2, bool), axis=3),
    lambda xp: xp.subtract.reduceat(xp.ones(2, bool), [0], axis=3),
    lambda xp: xp.gcd.reduceat(xp.ones(2, bool), [0]),
    lambda xp: xp.gcd.reduceat(xp.ones(2, bool), [7]),
    lambda xp: xp.lcm.reduceat(xp.ones(2), [-1]),
    lambda xp: xp.gcd.reduceat(xp.ones(0, bool), [0]),
]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_same_error(call):
    with np.errstate(all="ignore"):
        try:
            call(np)
        except AttributeError:
            with pytest.raises(AttributeError):
                call(cp)
            return
        except Exception:  # noqa: BLE001  which one is compared below
            pass
    assert_same_error(call)
    assert_same(cp.arange(3) + 1, np.arange(3) + 1)


def test_axis_error_says_what():
    with pytest.raises(np.exceptions.AxisError, match="axis 5 is out of bounds for array of dimension 2") as caught:
        cp.zeros((2, 3)).sum(5)
    assert caught.value.axis == 5 and caught.value.ndim == 2
    assert str(caught.value).count("axis 5") == 1
    with pytest.raises(cp.exceptions.AxisError, match="^source: axis 7"):
        cp.moveaxis(cp.zeros((2, 3)), 7, 0)


def test_nothing_is_lost():
    """After every failing call the pool holds what it held before."""
    pool = cp.get_default_memory_pool()
    gc.collect()
    cp.zeros(3).sum()
    before = pool.used_bytes()
    for _ in range(3):
        for call in CALLS:
            try:
                call(cp)
            except Exception:  # noqa: BLE001  their kinds are tested above
                pass
        gc.collect()
    assert pool.used_bytes() == before


def test_out_of_memory():
    pool = cp.get_default_memory_pool()
    limit = pool.get_limit()
    pool.free_all_blocks()
    pool.set_limit(size=pool.total_bytes() + 2**20)
    try:
        with pytest.raises(cp.exceptions.OutOfMemoryError, match=r"\d"):
            cp.zeros(2**20)
        assert isinstance(cp.exceptions.OutOfMemoryError("x"), MemoryError)
        assert_same(cp.ones(10).sum(), np.float64(10))
    finally:
        pool.set_limit(size=limit)


def test_reading_garbage():
    for value in (object(), {"a": 1}, "text", [["a"]], [[1], [2, 3]], None):
        for function in (cp.sum, cp.cumsum, cp.reshape, cp.ravel, cp.nonzero):
            with pytest.raises((TypeError, ValueError)):
                function(value)


def test_axes_of_an_array_without_axes():
    """0 and -1 are taken as numbers; a tuple names axes that are not there."""
    one = cp.array(3.0)
    for name in ("sum", "prod", "max", "min", "any", "all", "mean", "std", "var", "nansum", "nanmax", "count_nonzero"):
        function = getattr(cp, name)
        for axis in ((0,), (-1,), [0], (0, 0), (1,)):
            with pytest.raises(np.exceptions.AxisError):
                function(one, axis=axis)
        function(one, axis=())
    for name in ("sum", "max", "any"):
        for axis in (0, -1):
            assert getattr(cp, name)(one, axis=axis).ndim == 0
    for ufunc in (cp.add, cp.maximum, cp.logical_and):
        with pytest.raises(np.exceptions.AxisError):
            ufunc.reduce(one, axis=(0,))
        ufunc.reduce(one, axis=0)
