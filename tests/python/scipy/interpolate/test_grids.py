"""Grids, products of splines and polynomials, polynomials through all points, and radial functions against SciPy."""

import warnings

import numpy as np
import pytest
import scipy.interpolate as theirs
from common import layouts, to_device
from interpolate_common import assert_close, data, same_error

import cuprum as cp
import cuprumx.scipy.interpolate as ours

RNG = np.random.default_rng(0)
POINTS = (np.sort(RNG.random(8)), np.linspace(1, 0, 7), np.sort(RNG.random(6)) * 3)
# SciPy solves the equations of "cubic" to five digits alone, those of "cubic_legacy" to all; the splines are the same.
EXACT = {"slinear": "slinear_legacy", "cubic": "cubic_legacy", "quintic": "quintic_legacy"}


def moved(values):
    return tuple(map(to_device, values))


@pytest.mark.parametrize("method", ["linear", "nearest", "slinear", "cubic", "quintic", "pchip", "cubic_legacy"])
@pytest.mark.parametrize("dtype", "dfDF")
def test_grids(dtype, method):
    for trailing in ((), (2,)):
        values = data((8, 7, 6) + trailing)
        values = (values + 1j * values[::-1] if dtype in "DF" else values).astype(dtype)
        places = RNG.random((4, 3, 3)) * [1.3, 1.3, 3.5] - 0.1
        for fill in (np.nan, None, 3.0):
            how = EXACT.get(method, method), False
            if method == "pchip" and dtype in "DF":  # which SciPy refuses, and CuPy computes
                imaginary = theirs.RegularGridInterpolator(POINTS, values.imag, *how, fill and fill * 0)(places)
                outside = np.isnan(imaginary)
                reference = theirs.RegularGridInterpolator(POINTS, values.real, *how, fill)(places).astype(dtype)
                reference.imag = np.where(outside, 0, imaginary)
            else:
                reference = theirs.RegularGridInterpolator(POINTS, values, *how, fill)(places)
            if method in EXACT:
                reference = reference.astype("D" if dtype in "DF" else "d")
            result = ours.RegularGridInterpolator(moved(POINTS), to_device(values), method, False, fill)(
                to_device(places)
            )
            assert_close(result, reference, 1e-4 if dtype in "fF" and method != "nearest" else 1e-9)


def test_places_of_grids():
    values = data((8, 7))
    grid, expected = (
        module.RegularGridInterpolator(convert(POINTS[:2]), move(values))
        for module, convert, move in ((ours, moved, to_device), (theirs, tuple, np.asarray))
    )
    for p, q in zip(grid.grid, expected.grid):
        assert_close(p, q)
    assert_close(grid.values, expected.values)
    x = np.linspace(POINTS[0][0], POINTS[0][-1], 5)
    y = np.linspace(0, 1, 4)
    assert_close(grid((to_device(x)[:, None], to_device(y))), expected((x[:, None], y)))
    for method in ("linear", "nearest", "cubic"):
        assert_close(
            grid((to_device(x), to_device(x) * 0 + 1), method), expected((x, x * 0 + 1), EXACT.get(method, method))
        )
    assert_close(grid(cp.asarray([0.5, 0.5])), expected([0.5, 0.5]))
    for nu in ((1, 0), (1, 2), (4, 0)):
        spline = theirs.RectBivariateSpline(POINTS[0], POINTS[1][::-1], values[:, ::-1], kx=3, ky=3)
        result = grid((to_device(x), to_device(x) * 0.5), "cubic", nu=nu)
        reference = spline(x, x * 0.5, *nu, grid=False) if max(nu) < 3 else np.zeros(5)
        assert_close(result, reference, 1e-9)
    with pytest.raises(ValueError):
        grid(cp.asarray([0.5, 0.5]), nu=(1, 0))
    for bad in ([5.0, 0.5], [0.5, -1.0], [np.nan, 0.5], [0.5, 0.5, 0.5]):
        with pytest.raises(ValueError):
            grid(cp.asarray(bad))
    loose = ours.RegularGridInterpolator(moved(POINTS[:2]), to_device(values), bounds_error=False)
    assert_close(
        loose(cp.asarray([[np.nan, 0.5], [9.0, 0.5], [0.5, 0.5]])), np.r_[np.nan, np.nan, expected([0.5, 0.5])]
    )
    assert loose(cp.ones((0, 2))).shape == (0,)
    one = ours.RegularGridInterpolator((cp.array([1.0]), cp.arange(3.0)), cp.array([[1.0, 2.0, 4.0]]))
    assert_close(one(cp.array([[1.0, 1.5]])), np.array([3.0]))
    for _, z in layouts(data((8, 7))):
        assert_close(
            ours.interpn(moved(POINTS[:2]), to_device(z), to_device(np.full((3, 2), 0.4))),
            theirs.interpn(POINTS[:2], np.ascontiguousarray(z), np.full((3, 2), 0.4)),
        )
    for method in ("linear", "nearest", "splinef2d"):
        points = (np.arange(6.0), np.arange(7.0))
        z, at = data((6, 7)), RNG.random((9, 2)) * 7
        assert_close(
            ours.interpn(moved(points), to_device(z), to_device(at), method, False, 1.5),
            theirs.interpn(points, z, at, method, False, 1.5),
            1e-9,
        )


