"""scipy.interpolate: what interpolants are at places."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Near
from ..recipes import recipe
from . import Spec, samples

NEAR = Near(1 << 18, whole=True)


def _ascending(d, n, low=0.0, high=6.0):
    values = np.cumsum([d.rng.uniform(0.2, 1.5) for _ in range(n)])
    if d.chance(0.02) and n > 1:
        values[1] = values[0]
    return Array(Root(values))


def _data(d, least=2, codes="dlD"):
    n = d.integer(least, 9)
    more = d.choice([(), (), (2,), (2, 3)])
    y = d.made(d.code(codes), (n, *more), profile="small")
    return _ascending(d, n if d.chance(0.98) else n + 1), y


def _places(d):
    shape = d.choice([(), (3,), (2, 2), (0,)])
    return Array(
        Root(
            np.array(
                [
                    d.rng.choice([d.rng.uniform(-1, 9), float("nan") if d.chance(0.05) else 1.0])
                    for _ in range(int(np.prod(shape)))
                ],
                "d",
            ).reshape(shape)
        )
    )


@recipe
def interpolant(scp, xp, name, x, y, at, nu, **options):
    """Values and derivatives of a piecewise polynomial, its integral, and those of its antiderivative."""
    f = getattr(scp.interpolate, name)(x, y, **options)
    return f(at), f(at, nu), f.integrate(0.5, 2.5), f.antiderivative()(at), f.derivative(1)(at), f.x, f.c.shape


@recipe
def polynomial(scp, xp, name, x, y, at):
    return getattr(scp.interpolate, name)(x, y)(at)


def _cubic(d):
    x, y = _data(d)
    options = d.some(
        bc_type=lambda: d.choice(["not-a-knot", "clamped", "natural", "other" if d.chance(0.1) else "natural"]),
        extrapolate=lambda: d.choice([True, False, None, "periodic"]),
    )
    return ["CubicSpline", x, y, _places(d), d.integer(0, 4)], options


def _pieces(d):
    x, y = _data(d, codes="dl")
    name = d.choice(["PchipInterpolator", "Akima1DInterpolator"])
    options = d.some(extrapolate=lambda: d.choice([True, False]))
    if name == "Akima1DInterpolator" and d.bool():
        options["method"] = d.choice(["akima", "makima"])
    return [name, x, y, _places(d), d.integer(0, 4)], options


Spec("recipe.interpolant", _cubic, NEAR, strict=True)
Spec("recipe.interpolant", _pieces, NEAR, strict=True)
Spec(
    "recipe.polynomial",
    lambda d: [d.choice(["BarycentricInterpolator", "KroghInterpolator"]), *_data(d), _places(d)],
    NEAR,
    strict=True,
)


@recipe
def spline_through(scp, xp, x, y, k, at, nu, **options):
    """A B-spline through points: its knots, its values, those of its derivative, its integral."""
    f = scp.interpolate.make_interp_spline(x, y, k=k, **options)
    return f.t, f(at, nu), f.derivative()(at) if k else f(at), f.integrate(0.5, 2.5), f.extrapolate


@recipe
def spline_of(scp, xp, t, c, k, at, nu, extrapolate):
    f = scp.interpolate.BSpline(t, c, k, extrapolate=extrapolate)
    return f(at, nu), f.integrate(0.5, 2.5), f.antiderivative()(at), f.derivative()(at) if k else 0.0


@recipe
def spline_near(scp, xp, x, y, t, k, at):
    f = scp.interpolate.make_lsq_spline(x, y, t, k)
    return f(at)


Spec(
    "recipe.spline_through",
    lambda d: (
        [*_data(d), d.integer(0, 5), _places(d), d.integer(0, 3)],
        d.some(bc_type=lambda: d.choice([None, "natural", "clamped", "not-a-knot"])),
    ),
    NEAR,
    strict=True,
)


def _knots(d):
    k = d.integer(0, 4)
    n = d.integer(k + 1, k + 6)
    steps = np.cumsum([d.rng.choice([0.0, 0.5, 1.0, 1.3]) for _ in range(n + k + 1)])
    c = d.made(d.code("dD"), (n, *d.choice([(), (2,)])), profile="small")
    return [Array(Root(steps)), c, k, _places(d), d.integer(0, 3), d.choice([True, False, "periodic"])]


Spec("recipe.spline_of", _knots, NEAR, strict=True)


def _least_squares(d):
    k = d.integer(1, 3)
    x = np.linspace(0, 5, 14)
    y = d.made("d", (14, *d.choice([(), (2,)])), profile="small")
    t = np.r_[[0.0] * (k + 1), d.choice([[2.5], [1.3, 3.1], []]), [5.0] * (k + 1)]
    return [Array(Root(x)), y, Array(Root(t)), k, _places(d)]


Spec("recipe.spline_near", _least_squares, NEAR, strict=True)


@recipe
def line_through(scp, xp, x, y, at, **options):
    return scp.interpolate.interp1d(x, y, **options)(at)


Spec(
    "recipe.line_through",
    lambda d: (
        [*_data(d), _places(d)],
        d.some(
            kind=lambda: d.choice(
                [
                    "linear",
                    "nearest",
                    "nearest-up",
                    "zero",
                    "slinear",
                    "quadratic",
                    "cubic",
                    "previous",
                    "next",
                    0,
                    1,
                    2,
                    3,
                ]
            ),
            axis=lambda: d.choice([0, -1, 1]),
            bounds_error=lambda: d.choice([None, False]),
            fill_value=lambda: d.choice(["extrapolate", 0.5, (1.0, 2.0)]),
            assume_sorted=d.bool,
        ),
    ),
    NEAR,
    strict=True,
)


@recipe
def on_grid(scp, xp, points, values, at, **options):
    return scp.interpolate.interpn(points, values, at, **options)


def _grid(d):
    ndim = d.integer(1, 3)
    shape = tuple(d.integer(2, 5) for _ in range(ndim))
    points = tuple(_ascending(d, n) for n in shape)
    values = d.made(d.code("fdlD"), (*shape, *d.choice([(), (2,)])), profile="small")
    at = Array(Root(np.array([[d.rng.uniform(0, 5) for _ in range(ndim)] for _ in range(4)])))
    return [points, values, at], d.some(
        method=lambda: d.choice(["linear", "nearest", "slinear", "cubic", "quintic", "pchip"]),
        bounds_error=lambda: d.choice([True, False, False, False]),
        fill_value=lambda: d.choice([None, 0.5]),
    )


Spec("recipe.on_grid", _grid, NEAR, strict=True)


@recipe
def scattered(scp, xp, name, points, values, at, **options):
    return getattr(scp.interpolate, name)(points, values, **options)(at)


def _cloud(d):
    n, m = d.integer(6, 14), d.integer(1, 3)
    points = Array(Root(np.array([[d.rng.uniform(0, 5) for _ in range(m)] for _ in range(n)])))
    values = d.made(d.code("dD"), (n, *d.choice([(), (2,)])), profile="small")
    at = Array(Root(np.array([[d.rng.uniform(0, 5) for _ in range(m)] for _ in range(4)])))
    return points, values, at


def _radial(d):
    return ["RBFInterpolator", *_cloud(d)], d.some(
        kernel=lambda: d.choice(["linear", "thin_plate_spline", "cubic", "quintic", "gaussian", "multiquadric"]),
        smoothing=lambda: d.choice([0.0, 0.5]),
        degree=lambda: d.integer(-1, 2),
        epsilon=lambda: 1.0,
    )


Spec("recipe.scattered", _radial, Near(1 << 26, whole=True), strict=True)
Spec("recipe.scattered", lambda d: ["NearestNDInterpolator", *_cloud(d)], NEAR, strict=True)


@recipe
def smooth(scp, xp, x, y, at, **options):
    f = scp.interpolate.UnivariateSpline(x, y, **options)
    return f(at), f.get_residual()


def _smooth(d):
    n = d.integer(6, 14)
    return [_ascending(d, n), d.made("d", (n,), profile="small"), samples(d, "d", shape=(3,))], {"s": 0} | d.some(
        k=lambda: d.integer(1, 5), ext=lambda: d.integer(0, 3)
    )


Spec("recipe.smooth", _smooth, NEAR, strict=True)
