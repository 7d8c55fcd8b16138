// The kernel that solves triangular equations.
#pragma once

#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::linalg {

/// Solves in place: `x`, in C order and of the matrix's dtype, holds the right-hand sides. Where `check`, the host
/// waits for what was found on the diagonal.
void solve_triangle(const sparse_matrix& rows, const ndarray& x, bool lower, bool unit, bool check);

}  // namespace cuprum::scipy::sparse::linalg
