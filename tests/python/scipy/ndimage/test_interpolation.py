"""cuprumx.scipy.ndimage's interpolation and Fourier filters against SciPy."""

import common
import numpy as np
import pytest
import scipy.ndimage
from common import layouts, sample

import cuprum as cp
import cuprumx.scipy.ndimage as ours

check = common.check_of(scipy.ndimage, ours, 1e-12)

MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-wrap", "grid-constant"]
# With these SciPy's splines of short lines do not go through the elements: it begins with too few of their mirror
# images.
HALF = ["reflect", "nearest", "grid-mirror"]


def close(name, *arguments, **keywords):
    """As SciPy's, for float64 up to what rounding makes of splines."""
    expected = getattr(scipy.ndimage, name)(*arguments, **keywords)
    move = lambda v: cp.asarray(v) if isinstance(v, np.ndarray) else v  # noqa: E731
    actual = getattr(ours, name)(*map(move, arguments), **{k: move(v) for k, v in keywords.items()})
    assert actual.dtype == expected.dtype and actual.shape == expected.shape
    scale = np.abs(expected).max(initial=1)
    if expected.dtype.kind in "biu":
        # A spline that goes through a half may be rounded to either side.
        assert (np.abs(actual.get().astype("d") - expected.astype("d")) <= 1).all()
        assert (actual.get() != expected).mean() < 0.02
    else:
        np.testing.assert_allclose(
            actual.get(), expected, rtol=0, atol=scale * (1e-5 if expected.dtype.char in "fF" else 1e-11)
        )


@pytest.mark.filterwarnings("ignore:promoting:UserWarning")
@pytest.mark.parametrize("order", range(6))
def test_splines(order):
    for shape in ((1,), (2,), (5,), (40, 3), (40, 41), (6, 7, 8)):
        a = sample(shape, "d", 1)
        for mode in MODES:
            if mode in HALF and min(shape) < 40:
                continue
            if 2 <= order:
                close("spline_filter", a, order, mode=mode)
            for axis in range(len(shape)):
                close("spline_filter1d", a, order, axis, mode=mode)
    for dtype in "fiBD":
        close("spline_filter1d", sample((9, 8), dtype, 1), order)
        close("spline_filter1d", sample((9, 8), dtype, 1), order, 0, output=np.dtype("D" if dtype == "D" else "f"))


@pytest.mark.parametrize("mode", ["mirror", "reflect", "grid-wrap"])
def test_splines_go_through_the_elements(mode):
    for order in (2, 3, 4, 5):
        for n in (1, 2, 5, 30):
            a = cp.asarray(sample((n,), "d", 1))
            again = ours.map_coordinates(a, cp.arange(n)[None], order=order, mode=mode)
            assert cp.allclose(again, a, rtol=0, atol=1e-11)


@pytest.mark.parametrize("mode", MODES)
def test_map_coordinates(mode):
    rng = np.random.default_rng(0)
    for shape in ((41,), (43, 40), (4, 5, 6)):
        if mode in HALF and shape[0] == 4:
            continue
        a = sample(shape, "d", 1)
        places = rng.uniform(-1.6, 1.6, (len(shape), 60)) * np.array(shape)[:, None]
        places[:, :20] = np.round(places[:, :20] * 2) / 2
        for order in (0, 1, 3) if len(shape) == 3 else range(6):
            keep = places if order % 2 or mode == "constant" else places[:, 20:]  # ties go either way
            close("map_coordinates", a, keep, order=order, mode=mode, cval=-3.5)
            close("map_coordinates", a, keep, order=order, mode=mode, cval=2, prefilter=False)


