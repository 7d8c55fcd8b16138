"""Conversions between dtypes, wherever they happen: casts, assignments, `out=`, kernels of users, and views as bool."""

import warnings

import numpy as np
import pytest

import cuprum as cp
from common import ALL_DTYPES, COMPLEX, FLOATS, INTEGERS, assert_same, assert_same_error

EDGES = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.9,
    -1.9,
    127.0,
    128.0,
    -129.0,
    255.9,
    256.0,
    300.0,
    -1.0,
    32768.0,
    -40000.0,
    65536.5,
    1e6,
    -1e6,
    2**31 - 1.0,
]
NARROW = [d for d in INTEGERS if d.itemsize <= 2]


@pytest.mark.parametrize("to", NARROW, ids=str)
@pytest.mark.parametrize("dtype", FLOATS + COMPLEX, ids=str)
def test_floats_wrap_in_narrow_integers(dtype, to):
    host = np.array(EDGES * 9).astype(dtype)
    host = host[np.isfinite(host) & (abs(host.real) < 2**31)]
    a = cp.asarray(host)
    real = a.real if dtype.kind == "c" else a
    wide = host.real.astype("i8").astype(to)
    with warnings.catch_warnings(action="ignore", category=np.exceptions.ComplexWarning):
        assert_same(a.astype(to), wide)
        assert_same(cp.stack([a, a])[:, ::2].astype(to), np.stack([wide, wide])[:, ::2])
        target = cp.zeros(len(host), to)
        target[...] = a
        assert_same(target, wide)
        target = cp.zeros(len(host), to)
        cp.copyto(target, a, casting="unsafe")
        assert_same(target, wide)
        target = cp.zeros(len(host), to)
        target[cp.arange(len(host))] = a
        assert_same(target, wide)
    assert_same(cp.add(real, 0, out=cp.zeros(len(host), to), casting="unsafe"), wide)
    assert_same(cp.fuse(lambda x: x.astype(to))(real), wide)
    assert int(cp.array(300.0).astype(to)) == int(np.array(300).astype(to))
    assert_same(cp.full(2, -1.0, to), np.full(2, -1.0).astype("i8").astype(to))
    assert_same(cp.linspace(0, 300, 4, dtype=to), np.linspace(0, 300, 4).astype("i8").astype(to))


def test_floats_that_no_integer_holds():
    """Beyond 32 bits a float saturates on the way, and NaN is 0; in 32 and 64 bits that is the result."""
    huge = cp.array([1e30, -1e30, np.inf, -np.inf, np.nan, 300.7, -300.7])
    for dtype in ("f4", "f8"):
        a = huge.astype(dtype)
        assert a.astype("i1").tolist() == [-1, 0, -1, 0, 0, 44, -44]
        assert a.astype("u1").tolist() == [255, 0, 255, 0, 0, 44, 212]
        assert a.astype("i2").tolist() == [-1, 0, -1, 0, 0, 300, -300]
        assert a.astype("u2").tolist() == [65535, 0, 65535, 0, 0, 300, 65236]
        assert a.astype("i4").tolist() == [2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 0, 300, -300]
        assert a.astype("u4").tolist() == [2**32 - 1, 0, 2**32 - 1, 0, 0, 300, 0]
        assert a.astype("i8").tolist() == [2**63 - 1, -(2**63), 2**63 - 1, -(2**63), 0, 300, -300]
        assert a.astype("u8").tolist() == [2**64 - 1, 0, 2**64 - 1, 0, 0, 300, 0]
    for value in (1e30, -1e30, 300.7, -300.7):  # on the host, as in kernels
        for dtype in INTEGERS:
            fits = np.iinfo(dtype).min <= value <= np.iinfo(dtype).max
            target = cp.zeros(3, dtype)
            if fits:
                target[:] = value
                assert_same(target, cp.array([value] * 3).astype(dtype).get())
            else:  # as in NumPy, a number that does not fit is refused, and an array's wrap
                with pytest.raises(OverflowError):
                    target[:] = value
                target[:] = cp.array([value] * 3)
                assert_same(target, cp.array([value] * 3).astype(dtype).get())


