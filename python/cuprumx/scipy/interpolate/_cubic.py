"""Cubic interpolants of one variable."""

from ._common import asarray, checked_extrapolate, core
from ._piecewise import PPoly
from cuprum._placement import placed_class


@placed_class
class _Cubic(PPoly):
    """A PPoly that data made; derivatives and integrals of it are plain PPolys of the same coefficients' class."""

    __slots__ = ()

    def _take(self, made, y, axis, extrapolate):
        self.c, self.x = made
        self.axis = axis % max(asarray(y).ndim, 1)
        self.extrapolate = checked_extrapolate(extrapolate)


@placed_class
class CubicHermiteSpline(_Cubic):
    """The cubic polynomials with given values and slopes at places.

    Parameters
        x: the places, (n), ascending.
        y: the values, n of them along an axis.
        dydx: the slopes, as y.
        axis: the axis of places in `y`.
        extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    Raises
        ValueError: places that do not increase or are fewer than two, numbers that are not finite, shapes that differ.
    Example
        >>> spline = cuprumx.scipy.interpolate.CubicHermiteSpline(
        ...     cuprum.array([0., 1.]), cuprum.array([0., 1.]), cuprum.array([0., 0.]))
        >>> spline(cuprum.array([0.25, 0.5]))
        array([0.15625, 0.5    ])
    """

    __slots__ = ()

    def __init__(self, x, y, dydx, axis=0, extrapolate=None):
        self._take(core._hermite(x, y, dydx, axis), y, axis, extrapolate)


@placed_class
class PchipInterpolator(CubicHermiteSpline):
    """Cubic polynomials that rise and fall only where the data do (Fritsch and Butland).

    Parameters
        x: the places, (n), ascending.
        y: the values, real, n of them along an axis.
        axis: the axis of places in `y`.
        extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    Raises
        ValueError: places that do not increase or are fewer than two, complex values, numbers that are not finite.
    Example
        >>> spline = cuprumx.scipy.interpolate.PchipInterpolator(cuprum.arange(4.), cuprum.array([0., 0., 1., 1.]))
        >>> spline(cuprum.array([0.5, 1.5]))
        array([0. , 0.5])
    """

    __slots__ = ()

    def __init__(self, x, y, axis=0, extrapolate=None):
        self._take(core._pchip(x, y, axis), y, axis, extrapolate)


pchip = PchipInterpolator


@placed_class
class Akima1DInterpolator(CubicHermiteSpline):
    """Akima's cubic polynomials, whose slopes are weighted means of those of neighbours.

    Parameters
        x: the places, (n), ascending.
        y: the values, real, n of them along an axis.
        axis: the axis of places in `y`.
        method: 'akima', or 'makima', which overshoots less beside flat stretches.
        extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    Raises
        ValueError: places that do not increase or are fewer than two, complex values, numbers that are not finite.
        NotImplementedError: another method.
    Example
        >>> spline = cuprumx.scipy.interpolate.Akima1DInterpolator(
        ...     cuprum.arange(5.), cuprum.array([0., 0., 1., 0., 0.]))
        >>> spline(cuprum.array([2., 2.5]))
        array([1.        , 0.54166667])
    """

    __slots__ = ()

    def __init__(self, x, y, axis=0, *, method="akima", extrapolate=None):
        self._take(core._akima(x, y, axis, str(method)), y, axis, False if extrapolate is None else extrapolate)

    def extend(self, c, x, right=True):
        raise NotImplementedError("An Akima interpolator takes no further intervals: make one of all data")

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        raise NotImplementedError("This method does not make sense for an Akima interpolator.")

    @classmethod
    def from_bernstein_basis(cls, bp, extrapolate=None):
        raise NotImplementedError("This method does not make sense for an Akima interpolator.")


@placed_class
class CubicSpline(CubicHermiteSpline):
    """The cubic spline through data: polynomials whose first two derivatives are continuous.

    Parameters
        x: the places, (n), ascending.
        y: the values, n of them along an axis.
        axis: the axis of places in `y`.
        bc_type: what holds at the ends: 'not-a-knot' (one polynomial over the first two intervals), 'periodic',
            'clamped' (slopes of zero), 'natural' (second derivatives of zero), or a pair of these for both ends, each
            of which may be a pair of a derivative's order, 1 or 2, and its value.
        extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats; by default
            the latter of a periodic spline, else True.
    Raises
        ValueError: places that do not increase or are fewer than two, numbers that are not finite, other conditions.
    Example
        >>> x = cuprum.arange(5.)
        >>> spline = cuprumx.scipy.interpolate.CubicSpline(x, x**3)
        >>> spline(cuprum.array([1.5, 2.5]))
        array([ 3.375, 15.625])
    """

    __slots__ = ()

    def __init__(self, x, y, axis=0, bc_type: object = "not-a-knot", extrapolate=None):
        made, periodic = core._cubic_spline(x, y, axis, bc_type)
        if extrapolate is None:
            extrapolate = "periodic" if periodic else True
        self._take(made, y, axis, extrapolate)
