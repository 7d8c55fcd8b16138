"""Piecewise polynomials and cubic interpolants against SciPy."""

import numpy as np
import pytest
import scipy.interpolate as theirs
from common import layouts, to_device
from interpolate_common import assert_close, data, same_error, steps

import cuprum as cp
import cuprumx.scipy.interpolate as ours

PLACES = np.r_[np.linspace(-1.5, 12.0, 57), 0.0, 10.0, np.nan]


def assert_alike(actual, expected, rtol=1e-11, places=PLACES, orders=(0, 1, 2, 3)):
    """Two piecewise polynomials with the same attributes and values."""
    assert_close(actual.x, expected.x, 0)
    assert_close(actual.c, expected.c, rtol)
    assert actual.axis == expected.axis and actual.extrapolate == expected.extrapolate
    for nu in orders:
        for extrapolate in (None, False, True, "periodic"):
            at = places[np.isfinite(places)] if extrapolate == "periodic" else places
            with np.errstate(all="ignore"):
                assert_close(actual(to_device(at), nu, extrapolate), expected(at, nu, extrapolate), rtol * 10**nu)


@pytest.mark.parametrize("conditions", ["not-a-knot", "natural", "clamped", "periodic", "mixed"])
@pytest.mark.parametrize("n", [2, 3, 4, 5, 9, 300])
def test_cubic_splines(n, conditions):
    x, y = steps(n), data((2, n, 3))
    if conditions == "periodic":
        y[:, -1] = y[:, 0]
    if conditions == "mixed":
        ends = data((2, 2, 3), 1)
        bc, ours_bc = ((1, ends[0]), (2, ends[1])), ((1, to_device(ends[0])), (2, to_device(ends[1])))
    else:
        bc = ours_bc = conditions
    expected = theirs.CubicSpline(x, y, 1, bc)
    actual = ours.CubicSpline(to_device(x), to_device(y), 1, ours_bc)
    with np.errstate(invalid="ignore"):
        assert_alike(actual, expected, 1e-10, PLACES[np.isfinite(PLACES)], (0, 1))


def test_long_splines_are_solved_in_chunks():
    """Neighbours of very different lengths, over many chunks, and columns side by side."""
    rng = np.random.default_rng(1)
    x = np.cumsum(10.0 ** rng.uniform(-5, 0, 20000))
    y = rng.standard_normal((20000, 2))
    for bc in ("not-a-knot", "natural", "periodic"):
        y[-1] = y[0]
        expected = theirs.CubicSpline(x, y, bc_type=bc)
        actual = ours.CubicSpline(to_device(x), to_device(y), bc_type=bc)
        np.testing.assert_allclose(actual.c[2].get(), expected.c[2], rtol=1e-8, atol=1e-9 * np.abs(expected.c[2]).max())
        at = rng.uniform(x[0], x[-1], 1000)
        np.testing.assert_allclose(actual(to_device(at)).get(), expected(at), rtol=1e-8, atol=1e-8)
    y = rng.standard_normal((50, 3000))
    x = steps(50)
    assert_close(ours.CubicSpline(to_device(x), to_device(y)).c, theirs.CubicSpline(x, y).c, 1e-10)


def test_complex_data_and_layouts():
    x, y = steps(7), data((7, 2), dtype=complex)
    places = PLACES[np.isfinite(PLACES)]
    assert_alike(ours.CubicSpline(to_device(x), to_device(y)), theirs.CubicSpline(x, y), places=places)
    assert_alike(
        ours.CubicHermiteSpline(to_device(x), to_device(y), to_device(y.real)),
        theirs.CubicHermiteSpline(x, y, y.real),
        places=places,
    )
    for _, z in layouts(data((7, 3))):
        for axis in (0, -2):
            expected = theirs.CubicSpline(x, np.ascontiguousarray(z), axis)
            assert_alike(ours.CubicSpline(to_device(x), to_device(z), axis), expected, places=places, orders=(0,))
    for dtype in "fil":
        z = (data(7) * 10).astype(dtype)
        assert_alike(ours.CubicSpline(to_device(x), to_device(z)), theirs.CubicSpline(x, z), places=places, orders=(0,))
    at = places.reshape(-1, 1)[:6]
    for axis in range(3):
        z = np.moveaxis(data((7, 2, 3)), 0, axis)
        assert_close(
            ours.CubicSpline(to_device(x), to_device(z), axis)(to_device(at)), theirs.CubicSpline(x, z, axis)(at)
        )


