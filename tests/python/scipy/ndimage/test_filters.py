"""cuprumx.scipy.ndimage's filters against SciPy."""

import warnings

import common
import numpy as np
import pytest
import scipy.ndimage
from common import layouts, sample

import cuprum as cp
import cuprumx.scipy.ndimage as ours

MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-wrap", "grid-constant"]


check = common.check_of(scipy.ndimage, ours, 1e-12)


# --------------------------------------------------------------------------------------------------------------- linear


@pytest.mark.parametrize("mode", MODES)
def test_correlate1d_modes(mode):
    for shape, axis in (((11,), 0), ((5, 7), 0), ((5, 7), 1), ((3, 4, 5), 1), ((2, 1), 0)):
        a = sample(shape, "d", 1)
        for taps in (1, 2, 3, 8):
            for origin in {-(taps // 2), 0, (taps - 1) // 2}:
                for name in ("correlate1d", "convolve1d"):
                    check(name, a, sample((taps,), "d", 2), axis, mode=mode, cval=1.5, origin=origin)


@pytest.mark.parametrize("dtype", list("?bBhHiIlLfd"))
def test_dtypes(dtype):
    a = sample((6, 9), dtype, 3, low=-50, high=100)
    w = np.array([1.0, 2, -1, 0.5])
    check("correlate1d", a, w)
    check("correlate", a, w[:, None] * [1.0, 2])
    check("uniform_filter", a, 3)
    check("minimum_filter", a, 3)
    if dtype in "fiB":
        check("median_filter", a, 3)
        for output in ("f", "i"):
            check("correlate1d", a, w, output=np.dtype(output))
            check("uniform_filter1d", a, 4, output=np.dtype(output))
            check("maximum_filter1d", a, 4, output=np.dtype(output))
        for name, arguments in (("gaussian_filter", (1.2,)), ("sobel", ()), ("laplace", ())):
            check(name, a, *arguments)


@pytest.mark.parametrize("dtype", list("FD"))
def test_complex(dtype):
    a, w = sample((6, 7), dtype, 4), sample((3, 2), dtype, 5)
    for mode in ("reflect", "constant"):
        check("correlate", a, w, mode=mode, cval=1.5)
        check("convolve", a, w.real.copy(), mode=mode, cval=2 - 1j)
        check("convolve1d", a, w[:, 0].copy(), mode=mode)
        check("correlate1d", a, w[:, 0].copy(), 0, mode=mode)
        check("gaussian_filter", a, 1, mode=mode)
        check("uniform_filter", a, 3, mode=mode, cval=1 + 2j)
    check("correlate", a.real.copy(), w)
    check("correlate", a.real.copy(), w, mode="constant", cval=1j)
    for name in ("minimum_filter", "median_filter", "maximum_filter1d"):
        check(name, a, 3)


def test_correlate_shapes():
    for shape, weights in (
        ((7,), (3,)),
        ((5, 6), (3, 2)),
        ((4, 4, 4), (2, 3, 1)),
        ((3, 2, 4, 3), (3, 1, 2, 2)),
        ((2, 2), (5, 7)),
    ):
        a, w = sample(shape, "d", 1), sample(weights, "d", 2)
        for mode in MODES[:5]:
            check("correlate", a, w, mode=mode, cval=0.5)
            check("convolve", a, w, mode=mode, cval=0.5, origin=[-(n // 2) + (n > 1) for n in weights])
    a = sample((4, 5, 6), "d", 1)
    check("correlate", a, sample((2, 3), "d", 2), axes=(0, 2))
    check("convolve", a, sample((2, 3), "d", 2), axes=(2, 0), origin=(0, -1))
    check("correlate", a, sample((2, 3), "d", 2))
    check("correlate", a, sample((2, 3, 1), "d", 2), mode="mirrored")
    check("correlate", a, sample((2, 3, 1), "d", 2), origin=2)


@pytest.mark.parametrize("name", ["correlate", "median_filter", "uniform_filter", "maximum_filter", "gaussian_filter"])
def test_layouts(name):
    argument = np.ones((3, 2)) if name == "correlate" else 3
    for _, a in layouts(sample((6, 7), "d", 1)):
        check(name, a, argument)


def test_gaussian():
    a = sample((12, 9), "d", 1)
    for sigma in (0, 0.3, 1, 2.5, (1, 0), (0.5, 3)):
        check("gaussian_filter", a, sigma)
    for order in (1, 2, 3, (0, 2)):
        check("gaussian_filter", a, 1.5, order)
        check("gaussian_filter", a, 1.5, order, truncate=2.0, mode=["wrap", "constant"], cval=2)
    check("gaussian_filter", a, 2, radius=3)
    check("gaussian_filter", a, 2, radius=[2, 5])
    check("gaussian_filter", a, 2, axes=1)
    check("gaussian_filter", a, (2, 1, 1))
    check("gaussian_filter", a, 2, radius=-1)
    check("gaussian_filter", a, 2, order=-1)
    for axis in (0, 1, -1):
        check("gaussian_filter1d", a, 1.5, axis, 1)
    check("gaussian_filter1d", a, 1.5, 2)
    for name in ("gaussian_laplace", "gaussian_gradient_magnitude"):
        check(name, a, 1.5)
        check(name, a, (1, 2), mode=("nearest", "wrap"))
        check(name, a.astype("f"), 2)
    for name in ("prewitt", "sobel"):
        for axis in (0, 1):
            check(name, a, axis)
            check(name, a, axis, mode=["constant", "mirror"], cval=3)
        check(name, sample((4, 5, 6), "d", 2), 1)
    check("laplace", a, mode="nearest")
    check("laplace", a, axes=(1,))
    check("laplace", sample((4, 5, 6), "i", 2))


def test_linear_filters_are_linear_and_commute_with_shifts():
    rng = np.random.default_rng(0)
    a, b = cp.asarray(rng.random((20, 30))), cp.asarray(rng.random((20, 30)))
    f = lambda x: ours.gaussian_filter(x, 2, mode="wrap")  # noqa: E731
    assert cp.allclose(f(2 * a - 3 * b), 2 * f(a) - 3 * f(b))
    assert cp.allclose(f(cp.roll(a, (3, 5), (0, 1))), cp.roll(f(a), (3, 5), (0, 1)))


def test_output_arrays():
    a = sample((6, 7), "d", 1)
    for name, arguments in (
        ("gaussian_filter", (1,)),
        ("uniform_filter", (3,)),
        ("median_filter", (3,)),
        ("sobel", ()),
    ):
        expected = getattr(scipy.ndimage, name)(a, *arguments)
        for dtype in "df":
            out = cp.zeros((6, 7), dtype)
            assert getattr(ours, name)(cp.asarray(a), *arguments, output=out) is out
            assert np.allclose(out.get(), expected, rtol=1e-5, atol=1e-5)
        wide = cp.zeros((6, 14))
        getattr(ours, name)(cp.asarray(a), *arguments, output=wide[:, ::2])
        assert np.allclose(wide[:, ::2].get(), expected) and not wide[:, 1::2].any()
        same = cp.asarray(a)
        getattr(ours, name)(same, *arguments, output=same)
        assert np.allclose(same.get(), expected)
        with pytest.raises(RuntimeError):
            getattr(ours, name)(cp.asarray(a), *arguments, output=cp.zeros((7, 6)))
    kept = cp.asarray(a)
    assert not cp.shares_memory(ours.gaussian_filter(kept, 0), kept)


def test_numpy_arrays_are_refused():
    for name, arguments in (("gaussian_filter", (1,)), ("median_filter", (3,)), ("label", ())):
        with pytest.raises(TypeError):
            getattr(ours, name)(np.ones((3, 3)), *arguments)


# -------------------------------------------------------------------------------------------------------------- windows


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["uniform_filter1d", "minimum_filter1d", "maximum_filter1d"])
def test_lines(name, mode):
    for shape, axis in (((1,), 0), ((23,), 0), ((40, 9), 0), ((9, 40), 1), ((3, 20, 4), 1)):
        a = sample(shape, "d", 1)
        for size in (1, 2, 3, 7, 16, 17, 18, 40, 101):
            for origin in {-(size // 2), 0, (size - 1) // 2}:
                check(name, a, size, axis, mode=mode, cval=2.5, origin=origin)


def test_long_lines():
    a = sample((3, 5000), "d", 1)
    for size in (5, 33, 999):
        for axis in (0, 1):
            check("uniform_filter1d", a, size, axis)
            check("maximum_filter1d", a, size, axis)
    a[1, 100] = np.nan
    b = ours.uniform_filter1d(cp.asarray(a), 11).get()
    assert np.isnan(b[1, 95:106]).all() and np.isnan(b).sum() == 11


@pytest.mark.parametrize("shape", [(300, 5), (150, 70), (3, 40, 17)])
def test_wide_means(shape):
    a = sample(shape, "f", 1)
    for size in (2, 9, 40, 101):
        for axis in range(len(shape)):
            for mode in ("reflect", "constant"):
                check("uniform_filter1d", a, size, axis, mode=mode, cval=2.5, output="d")
    a[tuple(n // 2 for n in shape)] = np.nan
    b = ours.uniform_filter1d(cp.asarray(a), 3, 0).get()
    assert np.isnan(b).sum() == 3


def test_boxes():
    a = sample((9, 8, 7), "i", 1)
    for name in ("uniform_filter", "minimum_filter", "maximum_filter"):
        check(name, a, 3)
        check(name, a, (1, 4, 2))
        check(name, a, (3, 2), axes=(0, 2), origin=(1, 0), mode=["wrap", "constant"])
        check(name, a, 0)
        check(name, a, (3, 3))
        check(name, a, 3, origin=2)
        check(name, a, 3, mode="no such")
    check("minimum_filter", a)
    check("uniform_filter", a[:0], 3)


@pytest.mark.parametrize("mode", MODES[:5])
def test_footprints(mode):
    a = sample((8, 9), "d", 1)
    cross = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
    odd = sample((2, 4), "?", 7) | (np.arange(4) == 1)
    for footprint in (cross, odd, np.ones((3, 2), bool), sample((13, 15), "?", 3)):
        for name in ("minimum_filter", "maximum_filter", "median_filter"):
            check(name, a, footprint=footprint, mode=mode, cval=0.5)
        check("percentile_filter", a, 20, footprint=footprint, mode=mode, cval=0.5)
        check("rank_filter", a, -2, footprint=footprint, mode=mode, cval=0.5, origin=(0, 0))
    check("median_filter", a, footprint=odd, mode=mode, cval=0.5, origin=(-1, 1))
    check("maximum_filter", a, footprint=cross & False, mode=mode)
    check("median_filter", a, footprint=cross & False, mode=mode)


@pytest.mark.parametrize("dtype", list("Bbfl"))
def test_ranks(dtype):
    a = sample((21, 40), dtype, 1)
    for size in (3, 7, 9, (13, 4)):
        check("median_filter", a, size, mode="nearest")
    for rank in (0, 1, -1, 8, 9, -10):
        check("rank_filter", a, rank, 3)
    for percentile in (0, 30, 99, 100, -20, 101, -101):
        check("percentile_filter", a, percentile, 3)
    check("percentile_filter", a, 30, 11, mode="wrap")
    check("median_filter", a)
    check("median_filter", a[0], 9)
    check("median_filter", a.reshape(3, 7, 40), (1, 3, 3))
    check("median_filter", a.reshape(3, 7, 40), (1, 7, 7))
    check("median_filter", a, 3, origin=-1)


def test_generic():
    a = sample((5, 6), "d", 1)
    for footprint in (None, np.array([[0, 1, 1], [1, 0, 1]], bool)):
        size = None if footprint is not None else 3
        expected = scipy.ndimage.generic_filter(a, np.max, size=size, footprint=footprint, mode="wrap")
        for function in (cp.max, lambda w: w.max(), lambda w, axis: w.max(axis)):
            actual = ours.generic_filter(cp.asarray(a), function, size=size, footprint=footprint, mode="wrap")
            assert np.allclose(actual.get(), expected)

    def line(before, after, add):
        after[...] = before[:-2] + 2 * before[1:-1] - before[2:] + add

    for axis in (0, 1):
        expected = scipy.ndimage.generic_filter1d(a, line, 3, axis, extra_arguments=(2,))
        actual = ours.generic_filter1d(cp.asarray(a), line, 3, axis, extra_arguments=(2,))
        assert np.allclose(actual.get(), expected)

    def second(module):
        return lambda x, axis, output, mode, cval: module.correlate1d(
            x, module_weights(module), axis, output, mode, cval
        )

    def module_weights(module):
        return [1, -2, 1] if module is scipy.ndimage else cp.array([1, -2, 1])

    for name in ("generic_laplace", "generic_gradient_magnitude"):
        expected = getattr(scipy.ndimage, name)(a, second(scipy.ndimage), mode="nearest")
        assert np.allclose(getattr(ours, name)(cp.asarray(a), second(ours), mode="nearest").get(), expected)
    with pytest.raises(TypeError):
        ours.generic_filter(cp.asarray(a) * 1j, cp.max, 3)
    with pytest.raises(RuntimeError):
        ours.generic_filter(cp.asarray(a), cp.max)


def test_empty_and_scalar():
    for name, arguments in (
        ("gaussian_filter", (1,)),
        ("uniform_filter", (3,)),
        ("median_filter", (3,)),
        ("maximum_filter", (3,)),
    ):
        check(name, np.zeros((0, 4)), *arguments)
        check(name, np.zeros((4, 0)), *arguments)
        assert getattr(ours, name)(cp.array(2.5), *arguments).get() == 2.5
    with pytest.raises(RuntimeError):
        ours.gaussian_filter(cp.ones(3, "e"), 1)


def test_generic_filter_of_a_raw_kernel():
    code = """extern "C" __global__ void weighted(double* window, int size, double* result) {
        double sum = 0;
        for (int k = 0; k < size; ++k) sum += window[k] * k;
        *result = sum;
    }"""
    kernel = cp.RawKernel(code, "weighted")
    for shape, size in [((13, 17), 3), ((300,), 5), ((0, 4), 3)]:
        a = np.arange(np.prod(shape), dtype="f").reshape(shape) % 7
        actual = ours.generic_filter(cp.array(a), kernel, size, mode="wrap")
        expected = scipy.ndimage.generic_filter(a, lambda w: (w * np.arange(w.size)).sum(), size, mode="wrap")
        np.testing.assert_allclose(actual.get(), expected, rtol=1e-6)
        assert actual.dtype == expected.dtype


def test_gaussians_keep_sums():
    """Weights of float32 add up to 1 as those of float64 do."""
    image = np.full((40, 50), 5000, "f4")
    for sigma in (1, 3, 7.5):
        blurred = ours.gaussian_filter(cp.asarray(image), sigma).get()
        np.testing.assert_allclose(blurred.sum(dtype="d"), image.sum(dtype="d"), rtol=2e-7)
        ramp = np.arange(10000, dtype="f4").reshape(100, 100)
        blurred = ours.gaussian_filter(cp.asarray(ramp), sigma).get()
        np.testing.assert_allclose(blurred.sum(dtype="d"), ramp.sum(dtype="d"), rtol=3e-8)


def test_fill_is_checked_first():
    check("correlate1d", sample((5, 6), "d"), np.ones((2, 2), "D"), -1, "D", "constant", 2j)
    check("convolve1d", sample((5, 6), "d"), np.ones((2, 2), "D"), -1, "D", "constant", 2j)


@pytest.mark.parametrize(
    "name, keywords",
    [
        ("maximum_filter", {"size": 3, "footprint": np.ones((3, 3))}),
        ("median_filter", {"size": 3, "footprint": np.ones((3, 3))}),
        ("generic_filter", {"function": lambda x: x.max(), "size": 3, "footprint": np.ones((3, 3))}),
        ("grey_opening", {"size": 3, "footprint": np.ones((3, 3))}),
        ("black_tophat", {"size": 3, "footprint": np.ones((3, 3))}),
        ("maximum_filter", {"size": 3}),
        ("zoom", {"zoom": 2, "grid_mode": True}),
        ("zoom", {"zoom": 2, "grid_mode": True, "mode": "wrap"}),
        ("zoom", {"zoom": 2, "grid_mode": True, "mode": "grid-wrap"}),
        ("correlate", {"weights": np.ones((2, 2)) * 1j, "output": np.float32}),
        ("correlate", {"weights": np.ones((2, 2)) * 1j}),
        ("correlate", {"weights": np.ones((2, 2)) * 1j, "output": np.complex128}),
    ],
)
def test_warnings(name, keywords):
    """What one argument overrules of another is told as often as SciPy tells it."""

    def told(module, convert):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            getattr(module, name)(convert(np.eye(5)), **{k: convert(v) for k, v in keywords.items()})
        return [(w.category, str(w.message)) for w in seen]

    assert told(ours, common.moved) == told(scipy.ndimage, lambda value: value)


def test_several_modes_and_odd_radii():
    a = sample((5, 6), "d", 1)
    for name in ("correlate", "convolve"):
        check(name, a, np.ones((2, 2)), mode=["nearest", "reflect"])
    check("correlate1d", a, np.ones(3), mode=["nearest"])
    check("map_coordinates", a, np.ones((2, 3)), mode=["nearest", "reflect"])
    for radius in (1.1, 2.0, -1, 3, None):
        check("gaussian_filter1d", a, 1.0, radius=radius)
        check("gaussian_filter", a, 1.0, radius=radius)
    check("gaussian_filter", a, 1.0, radius=[1, 2])
    check("gaussian_filter", a, 1.0, radius=[1, 2.5])


def test_bad_windows():
    a = sample((6, 7), "d", 1)
    nothing, line = np.zeros((3, 3), bool), np.ones(3)
    for name in ("minimum_filter", "maximum_filter", "median_filter", "grey_erosion", "grey_dilation"):
        for keywords in (
            {"footprint": nothing},
            {"footprint": line},
            {"size": 3, "mode": "bad"},
            {"size": 3, "origin": 2},
            {"size": 3, "origin": -2},
            {"size": 3, "axes": (0, 0)},
            {"size": 3, "axes": (5,)},
            {"size": (3, 3, 3)},
            {"size": 3, "mode": ("reflect", "wrap", "wrap")},
            {},
        ):
            check(name, a, **keywords)
        check(name, a + 1j, size=3)
    for name in ("correlate", "convolve"):
        for keywords in ({"weights": line}, {"weights": np.ones((3, 3)), "origin": 2}):
            check(name, a, **keywords)
        check(name, a, np.ones((3, 3)), mode="bad")
        check(name, a, np.ones((3, 3)), cval=1j)
        check(name, a, np.ones((3, 3)) * 1j, cval=1j)
    for name in ("correlate1d", "uniform_filter1d", "minimum_filter1d"):
        window = np.ones(0) if name == "correlate1d" else 0
        check(name, a, window)
        check(name, a, line if name == "correlate1d" else 3, axis=2)
        check(name, a, line if name == "correlate1d" else 3, origin=2)
    check("rank_filter", a, 9, size=3)
    check("rank_filter", a, -10, size=3)
    for percentile in (-101, 101):
        check("percentile_filter", a, percentile, size=3)
    for output in (cp.zeros((6, 6)), cp.zeros(7)):
        with pytest.raises(RuntimeError):
            ours.gaussian_filter(cp.asarray(a), 1, output=output)


def test_generic_filter_of_a_reduction():
    """To a reduction each window is all of its input, as in CuPy."""
    a = sample((6, 7), "d", 1)
    mean = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a / _in_ind.size()", "0", "window_mean")
    ones = cp.ones((5, 5))
    np.testing.assert_array_equal(ours.generic_filter(ones, mean, 3).get(), np.ones((5, 5)))
    footprint = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
    filled = {"size": 3, "mode": "constant", "cval": 2.5}
    for keywords in ({"size": 3}, {"size": (2, 3)}, {"footprint": footprint}, filled, {"size": 3, "axes": (1,)},
                     {"size": 3, "origin": 1}):  # fmt: skip
        expected = scipy.ndimage.generic_filter(a, np.mean, **keywords)
        given = {k: cp.asarray(v) if k == "footprint" else v for k, v in keywords.items()}
        np.testing.assert_allclose(ours.generic_filter(cp.asarray(a), mean, **given).get(), expected, rtol=1e-12)
    places = cp.ReductionKernel(
        "T x",
        "T y",
        "x * _j + _i + _out_ind.size() + _in_ind.get()[0] + _J",
        "a + b",
        "y = a + _i",
        "0",
        "window_places",
    )
    expected = scipy.ndimage.generic_filter(a, lambda w: (w * np.arange(9)).sum() + 9 + 2 * np.arange(9).sum(), 3)
    np.testing.assert_allclose(ours.generic_filter(cp.asarray(a), places, 3).get(), expected, rtol=1e-12)


def test_windows_of_generic_filters_as_arrays():
    """`_raw_x` is the window of one output, as in CuPy: here its middle is compared with the others."""
    below = cp.ReductionKernel(
        "X x", "Y y", "_raw_x[_in_ind.size() / 2] > x", "a + b", "y = a", "0", "fewer_than_middle", reduce_type="int"
    )
    last = cp.ReductionKernel("T x", "T y", "_raw_x[_raw_x.size() - 1] - x * _j", "a + b", "y = a", "0", "behind_last")
    footprint = np.array([[1, 0, 1], [1, 1, 0]], bool)
    for dtype in ("f8", "f4", "u2", "i1"):
        a = (sample((6, 7, 3), "d", 2) * 20).astype(dtype)
        for keywords in ({"size": 3}, {"size": (2, 3), "axes": (0, 1)}, {"size": (3,), "axes": (2,)},
                         {"footprint": footprint, "axes": (0, 2)}, {"footprint": footprint[:, :, None]}):  # fmt: skip
            given = {k: cp.asarray(v) if k == "footprint" else v for k, v in keywords.items()}
            expected = scipy.ndimage.generic_filter(a, lambda w: (w[len(w) // 2] > w).sum(), **keywords)
            np.testing.assert_array_equal(ours.generic_filter(cp.asarray(a), below, **given).get(), expected)
            if dtype == "f8":
                expected = scipy.ndimage.generic_filter(a, lambda w: (w[-1] - w * np.arange(len(w))).sum(), **keywords)
                np.testing.assert_allclose(ours.generic_filter(cp.asarray(a), last, **given).get(), expected, atol=1e-9)
    after = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a + _raw_x[0]", "0", "array_behind")
    with pytest.raises(ValueError, match="array_behind"):
        ours.generic_filter(cp.ones(5), after, 3)
    with pytest.raises(ValueError, match="output_as_array"):
        kernel = cp.ReductionKernel("T x", "T y", "x + _raw_y[0]", "a + b", "y = a", "0", "output_as_array")
        ours.generic_filter(cp.ones(5), kernel, 3)


def test_dtypes_of_generic_filters_of_reductions():
    a = cp.arange(20, dtype="i4").reshape(4, 5)
    real = cp.ReductionKernel("float64 x", "float64 y", "x", "a + b", "y = a / 2", "0", "half_sum")
    any_out = cp.ReductionKernel("T x", "R y", "x", "a + b", "y = (R)a / 2", "0", "half_as_told", reduce_type="double")
    halves = scipy.ndimage.generic_filter(a.get().astype("d"), lambda w: w.sum() / 2, 3)
    for kernel in (real, any_out):
        made = ours.generic_filter(a, kernel, 3, output=np.float64)
        assert made.dtype == np.float64
        np.testing.assert_allclose(made.get(), halves)
        whole = ours.generic_filter(a, kernel, 3)
        assert whole.dtype == np.int32
        np.testing.assert_array_equal(whole.get(), np.trunc(halves).astype("i4"))
    large = cp.array([2**62 + 1, 2**62 + 3, 2**62 + 7])
    last = cp.ReductionKernel("T x", "T y", "x", "max(a, b)", "y = a", "-1", "largest_of_window")
    assert ours.generic_filter(large, last, 3).tolist() == [2**62 + 3, 2**62 + 7, 2**62 + 7]
    out = cp.zeros((4, 5))
    assert ours.generic_filter(a, real, 3, output=out) is out
    two = cp.ReductionKernel("T x, T w", "T y", "x", "a + b", "y = a", "0", "of_two")
    with pytest.raises(TypeError, match="1 input"):
        ours.generic_filter(a, two, 3)


def test_generic_filter1d_of_a_raw_kernel():
    code = r"""extern "C" __global__ void __launch_bounds__(256)
    steps(double* line, ptrdiff_t length, double* result, ptrdiff_t result_length) {
        const ptrdiff_t n = length - result_length;
        for (ptrdiff_t k = 0; k < result_length; ++k) result[k] = line[k] + 2 * line[k + n];
    }"""
    kernel = cp.RawKernel(code, "steps")

    def steps(line, result):
        n = line.size - result.size
        result[...] = line[: result.size] + 2 * line[n:]

    a = sample((5, 6, 7), "d", 2)
    for size, axis, mode, origin in [
        (3, -1, "reflect", 0), (4, 0, "mirror", -1), (5, 1, "nearest", 1), (20, 1, "wrap", 0), (17, 0, "reflect", 0),
        (15, 2, "mirror", 0), (3, 1, "constant", 0), (1, 0, "wrap", 0),
    ]:  # fmt: skip
        arguments = dict(filter_size=size, axis=axis, mode=mode, cval=1.5, origin=origin)
        expected = scipy.ndimage.generic_filter1d(a, steps, **arguments)
        np.testing.assert_allclose(
            ours.generic_filter1d(cp.asarray(a), kernel, **arguments).get(), expected, rtol=1e-12
        )
    whole = ours.generic_filter1d(cp.arange(6), kernel, 3)
    assert whole.dtype == np.int64 and ours.generic_filter1d(cp.zeros((0, 4)), kernel, 3).shape == (0, 4)
    with pytest.raises(RuntimeError):
        ours.generic_filter1d(cp.arange(6), kernel, 0)


def test_fill_of_generic_filters_is_not_rounded():
    a = np.arange(12).reshape(3, 4)
    expected = scipy.ndimage.generic_filter(a, np.sum, 3, mode="constant", cval=0.5, output="d")
    np.testing.assert_allclose(
        ours.generic_filter(cp.asarray(a), cp.sum, 3, mode="constant", cval=0.5, output="d").get(), expected
    )


FILLED = {
    "uniform_filter": {"size": (4, 1)},
    "uniform_filter1d": {"size": 4, "axis": 0},
    "maximum_filter1d": {"size": 3},
    "minimum_filter1d": {"size": 3},
    "maximum_filter": {"size": 3},
    "minimum_filter": {"size": (1, 3)},
    "rank_filter": {"rank": -2, "size": (3, 2)},
    "median_filter": {"size": (3, 2)},
    "percentile_filter": {"percentile": 100, "size": (5, 5)},
    "laplace": {},
    "sobel": {},
    "prewitt": {"axis": 0},
    "gaussian_laplace": {"sigma": 0.8},
    "correlate1d": {"weights": [1.0, 2, 1, 3]},
    "gaussian_filter": {"sigma": 1.0},
}


@pytest.mark.parametrize("name", FILLED)
@pytest.mark.parametrize("dtype", ["B", "b", "h", "H", "i", "l", "L", "?", "f", "d"])
@pytest.mark.parametrize("output", [None, "d"])
def test_fill_that_the_image_does_not_hold(name, dtype, output):
    """It counts as it is, not cut to the image's integers."""
    image = (np.arange(63).reshape(7, 9) * 31 % 100).astype(dtype)
    for cval in (1.5, 7.7, 1, 0, 3000.25):
        if dtype == "?" and (output is None or name in ("rank_filter", "median_filter")):  # bytes in SciPy
            continue
        if dtype in "bBf" and cval > 1000 or dtype == "L" and output is None and name in ("sobel", "prewitt"):
            continue
        for mode in ("constant", "grid-constant"):
            keywords = FILLED[name] | {"mode": mode, "cval": cval} | ({"output": np.dtype(output)} if output else {})
            expected = getattr(scipy.ndimage, name)(image, **keywords)
            actual = getattr(ours, name)(cp.asarray(image), **keywords)
            assert actual.dtype == expected.dtype
            np.testing.assert_allclose(actual.get(), expected, rtol=1e-5 if dtype == "f" else 1e-12, atol=1e-5)


@pytest.mark.parametrize("name", ["sobel", "prewitt"])
@pytest.mark.parametrize("dtype", ["f", "d", "D", "l"])
@pytest.mark.parametrize("shape", [(9,), (7, 9), (4, 5, 6)])
def test_differences_beside_a_fill(name, dtype, shape):
    for axis in range(len(shape)):
        for mode in ("constant", "grid-constant", "nearest"):
            for cval in (0, 3, -2.5):
                check(
                    name,
                    sample(shape, dtype, 1),
                    axis,
                    mode=mode,
                    cval=cval,
                    output=np.dtype("D" if dtype == "D" else "d"),
                )
                check(name, sample(shape, dtype, 1), axis, mode=[mode] * len(shape), cval=cval)


@pytest.mark.parametrize("dtype", "?ild")
@pytest.mark.parametrize("output", [None, "u1", "i2", "i4", "f8", bool])
def test_laplace_cuts_each_axis(dtype, output):
    """SciPy and CuPy write each axis' sum to the output's dtype before they add."""
    for shape in ((9,), (4, 7), (3, 4, 5)):
        for mode, cval in (("reflect", 0), ("constant", 1.5), ("constant", 1), ("wrap", 0)):
            check("laplace", sample(shape, dtype, 1) * (1 if dtype == "?" else 3), output, mode, cval)
