"""SciPy's linear algebra of sparse matrices, for a device.

Iterations take sparse matrices, dense ones, and operators of Python functions.
"""

import warnings as _warnings

import numpy as _numpy

import cuprum as _cuprum
from cuprum import _core, ndarray as _ndarray
from cuprum._core._scipy_sparse_linalg import (  # noqa: F401
    bicg, bicgstab, cg, cgs, eigs, eigsh, expm_multiply, funm_multiply_krylov, gcrotmk, gmres, lgmres, lobpcg, lsmr,
    lsqr, matrix_power, minres, norm, onenormest, qmr, svds, tfqmr,
)  # fmt: skip

from ._parts import SparseEfficiencyWarning as _SparseEfficiencyWarning, Sparse as _Sparse, array as _array
from ._parts import core_of as _core_of, is_sparse_like as _is_sparse, wrap as _wrap
from ._operators import IdentityOperator, LinearOperator, MatrixLinearOperator, aslinearoperator  # noqa: F401

_linalg, _sparse = _core._scipy_sparse_linalg, _core._scipy_sparse


class MatrixRankWarning(UserWarning):
    """A matrix that is solved with is singular."""


class ArpackError(RuntimeError):
    """An iteration for eigenvalues failed."""


class ArpackNoConvergence(ArpackError):
    """An iteration for eigenvalues ended before all were found.

    Attributes
        eigenvalues, eigenvectors: those that were found.
    """

    def __init__(self, msg, eigenvalues, eigenvectors):
        super().__init__(msg)
        self.eigenvalues, self.eigenvectors = eigenvalues, eigenvectors


def _floating(*dtypes):
    dtype = _numpy.result_type(*dtypes)
    return dtype if dtype.kind in "fc" and dtype.itemsize >= 4 else _numpy.dtype("d")


# ------------------------------------------------------------------------------------------------ equations, by factors


def _square_core(A, what):
    if not _is_sparse(A):
        A = _wrap(_sparse.from_dense(_array(A), "csc"), False)
    core = _core_of(A)
    if core.shape[0] != core.shape[1]:
        raise ValueError(what)
    return core


class SuperLU:
    """The factors of a sparse matrix, P_r A P_c = L U.

    Parameters
        obj: SciPy's factors, which are copied to the device, or those of `splu`.
    """

    def __init__(self, obj):
        self._lu = None
        if isinstance(obj, _linalg.LU):
            self._lu = obj
            self.shape = obj.lower.shape
            self.L, self.U = (_wrap(part, False) for part in (obj.lower, obj.upper))
            self.perm_r, self.perm_c = obj.rows, obj.columns
        elif all(hasattr(obj, name) for name in ("L", "U", "perm_r", "perm_c", "shape")):
            self.shape = obj.shape
            self.L, self.U = (_wrap(_core_of(part, "csr"), False) for part in (obj.L, obj.U))
            self.perm_r, self.perm_c = _array(obj.perm_r), _array(obj.perm_c)
        else:
            raise TypeError("obj must be scipy.sparse.linalg.SuperLU")
        self.nnz = self.L.nnz + self.U.nnz

    def solve(self, rhs, trans="N"):
        """Solves the equations with one or several right-hand sides.

        Parameters
            rhs: vector, or matrix of columns.
            trans: "N" for A x = rhs, "T" for the transposed matrix, "H" for its conjugate.
        Returns
            x, in the shape of `rhs`.
        """
        if not isinstance(rhs, _ndarray):
            raise TypeError("rhs must be cuprum.ndarray")
        if rhs.ndim not in (1, 2):
            raise ValueError(f"rhs.ndim must be 1 or 2 (actual: {rhs.ndim})")
        if rhs.shape[0] != self.shape[0]:
            raise ValueError(f"shape mismatch (self.shape: {self.shape}, rhs.shape: {rhs.shape})")
        if trans not in ("N", "T", "H"):
            raise ValueError("trans must be 'N', 'T', or 'H'")
        if self._lu is not None:
            return self._lu.solve(rhs, trans)
        lower, upper = self.L, self.U
        if trans == "N":
            x = rhs[_cuprum.argsort(self.perm_r)]
            x = spsolve_triangular(lower, x, True, unit_diagonal=True)
            return spsolve_triangular(upper, x, False)[self.perm_c]
        lower, upper = (part.conj() if trans == "H" else part for part in (lower, upper))
        x = spsolve_triangular(upper.T, rhs[_cuprum.argsort(self.perm_c)], True)
        return spsolve_triangular(lower.T, x, False, unit_diagonal=True)[self.perm_r]


