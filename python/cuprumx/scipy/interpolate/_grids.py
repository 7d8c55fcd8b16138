"""Functions on grids, and products of one-dimensional functions."""

import operator

import cuprum as cp

from ._common import as_csr, asarray, core, real_places
from cuprum._placement import placed_class


def coordinates(points, ndim=None):
    """Places as an array whose last axis counts dimensions, from one or from an array for each of them."""
    if isinstance(points, tuple) and len(points) == 1:
        points = points[0]
    if isinstance(points, tuple):
        parts = cp.broadcast_arrays(*[asarray(part) for part in points])
        return cp.stack(parts, axis=-1)
    points = asarray(points)
    if points.ndim == 1:
        points = points.reshape(-1, 1 if ndim is None else ndim)
    return real_places(points)


def _check_orders(nu, count):
    if nu is not None and (not hasattr(nu, "__len__") or len(nu) != count):
        raise ValueError(f"invalid number of derivative orders {nu = }: one for each of {count} axes is needed")


@placed_class
class NdBSpline:
    """A product of B-splines of several variables.

    Parameters
        t: the knots of each variable, a tuple.
        c: coefficients, an axis for each variable, then any others.
        k: the degree of each variable, or one of all; at most 15.
        extrapolate: whether the outermost polynomials go on; otherwise there is NaN outside.
    Raises
        ValueError: too few knots, lengths that do not belong together, knots that decrease or are not finite.
    Example
        >>> t = cuprum.array([0., 0., 1., 1.])
        >>> spline = cuprumx.scipy.interpolate.NdBSpline((t, t), cuprum.array([[0., 1.], [2., 3.]]), 1)
        >>> spline(cuprum.array([[0.5, 0.5]]))
        array([1.5])
    """

    def __init__(self, t, c, k, *, extrapolate=None):
        if not isinstance(t, tuple):
            raise ValueError(f"Expect `t` to be a tuple of array-likes. Got {t} instead.")
        try:
            k = tuple(operator.index(degree) for degree in k)
        except TypeError:
            k = (operator.index(k),) * len(t)
        self.t, self.c = core._nd_spline_checked(list(t), c, k)
        self.k = k
        self.extrapolate = True if extrapolate is None else bool(extrapolate)

    def __call__(self, xi, *, nu=None, extrapolate=None):
        """The values at places.

        Parameters
            xi: places, (..., variables).
            nu: which derivative by each variable.
            extrapolate: as of the class.
        Returns
            The values.
        """
        _check_orders(nu, len(self.t))
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        return core._nd_spline_value(list(self.t), self.c, self.k, real_places(xi), nu, extrapolate)

    def derivative(self, nu):
        """Derivatives by each variable, a spline of lower degrees.

        Parameters
            nu: how many times by each variable.
        Returns
            A spline.
        Raises
            ValueError: other than one number for each variable, or a negative one.
        """
        _check_orders(nu, len(self.t))
        orders = [operator.index(n) for n in (nu.tolist() if isinstance(nu, cp.ndarray) else nu)]
        t, c, k = core._nd_spline_derivative(list(self.t), self.c, self.k, orders)
        return NdBSpline(t, c, tuple(k), extrapolate=self.extrapolate)

    @classmethod
    def design_matrix(cls, xvals, t, k, extrapolate=True):
        """The matrix that takes coefficients, flattened, to values: a row for each place.

        Parameters
            xvals: places, (m, variables).
            t: the knots of each variable, a tuple.
            k: the degree of each variable, or one of all.
            extrapolate: whether the outermost polynomials go on; otherwise places outside are an error.
        Returns
            A csr_array.
        Raises
            ValueError: other numbers of variables, places outside, knots that decrease or are too few.
        """
        k = (operator.index(k),) * len(t) if not hasattr(k, "__len__") else k
        return as_csr(core._nd_spline_matrix(real_places(xvals), list(t), k, bool(extrapolate)))


@placed_class
class NdPPoly:
    """A piecewise polynomial of several variables, in powers.

    Parameters
        c: coefficients: the order of each variable, the intervals of each variable, then any other axes.
        x: for each variable the ends of intervals, ascending.
        extrapolate: whether the outermost polynomials go on; otherwise there is NaN outside.
    Raises
        ValueError: lengths that do not belong together, places in no order.
    Example
        >>> x = cuprum.array([0., 1.])
        >>> p = cuprumx.scipy.interpolate.NdPPoly(cuprum.array([[[[1.]], [[0.]]], [[[0.]], [[2.]]]]), (x, x))
        >>> p(cuprum.array([[0.5, 0.5]]))
        array([2.25])
    """

    def __init__(self, c, x, extrapolate=None):
        self.c, self.x = core._nd_ppoly_checked(c, list(x))
        self.extrapolate = True if extrapolate is None else bool(extrapolate)

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None):
        """A polynomial of arrays that are taken as they are, without checks; parameters are those of the class."""
        self = object.__new__(cls)
        self.c, self.x = c, tuple(x)
        self.extrapolate = True if extrapolate is None else extrapolate
        return self

    def __call__(self, x, nu=None, extrapolate=None):
        """The values at places.

        Parameters
            x: places, (..., variables), or a tuple of an array for each variable.
            nu: which derivative by each variable.
            extrapolate: as of the class.
        Returns
            The values.
        """
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        return core._nd_ppoly_value(self.c, list(self.x), coordinates(x), nu, extrapolate)

    def derivative(self, nu):
        """Derivatives by each of the first variables; negative numbers integrate."""
        nu = [*nu, *[0] * (len(self.x) - len(nu))]
        return self.construct_fast(core._nd_ppoly_derivative(self.c, list(self.x), nu), self.x, self.extrapolate)

    def antiderivative(self, nu):
        """Integrals along each variable; negative numbers differentiate."""
        return self.derivative([-order for order in nu])

    def integrate_1d(self, a, b, axis, extrapolate=None):
        """The integral along one variable.

        Parameters
            a, b: its ends.
            axis: the variable.
            extrapolate: as of the class.
        Returns
            A polynomial of the other variables; for the only variable an array.
        """
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        axis = int(axis) % len(self.x)
        c = core._nd_ppoly_integral(self.c, list(self.x), a, b, axis, extrapolate)
        if len(self.x) == 1:
            return c
        return self.construct_fast(c, self.x[:axis] + self.x[axis + 1 :], extrapolate)

    def integrate(self, ranges, extrapolate=None):
        """The integral over a box.

        Parameters
            ranges: a pair of ends for each variable.
            extrapolate: as of the class.
        Returns
            An array of the shape of the other axes.
        Raises
            ValueError: not as many pairs as variables.
        """
        if not hasattr(ranges, "__len__") or len(ranges) != len(self.x):
            raise ValueError("Range not a sequence of correct length")
        result = self
        for a, b in ranges:
            result = result.integrate_1d(a, b, 0, self.extrapolate if extrapolate is None else extrapolate)
        return result
