// The Delaunay triangulation as arrays, and where places lie in it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "kernel/plan/sizes.h"
#include "runtime/thread_pool.h"
#include "scipy/spatial/host_points.h"
#include "scipy/spatial/triangulate.h"

namespace cuprum::scipy::spatial {
namespace {

template <std::size_t width>
ndarray table_of(const std::vector<std::array<std::int32_t, width>>& rows) {
    const Shape shape{static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(width)};
    return rows.empty() ? empty(shape, DType::int32) : array_from_host(rows.data(), DType::int32, shape);
}

/// The triangle that holds a place, or one on the way to it, by a walk of so many steps from triangle `t`.
std::int32_t walk(const Triangulation& made, const std::vector<double>& points, std::int32_t t, double x, double y,
                  std::int64_t steps) {
    for (; steps > 0; --steps) {
        const auto& vertices = made.simplices[t];
        int next = -1;
        for (int k = 0; k < 3 && next < 0; ++k) {
            const double *a = &points[2 * vertices[(k + 1) % 3]], *b = &points[2 * vertices[(k + 2) % 3]];
            if ((b[0] - a[0]) * (y - a[1]) < (b[1] - a[1]) * (x - a[0])) next = k;
        }
        if (next < 0 || made.neighbors[t][next] < 0) break;
        t = made.neighbors[t][next];
    }
    return t;
}

/// A grid over the points, with a triangle for each cell: that of its middle, from which walks are short.
std::vector<std::int32_t> seeds_of(const Triangulation& made, const std::vector<double>& points, const double* low,
                                   const double* high, std::int64_t cells) {
    std::vector<std::int32_t> seeds(static_cast<std::size_t>(cells * cells));
    const auto middle = [&](std::int64_t cell, int k) {
        return low[k] + (high[k] - low[k]) * ((static_cast<double>(cell) + 0.5) / static_cast<double>(cells));
    };
    constexpr std::int64_t band = 16;  // rows, to and fro, so that neighbours follow each other
    runtime::ThreadPool::parallel_for(0, kernel::ceil_div(cells, band), 1, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t n = first; n < end; ++n) {
            std::int32_t last = 0;
            for (std::int64_t row = n * band; row < std::min(cells, (n + 1) * band); ++row)
                for (std::int64_t step = 0; step < cells; ++step) {
                    const std::int64_t column = row % 2 ? cells - 1 - step : step;
                    last = walk(made, points, last, middle(column, 0), middle(row, 1), 64 + 4 * cells);
                    seeds[static_cast<std::size_t>(row * cells + column)] = last;
                }
        }
    });
    return seeds;
}

// Barycentric coordinates by areas; `worst` is the vertex whose coordinate is least, and from whose side the walk goes
// on.
constexpr const char* find_preamble = R"(
__device__ inline double coordinate_least(const double* points, const int* vertices, double x, double y, int& worst) {
    const double *a = points + 2 * (long long)vertices[0], *b = points + 2 * (long long)vertices[1],
                 *c = points + 2 * (long long)vertices[2];
    const double area = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]), share = 1 / area;
    const double first = ((b[1] - c[1]) * (x - c[0]) - (b[0] - c[0]) * (y - c[1])) * share,
                 second = ((a[0] - c[0]) * (y - c[1]) - (a[1] - c[1]) * (x - c[0])) * share,
                 third = 1 - first - second;
    worst = 0;
    double least = first;
    if (!(least <= second)) { least = second; worst = 1; }
    if (!(least <= third)) { least = third; worst = 2; }
    return area == 0 ? -1 : least;
}
)";

constexpr const char* find_operation = R"(
const double x = places[2 * i], y = places[2 * i + 1];
int found = -1, worst;
if (x - x == 0 && y - y == 0 && x >= bounds[0] - margin * (bounds[2] - bounds[0]) &&
    x <= bounds[2] + margin * (bounds[2] - bounds[0]) && y >= bounds[1] - margin * (bounds[3] - bounds[1]) &&
    y <= bounds[3] + margin * (bounds[3] - bounds[1])) {
    bool lost = all;
    if (!all) {
        long long cx = (long long)((x - bounds[0]) / (bounds[2] - bounds[0]) * cells),
                  cy = (long long)((y - bounds[1]) / (bounds[3] - bounds[1]) * cells);
        cx = cx < 0 ? 0 : cx < cells ? cx : cells - 1;
        cy = cy < 0 ? 0 : cy < cells ? cy : cells - 1;
        int t = seeds[cy * cells + cx];
        long long step = 0;
        for (; step <= count; ++step) {
            // All neighbours are read before it is known which is next, which would wait for this triangle's points.
            const int* beside = &neighbors[3 * (long long)t];
            const int beside0 = beside[0], beside1 = beside[1], beside2 = beside[2];
            const double least = coordinate_least(&points[0], &simplices[3 * (long long)t], x, y, worst);
            if (least >= -tolerance) { found = t; break; }
            t = worst == 0 ? beside0 : worst == 1 ? beside1 : beside2;
            if (t < 0) break;
        }
        lost = step > count;  // flat triangles led it round in circles
    }
    if (lost)
        for (long long t = 0; t < count; ++t)
            if (coordinate_least(&points[0], &simplices[3 * t], x, y, worst) >= -tolerance) { found = (int)t; break; }
}
triangle[i] = found;
)";

}  // namespace

