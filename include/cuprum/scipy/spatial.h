// SciPy's spatial algorithms: trees of points, triangulations, convex hulls, and matrices of distances.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/scipy/distance.h"

namespace cuprum::scipy::spatial {

/// The p-th power of the Minkowski distance of vectors along the last axis; for p = 1 or infinity the distance itself.
///
/// Parameters
///     x: vectors, (..., k).
///     y: vectors, (..., k); the two broadcast.
///     p: the order; those below 1 give no norm.
/// Returns
///     float64, (...).
/// Raises
///     ValueError: shapes that do not broadcast.
/// Example
///     >>> spatial.minkowski_distance_p(cp.array([[0., 0.]]), cp.array([[3., 4.]]))
///     array([25.])
CUPRUM_PYTHON ndarray minkowski_distance_p(const ndarray& x, const ndarray& y, double p = 2.0);

/// The Minkowski distance of vectors along the last axis.
///
/// Parameters
///     x: vectors, (..., k).
///     y: vectors, (..., k); the two broadcast.
///     p: the order; those below 1 give no norm.
/// Returns
///     float64, (...).
/// Raises
///     ValueError: shapes that do not broadcast. ZeroDivisionError: order 0.
/// Example
///     >>> spatial.minkowski_distance(cp.array([[0., 0.]]), cp.array([[3., 4.]]))
///     array([5.])
CUPRUM_PYTHON ndarray minkowski_distance(const ndarray& x, const ndarray& y, double p = 2.0);

/// The Minkowski distances of all pairs of two sets of points.
///
/// Parameters
///     x: points, (m, k).
///     y: points, (n, k).
///     p: the order; those below 1 give no norm.
/// Returns
///     (m, n).
/// Raises
///     ValueError: other than two axes, or different numbers of columns. ZeroDivisionError: order 0.
/// Example
///     >>> cuprumx.scipy.spatial.distance_matrix(cp.array([[0., 0.]]), cp.array([[3., 4.], [0., 1.]]))
///     array([[5., 1.]])
CUPRUM_PYTHON ndarray distance_matrix(const ndarray& x, const ndarray& y, double p = 2.0);

/// The nearest points to some places.
struct Neighbors {
    ndarray distances;  ///< float64, (..., k), ascending; infinite where there are no more.
    ndarray indices;    ///< int64, (..., k); the number of points where there are no more.
};

/// The points in balls around some places, those of one place behind those of another.
struct BallPoints {
    ndarray indices;    ///< int64.
    ndarray distances;  ///< float64; as long as `indices` where distances were asked for.
    ndarray offsets;    ///< int64, one more than places: where those of each place begin.

    /// The indices of each place: views of `indices`. Waits for the offsets.
    std::vector<ndarray> parts() const;
};

/// Pairs of points that are close to each other.
struct ClosePairs {
    ndarray first, second;  ///< int64.
    ndarray distances;      ///< float64.
};

/// A tree of points, for questions about neighbours.
///
/// Points are sorted along Hilbert's curve and taken some at a time; a complete binary
/// tree of bounding boxes stands over them. All of it, and every question, is done on the device.
class KDTree {
public:
    /// A tree of points, for questions about neighbours, made and asked on the device.
    ///
    /// Parameters
    ///     data: points, (n, m).
    ///     leafsize: how many points a leaf has at most.
    ///     compact_nodes, copy_data, balanced_tree: accepted; they change nothing.
    ///     boxsize: the lengths of a periodic box, one or (m,); 0 along an axis that is not periodic.
    /// Raises
    ///     ValueError: other than two axes, a leafsize below 1, points that are not finite or lie outside of the box.
    /// Example
    ///     >>> tree = spatial.KDTree(cp.array([[0., 0.], [1., 0.], [0., 3.]]))
    ///     >>> tree.query(cp.array([0.9, 0.]))
    ///     (array(0.1), array(1))
    CUPRUM_SIGNATURE("data, leafsize, compact_nodes=true, copy_data=false, balanced_tree=true, boxsize")
    CUPRUM_TRAITS("pickled by data leafsize compact_nodes=true copy_data=false balanced_tree=true boxsize")
    CUPRUM_PYTHON explicit KDTree(const ndarray& data, std::int64_t leafsize = 10, const ndarray* boxsize = nullptr);

