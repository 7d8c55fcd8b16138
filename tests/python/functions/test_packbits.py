"""Numbers as bits and bits as numbers, against NumPy."""

import common
import numpy as np
import pytest
from common import BOOL, INTEGERS, layouts, sample

import cuprum as cp


check = common.check_by_name(np, cp)


@pytest.mark.parametrize("bitorder", ["big", "little"])
@pytest.mark.parametrize("dtype", BOOL + INTEGERS, ids=str)
def test_packbits(dtype, bitorder):
    for shape in [(8,), (13,), (1,), (0,), (3, 5), (2, 0), (4, 9, 3), ()]:
        a = np.asarray(sample(shape, dtype, 1, -2, 2))
        for axis in (None, *range(-len(shape), len(shape))):
            check("packbits", a, axis=axis, bitorder=bitorder)


@pytest.mark.parametrize("bitorder", ["big", "little"])
def test_unpackbits(bitorder):
    for shape in [(1,), (5,), (0,), (3, 5), (2, 0), (4, 2, 3), ()]:
        a = np.asarray(sample(shape, "B", 1, 0, 256))
        for axis in (None, *range(-len(shape), len(shape))):
            for count in (None, 0, 3, 8, 21, -3):
                if a.size == 0 and count and count > 0:  # NumPy leaves such results as the memory was
                    assert not cp.unpackbits(cp.asarray(a), axis, count, bitorder).any()
                else:
                    check("unpackbits", a, axis=axis, count=count, bitorder=bitorder)


def test_bits_layouts_and_errors():
    for _, a in layouts(sample((6, 9), "B", 1, 0, 256)):
        for axis in (None, 0, 1):
            check("packbits", a, axis=axis)
            check("unpackbits", a, axis=axis)
    check("packbits", np.ones(3))
    check("unpackbits", np.ones(3, bool))
    check("unpackbits", np.ones(3, "B"), count=-25)
    for function in ("packbits", "unpackbits"):
        check(function, np.ones(3, "B"), bitorder="x")
        check(function, np.ones(3, "B"), axis=1)


def test_numpy_functions_give_ours():
    assert isinstance(np.packbits(cp.arange(9) > 4), cp.ndarray)
