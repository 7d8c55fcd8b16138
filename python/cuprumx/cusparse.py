"""cuSPARSE's routines by CuPy's names, on any device: `cuprumx.scipy.sparse` does the work, and no library is called.

Matrices are csr unless a function says otherwise; results are matrices, also of sparse arrays.
"""

import functools as _functools

import numpy as _numpy

import cuprum as _cp

from .scipy import sparse as _sparse
from .scipy.sparse import linalg as _linalg
from .scipy.sparse import _parts
from cuprum._core import _scipy_sparse as _core
from cuprum._core import _scipy_sparse_linalg as _core_linalg

from ._cusparse_descriptors import (
    BaseDescriptor,
    DnMatDescriptor,
    DnVecDescriptor,
    MatDescriptor,
    SpMatDescriptor,
    SpVecDescriptor,
)

_ROUTINES = """
    coo2csc coo2csr coosort csc2coo csc2csr csc2csrEx2 csc2dense cscsort csr2coo csr2csc csr2cscEx2 csr2csr_compress
    csr2dense csrgeam csrgeam2 csrgemm csrgemm2 csrilu02 csrmm csrmm2 csrmv csrsm2 csrsort dense2csc dense2csr
    denseToSparse gthr sparseToDense spgeam spgemm spgemm_int64 spmm spmv spsm
""".split()
_DESCRIPTORS = [BaseDescriptor, DnMatDescriptor, DnVecDescriptor, MatDescriptor, SpMatDescriptor, SpVecDescriptor]
__all__ = ["check_availability", "getVersion", *(d.__name__ for d in _DESCRIPTORS)] + [
    name for name in _ROUTINES if name not in ("gthr", "spgemm_int64")
]


def check_availability(name):
    """Whether a routine can be called here, which all can on any device.

    Parameters
        name: of the routine, such as "spmv".
    Raises
        ValueError: there is no routine of this name.
    """
    if name not in _ROUTINES:
        raise ValueError(f"cuSPARSE has no routine that CuPy calls {name}")
    return True


def getVersion():
    """The version of cuSPARSE whose routines these are: 12720, that of CUDA 13.2."""
    return 12720


# -------------------------------------------------------------------------------------------------- what all share


def _is(x, *formats):
    return _sparse.issparse(x) and x.format in formats


def _check_type(x, *formats):
    if not _is(x, *formats):
        raise TypeError(f"unsupported type {type(x)}: the matrix must be {' or '.join(formats)}")


def _check_canonical(**matrices):
    for name, x in matrices.items():
        if not x.has_canonical_format:
            raise ValueError(f"expected canonical format for {name}")


def _check_two_axes(*operands):
    if any(x.ndim != 2 for x in operands):
        raise ValueError("expected 2-D matrices")


def _check_columns(**arrays):
    for name, x in arrays.items():
        if x is not None and not x.flags.f_contiguous:
            raise ValueError(f"expected F-contiguous array for {name}")


def _check_floats(dtype, error=ValueError):
    if _numpy.dtype(dtype).char not in "fdFD":
        raise error(f"unsupported dtype {dtype}: float32, float64, complex64 and complex128 are")


def _flag(name, value):
    if value is not True and value is not False:
        raise ValueError(f"Unknown {name} (actual: {value})")
    return value


def _in_one_dtype(*operands):
    dtype = _functools.reduce(_numpy.promote_types, [x.dtype for x in operands if x is not None])
    return [x if x is None or x.dtype == dtype else x.astype(dtype) for x in operands]


def _transposed(x, is_transposed):
    return x.T if is_transposed else x


def _number(value, dtype):
    return _numpy.dtype(dtype).type(value)


def _scaled(x, factor):
    return x if factor == 1 else x * _number(factor, x.dtype)


def _written(product, out, alpha, beta):
    """alpha * product + beta * out, in `out`. What stands there is not read where beta is zero."""
    product = _scaled(product, alpha)
    if out is None:
        return product if product.ndim == 1 else _cp.asfortranarray(product)
    out[...] = product if beta == 0 else product + _scaled(out, beta)
    return out


