"""The formats: csr, csc, coo and dia, as matrices and as arrays."""


from . import _index
from ._base import (
    _MAX, _MIN, _NANMAX, _NANMIN, CLASSES, _base, _into, _sparse, array, check_axis, sparray, spmatrix,
)  # fmt: skip


class _lines(_index.Indexed, _base):
    """What csr and csc have in common."""

    @property
    def indices(self):
        """The column (csr) or row (csc) of each stored element."""
        return self._m.indices

    @indices.setter
    def indices(self, values):
        self._m = _sparse.lines_of(self._format, self._m.data, array(values), self._m.indptr, *self.shape)

    @property
    def indptr(self):
        """Where each row (csr) or column (csc) begins among the stored elements, and where the last ends."""
        return self._m.indptr

    @indptr.setter
    def indptr(self, values):
        self._m = _sparse.lines_of(self._format, self._m.data, self._m.indices, array(values), *self.shape)

    @property
    def has_sorted_indices(self):
        """Whether the indices of each row or column ascend."""
        return self._m.sorted

    @has_sorted_indices.setter
    def has_sorted_indices(self, value):
        self._m.set_sorted(value)

    @property
    def has_canonical_format(self):
        """Whether indices are sorted and no element is stored twice."""
        return self._m.canonical

    @has_canonical_format.setter
    def has_canonical_format(self, value):
        self._m.set_canonical(value)

    def sort_indices(self):
        """Sorts the indices of each row or column, in place."""
        self._m = self._m.sorted_indices()

    def sorted_indices(self):
        """A copy whose indices are sorted."""
        made = self.copy()
        made.sort_indices()
        return made

    def sum_duplicates(self):
        """Sums up elements that are stored several times, in place."""
        self._m = self._m.sum_duplicates()

    def eliminate_zeros(self):
        """Removes stored elements that are zero, in place."""
        self._m = self._m.eliminate_zeros()

    def prune(self):
        """Removes what lies behind the last stored element."""
        core, nnz = self._m, self._m.nnz
        if core.data.size != nnz:
            self._m = _sparse.lines_of(
                self._format, core.data[:nnz].copy(), core.indices[:nnz].copy(), core.indptr, *self.shape
            )

    def check_format(self, full_check=True):
        """Raises ValueError where the indices do not fit the matrix.

        Parameters
            full_check: accepted; all indices are looked at in any case, when they are first used.
        """
        self._m.nnz  # noqa: B018

    def max(self, axis=None, out=None, *, explicit=False):
        """The largest elements.

        Parameters
            axis: 0 of columns, 1 of rows, None of all.
            out: None.
            explicit: whether zeros that are not stored are left out.
        Returns
            A coo matrix of one row or column, or one number.
        """
        return self._reduced(_MAX, axis, out, explicit)

    def min(self, axis=None, out=None, *, explicit=False):
        """The smallest elements.

        Parameters
            axis: 0 of columns, 1 of rows, None of all.
            out: None.
            explicit: whether zeros that are not stored are left out.
        Returns
            A coo matrix of one row or column, or one number.
        """
        return self._reduced(_MIN, axis, out, explicit)

    def nanmax(self, axis=None, out=None, *, explicit=False):
        """The largest elements that are not NaN, as `max`.

        Parameters
            axis: 0 of columns, 1 of rows, None of all.
            out: None.
            explicit: whether zeros that are not stored are left out.
        """
        return self._reduced(_NANMAX, axis, out, explicit)

    def nanmin(self, axis=None, out=None, *, explicit=False):
        """The smallest elements that are not NaN, as `min`.

        Parameters
            axis: 0 of columns, 1 of rows, None of all.
            out: None.
            explicit: whether zeros that are not stored are left out.
        """
        return self._reduced(_NANMIN, axis, out, explicit)

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


class _csr_base(_lines):
    _format = "csr"


class _csc_base(_lines):
    _format = "csc"


