"""`scipy.spatial`: distances between 8192 points of 64 numbers on a GPU, 1024 on a CPU, and trees of points in three dimensions."""

from harness.case import ScipyCase, equal
from harness.libraries import distinct

TITLE = "Distances and trees"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)


def cases(setting):
    n = setting.size(8192, 1024, quick=8)
    count = setting.size(1 << 20, 1 << 16, quick=16)
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}
    a, b = ((n, 64), "float32", 0, distinct), ((n, 64), "float32", 1, distinct)
    for metric in ("euclidean", "sqeuclidean", "cosine", "cityblock", "correlation"):
        call = lambda s, a, b, m=metric: s.cdist(a, b, m)
        yield ScipyCase("spatial.distance", f"cdist {metric} of {n}", call, a, b, **goal)
    yield ScipyCase("spatial.distance", f"pdist of {n}", lambda s, a: s.pdist(a), a, **goal)
    points = ((count, 3), "float64", 2, distinct)
    yield ScipyCase("spatial", f"KDTree of {count}, made", lambda s, p: s.KDTree(p), points, **goal)
    query = lambda s, p: s.KDTree(p).query(p[: count // 8], k=8)[0]
    yield ScipyCase("spatial", f"KDTree of {count}, made and asked", query, points, **goal)
    flat = ((count // 16, 2), "float64", 3, distinct)
    yield ScipyCase("spatial", f"Delaunay of {count // 16}", lambda s, p: s.Delaunay(p), flat, **goal)
