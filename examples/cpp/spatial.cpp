// Points: distances, neighbours by a tree, a triangulation and a hull.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && build-example/spatial
#include <cuprum/creation.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>
#include <cuprum/random.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/spatial.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace cp = cuprum;
namespace spatial = cuprum::scipy::spatial;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

bool close(const cp::ndarray& a, const cp::ndarray& b) { return cp::allclose(a, b).item().to_bool(); }

int main() {
    cp::random::RandomState random(1);
    const cp::ndarray points = random.random_sample(cp::Shape{1000, 2});

    // The two nearest points of each are itself and its nearest neighbour; a matrix of all distances says the same.
    const spatial::KDTree tree(points);
    const auto [distances, indices] = tree.query(points, 2);
    cp::ndarray all = spatial::distance::cdist(points, points);
    all = cp::where(cp::eye(1000).astype(cp::DType::bool_), INFINITY, all);
    check(close(distances(cp::all_of, 1), cp::min(all, {.axis = cp::Dims{1}})),
          "the tree finds the nearest neighbours");
    std::cout << "mean distance of the nearest neighbour: " << cp::mean(distances(cp::all_of, 1)) << "\n";

    // Metrics have names, and functions of their own for two vectors.
    const cp::ndarray u = points(0), v = points(1);
    check(close(spatial::distance::cityblock(u, v), cp::sum(cp::absolute(u - v))), "the distance along blocks");

    // A triangulation covers the hull, and knows the triangle of each place.
    const spatial::Delaunay triangulation(points);
    const spatial::ConvexHull hull(points);
    const cp::ndarray found = triangulation.find_simplex(points);
    std::cout << triangulation.nsimplex() << " triangles, a hull of area " << hull.volume() << "\n";
    check(cp::all(cp::greater_equal(found, 0)).item().to_bool(), "each point lies in a triangle");
    // Euler's formula: as many triangles as twice the points, less the corners of the hull and two.
    check(triangulation.nsimplex() == 2 * 1000 - triangulation.convex_hull().shape()[0] - 2, "Euler's formula");
}