@pytest.mark.parametrize("n", [2, 3, 4, 30])
def test_monotone_and_akima(n):
    x, y = steps(n), data((n, 4))
    y[:, 1] = np.sort(y[:, 1])
    y[:, 2] = np.round(y[:, 2])
    y[:, 3] = 1
    a, b = to_device(x), to_device(y)
    assert_alike(ours.PchipInterpolator(a, b), theirs.PchipInterpolator(x, y), orders=(0, 1))
    for method in ("akima", "makima"):
        with np.errstate(all="ignore"):
            assert_alike(
                ours.Akima1DInterpolator(a, b, method=method),
                theirs.Akima1DInterpolator(x, y, method=method),
                orders=(0, 1),
            )
    assert_close(ours.pchip_interpolate(a, b, a, 1), theirs.pchip_interpolate(x, y, x, 1))
    for p, q in zip(ours.pchip_interpolate(a, b, a, [0, 2]), theirs.pchip_interpolate(x, y, x, [0, 2])):
        assert_close(p, q, 1e-9)


@pytest.mark.parametrize("kind", ["PPoly", "BPoly"])
@pytest.mark.parametrize("descending", [False, True])
def test_polynomials(descending, kind):
    x = steps(6)[:: -1 if descending else 1].copy()
    for c in (data((4, 5)), data((1, 5, 2)), data((6, 5, 2), dtype=complex)):
        expected, actual = getattr(theirs, kind)(c, x), getattr(ours, kind)(to_device(c), to_device(x))
        orders = (0, 1, 2) if len(c) > 2 or kind == "PPoly" else (0, 1)
        assert_alike(actual, expected, 1e-9, PLACES[np.isfinite(PLACES)], orders)
        for nu in (0, 1, 2, 7, -1):
            assert_close(actual.derivative(nu).c, expected.derivative(nu).c, 1e-10)
            if not (descending and kind == "BPoly"):
                assert_close(actual.antiderivative(nu).c, expected.antiderivative(nu).c, 1e-10)
        if not descending:
            for a, b in [(1.0, 2.5), (3.0, 0.5), (-4.0, 33.0), (2.0, 2.0)]:
                for extrapolate in (None, False, "periodic"):
                    assert_close(actual.integrate(a, b, extrapolate), expected.integrate(a, b, extrapolate), 1e-8)
    c = np.moveaxis(data((3, 5, 2, 4)), (0, 1), (2, 3))
    for axis in (0, 1, 2):
        c = data((3, 5, 2, 4)) if axis == 0 else np.moveaxis(data((3, 5, 2, 4)), [0, 1], [axis, axis + 1])
        assert_alike(
            getattr(ours, kind)(to_device(c), to_device(x), axis=axis),
            getattr(theirs, kind)(c, x, axis=axis),
            1e-9,
            PLACES[:9],
            (0,),
        )


