"""Splines that smooth data, as FITPACK's."""

import warnings

import cuprum as cp

from ._common import asarray, core, real_places
from cuprum._placement import placed_class

_OUTSIDE = {0: 0, "extrapolate": 0, 1: 1, "zeros": 1, 2: 2, "raise": 2, 3: 3, "const": 3}
_WARNINGS = {
    1: "There are as many knots as there is place for, and the residuals are still larger than s: s may be too small.",
    2: "The search for a smoothing spline whose residuals sum up to s came to an impossible result: s is too small.",
    3: "The search for a smoothing spline whose residuals sum up to s did not end in 20 steps: s is too small.",
}


def _outside(ext):
    try:
        return _OUTSIDE[ext]
    except (KeyError, TypeError):
        raise ValueError(f"Unknown extrapolation mode {ext}.") from None


def _checked(x, y, w, bbox, k, s, ext, check_finite):
    x, y = real_places(x), asarray(y)
    if w is not None:
        w = asarray(w)
    if check_finite and not all(bool(cp.isfinite(a).all()) for a in (x, y, w) if a is not None):
        raise ValueError("x and y array must not contain NaNs or infs.")
    steps = cp.diff(x)
    if s is None or s > 0:
        if not bool((steps >= 0).all()):
            raise ValueError("x must be increasing if s > 0")
    elif not bool((steps > 0).all()):
        raise ValueError("x must be strictly increasing if s = 0")
    if x.size != y.size:
        raise ValueError("x and y should have a same length")
    if w is not None and w.size != x.size:
        raise ValueError("x, y, and w should have a same length")
    if getattr(bbox, "__len__", int)() != 2:
        raise ValueError("bbox shape should be (2,)")
    if not 1 <= k <= 5:
        raise ValueError("k should be 1 <= k <= 5")
    if s is not None and not s >= 0.0:
        raise ValueError("s should be s >= 0.0")
    ext = _outside(ext)
    if x.size <= k:
        raise ValueError(f"A spline of degree {k} takes more than {k} points, found {x.size}")
    begin, end = x[0].item(), x[-1].item()
    low = begin if bbox[0] is None else float(bbox[0])
    high = end if bbox[1] is None else float(bbox[1])
    if low > begin or high < end:
        raise ValueError(f"bbox {low} ... {high} does not hold all of x, {begin} ... {end}")
    w = cp.ones(x.size) if w is None else w
    return x.ravel(), y.ravel(), w.ravel(), low, high, ext


@placed_class
class UnivariateSpline:
    """A spline near data, with as few knots as its distance from the data allows.

    Parameters
        x: the places, not decreasing; for s = 0 increasing.
        y: the values.
        w: weights; ones by default. Data of weight 0 count for nothing.
        bbox: the outermost knots; by default the first and the last place.
        k: the degree, 1 to 5.
        s: what the squares of weighted residuals may sum up to; 0 goes through all data. By default the number of data.
        ext: what lies outside: 0 or 'extrapolate', 1 or 'zeros', 2 or 'raise', 3 or 'const'.
        check_finite: whether to look for numbers that are not finite.
    Raises
        ValueError: places in no order, lengths that differ, another degree or mode.
    Example
        >>> x = cuprum.linspace(0, 1, 20)
        >>> spline = cuprumx.scipy.interpolate.UnivariateSpline(x, x**3, s=0)
        >>> spline(cuprum.array([0.3])).round(10)
        array([0.027])
    """

    def __init__(self, x, y, w=None, bbox: object = (None, None), k=3, s=None, ext=0, check_finite=False):
        x, y, w, low, high, self.ext = _checked(x, y, w, bbox, k, s, ext, check_finite)
        self._fit = core._Smoothing(x, y, w, low, high, k, float(x.size if s is None else s))
        self._take(self._fit, k)

    def _take(self, fit, k):
        self._eval_args = (fit.t, fit.c, k)
        status = fit.status
        if status in (-1, -2, 1) and type(self) in (
            UnivariateSpline,
            InterpolatedUnivariateSpline,
            LSQUnivariateSpline,
        ):
            self.__class__ = InterpolatedUnivariateSpline if status == -1 else LSQUnivariateSpline
        if status > 0:
            warnings.warn(_WARNINGS[status], stacklevel=3)

    @classmethod
    def _from_tck(cls, tck, ext=0):
        self = cls.__new__(cls)
        self._eval_args, self.ext, self._fit = tck, ext, None
        return self

    def set_smoothing_factor(self, s):
        """Smooths again, from the knots that there are on.

        Parameters
            s: what the squares of weighted residuals may sum up to.
        """
        if self._fit is None or getattr(self, "_fixed", False):
            warnings.warn("smoothing factor unchanged for LSQ spline with fixed knots", stacklevel=2)
            return
        self._fit.smooth(float(s))
        self._take(self._fit, self._eval_args[2])

    def __call__(self, x, nu=0, ext=None):
        """The values at places, or those of a derivative.

        Parameters
            x: places, of any shape.
            nu: which derivative.
            ext: as of the class.
        Returns
            The values.
        Raises
            ValueError: places outside, where these are an error; a derivative above the degree.
        """
        x = real_places(x)
        if x.size == 0:
            return cp.array([])
        ext = self.ext if ext is None else _outside(ext)
        t, c, k = self._eval_args
        if not 0 <= nu <= k:
            raise ValueError(f"0<=der={nu}<=k={k} must hold")
        if nu and ext == 3:  # FITPACK continues derivatives
            ext = 0
        if ext == 2:
            if bool(((x < t[k]) | (x > t[t.size - k - 1])).any()):
                raise ValueError("Error code returned by the spline: places outside of its knots")
            ext = 0
        return core._spline_value_outside(t, c, k, x, int(nu), ext)

    def get_knots(self):
        """The knots without the repeated ones at both ends."""
        t, _, k = self._eval_args
        return t[k : t.size - k]

    def get_coeffs(self):
        """The coefficients of B-splines."""
        t, c, k = self._eval_args
        return c[: t.size - k - 1]

    def get_residual(self):
        """The sum of the squares of weighted residuals."""
        return None if self._fit is None else self._fit.residual

    def integral(self, a, b):
        """The integral between two places; outside of its knots the spline counts as zero."""
        return core.BSpline.construct_fast(*self._eval_args).integrate(a, b, False)

    def derivatives(self, x):
        """The values and all derivatives at a place, (k + 1); a TypeError, as in SciPy, outside of the knots."""
        t, c, k = self._eval_args
        place, begin, end = float(x), t[k].item(), t[t.size - k - 1].item()
        if place < begin or place > end:
            raise TypeError(f"The place {place} lies outside of the knots, {begin} ... {end}")
        return cp.stack([core._spline_value_outside(t, c, k, asarray(place), nu, 0) for nu in range(k + 1)])

    def roots(self):
        """The zeros of a cubic spline, ascending.

        Raises
            NotImplementedError: another degree.
        """
        if self._eval_args[2] != 3:
            raise NotImplementedError("finding roots unsupported for non-cubic splines")
        return cp.sort(core.PPoly.from_spline(self._eval_args).roots(discontinuity=False, extrapolate=False))

    def derivative(self, n=1):
        """The derivative, a spline of a lower degree.

        Parameters
            n: how many times.
        Returns
            A spline.
        Raises
            ValueError: more times than the degree.
        """
        made = core.BSpline.construct_fast(*self._eval_args).derivative(n).tck
        return UnivariateSpline._from_tck(made, 1 if self.ext == 3 else self.ext)

    def antiderivative(self, n=1):
        """The integral from the first knot on, a spline of a higher degree.

        Parameters
            n: how many times.
        Returns
            A spline.
        """
        made = core.BSpline.construct_fast(*self._eval_args).antiderivative(n).tck
        return UnivariateSpline._from_tck(made, self.ext)


