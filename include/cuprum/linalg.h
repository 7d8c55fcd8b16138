// Linear algebra: factorizations, equations, eigenvalues and norms of matrices, over all leading axes at once.
//
// Integers and bools are computed with as float64; 16-bit floats are refused, as NumPy refuses them. Input that has no
// result, a singular matrix say, is a LinAlgError. On a GPU's default streams the error is thrown by the function
// itself, which so waits for the device. On streams of the program's own the function does not wait, so that streams
// can work side by side: the error is thrown by the thread's next wait for the device (or its next call here) after the
// work is done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuprum/products.h"
#include "cuprum/python.h"

namespace cuprum::linalg {

using cuprum::matmul;
using cuprum::tensordot;
using cuprum::vecdot;

/// Solve equations: `x` such that the matrix product of `a` and `x` is `b`.
///
/// Parameters
///     a: square matrices (..., n, n).
///     b: a vector (n,), or matrices (..., n, k).
/// Returns
///     The solutions, of the shape of `b` with the leading axes broadcast.
/// Raises
///     LinAlgError: a matrix is singular or not square. ValueError: lengths that do not agree.
/// Example
///     >>> cp.linalg.solve(cp.array([[2., 0.], [0., 4.]]), cp.array([2., 2.]))
///     array([1. , 0.5])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray solve(const ndarray& a, const ndarray& b);

/// The inverses of matrices.
///
/// Parameters
///     a: square matrices (..., n, n).
/// Returns
///     The inverses.
/// Raises
///     LinAlgError: a matrix is singular or not square.
/// Example
///     >>> cp.linalg.inv(cp.array([[2., 0.], [0., 4.]]))
///     array([[ 0.5 ,  0.  ],
///            [-0.  ,  0.25]])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray inv(const ndarray& a);

/// The determinants of matrices.
///
/// Parameters
///     a: square matrices (..., n, n).
/// Returns
///     The determinants; 0 for singular matrices.
/// Raises
///     LinAlgError: the matrices are not square.
/// Example
///     >>> cp.linalg.det(cp.array([[1., 2.], [3., 4.]]))
///     array(-2.)
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray det(const ndarray& a);

/// Signs and logarithms of determinants.
struct Slogdet {
    ndarray sign, logabsdet;
};
/// Signs and logarithms of determinants.
CUPRUM_NAMED_TUPLE using SlogdetResult = Slogdet;

/// The signs of determinants and the logarithms of their absolute values: for determinants that are no floats.
///
/// Parameters
///     a: square matrices (..., n, n).
/// Returns
///     `sign`, a number of absolute value 1, or 0 for singular matrices, and `logabsdet`, -inf for these.
/// Raises
///     LinAlgError: the matrices are not square.
/// Example
///     >>> cp.linalg.slogdet(cp.array([[1., 2.], [3., 4.]]))
///     SlogdetResult(sign=array(-1.), logabsdet=array(0.69314718))
CUPRUM_TRAITS("released")
CUPRUM_PYTHON SlogdetResult slogdet(const ndarray& a);

/// A solution of least squares and what comes with it.
struct Lstsq {
    ndarray x, residuals;
    ndarray rank;  ///< 0-d, int32
    ndarray s;
};

/// Solve equations as nearly as possible: the shortest `x` for which the length of `b` minus the product of `a` and `x`
/// is smallest.
///
/// Parameters
///     a: a matrix (m, n).
///     b: a vector (m,) or a matrix (m, k).
///     rcond: singular values below this share of the largest one count as 0; where none is given, the float's
///     precision times the longer side of `a`; the precision itself where it is negative.
/// Returns
///     The solution; the squared lengths of the residuals, nothing where `a` has not full rank or m <= n; the rank; the
///     singular values of `a`.
/// Raises
///     LinAlgError: the computation does not converge, or `a` is no matrix.
/// Example
///     >>> cp.linalg.lstsq(cp.array([[1., 0.], [1., 1.], [1., 2.]]), cp.array([1., 3., 5.]))[0]
///     array([1., 2.])
Lstsq lstsq(const ndarray& a, const ndarray& b, std::optional<double> rcond = {});

/// The pseudo-inverses (Moore-Penrose) of matrices.
///
/// Parameters
///     a: matrices (..., m, n).
///     rcond: singular values below this share of the largest one count as 0: a number, or an array with one for each
///     matrix; where none is given, the float's precision times the longer side of the matrices.
///     hermitian: whether the matrices are Hermitian, which is quicker.
/// Returns
///     Matrices (..., n, m).
/// Raises
///     LinAlgError: the computation does not converge.
/// Example
///     >>> cp.linalg.pinv(cp.array([[2., 0.], [0., 0.]]))
///     array([[0.5, 0. ],
///            [0. , 0. ]])
ndarray pinv(const ndarray& a, const std::optional<Operand>& rcond = {}, bool hermitian = false);

/// Solve equations between tensors: `x` such that the sum of the products of `a` and `x` over the axes of `x` is `b`.
///
/// Parameters
///     a: array whose last axes are those of `x`; their lengths multiply to the size of `b`.
///     b: array.
///     axes: axes of `a` that are moved to its end first.
/// Returns
///     The solution.
/// Raises
///     LinAlgError: the equations are singular, or `a` is not square in this sense. ValueError: shapes do not go
///     together. AxisError: there is no such axis.
/// Example
///     >>> cp.linalg.tensorsolve(cp.eye(6).reshape(2, 3, 2, 3), cp.ones((2, 3))).shape
///     (2, 3)
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray tensorsolve(const ndarray& a, const ndarray& b, const Axes& axes = {});

/// The inverse of a tensor, as `tensorsolve` would use it.
///
/// Parameters
///     a: array; the lengths of the first `ind` axes multiply to as much as those of the others.
///     ind: how many axes the right-hand sides have.
/// Returns
///     The inverse, whose axes are the others, then the first `ind`.
/// Raises
///     LinAlgError: it is singular, or not square in this sense. ValueError: `ind` is not positive.
/// Example
///     >>> cp.linalg.tensorinv(cp.eye(6).reshape(2, 3, 6), ind=2).shape
///     (6, 2, 3)
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray tensorinv(const ndarray& a, std::int64_t ind = 2);

/// The Cholesky factors of matrices: triangles that give the matrices when multiplied by their own conjugate
/// transposes.
///
/// Parameters
///     a: Hermitian, positive definite matrices (..., n, n), of which one triangle is looked at.
///     upper: give upper triangles, from the upper ones of `a`.
/// Returns
///     The lower triangles L with L L^H = a, or the upper ones U with U^H U = a.
/// Raises
///     LinAlgError: a matrix is not positive definite or not square.
/// Example
///     >>> cp.linalg.cholesky(cp.array([[4., 2.], [2., 5.]]))
///     array([[2., 0.],
///            [1., 2.]])
CUPRUM_SIGNATURE("a, *, upper")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray cholesky(const ndarray& a, bool upper = false);

/// An orthogonal and a triangular factor; or in the mode "raw" reflectors and their factors.
struct QR {
    ndarray q, r;
};

/// Factorize matrices into orthogonal (unitary) and upper triangular ones.
///
/// Parameters
///     a: matrices (..., m, n); k is the lesser of m and n.
///     mode: 'reduced' for Q (..., m, k) and R (..., k, n), 'complete' for Q (..., m, m) and R (..., m, n), 'r' for R
///     alone, 'raw' for the reflectors (..., n, m) and their factors (..., k), as LAPACK has them.
/// Returns
///     Q and R; R; or the reflectors and factors.
/// Raises
///     LinAlgError: fewer than two axes. ValueError: another mode.
/// Example
///     >>> q, r = cp.linalg.qr(cp.eye(2))
///     >>> bool(cp.allclose(q @ r, cp.eye(2)))
///     True
QR qr(const ndarray& a, std::string_view mode = "reduced");

/// Singular vectors and values.
struct SVD {
    ndarray u, s, vh;
};

/// Singular value decompositions: `u` times the diagonal matrix of `s` times `vh`.
///
/// Parameters
///     a: matrices (..., m, n); k is the lesser of m and n.
///     full_matrices: give all vectors: `u` (..., m, m) and `vh` (..., n, n); else as many as values.
///     compute_uv: give vectors at all.
///     hermitian: whether the matrices are Hermitian, which is quicker.
/// Returns
///     The left vectors as columns of `u`, the values `s` (..., k), descending, and the right vectors as rows of `vh`;
///     or the values alone.
/// Raises
///     LinAlgError: the computation does not converge, or fewer than two axes.
/// Example
///     >>> cp.linalg.svd(cp.array([[3., 0.], [0., 4.]]), compute_uv=False)
///     array([4., 3.])
SVD svd(const ndarray& a, bool full_matrices = true, bool hermitian = false);

/// The singular values of matrices, descending.
///
/// Parameters
///     x: matrices (..., m, n).
///     hermitian: whether the matrices are Hermitian, which is quicker.
/// Returns
///     The values (..., k), where k is the lesser of m and n.
/// Raises
///     LinAlgError: the computation does not converge, or fewer than two axes.
/// Example
///     >>> cp.linalg.svdvals(cp.array([[3., 0.], [0., 4.]]))
///     array([4., 3.])
CUPRUM_SIGNATURE("x")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray svdvals(const ndarray& x, bool hermitian = false);

/// Eigenvalues and eigenvectors.
struct Eig {
    ndarray eigenvalues, eigenvectors;
};
/// Eigenvalues and eigenvectors of a matrix.
CUPRUM_NAMED_TUPLE using EigResult = Eig;
/// Eigenvalues and eigenvectors of a Hermitian matrix.
CUPRUM_NAMED_TUPLE using EighResult = Eig;

/// Eigenvalues and right eigenvectors of matrices.
///
/// Parameters
///     a: square matrices (..., n, n).
/// Returns
///     The eigenvalues (..., n), in no order, and the eigenvectors as columns of length one. Both are real where the
///     matrices are and all eigenvalues are.
/// Raises
///     LinAlgError: the computation does not converge, or the matrices are not square or hold NaN or infinity.
///     NotImplementedError: on a GPU with a cuSOLVER older than CUDA 12.6 update 2.
/// Example
///     >>> cp.linalg.eig(cp.diag(cp.array([1., 2.]))).eigenvalues
///     array([1.+0.j, 2.+0.j])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON EigResult eig(const ndarray& a);

/// The eigenvalues of matrices.
///
/// Parameters
///     a: square matrices (..., n, n).
/// Returns
///     The eigenvalues (..., n), in no order; real where the matrices are and all eigenvalues are.
/// Raises
///     LinAlgError: the computation does not converge, or the matrices are not square or hold NaN or infinity.
///     NotImplementedError: on a GPU with a cuSOLVER older than CUDA 12.6 update 2.
/// Example
///     >>> cp.linalg.eigvals(cp.diag(cp.array([1., 2.])))
///     array([1.+0.j, 2.+0.j])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray eigvals(const ndarray& a);

/// Eigenvalues and eigenvectors of Hermitian matrices.
///
/// Parameters
///     a: Hermitian matrices (..., n, n), of which one triangle is looked at.
///     UPLO: which: 'L' the lower one or 'U' the upper one.
/// Returns
///     The eigenvalues (..., n), real and ascending, and the eigenvectors as columns of unitary matrices.
/// Raises
///     LinAlgError: the computation does not converge, or the matrices are not square. ValueError: another UPLO.
/// Example
///     >>> cp.linalg.eigh(cp.array([[2., 0.], [0., 1.]])).eigenvalues
///     array([1., 2.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON EighResult eigh(const ndarray& a, char UPLO = 'L');

/// The eigenvalues of Hermitian matrices.
///
/// Parameters
///     a: Hermitian matrices (..., n, n), of which one triangle is looked at.
///     UPLO: which: 'L' the lower one or 'U' the upper one.
/// Returns
///     The eigenvalues (..., n), real and ascending.
/// Raises
///     LinAlgError: the computation does not converge, or the matrices are not square. ValueError: another UPLO.
/// Example
///     >>> cp.linalg.eigvalsh(cp.array([[2., 0.], [0., 1.]]))
///     array([1., 2.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray eigvalsh(const ndarray& a, char UPLO = 'L');

/// Which norm: the usual one, p for the p-norm of vectors or NumPy's norms of matrices, "fro" or "nuc".
struct NormOrder {
    enum class Kind { usual, number, frobenius, nuclear };
    Kind kind = Kind::usual;
    double number = 0;

