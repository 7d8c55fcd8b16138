// In the plane the hull is made of sorted points (A. M. Andrew, 1979). In space it is Quickhull (Barber, Dobkin,
// Huhdanpaa, 1996) by exact predicates: a point takes the place of all facets that it lies above of, or in the plane of
// where they touch those, so that facets are never flat and vertices are extreme points alone.
#include "scipy/spatial/hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "cuprum/scipy/spatial.h"
#include "scipy/spatial/predicates.h"

namespace cuprum::scipy::spatial {
namespace {

using Index = std::int32_t;

[[noreturn]] void fail(std::size_t count, const char* why) {
    throw QhullError("ConvexHull: " + std::to_string(count) + " points " + why + ", so there is no hull");
}

class SpaceHull {
public:
    explicit SpaceHull(const std::vector<double>& points)
        : points_(points), count_(static_cast<Index>(points.size() / 3)), starting_(points.size() / 3, -1) {}

    Hull run() {
        start();
        for (std::size_t f = 0; f < facets_.size(); ++f) {
            // Facets are appended while others are worked on.
            while (facets_[f].alive && !facets_[f].above.empty()) add(static_cast<Index>(f));
        }
        return finish();
    }

private:
    struct Facet {
        Index vertices[3], neighbors[3] = {-1, -1, -1};
        double normal[3];
        std::vector<Index> above;  // points beyond it, the furthest first
        double furthest = 0;
        bool alive = true;
        int mark = 0;
    };
    struct Edge {
        Index a, b, outside;
    };

    const double* at(Index p) const { return &points_[3 * static_cast<std::size_t>(p)]; }

    bool is_above(const Facet& f, Index p) const { return side(f, p) > 0; }
    int side(const Facet& f, Index p) const {
        return -orientation3(at(f.vertices[0]), at(f.vertices[1]), at(f.vertices[2]), at(p));
    }

    Facet facet(Index a, Index b, Index c) const {
        Facet f;
        f.vertices[0] = a;
        f.vertices[1] = b;
        f.vertices[2] = c;
        const double *x = at(a), *y = at(b), *z = at(c);
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            f.normal[k] = (y[i] - x[i]) * (z[j] - x[j]) - (y[j] - x[j]) * (z[i] - x[i]);
        }
        return f;
    }

    /// How far beyond a facet a point lies, but for a factor.
    double height(const Facet& f, Index p) const {
        const double *x = at(f.vertices[0]), *y = at(p);
        return f.normal[0] * (y[0] - x[0]) + f.normal[1] * (y[1] - x[1]) + f.normal[2] * (y[2] - x[2]);
    }

    void put(Facet& f, Index p) const {
        const double h = height(f, p);
        if (f.above.empty() || h > f.furthest) {
            f.furthest = h;
            f.above.push_back(p);
            std::swap(f.above.front(), f.above.back());
        } else {
            f.above.push_back(p);
        }
    }

    void start() {
        if (count_ < 4) fail(static_cast<std::size_t>(count_), "are fewer than four");
        // Points far apart, so that most others lie inside of the first tetrahedron.
        const auto less = [&](Index p, Index q) {
            return std::lexicographical_compare(at(p), at(p) + 3, at(q), at(q) + 3);
        };
        std::vector<Index> all(static_cast<std::size_t>(count_));
        std::iota(all.begin(), all.end(), 0);
        const Index a = *std::min_element(all.begin(), all.end(), less),
                    b = *std::max_element(all.begin(), all.end(), less);
        if (std::equal(at(a), at(a) + 3, at(b))) fail(all.size(), "are at one place");
        const auto furthest = [&](auto&& measure, auto&& fits) {
            Index best = -1;
            double most = -1;
            for (const Index p : all) {
                const double m = measure(p);
                if (m > most && fits(p)) {
                    most = m;
                    best = p;
                }
            }
            return best;
        };
        const auto area = [&](Index p) {
            const Facet f = facet(a, b, p);
            return std::fabs(f.normal[0]) + std::fabs(f.normal[1]) + std::fabs(f.normal[2]);
        };
        const auto off_line = [&](Index p) {
            for (int k = 0; k < 3; ++k) {
                const int i = (k + 1) % 3;
                const double x[2] = {at(a)[k], at(a)[i]}, y[2] = {at(b)[k], at(b)[i]}, z[2] = {at(p)[k], at(p)[i]};
                if (orientation(x, y, z) != 0) return true;
            }
            return false;
        };
        const Index c = furthest(area, off_line);
        if (c < 0) fail(all.size(), "lie on one line");
        const Facet base = facet(a, b, c);
        const Index d =
            furthest([&](Index p) { return std::fabs(height(base, p)); }, [&](Index p) { return side(base, p) != 0; });
        if (d < 0) fail(all.size(), "lie in one plane");
        Index v[4] = {a, b, c, d};
        if (side(base, d) > 0) std::swap(v[0], v[1]);  // d lies below of a, b, c
        facets_ = {facet(v[0], v[1], v[2]), facet(v[0], v[3], v[1]), facet(v[1], v[3], v[2]), facet(v[2], v[3], v[0])};
        for (Index f = 0; f < 4; ++f)
            for (Index other = 0; other < 4; ++other)
                for (int k = 0; k < 3; ++k)
                    for (int j = 0; j < 3; ++j)
                        if (f != other && facets_[f].vertices[(k + 1) % 3] == facets_[other].vertices[(j + 2) % 3] &&
                            facets_[f].vertices[(k + 2) % 3] == facets_[other].vertices[(j + 1) % 3])
                            facets_[f].neighbors[k] = other;
        for (const Index p : all)
            if (std::find(v, v + 4, p) == v + 4)
                for (Facet& f : facets_)
                    if (is_above(f, p)) {
                        put(f, p);
                        break;
                    }
    }

