"""cuSPARSE's descriptors by CuPy's names: what a matrix or vector is made of, as the library's structures tell it.

No routine of `cuprumx.cusparse` takes one, as none of CuPy's does: they take the arrays. A descriptor keeps its arrays
alive; its handle is a number that only tells descriptors apart.
"""

import itertools as _itertools

import numpy as _np

from .scipy import sparse as _sparse

_handles = _itertools.count(1)
_INDEX_TYPES = {2: 1, 4: 2, 8: 3}  # cusparseIndexType_t by the bytes of an index
_BASE_ZERO = 0
_ORDER_COL = 1
# cudaDataType by a dtype's character
_DATA_TYPES = {
    "e": 2, "f": 0, "d": 1, "F": 4, "D": 5, "b": 3, "B": 8, "h": 20, "H": 22, "i": 10, "I": 12, "l": 24, "L": 26,
    "q": 24, "Q": 26,
}  # fmt: skip
_MATRIX_SETTINGS = {"typ": (0, 1, 2, 3), "base": (0, 1), "fill_mode": (0, 1), "diag_type": (0, 1)}


def _data_type(array):
    dtype = _np.dtype(array.dtype)
    if dtype.name == "bfloat16":
        return 14
    if dtype.char not in _DATA_TYPES:
        raise TypeError(f"dtype is not supported: {dtype}")
    return _DATA_TYPES[dtype.char]


def _index_type(array):
    return _INDEX_TYPES[array.dtype.itemsize]


class MatDescriptor:
    """The kind of a matrix for cuSPARSE's older routines: `MatDescriptor.create()`. As no routine here takes one, what
    is set is checked and not kept.

    Example
        >>> cuprumx.cusparse.MatDescriptor.create().set_mat_fill_mode(1)
    """

    def __init__(self, descriptor):
        self.descriptor = descriptor

    @classmethod
    def create(cls):
        """A descriptor of a general matrix whose indices begin at 0."""
        return cls(next(_handles))

    def __reduce__(self):
        return self.create, ()

    @staticmethod
    def _check(name, value):
        if value not in _MATRIX_SETTINGS[name]:
            raise ValueError(f"{name} must be one of {_MATRIX_SETTINGS[name]}, found {value}")

    def set_mat_type(self, typ):
        """Sets cusparseMatrixType_t: 0 general, 1 symmetric, 2 Hermitian, 3 triangular."""
        self._check("typ", typ)

    def set_mat_index_base(self, base):
        """Sets whether indices begin at 0 or 1."""
        self._check("base", base)

    def set_mat_fill_mode(self, fill_mode):
        """Sets the triangle that is stored: 0 the lower, 1 the upper one."""
        self._check("fill_mode", fill_mode)

    def set_mat_diag_type(self, diag_type):
        """Sets whether the diagonal is stored (0) or of ones (1)."""
        self._check("diag_type", diag_type)


class BaseDescriptor:
    """What all descriptors share: `desc`, a number, and the fields of cuSPARSE's structure as attributes.

    Parameters
        descriptor: the number.
        get: function that gives the fields' owner for the number, or None.
        destroyer: function that is called with the number when the descriptor ends, or None.
    """

    def __init__(self, descriptor, get=None, destroyer=None):
        self.desc = descriptor
        self.get = get
        self.destroy = destroyer

    def __del__(self):
        own = vars(self)
        descriptor, destroy = own.pop("desc", None), own.get("destroy")
        if destroy is not None and descriptor is not None:
            destroy(descriptor)

    def __getattr__(self, name):
        get = vars(self).get("get")
        if get is None:
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
        return getattr(get(self.desc), name)

    @classmethod
    def _of(cls, arrays, **fields):
        values = _Fields(arrays, fields)
        return cls(next(_handles), lambda descriptor: values)