def test_map_coordinates_arguments():
    a, places = sample((6, 9), "d", 1), np.random.default_rng(1).uniform(0, 6, (2, 4, 5))
    for dtype in "?bBhilfdFD":
        close("map_coordinates", sample((6, 9), dtype, 1), places, order=1)
    for dtype in "fBD":
        close("map_coordinates", sample((6, 9), dtype, 1), places, order=3)
    for output in "fiB?":
        close("map_coordinates", a, places, np.dtype(output), order=1, cval=-1.6)
    close("map_coordinates", a, places.astype("f").astype("d"))
    close("map_coordinates", a, places.astype(int), order=1)
    assert cp.allclose(
        ours.map_coordinates(cp.asarray(a), cp.asarray(places, "f")),
        ours.map_coordinates(cp.asarray(a), cp.asarray(places)),
        atol=1e-3,
    )
    nan = np.array([[0.5, np.nan, np.inf, -np.inf]] * 2)
    close("map_coordinates", a, nan, order=1, cval=-1.6)
    check("map_coordinates", a, places, order=6)
    check("map_coordinates", a, places, order=-1)
    check("map_coordinates", a, places[:1])
    check("map_coordinates", a, places, mode="no such")
    check("map_coordinates", a, places * 1j)
    check("map_coordinates", a, places, output=np.zeros((3, 3)))
    close("map_coordinates", sample((2, 3, 2, 3), "d", 1), np.random.default_rng(1).uniform(0, 1, (4, 9)), order=3)
    for _, b in layouts(a):
        close("map_coordinates", b, places)
    out = cp.zeros((4, 5))
    assert ours.map_coordinates(cp.asarray(a), cp.asarray(places), output=out) is out
    assert np.allclose(out.get(), scipy.ndimage.map_coordinates(a, places))


@pytest.mark.parametrize("order", [0, 1, 3])
def test_transforms(order):
    for a in (sample((40, 43), "d", 1), sample((40, 43), "f", 1), sample((5, 6, 7), "d", 1), sample((40,), "d", 1)):
        for mode in MODES if a.dtype == "d" and a.ndim < 3 else ["constant"]:
            keywords = {"order": order, "mode": mode, "cval": 1.5}
            close("shift", a, 1.3, **keywords)
            close("shift", a, [-2.6 + d for d in range(a.ndim)], **keywords)
            close("zoom", a, 1.7, **keywords)
            close("zoom", a, [0.6 + 0.3 * d for d in range(a.ndim)], **keywords)
            if mode not in ("constant", "wrap"):
                close("zoom", a, 1.6, grid_mode=True, **keywords)
            if a.ndim > 1:
                close("rotate", a, 33, **keywords)
                close("rotate", a, -120, reshape=False, **keywords)
        if a.ndim > 1:
            for angle in (0, 90, 180, 270, 360, -90):
                close("rotate", a, angle, order=order)
        if a.ndim == 3:
            for axes in ((0, 1), (0, 2), (2, 1), (-1, 0)):
                close("rotate", a, 20, axes, order=order, mode="mirror")


def test_affine():
    a = sample((40, 42), "d", 1)
    matrix = np.array([[0.9, 0.2], [-0.3, 1.1]])
    for mode in MODES:
        close("affine_transform", a, matrix, (0.5, -1), order=1, mode=mode)
        close("affine_transform", a, matrix, 0.7, (7, 15), order=3, mode=mode)
    close("affine_transform", a, np.array([0.5, 1.5]), [1, 2])
    homogeneous = np.array([[0.9, 0.2, 1], [-0.3, 1.1, 2]])
    close("affine_transform", a, homogeneous)
    close("affine_transform", a, np.vstack([homogeneous, [0, 0, 1]]))
    check("affine_transform", a, np.vstack([homogeneous, [0, 1, 1]]))
    check("affine_transform", a, np.ones((3, 2)))
    check("affine_transform", a, np.ones(3))
    check("affine_transform", a, np.ones((2, 2, 2)))
    close("affine_transform", sample((4, 5, 6), "d", 1), np.array([[1, 0.1, 0], [0, 0.9, 0.2], [0.3, 0, 1.0]]), order=3)
    close("affine_transform", sample((9, 12), "D", 1), matrix, cval=1 + 2j)
    # From two axes to one.
    close("affine_transform", a, np.array([[0.5], [0.7]]), 0, (8,), order=1)