@placed_class
class InterpolatedUnivariateSpline(UnivariateSpline):
    """The spline through all data; parameters are those of `UnivariateSpline`.

    Parameters
        x: the places, increasing.
        y: the values.
        w: weights above 0, which make no difference here.
        bbox: the outermost knots.
        k: the degree, 1 to 5.
        ext: what lies outside.
        check_finite: whether to look for numbers that are not finite.
    Raises
        ValueError: places that do not increase, lengths that differ, another degree or mode.
    Example
        >>> x = cuprum.linspace(0, 1, 20)
        >>> cuprumx.scipy.interpolate.InterpolatedUnivariateSpline(x, x**3)(cuprum.array([0.3])).round(10)
        array([0.027])
    """

    def __init__(self, x, y, w=None, bbox: object = (None, None), k=3, ext=0, check_finite=False):
        x, y, w, low, high, self.ext = _checked(x, y, w, bbox, k, None, ext, check_finite)
        if not bool((cp.diff(x) > 0).all()):
            raise ValueError("x must be strictly increasing")
        self._fit = core._Smoothing(x, y, w, low, high, k, 0.0)
        self._take(self._fit, k)


@placed_class
class LSQUnivariateSpline(UnivariateSpline):
    """The spline of least squares over given knots.

    Parameters
        x: the places, not decreasing.
        y: the values.
        t: the inner knots, increasing; between them there must be data (Schoenberg and Whitney).
        w: weights; ones by default. Data of weight 0 count for nothing.
        bbox: the outermost knots.
        k: the degree, 1 to 5.
        ext: what lies outside.
        check_finite: whether to look for numbers that are not finite.
    Raises
        ValueError: places or knots in no order, knots without data between them, lengths that differ.
    Example
        >>> x = cuprum.linspace(0, 1, 20)
        >>> cuprumx.scipy.interpolate.LSQUnivariateSpline(x, x**3, cuprum.array([0.5]))(cuprum.array([0.3])).round(10)
        array([0.027])
    """

    def __init__(self, x, y, t, w=None, bbox: object = (None, None), k=3, ext=0, check_finite=False):
        x, y, w, low, high, self.ext = _checked(x, y, w, bbox, k, None, ext, check_finite)
        t = cp.concatenate([cp.full(k + 1, low), asarray(t).astype(float), cp.full(k + 1, high)])
        n = t.size
        if not bool((t[k + 1 : n - k] > t[k : n - k - 1]).all()):
            raise ValueError("Interior knots t must satisfy Schoenberg-Whitney conditions")
        if not core._knots_fit(x, t, k):
            raise ValueError("The knots do not fit the data: each B-spline needs a place of its own within its knots")
        self._fixed = True
        self._fit = core._smoothing_with_knots(x, y, w, t, k)
        self._take(self._fit, k)