    /// How many points there are.
    CUPRUM_PROPERTY std::int64_t n() const { return n_; }
    /// How many coordinates a point has.
    CUPRUM_PROPERTY std::int64_t m() const { return m_; }
    /// How many points a leaf has at most.
    CUPRUM_PROPERTY std::int64_t leafsize() const { return leafsize_; }
    /// How many nodes a tree of such leaves has.
    CUPRUM_PROPERTY std::int64_t size() const;
    /// The points: float64, (n, m).
    CUPRUM_PROPERTY const ndarray& data() const { return data_; }
    /// The smallest coordinates.
    CUPRUM_PROPERTY const ndarray& mins() const { return mins_; }
    /// The largest coordinates.
    CUPRUM_PROPERTY const ndarray& maxes() const { return maxes_; }
    /// The lengths of the periodic box; None without one.
    CUPRUM_PROPERTY const std::optional<ndarray>& boxsize() const { return boxsize_; }
    /// The points' numbers in the order of the tree's leaves.
    CUPRUM_PROPERTY const ndarray& indices() const { return order_; }

    /// The nearest points.
    ///
    /// Parameters
    ///     x: places, (..., m).
    ///     k: how many neighbours.
    ///     eps: neighbours may be further away than the nearest ones by a factor of 1 + eps.
    ///     p: the order of the Minkowski distance, at least 1.
    ///     distance_upper_bound: only nearer points count.
    ///     workers: accepted; the device has its own.
    /// Returns
    ///     Distances and indices, (..., k); in Python without the last axis for k = 1, and k may be a list of ranks.
    /// Raises
    ///     ValueError: places of another number of coordinates or that are not finite; k below 1; p below 1.
    Neighbors query(const ndarray& x, std::int64_t k = 1, double eps = 0, double p = 2,
                    double distance_upper_bound = std::numeric_limits<double>::infinity()) const;

    /// The points within a distance of some places.
    ///
    /// Parameters
    ///     x: places, (..., m).
    ///     r: the distance, one or as many as there are places.
    ///     p: the order of the Minkowski distance, above 0.
    ///     eps: boxes closer than r / (1 + eps) alone are looked into, boxes within r * (1 + eps) taken whole.
    ///     sorted: whether the points of a place are in ascending order.
    ///     with_distances: whether to tell distances, too.
    ///     return_sorted, return_length: of Python's method, which then returns how many points there are.
    ///     workers: accepted; the device has its own.
    /// Returns
    ///     In Python int64 arrays: one for one place, a list for several, an object array for places of more axes.
    BallPoints query_ball_point(const ndarray& x, const ndarray& r, double p = 2, double eps = 0, bool sorted = true,
                                bool with_distances = false) const;
    /// How many points are within a distance of some places: int64, (...).
    ndarray count_ball_point(const ndarray& x, const ndarray& r, double p = 2, double eps = 0) const;

    /// The pairs i < j of points within a distance of each other: int64, (pairs, 2).
    ///
    /// Parameters
    ///     r: the distance.
    ///     p: the order of the Minkowski distance, above 0.
    ///     eps: as of `query_ball_point`.
    ///     output_type: 'ndarray', or 'set' for a set of pairs; of Python's method.
    ndarray query_pairs(double r, double p = 2, double eps = 0) const;

    /// For each point of this tree the points of another one within a distance.
    BallPoints query_ball_tree(const KDTree& other, double r, double p = 2, double eps = 0) const;

