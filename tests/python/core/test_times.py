"""datetime64 and timedelta64: comparisons, extremes, units, NaT, beside NumPy."""

import operator
import warnings

import numpy as np
import pytest

import cuprum as cp

UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "25s", "3D", "2M", "90m"]
ORDERS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
EXTREMES = ["minimum", "maximum", "fmin", "fmax"]


def times(kind, unit, shape=(4, 5), seed=0, reach=40):
    """Values near 0, so that many are equal, with NaT among them."""
    random = np.random.default_rng(seed)
    host = random.integers(-reach, reach, shape).astype(f"{kind}8[{unit}]")
    host[random.random(shape) < 0.15] = "NaT"
    return host


def same(ours, host):
    host = np.asarray(host)
    assert ours.dtype == host.dtype and ours.shape == host.shape, (ours.dtype, host.dtype)
    assert ours.get().tobytes() == host.tobytes(), (ours, host)


@pytest.mark.parametrize("kind", "Mm")
@pytest.mark.parametrize("unit", ["D", "ns", "25s"])
def test_comparisons(kind, unit):
    a, b = times(kind, unit, seed=1), times(kind, unit, seed=2)
    for order in ORDERS:
        same(order(cp.array(a), cp.array(b)), order(a, b))
        same(order(cp.array(a), cp.array(b[0])), order(a, b[0]))
        same(order(cp.array(a).T, cp.array(b)[::-1].T), order(a.T, b[::-1].T))
        same(order(cp.array(a), b[0, 1]), order(a, b[0, 1]))  # NumPy's own number
        same(order(cp.array(a), np.array("NaT", a.dtype)[()]), order(a, np.array("NaT", a.dtype)))
    for name in EXTREMES:
        same(getattr(cp, name)(cp.array(a), cp.array(b)), getattr(np, name)(a, b))
        same(getattr(cp, name)(cp.array(a).T, b[1, 2]), getattr(np, name)(a.T, b[1, 2]))
        out = cp.zeros(a.shape, a.dtype)
        assert getattr(cp, name)(cp.array(a), cp.array(b), out=out) is out
        same(out, getattr(np, name)(a, b))
    for name in ("isnan", "isfinite", "isinf"):
        same(getattr(cp, name)(cp.array(a)), getattr(np, name)(a))


@pytest.mark.parametrize("kind", "Mm")
def test_comparisons_of_different_units(kind):
    for first in UNITS:
        for second in UNITS:
            a, b = times(kind, first, seed=3), times(kind, second, seed=4)
            a[0, 0] = np.array(120, a.dtype)
            if kind == "M" and "W" in (first, second) and {first, second} & {"Y", "M", "2M"}:
                # NumPy rounds months down to weeks; here both become days.
                wanted = np.minimum(a.astype("M8[D]"), b.astype("M8[D]"))
                same(cp.minimum(cp.array(a), cp.array(b)), wanted)
                same(cp.array(a) < cp.array(b), a.astype("M8[D]") < b.astype("M8[D]"))
                continue
            try:
                expected = np.minimum(a, b)
            except TypeError:
                with pytest.raises(TypeError):
                    cp.minimum(cp.array(a), cp.array(b))
                with pytest.raises(TypeError):
                    cp.array(a) < cp.array(b)
                continue
            same(cp.minimum(cp.array(a), cp.array(b)), expected)
            same(cp.fmax(cp.array(a), cp.array(b)), np.fmax(a, b))
            for order in ORDERS:
                same(order(cp.array(a), cp.array(b)), order(a, b))


def test_months_are_days_of_the_calendar():
    months = np.arange(-30000, 30000, 7).astype("M8[M]")
    days = cp.maximum(cp.array(months), np.datetime64(-(10**9), "D"))
    same(days, months.astype("M8[D]"))
    years = np.arange(-1200, 1200).astype("M8[Y]")
    same(cp.maximum(cp.array(years), np.datetime64(-(10**9), "D")), years.astype("M8[D]"))


def test_times_beyond_the_finer_unit():
    """NumPy's product wraps around: to it the year 1000 is after 2021."""
    a = cp.array(np.array(["1000-01-01", "9000-01-01", "2020-01-01", "NaT"], "M8[D]"))
    limit = np.datetime64("2021-01-01", "ns")
    assert (a < limit).tolist() == [True, False, True, False]
    assert (a > limit).tolist() == [False, True, False, False]
    assert (a == limit).tolist() == [False] * 4
    assert (cp.array(np.array([10**17, -(10**17)], "M8[Y]")) > limit).tolist() == [True, False]
    with pytest.raises(OverflowError):
        cp.array(np.array([1], "m8[D]")) < cp.array(np.array([1], "m8[as]"))


def test_integers_beside_spans():
    a = times("m", "s", seed=5)
    for number in (0, 3, -3, True, np.int64(2), np.int8(-1)):
        for order in ORDERS:
            same(order(cp.array(a), number), order(a, number))
            same(order(number, cp.array(a)), order(number, a))
        same(cp.maximum(cp.array(a), number), np.maximum(a, number))
    for dtype in "bhilBHI?":
        numbers = np.arange(5).astype(dtype)
        same(cp.array(a) < cp.array(numbers), a < numbers)
        same(cp.minimum(cp.array(numbers), cp.array(a)), np.minimum(numbers, a))
    same(cp.array(a) > np.timedelta64(0), a > np.timedelta64(0))
    for refused in (1.5, np.float32(1), np.uint64(1), 1j):
        with pytest.raises(TypeError):
            cp.array(a) < refused
    for left, right in ((times("M", "s"), 1), (times("M", "s"), times("m", "s")), (1.5, a)):
        with pytest.raises(TypeError):
            cp.less(cp.array(left), cp.array(right))
        with pytest.raises(TypeError):
            cp.minimum(cp.array(left), cp.array(right))


