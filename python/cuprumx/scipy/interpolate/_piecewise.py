"""Piecewise polynomials."""

import math

import cuprum as cp

from ._common import asarray, checked_extrapolate, core, is_scalar, mode_of, real_places


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
        return self._call_core("value", self.c, self.x, self.axis, real_places(x), int(nu), mode_of(extrapolate))

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
        return self._call_core("integral", self.c, self.x, a, b, mode_of(extrapolate))

    def extend(self, c, x):
        """Puts further intervals before or behind those that there are.

        Parameters
            c: their coefficients.
            x: places, one for each of them: the ends of intervals on the far side.
        Raises
            ValueError: shapes that do not fit, places that lie among those that there are.
        """
        c, x = asarray(c), asarray(x)
        if c.ndim < 2:
            raise ValueError("invalid dimensions for c")
        if x.ndim != 1:
            raise ValueError("invalid dimensions for x")
        if x.shape[0] != c.shape[1]:
            raise ValueError(f"Shapes of x {x.shape} and c {c.shape} are incompatible")
        if c.shape[2:] != self.c.shape[2:] or c.ndim != self.c.ndim:
            raise ValueError(f"Shapes of c {c.shape} and self.c {self.c.shape} are incompatible")
        if c.size == 0:
            return
        steps = cp.diff(x)
        if not (bool((steps >= 0).all()) or bool((steps <= 0).all())):
            raise ValueError("`x` is not sorted.")
        ends, own = (x[0].item(), x[-1].item()), (self.x[0].item(), self.x[-1].item())
        sign = 1 if own[1] >= own[0] else -1
        if sign * ends[1] < sign * ends[0]:
            raise ValueError("`x` is in the different order than `self.x`.")
        behind = sign * ends[0] >= sign * own[1]
        if not behind and sign * ends[1] > sign * own[0]:
            raise ValueError("`x` is neither on the left or on the right from `self.x`.")
        order = max(c.shape[0], self.c.shape[0])
        dtype = cp.result_type(c.dtype, self.c.dtype, cp.float64)
        parts = []
        for part in (self.c, c) if behind else (c, self.c):
            padding = cp.zeros((order - part.shape[0],) + part.shape[1:], dtype)
            parts.append(cp.concatenate([padding, part.astype(dtype)]))
        self.c = cp.concatenate(parts, axis=1)
        self.x = cp.concatenate([self.x, x] if behind else [x, self.x])


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

    def solve(self, y=0.0, discontinuity=True, extrapolate=None):
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

    def extend(self, c, x):
        c = asarray(c)
        order = max(self.c.shape[0], c.shape[0])
        self.c = core._bpoly_raised(self.c, order - self.c.shape[0])
        return super().extend(core._bpoly_raised(c, order - c.shape[0]), x)

    extend.__doc__ = _Piecewise.extend.__doc__

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
        places = asarray(xi).get() if not isinstance(xi, (list, tuple)) else xi
        places = [float(x) for x in places]
        if len(places) != len(yi):
            raise ValueError("xi and yi need to have the same length")
        if any(x - places[0] <= 0 for x in places[1:]):
            raise ValueError("x coordinates are not in increasing order")
        m = len(places) - 1
        try:
            k = max(len(yi[i]) + len(yi[i + 1]) for i in range(m))
        except TypeError as error:
            raise ValueError("Using a 1-D array for y? Please .reshape(-1, 1).") from error
        if orders is None or is_scalar(orders):
            orders = [orders] * m
        if any(order is not None for order in orders):
            k = max([k] + [order for order in orders if order is not None])
            if any(order is not None and order <= 0 for order in orders):
                raise ValueError("Orders must be positive.")
        columns = []
        for i in range(m):
            below, above = asarray(yi[i]), asarray(yi[i + 1])
            n1, n2 = len(below), len(above)
            if orders[i] is not None:
                n = orders[i] + 1
                n1 = min(n // 2, len(below))
                n2 = min(n - n1, len(above))
                n1 = min(n - n2, len(above))
                if n1 + n2 != n:
                    raise ValueError(
                        f"Point {places[i]} has {len(below)} derivatives, point {places[i + 1]} has {len(above)} "
                        f"derivatives, but order {orders[i]} requested"
                    )
                if n1 > len(below) or n2 > len(above):
                    raise ValueError("`order` input incompatible with length y1 or y2.")
            c = cls._from_ends(places[i + 1] - places[i], below[:n1], above[:n2])
            columns.append(core._bpoly_raised(c, k - c.shape[0]) if c.shape[0] < k else c)
        return cls(cp.stack(columns, axis=1), asarray(places), extrapolate)

    @staticmethod
    def _from_ends(width, below, above):
        """Coefficients by the derivatives at both ends: each one adds a coefficient further inside."""
        if below.shape[1:] != above.shape[1:]:
            raise ValueError(f"Shapes of ya {below.shape} and yb {above.shape} are incompatible")
        n = len(below) + len(above)
        dtype = cp.result_type(below.dtype, above.dtype, cp.float64)
        below, above = below.astype(dtype), above.astype(dtype)
        c = cp.zeros((n,) + below.shape[1:], dtype)
        for given, side in ((below, 1), (above, -1)):
            at = range(n) if side == 1 else range(n - 1, -1, -1)
            for q in range(len(given)):
                scale = (side * width) ** q / math.perm(n - 1, q)
                value = given[q] * scale
                for j in range(q):
                    value = value - c[at[j]] * ((-1) ** (j + q) * math.comb(q, j))
                c[at[q]] = value
        return c