def _runtime_error(function, *arguments):
    """What a function returns, with SciPy's exception for a singular matrix."""
    try:
        return function(*arguments)
    except _numpy.linalg.LinAlgError as error:
        raise RuntimeError(str(error)) from None


def splu(A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options: tuple = {}):  # noqa: B006
    """Factorizes a square sparse matrix; the factors are computed on the host, equations are solved on the device.

    Parameters
        A: square sparse matrix.
        permc_spec: the order of the columns: "NATURAL", or by least degree.
        diag_pivot_thresh: how large an element on the diagonal is, relative to the largest of its column, where it is
            the pivot.
        relax, panel_size, options: accepted.
    Returns
        SuperLU
    Raises
        RuntimeError: the matrix is singular.
    """
    core = _square_core(A, "can only factor square matrices")
    threshold = 1.0 if diag_pivot_thresh is None else diag_pivot_thresh
    return SuperLU(_runtime_error(_linalg.splu, core, permc_spec or "COLAMD", threshold))


def spilu(
    A,
    drop_tol=None,
    fill_factor=None,
    drop_rule=None,
    permc_spec=None,
    diag_pivot_thresh=None,
    relax=None,
    panel_size=None,
    options: tuple = {},
):  # noqa: B006
    """Factorizes a square sparse matrix incompletely: an approximation of it, for iterations to begin with.

    Parameters
        A: square sparse matrix.
        drop_tol: what is smaller than this share of its column's largest element is left out; 1e-4 by default.
        fill_factor: how many times the elements of a column of A a column of L holds at most; 10 by default.
        drop_rule: accepted.
        permc_spec: the order of the columns: "NATURAL", or by least degree.
        diag_pivot_thresh: how large an element on the diagonal is, relative to the largest of its column, where it is
            the pivot.
        relax, panel_size, options: accepted.
    Returns
        SuperLU
    """
    core = _square_core(A, "can only factor square matrices")
    return SuperLU(
        _runtime_error(
            _linalg.spilu, core, 1e-4 if drop_tol is None else float(drop_tol),
            10.0 if fill_factor is None else float(fill_factor), permc_spec or "COLAMD",
            0.1 if diag_pivot_thresh is None else diag_pivot_thresh,
        )
    )  # fmt: skip


def factorized(A):
    """A function that solves A x = b for any b.

    Parameters
        A: square sparse matrix.
    """
    return splu(A).solve


def spsolve(A, b, permc_spec=None, use_umfpack=True):
    """Solves A x = b by factors of A.

    Parameters
        A: square sparse matrix.
        b: vector or matrix, dense or sparse.
        permc_spec: the order of the columns: "NATURAL", or by least degree.
        use_umfpack: accepted.
    Returns
        x, in the shape of b; sparse where b is.
    Warns
        MatrixRankWarning: the matrix is singular; x is NaN.
    """
    if not _is_sparse(A) or A.format not in ("csr", "csc"):
        _warnings.warn("spsolve requires A be CSC or CSR matrix format", _SparseEfficiencyWarning, stacklevel=2)
    core = _square_core(A, f"matrix must be square (has shape {tuple(A.shape)})")
    dense = _wrap(_core_of(b), False).toarray() if _is_sparse(b) else b
    if not isinstance(dense, _ndarray):
        raise TypeError(f"b must be a cuprum array, not {type(b).__name__}")
    n = core.shape[0]
    if dense.ndim not in (1, 2) or dense.shape[0] != n:
        raise ValueError(f"matrix - rhs dimension mismatch ({core.shape} - {dense.shape})")
    dtype = _numpy.result_type(core.dtype, dense.dtype)
    if dtype.kind not in "fc" or dtype.itemsize < 4:
        dtype = _numpy.dtype("d")
    try:
        flat = dense.reshape(-1) if dense.ndim == 2 and dense.shape[1] == 1 else dense
        x = _linalg.spsolve(core.astype(dtype, False), flat.astype(dtype), permc_spec or "COLAMD")
    except _numpy.linalg.LinAlgError:
        _warnings.warn("Matrix is exactly singular", MatrixRankWarning, stacklevel=2)
        x = _cuprum.full(dense.shape, _numpy.nan, dtype)
    if _is_sparse(b):
        return _wrap(
            _sparse.from_dense(x.reshape(dense.shape), "csr"), b._is_array if isinstance(b, _Sparse) else False
        )
    return x.reshape(-1) if x.ndim == 2 and x.shape[1] == 1 else x


