"""convolve and correlate against NumPy."""

import common
import numpy as np
import pytest
from common import ALL_DTYPES, BFLOAT16, NUMPY_DTYPES, assert_like, assert_same, assert_same_error, layouts, sample

import cuprum as cp

MODES = ["full", "same", "valid"]
FUNCTIONS = ["convolve", "correlate"]
# Beside the sum of the products' magnitudes.
EPSILON = {"e": 2**-10, "f": 2**-23, "d": 2**-52, "F": 2**-23, "D": 2**-52}


def check(function, a, v, mode="full"):
    """Integers and bools are exact; others are within rounding of the sum of magnitudes."""
    common.check(getattr(np, function), getattr(cp, function), (a, v, mode), within(a, v, magnitude(a, v)))


def within(a, v, size):
    """The tolerance of sums of products whose magnitudes add up to at most `size`."""
    steps = 2 + min(a.size, v.size) ** 0.5
    return lambda expected: (0, steps * EPSILON.get(expected.dtype.char, 0) * size)


def magnitude(a, v):
    """The largest sum of the products' magnitudes."""
    return full(np.abs(a).astype("d"), np.abs(v).astype("d")).max()


def full(a, v):
    """`np.convolve` by pieces: sums of more than 10000 products would be shared by all threads, one after another."""
    result = np.zeros(a.size + v.size - 1, np.result_type(a, v))
    for start in range(0, v.size, 8192):
        piece = np.convolve(a, v[start : start + 8192])
        result[start : start + piece.size] += piece
    return result


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_dtypes(dtype, mode, function):
    for n, m in [(1, 1), (7, 3), (3, 7), (6, 4), (4, 6), (5, 5), (200, 17), (17, 200), (5000, 33)]:
        check(function, sample(n, dtype, 1, -9, 9), sample(m, dtype, 2, -9, 9), mode)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_pairs_of_dtypes(function):
    for first in NUMPY_DTYPES:
        for second in NUMPY_DTYPES:
            check(function, sample(9, first, 1, 0, 3), sample(4, second, 2, 0, 3))


def test_bfloat16_sums_in_float32():
    a, v = sample(300, BFLOAT16, 1, -2, 2), sample(40, BFLOAT16, 2, -2, 2)
    expected = np.convolve(a.astype("f"), v.astype("f")).astype(BFLOAT16)
    result = cp.convolve(cp.asarray(a), cp.asarray(v))
    assert result.dtype == BFLOAT16
    np.testing.assert_allclose(result.get().astype("f"), expected.astype("f"), rtol=2**-7, atol=1e-2)


def test_integers_wrap_around():
    a, v = sample(100, "b", 1), sample(30, "b", 2)
    check("convolve", a, v)
    check("convolve", np.full(50, 2**62), np.full(20, 3))


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_layouts(mode, function):
    for _, a in layouts(sample(40, "d", 1)):
        for _, v in layouts(sample(7, "d", 2)):
            check(function, a, v, mode)
    check(function, np.broadcast_to(np.float64(3), 20), sample(5, "d"), mode)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "sizes", [(2**17 + 3, 15), (40000, 300), (3000, 2999), (70000, 1), (20000, 19990), (9000, 9000)], ids=str
)
def test_many(sizes, function):
    for dtype in "dlF":
        a, v = sample(sizes[0], dtype, 1, -9, 9), sample(sizes[1], dtype, 2, -9, 9)
        expected = full(a, v if function == "convolve" else v[::-1].conj())
        n, m, size = a.size, v.size, magnitude(a, v)
        for mode, part in {
            "full": slice(None),
            "same": slice((m - 1) // 2, (m - 1) // 2 + n),
            "valid": slice(m - 1, n),
        }.items():
            result = getattr(cp, function)(cp.asarray(a), cp.asarray(v), mode)
            assert_like(result, expected[part], within(a, v, size))


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtype", "efdFD")
def test_infinity_and_nan_stay_where_they_are(dtype, function):
    """What lies outside is left out: infinities and NaNs are not multiplied by zeros."""
    for special in (np.inf, -np.inf, np.nan):
        for which in (0, 1):
            a, v = sample(50, dtype, 1, 1, 9), sample(6, dtype, 2, 1, 9)
            (a, v)[which][2] = special
            for mode in MODES:
                expected = getattr(np, function)(a, v, mode)
                result = getattr(cp, function)(cp.asarray(a), cp.asarray(v), mode).get()
                np.testing.assert_array_equal(np.isfinite(result), np.isfinite(expected))
                if dtype in "efd":
                    np.testing.assert_array_equal(np.isnan(result), np.isnan(expected))


def test_modes_by_number():
    a, v = np.arange(5.0), np.array([1.0, 2])
    for number, name in enumerate(["valid", "same", "full"]):
        assert_same(cp.convolve(cp.asarray(a), cp.asarray(v), number), np.convolve(a, v, name))
    assert cp.convolve(cp.asarray(a), cp.asarray(v)).size == 6
    assert cp.correlate(cp.asarray(a), cp.asarray(v)).size == 4


def test_scalars_and_lists():
    assert_same(cp.convolve(2, 3), np.convolve(2, 3))
    assert_same(cp.convolve([1, 2, 3], [0, 1, 0.5]), np.convolve([1, 2, 3], [0, 1, 0.5]))
    assert_same(cp.correlate([1, 2, 3], [0, 1, 0.5]), np.correlate([1, 2, 3], [0, 1, 0.5]))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_errors(function):
    def call(*arguments):
        return lambda xp: getattr(xp, function)(*(xp.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments))

    one, two = np.ones(3), np.ones((2, 2))
    for bad in ("bad", "", 3, -1, None, True):
        assert_same_error(call(one, one, bad))
    for arguments in [(np.ones(0), one), (one, np.ones(0)), (two, one), (one, two)]:
        assert_same_error(call(*arguments))
    if function == "correlate":
        assert_same_error(call(1, 2))


def test_numpy_functions_give_ours():
    a, v = cp.arange(5.0), cp.ones(3)
    for function in (np.convolve, np.correlate):
        result = function(a, v, mode="same")
        assert isinstance(result, cp.ndarray)
        assert_same(result, function(a.get(), v.get(), mode="same"))


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_operands_are_left_as_they_are(dtype):
    a, v = sample(20, dtype, 1, 0, 5), sample(4, dtype, 2, 0, 5)
    x, y = cp.asarray(a), cp.asarray(v)
    cp.convolve(x, y), cp.correlate(x, y)
    assert_same(x, a)
    assert_same(y, v)


@pytest.mark.parametrize("dtype", "dfib")
def test_whole_tiles(dtype):
    """Results that a CPU stores past its caches, and tiles that it neither copies nor sums up in a buffer."""
    for size in (3_200_000, 100_000):
        a, v = sample(size, dtype, 1, -9, 9), sample(3, dtype, 2, -9, 9)
        x, w = cp.asarray(a), cp.asarray(v)
        for mode in MODES:
            assert_like(cp.convolve(x, w, mode), np.convolve(a, v, mode), within(a, v, 300))
            assert_like(cp.correlate(x[1:], w, mode), np.correlate(a[1:], v, mode), within(a, v, 300))
            assert_like(cp.convolve(x[::2], w, mode), np.convolve(a[::2], v, mode), within(a, v, 300))
