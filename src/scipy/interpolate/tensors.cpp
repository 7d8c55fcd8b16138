// Tensor products of splines, and of piecewise polynomials, of several variables.
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

constexpr int tensor_degree = 15;

void check_dimensions(std::size_t dimensions) {
    if (dimensions == 0 || dimensions > interpolation_axes)
        throw ValueError("Interpolation takes 1 to " + std::to_string(interpolation_axes) + " dimensions, found " +
                         std::to_string(dimensions));
}

/// That coefficients and places of a polynomial fit each other. Looks at no element.
void check_sizes(const ndarray& c, ArrayList x) {
    check_dimensions(x.size());
    const auto dimensions = static_cast<int>(x.size());
    for (const ndarray& one : x) {
        if (one.ndim() != 1) throw ValueError("x arrays must all be 1-dimensional");
        if (one.size() < 2) throw ValueError("x arrays must all contain at least 2 points");
    }
    if (c.ndim() < 2 * dimensions) throw ValueError("c must have at least 2*len(x) dimensions");
    for (int a = 0; a < dimensions; ++a)
        if (c.shape()[dimensions + a] != x[static_cast<std::size_t>(a)].size() - 1)
            throw ValueError("x and c do not agree on the number of intervals");
}

/// Launches a kernel of tensor products: what lies along the axes, and the coefficients with `skipped` axes before the
/// columns.
ndarray evaluate(const ItemFunction& function, TensorArgs args, const std::vector<ndarray>& along, const ndarray& c,
                 int skipped, const ndarray& places, const std::vector<int>& nu, bool extrapolate) {
    const auto dimensions = static_cast<int>(along.size());
    if (places.ndim() == 0 || places.shape()[places.ndim() - 1] != dimensions)
        throw ValueError("Shapes: xi.shape=" + to_string(places.shape()) + " and ndim=" + std::to_string(dimensions));
    if (!nu.empty() && static_cast<int>(nu.size()) != dimensions)
        throw ValueError("invalid number of derivative orders: " + std::to_string(nu.size()) + " for " +
                         std::to_string(dimensions) + " dimensions");
    for (const int order : nu)
        if (order < 0) throw ValueError("derivatives must be positive, got nu = " + std::to_string(order));
    Shape shape;
    for (int d = 0; d + 1 < places.ndim(); ++d) shape.push_back(places.shape()[d]);
    const ndarray at = contiguous_places(real_part_of(places)),
                  out = kernel::new_array(joined(shape, axes_from(c, skipped)), c.dtype());
    if (out.size() == 0) return out;
    kernel::DataAccess data;
    args.coefficients = data.read(c);
    args.places = data.read<double>(at);
    args.out = data.write(out);
    args.items = out.size();
    args.columns = columns_from(c, skipped);
    args.dimensions = dimensions;
    args.outside = extrapolate ? outside_continued : outside_nan;
    for (int a = 0; a < dimensions; ++a) {
        args.axes.points[a] = data.read<double>(along[static_cast<std::size_t>(a)]);
        args.axes.lengths[a] = along[static_cast<std::size_t>(a)].size();
        args.derivatives[a] = nu.empty() ? 0 : nu[static_cast<std::size_t>(a)];
    }
    run_items(data, function, args, {c.dtype()});
    return out;
}

