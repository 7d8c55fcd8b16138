"""SciPy's spatial algorithms for arrays on a device: trees of points, triangulations, hulls, distances."""

import math as _math
import numbers as _numbers

import cuprum as _cp
from cuprum import _core
from cuprum._core._scipy_spatial import ConvexHull, Delaunay, QhullError, minkowski_distance, minkowski_distance_p

from . import distance
from .distance import distance_matrix
from cuprum._placement import placed_class as _placed_class

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


def _check_workers(workers):
    """SciPy's threads; how many there are is the device's matter."""
    if workers is not None and workers != -1 and workers <= 0:
        raise ValueError(f"Invalid number of workers {workers}, must be -1 or > 0")


@_placed_class
class KDTree(_core._scipy_spatial.KDTree):
    __doc__ = _core._scipy_spatial.KDTree.__doc__

    def __init__(
        self, data, leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None
    ):  # the tree is what it is: the flags are accepted
        if boxsize is not None:
            boxsize = _cp.asarray(boxsize)
        super().__init__(data, leafsize, boxsize)

    def __reduce__(self):
        return type(self), (self.data, self.leafsize, True, False, True, self.boxsize)

    @property
    def size(self):
        """How many nodes a tree of such leaves has."""
        return 2 * max(1, -(-self.n // self.leafsize)) - 1

    def query(self, x, k: object = 1, eps: float = 0.0, p=2.0, distance_upper_bound: object = float("inf"), workers=1):
        _check_workers(workers)
        x = _cp.asarray(x)
        if isinstance(k, _numbers.Real):
            k = _math.ceil(k)  # as SciPy counts
            distances, indices = super().query(x, k, eps, p, distance_upper_bound)
            return (distances[..., 0], indices[..., 0]) if k == 1 else (distances, indices)
        if k is None:
            raise ValueError("k must be an integer or a sequence of integers")
        ranks = [int(rank) for rank in k]
        if not ranks or min(ranks) < 1:
            raise ValueError("k must be an integer greater than 0 or a sequence of such")
        distances, indices = super().query(x, max(ranks), eps, p, distance_upper_bound)
        places = [rank - 1 for rank in ranks]
        return distances[..., places], indices[..., places]

    def query_ball_point(self, x, r, p=2.0, eps: float = 0, workers=1, return_sorted=None, return_length=False):
        if isinstance(workers, bool):  # CuPy has no workers: its `return_sorted` and `return_length` follow `eps`
            return_sorted, return_length = workers, return_length or bool(return_sorted)
        else:
            _check_workers(workers)
        x = _cp.atleast_1d(_cp.asarray(x))
        if return_length:
            return super().count_ball_point(x, r, p, eps)
        is_sorted = x.ndim > 1 if return_sorted is None else bool(return_sorted)
        found = super().query_ball_point(x, r, p, eps, is_sorted)
        if x.ndim <= 2:
            return found[0] if x.ndim == 1 else found
        import numpy

        made = numpy.empty(len(found), dtype=object)
        for i, indices in enumerate(found):
            made[i] = indices
        return made.reshape(x.shape[:-1])

    def query_ball_tree(self, other, r, p=2.0, eps=0.0):
        return super().query_ball_tree(other, r, p, eps)

    def query_pairs(self, r, p=2.0, eps: float = 0, output_type="ndarray"):
        if output_type not in ("set", "ndarray"):
            raise ValueError(f"Invalid output type: {output_type!r} is neither 'set' nor 'ndarray'")
        pairs = super().query_pairs(r, p, eps)
        return pairs if output_type == "ndarray" else {tuple(pair) for pair in pairs.tolist()}

    def count_neighbors(self, other, r, p=2.0, weights=None, cumulative=True):
        r = _cp.asarray(r)
        if r.ndim > 1:
            raise ValueError(f"r must be a number or a vector, found the shape {r.shape}")
        if not cumulative and bool((r.ravel()[1:] < r.ravel()[:-1]).any()):
            raise ValueError("r must be non-decreasing")
        if weights is None:
            mine = theirs = None
        elif isinstance(weights, tuple):
            mine, theirs = (None if w is None else _cp.asarray(w) for w in weights)
        elif other is not self:
            raise ValueError("Two different trees are used. Specify weights for both in a tuple.")
        else:
            mine = theirs = _cp.asarray(weights)
        counts = super().count_neighbors(other, r, p, mine, theirs, cumulative)
        return counts if r.ndim else counts[()]

    def sparse_distance_matrix(self, other, max_distance, p=2.0, output_type="coo_matrix"):
        i, j, v = super().sparse_distance_matrix(other, max_distance, p)
        if output_type == "dict":
            return dict(zip(zip(i.tolist(), j.tolist()), v.tolist()))
        if output_type == "ndarray":
            result = _cp.empty(i.size, dtype=[("i", "i8"), ("j", "i8"), ("v", "f8")])
            result["i"], result["j"], result["v"] = i, j, v
            return result
        if output_type != "coo_matrix":
            hint = ": dictionaries of keys are not supported" if output_type == "dok_matrix" else ""
            raise ValueError(f"Invalid output type: {output_type!r} is none of 'dict', 'ndarray', 'coo_matrix'{hint}")
        from cuprumx.scipy import sparse

        return sparse.coo_matrix((v, (i, j)), shape=(self.n, other.n))


for _name in (
    "query",
    "query_ball_point",
    "query_pairs",
    "query_ball_tree",
    "count_neighbors",
    "sparse_distance_matrix",
):
    getattr(KDTree, _name).__doc__ = getattr(_core._scipy_spatial.KDTree, _name).__doc__


class cKDTree(KDTree):
    __doc__ = KDTree.__doc__

    def __init__(self, data, leafsize=16, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None):
        super().__init__(data, leafsize, compact_nodes, copy_data, balanced_tree, boxsize)
