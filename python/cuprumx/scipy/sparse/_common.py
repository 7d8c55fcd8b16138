"""What all classes of sparse matrices have in common: Python's spelling of what `cuprum._core._scipy_sparse`
computes."""

import types

from ._arithmetic import Arithmetic
from ._conversions import Conversions
from ._initialization import Initialization
from ._parts import Sparse, _sparse, array, listing, wrap
from ._products import Products
from ._reductions import Reductions

_NAMES = {
    "csr": "Compressed Sparse Row",
    "csc": "Compressed Sparse Column",
    "coo": "COOrdinate",
    "dia": "DIAgonal",
    "bsr": "Block Sparse Row",
}


class _base(Initialization, Conversions, Arithmetic, Products, Reductions, Sparse):
    """What all sparse matrices and arrays have in common."""

    __array_priority__ = 101
    __hash__ = None
    _is_array = False
    _ndims = (2,)  # how many dimensions there may be; None for any number
    ndim = 2
    __class_getitem__ = classmethod(types.GenericAlias)
    maxprint = 50

    def _wrap(self, core):
        return wrap(core, self._is_array)

    def _like(self, core):
        """In this matrix's own format."""
        return wrap(core if core.format == self._format else core.to_format(self._format), self._is_array)

    @property
    def format(self):
        """The name of the format: "csr", "csc", "coo", "dia" or "bsr"."""
        return self._format

    @property
    def dtype(self):
        """The dtype of the elements."""
        return self._m.dtype if "_m" in self.__dict__ else self.data.dtype

    @property
    def device(self):
        """The device that holds the elements."""
        return self.data.device

    @property
    def shape(self):
        """How many rows and columns there are."""
        return self._own("shape")

    @property
    def nnz(self):
        """How many elements are stored, zeros among them included."""
        return self._m.nnz

    @property
    def size(self):
        """How many elements are stored."""
        return self._m.nnz

    @property
    def data(self):
        """The stored elements. Others may have another length, if the other parts are replaced too before the matrix
        is used."""
        return self._own("data")

    @data.setter
    def data(self, values):
        values = array(values)
        if "_m" in self.__dict__ and values.shape == self._m.data.shape:
            self._m = self._m.with_data(values)
        else:
            self._replace(data=values)

    @property
    def T(self):
        """The transposed matrix."""
        return self.transpose()

    @property
    def mT(self):
        """The transposed matrix."""
        return self.transpose()

    @property
    def real(self):
        """The real part of each element."""
        return self._wrap(self._m.with_data(self._m.data.real.copy()))

    @property
    def imag(self):
        """The imaginary part of each element."""
        return self._wrap(self._m.with_data(self._m.data.imag.copy()))

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use getnnz() or shape[0]")

    def __bool__(self):
        if self.shape == (1, 1):
            return self.nnz != 0
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all().")

    def __iter__(self):
        rows = self.tocsr()
        for i in range(self.shape[0]):
            row = rows[i : i + 1]
            yield wrap(_sparse.tensor_from_matrix(row._m, self.shape[1:]), True, "csr") if self._is_array else row

    def __repr__(self):
        name = _NAMES[self._format]
        kind = "array" if self._is_array else "matrix"
        extra = ""
        if self._format == "dia":
            extra = f" ({self._m.offsets.size} diagonals)"
        elif self._format == "bsr":
            extra = f" (blocksize={'x'.join(map(str, self._m.block_shape))})"
        return (
            f"<{name} sparse {kind} of dtype '{self.dtype}'\n"
            f"\twith {self.nnz} stored elements{extra} and shape {self.shape}>"
        )

    def _elements(self):
        """The coordinates of each axis and the values, on the host."""
        core = self._m.to_format("coo")
        return (core.row.get(), core.col.get()), core.data.get()

    def __str__(self):
        return listing(repr(self), *self._elements(), self.maxprint)

    def _repr_html_(self):
        from cuprum._html import sparse_html  # notebooks alone need it

        return sparse_html(repr(self), *self._elements())
