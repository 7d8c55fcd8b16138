"""Densities of points."""

import numbers as _numbers

import cuprum as _cp
from cuprum import _core

_functions = _core._scipy_stats


class gaussian_kde(_functions.gaussian_kde):
    """A density as a sum of normal distributions about points.

    Parameters
        dataset: points, (d, n) or (n,).
        bw_method: the bandwidth: "scott", "silverman", a factor, or a function that is given this object.
        weights: what points count, (n,); the same if None.
    Raises
        ValueError: one point or none; weights of another shape; no finite covariance; another bandwidth.
    Example
        >>> stats.gaussian_kde(cp.array([-1., 0., 1.])).evaluate(cp.array([0.])).round(4)
        array([0.3182])
    """

    def __init__(self, dataset, bw_method=None, weights=None):
        super().__init__(dataset, weights)
        self.set_bandwidth(bw_method)

    def __reduce__(self):
        return type(self), (self.dataset, self.factor, self.weights)

    def set_bandwidth(self, bw_method=None):
        """Takes another bandwidth; with None the one that `covariance_factor` tells."""
        if bw_method is not None:
            factor = self._factor_of(bw_method)
            self.covariance_factor = lambda: factor
        self._compute_covariance()

    def _factor_of(self, bw_method):
        if bw_method == "scott":
            return self.scotts_factor()
        if bw_method == "silverman":
            return self.silverman_factor()
        if isinstance(bw_method, _numbers.Real) or getattr(bw_method, "shape", None) == ():
            return float(bw_method)
        if callable(bw_method):
            return float(bw_method(self))
        raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")

    def covariance_factor(self):
        """The factor where none is given; subclasses and programs may put another function in its place."""
        return self.scotts_factor()

    def _compute_covariance(self):
        """Takes the factor of `covariance_factor`: what programs call that have replaced it."""
        self.factor = float(self.covariance_factor())

    def marginal(self, dimensions):
        """The density of some of the coordinates, numbered from 0 or, below it, from the last."""
        dimensions = _cp.atleast_1d(_cp.asarray(dimensions))
        if dimensions.dtype.kind not in "iu":
            raise ValueError("Elements of `dimensions` must be integers, the indices of the coordinates to keep.")
        kept = super().marginal(dimensions.tolist())
        return gaussian_kde(kept.dataset, bw_method=kept.factor, weights=kept.weights)