def test_bases():
    c, x = data((4, 5, 2)), steps(6)
    power, bernstein = theirs.PPoly(c, x), theirs.BPoly(c, x)
    a, b = ours.PPoly(to_device(c), to_device(x)), ours.BPoly(to_device(c), to_device(x))
    assert_close(ours.PPoly.from_bernstein_basis(b).c, theirs.PPoly.from_bernstein_basis(bernstein).c)
    assert_close(ours.BPoly.from_power_basis(a).c, theirs.BPoly.from_power_basis(power).c)
    xi, yi = [0.0, 1.0, 3.0], [[1.0, 2.0], [0.0, 1.0, -1.0], [2.0]]
    for orders in (None, 1, [2, 1]):
        assert_close(
            ours.BPoly.from_derivatives(cp.asarray(xi), [cp.asarray(y) for y in yi], orders).c,
            theirs.BPoly.from_derivatives(xi, yi, orders).c,
        )
    for kind, p, q in (("PPoly", a, power), ("BPoly", b, bernstein)):
        more, places = data((2, 3, 2), 5), np.array([11.0, 12.0, 14.0])
        p.extend(to_device(more), to_device(places))
        q.extend(more, places)
        assert_close(p.c, q.c)
        assert_close(p.x, q.x)
        more = data((4, 3, 2), 6)  # SciPy takes none of a lower degree in front
        p.extend(to_device(more), to_device(places - 20))
        q.extend(more, places - 20)
        assert_close(p(to_device(PLACES[:20])), q(PLACES[:20]))
    for message in (lambda: ours.PPoly.from_bernstein_basis(a), lambda: ours.BPoly.from_power_basis(b)):
        with pytest.raises(TypeError):
            message()


def test_roots():
    for seed in range(20):
        c, x = data((4, 6), seed), steps(7, seed)
        expected, actual = theirs.PPoly(c, x), ours.PPoly(to_device(c), to_device(x))
        for discontinuity in (True, False):
            for extrapolate in (True, False):
                for y in (0.0, 0.3):
                    assert_close(
                        actual.solve(y, discontinuity, extrapolate),
                        expected.solve(y, discontinuity, extrapolate),
                        1e-7,
                    )
    x = steps(40)
    y = np.sin(3 * x)
    assert_close(ours.CubicSpline(to_device(x), to_device(y)).roots(), theirs.CubicSpline(x, y).roots(), 1e-9)
    for c in (
        [-1.0, 0, 1],
        [1.0, 0, -1],
        [0.0, -1, 3, -2],
        [2.0, -1, -3],
    ):  # parabolas tell roots in an order of theirs
        c = np.array(c)[:, None]
        for x in (np.array([0.0, 1.0]), np.array([1.0, 0.0])):
            assert_close(ours.PPoly(to_device(c), to_device(x)).roots(), theirs.PPoly(c, x).roots(), 1e-14)
    flat = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, -0.5]])
    assert_close(ours.PPoly(to_device(flat), cp.arange(4.0)).roots(), theirs.PPoly(flat, np.arange(4.0)).roots())
    columns = ours.PPoly(to_device(data((3, 2, 2))), cp.arange(3.0)).roots()
    assert columns.shape == (2,) and columns.dtype == object
    double = ours.PPoly(cp.array([[1.0], [-2.0], [1.0]]), cp.array([0.0, 3.0])).roots()
    np.testing.assert_allclose(double.get(), [1.0])
    with pytest.raises(ValueError):
        ours.PPoly(cp.ones((2, 1), complex), cp.arange(2.0)).roots()


def test_errors():
    x, y = np.arange(5.0), np.ones(5)

    def case(name, *arguments, **keywords):
        def call(xp, module):
            moved = [xp.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments]
            getattr(module, name)(*moved, **keywords)

        same_error(call)

    for name in ("CubicSpline", "PchipInterpolator", "Akima1DInterpolator"):
        case(name, x[::-1].copy(), y)
        case(name, np.zeros(5), y)
        case(name, x[:1], y[:1])
        case(name, x, y[:4])
        case(name, x.reshape(5, 1), y)
        case(name, x, np.array([1, 2, np.nan, 3, 4]))
        case(name, np.array([1, 2, 3, 4, np.inf]), y)
        case(name, x * 1j, y)
    case("PchipInterpolator", x, y * 1j)
    case("Akima1DInterpolator", x, y, method="other")
    case("CubicHermiteSpline", x, y, y[:4])
    case("CubicSpline", x, np.arange(5.0), bc_type="periodic")
    for bc in (
        "other",
        ("natural",),
        ("periodic", "natural"),
        ((3, 0.0), "natural"),
        ((1, [1.0, 2.0]), "natural"),
        (1, 2),
    ):
        case("CubicSpline", x, y, bc_type=bc)
    for name in ("PPoly", "BPoly"):
        case(name, np.ones(3), x)
        case(name, np.ones((2, 3)), x)
        case(name, np.ones((0, 4)), x)
        case(name, np.ones((2, 4)), np.array([0, 1, 0.5, 2, 3]))
        case(name, np.ones((2, 0)), x[:1])
        case(name, np.ones((2, 4)), x, axis=1)
    with pytest.raises(NotImplementedError):
        ours.Akima1DInterpolator(to_device(x), to_device(y)).extend(None, None)