def test_grid_errors():
    x, y, z = np.arange(4.0), np.arange(3.0), np.ones((4, 3))
    for arguments, keywords in [
        (((x, y), z.T), {}),
        (((x, y, y), z), {}),
        (((x[[0, 2, 1, 3]], y), z), {}),
        (((x * 0, y), z), {}),
        (((x, y), z), {"method": "other"}),
        (((x, y), z), {"method": "cubic"}),
        (((x, y), z), {"method": "pchip"}),
        (((x.reshape(2, 2), y), z), {}),
        (((x, y), z), {"fill_value": 1j}),
        (((x, y), z), {"solver": 1}),
    ]:

        def call(xp, module, arguments=arguments, keywords=keywords):
            points, values = arguments
            module.RegularGridInterpolator(tuple(map(xp.asarray, points)), xp.asarray(values), **keywords)

        same_error(call)
    with pytest.raises(ValueError):
        ours.interpn((to_device(x), to_device(y)), to_device(z), cp.ones((1, 2)), "other")
    values = data((8, 7), dtype=complex)
    places = np.array([[0.5, 0.5], [0.3, 0.9]])
    with pytest.warns(np.exceptions.ComplexWarning):
        expected = theirs.interpn((POINTS[0], POINTS[1][::-1]), values, places, "splinef2d", False, 0.0)
    with pytest.warns(np.exceptions.ComplexWarning):
        actual = ours.interpn(
            moved((POINTS[0], POINTS[1][::-1])), to_device(values), to_device(places), "splinef2d", False, 0.0
        )
    assert_close(actual, expected, 1e-9)
    knots = (cp.array([0.0, 0, 1, 1]),) * 2
    with pytest.raises(ValueError):
        ours.NdBSpline.design_matrix(cp.array([0.5, 0.5]), knots, 1)


def test_products_of_splines():
    t = (np.arange(9.0), np.arange(12.0) ** 1.5)
    places = RNG.random((5, 4, 2)) * 12 - 1
    for c in (data((5, 7)), data((5, 7, 2)), data((5, 7, 2), dtype=complex)):
        actual, expected = ours.NdBSpline(moved(t), to_device(c), (3, 4)), theirs.NdBSpline(t, c, (3, 4))
        for nu in (None, (1, 0), (2, 1), (4, 0)):
            for extrapolate in (None, True, False):
                assert_close(
                    actual(to_device(places), nu=nu, extrapolate=extrapolate),
                    expected(places, nu=nu, extrapolate=extrapolate),
                    1e-9,
                )
    assert actual.k == (3, 4) and len(actual.t) == 2
    t3 = (t[0],) * 3
    c = data((5, 5, 5))
    at = RNG.random((6, 3)) * 2 + 3
    assert_close(ours.NdBSpline(moved(t3), to_device(c), 3)(to_device(at)), theirs.NdBSpline(t3, c, 3)(at))
    for arguments in [
        (t, data((5, 6)), (3, 4)),
        (t, data(5), (3, 4)),
        (t, data((5, 7)), (3, 4, 1)),
        (t, data((5, 7)), -1),
    ]:
        same_error(
            lambda xp, module, a=arguments: module.NdBSpline(tuple(map(xp.asarray, a[0])), xp.asarray(a[1]), a[2])
        )
    with pytest.raises(ValueError):
        ours.NdBSpline(list(moved(t)), to_device(data((5, 7))), (3, 4))
    with pytest.raises(ValueError):
        actual(cp.ones((2, 3)))


