// LU factors as users ask for them (splu, spilu, factorized, inv), bandwidths and powers of sparse matrices.
#include <atomic>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/common.h"
#include "scipy/sparse/krylov.h"
#include "scipy/sparse/triangular.h"

namespace cuprum::scipy::sparse::linalg {

namespace {

std::atomic<SparseWarningHandler> warning_handler = nullptr;

void warn(SparseWarning kind, const std::string& message) {
    if (const SparseWarningHandler handler = warning_handler) handler(kind, message.c_str());
}

/// A matrix of elements that are stored; of a dense one those that are not zero.
sparse_matrix stored(const DenseOrSparse& A, Format format) {
    if (const auto* dense = std::get_if<ndarray>(&A)) return from_dense(*dense, format);
    return std::get<sparse_matrix>(A);
}

sparse_matrix square(const DenseOrSparse& A, const char* message = "can only factor square matrices") {
    const sparse_matrix a = stored(A, Format::csc);
    if (a.rows() != a.columns()) throw ValueError(message);
    return a;
}

/// Warns where a matrix is not compressed.
void warn_unless_compressed(const DenseOrSparse& A, const char* message) {
    const auto* a = std::get_if<sparse_matrix>(&A);
    if (!a || !a->is_compressed()) warn(SparseWarning::efficiency, message);
}

std::string_view order_of(const std::optional<std::string_view>& permc_spec) {
    return permc_spec && !permc_spec->empty() ? *permc_spec : "COLAMD";
}

/// What a function returns, with SciPy's class of errors for a singular matrix.
template <class Function>
auto with_runtime_error(Function&& function) {
    try {
        return function();
    } catch (const LinAlgError& error) {
        throw Error(error.what());
    }
}

}  // namespace

SparseWarningHandler set_sparse_warning(SparseWarningHandler handler) { return warning_handler.exchange(handler); }

SuperLU splu(const DenseOrSparse& A, std::optional<std::string_view> permc_spec,
             std::optional<double> diag_pivot_thresh) {
    const kernel::Placement here(A);
    const sparse_matrix a = square(A);
    return with_runtime_error([&] { return SuperLU(a, order_of(permc_spec), diag_pivot_thresh.value_or(1)); });
}

SuperLU spilu(const DenseOrSparse& A, std::optional<double> drop_tol, std::optional<double> fill_factor,
              std::optional<std::string_view> permc_spec, std::optional<double> diag_pivot_thresh) {
    const kernel::Placement here(A);
    const sparse_matrix a = square(A);
    if (a.rows() && a.nnz() == 0) throw Error("Factor is exactly singular: the matrix has no elements");
    // 0 would ask for a complete factorization.
    const double drop = std::max(drop_tol.value_or(1e-4), 1e-300);
    return with_runtime_error([&] {
        return SuperLU(a, order_of(permc_spec), diag_pivot_thresh.value_or(0.1), drop, fill_factor.value_or(10));
    });
}

Apply factorized(const DenseOrSparse& A) {
    const SuperLU factors = splu(A);
    return [factors](const ndarray& b) { return factors.solve(b); };
}

sparse_matrix inv(const DenseOrSparse& A) {
    const kernel::Placement here(A);
    if (!std::holds_alternative<sparse_matrix>(A)) throw TypeError("Input must be a sparse matrix");
    const sparse_matrix& a = std::get<sparse_matrix>(A);
    if (a.rows() != a.columns())
        throw ValueError("matrix must be square (has shape (" + std::to_string(a.rows()) + ", " +
                         std::to_string(a.columns()) + "))");
    const DType dtype = promote_types(a.dtype(), DType::float32);
    const ndarray dense = with_runtime_error([&] {
        return SuperLU(a.astype(dtype, false), "COLAMD", 1).solve(cuprum::eye(a.rows(), std::nullopt, 0, dtype));
    });
    return from_dense(dense, a.is_compressed() ? a.format() : Format::csc);
}

DenseOrSparse spsolve(const DenseOrSparse& A, const DenseOrSparse& b, std::optional<std::string_view> permc_spec) {
    const kernel::Placement here(A, b);
    warn_unless_compressed(A, "spsolve requires A be CSC or CSR matrix format");
    const sparse_matrix a = square(A, "matrix must be square");
    const bool is_sparse = std::holds_alternative<sparse_matrix>(b);
    const ndarray dense = is_sparse ? toarray(std::get<sparse_matrix>(b)) : std::get<ndarray>(b);
    if ((dense.ndim() != 1 && dense.ndim() != 2) || dense.shape()[0] != a.rows())
        throw ValueError("matrix - rhs dimension mismatch (" + cuprum::to_string(Shape{a.rows(), a.columns()}) + " - " +
                         cuprum::to_string(dense.shape()) + ")");
    const DType dtype = floating_dtype(promote_types(a.dtype(), dense.dtype()));
    const bool is_column = dense.ndim() == 2 && dense.shape()[1] == 1;
    ndarray x;
    try {
        x = solve_by_factors(a.astype(dtype, false), as(is_column ? dense.reshape({-1}) : dense, dtype),
                             order_of(permc_spec));
    } catch (const LinAlgError&) {
        warn(SparseWarning::singular, "Matrix is exactly singular");
        x = full(dense.shape(), std::numeric_limits<double>::quiet_NaN(), dtype);
    }
    if (is_sparse && !is_column) return from_dense(x.reshape(dense.shape()), Format::csr);
    return is_column ? x.reshape({-1}) : asfortranarray(x);  // SciPy's and CuPy's order
}

ndarray spsolve_triangular(const DenseOrSparse& A, const ndarray& b, bool lower, bool unit_diagonal) {
    const kernel::Placement here(A, b);
    warn_unless_compressed(A, "CSC or CSR matrix format is required. Converting to CSC matrix.");
    return asfortranarray(solve_triangular(stored(A, Format::csr), b, lower, unit_diagonal));
}

DenseOrSparse expm(const DenseOrSparse& A) {
    const kernel::Placement here(A);
    if (const auto* a = std::get_if<sparse_matrix>(&A)) return expm(a->astype(floating_dtype(a->dtype()), false));
    const ndarray& a = std::get<ndarray>(A);
    if (a.ndim() != 2 || a.shape()[0] != a.shape()[1]) throw ValueError("expected a square matrix");
    return scipy::linalg::expm(as(a, floating_dtype(a.dtype())));
}

namespace {

/// The least and the largest number of columns that a stored element is right of the diagonal; none for no elements.
std::optional<std::pair<std::int64_t, std::int64_t>> band_of(const DenseOrSparse& A, const char* name) {
    const auto* a = std::get_if<sparse_matrix>(&A);
    if (!a || a->format() == Format::bsr)
        warn(SparseWarning::efficiency, std::string(name) + " needs sparse format and not BSR. Converting to CSR.");
    const sparse_matrix from = to_format(stored(A, Format::csr), Format::coo);
    if (from.nnz() == 0) return std::nullopt;
    const ndarray away = as(from.col(), DType::int64) - as(from.row(), DType::int64);
    return std::pair{cuprum::min(away).item().to_int(), cuprum::max(away).item().to_int()};
}

}  // namespace

std::pair<std::int64_t, std::int64_t> spbandwidth(const DenseOrSparse& A) {
    const kernel::Placement here(A);
    const auto [least, largest] = band_of(A, "spbandwidth").value_or(std::pair<std::int64_t, std::int64_t>{0, 0});
    return {std::max<std::int64_t>(-least, 0), std::max<std::int64_t>(largest, 0)};
}

std::pair<bool, bool> is_sptriangular(const DenseOrSparse& A) {
    const kernel::Placement here(A);
    const auto [least, largest] = band_of(A, "is_sptriangular").value_or(std::pair<std::int64_t, std::int64_t>{0, 0});
    return {largest <= 0, least >= 0};
}

sparse_matrix matrix_power(const sparse_matrix& a, std::int64_t power) {
    const kernel::Placement here(a);
    if (a.rows() != a.columns()) throw TypeError("sparse matrix is not square");
    if (power < 0) throw ValueError("exponent must be >= 0");
    if (power == 0) return to_format(sparse::eye(a.rows(), std::nullopt, 0, a.dtype()), Format::csr);
    if (power == 1) return a.copy();
    std::optional<sparse_matrix> result;
    sparse_matrix square = a;
    for (;; square = sparse::matmul(square, square)) {
        if (power & 1) result = result ? sparse::matmul(*result, square) : square;
        power >>= 1;
        if (power == 0) break;
    }
    return *result;
}

}  // namespace cuprum::scipy::sparse::linalg
