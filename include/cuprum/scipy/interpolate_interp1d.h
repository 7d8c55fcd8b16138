// SciPy's older class of interpolants of one variable.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "cuprum/scipy/interpolate.h"

namespace cuprum::scipy::interpolate {

/// What an interpolant gives outside: values below and above its places, or what the outermost data go on to.
class FillValue {
public:
    FillValue(double both = std::numeric_limits<double>::quiet_NaN());  // NOLINT(google-explicit-constructor)
    FillValue(ndarray both);                                            // NOLINT(google-explicit-constructor)
    /// Nothing stands for NaN.
    FillValue(std::optional<ndarray> below, std::optional<ndarray> above);
    static FillValue extrapolate();

    bool extrapolates = false;
    bool is_pair = false;                 ///< Whether the values below and above were given apart.
    std::optional<ndarray> below, above;  ///< Nothing stands for NaN.
};

/// The arguments of `interp1d` that have defaults.
struct Interp1dOptions {
    std::int64_t axis = -1;              ///< Of places in the values.
    bool copy = true;                    ///< Of places and values; otherwise those that are in order are kept.
    std::optional<bool> bounds_error{};  ///< Whether places outside are an error; so unless data go on there.
    FillValue fill_value{};              ///< The value outside; it broadcasts to the axes of one place's data.
    bool assume_sorted = false;          ///< Whether places ascend.
};

/// A kind by its name, or the degree of a spline.
using InterpolationKind = std::variant<std::string_view, int>;

/// A function of one variable that is known at places.
class interp1d {
public:
    /// A function of one variable that is known at places.
    ///
    /// Parameters
    ///     x: the places, (n).
    ///     y: the values, n of them along an axis.
    ///     kind: 'linear', 'nearest' (halves down), 'nearest-up', 'previous', 'next', the splines 'zero', 'slinear',
    ///         'quadratic' and 'cubic', or a spline's degree.
    ///     axis: the axis of places in `y`.
    ///     copy: whether arrays are copied; those that are sorted are new ones in any case.
    ///     bounds_error: whether places outside are an error; by default so unless data go on there.
    ///     fill_value: the value outside, a pair of those below and above, or 'extrapolate'.
    ///     assume_sorted: whether `x` ascends.
    /// Raises
    ///     ValueError: lengths that differ, too few data, a fill value of another shape, bounds that are an error where
    ///         data go on. NotImplementedError: another kind.
    /// Example
    ///     >>> f = cuprumx.scipy.interpolate.interp1d(cuprum.arange(3.), cuprum.array([0., 10., 30.]))
    ///     >>> f(cuprum.array([0.5, 1.5]))
    ///     array([ 5., 20.])
    CUPRUM_TRAITS("pickled by x y kind axis copy bounds_error fill_value assume_sorted=true")
    CUPRUM_PYTHON interp1d(const ndarray& x, const ndarray& y, const InterpolationKind& kind = "linear",
                           const Interp1dOptions& options = {});

    /// The values at places.
    ///
    /// Parameters
    ///     x: places, of any shape.
    /// Returns
    ///     The values: the axes of `x` stand where data had the axis of places.
    /// Raises
    ///     ValueError: places outside, where these are an error. TypeError: complex places of a line through float64
    ///         numbers.
    CUPRUM_PYTHON ndarray operator()(const ndarray& x) const;

    /// The value outside.
    CUPRUM_PROPERTY FillValue fill_value() const { return fill_value_; }
    CUPRUM_PYTHON void set_fill_value(FillValue fill_value);
    /// The dtype of the values.
    CUPRUM_PROPERTY DType dtype() const { return y.dtype(); }

    CUPRUM_PROPERTY ndarray x;                          ///< The places, ascending.
    CUPRUM_PROPERTY ndarray y;                          ///< The values, in the order of `x`.
    CUPRUM_PROPERTY int axis = 0;                       ///< The axis of places in `y`.
    CUPRUM_ATTRIBUTE bool copy = true;                  ///< Whether arrays were copied.
    CUPRUM_ATTRIBUTE std::optional<bool> bounds_error;  ///< Whether places outside are an error.

private:
    enum class Kind : std::uint8_t { linear, linear_of_numpy, nearest, nearest_up, previous, next, spline };
    Kind check_kind(const InterpolationKind& kind);
    void make_spline();
    void start_extrapolating();
    ndarray as_row(const ndarray& fill, const char* name) const;
    ndarray values_at(const ndarray& places) const;
    void check_bounds(const ndarray& places, const ndarray& outside, bool is_below) const;

    Kind kind_;
    int degree_ = 1;
    ndarray rows_;    // values, (n, columns)
    Shape columns_;   // the axes of one place's data
    ndarray limits_;  // where a step goes to the next place
    BSpline spline_;
    bool spoiled_ = false;  // by NaN among the data of a spline, which is NaN all over
    FillValue fill_value_;
    ndarray below_, above_;  // as rows
};

}  // namespace cuprum::scipy::interpolate
