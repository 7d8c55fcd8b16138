"""One polynomial through all points."""

import warnings

import cuprum as cp

from ._common import asarray, core
from cuprum._placement import placed_class


@placed_class
class KroghInterpolator:
    """The polynomial through data, in Newton's basis.

    Parameters
        xi: the places, (n); of equal ones, which stand side by side, the values are derivatives of rising order.
        yi: the values, n of them along an axis.
        axis: the axis of places in `yi`.
    Raises
        ValueError: lengths that differ, equal places apart from each other. TypeError, of a call: complex places of
            a polynomial through real data.
    Example
        >>> p = cuprumx.scipy.interpolate.KroghInterpolator(cuprum.array([0., 0., 1.]), cuprum.array([1., 0., 3.]))
        >>> p(cuprum.array([2.]))
        array([9.])
    """

    def __init__(self, xi, yi, axis=0):
        self.xi = asarray(xi)
        if self.xi.size > 30:
            warnings.warn(
                f"{self.xi.size} degrees provided, degrees higher than about thirty cause problems with numerical "
                "instability with 'KroghInterpolator'",
                stacklevel=2,
            )
        yi = self._yi = asarray(yi)
        self._axis = axis
        self._made = core._Krogh(self.xi, yi, axis)
        self.c = self._made.c
        self.n, self.r = self.c.shape[0] - 1, self.c.shape[1]
        self.yi = cp.moveaxis(yi, axis, 0).reshape(self.n, self.r)
        self.dtype = self.c.dtype

    def __reduce__(self):
        return type(self), (self.xi, self._yi, self._axis)

    def __call__(self, x):
        """The values at places of any shape."""
        return self._made.derivative(asarray(x), 0)

    def derivative(self, x, der: object = 1):
        """A derivative.

        Parameters
            x: places, of any shape.
            der: which one.
        Returns
            Its values.
        """
        return self._made.derivative(asarray(x), der)

    def derivatives(self, x, der=None):
        """The values and derivatives, one after the other.

        Parameters
            x: places, of any shape.
            der: how many, with the values; by default as many as there are data.
        Returns
            An array with an axis for the derivatives in front.
        """
        return self._made.derivatives(asarray(x), der)


@placed_class
class BarycentricInterpolator:
    """The polynomial through data by the barycentric formula, stable where places lie densely near the ends.

    Parameters
        xi: the places, (n), distinct.
        yi: the values, n of them along an axis; they may be given later, by `set_yi`.
        axis: the axis of places in `yi`.
        wi: the weights, if they are known.
        rng, random_state: accepted; the weights need no random numbers.
    Raises
        ValueError: lengths that differ, equal places.
    Example
        >>> p = cuprumx.scipy.interpolate.BarycentricInterpolator(
        ...     cuprum.array([0., 1., 2.]), cuprum.array([0., 1., 4.]))
        >>> p(cuprum.array([3.]))
        array([9.])
    """

    def __init__(self, xi, yi=None, axis=0, *, wi=None, rng=None, random_state=None):
        self.xi = asarray(xi).astype(float)
        self.axis, self.dtype = axis, None
        self.set_yi(yi)
        self.n = self.xi.size
        self.wi = core._barycentric_weights(self.xi) if wi is None else asarray(wi)

    def set_yi(self, yi, axis=None):
        """Takes other values at the same places.

        Parameters
            yi: the values, n of them along an axis; None for none.
            axis: that axis; by default the one before.
        Raises
            ValueError: a length that is not that of the places.
        """
        if yi is None:
            self._yi = self.yi = None
            return
        if axis is not None:
            self.axis = axis
        yi = asarray(yi)
        if yi.ndim == 0 or yi.shape[self.axis] != self.xi.size:
            raise ValueError("x and y arrays must be equal in length along interpolation axis.")
        self._yi = yi
        self.yi = cp.moveaxis(yi, self.axis, 0).reshape(self.xi.size, -1)
        self.r = self.yi.shape[1]
        self.dtype = cp.result_type(yi.dtype, cp.float64)

    def add_xi(self, xi, yi=None):
        """Takes further places.

        Parameters
            xi: the places.
            yi: the values there, if there are values.
        Raises
            ValueError: values where there were none, or none where there were some; equal places.
        """
        if yi is not None:
            if self._yi is None:
                raise ValueError("No previous yi value to update!")
            added = cp.concatenate([self._yi, asarray(yi)], axis=self.axis)
        elif self._yi is not None:
            raise ValueError("No update to yi provided!")
        self.xi = cp.concatenate([self.xi, asarray(xi).astype(float)])
        self.n = self.xi.size
        self.wi = core._barycentric_weights(self.xi)
        if yi is not None:
            self.set_yi(added)

    def __call__(self, x):
        """The values at places of any shape."""
        return self.derivative(x, 0)

    def derivative(self, x, der: object = 1):
        """A derivative.

        Parameters
            x: places, of any shape.
            der: which one.
        Returns
            Its values.
        """
        return core._barycentric_value(self.xi, self._yi, self.axis, self.wi, asarray(x), der)

    def derivatives(self, x, der=None):
        """The values and derivatives, one after the other.

        Parameters
            x: places, of any shape.
            der: how many, with the values; by default as many as there are data.
        Returns
            An array with an axis for the derivatives in front.
        """
        return core._barycentric_values(self.xi, self._yi, self.axis, self.wi, asarray(x), der)
