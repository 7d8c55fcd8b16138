// SciPy's interpolation: one polynomial through all points, and smoothing splines.
#pragma once

#include "cuprum/scipy/interpolate.h"

namespace cuprum::scipy::interpolate {

/// The polynomial through data, in Newton's basis: of places that are repeated the values are derivatives.
class KroghInterpolator {
public:
    /// The polynomial through data, in Newton's basis.
    ///
    /// Parameters
    ///     xi: the places, (n); of equal ones, which stand side by side, the values are derivatives of rising order.
    ///         More than 30 are warned of.
    ///     yi: the values, n of them along an axis.
    ///     axis: the axis of places in `yi`.
    /// Raises
    ///     ValueError: lengths that differ, equal places apart from each other. TypeError, of a call: complex places of
    ///         a polynomial through real data.
    /// Source
    ///     F. T. Krogh, Math. Comp. 24 (1970), 185.
    /// Example
    ///     >>> p = cuprumx.scipy.interpolate.KroghInterpolator(cuprum.array([0., 0., 1.]), cuprum.array([1., 0., 3.]))
    ///     >>> p(cuprum.array([2.]))
    ///     array([9.])
    CUPRUM_PYTHON KroghInterpolator(const ndarray& xi, const ndarray& yi, std::int64_t axis = 0);

    /// The values at places of any shape.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x) const { return derivative(x, 0); }
    /// A derivative.
    ///
    /// Parameters
    ///     x: places, of any shape.
    ///     der: which one.
    /// Returns
    ///     Its values.
    CUPRUM_PYTHON ndarray derivative(const ndarray& x, int der = 1) const;
    /// The values and derivatives, one after the other.
    ///
    /// Parameters
    ///     x: places, of any shape.
    ///     der: how many, with the values; by default as many as there are data.
    /// Returns
    ///     An array with an axis for the derivatives in front.
    CUPRUM_PYTHON ndarray derivatives(const ndarray& x, std::optional<int> der = {}) const;

    /// How many places there are.
    CUPRUM_PROPERTY std::int64_t n() const { return xi.size(); }
    /// How many columns of values.
    CUPRUM_PROPERTY std::int64_t r() const { return c.shape()[1]; }
    /// The dtype of the values.
    CUPRUM_PROPERTY DType dtype() const { return c.dtype(); }

    CUPRUM_PROPERTY ndarray xi;  ///< The places.
    CUPRUM_PROPERTY ndarray yi;  ///< The values, (n, columns).
    CUPRUM_PROPERTY ndarray c;   ///< Divided differences with a row of zeros behind them, (n + 1, columns).
    Shape columns;               ///< The axes of one place's data.
    int axis = 0;
};

/// The polynomial through data by the barycentric formula, which is stable where the places lie densely near the ends.
class BarycentricInterpolator {
public:
    /// Parameters
    ///     xi: the places, (n), distinct.
    ///     yi: the values, n of them along an axis.
    ///     axis: the axis of places in `yi`.
    ///     wi: the weights, if they are known.
    /// Raises
    ///     ValueError: lengths that differ, equal places.
    /// Source
    ///     J.-P. Berrut and L. N. Trefethen, SIAM Review 46 (2004), 501.
    BarycentricInterpolator(const ndarray& xi, const ndarray& yi, std::int64_t axis = 0, const ndarray* wi = nullptr);

    ndarray operator()(const ndarray& places) const { return derivative(places, 0); }
    /// The derivatives 0 to `count` - 1, one after the other; by default as many as there are places.
    ndarray derivatives(const ndarray& places, std::optional<int> count = {}) const;
    ndarray derivative(const ndarray& places, int order = 1) const;
    /// Takes other values at the same places.
    ///
    /// Parameters
    ///     yi: the values, n of them along an axis.
    ///     axis: that axis; by default the one before.
    /// Raises
    ///     ValueError: a length that is not that of the places.
    void set_yi(const ndarray& yi, std::optional<std::int64_t> axis = {});
    /// The polynomial through further points, too: `more` places, and `values` there along the axis of the others.
    BarycentricInterpolator with_points(const ndarray& more, const ndarray& values) const;

    /// The weights of places. Raises ValueError for equal ones.
    static ndarray weights(const ndarray& xi);

    ndarray xi, wi, yi;  ///< Places, weights, and values as (n, columns).
    Shape columns;
    int axis = 0;
};

/// A smoothing spline and what it takes to smooth it otherwise.
///
/// The knots are as few as it takes to come within `s`: the sum of the squares of weighted residuals. With s = 0 the
/// spline goes through all data.
///
/// Source
///     P. Dierckx, An algorithm for smoothing, differentiation and integration of experimental data using spline
///     functions, J. Comp. Appl. Math. 1 (1975), 165; Curve and Surface Fitting with Splines, 1993.
class SmoothingSpline {
public:
    /// Parameters
    ///     x: the places, not decreasing, for s = 0 increasing.
    ///     y, w: values and weights.
    ///     begin, end: the outermost knots.
    ///     k: the degree, 1 to 5.
    ///     s: what the residuals may sum up to.
    SmoothingSpline(std::vector<double> x, std::vector<double> y, std::vector<double> w, double begin, double end,
                    int k, double s);
    /// The one of least squares over given knots, of which those at both ends are k + 1.
    static SmoothingSpline with_knots(std::vector<double> x, std::vector<double> y, std::vector<double> w,
                                      std::vector<double> t, int k);

    /// Goes on from the knots that there are to another s.
    void smooth(double s);

    /// Whether knots lie so among places that there is one spline of least squares.
    static bool knots_fit(const std::vector<double>& x, const std::vector<double>& t, int k);

    std::vector<double> x, y, w, t, c;
    double begin = 0, end = 0, s = 0, residual = 0;
    int k = 3;
    /// 0: smoothed; -1: through all data; -2: one polynomial; 1: more knots than there is place for; 2, 3: the
    /// residuals could not be brought to `s`.
    int status = 0;

    /// Where the search for knots stands, from which `smooth` goes on.
    struct Search {
        std::vector<double> interval_residuals;     ///< Of each interval between knots.
        std::vector<std::int64_t> interval_points;  ///< How many places lie inside of each.
        double first_residual = 0, last_residual = 0;
        std::int64_t added = 0;  ///< Knots of the last turn.
        std::size_t room = 0;    ///< For knots.
    } search;

    SmoothingSpline() = default;

private:
    class Steps;
    void fit(bool goes_on);
};

/// The values of a spline, or those of a derivative, with another choice beyond its knots: 0 continues, 1 gives zero, 3
/// gives the value at the end.
ndarray spline_value_outside(const BSpline& spline, const ndarray& places, int nu, int outside);

}  // namespace cuprum::scipy::interpolate
