// Inverses, factors, solutions, eigenvalues and singular values of many small matrices at once, where the device has
// kernels for them.
#pragma once

#include "cuprum/ndarray.h"
#include "kernel/plan/small_matrices.h"

namespace cuprum::kernel {

/// What is computed of an array (..., rows, columns) in C order, and where it goes; null where it is not wanted.
struct SmallMatricesOperands {
    const ndarray& matrices;
    const ndarray* values = nullptr;  ///< Eigenvalues, ascending, or singular values, descending.
    const ndarray* u = nullptr;       ///< Inverses, factors, eigenvectors as columns, or left vectors; of
                                      ///< equations the right-hand sides, which become the solutions.
    const ndarray* vh = nullptr;      ///< Right vectors as rows, conjugated.
    int* info = nullptr;              ///< Of each matrix: not 0 where it has no such result.
    bool lower = true;                ///< The triangle of a Hermitian matrix that is read, or that is a factor.
};

/// Whether there is a kernel for matrices of this shape and number, and no library serves better.
bool has_small_matrices(SmallMatrices what, const ndarray& a, DType dtype);
/// The same for so many equations: `a` may be one for all, and has the rows; each has so many right-hand sides.
bool has_small_equations(const ndarray& a, std::int64_t count, std::int64_t sides, DType dtype);
/// For arrays that have one.
void small_matrices(SmallMatrices what, const SmallMatricesOperands& operands);

}  // namespace cuprum::kernel
