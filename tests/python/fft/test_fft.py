"""cuprum.fft beside numpy.fft: values, dtypes, shapes, errors."""

import importlib.util
import itertools
import threading

import numpy as np
import pytest

import cuprum as cp
from common import check_transform as check
from common import normal_sample as make

LENGTHS = [1, 2, 3, 4, 5, 8, 11, 13, 16, 30, 31, 64, 97, 100, 128, 210, 251, 256, 509, 1000, 1024, 2053]
NORMS = [None, "backward", "ortho", "forward"]
ONE_AXIS = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
TWO_AXES = ["fft2", "ifft2", "rfft2", "irfft2"]
SEVERAL_AXES = ["fftn", "ifftn", "rfftn", "irfftn"]
TAKE_REAL = {"rfft", "ihfft", "rfft2", "rfftn"}


def dtypes_of(name):
    return "efdiB?" if name in TAKE_REAL else "efdFDiB?"


def wide(a):
    return a.astype("D" if a.dtype.kind == "c" else "d")


def compare(name, a, array=None, **kwargs):
    """With float64's results where NumPy computes in less; its dtype in any case."""
    reference = getattr(np.fft, name)(a, **kwargs)
    exact = getattr(np.fft, name)(wide(a), **kwargs).astype(reference.dtype)
    check(getattr(cp.fft, name)(cp.asarray(a) if array is None else array, **kwargs), exact)


@pytest.mark.parametrize("name", ONE_AXIS)
def test_lengths(name):
    for length in LENGTHS:
        for dtype in "fd" if name in TAKE_REAL else "fdFD":
            a = make((length,), dtype, length)
            if name in ("irfft", "hfft") and length == 1:
                continue
            compare(name, a)


# A CPU makes tables of long lines, if they have divisors for it.
@pytest.mark.parametrize(
    "n", [1 << 13, 9000, 1 << 15, 36864, 40000, 3**10, 65521, 2 * 32749, 33 * 1009, 100000, 1 << 17]
)
def test_long_lines(n):
    for dtype in "FD":
        a = make((2 * n,), dtype, n)
        x = cp.asarray(a)
        for name in ("fft", "ifft"):
            for norm in NORMS:
                compare(name, a[:n], x[:n], norm=norm)
            compare(name, a[::-2], x[::-2])
            compare(name, a.reshape(2, n), x.reshape(2, n))
            compare(name, a.reshape(n, 2), x.reshape(n, 2), axis=0)
            compare(name, a[:100], x[:100], n=n)
        cp.fft.fft(x[:n], out=x[:n])
        check(x[:n], np.fft.fft(wide(a[:n])).astype(dtype))
        check(x[n:], a[n:])


@pytest.mark.parametrize("name", ONE_AXIS)
def test_dtypes_and_norms(name):
    for dtype, norm in itertools.product(dtypes_of(name), NORMS):
        compare(name, make((3, 12), dtype), norm=norm)


@pytest.mark.parametrize("name", ONE_AXIS)
def test_n_and_axis(name):
    for axis, n in itertools.product([0, 1, 2, -1, -2, -3], [None, 1, 2, 3, 4, 5, 7, 8, 20]):
        for dtype in "d" if name in TAKE_REAL else "dD":
            compare(name, make((4, 5, 6), dtype), n=n, axis=axis)


@pytest.mark.parametrize("name", TWO_AXES)
def test_two_axes(name):
    for dtype in dtypes_of(name):
        compare(name, make((6, 10), dtype))
    for axes, s in itertools.product(
        [(0, 1), (1, 0), (-1, 0), (2, 0), (1, 2)], [None, (3, 4), (8, 2), (5, 9), (-1, 6)]
    ):
        for norm in NORMS:
            compare(name, make((4, 5, 6), "d" if name in TAKE_REAL else "D"), s=s, axes=axes, norm=norm)


