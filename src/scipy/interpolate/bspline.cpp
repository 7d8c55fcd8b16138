// B-splines: values, derivatives, integrals.
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"
#include "scipy/interpolate/periodic_integral.h"

namespace cuprum::scipy::interpolate {
namespace {

/// Coefficients with zeros behind them, one for each knot.
ndarray one_a_knot(const ndarray& c, std::int64_t knots) {
    const std::int64_t missing = knots - c.shape()[0];
    if (missing <= 0) return c;
    Shape shape(c.shape());
    shape[0] = missing;
    return concatenate({c, zeros(shape, c.dtype())});
}

ndarray differences(const ndarray& t, std::int64_t apart, const ndarray& beside) {
    const std::int64_t n = t.size();
    Shape shape(beside.ndim(), 1);
    shape[0] = n - apart;
    return subtract(slice(t, 0, apart, n), slice(t, 0, 0, n - apart)).reshape(shape);
}

/// That kernels have room for the degree.
void check_degree(int k) {
    if (k < 0) throw ValueError("Spline order cannot be negative.");
    if (k > spline_degree)
        throw ValueError("Splines have a degree of " + std::to_string(spline_degree) + " at most, not " +
                         std::to_string(k));
}

/// What memory safety takes: that knots, coefficients and degree fit each other. Looks at no element.
void check_sizes(const ndarray& t, const ndarray& c, int k) {
    if (k < 0) throw ValueError("Spline order cannot be negative.");
    if (t.ndim() != 1) throw ValueError("Knot vector must be one-dimensional.");
    const std::int64_t n = t.size() - k - 1;
    if (n < k + 1)
        throw ValueError("Need at least " + std::to_string(2 * std::int64_t{k} + 2) + " knots for degree " +
                         std::to_string(k));
    if (c.ndim() == 0 || c.shape()[0] < n) throw ValueError("Knots, coefficients and degree are inconsistent.");
}

}  // namespace

BSpline::BSpline(const ndarray& knots, const ndarray& coefficients, int degree, Extrapolate extrapolated,
                 std::int64_t at)
    : k(degree), extrapolate(extrapolated) {
    const kernel::Placement here(knots, coefficients);
    axis = normalize_axis(at, coefficients.ndim());
    check_degree(k);
    const ndarray first = axis ? moveaxis(coefficients, axis, 0) : coefficients;
    check_sizes(knots, first, k);
    t = contiguous_places(knots);
    const std::int64_t n = t.size() - k - 1;
    check_increasing(t, false, "Knots must be in a non-decreasing order.");
    double ends[2];
    place_of(t, 0, k).get(ends);
    place_of(t, 0, n).get(ends + 1);
    if (ends[0] == ends[1]) throw ValueError("Need at least two internal knots.");
    check_all_finite(t, "Knots should not have nans or infs.");
    c = contiguous(first, computing_dtype(first.dtype()));
}

BSpline BSpline::basis_element(const ndarray& t, Extrapolate extrapolate) {
    const kernel::Placement here(t);
    if (t.ndim() != 1 || t.size() < 2) throw ValueError("A B-spline has two knots or more.");
    const ndarray knots = contiguous_places(t);
    const std::int64_t k = t.size() - 2;
    const auto end = [&](std::int64_t at, double step) { return add(knots(at), Scalar(step)); };
    // Knots outside of it, so that it is one of the basis, whose other coefficients are 0.
    const ndarray all = concatenate({broadcast_to(end(0, -1), {k}), knots, broadcast_to(end(-1, 1), {k})});
    const ndarray c = zeros({all.size()});
    c(k).fill(1);
    return construct_fast(all, c, static_cast<int>(k), extrapolate);
}

BSpline BSpline::construct_fast(ndarray t, ndarray c, int k, Extrapolate extrapolate, int axis) {
    check_sizes(t, c, k);
    BSpline made;
    made.t = std::move(t);
    made.c = std::move(c);
    made.k = k;
    made.extrapolate = extrapolate;
    made.axis = axis;
    return made;
}

ndarray BSpline::operator()(const ndarray& places, int nu, Extrapolation extrapolated) const {
    const kernel::Placement here(places, c);
    const Extrapolate outside = extrapolated.value_or(extrapolate);
    return evaluate_spline(*this, real_part_of(places), nu,
                           outside == Extrapolate::no    ? outside_nan
                           : outside == Extrapolate::yes ? outside_continued
                                                         : outside_periodic);
}

ndarray evaluate_spline(const BSpline& spline, const ndarray& places, int nu, int outside) {
    if (nu < 0)
        throw NotSupportedError("Cannot do derivative order nu= " + std::to_string(nu) + ": it must be 0 or more");
    check_degree(spline.k);
    const DType dtype = computing_dtype(spline.c.dtype());
    const ndarray c = contiguous(spline.c, dtype), t = contiguous_places(spline.t), at = contiguous_places(places);
    const Shape shape = joined(places.shape(), axes_from(c, 1));
    // As SciPy has it, these are 0 outside, too.
    if (nu > spline.k + 1) return moved_back(zeros(shape, dtype), places.ndim(), spline.axis);
    const ndarray out = kernel::new_array(shape, dtype);
    if (out.size()) {
        kernel::DataAccess data;
        const SplineArgs args{data.read<double>(t),
                              data.read(c),
                              data.read<double>(at),
                              data.write(out),
                              out.size(),
                              t.size() - spline.k - 1,
                              columns_from(c, 1),
                              spline.k,
                              nu,
                              outside};
        run_items(data, {"splines.h", "spline_value", "SplineArgs"}, args, {dtype});
    }
    return moved_back(out, places.ndim(), spline.axis);
}

SplineBasis spline_basis(const ndarray& x, const ndarray& t, int k, Extrapolate extrapolate) {
    const kernel::Placement here(x, t);
    check_degree(k);
    if (x.ndim() != 1 || t.ndim() != 1) throw ValueError("Places and knots must be one-dimensional.");
    const ndarray places = contiguous_places(x), knots = contiguous_places(t);
    check_all_finite(places, "Array must not contain infs or nans.");
    check_all_finite(knots, "Array must not contain infs or nans.");
    check_increasing(knots, false, "Expect t to be a 1-D sorted array_like.");
    if (t.size() < 2 * k + 2) throw ValueError("Length t is not enough for k=" + std::to_string(k) + ".");
    const std::int64_t n = t.size() - k - 1, m = x.size();
    if (extrapolate == Extrapolate::no && m) {
        const ndarray below = less(places, place_of(knots, 0, k)), above = greater(places, place_of(knots, 0, n));
        if (any(logical_or(below, above)).item().to_bool())
            throw ValueError("Out of bounds: x lies outside of the knots");
    }
    SplineBasis basis{kernel::new_array({m, k + 1}, DType::float64), kernel::new_array({m, k + 1}, DType::int64)};
    if (m == 0) return basis;
    kernel::DataAccess data;
    const SplineBasisArgs args{data.read<double>(knots),
                               data.read<double>(places),
                               data.write<double>(basis.values),
                               data.write<long long>(basis.numbers),
                               m,
                               n,
                               k,
                               extrapolate == Extrapolate::periodic ? outside_periodic : outside_continued};
    run_items(data, {"splines.h", "spline_basis_values", "SplineBasisArgs"}, args);
    return basis;
}

sparse_array BSpline::design_matrix(const ndarray& x, const ndarray& t, int k, Extrapolate extrapolate) {
    const kernel::Placement here(x, t);
    const SplineBasis basis = spline_basis(x.ndim() ? x : x.reshape({1}), t, k, extrapolate);
    return matrix_of_rows(basis.values, basis.numbers, t.size() - k - 1);
}

sparse::sparse_matrix matrix_of_rows(const ndarray& values, const ndarray& numbers, std::int64_t columns) {
    const std::int64_t rows = values.shape()[0], each = values.shape()[1];
    return sparse::csr_matrix(values.reshape({rows * each}), numbers.reshape({rows * each}),
                              multiply(arange(rows + 1), each), Shape{rows, columns});
}

BSpline splder(const BSpline& spline, int n) {
    if (n < 0) return splantider(spline, -n);
    if (n > spline.k)
        throw ValueError("Order of derivative (n = " + std::to_string(n) +
                         ") must be <= order of spline (k = " + std::to_string(spline.k) + ")");
    ndarray t = contiguous_places(spline.t), c = one_a_knot(spline.c, t.size());
    int k = spline.k;
    for (int turn = 0; turn < n; ++turn, --k) {
        const std::int64_t count = t.size();
        t = slice(t, 0, 1, count - 1);
        const ndarray width = differences(t, k, c);
        if (!all(greater(width, 0)).item().to_bool())
            throw ValueError("The spline has internal repeated knots and is not differentiable " + std::to_string(n) +
                             " times");
        const std::int64_t kept = count - 1 - k;
        c = multiply(subtract(slice(c, 0, 1, kept), slice(c, 0, 0, kept - 1)), static_cast<double>(k)) / width;
        Shape shape(c.shape());
        shape[0] = k;
        c = concatenate({c, zeros(shape, c.dtype())});
    }
    return BSpline::construct_fast(t, c, k, spline.extrapolate, spline.axis);
}

BSpline splantider(const BSpline& spline, int n) {
    if (n < 0) return splder(spline, -n);
    ndarray t = contiguous_places(spline.t), c = one_a_knot(spline.c, t.size());
    int k = spline.k;
    if (n > spline_degree - k) check_degree(spline_degree + 1);
    for (int turn = 0; turn < n; ++turn, ++k) {
        const std::int64_t count = t.size();
        const ndarray sums =
            divide(cumsum(multiply(slice(c, 0, 0, count - k - 1), differences(t, k + 1, c)), 0), k + 1);
        Shape one(c.shape()), behind(c.shape());
        one[0] = 1;
        behind[0] = k + 2;
        const std::int64_t last = sums.shape()[0];
        c = concatenate({zeros(one, c.dtype()), sums, broadcast_to(slice(sums, 0, last - 1, last), behind)});
        t = concatenate({slice(t, 0, 0, 1), t, slice(t, 0, count - 1, count)});
    }
    return BSpline::construct_fast(
        t, c, k, spline.extrapolate == Extrapolate::periodic ? Extrapolate::no : spline.extrapolate, spline.axis);
}

BSpline BSpline::derivative(int nu) const {
    const kernel::Placement here(c);
    BSpline result = splder(*this, nu);
    result.extrapolate = extrapolate;
    return result;
}

BSpline BSpline::antiderivative(int nu) const { return splantider(*this, nu); }

ndarray BSpline::integrate(double a, double b, Extrapolation extrapolated) const {
    const kernel::Placement here(c);
    const Extrapolate outside = extrapolated.value_or(extrapolate);
    const BSpline integral = splantider(construct_fast(t, c, k, Extrapolate::yes, 0));
    const std::int64_t n = t.size() - k - 1;
    if (outside == Extrapolate::no) {
        double begin, end;
        place_of(t, 0, k).get(&begin);
        place_of(t, 0, n).get(&end);
        const auto inside = [&](double x) { return x < begin ? begin : x > end ? end : x; };  // NaN stays
        a = inside(a);
        b = inside(b);
    }
    return integral_over(integral, t, k, n, a, b, outside);
}

}  // namespace cuprum::scipy::interpolate