class _coo_base(_index.Read, _base):
    _format = "coo"

    @property
    def row(self):
        """The row of each stored element."""
        return self._m.row

    @row.setter
    def row(self, values):
        self._m = _sparse.coordinates(self._m.data, array(values), self._m.col, self.shape, False)

    @property
    def col(self):
        """The column of each stored element."""
        return self._m.col

    @col.setter
    def col(self, values):
        self._m = _sparse.coordinates(self._m.data, self._m.row, array(values), self.shape, False)

    @property
    def coords(self):
        """The rows and the columns of the stored elements."""
        return self._m.row, self._m.col

    @property
    def has_canonical_format(self):
        """Whether the elements are known to stand row by row, none of them twice."""
        return self._m.canonical

    @has_canonical_format.setter
    def has_canonical_format(self, value):
        self._m.set_canonical(value)

    def sum_duplicates(self):
        """Sums up elements that are stored several times, in place."""
        self._m = self._m.sum_duplicates()

    def eliminate_zeros(self):
        """Removes stored elements that are zero, in place."""
        self._m = self._m.eliminate_zeros()


class _dia_base(_base):
    _format = "dia"

    @property
    def offsets(self):
        """The number of each diagonal."""
        return self._m.offsets


_PARAMETERS = """
    Parameters
        arg1: {parts}
        shape: the numbers of rows and columns, where `arg1` does not tell them.
        dtype: the dtype of the elements.
        copy: whether arrays that are given are copied.
        maxprint: how many elements are printed at most.
    Raises
        ValueError: parts that do not fit each other. Indices out of bounds raise it when the matrix is first used.
    """
_PARTS = """a dense matrix; a sparse one of any format, SciPy's too; (rows, columns), for no elements; {own}"""
_OWN = {
    "csr": "(data, (row, col)); or (data, indices, indptr), the columns of the elements and where each row begins among them.",
    "csc": "(data, (row, col)); or (data, indices, indptr), the rows of the elements and where each column begins among them.",
    "coo": "or (data, (row, col)).",
    "dia": "or (data, offsets), where data[k, j] stands in column j on the diagonal offsets[k].",
}
_WHAT = {
    "csr": "with its elements stored row by row",
    "csc": "with its elements stored column by column",
    "coo": "with its elements stored as coordinates",
    "dia": "with its elements stored as diagonals",
}


def _make(format, base, is_array):
    kind = "array" if is_array else "matrix"
    bases = (base, sparray) if is_array else (spmatrix, base)
    name = f"{format}_{kind}"
    text = f"A sparse {kind} {_WHAT[format]}.\n" + _PARAMETERS.format(parts=_PARTS.format(own=_OWN[format]))
    return type(name, bases, {"_is_array": is_array, "__doc__": text, "__module__": "cuprumx.scipy.sparse"})


csr_matrix, csr_array = (_make("csr", _csr_base, kind) for kind in (False, True))
csc_matrix, csc_array = (_make("csc", _csc_base, kind) for kind in (False, True))
coo_matrix, coo_array = (_make("coo", _coo_base, kind) for kind in (False, True))
dia_matrix, dia_array = (_make("dia", _dia_base, kind) for kind in (False, True))
for _cls in (csr_matrix, csr_array, csc_matrix, csc_array, coo_matrix, coo_array, dia_matrix, dia_array):
    CLASSES[_cls._is_array, _cls._format] = _cls


def isspmatrix(x):
    """Whether `x` is a sparse matrix (no sparse array) of this module.

    Parameters
        x: anything.
    """
    return isinstance(x, spmatrix)


def isspmatrix_csr(x):
    """Whether `x` is a csr matrix.

    Parameters
        x: anything.
    """
    return isinstance(x, csr_matrix)


def isspmatrix_csc(x):
    """Whether `x` is a csc matrix.

    Parameters
        x: anything.
    """
    return isinstance(x, csc_matrix)


def isspmatrix_coo(x):
    """Whether `x` is a coo matrix.

    Parameters
        x: anything.
    """
    return isinstance(x, coo_matrix)


def isspmatrix_dia(x):
    """Whether `x` is a dia matrix.

    Parameters
        x: anything.
    """
    return isinstance(x, dia_matrix)