Delaunay::Delaunay(const ndarray& points, bool incremental) : incremental_(incremental) {
    const kernel::Placement here(points);
    const std::vector<double> host = host_points(points, 2, 2, "Delaunay");
    points_ = ascontiguousarray(points, DType::float64);
    const Triangulation made = triangulate(host);
    simplices_ = table_of(made.simplices);
    neighbors_ = table_of(made.neighbors);
    coplanar_ = table_of(made.left_out);
    hull_ = table_of(made.hull);
    std::vector<std::int32_t> simplex_of(host.size() / 2, -1);
    for (std::size_t t = 0; t < made.simplices.size(); ++t)
        for (const std::int32_t v : made.simplices[t]) simplex_of[v] = static_cast<std::int32_t>(t);
    for (const auto& [point, simplex, vertex] : made.left_out) simplex_of[point] = simplex;
    vertex_to_simplex_ = array_from_host(simplex_of.data(), DType::int32, {npoints()});
    const Bounds bounds = bounds_of(host, 2);
    min_bound_ = array_from_host(bounds.low.data(), DType::float64, {2});
    max_bound_ = array_from_host(bounds.high.data(), DType::float64, {2});
    // As Qhull scales the paraboloid: down to 0, and as high as coordinates are large where it is a tenth higher.
    double least = std::numeric_limits<double>::infinity(), most = 0, reach = 0;
    for (std::size_t i = 0; i + 1 < host.size(); i += 2) {
        const double square = host[i] * host[i] + host[i + 1] * host[i + 1];
        least = std::min(least, square);
        most = std::max(most, square);
        reach = std::max({reach, std::abs(host[i]), std::abs(host[i + 1])});
    }
    paraboloid_scale_ = reach / (1.1 * most - least);
    paraboloid_shift_ = -least * paraboloid_scale_;
    cells_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(static_cast<double>(npoints()))));
    const std::vector<std::int32_t> seeds = seeds_of(made, host, bounds.low.data(), bounds.high.data(), cells_);
    seeds_ = array_from_host(seeds.data(), DType::int32, {cells_ * cells_});
}

ndarray Delaunay::transform() const {
    const kernel::Placement here(points_);
    static const ElementwiseKernel kernel(
        "raw float64 points, raw int32 simplices", "raw float64 out",
        "const int *v = &simplices[3 * i];"
        "const double cx = points[2 * v[2]], cy = points[2 * v[2] + 1];"
        "const double ax = points[2 * v[0]] - cx, ay = points[2 * v[0] + 1] - cy, bx = points[2 * v[1]] - cx,"
        "             by = points[2 * v[1] + 1] - cy, det = ax * by - ay * bx;"
        // The condition number in the norm of sums of magnitudes, as SciPy asks LAPACK for it.
        "const double n1 = fabs(ax) + fabs(ay), n2 = fabs(bx) + fabs(by), m1 = fabs(by) + fabs(ay),"
        "             m2 = fabs(bx) + fabs(ax);"
        "const double large = n1 > n2 ? n1 : n2, inverse = (m1 > m2 ? m1 : m2) / fabs(det);"
        "const bool flat = !(large * inverse < 1 / (1000 * 2.220446049250313e-16));"
        "const double nan = 0 * (1 / (flat ? 0.0 : 1.0));"
        "out[6 * i] = by / det + nan; out[6 * i + 1] = -bx / det + nan; out[6 * i + 2] = -ay / det + nan;"
        "out[6 * i + 3] = ax / det + nan; out[6 * i + 4] = cx + nan; out[6 * i + 5] = cy + nan;",
        "cuprum_barycentric_transform");
    const ndarray out = empty({nsimplex(), 3, 2});
    const Operand operands[] = {points_, simplices_, out};
    ndarray same;
    kernel.call(operands, {.size = nsimplex()}, &same);
    return out;
}

void Delaunay::add_points(const ndarray& points) {
    const kernel::Placement here(points, points_);
    *this = Delaunay(points_and_more(points_, points, incremental_, "Delaunay"), true);
}

