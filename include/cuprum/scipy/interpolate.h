// SciPy's interpolation: piecewise polynomials and splines in one dimension and in several, radial functions, scattered
// data.
//
// Interpolants are values: arrays of coefficients and of places, with functions that evaluate, differentiate and
// integrate them. They compute in float64, of complex data in complex128. Data may have any further axes: all of their
// elements are columns that share their places.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "cuprum/array_list.h"
#include "cuprum/python.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::interpolate {

/// What an interpolant gives beyond its last places: NaN, the values of the outermost polynomial, or, of a period,
/// those that lie there.
enum class Extrapolate : std::uint8_t { no, yes, periodic };
using Extrapolation = std::optional<Extrapolate>;  ///< Nothing stands for the interpolant's own.

/// Whether the roots of a polynomial are told where it jumps, and beyond its last places.
struct RootOptions {
    bool discontinuity = true;
    Extrapolation extrapolate{};
};

/// The roots of a piecewise polynomial.
struct PolynomialRoots {
    std::vector<std::vector<double>> columns;  ///< The roots of each column of coefficients, interval by interval.
    Shape shape;                               ///< The axes of the columns.

    const std::vector<double>& operator[](std::size_t column) const { return columns[column]; }
};

class BPoly;
class BSpline;
using sparse::sparse_array;

/// A piecewise polynomial in powers.
class PPoly {
public:
    PPoly() = default;
    /// A piecewise polynomial in powers: between x[i] and x[i + 1] the sum over j of c[j, i] * (s - x[i])**(k - j).
    ///
    /// Parameters
    ///     c: coefficients, (order, intervals, ...), that of the highest power first.
    ///     x: the ends of intervals, (intervals + 1), ascending or descending.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    ///     axis: where values have the axis of places.
    /// Raises
    ///     ValueError: shapes that do not belong together, places in no order.
    /// Example
    ///     >>> p = cuprumx.scipy.interpolate.PPoly(cuprum.array([[1., 1.], [0., 1.]]), cuprum.array([0., 1., 2.]))
    ///     >>> p(cuprum.array([0.5, 1.5]))
    ///     array([0.5, 1.5])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON PPoly(const ndarray& c, const ndarray& x, Extrapolation extrapolate = {}, std::int64_t axis = 0);
    /// A polynomial of arrays that are taken as they are, without checks.
    ///
    /// Parameters
    ///     c: coefficients, C-contiguous, float64 or complex128.
    ///     x: the ends of intervals, float64.
    ///     extrapolate: False, True or 'periodic'.
    ///     axis: where values have the axis of places.
    /// Returns
    ///     The polynomial.
    CUPRUM_PYTHON static PPoly construct_fast(ndarray c, ndarray x, Extrapolation extrapolate = {}, int axis = 0);
    /// A spline as polynomials in powers.
    ///
    /// Parameters
    ///     tck: a BSpline; in Python also its knots, coefficients and degree.
    ///     extrapolate: as of a call; by default that of the spline.
    /// Returns
    ///     A polynomial.
    CUPRUM_PYTHON static PPoly from_spline(const BSpline& tck, Extrapolation extrapolate = {});
    /// A polynomial of Bernstein's basis in powers.
    ///
    /// Parameters
    ///     bp: a BPoly.
    ///     extrapolate: as of a call; by default that of `bp`.
    /// Returns
    ///     A polynomial.
    /// Raises
    ///     TypeError: `bp` is no BPoly.
    CUPRUM_PYTHON static PPoly from_bernstein_basis(const BPoly& bp, Extrapolation extrapolate = {});

