"""cuprumx.scipy.fft and fftpack beside SciPy."""

import itertools
import pickle

import numpy as np
import pytest
from common import check_transform as check
from common import normal_sample as make

import cuprum as cp
import cuprumx.scipy.fft as cfft
import cuprumx.scipy.fftpack as cfftpack
from cuprum.cuda import cufft

sfft = pytest.importorskip("scipy.fft")
sfftpack = pytest.importorskip("scipy.fftpack")

REAL_ONLY = {"rfft", "ihfft", "rfft2", "ihfft2", "rfftn", "ihfftn"}
ONE_AXIS = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
SEVERAL_AXES = [
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
    "hfftn",
    "ihfftn",
    "fft2",
    "ifft2",
    "rfft2",
    "irfft2",
    "hfft2",
    "ihfft2",
]
NORMS = [None, "backward", "ortho", "forward"]


def compare(name, a, *args, module=sfft, ours=cfft, array=None, **kwargs):
    wide = a.astype("D" if a.dtype.kind == "c" else "d")
    expected = getattr(module, name)(a, *args, **kwargs)
    exact = getattr(module, name)(wide, *args, **kwargs).astype(expected.dtype)
    check(getattr(ours, name)(cp.asarray(a) if array is None else array, *args, **kwargs), exact)


def dtypes_of(name):
    return "efdiB?" if name in REAL_ONLY else "efdFDiB?"


@pytest.mark.parametrize("name", ONE_AXIS)
def test_one_axis(name):
    for dtype, norm in itertools.product(dtypes_of(name), NORMS):
        compare(name, make((3, 12), dtype), norm=norm)
    for axis, n in itertools.product([0, 1, -1, -2], [None, 1, 3, 8, 20]):
        compare(name, make((4, 6), "d"), n, axis)


@pytest.mark.parametrize("name", SEVERAL_AXES)
def test_several_axes(name):
    for dtype in dtypes_of(name):
        compare(name, make((4, 6), dtype))
    a = make((3, 4, 5), "d" if name in REAL_ONLY else "D")
    for axes, norm in itertools.product([(0, 1), (2, 0), (-1, -3)], NORMS):
        compare(name, a, axes=axes, norm=norm)
        compare(name, a, (6, 7), axes=axes, norm=norm)
        compare(name, a, (2, -1), axes=axes, norm=norm)
    if name.endswith("n"):
        compare(name, a)
        compare(name, a, (4,))
        compare(name, a, axes=1)
        compare(name, a, 4, 1)


def test_no_axes():
    a = cp.asarray(make((3, 4), "d"))
    assert cfft.fftn(a, axes=()) is a
    assert cfft.dctn(a, axes=()) is a
    for name in ("rfftn", "irfftn", "hfftn", "ihfftn"):
        with pytest.raises(ValueError, match="at least 1 axis"):
            getattr(cfft, name)(a, axes=())


def test_overwrite():
    for name in ("fft", "ifft", "fftn", "ifft2"):
        a = make((4, 8), "D")
        array = cp.asarray(a)
        compare(name, a, array=array)
        np.testing.assert_array_equal(array.get(), a)
        check(getattr(cfft, name)(array, overwrite_x=True), getattr(sfft, name)(a))
        compare(name, a.real, overwrite_x=True)
    compare("fft", make((4, 8), "D"), n=20, overwrite_x=True)
    compare("fftn", make((4, 8), "D"), s=(3, 9), overwrite_x=True)


def test_workers():
    for workers in (None, -1):
        compare("fft", make((4, 8), "D"), workers=workers)
        compare("rfft2", make((4, 8), "d"), workers=workers)
        compare("dct", make((4, 8), "d"), workers=workers)
        compare("dctn", make((4, 8), "d"), workers=workers)
    for name in ("fft", "fftn", "dct", "idstn"):
        with pytest.raises(NotImplementedError, match="workers=2.*CUPRUM_NUM_THREADS"):
            getattr(cfft, name)(cp.ones(8), workers=2)
    with cfft.set_workers(-1):
        assert cfft.get_workers() >= 1
    with pytest.raises(NotImplementedError), cfft.set_workers(3):
        pass


