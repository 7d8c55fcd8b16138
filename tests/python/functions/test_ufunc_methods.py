"""Methods of ufuncs where they are easily wrong on one processor alone: axes without elements, and C's functions of the
same name."""

import numpy as np
import pytest

import cuprum as cp
from common import FLOATS, INTEGERS, assert_same, assert_same_error


def test_axes_without_elements():
    for name in ["add", "multiply", "maximum", "hypot"]:
        for dtype in ["u4", "f4"]:
            zeros = lambda xp, shape: xp.zeros(shape, dtype)
            for places in ([0], [-1], [0, 0]):
                assert_same_error(lambda xp: getattr(xp, name).reduceat(zeros(xp, (0, 1)), xp.asarray(places)))
                assert_same_error(lambda xp: getattr(xp, name).reduceat(zeros(xp, (2, 0)), xp.asarray(places), 1))
            assert getattr(cp, name).reduceat(zeros(cp, (0, 3)), cp.asarray([], int)).shape == (0, 3)
            assert getattr(cp, name).reduceat(zeros(cp, (4, 0)), cp.asarray([1, 2])).shape == (2, 0)
    for name, rest in [("absolute", ()), ("sin", ()), ("add", (1,)), ("hypot", (1,))]:
        ufunc = lambda xp: getattr(xp, name)
        assert_same_error(lambda xp: ufunc(xp).at(xp.zeros((0, 3), "f4"), (xp.asarray(0, "u1"), -2), *rest))
        assert_same_error(lambda xp: ufunc(xp).at(xp.zeros((0, 3), "f4"), xp.asarray([0, 0]), *rest))
        assert_same_error(lambda xp: ufunc(xp).at(xp.zeros((3, 0), "f4"), (slice(None), xp.asarray([0, 0])), *rest))
        a = cp.zeros((3, 0), "f4")
        ufunc(cp).at(a, cp.asarray([0, 0, 2]), *rest)
        ufunc(cp).at(cp.zeros((0, 3), "f4"), cp.asarray([], int), *rest)
        assert a.shape == (3, 0)


def test_integers_have_no_negative_powers():
    """In no method; those that nothing is raised to do not count."""
    for dtype in "bil":
        host = np.array([[2, -1, 3], [-1, 2, 0], [1, 1, -2]], dtype)
        for a in (host, host[:1], host[1:2], host[:, :1], host[:, 1:], abs(host), host[:0], host[:, :0], -abs(host)):
            calls = [
                lambda xp, x, k=k, name=name: getattr(xp.power, name)(x, axis=k)
                for k in (0, 1)
                for name in ("reduce", "accumulate")
            ]
            calls += [lambda xp, x, k=k: xp.power.reduce(x, axis=k, initial=2) for k in (0, 1)]
            calls += [lambda xp, x: xp.power.reduce(x, axis=1, initial=2, where=x >= 0)]
            calls += [
                lambda xp, x, i=i: xp.power.reduceat(x, xp.asarray(i), axis=1)
                for i in ([0], [0, 1], [1, 0], [2], [0, 1, 2])
            ]
            calls += [lambda xp, x: xp.power.outer(x, x), lambda xp, x: xp.power.outer(x, 2)]
            for call in calls:
                try:
                    expected = call(np, a)
                except IndexError:
                    if cp.backend() == "cpu":  # a GPU does not check indices unless it is asked to
                        assert_same_error(lambda xp: call(xp, xp.asarray(a)))
                except ValueError:
                    assert_same_error(lambda xp: call(xp, xp.asarray(a)))
                else:  # from NumPy 2.5 on small integers are raised as int64
                    assert_same(
                        call(cp, cp.asarray(a)), expected, strict_dtype=np.lib.NumpyVersion(np.__version__) < "2.5.0"
                    )
    for key, b in (([0, 0], -1), ([0, 1], -1), ([], -1), (slice(1), -1), ([0, 0], [1, -1]), ([0, 0], [1, 2])):
        results = []
        for xp in (np, cp):
            a = xp.array([2, 3, 4])
            try:
                xp.power.at(a, key, xp.asarray(b) if isinstance(b, list) else b)
            except ValueError:
                results.append(None)
            else:
                results.append(a.tolist())
        assert results[0] == results[1], (key, b)


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS, ids=str)
def test_remainders_have_the_sign_of_the_divisor(dtype):
    """C's remainder, which has not, lies close by where kernels are compiled."""
    host = np.array([[5, 3], [7, 4], [9, 5]] if dtype.kind == "u" else [[5, -7], [-3, 4], [2, -3]], dtype)
    a = cp.asarray(host)
    for axis in (0, 1):
        for name in ("remainder", "fmod"):
            assert_same(getattr(cp, name).accumulate(a, axis), getattr(np, name).accumulate(host, axis))
            assert_same(getattr(cp, name).reduce(a, axis), getattr(np, name).reduce(host, axis))
    assert_same(cp.mod.accumulate(cp.array([5, 3], dtype)), np.array([5, 2], dtype))


