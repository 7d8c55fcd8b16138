"""The dtype of many operands: any order, Python's numbers among them."""

import itertools

import numpy as np
import pytest

import cuprum as cp
from common import NUMPY_DTYPES, assert_same, assert_same_error


def test_three_dtypes():
    for dtypes in itertools.product(NUMPY_DTYPES, repeat=3):
        assert cp.result_type(*dtypes) == np.result_type(*dtypes), dtypes


def test_more_dtypes_and_numbers():
    rng = np.random.default_rng(0)
    for _ in range(3000):
        dtypes = [NUMPY_DTYPES[i] for i in rng.integers(0, len(NUMPY_DTYPES), rng.integers(1, 7))]
        numbers = [(), (1,), (1.5,), (1j,), (2, 1.5)][rng.integers(0, 5)]
        assert cp.result_type(*dtypes, *numbers) == np.result_type(*dtypes, *numbers), (dtypes, numbers)


JOINED = [
    lambda xp, x: xp.concatenate(x),
    lambda xp, x: xp.stack(x),
    lambda xp, x: xp.hstack(x),
    lambda xp, x: xp.vstack(x),
    lambda xp, x: xp.dstack(x),
    lambda xp, x: xp.column_stack(x),
    lambda xp, x: xp.block(x),
    lambda xp, x: xp.choose(xp.array([0, 2]), x),
    lambda xp, x: xp.select([xp.array([True, False])] * 3, x),
    lambda xp, x: xp.select([xp.array([True, False])] * 2, x[:2], x[2]),
    lambda xp, x: xp.einsum("i,i,i->i", *x),
    lambda xp, x: xp.clip(*x),
    lambda xp, x: xp.concatenate(x, axis=None),
]


@pytest.mark.parametrize("call", JOINED, ids=range(len(JOINED)))
def test_functions_of_many_arrays(call):
    for kinds in ("Hhf", "hHf", "fHh", "Bbe", "bBe", "HhF", "IiF", "LqF", "?Bb", "lLf"):
        assert_same(call(cp, [cp.array([1, 2], k) for k in kinds]), call(np, [np.array([1, 2], k) for k in kinds]))


NUMBERS = [
    lambda xp, a, x: xp.choose(xp.array([0, 1]), [a, x]),
    lambda xp, a, x: a.astype("u1").choose([a, x]),
    lambda xp, a, x: xp.select([xp.array([True, False]), xp.array([False, True])], [a, x]),
    lambda xp, a, x: xp.select([xp.array([True, False])], [x], a),
    lambda xp, a, x: xp.select([xp.array([True, False])], [a], x),
    lambda xp, a, x: xp.union1d(a, x),
    lambda xp, a, x: xp.union1d(x, a),
    lambda xp, a, x: xp.concatenate([a, x], axis=None),
    lambda xp, a, x: xp.concatenate([x, a, x], axis=None),
    lambda xp, a, x: xp.append(a, x),
    lambda xp, a, x: xp.where(xp.array([True, False]), a, x),
]


@pytest.mark.parametrize("call", NUMBERS, ids=range(len(NUMBERS)))
def test_numbers_take_the_arrays_dtype(call):
    for kind in "bBhifdFD?":
        for x in (1, 2.5, 1j, True, np.float32(1.5), np.int16(3)):
            host = np.array([1, 0], kind)
            try:
                expected = call(np, host, x)
            except TypeError:
                continue
            assert_same(call(cp, cp.asarray(host), x), expected)
    assert_same(cp.choose(cp.array([0, 1]), [1, 2.5]), np.choose(np.array([0, 1]), [1, 2.5]))
    assert_same(cp.concatenate([1, 2], axis=None), np.concatenate([1, 2], axis=None))


def test_clip_in_a_dtype():
    for call in (
        lambda xp: xp.clip(xp.array([5, -7], "i2"), 1, 3, dtype="f4"),
        lambda xp: xp.clip(xp.array([5, -7], "i2"), 1, 3, dtype="i1"),
        lambda xp: xp.clip(xp.array([5.5, -7.5]), 1, 3, dtype="i4", casting="unsafe"),
        lambda xp: xp.array([5.5, -7.5], "f4").clip(1, 3, dtype="f8"),
        lambda xp: xp.array([5.5, -7.5], "f4").clip(1, 3, casting="no"),
        lambda xp: xp.clip(xp.array([5.5, -7.5], "f4"), xp.array([1, 2], "f8"), None, dtype="f4"),
    ):
        assert_same(call(cp), call(np))
    assert_same_error(lambda xp: xp.clip(xp.array([5.5]), 1, 3, dtype="i4"))
    assert_same_error(lambda xp: xp.clip(xp.array([5.5]), 1, 3, out=xp.zeros(1, "i4")))
