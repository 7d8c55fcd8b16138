"""Lists in place of arrays: what is made of them lives as long as the call, whatever their lengths."""

import array
import collections
import itertools
import operator
import warnings

import numpy as np
import pytest

import cuprum as cp
from common import assert_same


def changed(function):
    def call(xp, a, values):
        a = a.copy()
        function(xp, a, values)
        return a

    return call


CALLS = {
    "fill_diagonal": changed(lambda xp, a, values: xp.fill_diagonal(a, values)),
    "put": changed(lambda xp, a, values: xp.put(a, [0, 1], values)),
    "putmask": changed(lambda xp, a, values: xp.putmask(a, a > 1, values)),
    "place": changed(lambda xp, a, values: xp.place(a, a > 1, values)),
    "copyto": changed(lambda xp, a, values: xp.copyto(a, [values[0]] * a.shape[1])),
    "setitem": changed(lambda xp, a, values: a.__setitem__((slice(None), 0), [values[1]] * a.shape[0])),
    "clip": lambda xp, a, values: xp.clip(a, [1] * a.shape[1], [values[0]] * a.shape[1]),
    "where": lambda xp, a, values: xp.where(a > 1, [values[0]] * a.shape[1], 0.5),
    "insert": lambda xp, a, values: xp.insert(a, 1, values, None),
    "append": lambda xp, a, values: xp.append(a, values),
    "repeat": lambda xp, a, values: xp.repeat(a, [2] * a.shape[0], 0),
    "take": lambda xp, a, values: xp.take(a, [0, 1, 0], 1),
    "delete": lambda xp, a, values: xp.delete(a, [0], 1),
    "isin": lambda xp, a, values: xp.isin(a, values),
    "isclose": lambda xp, a, values: xp.isclose(a, [values[0]] * a.shape[1]),
    "full": lambda xp, a, values: xp.full((3, len(values)), values),
    "full_like": lambda xp, a, values: xp.full_like(a, [values[0]] * a.shape[1]),
    "linspace": lambda xp, a, values: xp.linspace(values, 9, 4),
    "quantile": lambda xp, a, values: xp.quantile(a, [0.1, 0.5], axis=0),
    "histogram": lambda xp, a, values: xp.histogram(a, [0, 1, 2, 5])[0],
    "diff": lambda xp, a, values: xp.diff(a, prepend=[[values[0]]] * a.shape[0]),
    "pad": lambda xp, a, values: xp.pad(a, [[1, 1], [0, 2]], constant_values=3),
    "nan_to_num": lambda xp, a, values: xp.nan_to_num(a, nan=values[0]),
    "select": lambda xp, a, values: xp.select([a > 1, a < 0], [a, a * 2], 3),
}


@pytest.mark.parametrize("name", CALLS)
def test_lists_as_operands(name):
    rng = np.random.default_rng(0)
    for _ in range(40):
        host = rng.integers(-3, 9, rng.integers(2, 7, 2)).astype(float)
        values = rng.integers(-3, 9, rng.integers(2, 9)).tolist()
        expected, found = CALLS[name](np, host, values), CALLS[name](cp, cp.asarray(host), values)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-14, atol=1e-15)  # GPUs contract a * b + c


SEQUENCES = [range(4), range(3, -1, -1), range(0), range(1), [0, 1, 2, 3], (1.5, 2, 3, 4)]
OPERATORS = "eq ne lt le gt ge add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift matmul".split()


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_beside_sequences(name):
    """`a == range(4)` is an array, not False."""
    function = getattr(operator, name)
    for values in SEQUENCES:
        for dtype in ("i8", "f4", "u1"):
            for swapped in (False, True):
                host = np.arange(1, 5).astype(dtype)
                ours = cp.array(host)
                with warnings.catch_warnings(), np.errstate(all="ignore"):
                    warnings.simplefilter("ignore")
                    try:
                        expected = function(values, host) if swapped else function(host, values)
                    except (TypeError, ValueError) as error:
                        with pytest.raises((TypeError, ValueError)) as found:
                            function(values, ours) if swapped else function(ours, values)
                        assert issubclass(type(error), found.type) or issubclass(found.type, type(error))
                        continue
                    got = function(values, ours) if swapped else function(ours, values)
                np.testing.assert_allclose(got.get(), expected, rtol=1e-6)
                assert got.dtype == np.asarray(expected).dtype


def test_equality_with_containers():
    """Nothing is equal to a set or a dict; containers that are arrays to NumPy are refused, not just unequal."""
    ours = cp.ones(4)
    for other in ({1}, {1: 2}, frozenset([1]), None, "abcd", b"abcd", object()):
        assert (ours == other).tolist() == [False] * 4 and (ours != other).tolist() == [True] * 4
        assert (other == ours).tolist() == [False] * 4 and (other != ours).tolist() == [True] * 4
    for other in (array.array("d", [1] * 4), bytearray(4), memoryview(bytes(4)), collections.deque([1] * 4)):
        for function in (operator.eq, operator.ne):
            with pytest.raises(TypeError, match="asarray"):
                function(ours, other)
            with pytest.raises(TypeError, match="asarray"):
                function(other, ours)


class Lends:
    """An object with CuPy's protocol for arrays."""

    def __init__(self, array):
        self.array = array

    def __cupy_get_ndarray__(self):
        return self.array


def test_lists_of_objects_with_the_protocol():
    a, places = cp.arange(5.0), cp.array([3, 0, 1])
    assert_same(cp.asarray([Lends(a), Lends(a + 1)]), np.stack([np.arange(5.0), np.arange(5.0) + 1]))
    assert_same(cp.array([[1.0, 2, 3, 4, 5], Lends(a)]), np.stack([np.arange(1.0, 6), np.arange(5.0)]))
    for index in (Lends(places), (Lends(places),)):
        assert_same(a[index], np.array([3.0, 0, 1]))
    assert_same(a[[Lends(places)]], np.array([[3.0, 0, 1]]))


def test_lists_of_arrays():
    """The dtypes of arrays in a list are joined from left to right, and each is cast to `dtype` by itself."""
    letters = "?bBhHiIlLefdFD"
    for dtypes in itertools.product(letters, repeat=3):
        arrays = [np.ones(2, dtype) for dtype in dtypes]
        assert cp.array([cp.asarray(a) for a in arrays]).dtype == np.array(arrays).dtype, dtypes
    for arrays, dtype in [
        ([np.array([2**63 + 1], "u8"), np.array([1], "i8")], "u8"),
        ([np.array([2**53 + 1], "i8"), np.array([1.5])], "i8"),
        ([np.array([[2**53 + 1]], "i8"), np.array([[1.5 + 1j]])], "D"),
        ([np.array(2**63 + 1, "u8"), 1, 2.5], "u8"),
    ]:
        expected = np.array(arrays, dtype)
        actual = cp.array([cp.asarray(a) if isinstance(a, np.ndarray) else a for a in arrays], dtype)
        assert actual.dtype == expected.dtype
        np.testing.assert_array_equal(actual.get(), expected)