def test_polynomials_of_several_variables():
    x = (np.arange(5.0), np.arange(6.0) ** 2)
    places = RNG.random((9, 2)) * 5 - 0.3
    for c in (data((3, 2, 4, 5)), data((3, 2, 4, 5, 2)), data((1, 4, 4, 5), dtype=complex)):
        actual, expected = ours.NdPPoly(to_device(c), moved(x)), theirs.NdPPoly(c, x)
        for nu in (None, (1, 0), (2, 1), (3, 0)):
            for extrapolate in (None, False):
                assert_close(actual(to_device(places), nu, extrapolate), expected(places, nu, extrapolate))
        for nu in ((1, 0), (0, 1), (2, 1), (-1, 0), (-1, -2)):
            assert_close(actual.derivative(nu).c, expected.derivative(nu).c)
        assert_close(actual.antiderivative((1, 1)).c, expected.antiderivative((1, 1)).c)
        assert_close(actual.integrate([(0, 2.0), (1.0, 4.0)]), expected.integrate([(0, 2.0), (1.0, 4.0)]))
        for axis in (0, 1, -1):
            assert_close(actual.integrate_1d(0, 2.0, axis).c, expected.integrate_1d(0, 2.0, axis).c)
    for arguments in [(data((3, 2, 4, 4)), x), (data((3, 2, 4)), x), (data((3, 2, 4, 5)), (x[0], x[1][::-1].copy()))]:
        same_error(lambda xp, module, a=arguments: module.NdPPoly(xp.asarray(a[0]), tuple(map(xp.asarray, a[1]))))
    with pytest.raises(ValueError):
        actual.integrate([(0, 1)])


# ------------------------------------------------------------------------------------ one polynomial through all points


def test_krogh():
    x, places = np.array([0.0, 0, 1, 2, 2, 2, 3]), RNG.random((3, 4)) * 3
    for axis, y in ((0, data((7, 2))), (1, data((2, 7, 3))), (0, data(7)), (-1, data((2, 7), dtype=complex))):
        actual, expected = (
            ours.KroghInterpolator(to_device(x), to_device(y), axis),
            theirs.KroghInterpolator(x, y, axis),
        )
        assert_close(actual.c, expected.c, 1e-10)
        for at in (places, places[0], np.array(1.5)):
            assert_close(actual(to_device(at)), expected(at), 1e-10)
            assert_close(actual.derivatives(to_device(at)), expected.derivatives(at), 1e-10)
            assert_close(actual.derivatives(to_device(at), 9)[:7], expected.derivatives(at, 9)[:7], 1e-10)
            assert_close(actual.derivative(to_device(at), 2), expected.derivative(at, 2), 1e-10)
    y = data(7)
    for der in (0, 2, [0, 3, 1]):
        assert_close(
            ours.krogh_interpolate(to_device(x), to_device(y), to_device(places), der),
            theirs.krogh_interpolate(x, y, places, der),
            1e-10,
        )
    for arguments in [(np.array([0.0, 1, 0]), np.ones(3)), (x, np.ones(3))]:
        same_error(lambda xp, module, a=arguments: module.KroghInterpolator(*map(xp.asarray, a)))


