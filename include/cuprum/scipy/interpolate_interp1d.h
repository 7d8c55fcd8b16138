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
    FillValue(ndarray below, ndarray above);
    static FillValue extrapolate();

    bool extrapolates = false;
    bool is_pair = false;  ///< Whether the values below and above were given apart.
    ndarray below, above;
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
    ///     kind: "linear", "nearest" (halves down), "nearest-up", "previous", "next", the splines "zero", "slinear",
    ///         "quadratic" and "cubic", or a spline's degree.
    ///     options: the axis, what lies outside, and whether places ascend.
    /// Raises
    ///     ValueError: lengths that differ, too few data, a fill value of another shape, bounds that are an error where
    ///         data go on. NotSupportedError: another kind.
    interp1d(const ndarray& x, const ndarray& y, const InterpolationKind& kind = "linear",
             const Interp1dOptions& options = {});

    /// The values at places: the axes of these stand where data had the axis of places.
    ///
    /// Raises
    ///     ValueError: places outside, where these are an error. TypeError: complex places of a line through float64
    ///         numbers.
    ndarray operator()(const ndarray& places) const;

    const FillValue& fill_value() const { return fill_value_; }
    void set_fill_value(FillValue fill_value);

    ndarray x, y;  ///< Places in ascending order, and values in the same.
    int axis = 0;
    std::optional<bool> bounds_error;

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
