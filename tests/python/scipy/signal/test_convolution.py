"""cuprumx.scipy.signal against SciPy."""

import common
import numpy as np
import pytest
import scipy.signal
from common import COMPLEX, FLOATS, INTEGERS, assert_same, layouts, sample

import cuprum as cp
import cuprumx.scipy.signal

MODES = ["full", "same", "valid"]
DTYPES = INTEGERS + [d for d in FLOATS if d.char != "e"] + COMPLEX  # what SciPy sums up
IMAGES = ["convolve2d", "correlate2d"]
SHAPES = [
    ((1, 1), (1, 1)),
    ((5, 6), (3, 2)),
    ((4, 4), (4, 4)),
    ((3, 2), (5, 6)),
    ((7, 1), (2, 1)),
    ((1, 9), (1, 4)),
    ((2, 3), (1, 1)),
]


check = common.check_of(scipy.signal, cuprumx.scipy.signal, 1e-12)


# --------------------------------------------------------------------------------------------------------------- images


@pytest.mark.parametrize("name", IMAGES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("boundary", ["fill", "wrap", "symm", "circular", "symmetric"])
def test_images(boundary, mode, name):
    for shapes in SHAPES:
        for dtype in "dD":
            a, b = sample(shapes[0], dtype, 1), sample(shapes[1], dtype, 2)
            check(name, a, b, mode, boundary)
            check(name, a, b, mode, boundary, 3.5)


@pytest.mark.parametrize("name", IMAGES)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_images_of_dtypes(dtype, name):
    a, b = sample((9, 8), dtype, 1), sample((3, 4), dtype, 2)
    for mode in MODES:
        check(name, a, b, mode)
        check(name, a, b, mode, "fill", 2)
    for other in DTYPES:
        check(name, a, sample((2, 3), other, 3))


@pytest.mark.parametrize("name", IMAGES)
@pytest.mark.parametrize("boundary", ["fill", "wrap", "symm"])
@pytest.mark.parametrize(
    "shapes",
    [
        ((130, 140), (15, 15)),
        ((300, 70), (3, 40)),
        ((70, 300), (40, 3)),
        ((40, 3), (35, 3)),
        ((33, 35), (60, 70)),
        ((2000, 2), (30, 1)),
    ],
    ids=str,
)
def test_large_images(shapes, boundary, name):
    for dtype in "dFl":
        a, b = sample(shapes[0], dtype, 1), sample(shapes[1], dtype, 2)
        for mode in MODES:
            check(name, a, b, mode, boundary)


@pytest.mark.parametrize("name", IMAGES)
def test_image_layouts(name):
    for _, a in layouts(sample((11, 6), "d", 1)):
        for _, b in layouts(sample((3, 4), "d", 2)):
            for boundary in ("fill", "wrap", "symm"):
                check(name, a, b, "same", boundary)


def test_empty_images():
    for shapes in [((0, 3), (2, 2)), ((3, 3), (0, 2))]:
        for mode in MODES:
            check("convolve2d", np.ones(shapes[0]), np.ones(shapes[1]), mode)


def test_fill_values():
    a, b = sample((5, 5), "l", 1), sample((3, 3), "l", 2)
    check("convolve2d", a, b, fillvalue=2.7)
    check("convolve2d", a, b, fillvalue=[[3]])
    check("convolve2d", a, b, fillvalue=[1, 2])
    check("convolve2d", a, b, fillvalue=1j)
    check("convolve2d", a.astype("D"), b, fillvalue=1 + 2j)


def test_image_errors():
    a, b = np.ones((3, 3)), np.ones((2, 2))
    for name in IMAGES:
        check(name, a, b, "bad")
        check(name, a, b, "full", "bad")
        check(name, a, np.ones(2))
        check(name, a[0], b)
        check(name, np.ones((2, 5)), np.ones((5, 2)), "valid")


def test_16_bit_floats_and_bool():
    """SciPy refuses these; here they are summed up in float32, and by `or`."""
    a, b = sample((9, 9), "e", 1, -2, 2), sample((3, 3), "e", 2, -2, 2)
    result = cuprumx.scipy.signal.convolve2d(cp.asarray(a), cp.asarray(b))
    assert result.dtype == np.float16
    np.testing.assert_allclose(
        result.get(), scipy.signal.convolve2d(a.astype("f"), b.astype("f")), rtol=2**-10, atol=2**-10
    )
    a, b = sample((9, 9), "?", 1), sample((3, 3), "?", 2)
    result = cuprumx.scipy.signal.convolve2d(cp.asarray(a), cp.asarray(b))
    assert_same(result, scipy.signal.convolve2d(a.astype("l"), b.astype("l")) > 0)


def test_lags():
    for n in range(1, 7):
        for m in range(1, 7):
            for mode in MODES:
                check("correlation_lags", n, m, mode)
    check("correlation_lags", 3, 2, "bad")


# --------------------------------------------------------------------------------------------- any number of dimensions

ARRAYS = ["convolve", "correlate"]
PAIRS = [
    ((1,), (1,)),
    ((9,), (4,)),
    ((4,), (9,)),
    ((6,), (3,)),
    ((5, 6), (3, 2)),
    ((3, 2), (5, 6)),
    ((4, 5, 3), (2, 3, 2)),
    ((3, 3, 2, 2), (2, 1, 2, 1)),
    ((), ()),
]


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("method", ["direct", "fft", "auto"])
def test_arrays(method, mode, name):
    for shapes in PAIRS:
        for dtype in "dDlf":
            check(name, np.asarray(sample(shapes[0], dtype, 1)), np.asarray(sample(shapes[1], dtype, 2)), mode, method)


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_arrays_of_dtypes(dtype, name):
    a, b = sample((6, 5), dtype, 1, -9, 9), sample((3, 3), dtype, 2, -9, 9)
    for method in ("direct", "fft"):
        if np.dtype(dtype).kind != "u" or method == "direct":
            check(name, a, b, "same", method)
        for other in "dF":  # SciPy transforms each array in its own precision
            check(name, a, sample((2, 2), other, 3, -9, 9), "full", method, rtol=1e-5 if method == "fft" else 1e-12)


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize(
    "shapes", [((5000,), (3000,)), ((300, 200), (60, 50)), ((40, 40, 40), (9, 9, 9)), ((70000,), (20,))], ids=str
)
def test_large_arrays(shapes, name):
    for dtype in "dDl":
        a, b = sample(shapes[0], dtype, 1, -9, 9), sample(shapes[1], dtype, 2, -9, 9)
        for mode in MODES:
            for method in ("auto", "fft"):
                expected = getattr(scipy.signal, name)(a, b, mode, "fft")
                result = getattr(cuprumx.scipy.signal, name)(cp.asarray(a), cp.asarray(b), mode, method)
                assert_same(result, expected, atol=0 if dtype == "l" else 1e-12 * np.abs(expected).max())


def test_integers_that_transforms_would_not_give_back():
    a, b = sample(4000, "l", 1, -(2**40), 2**40), sample(3000, "l", 2, -(2**40), 2**40)
    assert_same(cp.convolve(cp.asarray(a), cp.asarray(b)), np.convolve(a, b))
    assert_same(cuprumx.scipy.signal.convolve(cp.asarray(a), cp.asarray(b)), np.convolve(a, b))
    a, b = sample(40000, "B", 1, 0, 255), sample(30000, "B", 2, 0, 255)
    assert_same(cp.convolve(cp.asarray(a), cp.asarray(b)), np.convolve(a, b))


def test_many_lines():
    """More lines and rows of tiles than a grid of a GPU has along its second axis."""
    a = sample((70001, 20), "f", 1)
    for v in (sample((1, 3), "f", 2), sample((2, 3), "f", 3)):
        check("convolve2d", a, v, "same")
    a = sample((66000, 2, 12), "d", 1)
    check("convolve", a, sample((1, 2, 3), "d", 2), "full", "direct")


def test_array_errors():
    a, b = np.ones((3, 3)), np.ones((2, 2))
    for name in ARRAYS:
        check(name, a, b, "bad")
        check(name, a, b, "full", "bad")
        check(name, a, np.ones(2))
        check(name, np.ones((2, 5)), np.ones((5, 2)), "valid")
        check(name, np.ones(0), np.ones(2))
        check(name, np.ones(2), np.ones(0))


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
@pytest.mark.parametrize("mode", MODES)
def test_by_transforms(mode, name):
    for shapes in PAIRS + [
        ((5000,), (7,)),
        ((7,), (5000,)),
        ((4000,), (50,)),
        ((300, 20), (5, 3)),
        ((20, 300), (30, 7)),
        ((200, 150), (11, 9)),
        ((0,), (3,)),
    ]:
        for dtype in "dDfl":
            check(name, np.asarray(sample(shapes[0], dtype, 1)), np.asarray(sample(shapes[1], dtype, 2)), mode)


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
@pytest.mark.parametrize("mode", MODES)
def test_over_some_axes(mode, name):
    for shapes in [
        ((30, 4), (5, 4)),
        ((30, 4), (5, 1)),
        ((1, 4), (5, 1)),
        ((600, 4), (7, 4)),
        ((3, 500, 2), (3, 9, 1)),
        ((30, 4), (5, 2)),
    ]:
        for axes in (0, 1, [0], (1,), (0, 1), -1, [-2, -1], None):
            for dtype in "dF":
                check(name, sample(shapes[0], dtype, 1), sample(shapes[1], dtype, 2), mode, axes)


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
def test_errors_of_axes(name):
    a, b = np.ones((3, 3)), np.ones((2, 2))
    for axes in (5, (0, 0), [], 1.5, (0, -2)):
        check(name, a, b, "full", axes)
    check(name, a, b, "bad")
    check(name, a, np.ones(2))


def test_choice_of_methods():
    for shapes in [
        ((10,), (5,)),
        ((10**5,), (10**5,)),
        ((10**5,), (10,)),
        ((5,), (10**5,)),
        ((64, 64), (3, 3)),
        ((512, 512), (64, 64)),
        ((9, 9), (512, 512)),
        ((20, 20, 20), (9, 9, 9)),
    ]:
        for mode in MODES:
            if mode == "valid" and shapes[0] < shapes[1]:
                continue
            for dtype in "dl?F":
                a, b = np.ones(shapes[0], dtype), np.ones(shapes[1], dtype)
                check("choose_conv_method", a, b, mode)
    a = np.full(1000, 2**40)
    assert check("choose_conv_method", a, a) == ("direct", "direct")
    for other in (np.ones((3, 1)), np.ones(())):
        with pytest.raises(NotImplementedError):  # as in CuPy
            cuprumx.scipy.signal.choose_conv_method(cp.ones(3), cp.asarray(other))
    check("choose_conv_method", np.ones(3), np.ones(3), "bad")


NUMBERS = "?bBhHilefdFD"


@pytest.mark.parametrize("first", NUMBERS)
def test_dtypes_of_two_operands(first):
    """Each operand is transformed in its own precision, and the dtypes of all operands are joined at once."""
    for second in NUMBERS:
        a, b = np.array([1, 0, 1, 1, 0, 1]).astype(first), np.array([1, 0, 1]).astype(second)
        for name in ("fftconvolve", "oaconvolve", "convolve", "correlate", "deconvolve", "upfirdn"):
            expected = getattr(scipy.signal, name)(a, b)
            actual = getattr(cuprumx.scipy.signal, name)(cp.asarray(a), cp.asarray(b))
            if name != "deconvolve":
                expected, actual = [expected], [actual]
            for one, other in zip(expected, actual, strict=True):
                assert other.dtype == one.dtype, (name, second)
                np.testing.assert_allclose(other.get(), one, rtol=2e-3, atol=2e-3)
