"""The interpolation of older programs."""

import numpy as np

from ._common import core
from cuprum._placement import placed_class


@placed_class
class interp1d:
    """A function of one variable that is known at places.

    Parameters
        x: the places, (n).
        y: the values, n of them along an axis.
        kind: 'linear', 'nearest' (halves down), 'nearest-up', 'previous', 'next', the splines 'zero', 'slinear',
            'quadratic' and 'cubic', or a spline's degree.
        axis: the axis of places in `y`.
        copy: whether arrays are copied; those that are sorted are new ones in any case.
        bounds_error: whether places outside are an error; by default so unless data go on there.
        fill_value: the value outside, a pair of those below and above, or 'extrapolate'.
        assume_sorted: whether `x` ascends.
    Raises
        ValueError: lengths that differ, too few data, a fill value of another shape. NotImplementedError: another kind.
    Example
        >>> f = cuprumx.scipy.interpolate.interp1d(cuprum.arange(3.), cuprum.array([0., 10., 30.]))
        >>> f(cuprum.array([0.5, 1.5]))
        array([ 5., 20.])
    """

    def __init__(
        self,
        x,
        y,
        kind: str | int = "linear",
        axis=-1,
        copy=True,
        bounds_error=None,
        fill_value: object = np.nan,
        assume_sorted=False,
    ):
        self._made = core._Interp1d(x, y, kind, axis, copy, bounds_error, fill_value, assume_sorted)
        self.copy, self._kind = copy, kind
        goes_on = isinstance(fill_value, str) and fill_value == "extrapolate"
        # Steps go on to one side alone: of them, the library has made a pair of values.
        self._fill_value = self._made.fills if goes_on and not self._made.extrapolates else fill_value

    def __reduce__(self):
        made = self._made
        return type(self), (made.x, made.y, self._kind, made.axis, self.copy, made.bounds_error, self._fill_value, True)

    @property
    def x(self):
        """The places, ascending."""
        return self._made.x

    @property
    def y(self):
        """The values, in the order of `x`."""
        return self._made.y

    @property
    def axis(self):
        """The axis of places in `y`."""
        return self._made.axis

    @property
    def dtype(self):
        """The dtype of `y`."""
        return self._made.y.dtype

    @property
    def bounds_error(self):
        """Whether places outside are an error."""
        return self._made.bounds_error

    @bounds_error.setter
    def bounds_error(self, bounds_error):
        self._made.set_bounds_error(bounds_error)

    @property
    def fill_value(self):
        """The value outside."""
        return self._fill_value

    @fill_value.setter
    def fill_value(self, fill_value):
        self._made.set_fill_value(fill_value)
        self._fill_value = fill_value

    def __call__(self, x):
        """The values at places.

        Parameters
            x: places, of any shape.
        Returns
            The values: the axes of `x` stand where data had the axis of places.
        Raises
            ValueError: places outside, where these are an error. TypeError: complex places of a line through float64
                numbers.
        """
        return self._made(x)