@pytest.mark.parametrize("call", [
    lambda m, a: m.fftn(a, axes=(0, 0)),
    lambda m, a: m.fftn(a, axes=(0, 2)),
    lambda m, a: m.fftn(a, s=(1, 2, 3)),
    lambda m, a: m.fftn(a, s=(1, 2), axes=(0,)),
    lambda m, a: m.fftn(a, s=(0, 2)),
    lambda m, a: m.fftn(a, s=(1.5, 2)),
    lambda m, a: m.fftn(a, axes=(0.5,)),
    lambda m, a: m.rfft(a + 1j),
    lambda m, a: m.ihfftn(a + 1j),
    lambda m, a: m.fft(a, 0),
    lambda m, a: m.fft(a, norm="x"),
    lambda m, a: m.irfft(a[:, :1]),
    lambda m, a: m.dct(a, 5),
    lambda m, a: m.dct(a, 0),
    lambda m, a: m.dct(a, n=0),
    lambda m, a: m.dct(a[:, :1], 1),
    lambda m, a: m.dct(a, norm="x"),
    lambda m, a: m.dctn(a, axes=(0, 0)),
    lambda m, a: m.dstn(a, s=(1, 2), axes=(0,)),
    lambda m, a: m.next_fast_len(-1),
    lambda m, a: m.next_fast_len(1.5),
    lambda m, a: m.prev_fast_len(-1),
])  # fmt: skip
def test_errors(call):
    a = make((3, 4), "d")
    with pytest.raises(Exception) as expected:
        call(sfft, a)
    # SciPy's own extension gives RuntimeError or ValueError for a length that has no transform.
    kinds = (expected.type,) if expected.type is not RuntimeError else (ValueError,)
    with pytest.raises(kinds):
        call(cfft, cp.asarray(a))


# ------------------------------------------------------------------------------------------------ cosines and sines


@pytest.mark.parametrize("type", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["dct", "idct", "dst", "idst"])
def test_real_transforms(name, type):
    for length in [2, 3, 4, 5, 8, 9, 16, 17, 30, 31, 64, 97, 128, 251, 1000]:
        compare(name, make((length,), "d"), type)
        compare(name, make((2, length), "f"), type)
    if not (name.endswith("dct") and type == 1):
        compare(name, make((1,), "d"), type)
    for dtype, norm in itertools.product("efdFDiB?", NORMS):
        compare(name, make((3, 12), dtype), type, norm=norm)
    for norm, orthogonalize in itertools.product(NORMS, [None, False, True]):
        compare(name, make((3, 12), "d"), type, norm=norm, orthogonalize=orthogonalize)
        compare(name, make((3, 13), "d"), type, norm=norm, orthogonalize=orthogonalize)
    for axis, n in itertools.product([0, 1, 2, -1, -2], [None, 2, 3, 5, 9]):
        compare(name, make((4, 5, 6), "d"), type, n, axis)
    a = make((6, 8), "d")
    compare(name, a.T, type, array=cp.asarray(a).T)
    compare(name, a[::-1, ::2], type, array=cp.asarray(a)[::-1, ::2])


@pytest.mark.parametrize("type", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["dctn", "idctn", "dstn", "idstn"])
def test_real_transforms_of_several_axes(name, type):
    a = make((4, 5, 6), "d")
    for norm in NORMS:
        compare(name, a, type, norm=norm)
        compare(name, a, type, axes=(0, 2), norm=norm)
        compare(name, a, type, s=(3, 8), norm=norm)
        compare(name, a, type, s=(3, 8), axes=(2, 0), norm=norm, orthogonalize=True)
    compare(name, a + 1j * a[::-1], type)
    compare(name, a, type, axes=1)


def test_real_transforms_undo_each_other():
    a = make((3, 20), "d")
    for type, norm in itertools.product([1, 2, 3, 4], NORMS):
        for forward, back in (("dct", "idct"), ("dst", "idst")):
            there = getattr(cfft, forward)(cp.asarray(a), type, norm=norm)
            np.testing.assert_allclose(getattr(cfft, back)(there, type, norm=norm).get(), a, atol=1e-13)


