// Functions that are known on grids.
#include <algorithm>
#include <complex>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

/// The degree of a method's splines; 0 where it has none.
int degree_of(std::string_view method) {
    if (method == "slinear" || method == "slinear_legacy") return 1;
    if (method == "cubic" || method == "cubic_legacy" || method == "pchip") return 3;
    if (method == "quintic" || method == "quintic_legacy") return 5;
    return 0;
}

bool has_spline(std::string_view method) { return degree_of(method) && method != "pchip"; }

void check_method(std::string_view method, ArrayList points) {
    const int k = degree_of(method);
    if (k == 0 && method != "linear" && method != "nearest")
        throw ValueError("Method '" + std::string(method) + "' is not defined");
    for (std::size_t d = 0; k && d < points.size(); ++d)
        if (points[d].size() <= k)
            throw ValueError("There are " + std::to_string(points[d].size()) + " points in dimension " +
                             std::to_string(d) + ", but method " + std::string(method) + " requires at least " +
                             std::to_string(k + 1) + " points per dimension.");
}

constexpr const char* not_finite =
    "Splines and 'pchip' take values that are finite, found NaN or infinity; 'linear' and 'nearest' take any";

/// What kernels read without a cast.
DType stored_dtype(DType dtype) {
    const bool read =
        dtype == DType::float32 || dtype == DType::float64 || dtype == DType::complex64 || dtype == DType::complex128;
    return read ? dtype : computing_dtype(dtype);
}

}  // namespace

Scalar RegularGridInterpolator::default_fill() { return std::numeric_limits<double>::quiet_NaN(); }

RegularGridInterpolator::RegularGridInterpolator(ArrayList points, const ndarray& given, std::string_view how,
                                                 bool bounds, std::optional<Scalar> fill)
    : method(how), bounds_error(bounds), fill_value(fill), made_with_(how) {
    const kernel::Placement here(points, given);
    check_method(how, points);
    values = is_inexact(given.dtype()) ? given : given.astype(DType::float64);
    if (points.size() == 0 || points.size() > interpolation_axes)
        throw ValueError("Interpolation takes 1 to " + std::to_string(interpolation_axes) + " dimensions, found " +
                         std::to_string(points.size()));
    Dims descending;
    for (std::size_t d = 0; d < points.size(); ++d) {
        const std::string where = " in dimension " + std::to_string(d);
        if (points[d].ndim() != 1) throw ValueError("The points" + where + " must be 1-dimensional");
        ndarray one = contiguous_places(points[d]);
        const std::int64_t n = one.size();
        if (n == 0) throw ValueError("There are no points" + where);
        if (n > 1) {
            const ndarray above = slice(one, 0, 1, n), below = slice(one, 0, 0, n - 1);
            if (!all(greater(above, below)).item().to_bool()) {
                if (!all(less(above, below)).item().to_bool())
                    throw ValueError("The points" + where + " must be strictly ascending or descending");
                descending.push_back(static_cast<std::int64_t>(d));
                one = reversed(one, 0).copy();
            }
        }
        grid.push_back(one);
    }
    if (static_cast<int>(grid.size()) > values.ndim())
        throw ValueError("There are " + std::to_string(grid.size()) + " point arrays, but values has " +
                         std::to_string(values.ndim()) + " dimensions");
    for (std::size_t d = 0; d < grid.size(); ++d)
        if (values.shape()[static_cast<int>(d)] != grid[d].size())
            throw ValueError("There are " + std::to_string(grid[d].size()) + " points and " +
                             std::to_string(values.shape()[static_cast<int>(d)]) + " values in dimension " +
                             std::to_string(d));
    for (const std::int64_t axis : descending) values = reversed(values, static_cast<int>(axis));
    values = contiguous(values, stored_dtype(values.dtype()));
    if (fill && !can_cast(fill->dtype(), values.dtype(), Casting::same_kind))
        throw ValueError("fill_value must be either 'None' or of a type compatible with values");
    finite_known_ = how == "pchip" && (values.size() == 0 || all(isfinite(values)).item().to_bool());
    if (has_spline(how)) spline = spline_of(how);
}

NdBSpline RegularGridInterpolator::spline_of(std::string_view how) const {
    const kernel::Placement here(values);
    check_method(how, grid);
    check_all_finite(values, not_finite);
    const int k = degree_of(how);
    ndarray c = values.astype(computing_dtype(values.dtype()), 'K', Casting::unsafe, false);
    std::vector<ndarray> knots;
    for (std::size_t d = 0; d < grid.size(); ++d) {
        const BSpline one = make_interp_spline(grid[d], c, k, nullptr, {}, static_cast<std::int64_t>(d), false);
        knots.push_back(one.t);
        c = moveaxis(one.c, 0, static_cast<std::int64_t>(d));
    }
    return NdBSpline::of(knots, contiguous(c, c.dtype()), std::vector<int>(grid.size(), k));
}

