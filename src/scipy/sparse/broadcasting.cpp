// Arithmetic of sparse matrices and arrays with what has another shape, and with numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <utility>

#include "cuprum/literal_forms.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/sparse_arithmetic.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/tensor.h"

namespace cuprum::scipy::sparse {
namespace {

constexpr std::array<std::pair<std::string_view, Binary>, 12> operation_names{
    {{"add", Binary::add},
     {"subtract", Binary::subtract},
     {"multiply", Binary::multiply},
     {"divide", Binary::divide},
     {"maximum", Binary::maximum},
     {"minimum", Binary::minimum},
     {"equal", Binary::equal},
     {"not_equal", Binary::not_equal},
     {"less", Binary::less},
     {"greater", Binary::greater},
     {"less_equal", Binary::less_equal},
     {"greater_equal", Binary::greater_equal}}};

Shape shape_of(const Sparse& a) {
    return std::visit([](const auto& one) { return Shape(one.shape()); }, a);
}

DType dtype_of_elements(const Sparse& a) {
    return std::visit([](const auto& one) { return one.dtype(); }, a);
}

ndarray dense_of_either(const Sparse& a) {
    return std::visit([](const auto& one) { return toarray(one); }, a);
}

sparse_tensor as_tensor(const Sparse& a) {
    if (const auto* tensor = std::get_if<sparse_tensor>(&a)) return *tensor;
    const auto& matrix = std::get<sparse_matrix>(a);
    return {matrix, matrix.shape()};
}

Sparse of_fewest_kinds(const sparse_tensor& a) {
    if (a.ndim() == 2) return a.matrix(1);
    return a;
}

[[noreturn]] void throw_inconsistent(const Shape& a, const Shape& b) {
    throw ValueError("inconsistent shapes: " + cuprum::to_string(a) + " and " + cuprum::to_string(b));
}

Shape common_shape(const Shape& a, const Shape& b) {
    const Shape shapes[] = {a, b};
    try {
        return broadcast_shapes(shapes);
    } catch (const ValueError&) {
        throw_inconsistent(a, b);
    }
}

/// Of matrices of two shapes, of which one may be a row or a column.
sparse_matrix multiply_broadcast(const sparse_matrix& a, const sparse_matrix& b) {
    const Shape whole = common_shape(a.shape(), b.shape());
    const sparse_matrix *one = &a, *two = &b;
    if (one->shape() != whole && two->shape() != whole) {  // a row by a column
        if (one->columns() != 1) std::swap(one, two);
        return matmul(*one, *two);
    }
    if (one->shape() != whole) std::swap(one, two);
    return to_format(eliminate_zeros(multiply_dense(*one, toarray(*two))),
                     a.format() == Format::csc ? Format::csc : Format::csr);
}

/// A result of two axes as csr, or as csc where the first operand is so.
Sparse in_rows_or_columns(const sparse_tensor& made, const Sparse& first) {
    if (made.ndim() != 2) return made;
    const auto* matrix = std::get_if<sparse_matrix>(&first);
    return to_format(made.matrix(1), matrix && matrix->format() == Format::csc ? Format::csc : Format::csr);
}

ndarray dense_operation(Binary operation, const Operand& x, const Operand& y) {
    switch (operation) {
        case Binary::maximum: return cuprum::maximum(x, y);
        case Binary::minimum: return cuprum::minimum(x, y);
        case Binary::equal: return cuprum::equal(x, y);
        case Binary::not_equal: return cuprum::not_equal(x, y);
        case Binary::less: return cuprum::less(x, y);
        case Binary::greater: return cuprum::greater(x, y);
        case Binary::less_equal: return cuprum::less_equal(x, y);
        case Binary::greater_equal: return cuprum::greater_equal(x, y);
        default: throw ValueError("a comparison is needed");
    }
}

/// Whether zero compares so with a number, complex ones by their real parts first.
bool zero_compares(const Scalar& b, Binary operation) {
    const std::complex<double> value = b.to_complex();
    const double real = value.real(), imag = value.imag();
    const bool equal = real == 0 && imag == 0, less = 0 < real || (real == 0 && 0 < imag),
               greater = 0 > real || (real == 0 && 0 > imag);
    switch (operation) {
        case Binary::equal: return equal;
        case Binary::not_equal: return !equal;
        case Binary::less: return less;
        case Binary::greater: return greater;
        case Binary::less_equal: return less || equal;
        default: return greater || equal;
    }
}

/// The same function of each stored element; coo and dia matrices come out as csr.
template <class Function>
Sparse of_stored(const Sparse& a, Function&& function) {
    if (const auto* tensor = std::get_if<sparse_tensor>(&a)) {
        const sparse_tensor from = tensor->sum_duplicates();
        return from.with_data(function(from.data()));
    }
    const auto& matrix = std::get<sparse_matrix>(a);
    const sparse_matrix from = sum_duplicates(matrix.is_compressed() ? matrix : to_format(matrix, Format::csr));
    return from.with_data(function(from.data()));
}

sparse_matrix without_zeros(const sparse_matrix& a) { return eliminate_zeros(a); }
sparse_tensor without_zeros(const sparse_tensor& a) { return a.eliminate_zeros(); }

}  // namespace

Binary binary_from_name(std::string_view name) {
    for (const auto& [known, operation] : operation_names)
        if (known == name) return operation;
    throw ValueError("unknown operation '" + std::string(name) + "'");
}

Sparse binary(const Sparse& a, const Sparse& b, Binary operation) {
    const kernel::Placement here(a, b);
    if (shape_of(a) != shape_of(b)) {
        // As in CuPy a row or a column is repeated, but not in sums.
        if (operation < Binary::maximum) throw_inconsistent(shape_of(a), shape_of(b));
        const Shape shape = common_shape(shape_of(a), shape_of(b));
        return in_rows_or_columns(binary(as_tensor(a).broadcast_to(shape), as_tensor(b).broadcast_to(shape), operation),
                                  a);
    }
    if (operation == Binary::subtract && dtype_of_elements(a) == DType::bool_ && dtype_of_elements(b) == DType::bool_)
        operation = Binary::not_equal;
    const auto *one = std::get_if<sparse_matrix>(&a), *two = std::get_if<sparse_matrix>(&b);
    if (one && two) return binary(*one, *two, operation);
    return of_fewest_kinds(binary(as_tensor(a), as_tensor(b), operation));
}

Sparse multiply(const Sparse& a, const Sparse& b) {
    const kernel::Placement here(a, b);
    if (shape_of(a) == shape_of(b)) return binary(a, b, Binary::multiply);
    const auto *one = std::get_if<sparse_matrix>(&a), *two = std::get_if<sparse_matrix>(&b);
    if (one && two) return multiply_broadcast(*one, *two);
    const Shape shape = common_shape(shape_of(a), shape_of(b));
    return in_rows_or_columns(
        binary(as_tensor(a).broadcast_to(shape), as_tensor(b).broadcast_to(shape), Binary::multiply), a);
}

namespace {

bool is_scalar(const Operand& x) { return !x.is_array() || x.array().ndim() == 0; }

Sparse scaled(const Sparse& a, const Operand& factor) {
    return std::visit([&](const auto& one) -> Sparse { return one.with_data(cuprum::multiply(one.data(), factor)); },
                      a);
}

/// 1 / x by the larger component first, without overflow, and rounded as NumPy's scalars are.
template <class Real>
std::complex<Real> reciprocal_of_complex(Real re, Real im) {
    if (std::abs(re) >= std::abs(im)) {
        const Real ratio = im / re, scale = 1 / (re + im * ratio);
        return {scale, -ratio * scale};
    }
    const Real ratio = re / im, scale = 1 / (re * ratio + im);
    return {ratio * scale, -scale};
}

Scalar reciprocal_of_number(const Scalar& x) {
    const bool is_literal = x.is_weak() || x.dtype() == DType::bool_;
    if (is_literal && !x.to_bool()) throw ZeroDivisionError("division by zero");
    const std::complex<double> value = x.to_complex();
    if (x.dtype() == DType::complex64)
        return Scalar::strong(
            reciprocal_of_complex(static_cast<float>(value.real()), static_cast<float>(value.imag())));
    const Scalar made =
        is_complex(x.dtype()) ? Scalar(reciprocal_of_complex(value.real(), value.imag())) : Scalar(1 / value.real());
    if (is_literal) return made;
    return made.as(is_floating(x.dtype()) || is_complex(x.dtype()) ? x.dtype() : DType::float64);
}

/// Calls a function with 1 / x: of an array on its device, of a number on the host.
template <class Function>
Sparse with_reciprocal(const Operand& x, Function&& function) {
    if (!x.is_array()) return function(Operand(reciprocal_of_number(x.scalar())));
    const ndarray inverse = true_divide(1.0, x);
    return function(Operand(inverse));
}

}  // namespace

Sparse multiply(const Sparse& a, const Operand& b) {
    if (is_scalar(b)) return scaled(a, b);
    const ndarray& dense = b.array();
    const kernel::Placement here(a, dense);
    if (const auto* tensor = std::get_if<sparse_tensor>(&a)) {
        const Shape shape = common_shape(tensor->shape(), dense.shape());
        return of_fewest_kinds(multiply_dense(tensor->broadcast_to(shape), dense.broadcast_to(shape)));
    }
    const auto& matrix = std::get<sparse_matrix>(a);
    if (dense.ndim() > 2) throw ValueError("sparse matrices are multiplied by arrays of at most two dimensions");
    const sparse_matrix product = multiply_dense(matrix, dense);
    if (matrix.is_blocks() && product.shape() == matrix.shape())
        return tobsr(product, matrix.block_shape()[0], matrix.block_shape()[1]);
    return to_format(product, matrix.is_blocks() || matrix.format() == Format::dia ? Format::csr : matrix.format());
}

ndarray divide(const Sparse& a, const Sparse& b) {
    const kernel::Placement here(a, b);
    if (shape_of(a) != shape_of(b)) throw_inconsistent(shape_of(a), shape_of(b));
    const DType common = promote_types(dtype_of_elements(a), dtype_of_elements(b)),
                dtype = is_complex(common) ? common : promote_types(common, DType::float64);
    return true_divide(dense_of_either(a), dense_of_either(b), {.dtype = dtype});
}

Sparse divide(const Sparse& a, const Operand& b) {
    const kernel::Placement here(a);
    return with_reciprocal(b, [&](const Operand& inverse) {
        if (!is_scalar(b) || !can_cast(dtype_of_elements(a), DType::float64)) return multiply(a, inverse);
        return scaled(std::visit([](const auto& one) -> Sparse { return one.astype(DType::float64, false); }, a),
                      inverse);
    });
}

Sparse multiply_in_place(const Sparse& a, const Operand& b) {
    if (!is_scalar(b)) throw ValueError("a sparse matrix is multiplied in place by a number, not by an array");
    const kernel::Placement here(a);
    const ndarray& data = std::visit([](const auto& one) -> const ndarray& { return one.data(); }, a);
    if (!can_cast(result_type({data, b}), data.dtype(), Casting::same_kind)) return scaled(a, b);
    ndarray out = data;  // shares the elements
    cuprum::multiply(data, b, {.out = {&out}});
    return a;
}

Sparse divide_in_place(const Sparse& a, const Operand& b) {
    return with_reciprocal(b, [&](const Operand& inverse) { return multiply_in_place(a, inverse); });
}

SparseOrDense compare(const Sparse& a, const Sparse& b, Binary operation) {
    const kernel::Placement here(a, b);
    const auto sparse = [&](Binary how) {
        return std::visit([](auto&& one) -> SparseOrDense { return one; }, binary(a, b, how));
    };
    const auto opposite = operation == Binary::equal           ? Binary::not_equal
                          : operation == Binary::less_equal    ? Binary::greater
                          : operation == Binary::greater_equal ? Binary::less
                                                               : operation;
    if (opposite == operation) return sparse(operation);
    if (operation != Binary::equal && (is_floating(dtype_of_elements(a)) || is_floating(dtype_of_elements(b)))) {
        common_shape(shape_of(a), shape_of(b));                                     // or an error
        return dense_operation(operation, dense_of_either(a), dense_of_either(b));  // beside a NaN neither is true
    }
    return logical_not(dense_of_either(binary(a, b, opposite)));
}

SparseOrDense compare(const Sparse& a, const Scalar& b, Binary operation) {
    const kernel::Placement here(a);
    if (zero_compares(b, operation)) return dense_operation(operation, dense_of_either(a), b);
    const Sparse made = of_stored(a, [&](const ndarray& data) { return dense_operation(operation, data, b); });
    return std::visit([](const auto& one) -> SparseOrDense { return without_zeros(one); }, made);
}

SparseOrDense extremum(const Sparse& a, const Scalar& b, Binary operation) {
    const kernel::Placement here(a);
    const bool stays =
        operation == Binary::maximum ? zero_compares(b, Binary::greater_equal) : zero_compares(b, Binary::less_equal);
    if (!stays) return dense_operation(operation, dense_of_either(a), b);
    return std::visit([](auto&& one) -> SparseOrDense { return one; },
                      of_stored(a, [&](const ndarray& data) { return dense_operation(operation, data, b); }));
}

// ----------------------------------------------------------------------------------------------------------- products

namespace {

/// The shape of a product of matrices, without the axes that vectors do not have.
Shape product_shape(const Shape& whole, int left, int right) {
    Shape shape = slice_of(whole, 0, whole.size() - 2);
    if (left > 1) shape.push_back(whole[whole.size() - 2]);
    if (right > 1) shape.push_back(whole[whole.size() - 1]);
    return shape;
}

void check_lengths(const Shape& a, const Shape& b) {
    if (a.size() == 0 || b.size() == 0) throw ValueError("matmul: an operand has no dimensions");
    if (a[a.size() - 1] != b[std::max(b.size() - 2, 0)])
        throw ValueError("matmul: dimension mismatch with signature (n?,k),(k,m?)->(n?,m?): the shapes are " +
                         cuprum::to_string(a) + " and " + cuprum::to_string(b));
}

/// A vector as a row.
sparse_tensor with_rows(const sparse_tensor& a) { return a.ndim() == 1 ? a.reshape({1, a.size()}) : a; }

}  // namespace

Sparse matmul(const Sparse& a, const Sparse& b) {
    const kernel::Placement here(a, b);
    const auto *left = std::get_if<sparse_matrix>(&a), *right = std::get_if<sparse_matrix>(&b);
    if (left && right) return matmul(*left, *right);
    const sparse_tensor one = as_tensor(a), two = as_tensor(b);
    check_lengths(one.shape(), two.shape());
    const sparse_tensor rows = with_rows(one), columns = two.ndim() == 1 ? two.reshape({two.size(), 1}) : two;
    const sparse_tensor product =
        rows.ndim() == 2 && columns.ndim() == 2
            ? sparse_tensor(matmul(rows.matrix(1), columns.matrix(1)), {rows.shape()[0], columns.shape()[1]})
            : matmul(rows, columns);
    return of_fewest_kinds(product.reshape(product_shape(product.shape(), one.ndim(), two.ndim())));
}

ndarray matmul(const Sparse& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (const auto* matrix = std::get_if<sparse_matrix>(&a); matrix && b.ndim() <= 2) return matmul(*matrix, b);
    const sparse_tensor one = as_tensor(a), rows = with_rows(one);
    check_lengths(one.shape(), b.shape());
    const ndarray columns = b.ndim() == 1 ? b.reshape({b.size(), 1}) : b;
    const ndarray product =
        rows.ndim() == 2 && columns.ndim() == 2 ? matmul(rows.matrix(1), columns) : matmul(rows, columns);
    return product.reshape(product_shape(product.shape(), one.ndim(), b.ndim()));
}

ndarray matmul(const ndarray& a, const Sparse& b) {
    const kernel::Placement here(a, b);
    if (const auto* matrix = std::get_if<sparse_matrix>(&b); matrix && a.ndim() <= 2) return matmul(a, *matrix);
    const sparse_tensor whole = as_tensor(b);
    if (whole.ndim() == 1 || a.ndim() == 1) {
        const Sparse swapped = whole.ndim() == 1 ? Sparse(whole) : Sparse(swapaxes(whole, -1, -2));
        return matmul(swapped, a.ndim() == 1 ? a : cuprum::swapaxes(a, -1, -2));
    }
    return cuprum::swapaxes(matmul(Sparse(swapaxes(whole, -1, -2)), cuprum::swapaxes(a, -1, -2)), -1, -2);
}

namespace {

/// With elements that are stored several times summed up; those of diagonals are stored once.
sparse_matrix summed(const sparse_matrix& a) { return a.format() == Format::dia ? a : sum_duplicates(a); }
sparse_tensor summed(const sparse_tensor& a) { return a.sum_duplicates(); }

}  // namespace

Sparse elementwise(const Ufunc& ufunc, const Sparse& a) {
    const kernel::Placement here(a);
    return std::visit(
        [&](const auto& one) -> Sparse {
            const auto from = summed(one);
            const Operand in[] = {from.data()};
            ndarray made;
            ufunc.call(in, {}, &made);
            return from.with_data(std::move(made));
        },
        a);
}

Sparse power(const Sparse& a, const Scalar& exponent, std::optional<DType> dtype) {
    const kernel::Placement here(a);
    if (!exponent.to_bool()) throw NotSupportedError("zero power is not supported as it would densify the matrix.");
    return std::visit(
        [&](const auto& one) -> Sparse {
            auto from = summed(one);
            if (dtype) from = from.astype(*dtype, false);
            return from.with_data(with_literal(cuprum::power, from.data(), exponent));
        },
        a);
}

}  // namespace cuprum::scipy::sparse
