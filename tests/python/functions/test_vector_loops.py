"""Loops that a CPU does in whole vector registers or blocks: lengths around their borders, and values that need a
slower way."""

import numpy as np
import pytest
from common import assert_same

import cuprum as cp

LENGTHS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 257, 500, 1000, 1025, 4097, 40_000]
SORTED_TYPES = ["i4", "u4", "f4", "i8", "u8", "f8"]
random = np.random.default_rng(5)


def patterns(n, dtype):
    """Arrays of any bits, few values, ordered ones, and ones with both zeros, infinities and NaNs of either sign."""
    dtype = np.dtype(dtype)
    yield random.integers(0, 256, n * dtype.itemsize, dtype="u1").view(dtype)
    yield random.integers(0, 3, n).astype(dtype)
    yield np.zeros(n, dtype)
    yield np.arange(n).astype(dtype)
    yield np.arange(n)[::-1].astype(dtype)
    if dtype.kind == "f":
        special = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, -np.nan], dtype)
        yield special[random.integers(0, 8, n)]
        yield special[random.integers(0, 2, n)]
        yield np.where(random.random(n) < 0.01, np.copysign(np.nan, -1), random.random(n)).astype(dtype)
    else:
        limits = np.iinfo(dtype)
        yield np.array([limits.min, limits.max], dtype)[random.integers(0, 2, n)]


def stable(a):
    """NumPy's stable sort, with NaNs as they were and in their order."""
    order = np.argsort(a, kind="stable")
    if a.dtype.kind == "f":
        order = np.concatenate([order[~np.isnan(a[order])], np.flatnonzero(np.isnan(a))])
    return a[order]


def same_bits(result, expected):
    np.testing.assert_array_equal(cp.asnumpy(result).view("u1"), expected.view("u1"))


@pytest.mark.parametrize("dtype", SORTED_TYPES)
def test_sorts_keep_the_order_of_equal_numbers(dtype):
    for n in LENGTHS:
        for a in patterns(n, dtype):
            same_bits(cp.sort(cp.asarray(a)), stable(a))


@pytest.mark.parametrize("dtype", SORTED_TYPES)
def test_sorts_of_long_rows_and_of_rows(dtype):
    for a in patterns(300_000, dtype):
        same_bits(cp.sort(cp.asarray(a)), stable(a))
    for a in patterns(60 * 150, dtype):
        same_bits(cp.sort(cp.asarray(a.reshape(60, 150))), np.stack([stable(row) for row in a.reshape(60, 150)]))


def test_sort_of_a_pattern_that_is_bad_for_pivots():
    n = 100_000
    for a in (np.arange(n) % 317, np.minimum(np.arange(n), np.arange(n)[::-1]), np.arange(n) // 1000):
        np.testing.assert_array_equal(cp.asnumpy(cp.sort(cp.asarray(a))), np.sort(a))


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "i4", "i8", "u8", "e", "f4", "f8", "F"])
def test_membership(dtype):
    """Few values, integers of a narrow and of a wide range, floats."""
    for n in (5, 17, 1000, 40_000):
        for among in (0, 1, 5, 16, 17, 500, 3000):
            for high in (100, 20_000, 2**40):
                draw = random.integers(-high, high, n + among)
                a = draw.astype(dtype) if dtype != "e" else (draw % 2000).astype(dtype)
                values, tests = a[:n], np.concatenate([a[n:], values_twice(a[:n], among)])
                for invert in (False, True):
                    got = cp.isin(cp.asarray(values), cp.asarray(tests), invert=invert)
                    np.testing.assert_array_equal(cp.asnumpy(got), np.isin(values, tests, invert=invert, kind="sort"))


