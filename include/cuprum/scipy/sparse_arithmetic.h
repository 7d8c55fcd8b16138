// Products, comparisons and extrema of sparse matrices and arrays of any number of dimensions, broadcast.
#pragma once

#include <string_view>
#include <variant>

#include "cuprum/scalar.h"
#include "cuprum/scipy/sparse.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::sparse {

/// A sparse matrix, or a sparse array of any number of dimensions.
using Sparse = std::variant<sparse_matrix, sparse_tensor>;
/// Sparse where zeros give zeros, else dense.
using SparseOrDense = std::variant<sparse_matrix, sparse_tensor, ndarray>;

/// The operation of which NumPy's ufunc has this name, "add" or "not_equal". Throws ValueError for other names.
Binary binary_from_name(std::string_view name);

/// Element by element, of one shape; in extrema and comparisons a row or a column is repeated. The difference of truths
/// is where they differ, as in SciPy. Throws ValueError for other shapes.
CUPRUM_PYTHON Sparse binary(const Sparse& a, const Sparse& b, Binary operation);

/// The product element by element, broadcast; the second factor may be a number or a dense array. Throws ValueError
/// where shapes do not fit.
CUPRUM_PYTHON Sparse multiply(const Sparse& a, const Sparse& b);
CUPRUM_PYTHON Sparse multiply(const Sparse& a, const Operand& b);

/// The quotient element by element. By a sparse operand of the same shape it is dense, with NaN where both are zero. By
/// a number or a dense array it is the product with the reciprocal, as in SciPy: zeros that are not stored stay zero.
/// Elements become float64 where that holds their dtype. Throws ValueError where shapes do not fit, ZeroDivisionError
/// for a literal zero.
///
/// Example:
///     Sparse halves = sparse::divide(a, 2);
///     ndarray ratios = sparse::divide(a, b);  // of sparse matrices
CUPRUM_PYTHON Sparse divide(const Sparse& a, const Operand& b);
CUPRUM_PYTHON ndarray divide(const Sparse& a, const Sparse& b);

/// Multiplies the stored elements by a number where they lie, so that matrices that share them change too. Where their
/// dtype does not hold the products, the result has other elements, and nothing else changes.
CUPRUM_PYTHON Sparse multiply_in_place(const Sparse& a, const Operand& b);
/// Likewise, by the reciprocal of a number. Throws ZeroDivisionError for a literal zero.
CUPRUM_PYTHON Sparse divide_in_place(const Sparse& a, const Operand& b);

/// A comparison element by element: dense where zeros compare as true, which most elements are then. Throws ValueError
/// for other shapes.
///
/// Example:
///     auto positive = sparse::compare(a, Scalar(0), Binary::greater);  // a sparse_matrix of bools
CUPRUM_PYTHON SparseOrDense compare(const Sparse& a, const Sparse& b, Binary operation);
CUPRUM_PYTHON SparseOrDense compare(const Sparse& a, const Scalar& b, Binary operation);

/// A ufunc of one operand of each element: one that is zero for zero, as zeros that are not stored stay so.
CUPRUM_PYTHON Sparse elementwise(const Ufunc& ufunc, const Sparse& a);

/// Each element raised to a power other than zero. Throws NotSupportedError for zero, which makes most elements 1.
CUPRUM_PYTHON Sparse power(const Sparse& a, const Scalar& exponent, std::optional<DType> dtype = {});

/// The product over the last axis of a and the last but one of b, as NumPy's `matmul` has it: axes before these are
/// broadcast, vectors have one axis. Throws ValueError where lengths do not fit.
Sparse matmul(const Sparse& a, const Sparse& b);
ndarray matmul(const Sparse& a, const ndarray& b);
ndarray matmul(const ndarray& a, const Sparse& b);

/// The larger (`Binary::maximum`) or the smaller of each element and a number: dense where that is not zero for zeros.
CUPRUM_PYTHON SparseOrDense extremum(const Sparse& a, const Scalar& b, Binary operation);

}  // namespace cuprum::scipy::sparse