# ------------------------------------------------------------------------------------------------ Hankel


@pytest.mark.parametrize("n", [1, 2, 63, 64])
@pytest.mark.parametrize(
    "mu, offset, bias",
    [(0.3, 0.0, 0.0), (-1.5, 0.1, -0.1), (0.5, 1.0, 0.1), (2.0, -0.5, 0.3), (0.0, 0.0, 0.9), (30.0, 0.2, 0.0)],
)
def test_hankel(n, mu, offset, bias):
    a = make((2, n), "d")
    for name in ("fht", "ifht"):
        expected = getattr(sfft, name)(a, 0.1, mu, offset=offset, bias=bias)
        got = getattr(cfft, name)(cp.asarray(a), 0.1, mu, offset=offset, bias=bias)
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got.get(), expected, rtol=1e-11, atol=1e-11 * np.abs(expected).max())
    assert cfft.fhtoffset(0.1, mu, offset, bias) == pytest.approx(
        sfft.fhtoffset(0.1, mu, offset, bias), rel=1e-11, abs=1e-12
    )


@pytest.mark.parametrize("mu, bias", [(-4.0, 1.0), (-2.0, 3.0), (-2.0, 1.0), (0.0, 2.0), (-4.0, -1.0)])
def test_hankel_special_cases(mu, bias):
    a = make((64,), "d")
    for name in ("fht", "ifht"):
        with np.errstate(all="ignore"):
            import warnings

            with warnings.catch_warnings(record=True) as expected_warnings:
                warnings.simplefilter("always")
                expected = getattr(sfft, name)(a, 0.1, mu, bias=bias)
            with warnings.catch_warnings(record=True) as our_warnings:
                warnings.simplefilter("always")
                got = getattr(cfft, name)(cp.asarray(a), 0.1, mu, bias=bias)
        singular = [w for w in expected_warnings if "singular" in str(w.message)]
        assert len(singular) == len([w for w in our_warnings if "singular" in str(w.message)])
        np.testing.assert_allclose(got.get(), expected, rtol=1e-10, atol=1e-10 * np.nanmax(np.abs(expected)))


# ------------------------------------------------------------------------------------------------ helpers


def test_fast_lengths():
    for target in [
        *range(1, 400),
        1021,
        4097,
        12345,
        99991,
        1 << 20,
        51200001,
        10**9 + 7,
        2**40 + 1,
        2**58 + 1,
        (2**64 - 1) // 11,
    ]:
        for real in (False, True):
            assert cfft.next_fast_len(target, real) == sfft.next_fast_len(target, real)
            assert cfft.prev_fast_len(target, real=real) == sfft.prev_fast_len(target, real=real)


def test_frequencies_and_shifts():
    np.testing.assert_array_equal(cfft.fftfreq(9, 0.1).get(), sfft.fftfreq(9, 0.1))
    np.testing.assert_array_equal(cfft.rfftfreq(9, 0.1).get(), sfft.rfftfreq(9, 0.1))
    np.testing.assert_array_equal(cfft.fftshift(cp.arange(5)).get(), sfft.fftshift(np.arange(5)))
    np.testing.assert_array_equal(cfft.ifftshift(cp.arange(5)).get(), sfft.ifftshift(np.arange(5)))


def test_backend_of_scipy():
    a = make((4, 8), "D")
    with sfft.set_backend(cfft):
        for name in ("fft", "fft2", "ifftn", "irfft"):
            got = getattr(sfft, name)(cp.asarray(a))
            assert isinstance(got, cp.ndarray)
            check(got, getattr(np.fft, name)(a))
        check(sfft.rfft(cp.asarray(a.real), n=5, axis=0), np.fft.rfft(a.real, n=5, axis=0))
        got = sfft.dct(cp.asarray(a.real), type=3)
    check(got, sfft.dct(a.real, type=3))
    with sfft.set_backend(cfft, coerce=True):
        assert isinstance(sfft.fft(a), cp.ndarray)
    assert isinstance(sfft.fft(a), np.ndarray)