def test_barycentric():
    x, places = np.cos(np.arange(300) / 299 * np.pi), RNG.random((3, 4))
    y = data((2, 300, 2))
    actual, expected = (
        ours.BarycentricInterpolator(to_device(x), to_device(y), 1),
        theirs.BarycentricInterpolator(x, y, 1),
    )
    assert_close(actual.wi, expected.wi, 1e-10)
    for at in (places, x, np.array(0.3), np.array(x[7])):
        assert_close(actual(to_device(at)), expected(at), 1e-10)
    x, y = x[::30], y[:, ::30]
    actual, expected = (
        ours.BarycentricInterpolator(to_device(x), to_device(y), 1),
        theirs.BarycentricInterpolator(x, y, 1),
    )
    for der in (1, 2, 3):
        assert_close(actual.derivative(to_device(places), der), expected.derivative(places, der), 1e-8)
    actual = ours.BarycentricInterpolator(to_device(x))
    actual.set_yi(to_device(y[0, :, 0].copy()))
    actual.add_xi(cp.array([0.05, 0.15]), cp.array([1.0, 2.0]))
    # SciPy's add_xi has wrong signs for an even number of places.
    expected = theirs.BarycentricInterpolator(np.r_[x, 0.05, 0.15], np.r_[y[0, :, 0], 1.0, 2.0])
    assert_close(actual(to_device(places)), expected(places), 1e-9)
    assert_close(
        ours.barycentric_interpolate(to_device(x), to_device(y), to_device(places), 1, der=1),
        theirs.barycentric_interpolate(x, y, places, 1, der=1),
        1e-9,
    )
    for arguments in [(np.array([0.0, 1, 0]), np.ones(3)), (x, np.ones(3))]:
        same_error(lambda xp, module, a=arguments: module.BarycentricInterpolator(*map(xp.asarray, a)))


# ----------------------------------------------------------------------------------------------------- radial functions


@pytest.mark.parametrize(
    "kernel",
    [
        "linear",
        "thin_plate_spline",
        "cubic",
        "quintic",
        "multiquadric",
        "inverse_multiquadric",
        "inverse_quadratic",
        "gaussian",
    ],
)
def test_radial_functions(kernel):
    points, places = RNG.random((50, 2)), RNG.random((20, 2))
    for d, degrees in ((data(50), (None, -1, 2)), (data((50, 2), dtype=complex), (None,))):
        for neighbors in (None, 12):
            for degree in degrees:
                how = dict(kernel=kernel, epsilon=2.0, neighbors=neighbors, degree=degree, smoothing=0.1)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    actual = ours.RBFInterpolator(to_device(points), to_device(d), **how)
                    expected = theirs.RBFInterpolator(points, d, **how)
                assert_close(actual(to_device(places)), expected(places), 1e-6)
    np.testing.assert_array_equal(actual.powers.get(), expected.powers)
    exact = ours.RBFInterpolator(to_device(points), to_device(d), kernel=kernel, epsilon=8.0)
    assert_close(exact(to_device(points)), d, 1e-6)


def test_radial_shapes_and_errors():
    points = RNG.random((30, 3))
    smoothing = RNG.random(30)
    d = data((30, 2, 2))
    actual = ours.RBFInterpolator(to_device(points), to_device(d), smoothing=to_device(smoothing))
    expected = theirs.RBFInterpolator(points, d, smoothing=smoothing)
    assert_close(actual(to_device(points)), expected(points), 1e-9)
    assert actual(cp.ones((0, 3))).shape == (0, 2, 2)
    y, z = np.ones((5, 2)), np.ones(5)
    for arguments, keywords in [
        ((z, z), {}),
        ((y, z[:4]), {}),
        ((points[:5], z), {"kernel": "other"}),
        ((points[:5], z), {"kernel": "gaussian"}),
        ((points[:5], z), {"degree": -2}),
        ((points[:5], z), {"degree": 4}),
        ((points[:5], z), {"smoothing": np.ones(3)}),
        ((points[:5], z), {"neighbors": 2}),
        ((y, z), {}),
    ]:

        def call(xp, module, arguments=arguments, keywords=keywords):
            converted = {k: xp.asarray(v) if isinstance(v, np.ndarray) else v for k, v in keywords.items()}
            module.RBFInterpolator(*map(xp.asarray, arguments), **converted)

        same_error(call)
    for bad in (cp.ones(3), cp.ones((2, 2))):
        with pytest.raises(ValueError):
            actual(bad)
    with pytest.warns(UserWarning):
        ours.RBFInterpolator(to_device(points), to_device(d), degree=0)


