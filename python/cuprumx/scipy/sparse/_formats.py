"""The formats: csr, csc, coo, dia and bsr, as matrices and as arrays."""

import math

from cuprum import ndarray

from . import _index, _nd
from ._common import _base
from ._kinds import sparray, spmatrix
from ._parts import CLASSES, _indices, _is_shape, _pair, _sparse, array, index_array, index_dtype, wrap
from ._reductions import Extrema


class _canonical:
    """What formats have in common that know whether an element is stored twice."""

    @property
    def has_canonical_format(self):
        """Whether indices are known to be sorted, of coo row by row, and no element or block to be stored twice."""
        return self._m.has_canonical_format

    @has_canonical_format.setter
    def has_canonical_format(self, value):
        self._m.set_canonical(value)

    def sum_duplicates(self):
        """Sums up elements or blocks that are stored several times, in place."""
        self._m = self._m.sum_duplicates()

    def eliminate_zeros(self):
        """Removes stored elements, or blocks, that are zero, in place."""
        self._m = self._m.eliminate_zeros()


class _ordered(_canonical):
    """What formats with an order of their indices have in common."""

    _own_parts = "data", "indices", "indptr"
    indices = index_array("indices", "Where each stored element or block stands in its row or, of csc, its column.")
    indptr = index_array(
        "indptr",
        "Where each row or, of csc, column begins among the stored elements or blocks, and where the last ends.",
    )

    @property
    def has_sorted_indices(self):
        """Whether the indices of each row or column, or row of blocks, ascend."""
        return self._m.has_sorted_indices

    @has_sorted_indices.setter
    def has_sorted_indices(self, value):
        self._m.set_sorted(value)

    def sort_indices(self):
        """Sorts the indices of each row or column, or row of blocks, in place."""
        self._m = self._m.sorted_indices()

    def sorted_indices(self):
        """A copy whose indices are sorted."""
        made = self.copy()
        made.sort_indices()
        return made

    def prune(self):
        """Removes what lies behind the last stored element or block."""
        core = self._m
        count = core.nnz // math.prod(core.data.shape[1:])
        if len(core.data) != count:
            parts = core.data[:count].copy(), core.indices[:count].copy(), core.indptr
            self._m = self._assembled(*parts, self.shape)

    def check_format(self, full_check=True):
        """Raises ValueError where the indices do not fit the matrix.

        Parameters
            full_check: accepted; all indices are looked at in any case, when they are first used.
        """
        self._m.nnz  # noqa: B018


class _compressed_base(_index.Indexed, Extrema, _ordered, _base):
    """What csr and csc have in common."""

    def _assembled(self, data, indices, indptr, shape):
        return _sparse.compressed(self._format, data, indices, indptr, shape, index_dtype((indices, indptr), True))

    def _own(self, name):
        if name != "shape" and "_replaced" not in self.__dict__:
            self.prune()  # as SciPy's constructor does, but when somebody looks
        return super()._own(name)

    @classmethod
    def _from_parts(cls, data, indices, indptr, shape, has_canonical_format=None, has_sorted_indices=None):
        """A matrix or array of these, whose indices keep their dtype; a name of CuPy's insides, as `_with_data`."""
        core = _sparse.compressed(cls._format, data, indices, indptr, shape, index_dtype((indices, indptr), True))
        if has_sorted_indices:
            core.set_sorted(True)
        if has_canonical_format:
            core.set_canonical(True)
        return wrap(core, cls._is_array)


class _csr_base(_compressed_base):
    _format = "csr"


class _csc_base(_compressed_base):
    _format = "csc"