    /// The values at places, or those of a derivative.
    ///
    /// Parameters
    ///     x: places, of any shape; of complex ones the real parts.
    ///     nu: which derivative.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats; by
    ///         default what the polynomial was made with.
    /// Returns
    ///     The values: the axes of `x` stand where data had the axis of places.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, int nu = 0, Extrapolation extrapolate = {}) const;
    /// The derivative, a polynomial of a lower degree.
    ///
    /// Parameters
    ///     nu: how many times; a negative number integrates.
    /// Returns
    ///     A polynomial.
    CUPRUM_PYTHON PPoly derivative(int nu = 1) const;
    /// The integral from the first place on, continuous everywhere.
    ///
    /// Parameters
    ///     nu: how many times; a negative number differentiates.
    /// Returns
    ///     A polynomial. That of a periodic one is not periodic.
    CUPRUM_PYTHON PPoly antiderivative(int nu = 1) const;
    /// The integral between two places.
    ///
    /// Parameters
    ///     a, b: the places.
    ///     extrapolate: as of a call.
    /// Returns
    ///     An array of the shape of one place's data.
    CUPRUM_PYTHON ndarray integrate(double a, double b, Extrapolation extrapolate = {}) const;
    /// The places where the polynomial has a value.
    ///
    /// Parameters
    ///     y: the value.
    ///     discontinuity: whether a jump over the value counts.
    ///     extrapolate: whether places outside count.
    /// Returns
    ///     In Python an array, interval by interval; of data with further axes an object array of NumPy's with an array
    ///     for each column. An interval that has the value all over gives its start and NaN.
    /// Raises
    ///     ValueError: the polynomial is complex.
    CUPRUM_PYTHON PolynomialRoots solve(double y = 0.0, const RootOptions& options = {}) const;
    /// The places where the polynomial is zero; parameters and result are those of `solve`.
    CUPRUM_PYTHON PolynomialRoots roots(const RootOptions& options = {}) const { return solve(0, options); }
    /// Puts further intervals before or behind those that there are.
    ///
    /// Parameters
    ///     c: their coefficients.
    ///     x: places, one for each of them: the ends of intervals on the far side.
    /// Raises
    ///     ValueError: shapes that do not fit, places that lie among those that there are.
    CUPRUM_PYTHON void extend(const ndarray& c, const ndarray& x);

    CUPRUM_ATTRIBUTE ndarray c;                                   ///< The coefficients: (order, intervals, ...).
    CUPRUM_ATTRIBUTE ndarray x;                                   ///< The ends of the intervals.
    CUPRUM_ATTRIBUTE Extrapolate extrapolate = Extrapolate::yes;  ///< What lies outside: False, True or 'periodic'.
    CUPRUM_ATTRIBUTE int axis = 0;                                ///< Where values have the axis of places.
};

/// A piecewise polynomial in Bernstein's basis.
class BPoly {
public:
    BPoly() = default;
    /// A piecewise polynomial in Bernstein's basis: between x[i] and x[i + 1] the sum over j of
    /// c[j, i] * binomial(k, j) * t**j * (1 - t)**(k - j), t running from 0 to 1.
    ///
    /// Parameters
    ///     c: coefficients, (order, intervals, ...).
    ///     x: the ends of intervals, (intervals + 1), ascending or descending.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    ///     axis: where values have the axis of places.
    /// Raises
    ///     ValueError: shapes that do not belong together, places in no order.
    /// Example
    ///     >>> p = cuprumx.scipy.interpolate.BPoly(cuprum.array([[0.], [1.]]), cuprum.array([0., 2.]))
    ///     >>> p(cuprum.array([0.5, 1.]))
    ///     array([0.25, 0.5 ])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON BPoly(const ndarray& c, const ndarray& x, Extrapolation extrapolate = {}, std::int64_t axis = 0);
    /// A polynomial of arrays that are taken as they are, without checks.
    ///
    /// Parameters
    ///     c: coefficients, C-contiguous, float64 or complex128.
    ///     x: the ends of intervals, float64.
    ///     extrapolate: False, True or 'periodic'.
    ///     axis: where values have the axis of places.
    /// Returns
    ///     The polynomial.
    CUPRUM_PYTHON static BPoly construct_fast(ndarray c, ndarray x, Extrapolation extrapolate = {}, int axis = 0);
    /// A polynomial in powers in Bernstein's basis.
    ///
    /// Parameters
    ///     pp: a PPoly.
    ///     extrapolate: as of a call; by default that of `pp`.
    /// Returns
    ///     A polynomial.
    /// Raises
    ///     TypeError: `pp` is no PPoly.
    CUPRUM_PYTHON static BPoly from_power_basis(const PPoly& pp, Extrapolation extrapolate = {});
    /// The polynomials that have given values and derivatives at places.
    ///
    /// Parameters
    ///     xi: the places, ascending.
    ///     yi: for each place a sequence: the value, the first derivative, and so on, (derivatives, ...).
    ///     orders: the degree of each interval, in Python also one of all; by default what the data determine.
    ///     extrapolate: as of a call.
    /// Returns
    ///     A polynomial.
    /// Raises
    ///     ValueError: lengths that differ, places that do not increase, degrees that data do not determine.
    CUPRUM_PYTHON static BPoly from_derivatives(const std::vector<double>& xi, const std::vector<ndarray>& yi,
                                                const std::vector<std::optional<int>>& orders = {},
                                                Extrapolation extrapolate = {});