@pytest.mark.parametrize("name", SEVERAL_AXES)
def test_several_axes(name):
    dtype = "d" if name in TAKE_REAL else "D"
    for shape in [(7,), (4, 6), (2, 3, 4), (3, 2, 5, 4), (2, 3, 2, 3, 4), (1, 4, 1, 6)]:
        compare(name, make(shape, dtype))
    for axes in [(0,), (3,), (-1,), (0, 1), (2, 0), (1, 3), (0, 2, 3), (3, 1, 0), (0, 1, 2, 3), (3, 2, 1, 0)]:
        for norm in NORMS:
            compare(name, make((3, 4, 2, 5), dtype), axes=axes, norm=norm)
        compare(name, make((3, 4, 2, 5), dtype), axes=axes, s=[6] * len(axes))
        compare(name, make((3, 4, 2, 5), dtype), axes=axes, s=[2] * len(axes))


@pytest.mark.parametrize("name", ["fftn", "ifftn"])
def test_real_input_of_several_axes(name):
    for shape in [(40, 60), (41, 61), (5, 6, 7), (6, 5, 4, 3), (1, 9), (9, 1), (2, 2)]:
        for axes in [None, *itertools.permutations(range(len(shape)), 2)]:
            compare(name, make(shape, "f"), axes=axes)
            compare(name, make(shape, "i"), axes=axes)
    compare(name, make((130, 140), "i"))


@pytest.mark.parametrize("name", SEVERAL_AXES)
def test_repeated_axes(name):
    a = make((3, 4, 5), "d" if name in TAKE_REAL else "D")
    compare(name, a, axes=(1, 1))
    compare(name, a, axes=(0, 0, 1), s=(10, 20, 40))
    compare(name, a, axes=(2, 0, 2, 0), s=(4, 5, 6, 7), norm="ortho")


def test_no_axes():
    a = cp.asarray(make((3, 3), "f"))
    assert cp.fft.fftn(a, axes=()) is a
    assert cp.fft.ifftn(a, axes=()) is a
    scalar = cp.asarray(3.0)
    assert cp.fft.fftn(scalar) is scalar
    for name in ("rfftn", "irfftn"):
        with pytest.raises(IndexError):
            getattr(cp.fft, name)(a, axes=())


def test_empty():
    for name in ONE_AXIS:
        compare(name, make((0, 4), "d"))
        compare(name, make((4, 0), "d"), axis=0) if name not in ("irfft", "hfft") else None
        # (NumPy reads memory beyond the end where a half transform has no numbers.)
        compare(name, make((3, 0), "d"), n=4) if name not in ("irfft", "hfft") else None
    compare("fftn", make((0, 4), "D"), axes=(1,))