def inv(A):
    """The inverse of a square sparse matrix, by its factors.

    Parameters
        A: square sparse matrix.
    Returns
        A sparse matrix of A's format, or csc; most of its elements are not zero as a rule.
    Raises
        TypeError: A is not sparse. ValueError: A is not square. RuntimeError: A is singular.
    """
    if not _is_sparse(A):
        raise TypeError("Input must be a sparse matrix")
    core = _square_core(A, f"matrix must be square (has shape {tuple(A.shape)})")
    return _wrap(_runtime_error(_linalg.inv, core), isinstance(A, _Sparse) and A._is_array)


def spsolve_triangular(A, b, lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False):
    """Solves a triangular system.

    Parameters
        A: square sparse matrix; elements on the other side of the diagonal are not looked at.
        b: vector or matrix.
        lower: whether A is a lower triangle.
        overwrite_A, overwrite_b: accepted.
        unit_diagonal: whether the diagonal is taken as ones.
    Returns
        x, in the shape of b.
    Raises
        LinAlgError: a diagonal element is zero. ValueError: shapes that do not fit.
    """
    if not _is_sparse(A) or A.format not in ("csr", "csc"):
        _warnings.warn(
            "CSC or CSR matrix format is required. Converting to CSC matrix.", _SparseEfficiencyWarning, stacklevel=2
        )
    if not _is_sparse(A):
        A = _wrap(_sparse.from_dense(_array(A), "csr"), False)
    if not isinstance(b, _ndarray):
        raise TypeError("b must be a cuprum array")
    return _linalg.spsolve_triangular(_core_of(A), b, lower, unit_diagonal)


# --------------------------------------------------------------------------------------------------------------- others


def _placed(A, name):
    """What the matrix is made of, whose elements' places are looked at."""
    if not _is_sparse(A) or A.format == "bsr":
        _warnings.warn(
            f"{name} needs sparse format and not BSR. Converting to CSR.", _SparseEfficiencyWarning, stacklevel=3
        )
    if not _is_sparse(A):
        A = _wrap(_sparse.from_dense(_array(A), "csr"), False)
    return _core_of(A)


def spbandwidth(A):
    """How far from the diagonal elements are stored.

    Parameters
        A: sparse matrix.
    Returns
        The numbers of diagonals below and above the main one.
    """
    return _linalg.spbandwidth(_placed(A, "spbandwidth"))


def is_sptriangular(A):
    """Whether elements are stored on one side of the diagonal only.

    Parameters
        A: sparse matrix.
    Returns
        Whether none is above the diagonal, and whether none is below it.
    """
    return _linalg.is_sptriangular(_placed(A, "is_sptriangular"))


def expm(A):
    """The exponential of a matrix.

    Parameters
        A: square matrix, sparse or dense.
    Returns
        A matrix of A's kind. It has few zeros as a rule, and is computed as a dense one.
    Raises
        ValueError: A is not square.
    """
    if not _is_sparse(A):
        from cuprumx.scipy.linalg import expm as dense

        if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
            raise ValueError("expected a square matrix")
        return dense(_array(A).astype(_floating(A.dtype)))
    core = _core_of(A)
    return _wrap(_linalg.expm(core.astype(_floating(core.dtype), False)), isinstance(A, _Sparse) and A._is_array)