    /// The values at places, or those of a derivative.
    ///
    /// Parameters
    ///     x: places, of any shape; of complex ones the real parts.
    ///     nu: which derivative.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats; by
    ///         default what the polynomial was made with.
    /// Returns
    ///     The values: the axes of `x` stand where data had the axis of places.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, int nu = 0, Extrapolation extrapolate = {}) const;
    /// The derivative, a polynomial of a lower degree.
    ///
    /// Parameters
    ///     nu: how many times; a negative number integrates.
    /// Returns
    ///     A polynomial.
    CUPRUM_PYTHON BPoly derivative(int nu = 1) const;
    /// The integral from the first place on, continuous everywhere.
    ///
    /// Parameters
    ///     nu: how many times; a negative number differentiates.
    /// Returns
    ///     A polynomial. That of a periodic one is not periodic.
    CUPRUM_PYTHON BPoly antiderivative(int nu = 1) const;
    /// The integral between two places.
    ///
    /// Parameters
    ///     a, b: the places.
    ///     extrapolate: as of a call.
    /// Returns
    ///     An array of the shape of one place's data.
    CUPRUM_PYTHON ndarray integrate(double a, double b, Extrapolation extrapolate = {}) const;
    /// Puts further intervals before or behind those that there are.
    ///
    /// Parameters
    ///     c: their coefficients.
    ///     x: places, one for each of them: the ends of intervals on the far side.
    /// Raises
    ///     ValueError: shapes that do not fit, places that lie among those that there are.
    CUPRUM_PYTHON void extend(const ndarray& c, const ndarray& x);

    /// Coefficients of a degree that is higher by d.
    static ndarray raised(const ndarray& c, int d);

    CUPRUM_ATTRIBUTE ndarray c;                                   ///< The coefficients: (order, intervals, ...).
    CUPRUM_ATTRIBUTE ndarray x;                                   ///< The ends of the intervals.
    CUPRUM_ATTRIBUTE Extrapolate extrapolate = Extrapolate::yes;  ///< What lies outside: False, True or 'periodic'.
    CUPRUM_ATTRIBUTE int axis = 0;                                ///< Where values have the axis of places.
};

/// A condition at an end of a spline: what a derivative is there.
struct EndCondition {
    enum class Kind : std::uint8_t { not_a_knot, derivative, periodic } kind = Kind::not_a_knot;
    int order = 1;
    std::optional<ndarray> value{};  ///< Of the shape of one place's data; zeros if there is none.

    /// The condition of a name: "not-a-knot", "periodic", "clamped" or "natural". Raises ValueError for another name.
    static EndCondition named(std::string_view name);
};

/// The conditions at both ends of a cubic spline.
class EndConditions {
public:
    /// The same at both ends, by its name.
    EndConditions(std::string_view name);  // NOLINT(google-explicit-constructor)
    EndConditions(const char* name)        // NOLINT(google-explicit-constructor)
        : EndConditions(std::string_view(name)) {}
    /// Raises ValueError for a periodic one, which both ends have.
    EndConditions(EndCondition first, EndCondition last);

    EndCondition first, last;
};

/// The cubic polynomials with given values and slopes at places.
class CubicHermiteSpline : public PPoly {
public:
    CubicHermiteSpline() = default;
    /// The cubic polynomials with given values and slopes at places.
    ///
    /// Parameters
    ///     x: the places, (n), ascending.
    ///     y: the values, n of them along an axis.
    ///     dydx: the slopes, as y.
    ///     axis: the axis of places in `y`.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    /// Raises
    ///     ValueError: places that do not increase or are fewer than two, numbers that are not finite, shapes that
    ///         differ.
    /// Example
    ///     >>> spline = cuprumx.scipy.interpolate.CubicHermiteSpline(
    ///     ...     cuprum.array([0., 1.]), cuprum.array([0., 1.]), cuprum.array([0., 0.]))
    ///     >>> spline(cuprum.array([0.25, 0.5]))
    ///     array([0.15625, 0.5    ])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON CubicHermiteSpline(const ndarray& x, const ndarray& y, const ndarray& dydx, std::int64_t axis = 0,
                                     Extrapolation extrapolate = {});

