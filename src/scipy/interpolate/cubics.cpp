// Cubic interpolants of one variable: given slopes, splines, monotone ones, Akima's.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "kernel/plan/parts.h"
#include "numpy/axes.h"
#include "runtime/device_traits.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

/// Data to interpolate, checked: places, and values whose first axis is that of the places.
struct Data {
    ndarray x, y;
    int axis;

    Data(const ndarray& places, const ndarray& values, std::int64_t at, const ndarray* slopes = nullptr) {
        if (is_complex(places.dtype())) throw ValueError("`x` must contain real values.");
        if (slopes && slopes->shape() != values.shape())
            throw ValueError("The shapes of `y` and `dydx` must be identical.");
        if (values.ndim() == 0) throw ValueError("`y` must have an axis of places, found a number");
        axis = static_cast<int>((at % values.ndim() + values.ndim()) % values.ndim());
        if (places.ndim() != 1) throw ValueError("`x` must be 1-dimensional.");
        if (places.size() < 2) throw ValueError("`x` must contain at least 2 elements.");
        if (places.size() != values.shape()[axis])
            throw ValueError("The length of `y` along `axis`=" + std::to_string(axis) +
                             " doesn't match the length of `x`");
        x = contiguous(places, DType::float64);
        check_all_finite(x, "`x` must contain only finite values.");
        check_all_finite(values, "`y` must contain only finite values.");
        check_increasing(x, true, "`x` must be strictly increasing sequence.");
        const bool complex = is_complex(values.dtype()) || (slopes && is_complex(slopes->dtype()));
        y = first_axis(values, complex ? DType::complex128 : DType::float64);
    }
    ndarray first_axis(const ndarray& a, DType dtype) const { return contiguous(moveaxis(a, axis, 0), dtype); }
    std::int64_t count() const { return x.size(); }
    std::int64_t columns() const { return columns_from(y, 1); }

    PPoly with_slopes(const ndarray& slopes, Extrapolation extrapolate) const {
        const std::int64_t intervals = count() - 1;
        Shape shape(y.shape());
        shape[0] = intervals;
        const ndarray c = kernel::new_array(joined({4}, shape), y.dtype());
        if (c.size()) {
            kernel::DataAccess data;
            const HermiteArgs args{data.read<double>(x),  data.read(y), data.read(slopes), data.write(c),
                                   intervals * columns(), intervals,    columns()};
            run_items(data, {"piecewise.h", "hermite_pieces", "HermiteArgs"}, args, {y.dtype()});
        }
        return PPoly::construct_fast(c, x, extrapolate, axis);
    }
};

void refuse_complex(const ndarray& y, const char* what) {
    if (is_complex(y.dtype()))
        throw ValueError(std::string(what) + " works with real values of `y`, found " + info(y.dtype()).name +
                         "; interpolate `y.real` and `y.imag`");
}

/// What a spline has at one end: a kind of equation and its right-hand side.
struct End {
    int kind = end_not_a_knot;
    ndarray value;
    bool has_value = false;

    void set(int what, ndarray given) {
        kind = what;
        value = std::move(given);
        has_value = true;
    }
};

End end_of(const EndCondition& condition, const Data& data) {
    End end;
    if (condition.kind == EndCondition::Kind::periodic) end.kind = end_periodic;
    if (condition.kind != EndCondition::Kind::derivative) return end;
    if (condition.order != 1 && condition.order != 2)
        throw ValueError("The specified derivative order must be 1 or 2.");
    const Shape expected = axes_from(data.y, 1);
    if (condition.value && condition.value->shape() != expected)
        throw ValueError("`deriv_value` shape " + to_string(condition.value->shape()) + " is not the expected one " +
                         to_string(expected) + ".");
    end.set(condition.order == 1 ? end_slope : end_curvature,
            condition.value ? contiguous(*condition.value, data.y.dtype()) : zeros(expected, data.y.dtype()));
    return end;
}

ndarray slope_at(const Data& data, std::int64_t k) {
    return divide(subtract(place_of(data.y, 0, k + 1), place_of(data.y, 0, k)),
                  subtract(place_of(data.x, 0, k + 1), place_of(data.x, 0, k)));
}

