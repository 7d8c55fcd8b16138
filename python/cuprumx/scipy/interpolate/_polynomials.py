"""One polynomial through all points."""

import cuprum as cp

from ._common import asarray, core
from cuprum._placement import placed_class


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