# ------------------------------------------------------------------------------------------------ fftpack


@pytest.mark.parametrize("name", ["fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"])
def test_fftpack(name):
    for dtype in "fdFD":
        compare(name, make((4, 6), dtype), module=sfftpack, ours=cfftpack)
    key = "n" if name in ("fft", "ifft") else "shape"
    compare(name, make((4, 6), "D"), module=sfftpack, ours=cfftpack, **{key: 5 if key == "n" else (3, 9)})


def test_fftpack_real():
    for name in ("rfft", "irfft"):
        for length, n, dtype in itertools.product([1, 2, 3, 4, 7, 8], [None, 1, 2, 3, 6, 9, 10], "fdi"):
            compare(name, make((3, length), dtype), n=n, module=sfftpack, ours=cfftpack)
            compare(name, make((length, 3), dtype), n=n, axis=0, module=sfftpack, ours=cfftpack)
        with pytest.raises(TypeError):
            getattr(cfftpack, name)(cp.ones(3, "D"))
    for n in (1, 2, 5, 8):
        np.testing.assert_array_equal(cfftpack.rfftfreq(n, 0.5).get(), sfftpack.rfftfreq(n, 0.5))


# ------------------------------------------------------------------------------------------------ plans


def test_plans():
    a = make((4, 6, 8), "D")
    array = cp.asarray(a)
    plan = cfft.get_fft_plan(array, axes=2)
    assert isinstance(plan, cufft.Plan1d)
    assert (plan.nx, plan.batch, plan.fft_type) == (8, 24, cufft.CUFFT_Z2Z)
    check(cfft.fft(array, plan=plan), sfft.fft(a))
    with plan:
        assert cufft.get_current_plan() is plan
        check(cfft.ifft(array), sfft.ifft(a))
        with pytest.raises(RuntimeError):
            cfft.fft(array, plan=plan)
    assert cufft.get_current_plan() is None
    plan = cfft.get_fft_plan(array, axes=(1, 2))
    assert isinstance(plan, cufft.PlanNd)
    check(cfft.fft2(array, plan=plan), sfft.fft2(a))
    for wrong in (array[:2], array.astype("F"), array[:, :5]):
        with pytest.raises(ValueError):
            cfft.fft2(wrong, plan=plan)
    with pytest.raises(ValueError):
        cfft.fft(array, plan=plan)
    with pytest.raises(ValueError):
        cfft.fft2(array, plan="plan")
    real = cp.asarray(a.real.astype("f"))
    check(cfft.rfftn(real, plan=cfft.get_fft_plan(real, value_type="R2C")), sfft.rfftn(a.real.astype("f")))
    check(cfft.irfft(array, plan=cfft.get_fft_plan(array, axes=-1, value_type="C2R")), sfft.irfft(a))
    check(cfftpack.fft(array, plan=cfftpack.get_fft_plan(array, axes=-1)), sfft.fft(a))
    for kwargs in [{"value_type": "R2R"}, {"axes": (0, 0)}, {"axes": 5}, {"shape": (2, 2), "axes": 1}, {"axes": ()}]:
        with pytest.raises(ValueError):
            cfft.get_fft_plan(array, **kwargs)
    with pytest.raises(ValueError, match="contiguous"):
        cfft.get_fft_plan(array[::2])