class _Fields:
    """The fields of a structure; addresses are asked for when they are read, as arrays may wait for their elements."""

    def __init__(self, arrays, fields):
        self._arrays, self._fields = arrays, fields

    def __getattr__(self, name):
        if name in self._arrays:
            return self._arrays[name].data.ptr
        if name in self._fields:
            return self._fields[name]
        raise AttributeError(name)


class SpMatDescriptor(BaseDescriptor):
    """A sparse matrix in csr, csc or coo format: `SpMatDescriptor.create(a)`.

    Its attributes are those of CuPy's descriptors: rows, cols, nnz, values, idxBase, valueType; rowOffsets, colIdx,
    rowOffsetType and colIdxType of csr matrices; rowIdx, colIdx and idxType of coo matrices. Those of csc matrices
    cannot be asked for.

    Example
        >>> a = cuprumx.scipy.sparse.csr_matrix(cp.eye(3))
        >>> cuprumx.cusparse.SpMatDescriptor.create(a).nnz
        3
    """

    @classmethod
    def create(cls, a):
        """The descriptor of a matrix.

        Raises
            TypeError: a is not sparse, or of a dtype that cuSPARSE has not.
            ValueError: a has another format.
        """
        if not _sparse.issparse(a):
            raise TypeError("expected sparse matrix")
        if a.format not in ("csr", "csc", "coo"):
            raise ValueError(f"csr, csc and coo format are supported (actual: {a.format}).")
        rows, cols = a.shape
        fields = {"rows": rows, "cols": cols, "nnz": a.nnz, "idxBase": _BASE_ZERO, "valueType": _data_type(a)}
        if a.format == "coo":
            arrays = {"rowIdx": a.row, "colIdx": a.col, "values": a.data}
            return cls._of(arrays, **fields, idxType=_index_type(a.row))
        arrays = {"rowOffsets": a.indptr, "colIdx": a.indices, "values": a.data}
        types = {"rowOffsetType": _index_type(a.indptr), "colIdxType": _index_type(a.indices)}
        made = cls._of(arrays, **fields, **types)
        if a.format == "csc":
            made._arrays, made.get = arrays, None  # cuSPARSE has no function that tells of one
        return made

    def set_attribute(self, attribute, data):
        """Sets an attribute of cusparseSpMatAttribute_t: 0 the triangle that is stored, 1 what its diagonal is."""
        if attribute not in (0, 1) or data not in (0, 1):
            raise ValueError(f"no attribute {attribute} of a sparse matrix that can be {data}")


class SpVecDescriptor(BaseDescriptor):
    """A sparse vector: `SpVecDescriptor.create(indices, values)`, with size, nnz, idx, values, idxType, idxBase and
    valueType."""

    @classmethod
    def create(cls, idx, x):
        """The descriptor of a vector of values at indices."""
        fields = {"size": x.size, "nnz": x.size, "idxType": _index_type(idx), "idxBase": _BASE_ZERO}
        return cls._of({"idx": idx, "values": x}, **fields, valueType=_data_type(x))


class DnVecDescriptor(BaseDescriptor):
    """A vector: `DnVecDescriptor.create(x)`, with size, values and valueType."""

    @classmethod
    def create(cls, x):
        """The descriptor of an array as a vector."""
        return cls._of({"values": x}, size=x.size, valueType=_data_type(x))


class DnMatDescriptor(BaseDescriptor):
    """A matrix in Fortran order: `DnMatDescriptor.create(a)`, with rows, cols, ld, values, valueType and order."""

    @classmethod
    def create(cls, a):
        """The descriptor of a matrix.

        Raises
            ValueError: a has other axes than two, or is not in Fortran order.
        """
        if a.ndim != 2:
            raise ValueError("expected 2-D matrix")
        if not a.flags.f_contiguous:
            raise ValueError("expected F-contiguous array")
        rows, cols = a.shape
        return cls._of({"values": a}, rows=rows, cols=cols, ld=rows, valueType=_data_type(a), order=_ORDER_COL)
