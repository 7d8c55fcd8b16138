// SciPy's linear algebra: LU factors, triangular equations, the matrix exponential and special matrices.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "cuprum/array_list.h"
#include "cuprum/linalg.h"
#include "cuprum/python.h"

namespace cuprum::scipy::linalg {

/// LU factors as they stand in one array, and how rows were swapped.
struct LuFactors {
    ndarray lu;
    ndarray piv;  ///< int32: row i was swapped with row piv[i], one after the other.
};

/// Factorize matrices as P L U, with both triangles in one array.
///
/// Parameters
///     a: matrices (..., m, n).
///     overwrite_a: SciPy's permission to lose the contents of the array, which are kept.
///     check_finite: whether to look for infinities and NaN first.
/// Returns
///     `lu`, an array like `a` with U on and above the diagonal and L, whose diagonal is 1, below; and `piv`, int32
///     (..., min(m, n)): row i was swapped with row piv[i]. A singular matrix is warned of.
/// Raises
///     ValueError: `a` has infinities or NaN, or fewer than two axes.
/// Example
///     >>> cuprumx.scipy.linalg.lu_factor(cp.array([[1., 2.], [4., 4.]]))
///     (array([[4.  , 4.  ],
///            [0.25, 1.  ]]), array([1, 1], dtype=int32))
CUPRUM_SIGNATURE("a, overwrite_a=false, check_finite")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON LuFactors lu_factor(const ndarray& a, bool check_finite = true);

/// Solve equations whose matrices `lu_factor` has factorized.
///
/// Parameters
///     lu_and_piv: what `lu_factor` gave for square matrices.
///     b: a vector (n,), or matrices (..., n, k).
///     trans: 0 solves a x = b, 1 a^T x = b, 2 a^H x = b.
///     overwrite_b: SciPy's permission to lose the contents of the array, which are kept.
///     check_finite: whether to look for infinities and NaN in `b` first.
/// Returns
///     The solutions, of the shape of `b`.
/// Raises
///     ValueError: shapes do not agree, `trans` is none of these, or `b` has infinities or NaN.
/// Example
///     >>> factors = cuprumx.scipy.linalg.lu_factor(cp.array([[2., 0.], [0., 4.]]))
///     >>> cuprumx.scipy.linalg.lu_solve(factors, cp.array([2., 2.]))
///     array([1. , 0.5])
CUPRUM_SIGNATURE("lu_and_piv, b, trans, overwrite_b=false, check_finite")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray lu_solve(const LuFactors& lu_and_piv, const ndarray& b, int trans = 0, bool check_finite = true);

/// The parts of matrices P L U.
struct Lu {
    std::optional<ndarray> p;  ///< A permutation matrix, or the numbers of L's rows; nothing where L is permuted.
    ndarray l, u;
};

/// Factorize matrices as P L U: a permutation, a lower triangle whose diagonal is 1, an upper triangle.
///
/// Parameters
///     a: matrices (..., m, n).
///     permute_l: give the product of P and L, and U.
///     overwrite_a: SciPy's permission to lose the contents of the array, which are kept.
///     check_finite: whether to look for infinities and NaN first.
///     p_indices: give P as numbers of rows, by which L[p] U is the matrix.
/// Returns
///     P (..., m, m), L (..., m, k) and U (..., k, n), k the smaller of m and n.
/// Raises
///     ValueError: `a` has infinities or NaN, or fewer than two axes.
/// Example
///     >>> p, l, u = cuprumx.scipy.linalg.lu(cp.array([[1., 2.], [4., 4.]]))
///     >>> u
///     array([[4., 4.],
///            [0., 1.]])
CUPRUM_SIGNATURE("a, permute_l, overwrite_a=false, check_finite, p_indices")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON Lu lu(const ndarray& a, bool permute_l = false, bool check_finite = true, bool p_indices = false);

/// Solve equations with triangular matrices.
///
/// Parameters
///     a: square matrices (..., n, n), of which one triangle is looked at.
///     b: a vector (n,), a vector for each of several matrices, of their leading axes and n, or matrices (..., n, k).
///     trans: 0 or 'N' solves a x = b, 1 or 'T' a^T x = b, 2 or 'C' a^H x = b.
///     lower: whether it is the lower triangle.
///     unit_diagonal: take the diagonal as 1 without looking at it.
///     overwrite_b: SciPy's permission to lose the contents of the array, which are kept.
///     check_finite: whether to look for infinities and NaN first.
/// Returns
///     The solutions, of the shape of `b`.
/// Raises
///     LinAlgError: there is a 0 on a diagonal. ValueError: shapes do not agree, or there are infinities or NaN.
/// Example
///     >>> cuprumx.scipy.linalg.solve_triangular(cp.array([[2., 1.], [0., 4.]]), cp.array([3., 4.]))
///     array([1., 1.])
CUPRUM_SIGNATURE("a, b, trans, lower, unit_diagonal, overwrite_b=false, check_finite")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray solve_triangular(const ndarray& a, const ndarray& b, int trans = 0, bool lower = false,
                                       bool unit_diagonal = false, bool check_finite = false);

/// Solve equations whose matrices have been factorized by `cholesky`.
///
/// Parameters
///     c_and_lower: the factors (..., n, n), and whether they are lower triangles.
///     b: a vector (n,), or matrices (..., n, k).
///     overwrite_b: CuPy's permission to lose the contents of the array, which are kept.
///     check_finite: whether to look for infinities and NaN first.
/// Returns
///     The solutions, of the shape of `b`.
/// Raises
///     ValueError: shapes do not agree, or there are infinities or NaN.
/// Example
///     >>> c = cp.linalg.cholesky(cp.array([[4., 0.], [0., 9.]]))
///     >>> cuprumx.linalg.cho_solve((c, True), cp.array([4., 9.]))
///     array([1., 1.])
CUPRUM_SIGNATURE("c_and_lower, b, overwrite_b=false, check_finite")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray cho_solve(const std::pair<ndarray, bool>& c_and_lower, const ndarray& b,
                                bool check_finite = true);

/// The inverses of Hermitian positive definite matrices, by Cholesky factors, which is quicker than `inv`.
///
/// Parameters
///     a: Hermitian matrices (..., n, n), of which the lower triangle is looked at.
/// Returns
///     The inverses.
/// Raises
///     LinAlgError: a matrix is not positive definite, or not square.
/// Example
///     >>> cuprumx.linalg.invh(cp.array([[2., 0.], [0., 4.]]))
///     array([[0.5 , 0.  ],
///            [0.  , 0.25]])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray invh(const ndarray& a);

/// The exponentials of matrices: the sums of their powers, each divided by a factorial.
///
/// A matrix is halved as often as norms of its powers ask for, which matters where they are much less than powers of
/// its norm, and what an approximation gives is squared as often. The exponentials of triangles are triangles, whose
/// diagonals are those of the exact result.
///
/// Parameters
///     a: square matrices (..., n, n), or a number.
/// Returns
///     The exponentials; that of a number is a matrix (1, 1).
/// Raises
///     LinAlgError: the matrices are not square.
/// Source
///     A. Al-Mohy and N. Higham, "A new scaling and squaring algorithm for the matrix exponential", SIAM J. Matrix
///     Anal. Appl. 31, 2009.
/// Example
///     >>> cuprumx.scipy.linalg.expm(cp.zeros((2, 2)))
///     array([[1., 0.],
///            [0., 1.]])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray expm(const ndarray& a);

/// How many diagonals below and above the main one are not all zero.
///
/// Parameters
///     a: a matrix; in Python matrices (..., m, n), too.
/// Returns
///     The numbers of diagonals, below and above; of more than one matrix, two arrays of int64.
/// Raises
///     ValueError: `a` has fewer than two dimensions, or there are no matrices.
/// Example
///     >>> cuprumx.scipy.linalg.bandwidth(cp.array([[1, 2], [0, 3]]))
///     (0, 1)
std::pair<std::int64_t, std::int64_t> bandwidth(const ndarray& a);

/// `bandwidth` of each of several matrices, without waiting for them.
///
/// Parameters
///     a: matrices (..., m, n).
/// Returns
///     The numbers of diagonals below and above, int64.
/// Raises
///     ValueError: `a` has fewer than two dimensions, or there are no matrices.
std::pair<ndarray, ndarray> bandwidths(const ndarray& a);

/// Matrices with constant diagonals.
///
/// Parameters
///     c: the first column (..., m); a number is a column of one.
///     r: the first row (..., n), whose first element is not looked at; the conjugate of `c` by default.
/// Returns
///     Matrices (..., m, n).
/// Raises
///     ValueError: there are no columns: a leading axis has the length 0.
/// Example
///     >>> cuprumx.scipy.linalg.toeplitz(cp.array([1, 2, 3]))
///     array([[1, 2, 3],
///            [2, 1, 2],
///            [3, 2, 1]])
CUPRUM_PYTHON ndarray toeplitz(const ndarray& c, const ndarray* r = nullptr);

/// Matrices with constant antidiagonals.
///
/// Parameters
///     c: the first column (..., m).
///     r: the last row (..., n), whose first element is not looked at; zeros by default.
/// Returns
///     Matrices (..., m, n).
/// Raises
///     ValueError: `c` or `r` has no axis.
/// Example
///     >>> cuprumx.scipy.linalg.hankel(cp.array([1, 2]))
///     array([[1, 2],
///            [2, 0]])
CUPRUM_PYTHON ndarray hankel(const ndarray& c, const ndarray* r = nullptr);

/// Matrices each of whose columns is the one before it, turned by one.
///
/// Parameters
///     c: the first column (..., n).
/// Returns
///     Matrices (..., n, n).
/// Example
///     >>> cuprumx.scipy.linalg.circulant(cp.array([1, 2, 3]))
///     array([[1, 3, 2],
///            [2, 1, 3],
///            [3, 2, 1]])
CUPRUM_PYTHON ndarray circulant(const ndarray& c);

/// A matrix of 1 and -1 whose rows are orthogonal (Sylvester's construction).
///
/// Parameters
///     n: a power of 2.
///     dtype: of the result.
/// Returns
///     A matrix (n, n).
/// Raises
///     ValueError: n is not a power of 2.
/// Example
///     >>> cuprumx.scipy.linalg.hadamard(2)
///     array([[ 1,  1],
///            [ 1, -1]])
CUPRUM_PYTHON ndarray hadamard(std::int64_t n, DType dtype = DType::int64);

/// A matrix by which populations of age groups grow (P. Leslie, 1945).
///
/// Parameters
///     f: fecundities (..., n), the first row.
///     s: survivals (..., n - 1), below the diagonal.
/// Returns
///     Matrices (..., n, n).
/// Raises
///     ValueError: lengths do not fit.
/// Example
///     >>> cuprumx.scipy.linalg.leslie(cp.array([0.1, 2.0]), cp.array([0.5]))
///     array([[0.1, 2. ],
///            [0.5, 0. ]])
CUPRUM_PYTHON ndarray leslie(const ndarray& f, const ndarray& s);

/// Matrices on the diagonal of one.
///
/// Parameters
///     arrs: matrices (..., m, n), whose leading axes are broadcast together; an array of one dimension is a row.
/// Returns
///     Matrices with zeros elsewhere.
/// Raises
///     ValueError: leading axes do not broadcast.
/// Example
///     >>> cuprumx.scipy.linalg.block_diag(cp.array([[1]]), cp.array([[2, 3]]))
///     array([[1, 0, 0],
///            [0, 2, 3]])
CUPRUM_SIGNATURE("*arrs")
CUPRUM_PYTHON ndarray block_diag(ArrayList arrs);

/// Matrices whose characteristic polynomials have the given coefficients.
///
/// Parameters
///     a: coefficients (..., n), the highest power's first, which must not be 0.
/// Returns
///     Matrices (..., n - 1, n - 1).
/// Raises
///     ValueError: there are fewer than two coefficients, or the first is 0.
/// Example
///     >>> cuprumx.scipy.linalg.companion(cp.array([1., -10., 31.]))
///     array([[ 10., -31.],
///            [  1.,   0.]])
CUPRUM_PYTHON ndarray companion(const ndarray& a);

/// The Helmert matrix, whose rows are orthogonal contrasts.
///
/// Parameters
///     n: its length.
///     full: whether the first row, of equal numbers, is part of it.
/// Returns
///     A matrix (n - 1, n), or (n, n).
/// Example
///     >>> cuprumx.scipy.linalg.helmert(2)
///     array([[ 0.70710678, -0.70710678]])
CUPRUM_PYTHON ndarray helmert(std::int64_t n, bool full = false);

/// The Hilbert matrix, of 1 / (i + j + 1).
///
/// Parameters
///     n: its length.
/// Returns
///     A matrix (n, n).
/// Raises
///     ValueError: a negative length.
/// Example
///     >>> cuprumx.scipy.linalg.hilbert(2)
///     array([[1.        , 0.5       ],
///            [0.5       , 0.33333333]])
CUPRUM_PYTHON ndarray hilbert(std::int64_t n);

/// The matrix by which a vector is multiplied for its discrete Fourier transform.
///
/// Parameters
///     n: its length.
///     scale: None, or 'sqrtn' or 'n': by what it is divided.
/// Returns
///     A matrix (n, n) of complex128.
/// Raises
///     ValueError: another scale.
/// Example
///     >>> cuprumx.scipy.linalg.dft(1)
///     array([[1.+0.j]])
CUPRUM_PYTHON ndarray dft(std::int64_t n, CUPRUM_WORDS("sqrtn", "n") std::optional<std::string_view> scale = {});

/// Matrices of absolute differences.
///
/// Parameters
///     a: numbers (..., n), or one, whose difference from itself is 0.
/// Returns
///     Matrices (..., n, n).
/// Example
///     >>> cuprumx.scipy.linalg.fiedler(cp.array([1, 4]))
///     array([[0, 3],
///            [3, 0]])
CUPRUM_PYTHON ndarray fiedler(const ndarray& a);

/// Matrices of five diagonals whose characteristic polynomials have the given coefficients (M. Fiedler, 2003).
///
/// Parameters
///     a: coefficients (..., n), the highest power's first, which must not be 0.
/// Returns
///     Matrices (..., n - 1, n - 1).
/// Raises
///     ValueError: the first coefficient is 0.
/// Example
///     >>> cuprumx.scipy.linalg.fiedler_companion(cp.array([1., -16., 86., -176.]))
///     array([[ 16., -86.,   1.],
///            [  1.,   0.,   0.],
///            [  0., 176.,   0.]])
CUPRUM_PYTHON ndarray fiedler_companion(const ndarray& a);

/// The matrix by which a vector is multiplied for its convolution.
///
/// Parameters
///     a: what it is convolved with, (..., m).
///     n: the vector's length.
///     mode: 'full', 'same' or 'valid', as of `convolve`.
/// Returns
///     Matrices (..., k, n), k as the mode has it.
/// Raises
///     ValueError: n is not positive, `a` is empty, or there is no such mode.
/// Example
///     >>> cuprumx.scipy.linalg.convolution_matrix(cp.array([1, 2]), 2)
///     array([[1, 0],
///            [2, 1],
///            [0, 2]])
CUPRUM_PYTHON ndarray convolution_matrix(const ndarray& a, std::int64_t n,
                                         CUPRUM_WORDS("full", "valid", "same") std::string_view mode = "full");

/// The Kronecker products of columns.
///
/// Parameters
///     a: matrices (..., m, k).
///     b: matrices (..., n, k).
/// Returns
///     Matrices (..., m * n, k).
/// Raises
///     ValueError: there are not as many columns in both, or an array has fewer than two dimensions.
/// Example
///     >>> cuprumx.scipy.linalg.khatri_rao(cp.array([[1, 2]]), cp.array([[3, 4], [5, 6]]))
///     array([[ 3,  8],
///            [ 5, 12]])
CUPRUM_PYTHON ndarray khatri_rao(const ndarray& a, const ndarray& b);

}  // namespace cuprum::scipy::linalg
