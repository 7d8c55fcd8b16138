// Products of matrices, as all products come to be computed.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// C = A B for arrays (..., m, k), (..., k, n) and (..., m, n) of one dtype and with common leading axes, on which A
/// and B may have strides of zero. C overlaps neither. Operands are copied only where neither a library nor a kernel
/// takes their strides.
void multiply_matrices(const ndarray& a, const ndarray& b, const ndarray& c);

/// The sums of products along the last axis of two arrays of one shape and dtype, written to `c`, which lacks that
/// axis, where the library is better at it than a kernel; with `conjugate`, those of the conjugates of `a`. False
/// elsewhere, with nothing done.
bool multiply_vectors(const ndarray& a, const ndarray& b, const ndarray& c, bool conjugate = false);

/// The lengths of all axes but the last two.
inline std::span<const std::int64_t> batch_shape(const ndarray& a) {
    return {a.shape().data(), static_cast<std::size_t>(a.ndim() - 2)};
}

/// The view of an array whose axes but the last two are broadcast to `batch`.
ndarray broadcast_matrices(const ndarray& a, std::span<const std::int64_t> batch);

}  // namespace cuprum
