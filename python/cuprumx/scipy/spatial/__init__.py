"""SciPy's spatial algorithms for arrays on a device: trees of points, triangulations, hulls, distances."""

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
