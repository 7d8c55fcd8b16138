// SciPy's older class of interpolants of one variable: lines, steps and splines.
#include <map>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/interpolation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/printing.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_interp1d.h"
#include "cuprum/sorting.h"
#include "cuprum/statistics.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ndarray beside_columns(const ndarray& numbers) { return numbers.reshape({numbers.size(), 1}); }

ndarray inexact(const ndarray& a) { return is_inexact(a.dtype()) ? a : a.astype(DType::float64); }

}  // namespace

FillValue::FillValue(double both) : FillValue(full({}, both)) {}
FillValue::FillValue(ndarray both) : below(both), above(std::move(both)) {}
FillValue::FillValue(std::optional<ndarray> lower, std::optional<ndarray> upper)
    : is_pair(true), below(std::move(lower)), above(std::move(upper)) {}
FillValue FillValue::extrapolate() {
    FillValue made;
    made.extrapolates = true;
    return made;
}

interp1d::interp1d(const ndarray& places, const ndarray& values, const InterpolationKind& kind,
                   const Interp1dOptions& options)
    : x(places), y(values), copy(options.copy), bounds_error(options.bounds_error) {
    const kernel::Placement here(places, values);
    if (x.ndim() == 0) throw TypeError("the places have no length: x must be 1-dimensional");
    if (y.ndim() == 0) throw ValueError("the y array must have at least one dimension.");
    axis = normalize_axis(options.axis, y.ndim());
    if (y.shape()[axis] != x.shape()[0])
        throw ValueError("x and y arrays must be equal in length along interpolation axis.");
    kind_ = check_kind(kind);
    if (x.ndim() != 1) throw ValueError("the x array must have exactly one dimension.");
    if (!options.assume_sorted) {
        const ndarray order = argsort(x);
        x = take(x, order);
        y = take(y, order, axis);
    } else if (options.copy) {
        x = x.copy();
        y = y.copy();
    }
    y = inexact(y);
    const ndarray first = moveaxis(y, axis, 0);
    columns_ = axes_from(first, 1);
    const std::int64_t n = x.size();
    rows_ = first.reshape({n, columns_from(first, 1)});

    FillValue fill = options.fill_value;
    if (kind_ == Kind::nearest || kind_ == Kind::nearest_up) {
        const ndarray half = divide(x, 2.0);
        limits_ = n ? add(slice(half, 0, 1, n), slice(half, 0, 0, n - 1)) : half;
    } else if (kind_ == Kind::previous || kind_ == Kind::next) {
        const bool down = kind_ == Kind::previous;
        limits_ = nextafter(x, down ? -infinity : infinity);
        if (fill.extrapolates) {
            // These go on to one side alone: there is none before the first or behind the last.
            start_extrapolating();
            const ndarray end = take(y, full({}, down ? -1 : 0, DType::int64), axis), none = full({}, NAN);
            fill = down ? FillValue(none, end) : FillValue(end, none);
        }
    } else if (kind_ == Kind::spline) {
        make_spline();
    } else if (y.ndim() == 1 && y.dtype() == DType::float64 && !fill.extrapolates &&
               (x.dtype() == DType::float64 || x.dtype() == DType::int64)) {
        // SciPy leaves these to NumPy, whose rules for NaN, infinity and equal places are others.
        kind_ = Kind::linear_of_numpy;
    }
    const int least = kind_ == Kind::spline ? degree_ + 1 : 1;
    if (n < least) throw ValueError("x and y arrays must have at least " + std::to_string(least) + " entries");
    set_fill_value(std::move(fill));
}

interp1d::Kind interp1d::check_kind(const InterpolationKind& kind) {
    if (const int* degree = std::get_if<int>(&kind)) {
        degree_ = *degree;
        return Kind::spline;
    }
    static const std::map<std::string_view, Kind> steps{{"linear", Kind::linear},
                                                        {"nearest", Kind::nearest},
                                                        {"nearest-up", Kind::nearest_up},
                                                        {"previous", Kind::previous},
                                                        {"next", Kind::next}};
    static const std::map<std::string_view, int> degrees{{"zero", 0}, {"slinear", 1}, {"quadratic", 2}, {"cubic", 3}};
    const std::string_view name = std::get<std::string_view>(kind);
    if (const auto step = steps.find(name); step != steps.end()) return step->second;
    const auto degree = degrees.find(name);
    if (degree == degrees.end())
        throw NotSupportedError(std::string(name) +
                                " is unsupported: the kinds are linear, nearest, nearest-up, previous, next, zero, "
                                "slinear, quadratic and cubic");
    degree_ = degree->second;
    return Kind::spline;
}

