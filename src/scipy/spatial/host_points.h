// Points on the host, for algorithms that run there.
#pragma once

#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::spatial {

/// The coordinates of points, those of each one after the other. Throws ValueError for other than two axes, for
/// other than `least` to `most` coordinates, and for NaN; QhullError for infinities.
std::vector<double> host_points(const ndarray& points, int least, int most, const char* what);

/// Points and further ones of as many coordinates behind them. Throws Error where no further ones may come, ValueError
/// for another shape.
ndarray points_and_more(const ndarray& points, const ndarray& more, bool may_come, const char* what);

struct Bounds {
    std::vector<double> low, high;
};
Bounds bounds_of(const std::vector<double>& points, int axes);

}  // namespace cuprum::scipy::spatial
