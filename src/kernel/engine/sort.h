// Sorting the rows of a matrix.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Sorts each row (along the last axis) of the C-contiguous array `source`, stably, in NumPy's order: NaN last. Writes
/// the sorted keys to `keys`, the positions in the row that they came from to `order` (int64), or both; null where
/// nobody asks. Both are C-contiguous, have the source's shape, and share no memory with it.
void sort_rows(const ndarray& source, const ndarray* keys, const ndarray* order);

}  // namespace cuprum::kernel
