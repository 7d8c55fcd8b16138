"""Densities of points."""

import math as _math
import numbers as _numbers

import cuprum as _cp
from cuprum import _core
from cuprumx.scipy import special as _special

_functions = _core._scipy_stats


class gaussian_kde(_functions.GaussianKde):
    """A density as a sum of normal distributions about points.

    Parameters
        dataset: points, (d, n) or (n,).
        bw_method: the bandwidth: "scott", "silverman", a factor, or a function that is given this object.
        weights: what points count, (n,); the same if None.
    Raises
        ValueError: one point or none; weights of another shape; another bandwidth.
    Example
        >>> stats.gaussian_kde(cp.array([-1., 0., 1.])).evaluate(cp.array([0.])).round(4)
        array([0.3182])
    """

    def __init__(self, dataset, bw_method=None, weights=None):
        super().__init__(dataset, weights)
        self.set_bandwidth("scott" if bw_method is None else bw_method)

    def __reduce__(self):
        return type(self), (self.dataset, self.factor, self.weights)

    def set_bandwidth(self, bw_method=None):
        """Takes another bandwidth; with None the one that there is."""
        if bw_method is None:
            return
        if bw_method == "scott":
            self.set_factor(self.scotts_factor())
        elif bw_method == "silverman":
            self.set_factor(self.silverman_factor())
        elif isinstance(bw_method, _numbers.Real) or getattr(bw_method, "shape", None) == ():
            self.set_factor(float(bw_method))
        elif callable(bw_method):
            self.set_factor(float(bw_method(self)))
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")

    def covariance_factor(self):
        return self.factor

    def __call__(self, points):
        return self.evaluate(points)

    def pdf(self, x):
        return self.evaluate(x)

    def integrate_box_1d(self, low, high):
        """The probability of values between two bounds."""
        if self.d != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        deviation = _cp.sqrt(self.covariance)[0, 0]
        z = _special.ndtr((high - self.dataset[0]) / deviation) - _special.ndtr((low - self.dataset[0]) / deviation)
        return (self.weights * z).sum()

    def integrate_box(self, low_bounds, high_bounds, maxpts=None, *, rng=None):
        """The probability of points within a box.

        In two dimensions and more by a lattice rule over the transform of A. Genz, Numerical computation of
        multivariate normal probabilities, 1992, with the same nodes for all points: an error of about 1e-5.

        Parameters
            low_bounds, high_bounds: the box's corners, (d,), also infinite.
            maxpts: how many nodes are taken at most; 8192 if None.
            rng: accepted as SciPy's; no random numbers are drawn.
        Returns
            A number.
        Raises
            ValueError: bounds of another shape.
        """
        low, high = (_cp.atleast_1d(_cp.asarray(b, dtype=float)) for b in (low_bounds, high_bounds))
        if low.shape != (self.d,) or high.shape != (self.d,):
            raise ValueError(f"bounds have the shapes {low.shape} and {high.shape}, not the dimension {self.d}")
        nodes = max(1, min(8192, maxpts or 8192)) if self.d > 1 else 1
        step = max(1, (1 << 22) // nodes)  # points at a time
        factors, total = _cp.linalg.cholesky(self.covariance), 0.0
        for first in range(0, self.n, step):
            part = slice(first, first + step)
            points = self.dataset[:, part]
            share = _box_probability(low[:, None] - points, high[:, None] - points, factors, nodes)
            total = total + (share * self.weights[part]).sum()
        return total

    def integrate_gaussian(self, mean, cov):
        """The integral of the density times a normal distribution's."""
        mean, cov = _cp.atleast_1d(_cp.asarray(mean, dtype=float)), _cp.atleast_2d(_cp.asarray(cov, dtype=float))
        if mean.shape != (self.d,) or cov.shape != (self.d, self.d):
            raise ValueError(f"mean and cov have {mean.shape} and {cov.shape}, not the dimension {self.d}")
        return _overlap(self.dataset - mean[:, None], self.covariance + cov) @ self.weights

    def integrate_kde(self, other):
        """The integral of the product of two densities."""
        if other.d != self.d:
            raise ValueError("KDEs are not the same dimensionality")
        apart = (self.dataset[:, :, None] - other.dataset[:, None, :]).reshape(self.d, -1)
        terms = _overlap(apart, self.covariance + other.covariance).reshape(self.n, other.n)
        return self.weights @ terms @ other.weights

    def resample(self, size=None, seed=None):
        """Draws from the density: (d, size)."""
        size = int(self.neff) if size is None else size
        rng = seed if hasattr(seed, "standard_normal") else _cp.random.default_rng(seed)
        noise = _cp.linalg.cholesky(self.covariance) @ rng.standard_normal((self.d, size))
        share = _cp.cumsum(self.weights)
        which = _cp.minimum(_cp.searchsorted(share, rng.random(size) * share[-1], side="right"), self.n - 1)
        return self.dataset[:, which] + noise

    def marginal(self, dimensions):
        """The density of some of the coordinates.

        Parameters
            dimensions: which coordinates, a whole number or several.
        Returns
            A gaussian_kde.
        Raises
            ValueError: numbers that are not whole, not there, or twice there.
        """
        dimensions = _cp.atleast_1d(_cp.asarray(dimensions))
        if dimensions.dtype.kind not in "iu":
            raise ValueError("Elements of `dimensions` must be integers, the indices of the coordinates to keep.")
        kept = dimensions.tolist()
        if outside := [k for k in kept if not -self.d <= k < self.d]:
            raise ValueError(f"Dimensions {outside} are invalid for a distribution in {self.d} dimensions.")
        if len(set(k % self.d for k in kept)) != len(kept):
            raise ValueError("All elements of `dimensions` must be unique.")
        return gaussian_kde(self.dataset[kept], bw_method=self.factor, weights=self.weights)


def _box_probability(low, high, factors, nodes):
    """The probability of boxes (d, n) about 0 under a normal distribution whose covariance has these factors.

    Coordinates are taken one after another, each within the bounds that those before it leave: a product of n one-
    dimensional probabilities, averaged over where the earlier coordinates lie. The lattice is Richtmyer's, of square
    roots of primes, folded so that its function is periodic.
    """
    d = len(low)
    k, y, product = _cp.arange(1, nodes + 1), [], 1.0
    for axis in range(d):
        shift = sum((factors[axis, j] * y[j] for j in range(axis)), _cp.zeros((1, 1)))
        below, above = (_special.ndtr((b[axis][:, None] - shift) / factors[axis, axis]) for b in (low, high))
        product = product * (above - below)
        if axis < d - 1:
            u = abs(2 * (k * _math.sqrt(_prime(axis)) % 1.0) - 1)
            inside = below + u * (above - below)
            y.append(_special.ndtri(_cp.clip(inside, 1e-300, 1 - 1.1e-16)))
    return product.mean(axis=1)


def _prime(k):
    """The prime number k, from 0 on."""
    found = []
    n = 2
    while len(found) <= k:
        if all(n % p for p in found):
            found.append(n)
        n += 1
    return found[k]


def _overlap(apart, covariance):
    """The normal density of differences, (d, n)."""
    z = _cp.linalg.solve(_cp.linalg.cholesky(covariance), apart)
    return _cp.exp(-(z * z).sum(axis=0) / 2) / _cp.sqrt(_cp.linalg.det(2 * _math.pi * covariance))
