"""Piecewise polynomials."""

from ._common import asarray, checked_extrapolate, core, is_scalar, real_places
from cuprum._placement import placed_class


@placed_class
class _Piecewise:
    """What both bases share. A subclass names its functions of the library by `_basis`."""

    _basis = ""
    __slots__ = {
        "c": "The coefficients: (order, intervals, ...).",
        "x": "The ends of the intervals.",
        "extrapolate": "What lies outside: False, True or 'periodic'.",
        "axis": "Where values have the axis of places.",
    }

    def __init__(self, c, x, extrapolate=None, axis=0):
        self._set(asarray(c), asarray(x), extrapolate, axis)

    def _set(self, c, x, extrapolate, axis):
        extrapolate = checked_extrapolate(extrapolate)
        self.c, self.x = self._call_core("checked", c, x, axis)
        self.extrapolate = extrapolate
        self.axis = axis

    @classmethod
    def _call_core(cls, what, *arguments):
        return getattr(core, f"_{cls._basis}_{what}")(*arguments)

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None, axis=0):
        """A polynomial of arrays that are taken as they are, without checks.

        Parameters
            c: coefficients, C-contiguous, float64 or complex128.
            x: the ends of intervals, float64.
            extrapolate: False, True or 'periodic'.
            axis: where values have the axis of places.
        Returns
            The polynomial.
        """
        self = object.__new__(cls)
        self.c, self.x, self.axis = asarray(c), asarray(x), axis
        self.extrapolate = True if extrapolate is None else extrapolate
        return self

    def __call__(self, x, nu=0, extrapolate=None):
        """The values at places, or those of a derivative.

        Parameters
            x: places, of any shape.
            nu: which derivative.
            extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats; by
                default what the polynomial was made with.
        Returns
            The values: the axes of `x` stand where data had the axis of places.
        """
        if extrapolate is None:
            extrapolate = self.extrapolate
        return self._call_core("value", self.c, self.x, self.axis, real_places(x), int(nu), extrapolate)

    def _power_class(self):
        return PPoly if isinstance(self, PPoly) else BPoly

    def derivative(self, nu=1):
        """The derivative, a polynomial of a lower degree.

        Parameters
            nu: how many times; a negative number integrates.
        Returns
            A polynomial.
        """
        if nu < 0:
            return self.antiderivative(-nu)
        c = self._call_core("derivative", self.c, self.x, nu)
        return self._made(c, self.extrapolate)

    def antiderivative(self, nu=1):
        """The integral from the first place on, continuous everywhere.

        Parameters
            nu: how many times; a negative number differentiates.
        Returns
            A polynomial. That of a periodic one is not periodic.
        """
        if nu <= 0:
            return self.derivative(-nu)
        c = self._call_core("derivative", self.c, self.x, -nu)
        return self._made(c, False if self.extrapolate == "periodic" else self.extrapolate)

    def _made(self, c, extrapolate):
        return self.construct_fast(c, self.x, extrapolate, self.axis)

    def integrate(self, a, b, extrapolate=None):
        """The integral between two places.

        Parameters
            a, b: the places.
            extrapolate: as of a call.
        Returns
            An array of the shape of one place's data.
        """
        if extrapolate is None:
            extrapolate = self.extrapolate
        return self._call_core("integral", self.c, self.x, a, b, extrapolate)

    def extend(self, c, x):
        """Puts further intervals before or behind those that there are.

        Parameters
            c: their coefficients.
            x: places, one for each of them: the ends of intervals on the far side.
        Raises
            ValueError: shapes that do not fit, places that lie among those that there are.
        """
        self.c, self.x = self._call_core("extended", self.c, self.x, asarray(c), asarray(x))


