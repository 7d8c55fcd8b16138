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

class BPoly;
class BSpline;

/// A piecewise polynomial in powers: between x[i] and x[i + 1] it is the sum over j of c[j, i] * (s - x[i])**(k - j).
class PPoly {
public:
    PPoly() = default;
    /// Checks and takes coefficients and places.
    ///
    /// Parameters
    ///     c: coefficients, (order, intervals, ...), that of the highest power first.
    ///     x: the places where intervals end, (intervals + 1), ascending or descending.
    ///     extrapolate: what it gives outside.
    ///     axis: where values have the axis of places.
    /// Raises
    ///     ValueError: lengths that do not belong together, places that are in no order.
    PPoly(const ndarray& c, const ndarray& x, Extrapolate extrapolate = Extrapolate::yes, std::int64_t axis = 0);
    /// The same without checks.
    static PPoly of(ndarray c, ndarray x, Extrapolate extrapolate = Extrapolate::yes, int axis = 0);
    /// A B-spline as polynomials in powers.
    static PPoly from_spline(const BSpline& spline, Extrapolation extrapolate = {});
    /// Polynomials of Bernstein's basis in powers.
    static PPoly from_bernstein_basis(const BPoly& polynomial, Extrapolation extrapolate = {});

    /// The values at places, or those of the derivative `nu`.
    ndarray operator()(const ndarray& places, int nu = 0, Extrapolation extrapolate = {}) const;
    PPoly derivative(int nu = 1) const;
    /// The integral from x[0] on; `nu` of them.
    PPoly antiderivative(int nu = 1) const;
    /// The integral from a to b.
    ndarray integrate(double a, double b, Extrapolation extrapolate = {}) const;
    /// The places where each column has the value y. An interval that has it all over gives its start and NaN.
    std::vector<std::vector<double>> solve(double y = 0, const RootOptions& options = {}) const;
    std::vector<std::vector<double>> roots(const RootOptions& options = {}) const { return solve(0, options); }
    /// Puts further intervals before or behind those that there are.
    ///
    /// Parameters
    ///     more: their coefficients.
    ///     places: one for each of them: their ends on the far side.
    /// Raises
    ///     ValueError: shapes that do not fit, places that lie among those that there are.
    void extend(const ndarray& more, const ndarray& places);

    ndarray c, x;
    Extrapolate extrapolate = Extrapolate::yes;
    int axis = 0;
};

/// A piecewise polynomial in Bernstein's basis: between x[i] and x[i + 1] it is the sum over j of
/// c[j, i] * binomial(k, j) * t**j * (1 - t)**(k - j), t running from 0 to 1.
class BPoly {
public:
    BPoly() = default;
    /// Checks and takes coefficients and places. Parameters are those of `PPoly`.
    BPoly(const ndarray& c, const ndarray& x, Extrapolate extrapolate = Extrapolate::yes, std::int64_t axis = 0);
    static BPoly of(ndarray c, ndarray x, Extrapolate extrapolate = Extrapolate::yes, int axis = 0);
    static BPoly from_power_basis(const PPoly& polynomial, Extrapolation extrapolate = {});
    /// The polynomials that have given values and derivatives at places.
    ///
    /// Parameters
    ///     xi: the places, ascending.
    ///     yi: for each place the value, the first derivative, and so on: (derivatives, ...).
    ///     orders: the degree of each interval; by default what the data determine.
    ///     extrapolate: what it gives outside.
    /// Raises
    ///     ValueError: lengths that differ, places that do not increase, degrees that data do not determine.
    static BPoly from_derivatives(const std::vector<double>& xi, const std::vector<ndarray>& yi,
                                  const std::vector<std::optional<int>>& orders = {},
                                  Extrapolate extrapolate = Extrapolate::yes);

    ndarray operator()(const ndarray& places, int nu = 0, Extrapolation extrapolate = {}) const;
    BPoly derivative(int nu = 1) const;
    BPoly antiderivative(int nu = 1) const;
    ndarray integrate(double a, double b, Extrapolation extrapolate = {}) const;