def _as_matrix(x):
    return _parts.wrap(x._m, False)


# -------------------------------------------------------------------------------------------------------- products


def csrmv(a, x, y=None, alpha=1, beta=0, transa=False):
    """alpha * op(a) @ x + beta * y for a vector x.

    Parameters
        a: csr matrix.
        x: vector.
        y: vector that is added and written to.
        alpha, beta: factors.
        transa: whether op(a) is the transpose.
    Returns
        y, or a new vector. It is new as well where y has a narrower dtype than the operands.
    Raises
        ValueError: lengths that do not fit.
    """
    _check_columns(y=y)
    matrix = _transposed(a, transa)
    if matrix.shape[1] != len(x):
        raise ValueError("dimension mismatch")
    matrix, x, y = _in_one_dtype(matrix, x, y)
    return _written(matrix @ x, y, alpha, beta)


def csrmm(a, b, c=None, alpha=1, beta=0, transa=False):
    """alpha * op(a) @ b + beta * c for a dense matrix b.

    Parameters
        a: csr matrix.
        b, c: dense matrices in Fortran order; c is added and written to.
        alpha, beta: factors.
        transa: whether op(a) is the transpose.
    Returns
        c, or a new matrix in Fortran order.
    Raises
        ValueError: shapes that do not fit, or a dense matrix in C order.
    """
    return _dense_product(a, b, c, alpha, beta, transa, False)


def csrmm2(a, b, c=None, alpha=1.0, beta=0.0, transa=False, transb=False):
    """alpha * op(a) @ op(b) + beta * c, as `csrmm`; `transb` transposes b. Both cannot be transposed."""
    _check_two_axes(a, b)
    _check_canonical(a=a)
    if transa and transb:
        raise AssertionError("csrmm2 transposes a or b, not both")
    return _dense_product(a, b, c, alpha, beta, transa, transb)


def _dense_product(a, b, c, alpha, beta, transa, transb):
    _check_two_axes(a, b)
    _check_columns(b=b, c=c)
    left, right = _transposed(a, transa), _transposed(b, transb)
    if left.shape[1] != right.shape[0] or (c is not None and c.shape != (left.shape[0], right.shape[1])):
        raise ValueError("dimension mismatch")
    left, right, c = _in_one_dtype(left, right, c)
    return _written(left @ right, c, alpha, beta)


def spmv(a, x, y=None, alpha=1, beta=0, transa=False):
    """alpha * op(a) @ x + beta * y for a vector x.

    Parameters
        a: csr, csc or coo matrix without duplicates.
        x, y: vectors; y is added and written to.
        alpha, beta: factors.
        transa: whether op(a) is the transpose.
    Returns
        y, or a new vector.
    """
    _check_type(a, "csr", "csc", "coo")
    matrix = _transposed(a, transa)
    if matrix.shape[1] != len(x) or (y is not None and len(y) != matrix.shape[0]):
        raise ValueError("dimension mismatch")
    _check_canonical(a=a)
    matrix, x, y = _in_one_dtype(matrix, x, y)
    return _written(matrix @ x, y, alpha, beta if a.nnz else 0)  # CuPy fills y with zeros where a stores nothing


def spmm(a, b, c=None, alpha=1, beta=0, transa=False, transb=False):
    """alpha * op(a) @ op(b) + beta * c for a dense matrix b.

    Parameters
        a: csr, csc or coo matrix without duplicates.
        b, c: dense matrices in Fortran order; c is added and written to.
        alpha, beta: factors.
        transa, transb: whether op is the transpose.
    Returns
        c, or a new matrix in Fortran order.
    """
    _check_two_axes(a, b)
    _check_columns(b=b, c=c)
    _check_type(a, "csr", "csc", "coo")
    _check_canonical(a=a)
    return _dense_product(a, b, c, alpha, beta if a.nnz else 0, transa, transb)