ndarray spline_slopes(const Data& data, End first, End last) {
    const std::int64_t n = data.count(), columns = data.columns();
    const ndarray out = kernel::new_array(data.y.shape(), data.y.dtype());
    if (out.size() == 0) return out;
    const auto undecided = [](const End& end) { return end.kind == end_not_a_knot || end.kind == end_periodic; };
    if (n == 2) {
        if (undecided(first)) first.set(end_slope, slope_at(data, 0));
        if (undecided(last)) last.set(end_slope, slope_at(data, 0));
    } else if (n == 3 && first.kind == end_not_a_knot && last.kind == end_not_a_knot) {
        // The parabola through all three points.
        const ndarray s0 = slope_at(data, 0), s1 = slope_at(data, 1);
        const auto step = [&](std::int64_t k) { return subtract(place_of(data.x, 0, k + 1), place_of(data.x, 0, k)); };
        const ndarray bend = divide(subtract(s1, s0), add(step(0), step(1)));
        first.set(end_slope, subtract(s0, multiply(bend, step(0))));
        last.set(end_slope, add(s1, multiply(bend, step(1))));
    }
    if (first.has_value) first.value = contiguous(first.value, data.y.dtype());
    if (last.has_value) last.value = contiguous(last.value, data.y.dtype());
    // Chunks overlap, so that few are cut where few are enough.
    const std::int64_t threads = kernel::wanted_parts(runtime::device_traits()),
                       chunk = std::clamp<std::int64_t>(n * columns / threads, cubic_overlap,
                                                        n < cubic_overlap ? cubic_overlap : n),
                       chunks = (n + chunk - 1) / chunk, items = chunks * columns, held = chunk + 2 * cubic_overlap;
    const ndarray uppers = kernel::new_array({held, items}, DType::float64),
                  rights = kernel::new_array({held, items}, data.y.dtype());
    kernel::DataAccess access;
    CubicSplineArgs args{};
    args.x = access.read<double>(data.x);
    args.y = access.read(data.y);
    args.first = first.has_value ? access.read(first.value) : nullptr;
    args.last = last.has_value ? access.read(last.value) : nullptr;
    args.out = access.write(out);
    args.uppers = access.write<double>(uppers);
    args.rights = access.write(rights);
    args.items = items;
    args.count = n;
    args.columns = columns;
    args.chunk = chunk;
    args.first_kind = first.kind;
    args.last_kind = last.kind;
    run_items(access, {"piecewise.h", "cubic_slopes", "CubicSplineArgs", 1}, args, {data.y.dtype()});
    return out;
}

PPoly hermite_spline(const ndarray& x, const ndarray& y, const ndarray& dydx, std::int64_t axis,
                     Extrapolation extrapolate) {
    const kernel::Placement here(x, y, dydx);
    const Data data(x, y, axis, &dydx);
    check_all_finite(dydx, "`dydx` must contain only finite values.");
    return data.with_slopes(data.first_axis(dydx, data.y.dtype()), extrapolate);
}

PPoly cubic_spline(const ndarray& x, const ndarray& y, std::int64_t axis, const EndConditions& ends,
                   Extrapolation extrapolate) {
    const kernel::Placement here(x, y);
    const auto& [first, last] = ends;
    const bool periodic = first.kind == EndCondition::Kind::periodic;
    const auto complex = [](const EndCondition& end) { return end.value && is_complex(end.value->dtype()); };
    const Data data(x, complex(first) || complex(last) ? y.astype(DType::complex128) : y, axis);
    if (periodic && data.y.size() &&
        !allclose(place_of(data.y, 0, 0), place_of(data.y, 0, data.count() - 1), 1e-15, 1e-15).item().to_bool())
        throw ValueError("The first and last `y` point along axis " + std::to_string(data.axis) +
                         " must be identical (within machine precision) when bc_type='periodic'.");
    return data.with_slopes(spline_slopes(data, end_of(first, data), end_of(last, data)),
                            extrapolate.value_or(periodic ? Extrapolate::periodic : Extrapolate::yes));
}

PPoly monotone_spline(const ndarray& x, const ndarray& y, std::int64_t axis, Extrapolation extrapolate) {
    const kernel::Placement here(x, y);
    const Data data(x, y, axis);
    refuse_complex(y, "PchipInterpolator");
    const ndarray slopes = kernel::new_array(data.y.shape(), DType::float64);
    if (slopes.size()) {
        kernel::DataAccess access;
        const PchipArgs args{access.read<double>(data.x),
                             access.read<double>(data.y),
                             access.write<double>(slopes),
                             slopes.size(),
                             data.count(),
                             data.columns()};
        run_items(access, {"piecewise.h", "pchip_slopes", "PchipArgs"}, args);
    }
    return data.with_slopes(slopes, extrapolate);
}

