"""`scipy.spatial`: distances between 8192 points of 64 numbers on a GPU, 1024 on a CPU, and trees of points in three
dimensions."""

from harness.case import ScipyCase, equal, most
from harness.libraries import distinct

TITLE = "Distances and trees"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)

METRICS = (
    "euclidean",
    "sqeuclidean",
    "cosine",
    "correlation",
    "cityblock",
    "chebyshev",
    "canberra",
    "braycurtis",
    "jensenshannon",
    "hamming",
    "russellrao",
)

GOALS = {
    "euclidean": 0.4,
    "sqeuclidean": 0.4,
    "cosine": 0.4,
    "correlation": 0.4,
}  # ms, of products of matrices; 1 for the others


def tree_of(count):
    """A tree of random points, made before the clock runs."""
    return lambda library: library.scipy("spatial").KDTree(distinct(library, (count, 3), "float64", 2))


def cases(setting):
    n = setting.size(8192, 1024, quick=8)
    count = setting.size(1 << 20, 1 << 16, quick=16)
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}

    def within(milliseconds):
        return {"targets": [most(milliseconds) if setting.gpu else equal("scipy")]}

    a, b = ((n, 64), "float32", 0, distinct), ((n, 64), "float32", 1, distinct)
    for metric in METRICS:
        call = lambda s, a, b, m=metric: s.cdist(a, b, m)
        yield ScipyCase("spatial.distance", f"cdist {metric} of {n}", call, a, b, **within(GOALS.get(metric, 1)))
    minkowski = lambda s, a, b: s.cdist(a, b, "minkowski", p=3)
    yield ScipyCase("spatial.distance", f"cdist minkowski 3 of {n}", minkowski, a, b, **within(1))
    yield ScipyCase("spatial.distance", f"pdist of {n}", lambda s, a: s.pdist(a), a, **within(0.4))
    yield ScipyCase("spatial", f"distance_matrix of {n}", lambda s, a, b: s.distance_matrix(a, b), a, b, **within(0.4))
    points = ((count, 3), "float64", 2, distinct)
    yield ScipyCase("spatial", f"KDTree of {count}, made", lambda s, p: s.KDTree(p), points, **within(10))
    tree, places = tree_of(count), ((count, 3), "float64", 3, distinct)
    query = lambda s, t, x: t.query(x, k=8)[0]
    yield ScipyCase("spatial", f"query of {count}, k = 8", query, tree, places, needs="KDTree", **within(8))
    few = ((setting.size(10000, 1000, quick=4), 3), "float64", 4, distinct)
    sound = {
        "needs": "KDTree",
        "names": ("scipy", "cuprum"),
    }  # CuPy's ends in an illegal address, which loses the device for all
    ball = lambda s, t, x: t.query_ball_point(x, 0.02)
    yield ScipyCase("spatial", "query_ball_point of radius 0.02", ball, tree, few, **sound, **within(5))
    length = lambda s, t, x: t.query_ball_point(x, 0.02, return_length=True)
    yield ScipyCase("spatial", "query_ball_point, lengths", length, tree, few, **sound, **within(5))
    flat = ((count // 16, 2), "float64", 3, distinct)
    yield ScipyCase("spatial", f"Delaunay of {count // 16}", lambda s, p: s.Delaunay(p), flat, **goal)
    triangles = lambda library: library.scipy("spatial").Delaunay(distinct(library, (count // 16, 2), "float64", 3))
    find = lambda s, d, x: d.find_simplex(x)
    yield ScipyCase(
        "spatial",
        f"find_simplex of {count}",
        find,
        triangles,
        ((count, 2), "float64", 5, distinct),
        needs="Delaunay",
        **goal,
    )
    yield ScipyCase("spatial", f"ConvexHull of {count // 16}", lambda s, p: s.ConvexHull(p), flat, **goal)
