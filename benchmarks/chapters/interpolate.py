"""`scipy.interpolate`: between 100,000 points, at 2^24 places on a GPU and 10^6 on a CPU; float64."""

import numpy

from harness.case import ScipyCase, equal, part
from harness.libraries import distinct

TITLE = "Interpolation"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)


def cases(setting):
    n = setting.size(1 << 24, 10**6, quick=32)
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}
    host = lambda values: lambda library: library.array(values)
    at = numpy.linspace(0, 1, 100_000)
    k, y = host(at), host(numpy.sin(at * 50))
    places = ((n,), "float64", 0, distinct)

    def of(name, call, *operands, needs=None, **more):
        return ScipyCase("interpolate", name, call, *operands, needs=needs, **{**goal, **more})

    yield of("CubicSpline, made", lambda s, k, y: s.CubicSpline(k, y).c, k, y, needs="CubicSpline")
    # The spline is there already. Ascending places read coefficients once: what moves is the places and the values.
    spline = lambda library: library.scipy("interpolate").CubicSpline(k(library), y(library))
    used = lambda s, spline, q: spline(q)
    yield of("CubicSpline, used", used, spline, places, needs="CubicSpline")
    ordered = host(numpy.linspace(0, 1, n))
    floor = {"targets": [*goal["targets"], *([part(0.5)] if setting.gpu else [])], "traffic": (8 * n, 8 * n)}
    yield of("CubicSpline, used at ascending places", used, spline, ordered, needs="CubicSpline", **floor)
    yield of("make_interp_spline of degree 3", lambda s, k, y: s.make_interp_spline(k, y, 3).c, k, y)
    for name in ("PchipInterpolator", "Akima1DInterpolator"):
        yield of(f"{name} made and used", lambda s, k, y, q, f=name: getattr(s, f)(k, y)(q), k, y, places)
    yield of("interp1d linear", lambda s, k, y, q: s.interp1d(k, y)(q), k, y, places)
    edge = setting.size(128, 64, quick=4)
    grid = host(numpy.linspace(0, 1, edge))
    values, points = ((edge,) * 3, "float64"), ((n // 4, 3), "float64", 1, distinct)
    call = lambda s, g, v, p: s.RegularGridInterpolator((g, g, g), v)(p)
    yield of(f"RegularGridInterpolator of {edge}^3, linear", call, grid, values, points)
    few, where = ((1000, 2), "float64", 2, distinct), ((20_000, 2), "float64", 3, distinct)
    yield of("RBFInterpolator of 1000 points", lambda s, p, w: s.RBFInterpolator(p, p[:, 0])(w), few, where)
