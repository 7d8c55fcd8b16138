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
    BarycentricInterpolator() = default;
    /// The polynomial through data by the barycentric formula, stable where places lie densely near the ends.
    ///
    /// Parameters
    ///     xi: the places, (n), distinct.
    ///     yi: the values, n of them along an axis; they may be given later, by `set_yi`.
    ///     axis: the axis of places in `yi`.
    ///     wi: the weights, if they are known.
    ///     rng, random_state: accepted; the weights need no random numbers.
    /// Raises
    ///     ValueError: lengths that differ, equal places.
    /// Source
    ///     J.-P. Berrut and L. N. Trefethen, SIAM Review 46 (2004), 501.
    /// Example
    ///     >>> p = cuprumx.scipy.interpolate.BarycentricInterpolator(
    ///     ...     cuprum.array([0., 1., 2.]), cuprum.array([0., 1., 4.]))
    ///     >>> p(cuprum.array([3.]))
    ///     array([9.])
    CUPRUM_SIGNATURE("xi, yi, axis, *, wi, rng=None, random_state=None")
    CUPRUM_TRAITS("pickled by its state")
    CUPRUM_PYTHON explicit BarycentricInterpolator(const ndarray& xi, const ndarray* yi = nullptr,
                                                   std::int64_t axis = 0, const ndarray* wi = nullptr);
    BarycentricInterpolator(const ndarray& places, const ndarray& values, std::int64_t axis = 0)
        : BarycentricInterpolator(places, &values, axis) {}

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
    /// Takes other values at the same places.
    ///
    /// Parameters
    ///     yi: the values, n of them along an axis; None for none.
    ///     axis: that axis; by default the one before.
    /// Raises
    ///     ValueError: a length that is not that of the places.
    CUPRUM_PYTHON void set_yi(const ndarray* yi, std::optional<std::int64_t> axis = {});
    /// Takes further places.
    ///
    /// Parameters
    ///     xi: the places.
    ///     yi: the values there, if there are values.
    /// Raises
    ///     ValueError: values where there were none, or none where there were some; equal places.
    CUPRUM_PYTHON void add_xi(const ndarray& xi, const ndarray* yi = nullptr);

    /// How many places there are.
    CUPRUM_PROPERTY std::int64_t n() const { return xi.size(); }
    /// How many columns of values.
    CUPRUM_PROPERTY std::int64_t r() const { return yi ? yi->shape()[1] : 0; }
    /// The dtype of the values; None while there are none.
    CUPRUM_PROPERTY std::optional<DType> dtype() const { return yi ? std::optional(yi->dtype()) : std::nullopt; }

    CUPRUM_PROPERTY ndarray xi;                 ///< The places.
    CUPRUM_PROPERTY ndarray wi;                 ///< The weights.
    CUPRUM_PROPERTY std::optional<ndarray> yi;  ///< The values, (n, columns).
    CUPRUM_PROPERTY int axis = 0;               ///< Where values have the axis of places.

    /// The arrays that the polynomial consists of.
    std::vector<ndarray> state() const;
    void set_state(const std::vector<ndarray>& state);

    /// The weights of places. Raises ValueError for equal ones.
    static ndarray weights(const ndarray& xi);

private:
    Shape columns_;
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

/// What a smoothing spline gives beyond its outermost knots: it continues, is zero, refuses with ValueError, or keeps
/// the value at the end. The numbers are FITPACK's.
enum class BeyondKnots : std::uint8_t { extrapolate, zeros, raise, constant };

/// The outermost knots of a smoothing spline; nothing stands for the first or the last place.
using KnotBounds = std::pair<std::optional<double>, std::optional<double>>;

