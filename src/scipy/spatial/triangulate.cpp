// Many points are triangulated tile by tile, side by side. A tile's triangle whose circle lies within the tile is one
// of all points' triangulation, as no other tile's point can lie in its circle. The points of the other triangles are
// triangulated once more, together: what lies beyond the edges of the settled triangles is taken from there.
#include "scipy/spatial/triangulate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

#include "cuprum/scipy/spatial.h"
#include "runtime/thread_pool.h"
#include "scipy/spatial/delaunay_mesh.h"

namespace cuprum::scipy::spatial {
namespace {

using Triangle = DelaunayMesh::Triangle;

constexpr std::size_t points_of_tile = 4096, most_tiles = 256;

struct Tile {
    double low[2], high[2];
    std::vector<Index> points;
};

/// So many parts, of about as many values each, of some of the values: where each but the first begins.
std::vector<double> borders_of(std::vector<double> some, std::size_t parts) {
    std::sort(some.begin(), some.end());
    std::vector<double> borders;
    for (std::size_t n = 1; n < parts; ++n) borders.push_back(some[some.size() * n / parts]);
    return borders;
}

std::size_t part_of(const std::vector<double>& borders, double x) {
    return static_cast<std::size_t>(std::upper_bound(borders.begin(), borders.end(), x) - borders.begin());
}

/// How many columns, each of as many tiles, points are divided into.
std::size_t side_of(std::size_t count) {
    const double tiles = static_cast<double>(std::min(count / points_of_tile, most_tiles));
    return static_cast<std::size_t>(std::lround(std::sqrt(tiles)));
}

/// Columns of as many points each, cut into tiles of as many points each. Equal points lie in one tile.
std::vector<Tile> tiles_of(const std::vector<double>& points) {
    const std::size_t n = points.size() / 2, side = side_of(n),
                      step = std::max<std::size_t>(1, n / (256 * side * side));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> some;
    for (std::size_t i = 0; i < n; i += step) some.push_back(points[2 * i]);
    const std::vector<double> columns = borders_of(std::move(some), side);
    std::vector<std::vector<double>> of_column(side), rows;
    for (std::size_t i = 0; i < n; i += step) of_column[part_of(columns, points[2 * i])].push_back(points[2 * i + 1]);
    for (std::vector<double>& heights : of_column)
        rows.push_back(heights.empty() ? std::vector<double>(side - 1, 0.0) : borders_of(std::move(heights), side));
    std::vector<Tile> tiles(side * side);
    for (std::size_t c = 0; c < side; ++c)
        for (std::size_t r = 0; r < side; ++r)
            tiles[c * side + r] = {{c ? columns[c - 1] : -infinity, r ? rows[c][r - 1] : -infinity},
                                   {c + 1 < side ? columns[c] : infinity, r + 1 < side ? rows[c][r] : infinity},
                                   {}};
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t c = part_of(columns, points[2 * i]);
        tiles[c * side + part_of(rows[c], points[2 * i + 1])].points.push_back(static_cast<Index>(i));
    }
    return tiles;
}

/// Whether the circle through three points certainly lies within a tile: its middle as seen from the first point, with
/// room for roundings.
bool is_settled(const double* a, const double* b, const double* c, const Tile& tile) {
    const double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
    const double bb = bx * bx + by * by, cc = cx * cx + cy * cy, twice = 2 * (bx * cy - by * cx);
    if (!(twice > 1e-7 * (bb + cc))) return false;  // too flat to tell
    const double middle[2] = {(cy * bb - by * cc) / twice, (bx * cc - cx * bb) / twice};
    const double radius = std::sqrt(middle[0] * middle[0] + middle[1] * middle[1]) * (1 + 1e-6);
    for (int k = 0; k < 2; ++k)
        if (!(a[k] - tile.low[k] > radius - middle[k] && tile.high[k] - a[k] > radius + middle[k])) return false;
    return true;
}

std::uint64_t edge_key(Index from, Index to) {
    return static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint32_t>(to);
}

/// An edge of a settled triangle behind which there is none.
struct RimEdge {
    Index from, to;
    Index triangle;  // by the number that it has among those that are kept
    int edge;
    Index behind = -1;  // likewise, of the triangles between the tiles; -1 at the hull
    int edge_behind = 0;
};

/// The triangles of a mesh that are kept, by numbers in ascending order; -1 for others.
struct Kept {
    std::vector<Triangle> triangles;
    std::vector<Index> numbers;
    std::vector<RimEdge> rim;
    std::vector<std::pair<Index, Index>> left_out;
    Index count = 0;