    void add(Index from) {
        const Index p = facets_[from].above.front();
        ++mark_;
        std::vector<Index> hidden{from};
        std::vector<Edge> edges;
        facets_[from].mark = mark_;
        for (std::size_t n = 0; n < hidden.size(); ++n) {
            for (int k = 0; k < 3; ++k) {
                const Facet& f = facets_[hidden[n]];
                const Index next = f.neighbors[k];
                if (facets_[next].mark == mark_) continue;
                if (side(facets_[next], p) >= 0) {
                    facets_[next].mark = mark_;
                    hidden.push_back(next);
                } else {
                    edges.push_back({f.vertices[(k + 1) % 3], f.vertices[(k + 2) % 3], next});
                }
            }
        }
        const auto first = static_cast<Index>(facets_.size());
        for (const Edge& edge : edges) {
            const auto number = static_cast<Index>(facets_.size());
            Facet f = facet(edge.a, edge.b, p);
            f.neighbors[2] = edge.outside;
            Facet& outside = facets_[edge.outside];
            for (int k = 0; k < 3; ++k)
                if (outside.vertices[(k + 1) % 3] == edge.b && outside.vertices[(k + 2) % 3] == edge.a)
                    outside.neighbors[k] = number;
            starting_[edge.a] = number;
            facets_.push_back(std::move(f));
        }
        for (auto number = first; number < static_cast<Index>(facets_.size()); ++number) {
            const Index next = starting_[facets_[number].vertices[1]];
            facets_[number].neighbors[0] = next;
            facets_[next].neighbors[1] = number;
        }
        for (const Index h : hidden) {
            facets_[h].alive = false;
            for (const Index q : std::exchange(facets_[h].above, {}))
                if (q != p)
                    for (auto number = first; number < static_cast<Index>(facets_.size()); ++number)
                        if (is_above(facets_[number], q)) {
                            put(facets_[number], q);
                            break;
                        }
        }
    }

    Hull finish() const {
        Hull hull;
        std::vector<Index> numbers(facets_.size(), -1);
        Index count = 0;
        for (std::size_t f = 0; f < facets_.size(); ++f)
            if (facets_[f].alive) numbers[f] = count++;
        for (const Facet& f : facets_) {
            if (!f.alive) continue;
            hull.simplices.insert(hull.simplices.end(), f.vertices, f.vertices + 3);
            for (const Index n : f.neighbors) hull.neighbors.push_back(numbers[n]);
        }
        hull.vertices = hull.simplices;
        std::sort(hull.vertices.begin(), hull.vertices.end());
        hull.vertices.erase(std::unique(hull.vertices.begin(), hull.vertices.end()), hull.vertices.end());
        return hull;
    }

    const std::vector<double>& points_;
    Index count_;
    std::vector<Facet> facets_;
    std::vector<Index> starting_;  // by its first vertex the facet that was made last
    int mark_ = 0;
};

}  // namespace

Hull hull_of_space(const std::vector<double>& points) { return SpaceHull(points).run(); }

Hull hull_of_plane(const std::vector<double>& points) {
    const std::size_t count = points.size() / 2;
    const auto at = [&](Index p) { return &points[2 * static_cast<std::size_t>(p)]; };
    if (count < 3) fail(count, "are fewer than three");
    std::vector<Index> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](Index p, Index q) { return std::pair(at(p)[0], at(p)[1]) < std::pair(at(q)[0], at(q)[1]); });
    std::vector<Index> chain;
    const auto extend = [&](Index p, std::size_t least) {
        while (chain.size() > least && orientation(at(chain[chain.size() - 2]), at(chain.back()), at(p)) <= 0)
            chain.pop_back();
        chain.push_back(p);
    };
    for (const Index p : order) extend(p, 1);
    const std::size_t lower = chain.size();
    for (std::size_t n = count - 1; n-- > 0;) extend(order[n], lower);
    chain.pop_back();
    // Of points at one place the chain has one; of those on one line it goes to the end and back.
    chain.erase(
        std::unique(chain.begin(), chain.end(), [&](Index p, Index q) { return std::equal(at(p), at(p) + 2, at(q)); }),
        chain.end());
    if (chain.size() < 3) fail(count, "lie on one line");
    Hull hull;
    hull.vertices = chain;
    const auto n = static_cast<Index>(chain.size());
    for (Index k = 0; k < n; ++k) {
        hull.simplices.insert(hull.simplices.end(), {chain[k], chain[(k + 1) % n]});
        hull.neighbors.insert(hull.neighbors.end(), {(k + 1) % n, (k + n - 1) % n});
    }
    return hull;
}

}  // namespace cuprum::scipy::spatial
