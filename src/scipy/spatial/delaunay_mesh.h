// Delaunay's triangulation of points of the plane while it is made.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cuprum::scipy::spatial {

using Index = std::int32_t;

/// Bowyer and Watson's algorithm: each point in turn makes a hole of the triangles whose circles hold it, and is joined
/// to the hole's edges. Outside of the hull lie triangles with a vertex at infinity, so that nothing is special there.
class DelaunayMesh {
public:
    struct Triangle {
        Index vertices[3], neighbors[3] = {-1, -1, -1};  // counterclockwise; opposite of vertices
        bool alive = true;
    };

    /// Of those of the points that have these numbers. `points` holds two coordinates of each.
    DelaunayMesh(const std::vector<double>& points, const std::vector<Index>& numbers);

    /// Why there is no triangle; empty where there are some.
    const std::string& trouble() const { return trouble_; }
    /// By numbers of points, infinity being the number of `points`.
    const std::vector<Triangle>& triangles() const { return triangles_; }
    /// Points at another's place, and that one.
    const std::vector<std::pair<Index, Index>>& left_out() const { return left_out_; }

private:
    struct Edge {
        Index a, b, outside;  // the triangle beyond it
    };

    const double* at(Index p) const { return &points_[2 * static_cast<std::size_t>(p)]; }
    bool same_place(Index p, Index q) const { return at(p)[0] == at(q)[0] && at(p)[1] == at(q)[1]; }
    Index vertex(Index t, int k) const { return triangles_[t].vertices[k % 3]; }
    /// Which vertex of a triangle is the one at infinity; -1 if none is.
    int infinite_vertex(const Triangle& t) const;
    bool start(std::vector<Index>& order);
    void link_all();
    bool conflicts(Index number, Index p) const;
    Index locate(Index p);
    void add(Index p);

    // While the mesh is made its points are numbered as they come: along a curve, so that neighbours follow each other.
    std::vector<double> points_;
    Index infinity_;
    std::vector<Triangle> triangles_;
    std::vector<std::pair<Index, Index>> left_out_;
    std::vector<Index> made_;  // by its first vertex the triangle that was made last
    std::vector<Index> hole_;
    std::vector<Edge> edges_;
    Index last_ = 0;
    int turn_ = 0;
    std::string trouble_;
};

}  // namespace cuprum::scipy::spatial