    Kept() = default;
    /// None of a mesh's, yet.
    explicit Kept(const DelaunayMesh& mesh)
        : triangles(mesh.triangles()), numbers(triangles.size(), -1), left_out(mesh.left_out()) {}
    void number(std::size_t t) { numbers[t] = count++; }
};

/// Marks the points whose triangles are not all settled.
Kept settled_triangles(const std::vector<double>& points, const Tile& tile, std::vector<char>& is_open) {
    const DelaunayMesh mesh(points, tile.points);
    Kept kept(mesh);
    if (!mesh.trouble().empty()) {
        for (const Index p : tile.points) is_open[p] = 1;
        return kept;
    }
    const Index infinity = static_cast<Index>(points.size() / 2);
    const auto at = [&](Index p) { return &points[2 * static_cast<std::size_t>(p)]; };
    for (std::size_t n = 0; n < kept.triangles.size(); ++n) {
        const Triangle& t = kept.triangles[n];
        const Index* v = t.vertices;
        if (!t.alive) continue;
        if (std::find(v, v + 3, infinity) == v + 3 && is_settled(at(v[0]), at(v[1]), at(v[2]), tile)) {
            kept.number(n);
            continue;
        }
        for (int k = 0; k < 3; ++k)
            if (v[k] != infinity) is_open[v[k]] = 1;
    }
    for (std::size_t n = 0; n < kept.triangles.size(); ++n) {
        if (kept.numbers[n] < 0) continue;
        const Triangle& t = kept.triangles[n];
        for (int k = 0; k < 3; ++k)
            if (kept.numbers[t.neighbors[k]] < 0)
                kept.rim.push_back({t.vertices[(k + 1) % 3], t.vertices[(k + 2) % 3], kept.numbers[n], k});
    }
    return kept;
}

/// Writes the triangles that are kept, with their neighbours where these are kept, from `offset` on.
void write(const Kept& kept, Index offset, Triangulation& result) {
    for (std::size_t n = 0; n < kept.triangles.size(); ++n) {
        if (kept.numbers[n] < 0) continue;
        const Triangle& t = kept.triangles[n];
        result.simplices[offset + kept.numbers[n]] = {t.vertices[0], t.vertices[1], t.vertices[2]};
        std::array<Index, 3>& beside = result.neighbors[offset + kept.numbers[n]];
        for (int k = 0; k < 3; ++k) {
            const Index number = kept.numbers[t.neighbors[k]];
            beside[k] = number < 0 ? -1 : offset + number;
        }
    }
}

/// The edges that have nothing behind them, and the points that were left out.
void finish(const std::vector<Kept>& parts, std::size_t points, Triangulation& result) {
    for (std::size_t n = 0; n < result.simplices.size(); ++n)
        for (int k = 0; k < 3; ++k)
            if (result.neighbors[n][k] < 0)
                result.hull.push_back({result.simplices[n][(k + 1) % 3], result.simplices[n][(k + 2) % 3]});
    const bool is_complete =
        std::all_of(parts.begin(), parts.end(), [](const Kept& part) { return part.left_out.empty(); });
    if (is_complete) return;
    std::vector<Index> corner(points, -1);
    for (std::size_t n = 0; n < result.simplices.size(); ++n)
        for (const Index v : result.simplices[n]) corner[v] = static_cast<Index>(n);
    for (const Kept& part : parts)
        for (const auto& [point, other] : part.left_out) result.left_out.push_back({point, corner[other], other});
}

/// The triangles of all open points that lie beyond the rim. False where these do not fit to it. An edge of the rim
/// gets the number of the triangle behind it, -1 at the hull.
bool close_rim(Kept& between, std::vector<RimEdge*>& rim, std::size_t points) {
    const Index infinity = static_cast<Index>(points);
    std::vector<char> is_rim(points + 1, 0);
    std::unordered_map<std::uint64_t, RimEdge*> edges(2 * rim.size());
    for (RimEdge* edge : rim) {
        is_rim[edge->from] = is_rim[edge->to] = 1;
        edges.emplace(edge_key(edge->from, edge->to), edge);
    }
    enum : char { unknown, wanted, covered };
    const std::vector<Triangle>& triangles = between.triangles;
    std::vector<char> state(triangles.size(), unknown), closed(triangles.size(), 0);  // closed: a bit for each edge
    std::vector<Index> found;
    const auto want = [&](Index number) {
        if (state[number] == unknown) {
            state[number] = wanted;
            found.push_back(number);
        }
        return state[number] == wanted;
    };
    std::vector<std::pair<RimEdge*, Index>> matches;  // edges and the triangles behind them
    for (Index number = 0; number < static_cast<Index>(triangles.size()); ++number) {
        const Triangle& t = triangles[number];
        for (int k = 0; k < 3 && t.alive; ++k) {
            const Index a = t.vertices[(k + 1) % 3], b = t.vertices[(k + 2) % 3];
            if (!is_rim[a] || !is_rim[b]) continue;
            if (const auto edge = edges.find(edge_key(b, a)); edge != edges.end()) {
                if (!want(number)) return false;
                matches.push_back({edge->second, number});
                edge->second->edge_behind = k;
                closed[number] |= 1 << k;
            } else if (edges.contains(edge_key(a, b))) {
                if (state[number] == wanted) return false;
                state[number] = covered;
                closed[number] |= 1 << k;
            }
        }
    }
    if (matches.size() != rim.size()) return false;
    for (std::size_t n = 0; n < found.size(); ++n)
        for (int k = 0; k < 3; ++k)
            if (!(closed[found[n]] & 1 << k) && !want(triangles[found[n]].neighbors[k])) return false;
    for (std::size_t n = 0; n < triangles.size(); ++n) {
        const Index* v = triangles[n].vertices;
        if (state[n] == wanted && std::find(v, v + 3, infinity) == v + 3) between.number(n);
    }
    for (const auto& [edge, number] : matches) edge->behind = between.numbers[number];
    return true;
}

}  // namespace

