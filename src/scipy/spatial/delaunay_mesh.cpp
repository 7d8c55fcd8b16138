#include "scipy/spatial/delaunay_mesh.h"

#include <algorithm>
#include <numeric>

#include "scipy/spatial/predicates.h"

namespace cuprum::scipy::spatial {
namespace {

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

/// The numbers of points in an order in which neighbours follow each other.
std::vector<Index> along_curve(const std::vector<double>& points, std::vector<Index> numbers) {
    const auto at = [&](Index i, int k) { return points[2 * static_cast<std::size_t>(i) + k]; };
    double low[2] = {at(numbers[0], 0), at(numbers[0], 1)}, high[2] = {low[0], low[1]};
    for (const Index i : numbers)
        for (int k = 0; k < 2; ++k) {
            low[k] = std::min(low[k], at(i, k));
            high[k] = std::max(high[k], at(i, k));
        }
    constexpr int bits = 16;
    const auto cell = [&](Index i, int k) {
        const double width = high[k] - low[k];
        const double share = width > 0 ? at(i, k) / width - low[k] / width : 0;
        return static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * ((1 << bits) - 1));
    };
    // A key and a number in one word.
    std::vector<std::uint64_t> keys;
    keys.reserve(numbers.size());
    for (const Index i : numbers)
        keys.push_back(hilbert(cell(i, 0), cell(i, 1), bits) << 32 | static_cast<std::uint32_t>(i));
    std::sort(keys.begin(), keys.end());
    for (std::size_t n = 0; n < keys.size(); ++n) numbers[n] = static_cast<Index>(keys[n] & 0xffffffffu);
    return numbers;
}

}  // namespace

DelaunayMesh::DelaunayMesh(const std::vector<double>& points, const std::vector<Index>& numbers)
    : infinity_(static_cast<Index>(numbers.size())), made_(numbers.size() + 1) {
    if (numbers.size() < 3) {
        trouble_ = "are fewer than three";
        return;
    }
    std::vector<Index> names = along_curve(points, numbers);
    points_.reserve(2 * names.size());
    for (const Index i : names)
        points_.insert(points_.end(), &points[2 * static_cast<std::size_t>(i)],
                       &points[2 * static_cast<std::size_t>(i)] + 2);
    std::vector<Index> order(names.size());
    std::iota(order.begin(), order.end(), 0);
    triangles_.reserve(2 * names.size() + 8);
    if (!start(order)) return;
    for (const Index p : order)
        if (p >= 0) add(p);
    names.push_back(static_cast<Index>(points.size() / 2));  // infinity
    for (Triangle& t : triangles_)
        for (Index& v : t.vertices) v = names[v];
    for (auto& [point, other] : left_out_) point = names[point], other = names[other];
}

/// The first triangle, and three beyond its edges. Points used are struck off the order.
bool DelaunayMesh::start(std::vector<Index>& order) {
    std::size_t second = 1;
    while (second < order.size() && same_place(order[0], order[second])) ++second;
    if (second == order.size()) {
        trouble_ = "are at one place";
        return false;
    }
    std::size_t third = second + 1;
    while (third < order.size() && orientation(at(order[0]), at(order[second]), at(order[third])) == 0) ++third;
    if (third == order.size()) {
        trouble_ = "lie on one line";
        return false;
    }
    Index a = order[0], b = order[second], c = order[third];
    order[0] = order[second] = order[third] = -1;
    if (orientation(at(a), at(b), at(c)) < 0) std::swap(b, c);
    triangles_ = {{{a, b, c}}, {{c, b, infinity_}}, {{a, c, infinity_}}, {{b, a, infinity_}}};
    link_all();
    return true;
}

/// Finds neighbours of the first four triangles.
void DelaunayMesh::link_all() {
    for (Index t = 0; t < 4; ++t)
        for (int k = 0; k < 3; ++k)
            for (Index other = 0; other < 4; ++other)
                for (int j = 0; j < 3; ++j)
                    if (other != t && vertex(t, k + 1) == vertex(other, j + 2) &&
                        vertex(t, k + 2) == vertex(other, j + 1))
                        triangles_[t].neighbors[k] = other;
}

int DelaunayMesh::infinite_vertex(const Triangle& t) const {
    for (int k = 0; k < 3; ++k)
        if (t.vertices[k] == infinity_) return k;
    return -1;
}

bool DelaunayMesh::conflicts(Index number, Index p) const {
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
Index DelaunayMesh::locate(Index p) {
    Index t = last_;
    if (const int k = infinite_vertex(triangles_[t]); k >= 0) t = triangles_[t].neighbors[k];
    for (;;) {
        const Triangle& here = triangles_[t];
        bool moved = false;
        // The first edge alternates, so that no walk cycles for long.
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

void DelaunayMesh::add(Index p) {
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

}  // namespace cuprum::scipy::spatial
