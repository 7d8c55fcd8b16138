// The order of axes that copies keep.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// Strides of a new array of this shape whose axes lie in memory as another array's do, by their strides: what moves
/// furthest is outermost, and an axis that does not move at all innermost.
Strides sorted_strides(const Strides& strides, const Shape& shape, std::int64_t itemsize);

}  // namespace cuprum