def test_plans_run():
    a = make((4, 6), "F")
    array = cp.asarray(a)
    plan = cufft.Plan1d(6, cufft.CUFFT_C2C, 4)
    out = plan.get_output_array(array)
    plan.fft(array, out, cufft.CUFFT_FORWARD)
    check(out, sfft.fft(a))
    plan.fft(array, out, cufft.CUFFT_INVERSE)
    check(out, sfft.ifft(a, norm="forward"))
    for wrong in (cp.empty((4, 6), "D"), cp.empty((4, 5), "F")):
        with pytest.raises(ValueError):
            plan.fft(array, wrong, cufft.CUFFT_FORWARD)
    plan = cufft.Plan1d(6, cufft.CUFFT_D2Z, 4)
    out = plan.get_output_array(cp.asarray(a.real.astype("d")))
    plan.fft(cp.asarray(a.real.astype("d")), out, cufft.CUFFT_FORWARD)
    check(out, sfft.rfft(a.real.astype("d")))
    plan = cufft.PlanNd((4, 6), None, 1, 0, None, 1, 0, cufft.CUFFT_C2C, 1, "C", 1, 6)
    out = plan.get_output_array(array)
    plan.fft(array, out, cufft.CUFFT_FORWARD)
    check(out, sfft.fft2(a))
    with pytest.raises(ValueError):
        cufft.Plan1d(6, 7, 1)


def test_layouts_of_plans():
    """Numbers lie as cuFFT's advanced layouts say."""
    rng = np.random.default_rng(0)
    memory = (rng.standard_normal(400) + 1j * rng.standard_normal(400)).astype("D")
    lengths, inembed, onembed, istride, ostride, idist, odist, batch = (3, 4), (3, 6), (5, 5), 2, 3, 50, 1, 3
    place = lambda nembed, stride, dist: np.array(  # noqa: E731
        [[[b * dist + (x * nembed[1] + y) * stride for y in range(4)] for x in range(3)] for b in range(batch)]
    )
    given, made = place(inembed, istride, idist), place(onembed, ostride, odist)
    expected = np.zeros(400, "D")
    expected[made] = np.fft.fft2(memory[given])
    for execute in (
        lambda p, a, out: p.fft(a, out, -1),
        lambda p, a, out: cufft.execZ2Z(p.handle, a.data.ptr, out.data.ptr, -1),
    ):
        plan = cufft.PlanNd(
            lengths, inembed, istride, idist, onembed, ostride, odist, cufft.CUFFT_Z2Z, batch, "C", 1, 4
        )
        out = cp.zeros(400, "D")
        execute(plan, cp.asarray(memory), out)
        np.testing.assert_allclose(out.get(), expected, rtol=1e-12, atol=1e-12)
    with pytest.raises(ValueError, match="bytes of out"):
        plan.fft(cp.asarray(memory), cp.zeros(20, "D"), -1)
    # Real numbers on one side, whose halves are rows of 5 out of 6.
    real = rng.standard_normal((2, 8))
    plan = cufft.PlanNd((8,), (8,), 1, 8, (6,), 1, 6, cufft.CUFFT_D2Z, 2, "C", 0, 5)
    out = cp.zeros((2, 6), "D")
    plan.fft(cp.asarray(real), out, -1)
    np.testing.assert_allclose(out.get()[:, :5], np.fft.rfft(real), rtol=1e-12, atol=1e-12)
    assert not out[:, 5].any()
    # One layout alone means none, as in cuFFT.
    plan = cufft.PlanNd((8,), None, 7, 9, (6,), 1, 6, cufft.CUFFT_D2Z, 2, "C", 0, 5)
    out = plan.get_output_array(cp.asarray(real))
    plan.fft(cp.asarray(real), out, -1)
    np.testing.assert_allclose(out.get(), np.fft.rfft(real), rtol=1e-12, atol=1e-12)
    for wrong in (((3,), 1, 0), ((3, 3), 1, 0), ((3, 4), 0, 0), ((3, 4), 1, -1)):
        with pytest.raises(ValueError):
            cufft.PlanNd(lengths, *wrong, (3, 4), 1, 0, cufft.CUFFT_Z2Z, 1, "C", 1, 4)


