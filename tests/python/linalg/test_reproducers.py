"""Calls of products and matrices that once ended otherwise than in NumPy, each for its
kind. tests/fuzz found most of them."""

import pytest
from common import assert_same_error
from reproducers import assert_all_same

SAME = {
    "pinv of nothing": [
        lambda xp: xp.linalg.pinv(xp.zeros((0, 1), "e")),
        lambda xp: xp.linalg.pinv(xp.zeros((3, 2, 0), "d")),
    ],
    "axes that are kept are the last": [
        lambda xp: xp.vecdot(xp.arange(27.0).reshape(3, 3, 3), xp.ones((3, 1, 3)), axes=[0, 2], keepdims=True),
        lambda xp: xp.vecdot(xp.arange(12.0).reshape(2, 2, 3), xp.ones((2, 2, 3)), axis=0, keepdims=True),
        lambda xp: xp.vecdot(xp.ones((2, 2, 3)), xp.ones((2, 2, 3)), axes=[1, 1, 0], keepdims=True),
    ],
    "singular float32 matrices": [
        lambda xp: xp.linalg.pinv(xp.array([[0.0, 0], [0, 0]], "f4")),
        lambda xp: xp.round(xp.linalg.pinv(xp.array([[1.0, 2], [2, 4]], "f4")), 5),
    ],
}

ERRORS = {
    "single calls": [
        lambda xp: xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), axes=[(0, 1), (0, 1)]),
        lambda xp: xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), axes=3),
    ],
}


@pytest.mark.parametrize("kind", SAME)
def test_same(kind):
    assert_all_same(SAME[kind])


@pytest.mark.parametrize("kind", ERRORS)
def test_errors(kind):
    for call in ERRORS[kind]:
        assert_same_error(call)