PPoly akima_spline(const ndarray& x, const ndarray& y, std::int64_t axis, std::string_view method,
                   Extrapolate extrapolate) {
    const kernel::Placement here(x, y);
    if (method != "akima" && method != "makima")
        throw NotSupportedError("`method`=" + std::string(method) + " is unsupported; it may be 'akima' or 'makima'");
    const Data data(x, y, axis);
    refuse_complex(y, "Akima1DInterpolator");
    const std::int64_t n = data.count();
    Shape beside(data.y.ndim(), 1);
    beside[0] = n - 1;
    const ndarray inner = divide(subtract(slice(data.y, 0, 1, n), slice(data.y, 0, 0, n - 1)),
                                 subtract(slice(data.x, 0, 1, n), slice(data.x, 0, 0, n - 1)).reshape(beside));
    if (data.y.size() == 0) return data.with_slopes(data.y, extrapolate);
    if (n == 2) return data.with_slopes(contiguous(broadcast_to(inner, data.y.shape()), DType::float64), extrapolate);
    // Two slopes beyond each end, on a parabola.
    Shape shape(data.y.shape());
    shape[0] = n + 3;
    const ndarray m = kernel::new_array(shape, DType::float64);
    copyto(slice(m, 0, 2, n + 1), inner);
    const auto extended = [&](std::int64_t at, std::int64_t near, std::int64_t far) {
        copyto(place_of(m, 0, at), subtract(place_of(m, 0, near) * 2.0, place_of(m, 0, far)));
    };
    extended(1, 2, 3);
    extended(0, 1, 2);
    extended(n + 1, n, n - 1);
    extended(n + 2, n + 1, n);
    const auto part = [n](const ndarray& a, std::int64_t start) { return slice(a, 0, start, start + n); };
    ndarray weights = absolute(subtract(slice(m, 0, 1, n + 3), slice(m, 0, 0, n + 2)));
    if (method == "makima") weights = add(weights, absolute(add(slice(m, 0, 1, n + 3), slice(m, 0, 0, n + 2))) * 0.5);
    const ndarray f1 = part(weights, 2), f2 = part(weights, 0), sum = add(f1, f2);
    const ndarray plain = add(part(m, 3), part(m, 0)) * 0.5,
                  mixed = add(part(m, 1), multiply(divide(f2, sum), subtract(part(m, 2), part(m, 1))));
    return data.with_slopes(where(greater(sum, max(sum) * 1e-9), mixed, plain), extrapolate);
}

}  // namespace

EndCondition EndCondition::named(std::string_view name) {
    if (name == "not-a-knot") return {};
    if (name == "periodic") return {.kind = Kind::periodic};
    if (name == "clamped") return {.kind = Kind::derivative, .order = 1};
    if (name == "natural") return {.kind = Kind::derivative, .order = 2};
    throw ValueError("bc_type=" + std::string(name) + " is not allowed.");
}

EndConditions::EndConditions(std::string_view name) : first(EndCondition::named(name)), last(first) {}

EndConditions::EndConditions(EndCondition at_first, EndCondition at_last)
    : first(std::move(at_first)), last(std::move(at_last)) {
    if (first.kind == EndCondition::Kind::periodic || last.kind == EndCondition::Kind::periodic)
        throw ValueError(
            "'periodic' `bc_type` is defined for both curve ends and cannot be used with other boundary "
            "conditions.");
}

CubicHermiteSpline::CubicHermiteSpline(const ndarray& x, const ndarray& y, const ndarray& dydx, std::int64_t axis,
                                       Extrapolation extrapolate)
    : PPoly(hermite_spline(x, y, dydx, axis, extrapolate)) {}

PchipInterpolator::PchipInterpolator(const ndarray& x, const ndarray& y, std::int64_t axis, Extrapolation extrapolate)
    : CubicHermiteSpline(monotone_spline(x, y, axis, extrapolate)) {}

Akima1DInterpolator::Akima1DInterpolator(const ndarray& x, const ndarray& y, std::int64_t axis, std::string_view method,
                                         Extrapolation extrapolate)
    : CubicHermiteSpline(akima_spline(x, y, axis, method, extrapolate.value_or(Extrapolate::no))) {}

void Akima1DInterpolator::extend() {
    throw NotSupportedError("An Akima interpolator takes no further intervals: make one of all data");
}
Akima1DInterpolator Akima1DInterpolator::from_spline() {
    throw NotSupportedError("This method does not make sense for an Akima interpolator.");
}
Akima1DInterpolator Akima1DInterpolator::from_bernstein_basis() {
    throw NotSupportedError("This method does not make sense for an Akima interpolator.");
}

CubicSpline::CubicSpline(const ndarray& x, const ndarray& y, std::int64_t axis, const EndConditions& bc_type,
                         Extrapolation extrapolate)
    : CubicHermiteSpline(cubic_spline(x, y, axis, bc_type, extrapolate)) {}

}  // namespace cuprum::scipy::interpolate
