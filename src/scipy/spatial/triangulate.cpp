// Bowyer and Watson's algorithm: each point in turn makes a hole of the triangles whose circles hold it, and is joined
// to the hole's edges. Outside of the hull lie triangles with a vertex at infinity, so that nothing is special there.
#include "scipy/spatial/triangulate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cuprum/scipy/spatial.h"
#include "scipy/spatial/predicates.h"

namespace cuprum::scipy::spatial {
namespace {

using Index = std::int32_t;

/// How far along Hilbert's curve a cell of a grid lies: neighbours on the curve are neighbours in the plane.
std::uint64_t hilbert(std::uint32_t x, std::uint32_t y, int bits) {
    std::uint64_t place = 0;
    for (std::uint32_t side = 1u << (bits - 1); side; side >>= 1) {
        const std::uint32_t right = (x & side) != 0, up = (y & side) != 0;
        place = place * 4 + ((3 * right) ^ up);
        if (!up) {
            if (right) {
                x = ~x;
                y = ~y;
            }
            std::swap(x, y);
        }
    }
    return place;
}

std::vector<Index> order_along_curve(const std::vector<double>& points) {
    const std::size_t n = points.size() / 2;
    double low[2] = {points[0], points[1]}, high[2] = {points[0], points[1]};
    for (std::size_t i = 0; i < n; ++i)
        for (int k = 0; k < 2; ++k) {
            low[k] = std::min(low[k], points[2 * i + k]);
            high[k] = std::max(high[k], points[2 * i + k]);
        }
    constexpr int bits = 20;
    const auto cell = [&](std::size_t i, int k) {
        const double width = high[k] - low[k];
        const double share = width > 0 ? (points[2 * i + k] / width - low[k] / width) : 0;
        return static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * ((1 << bits) - 1));
    };
    std::vector<std::pair<std::uint64_t, Index>> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = {hilbert(cell(i, 0), cell(i, 1), bits), static_cast<Index>(i)};
    std::sort(keys.begin(), keys.end());
    std::vector<Index> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = keys[i].second;
    return order;
}

class Builder {
public:
    explicit Builder(const std::vector<double>& points)
        : points_(points),
          count_(static_cast<Index>(points.size() / 2)),
          infinity_(count_),
          made_(points.size() / 2 + 1) {}

    Triangulation run() {
        std::vector<Index> order = order_along_curve(points_);
        start(order);
        for (const Index p : order)
            if (p >= 0) add(p);
        return finish();
    }

private:
    struct Triangle {
        Index vertices[3], neighbors[3] = {-1, -1, -1};
        bool alive = true;
    };
    struct Edge {
        Index a, b, outside;  // the triangle beyond it
    };

    const double* at(Index p) const { return &points_[2 * static_cast<std::size_t>(p)]; }
    bool same_place(Index p, Index q) const { return at(p)[0] == at(q)[0] && at(p)[1] == at(q)[1]; }

    /// The first triangle, and three beyond its edges. Points used are struck off the order.
    void start(std::vector<Index>& order) {
        const auto fail = [&](const char* why) {
            throw QhullError("Delaunay: " + std::to_string(count_) + " points " + why + ", so there is no triangle");
        };
        if (order.size() < 3) fail("are fewer than three");
        std::size_t second = 1;
        while (second < order.size() && same_place(order[0], order[second])) ++second;
        if (second == order.size()) fail("are at one place");
        std::size_t third = second + 1;
        while (third < order.size() && orientation(at(order[0]), at(order[second]), at(order[third])) == 0) ++third;
        if (third == order.size()) fail("lie on one line");
        Index a = order[0], b = order[second], c = order[third];
        order[0] = order[second] = order[third] = -1;
        if (orientation(at(a), at(b), at(c)) < 0) std::swap(b, c);
        triangles_ = {{{a, b, c}}, {{c, b, infinity_}}, {{a, c, infinity_}}, {{b, a, infinity_}}};
        link_all();
        last_ = 0;
    }

    /// Finds neighbours of the first four triangles.
    void link_all() {
        for (Index t = 0; t < 4; ++t)
            for (int k = 0; k < 3; ++k)
                for (Index other = 0; other < 4; ++other)
                    for (int j = 0; j < 3; ++j)
                        if (other != t && vertex(t, k + 1) == vertex(other, j + 2) &&
                            vertex(t, k + 2) == vertex(other, j + 1))
                            triangles_[t].neighbors[k] = other;
    }

    Index vertex(Index t, int k) const { return triangles_[t].vertices[k % 3]; }

    /// Which vertex of a triangle is the one at infinity; -1 if none is.
    int infinite_vertex(const Triangle& t) const {
        for (int k = 0; k < 3; ++k)
            if (t.vertices[k] == infinity_) return k;
        return -1;
    }