def test_casts_of_user_kernels():
    """Arrays are cast as anywhere; a conversion in the text is C++'s, the same on both processors."""
    a = cp.array([300.0, -1.0, 3.9, 70000.0], "f4")
    double = cp.ElementwiseKernel("float64 x", "int8 y", "y = x", "test_narrow_signed")
    assert double(a.astype("f8")).tolist() == [44, -1, 3, 112]
    unsigned = cp.ElementwiseKernel("float32 x", "uint8 y", "y = x", "test_narrow_unsigned")
    assert unsigned(a).tolist() == [44, 0, 3, 112]
    copy = cp.RawKernel(
        'extern "C" __global__ void f(const float* x, short* y) { y[threadIdx.x] = (short)x[threadIdx.x]; }', "f"
    )
    out = cp.zeros(4, "i2")
    copy((1,), (4,), (a, out))
    assert out.tolist() == [300, -1, 3, 70000 - 65536]


BYTES = [3, 0, 4, 1, 0, 255, 128, 2, 0]


def odd(xp, shape=(-1,)):
    return xp.array(BYTES, "u1").reshape(shape).view("?")


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_any_byte_but_zero_is_true(dtype):
    expected = odd(np).astype("u1").astype(bool).astype(dtype)
    assert_same(odd(cp).astype(dtype), expected)
    assert_same(odd(cp, (3, 3)).T.astype(dtype), expected.reshape(3, 3).T)
    target = cp.zeros(9, dtype)
    target[:] = odd(cp)
    assert_same(target, expected)
    target = cp.zeros(9, dtype)
    target[::-1][cp.arange(9)] = odd(cp)
    assert_same(target, expected[::-1])


ODD_CALLS = [
    *[
        lambda xp, n=n: getattr(xp, n)(odd(xp))
        for n in (
            "sum prod any all max min mean var argmax argmin count_nonzero nonzero cumsum cumprod logical_not unique "
            "flatnonzero median packbits bincount isnan abs"
        ).split()
        if n not in ("abs",)
    ],  # fmt: skip
    *[
        lambda xp, n=n: getattr(xp, n)(odd(xp, (3, 3)), axis=0)
        for n in "sum any all max mean cumsum count_nonzero argmax".split()
    ],  # fmt: skip
    *[
        lambda xp, n=n: getattr(xp, n)(odd(xp), odd(xp)[::-1])
        for n in (
            "equal not_equal less greater_equal add multiply bitwise_and bitwise_or bitwise_xor logical_and logical_or "
            "logical_xor maximum minimum"
        ).split()
    ],  # fmt: skip
    *[
        lambda xp, n=n: getattr(xp, n)(odd(xp), odd(xp)[::-1]).view("u1")
        for n in "add multiply bitwise_and bitwise_or bitwise_xor logical_or maximum".split()
    ],  # fmt: skip
    lambda xp: (~odd(xp)).view("u1"),
    lambda xp: odd(xp) + 1,
    lambda xp: odd(xp) == True,  # noqa: E712
    lambda xp: odd(xp).tolist(),
    lambda xp: int(odd(xp)[0]),
    lambda xp: odd(xp)[0].item(),
    lambda xp: xp.arange(9)[odd(xp)],
    lambda xp: xp.take(xp.arange(9), odd(xp)),
    lambda xp: xp.where(odd(xp), xp.arange(9), -1),
    lambda xp: xp.sum(xp.arange(9), where=odd(xp)),
    lambda xp: xp.max(xp.arange(9.0), where=odd(xp), initial=-1),
    lambda xp: xp.add(xp.arange(9), 1, where=odd(xp), out=xp.zeros(9, int)),
    lambda xp: xp.concatenate([odd(xp), xp.arange(3, dtype="i1")]),
    lambda xp: xp.dot(odd(xp), xp.arange(9)),
    lambda xp: xp.matmul(odd(xp, (3, 3)), odd(xp, (3, 3))),
    lambda xp: xp.matmul(odd(xp, (3, 3)), xp.ones((3, 3), "f4")),
    lambda xp: xp.einsum("i,i->", odd(xp), xp.arange(9)),
    lambda xp: xp.add.reduce(odd(xp), dtype="f4"),
    lambda xp: xp.add.reduceat(odd(xp), xp.array([0, 4]), dtype=int),
    lambda xp: xp.logical_or.accumulate(odd(xp)),
    lambda xp: xp.equal.outer(odd(xp), odd(xp)),
    lambda xp: xp.diff(odd(xp)),
    lambda xp: xp.isin(odd(xp), xp.array([True])),
    lambda xp: xp.argsort(odd(xp)[:2], kind="stable"),
    lambda xp: xp.array_equal(odd(xp), odd(xp).astype("u1").astype("?")),
    lambda xp: odd(xp).copy().view("u1"),  # bytes are kept where nothing is computed
    lambda xp: odd(xp, (3, 3)).T.copy().view("u1"),
]