def test_empty():
    x = steps(5)
    spline = ours.CubicSpline(to_device(x), cp.ones((5, 0)))
    assert spline(to_device(x)).shape == (5, 0)
    assert ours.CubicSpline(to_device(x), to_device(x))(cp.ones((0, 3))).shape == (0, 3)


def test_infinite_places():
    """The sum of a piece's terms, as far as there is one."""
    x, c = np.arange(4.0), data((4, 3, 2)) * np.array([1.0, -1.0])
    c[0, 0] = 0.0
    q = np.array([np.inf, -np.inf, np.nan, 0.5])
    for coefficients in (c, np.abs(c), c[-1:], c[-2:]):
        actual, expected = ours.PPoly(cp.asarray(coefficients), cp.asarray(x)), theirs.PPoly(coefficients, x)
        for order in range(4):
            with np.errstate(invalid="ignore"):
                assert_close(actual(cp.asarray(q), order), expected(q, order))


def test_extrapolate_is_a_bool():
    x, y = np.arange(4.0), np.array([0.0, 1, 4, 2])
    for name in ("CubicSpline", "PchipInterpolator", "Akima1DInterpolator"):
        for extrapolate in (0, 1, None, False, "periodic"):
            if extrapolate == "periodic" and name == "Akima1DInterpolator":
                continue
            expected = getattr(theirs, name)(x, y, extrapolate=extrapolate).extrapolate
            found = getattr(ours, name)(to_device(x), to_device(y), extrapolate=extrapolate).extrapolate
            assert found == expected and type(found) is type(expected)


def test_orders_of_derivatives():
    x, y = np.arange(4.0), np.array([0.0, 1, 4, 2])
    expected = theirs.CubicSpline(x, y)(x, 1.0)
    assert_close(ours.CubicSpline(to_device(x), to_device(y))(to_device(x), 1.0), expected)
    c, x = np.array([[0.0], [1]]), np.array([0.0, 1])
    same_error(lambda _, m: m.BPoly(*((c, x) if m is theirs else map(to_device, (c, x))))(0.5, -1))


@pytest.mark.parametrize("dtype", ["int8", "float32", "complex64"])
def test_derivatives_of_few_digits(dtype):
    x = np.array([0.0, 0.3, 1.1])
    y = (data((3, 3), dtype=complex if dtype == "complex64" else float) * 3).astype(dtype)
    expected = theirs.BPoly.from_derivatives(x, y)
    assert_close(ours.BPoly.from_derivatives(to_device(x), to_device(y)).c, expected.c, 1e-13)


def test_complex_values_that_are_not_there():
    """Polynomials have no imaginary part where they have no value."""
    x, c = np.arange(3.0), data((3, 2), dtype=complex)
    for name in ("PPoly", "BPoly"):
        for extrapolate in (False, True):
            found = getattr(ours, name)(to_device(c), to_device(x), extrapolate)(cp.asarray([-1, 0.5, np.nan])).get()
            expected = getattr(theirs, name)(c, x, extrapolate)(np.array([-1, 0.5, np.nan]))
            np.testing.assert_array_equal(np.isnan(found.imag), np.isnan(expected.imag))
    same_error(lambda xp, m: m.Akima1DInterpolator(xp.arange(4.0), xp.arange(4.0), method=None))