def test_polynomials_at_complex_places():
    x, y = np.array([0.0, 1, 2, 4]), data((4, 2))
    places = np.array([1j, 2.0, 1 - 1j])
    for values in (y, data((4, 2), dtype=complex)):
        expected = theirs.BarycentricInterpolator(x, values)
        actual = ours.BarycentricInterpolator(to_device(x), to_device(values))
        for order in (0, 1, 2):
            assert_close(actual.derivative(to_device(places), order), expected.derivative(places, order), 1e-9)
    krogh = ours.KroghInterpolator(to_device(x), to_device(values))
    assert_close(krogh(to_device(places)), theirs.KroghInterpolator(x, values)(places))
    # SciPy leaves out imaginary parts of places of derivatives.
    polynomial = np.polyfit(x, values[:, 0], 3)
    found = krogh.derivatives(to_device(places)).get()[..., 0]
    for order in range(4):
        np.testing.assert_allclose(found[order], np.polyval(np.polyder(polynomial, order), places), rtol=1e-10)
    same_error(
        lambda _, m: (
            m.KroghInterpolator(x, y)(places)
            if m is theirs
            else ours.KroghInterpolator(*moved((x, y)))(to_device(places))
        )
    )
    # Complex places of data, of which one is repeated.
    for nodes in (x * 1j, np.array([0, 1j, 1j, 2])):
        expected = theirs.KroghInterpolator(nodes, values)
        actual = ours.KroghInterpolator(*moved((nodes, values)))
        assert_close(actual.c, expected.c)
        assert_close(actual(to_device(places)), expected(places))
        assert_close(actual(to_device(x)), expected(x))


def test_krogh_at_no_numbers():
    places = np.array([np.nan, np.inf, 3.0])
    for n in (1, 2, 3):
        x, y = np.array([1.0, 2, 4])[:n], np.array([2.0, 3, 8])[:n]
        expected, actual = theirs.KroghInterpolator(x, y), ours.KroghInterpolator(*moved((x, y)))
        with np.errstate(all="ignore"):
            assert_close(actual(to_device(places)), expected(places))
            for order in range(n + 2):
                assert_close(actual.derivative(to_device(places), order), expected.derivative(places, order))


@pytest.mark.parametrize("strange", [np.nan, np.inf])
def test_splines_of_no_numbers(strange):
    x, y = np.arange(7.0), np.arange(6.0)
    values = data((7, 6))
    values[2, 3] = strange
    place = np.array([[3.5, 2.5]])

    def made(m, *keywords):
        arrays = (x, y, values) if m is theirs else moved((x, y, values))
        return m.RegularGridInterpolator(arrays[:2], arrays[2], *keywords)

    for method in ("slinear", "cubic", "quintic", "pchip", "slinear_legacy", "cubic_legacy", "quintic_legacy"):
        same_error(lambda _, m: made(m, method)(place if m is theirs else to_device(place)))
        same_error(lambda _, m: made(m, "linear")(place if m is theirs else to_device(place), method))
    for method in ("linear", "nearest"):
        assert_close(made(ours, method)(to_device(place)), made(theirs, method)(place))
    for xi in (place, np.array([[3.5, 7]])):
        arguments = ("splinef2d", False, 4.0)
        actual = ours.interpn(moved((x, y)), to_device(values), to_device(xi), *arguments)
        assert_close(actual, theirs.interpn((x, y), values, xi, *arguments))