@pytest.mark.parametrize("call", ODD_CALLS, ids=range(len(ODD_CALLS)))
def test_views_as_bool(call):
    expected, got = call(np), call(cp)
    if isinstance(expected, (bool, int, list)):
        assert (got.item() if isinstance(got, cp.ndarray) else got) == expected
    else:
        assert_same(got, expected)


def test_views_as_bool_at_places():
    target, host = cp.zeros(3, int), np.zeros(3, int)
    cp.add.at(target, cp.array([0, 1, 1]), cp.array([3, 4, 0], "u1").view("?"))
    np.add.at(host, np.array([0, 1, 1]), np.array([3, 4, 0], "u1").view("?"))
    assert_same(target, host)
    assert_same(cp.fuse(lambda x: x.view("?").astype("i4"))(cp.array(BYTES, "u1")), odd(np).astype("i4"))
    softened = cp.fuse(lambda x: x - cp.sum(x, axis=1, keepdims=True))(
        cp.array(BYTES, "u1").reshape(3, 3).view("?").astype("f4")
    )
    rows = odd(np, (3, 3)).astype("f4")
    assert_same(softened, rows - rows.sum(1, keepdims=True))


CAST_COMPLEX = [
    lambda xp, a, z: a.__setitem__(0, z[0]),
    lambda xp, a, z: a.__setitem__(slice(None), z),
    lambda xp, a, z: a.__setitem__([0], z[:1]),
    lambda xp, a, z: a.flat.__setitem__(slice(0, 1), z[:1]),
    lambda xp, a, z: xp.put(a, [0], z[:1]),
    lambda xp, a, z: xp.put_along_axis(a, xp.array([0]), z[:1], 0),
    lambda xp, a, z: xp.copyto(a, z, casting="unsafe"),
    lambda xp, a, z: z.astype("f4"),
    lambda xp, a, z: z.astype("i1"),
    lambda xp, a, z: xp.array(z, dtype="f4"),
    lambda xp, a, z: xp.asarray(z, dtype="f4"),
    lambda xp, a, z: xp.full(2, 1 + 2j, dtype="f4"),
    lambda xp, a, z: xp.sum(z, dtype=float),
    lambda xp, a, z: xp.sum(z, out=xp.zeros(())),
    lambda xp, a, z: xp.mean(z, out=xp.zeros(())),
    lambda xp, a, z: xp.cumsum(z, dtype=float),
    lambda xp, a, z: xp.cumsum(z, out=xp.zeros(2)),
    lambda xp, a, z: xp.add.reduce(z, dtype=float),
    lambda xp, a, z: xp.var(z, dtype=float),
]


@pytest.mark.parametrize("call", CAST_COMPLEX, ids=range(len(CAST_COMPLEX)))
def test_complex_to_real_warns(call):
    for xp in (np, cp):
        a, z = xp.zeros(2), xp.array([1 + 2j, 3 - 1j])
        with pytest.warns(np.exceptions.ComplexWarning):
            result = call(xp, a, z)
        if xp is np:
            expected = (a, result)
    assert_same(a, expected[0])
    if result is not None:
        assert_same(result, expected[1])
    with warnings.catch_warnings(action="error", category=np.exceptions.ComplexWarning):
        with pytest.raises(np.exceptions.ComplexWarning):
            call(cp, cp.zeros(2), cp.array([1 + 2j, 3 - 1j]))