LAYOUTS = {
    "F": lambda a: a.copy("F") if isinstance(a, cp.ndarray) else np.asfortranarray(a),
    "reversed": lambda a: a[::-1, :, ::-1],
    "every second": lambda a: a[:, ::2, ::2],
    "transposed": lambda a: a.transpose(1, 2, 0),
    "swapped": lambda a: a.swapaxes(0, 1),
    "real part": lambda a: a.real,
    "imaginary part": lambda a: a.imag,
    "one row": lambda a: a[1:2],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", [*ONE_AXIS, *SEVERAL_AXES])
def test_layouts(name, layout):
    a = make((6, 7, 10), "D")
    given = LAYOUTS[layout](a)
    array = LAYOUTS[layout](cp.asarray(a))
    if name in TAKE_REAL:
        given, array = given.real, array.real
    for axis in range(3):
        key = {"axis": axis} if name in ONE_AXIS else {"axes": ((axis + 1) % 3, axis)}
        if name in ("irfft", "hfft", "irfftn") and given.shape[axis] == 1:
            continue  # half of nothing
        compare(name, given, array, **key)
        lengths = {"n": 4} if name in ONE_AXIS else {"s": (4, 9)}
        compare(name, given, array, **key, **lengths)


def test_broadcast_input():
    a = make((8,), "D")
    compare("fft", np.broadcast_to(a, (5, 8)), cp.broadcast_to(cp.asarray(a), (5, 8)))
    compare("fft", np.broadcast_to(a[:, None], (8, 5)), cp.broadcast_to(cp.asarray(a)[:, None], (8, 5)), axis=1)
    compare("rfft", np.broadcast_to(a.real, (5, 8)), cp.broadcast_to(cp.asarray(a).real, (5, 8)), axis=0)


def test_many_axes():
    # More axes beside the transformed one than a layout has room for.
    a = make((2, 3, 2, 3, 2, 3, 4), "D")[::-1, :2, ::-1, :2, ::-1, :2]
    array = cp.asarray(make((2, 3, 2, 3, 2, 3, 4), "D"))[::-1, :2, ::-1, :2, ::-1, :2]
    for axis in (0, 3, 6):
        compare("fft", a, array, axis=axis)
    compare("fftn", a, array)


@pytest.mark.parametrize("dtype", "FD")
def test_order_of_the_result(dtype):
    for order, n in itertools.product("CF", [None, 7, 12]):
        a = np.asarray(make((10, 4), dtype), order=order)
        expected = np.fft.fft(a, n=n, axis=0)
        got = cp.fft.fft(cp.array(a, order=order), n=n, axis=0)
        assert got.flags.c_contiguous == expected.flags.c_contiguous
        assert got.flags.f_contiguous == expected.flags.f_contiguous


def test_long():
    for length in (1 << 17, 3 * 5 * 7 * 11 * 13 * 17, 100003):
        compare("fft", make((length,), "D"))
        compare("rfft", make((length,), "f"))
    compare("irfft", make(((1 << 17) + 1,), "D"))
    compare("fft", make((3, 1 << 15), "d"))
    compare("fft2", make((300, 500), "d"))
    compare("fft", make((1000, 200), "F"), axis=0)


def test_round_trip():
    # cuFFT compiles a kernel for most lengths: there, the short ones, primes, products of one prime, and powers of two
    # and their neighbours.
    lengths = (
        [*range(1, 33), 37, 49, 63, 64, 65, 81, 89, 97, 121, 125, 127, 128, 129] if cp.is_available() else range(1, 130)
    )
    for length in lengths:
        a = make((length,), "D", length)
        np.testing.assert_allclose(cp.fft.ifft(cp.fft.fft(cp.asarray(a))).get(), a, atol=1e-13)
        np.testing.assert_allclose(cp.fft.irfft(cp.fft.rfft(cp.asarray(a.real)), length).get(), a.real, atol=1e-13)


# ------------------------------------------------------------------------------------------------------------ out


@pytest.mark.parametrize("name", ONE_AXIS)
def test_out(name):
    a = make((10, 20), "d" if name in TAKE_REAL else "D")
    for axis in (0, 1):
        expected = getattr(np.fft, name)(a, axis=axis)
        for out in (
            np.zeros_like(expected),
            np.zeros_like(expected.T).T,
            np.zeros((40, 80), expected.dtype)[: 2 * expected.shape[0] : 2, ::2][:, : expected.shape[1]],
        ):
            target = cp.asarray(out)
            assert getattr(cp.fft, name)(cp.asarray(a), axis=axis, out=target) is target
            check(target, expected)
            assert getattr(cp.fft, name)(cp.asarray(a), axis=axis, out=(target,)) is target


def test_out_of_several_axes():
    for name in SEVERAL_AXES + TWO_AXES:
        a = make((6, 8), "d" if name in TAKE_REAL else "D")
        expected = getattr(np.fft, name)(a)
        out = cp.zeros(expected.shape, expected.dtype)
        assert getattr(cp.fft, name)(cp.asarray(a), out=out) is out
        check(out, expected)


@pytest.mark.parametrize("axis", [0, 1])
def test_out_in_place(axis):
    y = make((20, 20), "D")
    expected = np.fft.fft(y, axis=axis)
    whole = cp.asarray(y)
    assert cp.fft.fft(whole, axis=axis, out=whole) is whole
    check(whole, expected)

    def part(a, start, stop):
        return a[start:stop] if axis == 0 else a[:, start:stop]

    for read, write, n in [
        ((0, 20), (0, 10), 10),
        ((5, 20), (5, 15), 10),
        ((0, 10), (0, 15), 15),
        ((0, 10), (5, 15), 10),
    ]:
        a = cp.asarray(y)
        out = part(a, *write)
        cp.fft.fft(part(a, *read), n=n, axis=axis, out=out)
        wanted = y.copy()
        part(wanted, *write)[...] = np.fft.fft(part(y, *read), n=n, axis=axis)
        check(a, wanted)
    turned = cp.asarray(y)
    check(cp.fft.fft(turned, axis=axis, out=turned.T), expected)
    back = cp.asarray(y)
    check(cp.fft.fft(back, axis=axis, out=back[::-1] if axis == 0 else back[:, ::-1]), expected)
    real = cp.asarray(y)
    cp.fft.rfft(real.real, axis=axis, out=part(real, 0, 11))
    wanted = y.copy()
    part(wanted, 0, 11)[...] = np.fft.rfft(y.real, axis=axis)
    check(real, wanted)


def test_out_casts():
    a = make((8,), "d")
    for given, dtype in [("f", "D"), ("d", "F"), ("D", "F")]:
        out = cp.zeros(8, dtype)
        expected = np.fft.fft(a.astype(given)).astype(dtype)
        check(cp.fft.fft(cp.asarray(a.astype(given)), out=out), expected, eps=np.finfo("f").eps)
        assert out.dtype == dtype
    with pytest.raises(TypeError, match="Cannot cast"):
        cp.fft.fft(cp.asarray(a), out=cp.zeros(8))
    with pytest.raises(ValueError, match="wrong shape"):
        cp.fft.fft(cp.asarray(a), out=cp.zeros((2, 4), "D"))
    with pytest.raises(ValueError, match="wrong shape"):
        cp.fft.fft(cp.asarray(a), out=cp.zeros(9, "D"))
    with pytest.raises(TypeError):
        cp.fft.fft(cp.asarray(a), out="")


@pytest.mark.parametrize("name", ["fftn", "ifftn", "fft2", "ifft2"])
def test_outputs_of_transforms_along_no_axes(name):
    """NumPy returns what it was given and leaves the output alone; here the output has it, too."""
    a = np.random.default_rng(1).random((2, 3)) + 1j
    out = cp.zeros((2, 3), "D")
    result = getattr(cp.fft, name)(cp.asarray(a), axes=(), out=out)
    assert result is out and (out.get() == a).all()
    assert (getattr(cp.fft, name)(cp.asarray(a), axes=()).get() == a).all()
    with pytest.raises(ValueError):
        getattr(cp.fft, name)(cp.asarray(a), axes=(), out=cp.zeros(3, "D"))


def test_input_is_kept():
    for name in [*ONE_AXIS, *SEVERAL_AXES]:
        a = make((5, 8), "d" if name in TAKE_REAL else "D")
        array = cp.asarray(a)
        getattr(cp.fft, name)(array)
        np.testing.assert_array_equal(array.get(), a)


# ------------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize("call", [
    lambda xp: xp.fft.fft(xp.ones(3), 0),
    lambda xp: xp.fft.fft(xp.ones(3), -1),
    lambda xp: xp.fft.fft(xp.ones(0)),
    lambda xp: xp.fft.fft(xp.ones(3), axis=1),
    lambda xp: xp.fft.fft(xp.ones(3), n=4, axis=-2),
    lambda xp: xp.fft.fft(xp.asarray(3.0)),
    lambda xp: xp.fft.fft(xp.ones(3), norm="x"),
    lambda xp: xp.fft.fft(xp.ones(3), norm=1),
    lambda xp: xp.fft.fft(xp.ones(3), n=2.5),
    lambda xp: xp.fft.fft(xp.ones(3), axis=1.5),
    lambda xp: xp.fft.rfft(xp.ones(3) + 1j),
    lambda xp: xp.fft.ihfft(xp.ones(3) + 1j),
    lambda xp: xp.fft.rfft2(xp.ones((3, 3)) + 1j),
    lambda xp: xp.fft.irfft(xp.ones(1)),
    lambda xp: xp.fft.irfft(xp.ones(0)),
    lambda xp: xp.fft.hfft(xp.ones(1)),
    lambda xp: xp.fft.fft2(xp.ones(3)),
    lambda xp: xp.fft.fftn(xp.ones((3, 3)), s=(2,), axes=(0, 1)),
    lambda xp: xp.fft.fftn(xp.ones((3, 3)), s=(-2, 2), axes=(0, 1)),
    lambda xp: xp.fft.fftn(xp.ones((3, 3)), axes=(0, 5)),
    lambda xp: xp.fft.fftn(xp.ones((3, 3)), s=(2, 2), axes=(0, 5)),
    lambda xp: xp.fft.fftn(xp.ones((3, 3)), axes=1),
    lambda xp: xp.fft.irfftn(xp.ones((3, 1))),
    lambda xp: xp.fft.fftfreq(4.0),
    lambda xp: xp.fft.fftfreq(0),
    lambda xp: xp.fft.fftfreq(-2),
    lambda xp: xp.fft.fftfreq(5, d=0),
    lambda xp: xp.fft.rfftfreq(5.5),
    lambda xp: xp.fft.rfftfreq(0),
    lambda xp: xp.fft.fftshift(xp.ones(3), axes=1),
])  # fmt: skip
def test_errors(call):
    with pytest.raises(Exception) as expected:
        call(np)
    with pytest.raises(expected.type if expected.type is not IndexError else (IndexError,)):
        call(cp)


