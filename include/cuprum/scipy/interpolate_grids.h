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
    /// A product of B-splines of several variables.
    ///
    /// Parameters
    ///     t: the knots of each variable, a tuple.
    ///     c: coefficients, an axis for each variable, then any others.
    ///     k: the degree of each variable, in Python also one of all; at most 15.
    ///     extrapolate: whether the outermost polynomials go on, which is the default; otherwise there is NaN outside.
    /// Raises
    ///     ValueError: too few knots, lengths that do not belong together, knots that decrease or are not finite.
    /// Example
    ///     >>> t = cuprum.array([0., 0., 1., 1.])
    ///     >>> spline = cuprumx.scipy.interpolate.NdBSpline((t, t), cuprum.array([[0., 1.], [2., 3.]]), 1)
    ///     >>> spline(cuprum.array([[0.5, 0.5]]))
    ///     array([1.5])
    CUPRUM_SIGNATURE("t, c, k, *, extrapolate")
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON NdBSpline(ArrayList t, const ndarray& c, std::vector<int> k, std::optional<bool> extrapolate = {});
    /// The same without checks.
    static NdBSpline of(std::vector<ndarray> t, ndarray c, std::vector<int> k, bool extrapolate = true);
    /// The matrix that takes coefficients, flattened, to values: a row for each place.
    ///
    /// Parameters
    ///     xvals: places, (m, variables); of complex ones the real parts.
    ///     t: the knots of each variable, a tuple.
    ///     k: the degree of each variable, in Python also one of all.
    ///     extrapolate: whether the outermost polynomials go on; otherwise places outside are an error.
    /// Returns
    ///     A csr_array.
    /// Raises
    ///     ValueError: other numbers of variables, places outside, knots that decrease or are too few.
    CUPRUM_PYTHON static sparse_array design_matrix(const ndarray& xvals, ArrayList t, const std::vector<int>& k,
                                                    bool extrapolate = true);

    /// The values at places.
    ///
    /// Parameters
    ///     xi: places, (..., variables); of complex ones the real parts.
    ///     nu: which derivative by each variable.
    ///     extrapolate: as of the class; by default what the spline was made with.
    /// Returns
    ///     The values.
    CUPRUM_SIGNATURE("xi, *, nu, extrapolate")
    CUPRUM_PYTHON ndarray operator()(const ndarray& xi, const std::vector<int>& nu = {},
                                     std::optional<bool> extrapolate = {}) const;
    /// Derivatives by each variable, a spline of lower degrees.
    ///
    /// Parameters
    ///     nu: how many times by each variable.
    /// Returns
    ///     A spline.
    /// Raises
    ///     ValueError: other than one number for each variable, or a negative one.
    CUPRUM_PYTHON NdBSpline derivative(const std::vector<int>& nu) const;

    CUPRUM_ATTRIBUTE std::vector<ndarray> t;   ///< The knots of each variable.
    CUPRUM_ATTRIBUTE ndarray c;                ///< The coefficients.
    CUPRUM_ATTRIBUTE std::vector<int> k;       ///< The degree of each variable.
    CUPRUM_ATTRIBUTE bool extrapolate = true;  ///< Whether the outermost polynomials go on.
};

/// A piecewise polynomial of several variables, in powers.
class NdPPoly {
public:
    NdPPoly() = default;
    /// A piecewise polynomial of several variables, in powers.
    ///
    /// Parameters
    ///     c: coefficients: the order of each variable, the intervals of each variable, then any other axes.
    ///     x: for each variable the ends of intervals, ascending.
    ///     extrapolate: whether the outermost polynomials go on, which is the default; otherwise there is NaN outside.
    /// Raises
    ///     ValueError: lengths that do not belong together, places in no order.
    /// Example
    ///     >>> x = cuprum.array([0., 1.])
    ///     >>> p = cuprumx.scipy.interpolate.NdPPoly(cuprum.array([[[[1.]], [[0.]]], [[[0.]], [[2.]]]]), (x, x))
    ///     >>> p(cuprum.array([[0.5, 0.5]]))
    ///     array([2.25])
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON NdPPoly(const ndarray& c, ArrayList x, std::optional<bool> extrapolate = {});
    /// A polynomial of arrays that are taken as they are, without checks; parameters are those of the class.
    CUPRUM_PYTHON static NdPPoly construct_fast(ndarray c, std::vector<ndarray> x,
                                                std::optional<bool> extrapolate = {});