def test_plans_take_all_their_parameters():
    handle = cufft.create()
    assert cufft.setAutoAllocation(handle, 0) == 0
    plan = cufft.Plan1d(6, cufft.CUFFT_C2C, 4, prealloc_plan=handle, out=cp.empty((4, 6), "F"))
    assert cufft.setAutoAllocation(plan.handle, 1) == 0
    with pytest.raises(cufft.CuFFTError):
        cufft.setAutoAllocation(10**6, 1)
    for out in (cp.empty((4, 6), "D"), cp.empty((4, 5), "F")):
        with pytest.raises(ValueError):
            cufft.Plan1d(6, cufft.CUFFT_C2C, 4, out=out)
    for devices, fft_type in ((1, cufft.CUFFT_C2C), ([0], cufft.CUFFT_C2C), (2, cufft.CUFFT_R2C)):
        with pytest.raises(ValueError):
            cufft.Plan1d(6, fft_type, 4, devices=devices)
    if cp.cuda.runtime.getDeviceCount() > 1:
        a = make((4, 6), "F")
        plan = cufft.Plan1d(6, cufft.CUFFT_C2C, 4, devices=[0, 1])
        out = plan.get_output_array(cp.asarray(a))
        plan.fft(cp.asarray(a), out, cufft.CUFFT_FORWARD)
        check(out, sfft.fft(a))
        assert plan.gpus == [0, 1] and not cp.fft.config.use_multi_gpus


