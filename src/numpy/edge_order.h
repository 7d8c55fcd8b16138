// The order of the edges of bins.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// 1 where edges do not decrease, -1 where they do not increase, 0 where they do both. As in NumPy, the first two
/// edges that differ give the direction, and the others must not go against it; comparisons with NaN are false.
int edge_direction(const ndarray& edges);

/// Whether an edge is less than the one before it.
bool has_falling_edge(const ndarray& edges);

}  // namespace cuprum