    bool conflicts(Index number, Index p) const {
        const Triangle& t = triangles_[number];
        const int k = infinite_vertex(t);
        if (k < 0) return in_circle(at(t.vertices[0]), at(t.vertices[1]), at(t.vertices[2]), at(p)) > 0;
        const double *a = at(t.vertices[(k + 1) % 3]), *b = at(t.vertices[(k + 2) % 3]), *x = at(p);
        const int side = orientation(a, b, x);
        if (side != 0) return side > 0;
        // On the line of an edge of the hull: between its ends.
        const int axis = a[0] != b[0] ? 0 : 1;
        return (a[axis] < x[axis] && x[axis] < b[axis]) || (b[axis] < x[axis] && x[axis] < a[axis]);
    }

    /// A triangle that holds p, one beyond the hull where none does.
    Index locate(Index p) {
        Index t = last_;
        if (const int k = infinite_vertex(triangles_[t]); k >= 0) t = triangles_[t].neighbors[k];
        for (;;) {
            const Triangle& here = triangles_[t];
            bool moved = false;
            // Edges are looked at in turns, so that no walk goes round in circles for long.
            turn_ = (turn_ + 1) % 3;
            for (int n = 0; n < 3 && !moved; ++n) {
                const int k = (n + turn_) % 3;
                if (orientation(at(here.vertices[(k + 1) % 3]), at(here.vertices[(k + 2) % 3]), at(p)) < 0) {
                    t = here.neighbors[k];
                    moved = true;
                }
            }
            if (!moved || infinite_vertex(triangles_[t]) >= 0) return t;
        }
    }

    void add(Index p) {
        const Index found = locate(p);
        for (int k = 0; k < 3; ++k) {
            const Index v = triangles_[found].vertices[k];
            if (v != infinity_ && same_place(v, p)) {
                left_out_.push_back({p, v});
                return;
            }
        }
        // The hole, and its edges.
        hole_.assign(1, found);
        edges_.clear();
        triangles_[found].alive = false;
        for (std::size_t n = 0; n < hole_.size(); ++n) {
            const Triangle t = triangles_[hole_[n]];
            for (int k = 0; k < 3; ++k) {
                const Index next = t.neighbors[k];
                if (!triangles_[next].alive) continue;
                if (conflicts(next, p)) {
                    triangles_[next].alive = false;
                    hole_.push_back(next);
                } else {
                    edges_.push_back({t.vertices[(k + 1) % 3], t.vertices[(k + 2) % 3], next});
                }
            }
        }
        // Triangles of the hole's edges and p take the places of those that were in it.
        while (hole_.size() < edges_.size()) {
            hole_.push_back(static_cast<Index>(triangles_.size()));
            triangles_.emplace_back();
        }
        for (std::size_t n = 0; n < edges_.size(); ++n) {
            const Edge& edge = edges_[n];
            const Index number = hole_[n];
            triangles_[number] = {{edge.a, edge.b, p}, {-1, -1, edge.outside}, true};
            Triangle& outside = triangles_[edge.outside];
            for (int k = 0; k < 3; ++k)
                if (outside.vertices[(k + 1) % 3] == edge.b && outside.vertices[(k + 2) % 3] == edge.a)
                    outside.neighbors[k] = number;
            made_[edge.a] = number;
        }
        for (std::size_t n = 0; n < edges_.size(); ++n) {
            // The next one round p begins where this one ends.
            const Index number = hole_[n], next = made_[edges_[n].b];
            triangles_[number].neighbors[0] = next;
            triangles_[next].neighbors[1] = number;
        }
        last_ = hole_[0];
    }

    Triangulation finish() const {
        Triangulation result;
        std::vector<Index> numbers(triangles_.size(), -1), corner(points_.size() / 2, -1);
        for (std::size_t t = 0; t < triangles_.size(); ++t)
            if (triangles_[t].alive && infinite_vertex(triangles_[t]) < 0) {
                numbers[t] = static_cast<Index>(result.simplices.size());
                const Index* v = triangles_[t].vertices;
                result.simplices.push_back({v[0], v[1], v[2]});
                for (int k = 0; k < 3; ++k) corner[v[k]] = numbers[t];
            }
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            if (numbers[t] < 0) continue;
            std::array<Index, 3> beside;
            for (int k = 0; k < 3; ++k) {
                beside[k] = numbers[triangles_[t].neighbors[k]];
                const Index* v = triangles_[t].vertices;
                if (beside[k] < 0) result.hull.push_back({v[(k + 1) % 3], v[(k + 2) % 3]});
            }
            result.neighbors.push_back(beside);
        }
        for (const auto& [point, other] : left_out_) result.left_out.push_back({point, corner[other], other});
        return result;
    }

    const std::vector<double>& points_;
    Index count_, infinity_;
    std::vector<Triangle> triangles_;
    std::vector<std::pair<Index, Index>> left_out_;
    std::vector<Index> made_;  // by its first vertex the triangle that was made last
    std::vector<Index> hole_;
    std::vector<Edge> edges_;
    Index last_ = 0;
    int turn_ = 0;
};

}  // namespace

Triangulation triangulate(const std::vector<double>& points) { return Builder(points).run(); }

}  // namespace cuprum::scipy::spatial
