"""Calls that once ended otherwise than in NumPy, each the reproducer of its kind, beside NumPy: values, dtypes, layouts
and classes of errors."""

import itertools
import warnings

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, assert_same_error, assert_same_strides

MATRIX = np.arange(6.0).reshape(2, 3)


def changed(make, change):
    def call(xp):
        target = make(xp)
        change(xp, target)
        return target

    return call


SAME = {
    "rounding integers": [
        lambda xp: xp.round(xp.array([12345, -150, 250, 55]), -1),
        lambda xp: xp.array([125, -115, 25], "i1").round(-2),
        lambda xp: xp.round(xp.array([125, 115, 25], "u1"), -5),
    ],
    "variances that are whole numbers": [
        lambda xp: xp.nanvar(xp.array([[[3] * 33, [1] * 33]] * 3, "u8"), out=xp.array(0, "u8")),
        lambda xp: xp.var(xp.array([3] * 99 + [1] * 99)),
    ],
    "averages of small integers": [
        lambda xp: xp.average(xp.array([100, 100, 100], "i1"), weights=xp.array([1, 2, 3], "i1")),
        lambda xp: xp.average(xp.array([100, 100, 100], "u1"), weights=xp.array([100, 200, 100], "u1")),
        lambda xp: xp.average(xp.array([[100, 90]] * 2, "i2"), axis=0, weights=xp.array([1, 2], "f4")),
    ],
    "degrees of freedom below nothing": [
        lambda xp: xp.nanvar(xp.array([1.0, 2.0]), ddof=3),
        lambda xp: xp.nanvar(xp.array([1.0, 2.0]), ddof=2),
        lambda xp: xp.std(xp.array([1.0, 2.0]), ddof=3),
    ],
    "singular float32 matrices": [
        lambda xp: xp.linalg.pinv(xp.array([[0.0, 0], [0, 0]], "f4")),
        lambda xp: xp.round(xp.linalg.pinv(xp.array([[1.0, 2], [2, 4]], "f4")), 5),
    ],
    "dtypes computed in": [
        lambda xp: xp.add(xp.array([1.0001, 2049]), xp.array([1e-4, 1]), dtype="f2", casting="unsafe"),
        lambda xp: xp.multiply(xp.array([1.0001, 2049]), xp.array([3.3, 1]), dtype="f2", casting="unsafe"),
    ],
    "ranges of NumPy's numbers": [
        lambda xp: xp.arange(np.int8(3)),
        lambda xp: xp.arange(np.int8(1), np.float32(4), np.float64(0.5)),
        lambda xp: xp.arange(np.uint8(3), np.int64(9), 2),
        lambda xp: xp.arange(np.uint64(3)),
    ],
    "indices of nothing": [
        lambda xp: xp.arange(3.0)[[[]]],
        lambda xp: xp.arange(3.0)[xp.zeros(3, bool)],
        lambda xp: xp.zeros((0, 3))[xp.zeros((0, 3), bool)],
        lambda xp: xp.array(3.0)[xp.array(False)],
        lambda xp: xp.ix_([], [1])[0],
    ],
    "comparisons with what is no number": [
        lambda xp: xp.arange(3) != object(),
        lambda xp: xp.arange(3) == None,  # noqa: E711
        lambda xp: xp.arange(3) == "a",
    ],
    "masks and values as lists and numbers": [
        changed(lambda xp: xp.arange(5), lambda xp, a: xp.putmask(a, a > 2, 5)),
        changed(lambda xp: xp.arange(5), lambda xp, a: xp.putmask(a, [True, False] * 2 + [True], [9, 8])),
        changed(lambda xp: xp.arange(3), lambda xp, a: xp.place(a, [True, False, True], [9, 8])),
        changed(lambda xp: xp.arange(0), lambda xp, a: xp.place(a, xp.zeros(0, bool), [])),
        changed(
            lambda xp: xp.zeros(3), lambda xp, a: xp.put_along_axis(a, xp.array([0, 0, 1]), xp.array([1.0, 2, 3]), 0)
        ),
    ],
    "splitting at arrays": [
        lambda xp: xp.split(xp.arange(5), xp.array([1, 3]))[1],
        lambda xp: xp.hsplit(xp.arange(5), np.array([1, 3]))[2],
        lambda xp: xp.vsplit(xp.arange(6).reshape(3, 2), xp.array([1]))[1],
    ],
    "no places": [
        lambda xp: xp.add.reduceat(xp.arange(3), []),
        lambda xp: xp.add.reduceat(xp.arange(3), xp.zeros(0, int)),
    ],
    "steps of an x with more axes": [
        lambda xp: xp.trapezoid(xp.arange(6.0).reshape(2, 3), xp.arange(12.0).reshape(2, 2, 3)),
    ],
    "shapes and shifts as arrays": [
        lambda xp: xp.zeros(np.array([2, 3])),
        lambda xp: xp.arange(6).reshape(np.array([2, 3])),
        lambda xp: xp.roll(xp.arange(6).reshape(2, 3), np.array([1, 1]), axis=np.array([0, 1])),
        lambda xp: xp.pad(xp.ones((2, 2)), np.array([[1, 2], [0, 1]])),
        lambda xp: xp.tile(xp.arange(3), np.array([2, 2])),
    ],
    "weak numbers": [
        lambda xp: xp.choose(xp.array([1, 0]), [xp.ones(2, "f4"), 2.5]),
        lambda xp: xp.select([xp.array([True, False])], [xp.ones(2, "f4")], 2.5),
        lambda xp: xp.union1d(xp.ones(2, "i1"), 2),
        lambda xp: xp.concatenate([xp.ones(2, "f4"), 2.5], axis=None),
    ],
}

