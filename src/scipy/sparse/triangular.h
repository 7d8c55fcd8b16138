// Equations with triangular matrices, and with factors that are made for one call.
#pragma once

#include <string_view>

#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::linalg {

/// Solves for right-hand sides in C order and of the matrix's dtype. Where `check`, the host waits for what was found
/// on the diagonal.
ndarray solve_triangle(const sparse_matrix& rows, const ndarray& b, bool lower, bool unit, bool check);
/// Solves with the right-hand sides as they are. Throws LinAlgError where a diagonal element is zero.
ndarray solve_triangular(const sparse_matrix& a, const ndarray& b, bool lower, bool unit_diagonal);
/// Solves A x = b by factors of A. Throws LinAlgError where A is singular.
ndarray solve_by_factors(const sparse_matrix& a, const ndarray& b, std::string_view order);

}  // namespace cuprum::scipy::sparse::linalg
