"""B-splines."""

import operator

import cuprum as cp

from ._common import as_csr, asarray, core, real_places
from cuprum._placement import placed, placed_class


@placed_class
class BSpline:
    """A spline as a sum of B-splines of a degree over knots.

    Parameters
        t: knots, (n + k + 1), ascending.
        c: coefficients, n or more of them along an axis.
        k: the degree, at most 63.
        extrapolate: False gives NaN outside of t[k] ... t[n], True continues the outermost polynomials, 'periodic'
            repeats.
        axis: the axis of the coefficients.
    Raises
        ValueError: too few knots or coefficients, knots that decrease or are not finite.
    Example
        >>> spline = cuprumx.scipy.interpolate.BSpline(cuprum.arange(7.), cuprum.array([-1., 2., 0., -1.]), 2)
        >>> spline(cuprum.array([2.5]))
        array([1.375])
    """

    def __init__(self, t, c, k, extrapolate=True, axis=0):
        self.k = operator.index(k)
        self.t, self.c, self.axis = core._spline_checked(t, c, self.k, axis)
        periodic = isinstance(extrapolate, str) and extrapolate == "periodic"
        self.extrapolate = extrapolate if periodic else bool(extrapolate)

    @classmethod
    def construct_fast(cls, t, c, k, extrapolate=True, axis=0):
        """A spline of arrays that are taken as they are, without checks; parameters are those of the class."""
        self = object.__new__(cls)
        self.t, self.c, self.k = asarray(t), asarray(c), k
        self.extrapolate, self.axis = extrapolate, axis
        return self

    @property
    def tck(self):
        """Knots, coefficients and degree."""
        return self.t, self.c, self.k

    @classmethod
    def basis_element(cls, t, extrapolate=True):
        """One B-spline.

        Parameters
            t: its knots, (k + 2).
            extrapolate: as of the class.
        Returns
            A spline.
        """
        t = asarray(t).astype(float)
        k = t.shape[0] - 2
        t = cp.concatenate([cp.full(k, t[0] - 1), t, cp.full(k, t[-1] + 1)])
        c = cp.zeros_like(t)
        c[k] = 1.0
        return cls.construct_fast(t, c, k, extrapolate)

    def __call__(self, x, nu=0, extrapolate=None):
        """The values at places, or those of a derivative.

        Parameters
            x: places, of any shape.
            nu: which derivative.
            extrapolate: as of the class; by default what the spline was made with.
        Returns
            The values: the axes of `x` stand where the coefficients had their axis.
        """
        if extrapolate is None:
            extrapolate = self.extrapolate
        return core._spline_value(self.t, self.c, self.k, self.axis, real_places(x), nu, extrapolate)

    @classmethod
    def design_matrix(cls, x, t, k, extrapolate=False):
        """The matrix that takes a spline's coefficients to its values: a row for each place, with k + 1 basis
        functions.

        Parameters
            x: places, (m).
            t: knots.
            k: the degree.
            extrapolate: as of the class; without it, places outside are an error.
        Returns
            A csr_array.
        Raises
            ValueError: places outside, numbers that are not finite, knots that decrease or are too few.
        """
        return as_csr(core._spline_matrix(cp.atleast_1d(asarray(x)), t, k, extrapolate))

    def derivative(self, nu=1):
        """The derivative, a spline of a lower degree.

        Parameters
            nu: how many times.
        Returns
            A spline.
        Raises
            ValueError: more times than the degree or the multiplicity of knots allows.
        """
        t, c = core._spline_derivative(self.t, self.c, self.k, nu)
        return self.construct_fast(t, c, self.k - nu, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        """The integral from the first knot on, a spline of a higher degree.

        Parameters
            nu: how many times.
        Returns
            A spline.
        """
        t, c = core._spline_derivative(self.t, self.c, self.k, -nu)
        extrapolate = False if self.extrapolate == "periodic" else self.extrapolate
        return self.construct_fast(t, c, self.k + nu, extrapolate, self.axis)

    def integrate(self, a, b, extrapolate=None):
        """The integral between two places.

        Parameters
            a, b: the places.
            extrapolate: as of the class; without it the spline is zero outside.
        Returns
            An array of the shape of one place's data.
        """
        if extrapolate is None:
            extrapolate = self.extrapolate
        return core._spline_integral(self.t, self.c, self.k, a, b, extrapolate)

    def insert_knot(self, x, m=1):
        """The same spline with a knot more, by Boehm's rule.

        Parameters
            x: the knot, within t[k] ... t[n].
            m: how many times it is put in.
        Returns
            A spline of the same values. Of a periodic one, knots beyond the ends follow.
        Raises
            ValueError: a knot outside, no positive number of times; a periodic spline with too few knots.
        """
        t, c = core._spline_with_knot(self.t, self.c, self.k, x, operator.index(m), self.extrapolate)
        return self.construct_fast(t, c, self.k, self.extrapolate, self.axis)

    @classmethod
    def from_power_basis(cls, pp, bc_type: object = "not-a-knot"):
        """A cubic spline in powers as a sum of B-splines.

        Parameters
            pp: a CubicSpline.
            bc_type: the conditions that it was made with: 'not-a-knot', 'natural', 'clamped' or 'periodic'.
        Returns
            A spline.
        Raises
            NotImplementedError: `pp` is no CubicSpline. TypeError: other conditions.
        """
        if not isinstance(pp, core.CubicSpline):
            raise NotImplementedError(f"Only CubicSpline objects are accepted for now. Got {type(pp)} instead.")
        return cls.construct_fast(*core._spline_from_powers(pp.c, pp.x, bc_type), 3, pp.extrapolate, pp.axis)


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
    return (*core._spline_derivative(t, c, k, n), k - n) if n else (t, c, k)


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
    return (*core._spline_derivative(t, c, k, -n), k + n) if n else (t, c, k)


@placed
def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    """The spline of a degree that goes through data.

    Parameters
        x: the places, (n), ascending.
        y: the values, n of them along an axis.
        k: the degree.
        t: the knots; by default those that leave nothing open ('not-a-knot'), or with conditions those at all places.
        bc_type: 'not-a-knot', 'periodic', 'clamped', 'natural', or a pair for both ends of lists of pairs of a
            derivative's order and its value.
        axis: the axis of places in `y`.
        check_finite: whether to look for numbers that are not finite.
    Returns
        A BSpline.
    Raises
        ValueError: places that do not increase, knots or conditions of a wrong number. LinAlgError: knots between which
        too few places lie. NotImplementedError: knots for a periodic spline.
    Example
        >>> x = cuprum.arange(6.)
        >>> cuprumx.scipy.interpolate.make_interp_spline(x, x**2, k=2)(cuprum.array([2.5])).round(10)
        array([6.25])
    """
    k = operator.index(k)
    t, c, axis, periodic = core._interp_spline(x, y, k, t, bc_type, axis, check_finite)
    return BSpline.construct_fast(t, c, k, "periodic" if periodic else True, axis)


@placed
def make_lsq_spline(x, y, t, k=3, w=None, axis=0, check_finite=True, *, method="qr"):
    """The spline over given knots that comes nearest to data, in the sense of least squares.

    Parameters
        x: the places, (m), not decreasing.
        y: the values, m of them along an axis.
        t: the knots.
        k: the degree.
        w: weights, (m); ones by default.
        axis: the axis of places in `y`.
        check_finite: whether to look for numbers that are not finite.
        method: 'qr', or 'norm-eq', for which places must increase and determine all coefficients; both are computed by
            rotations.
    Returns
        A BSpline.
    Raises
        ValueError: places outside of the knots or fewer than k + 1, lengths that differ, another method. LinAlgError:
        with 'norm-eq', knots between which too few places lie.
    Example
        >>> x = cuprum.linspace(0, 1, 20)
        >>> t = cuprum.array([0., 0, 0, 0, 0.5, 1, 1, 1, 1])
        >>> cuprumx.scipy.interpolate.make_lsq_spline(x, x**3, t)(cuprum.array([0.3])).round(10)
        array([0.027])
    """
    k = operator.index(k)
    t, c, axis = core._lsq_spline(x, y, t, k, w, axis, check_finite, str(method))
    return BSpline.construct_fast(t, c, k, True, axis)