def test_deprecated_lengths():
    a = make((3, 4), "d")
    with pytest.warns(DeprecationWarning, match="axes"):
        check(cp.fft.fftn(cp.asarray(a), s=(2,)), np.fft.fft(a, 2))
    with pytest.warns(DeprecationWarning, match="None"):
        check(cp.fft.fftn(cp.asarray(a), s=(None, 2), axes=(0, 1)), np.fft.fftn(a, s=(3, 2), axes=(0, 1)))


def test_numpy_arrays_are_refused():
    with pytest.raises(TypeError):
        cp.fft.fft(np.ones(3))


# ------------------------------------------------------------------------------------------------------------ helpers


def test_frequencies():
    for n, d in itertools.product([1, 2, 3, 4, 9, 10, 101], [1.0, 0.1, 2, 1e-3]):
        for name in ("fftfreq", "rfftfreq"):
            expected = getattr(np.fft, name)(n, d)
            got = getattr(cp.fft, name)(n, d)
            assert got.dtype == expected.dtype
            np.testing.assert_array_equal(got.get(), expected)
    np.testing.assert_allclose(cp.fft.fftfreq(5, d=2j).get(), np.fft.fftfreq(5, d=2j))


def test_shifts():
    for shape in [(5,), (6,), (3, 4), (2, 3, 5)]:
        a = np.arange(np.prod(shape)).reshape(shape)
        for axes in [None, 0, -1, (), *itertools.permutations(range(len(shape)), min(2, len(shape)))]:
            for name in ("fftshift", "ifftshift"):
                got = getattr(cp.fft, name)(cp.asarray(a), axes)
                np.testing.assert_array_equal(got.get(), getattr(np.fft, name)(a, axes))
                assert got.dtype == a.dtype