@placed_class
class PPoly(_Piecewise):
    """A piecewise polynomial in powers: between x[i] and x[i + 1] the sum over j of c[j, i] * (s - x[i])**(k - j).

    Parameters
        c: coefficients, (order, intervals, ...), that of the highest power first.
        x: the ends of intervals, (intervals + 1), ascending or descending.
        extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
        axis: where values have the axis of places.
    Raises
        ValueError: shapes that do not belong together, places in no order.
    Example
        >>> p = cuprumx.scipy.interpolate.PPoly(cuprum.array([[1., 1.], [0., 1.]]), cuprum.array([0., 1., 2.]))
        >>> p(cuprum.array([0.5, 1.5]))
        array([0.5, 1.5])
    """

    _basis = "ppoly"
    __slots__ = ()

    def solve(self, y: float = 0.0, discontinuity=True, extrapolate=None):
        """The places where the polynomial has a value.

        Parameters
            y: the value.
            discontinuity: whether a jump over the value counts.
            extrapolate: whether places outside count.
        Returns
            An array, interval by interval; of data with further axes an object array of NumPy's with an array for each
            column. An interval that has the value all over gives its start and NaN.
        Raises
            ValueError: the polynomial is complex.
        """
        if extrapolate is None:
            extrapolate = self.extrapolate
        found = core._ppoly_solve(self.c, self.x, float(y), discontinuity, bool(extrapolate))
        if self.c.ndim == 2:
            return found[0]
        import numpy as np

        result = np.empty(len(found), dtype=object)
        for k, roots in enumerate(found):
            result[k] = roots
        return result.reshape(self.c.shape[2:])

    def roots(self, discontinuity=True, extrapolate=None):
        """The places where the polynomial is zero; parameters and result are those of `solve`."""
        return self.solve(0, discontinuity, extrapolate)

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        """A spline as polynomials in powers.

        Parameters
            tck: a BSpline, or its knots, coefficients and degree.
            extrapolate: as of a call; by default that of the spline.
        Returns
            A polynomial.
        """
        if extrapolate is None:
            extrapolate = getattr(tck, "extrapolate", None)
        t, c, k = getattr(tck, "tck", tck)
        return cls.construct_fast(*core._ppoly_from_spline(t, c, k), extrapolate)

    @classmethod
    def from_bernstein_basis(cls, bp, extrapolate=None):
        """A polynomial of Bernstein's basis in powers.

        Parameters
            bp: a BPoly.
            extrapolate: as of a call; by default that of `bp`.
        Returns
            A polynomial.
        Raises
            TypeError: `bp` is no BPoly.
        """
        if not isinstance(bp, BPoly):
            raise TypeError(f".from_bernstein_basis only accepts BPoly instances. Got {type(bp)} instead.")
        c = core._ppoly_from_bernstein(bp.c, bp.x)
        return cls.construct_fast(c, bp.x, bp.extrapolate if extrapolate is None else extrapolate, bp.axis)


@placed_class
class BPoly(_Piecewise):
    """A piecewise polynomial in Bernstein's basis: between x[i] and x[i + 1] the sum over j of
    c[j, i] * binomial(k, j) * t**j * (1 - t)**(k - j), t running from 0 to 1.

    Parameters
        c: coefficients, (order, intervals, ...).
        x: the ends of intervals, (intervals + 1), ascending or descending.
        extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
        axis: where values have the axis of places.
    Raises
        ValueError: shapes that do not belong together, places in no order.
    Example
        >>> p = cuprumx.scipy.interpolate.BPoly(cuprum.array([[0.], [1.]]), cuprum.array([0., 2.]))
        >>> p(cuprum.array([0.5, 1.]))
        array([0.25, 0.5 ])
    """

    _basis = "bpoly"
    __slots__ = ()

    @classmethod
    def from_power_basis(cls, pp, extrapolate=None):
        """A polynomial in powers in Bernstein's basis.

        Parameters
            pp: a PPoly.
            extrapolate: as of a call; by default that of `pp`.
        Returns
            A polynomial.
        Raises
            TypeError: `pp` is no PPoly.
        """
        if not isinstance(pp, PPoly):
            raise TypeError(f".from_power_basis only accepts PPoly instances. Got {type(pp)} instead.")
        c = core._bpoly_from_powers(pp.c, pp.x)
        return cls.construct_fast(c, pp.x, pp.extrapolate if extrapolate is None else extrapolate, pp.axis)

    @classmethod
    def from_derivatives(cls, xi, yi, orders=None, extrapolate=None):
        """The polynomials that have given values and derivatives at places.

        Parameters
            xi: the places, ascending.
            yi: for each place a sequence: the value, the first derivative, and so on.
            orders: the degree of each interval, or one of all; by default what the data determine.
            extrapolate: as of a call.
        Returns
            A polynomial.
        Raises
            ValueError: lengths that differ, places that do not increase, degrees that data do not determine.
        """
        intervals = len(yi) - 1
        if orders is not None and is_scalar(orders):
            orders = [orders] * max(intervals, 0)
        made = core._bpoly_from_derivatives(asarray(xi), [asarray(y) for y in yi], orders)
        return cls(*made, extrapolate)