    /// The values at places.
    ///
    /// Parameters
    ///     x: places, (..., variables), in Python also a tuple of an array for each variable; of complex ones the real
    ///         parts.
    ///     nu: which derivative by each variable.
    ///     extrapolate: as of the class; by default what the polynomial was made with.
    /// Returns
    ///     The values.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, const std::vector<int>& nu = {},
                                     std::optional<bool> extrapolate = {}) const;
    /// Derivatives by each of the first variables; negative numbers integrate.
    CUPRUM_PYTHON NdPPoly derivative(const std::vector<int>& nu) const;
    /// Integrals along each of the first variables; negative numbers differentiate.
    CUPRUM_PYTHON NdPPoly antiderivative(const std::vector<int>& nu) const;
    /// The integral along one variable.
    ///
    /// Parameters
    ///     a, b: its ends.
    ///     axis: the variable.
    ///     extrapolate: as of the class; by default what the polynomial was made with.
    /// Returns
    ///     A polynomial of the other variables; for the only variable an array.
    CUPRUM_PYTHON std::variant<NdPPoly, ndarray> integrate_1d(double a, double b, std::int64_t axis,
                                                              std::optional<bool> extrapolate = {}) const;
    /// The integral over a box.
    ///
    /// Parameters
    ///     ranges: a pair of ends for each variable.
    ///     extrapolate: as of the class; by default what the polynomial was made with.
    /// Returns
    ///     An array of the shape of the other axes.
    /// Raises
    ///     ValueError: not as many pairs as variables.
    CUPRUM_PYTHON ndarray integrate(const std::vector<std::pair<double, double>>& ranges,
                                    std::optional<bool> extrapolate = {}) const;

    CUPRUM_ATTRIBUTE ndarray c;                ///< The coefficients.
    CUPRUM_ATTRIBUTE std::vector<ndarray> x;   ///< For each variable the ends of intervals.
    CUPRUM_ATTRIBUTE bool extrapolate = true;  ///< Whether the outermost polynomials go on.

private:
    NdPPoly without(double a, double b, int axis, bool outside) const;
};

/// A function that is known on a grid whose axes have points of their own.
class RegularGridInterpolator {
public:
    RegularGridInterpolator() = default;
    /// A function that is known on a grid whose axes have points of their own.
    ///
    /// Parameters
    ///     points: the points of each axis, ascending or descending.
    ///     values: the values on the grid, then any other axes.
    ///     method: 'linear', 'nearest', the splines 'slinear', 'cubic' and 'quintic', or the monotone 'pchip'.
    ///     bounds_error: whether places outside are an error.
    ///     fill_value: the value outside; None continues the function.
    ///     solver, solver_args: accepted for spline methods, whose equations are banded and solved directly.
    /// Raises
    ///     ValueError: points in no order, lengths that differ, too few points for the method, another method, a fill
    ///         value of another kind than the values, values that are not finite of splines.
    /// Example
    ///     >>> x = cuprum.arange(3.)
    ///     >>> grid = cuprumx.scipy.interpolate.RegularGridInterpolator((x, x), x[:, None] * x)
    ///     >>> grid(cuprum.array([[0.5, 1.], [1.5, 2.]]))
    ///     array([0.5, 3. ])
    CUPRUM_SIGNATURE("points, values, method, bounds_error, fill_value, *, solver=None, solver_args=None")
    CUPRUM_TRAITS("pickled by grid values method bounds_error fill_value")
    CUPRUM_PYTHON RegularGridInterpolator(ArrayList points, const ndarray& values, std::string_view method = "linear",
                                          bool bounds_error = true, std::optional<Scalar> fill_value = default_fill());
    static Scalar default_fill();

    /// The values at places.
    ///
    /// Parameters
    ///     xi: places, (..., axes); in Python also a tuple of an array for each axis.
    ///     method: another method than the interpolator's.
    ///     nu: of the splines, which derivative along each axis.
    /// Returns
    ///     The values, float64 or complex128; 'nearest' keeps the dtype of the grid's.
    /// Raises
    ///     ValueError: places outside, where these are an error; derivatives of another method, or not one for each
    ///         axis; values that are not finite of splines and 'pchip'.
    CUPRUM_SIGNATURE("xi, method, *, nu")
    CUPRUM_PYTHON ndarray operator()(const ndarray& xi, std::optional<std::string_view> method = {},
                                     const std::vector<int>& nu = {}) const;

    /// The spline of a method through the grid's values.
    NdBSpline spline_of(std::string_view method) const;