ndarray Delaunay::lift_points(const ndarray& x) const {
    const kernel::Placement here(x, points_);
    const ndarray places = x.astype(DType::float64, 'K', Casting::unsafe, false);
    const ndarray squares = sum(places * places, {.axis = Dims{-1}, .keepdims = true});
    return concatenate({places, squares * paraboloid_scale_ + paraboloid_shift_}, -1);
}

ndarray Delaunay::equations() const {
    const kernel::Placement here(points_);
    static const ElementwiseKernel kernel(
        "raw float64 points, raw int32 simplices, float64 scale, float64 shift", "raw float64 out",
        "const double *a = &points[2 * simplices[3 * i]], *b = &points[2 * simplices[3 * i + 1]],"
        "             *c = &points[2 * simplices[3 * i + 2]];"
        "const double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];"
        "const double bz = scale * (bx * (b[0] + a[0]) + by * (b[1] + a[1])),"
        "             cz = scale * (cx * (c[0] + a[0]) + cy * (c[1] + a[1])),"
        "             az = scale * (a[0] * a[0] + a[1] * a[1]) + shift;"
        "const double x = bz * cy - by * cz, y = bx * cz - bz * cx, z = by * cx - bx * cy,"
        "             length = sqrt(x * x + y * y + z * z);"
        "out[4 * i] = x / length; out[4 * i + 1] = y / length; out[4 * i + 2] = z / length;"
        "out[4 * i + 3] = -(x * a[0] + y * a[1] + z * az) / length;",
        "cuprum_paraboloid_planes");
    const ndarray out = empty({nsimplex(), 4});
    const Operand operands[] = {points_, simplices_, Scalar(paraboloid_scale_), Scalar(paraboloid_shift_), out};
    ndarray same;
    kernel.call(operands, {.size = nsimplex()}, &same);
    return out;
}

ndarray Delaunay::plane_distance(const ndarray& xi) const {
    const kernel::Placement here(xi, points_);
    if (xi.ndim() == 0 || xi.shape(-1) != 2)
        throw ValueError("xi has different dimensionality than triangulation: " + to_string(xi.shape()));
    const ndarray planes = equations();
    return matmul(lift_points(xi), planes(all_of, Slice{0, 3}).T()) + planes(all_of, 3);
}

ndarray Delaunay::find_simplex(const ndarray& xi, bool bruteforce, std::optional<double> tol) const {
    const kernel::Placement here(xi, points_);
    if (xi.ndim() == 0) throw IndexError("xi must have an axis of coordinates, found a number alone");
    if (xi.shape(-1) != 2)
        throw ValueError("wrong dimensionality in xi: places of two coordinates are wanted, found the shape " +
                         to_string(xi.shape()));
    Shape shape = xi.shape();
    shape.erase(shape.size() - 1);
    const ndarray out = empty(shape, DType::int32);
    if (out.size() == 0) return out;
    static const ElementwiseKernel kernel(
        "raw float64 places, raw float64 points, raw int32 simplices, raw int32 neighbors, raw int32 seeds,"
        "raw float64 bounds, int64 cells, int64 count, float64 tolerance, float64 margin, bool all",
        "raw int32 triangle", find_operation, "cuprum_find_simplex", {.preamble = find_preamble, .is_long = true});
    const double tolerance = tol.value_or(100 * std::numeric_limits<double>::epsilon());
    const ndarray places = ascontiguousarray(xi, DType::float64), bounds = concatenate({min_bound_, max_bound_});
    const Operand operands[] = {places,
                                points_,
                                simplices_,
                                neighbors_,
                                seeds_,
                                bounds,
                                Scalar(cells_),
                                Scalar(nsimplex()),
                                Scalar(tolerance),
                                Scalar(std::max(tolerance, 1e-12)),
                                Scalar(bruteforce),
                                out};
    ndarray same;
    kernel.call(operands, {.size = out.size()}, &same);
    return out;
}

VertexNeighbors Delaunay::vertex_neighbor_vertices() const {
    const kernel::Placement here(points_);
    // Every edge both ways, sorted by where it begins, each once.
    std::vector<ndarray> from, to;
    for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {2, 0}}) {
        const ndarray first = simplices_(all_of, a), second = simplices_(all_of, b);
        from.insert(from.end(), {first, second});
        to.insert(to.end(), {second, first});
    }
    const std::int64_t n = npoints();
    const ndarray edges = unique(concatenate(from).astype(DType::int64) * n + concatenate(to).astype(DType::int64));
    const ndarray counts = bincount(floor_divide(edges, n), nullptr, n);
    const ndarray indptr = concatenate({zeros({1}, DType::int64), cumsum(counts)});
    return {indptr.astype(DType::int32), remainder(edges, n).astype(DType::int32)};
}

}  // namespace cuprum::scipy::spatial