@pytest.mark.parametrize("kind", "Mm")
def test_extremes(kind):
    for shape in ((4, 5), (1,), (3, 0), (), (70, 300)):
        for share in (0.0, 1.0):
            host = times(kind, "ms", shape, seed=6)
            if not share:
                host = np.where(np.isnat(host), np.array(7, host.dtype), host)
            ours = cp.array(host)
            for axis in (None, *range(host.ndim)):
                for name in ("min", "max", "argmin", "argmax", "nanmin", "nanmax", "nanargmin", "nanargmax"):
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        try:
                            expected = getattr(np, name)(host, axis=axis)
                        except ValueError:
                            with pytest.raises(ValueError):
                                getattr(cp, name)(ours, axis=axis)
                            continue
                    same(getattr(cp, name)(ours, axis=axis), expected)
            if host.size and host.ndim:
                same(ours.max(axis=0, keepdims=True), host.max(axis=0, keepdims=True))
                same(cp.minimum.reduce(ours), np.minimum.reduce(host))
                same(cp.maximum.reduce(ours), np.maximum.reduce(host))
                same(cp.fmax.reduce(ours), np.fmax.reduce(host))
                out = cp.zeros(host.shape[1:], host.dtype)
                ours.min(axis=0, out=out)
                same(out, host.min(axis=0))
    for refused in ({"dtype": "i8"}, {"initial": 3}):
        with pytest.raises(TypeError):
            cp.array(times(kind, "s")).max(**refused)
    with pytest.raises(TypeError):
        cp.array(times(kind, "s")).max(out=cp.zeros((), "i8"))


def test_fields():
    """A GPU reads eight bytes at multiples of eight alone: fields elsewhere are refused, as those of numbers."""
    host = np.zeros(40, np.dtype([("a", "i1"), ("t", "M8[s]")], align=True))
    host["t"] = times("M", "s", 40, seed=8)
    ours = cp.array(host)
    for name in ("min", "max", "argmin", "argmax"):
        same(getattr(ours["t"], name)(), getattr(host["t"], name)())
    same(ours["t"] < ours["t"][::-1], host["t"] < host["t"][::-1])
    same(cp.maximum(ours["t"], ours["t"][::-1]), np.maximum(host["t"], host["t"][::-1]))


def test_fields_of_packed_structs():
    packed = np.dtype([("a", "i1"), ("t", "M8[s]"), ("n", "m8[D]")])
    host = np.zeros(40, packed)
    host["t"], host["n"], host["a"] = times("M", "s", 40, seed=8), times("m", "D", 40, seed=9), np.arange(40) % 3
    ours = cp.array(host)
    for name in ("t", "n"):
        with pytest.raises(ValueError, match="make_aligned_dtype"):
            ours[name]
    aligned = ours.astype(cp.make_aligned_dtype(packed))
    for name in ("t", "n"):
        same(aligned[name], host[name])
    same(aligned.astype(packed), host)
    same(
        ours.astype([("x", "f4"), ("y", "M8[s]"), ("z", "i8")]), host.astype([("x", "f4"), ("y", "M8[s]"), ("z", "i8")])
    )
    same(ours == ours[::-1], host == host[::-1])
    same(cp.sort(ours), np.sort(host))
    ours[3:9] = ours[20:26]
    host[3:9] = host[20:26]
    same(ours, host)


def test_clip():
    host = times("M", "D", 50, seed=9)
    low, high = np.datetime64(-10, "D"), np.datetime64(12, "D")
    same(cp.clip(cp.array(host), low, high), np.clip(host, low, high))
    same(cp.array(host).clip(low, None), host.clip(low, None))
    same(cp.clip(cp.array(host), low.astype("M8[h]"), high), np.clip(host, low.astype("M8[h]"), high))


def test_sorting_and_searching():
    host = times("M", "s", 200, seed=10)
    ours = cp.array(host)
    same(cp.sort(ours), np.sort(host))
    same(cp.argsort(ours), np.argsort(host, kind="stable"))
    ordered = np.sort(host)
    for side in ("left", "right"):
        same(cp.searchsorted(cp.array(ordered), ours, side), np.searchsorted(ordered, host, side))
    same(cp.unique(ours), np.unique(host))


def test_masks_by_time():
    """As programs select by date."""
    stamps = np.datetime64("2024-01-01T00:00", "ns") + np.arange(1000) * np.timedelta64(7, "h")
    values = np.arange(1000.0)
    ours, numbers = cp.array(stamps), cp.array(values)
    first, last = np.datetime64("2024-03-01"), np.datetime64("2024-04-01")
    same(numbers[(ours >= first) & (ours < last)], values[(stamps >= first) & (stamps < last)])
    spans = stamps - stamps[0]
    same(numbers[cp.array(spans) <= np.timedelta64(3, "D")], values[spans <= np.timedelta64(3, "D")])