std::int64_t stride_of(const ndarray& c, int axis) {
    std::int64_t stride = 1;
    for (int d = axis + 1; d < c.ndim(); ++d) stride *= c.shape()[d];
    return stride;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------
// splines

NdBSpline::NdBSpline(ArrayList knots, const ndarray& coefficients, std::vector<int> degrees,
                     std::optional<bool> extrapolated)
    : k(std::move(degrees)), extrapolate(extrapolated.value_or(true)) {
    const kernel::Placement here(knots, coefficients);
    check_dimensions(knots.size());
    if (k.size() != knots.size())
        throw ValueError("len(t) = " + std::to_string(knots.size()) + " != len(k) = " + std::to_string(k.size()) + ".");
    if (coefficients.ndim() < static_cast<int>(knots.size()))
        throw ValueError("Coefficients must be at least " + std::to_string(knots.size()) + "-dimensional.");
    for (std::size_t d = 0; d < knots.size(); ++d) {
        const std::string where = " in dimension " + std::to_string(d);
        if (k[d] < 0) throw ValueError("Spline degree" + where + " cannot be negative.");
        if (k[d] > tensor_degree)
            throw ValueError("Spline degree" + where + " may be " + std::to_string(tensor_degree) + " at most, found " +
                             std::to_string(k[d]));
        if (knots[d].ndim() != 1) throw ValueError("Knot vector" + where + " must be one-dimensional.");
        const ndarray one = contiguous_places(knots[d]);
        const std::int64_t n = one.size() - k[d] - 1;
        if (n < k[d] + 1)
            throw ValueError("Need at least " + std::to_string(2 * k[d] + 2) + " knots for degree " +
                             std::to_string(k[d]) + where + ".");
        check_increasing(one, false, ("Knots" + where + " must be in a non-decreasing order.").c_str());
        double ends[2];
        place_of(one, 0, k[d]).get(ends);
        place_of(one, 0, n).get(ends + 1);
        if (ends[0] == ends[1]) throw ValueError("Need at least two internal knots" + where + ".");
        check_all_finite(one, ("Knots" + where + " should not have nans or infs.").c_str());
        if (coefficients.shape()[static_cast<int>(d)] != n)
            throw ValueError("Knots, coefficients and degree" + where + " are inconsistent: got " +
                             std::to_string(coefficients.shape()[static_cast<int>(d)]) + " coefficients for " +
                             std::to_string(one.size()) + " knots, need " + std::to_string(n) + ".");
        t.push_back(one);
    }
    c = contiguous(coefficients, computing_dtype(coefficients.dtype()));
}

NdBSpline NdBSpline::of(std::vector<ndarray> t, ndarray c, std::vector<int> k, bool extrapolate) {
    const kernel::Placement here(t, c);
    NdBSpline made;
    made.t = std::move(t);
    made.c = std::move(c);
    made.k = std::move(k);
    made.extrapolate = extrapolate;
    return made;
}

ndarray NdBSpline::operator()(const ndarray& places, const std::vector<int>& nu,
                              std::optional<bool> extrapolated) const {
    const kernel::Placement here(places, c);
    const ndarray coefficients = contiguous(c, computing_dtype(c.dtype()));
    TensorArgs args{};
    const auto dimensions = static_cast<int>(t.size());
    for (int a = 0; a < dimensions; ++a) {
        args.axes.strides[a] = stride_of(coefficients, a);
        args.degrees[a] = k[static_cast<std::size_t>(a)];
    }
    const ndarray values = evaluate({"splines.h", "tensor_spline_value", "TensorArgs", 64}, args, t, coefficients,
                                    dimensions, places, nu, extrapolated.value_or(extrapolate));
    // As SciPy has it, derivatives so high are 0 outside, too.
    for (std::size_t d = 0; d < nu.size(); ++d)
        if (nu[d] > k[d] + 1) return zeros_like(values);
    return values;
}

NdBSpline NdBSpline::derivative(const std::vector<int>& nu) const {
    const kernel::Placement here(c);
    if (nu.size() != t.size())
        throw ValueError("invalid number of derivative orders, " + std::to_string(nu.size()) + ", for " +
                         std::to_string(t.size()) + " variables");
    NdBSpline made = *this;
    for (std::size_t d = 0; d < t.size(); ++d) {
        if (nu[d] < 0) throw ValueError("derivative orders must be positive, got " + std::to_string(nu[d]));
        if (nu[d] == 0) continue;
        const int axis = static_cast<int>(d);
        const ndarray first = ascontiguousarray(moveaxis(made.c, axis, 0));
        ndarray left;
        if (nu[d] > k[d]) {
            Shape shape(first.shape());
            shape[0] = t[d].size() - 1;
            left = zeros(shape, first.dtype());
            made.k[d] = 0;
        } else {
            const BSpline lower = splder(BSpline::construct_fast(t[d], first, k[d]), nu[d]);
            made.t[d] = lower.t;
            made.k[d] = lower.k;
            left = slice(lower.c, 0, 0, lower.t.size() - lower.k - 1);
        }
        made.c = ascontiguousarray(moveaxis(left, 0, axis));
    }
    return made;
}

sparse_array NdBSpline::design_matrix(const ndarray& given, ArrayList t, const std::vector<int>& k, bool extrapolate) {
    const kernel::Placement here(given, t);
    const ndarray places = real_part_of(given);
    if (places.ndim() != 2)
        throw ValueError("Places are needed as rows of a matrix, found the shape " + to_string(places.shape()));
    if (places.shape()[1] != static_cast<std::int64_t>(t.size()))
        throw ValueError("Data and knots are inconsistent: len(t) = " + std::to_string(t.size()) +
                         " for  ndim = " + std::to_string(places.shape()[1]) + ".");
    if (k.size() != t.size())
        throw ValueError("len(t) = " + std::to_string(t.size()) + " != len(k) = " + std::to_string(k.size()) + ".");
    const std::int64_t rows = places.shape()[0];
    ndarray values = ones({rows, 1}), numbers = zeros({rows, 1}, DType::int64);
    std::int64_t columns = 1;
    for (std::size_t d = 0; d < t.size(); ++d) {
        const SplineBasis one = spline_basis(place_of(places, 1, static_cast<std::int64_t>(d)), t[d], k[d],
                                             extrapolate ? Extrapolate::yes : Extrapolate::no);
        const std::int64_t length = t[d].size() - k[d] - 1, each = values.shape()[1] * (k[d] + 1);
        const auto outer = [&](const ndarray& a) { return a.reshape({rows, a.shape()[1], 1}); };
        const auto inner = [&](const ndarray& a) { return a.reshape({rows, 1, a.shape()[1]}); };
        values = multiply(outer(values), inner(one.values)).reshape({rows, each});
        numbers = add(multiply(outer(numbers), length), inner(one.numbers)).reshape({rows, each});
        columns *= length;
    }
    return matrix_of_rows(values, numbers, columns);
}

// -----------------------------------------------------------------------------------------------------------
// polynomials

NdPPoly::NdPPoly(const ndarray& coefficients, ArrayList places, std::optional<bool> extrapolated)
    : extrapolate(extrapolated.value_or(true)) {
    const kernel::Placement here(coefficients, places);
    check_sizes(coefficients, places);
    for (const ndarray& one : places) {
        x.push_back(contiguous_places(one));
        check_increasing(x.back(), false, "x-coordinates are not in increasing order");
    }
    c = contiguous(coefficients, computing_dtype(coefficients.dtype()));
}

NdPPoly NdPPoly::construct_fast(ndarray c, std::vector<ndarray> x, std::optional<bool> extrapolate) {
    check_sizes(c, x);
    NdPPoly made;
    made.c = std::move(c);
    made.x = std::move(x);
    made.extrapolate = extrapolate.value_or(true);
    return made;
}

ndarray NdPPoly::operator()(const ndarray& places, const std::vector<int>& nu, std::optional<bool> extrapolated) const {
    const kernel::Placement here(places, c);
    const ndarray coefficients = contiguous(c, computing_dtype(c.dtype()));
    TensorArgs args{};
    const auto dimensions = static_cast<int>(x.size());
    for (int a = 0; a < dimensions; ++a) {
        args.axes.strides[a] = stride_of(coefficients, dimensions + a);
        args.power_strides[a] = stride_of(coefficients, a);
        args.degrees[a] = static_cast<int>(coefficients.shape()[a]);
    }
    return evaluate({"splines.h", "tensor_piecewise_value", "TensorArgs", 64}, args, x, coefficients, 2 * dimensions,
                    places, nu, extrapolated.value_or(extrapolate));
}

NdPPoly NdPPoly::derivative(const std::vector<int>& nu) const {
    const kernel::Placement here(c);
    const auto dimensions = static_cast<int>(x.size());
    if (static_cast<int>(nu.size()) > dimensions)
        throw ValueError("invalid number of derivative orders: " + std::to_string(nu.size()) + " for " +
                         std::to_string(dimensions) + " dimensions");
    ndarray changed = c;
    for (int a = 0; a < static_cast<int>(nu.size()); ++a) {
        const int order = nu[static_cast<std::size_t>(a)];
        if (order == 0) continue;
        const ndarray first = moveaxis(changed, {a, dimensions + a}, {0, 1});
        const ndarray next = PPoly::construct_fast(first, x[static_cast<std::size_t>(a)]).derivative(order).c;
        changed = moveaxis(next, {0, 1}, {a, dimensions + a});
    }
    return construct_fast(contiguous(changed, c.dtype()), x, extrapolate);
}

NdPPoly NdPPoly::antiderivative(const std::vector<int>& nu) const {
    const kernel::Placement here(c);
    std::vector<int> orders(nu);
    for (int& order : orders) order = -order;
    return derivative(orders);
}

NdPPoly NdPPoly::without(double a, double b, int axis, bool outside) const {
    const kernel::Placement here(c);
    const ndarray first = moveaxis(c, {axis, static_cast<int>(x.size()) + axis}, {0, 1});
    std::vector<ndarray> others = x;
    others.erase(others.begin() + axis);
    const PPoly along = PPoly::construct_fast(first, x[static_cast<std::size_t>(axis)]);
    NdPPoly left;  // of no dimension where this has one
    left.c = along.integrate(a, b, outside ? Extrapolate::yes : Extrapolate::no);
    left.x = std::move(others);
    left.extrapolate = outside;
    return left;
}

std::variant<NdPPoly, ndarray> NdPPoly::integrate_1d(double a, double b, std::int64_t axis,
                                                     std::optional<bool> extrapolated) const {
    const kernel::Placement here(c);
    const auto dimensions = static_cast<std::int64_t>(x.size());
    NdPPoly left = without(a, b, static_cast<int>((axis % dimensions + dimensions) % dimensions),
                           extrapolated.value_or(extrapolate));
    if (left.x.empty()) return left.c;
    return left;
}

ndarray NdPPoly::integrate(const std::vector<std::pair<double, double>>& ranges,
                           std::optional<bool> extrapolated) const {
    const kernel::Placement here(c);
    if (ranges.size() != x.size()) throw ValueError("Range not a sequence of correct length");
    NdPPoly left = *this;
    for (const auto& [begin, end] : ranges) left = left.without(begin, end, 0, extrapolated.value_or(extrapolate));
    return left.c;
}

}  // namespace cuprum::scipy::interpolate
