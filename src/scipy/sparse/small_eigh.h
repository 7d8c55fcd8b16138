// Eigenvalues of the small symmetric matrices that iterations make of large ones, on the host.
#pragma once

#include <cstdint>
#include <vector>

namespace cuprum::scipy::sparse::linalg {

/// Eigenvalues in ascending order, and vectors as columns.
struct SmallEigen {
    std::vector<double> values, vectors;
};
/// Of a symmetric matrix of n rows, by reflections that make it tridiagonal and rotations with shifts (Golub and Van
/// Loan, Matrix Computations, 8.3).
SmallEigen small_eigh(std::vector<double> matrix, std::int64_t n);

}  // namespace cuprum::scipy::sparse::linalg
