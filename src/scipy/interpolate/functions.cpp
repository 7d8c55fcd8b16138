#include <algorithm>
#include <array>
#include <limits>

#include "core/warnings.h"
#include "cuprum/finite.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_functions.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::interpolate {
namespace {

/// The derivatives of these orders of a polynomial, with an axis for them in front.
template <class Polynomial>
ndarray several_derivatives(const Polynomial& polynomial, const ndarray& x, const Dims& orders) {
    if (orders.empty()) throw ValueError("there are no derivatives to compute: `der` is empty");
    const std::int64_t most = *std::max_element(orders.begin(), orders.end());
    if (*std::min_element(orders.begin(), orders.end()) < 0)
        throw ValueError("The order of a derivative must not be negative");
    const std::vector<std::int64_t> numbers(orders.begin(), orders.end());
    return take(polynomial.derivatives(x, static_cast<int>(most) + 1), asarray(numbers), 0);
}

/// Places as real numbers.

constexpr std::array<std::string_view, 10> grid_methods{"linear",       "nearest",       "cubic",   "quintic",
                                                        "pchip",        "splinef2d",     "slinear", "slinear_legacy",
                                                        "cubic_legacy", "quintic_legacy"};

/// The values of a spline over a plane, as FITPACK's function of that name gives them.
ndarray plane_spline(ArrayList points, const ndarray& given, const ndarray& xi, bool bounds_error,
                     const std::optional<Scalar>& fill_value) {
    if (given.ndim() > 2) throw ValueError("The method splinef2d can only be used for 2-dimensional input data");
    if (!bounds_error && !fill_value) throw ValueError("The method splinef2d does not support extrapolation.");
    if (static_cast<int>(points.size()) != given.ndim())
        throw ValueError("The method splinef2d can only be used for scalar data with one point per coordinate");
    if (is_complex(given.dtype())) warn_of_discarded_imaginary_parts();
    const ndarray values = real_part_of(given);
    if (all(isfinite(values)).item().to_bool())
        return RegularGridInterpolator(points, values, "cubic", bounds_error, fill_value)(xi);
    // FITPACK spreads what is no number all over the grid.
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const ndarray inside = RegularGridInterpolator(points, zeros(values.shape()), "cubic", bounds_error)(xi);
    return where(equal(inside, 0), nan, fill_value.value_or(nan));
}

}  // namespace

ndarray krogh_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t der, std::int64_t axis) {
    const kernel::Placement here(xi, yi, x);
    return KroghInterpolator(xi, yi, axis).derivative(x, static_cast<int>(der));
}
ndarray krogh_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, const Dims& der, std::int64_t axis) {
    const kernel::Placement here(xi, yi, x);
    return several_derivatives(KroghInterpolator(xi, yi, axis), x, der);
}

ndarray barycentric_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t axis,
                                std::int64_t der) {
    const kernel::Placement here(xi, yi, x);
    return BarycentricInterpolator(xi.astype(DType::float64), yi, axis).derivative(x, static_cast<int>(der));
}
ndarray barycentric_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t axis,
                                const Dims& der) {
    const kernel::Placement here(xi, yi, x);
    return several_derivatives(BarycentricInterpolator(xi.astype(DType::float64), yi, axis), x, der);
}

ndarray pchip_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t der, std::int64_t axis) {
    const kernel::Placement here(xi, yi, x);
    return PchipInterpolator(xi, yi, axis)(x, static_cast<int>(der));
}
std::vector<ndarray> pchip_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, const Dims& der,
                                       std::int64_t axis) {
    const kernel::Placement here(xi, yi, x);
    const PchipInterpolator polynomial(xi, yi, axis);
    std::vector<ndarray> found;
    for (const std::int64_t order : der) found.push_back(polynomial(x, static_cast<int>(order)));
    return found;
}

ndarray interpn(ArrayList points, const ndarray& values, const ndarray& xi, std::string_view method, bool bounds_error,
                std::optional<Scalar> fill_value) {
    const kernel::Placement here(points, values, xi);
    if (std::ranges::find(grid_methods, method) == grid_methods.end())
        throw ValueError(
            "interpn only understands the methods linear, nearest, cubic, quintic, pchip, splinef2d and slinear. You "
            "provided " +
            std::string(method) + ".");
    if (method == "splinef2d") return plane_spline(points, values, xi, bounds_error, fill_value);
    const RegularGridInterpolator grid(points, values, method, bounds_error, fill_value);
    // One place has an axis, too.
    return grid(xi.ndim() == 1 ? xi.reshape({-1, static_cast<std::int64_t>(points.size())}) : xi);
}

}  // namespace cuprum::scipy::interpolate
