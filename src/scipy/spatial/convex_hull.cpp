// The convex hull as arrays, with its planes, surface and volume.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "scipy/spatial/host_points.h"
#include "scipy/spatial/hull.h"

namespace cuprum::scipy::spatial {

ConvexHull::ConvexHull(const ndarray& points, bool incremental) : incremental_(incremental) {
    const kernel::Placement here(points);
    const std::vector<double> host = host_points(points, 2, 3, "ConvexHull");
    points_ = ascontiguousarray(points, DType::float64);
    const int axes = ndim();
    const Hull hull = axes == 2 ? hull_of_plane(host) : hull_of_space(host);
    const std::size_t facets = hull.simplices.size() / axes;
    const Bounds bounds = bounds_of(host, axes);
    std::vector<double> equations;
    // Volumes are summed up from the middle of the box.
    double middle[3] = {};
    for (int k = 0; k < axes; ++k) middle[k] = bounds.low[k] / 2 + bounds.high[k] / 2;
    for (std::size_t f = 0; f < facets; ++f) {
        const double* corner[3] = {};
        for (int k = 0; k < axes; ++k) corner[k] = &host[axes * static_cast<std::size_t>(hull.simplices[f * axes + k])];
        double normal[3] = {};
        if (axes == 2) {
            normal[0] = corner[1][1] - corner[0][1];
            normal[1] = corner[0][0] - corner[1][0];
        } else {
            for (int k = 0; k < 3; ++k) {
                const int i = (k + 1) % 3, j = (k + 2) % 3;
                normal[k] = (corner[1][i] - corner[0][i]) * (corner[2][j] - corner[0][j]) -
                            (corner[1][j] - corner[0][j]) * (corner[2][i] - corner[0][i]);
            }
        }
        double length = 0, height = 0, offset = 0;
        for (int k = 0; k < axes; ++k) length += normal[k] * normal[k];
        length = std::sqrt(length);
        for (int k = 0; k < axes; ++k) {
            height += normal[k] * (corner[0][k] - middle[k]);
            equations.push_back(normal[k] / length);
            offset -= normal[k] / length * corner[0][k];
        }
        equations.push_back(offset);
        area_ += axes == 2 ? length : length / 2;
        volume_ += height / (axes == 2 ? 2 : 6);
    }
    const auto rows = static_cast<std::int64_t>(facets);
    vertices_ = array_from_host(hull.vertices.data(), DType::int32, {static_cast<std::int64_t>(hull.vertices.size())});
    simplices_ = array_from_host(hull.simplices.data(), DType::int32, {rows, axes});
    neighbors_ = array_from_host(hull.neighbors.data(), DType::int32, {rows, axes});
    equations_ = array_from_host(equations.data(), DType::float64, {rows, axes + 1});
    min_bound_ = array_from_host(bounds.low.data(), DType::float64, {axes});
    max_bound_ = array_from_host(bounds.high.data(), DType::float64, {axes});
}

ndarray ConvexHull::coplanar() const { return empty({0, 3}, DType::int32); }

void ConvexHull::add_points(const ndarray& points) {
    const kernel::Placement here(points, points_);
    *this = ConvexHull(points_and_more(points_, points, incremental_, "ConvexHull"), true);
}

}  // namespace cuprum::scipy::spatial