def test_derivatives_of_older_methods():
    x = np.arange(7.0)
    for method in ("slinear_legacy", "cubic_legacy", "quintic_legacy", "pchip", "linear"):
        same_error(
            lambda _, m: (
                m.RegularGridInterpolator((x,), x, method)(x[:1], nu=[1])
                if m is theirs
                else m.RegularGridInterpolator(moved((x,)), to_device(x), method)(to_device(x[:1]), nu=[1])
            )
        )


def test_one_place_as_numbers():
    x, values = np.arange(4.0), data((4, 4))
    for shape in ((4, 4), (4, 4, 2)):
        values = data(shape)
        for method in ("linear", "cubic_legacy", "splinef2d"):
            if method == "splinef2d" and len(shape) > 2:
                continue
            expected = theirs.interpn((x, x), values, (0.5, 1.5), method)
            assert_close(ours.interpn(moved((x, x)), to_device(values), (0.5, 1.5), method), expected)


def test_derivatives_above_the_degree():
    t = np.array([0.0, 0, 0, 1, 2, 3, 3, 3])
    for nu in (1, 2, 3, 4):
        expected = theirs.NdBSpline((t, t), data((5, 5)), 2).derivative([nu, 1])
        actual = ours.NdBSpline(moved((t, t)), to_device(data((5, 5))), 2).derivative([nu, 1])
        assert_close(actual.t[0], expected.t[0])
        assert_close(actual.c, expected.c)
        assert tuple(actual.k) == tuple(expected.k)


def test_orders_that_are_no_list():
    t = np.array([0.0, 0, 1, 1])
    made = theirs.NdBSpline((t, t), data((2, 2)), 1), ours.NdBSpline(moved((t, t)), to_device(data((2, 2))), 1)
    for nu in (1, (1,), (1, 0, 0)):
        same_error(lambda xp, m: made[m is ours].derivative(nu))
        same_error(lambda xp, m: made[m is ours](xp.ones((3, 2)), nu=nu))


def test_no_derivatives():
    x, y = np.arange(4.0), data((4, 2))
    for name in ("KroghInterpolator", "BarycentricInterpolator"):
        expected, actual = getattr(theirs, name)(x, y), getattr(ours, name)(to_device(x), to_device(y))
        assert_close(actual.derivatives(to_device(x[:3]), 0), expected.derivatives(x[:3], 0))
    assert ours.BarycentricInterpolator(to_device(x)).dtype is theirs.BarycentricInterpolator(x).dtype is None


def test_complex_values_that_are_not_there():
    x, places = np.arange(3.0), np.array([[-1.0, 0.5], [0.5, np.nan], [1, 1]])
    c, values = data((2, 2, 2, 2), dtype=complex), data((3, 3), dtype=complex)
    for expected, actual in (
        (theirs.NdPPoly(c, (x, x), False), ours.NdPPoly(to_device(c), moved((x, x)), False)),
        (
            theirs.RegularGridInterpolator((x, x), values, bounds_error=False),
            ours.RegularGridInterpolator(moved((x, x)), to_device(values), bounds_error=False),
        ),
    ):
        found, wanted = actual(to_device(places)).get(), expected(places)
        np.testing.assert_array_equal(np.isnan(found.imag), np.isnan(wanted.imag))
        np.testing.assert_array_equal(np.isnan(found.real), np.isnan(wanted.real))


def test_powers_of_radial_functions():
    points, values = data((9, 2)), data(9)
    expected, actual = (
        theirs.RBFInterpolator(points, values),
        ours.RBFInterpolator(to_device(points), to_device(values)),
    )
    assert_close(actual.powers, expected.powers)


