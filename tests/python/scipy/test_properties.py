"""What splines, trees and triangulations are by their definitions, without SciPy: random data, repeated and collinear
points."""

import fractions
import pickle

import numpy as np
import pytest
from cuprumx.scipy import interpolate, spatial

import cuprum as cp

RNG = np.random.default_rng(11)
X = np.sort(RNG.random(40)) * 7
Y = RNG.normal(size=(40, 2))
INTERPOLANTS = {
    "CubicSpline": interpolate.CubicSpline,
    "natural": lambda x, y: interpolate.CubicSpline(x, y, bc_type="natural"),
    "Pchip": interpolate.PchipInterpolator,
    "Akima": interpolate.Akima1DInterpolator,
    "makima": lambda x, y: interpolate.Akima1DInterpolator(x, y, method="makima"),
    "degree 1": lambda x, y: interpolate.make_interp_spline(x, y, k=1),
    "degree 4": lambda x, y: interpolate.make_interp_spline(x, y, k=4),
    "degree 5": lambda x, y: interpolate.make_interp_spline(x, y, k=5),
}


def near(actual, expected, scale=1e-9):
    actual, expected = cp.asnumpy(actual), cp.asnumpy(expected)
    np.testing.assert_allclose(actual, expected, rtol=scale, atol=scale * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("kind", INTERPOLANTS)
def test_interpolants(kind):
    """They go through their data, derivatives are quotients of differences, and integrals have them as derivatives."""
    f = INTERPOLANTS[kind](cp.asarray(X), cp.asarray(Y))
    near(f(cp.asarray(X)), Y)
    inner = cp.asarray((X[1:] + X[:-1]) / 2)
    step = 1e-5 * cp.asarray(X[1:] - X[:-1])
    slope = f.derivative()
    near(slope(inner), (f(inner + step) - f(inner - step)) / (2 * step)[:, None], 1e-5)
    near(slope(inner), f(inner, 1))
    near(f.antiderivative().derivative()(inner), f(inner))
    near(f.antiderivative(2)(inner, 2), f(inner))
    low, middle, high = (float(X[k]) for k in (3, 11, 30))
    near(f.integrate(low, high), f.integrate(low, middle) + f.integrate(middle, high))
    near(f.integrate(low, high), -f.integrate(high, low))
    whole = f.antiderivative()
    near(f.integrate(low, high), whole(cp.asarray(high)) - whole(cp.asarray(low)))


@pytest.mark.parametrize("conditions,order", [("clamped", 1), ("natural", 2), ("periodic", 0)])
def test_ends(conditions, order):
    y = Y.copy()
    if conditions == "periodic":
        y[-1] = y[0]
    f = interpolate.CubicSpline(cp.asarray(X), cp.asarray(y), bc_type=conditions)
    ends = cp.asarray(X[[0, -1]])
    if order:
        near(f(ends, order), np.zeros((2, 2)), 1e-8)
    else:
        for nu in (1, 2):
            first, last = (f(cp.asarray(x), nu, extrapolate=True) for x in (X[0], X[-1]))
            near(first, last, 1e-7)
        near(f(cp.asarray(X + 3 * (X[-1] - X[0]))), y, 1e-7)


def test_roots_are_roots():
    f = interpolate.CubicSpline(cp.asarray(X), cp.asarray(Y[:, 0]))
    roots = f.roots(extrapolate=False)
    near(f(roots), np.zeros(roots.size), 1e-8)
    signs = np.sign(f(cp.linspace(X[0], X[-1], 20001)).get())
    assert roots.size == (np.diff(signs) != 0).sum()


def test_monotone_data_give_monotone_functions():
    y = np.sort(RNG.random(40)) ** 4
    values = interpolate.PchipInterpolator(cp.asarray(X), cp.asarray(y))(cp.linspace(X[0], X[-1], 5000))
    assert bool((cp.diff(values) >= -1e-15).all())


def in_circle(a, b, c, d):
    """Whether d lies inside of the circle through a, b and c, which turn left; in fractions, so that nothing is
    rounded."""
    rows = []
    for p in (a, b, c):
        x, y = (fractions.Fraction(float(u)) - fractions.Fraction(float(v)) for u, v in zip(p, d))
        rows.append((x, y, x * x + y * y))
    (p, q, r), (s, t, u), (v, w, z) = rows
    return p * (t * z - u * w) - q * (s * z - u * v) + r * (s * w - t * v)


def turn(a, b, c):
    a, b, c = ([fractions.Fraction(float(u)) for u in p] for p in (a, b, c))
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


CLOUDS = {
    "random": RNG.random((60, 2)),
    "grid": np.stack(np.meshgrid(np.arange(7.0), np.arange(6.0)), -1).reshape(-1, 2) * 0.1,
    "circle": np.stack([np.cos(np.arange(40)), np.sin(np.arange(40))], 1),
    "repeated": np.repeat(RNG.random((20, 2)), 3, axis=0),
    "nearly collinear": np.stack([np.arange(30.0), np.arange(30.0) * (1 + 1e-16) + 1e-15 * (np.arange(30) % 3)], 1),
    "collinear and one": np.concatenate([np.stack([np.arange(20.0), 2 * np.arange(20.0)], 1), [[3.0, -1.0]]]),
    "far": RNG.random((40, 2)) * 1e-9 + 1e3,
}


@pytest.mark.parametrize("name", CLOUDS)
def test_circles_are_empty(name):
    """No point lies inside of a triangle's circle, triangles do not overlap, and each distinct point is a corner."""
    points = CLOUDS[name]
    made = spatial.Delaunay(cp.asarray(points))
    simplices, neighbors = made.simplices.get(), made.neighbors.get()
    area = 0
    for corners in simplices:
        a, b, c = points[corners]
        left = turn(a, b, c)
        assert left != 0
        area += abs(left)
        if left < 0:
            b, c = c, b
        others = np.delete(np.arange(len(points)), corners)
        assert all(in_circle(a, b, c, points[k]) <= 0 for k in others)
    hull = points[spatial.ConvexHull(cp.asarray(points)).vertices.get()] if name != "nearly collinear" else None
    if hull is not None:
        around = sum(turn(hull[0], hull[k], hull[k + 1]) for k in range(1, len(hull) - 1))
        assert abs(float(around - area)) <= 1e-9 * float(abs(around))
    assert len(np.unique(points[np.unique(simplices)], axis=0)) == len(np.unique(points, axis=0))
    for number, row in enumerate(neighbors):
        for k, other in enumerate(row):
            if other >= 0:  # shares the two corners that are not k
                assert set(np.delete(simplices[number], k)) <= set(simplices[other])
                assert number in neighbors[other]


@pytest.mark.parametrize("box", [None, 1.0, [1.0, 0.0, 2.0]])
@pytest.mark.parametrize("p", [1, 2, 3.5, np.inf])
def test_trees_find_what_all_distances_tell(p, box):
    points = RNG.random((300, 3))
    points[50:80] = points[20:50]
    places = RNG.random((40, 3)) if box else RNG.random((40, 3)) * 2 - 0.5
    apart = np.abs(places[:, None] - points)
    if box:
        period = np.broadcast_to(box, 3)
        apart = np.where(period > 0, np.minimum(apart, np.abs(period - apart)), apart)
    distances = apart.max(-1) if p == np.inf else (apart**p).sum(-1) ** (1 / p)
    tree = spatial.KDTree(cp.asarray(points), boxsize=box)
    found, which = tree.query(cp.asarray(places), k=9, p=p)
    near(found, np.sort(distances, axis=1)[:, :9], 1e-12)
    near(np.take_along_axis(distances, which.get(), 1), found, 1e-12)
    assert all(len(set(row)) == 9 for row in which.get().tolist())
    for radius in (0.05, 0.3):
        lists = tree.query_ball_point(cp.asarray(places), radius, p=p)
        assert [sorted(one) for one in lists] == [np.flatnonzero(row <= radius).tolist() for row in distances]
        counts = tree.query_ball_point(cp.asarray(places), radius, p=p, return_length=True)
        assert counts.tolist() == (distances <= radius).sum(1).tolist()


def test_pickles():
    points = cp.asarray(RNG.random((50, 2)))
    q = points[:5] * 0.9 + 0.05
    tree = pickle.loads(pickle.dumps(spatial.KDTree(points, boxsize=2.0)))
    assert tree.query(q)[1].tolist() == spatial.KDTree(points, boxsize=2.0).query(q)[1].tolist()
    assert pickle.loads(pickle.dumps(spatial.Delaunay(points))).simplices.shape[1] == 3
    for kind in ("RBFInterpolator", "LinearNDInterpolator", "CloughTocher2DInterpolator", "NearestNDInterpolator"):
        made = getattr(interpolate, kind)(points, points[:, 0])
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(made))(q).get(), made(q).get())