def test_complex_to_real_in_silence():
    with warnings.catch_warnings(action="error"):
        z = cp.array([1 + 2j, 0])
        assert z.astype("?").tolist() == [True, False]
        assert z.real.astype("f4").tolist() == [1, 0] and cp.abs(z).dtype == "f8"
        assert cp.var(z).dtype == "f8" and cp.any(z) and cp.argmax(z) == 0
        cp.linalg.norm(z), cp.allclose(z, z), cp.fft.irfft(z), cp.linalg.eigh(cp.eye(2) + 0j)  # noqa: B018


def test_complex_numbers_are_refused():
    for call in (
        lambda xp: float(xp.array(1 + 2j)),
        lambda xp: int(xp.array(1 + 2j)),
        lambda xp: xp.put(xp.zeros(2), [0], 1 + 2j),
        lambda xp: xp.zeros(2).put([0], [1 + 2j]),
        lambda xp: xp.zeros(2).__setitem__(0, 1 + 2j),
        lambda xp: xp.zeros(2).fill(1 + 2j),
        lambda xp: xp.put_along_axis(xp.zeros(2), xp.array([0]), 1 + 2j, 0),
        lambda xp: xp.fill_diagonal(xp.zeros((2, 2)), 1 + 2j),
        lambda xp: xp.array([1 + 2j], dtype="f4"),
        lambda xp: xp.sum(xp.array([1.0]), initial=1 + 2j),
        lambda xp: xp.max(xp.array([1]), initial=1 + 2j),
        lambda xp: xp.add.reduce(xp.array([1.0]), initial=1 + 2j),
    ):
        assert_same_error(call)


def test_integers_out_of_range():
    for call in (
        lambda xp: xp.zeros(2, "i1").fill(300),
        lambda xp: xp.zeros(2, "u1").fill(-1),
        lambda xp: xp.zeros(2, "i1").put([0], 300),
        lambda xp: xp.put(xp.zeros(2, "i1"), [0], [300]),
        lambda xp: xp.put_along_axis(xp.zeros(2, "i1"), xp.array([0]), 300, 0),
        lambda xp: xp.place(xp.zeros(2, "i1"), xp.array([True, False]), [300]),
        lambda xp: xp.putmask(xp.zeros(2, "i1"), xp.array([True, False]), 300),
        lambda xp: xp.zeros(2, "i1").__setitem__(0, 300),
        lambda xp: setattr(xp.zeros(2, "i1"), "flat", 300),
        lambda xp: xp.full(2, -1, "u1"),
        lambda xp: xp.array([300], "i1"),
        lambda xp: xp.array([1], "i1") + 300,
    ):
        assert_same_error(call)
    with pytest.raises(OverflowError):
        cp.zeros(2, "i1").flat[0] = 300


def test_astype():
    empty = cp.zeros((0, 3))
    assert empty.astype("i4", copy=False).dtype == "i4" and empty.astype("f8", copy=False) is empty
    for source, to in [
        ([1, -5, 127], "i1"), ([300], "i1"), ([-1], "u1"), ([1.0, -2.0], "i4"), ([1.5], "i4"), ([1e10], "f4"),
        ([0.1], "f4"), ([1e300], "f4"), ([np.nan], "f4"), ([np.nan], "i4"), ([np.inf], "f2"), ([2], "?"),
        ([2**53 + 1], "f8"), ([2**63 - 1], "f8"), ([1 + 1j], "f4"), ([1], "f8"), ([2**40], "u8"),
    ]:  # fmt: skip
        try:
            with np.errstate(all="ignore"):
                expected = np.array(source).astype(to, casting="same_value")
        except ValueError:
            assert_same_error(lambda xp: xp.array(source).astype(to, casting="same_value"))
        else:
            assert_same(cp.array(source).astype(to, casting="same_value"), expected)
    assert_same_error(lambda xp: xp.zeros(3).astype("i4", casting="same_kind"))
