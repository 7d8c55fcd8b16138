"""Arithmetic, comparisons and functions of sparse matrices, element by element."""

import operator

import numpy

import cuprum
from cuprum import ndarray

from ._parts import (
    _sparse,
    _warn_dense,
    array,
    core_of,
    is_scalar,
    is_sparse_like,
    of_tensor,
    wrap,
)

_COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "gt": "greater", "le": "less_equal", "ge": "greater_equal",
}  # fmt: skip


def _number(x):
    return x.item() if isinstance(x, (ndarray, numpy.ndarray)) else x


def _elementwise(name):
    ufunc = getattr(cuprum, name)

    def method(self):
        return self._wrap(_sparse.elementwise(ufunc, self._m))

    method.__name__ = name
    method.__doc__ = (
        f"`{name}` of each element, which is zero where the element is.\n\nReturns\n    A matrix of the same format."
    )
    return method


def _comparison(name):
    def compare(self, other):
        return self._compare(other, name)

    compare.__name__ = f"__{name}__"
    return compare


def _broadcast(one, other):
    """Whether two shapes have a common one."""
    try:
        numpy.broadcast_shapes(tuple(one), tuple(other))
    except ValueError:
        return False
    return True


def _of_two(name, which):
    def method(self, other):
        return self._extremum(other, name)

    method.__name__ = name
    method.__doc__ = f"""The {which} of two elements, everywhere.

        Parameters
            other: a number, a sparse matrix or a dense array.
        Returns
            A sparse matrix, or an array beside a dense one.
        """
    return method