/// A spline near data, with as few knots as its distance from the data allows.
class UnivariateSpline {
public:
    UnivariateSpline() = default;
    /// A spline near data, with as few knots as its distance from the data allows.
    ///
    /// Parameters
    ///     x: the places, not decreasing; for s = 0 increasing.
    ///     y: the values.
    ///     w: weights; ones by default. Data of weight 0 have no influence.
    ///     bbox: the outermost knots; by default the first and the last place.
    ///     k: the degree, 1 to 5.
    ///     s: what the squares of weighted residuals may sum up to; 0 goes through all data. By default the number of
    ///         data.
    ///     ext: what lies outside: 0 or 'extrapolate', 1 or 'zeros', 2 or 'raise', 3 or 'const'.
    ///     check_finite: whether to look for numbers that are not finite.
    /// Raises
    ///     ValueError: places in no order, lengths that differ, another degree or mode.
    /// Source
    ///     P. Dierckx, Curve and Surface Fitting with Splines, 1993.
    /// Example
    ///     >>> x = cuprum.linspace(0, 1, 20)
    ///     >>> spline = cuprumx.scipy.interpolate.UnivariateSpline(x, x**3, s=0)
    ///     >>> spline(cuprum.array([0.3])).round(10)
    ///     array([0.027])
    CUPRUM_TRAITS("pickled by its state, becomes class_of_fit")
    CUPRUM_PYTHON UnivariateSpline(const ndarray& x, const ndarray& y, const ndarray* w = nullptr,
                                   const KnotBounds& bbox = {}, int k = 3, std::optional<double> s = {},
                                   BeyondKnots ext = BeyondKnots::extrapolate, bool check_finite = false);

    /// The values at places, or those of a derivative.
    ///
    /// Parameters
    ///     x: places, of any shape; of complex ones the real parts.
    ///     nu: which derivative.
    ///     ext: as of the class; by default what the spline was made with.
    /// Returns
    ///     The values.
    /// Raises
    ///     ValueError: places outside, where these are an error; a derivative above the degree.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, int nu = 0, std::optional<BeyondKnots> ext = {}) const;
    /// Smooths again, from the knots that there are on.
    ///
    /// Parameters
    ///     s: what the squares of weighted residuals may sum up to.
    /// Raises
    ///     ValueError: s is below 0.
    CUPRUM_TRAITS("becomes class_of_fit")
    CUPRUM_PYTHON void set_smoothing_factor(double s);
    /// The knots without the repeated ones at both ends.
    CUPRUM_PYTHON ndarray get_knots() const;
    /// The coefficients of B-splines.
    CUPRUM_PYTHON ndarray get_coeffs() const;
    /// The sum of the squares of weighted residuals; None of a spline that was not fitted to data.
    CUPRUM_PYTHON std::optional<double> get_residual() const;
    /// The integral between two places; outside of its knots the spline counts as zero.
    CUPRUM_PYTHON ndarray integral(double a, double b) const { return spline_.integrate(a, b, Extrapolate::no); }
    /// The values and all derivatives at a place, (k + 1).
    ///
    /// Parameters
    ///     x: the place.
    /// Raises
    ///     TypeError: a place outside of the knots.
    CUPRUM_PYTHON ndarray derivatives(double x) const;
    /// The zeros of a cubic spline, ascending.
    ///
    /// Raises
    ///     NotImplementedError: another degree.
    CUPRUM_PYTHON ndarray roots() const;
    /// The derivative, a spline of a lower degree.
    ///
    /// Parameters
    ///     n: how many times.
    /// Returns
    ///     A spline.
    /// Raises
    ///     ValueError: more times than the degree.
    CUPRUM_TRAITS("of this class")
    CUPRUM_PYTHON UnivariateSpline derivative(int n = 1) const;
    /// The integral from the first knot on, a spline of a higher degree.
    ///
    /// Parameters
    ///     n: how many times.
    /// Returns
    ///     A spline.
    CUPRUM_TRAITS("of this class")
    CUPRUM_PYTHON UnivariateSpline antiderivative(int n = 1) const;