@pytest.mark.parametrize("shape", [(8,), (3, 16), (4, 8), (2, 12)])
def test_half_precision(shape):
    pairs = make((*shape[:-1], 2 * shape[-1]), "e")
    array = cp.asarray(pairs)
    numbers = pairs.astype("f").view("F")
    plan = cufft.XtPlanNd(shape[-1:], shape[-1:], 1, shape[-1], "E", shape[-1:], 1, shape[-1], "E",
                          numbers.size // shape[-1], "E", order="C", last_axis=-1, last_size=shape[-1])  # fmt: skip
    out = plan.get_output_array(array)
    for direction, reference in (
        (cufft.CUFFT_FORWARD, sfft.fft(numbers)),
        (cufft.CUFFT_INVERSE, sfft.ifft(numbers, norm="forward")),
    ):
        plan.fft(array, out, direction)
        assert out.dtype == "e"
        # A GPU rounds each of log2(n) steps to 11 bits.
        np.testing.assert_allclose(
            out.get().astype("f").view("F"), reference, rtol=0, atol=4e-3 * np.abs(reference).max()
        )


def test_several_devices():
    if cp.cuda.runtime.getDeviceCount() < 2:
        pytest.skip("needs two devices (CUPRUM_CPU_DEVICES=2 shows them)")
    config = cp.fft.config
    config.set_cufft_gpus(2)
    config.use_multi_gpus = True
    try:
        for shape in [(5, 16), (16,), (3, 4, 8)]:
            a = make(shape, "D")
            for axis in range(len(shape)):
                check(cp.fft.fft(cp.asarray(a), axis=axis, norm="ortho"), np.fft.fft(a, axis=axis, norm="ortho"))
    finally:
        config.use_multi_gpus = False
    for wrong in (1, [0, 0], [0, 99]):
        with pytest.raises(ValueError):
            config.set_cufft_gpus(wrong)


def test_planning_axis_by_axis():
    config = cp.fft.config
    with pytest.warns(DeprecationWarning):
        config.enable_nd_planning = False
    try:
        with pytest.warns(DeprecationWarning):
            assert config.enable_nd_planning is False
        a = make((4, 6, 8), "D")
        check(cp.fft.fftn(cp.asarray(a)), np.fft.fftn(a))
    finally:
        with pytest.warns(DeprecationWarning):
            config.enable_nd_planning = True


def test_plans_by_handles():
    a = make((4, 6), "D")
    x, out = cp.asarray(a), cp.empty((4, 6), "D")
    plan = cufft.Plan1d(6, cufft.CUFFT_Z2Z, 4, prealloc_plan=cufft.create())
    assert cufft.setAutoAllocation(plan.handle, 0) == 0
    cufft.execZ2Z(plan.handle, x.data.ptr, out.data.ptr, cufft.CUFFT_FORWARD)
    check(out, np.fft.fft(a))
    cufft.XtExec(plan.handle, out.data.ptr, out.data.ptr, cufft.CUFFT_INVERSE)
    check(out, 6 * a)
    several = cufft.PlanNd((4, 6), None, 1, 24, None, 1, 24, cufft.CUFFT_C2C, 1, "C", 1, 6)
    assert several.handle != plan.handle
    single, spectrum = cp.asarray(a.astype("F")), cp.empty((4, 6), "F")
    cufft.execC2C(several.handle, single.data.ptr, spectrum.data.ptr, cufft.CUFFT_FORWARD)
    check(spectrum, np.fft.fft2(a.astype("F")).astype("F"))
    for real, made, there, back in (
        ("d", "D", cufft.CUFFT_D2Z, cufft.CUFFT_Z2D),
        ("f", "F", cufft.CUFFT_R2C, cufft.CUFFT_C2R),
    ):
        b = make((4, 6), real)
        y, half = cp.asarray(b), cp.empty((4, 4), made)
        forward, inverse = cufft.Plan1d(6, there, 4), cufft.Plan1d(6, back, 4)
        (cufft.execD2Z if real == "d" else cufft.execR2C)(forward.handle, y.data.ptr, half.data.ptr)
        check(half, np.fft.rfft(b).astype(made))
        (cufft.execZ2D if real == "d" else cufft.execC2R)(inverse.handle, half.data.ptr, y.data.ptr)
        check(y, 6 * b)
        with pytest.raises(cufft.CuFFTError, match="CUFFT_NOT_SUPPORTED"):
            cufft.XtExec(forward.handle, y.data.ptr, y.data.ptr, cufft.CUFFT_FORWARD)
    for wrong in (lambda: cufft.execC2C(plan.handle, 0, 0, -1), lambda: cufft.execC2C(10**9, 0, 0, -1),
                  lambda: cufft.XtExec(cufft.create(), 0, 0, 1),
                  lambda: cufft.Plan1d(6, cufft.CUFFT_C2C, 1, prealloc_plan=plan.handle),
                  lambda: cufft.setCallback(plan.handle, 0, True),
                  lambda: cufft.setJITCallback(plan.handle, "f", b"", 0, 0),
                  lambda: cufft.multi_gpu_execC2C(1, 0, 0, 1), lambda: cufft.check_result(4)):  # fmt: skip
        with pytest.raises(cufft.CuFFTError):
            wrong()
    cufft.check_result(0)
    copy = pickle.loads(pickle.dumps(cufft.CuFFTError(4, "here")))
    assert copy.result == 4 and str(copy) == "CUFFT_INVALID_VALUE: here"
    assert cufft.CuFFTError(4).result == 4 and "CUFFT_INVALID_VALUE" in str(cufft.CuFFTError(4))
    assert (cufft.getVersion() > 0) == cp.is_available()
    assert (cufft.CUFFT_CB_LD_COMPLEX, cufft.CUFFT_CB_ST_REAL_DOUBLE) == (0, 7)


def test_plans_of_the_hosts_arrays():
    """A plan looks at the shape and the dtype alone."""
    host = np.ones((4, 6), "F")
    plan, ours = cfft.get_fft_plan(host, axes=1), cfft.get_fft_plan(cp.asarray(host), axes=1)
    assert type(plan) is type(ours) and plan.nx == ours.nx == 6 and plan.batch == ours.batch == 4
    check(cfft.fft(cp.asarray(host), axis=1, plan=plan), sfft.fft(host, axis=1))
    assert cfft.get_fft_plan(np.asfortranarray(np.ones((4, 6)))).shape == (4, 6)


@pytest.mark.parametrize("value_type", ["C2C", "R2C", "C2R"])
@pytest.mark.parametrize("axes", [1, (0, 1), (1, 2)])
def test_work_areas(value_type, axes):
    a = cp.ones((8, 16, 6), "f" if value_type == "R2C" else "F")
    plan = cfft.get_fft_plan(a, axes=axes, value_type=value_type)
    assert isinstance(plan.work_area, cp.cuda.MemoryPointer)
    size = plan.work_area.mem.size
    assert isinstance(size, int) and size >= 0 and plan.work_area.mem.size == size
    if cp.backend() == "cuda":
        assert plan.work_area.ptr or not size
