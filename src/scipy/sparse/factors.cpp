// LU factors as users ask for them (splu, spilu, factorized, inv), bandwidths and powers of sparse matrices.
#include "cuprum/host.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse::linalg {

LU splu(const sparse_matrix& a, std::string_view permc_spec, double diag_pivot_thresh) {
    return {a, permc_spec, diag_pivot_thresh};
}

LU spilu(const sparse_matrix& a, double drop_tol, double fill_factor, std::string_view permc_spec,
         double diag_pivot_thresh) {
    if (a.rows() == a.columns() && a.rows() && a.nnz() == 0)
        throw LinAlgError("Factor is exactly singular: the matrix has no elements");
    // 0 would ask for a complete factorization.
    return {a, permc_spec, diag_pivot_thresh, std::max(drop_tol, 1e-300), fill_factor};
}

Apply factorized(const sparse_matrix& a) {
    const LU factors = splu(a);
    return [factors](const ndarray& b) { return factors.solve(b); };
}

sparse_matrix inv(const sparse_matrix& a) {
    const DType dtype = promote_types(a.dtype(), DType::float32);
    const ndarray dense = splu(a.astype(dtype, false)).solve(cuprum::eye(a.rows(), std::nullopt, 0, dtype));
    return from_dense(dense, a.is_compressed() ? a.format() : Format::csc);
}

namespace {

/// The least and the largest number of columns that a stored element is right of the diagonal; none for no elements.
std::optional<std::pair<std::int64_t, std::int64_t>> band_of(const sparse_matrix& a) {
    const sparse_matrix from = to_format(a, Format::coo);
    if (from.nnz() == 0) return std::nullopt;
    const ndarray away = as(from.col(), DType::int64) - as(from.row(), DType::int64);
    return std::pair{cuprum::min(away).item().to_int(), cuprum::max(away).item().to_int()};
}

}  // namespace

std::pair<std::int64_t, std::int64_t> spbandwidth(const sparse_matrix& a) {
    const auto [least, largest] = band_of(a).value_or(std::pair<std::int64_t, std::int64_t>{0, 0});
    return {std::max<std::int64_t>(-least, 0), std::max<std::int64_t>(largest, 0)};
}

std::pair<bool, bool> is_sptriangular(const sparse_matrix& a) {
    const auto [least, largest] = band_of(a).value_or(std::pair<std::int64_t, std::int64_t>{0, 0});
    return {largest <= 0, least >= 0};
}

sparse_matrix matrix_power(const sparse_matrix& a, std::int64_t power) {
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
