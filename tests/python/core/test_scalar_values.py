"""Numbers that become elements, by every way in: which wrap around, which are refused, and how."""

import numpy as np
import pytest

import cuprum as cp
from common import INTEGERS, assert_same

WIDE = [np.int64(300), np.int64(-300), np.uint64(2**63 + 5), np.int32(70000), np.uint16(40000), np.int8(-1)]
PLACES = {
    "mask": (4, lambda xp: xp.asarray([True, False, True, False])),
    "full mask": (4, lambda xp: xp.asarray([True] * 4)),
    "empty mask": (4, lambda xp: xp.asarray([False] * 4)),
    "places": (4, lambda xp: xp.asarray([0, 2])),
    "list": (4, lambda xp: [0, 2]),
    "mixed": ((4, 2), lambda xp: (xp.asarray([0, 2]), 1)),
    "slices and places": ((4, 3), lambda xp: (slice(1, 3), xp.asarray([2, 0]))),
    "mask of a number": ((), lambda xp: xp.asarray(True)),
    "True": (3, lambda xp: True),
}
VIEWS = {
    "integer": (4, 1),
    "slice": (4, slice(1, 3)),
    "ellipsis": (4, ...),
    "empty": ((), ()),
    "new axis": (4, (None, slice(2))),
    "several": ((4, 2), (slice(None), 1)),
}


def outcome(program, xp):
    try:
        return xp.asnumpy(program(xp)) if xp is cp else np.asarray(program(xp))
    except (OverflowError, TypeError, ValueError) as error:
        return type(error)


def assert_alike(program):
    expected, found = outcome(program, np), outcome(program, cp)
    if isinstance(expected, type) or isinstance(found, type):
        assert found is expected
    else:
        assert_same(cp.asarray(found), expected)


def assigned(xp, shape, dtype, index, value):
    a = xp.zeros(shape, dtype)
    a[index] = value
    return a


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@pytest.mark.parametrize("index", PLACES, ids=str)
def test_numpy_scalars_wrap_at_places(index, dtype):
    shape, make = PLACES[index]
    for value in [*WIDE, np.float64(1.5), np.float32(-2), np.bool_(True)]:
        if value < 0 and dtype.kind == "u" and isinstance(value, np.floating):
            continue
        assert_alike(lambda xp, value=value: assigned(xp, shape, dtype, make(xp), value))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@pytest.mark.parametrize("index", [*PLACES, *VIEWS], ids=str)
def test_python_integers_must_fit(index, dtype):
    shape, make = PLACES[index] if index in PLACES else (VIEWS[index][0], lambda xp: VIEWS[index][1])
    for value in (300, -300, 2**63, -1, 2**70, -(2**70), 1.5, float("nan"), float("inf"), 1j):
        assert_alike(lambda xp, value=value: assigned(xp, shape, dtype, make(xp), value))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@pytest.mark.parametrize("index", VIEWS, ids=str)
def test_numpy_scalars_in_views(index, dtype):
    shape, key = VIEWS[index]
    for value in WIDE:
        assert_alike(lambda xp, value=value: assigned(xp, shape, dtype, key, value))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_ways_in(dtype):
    def filled(xp, value):
        a = xp.zeros(3, dtype)
        a.fill(value)
        return a

    def diagonal(xp, value):
        a = xp.zeros((3, 3), dtype)
        xp.fill_diagonal(a, value)
        return a

    def changed(name, *arguments):
        def program(xp, value):
            a = xp.zeros(4, dtype)
            getattr(xp, name)(a, *(xp.asarray(x) for x in arguments), value)
            return a

        return program

    ways = [
        filled,
        diagonal,
        changed("put", [0, 2]),
        changed("place", [True, False, True, False]),
        changed("copyto"),
        lambda xp, value: xp.full(3, value, dtype),
        lambda xp, value: xp.full_like(xp.zeros(3, dtype), value),
        lambda xp, value: xp.add(xp.ones(3, dtype), value),
        lambda xp, value: xp.maximum(xp.ones(3, dtype), value),
        lambda xp, value: xp.select([xp.asarray([True, False, False])], [xp.zeros(3, dtype)], value),
        lambda xp, value: xp.choose(xp.asarray([0, 1]), [xp.zeros(2, dtype), value]),
        lambda xp, value: xp.pad(xp.zeros(3, dtype), 1, constant_values=value),
    ]
    values = [*WIDE, 300, -300, 2**63 - 1, 1, True]
    for way in ways:
        for value in values:
            assert_alike(lambda xp, way=way, value=value: way(xp, value))
    # NumPy of Python integers that do not fit an int64 makes objects, or fails at the first.
    for way in ways[-3:-1]:
        with pytest.raises(OverflowError):
            way(cp, 2**70)


def test_padding_with_floats_must_fit():
    for dtype in ("i1", "i2", "i4", "u1", "u2"):
        for value in (np.float32(300), 300.5, 1e6, -2.5, 3.0):
            if value < 0 and dtype[0] == "u" or value > 65535 and dtype[0] == "u":
                continue
            assert_alike(lambda xp, dtype=dtype, value=value: xp.pad(xp.zeros(2, dtype), 1, constant_values=value))