def test_polynomials_at_or_through_no_numbers():
    x, y = np.array([0.0, 1, np.nan]), np.array([1.0, 2, 4])
    same_error(lambda xp, m: m.KroghInterpolator(xp.asarray(x), xp.asarray(y)))
    places = np.array([[np.nan, np.inf, 0.5]])
    for data_axis in (0, 1):
        values = np.moveaxis(data((3, 2)), 0, data_axis)
        expected = theirs.BarycentricInterpolator(np.arange(3.0), values, axis=data_axis).derivative(places, 3)
        actual = ours.BarycentricInterpolator(*moved((np.arange(3.0), values)), axis=data_axis)
        assert_close(actual.derivative(to_device(places), 3), expected)


def test_derivatives_far_above_the_degree():
    t, c, places = np.array([0.0, 0, 1, 2, 2]), data((3, 3)), np.array([[-1.0, 0.5], [0.5, np.nan], [1, 1]])
    for nu in range(5):
        expected, actual = theirs.BSpline(t, c, 1), ours.BSpline(*moved((t, c)), 1)
        assert_close(actual(to_device(places), nu, False), expected(places, nu, False))
        expected, actual = theirs.NdBSpline((t, t), c, 1), ours.NdBSpline(moved((t, t)), to_device(c), 1)
        for orders in ((nu, 0), (0, nu)):
            found = actual(to_device(places), nu=orders, extrapolate=False)
            assert_close(found, expected(places, nu=orders, extrapolate=False))


def test_older_methods_at_no_places():
    x, values = np.arange(4.0), data((4, 4)).astype("f")
    for method in ("slinear_legacy", "cubic_legacy", "slinear"):
        expected = theirs.RegularGridInterpolator((x, x), values, method)(np.zeros((0, 2)))
        assert_close(ours.RegularGridInterpolator(moved((x, x)), to_device(values), method)(cp.zeros((0, 2))), expected)


@pytest.mark.parametrize("method", ["linear", "nearest", "cubic", "pchip"])
def test_grids_without_points(method):
    for points, shape in (([[]], (0,)), ([[1.0, 2.0], []], (2, 0))):
        with pytest.raises(ValueError, match="points"):
            ours.RegularGridInterpolator([cp.array(p) for p in points], cp.ones(shape), method=method)


@pytest.mark.parametrize("kernel", ["linear", "thin_plate_spline", "cubic", "quintic", "gaussian", "inverse_quadratic"])
def test_radial_functions_of_repeated_points(kernel):
    # SciPy's solution is an error or of the order of 1e16, as rounding decides.
    random = np.random.default_rng(11)
    for n, dimensions in ((12, 1), (20, 2), (25, 3)):
        points, values = random.random((n, dimensions)), random.random(n)
        points[n // 2] = points[1]
        places = to_device(random.random((5, dimensions)))
        for how in ({}, {"smoothing": 0.0}, {"neighbors": n}):
            with pytest.raises(np.linalg.LinAlgError, match="equal"):
                ours.RBFInterpolator(to_device(points), to_device(values), kernel=kernel, epsilon=2.0, **how)(places)
        # Smoothed points may be equal, also where one of the two is.
        one = np.where(np.arange(n) == 1, 0.5, 0.0)
        for smoothing in (0.5, one):
            found, expected = (
                module.RBFInterpolator(
                    xp.asarray(points), xp.asarray(values), kernel=kernel, epsilon=10.0, smoothing=xp.asarray(smoothing)
                )(xp.asarray(places.get()))
                for module, xp in ((ours, cp), (theirs, np))
            )
            np.testing.assert_allclose(found.get(), expected, rtol=1e-5, atol=1e-5)
    # A neighbourhood without the repeated points has a solution.
    points = np.stack(np.meshgrid(np.arange(8.0), np.arange(8.0)), -1).reshape(-1, 2)
    points += random.random(points.shape) * 0.1
    points[63] = points[62]
    values = random.random(64)
    how = dict(kernel=kernel, epsilon=1.0, neighbors=9)
    place = points[:1] + 0.25
    found = ours.RBFInterpolator(to_device(points), to_device(values), **how)(to_device(place))
    expected = theirs.RBFInterpolator(points, values, **how)(place)
    np.testing.assert_allclose(found.get(), expected, rtol=1e-6, atol=1e-6)