def test_bfloat16():
    a = make((3, 16), "f")
    narrow = cp.asarray(a).astype(cp.bfloat16)
    check(cp.fft.fft(narrow), np.fft.fft(narrow.astype("f").get().astype("d")).astype("F"))
    check(cp.fft.rfft(narrow), np.fft.rfft(narrow.astype("f").get().astype("d")).astype("F"))
    assert cp.fft.irfft(narrow).dtype == cp.bfloat16


def test_numpy_functions_take_our_arrays():
    a = make((4, 6), "D")
    for name in ("fft", "ifft2", "irfftn", "fftshift"):
        got = getattr(np.fft, name)(cp.asarray(a))
        assert isinstance(got, cp.ndarray)
        check(got, getattr(np.fft, name)(a))


def test_nan_and_inf():
    a = make((16,), "D")
    a[3] = np.nan
    assert np.isnan(cp.fft.fft(cp.asarray(a)).get()).all()


# ------------------------------------------------------------------------------------------------------------ plans


def test_plan_cache():
    cache = cp.fft.config.get_plan_cache()
    cache.clear()
    assert (cache.get_size(), cache.get_memsize()) == (16, -1)
    assert cache.get_curr_size() == cache.get_curr_memsize() == 0
    a = cp.ones((4, 30), "D")
    cp.fft.fft(a)
    held = cache.get_curr_size()
    assert held >= 1
    cp.fft.fft(a)
    cp.fft.fft(a * 2)
    assert cache.get_curr_size() == held
    for n in range(1, 40):
        cp.fft.fft(a, n=n)
        assert cache.get_curr_size() <= 16
    try:
        cache.set_size(2)
        assert cache.get_curr_size() <= 2
        for n in range(40, 50):
            check(cp.fft.fft(a, n=n), np.fft.fft(a.get(), n=n))
        cache.set_size(0)
        check(cp.fft.fft(a), np.fft.fft(a.get()))
        assert cache.get_curr_size() == 0
        cache.set_size(-1)
        for n in range(1, 40):
            cp.fft.fft(a, n=n)
        assert cache.get_curr_size() >= 39
        cache.set_memsize(0)
        check(cp.fft.fft(a, n=77), np.fft.fft(a.get(), n=77))
        for wrong in (-2, -100):
            with pytest.raises(ValueError):
                cache.set_size(wrong)
            with pytest.raises(ValueError):
                cache.set_memsize(wrong)
        assert "Plans" in repr(cache)
    finally:
        cache.set_size(16)
        cache.set_memsize(-1)
        cp.fft.config.clear_plan_cache()
    assert cache.get_curr_size() == 0
    cp.fft.config.show_plan_cache_info()