protected:
    explicit CubicHermiteSpline(PPoly made) : PPoly(std::move(made)) {}
};

/// Cubic polynomials that rise and fall only where the data do.
class PchipInterpolator : public CubicHermiteSpline {
public:
    PchipInterpolator() = default;
    /// Cubic polynomials that rise and fall only where the data do (Fritsch and Butland).
    ///
    /// Parameters
    ///     x: the places, (n), ascending.
    ///     y: the values, real, n of them along an axis.
    ///     axis: the axis of places in `y`.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats.
    /// Raises
    ///     ValueError: places that do not increase or are fewer than two, complex values, numbers that are not finite.
    /// Source
    ///     F. N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984), 300.
    /// Example
    ///     >>> spline = cuprumx.scipy.interpolate.PchipInterpolator(cuprum.arange(4.), cuprum.array([0., 0., 1., 1.]))
    ///     >>> spline(cuprum.array([0.5, 1.5]))
    ///     array([0. , 0.5])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON PchipInterpolator(const ndarray& x, const ndarray& y, std::int64_t axis = 0,
                                    Extrapolation extrapolate = {});
};
using pchip = PchipInterpolator;

/// Akima's cubic polynomials.
class Akima1DInterpolator : public CubicHermiteSpline {
public:
    Akima1DInterpolator() = default;
    /// Akima's cubic polynomials, whose slopes are weighted means of those of neighbours.
    ///
    /// Parameters
    ///     x: the places, (n), ascending.
    ///     y: the values, real, n of them along an axis.
    ///     axis: the axis of places in `y`.
    ///     method: 'akima', or 'makima', which overshoots less beside flat stretches.
    ///     extrapolate: True continues the outermost polynomials, 'periodic' repeats; by default there is NaN outside.
    /// Raises
    ///     ValueError: places that do not increase or are fewer than two, complex values, numbers that are not finite.
    ///     NotImplementedError: another method.
    /// Source
    ///     H. Akima, J. ACM 17 (1970), 589.
    /// Example
    ///     >>> spline = cuprumx.scipy.interpolate.Akima1DInterpolator(
    ///     ...     cuprum.arange(5.), cuprum.array([0., 0., 1., 0., 0.]))
    ///     >>> spline(cuprum.array([2., 2.5]))
    ///     array([1.        , 0.54166667])
    CUPRUM_SIGNATURE("x, y, axis, *, method, extrapolate")
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON Akima1DInterpolator(const ndarray& x, const ndarray& y, std::int64_t axis = 0,
                                      std::string_view method = "akima", Extrapolation extrapolate = {});
    /// An interpolator of this kind takes no further intervals: NotImplementedError.
    CUPRUM_SIGNATURE("c=None, x=None, right=true")
    CUPRUM_PYTHON void extend();
    /// No spline is an interpolator of this kind: NotImplementedError.
    CUPRUM_SIGNATURE("tck=None, extrapolate=None")
    CUPRUM_PYTHON static Akima1DInterpolator from_spline();
    /// No polynomial is an interpolator of this kind: NotImplementedError.
    CUPRUM_SIGNATURE("bp=None, extrapolate=None")
    CUPRUM_PYTHON static Akima1DInterpolator from_bernstein_basis();
};

