// SciPy's interpolation between scattered points: over the triangles of the plane, and of the nearest point.
#pragma once

#include <limits>
#include <memory>

#include "cuprum/scipy/interpolate.h"
#include "cuprum/scipy/spatial.h"

namespace cuprum::scipy::interpolate {

/// Points of the plane, or a triangulation of some.
class TrianglePoints {
public:
    TrianglePoints(ndarray points) : points(std::move(points)) {}  // NOLINT(google-explicit-constructor)
    TrianglePoints(std::shared_ptr<const spatial::Delaunay> tri)   // NOLINT(google-explicit-constructor)
        : points(tri->points()), tri(std::move(tri)) {}

    ndarray points;
    std::shared_ptr<const spatial::Delaunay> tri;  ///< Null where there is none yet.
};

/// What the interpolants of scattered points have in common.
class ScatteredInterpolator {
public:
    CUPRUM_PROPERTY ndarray points;        ///< (n, dimensions), as they were given.
    Shape shape;                           ///< The axes of one point's values.
    ndarray offset, scale;                 ///< Of coordinates, where these are scaled to one extent.
    CUPRUM_PROPERTY bool rescale = false;  ///< Whether coordinates are scaled to one extent.

protected:
    ScatteredInterpolator(const ndarray& points, const ndarray& values, bool rescale);
    /// Places, (..., dimensions), as the coordinates that are computed with.
    ndarray scaled(const ndarray& places) const;

    ndarray rows;  // values, (n, columns)
};

/// What is interpolated over the triangles of a triangulation.
class TriangleInterpolator : public ScatteredInterpolator {
public:
    CUPRUM_PROPERTY std::shared_ptr<const spatial::Delaunay> tri;  ///< The triangulation.
    CUPRUM_PROPERTY ndarray values;                                ///< (n, columns)
    CUPRUM_ATTRIBUTE Scalar fill_value;                            ///< The value outside of the triangles.

protected:
    TriangleInterpolator(const TrianglePoints& points, const ndarray& values, const Scalar& fill_value, bool rescale);
    ndarray evaluate(const ndarray& places, const ndarray* gradients) const;
};

/// The value outside of triangles, where none is given.
inline Scalar not_a_number() { return std::numeric_limits<double>::quiet_NaN(); }

/// A plane over each triangle of the Delaunay triangulation of points.
class LinearNDInterpolator : public TriangleInterpolator {
public:
    /// A plane over each triangle of the Delaunay triangulation of points.
    ///
    /// Parameters
    ///     points: (n, 2), or their triangulation.
    ///     values: (n, ...).
    ///     fill_value: the value outside of the triangles.
    ///     rescale: whether coordinates are scaled to one extent first.
    /// Raises
    ///     ValueError: shapes that do not belong together; a triangulation that is to be scaled. TypeError: a complex
    ///         fill value of real values. QhullError: points on one line.
    /// Example
    ///     >>> points = cuprum.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.1]])
    ///     >>> f = cuprumx.scipy.interpolate.LinearNDInterpolator(points, cuprum.array([0., 1., 1., 2.1]))
    ///     >>> f(cuprum.array([[0.25, 0.25]]))
    ///     array([0.5])
    CUPRUM_PYTHON LinearNDInterpolator(const TrianglePoints& points, const ndarray& values,
                                       const Scalar& fill_value = not_a_number(), bool rescale = false)
        : TriangleInterpolator(points, values, fill_value, rescale) {}

