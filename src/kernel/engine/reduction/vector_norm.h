// Norms of vectors, each in one pass over the elements.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

enum class Norm : std::uint8_t {
    count,      ///< Elements that are not zero.
    sum,        ///< The sum of absolute values.
    euclidean,  ///< The square root of the sum of their squares.
    largest,    ///< The largest absolute value.
    smallest,
    power,  ///< The p-th root of the sum of their p-th powers.
};

/// Reduces some axes of an array (bit i of `reduced`: axis i) to their norms, in `out`, which has an axis for each of
/// the others. Integers are computed with as float64, 16-bit floats as float32. It waits where `out` has no memory yet.
void norm(Norm norm, const ndarray& a, std::uint64_t reduced, double p, const ndarray& out);

}  // namespace cuprum::kernel
