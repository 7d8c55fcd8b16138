"""Knots, coefficients, degrees and places whose numbers do not fit each other are refused, whoever made them."""

import numpy as np
import pytest

import cuprum as cp
from cuprumx.scipy import interpolate


@pytest.mark.parametrize("ends", ["clamped", "natural", ([(1, 0.0)], [(1, 0.0)])])
def test_one_point_has_no_cubic_spline(ends):
    with pytest.raises(ValueError, match="Need at least 8 knots for degree 3"):
        interpolate.make_interp_spline(cp.array([1.0]), cp.array([2.0]), bc_type=ends)


@pytest.mark.parametrize(
    "function",
    [
        interpolate.splder,
        interpolate.splantider,
        interpolate.PPoly.from_spline,
        lambda tck: interpolate.BSpline.construct_fast(*tck),
    ],
)
@pytest.mark.parametrize(
    ("knots", "coefficients", "degree", "message"),
    [
        (3, 5, 2, "Need at least 6 knots"),
        (10, 0, 3, "inconsistent"),
        (2, 0, 0, "inconsistent"),
        (0, 0, 0, "Need at least 2 knots"),
        (8, 4, -1, "negative"),
        (8, 4, 2**30, "Need at least 2147483650 knots"),
    ],
)
def test_tuples_that_do_not_fit(function, knots, coefficients, degree, message):
    spline = cp.arange(float(knots)), cp.ones(coefficients), degree
    with pytest.raises(ValueError, match=message):
        function(spline)


def test_degrees_that_kernels_have_no_room_for():
    spline = interpolate.BSpline.construct_fast(cp.arange(200.0), cp.ones(134), 65)
    with pytest.raises(ValueError, match="63 at most"):
        spline(cp.array([70.0]))
    cubic = interpolate.BSpline(cp.arange(8.0), cp.ones(4), 3)
    assert cubic.antiderivative(60).k == 63
    with pytest.raises(ValueError, match="63 at most"):
        cubic.antiderivative(10**6)


@pytest.mark.parametrize("polynomial", [interpolate.PPoly, interpolate.BPoly])
def test_polynomials_that_do_not_fit(polynomial):
    for coefficients, places in [((2, 3), 3), ((0, 2), 3), ((2,), 3), ((2, 0), 1)]:
        with pytest.raises(ValueError):
            polynomial.construct_fast(cp.ones(coefficients), cp.arange(float(places)))
    with pytest.raises(ValueError, match="number of intervals"):
        interpolate.NdPPoly.construct_fast(cp.ones((2, 2, 3, 3)), (cp.arange(4.0), cp.arange(5.0)))


def test_integral_of_one_dimension_is_a_number():
    polynomial = interpolate.NdPPoly(cp.ones((2, 3)), (cp.arange(4.0),))
    assert float(polynomial.integrate([(0, 3)])) == pytest.approx(4.5)


_functions = {
    "interp": lambda d: interpolate.make_interp_spline(d.x, d.y, d.k, bc_type=d.ends)(d.t),
    "interp_knots": lambda d: interpolate.make_interp_spline(d.x, d.y, d.k, t=d.t)(d.x),
    "interp_both": lambda d: interpolate.make_interp_spline(d.x, d.y, d.k, t=d.t, bc_type=d.ends)(d.x),
    "lsq": lambda d: interpolate.make_lsq_spline(d.x, d.y, d.t, d.k)(d.x),
    "spline": lambda d: interpolate.BSpline(d.t, d.c, d.k)(d.x),
    "derivative": lambda d: interpolate.BSpline(d.t, d.c, d.k).derivative(2)(d.x),
    "integrate": lambda d: interpolate.BSpline(d.t, d.c, d.k).integrate(0, 9),
    "insert_knot": lambda d: interpolate.BSpline(d.t, d.c, d.k).insert_knot(2.5, 2)(d.x),
    "design_matrix": lambda d: interpolate.BSpline.design_matrix(d.x, d.t, d.k, extrapolate=True).toarray(),
    "splder": lambda d: interpolate.splder((d.t, d.c, d.k))[1],
    "splantider": lambda d: interpolate.splantider((d.t, d.c, d.k))[1],
    "from_spline": lambda d: interpolate.PPoly.from_spline((d.t, d.c, d.k))(d.x),
    "univariate": lambda d: interpolate.UnivariateSpline(d.x, d.y, k=d.k)(d.t),
    "cubic": lambda d: interpolate.CubicSpline(d.x, d.y, bc_type=d.ends or "not-a-knot")(d.t),
    "akima": lambda d: interpolate.Akima1DInterpolator(d.x, d.y)(d.t),
    "pchip": lambda d: interpolate.PchipInterpolator(d.x, d.y)(d.t),
    "interp1d": lambda d: interpolate.interp1d(d.x, d.y, kind=d.k)(d.x),
    "tensor": lambda d: interpolate.NdBSpline((d.t, d.t), cp.outer(d.c, d.c), d.k)(cp.zeros((2, 2))),
    "grid": lambda d: interpolate.RegularGridInterpolator((d.x,), d.y, method="cubic")(d.x),
}


class _Drawn:
    """Data of a spline. Every other time the numbers of points and knots fit each other by chance alone."""

    ENDS = [None, "clamped", "natural", "periodic", "not-a-knot", ([(1, 0.0)], [(1, 0.0)]), ([(2, 0.0)], None)]

    def __init__(self, rng):
        self.k = int(rng.integers(0, 6))
        self.ends = self.ENDS[rng.integers(len(self.ENDS))]
        if rng.random() < 0.5:
            n = self.k + 5
            self.x, self.y, self.c = cp.arange(float(n)), cp.array(rng.random(n)), cp.array(rng.random(n))
            self.t = cp.concatenate([cp.zeros(self.k), cp.linspace(0, n - 1, n - self.k + 1), cp.full(self.k, n - 1.0)])
            return
        points, knots, coefficients = rng.integers((0, 0, 0), (6, 12, 8))
        self.x = cp.array(np.sort(rng.integers(0, rng.choice([4, 20]), points)).astype(float))
        self.y = cp.array(rng.random(points))
        self.t = cp.array(np.sort(rng.integers(0, 9, knots)).astype(float))
        self.c = cp.array(rng.random(coefficients))


@pytest.mark.parametrize("name", _functions)
def test_any_numbers(name):
    rng = np.random.default_rng(35)
    made = 0
    for _ in range(150):
        try:
            cp.asarray(_functions[name](_Drawn(rng))).get()
            made += 1
        except (ValueError, TypeError, NotImplementedError, np.linalg.LinAlgError):
            pass  # refused
    assert made > 0