    /// How many pairs of points of this tree and of another one lie within distances.
    ///
    /// Parameters
    ///     other: the other tree.
    ///     r: distances, in ascending order unless cumulative.
    ///     p: the order of the Minkowski distance, above 0.
    ///     self_weights, other_weights: what points count, (n,); 1 if null. In Python `weights`: of both trees if they
    ///         are the same one, or a tuple of two.
    ///     cumulative: whether a distance counts all pairs below it, or those beyond the distance before it alone.
    /// Returns
    ///     Of the shape of r: int64, or float64 where there are weights.
    ndarray count_neighbors(const KDTree& other, const ndarray& r, double p = 2, const ndarray* self_weights = nullptr,
                            const ndarray* other_weights = nullptr, bool cumulative = true) const;

    /// All pairs of a point of this tree and one of another within a distance, with their distances.
    ///
    /// Parameters
    ///     other: the other tree.
    ///     max_distance: the distance.
    ///     p: the order of the Minkowski distance, above 0.
    ///     output_type: 'coo_matrix', 'ndarray' for a table of fields i, j and v, or 'dict'; of Python's method.
    ClosePairs sparse_distance_matrix(const KDTree& other, double max_distance, double p = 2) const;

private:
    struct Places;
    Places places_of(const ndarray& x) const;

    std::int64_t n_, m_, leafsize_, leaves_ = 1;
    ndarray data_, points_, order_, boxes_, mins_, maxes_;  // points_ are in the order of the leaves
    std::optional<ndarray> boxsize_;
};

/// A KDTree with leaves of 16 points, which SciPy has under this name.
class cKDTree : public KDTree {
public:
    /// A KDTree with leaves of 16 points; parameters and methods are those of `KDTree`.
    CUPRUM_SIGNATURE("data, leafsize, compact_nodes=true, copy_data=false, balanced_tree=true, boxsize")
    CUPRUM_TRAITS("pickled by data leafsize compact_nodes=true copy_data=false balanced_tree=true boxsize")
    CUPRUM_PYTHON explicit cKDTree(const ndarray& data, std::int64_t leafsize = 16, const ndarray* boxsize = nullptr)
        : KDTree(data, leafsize, boxsize) {}
};

/// Neighbours of the vertices of a triangulation, those of one vertex behind those of another.
struct VertexNeighbors {
    ndarray indptr;   ///< int32, one more than points: where those of each vertex begin.
    ndarray indices;  ///< int32.
};

/// The Delaunay triangulation of points of the plane.
///
/// Made on the host by adding point after point in the order of Hilbert's curve (Bowyer and Watson's algorithm), by
/// predicates that are exact: equal whatever the rounding. Points are looked up on the device, by walks.
class Delaunay {
public:
    /// The Delaunay triangulation of points of the plane.
    ///
    /// Parameters
    ///     points: (n, 2).
    ///     furthest_site: accepted if it is false.
    ///     incremental: whether further points may come.
    ///     qhull_options: options of Qhull that change nothing here: Qt, Qx, Qs, Qbb, Q12, Pp, Qc and Qz.
    /// Raises
    ///     ValueError: other than two axes or two coordinates, or a NaN. QhullError: fewer than three points, or all of
    ///         them on one line. NotImplementedError: furthest sites, other options.
    /// Example
    ///     >>> triangulation = spatial.Delaunay(cp.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.1]]))
    ///     >>> triangulation.nsimplex
    ///     2
    CUPRUM_SIGNATURE("points, furthest_site=false, incremental, qhull_options=None")
    CUPRUM_TRAITS("pickled by points")
    CUPRUM_PYTHON explicit Delaunay(const ndarray& points, bool incremental = false);

    /// Puts further points behind those that there are, and triangulates all of them.
    ///
    /// Parameters
    ///     points: (n, 2).
    ///     restart: accepted; all points are triangulated anew.
    /// Raises
    ///     Error: the triangulation takes no further points. ValueError: another shape, or a NaN.
    CUPRUM_SIGNATURE("points, restart=false")
    CUPRUM_PYTHON void add_points(const ndarray& points);
    /// Takes no further points from here on.
    CUPRUM_PYTHON void close() { incremental_ = false; }