ERRORS = [
    lambda xp: bool(xp.zeros(0)),
    lambda xp: bool(xp.zeros(2)),
    lambda xp: xp.mean(xp.array(1.0), axis=1),
    lambda xp: xp.put(xp.zeros(0), [0], [1]),
    lambda xp: xp.zeros(3, "i1").__setitem__(0, 300),
    lambda xp: xp.array([1], "i1") + 300,
    lambda xp: xp.sum(xp.zeros(3), initial=1 + 2j),
    lambda xp: xp.clip(xp.array([1.5, 2.5]), 1, 2, dtype="i4"),
    lambda xp: xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), axes=[(0, 1), (0, 1)]),
    lambda xp: xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), axes=3),
    lambda xp: xp.array([300], dtype="i1"),
]


@pytest.mark.parametrize("kind", SAME)
def test_same(kind):
    for call in SAME[kind]:
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            expected = call(np)
        assert_same(call(cp), np.asarray(expected))


def test_errors():
    for call in ERRORS:
        assert_same_error(call)


def test_the_least_dtype_is_no_wider_than_a_number_has():
    for number in (np.float16(65504), np.float32(3.402e38), np.complex64(3.402e38)):
        assert cp.min_scalar_type(cp.asarray(number)) == number.dtype
        assert cp.min_scalar_type(number) == number.dtype


def test_values_for_nothing_have_a_shape():
    # An index array without axes is a number to NumPy.
    def assign(xp):
        xp.zeros((2, 0))[xp.array(0), ::-1] = xp.zeros((2, 0))

    assert_same_error(assign)
    a = cp.zeros((2, 3))
    a[False, :3:2] = cp.zeros((0, 1, 3))
    assert not a.any()


def test_bytes():
    for host in (np.arange(3, dtype="i1"), MATRIX.T, np.array(1.5), np.zeros((0, 2))):
        assert bytes(cp.asarray(host)) == bytes(host)


def test_three_dtypes_in_any_order():
    for names in itertools.permutations(["u2", "i2", "f4"]):
        for join in (
            lambda xp, arrays: xp.concatenate(arrays),
            lambda xp, arrays: xp.stack(arrays),
            lambda xp, arrays: xp.einsum("i,i,i", *arrays),
            lambda xp, arrays: xp.clip(*arrays),
            lambda xp, arrays: xp.select([xp.array([True])] * 2, arrays[:2], arrays[2]),
        ):
            assert join(cp, [cp.ones(1, n) for n in names]).dtype == join(np, [np.ones(1, n) for n in names]).dtype


@pytest.mark.parametrize("order", "KACF")
def test_flat_copies_of_broadcast_arrays(order):
    for make in (
        lambda xp: xp.broadcast_to(xp.asfortranarray(xp.arange(6).reshape(2, 3)), (4, 2, 3)),
        lambda xp: xp.broadcast_to(xp.asfortranarray(xp.arange(6).reshape(2, 3, 1)), (2, 3, 4)),
        lambda xp: xp.broadcast_to(xp.arange(3)[:, None], (3, 2)).T,
    ):
        assert_same(make(cp).ravel(order), make(np).ravel(order))
        assert_same(make(cp).flatten(order), make(np).flatten(order))
        assert_same_strides(make(cp).copy(order), make(np).copy(order))


def test_layouts_of_conflicting_orders():
    for one, other in itertools.product("CF", "CF"):
        for shape in ((3, 2, 4), (1, 2, 4)):
            ours, theirs = (
                xp.add(xp.ones((2, 3, 4), order=one).transpose(1, 0, 2), xp.ones(shape, order=other)) for xp in (cp, np)
            )
            assert_same_strides(ours, theirs)