def test_sequences_fill_nothing():
    # As CuPy, for every dtype: NumPy's error depends on it.
    for dtype in ("i4", "f8", "c8", "?"):
        for value in ([1, 2], (1, 2), [1], [], range(3), [[1], [2]], {}):
            with pytest.raises(TypeError, match="Unsupported type"):
                cp.zeros(3, dtype).fill(value)
    with pytest.raises(ValueError):
        cp.zeros(3).fill(np.array([1, 2]))
    for value in ([1, 2], [[1], [2]], []):
        with pytest.raises(ValueError, match="single item"):
            cp.zeros(4).flat[1] = value


@pytest.mark.parametrize("dtype", ["M8[s]", "m8[s]", "M8[ns]"])
def test_times_of_numbers(dtype):
    for index in VIEWS:
        shape, key = VIEWS[index]
        for value in (1.5, float("nan"), 1j, 2**70, 5, np.int64(300), np.float64(1.5), [1.5], True):
            if isinstance(value, list) and index in ("integer", "empty"):
                continue
            assert_alike(lambda xp, value=value: assigned(xp, shape, dtype, key, value))
    for value in (1.5, float("nan"), 2**70, 5, np.int64(300)):

        def filled(xp, value=value):
            a = xp.zeros(3, dtype)
            a.fill(value)
            return a

        assert_alike(filled)
        for index in ("mask", "places", "mixed"):
            shape, make = PLACES[index]
            assert_alike(lambda xp, value=value: assigned(xp, shape, dtype, make(xp), value))
        if not isinstance(value, float) and value != 2**70:  # versions of NumPy differ
            assert_alike(lambda xp, value=value: xp.full(3, value, dtype))
            assert_alike(lambda xp, value=value: xp.full_like(xp.zeros(3, dtype), value))

    def diagonal(xp):
        a = xp.zeros((3, 3), dtype)
        xp.fill_diagonal(a, np.int64(300))
        return a

    assert_alike(diagonal)
    assert_alike(lambda xp: xp.pad(xp.zeros(2, dtype), 1, constant_values=5))
    nat, other = np.array("NaT", dtype)[()], np.array(7, dtype)[()]
    assert_alike(lambda xp: xp.pad(xp.zeros(2, dtype), 1, constant_values=(nat, other)))
    assert_alike(lambda xp: xp.pad(xp.zeros((2, 2), dtype), 1, constant_values=np.zeros((), dtype)[()]))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("to", ["M8[s]", "m8[D]"])
def test_nan_becomes_nat(to, dtype):
    host = np.array([1.5, np.nan, -3, 1000, np.nan]).astype(dtype)
    if host.dtype.kind == "c":  # the imaginary part is dropped
        host[0] = complex(1.5, np.nan)
    a = cp.asarray(host)
    assert_same(a.astype(to), host.real.astype(to))
    assert_same(a[::-2].astype(to), host.real[::-2].astype(to))
    target = cp.zeros((2, 5), to)
    target[...] = a
    assert_same(target, np.broadcast_to(host.real.astype(to), (2, 5)))
    assert_same(cp.zeros(0, dtype).astype(to), np.zeros(0, to))


def test_times_are_no_signed_integers():
    for value in (np.datetime64(5, "s"), np.timedelta64(5, "s")):
        for dtype in ("i1", "i2", "i4", "i8"):
            with pytest.raises(TypeError, match="not '(datetime|timedelta)64'"):
                cp.zeros(3, dtype).fill(value)
            for index in VIEWS:
                shape, key = VIEWS[index]
                assert_alike(lambda xp, dtype=dtype, value=value: assigned(xp, shape, dtype, key, value))
            assert_alike(lambda xp, dtype=dtype, value=value: assigned(xp, 4, dtype, xp.asarray([0, 2]), value))


def test_unique_keeps_each_nat():
    host = np.array(["NaT", "NaT", "2020-01-01", "2019-01-01", "2020-01-01", "NaT"], "M8[s]")
    for dtype in ("M8[s]", "m8[s]"):
        times = host.astype("M8[s]") if dtype[0] == "M" else host.view("m8[s]")
        a = cp.asarray(times)
        for equal_nan in (True, False):
            ours = cp.unique(a, True, True, True, equal_nan=equal_nan)
            for found, expected in zip(ours, np.unique(times, True, True, True, equal_nan=equal_nan), strict=True):
                assert_same(found, expected)
            both = np.append(times, times[:1])
            assert bool(cp.array_equal(a, cp.asarray(times), equal_nan=equal_nan)) is equal_nan
            assert not cp.array_equal(a, cp.asarray(both[1:]), equal_nan=equal_nan)
            # The values alone are the same; NumPy merges NaT where nothing else is asked for.
            assert_same(cp.unique(a, equal_nan=equal_nan), ours[0].get())
            assert_same(
                cp.unique(a.reshape(3, 2), axis=0, equal_nan=equal_nan),
                np.unique(times.reshape(3, 2), axis=0, equal_nan=equal_nan),
            )