    /// The points: float64, (n, 2).
    CUPRUM_PROPERTY const ndarray& points() const { return points_; }
    /// The points of each triangle: int32, (triangles, 3), counterclockwise.
    CUPRUM_PROPERTY const ndarray& simplices() const { return simplices_; }
    /// The triangle opposite of each vertex: int32, (triangles, 3); -1 for none.
    CUPRUM_PROPERTY const ndarray& neighbors() const { return neighbors_; }
    /// Points left out, with a triangle and a vertex near each: int32, (k, 3).
    CUPRUM_PROPERTY const ndarray& coplanar() const { return coplanar_; }
    /// The edges of the hull: int32, (edges, 2).
    CUPRUM_PROPERTY const ndarray& convex_hull() const { return hull_; }
    /// For each point a triangle that has or holds it: int32, (n,).
    CUPRUM_PROPERTY const ndarray& vertex_to_simplex() const { return vertex_to_simplex_; }
    /// The smallest coordinates.
    CUPRUM_PROPERTY const ndarray& min_bound() const { return min_bound_; }
    /// The largest coordinates.
    CUPRUM_PROPERTY const ndarray& max_bound() const { return max_bound_; }
    /// How many coordinates a point has.
    CUPRUM_PROPERTY int ndim() const { return 2; }
    /// How many points there are.
    CUPRUM_PROPERTY std::int64_t npoints() const { return points_.shape()[0]; }
    /// How many triangles there are.
    CUPRUM_PROPERTY std::int64_t nsimplex() const { return simplices_.shape()[0]; }
    /// Whether the triangles are those of furthest sites: never.
    CUPRUM_PROPERTY bool furthest_site() const { return false; }

    /// What makes barycentric coordinates of places: (triangles, 3, 2); c = transform[i, :2] @ (x - transform[i, 2])
    /// are the first two of them. NaN for a triangle that is too flat.
    CUPRUM_PROPERTY ndarray transform() const;

    /// The factor of the paraboloid over the plane, z = scale * (x**2 + y**2) + shift, whose lower hull the triangles
    /// are.
    CUPRUM_PROPERTY double paraboloid_scale() const { return paraboloid_scale_; }
    /// The height of that paraboloid at the origin.
    CUPRUM_PROPERTY double paraboloid_shift() const { return paraboloid_shift_; }
    /// Places as points of the paraboloid: (..., 2) to (..., 3).
    CUPRUM_PYTHON ndarray lift_points(const ndarray& x) const;
    /// The planes through the lifted triangles: (triangles, 4), normals of length one that point downwards, and
    /// offsets.
    CUPRUM_PROPERTY ndarray equations() const;
    /// How far lifted places are above these planes, below 0 on the other side: (..., 2) to (..., triangles).
    ///
    /// Raises
    ///     ValueError: other than two coordinates.
    CUPRUM_PYTHON ndarray plane_distance(const ndarray& xi) const;

    /// The triangles that hold some places.
    ///
    /// Parameters
    ///     xi: places, (..., 2).
    ///     bruteforce: whether to look through all triangles.
    ///     tol: how far outside of a triangle, in barycentric coordinates, a place may be; 100 units of rounding if not
    ///         given.
    /// Returns
    ///     int32, (...); -1 outside of the triangulation.
    CUPRUM_PYTHON ndarray find_simplex(const ndarray& xi, bool bruteforce = false,
                                       std::optional<double> tol = {}) const;