    NormOrder() = default;
    NormOrder(double p) : kind(Kind::number), number(p) {}
    NormOrder(int p) : NormOrder(static_cast<double>(p)) {}
    /// Throws ValueError for other names.
    NormOrder(const char* name);
};

/// Norms of vectors or matrices.
///
/// Parameters
///     x: array.
///     ord: for vectors: a number p for the p-th root of the sum of p-th powers of absolute values, infinity for the
///     largest one, its negative for the smallest, 0 for how many are not zero. For matrices: 'fro' for the root of the
///     sum of squares, 'nuc' for the sum of singular values, 2 and -2 for the largest and smallest one, 1 and -1 for
///     the largest and smallest sum of absolute values of a column, infinity and its negative for that of a row. None:
///     the root of the sum of squares.
///     axis: the axis of vectors, or the two of matrices; where none is given, all of `x` is one vector, or a matrix if
///     it has two axes and `ord` is given.
///     keepdims: whether these axes stay with length one.
/// Returns
///     The norms, real.
/// Raises
///     ValueError: an order that is none, the wrong number of axes.
/// Example
///     >>> cp.linalg.norm(cp.array([3., 4.]))
///     array(5.)
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray norm(const ndarray& x, const NormOrder& ord = {}, const Axes& axis = {}, bool keepdims = false);

/// Norms of vectors along one axis, several, or all.
///
/// Parameters
///     x: array.
///     axis: the axis or axes of a vector; all where none is given.
///     keepdims: whether these axes stay with length one.
///     ord: which norm, a number; see `norm`.
/// Returns
///     The norms, real.
/// Raises
///     AxisError: an axis that `x` does not have. ValueError: there is no such norm.
/// Example
///     >>> cp.linalg.vector_norm(cp.array([[3., 4.], [6., 8.]]), axis=1)
///     array([ 5., 10.])
CUPRUM_SIGNATURE("x, *, axis, keepdims, ord")
CUPRUM_PYTHON ndarray vector_norm(const ndarray& x, const Axes& axis = {}, bool keepdims = false,
                                  const NormOrder& ord = 2);

/// Norms of the matrices in the last two axes.
///
/// Parameters
///     x: array of at least two axes.
///     keepdims: whether these axes stay with length one.
///     ord: which norm; see `norm`.
/// Returns
///     The norms, real.
/// Raises
///     AxisError: fewer than two axes. ValueError: an order that is none.
/// Example
///     >>> cp.linalg.matrix_norm(cp.array([[3., 0.], [0., 4.]]))
///     array(5.)
CUPRUM_SIGNATURE("x, *, keepdims, ord")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray matrix_norm(const ndarray& x, bool keepdims = false, const NormOrder& ord = "fro");

/// Condition numbers of matrices: how much an error of the right-hand side may grow in the solution of equations.
///
/// Parameters
///     x: matrices (..., m, n); square ones, except for 2 and -2.
///     p: the norm by which it is measured; where none is given 2: the largest by the smallest singular value.
/// Returns
///     The condition numbers; infinity for singular matrices.
/// Raises
///     LinAlgError: an empty matrix, fewer than two axes, or matrices that are not square. ValueError: there is no such
///     norm.
/// Example
///     >>> cp.linalg.cond(cp.array([[2., 0.], [0., 1.]]))
///     array(2.)
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray cond(const ndarray& x, const NormOrder& p = {});

/// The ranks of matrices: how many singular values are above a threshold.
///
/// Parameters
///     A: matrices (..., m, n); an array with fewer axes has rank 0 or 1.
///     tol: the threshold: a number or an array with one for each matrix.
///     hermitian: whether the matrices are Hermitian, which is quicker.
///     rtol: the threshold as a share of the largest singular value. Where neither is given: the float's precision
///     times the longer side.
/// Returns
///     The ranks, int64.
/// Raises
///     LinAlgError: the computation does not converge. ValueError: both thresholds.
/// Example
///     >>> cp.linalg.matrix_rank(cp.eye(4))
///     array(4)
CUPRUM_SIGNATURE("A, tol, hermitian, *, rtol")
CUPRUM_TRAITS("released, A also M")
CUPRUM_PYTHON ndarray matrix_rank(const ndarray& A, const std::optional<Operand>& tol = {}, bool hermitian = false,
                                  const std::optional<Operand>& rtol = {});

/// Integer powers of matrices.
///
/// Parameters
///     a: square matrices (..., n, n).
///     n: the power; negative ones are those of the inverse.
/// Returns
///     The powers.
/// Raises
///     LinAlgError: the matrices are not square, or singular where the power is negative.
/// Example
///     >>> cp.linalg.matrix_power(cp.array([[1, 1], [0, 1]]), 5)
///     array([[1, 5],
///            [0, 1]])
ndarray matrix_power(const ndarray& a, std::int64_t n);

/// The product of several matrices, in the order of multiplications that costs least. The first and the last may be
/// vectors.
///
/// Parameters
///     arrays: at least two arrays.
///     out: array to put the result into, which is then returned.
/// Returns
///     The product.
/// Raises
///     ValueError: fewer than two arrays, or lengths that do not agree. LinAlgError: an array that is no matrix.
/// Example
///     >>> cp.linalg.multi_dot([cp.ones((2, 3)), cp.ones((3, 4)), cp.ones((4, 1))]).shape
///     (2, 1)
CUPRUM_SIGNATURE("arrays, *, out")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray multi_dot(ArrayList arrays, const ndarray* out = nullptr);

/// The cross product of vectors of three elements.
///
/// Parameters
///     x1: array.
///     x2: array, broadcast with `x1`.
///     axis: the axis along which vectors lie in both and in the result.
/// Returns
///     The vectors.
/// Raises
///     ValueError: vectors of other lengths.
/// Example
///     >>> cp.linalg.cross(cp.array([1, 0, 0]), cp.array([0, 1, 0]))
///     array([0, 0, 1])
CUPRUM_SIGNATURE("x1, x2, *, axis")
CUPRUM_PYTHON ndarray cross(const ndarray& x1, const ndarray& x2, std::int64_t axis = -1);

/// The products of all elements of one vector with all of another.
///
/// Parameters
///     x1: array of one axis.
///     x2: array of one axis.
/// Returns
///     A matrix.
/// Raises
///     ValueError: arrays with another number of axes.
/// Example
///     >>> cp.linalg.outer(cp.array([1, 2]), cp.array([3, 4]))
///     array([[3, 4],
///            [6, 8]])
CUPRUM_PYTHON ndarray outer(const ndarray& x1, const ndarray& x2);

/// The diagonals of the matrices in the last two axes.
///
/// Parameters
///     x: array of at least two axes.
///     offset: how far to the right of the main diagonal.
/// Returns
///     A view.
/// Raises
///     ValueError: fewer than two axes.
/// Example
///     >>> cp.linalg.diagonal(cp.arange(4).reshape(2, 2))
///     array([0, 3])
CUPRUM_SIGNATURE("x, *, offset")
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray diagonal(const ndarray& x, std::int64_t offset = 0);

/// The sums of the diagonals of the matrices in the last two axes.
///
/// Parameters
///     x: array of at least two axes.
///     offset: how far to the right of the main diagonal.
///     dtype: dtype to compute in and of the result; where none is given, that of `sum`.
/// Returns
///     The sums.
/// Raises
///     ValueError: fewer than two axes.
/// Example
///     >>> cp.linalg.trace(cp.arange(4).reshape(2, 2))
///     array(3)
CUPRUM_SIGNATURE("x, *, offset, dtype")
CUPRUM_PYTHON ndarray trace(const ndarray& x, std::int64_t offset = 0, std::optional<DType> dtype = {});

/// Matrices with rows and columns swapped: the last two axes.
///
/// Parameters
///     x: array of at least two axes.
/// Returns
///     A view.
/// Raises
///     ValueError: fewer than two axes.
/// Example
///     >>> cp.linalg.matrix_transpose(cp.ones((4, 2, 3))).shape
///     (4, 3, 2)
CUPRUM_TRAITS("same_class, x also a")
CUPRUM_PYTHON ndarray matrix_transpose(const ndarray& x);

}  // namespace cuprum::linalg
