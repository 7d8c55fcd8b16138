"""scipy.spatial: distances, neighbours, hulls."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Near
from ..recipes import recipe
from . import Spec

NEAR = Near(1 << 12, whole=True)
REAL = [
    "euclidean",
    "sqeuclidean",
    "cityblock",
    "chebyshev",
    "cosine",
    "correlation",
    "canberra",
    "braycurtis",
    "minkowski",
    "hamming",
    "jensenshannon",
    "seuclidean",
    "mahalanobis",
]
BOOLEAN = ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule", "hamming"]


def _points(d, n=None, m=None, code=None):
    n, m = d.integer(1, 7) if n is None else n, d.integer(1, 5) if m is None else m
    return d.made(code or d.code("dfli?"), (n, m), profile="small")


def _pairs(d):
    m = d.integer(1, 5)
    metric = d.choice(REAL)
    a, b = _points(d, m=m), _points(d, m=m if d.chance(0.97) else m + 1)
    return [a, b, metric], {"p": d.choice([1, 2, 3.5])} if metric == "minkowski" else {}


def _binary_pairs(d):
    m = d.integer(1, 5)
    return [_points(d, m=m, code="?"), _points(d, m=m, code="?"), d.choice(BOOLEAN)]


@recipe
def all_distances(scp, xp, x, metric):
    found = scp.spatial.distance.pdist(x, metric)
    return found, scp.spatial.distance.squareform(found)


Spec("cdist", _pairs, NEAR, module="spatial.distance", strict=True)
Spec("cdist", _binary_pairs, NEAR, module="spatial.distance", strict=True)
Spec("recipe.all_distances", lambda d: [_points(d), d.choice(REAL[:12])], NEAR, strict=True)
Spec(
    "distance_matrix",
    lambda d: ([_points(d, m=3, code="d"), _points(d, m=3, code="d")], d.some(p=lambda: d.choice([1, 2, 3.5, np.inf]))),
    NEAR,
    module="spatial",
    strict=True,
)
Spec(
    "minkowski_distance minkowski_distance_p",
    lambda d: ([_points(d, 3, 2, "d"), _points(d, 3, 2, "d")], d.some(p=lambda: d.choice([1, 2, 3.5, np.inf]))),
    NEAR,
    module="spatial",
    strict=True,
)
Spec(
    "euclidean sqeuclidean cityblock chebyshev canberra braycurtis cosine correlation jensenshannon hamming",
    lambda d: [d.made(c := d.code("dfl"), (n := d.integer(1, 6),), profile="small"), d.made(c, (n,), profile="small")],
    NEAR,
    module="spatial.distance",
    strict=True,
)


@recipe
def neighbours(scp, xp, data, x, k, **options):
    """Distances alone: of several points that are as near any may be named."""
    return scp.spatial.KDTree(data).query(x, k, **options)[0]


@recipe
def balls(scp, xp, data, x, r, p):
    tree = scp.spatial.KDTree(data)
    found = tree.query_ball_point(x, r, p)
    return [sorted(int(i) for i in one) for one in found], tree.query_ball_point(x, r, p, return_length=True)


@recipe
def close_pairs(scp, xp, data, other, r, p):
    tree, second = scp.spatial.KDTree(data), scp.spatial.KDTree(other)
    pairs = tree.query_pairs(r, p, output_type="set")
    both = [sorted(int(i) for i in one) for one in tree.query_ball_tree(second, r, p)]
    matrix = tree.sparse_distance_matrix(second, r, p, output_type="coo_matrix").toarray()
    return sorted(pairs), both, tree.count_neighbors(second, r, p), matrix


def _cloud(d, m):
    n = d.choice([1, 2, 5, 20, 40])
    scale = d.choice([1.0, 0.5])
    return Array(Root(np.array([[d.rng.randint(0, 8) * scale for _ in range(m)] for _ in range(n)])))


Spec(
    "recipe.neighbours",
    lambda d: (
        [_cloud(d, m := d.integer(1, 4)), _cloud(d, m), d.choice([1, 2, 5])],
        d.some(p=lambda: d.choice([1, 2, 3.5, np.inf]), distance_upper_bound=lambda: d.choice([1.1, 3.0])),
    ),
    NEAR,
    strict=True,
)
Spec(
    "recipe.balls",
    lambda d: [_cloud(d, m := d.integer(1, 4)), _cloud(d, m), d.choice([0.6, 1.0, 2.0]), d.choice([1, 2, np.inf])],
    NEAR,
    strict=True,
)
Spec(
    "recipe.close_pairs",
    lambda d: [_cloud(d, m := d.integer(1, 3)), _cloud(d, m), d.choice([0.6, 1.0, 2.0]), d.choice([1, 2, np.inf])],
    NEAR,
    strict=True,
)


@recipe
def hull(scp, xp, points):
    made = scp.spatial.ConvexHull(points)
    return made.volume, made.area, sorted(int(i) for i in made.vertices)


@recipe
def triangles(scp, xp, points, at):
    """The area of all triangles, and whether places lie in one: which triangles there are is not told by ties."""
    made = scp.spatial.Delaunay(points)
    corners = made.points[made.simplices]
    return abs(xp.linalg.det(corners[:, 1:] - corners[:, :1])).sum(), made.find_simplex(at) >= 0


def _scattered(d, m):
    return Array(Root(np.array([[d.rng.uniform(0, 5) for _ in range(m)] for _ in range(d.integer(m + 1, 15))])))


Spec("recipe.hull", lambda d: [_scattered(d, d.integer(2, 3))], NEAR, strict=True)
Spec("recipe.triangles", lambda d: [_scattered(d, m := d.integer(2, 3)), _scattered(d, m)], NEAR, strict=True)