    /// The vertices to which each vertex has an edge: those of vertex k are indices[indptr[k]:indptr[k + 1]].
    CUPRUM_PROPERTY VertexNeighbors vertex_neighbor_vertices() const;

private:
    ndarray points_, simplices_, neighbors_, coplanar_, hull_, vertex_to_simplex_, min_bound_, max_bound_;
    ndarray seeds_;  // for each cell of a grid a triangle near it
    std::int64_t cells_ = 1;
    double paraboloid_scale_ = 1, paraboloid_shift_ = 0;
    bool incremental_ = false;
};

/// The convex hull of points of the plane or of space, on the host, by exact predicates.
class ConvexHull {
public:
    /// The convex hull of points of the plane or of space.
    ///
    /// Parameters
    ///     points: (n, 2) or (n, 3).
    ///     incremental: whether further points may come.
    ///     qhull_options: options of Qhull that change nothing here: Qt, Qx, Qs, Qbb, Q12 and Pp.
    /// Raises
    ///     ValueError: other than two axes, other than two or three coordinates, or a NaN. QhullError: too few points,
    ///         or all of them on one line or in one plane. NotImplementedError: other options.
    /// Example
    ///     >>> spatial.ConvexHull(cp.array([[0., 0.], [1., 0.], [0., 1.], [0.2, 0.2]])).volume
    ///     0.5
    CUPRUM_SIGNATURE("points, incremental, qhull_options=None")
    CUPRUM_TRAITS("pickled by points")
    CUPRUM_PYTHON explicit ConvexHull(const ndarray& points, bool incremental = false);

    /// Puts further points behind those that there are, and wraps all of them anew.
    ///
    /// Parameters
    ///     points: (n, 2) or (n, 3).
    ///     restart: accepted.
    /// Raises
    ///     Error: the hull takes no further points. ValueError: another shape, or a NaN.
    CUPRUM_SIGNATURE("points, restart=false")
    CUPRUM_PYTHON void add_points(const ndarray& points);
    /// Takes no further points from here on.
    CUPRUM_PYTHON void close() { incremental_ = false; }

    /// The points: float64, (n, dimensions).
    CUPRUM_PROPERTY const ndarray& points() const { return points_; }
    /// The points that are vertices: int32; in the plane counterclockwise, else ascending.
    CUPRUM_PROPERTY const ndarray& vertices() const { return vertices_; }
    /// The points of each facet: int32, (facets, dimensions).
    CUPRUM_PROPERTY const ndarray& simplices() const { return simplices_; }
    /// The facet opposite of each vertex: int32, (facets, dimensions).
    CUPRUM_PROPERTY const ndarray& neighbors() const { return neighbors_; }
    /// The facets' planes: float64, normals that point outwards, and offsets.
    CUPRUM_PROPERTY const ndarray& equations() const { return equations_; }
    /// The area of the surface; in the plane the perimeter.
    CUPRUM_PROPERTY double area() const { return area_; }
    /// The volume; in the plane the area.
    CUPRUM_PROPERTY double volume() const { return volume_; }
    /// The smallest coordinates.
    CUPRUM_PROPERTY const ndarray& min_bound() const { return min_bound_; }
    /// The largest coordinates.
    CUPRUM_PROPERTY const ndarray& max_bound() const { return max_bound_; }
    /// How many coordinates a point has.
    CUPRUM_PROPERTY int ndim() const { return static_cast<int>(points_.shape()[1]); }
    /// How many points there are.
    CUPRUM_PROPERTY std::int64_t npoints() const { return points_.shape()[0]; }
    /// How many facets there are.
    CUPRUM_PROPERTY std::int64_t nsimplex() const { return simplices_.shape()[0]; }
    /// Points near facets that are no vertices, with a facet and a vertex: none, unless Qhull is asked for them.
    CUPRUM_PROPERTY ndarray coplanar() const;
    /// Which facets are seen from a point: None, as there is no such point.
    CUPRUM_PROPERTY std::optional<ndarray> good() const { return {}; }

private:
    ndarray points_, vertices_, simplices_, neighbors_, equations_, min_bound_, max_bound_;
    double area_ = 0, volume_ = 0;
    bool incremental_ = false;
};

/// Points from which no triangulation or hull can be made.
class QhullError : public Error {
public:
    using Error::Error;
};

}  // namespace cuprum::scipy::spatial