/// The cubic spline through data.
class CubicSpline : public CubicHermiteSpline {
public:
    CubicSpline() = default;
    /// The cubic spline through data: polynomials whose first two derivatives are continuous.
    ///
    /// Parameters
    ///     x: the places, (n), ascending.
    ///     y: the values, n of them along an axis.
    ///     axis: the axis of places in `y`.
    ///     bc_type: what holds at the ends: 'not-a-knot' (one polynomial over the first two intervals), 'periodic',
    ///         'clamped' (slopes of zero), 'natural' (second derivatives of zero), or a pair of these for both ends,
    ///         each of which may be a pair of a derivative's order, 1 or 2, and its value.
    ///     extrapolate: False gives NaN outside, True continues the outermost polynomials, 'periodic' repeats; by
    ///     default
    ///         the latter of a periodic spline, else True.
    /// Raises
    ///     ValueError: places that do not increase or are fewer than two, numbers that are not finite, other
    ///     conditions,
    ///         a periodic spline whose ends differ.
    /// Source
    ///     C. de Boor, A Practical Guide to Splines, chapter IV. Slopes are computed in chunks that overlap by 64
    ///     knots.
    /// Example
    ///     >>> x = cuprum.arange(5.)
    ///     >>> spline = cuprumx.scipy.interpolate.CubicSpline(x, x**3)
    ///     >>> spline(cuprum.array([1.5, 2.5]))
    ///     array([ 3.375, 15.625])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON CubicSpline(const ndarray& x, const ndarray& y, std::int64_t axis = 0,
                              const EndConditions& bc_type = "not-a-knot", Extrapolation extrapolate = {});
};

/// Where the spline has knots that a piecewise polynomial becomes: at all places but the outermost inner ones, at all
/// of them, or at all of them and beyond the ends as they lie within the period.
enum class KnotsAt : std::uint8_t { not_a_knot, all_places, periodic };

/// A spline as a sum of B-splines of a degree over knots.
class BSpline {
public:
    BSpline() = default;
    /// A spline as a sum of B-splines of a degree over knots.
    ///
    /// Parameters
    ///     t: knots, (n + k + 1), ascending.
    ///     c: coefficients, n or more of them along an axis.
    ///     k: the degree, at most 63.
    ///     extrapolate: False gives NaN outside of t[k] ... t[n], True continues the outermost polynomials, 'periodic'
    ///         repeats.
    ///     axis: the axis of the coefficients.
    /// Raises
    ///     ValueError: too few knots or coefficients, knots that decrease or are not finite.
    /// Example
    ///     >>> spline = cuprumx.scipy.interpolate.BSpline(cuprum.arange(7.), cuprum.array([-1., 2., 0., -1.]), 2)
    ///     >>> spline(cuprum.array([2.5]))
    ///     array([1.375])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON BSpline(const ndarray& t, const ndarray& c, int k, Extrapolate extrapolate = Extrapolate::yes,
                          std::int64_t axis = 0);
    /// A spline of arrays that are taken as they are, without checks; parameters are those of the class.
    CUPRUM_PYTHON static BSpline construct_fast(ndarray t, ndarray c, int k, Extrapolate extrapolate = Extrapolate::yes,
                                                int axis = 0);
    /// One B-spline.
    ///
    /// Parameters
    ///     t: its knots, (k + 2), which tell its degree.
    ///     extrapolate: as of the class.
    /// Returns
    ///     A spline.
    /// Raises
    ///     ValueError: fewer than two knots.
    CUPRUM_PYTHON static BSpline basis_element(const ndarray& t, Extrapolate extrapolate = Extrapolate::yes);
    /// A cubic spline in powers as a sum of B-splines.
    ///
    /// Parameters
    ///     pp: a CubicSpline.
    ///     bc_type: the conditions that it was made with: 'not-a-knot', 'natural', 'clamped' or 'periodic'.
    /// Returns
    ///     A spline.
    /// Raises
    ///     NotImplementedError: `pp` is no CubicSpline. TypeError: other conditions.
    CUPRUM_PYTHON static BSpline from_power_basis(const CubicSpline& pp, KnotsAt bc_type = KnotsAt::not_a_knot);
    /// The matrix that takes a spline's coefficients to its values: a row for each place, with k + 1 basis functions.
    ///
    /// Parameters
    ///     x: places, (m).
    ///     t: knots.
    ///     k: the degree.
    ///     extrapolate: as of the class; without it, places outside are an error.
    /// Returns
    ///     A csr_array.
    /// Raises
    ///     ValueError: places outside, numbers that are not finite, knots that decrease or are too few.
    CUPRUM_PYTHON static sparse_array design_matrix(const ndarray& x, const ndarray& t, int k,
                                                    Extrapolate extrapolate = Extrapolate::no);

    /// The values at places, or those of a derivative.
    ///
    /// Parameters
    ///     x: places, of any shape; of complex ones the real parts.
    ///     nu: which derivative.
    ///     extrapolate: as of the class; by default what the spline was made with.
    /// Returns
    ///     The values: the axes of `x` stand where the coefficients had their axis.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, int nu = 0, Extrapolation extrapolate = {}) const;
    /// The derivative, a spline of a lower degree.
    ///
    /// Parameters
    ///     nu: how many times.
    /// Returns
    ///     A spline.
    /// Raises
    ///     ValueError: more times than the degree or the multiplicity of knots allows.
    CUPRUM_PYTHON BSpline derivative(int nu = 1) const;
    /// The integral from the first knot on, a spline of a higher degree.
    ///
    /// Parameters
    ///     nu: how many times.
    /// Returns
    ///     A spline.
    CUPRUM_PYTHON BSpline antiderivative(int nu = 1) const;
    /// The integral between two places.
    ///
    /// Parameters
    ///     a, b: the places.
    ///     extrapolate: as of the class; without it the spline is zero outside.
    /// Returns
    ///     An array of the shape of one place's data.
    CUPRUM_PYTHON ndarray integrate(double a, double b, Extrapolation extrapolate = {}) const;
    /// The same spline with a knot more, by Boehm's rule.
    ///
    /// Parameters
    ///     x: the knot, within t[k] ... t[n].
    ///     m: how many times it is put in.
    /// Returns
    ///     A spline of the same values. Of a periodic one, knots beyond the ends follow.
    /// Raises
    ///     ValueError: a knot outside, no positive number of times; a periodic spline with too few knots.
    /// Source
    ///     W. Boehm, Inserting new knots into B-spline curves, 1980.
    CUPRUM_PYTHON BSpline insert_knot(double x, int m = 1) const;

    /// Knots, coefficients and degree.
    CUPRUM_PROPERTY std::tuple<ndarray, ndarray, int> tck() const { return {t, c, k}; }

    CUPRUM_ATTRIBUTE ndarray t;                                   ///< The knots.
    CUPRUM_ATTRIBUTE ndarray c;                                   ///< The coefficients, along the first axis.
    CUPRUM_ATTRIBUTE int k = 3;                                   ///< The degree.
    CUPRUM_ATTRIBUTE Extrapolate extrapolate = Extrapolate::yes;  ///< What lies outside: False, True or 'periodic'.
    CUPRUM_ATTRIBUTE int axis = 0;                                ///< Where values have the axis of places.
};

