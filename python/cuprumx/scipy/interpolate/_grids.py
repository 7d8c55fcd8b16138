"""Functions on grids, and products of one-dimensional functions."""

import operator

import numpy as np

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
class RegularGridInterpolator:
    """A function that is known on a grid whose axes have points of their own.

    Parameters
        points: the points of each axis, ascending or descending.
        values: the values on the grid, then any other axes.
        method: 'linear', 'nearest', the splines 'slinear', 'cubic' and 'quintic', or the monotone 'pchip'.
        bounds_error: whether places outside are an error.
        fill_value: the value outside; None continues the function.
        solver, solver_args: accepted for spline methods, whose equations are banded and solved directly.
    Raises
        ValueError: points in no order, lengths that differ, too few points for the method, another method, a fill value
            of another kind than the values, values that are not finite of splines.
    Example
        >>> x = cuprum.arange(3.)
        >>> grid = cuprumx.scipy.interpolate.RegularGridInterpolator((x, x), x[:, None] * x)
        >>> grid(cuprum.array([[0.5, 1.], [1.5, 2.]]))
        array([0.5, 3. ])
    """

    _SPLINES = ("slinear", "cubic", "quintic", "slinear_legacy", "cubic_legacy", "quintic_legacy")

    def __init__(
        self,
        points,
        values,
        method="linear",
        bounds_error=True,
        fill_value: object = np.nan,
        *,
        solver=None,
        solver_args=None,
    ):
        if (solver is not None or solver_args) and method not in ("slinear", "cubic", "quintic"):
            raise ValueError(f"method ={method!r} does not accept the 'solver' argument.")
        values = asarray(values)
        self.method = method
        self.bounds_error = bounds_error
        self._made = core._Grid(list(points), values, method, bounds_error, None)
        kept = self._made.values.dtype
        if fill_value is not None and not np.can_cast(asarray(fill_value).dtype, kept, casting="same_kind"):
            raise ValueError("fill_value must be either 'None' or of a type compatible with values")
        if isinstance(fill_value, cp.ndarray):
            fill_value = fill_value.item()
        self.fill_value = fill_value

    def __getstate__(self):
        return {**self.__dict__, "_made": (self.grid, self.values)}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._made = core._Grid(list(state["_made"][0]), state["_made"][1], self.method, False, None)

    @property
    def grid(self):
        """The points of each axis, ascending."""
        return self._made.grid

    @property
    def values(self):
        """The values in the order of `grid`."""
        return self._made.values

    def __call__(self, xi, method=None, *, nu=None):
        """The values at places.

        Parameters
            xi: places, (..., axes), or a tuple of an array for each axis.
            method: another method than the interpolator's.
            nu: of the splines, which derivative along each axis.
        Returns
            The values, float64 or complex128; 'nearest' keeps the dtype of the grid's.
        Raises
            ValueError: places outside, where these are an error; derivatives of another method; values that are not
                finite of splines and 'pchip'.
        """
        method = self.method if method is None else method
        xi = coordinates(xi, len(self.grid))
        _check_orders(nu, len(self.grid))
        return self._made.value(xi, method, nu, self.bounds_error, self.fill_value)


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
