// SciPy's interpolation between scattered points: over the triangles of the plane, and of the nearest point.
#pragma once

#include <limits>
#include <memory>

#include "cuprum/scipy/interpolate.h"
#include "cuprum/scipy/spatial.h"

namespace cuprum::scipy::interpolate {

/// What the interpolants of scattered points have in common.
class ScatteredInterpolator {
public:
    ndarray points;         ///< (n, dimensions), as they were given.
    ndarray values;         ///< (n, columns)
    Shape shape;            ///< The axes of one point's values.
    ndarray offset, scale;  ///< Of coordinates, where these are scaled to one extent.
    bool rescale = false;

protected:
    ScatteredInterpolator(const ndarray& points, const ndarray& values, bool rescale);
    /// Places, (..., dimensions), as the coordinates that are computed with.
    ndarray scaled(const ndarray& places) const;
};

/// What is interpolated over the triangles of a triangulation.
class TriangleInterpolator : public ScatteredInterpolator {
public:
    std::shared_ptr<const spatial::Delaunay> tri;
    Scalar fill_value;

protected:
    TriangleInterpolator(const ndarray& points, const ndarray& values, const Scalar& fill_value, bool rescale);
    TriangleInterpolator(std::shared_ptr<const spatial::Delaunay> tri, const ndarray& values, const Scalar& fill_value);
    ndarray evaluate(const ndarray& places, const ndarray* gradients) const;
};

/// A plane over each triangle of the Delaunay triangulation of points.
class LinearNDInterpolator : public TriangleInterpolator {
public:
    /// Parameters
    ///     points: (n, 2).
    ///     values: (n, ...).
    ///     fill_value: the value outside of the triangles.
    ///     rescale: whether coordinates are scaled to one extent first.
    /// Raises
    ///     ValueError: shapes that do not belong together. QhullError: points on one line.
    LinearNDInterpolator(const ndarray& points, const ndarray& values, const Scalar& fill_value = not_a_number(),
                         bool rescale = false)
        : TriangleInterpolator(points, values, fill_value, rescale) {}
    /// The same over triangles that are there.
    LinearNDInterpolator(std::shared_ptr<const spatial::Delaunay> tri, const ndarray& values,
                         const Scalar& fill_value = not_a_number())
        : TriangleInterpolator(std::move(tri), values, fill_value) {}

    /// The values at places, (..., 2).
    ndarray operator()(const ndarray& places) const { return evaluate(places, nullptr); }

    static Scalar not_a_number() { return std::numeric_limits<double>::quiet_NaN(); }
};

/// Cubic patches over each triangle, whose slopes are continuous.
///
/// Source
///     P. Alfeld, A trivariate Clough-Tocher scheme for tetrahedral data, Comput. Aided Geom. Des. 1 (1984), 169; the
///     gradients are G. Nielson's, A method for interpolating scattered data based upon a minimum norm network, Math.
///     Comp. 40 (1983), 253, by simultaneous steps of all points.
class CloughTocher2DInterpolator : public TriangleInterpolator {
public:
    /// Parameters are those of `LinearNDInterpolator`, and
    ///     tol: how exact the gradients are.
    ///     maxiter: steps at most.
    CloughTocher2DInterpolator(const ndarray& points, const ndarray& values,
                               const Scalar& fill_value = LinearNDInterpolator::not_a_number(), double tol = 1e-6,
                               int maxiter = 400, bool rescale = false);
    CloughTocher2DInterpolator(std::shared_ptr<const spatial::Delaunay> tri, const ndarray& values,
                               const Scalar& fill_value = LinearNDInterpolator::not_a_number(), double tol = 1e-6,
                               int maxiter = 400);

    /// The values at places, (..., 2).
    ndarray operator()(const ndarray& places) const { return evaluate(places, &grad); }

    ndarray grad;  ///< (n, 2, columns)

private:
    void find_gradients(double tol, int maxiter);
};

/// The value of the nearest point.
class NearestNDInterpolator : public ScatteredInterpolator {
public:
    /// Parameters
    ///     points: (n, dimensions).
    ///     values: (n, ...).
    ///     rescale: whether coordinates are scaled to one extent first.
    ///     leafsize: of the tree of points.
    /// Raises
    ///     ValueError: shapes that do not belong together.
    NearestNDInterpolator(const ndarray& points, const ndarray& values, bool rescale = false,
                          std::int64_t leafsize = 10);

    /// The values at places, (..., dimensions), of `dtype`; NaN where no point is as near as the bound.
    ndarray operator()(const ndarray& places, double eps = 0, double p = 2,
                       double distance_upper_bound = std::numeric_limits<double>::infinity()) const;

    std::shared_ptr<const spatial::KDTree> tree;
    DType dtype;  ///< That of complex values; else float64.
};

}  // namespace cuprum::scipy::interpolate