std::optional<Triangulation> triangulate_by_tiles(const std::vector<double>& points) {
    const std::size_t count = points.size() / 2;
    const std::vector<Tile> tiles = tiles_of(points);
    std::vector<Kept> parts(tiles.size() + 1);
    std::vector<char> is_open(count, 0);
    const auto each_tile = [&](auto work) {
        runtime::ThreadPool::parallel_for(0, static_cast<std::int64_t>(tiles.size()), 1, [&](auto first, auto last) {
            for (auto n = first; n < last; ++n) work(static_cast<std::size_t>(n));
        });
    };
    each_tile([&](std::size_t n) { parts[n] = settled_triangles(points, tiles[n], is_open); });

    std::vector<RimEdge*> rim;
    for (Kept& part : parts)
        for (RimEdge& edge : part.rim) rim.push_back(&edge);
    if (rim.empty()) return std::nullopt;
    std::vector<Index> open;
    for (std::size_t p = 0; p < count; ++p)
        if (is_open[p]) open.push_back(static_cast<Index>(p));
    const DelaunayMesh mesh(points, open);
    if (!mesh.trouble().empty()) return std::nullopt;
    Kept& between = parts.back();
    between = Kept(mesh);
    if (!close_rim(between, rim, count)) return std::nullopt;

    std::vector<Index> offsets(1, 0);
    for (const Kept& part : parts) offsets.push_back(offsets.back() + part.count);
    Triangulation result;
    result.simplices.resize(static_cast<std::size_t>(offsets.back()));
    result.neighbors.resize(result.simplices.size());
    each_tile([&](std::size_t n) { write(parts[n], offsets[n], result); });
    const Index last = offsets[tiles.size()];
    write(between, last, result);
    for (std::size_t n = 0; n < tiles.size(); ++n)
        for (const RimEdge& edge : parts[n].rim) {
            if (edge.behind < 0) continue;
            const Index here = offsets[n] + edge.triangle, there = last + edge.behind;
            result.neighbors[here][edge.edge] = there;
            result.neighbors[there][edge.edge_behind] = here;
        }
    finish(parts, count, result);
    return result;
}

Triangulation triangulate(const std::vector<double>& points) {
    const std::size_t count = points.size() / 2;
    if (side_of(count) > 1)
        if (std::optional<Triangulation> result = triangulate_by_tiles(points)) return std::move(*result);
    std::vector<Index> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    const DelaunayMesh mesh(points, numbers);
    if (!mesh.trouble().empty())
        throw QhullError("Delaunay: " + std::to_string(count) + " points " + mesh.trouble() +
                         ", so there is no triangle");
    std::vector<Kept> parts{Kept(mesh)};
    Kept& all = parts[0];
    for (std::size_t n = 0; n < all.triangles.size(); ++n) {
        const Index* v = all.triangles[n].vertices;
        if (all.triangles[n].alive && std::find(v, v + 3, static_cast<Index>(count)) == v + 3) all.number(n);
    }
    Triangulation result;
    result.simplices.resize(static_cast<std::size_t>(all.count));
    result.neighbors.resize(result.simplices.size());
    write(all, 0, result);
    finish(parts, count, result);
    return result;
}

}  // namespace cuprum::scipy::spatial
