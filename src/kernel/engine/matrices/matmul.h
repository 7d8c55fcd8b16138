// Launches of the kernels that multiply matrices for which no library has routines, or none that is worth its call.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// C = A B for arrays (..., m, k), (..., k, n) and (..., m, n) of one integer dtype or of bool, or on a GPU of float32
/// or float64, with common leading axes and any strides. No length is zero; C overlaps neither operand.
void multiply_tiles(const ndarray& a, const ndarray& b, const ndarray& c);

/// Whether `multiply_tiles` is faster than a library.
bool prefers_tiles(const ndarray& a, const ndarray& c);

/// The sum over some axes of the product of arrays of a common shape (bit i of `reduced`: axis i is summed over), to
/// `out`, which has an axis for each of the others. It is computed in `compute`; products and sums of bools are `and`
/// and `or`.
void sum_of_products(std::span<const ndarray* const> operands, std::uint64_t reduced, DType compute,
                     bool conjugate_first, const ndarray& out);

/// How many operands `sum_of_products` takes.
inline constexpr std::size_t max_factors = 3;

}  // namespace cuprum::kernel
