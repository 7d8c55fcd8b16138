// SciPy's interpolation in several dimensions: on grids, by tensor products, by radial functions.
#pragma once

#include <memory>

#include "cuprum/scipy/interpolate.h"
#include "cuprum/scipy/spatial.h"

namespace cuprum::scipy::interpolate {

/// A product of B-splines of several variables.
class NdBSpline {
public:
    NdBSpline() = default;
    /// Checks and takes knots and coefficients.
    ///
    /// Parameters
    ///     t: the knots of each variable.
    ///     c: coefficients, an axis for each variable, then any others.
    ///     k: the degree of each variable, at most 15.
    ///     extrapolate: whether the outermost polynomials go on.
    /// Raises
    ///     ValueError: too few knots, lengths that do not belong together, knots that decrease or are not finite.
    NdBSpline(ArrayList t, const ndarray& c, std::vector<int> k, bool extrapolate = true);
    static NdBSpline of(std::vector<ndarray> t, ndarray c, std::vector<int> k, bool extrapolate = true);

    /// The values at places, (..., variables), or those of a derivative by each variable.
    ndarray operator()(const ndarray& places, const std::vector<int>& nu = {},
                       std::optional<bool> extrapolate = {}) const;
    /// Derivatives by each variable, a spline of lower degrees.
    NdBSpline derivative(const std::vector<int>& nu) const;
    /// The matrix, csr, that takes coefficients, flattened, to values: a row for each place.
    ///
    /// Parameters
    ///     places: (m, variables).
    ///     t: the knots of each variable.
    ///     k: the degree of each variable.
    ///     extrapolate: whether the outermost polynomials go on; otherwise places outside are an error.
    /// Raises
    ///     ValueError: other numbers of variables, places outside, knots that decrease or are too few.
    static sparse::sparse_matrix design_matrix(const ndarray& places, ArrayList t, const std::vector<int>& k,
                                               bool extrapolate = true);

    std::vector<ndarray> t;
    ndarray c;
    std::vector<int> k;
    bool extrapolate = true;
};

/// A piecewise polynomial of several variables, in powers.
class NdPPoly {
public:
    NdPPoly() = default;
    /// Checks and takes coefficients and places.
    ///
    /// Parameters
    ///     c: coefficients: the order of each variable, the intervals of each variable, then any other axes.
    ///     x: for each variable the ends of intervals, ascending.
    ///     extrapolate: whether the outermost polynomials go on.
    /// Raises
    ///     ValueError: lengths that do not belong together, places in no order.
    NdPPoly(const ndarray& c, ArrayList x, bool extrapolate = true);
    static NdPPoly of(ndarray c, std::vector<ndarray> x, bool extrapolate = true);

    ndarray operator()(const ndarray& places, const std::vector<int>& nu = {},
                       std::optional<bool> extrapolate = {}) const;
    /// Derivatives by each variable; negative numbers integrate.
    NdPPoly derivative(const std::vector<int>& nu) const;
    /// The integral along one variable, a polynomial of the others.
    NdPPoly integrate_1d(double a, double b, std::int64_t axis, std::optional<bool> extrapolate = {}) const;
    /// The integral over a box.
    ndarray integrate(const std::vector<std::pair<double, double>>& ranges, std::optional<bool> extrapolate = {}) const;

    ndarray c;
    std::vector<ndarray> x;
    bool extrapolate = true;
};

/// A function that is known on a grid whose axes have points of their own.
class RegularGridInterpolator {
public:
    RegularGridInterpolator() = default;
    /// Checks and takes points and values.
    ///
    /// Parameters
    ///     points: the points of each axis, ascending or descending.
    ///     values: the values on the grid, then any other axes.
    ///     method: "linear", "nearest", "slinear", "cubic", "quintic" or "pchip".
    ///     bounds_error: whether places outside are an error.
    ///     fill_value: the value outside; nothing continues the function.
    /// Raises
    ///     ValueError: points in no order, lengths that differ, too few points for the method, another method.
    RegularGridInterpolator(ArrayList points, const ndarray& values, std::string_view method = "linear",
                            bool bounds_error = true, std::optional<Scalar> fill_value = default_fill());
    static Scalar default_fill();

    /// The values at places, (..., axes), or of the spline methods those of derivatives along each axis.
    ///
    /// Raises
    ///     ValueError: places outside, where these are an error; values that are not finite, of splines and "pchip".
    ndarray operator()(const ndarray& places, std::string_view method = {}, const std::vector<int>& nu = {}) const;

    /// The spline of a method through the grid's values.
    NdBSpline spline_of(std::string_view method) const;

    std::vector<ndarray> grid;  ///< Ascending.
    ndarray values;             ///< In the order of the grid.
    std::string method = "linear";
    bool bounds_error = true;
    std::optional<Scalar> fill_value;
    std::optional<NdBSpline> spline;  ///< Of a method that has one.

private:
    bool finite_known = false;  // that the values are
};

/// What radial functions are made with.
struct RadialOptions {
    std::optional<std::int64_t> neighbors{};  ///< How many of the nearest points count; all by default.
    const ndarray* smoothing = nullptr;       ///< One number, or one for each point; zero by default.
    std::string_view kernel = "thin_plate_spline";
    std::optional<double> epsilon{};  ///< Divides distances; one by default where that makes no difference.
    std::optional<int> degree{};      ///< Of the polynomial; -1 for none.
};

/// A function that is known at scattered points: a sum of radial functions around them, and a polynomial.
class RBFInterpolator {
public:
    RBFInterpolator() = default;
    /// Solves for the coefficients.
    ///
    /// Parameters
    ///     y: points, (n, dimensions).
    ///     d: the values there, (n, ...).
    ///     options: the kernel ("linear", "thin_plate_spline", "cubic", "quintic", "multiquadric",
    ///         "inverse_multiquadric", "inverse_quadratic", "gaussian") and its parameters.
    /// Raises
    ///     ValueError: shapes that do not belong together, another kernel, a missing epsilon, too few points.
    ///     LinAlgError: points that do not determine the polynomial, or that are equal.
    /// Source
    ///     G. Fasshauer, Meshfree Approximation Methods with Matlab, 2007.
    RBFInterpolator(const ndarray& y, const ndarray& d, const RadialOptions& options = {});

    /// The values at places, (m, dimensions).
    ndarray operator()(const ndarray& places) const;

    /// The lowest degree with which a kernel is sure to have a solution; -1 where none is needed.
    static int least_degree(std::string_view kernel);

    ndarray y, d;  ///< Points; values as (n, columns) of float64, complex ones as two columns.
    Shape shape;   ///< The axes of one point's values.
    DType dtype = DType::float64;
    std::optional<std::int64_t> neighbors;
    ndarray smoothing;
    int kernel = 0;
    double epsilon = 1;
    int degree = 0;
    ndarray powers;                               ///< int32, (monomials, dimensions).
    ndarray shift, scale, coeffs;                 ///< Of all points.
    std::shared_ptr<const spatial::KDTree> tree;  ///< Of the points, where neighbours count.
};

}  // namespace cuprum::scipy::interpolate
