// The kernel that solves triangular equations.
#pragma once

#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::linalg {

/// Solves for right-hand sides in C order and of the matrix's dtype. Where `check`, the host waits for what was found
/// on the diagonal.
ndarray solve_triangle(const sparse_matrix& rows, const ndarray& b, bool lower, bool unit, bool check);

}  // namespace cuprum::scipy::sparse::linalg