def test_settings_of_the_plan_cache():
    config, cache = cp.fft.config, cp.fft.config.get_plan_cache()
    try:
        config.set_plan_cache_size(3)
        config.set_plan_cache_max_memsize(1 << 30)
        assert config.get_plan_cache_size() == cache.get_size() == 3
        assert config.get_plan_cache_max_memsize() == cache.get_memsize() == 1 << 30
        for wrong in (config.set_plan_cache_size, config.set_plan_cache_max_memsize):
            with pytest.raises(ValueError):
                wrong(-2)
    finally:
        config.set_plan_cache_size(16)
        config.set_plan_cache_max_memsize(-1)
    assert config.get_plan_cache_size() == 16 and config.get_plan_cache_max_memsize() == -1
    assert config.devices is None


def test_plans_by_keys():
    from cuprum.cuda import cufft

    cache = cp.fft.config.get_plan_cache()
    cache.clear()
    assert list(cache) == []
    cp.fft.fft(cp.ones((3, 20), "F"))
    cp.fft.irfft(cp.ones((2, 9)), 16)
    key, node = next(iter(cache))
    assert key == node.key == (16, cufft.CUFFT_Z2D, 2, None)
    assert isinstance(node.plan, cufft.Plan1d) and (node.plan.nx, node.plan.batch) == (16, 2)
    assert node.memsize >= 0
    assert [key for key, _ in cache] == [(16, cufft.CUFFT_Z2D, 2, None), (20, cufft.CUFFT_C2C, 3, None)]
    assert (20, cufft.CUFFT_C2C, 3, None) in cache
    assert (20, cufft.CUFFT_C2C, 4, None) not in cache
    assert cache[20, cufft.CUFFT_C2C, 3, None].fft_type == cufft.CUFFT_C2C
    assert cache.get("else") is None and cache.get("else", 3) == 3
    with pytest.raises(KeyError, match="no plan"):
        cache[1, 2, 3, 4]
    # A plan of the cache can be used.
    a = cp.asarray(make((3, 20), "F"))
    with cache[20, cufft.CUFFT_C2C, 3, None] as plan:
        out = plan.get_output_array(a)
        plan.fft(a, out, cufft.CUFFT_FORWARD)
    check(out, np.fft.fft(a.get()))
    cp.fft.fft2(cp.ones((8, 9)))
    assert len(list(cache)) == len(cache)


def test_plan_cache_of_a_thread():
    caches = []
    cp.fft.fft(cp.ones(8))
    threading.Thread(target=lambda: caches.append(cp.fft.config.get_plan_cache())).start()
    while not caches:
        pass
    assert caches[0] is not cp.fft.config.get_plan_cache()
    assert caches[0].get_curr_size() == 0


def test_threads():
    a = make((200, 100), "D")
    expected = np.fft.fft2(a)
    results = [None] * 8
    array = cp.asarray(a)

    def work(i):
        results[i] = cp.fft.fft2(array)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        check(result, expected)


def test_streams():
    a = make((64, 64), "D")
    with cp.cuda.Stream():
        result = cp.fft.fft(cp.asarray(a), norm="ortho")
        check(result, np.fft.fft(a, norm="ortho"))


def test_captured():
    a = cp.asarray(make((16, 16), "D"))
    cp.fft.fft(a, norm="ortho")
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        out = cp.empty_like(a)
        cp.fft.fft(a, out=out)
        stream.synchronize()
        stream.begin_capture()
        cp.fft.fft(a, out=out)
        graph = stream.end_capture()
        out.fill(0)
        a *= 2
        graph.launch(stream)
        stream.synchronize()
        check(out, np.fft.fft(a.get()))


