"""The interpolation of older programs."""

import numpy as np

import cuprum as cp

from ._common import asarray
from ._splines import make_interp_spline

_ORDERS = {"zero": 0, "slinear": 1, "quadratic": 2, "cubic": 3}
_STEPS = ("linear", "nearest", "nearest-up", "previous", "next")


def _extrapolates(fill_value):
    return isinstance(fill_value, str) and fill_value == "extrapolate"


class interp1d:
    """A function of one variable that is known at places.

    Parameters
        x: the places, (n).
        y: the values, n of them along an axis.
        kind: 'linear', 'nearest' (halves down), 'nearest-up', 'previous', 'next', the splines 'zero', 'slinear',
            'quadratic' and 'cubic', or a spline's degree.
        axis: the axis of places in `y`.
        copy: accepted; arrays are taken as they are.
        bounds_error: whether places outside are an error; by default so unless there is a fill value.
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
        kind="linear",
        axis=-1,
        copy=True,
        bounds_error=None,
        fill_value=np.nan,
        assume_sorted=False,
    ):
        x, y = asarray(x), asarray(y)
        if y.ndim == 0:
            raise ValueError("the y array must have at least one dimension.")
        if y.shape[axis] != len(x):
            raise ValueError("x and y arrays must be equal in length along interpolation axis.")
        self.bounds_error, self.copy = bounds_error, copy
        order = None
        if isinstance(kind, int):
            order, kind = kind, "spline"
        elif kind in _ORDERS:
            order, kind = _ORDERS[kind], "spline"
        elif kind not in _STEPS:
            raise NotImplementedError(f"{kind} is unsupported: the kinds are {', '.join(_STEPS + tuple(_ORDERS))}")
        if not assume_sorted and x.ndim == 1:
            ind = cp.argsort(x)
            x, y = x[ind], cp.take(y, ind, axis=axis)
        if x.ndim != 1:
            raise ValueError("the x array must have exactly one dimension.")
        if y.dtype.kind not in "fc":
            y = y.astype(float)
        self.axis = axis % y.ndim
        self.x, self.y, self._kind = x, y, kind
        self._y = cp.moveaxis(y, self.axis, 0)
        self._rest = self._y.shape[1:]
        self._y = self._y.reshape(len(x), -1)
        least = 1 if order is None else order + 1
        if kind in ("nearest", "nearest-up"):
            half = x / 2.0
            self._bounds = half[1:] + half[:-1]
        elif kind in ("previous", "next"):
            self._shifted = cp.nextafter(x, -np.inf if kind == "previous" else np.inf)
            if _extrapolates(fill_value):
                self._may_extrapolate()
                ends = cp.take(y, -1 if kind == "previous" else 0, self.axis)
                fill_value = (np.nan, ends) if kind == "previous" else (ends, np.nan)
        elif kind == "spline":
            xx, yy, self._nan = x, self._y, False
            if order > 1:
                bad = cp.isnan(x)
                if bool(bad.any()):
                    if bool(bad.all()):
                        raise ValueError("`x` array is all-nan")
                    xx = cp.linspace(cp.nanmin(x).item(), cp.nanmax(x).item(), len(x))
                    self._nan = True
                if bool(cp.isnan(self._y).any()):
                    yy, self._nan = cp.ones_like(self._y), True
            self._spline = make_interp_spline(xx, yy, k=order, check_finite=False)
        # What SciPy leaves to NumPy's function, which has other rules for NaN, infinity and equal places.
        self._by_interp = (
            kind == "linear" and y.ndim == 1 and x.dtype in ("f8", "i8") and y.dtype == "f8"
        ) and not _extrapolates(fill_value)
        if len(x) < least:
            raise ValueError(f"x and y arrays must have at least {least} entries")
        self.fill_value = fill_value

    @property
    def fill_value(self):
        """The value outside."""
        return self._fill_value

    @fill_value.setter
    def fill_value(self, fill_value):
        if _extrapolates(fill_value):
            self._may_extrapolate()
            self._extrapolate = True
        else:
            both = isinstance(fill_value, tuple) and len(fill_value) == 2
            pair = fill_value if both else (fill_value, fill_value)
            self._below, self._above = (self._filling(part) for part in pair)
            self._extrapolate = False
            if self.bounds_error is None:
                self.bounds_error = True
        self._fill_value = fill_value

    def _filling(self, value):
        value, shape = asarray(np.nan if value is None else value), self._rest or (1,)
        try:
            if value.ndim > len(shape):
                raise ValueError
            return cp.broadcast_to(value, shape).ravel()
        except ValueError:
            raise ValueError(
                f"fill_value argument must be able to broadcast up to shape {shape} but had shape {value.shape}"
            ) from None

    def _may_extrapolate(self):
        if self.bounds_error:
            raise ValueError("Cannot extrapolate and raise at the same time.")
        self.bounds_error = False

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
        x = asarray(x)
        if x.dtype.kind not in "fc":
            x = x.astype(float)
        shape, x = x.shape, x.ravel()
        values = self._values(x)
        if not self._extrapolate:
            below, above = x < self.x[0], x > self.x[-1]
            if self.bounds_error:
                for outside, side, limit in ((below, "below", "minimum"), (above, "above", "maximum")):
                    if bool(outside.any()):
                        value, end = x[cp.argmax(outside)], self.x[0 if side == "below" else -1]
                        raise ValueError(
                            f"A value ({value}) in x_new is {side} the interpolation range's {limit} value ({end})."
                        )
            values = cp.where(below[:, None], self._below.astype(values.dtype), values)
            values = cp.where(above[:, None], self._above.astype(values.dtype), values)
        values = values.reshape(shape + self._rest)
        if self.axis and shape:
            values = cp.moveaxis(values, list(range(len(shape))), list(range(self.axis, self.axis + len(shape))))
        return values

    def _values(self, x):
        n = len(self.x)
        if self._kind == "spline":
            values = self._spline(x)
            return cp.full_like(values, np.nan) if self._nan else values
        if self._by_interp:
            return cp.interp(x, self.x, self._y[:, 0])[:, None]
        if self._kind == "linear":
            at = cp.searchsorted(self.x, x).clip(1, n - 1)
            low, high = self.x[at - 1], self.x[at]
            y0 = self._y[at - 1]
            slope = (self._y[at] - y0) / (high - low)[:, None]
            return slope * (x - low)[:, None] + y0
        if self._kind in ("nearest", "nearest-up"):
            side = "left" if self._kind == "nearest" else "right"
            return self._y[cp.searchsorted(self._bounds, x, side=side).clip(0, n - 1)]
        step = self._kind == "next"
        at = cp.searchsorted(self._shifted, x, side="right" if step else "left").clip(1 - step, n - step)
        return self._y[at + step - 1]