    /// Puts further intervals before or behind those that there are. Parameters are those of `PPoly::extend`.
    void extend(const ndarray& more, const ndarray& places);

    /// Coefficients of a degree that is higher by d.
    static ndarray raised(const ndarray& c, int d);

    ndarray c, x;
    Extrapolate extrapolate = Extrapolate::yes;
    int axis = 0;
};

/// A condition at an end of a spline: what a derivative is there.
struct EndCondition {
    enum class Kind : std::uint8_t { not_a_knot, derivative, periodic } kind = Kind::not_a_knot;
    int order = 1;
    std::optional<ndarray> value{};  ///< Of the shape of one place's data; zeros if there is none.
};

/// The cubic polynomials with given values and slopes at places.
///
/// Parameters
///     x: the places, (n), ascending.
///     y: the values, n of them along an axis.
///     dydx: the slopes, as y.
///     axis: the axis of places in `y`.
///     extrapolate: what it gives outside.
/// Raises
///     ValueError: places that do not increase or are fewer than two, numbers that are not finite, shapes that differ.
PPoly cubic_hermite_spline(const ndarray& x, const ndarray& y, const ndarray& dydx, std::int64_t axis = 0,
                           Extrapolate extrapolate = Extrapolate::yes);

/// The cubic spline through data: polynomials whose first two derivatives are continuous.
///
/// Parameters
///     x: the places, (n), ascending.
///     y: the values, n of them along an axis.
///     axis: the axis of places in `y`.
///     first, last: the conditions at the ends.
///     extrapolate: what it gives outside; by default the period of a periodic one, else the outermost polynomials.
/// Raises
///     ValueError: as `cubic_hermite_spline`; a periodic one whose ends differ.
/// Source
///     C. de Boor, A Practical Guide to Splines, chapter IV. Slopes are computed in chunks that overlap by 64 knots.
PPoly cubic_spline(const ndarray& x, const ndarray& y, std::int64_t axis = 0, const EndCondition& first = {},
                   const EndCondition& last = {}, Extrapolation extrapolate = {});

/// Cubic polynomials that rise and fall only where the data do.
///
/// Parameters
///     x: the places, (n), ascending.
///     y: the values, real, n of them along an axis.
///     axis: the axis of places in `y`.
///     extrapolate: what it gives outside.
/// Source
///     F. N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984), 300.
PPoly pchip_interpolator(const ndarray& x, const ndarray& y, std::int64_t axis = 0,
                         Extrapolate extrapolate = Extrapolate::yes);

/// Akima's cubic polynomials, whose slopes are weighted means of those of neighbours.
///
/// Parameters
///     x: the places, (n), ascending.
///     y: the values, real, n of them along an axis.
///     axis: the axis of places in `y`.
///     method: "akima", or "makima", which overshoots less beside flat stretches.
///     extrapolate: what it gives outside.
/// Source
///     H. Akima, J. ACM 17 (1970), 589.
PPoly akima_interpolator(const ndarray& x, const ndarray& y, std::int64_t axis = 0, std::string_view method = "akima",
                         Extrapolate extrapolate = Extrapolate::no);

/// Where the spline has knots that a piecewise polynomial becomes: at all places but the outermost inner ones, at all
/// of them, or at all of them and beyond the ends as they lie within the period.
enum class KnotsAt : std::uint8_t { not_a_knot, all_places, periodic };

/// A spline as a sum of B-splines of a degree over knots.
class BSpline {
public:
    BSpline() = default;
    /// Checks and takes knots and coefficients.
    ///
    /// Parameters
    ///     t: knots, (n + k + 1), ascending.
    ///     c: coefficients, n or more of them along an axis.
    ///     k: the degree, at most 63.
    ///     extrapolate: what it gives outside of t[k] ... t[n].
    ///     axis: the axis of the coefficients.
    /// Raises
    ///     ValueError: too few knots or coefficients, knots that decrease or are not finite.
    BSpline(const ndarray& t, const ndarray& c, int k, Extrapolate extrapolate = Extrapolate::yes,
            std::int64_t axis = 0);
    static BSpline of(ndarray t, ndarray c, int k, Extrapolate extrapolate = Extrapolate::yes, int axis = 0);
    /// One B-spline.
    ///
    /// Parameters
    ///     t: its knots, (k + 2), which tell its degree.
    ///     extrapolate: what it gives outside of them.
    /// Raises
    ///     ValueError: fewer than two knots.
    static BSpline basis_element(const ndarray& t, Extrapolate extrapolate = Extrapolate::yes);
    /// The spline that a piecewise cubic polynomial is, whose first two derivatives are continuous.
    static BSpline from_power_basis(const PPoly& polynomial, KnotsAt knots = KnotsAt::not_a_knot);

