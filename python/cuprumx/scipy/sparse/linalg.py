"""SciPy's linear algebra of sparse matrices, for a device.

Iterations take sparse matrices, dense ones, and operators of Python functions.
"""

import math as _math
import operator as _operator
import warnings as _warnings

import numpy as _numpy

import cuprum as _cuprum
from cuprum import _core, ndarray as _ndarray

from ._parts import (
    SparseEfficiencyWarning as _SparseEfficiencyWarning,
    Sparse as _Sparse,
    array as _array,
    check_axis as _check_axis,
)
from ._parts import core_of as _core_of, is_scalar as _is_scalar, is_sparse_like as _is_sparse, wrap as _wrap
from ._eigen import ArpackError, ArpackNoConvergence, eigs, eigsh, svds  # noqa: F401
from ._lobpcg import lobpcg  # noqa: F401
from ._operators import IdentityOperator, LinearOperator, MatrixLinearOperator, aslinearoperator  # noqa: F401
from ._solvers import (  # noqa: F401
    _floating,
    _operator_products,
    bicg,
    funm_multiply_krylov,
    gcrotmk,
    lgmres,
    onenormest,
    qmr,
    tfqmr,
)
from ._systems import iterate as _iterate, product as _product

_linalg, _sparse = _core._scipy_sparse_linalg, _core._scipy_sparse


class MatrixRankWarning(UserWarning):
    """A matrix that is solved with is singular."""


# ------------------------------------------------------------------------------------------------- equations, iterated


_ITERATION = """

    Parameters
        A: {matrix} matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
        maxiter: {steps} at most; ten times the number of equations by default.
        M: an approximation of the inverse of A.
        callback: a function that is called with x after each step.
    Returns
        x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
    Raises
        ValueError: shapes that do not fit.
    """


