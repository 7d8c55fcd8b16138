// Trees, distances and triangulations from C++, and the triangulation by tiles beside the one of all points.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/scipy/distance.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "scipy/spatial/delaunay_mesh.h"
#include "scipy/spatial/triangulate.h"

namespace cuprum::scipy::spatial {
namespace {

std::vector<double> random_points(std::size_t count) {
    std::mt19937_64 engine(7);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> points(2 * count);
    for (double& x : points) x = uniform(engine);
    return points;
}

using Triangles = std::set<std::array<Index, 3>>;

template <class Corners>
void add_sorted(Triangles& triangles, const Corners& v) {
    std::array<Index, 3> sorted{v[0], v[1], v[2]};
    std::sort(sorted.begin(), sorted.end());
    triangles.insert(sorted);
}

TEST(ScipySpatial, TilesGiveTheTriangulationOfAllPoints) {
    constexpr Index count = 20000;
    const std::vector<double> points = random_points(count);
    const std::optional<Triangulation> made = triangulate_by_tiles(points);
    ASSERT_TRUE(made);
    std::vector<Index> numbers(count);
    for (Index i = 0; i < count; ++i) numbers[i] = i;
    const DelaunayMesh mesh(points, numbers);
    Triangles expected, found;
    for (const DelaunayMesh::Triangle& t : mesh.triangles())
        if (t.alive && std::find(t.vertices, t.vertices + 3, count) == t.vertices + 3) add_sorted(expected, t.vertices);
    for (const auto& t : made->simplices) add_sorted(found, t);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(made->simplices.size(), expected.size());
    for (std::size_t t = 0; t < made->simplices.size(); ++t)
        for (const Index beside : made->neighbors[t])
            if (beside >= 0) {
                const auto& back = made->neighbors[beside];
                EXPECT_NE(std::find(back.begin(), back.end(), static_cast<Index>(t)), back.end());
            }
}

TEST(ScipySpatial, PointsOfOneLineHaveNoTiles) {
    std::vector<double> line;
    for (int i = 0; i < 20000; ++i) line.insert(line.end(), {1.0 * i, 2.0 * i});
    EXPECT_FALSE(triangulate_by_tiles(line));
    EXPECT_THROW(triangulate(line), QhullError);
}

ndarray places(const std::vector<double>& values) {
    return array_from_host(values.data(), DType::float64, {static_cast<std::int64_t>(values.size() / 2), 2});
}

TEST(ScipySpatial, TreesAndHulls) {
    const ndarray points = places({0, 0, 1, 0, 0, 1, 0.2, 0.2});
    const KDTree tree(points);
    const Neighbors near = tree.query(places({0.1, 0.1, 0.9, 0.1}), 2);
    EXPECT_EQ(near.indices.shape(), (Shape{2, 2}));
    EXPECT_EQ(near.indices(1, 0).item().to_int(), 1);
    EXPECT_EQ(tree.count_ball_point(places({0, 0}), full({}, 0.5)).item().to_int(), 2);
    EXPECT_EQ(Delaunay(points).simplices().shape(), (Shape{3, 3}));
    EXPECT_DOUBLE_EQ(ConvexHull(points).volume(), 0.5);
    EXPECT_DOUBLE_EQ(distance::cdist(points, points, "cityblock")(1, 2).item().to_double(), 2);
}

TEST(ScipySpatial, DistancesTellTheNumberOfPoints) {
    const ndarray pairs = ones({6}), matrix = ones({4, 4}) - eye(4);
    EXPECT_TRUE(distance::is_valid_y(pairs) && distance::is_valid_dm(matrix));
    EXPECT_FALSE(distance::is_valid_y(ones({4})) || distance::is_valid_y(matrix) || distance::is_valid_dm(pairs));
    EXPECT_FALSE(distance::is_valid_dm(ones({4, 4})));
    EXPECT_TRUE(distance::is_valid_dm(ones({4, 4}), 1));
    EXPECT_EQ(distance::num_obs_y(pairs), 4);
    EXPECT_EQ(distance::num_obs_dm(matrix), 4);
    EXPECT_THROW(distance::is_valid_y(ones({4}), true, "d"), ValueError);
    EXPECT_THROW(distance::num_obs_y(ones({0})), ValueError);
    EXPECT_THROW(distance::num_obs_dm(ones({3, 4})), ValueError);
}

}  // namespace
}  // namespace cuprum::scipy::spatial
