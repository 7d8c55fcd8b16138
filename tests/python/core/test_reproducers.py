"""Calls of creation, dtypes, indices, shapes that once ended otherwise than in NumPy, each for its
kind. tests/fuzz found most of them."""

import itertools

import numpy as np
import pytest
from common import assert_same, assert_same_error, assert_same_strides
from reproducers import along_axis, assert_all_same, assigned, changed, nan, put_along

import cuprum as cp

MATRIX = np.arange(6.0).reshape(2, 3)

SAME = {
    "nothing is taken from nothing": [
        lambda xp: xp.take(xp.zeros((0, 1)), xp.array([7]), axis=1),
        lambda xp: xp.take(xp.zeros((0, 0)), xp.array(0), axis=1),
        lambda xp: xp.take(xp.zeros((0, 0)), xp.array([7, -1]), axis=0, mode="clip"),
        lambda xp: xp.take(xp.zeros((1, 0, 0)), xp.array(0), axis=1, mode="clip"),
        lambda xp: xp.compress(xp.array([False, True]), xp.zeros((0, 1), "L"), axis=-1),
        lambda xp: xp.choose(xp.array(4), [xp.array(1, "L"), xp.zeros(0, "l")]),
        lambda xp: xp.choose(xp.array([4, 5]), [xp.array(1), xp.zeros((0, 1), "l")]),
    ],
    "lines of which there are none": [
        lambda xp: xp.take_along_axis(xp.zeros((1, 0)), xp.array([[1]]), 0),
        lambda xp: xp.take_along_axis(xp.zeros((0, 0)), xp.array([[-7]]), 0),
        lambda xp: put_along(xp, (1, 0), [[1]], [[1.0]]),
        lambda xp: put_along(xp, (0, 0), [[1], [5]], 2.0),
    ],
    "masks of no element": [
        assigned((1, 1), (np.zeros((1, 0), bool),), lambda xp: xp.zeros((1, 1))),
        assigned((2, 3), (np.zeros((0, 0), bool),), lambda xp: xp.zeros((0, 0))),
        assigned((0, 1), (np.zeros((0, 0), bool),), lambda xp: xp.zeros((1, 1, 1))),
        assigned((1,), (np.zeros(0, bool),), lambda xp: xp.zeros((1, 1))),
    ],
    "rolled beyond 64 bits": [
        lambda xp: xp.roll(xp.arange(5), 2**63),
        lambda xp: xp.roll(xp.arange(5), -(2**63) - 4),
        lambda xp: xp.roll(xp.arange(0), 2**70),
        lambda xp: xp.roll(xp.arange(6).reshape(2, 3), (2**70 + 1, 2**62), axis=(0, 1)),
        lambda xp: xp.roll(xp.arange(6).reshape(2, 3), 2**70 + 1),
        lambda xp: xp.roll(xp.arange(5), (2**63 - 1, 2**63 - 1)),
        lambda xp: xp.roll(xp.arange(5), (2**63 - 1, 2**63 - 1), axis=(0, 0)),
    ],
    "nothing is put into nothing": [
        assigned((2, 0), ([0], np.zeros(0, bool)), lambda xp: xp.zeros((2, 0))),
        assigned((2, 3), ([0], np.zeros(0, int)), lambda xp: xp.zeros((2, 0))),
        assigned((2, 3), (np.zeros(0, int),), lambda xp: xp.zeros((2, 0, 3))),
        assigned((2, 3), (np.zeros((2, 0), int),), lambda xp: xp.zeros((3, 1, 0, 1))),
        lambda xp: xp.insert(xp.zeros(0), slice(None), xp.zeros((2, 0))),
        lambda xp: xp.insert(xp.zeros(3), slice(0, 0), xp.zeros((2, 0))),
        along_axis((3,), (0,), (2, 0)),
        along_axis((3, 2), (0, 2), (5, 0, 2)),
    ],
    "places of nothing": [
        lambda xp: xp.delete(xp.arange(5), []),
        lambda xp: xp.delete(xp.arange(5), [[]]),
        lambda xp: xp.insert(xp.arange(5), [], 3),
        lambda xp: xp.insert(xp.arange(5), (), []),
    ],
    "pad: unsigned numbers wrap": [
        lambda xp: xp.pad(xp.zeros(1, "B"), 1, constant_values=-1),
        lambda xp: xp.pad(xp.zeros(1, "H"), 1, constant_values=2**31 - 1),
        lambda xp: xp.pad(xp.zeros((1, 1), "b"), 1, constant_values=(-128, 127)),
    ],
    "axes of arrays without axes": [
        lambda xp: xp.array(1.0).squeeze(0),
        lambda xp: xp.array(1.0).squeeze(axis=-1),
        lambda xp: xp.mean(xp.array(1.0), axis=0, where=xp.array(True)),
    ],
    "pad: ramps wrap": [
        (lambda dtype, end: lambda xp: xp.pad(xp.array([1, 2, 3], dtype), (3, 2), "linear_ramp", end_values=end))(*p)
        for p in [("I", -2), ("L", -2), ("L", -70000.5), ("I", 2**32 - 1), ("L", 2**40), ("B", -2.5), ("h", 70000)]
    ],
    "ranges are sequences": [
        lambda xp: xp.sum(xp.asarray(range(5))),
        lambda xp: xp.concatenate([range(3), range(2)]),
        lambda xp: xp.take(xp.arange(5), range(2)),
        lambda xp: xp.arange(5)[range(3, 0, -1)],
        lambda xp: xp.ix_(range(3), range(2))[0],
        lambda xp: xp.einsum(xp.ones((2, 3)), range(2), xp.ones((3, 2)), range(1, 3)),
    ],
    "places in nothing": [
        lambda xp: xp.ravel_multi_index(xp.zeros((3, 0), int), (2, 1, 0)),
        lambda xp: xp.ravel_multi_index((xp.array(-1), xp.zeros((0, 1), int)), (3, 0)),
    ],
    "functions along an axis of no length": [
        lambda xp: xp.apply_along_axis(xp.sum, 0, xp.zeros((0, 3))),
        lambda xp: xp.apply_along_axis(lambda line: xp.stack([line, line]), 0, xp.arange(6).reshape(2, 3)),
    ],
    "insert": [
        lambda xp: xp.insert(xp.zeros(3, "i1"), 1, 100),
        lambda xp: xp.insert(xp.zeros(3, "i1"), [0, 1], [1.9, -1.9]),
        lambda xp: xp.insert(xp.zeros(3, "i1"), 0, xp.array([300])),
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

ERRORS = {
    "take and choose from something": [
        lambda xp: xp.take(xp.zeros((0, 3)), xp.array([1]), axis=0),
        lambda xp: xp.take(xp.zeros(0), xp.array([0])),
        lambda xp: xp.insert(xp.zeros(3), slice(0, 0), xp.zeros((2, 3))),
        lambda xp: xp.zeros((2, 3)).__setitem__(([0], xp.zeros(0, int)), xp.zeros((2, 1))),
        lambda xp: xp.zeros((2, 3)).__setitem__(([0], xp.zeros(0, int)), xp.zeros((2, 0, 3))),
        lambda xp: xp.zeros((2, 3)).__setitem__(([0], xp.zeros(0, int)), xp.zeros((0, 1))),
        lambda xp: xp.zeros((2, 3)).__setitem__(xp.zeros((2, 3), bool), xp.zeros((2, 0))),
    ],
    "Python integers have to fit": [
        lambda xp: xp.pad(xp.zeros(1, "b"), 2, constant_values=2**31),
        lambda xp: xp.pad(xp.zeros((2, 2), "h"), 1, constant_values=[(2**15, 1)]),
        lambda xp: xp.fill_diagonal(xp.zeros((1, 0), "I"), -2),
        lambda xp: xp.fill_diagonal(xp.zeros((0, 0), "B"), -2.5),
        lambda xp: xp.fill_diagonal(xp.zeros((3, 0), "l"), nan),
        lambda xp: xp.fill_diagonal(xp.zeros((3, 3), "B"), 300.5),
        lambda xp: xp.fill_diagonal(xp.zeros((3, 3), "B"), [1, -2]),
        lambda xp: xp.less(300, xp.array(1, "b"), signature="bb->?"),
        lambda xp: xp.equal(xp.array(1, "B"), -1, signature=("B", "B", "?")),
        lambda xp: xp.ldexp(xp.array(1, "f"), 2**40),
        lambda xp: xp.bitwise_or(-2, xp.array(1), dtype="L"),
        lambda xp: xp.lcm(xp.array(1, "L"), -2, dtype="B", casting="safe"),
        lambda xp: xp.sum(xp.array([3], "L"), initial=-2, out=xp.zeros((), "L")),
    ],
    "places are no floats": [
        lambda xp: xp.delete(xp.arange(5), xp.zeros(0)),
        lambda xp: xp.delete(xp.arange(5), np.zeros(0)),
        lambda xp: xp.insert(xp.arange(5), xp.zeros(0), 3),
    ],
    "nothing goes along an axis all the same": [
        lambda xp: along_axis((3,), (0,), (2, 1))(xp),
        lambda xp: along_axis((3, 2), (0, 2), (5, 1, 2))(xp),
    ],
    "ranges without a step": [
        lambda xp: xp.arange(np.float64(3), 0, 0),
        lambda xp: xp.arange(3, 0, np.int64(0)),
        lambda xp: xp.arange(3, 0, 0),
        lambda xp: xp.arange(3.0, 0, 0),
    ],
    "split": [
        lambda xp: xp.split(xp.array(1), 0),
        lambda xp: xp.split(xp.array([1]), 0),
        lambda xp: xp.split(xp.array([1]), 0, axis=1),
    ],
    "insert: numbers have to fit": [
        lambda xp: xp.insert(xp.zeros(3, "u4"), 0, -1),
        lambda xp: xp.insert(xp.zeros(3, "i1"), [0, 1], 300),
        lambda xp: xp.insert(xp.zeros(0, "u4"), 0, [-1]),
        lambda xp: xp.zeros(0, "u1").fill(-1),
    ],
    "an index out of bounds beside an empty one": [
        lambda xp: xp.zeros((0, 1))[xp.zeros(0, bool), xp.array(1)],
        lambda xp: xp.zeros((3, 3))[xp.array(5), xp.zeros(0, int)],
        lambda xp: xp.zeros((0, 1)).__setitem__((xp.zeros(0, bool), xp.array(1)), 0),
        lambda xp: xp.logical_and.at(xp.zeros((1, 0)), (xp.array(1), xp.zeros(0, bool)), 0),
    ],
    "masks are not cut to fit": [
        lambda xp: xp.copyto(xp.zeros(()), 1, where=xp.array([True])),
        lambda xp: xp.copyto(xp.zeros(2), 1, where=xp.ones((1, 2), bool)),
        lambda xp: xp.array(1.0).__setitem__(xp.array(True), xp.ones((1, 1))),
        lambda xp: xp.ones((2, 2)).__setitem__(xp.ones((2, 2), bool), xp.ones((1, 4))),
        lambda xp: xp.ones((1, 0)).__setitem__(xp.ones((1, 0), bool), xp.ones((1, 0))),
        lambda xp: xp.ones((1, 1)).__setitem__(xp.ones((1, 0), bool), xp.ones((2, 2))),
    ],
    "widths of pad": [
        lambda xp: xp.pad(xp.ones(3), "word"),
        lambda xp: xp.pad(xp.ones(3), True),
        lambda xp: xp.pad(xp.ones((2, 2)), [[1, 2], [3]]),
        lambda xp: xp.pad(xp.ones(3), 0, "maximum", stat_length=0),
        lambda xp: xp.pad(xp.ones(3), 0, "mean", stat_length=-1),
    ],
    "places that are none": [
        lambda xp: xp.unravel_index(xp.array([0]), ()),
        lambda xp: xp.arange(5).flat[None],
        lambda xp: xp.arange(5).flat.__setitem__(None, 1),
        lambda xp: xp.insert(xp.arange(3), 1.0, 5),
        lambda xp: xp.insert(xp.arange(3), "a", 5),
        lambda xp: xp.insert(xp.arange(3), xp.array([1.0]), 5),
        lambda xp: xp.insert(xp.arange(3), xp.array([1.0, 2.0]), 5),
        lambda xp: xp.delete(xp.arange(3), None),
        lambda xp: xp.digitize(xp.array([1]), xp.array([1j, 2])),
    ],
    "others": [
        lambda xp: xp.trim_zeros(xp.array([0, 1]), ""),
        lambda xp: xp.ravel_multi_index(xp.array([[0], [0]]), (2, 0), mode="clip"),
        lambda xp: xp.apply_along_axis(xp.sum, 2, xp.zeros((2, 3))),
        lambda xp: xp.can_cast(0.0, "i8"),
        lambda xp: xp.delete(xp.arange(5), True),
        lambda xp: xp.mgrid[(slice(1, 0),)],
        lambda xp: xp.mgrid[0:3, 5:0],
        lambda xp: xp.tril(xp.array(1)),
        lambda xp: xp.array(1.0).squeeze(1),
    ],
    "single calls": [
        lambda xp: bool(xp.zeros(0)),
        lambda xp: bool(xp.zeros(2)),
        lambda xp: xp.put(xp.zeros(0), [0], [1]),
        lambda xp: xp.zeros(3, "i1").__setitem__(0, 300),
        lambda xp: xp.array([300], dtype="i1"),
    ],
}


@pytest.mark.parametrize("kind", SAME)
def test_same(kind):
    assert_all_same(SAME[kind])


@pytest.mark.parametrize("kind", ERRORS)
def test_errors(kind):
    if cp.backend() == "cuda" and kind == "an index out of bounds beside an empty one":
        return  # a GPU does not check indices unless it is asked to
    for call in ERRORS[kind]:
        assert_same_error(call)


def test_where_refuses_integers_that_do_not_fit():
    """As NumPy does from 2.5 on."""
    for x, y in [(300, cp.ones(2, "b")), (cp.ones(2, "I"), -3), (2**70, cp.array(1))]:
        with pytest.raises(OverflowError):
            cp.where(cp.array([True, False]), x, y)
    assert cp.where(cp.array(False), 300, cp.ones(2, "d")).tolist() == [1, 1]
    assert cp.where(cp.array(True), -128, cp.ones(1, "b")).dtype == cp.int8


def test_min_scalar_type():
    inf = float("inf")
    values = [complex(inf, 0), complex(1, nan), complex(1e300, 1), 1 + 1j, 1e39, nan, inf, 65504.0, np.complex64(nan)]
    values += [np.float32(inf), True, -1, 300, 2**40, -(2**63), 2**63]
    for value in values:
        assert cp.min_scalar_type(value) == np.min_scalar_type(value), value


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