class Arithmetic:
    """What is computed element by element."""

    def _with_each(self, function):
        core = self._m.sum_duplicates() if self._format != "dia" else self._m
        return self._wrap(core.with_data(function(core.data)))

    def _scaled(self, by):
        return self._wrap(_sparse.multiply(self._m, by))

    def _of_core(self, core, format="csr"):
        """A matrix or array of what C++ gives; arrays of one, three and more dimensions have a format of their own."""
        return wrap(core, self._is_array) if isinstance(core, _sparse.Matrix) else of_tensor(core, format)

    def _binary(self, other, operation):
        return self._of_core(_sparse.binary(self._m, core_of(other), operation))

    def __abs__(self):
        return self._wrap(_sparse.elementwise(cuprum.absolute, self._m))

    def __round__(self, ndigits=0):
        return self._with_each(lambda data: cuprum.around(data, ndigits))

    def __neg__(self):
        if self.dtype.kind == "b":
            raise NotImplementedError("negating a boolean sparse array is not supported")
        return self._wrap(self._m.with_data(-self._m.data))

    def _sum(self, other, operation, doing):
        if is_sparse_like(other):
            return self._binary(other, operation)
        if is_scalar(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError(f"{doing} a sparse array is not supported")
        if isinstance(other, ndarray):
            return getattr(cuprum, operation)(self.toarray(), self._broadcast(other))
        return NotImplemented

    def __add__(self, other):
        return self._sum(other, "add", "adding a nonzero scalar to")

    __radd__ = __add__

    def __sub__(self, other):
        return self._sum(other, "subtract", "subtracting a nonzero scalar from")

    def __rsub__(self, other):
        if is_sparse_like(other):
            return wrap(core_of(other), self._is_array) - self
        if is_scalar(other):
            if other == 0:
                return -self.copy()
            raise NotImplementedError("subtracting a sparse array from a nonzero scalar is not supported")
        if isinstance(other, ndarray):
            return cuprum.subtract(self._broadcast(other), self.toarray())
        return NotImplemented

    def _broadcast(self, dense):
        try:
            fits = numpy.broadcast_shapes(self.shape, dense.shape)
        except ValueError:
            fits = ()
        if len(fits) != max(self.ndim, 2 if dense.ndim == 2 else 0):
            raise ValueError(f"inconsistent shapes: {self.shape} and {dense.shape}")
        return dense

    def multiply(self, other):
        """The product element by element.

        Parameters
            other: a number, a sparse matrix, or a dense array; broadcast where it has one row or one column.
        Returns
            A sparse matrix.
        """
        if is_scalar(other):
            return self._scaled(other)
        if is_sparse_like(other):
            return self._of_core(_sparse.multiply(self._m, core_of(other)))
        return self._of_core(_sparse.multiply(self._m, array(other)), "coo")

    def __truediv__(self, other):
        if is_sparse_like(other):
            return _sparse.divide(self._m, core_of(other))
        if is_scalar(other):
            return self._wrap(_sparse.divide(self._m, other))
        if isinstance(other, ndarray):
            return self._of_core(_sparse.divide(self._m, other), "coo")
        return NotImplemented

    def __rtruediv__(self, other):
        return NotImplemented

    # As in SciPy and CuPy: who else holds this matrix, or its elements, sees them change. Elements whose dtype does not
    # hold the products are replaced, as in CuPy.

    def __imul__(self, other):
        if not is_scalar(other):
            return NotImplemented
        self._m = _sparse.multiply_in_place(self._m, other)
        return self

    def __itruediv__(self, other):
        if not is_scalar(other):
            return NotImplemented
        self._m = _sparse.divide_in_place(self._m, other)
        return self

    def power(self, n, dtype=None):
        """Each element raised to a power.

        Parameters
            n: a number, not zero.
            dtype: the dtype of the result.
        """
        if not is_scalar(n):
            raise NotImplementedError("input is not scalar")
        return self._wrap(_sparse.power(self._m, _number(n), dtype))

    def _compare(self, other, name):
        if is_sparse_like(other):
            if name in ("eq", "ne") and not _broadcast(self.shape, other.shape):
                return name == "ne"
            found = _sparse.compare(self._m, core_of(other), _COMPARISONS[name])
            if not isinstance(found, ndarray):
                return self._of_core(found)
            _warn_dense(
                f"Comparing sparse matrices using {name} is inefficient, try using the opposite comparison instead."
            )
            return self._full(found)
        if is_scalar(other):
            other = _number(other)
            found = _sparse.compare(self._m, other, _COMPARISONS[name])
            if isinstance(found, ndarray):
                _warn_dense(
                    f"Comparing a sparse matrix with a scalar by {name} is true of zeros, and so of most elements."
                )
                made = self._full(found)
            else:
                made = self._wrap(found)
            return self._like(made._m) if other != other else made  # SciPy keeps the format beside NaN alone
        if isinstance(other, ndarray):
            return getattr(operator, name)(self.toarray(), other)
        return NotImplemented

    def _full(self, dense):
        return wrap(_sparse.from_dense(dense, "csc" if self._format == "csc" else "csr"), self._is_array)

    __eq__, __ne__, __lt__, __gt__, __le__, __ge__ = map(_comparison, ("eq", "ne", "lt", "gt", "le", "ge"))

    def _extremum(self, other, name):
        if is_sparse_like(other):
            return self._binary(other, name)
        if is_scalar(other):
            found = _sparse.extremum(self._m, _number(other), name)
            if not isinstance(found, ndarray):
                return self._wrap(found)
            _warn_dense(f"Taking the {name} with a number other than zero makes a dense matrix.")
            return self._like(self._full(found)._m)
        if isinstance(other, ndarray):
            return getattr(cuprum, name)(self.toarray(), other)
        raise TypeError(f"unsupported operand of {name}: {type(other).__name__}")

    maximum, minimum = _of_two("maximum", "larger"), _of_two("minimum", "smaller")


for _name in (
    "arcsin", "arcsinh", "arctan", "arctanh", "ceil", "deg2rad", "expm1", "floor", "log1p", "rad2deg", "rint", "sign",
    "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
):  # fmt: skip
    setattr(Arithmetic, _name, _elementwise(_name))