def cg(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    return _iterate(_linalg.cg, A, b, x0, rtol, atol, maxiter, M, callback)


def cgs(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    return _iterate(_linalg.cgs, A, b, x0, rtol, atol, maxiter, M, callback)


def bicgstab(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    return _iterate(_linalg.bicgstab, A, b, x0, rtol, atol, maxiter, M, callback)


def gmres(A, b, x0=None, *, rtol=1e-5, atol=0.0, restart=None, maxiter=None, M=None, callback=None, callback_type=None):
    if callback_type not in (None, "x", "pr_norm", "legacy"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    restart = 20 if restart is None else _operator.index(restart)
    solve = {"x": _linalg.gmres_with_x, "legacy": _linalg.gmres_with_steps}.get(callback_type, _linalg.gmres)
    return _iterate(solve, A, b, x0, rtol, atol, maxiter, M, callback, float(restart))


cg.__doc__ = (
    "Solves a hermitian positive definite system by conjugate gradients (Hestenes and Stiefel, 1952)."
    + _ITERATION.format(matrix="hermitian positive definite", steps="steps")
)
cgs.__doc__ = "Solves a system by conjugate gradients squared (Sonneveld, 1989)." + _ITERATION.format(
    matrix="square", steps="steps"
)
bicgstab.__doc__ = "Solves a system by stabilized biconjugate gradients (van der Vorst, 1992)." + _ITERATION.format(
    matrix="square", steps="steps"
)
gmres.__doc__ = (
    "Solves a system by generalized minimal residuals (Saad and Schultz, 1986)."
    + _ITERATION.format(matrix="square", steps="steps, which end with a restart,")
    + """
    Further parameters
        restart: steps before x is computed and the iteration begins anew; 20 by default.
        callback_type: "pr_norm", the default: the callback is given the residual's norm relative to that of b after
            each restart; "x": x, before the first restart and after each; "legacy": the norm after each step.
    """
)


def minres(A, b, x0=None, shift=0.0, tol=1e-5, maxiter=None, M=None, callback=None, check=False, *, rtol=None):
    """Solves a hermitian system by minimal residuals (Paige and Saunders, 1975).

    Parameters
        A: hermitian matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        x0: where to begin; zeros by default.
        shift: solves (A - shift * I) x = b.
        tol: the tolerance, relative to the norms of A and of x; `rtol` is another name of it.
        maxiter: steps at most; five times the number of equations by default.
        M: an approximation of the inverse of A, positive definite.
        callback: a function that is called with x after each step.
        check: whether A and M are looked at for symmetry.
    Returns
        x, and 0 where it was reached, else the number of steps.
    Raises
        ValueError: shapes that do not fit, a matrix that is not symmetric.
    """
    if check:
        operator = aslinearoperator(A)
        one = _cuprum.asarray(b).reshape(-1).astype("d")
        two = operator.matvec(one)
        if abs(float((two * two).sum()) - float((one * operator.matvec(two)).sum())) > 1e-5 * (
            1e-300 + float((two * two).sum())
        ):
            raise ValueError("non-symmetric matrix")
    return _iterate(_linalg.minres, A, b, x0, tol if rtol is None else rtol, 0.0, maxiter, M, callback, float(shift))


# ------------------------------------------------------------------------------------------------------- least squares


def _squares(function, A, b, x0, damp, atol, btol, conlim, maxiter, variances):
    A = aslinearoperator(A)
    b = _array(b)
    if b.ndim != 1:
        b = b.squeeze().reshape(-1) if b.size == max(b.shape, default=1) else b.squeeze()
    if b.shape != (A.shape[0],):
        raise ValueError(f"b must have length {A.shape[0]}, found shape {b.shape}")
    dtype = _numpy.result_type(A.dtype, b.dtype, _numpy.dtype("f"))
    adjoint = A.H if isinstance(A, MatrixLinearOperator) else None
    if x0 is not None:
        x0 = _array(x0).astype(dtype)
    return function(
        _product(A, dtype), _product(adjoint, dtype) if adjoint is not None else A.rmatvec, A.shape[1], b.astype(dtype),
        damp, atol, btol, conlim, maxiter, x0, variances,
    )  # fmt: skip


def lsqr(A, b, damp=0.0, atol=1e-6, btol=1e-6, conlim=1e8, iter_lim=None, show=False, calc_var=False, x0=None):
    """A least squares solution, by bidiagonalization (Paige and Saunders, 1982).

    Parameters
        A: matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        damp: minimizes norm(b - A x)^2 + damp^2 * norm(x - x0)^2.
        atol, btol: tolerances, relative to the norms of A and b.
        conlim: the iteration ends where the condition of A seems to be larger.
        iter_lim: steps at most; twice the columns by default.
        show: accepted; nothing is printed.
        calc_var: whether the diagonal of the inverse of A^H A is estimated.
        x0: where to begin.
    Returns
        x, why the iteration ended, steps, norm of the residual, that with damping, norm of A, its condition, norm of
        A^H r, norm of x, variances.
    """
    x, stop, steps, r1, r2, anorm, acond, arnorm, xnorm, var = _squares(
        _linalg.lsqr, A, b, x0, damp, atol, btol, conlim, iter_lim, calc_var
    )
    return x, stop, steps, r1, r2, anorm, acond, arnorm, xnorm, var


def lsmr(A, b, x0=None, damp=0.0, atol=1e-6, btol=1e-6, conlim=1e8, maxiter=None):
    """A least squares solution with a smooth residual, by bidiagonalization (Fong and Saunders, 2011).

    Parameters
        A: matrix, sparse, dense, or an operator.
        b: the right-hand side, a vector.
        x0: where to begin.
        damp: minimizes norm(b - A x)^2 + damp^2 * norm(x)^2.
        atol, btol: tolerances, relative to the norms of A and b.
        conlim: the iteration ends where the condition of A seems to be larger.
        maxiter: steps at most; the smaller length of A by default.
    Returns
        x, why the iteration ended, steps, norm of the residual, norm of A^H r, norm of A, its condition, norm of x.
    """
    x, stop, steps, r1, _, anorm, acond, arnorm, xnorm, _ = _squares(
        _linalg.lsmr, A, b, x0, damp, atol, btol, conlim, maxiter, False
    )
    return x, stop, steps, r1, arnorm, anorm, acond, xnorm


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


def splu(A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options={}):  # noqa: B006
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
    options={},
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


def _extreme_singular_value(x, largest):
    if not largest or min(x.shape) < 8:
        values = _cuprum.linalg.svd(x.toarray(), compute_uv=False)
        return values[0 if largest else -1]
    return svds(x.astype(_floating(x.dtype)), 1, return_singular_vectors=False)[0]


def _norm_of_tensor(core, ord, axis):
    """Of any number of dimensions: the root of the sum of squares; of one dimension any norm, as an array of one."""
    if axis is None and ord in (None, "f", "fro"):
        return _linalg.norm(core.sum_duplicates().in_rows(_math.prod(core.shape)), "fro", 2.0, None)
    if len(core.shape) != 1 or axis not in (None, 0, -1, (0,), (-1,)):
        raise ValueError(f"Invalid axis {axis} for an array with shape {tuple(core.shape)}")
    if isinstance(ord, str):
        raise ValueError("Invalid norm order.")
    kind, order = ("fro", 2.0) if ord in (None, 2) else ("", float(ord))
    return _linalg.norm(core.sum_duplicates().reshape((1, core.shape[0]), "C").matrix(1), kind, order, 1)


def norm(x, ord=None, axis=None):
    """The norm of a sparse matrix, or those of its rows or columns.

    Parameters
        x: sparse matrix, or sparse array of any number of dimensions.
        ord: of a matrix "fro", 1, -1, 2, -2, inf or -inf (-2, the least singular value, by a dense matrix); of vectors
            any number, 0 counts elements.
        axis: 0 for the norms of columns, 1 for those of rows; None or both for that of the matrix.
    Returns
        An array.
    Raises
        ValueError: another order.
    """
    if not _is_sparse(x):
        raise TypeError("input is not sparse. use cuprum.linalg.norm")
    core = _core_of(x)
    if core.dtype.kind in "biu":
        core = core.astype(_numpy.dtype("d"), False)
    if len(core.shape) != 2:
        return _norm_of_tensor(core, ord, axis)
    if isinstance(axis, tuple) and len(axis) > 2:
        raise ValueError("Improper number of dimensions to norm.")
    along = _check_axis(axis)
    if isinstance(axis, tuple) and len(axis) == 2 and axis[0] % 2:  # columns stand for rows
        core = core.transpose()
    if along is None:
        if ord in (2, -2):
            return _extreme_singular_value(_wrap(core, True), ord == 2)
        if ord in (None, "f", "fro"):
            return _linalg.norm(core, "fro", 2.0, None)
        if ord in (1, -1, _numpy.inf, -_numpy.inf):
            return _linalg.norm(core, "", float(ord), None)
        raise ValueError("Invalid norm order for matrices.")
    if ord in (None, 2):
        return _linalg.norm(core, "fro", 2.0, along)
    if isinstance(ord, str):
        raise ValueError("Invalid norm order.")
    return _linalg.norm(core, "", float(ord), along)


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


def _times(start, stop, num, endpoint):
    """Where the exponential is wanted: at one alone, or along an interval."""
    if start is stop is num is endpoint is None:
        return None
    options = {name: value for name, value in (("num", num), ("endpoint", endpoint)) if value is not None}
    times = _numpy.linspace(start, stop, **options)
    if len(times) < 2:
        raise ValueError("at least two time points are required")
    return times.tolist()


def expm_multiply(A, B, start=None, stop=None, num=None, endpoint=None, traceA=None):
    """The exponential of a matrix times other vectors, by products alone (Al-Mohy and Higham, 2011).

    Parameters
        A: square matrix, sparse, dense, or an operator with products by its adjoint.
        B: vector, or matrix of columns.
        start, stop, num, endpoint: as of `linspace`: the numbers t for which exp(t A) B is wanted; exp(A) B by default.
        traceA: the sum of the diagonal of an operator; without it the series may be longer.
    Returns
        exp(A) B, or one such array for each t, along the first axis.
    Raises
        ValueError: shapes that do not fit.
    Example
        >>> a = cuprumx.scipy.sparse.csc_matrix(cuprum.array([[1., 0.], [0., 1.]]))
        >>> cuprumx.scipy.sparse.linalg.expm_multiply(a, cuprum.array([0., 1.])).round(6)
        array([0.      , 2.718282])
    """
    if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
        raise ValueError("expected A to be like a square matrix")
    if A.shape[1] != B.shape[0]:
        raise ValueError(f"shapes of matrices A {A.shape} and B {B.shape} are incompatible")
    if len(B.shape) not in (1, 2):
        raise ValueError("expected B to be like a matrix or a vector")
    times = _times(start, stop, num, endpoint)
    sparse = _is_sparse(B)
    dense = _wrap(_core_of(B), False).toarray() if sparse else _array(B)
    dtype = _floating(A.dtype, dense.dtype, *([_numpy.dtype("d")] if times else []))
    if isinstance(A, LinearOperator) and not isinstance(A, MatrixLinearOperator):
        if traceA is None:
            _warnings.warn(
                "the trace of an operator is not known: pass traceA where it is, so that fewer products are needed",
                stacklevel=2,
            )
        shift = 0 if traceA is None else traceA / A.shape[0]
        shifted = A - shift * IdentityOperator(A.shape, A.dtype)
        made = _linalg.expm_multiply_operator(
            *_operator_products(shifted, dtype), A.shape[0], shift, onenormest(shifted), dense, times or [1.0], dtype
        )
    else:
        A = A.A if isinstance(A, MatrixLinearOperator) else A
        core = _core_of(A) if _is_sparse(A) else _sparse.from_dense(_array(A), "csr")
        made = _linalg.expm_multiply(core.astype(_floating(core.dtype), False), dense, times or [1.0], dtype)
    made = made if times else made[0]
    return (
        _wrap(_sparse.from_dense(made, "csr"), isinstance(B, _Sparse) and B._is_array) if sparse and not times else made
    )


def matrix_power(A, power):
    """A square sparse matrix raised to a power.

    Parameters
        A: square sparse matrix.
        power: a whole number, not negative.
    """
    rows, columns = A.shape
    if rows != columns:
        raise TypeError("sparse matrix is not square")
    return A._matrix_power(power)
