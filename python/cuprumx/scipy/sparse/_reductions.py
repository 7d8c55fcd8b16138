"""Sums, means, extrema, diagonals and counts of sparse matrices."""

import operator

import numpy

import cuprum

from ._parts import _into, _sparse, _sum_dtype, array, check_axis, wrap


class Reductions:
    """What is computed from many elements."""

    def _kept(self, vector, axis):
        """A vector of results in the shape that SciPy gives them."""
        if self._is_array:
            return vector
        return vector.reshape(1, -1) if axis == 0 else vector.reshape(-1, 1)

    def sum(self, axis=None, dtype=None, out=None):
        """Sums of elements.

        Parameters
            axis: 0 for those of columns, 1 for those of rows, None for that of all.
            dtype: the dtype of the result.
            out: array to write to.
        Returns
            An array; of a matrix with two dimensions.
        """
        axis = check_axis(axis)
        kind = _sum_dtype(self.dtype)
        if axis is None:
            total = _sparse.fold(self._lines(), "sum", None, dtype or kind, False)
            return _into(out, total)
        sums = _sparse.fold(self._lines(), "sum", axis, kind, False)
        if dtype is not None and sums.dtype != dtype:
            sums = sums.astype(dtype)
        return _into(out, self._kept(sums, axis))

    def mean(self, axis=None, dtype=None, out=None):
        """Means of all elements, the zeros included.

        Parameters
            axis: 0 for those of columns, 1 for those of rows, None for that of all.
            dtype: the dtype of the result.
            out: array to write to.
        """
        inexact = self.dtype.kind in "fc"
        result = numpy.dtype(dtype) if dtype is not None else self.dtype if inexact else numpy.dtype("d")
        between = result if inexact or dtype is not None else numpy.dtype("d")
        count = self._length(axis)
        if count == 0 and self.ndim == 2:
            raise ZeroDivisionError("the mean of no elements is not defined")
        if between.kind not in "fc":
            between = numpy.dtype("d")
        sums = self.astype(between, copy=False).sum(axis, dtype=between)
        return _into(out, (sums * (1.0 / count if count else numpy.nan)).astype(result))

    def _length(self, axis):
        axis = check_axis(axis)
        return self.shape[0] * self.shape[1] if axis is None else self.shape[axis]

    def _reduced(self, how, axis, out, explicit):
        if out is not None:
            raise ValueError("Sparse arrays do not support an 'out' parameter.")
        axis = check_axis(axis)
        values = _sparse.fold(self._m, how, axis, None, explicit)
        if axis is None:
            return values
        if self._is_array:
            return wrap(_sparse.tensor_from_dense(values), True)
        row = values.reshape(1, -1) if axis == 0 else values.reshape(-1, 1)
        return wrap(_sparse.from_dense(row, "coo"), False)

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
        rows, columns = self.shape
        k = operator.index(k)
        if (k > 0 and k >= columns) or (k < 0 and -k >= rows):
            raise ValueError("k exceeds array dimensions")
        length = min(rows + min(k, 0), columns - max(k, 0))
        values = array(values)
        if values.ndim > 1:
            raise ValueError("a diagonal is set to a number or to a vector")
        if values.ndim:
            length = min(length, values.size)
            values = values[:length]
        values = cuprum.broadcast_to(values.astype(self.dtype), (length,))
        places = cuprum.arange(length)
        core = _sparse.with_elements(self._lines(), places + max(-k, 0), places + max(k, 0), values)
        self._m = (
            _sparse.to_blocks(core, *self._m.block_shape) if self._format == "bsr" else core.to_format(self._format)
        )

    def count_nonzero(self, axis=None):
        """How many elements are not zero.

        Parameters
            axis: 0 in each column, 1 in each row, None in all.
        """
        axis = check_axis(axis)
        if axis is None:
            core = self._m if self._format == "dia" else self._m.sum_duplicates()
            if self._format == "dia":
                core = core.to_format("csr")
            return int(cuprum.count_nonzero(core.data[: core.nnz]))
        return _sparse.counts(self._m, axis, True)

    def _getnnz(self, axis=None):
        axis = check_axis(axis)
        return self.nnz if axis is None else _sparse.counts(self._m, axis, False)

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


class Extrema:
    """The largest and the smallest elements, and their places."""

    max = _extremum("max", "largest elements")
    min = _extremum("min", "smallest elements")
    nanmax = _extremum("nanmax", "largest elements that are not NaN")
    nanmin = _extremum("nanmin", "smallest elements that are not NaN")

    def _argument(self, largest, axis, out, explicit=False):
        axis = check_axis(axis)
        places = _sparse.argument(self._m, largest, axis, explicit)
        return _into(out, places if axis is None else self._kept(places, axis))

    def argmax(self, axis=None, out=None, *, explicit=False):
        """The places of the largest elements; the first one of equal ones.

        Parameters
            axis: 0 in columns, 1 in rows, None in all.
            out: array to write to.
            explicit: whether zeros that are not stored are left out.
        """
        return self._argument(True, axis, out, explicit)

    def argmin(self, axis=None, out=None, *, explicit=False):
        """The places of the smallest elements; the first one of equal ones.

        Parameters
            axis: 0 in columns, 1 in rows, None in all.
            out: array to write to.
            explicit: whether zeros that are not stored are left out.
        """
        return self._argument(False, axis, out, explicit)