@pytest.mark.parametrize("target", ["i4", "i8", "u8", "f8", "D"])
@pytest.mark.parametrize("values", ["?", "u1", "i2", "f4"])
def test_at_with_narrower_values(target, values):
    """Values are of other widths than the elements, and neighbours in memory stay as they are."""
    if np.promote_types(target, values) != np.dtype(target):
        return
    index, given = np.array([0, 5, 5, 2, 5, 0]), np.array([1, 0, 3, 2, 1, 0]).astype(values)
    host = np.arange(40).astype(target)
    for name in ("add", "multiply", "maximum") if target != "D" else ("add",):
        expected, found = host.copy(), cp.asarray(host)
        getattr(np, name).at(expected[8:16], index, given)
        getattr(cp, name).at(found[8:16], cp.asarray(index), cp.asarray(given))
        np.testing.assert_array_equal(found.get(), expected)


@pytest.mark.parametrize("name", ["gcd", "lcm"])
def test_booleans_have_no_divisors(name):
    ufunc = lambda xp: getattr(xp, name)  # noqa: E731
    for call in (
        lambda xp: ufunc(xp)(xp.array([True, False]), xp.array([True, True])),
        lambda xp: ufunc(xp)(xp.array([True, False]), True),
        lambda xp: ufunc(xp).reduce(xp.array([True, False])),
        lambda xp: ufunc(xp).outer(xp.array([True]), xp.array([True])),
    ):
        assert_same_error(call)
    for other in (np.array([2, 3], "i1"), np.array([2, 3], "u8"), np.array([2, 3])):
        assert_same(ufunc(cp)(cp.array([True, False]), cp.asarray(other)), ufunc(np)(np.array([True, False]), other))


def test_values_on_the_host():
    """`at` copies them as indices are copied; sums and products of NumPy's arrays are their methods, as in CuPy."""
    for name in ("add", "subtract", "maximum", "multiply"):
        host, index, values = np.arange(5.0), np.array([0, 3, 3]), np.array([2.0, 4.0, -1.0])
        device = cp.asarray(host)
        getattr(np, name).at(host, index, values)
        getattr(cp, name).at(device, index, values)
        assert_same(device, host)
    m = np.arange(6.0).reshape(2, 3)
    for name in ("add", "multiply"):
        for axis in (0, 1, None):
            assert np.array_equal(getattr(cp, name).reduce(m, axis), getattr(np, name).reduce(m, axis))
        found = getattr(cp, name).accumulate(m, 1)
        assert type(found) is np.ndarray and np.array_equal(found, getattr(np, name).accumulate(m, 1))
    for refused in (lambda: cp.maximum.reduce(m), lambda: cp.add.outer(m, m), lambda: cp.add(m, 1)):
        with pytest.raises(TypeError):
            refused()


@pytest.mark.parametrize("dtype", ["u1", "i8", "f4", "f8", "c16"])
def test_at_with_many_changes_of_a_place(dtype):
    """The changes of a place are applied in order, however many threads look for them."""
    random = np.random.default_rng(3)
    for places, changes in [(1, 1), (1, 64), (1, 65), (2, 97), (3, 1000), (7, 30001), (500, 30001)]:
        index = random.integers(0, places, changes)
        values = (random.random(changes) * 9).astype(dtype)
        for name in ["add", "subtract"]:
            expected, found = np.ones(places, dtype), cp.ones(places, dtype)
            getattr(np, name).at(expected, index, values)
            getattr(cp, name).at(found, cp.asarray(index), cp.asarray(values))
            np.testing.assert_array_equal(found.get(), expected)
        rows, ours = np.ones((places, 3), dtype), cp.ones((places, 3), dtype)
        np.add.at(rows, index, values[:, None])
        cp.add.at(ours, cp.asarray(index), cp.asarray(values)[:, None])
        np.testing.assert_array_equal(ours.get(), rows)