    /// The values at places.
    ///
    /// Parameters
    ///     places: (..., 2); in Python also an array for each coordinate, which broadcast.
    /// Returns
    ///     The values.
    /// Raises
    ///     ValueError: another number of coordinates.
    CUPRUM_SIGNATURE("*places")
    CUPRUM_PYTHON ndarray operator()(const ndarray& places) const { return evaluate(places, nullptr); }
};

/// Cubic patches over each triangle, whose slopes are continuous.
class CloughTocher2DInterpolator : public TriangleInterpolator {
public:
    /// Cubic patches over each triangle of the Delaunay triangulation of points; slopes are continuous.
    ///
    /// Parameters
    ///     points: (n, 2), or their triangulation.
    ///     values: (n, ...).
    ///     fill_value: the value outside of the triangles.
    ///     tol: how exact the gradients at points are.
    ///     maxiter: how many steps towards them are taken at most.
    ///     rescale: whether coordinates are scaled to one extent first.
    /// Raises
    ///     ValueError: shapes that do not belong together; a triangulation that is to be scaled. TypeError: a complex
    ///         fill value of real values. QhullError: points on one line.
    /// Source
    ///     P. Alfeld, A trivariate Clough-Tocher scheme for tetrahedral data, Comput. Aided Geom. Des. 1 (1984), 169;
    ///     the gradients are G. Nielson's, A method for interpolating scattered data based upon a minimum norm network,
    ///     Math. Comp. 40 (1983), 253, by simultaneous steps of all points.
    /// Example
    ///     >>> points = cuprum.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.1]])
    ///     >>> f = cuprumx.scipy.interpolate.CloughTocher2DInterpolator(points, cuprum.array([0., 1., 1., 2.1]))
    ///     >>> f(cuprum.array([[0.25, 0.25]])).round(6)
    ///     array([0.5])
    CUPRUM_PYTHON CloughTocher2DInterpolator(const TrianglePoints& points, const ndarray& values,
                                             const Scalar& fill_value = not_a_number(), double tol = 1e-6,
                                             std::int64_t maxiter = 400, bool rescale = false);

    /// The values at places.
    ///
    /// Parameters
    ///     places: (..., 2); in Python also an array for each coordinate, which broadcast.
    /// Returns
    ///     The values.
    /// Raises
    ///     ValueError: another number of coordinates.
    CUPRUM_SIGNATURE("*places")
    CUPRUM_PYTHON ndarray operator()(const ndarray& places) const { return evaluate(places, &grad); }

    CUPRUM_PROPERTY ndarray grad;  ///< The gradients at points, (n, 2, columns).

private:
    void find_gradients(double tol, std::int64_t maxiter);
};

/// What a tree of points is made with.
struct TreeOptions {
    std::int64_t leafsize = 10;  ///< How many points a leaf has at most.
};

/// The value of the nearest point.
class NearestNDInterpolator : public ScatteredInterpolator {
public:
    /// The value of the nearest point.
    ///
    /// Parameters
    ///     x: points, (n, dimensions).
    ///     y: values, (n, ...).
    ///     rescale: whether coordinates are scaled to one extent first.
    ///     tree_options: what `KDTree` is made with; `leafsize` counts.
    /// Raises
    ///     ValueError: shapes that do not belong together.
    /// Example
    ///     >>> f = cuprumx.scipy.interpolate.NearestNDInterpolator(
    ///     ...     cuprum.array([[0., 0.], [1., 1.]]), cuprum.array([1., 2.]))
    ///     >>> f(cuprum.array([[0.9, 0.7]]))
    ///     array([2.])
    CUPRUM_PYTHON NearestNDInterpolator(const ndarray& x, const ndarray& y, bool rescale = false,
                                        const TreeOptions& tree_options = {});

    /// The values at places.
    ///
    /// Parameters
    ///     places: (..., dimensions); in Python also an array for each coordinate, which broadcast.
    ///     eps, p, distance_upper_bound: as of `KDTree.query`.
    ///     workers: accepted; the device's threads search.
    /// Returns
    ///     The values, float64, or of the dtype of complex ones; NaN where no point is near enough.
    /// Raises
    ///     ValueError: another number of coordinates.
    CUPRUM_SIGNATURE("*places, eps, p, distance_upper_bound, workers=1")
    CUPRUM_PYTHON ndarray operator()(const ndarray& places, double eps = 0.0, double p = 2.0,
                                     double distance_upper_bound = std::numeric_limits<double>::infinity()) const;

    CUPRUM_PROPERTY ndarray values;  ///< As they were given.
    std::shared_ptr<const spatial::KDTree> tree;
    DType dtype;  ///< That of complex values; else float64.
};

}  // namespace cuprum::scipy::interpolate