# ------------------------------------------------------------------------------------------------------ callbacks

LOAD = """
#include <cufftXt.h>
__device__ TYPE load(void* from, size_t offset, void* info, void* shared) {
    TYPE x = ((TYPE*)from)[offset];
    BODY
    return x;
}
__device__ cufftCallbackLoadLETTER d_loadCallbackPtr = load;
"""
STORE = """
__device__ void store(void* to, size_t offset, TYPE x, void* info, void* shared) {
    BODY
    ((TYPE*)to)[offset] = x;
}
__device__ cufftCallbackStoreLETTER d_storeCallbackPtr = store;
"""
TYPES = {
    "F": ("cufftComplex", "C"),
    "D": ("cufftDoubleComplex", "Z"),
    "f": ("cufftReal", "R"),
    "d": ("cufftDoubleReal", "D"),
}


def callback(text, char, body):
    kind, letter = TYPES[char]
    return text.replace("TYPE", kind).replace("LETTER", letter).replace("BODY", body)


def twice(char):
    return "x *= 2;" if char in "fd" else "x.x *= 2; x.y *= 2;"


WITH_CALLBACKS = {
    "fft": "cc",
    "ifft": "cc",
    "fft2": "cc",
    "ifftn": "cc",
    "rfft": "rc",
    "irfft": "cr",
    "hfft": "cr",
    "ihfft": "rc",
    "rfftn": "rc",
    "irfft2": "cr",
}


@pytest.mark.parametrize("name", WITH_CALLBACKS)
def test_callbacks(name):
    given, made = WITH_CALLBACKS[name]
    for wide in (True, False):
        chars = {"c": "D" if wide else "F", "r": "d" if wide else "f"}
        a = make((3, 4, 6), chars[given])
        load, store = (
            callback(LOAD, chars[given], twice(chars[given])),
            callback(STORE, chars[made], twice(chars[made])),
        )
        for norm in (None, "ortho", "forward"):
            expected = getattr(np.fft, name)(a, norm=norm).astype(chars[made])
            for x in (cp.asarray(a), cp.asarray(a.T.copy()).T):
                with cp.fft.config.set_cufft_callbacks(cb_load=load):
                    check(getattr(cp.fft, name)(x, norm=norm), 2 * expected)
                with cp.fft.config.set_cufft_callbacks(cb_store=store):
                    check(getattr(cp.fft, name)(x, norm=norm), 2 * expected)
                with cp.fft.config.set_cufft_callbacks(load, store):
                    out = cp.empty(expected.shape, expected.dtype)
                    assert getattr(cp.fft, name)(x, norm=norm, out=out) is out
                    check(out, 4 * expected)
                check(getattr(cp.fft, name)(x, norm=norm), expected)


def test_callbacks_with_data():
    a = make((4, 10), "F")
    window, mask = cp.hanning(10).astype("f"), cp.asarray(np.arange(10, dtype="i") % 2)
    load = callback(LOAD, "F", "float w = ((float*)info)[offset % 10]; x.x *= w; x.y *= w;")
    store = callback(STORE, "F", "if (!((int*)info)[offset % 10]) x = make_float2(0, 0);")
    for names in (("cb_load_data", "cb_store_data"), ("cb_load_aux_arr", "cb_store_aux_arr")):
        with cp.fft.config.set_cufft_callbacks(load, store, **dict(zip(names, (window, mask)))) as manager:
            assert manager.cb_load_aux_arr is window and manager.cb_store_aux_arr is mask
            got = cp.fft.fft(cp.asarray(a))
    check(got, (np.fft.fft(a * window.get()) * mask.get()).astype("F"))
    # A length that is cut off or filled up comes before the callback; the numbers of integers are those of the
    # transform's dtype.
    shift = callback(LOAD, "D", "x.x += 1;")
    for n in (3, 7):
        with cp.fft.config.set_cufft_callbacks(shift):
            check(cp.fft.fft(cp.arange(5), n), np.fft.fft(np.pad(np.arange(5), (0, 2))[:n] + 1))


