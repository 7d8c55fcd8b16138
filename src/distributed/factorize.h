// Factorizations of matrices whose rows are divided over workers.
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/workers.h"

namespace cuprum::distributed {

/// The dtype in which a matrix is factorized: integers count as float64. Throws TypeError for 16-bit floats.
DType factor_dtype(DType dtype);

/// Some rows of R.
struct RowsOfR {
    int worker;
    std::int64_t start, stop;
    ndarray rows;  // of all columns; nothing in processes that do not have the worker
};

struct QRFactors {
    std::vector<ndarray> q;  // of each worker here, the rows that it has
    std::vector<RowsOfR> r;  // in the order of rows
};

/// Factorizes a matrix of `columns` columns. Worker i has `heights[i]` rows, `blocks[i]`, which are overwritten.
/// `width`: how many columns a step factorizes; 0 chooses.
QRFactors factorize_qr(Workers& workers, std::vector<ndarray> blocks, const std::vector<std::int64_t>& heights,
                       std::int64_t columns, DType dtype, std::int64_t width);

/// Rows of a matrix of n rows in blocks, dealt out to workers in turn.
struct CyclicRows {
    std::int64_t n, block;
    int workers;

    CyclicRows(std::int64_t n, std::int64_t block, int workers);
    std::int64_t count() const { return (n + block - 1) / block; }
    std::int64_t start(std::int64_t i) const { return std::min(i * block, n); }
    int worker(std::int64_t i) const { return static_cast<int>(i % workers); }
};

/// Overwrites the lower triangle of a matrix by its factor of Cholesky, and the upper one by zeros. `blocks[i]` is
/// block i where its worker is here. Throws LinAlgError in all processes where the matrix is not positive definite.
void factorize_cholesky(Workers& workers, const std::vector<ndarray>& blocks, const CyclicRows& rows, DType dtype);

}  // namespace cuprum::distributed
