"""Sums, means, extrema, diagonals and counts of sparse matrices."""

import operator

from ._parts import _into, _sparse, of_tensor, wrap


class Reductions:
    """What is computed from many elements."""

    def _kept(self, vector, axis):
        """A vector of results in the shape that SciPy gives them."""
        if self._is_array or vector.ndim == 0:
            return vector
        (axis,) = axis if isinstance(axis, tuple) else (axis,)
        return vector.reshape(1, -1) if axis in (0, -2) else vector.reshape(-1, 1)

    def sum(self, axis=None, dtype=None, out=None):
        """Sums of elements.

        Parameters
            axis: 0 for those of columns, 1 for those of rows, None for that of all.
            dtype: the dtype of the result.
            out: array to write to.
        Returns
            An array; of a matrix with two dimensions.
        """
        return _into(out, self._kept(_sparse.sum(self._m, axis, dtype), axis))

    def mean(self, axis=None, dtype=None, out=None):
        """Means of all elements, the zeros included.

        Parameters
            axis: 0 for those of columns, 1 for those of rows, None for that of all.
            dtype: the dtype of the result.
            out: array to write to.
        """
        return _into(out, self._kept(_sparse.mean(self._m, axis, dtype), axis))

    def _reduced(self, how, axis, out, explicit):
        if out is not None:
            raise ValueError("Sparse arrays do not support an 'out' parameter.")
        values = _sparse.extrema(self._m, how, axis, explicit)
        if values.ndim == 0:
            return values
        if self._is_array:
            return of_tensor(_sparse.tensor_from_dense(values), self._format if self.ndim != 2 else "coo")
        return wrap(_sparse.from_dense(self._kept(values, axis), "coo"), False)

    def trace(self, offset: object = 0):
        """The sum of a diagonal.

        Parameters
            offset: which one; 0 is the main diagonal.
        """
        return self.diagonal(offset).sum()

    def diagonal(self, k=0):
        """The elements of a diagonal.

        Parameters
            k: which one; 0 is the main diagonal.
        Returns
            An array.
        """
        return _sparse.diagonal(self._m, operator.index(k))

    def setdiag(self, values, k=0):
        """Sets the elements of a diagonal, in place.

        Parameters
            values: a number, or an array as long as the diagonal or longer.
            k: which one; 0 is the main diagonal.
        """
        self._m = _sparse.with_diagonal(self._m, values, operator.index(k))

    def count_nonzero(self, axis=None):
        """How many elements are not zero.

        Parameters
            axis: 0 in each column, 1 in each row, None in all.
        """
        counts = _sparse.count_nonzero(self._m, axis)
        return int(counts) if axis is None else counts

    def _getnnz(self, axis=None):
        return self.nnz if axis is None else _sparse.count_stored(self._m, axis)

    def nonzero(self):
        """The rows and the columns of the elements that are not zero.

        Returns
            A tuple of two arrays.
        """
        core = self._m.to_format("coo" if self._format == "coo" else "csr").to_format("coo")
        kept = core.data != 0
        return core.row[kept], core.col[kept]


def _extremum(name, which):
    """The method of this name."""

    def method(self, axis=None, out=None, *, explicit=False):
        return self._reduced(name, axis, out, explicit)

    method.__name__, method.__qualname__ = name, f"Extrema.{name}"
    method.__doc__ = f"""The {which}.

        Parameters
            axis: 0 of columns, 1 of rows, None of all.
            out: None.
            explicit: whether zeros that are not stored are left out.
        Returns
            A coo matrix of one row or column, or one number.
        """
    return method


def _argument(name, which):
    """The method of this name."""

    def method(self, axis=None, out=None, *, explicit=False):
        found = _sparse.arguments(self._m, name == "argmax", axis, explicit)
        return _into(out, self._kept(found, axis))

    method.__name__, method.__qualname__ = name, f"Extrema.{name}"
    method.__doc__ = f"""The places of the {which} elements; the first one of equal ones.

        Parameters
            axis: 0 in columns, 1 in rows, None in all.
            out: array to write to.
            explicit: whether zeros that are not stored are left out.
        """
    return method


class Extrema:
    """The largest and the smallest elements, and their places."""

    max = _extremum("max", "largest elements")
    min = _extremum("min", "smallest elements")
    nanmax = _extremum("nanmax", "largest elements that are not NaN")
    nanmin = _extremum("nanmin", "smallest elements that are not NaN")

    argmax, argmin = _argument("argmax", "largest"), _argument("argmin", "smallest")