def csrgemm(a, b, transa=False, transb=False):
    """op(a) @ op(b) as a csr matrix.

    Parameters
        a, b: csr matrices without duplicates.
        transa, transb: whether op is the transpose.
    """
    _check_two_axes(a, b)
    _check_canonical(a=a, b=b)
    left, right = _transposed(a, transa), _transposed(b, transb)
    if left.shape[1] != right.shape[0]:
        raise ValueError("dimension mismatch")
    left, right = _in_one_dtype(left, right)
    return _as_matrix((left.tocsr() @ right.tocsr()).tocsr())


def csrgemm2(a, b, d=None, alpha=1, beta=1):
    """alpha * a @ b + beta * d as a csr matrix.

    Parameters
        a, b, d: csr matrices without duplicates; without d, nothing is added.
        alpha, beta: factors.
    """
    _check_two_axes(a, b)
    for name, x in (("a", a), ("b", b), ("d", d)):
        if x is not None:
            _check_type(x, "csr")
            _check_canonical(**{name: x})
    if a.shape[1] != b.shape[0] or (d is not None and d.shape != (a.shape[0], b.shape[1])):
        raise ValueError("mismatched shape")
    a, b, d = _in_one_dtype(a, b, d)
    product = _as_matrix(a @ b)
    return _scaled(product, alpha) if d is None else _sum(product.sorted_indices(), d, alpha, beta)


def spgemm(a, b, alpha=1):
    """alpha * a @ b as a csr matrix.

    Parameters
        a, b: csr matrices without duplicates.
        alpha: factor.
    """
    return csrgemm2(a, b, None, alpha)


# ------------------------------------------------------------------------------------------------------------ sums


def _sum(a, b, alpha, beta):
    """At all places of both; sums that are zero stay stored."""
    one, two = a.tocoo(), b.tocoo()
    parts = zip((_scaled(one.data, alpha), one.row, one.col), (_scaled(two.data, beta), two.row, two.col), strict=True)
    made = _sparse.coo_matrix._from_parts(*map(_cp.concatenate, parts), a.shape)
    made.sum_duplicates()
    return made.tocsr()


def csrgeam(a, b, alpha=1, beta=1):
    """alpha * a + beta * b as a csr matrix, which stores an element wherever a or b does.

    Parameters
        a, b: csr matrices of one shape without duplicates.
        alpha, beta: factors.
    """
    _check_type(a, "csr")
    _check_type(b, "csr")
    _check_canonical(a=a, b=b)
    if a.shape != b.shape:
        raise ValueError("inconsistent shapes")
    return _sum(*_in_one_dtype(a, b), alpha, beta)


csrgeam2 = spgeam = csrgeam

# ----------------------------------------------------------------------------------------------------- conversions


def _to_dense(x, out):
    _check_floats(x.dtype)
    if out is None:
        return x.toarray(order="F")
    _check_columns(out=out)
    if out.dtype != x.dtype:
        raise ValueError("out dtype mismatch")
    out[...] = x.toarray()
    return out


def csr2dense(x, out=None):
    """A dense matrix of a csr one.

    Parameters
        x: csr matrix.
        out: dense matrix in Fortran order to write to.
    Returns
        out, or a new matrix in Fortran order.
    """
    return _to_dense(x, out)


def csc2dense(x, out=None):
    """A dense matrix of a csc one, as `csr2dense`."""
    return _to_dense(x, out)


def sparseToDense(x, out=None):
    """A dense matrix of a sparse one of any format, as `csr2dense`."""
    return _to_dense(x, out)


def _from_dense(x, format):
    if x.ndim != 2:
        raise ValueError("expected 2-D matrix")
    _check_floats(x.dtype)
    return _parts.wrap(_core.from_dense(x, format), False)


def dense2csr(x):
    """A csr matrix of the elements of a dense one that are not zero.

    Parameters
        x: dense matrix.
    """
    return _from_dense(x, "csr")


def dense2csc(x):
    """A csc matrix of the elements of a dense one that are not zero.

    Parameters
        x: dense matrix.
    """
    return _from_dense(x, "csc")


