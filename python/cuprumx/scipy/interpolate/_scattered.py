"""Scattered points: triangles of the plane, and the nearest point."""

import numpy as np

from ._common import asarray, core
from ._grids import coordinates
from cuprum._placement import placed_class


def _vertices(points, rescale):
    """Points as an array, from one or from an array for each coordinate; or a triangulation."""
    if hasattr(points, "simplices"):
        if rescale:
            raise ValueError("Rescaling is not supported when passing a Delaunay triangulation as ``points``.")
        return points
    return coordinates(points)


@placed_class
class _Scattered:
    """What the classes share: `_made`, which the library made of what was `_given`."""

    def __reduce__(self):
        return type(self), self._given

    def _places(self, arguments):
        return coordinates(arguments, self.points.shape[1])


@placed_class
class _Triangles(_Scattered):
    @property
    def tri(self):
        """The triangulation."""
        return self._made.tri

    @property
    def points(self):
        """The points, (n, 2)."""
        return self._made.points

    @property
    def values(self):
        """The values, (n, columns)."""
        return self._made.values

    def __call__(self, *args):
        """The values at places.

        Parameters
            args: places, (..., 2), or an array for each coordinate, which broadcast.
        Returns
            The values.
        Raises
            ValueError: another number of coordinates.
        """
        return self._made(self._places(args))


@placed_class
class LinearNDInterpolator(_Triangles):
    """A plane over each triangle of the Delaunay triangulation of points.

    Parameters
        points: (n, 2), or their triangulation.
        values: (n, ...).
        fill_value: the value outside of the triangles.
        rescale: whether coordinates are scaled to one extent first.
    Raises
        ValueError: shapes that do not belong together. TypeError: a complex fill value of real values.
        QhullError: points on one line.
    Example
        >>> points = cuprum.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.1]])
        >>> f = cuprumx.scipy.interpolate.LinearNDInterpolator(points, cuprum.array([0., 1., 1., 2.1]))
        >>> f(cuprum.array([[0.25, 0.25]]))
        array([0.5])
    """

    def __init__(self, points, values, fill_value: object = np.nan, rescale=False):
        self._given = points, values, fill_value, rescale
        self._made = core._Linear(_vertices(points, rescale), asarray(values), fill_value, rescale)
        self.fill_value, self.rescale = fill_value, rescale


@placed_class
class CloughTocher2DInterpolator(_Triangles):
    """Cubic patches over each triangle of the Delaunay triangulation of points; slopes are continuous.

    Parameters
        points: (n, 2), or their triangulation.
        values: (n, ...).
        fill_value: the value outside of the triangles.
        tol: how exact the gradients at points are.
        maxiter: how many steps towards them are taken at most.
        rescale: whether coordinates are scaled to one extent first.
    Raises
        ValueError: shapes that do not belong together. TypeError: a complex fill value of real values.
        QhullError: points on one line.
    Example
        >>> points = cuprum.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.1]])
        >>> f = cuprumx.scipy.interpolate.CloughTocher2DInterpolator(points, cuprum.array([0., 1., 1., 2.1]))
        >>> f(cuprum.array([[0.25, 0.25]])).round(6)
        array([0.5])
    """

    def __init__(self, points, values, fill_value: object = np.nan, tol=1e-6, maxiter=400, rescale=False):
        self._given = points, values, fill_value, tol, maxiter, rescale
        self._made = core._CloughTocher(_vertices(points, rescale), asarray(values), fill_value, tol, maxiter, rescale)
        self.fill_value, self.rescale = fill_value, rescale
        self.grad = self._made.grad


@placed_class
class NearestNDInterpolator(_Scattered):
    """The value of the nearest point.

    Parameters
        x: points, (n, dimensions).
        y: values, (n, ...).
        rescale: whether coordinates are scaled to one extent first.
        tree_options: what `KDTree` is made with; `leafsize` counts.
    Raises
        ValueError: shapes that do not belong together.
    Example
        >>> f = cuprumx.scipy.interpolate.NearestNDInterpolator(
        ...     cuprum.array([[0., 0.], [1., 1.]]), cuprum.array([1., 2.]))
        >>> f(cuprum.array([[0.9, 0.7]]))
        array([2.])
    """

    def __init__(self, x, y, rescale=False, tree_options=None):
        options = tree_options or {}
        if unknown := set(options) - {"leafsize", "compact_nodes", "copy_data", "balanced_tree", "boxsize"}:
            raise TypeError(f"unexpected keywords of KDTree: {', '.join(sorted(unknown))}")
        self._given = x, y, rescale, tree_options
        self._made = core._Nearest(coordinates(x), asarray(y), rescale, options.get("leafsize", 10))
        self.points, self.values = self._made.points, asarray(y)

    def __call__(self, *args, **query_options):
        """The values at places.

        Parameters
            args: places, (..., dimensions), or an array for each coordinate, which broadcast.
            query_options: eps, p and distance_upper_bound of `KDTree.query`.
        Returns
            The values, float64, or of the dtype of complex ones; NaN where no point is near enough.
        Raises
            ValueError: another number of coordinates.
        """
        options = {"eps": 0.0, "p": 2.0, "distance_upper_bound": np.inf, "workers": 1} | query_options
        if len(options) > 4:
            raise TypeError(f"unexpected keywords: {', '.join(sorted(set(query_options)))}")
        return self._made(self._places(args), options["eps"], options["p"], options["distance_upper_bound"])