    ndarray operator()(const ndarray& places, int nu = 0, Extrapolation extrapolate = {}) const;
    BSpline derivative(int nu = 1) const;
    BSpline antiderivative(int nu = 1) const;
    ndarray integrate(double a, double b, Extrapolation extrapolate = {}) const;
    /// The same spline with a knot more, or with the same one several times.
    ///
    /// Parameters
    ///     x: the knot, within t[k] ... t[n].
    ///     times: how many times.
    /// Raises
    ///     ValueError: a knot outside, no positive number of times; a periodic spline with too few knots.
    /// Source
    ///     W. Boehm, Inserting new knots into B-spline curves, 1980.
    BSpline insert_knot(double x, int times = 1) const;
    /// The matrix, csr, that takes a spline's coefficients to its values: a row for each place, with k + 1 basis
    /// functions.
    ///
    /// Parameters
    ///     x: places, (m).
    ///     t: knots.
    ///     k: the degree.
    ///     extrapolate: what lies outside; without it, places outside are an error.
    /// Raises
    ///     ValueError: places outside, numbers that are not finite, knots that decrease or are too few.
    static sparse::sparse_matrix design_matrix(const ndarray& x, const ndarray& t, int k,
                                               Extrapolate extrapolate = Extrapolate::no);

    ndarray t, c;
    int k = 3;
    Extrapolate extrapolate = Extrapolate::yes;
    int axis = 0;
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
BSpline splder(const BSpline& tck, int n = 1);
/// The integral of a spline from its first knot on.
BSpline splantider(const BSpline& tck, int n = 1);

/// What a spline is to be at an end beside the data: derivatives and their values.
using SplineConditions = std::vector<std::pair<int, ndarray>>;

/// The spline of a degree that goes through data.
///
/// Parameters
///     x: the places, (n), ascending.
///     y: the values, n of them along an axis.
///     k: the degree.
///     t: the knots; by default those that leave nothing open ("not-a-knot"), or with conditions those at all places.
///     first, last: derivatives at the ends.
///     periodic: whether all derivatives at both ends are the same.
///     axis: the axis of places in `y`.
///     check_finite: whether to look for numbers that are not finite.
/// Raises
///     ValueError: places that do not increase, knots or conditions of a wrong number. LinAlgError: knots between which
///     too few places lie.
/// Source
///     C. de Boor, A Practical Guide to Splines, chapter XIII. The banded matrix is factored once, on the host; columns
///     are solved side by side.
BSpline make_interp_spline(const ndarray& x, const ndarray& y, int k = 3, const ndarray* t = nullptr,
                           const SplineConditions& first = {}, const SplineConditions& last = {}, bool periodic = false,
                           std::int64_t axis = 0, bool check_finite = true);

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
///     method: "qr", or "norm-eq", for which places must increase and determine all coefficients; both are computed by
///         rotations.
/// Raises
///     ValueError: places outside of the knots or fewer than k + 1, lengths that differ, another method. LinAlgError:
///     with "norm-eq", knots between which too few places lie.
/// Source
///     P. Dierckx, Curve and Surface Fitting with Splines, chapter 4: rotations of banded rows.
BSpline make_lsq_spline(const ndarray& x, const ndarray& y, const ndarray& t, int k = 3, const ndarray* w = nullptr,
                        std::int64_t axis = 0, bool check_finite = true, std::string_view method = "qr");

}  // namespace cuprum::scipy::interpolate