    /// Knots, coefficients and degree.
    CUPRUM_PROPERTY std::tuple<ndarray, ndarray, int> _eval_args() const { return spline_.tck(); }
    CUPRUM_ATTRIBUTE BeyondKnots ext = BeyondKnots::extrapolate;  ///< What lies outside: 0, 1, 2 or 3.

    /// The class that SciPy has for the result of the fit, or null for this class: a spline through all data is an
    /// InterpolatedUnivariateSpline, one of the fewest or the most knots an LSQUnivariateSpline.
    const char* class_of_fit() const;

    /// The arrays that the spline consists of.
    std::vector<ndarray> state() const;
    void set_state(const std::vector<ndarray>& state);

protected:
    /// Takes a fit to data, and warns where it did not reach what was asked.
    void take(SmoothingSpline fit);

private:
    BSpline spline_;
    std::optional<SmoothingSpline> fit_;
};

/// The spline through all data.
class InterpolatedUnivariateSpline : public UnivariateSpline {
public:
    InterpolatedUnivariateSpline() = default;
    /// The spline through all data; methods are those of `UnivariateSpline`.
    ///
    /// Parameters
    ///     x: the places, increasing.
    ///     y: the values.
    ///     w: weights above 0, which make no difference here.
    ///     bbox: the outermost knots; by default the first and the last place.
    ///     k: the degree, 1 to 5.
    ///     ext: what lies outside: 0 or 'extrapolate', 1 or 'zeros', 2 or 'raise', 3 or 'const'.
    ///     check_finite: whether to look for numbers that are not finite.
    /// Raises
    ///     ValueError: places that do not increase, lengths that differ, another degree or mode.
    /// Example
    ///     >>> x = cuprum.linspace(0, 1, 20)
    ///     >>> cuprumx.scipy.interpolate.InterpolatedUnivariateSpline(x, x**3)(cuprum.array([0.3])).round(10)
    ///     array([0.027])
    CUPRUM_TRAITS("pickled by its state, becomes class_of_fit")
    CUPRUM_PYTHON InterpolatedUnivariateSpline(const ndarray& x, const ndarray& y, const ndarray* w = nullptr,
                                               const KnotBounds& bbox = {}, int k = 3,
                                               BeyondKnots ext = BeyondKnots::extrapolate, bool check_finite = false);
};

/// The spline of least squares over given knots.
class LSQUnivariateSpline : public UnivariateSpline {
public:
    LSQUnivariateSpline() = default;
    /// The spline of least squares over given knots; methods are those of `UnivariateSpline`.
    ///
    /// Parameters
    ///     x: the places, not decreasing.
    ///     y: the values.
    ///     t: the inner knots, increasing; between them there must be data (Schoenberg and Whitney).
    ///     w: weights; ones by default. Data of weight 0 have no influence.
    ///     bbox: the outermost knots; by default the first and the last place.
    ///     k: the degree, 1 to 5.
    ///     ext: what lies outside: 0 or 'extrapolate', 1 or 'zeros', 2 or 'raise', 3 or 'const'.
    ///     check_finite: whether to look for numbers that are not finite.
    /// Raises
    ///     ValueError: places or knots in no order, knots without data between them, lengths that differ.
    /// Example
    ///     >>> x = cuprum.linspace(0, 1, 20)
    ///     >>> spline = cuprumx.scipy.interpolate.LSQUnivariateSpline(x, x**3, cuprum.array([0.5]))
    ///     >>> spline(cuprum.array([0.3])).round(10)
    ///     array([0.027])
    CUPRUM_TRAITS("pickled by its state, becomes class_of_fit")
    CUPRUM_PYTHON LSQUnivariateSpline(const ndarray& x, const ndarray& y, const ndarray& t, const ndarray* w = nullptr,
                                      const KnotBounds& bbox = {}, int k = 3,
                                      BeyondKnots ext = BeyondKnots::extrapolate, bool check_finite = false);
};

}  // namespace cuprum::scipy::interpolate
