// Products of matrices and vectors by BLAS's names, as CuPy's module `cupy.cublas` has them. They work on every device
// and on arrays of any layout. `trans` is 'N' for a matrix as it is, 'T' for its transpose, 'H' or 'C' for its
// conjugate transpose.
#pragma once

#include "cuprum/products.h"
#include "cuprum/python.h"

namespace cuprum::cublas {

/// The place of the element of the largest magnitude, |re| + |im|; the first of several.
///
/// Parameters
///     x: a vector of floats or complex numbers.
///     out: an int32 array without axes to write to.
/// Returns
///     The place as int32, counted from 1 as in BLAS.
/// Raises
///     ValueError: `x` has not one axis, or `out` another shape.
/// Example
///     >>> cp.cublas.iamax(cp.array([1., -3., 2.]))
///     array(2, dtype=int32)
CUPRUM_PYTHON ndarray iamax(const ndarray& x, const ndarray* out = nullptr);

/// The place of the element of the smallest magnitude. Parameters and results are those of `iamax`.
///
/// Raises
///     ValueError: `x` has not one axis, or `out` another shape.
/// Example
///     >>> x = cp.array([1., -2., 3.])
///     >>> cublas.iamin(x)
///     array(1, dtype=int32)
CUPRUM_PYTHON ndarray iamin(const ndarray& x, const ndarray* out = nullptr);

/// The sum of magnitudes, |re| + |im|.
///
/// Parameters
///     x: a vector of floats or complex numbers.
///     out: a real array without axes to write to.
/// Returns
///     The sum.
/// Raises
///     ValueError: `x` has not one axis, or `out` another shape.
/// Example
///     >>> x = cp.array([1., -2., 3.])
///     >>> cublas.asum(x)
///     array(6.)
CUPRUM_PYTHON ndarray asum(const ndarray& x, const ndarray* out = nullptr);

/// The Euclidean length of a vector.
///
/// Parameters
///     x: a vector of floats or complex numbers.
///     out: a real array without axes to write to.
/// Returns
///     The length.
/// Raises
///     ValueError: `x` has not one axis, or `out` another shape.
/// Example
///     >>> cp.cublas.nrm2(cp.array([3., 4.]))
///     array(5.)
CUPRUM_PYTHON ndarray nrm2(const ndarray& x, const ndarray* out = nullptr);

/// The sum of products of two real vectors.
///
/// Parameters
///     x, y: vectors of one length.
///     out: an array without axes to write to.
/// Returns
///     The sum.
/// Raises
///     TypeError: complex vectors, for which there are `dotu` and `dotc`. ValueError: a vector has not one axis,
///     lengths do not go together, or `out` has another shape.
/// Example
///     >>> x, y = cp.array([1., -2., 3.]), cp.array([1., 1., 2.])
///     >>> cublas.dot(x, y)
///     array(5.)
CUPRUM_PYTHON ndarray dot(const ndarray& x, const ndarray& y, const ndarray* out = nullptr);
/// The sum of products of two complex vectors. Parameters are those of `dot`.
///
/// Raises
///     ValueError: a vector has not one axis, lengths do not go together, or `out` has another shape.
/// Example
///     >>> x = cp.array([1j, 2.])
///     >>> cublas.dotu(x, x)
///     array(3.+0.j)
CUPRUM_PYTHON ndarray dotu(const ndarray& x, const ndarray& y, const ndarray* out = nullptr);
/// The sum of products of the conjugates of a complex vector with another one. Parameters are those of `dot`.
///
/// Raises
///     ValueError: a vector has not one axis, lengths do not go together, or `out` has another shape.
/// Example
///     >>> x = cp.array([1j, 2.])
///     >>> cublas.dotc(x, x)
///     array(5.+0.j)
CUPRUM_PYTHON ndarray dotc(const ndarray& x, const ndarray& y, const ndarray* out = nullptr);

/// Adds a multiple of a vector: `y += a * x`.
///
/// Parameters
///     a: a number, or an array without axes.
///     x: a vector.
///     y: a vector of that length, which is changed.
/// Raises
///     ValueError: a vector has not one axis, lengths do not go together, or `out` has another shape.
/// Example
///     >>> x, y = cp.array([1., -2., 3.]), cp.array([1., 1., 2.])
///     >>> cublas.axpy(2., x, y)
///     >>> y
///     array([ 3., -3.,  8.])
CUPRUM_PYTHON void axpy(const Operand& a, const ndarray& x, const ndarray& y);

/// Multiplies a vector: `x *= a`.
///
/// Parameters
///     a: a number, or an array without axes.
///     x: the vector, which is changed.
/// Raises
///     ValueError: a vector has not one axis, lengths do not go together, or `out` has another shape.
/// Example
///     >>> x = cp.array([1., -2., 3.])
///     >>> cublas.scal(2., x)
///     >>> x
///     array([ 2., -4.,  6.])
CUPRUM_PYTHON void scal(const Operand& a, const ndarray& x);

/// A matrix times a vector: `y = alpha * op(a) @ x + beta * y`.
///
/// Parameters
///     transa: 'N', 'T' or 'H', what `op` is.
///     alpha, beta: numbers. Where beta is 0, what `y` held does not count.
///     a: the matrix.
///     x: a vector.
///     y: a vector, which is changed.
/// Raises
///     ValueError: lengths that do not agree.
/// Example
///     >>> a, x = cp.array([[1., 2.], [3., 4.]]), cp.array([1., 1.])
///     >>> y = cp.zeros(2)
///     >>> cublas.gemv('N', 1., a, x, 0., y)
///     >>> y
///     array([3., 7.])
CUPRUM_PYTHON void gemv(char transa, const Operand& alpha, const ndarray& a, const ndarray& x, const Operand& beta,
                        const ndarray& y);

/// Adds the products of all pairs of elements: `a += alpha * x[:, None] * y`.
///
/// Parameters
///     alpha: a number.
///     x, y: real vectors.
///     a: a matrix (len(x), len(y)), which is changed.
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape.
/// Example
///     >>> x, a = cp.array([1., 2.]), cp.zeros((2, 2), order='F')
///     >>> cublas.ger(1., x, x, a)
///     >>> a
///     array([[1., 2.],
///            [2., 4.]])
CUPRUM_PYTHON void ger(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a);
/// As `ger`, for complex vectors.
///
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape.
/// Example
///     >>> x, a = cp.array([1j, 2.]), cp.zeros((2, 2), complex, order='F')
///     >>> cublas.geru(1., x, x, a)
///     >>> a
///     array([[-1.+0.j,  0.+2.j],
///            [ 0.+2.j,  4.+0.j]])
CUPRUM_PYTHON void geru(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a);
/// As `ger`, for complex vectors, with the conjugates of `y`.
///
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape.
/// Example
///     >>> x, a = cp.array([1j, 2.]), cp.zeros((2, 2), complex, order='F')
///     >>> cublas.gerc(1., x, x, a)
///     >>> a
///     array([[1.+0.j, 0.+2.j],
///            [0.-2.j, 4.+0.j]])
CUPRUM_PYTHON void gerc(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a);

/// A product of matrices: `alpha * op(a) @ op(b) + beta * out`.
///
/// Parameters
///     transa, transb: 'N', 'T' or 'H', what `op` is.
///     a, b: matrices.
///     out: a matrix to write to; a new one by default.
///     alpha, beta: numbers. Where beta is 0, what `out` held does not count.
/// Returns
///     The product; `out` where it is given.
/// Raises
///     ValueError: lengths that do not agree.
/// Example
///     >>> cp.cublas.gemm('N', 'T', cp.array([[1., 2.]]), cp.array([[3., 4.]]), alpha=2.)
///     array([[22.]])
CUPRUM_PYTHON ndarray gemm(char transa, char transb, const ndarray& a, const ndarray& b, const ndarray* out = nullptr,
                           const Operand& alpha = 1.0, const Operand& beta = 0.0);

/// A sum of matrices: `alpha * op(a) + beta * op(b)`.
///
/// Parameters
///     transa, transb: 'N', 'T' or 'H', what `op` is.
///     alpha, beta: numbers.
///     a, b: matrices.
///     out: a matrix to write to; a new one by default.
/// Returns
///     The sum.
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape; another word for a
///     transposition.
/// Example
///     >>> a = cp.array([[1., 2.], [3., 4.]])
///     >>> cublas.geam('N', 'T', 1., a, 1., a)
///     array([[2., 5.],
///            [5., 8.]])
CUPRUM_PYTHON ndarray geam(char transa, char transb, const Operand& alpha, const ndarray& a, const Operand& beta,
                           const ndarray& b, const ndarray* out = nullptr);

/// A matrix times a diagonal matrix: `diag(x) @ a` for the side 'L', `a @ diag(x)` for 'R'.
///
/// Parameters
///     side: 'L' or 'R'.
///     a: the matrix.
///     x: the diagonal, a vector.
///     out: a matrix to write to; a new one by default.
///     incx: the step between the elements of `x` that count; from the last one back where it is negative.
/// Returns
///     The product.
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape.
/// Example
///     >>> a = cp.array([[1., 2.], [3., 4.]])
///     >>> cublas.dgmm('L', a, cp.array([10., 1.]))
///     array([[10., 20.],
///            [ 3.,  4.]])
CUPRUM_PYTHON ndarray dgmm(char side, const ndarray& a, const ndarray& x, const ndarray* out = nullptr,
                           std::int64_t incx = 1);

/// A triangle of a matrix times its transpose: `alpha * op(a) @ op(a).T + beta * out`.
///
/// Parameters
///     trans: 'N' or 'T', what `op` is.
///     a: the matrix.
///     out: a square matrix to write to, of which the other triangle is left as it is; a new one, zero there, by
///         default.
///     alpha, beta: numbers. Where beta is 0, what `out` held does not count.
///     lower: whether it is the lower triangle.
/// Returns
///     The product.
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape; another word for a
///     transposition.
/// Example
///     >>> a = cp.array([[1., 2.], [3., 4.]])
///     >>> cublas.syrk('N', a, lower=True)
///     array([[ 5.,  0.],
///            [11., 25.]])
CUPRUM_PYTHON ndarray syrk(char trans, const ndarray& a, const ndarray* out = nullptr, const Operand& alpha = 1.0,
                           const Operand& beta = 0.0, bool lower = false);

/// A symmetric band matrix times a vector: `y = alpha * A @ x + beta * y`.
///
/// Parameters
///     k: how many diagonals there are above the main one.
///     alpha, beta: numbers.
///     a: the diagonals as BLAS keeps them, (k + 1, n): with `lower` the main one first and below it the next ones from
///         the left, else the main one last and above it the next ones from the right.
///     x: a vector of n numbers.
///     y: a vector of n numbers, which is changed.
///     lower: whether `a` holds the lower triangle.
/// Returns
///     `y`.
/// Raises
///     ValueError: operands have other axes, shapes do not go together, or `out` has another shape.
/// Example
///     >>> bands = cp.array([[0., 1., 1.], [2., 2., 2.]], order='F')
///     >>> x, y = cp.ones(3), cp.zeros(3)
///     >>> cublas.sbmv(1, 1., bands, x, 0., y)
///     array([3., 4., 3.])
///     >>> y
///     array([3., 4., 3.])
ndarray sbmv(std::int64_t k, const Operand& alpha, const ndarray& a, const ndarray& x, const Operand& beta,
             const ndarray& y, bool lower = false);

}  // namespace cuprum::cublas