def test_callbacks_by_functions_alone():
    text = """
__device__ int helper(int x) { return x; }
__device__ __forceinline__ cufftDoubleComplex mine(void* from, unsigned long long offset, void*, void*) {
    cufftDoubleComplex x = ((cufftDoubleComplex*)from)[offset];
    return make_double2(x.y, x.x);
}
"""
    a = make((8,), "D")
    expected = np.fft.fft(a.imag + 1j * a.real)
    for keywords in ({"cb_ver": "jit"}, {}, {"cb_load_name": "mine"}):
        with cp.fft.config.set_cufft_callbacks(cb_load=text, **keywords):
            check(cp.fft.fft(cp.asarray(a)), expected)


def test_current_callback_manager():
    current = cp.fft.config.get_current_callback_manager
    code = "__device__ cufftComplex same(void* x, size_t i, void*, void*) { return ((cufftComplex*)x)[i]; }"
    assert current() is None
    with cp.fft.config.set_cufft_callbacks(cb_load=code) as outer:
        with cp.fft.config.set_cufft_callbacks(cb_load=code) as inner:
            assert current() is inner
        assert current() is outer
        others = []
        thread = threading.Thread(target=lambda: others.append(current()))
        thread.start()
        thread.join()
        assert others == [None]
    assert current() is None


def test_callbacks_nest_and_are_the_threads_own():
    x, load = cp.ones(4, "D"), callback(LOAD, "D", twice("D"))
    zero = callback(LOAD, "D", "x.x = x.y = 0;")
    config = cp.fft.config
    others = []
    with config.set_cufft_callbacks(load):
        with config.set_cufft_callbacks(zero):
            assert cp.fft.fft(x)[0] == 0
        assert cp.fft.fft(x)[0] == 8
        thread = threading.Thread(target=lambda: others.append(cp.fft.fft(x).get()[0]))
        thread.start()
        thread.join()
    assert others == [4]
    assert cp.fft.fft(x)[0] == 4
    outer, inner = config.set_cufft_callbacks(load), config.set_cufft_callbacks(zero)
    outer.__enter__(), inner.__enter__()
    with pytest.raises(ValueError, match="order"):
        outer.__exit__()
    inner.__exit__(), outer.__exit__()
    assert cp.fft.fft(x)[0] == 4


def test_callback_errors():
    make_callbacks = cp.fft.config.set_cufft_callbacks
    load = callback(LOAD, "F", "")
    for wrong in ({}, {"cb_load": "int x;"}, {"cb_load": load, "cb_ver": "old"},
                  {"cb_load": load, "cb_store_data": cp.ones(1)},
                  {"cb_load": load, "cb_load_data": cp.ones(1), "cb_load_aux_arr": cp.ones(1)}):  # fmt: skip
        with pytest.raises(ValueError):
            make_callbacks(**wrong)
    for wrong in ({"cb_load": b"code"}, {"cb_load": load, "cb_load_data": np.ones(1)}):
        with pytest.raises(TypeError):
            make_callbacks(**wrong)
    with make_callbacks(load):
        cp.fft.fft(cp.ones(4, "F"))
        with pytest.raises(cp.CompileException):
            cp.fft.fft(cp.ones(4, "D"))
        with pytest.raises(NotImplementedError, match="twice"):
            cp.fft.fftn(cp.ones((4, 4), "F"), axes=(0, 0))


@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
def test_shifts_take_what_asarray_takes(name):
    """As CuPy's, they begin with asarray: NumPy's and other libraries' arrays come to the device."""
    host = np.arange(6.0).reshape(2, 3)
    expected = getattr(np.fft, name)(host)
    given = [host, host.tolist(), cp.asarray(host)]
    if importlib.util.find_spec("dask"):
        given.append(importlib.import_module("dask.array").from_array(host))
    for array in given:
        found = getattr(cp.fft, name)(array)
        assert isinstance(found, cp.ndarray)
        np.testing.assert_array_equal(found.get(), expected)
        np.testing.assert_array_equal(getattr(cp.fft, name)(array, 1).get(), getattr(np.fft, name)(host, 1))


def test_fft_of_times():
    for dtype in ("M8[ns]", "m8[s]"):
        for xp in (np, cp):
            with pytest.raises(TypeError):
                xp.fft.fft(xp.zeros(3, dtype))