def values_twice(a, among):
    return a[: among // 2]


def test_membership_of_nan_and_of_the_range():
    x = np.array([np.nan, 0.0, -0.0, np.inf] * 20)
    for tests in ([np.nan, 0.0], [np.inf] + list(np.arange(100.0))):
        np.testing.assert_array_equal(cp.asnumpy(cp.isin(cp.asarray(x), cp.asarray(tests))), np.isin(x, tests))
    limits = np.iinfo("i8")
    a = np.array([limits.min, limits.max, -1, 0] * 300)
    tests = np.concatenate([np.arange(-20, 20), [limits.min, limits.max]])
    np.testing.assert_array_equal(cp.asnumpy(cp.isin(cp.asarray(a), cp.asarray(tests))), np.isin(a, tests))
    tests = np.arange(limits.max - 50, limits.max)
    np.testing.assert_array_equal(cp.asnumpy(cp.isin(cp.asarray(a), cp.asarray(tests))), np.isin(a, tests))


@pytest.mark.parametrize("dtype", ["b", "B", "h", "i4", "i8", "u8", "e", "f4", "f8", "F", "D"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_places_of_many_values(dtype, side):
    for length in (1, 2, 3, 16, 17, 50, 64, 65, 100, 1000):
        edges = np.sort(random.integers(-50, 50, length).astype(dtype))
        values = random.integers(-60, 60, 333).astype(dtype)
        if np.dtype(dtype).kind == "f":
            values[100], values[200:220:3] = np.nan, np.nan
        got = cp.searchsorted(cp.asarray(edges), cp.asarray(values), side)
        np.testing.assert_array_equal(cp.asnumpy(got), np.searchsorted(edges, values, side))


@pytest.mark.parametrize("dtype", ["i8", "u8"])
def test_division_of_wide_integers(dtype):
    limits, edge = np.iinfo(dtype), 2**51
    special = [0, 1, 2, 3, 7, limits.min, limits.max, limits.max - 1, edge - 1, edge, edge + 1, edge // 3, 2**53 + 1]
    if dtype == "i8":
        special += [-1, -2, -7, -edge, -edge - 1, -edge + 1, limits.min + 1, -edge // 3]
    special = np.array(special, dtype)
    small = random.integers(0 if dtype == "u8" else -(2**50), 2**51, 5000).astype(dtype)
    near = (random.integers(1, 2**25, 5000) * random.integers(1, 2**25, 5000)).astype(dtype)  # multiples, and one off
    steps = random.integers(1, 2**25, 5000).astype(dtype)
    pairs = [np.meshgrid(special, special), (small, small[::-1]), (small, steps), (small, np.array(7, dtype))]
    pairs += [(near // steps * steps + delta, steps) for delta in (np.array(0, dtype), np.array(1, dtype))]
    pairs += [(near // steps * steps - np.array(1, dtype), steps)]
    with np.errstate(all="ignore"):
        for a, b in pairs:
            a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
            for name in ("floor_divide", "remainder", "fmod", "divmod"):
                expected, got = getattr(np, name)(a, b), getattr(cp, name)(cp.asarray(a), cp.asarray(b))
                for e, g in zip(*((expected, got) if isinstance(got, tuple) else ([expected], [got])), strict=True):
                    assert_same(g, e)
            # A result does not depend on where its operands stand.
            if a.size > 40:
                got = cp.floor_divide(
                    cp.asarray(a.ravel()[3:20]), cp.asarray(np.broadcast_to(b, a.shape).ravel()[3:20])
                )
                assert_same(got, np.floor_divide(a, b).ravel()[3:20])


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_parts_and_powers_of_two(dtype):
    with np.errstate(all="ignore"):
        a = random.integers(0, 256, 4000 * np.dtype(dtype).itemsize, dtype="u1").view(dtype)
        a = np.concatenate([a, np.array([0, -0.0, np.inf, -np.inf, np.nan, 1, -1], dtype)])
        tiny = np.finfo(dtype).smallest_subnormal * random.integers(-(2**12), 2**12, 1000).astype(dtype)
        for x in (a, tiny):
            mantissa, exponent = np.frexp(x)
            got_mantissa, got_exponent = cp.frexp(cp.asarray(x))
            assert_same(got_mantissa, mantissa)
            assert_same(got_exponent, exponent)
            for integer in ("i4", "i8"):
                for exponents in (
                    random.integers(-1200, 1200, x.size),
                    random.integers(-160, 160, x.size),
                    np.full(x.size, -1023),
                    np.full(x.size, -1030),
                    np.full(x.size, 2100),
                    np.full(x.size, -2300),
                    np.full(x.size, np.iinfo(integer).min),
                    np.full(x.size, np.iinfo(integer).max),
                ):
                    e = exponents.astype(integer)
                    assert_same(cp.ldexp(cp.asarray(x), cp.asarray(e)), np.ldexp(x, e))


@pytest.mark.parametrize("dtype", ["B", "h", "f4", "f8", "D"])
def test_joined_and_repeated_pieces(dtype):
    for n in (1, 5, 300, 3001):
        arrays = [random.integers(0, 99, n).astype(dtype) for _ in range(5)]
        ours = [cp.asarray(a) for a in arrays]
        for count in (1, 2, 3, 5):
            assert_same(cp.stack(ours[:count], -1), np.stack(arrays[:count], -1))
            assert_same(cp.column_stack(ours[:count]), np.column_stack(arrays[:count]))
            assert_same(cp.repeat(ours[0], count), np.repeat(arrays[0], count))
            for width in (2, 3, 9, 20):
                rows = [np.repeat(a[:, None], width + k, 1) for k, a in enumerate(arrays[:count])]
                assert_same(cp.concatenate([cp.asarray(a) for a in rows], 1), np.concatenate(rows, 1))
        for shape in ((n, 2), (n, 3), (2, n, 4), (n, 1)):
            a = np.resize(arrays[0], shape)
            assert_same(cp.repeat(cp.asarray(a), 3, axis=-1), np.repeat(a, 3, axis=-1))
            assert_same(cp.repeat(cp.asarray(a), 2, axis=0), np.repeat(a, 2, axis=0))
            swapped = np.swapaxes(a, 0, -1)
            assert_same(cp.swapaxes(cp.asarray(a), 0, -1) + 1, swapped + np.dtype(dtype).type(1))
            every = np.resize(arrays[0], (*shape[:-1], 2 * shape[-1]))
            assert_same(cp.asarray(every)[..., ::2] * 2, every[..., ::2] * np.dtype(dtype).type(2))


@pytest.mark.parametrize("dtype", ["b", "i4", "i8", "u8", "f4"])
def test_running_sums_and_products(dtype):
    for n in (1, 100, 5000, 300_001):
        a = random.integers(-5, 6, n).astype(dtype)
        for name in ("cumsum", "cumprod"):
            if np.dtype(dtype).kind != "f":
                assert_same(getattr(cp, name)(cp.asarray(a)), getattr(np, name)(a))
        assert_same(cp.maximum.accumulate(cp.asarray(a)), np.maximum.accumulate(a))


@pytest.mark.parametrize("bitorder", ["big", "little"])
def test_bits_of_long_arrays(bitorder):
    for n in (64, 257, 100_003):
        for dtype in ("?", "b", "B", "i8"):
            a = random.integers(-1, 2, n).astype(dtype)
            for start in (0, 1, 3):
                ours = cp.packbits(cp.asarray(a)[start:], bitorder=bitorder)
                assert_same(ours, np.packbits(a[start:], bitorder=bitorder))
        a = random.integers(0, 256, n).astype("u1")
        for start in (0, 1):
            for count in (None, n, -5, 8 * n + 9):
                ours = cp.unpackbits(cp.asarray(a)[start:], count=count, bitorder=bitorder)
                assert_same(ours, np.unpackbits(a[start:], count=count, bitorder=bitorder))


@pytest.mark.parametrize("dtype", ["?", "B", "f4", "D"])
def test_matrices_with_one_diagonal(dtype):
    for rows, columns in ((3, 3), (2, 5), (5, 2), (0, 3), (1, 1)):
        for k in range(-7, 8):
            for order in "CF":
                assert_same(cp.eye(rows, columns, k, dtype, order), np.eye(rows, columns, k, dtype, order))


def test_bytes_of_arrays():
    a = np.arange(24, dtype="f4").reshape(2, 3, 4)
    for x in (a, a[:, ::2], a.T, a[0, 0, 0], a[:0]):
        for order in "CFA":
            assert cp.asarray(x).tobytes(order) == x.tobytes(order)


@pytest.mark.parametrize("dtype", ["b", "B", "h", "H", "i4", "u4", "i8", "u8"])
def test_division_by_one_number(dtype):
    """A product for each element where the divisor is a literal: all bytes, and what lies beside multiples."""
    limits = np.iinfo(dtype)
    whole = np.arange(limits.min, limits.max + 1).astype(dtype) if np.dtype(dtype).itemsize <= 2 else None
    narrow = [int(b) for b in range(limits.min, limits.max + 1) if b] if np.dtype(dtype).itemsize == 1 else []
    wide = [1, 2, 3, 5, 7, 10, 11, 100, limits.max, limits.max - 1, limits.max // 2, limits.max // 2 + 1]
    wide += [-b for b in wide] + [limits.min, limits.min + 1] if limits.min else []
    wide += [int(b) for b in random.integers(1, limits.max, 20, dtype=dtype)]
    for b in narrow or wide:
        if b < limits.min:
            continue
        with np.errstate(all="ignore"):
            steps = random.integers(limits.min, limits.max, 1500, endpoint=True, dtype=dtype) // np.array(b, dtype)
            steps *= np.array(b, dtype)
            one = np.array(1, dtype)
            near = np.concatenate([steps - one, steps, steps + one])
        ends = np.array([limits.min, limits.max, 0, limits.max - 1, limits.min + 1], dtype)
        a = np.concatenate([near, ends, near[:1000]]) if whole is None else np.resize(whole, max(whole.size, 2500))
        with np.errstate(all="ignore"):
            expected = a // np.array(b, dtype)
        got = cp.asarray(a) // b
        assert_same(got, expected)
        np.testing.assert_array_equal(cp.asnumpy(cp.asarray(a)[::-1] // b), expected[::-1])
        for part in (slice(1, None), slice(1, -1), slice(2, -1)):  # bytes that are no pairs
            np.testing.assert_array_equal(cp.asnumpy(cp.asarray(a)[part] // b), expected[part])


def test_division_by_one_number_into_arrays():
    a = (np.arange(6000) % 251).astype("u1").reshape(60, 100)
    out = cp.zeros(a.shape, "i4")
    assert_same(cp.floor_divide(cp.asarray(a), 7, out=out), (a // 7).astype("i4"))
    ours, theirs = cp.asarray(a), a.copy()
    ours //= 9
    theirs //= 9
    assert_same(ours, theirs)
    assert_same(cp.floor_divide(cp.asarray(a), 7, where=cp.asarray(a) > 3, out=cp.zeros_like(cp.asarray(a))),
                np.floor_divide(a, 7, where=a > 3, out=np.zeros_like(a)))  # fmt: skip
    assert_same(cp.asarray(a.T) // 3, a.T // 3)
    assert_same(cp.floor_divide(cp.asarray(a.T), 3, out=cp.zeros(a.T.shape, "u1")), a.T // 3)
    assert_same(cp.asarray(a)[::2, ::3] // 3, a[::2, ::3] // 3)
    ours, theirs = cp.asarray(a.ravel()), a.ravel().copy()
    cp.floor_divide(ours[1:], 5, out=ours[:-1])
    np.floor_divide(theirs[1:].copy(), 5, out=theirs[:-1])
    assert_same(ours, theirs)
    assert_same(cp.asarray(a) // 0, a * 0)


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "i4", "u4", "i8", "u8", "f4", "F"])
def test_small_powers(dtype):
    a = random.integers(-120, 120, 3000).astype(dtype)
    for power in (1, 2, 3, 4, 5):
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(cp.asnumpy(cp.asarray(a) ** power), a**power, rtol=1e-6)
            assert (cp.asarray(a) ** power).dtype == (a**power).dtype


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "i8", "D"])
def test_copies_of_any_layout(dtype):
    a = random.integers(0, 100, (70, 130)).astype(dtype)
    b = cp.asarray(a)
    views = [np.s_[::-1], np.s_[:, ::-1], np.s_[::-1, ::-1], np.s_[::2], np.s_[:, ::2], np.s_[:, 3], np.s_[5:60, 7:],
             np.s_[:, ::-3], np.s_[:, :3], np.s_[::7, 100:]]  # fmt: skip
    for view in views:
        assert_same(b[view].copy(), a[view].copy())
        target, wanted = cp.zeros(a.shape, dtype), np.zeros(a.shape, dtype)
        target[view] = b[view]
        wanted[view] = a[view]
        assert_same(target, wanted)
        assert_same(b[view].T.copy(), a[view].T.copy())
    assert_same(cp.add.outer(b[:, 0], b[0]), np.add.outer(a[:, 0], a[0]))


ALL_TYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
BLOCK_LENGTHS = [1, 2, 7, 8, 9, 31, 33, 63, 64, 65, 100, 127, 129, 255, 257, 511, 513, 1000, 4095, 4097, 70_000]


def with_extremes(n, dtype):
    """Many values, few, equal ones, the least of all, and ones with NaN in one place, or with infinities."""
    dtype = np.dtype(dtype)
    whole = random.integers(0, 1000, n)
    if dtype.kind == "b":
        yield from (whole < 500, whole == 3, np.zeros(n, dtype), np.ones(n, dtype))
        return
    yield whole.astype(dtype)
    yield (whole % 3).astype(dtype)
    yield np.full(n, 7, dtype)
    if dtype.kind in "iu":
        yield np.full(n, np.iinfo(dtype).min, dtype)
        yield np.full(n, np.iinfo(dtype).max, dtype)
        return
    yield np.full(n, -np.inf, dtype)
    if dtype.kind == "c":
        yield (whole % 2 + 1j * random.integers(0, 50, n)).astype(dtype)
    for bad in (np.nan, np.inf, complex(0, np.nan) if dtype.kind == "c" else -np.nan):
        a = (whole % 100).astype(dtype)
        a[random.integers(0, n)] = bad
        yield a


@pytest.mark.parametrize("name", ["argmax", "argmin"])
@pytest.mark.parametrize("dtype", ALL_TYPES)
def test_places_of_extremes(dtype, name):
    for n in BLOCK_LENGTHS:
        for a in with_extremes(n, dtype):
            assert int(getattr(cp, name)(cp.asarray(a))) == int(getattr(np, name)(a)), (n, a)
    for a in with_extremes(70 * 300, dtype):
        for axis in (0, 1):
            rows = a.reshape(70, 300)
            assert_same(getattr(cp, name)(cp.asarray(rows), axis=axis), getattr(np, name)(rows, axis=axis))


@pytest.mark.filterwarnings("ignore:All-NaN")
@pytest.mark.parametrize("name", ["nanmax", "nanmin"])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_extremes_beside_nan(dtype, name):
    ours, theirs = getattr(cp, name), getattr(np, name)
    for n in (1, 7, 33, 100, 257, 4097, 70_000):
        for a in (random.random(n), np.where(random.random(n) < 0.3, np.nan, random.random(n)), np.full(n, np.nan),
                  np.where(random.random(n) < 0.5, np.nan, -np.inf), np.full(n, np.inf)):  # fmt: skip
            a = a.astype(dtype)
            mask = random.random(n) < 0.5
            assert_same(ours(cp.asarray(a)), theirs(a))
            assert_same(ours(cp.asarray(a), initial=0.5), theirs(a, initial=0.5))
            assert_same(ours(cp.asarray(a), initial=0.5, where=cp.asarray(mask)), theirs(a, initial=0.5, where=mask))
            for axis in (0, 1):
                rows = np.stack([a, a[::-1]])
                assert_same(ours(cp.asarray(rows), axis=axis), theirs(rows, axis=axis))


def complex_patterns(n, dtype):
    real, imaginary = random.standard_normal(n), random.standard_normal(n)
    few = random.integers(0, 4, n)
    for parts in ((real, imaginary), (few, random.integers(0, 4, n)), (np.zeros(n), np.zeros(n)),
                  (np.arange(n), -np.arange(n)), (-np.arange(n), np.zeros(n)),
                  (np.where(real < -1, np.nan, real), imaginary),
                  (np.where(real < -1, np.nan, few), np.where(imaginary < -1, np.nan, few))):  # fmt: skip
        a = np.empty(n, dtype)
        a.real, a.imag = parts
        yield a


@pytest.mark.filterwarnings("ignore:All-NaN")
@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_selections_of_complex_numbers(dtype):
    for n in (1, 2, 15, 16, 17, 31, 32, 33, 65, 511, 1025, 20_001):
        for a in complex_patterns(n, dtype):
            mine, ordered = cp.asarray(a), np.sort(a)
            assert_same(cp.sort(mine), ordered)
            assert_same(cp.argsort(mine), np.argsort(a, kind="stable"))
            for kth in {0, n // 3, n // 2, n - 1}:
                parts, places = cp.asnumpy(cp.partition(mine, kth)), cp.asnumpy(cp.argpartition(mine, kth))
                assert sorted(places) == list(range(n))
                for found in (parts, a[places]):
                    np.testing.assert_array_equal(found[kth], ordered[kth])
                    np.testing.assert_array_equal(np.sort(found[:kth]), ordered[:kth])
                    np.testing.assert_array_equal(np.sort(found[kth:]), ordered[kth:])
            with np.errstate(invalid="ignore"):
                for name in ("median", "nanmedian"):
                    found, wanted = getattr(cp, name)(mine).item(), getattr(np, name)(a)
                    assert found == wanted or (np.isnan(found) and np.isnan(wanted))
    a = (random.random((33, 65)) + 1j * random.random((33, 65))).astype(dtype)
    for axis in (0, 1):
        assert_same(cp.median(cp.asarray(a), axis=axis), np.median(a, axis=axis))
        middle = cp.partition(cp.asarray(a), 16, axis=axis).take(16, axis)
        assert_same(middle, np.sort(a, axis=axis).take(16, axis))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ["fmod", "remainder", "floor_divide"])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_remainders_of_floats_are_exact(dtype, name):
    info = np.finfo(dtype)
    special = np.array([np.nan, np.inf, -np.inf, 0, -0.0, 1, -1, info.max, info.tiny, info.smallest_subnormal, 2.5, -7])
    n = 50_000
    divisor = random.standard_normal(n).astype(dtype)
    multiple = (random.integers(1, 2**20, n) * divisor.astype("f8")).astype(dtype)
    low, high = np.log2(float(info.smallest_subnormal)) / 2, np.log2(float(info.max)) / 2
    wide = (np.exp2(random.uniform(low, high, n)) * random.choice([-1, 1], n)).astype(dtype)
    pairs = [np.meshgrid(special.astype(dtype), special.astype(dtype)), (multiple, divisor),
             (np.nextafter(multiple, np.zeros(1, dtype)), divisor), (wide, random.permutation(wide)),
             (random.integers(-50, 50, n).astype(dtype), random.integers(-9, 9, n).astype(dtype))]  # fmt: skip
    for a, b in pairs:
        result, expected = cp.asnumpy(getattr(cp, name)(cp.asarray(a), cp.asarray(b))), getattr(np, name)(a, b)
        np.testing.assert_array_equal(result, expected)
        numbers = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(result[numbers]), np.signbit(expected[numbers]))


@pytest.mark.parametrize("to", ["i1", "u1", "i2", "u2"])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_floats_become_small_integers_by_way_of_32_bits(dtype, to):
    borders = [2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 2147483520.0, 2147483646.5, 1e30, -1e30]
    a = np.concatenate([random.standard_normal(5000) * 10.0 ** random.integers(-3, 12, 5000), borders,
                        [np.nan, np.inf, -np.inf, 65535.9, -0.9, 255.5, -32769.5]]).astype(dtype)  # fmt: skip
    whole = np.trunc(np.nan_to_num(a.astype("f8"), posinf=3e9, neginf=-3e9))
    expected = np.clip(whole, -(2.0**31), 2.0**31 - 1).astype("i8").astype(to)
    np.testing.assert_array_equal(cp.asnumpy(cp.asarray(a).astype(to)), expected)


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c8", "c16"])
def test_transposed_copies(dtype):
    for shape in [(3, 5), (32, 64), (50, 41), (100, 100), (333, 77), (20, 30, 40), (3, 150, 130), (1200, 1300)]:
        a = (random.random(shape) * 100).astype(dtype)
        mine = cp.asarray(a)
        assert_same(mine.T.copy(), a.T.copy())
        assert_same(cp.asfortranarray(mine), np.asfortranarray(a))
        wide = np.zeros([2 * length for length in a.T.shape], dtype)
        of_us = cp.asarray(wide)
        for step in (1, 2):
            part = tuple(slice(1, 1 + step * length, step) for length in a.T.shape)
            wide[part] = a.T
            of_us[part] = mine.T
            assert_same(of_us, wide)


@pytest.mark.parametrize("dtype", ALL_TYPES[1:])
def test_counters(dtype):
    for n in (1, 7, 8, 9, 100, 127):
        assert_same(cp.arange(n, dtype=dtype), np.arange(n, dtype=dtype))
        assert_same(cp.arange(100, 100 - n, -1, dtype=dtype), np.arange(100, 100 - n, -1, dtype=dtype))
    for shape in [(3, 5), (65, 130), (300, 70)]:
        for k in (-3, 0, 2):
            assert_same(cp.tri(*shape, k, dtype=dtype), np.tri(*shape, k, dtype=dtype))


@pytest.mark.parametrize("dtype", ["u1", "i4", "i8", "f4", "f8"])
def test_polynomials_of_many_places(dtype):
    for count in (1, 2, 5, 12, 13):
        for n in (10, 5000):
            p, x = (random.random(count) * 9).astype(dtype), (random.random(n) * 3).astype(dtype)
            found, expected = cp.polyval(cp.asarray(p), cp.asarray(x)), np.polyval(p, x)
            if cp.backend() == "cuda" and found.dtype.kind == "f":  # products and sums are contracted there
                np.testing.assert_allclose(found.get(), expected, rtol=count * np.finfo(found.dtype).eps)
            else:
                assert_same(found, expected)


@pytest.mark.parametrize("dtype", ["u1", "f8", "c16"])
def test_blocks(dtype):
    a, b, c = (np.asarray(random.random(shape) * 9).astype(dtype) for shape in ((30, 40), (30, 20), (5, 60)))

    def of(xp, *arrays):
        a, b, c = (xp.asarray(one) for one in arrays)
        return [xp.block([[a, b], [c]]), xp.block([[a[0]], [a]]), xp.block([[[a]], [[a]]]), xp.block([[a, b]]),
                xp.block([[a, b.astype("c8")], [c]])]  # fmt: skip

    for mine, theirs in zip(of(cp, a, b, c), of(np, a, b, c), strict=True):
        assert_same(mine, theirs)
    with pytest.raises(ValueError, match="dimension"):
        cp.block([[cp.asarray(a), cp.asarray(c)], [cp.asarray(b)]])