void interp1d::make_spline() {
    const kernel::Placement here(x);
    ndarray places = x, values = rows_;
    if (degree_ > 1) {
        // A solver spreads NaN all over: any other data do, as only their shape counts then.
        if (const ndarray bad = isnan(x); any(bad).item().to_bool()) {
            if (all(bad).item().to_bool()) throw ValueError("`x` array is all-nan");
            places = linspace(nanmin(x).item().to_double(), nanmax(x).item().to_double(), x.size());
            spoiled_ = true;
        }
        if (any(isnan(rows_)).item().to_bool()) {
            values = ones_like(rows_);
            spoiled_ = true;
        }
    }
    spline_ = make_interp_spline(places, values, degree_, nullptr, {}, 0, false);
}

void interp1d::set_fill_value(FillValue fill) {
    const kernel::Placement here(x);
    if (fill.extrapolates) {
        start_extrapolating();
    } else {
        const ndarray none = full({}, NAN);
        below_ = as_row(fill.below.value_or(none), fill.is_pair ? "fill_value (below)" : "fill_value");
        above_ = as_row(fill.above.value_or(none), fill.is_pair ? "fill_value (above)" : "fill_value");
        if (!bounds_error) bounds_error = true;
    }
    fill_value_ = std::move(fill);
}

ndarray interp1d::as_row(const ndarray& fill, const char* name) const {
    const kernel::Placement here(fill, x);
    const Shape shape = columns_.empty() ? Shape{1} : columns_;
    try {
        return fill.broadcast_to(shape).reshape({element_count(shape)});
    } catch (const ValueError&) {
        throw ValueError(std::string(name) + " argument must be able to broadcast up to shape " + to_string(shape) +
                         " but had shape " + to_string(fill.shape()));
    }
}

void interp1d::start_extrapolating() {
    if (bounds_error.value_or(false)) throw ValueError("Cannot extrapolate and raise at the same time.");
    bounds_error = false;
}

ndarray interp1d::operator()(const ndarray& given) const {
    const kernel::Placement here(given, x);
    const ndarray places = inexact(given).reshape({given.size()});
    ndarray values = values_at(places);
    if (!fill_value_.extrapolates) {
        const std::int64_t n = x.size();
        const ndarray below = less(places, place_of(x, 0, 0)), above = greater(places, place_of(x, 0, n - 1));
        if (bounds_error.value_or(true)) {
            check_bounds(places, below, true);
            check_bounds(places, above, false);
        }
        const auto as_values = [&](const ndarray& fill) {
            return fill.astype(values.dtype(), 'K', Casting::unsafe, false);
        };
        values = where(beside_columns(below), as_values(below_), values);
        values = where(beside_columns(above), as_values(above_), values);
    }
    return moved_back(values.reshape(joined(given.shape(), columns_)), given.ndim(), axis);
}

void interp1d::check_bounds(const ndarray& places, const ndarray& outside, bool is_below) const {
    const kernel::Placement here(places, outside, x);
    if (!any(outside).item().to_bool()) return;
    const ndarray first = take(places, argmax(outside)), end = place_of(x, 0, is_below ? 0 : x.size() - 1);
    throw ValueError("A value (" + array_str(first) + ") in x_new is " + (is_below ? "below" : "above") +
                     " the interpolation range's " + (is_below ? "minimum" : "maximum") + " value (" + array_str(end) +
                     ").");
}

ndarray interp1d::values_at(const ndarray& places) const {
    const kernel::Placement here(places, x);
    const std::int64_t n = x.size();
    const auto rows_at = [&](const ndarray& at) { return take(rows_, at, 0, nullptr, "wrap"); };
    const auto steps = [&](const char* side, std::int64_t low, std::int64_t high) {
        return clip(searchsorted(limits_, places, side), low, high);
    };
    switch (kind_) {
        case Kind::spline: {
            const ndarray values = spline_(places);
            return spoiled_ ? full_like(values, NAN) : values;
        }
        case Kind::linear_of_numpy: return beside_columns(interp(places, x, rows_.reshape({n})));
        case Kind::nearest: return rows_at(steps("left", 0, n - 1));
        case Kind::nearest_up: return rows_at(steps("right", 0, n - 1));
        case Kind::previous: return rows_at(subtract(steps("left", 1, n), 1));
        case Kind::next: return rows_at(steps("right", 0, n - 1));
        case Kind::linear: break;
    }
    const ndarray at = clip(searchsorted(x, places), 1, n - 1), before = subtract(at, 1);
    const auto places_at = [&](const ndarray& index) { return take(x, index, 0, nullptr, "wrap"); };
    const ndarray low = places_at(before), values = rows_at(before);
    const ndarray slope = divide(subtract(rows_at(at), values), beside_columns(subtract(places_at(at), low)));
    return add(multiply(slope, beside_columns(subtract(places, low))), values);
}

}  // namespace cuprum::scipy::interpolate
