// Delaunay's triangulation of points of the plane, on the host.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace cuprum::scipy::spatial {

struct Triangulation {
    std::vector<std::array<std::int32_t, 3>> simplices;  ///< Counterclockwise.
    std::vector<std::array<std::int32_t, 3>> neighbors;  ///< Opposite of vertices; -1 where there is none.
    std::vector<std::array<std::int32_t, 2>> hull;       ///< Its edges.
    std::vector<std::array<std::int32_t, 3>> left_out;   ///< Points at another's place, with a triangle and that one.
};

/// `points` holds two coordinates of each. Throws QhullError where all lie on one line.
Triangulation triangulate(const std::vector<double>& points);

/// The same of many points, by several threads; what it gives does not depend on their number. Nothing where no tile
/// has a triangle for certain, or where tiles do not fit together: of points on one circle two may have different
/// triangles, each as good as the other.
std::optional<Triangulation> triangulate_by_tiles(const std::vector<double>& points);

}  // namespace cuprum::scipy::spatial