/// The basis functions that are not zero at some places.
struct SplineBasis {
    ndarray values;   ///< (m, k + 1); NaN outside, unless the basis goes on there.
    ndarray numbers;  ///< int64, (m, k + 1): which functions these are.
};

/// The basis functions at places: the rows of the matrix that takes coefficients to values.
///
/// Parameters
///     x: places, (m).
///     t: knots.
///     k: the degree.
///     extrapolate: what lies outside.
/// Raises
///     ValueError: places or knots that are not finite, knots that decrease or are too few, places outside.
SplineBasis spline_basis(const ndarray& x, const ndarray& t, int k, Extrapolate extrapolate = Extrapolate::no);

/// The derivative of a spline.
///
/// Parameters
///     tck: a BSpline; in Python also its knots, coefficients and degree.
///     n: how many times.
/// Returns
///     A spline in the form of `tck`: a BSpline, or knots, coefficients and degree.
/// Raises
///     ValueError: more times than the degree or the multiplicity of knots allows.
/// Example
///     >>> spline = cuprumx.scipy.interpolate.make_interp_spline(cuprum.arange(5.), cuprum.arange(5.)**2)
///     >>> cuprumx.scipy.interpolate.splder(spline)(cuprum.array([1.5])).round(10)
///     array([3.])
BSpline splder(const BSpline& tck, int n = 1);

/// The integral of a spline from its first knot on.
///
/// Parameters
///     tck: a BSpline; in Python also its knots, coefficients and degree.
///     n: how many times.
/// Returns
///     A spline in the form of `tck`: a BSpline, or knots, coefficients and degree.
/// Raises
///     ValueError: a spline that is none: knots that decrease, too few coefficients.
/// Example
///     >>> spline = cuprumx.scipy.interpolate.make_interp_spline(cuprum.arange(5.), cuprum.arange(5.))
///     >>> cuprumx.scipy.interpolate.splantider(spline)(cuprum.array([2.])).round(10)
///     array([2.])
BSpline splantider(const BSpline& tck, int n = 1);