ndarray RegularGridInterpolator::operator()(const ndarray& places, std::optional<std::string_view> asked,
                                            const std::vector<int>& nu) const {
    const kernel::Placement here(places, values);
    const std::string_view how = asked.value_or(method);
    check_method(how, grid);
    if (!nu.empty() && nu.size() != grid.size())
        throw ValueError("invalid number of derivative orders: one for each of " + std::to_string(grid.size()) +
                         " axes is needed, found " + std::to_string(nu.size()));
    if (!nu.empty() && (!has_spline(how) || how.ends_with("_legacy")))
        throw ValueError("Can only compute derivatives for methods slinear, cubic, quintic, got method ='" +
                         std::string(how) + "'.");
    const auto dimensions = static_cast<int>(grid.size());
    if (places.ndim() == 0 || places.shape()[places.ndim() - 1] != dimensions)
        throw ValueError("The requested sample points xi have dimension " +
                         std::to_string(places.ndim() ? places.shape()[places.ndim() - 1] : 0) +
                         " but this RegularGridInterpolator has dimension " + std::to_string(dimensions));
    Shape shape;
    for (int d = 0; d + 1 < places.ndim(); ++d) shape.push_back(places.shape()[d]);
    const bool by_spline = has_spline(how), nearest = how == "nearest";
    const ndarray at = contiguous_places(places);
    const DType computed = computing_dtype(values.dtype()), result = nearest ? values.dtype() : computed;
    if (how == "pchip" && is_complex(values.dtype())) {
        // Slopes are limited by signs, which real and imaginary parts have each for themselves.
        const auto part = [&](const ndarray& reals, double fill) {
            RegularGridInterpolator one = *this;
            one.values = contiguous(reals, reals.dtype());
            if (fill_value) one.fill_value = fill;
            return one(places, how, nu);
        };
        const std::complex<double> fill = fill_value ? fill_value->to_complex() : 0.0;
        const ndarray re = part(values.real(), fill.real()), im = part(values.imag(), fill.imag());
        const ndarray both = kernel::new_array(re.shape(), values.dtype());
        both.real().assign({ellipsis}, re);
        both.imag().assign({ellipsis}, im);
        return both;
    }
    if (how == "pchip" && !finite_known_) check_all_finite(values, not_finite);
    // Where splines are evaluated by their own kernel, this one only looks at the places.
    const ndarray out = kernel::new_array(joined(shape, axes_from(values, dimensions)), result),
                  outside = zeros({dimensions}, DType::int32);
    // Methods that go along one axis after the other keep the dtype.
    const auto returned = [&] {
        const bool keeps = how == "pchip" || how.ends_with("_legacy");
        return keeps ? out.astype(values.dtype(), 'K', Casting::unsafe, false) : out;
    };
    if (out.size() == 0) return returned();
    ndarray evaluated;
    if (by_spline) evaluated = (how == made_with_ && spline ? *spline : spline_of(how))(at, nu, true);
    kernel::DataAccess data;
    GridArgs args{};
    for (int a = 0; a < dimensions; ++a) {
        args.axes.points[a] = data.read<double>(grid[static_cast<std::size_t>(a)]);
        args.axes.lengths[a] = grid[static_cast<std::size_t>(a)].size();
        args.axes.strides[a] = columns_from(values, a + 1);
    }
    args.values = by_spline ? data.read(evaluated) : data.read(values);
    args.places = data.read<double>(at);
    args.out = data.write(out);
    args.outside = bounds_error ? data.write<int>(outside) : nullptr;
    args.items = out.size();
    args.columns = columns_from(values, dimensions);
    args.dimensions = dimensions;
    if (!bounds_error && fill_value) {
        args.fills = 1;
        fill_value->as(result).store(result, args.fill);
    }
    const char* function = by_spline        ? "grid_filled"
                           : nearest        ? "grid_nearest"
                           : how == "pchip" ? "grid_monotone"
                                            : "grid_linear";
    run_items(data, {"grids.h", function, "GridArgs"}, args, {by_spline ? computed : values.dtype(), result});
    if (bounds_error) {
        const auto beyond = outside.to_vector<std::int32_t>();
        for (int a = 0; a < dimensions; ++a)
            if (beyond[static_cast<std::size_t>(a)])
                throw ValueError("One of the requested xi is out of bounds in dimension " + std::to_string(a));
    }
    return returned();
}

}  // namespace cuprum::scipy::interpolate