    CUPRUM_PROPERTY std::vector<ndarray> grid;          ///< The points of each axis, ascending.
    CUPRUM_PROPERTY ndarray values;                     ///< The values in the order of `grid`.
    CUPRUM_ATTRIBUTE std::string method = "linear";     ///< How values between points come about.
    CUPRUM_ATTRIBUTE bool bounds_error = true;          ///< Whether places outside are an error.
    CUPRUM_ATTRIBUTE std::optional<Scalar> fill_value;  ///< The value outside; None continues the function.
    std::optional<NdBSpline> spline;                    ///< Of the method that it was made with, if that has one.

private:
    std::string made_with_ = "linear";  // the method of `spline`
    bool finite_known_ = false;         // that the values are
};

/// What radial functions are made with.
struct RadialOptions {
    std::optional<std::int64_t> neighbors{};  ///< How many of the nearest points count; all by default.
    const ndarray* smoothing = nullptr;       ///< One number, or one for each point; zero by default.
    std::string_view kernel = "thin_plate_spline";
    std::optional<double> epsilon{};  ///< Multiplies distances; one by default where that makes no difference.
    std::optional<int> degree{};      ///< Of the polynomial; -1 for none.
};

/// A function that is known at scattered points: a sum of radial functions around them, and a polynomial.
class RBFInterpolator {
public:
    RBFInterpolator() = default;
    /// A function that is known at scattered points: a sum of radial functions around them, and a polynomial.
    ///
    /// Parameters
    ///     y: points, (n, dimensions).
    ///     d: the values there, (n, ...).
    ///     neighbors: how many of the nearest points count at each place; all by default.
    ///     smoothing: how far the values may be missed: one number, or one for each point.
    ///     kernel: 'linear', 'thin_plate_spline', 'cubic', 'quintic', 'multiquadric', 'inverse_multiquadric',
    ///         'inverse_quadratic' or 'gaussian'.
    ///     epsilon: what distances are multiplied by; one by default where that makes no difference.
    ///     degree: of the polynomial; -1 for none. By default the lowest one with which there is sure to be a solution;
    ///         a lower one is warned of.
    /// Raises
    ///     ValueError: shapes that do not belong together, another kernel, a missing epsilon, too few points.
    ///         LinAlgError: points that are equal, or that do not determine the polynomial.
    /// Source
    ///     G. Fasshauer, Meshfree Approximation Methods with Matlab, 2007.
    /// Example
    ///     >>> points = cuprum.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.]])
    ///     >>> f = cuprumx.scipy.interpolate.RBFInterpolator(points, cuprum.array([0., 1., 1., 2.]))
    ///     >>> f(cuprum.array([[0.5, 0.25]])).round(8)
    ///     array([0.75])
    CUPRUM_SIGNATURE("y, d, neighbors, smoothing=0.0, kernel, epsilon, degree")
    CUPRUM_PYTHON RBFInterpolator(const ndarray& y, const ndarray& d, const RadialOptions& options = {});

    /// The values at places.
    ///
    /// Parameters
    ///     x: places, (m, dimensions).
    /// Returns
    ///     The values, (m, ...).
    /// Raises
    ///     ValueError: another shape.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x) const;

    /// The lowest degree with which a kernel is sure to have a solution; -1 where none is needed.
    static int least_degree(std::string_view kernel);

    CUPRUM_PROPERTY ndarray y;                              ///< The points.
    CUPRUM_PROPERTY ndarray d;                              ///< The values, (n, columns); complex ones as two columns.
    CUPRUM_PROPERTY Shape d_shape;                          ///< The axes of one point's values.
    CUPRUM_PROPERTY DType d_dtype = DType::float64;         ///< Of the values at places.
    CUPRUM_PROPERTY std::optional<std::int64_t> neighbors;  ///< How many points count at each place; None for all.
    CUPRUM_PROPERTY ndarray smoothing;                      ///< One number for each point.
    CUPRUM_PROPERTY std::string kernel;                     ///< The radial function.
    CUPRUM_PROPERTY double epsilon = 1;                     ///< What distances are multiplied by.
    /// The polynomial's powers, int64, (monomials, dimensions).
    CUPRUM_PROPERTY ndarray powers() const;

    int kernel_number = 0, degree = 0;
    ndarray monomials;                            ///< int32, (monomials, dimensions): their powers.
    ndarray shift, scale, coeffs;                 ///< Of all points.
    std::shared_ptr<const spatial::KDTree> tree;  ///< Of the points, where neighbours count.
};

}  // namespace cuprum::scipy::interpolate