class _bsr_base(Extrema, _ordered, _base):
    _format = "bsr"

    def __init__(self, arg1, shape=None, dtype=None, copy=False, blocksize=None, *, maxprint=None):
        self._fill(arg1, shape, dtype, copy, maxprint, None if blocksize is None else _pair(blocksize))

    def _made_of(self, arg1, shape, dtype, blocksize):
        if isinstance(arg1, tuple) and len(arg1) == 3 and not _is_shape(arg1):
            data = array(arg1[0])
            if data.ndim != 3:
                raise ValueError(f"BSR data must be 3-dimensional, got shape={data.shape}")
            if blocksize is not None and blocksize != data.shape[1:]:
                raise ValueError(f"mismatching blocksize={blocksize} vs {data.shape[1:]}")
            indices, indptr = _indices(arg1[1]), _indices(arg1[2])
            return _sparse.bsr_matrix(data, indices, indptr, shape, index_dtype((indices, indptr), self._is_array))
        core = super()._made_of(arg1, shape, dtype)
        if isinstance(core, _sparse.Tensor):
            raise ValueError(f"bsr arrays don't support {len(core.shape)}D input. Use 2D")
        return core if blocksize is None else _sparse.tobsr(core, *blocksize)

    @property
    def blocksize(self):
        """Rows and columns of a block."""
        return tuple(self._m.block_shape)

    def _assembled(self, data, indices, indptr, shape):
        return _sparse.bsr_matrix(data, indices, indptr, shape, index_dtype((indices, indptr), True))

    def _getnnz(self, axis=None):
        if axis is not None:
            raise NotImplementedError("_getnnz over an axis is not implemented for BSR format")
        return self.nnz

    def __getitem__(self, key):
        raise NotImplementedError("a matrix of blocks (bsr) takes no indices; convert it to csr")

    def __setitem__(self, key, value):
        raise NotImplementedError("a matrix of blocks (bsr) takes no indices; convert it to csr")


class _coo_base(Extrema, _canonical, _base):
    _format = "coo"
    _own_parts = "data", "row", "col"

    @classmethod
    def _from_parts(cls, data, row, col, shape, has_canonical_format=False):
        """A matrix or array of these, whose indices keep their dtype; a name of CuPy's insides, as `_with_data`."""
        core = _sparse.coo_matrix(data, row, col, shape, True, index_dtype((row, col), True))
        core.set_canonical(has_canonical_format)
        return wrap(core, cls._is_array)

    def _assembled(self, data, row, col, shape):
        return _sparse.coo_matrix(data, row, col, shape, False, index_dtype((row, col), True))

    row = index_array("row", "The row of each stored element.")
    col = index_array("col", "The column of each stored element.")

    @property
    def coords(self):
        """The rows and the columns of the stored elements."""
        return self.row, self.col

    @coords.setter
    def coords(self, values):
        values = tuple(map(_indices, values))
        if len(values) != 2:
            raise ValueError(f"coords of 2 dimensions are two arrays, rows and columns, not {len(values)}")
        self._replace(row=values[0], col=values[1])

    def dot(self, other):
        """The product by a number, an array without axes, a vector, a matrix or a sparse matrix.

        Parameters
            other: what to multiply by.
        """
        if isinstance(other, ndarray) and other.ndim == 0:
            return self * other
        return super().dot(other)

    def tensordot(self, other, axes: object = 2):
        """Sums of products over pairs of axes.

        Parameters
            other: sparse or dense array.
            axes: how many, the last of this array and the first of the other; or two lists of them.
        """
        return _nd.tensordot(self, other, axes)


class _dia_base(_base):
    _format = "dia"
    _own_parts = "data", "offsets"

    def _assembled(self, data, offsets, shape):
        return _sparse.dia_matrix(data, offsets, shape)

    offsets = index_array("offsets", "The number of each diagonal.")


_PARAMETERS = """
    Parameters
        arg1: {parts}
        shape: the numbers of rows and columns, where `arg1` does not tell them.
        dtype: the dtype of the elements.
        copy: whether arrays that are given are copied.
        maxprint: how many elements are printed at most.
    Raises
        ValueError: parts that do not fit each other. Indices out of bounds raise it when the matrix is first used.
    Example
        >>> sparse.{name}({arguments}).toarray()
        array([[1., 0.],
               [0., 2.]])
    """
_PARTS = """a dense matrix; a sparse one of any format, SciPy's too; (rows, columns), for no elements; {own}"""
_OWN = {
    "csr": "(data, (row, col)); or (data, indices, indptr), the elements' columns, where each row begins among them.",
    "csc": "(data, (row, col)); or (data, indices, indptr), the elements' rows, where each column begins among them.",
    "coo": "or (data, (row, col)).",
    "bsr": "(data, (row, col)); or (data, indices, indptr), blocks, their columns, where each row of blocks begins.",
    "dia": "or (data, offsets), where data[k, j] stands in column j on the diagonal offsets[k].",
}
_EXAMPLE = {
    "csr": "(cp.array([1., 2.]), cp.array([0, 1]), cp.array([0, 1, 2]))",
    "csc": "(cp.array([1., 2.]), cp.array([0, 1]), cp.array([0, 1, 2]))",
    "coo": "(cp.array([1., 2.]), (cp.array([0, 1]), cp.array([0, 1])))",
    "bsr": "cp.array([[1., 0.], [0., 2.]])",
    "dia": "(cp.array([[1., 2.]]), [0]), shape=(2, 2)",
}
_WHAT = {
    "csr": "with its elements stored row by row",
    "csc": "with its elements stored column by column",
    "coo": "with its elements stored as coordinates",
    "dia": "with its elements stored as diagonals",
    "bsr": "with rows of dense blocks stored",
}


