// Mahalanobis distances of all pairs of points: a quadratic form of their differences.
#pragma once

#include "scipy/spatial/pair_distances.h"

namespace cuprum::scipy::spatial::distance {

/// Writes sqrt((x - y) VI (x - y)^T) of points to `out`, float32 or float64. Where `b` is null the pairs i < j of `a`
/// are meant.
void mahalanobis_distances(const MetricEntry& metric, const ndarray& a, const ndarray* b, const ndarray& VI,
                           const ndarray& out);

}  // namespace cuprum::scipy::spatial::distance
