"""The axis of methods that go along one, `arange` by names, and flags of `require`."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, assert_same_error


@pytest.mark.parametrize("axis", [None, 0, -1, (0,), (-1,)])
@pytest.mark.parametrize("name", ["add", "gcd", "maximum"])
def test_one_axis(name, axis):
    a = np.array([4, 6, 3, 9])
    assert_same(getattr(cp, name).accumulate(cp.array(a), axis=axis), getattr(np, name).accumulate(a, axis=axis))
    ours = getattr(cp, name).reduceat(cp.array(a), cp.array([0, 2]), axis=axis)
    assert_same(ours, getattr(np, name).reduceat(a, [0, 2], axis=axis))


@pytest.mark.parametrize("shape", [(), (2, 2), (2, 0, 1)])
@pytest.mark.parametrize("axis", [None, (), (0, 0), (0, 1), (5,), 7])
def test_several_axes_or_none(shape, axis):
    assert_same_error(lambda xp: xp.add.accumulate(xp.ones(shape), axis=axis))
    assert_same_error(lambda xp: xp.gcd.accumulate(xp.ones(shape, "i4"), axis=axis))
    assert_same_error(lambda xp: xp.add.reduceat(xp.ones(shape), xp.array([0]), axis=axis))


def test_axis_of_numpys_arrays():
    a = np.arange(4.0)
    assert (cp.add.accumulate(a, axis=None) == np.cumsum(a)).all()
    with pytest.raises(ValueError, match="multiple axes"):
        cp.add.accumulate(a.reshape(2, 2), axis=None)


def test_arange_by_names():
    assert_same(cp.arange(stop=5), np.arange(stop=5))
    assert_same(cp.arange(stop=5, step=2, dtype="f4"), np.arange(stop=5, step=2, dtype="f4"))
    assert_same(cp.arange(3, None), np.arange(3, None))
    assert_same_error(lambda xp: xp.arange())
    assert_same_error(lambda xp: xp.arange(None))


def test_unknown_requirements():
    for flags in ["Q", ["C", "X"]]:
        with pytest.raises(ValueError, match="Incorrect flag"):
            cp.require([1], None, flags)
    assert_same(cp.require([[1, 2]], "f4", ["F", "writeable"]), np.array([[1, 2]], "f4"))
