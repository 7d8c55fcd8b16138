"""Interpolation between scattered points against SciPy."""

import numpy as np
import pytest
import scipy.interpolate as theirs
import scipy.spatial
from common import to_device
from interpolate_common import assert_close, data, same_error

import cuprum as cp
import cuprumx.scipy.interpolate as ours
import cuprumx.scipy.spatial

RNG = np.random.default_rng(0)
POINTS = RNG.random((200, 2))
PLACES = RNG.random((40, 5, 2)) * 1.2 - 0.1


@pytest.mark.parametrize("trailing, dtype", [((), float), ((2, 2), complex)], ids=str)
def test_triangles(trailing, dtype):
    values = data((200, *trailing), dtype=dtype)
    for rescale in (False, True):
        points = POINTS * [1, 50] if rescale else POINTS
        places = PLACES * [1, 50] if rescale else PLACES
        for fill in (np.nan, 2.5):
            actual = ours.LinearNDInterpolator(to_device(points), to_device(values), fill, rescale)
            expected = theirs.LinearNDInterpolator(points, values, fill, rescale)
            assert_close(actual(to_device(places)), expected(places), 1e-9)
            actual = ours.CloughTocher2DInterpolator(to_device(points), to_device(values), fill, 1e-13, rescale=rescale)
            expected = theirs.CloughTocher2DInterpolator(points, values, fill, 1e-13, rescale=rescale)
            assert_close(actual(to_device(places)), expected(places), 1e-8)
    x, y = PLACES[0, :, :1], PLACES[0, :, 1]
    linear = ours.LinearNDInterpolator(to_device(POINTS), to_device(values))
    assert_close(linear(to_device(x), to_device(y)), theirs.LinearNDInterpolator(POINTS, values)(x, y), 1e-9)
    cubic = ours.CloughTocher2DInterpolator(to_device(POINTS), to_device(values))
    assert_close(cubic(to_device(POINTS)), values, 1e-9)


def test_triangulations_are_taken():
    triangles = cuprumx.scipy.spatial.Delaunay(to_device(POINTS))
    values = data(200)
    for kind in ("LinearNDInterpolator", "CloughTocher2DInterpolator"):
        made = getattr(ours, kind)(triangles, to_device(values))
        again = getattr(ours, kind)(to_device(POINTS), to_device(values))
        assert_close(made(to_device(PLACES)), again(to_device(PLACES)).get())
        assert made.tri.nsimplex == triangles.nsimplex
    expected = theirs.CloughTocher2DInterpolator(scipy.spatial.Delaunay(POINTS), values)
    np.testing.assert_allclose(made(to_device(PLACES)).get(), expected(PLACES), atol=1e-4)
    plane = POINTS @ [2.0, -1.0] + 3
    flat = ours.CloughTocher2DInterpolator(triangles, to_device(plane))(to_device(PLACES)).get()
    inside = ~np.isnan(flat)
    np.testing.assert_allclose(flat[inside], (PLACES @ [2.0, -1.0] + 3)[inside], atol=1e-6)


def test_nearest():
    for dimensions in (2, 3, 5):
        points, places = RNG.random((150, dimensions)), RNG.random((20, 3, dimensions))
        for values in (data(150), data((150, 2)), data(150, dtype=complex), np.arange(150)):
            actual = ours.NearestNDInterpolator(to_device(points), to_device(values))
            expected = theirs.NearestNDInterpolator(points, values)
            assert_close(actual(to_device(places)), expected(places))
            assert_close(
                actual(to_device(places), distance_upper_bound=0.1), expected(places, distance_upper_bound=0.1)
            )
        scale = np.arange(1.0, dimensions + 1) ** 3
        actual = ours.NearestNDInterpolator(to_device(points * scale), to_device(data(150)), rescale=True)
        expected = theirs.NearestNDInterpolator(points * scale, data(150), rescale=True)
        assert_close(actual(to_device(places * scale)), expected(places * scale))


def test_scattered_errors():
    for name in ("LinearNDInterpolator", "CloughTocher2DInterpolator", "NearestNDInterpolator"):
        for points, values in [
            (POINTS[:5], np.ones(4)),
            (np.ones(5), np.ones(5)),
            (np.ones((5, 1)), np.ones(5)),
        ]:
            same_error(lambda xp, module: getattr(module, name)(xp.asarray(points), xp.asarray(values)))
        made = getattr(ours, name)(to_device(POINTS), to_device(data(200)))
        with pytest.raises(ValueError):
            made(cp.ones((2, 3)))
        assert made(cp.ones((0, 2))).shape == (0,)
    same_error(
        lambda xp, m: m.NearestNDInterpolator(xp.asarray(POINTS), xp.asarray(data(200)), tree_options={"other": 1})
    )


def test_complex_fill_values():
    points, values = np.array([[0.0, 0], [1, 0], [0, 1]]), np.array([0.0, 1, 2])
    for name in ("LinearNDInterpolator", "CloughTocher2DInterpolator"):
        for fill in (1j, 1 + 0j):
            same_error(
                lambda _, m: getattr(m, name)(
                    *((points, values) if m is theirs else map(to_device, (points, values))), fill_value=fill
                )
            )
            expected = getattr(theirs, name)(points, values * 1j, fill_value=fill)(np.array([[2.0, 2]]))
            actual = getattr(ours, name)(to_device(points), to_device(values * 1j), fill_value=fill)
            assert_close(actual(to_device(np.array([[2.0, 2]]))), expected)


@pytest.mark.parametrize("dtype", "?ifdFD")
def test_dtypes_of_nearest_values(dtype):
    values = (data(200, dtype=complex if dtype in "FD" else float) * 9).astype(dtype)
    expected = theirs.NearestNDInterpolator(POINTS, values)
    actual = ours.NearestNDInterpolator(to_device(POINTS), to_device(values))
    for bound in (np.inf, 0.01):
        found = actual(to_device(PLACES), distance_upper_bound=bound)
        assert_close(found, expected(PLACES, distance_upper_bound=bound), 1e-15)