def denseToSparse(x, format="csr"):
    """A sparse matrix of the elements of a dense one that are not zero.

    Parameters
        x: dense matrix.
        format: "csr", "csc" or "coo".
    """
    if format not in ("csr", "csc", "coo"):
        raise TypeError(f"unsupported format (actual: {format})")
    return _from_dense(x, format)


def _starts(places, length):
    return _cp.searchsorted(places, _cp.arange(length + 1, dtype=places.dtype)).astype(places.dtype)


def coo2csr(x):
    """A csr matrix of a coo one whose elements are sorted by rows; duplicates stay.

    Parameters
        x: coo matrix.
    """
    return _sparse.csr_matrix._from_parts(x.data, x.col, _starts(x.row, x.shape[0]), x.shape)


def coo2csc(x):
    """A csc matrix of a coo one whose elements are sorted by columns; duplicates stay.

    Parameters
        x: coo matrix.
    """
    return _sparse.csc_matrix._from_parts(x.data, x.row, _starts(x.col, x.shape[1]), x.shape)


def _numbers(indptr):
    return _cp.repeat(_cp.arange(len(indptr) - 1, dtype=indptr.dtype), _cp.diff(indptr))


def csr2coo(x, data, indices):
    """A coo matrix of the rows of a csr one, with elements and columns that are given.

    Parameters
        x: csr matrix.
        data, indices: its elements and columns, or others of these lengths.
    """
    made = _sparse.coo_matrix._from_parts(data, _numbers(x.indptr), indices, x.shape)
    made.has_canonical_format = x.has_canonical_format
    return made


def csc2coo(x, data, indices):
    """A coo matrix of the columns of a csc one, with elements and rows that are given.

    Parameters
        x: csc matrix.
        data, indices: its elements and rows, or others of these lengths.
    """
    return _sparse.coo_matrix._from_parts(data, indices, _numbers(x.indptr), x.shape)


def csr2csc(x):
    """A csc matrix of a csr one.

    Parameters
        x: csr matrix.
    """
    return _as_matrix(x.tocsc())


def csc2csr(x):
    """A csr matrix of a csc one.

    Parameters
        x: csc matrix.
    """
    return _as_matrix(x.tocsr())


csr2cscEx2, csc2csrEx2 = csr2csc, csc2csr


def csr2csr_compress(x, tol):
    """A csr matrix of the elements whose magnitude is greater than a number.

    Parameters
        x: csr matrix.
        tol: the number.
    """
    _check_floats(x.dtype)
    rows = x.tocoo()
    kept = _cp.flatnonzero(_cp.abs(rows.data) > _numpy.real(tol))
    return coo2csr(_sparse.coo_matrix._from_parts(rows.data[kept], rows.row[kept], rows.col[kept], x.shape))


# ---------------------------------------------------------------------------------------------------------- orders


def csrsort(x):
    """Sorts the indices of each row, in place.

    Parameters
        x: csr matrix.
    """
    x.sort_indices()


def cscsort(x):
    """Sorts the indices of each column, in place.

    Parameters
        x: csc matrix.
    """
    x.sort_indices()


def coosort(x, sort_by="r"):
    """Sorts the elements of a coo matrix, in place.

    Parameters
        x: coo matrix.
        sort_by: "r" by rows, "c" by columns.
    """
    if sort_by not in ("r", "c"):
        raise ValueError("sort_by must be either 'r' or 'c'")
    order = _cp.lexsort(_cp.stack([x.col, x.row] if sort_by == "r" else [x.row, x.col]))
    for part in (x.data, x.row, x.col):
        part[...] = part[order]
    x.has_canonical_format = sort_by == "r" and bool(x.has_canonical_format)


# ------------------------------------------------------------------------------------------------------- equations