/// What a spline is to be at an end beside the data: derivatives and their values, zeros where there are none.
using SplineConditions = std::vector<std::pair<int, std::optional<ndarray>>>;

/// The conditions at both ends of a spline of any degree.
class SplineEnds {
public:
    SplineEnds() = default;
    /// The same at both ends: "not-a-knot", "periodic", "clamped" or "natural". Raises ValueError for another name.
    SplineEnds(std::string_view name);                                    // NOLINT(google-explicit-constructor)
    SplineEnds(const char* name) : SplineEnds(std::string_view(name)) {}  // NOLINT(google-explicit-constructor)
    SplineEnds(SplineConditions at_first, SplineConditions at_last)
        : first(std::move(at_first)), last(std::move(at_last)) {}
    /// The conditions of a name: "clamped" or "natural". Raises ValueError for another one.
    static SplineConditions named(std::string_view name);

    SplineConditions first, last;
    bool periodic = false;  ///< Whether all derivatives at both ends are the same.
};

/// The spline of a degree that goes through data.
///
/// Parameters
///     x: the places, (n), ascending.
///     y: the values, n of them along an axis.
///     k: the degree.
///     t: the knots; by default those that leave nothing open ('not-a-knot'), or with conditions those at all places.
///     bc_type: 'not-a-knot', 'periodic', 'clamped', 'natural', or a pair for both ends of lists of pairs of a
///         derivative's order and its value.
///     axis: the axis of places in `y`.
///     check_finite: whether to look for numbers that are not finite.
/// Returns
///     A BSpline.
/// Raises
///     ValueError: places that do not increase, knots or conditions of a wrong number. LinAlgError: knots between which
///     too few places lie. NotImplementedError: knots for a periodic spline.
/// Source
///     C. de Boor, A Practical Guide to Splines, chapter XIII. The banded matrix is factored once, on the host; columns
///     are solved side by side.
/// Example
///     >>> x = cuprum.arange(6.)
///     >>> cuprumx.scipy.interpolate.make_interp_spline(x, x**2, k=2)(cuprum.array([2.5])).round(10)
///     array([6.25])
CUPRUM_PYTHON BSpline make_interp_spline(const ndarray& x, const ndarray& y, int k = 3, const ndarray* t = nullptr,
                                         const SplineEnds& bc_type = {}, std::int64_t axis = 0,
                                         bool check_finite = true);

/// The spline over given knots that comes nearest to data, in the sense of least squares.
///
/// Parameters
///     x: the places, (m), not decreasing.
///     y: the values, m of them along an axis.
///     t: the knots.
///     k: the degree.
///     w: weights, (m); ones by default.
///     axis: the axis of places in `y`.
///     check_finite: whether to look for numbers that are not finite.
///     method: 'qr', or 'norm-eq', for which places must increase and determine all coefficients; both are computed by
///         rotations.
/// Returns
///     A BSpline.
/// Raises
///     ValueError: places outside of the knots or fewer than k + 1, lengths that differ, another method. LinAlgError:
///     with 'norm-eq', knots between which too few places lie.
/// Source
///     P. Dierckx, Curve and Surface Fitting with Splines, chapter 4: rotations of banded rows.
/// Example
///     >>> x = cuprum.linspace(0, 1, 20)
///     >>> t = cuprum.array([0., 0, 0, 0, 0.5, 1, 1, 1, 1])
///     >>> cuprumx.scipy.interpolate.make_lsq_spline(x, x**3, t)(cuprum.array([0.3])).round(10)
///     array([0.027])
CUPRUM_SIGNATURE("x, y, t, k, w, axis, check_finite, *, method")
CUPRUM_PYTHON BSpline make_lsq_spline(const ndarray& x, const ndarray& y, const ndarray& t, int k = 3,
                                      const ndarray* w = nullptr, std::int64_t axis = 0, bool check_finite = true,
                                      std::string_view method = "qr");

}  // namespace cuprum::scipy::interpolate