_BLOCKSIZE = "    blocksize: rows and columns of a block; by default blocks that few zeros fill up.\n    "


def _make(format, base, is_array, **members):
    kind = "array" if is_array else "matrix"
    bases = (base, sparray) if is_array else (spmatrix, base)
    name = f"{format}_{kind}"
    text = f"A sparse {kind} {_WHAT[format]}.\n" + _PARAMETERS.format(
        parts=_PARTS.format(own=_OWN[format]), name=name, arguments=_EXAMPLE[format]
    )
    if format == "bsr":
        text = text.replace("    maxprint:", f"{_BLOCKSIZE}    maxprint:")
    members |= {"_is_array": is_array, "__doc__": text, "__module__": "cuprumx.scipy.sparse"}
    made = CLASSES[is_array, format] = type(name, bases, members)
    return made


class _coo_arrays(_index.Indexed, _coo_base):
    """Coordinates of any number of dimensions."""

    _ndims = None


class _coo_matrices(_index.Read, _coo_base):
    """Coordinates of rows and columns, which are read by indices, as in CuPy."""


csr_matrix, csr_array = _make("csr", _csr_base, False), _make("csr", _csr_base, True, _ndims=(1, 2))
csc_matrix, csc_array = (_make("csc", _csc_base, kind) for kind in (False, True))
coo_matrix, coo_array = _make("coo", _coo_matrices, False), _make("coo", _coo_arrays, True)
dia_matrix, dia_array = (_make("dia", _dia_base, kind) for kind in (False, True))
bsr_matrix, bsr_array = (_make("bsr", _bsr_base, kind) for kind in (False, True))


class _coo_tensor(_nd.Many, coo_array):
    """A coo_array of one, three or more dimensions."""


class _csr_vector(_nd.Many, csr_array):
    """A csr_array of one dimension: its elements are those of one row."""

    _own_parts = _csr_base._own_parts

    def _own_of_core(self, name):
        if name == "indices":
            return self._m.coords[0]
        return array([0, self.nnz], self.indices.dtype) if name == "indptr" else getattr(self._m, name)

    def _assembled(self, data, indices, indptr, shape):
        index = index_dtype((indices, indptr), True)
        row = _sparse.compressed("csr", data, indices, indptr, (1, *shape), index)
        return _sparse.Tensor(row.data[: row.nnz], [row.indices[: row.nnz]], shape, False, index)

    @property
    def coords(self):
        """The place of the stored elements, as a tuple of one array."""
        return (self.indices,)

    @coords.setter
    def coords(self, values):
        (self.indices,) = values

    has_sorted_indices = _coo_base.has_canonical_format

    def sort_indices(self):
        self._m = self._m.sum_duplicates()

    def prune(self):
        pass


for _cls, _name in ((_coo_tensor, "coo"), (_csr_vector, "csr")):
    _cls.__name__ = _cls.__qualname__ = f"{_name}_array"
    _cls.__module__ = "cuprumx.scipy.sparse"
    CLASSES[_name] = _cls


def isspmatrix(x) -> bool:
    """Whether `x` is a sparse matrix (no sparse array) of this module.

    Parameters
        x: anything.
    Example
        >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
        >>> sparse.isspmatrix(a), sparse.isspmatrix(sparse.csr_array(a))
        (True, False)
    """
    return isinstance(x, spmatrix)


def _is_a(cls):
    def check(x):
        return isinstance(x, cls)

    format = cls.__name__.removesuffix("_matrix")
    check.__name__ = check.__qualname__ = f"isspmatrix_{format}"
    check.__doc__ = f"""Whether `x` is a {format} matrix.

    Parameters
        x: anything.
    Returns
        bool.
    Example
        >>> a = sparse.eye(2, format="{format}")
        >>> sparse.isspmatrix_{format}(a), sparse.isspmatrix_{format}(a.toarray())
        (True, False)
    """
    return check


isspmatrix_csr, isspmatrix_csc, isspmatrix_coo = map(_is_a, (csr_matrix, csc_matrix, coo_matrix))
isspmatrix_bsr, isspmatrix_dia = map(_is_a, (bsr_matrix, dia_matrix))
