"""SciPy's spatial algorithms for arrays on a device: trees of points, triangulations, hulls, distances.

Trees, and errors of triangulations (cKDTree, QhullError):
    >>> distance, index = spatial.cKDTree(cp.array([[0.0, 0.0], [1.0, 1.0]])).query(cp.array([0.9, 0.8]))
    >>> index
    array(1)
    >>> try:
    ...     spatial.Delaunay(cp.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))  # on one line
    ... except spatial.QhullError:
    ...     print("no triangles")
    no triangles
"""

from cuprum._core._scipy_spatial import (
    ConvexHull,
    Delaunay,
    KDTree,
    QhullError,
    cKDTree,
    minkowski_distance,
    minkowski_distance_p,
)

from . import distance
from .distance import distance_matrix

__all__ = [
    "ConvexHull",
    "Delaunay",
    "KDTree",
    "QhullError",
    "cKDTree",
    "distance",
    "distance_matrix",
    "minkowski_distance",
    "minkowski_distance_p",
]
