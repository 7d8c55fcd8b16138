// Distances of all pairs of points by a product of matrices.
#pragma once

#include "scipy/spatial/pair_distances.h"

namespace cuprum::scipy::spatial::distance {

/// Whether a metric is a function of Euclid's distance, and points are so many that a product is the faster way.
bool product_pays(const MetricEntry& metric, const ndarray& a, const ndarray& b, bool weighted);

/// |x - y|^2 = |x|^2 + |y|^2 - 2 x y, with x and y seen from their middle. Of pairs that are near each other beside
/// their distance to it, that difference would have few digits: their tiles are computed from differences of
/// coordinates, as all tiles are of other metrics. A GPU does it all in one kernel for float32.
void product_distances(const MetricEntry& metric, const ndarray& a, const ndarray& b, double p, double total,
                       const ndarray& out);

}  // namespace cuprum::scipy::spatial::distance
