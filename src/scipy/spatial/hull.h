// Convex hulls of points, on the host.
#pragma once

#include <cstdint>
#include <vector>

namespace cuprum::scipy::spatial {

/// Facets by the numbers of their points, `axes` of each, in counterclockwise order as seen from outside.
struct Hull {
    std::vector<std::int32_t> vertices, simplices, neighbors;
};

/// Of points of the plane. Throws QhullError where all lie on one line.
Hull hull_of_plane(const std::vector<double>& points);
/// Of points of space. Throws QhullError where all lie in one plane.
Hull hull_of_space(const std::vector<double>& points);

}  // namespace cuprum::scipy::spatial
