"""Derivatives and integrals of splines, in the form that the spline has."""

from cuprum._core._scipy_interpolate import BSpline
from cuprum._placement import placed


@placed
def splder(tck, n=1):
    """The derivative of a spline.

    Parameters
        tck: a BSpline, or its knots, coefficients and degree.
        n: how many times.
    Returns
        What was given: a BSpline, or knots, coefficients and degree.
    Raises
        ValueError: more times than the degree or the multiplicity of knots allows.
    Example
        >>> spline = cuprumx.scipy.interpolate.make_interp_spline(cuprum.arange(5.), cuprum.arange(5.)**2)
        >>> cuprumx.scipy.interpolate.splder(spline)(cuprum.array([1.5])).round(10)
        array([3.])
    """
    if isinstance(tck, BSpline):
        return tck.derivative(n)
    t, c, k = tck
    return BSpline.construct_fast(t, c, k).derivative(n).tck if n else (t, c, k)


@placed
def splantider(tck, n=1):
    """The integral of a spline from its first knot on.

    Parameters
        tck: a BSpline, or its knots, coefficients and degree.
        n: how many times.
    Returns
        What was given: a BSpline, or knots, coefficients and degree.
    Raises
        ValueError: a spline that is none: knots that decrease, too few coefficients.
    Example
        >>> spline = cuprumx.scipy.interpolate.make_interp_spline(cuprum.arange(5.), cuprum.arange(5.))
        >>> cuprumx.scipy.interpolate.splantider(spline)(cuprum.array([2.])).round(10)
        array([2.])
    """
    if isinstance(tck, BSpline):
        return tck.antiderivative(n)
    t, c, k = tck
    return BSpline.construct_fast(t, c, k).antiderivative(n).tck if n else (t, c, k)