def _solution(a, b, alpha, lower, unit_diag, transa):
    _flag("lower", lower)
    _flag("unit_diag", unit_diag)
    operation = {False: "N", True: "T"}.get(transa, transa)
    if operation not in ("N", "T", "H"):
        raise ValueError(f"Unknown transa (actual: {transa})")
    if operation != "N":
        a, lower = (a.conj() if operation == "H" else a).T, not lower
    wanted = _scaled(b, alpha)
    return _linalg.spsolve_triangular(a.tocsr(), wanted, lower=lower, unit_diagonal=unit_diag).astype(
        a.dtype, copy=False
    )


def spsm(a, b, alpha=1.0, lower=True, unit_diag=False, transa=False):
    """Solves op(a) @ x = alpha * b for a triangle a; elements on its other side are not looked at.

    Parameters
        a: square csr, csc or coo matrix without duplicates.
        b: vector or matrix in C or Fortran order.
        alpha: factor.
        lower: whether a is a lower triangle.
        unit_diag: whether the diagonal is taken as ones.
        transa: op: False or "N" for a itself, True or "T" for the transpose, "H" for its conjugate.
    Returns
        x, a matrix in Fortran order.
    """
    if not _is(a, "csr", "csc", "coo"):
        raise ValueError("a must be CSR, CSC or COO sparse matrix")
    _check_canonical(a=a)
    if b.ndim not in (1, 2):
        raise ValueError("b.ndim must be 1 or 2")
    if not a.shape[0] == a.shape[1] == b.shape[0]:
        raise ValueError("mismatched shape")
    _check_floats(a.dtype, TypeError)
    if a.dtype != b.dtype:
        raise TypeError("dtype mismatch")
    if not (b.flags.c_contiguous or b.flags.f_contiguous):
        raise ValueError("b must be F-contiguous or C-contiguous.")
    return _cp.asfortranarray(_solution(a, b, alpha, lower, unit_diag, transa))


def csrsm2(a, b, alpha=1.0, lower=True, unit_diag=False, transa=False, blocking=True, level_info=False):
    """Solves op(a) @ x = alpha * b for a triangle a, and writes x to b.

    Parameters
        a: square csr or csc matrix.
        b: vector or matrix in C or Fortran order.
        alpha, lower, unit_diag, transa: as of `spsm`.
        blocking, level_info: accepted, as there is one algorithm.
    """
    if not _is(a, "csr", "csc"):
        raise ValueError("a must be CSR or CSC sparse matrix")
    if not isinstance(b, _cp.ndarray):
        raise ValueError("b must be an array of the device")
    if b.ndim not in (1, 2):
        raise ValueError("b.ndim must be 1 or 2")
    if not a.shape[0] == a.shape[1] == b.shape[0]:
        raise ValueError("invalid shape")
    if a.dtype != b.dtype:
        raise TypeError("dtype mismatch")
    _check_floats(a.dtype, TypeError)
    _flag("blocking", blocking)
    _flag("level_info", level_info)
    if not (b.flags.c_contiguous or b.flags.f_contiguous):
        raise ValueError("b must be F-contiguous or C-contiguous.")
    b[...] = _solution(a, b, alpha, lower, unit_diag, transa)


def csrilu02(a, level_info=False):
    """Replaces a matrix by its incomplete LU factors, without pivots and without elements at other places: ILU(0).

    Parameters
        a: square csr matrix whose rows store their diagonal elements. It gets U on and above the diagonal, and L below
            it; the diagonal of L is of ones.
        level_info: accepted, as there is one algorithm.
    Raises
        ValueError: a is not square, a diagonal element is missing, or one of U is zero.
    Example
        >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [2., 3.]]))
        >>> cuprumx.cusparse.csrilu02(a)
        >>> a.toarray()
        array([[4. , 1. ],
               [0.5, 2.5]])
    """
    _check_type(a, "csr")
    if a.shape[0] != a.shape[1]:
        raise ValueError(f"invalid shape (a.shape: {a.shape})")
    _flag("level_info", level_info)
    _check_floats(a.dtype, TypeError)
    factors = _core_linalg.ilu0(a)._m
    if a.has_canonical_format:
        a.data[...] = factors.data
    else:
        a._m = factors
