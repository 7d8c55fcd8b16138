"""Sums of radial functions."""

import warnings

from ._common import asarray, core, is_scalar
from cuprum._placement import placed_class


@placed_class
class RBFInterpolator:
    """A function that is known at scattered points: a sum of radial functions around them, and a polynomial.

    Parameters
        y: points, (n, dimensions).
        d: the values there, (n, ...).
        neighbors: how many of the nearest points count at each place; all by default.
        smoothing: how far the values may be missed: one number, or one for each point.
        kernel: 'linear', 'thin_plate_spline', 'cubic', 'quintic', 'multiquadric', 'inverse_multiquadric',
            'inverse_quadratic' or 'gaussian'.
        epsilon: what distances are multiplied by; one by default where that makes no difference.
        degree: of the polynomial; -1 for none. By default the lowest one with which there is sure to be a solution.
    Raises
        ValueError: shapes that do not belong together, another kernel, a missing epsilon, too few points.
        LinAlgError: points that are equal, or that do not determine the polynomial.
    Example
        >>> points = cuprum.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.]])
        >>> f = cuprumx.scipy.interpolate.RBFInterpolator(points, cuprum.array([0., 1., 1., 2.]))
        >>> f(cuprum.array([[0.5, 0.25]])).round(8)
        array([0.75])
    """

    def __init__(
        self, y, d, neighbors=None, smoothing: object = 0.0, kernel="thin_plate_spline", epsilon=None, degree=None
    ):
        kernel = kernel.lower()
        least = core._least_degree(kernel)
        if degree is not None:
            degree = int(degree)
            if -1 < degree < least:
                warnings.warn(
                    f"`degree` should not be below {least} except -1 when `kernel` is '{kernel}'. The interpolant may "
                    "not be uniquely solvable, and the smoothing parameter may have an unintuitive effect.",
                    UserWarning,
                    stacklevel=2,
                )
        if neighbors is not None:
            neighbors = int(min(neighbors, len(y)))
        if is_scalar(smoothing):
            smoothing = float(smoothing)
        d = asarray(d)
        self._given = y, d, neighbors, smoothing, kernel, epsilon, degree
        self._made = core._Radial(y, d, neighbors, smoothing, kernel, epsilon, degree)
        self.y, self.d = self._made.y, self._made.d
        self.d_shape = d.shape[1:]
        self.d_dtype = complex if d.dtype.kind == "c" else float
        self.neighbors, self.smoothing = self._made.neighbors, self._made.smoothing
        self.powers = self._made.powers.astype(int)
        self.kernel = kernel
        self.epsilon = 1.0 if epsilon is None else float(epsilon)

    def __reduce__(self):
        return type(self), self._given

    def __call__(self, x):
        """The values at places.

        Parameters
            x: places, (m, dimensions).
        Returns
            The values, (m, ...).
        Raises
            ValueError: another shape.
        """
        return self._made(asarray(x))