def test_zoom_and_rotate_arguments():
    a = sample((9, 12), "d", 1)
    check("zoom", a, (1, 2, 3))
    check("zoom", a, 2, order=7)
    check("rotate", a[0], 30)
    check("rotate", a, 30, (0, 1, 2))
    check("rotate", a, 30, (0, 5))
    check("shift", a, (1, 2, 3))
    check("shift", a, 1, mode="no such")
    check("zoom", a, 1)
    close("zoom", a, 0.1)
    close("zoom", sample((9, 12), "B", 1), 2, order=1)
    close("rotate", sample((9, 12), "D", 1), 30)
    assert not cp.shares_memory(ours.zoom(kept := cp.asarray(a), 1), kept)


def test_geometric_transform():
    a = sample((40, 42), "d", 1)
    mapping = lambda place, by=0.5: (place[0] * 0.7 + by, place[1] - place[0] * 0.2)  # noqa: E731
    for order in (1, 3):
        expected = scipy.ndimage.geometric_transform(a, mapping, order=order, mode="nearest", extra_arguments=(0.25,))
        actual = ours.geometric_transform(cp.asarray(a), mapping, order=order, mode="nearest", extra_arguments=(0.25,))
        np.testing.assert_allclose(actual.get(), expected, atol=1e-10)
    pick = lambda place: (place[0],) * 2 if place[0] > 2 else (0.0, 0.0)  # noqa: E731
    expected = scipy.ndimage.geometric_transform(a, pick, (6,), order=1)
    np.testing.assert_allclose(ours.geometric_transform(cp.asarray(a), pick, (6,), order=1).get(), expected, atol=1e-10)


@pytest.mark.parametrize("name", ["fourier_gaussian", "fourier_uniform", "fourier_ellipsoid", "fourier_shift"])
def test_fourier(name):
    for shape in ((9,), (8, 9), (4, 5, 6)):
        a = sample(shape, "d", 1)
        for transform, n in ((np.fft.fftn(a), -1), (np.fft.rfftn(a), shape[-1])):
            for size in (0.7, [1.5 + d for d in range(len(shape))]):
                check(name, transform, size, n)
                check(name, transform.astype("F"), size, n)
        check(name, a, 2)
        check(name, a.astype("f"), 2)
        check(name, a, 2, output=np.complex64)
    check(name, np.zeros((3, 3), "D"), (1, 2, 3))
    if name == "fourier_ellipsoid":
        with pytest.raises(NotImplementedError):
            ours.fourier_ellipsoid(cp.ones((2, 2, 2, 2)), 1)
    out = cp.zeros((4, 4), "D")
    assert getattr(ours, name)(cp.ones((4, 4), "D"), 1, output=out) is out
    common.assert_same(out, getattr(scipy.ndimage, name)(np.ones((4, 4), "D"), 1), rtol=1e-12)


@pytest.mark.parametrize("order", range(6))
@pytest.mark.parametrize("mode", MODES)
def test_masks_that_are_moved_by_whole_elements(order, mode):
    """Rounding of splines makes no element of a mask true or false; SciPy's loses some."""
    for shape, seed in (((4,), 0), ((6, 2), 1), ((9, 11), 2), ((3, 4, 5), 3)):
        mask = sample(shape, "?", seed)
        for step in (0, 1, -1, 2):
            expected = scipy.ndimage.shift(mask.astype("d"), step, order=0, mode=mode).astype(bool)
            np.testing.assert_array_equal(ours.shift(cp.asarray(mask), step, order=order, mode=mode).get(), expected)


def test_matrices_without_columns():
    for shape in ((2, 0), (0, 2), (0,)):
        with pytest.raises(RuntimeError):
            ours.affine_transform(cp.ones((3, 4)), cp.zeros(shape))
