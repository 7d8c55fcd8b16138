// Piecewise polynomials in powers and in Bernstein's basis: values, derivatives, integrals, and from one to the other.
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"
#include "scipy/interpolate/periodic_integral.h"

namespace cuprum::scipy::interpolate {
namespace {

void check_sizes(const ndarray& c, const ndarray& x) {
    if (c.ndim() < 2) throw ValueError("Coefficients array must be at least 2-dimensional.");
    if (x.ndim() != 1) throw ValueError("x must be 1-dimensional");
    if (x.size() < 2) throw ValueError("at least 2 breakpoints are needed");
    if (c.shape()[0] == 0) throw ValueError("polynomial must be at least of order 0");
    if (c.shape()[1] != x.size() - 1) throw ValueError("number of coefficients != len(x)-1");
}

/// What both kinds check: arrays that belong together, in the layout that is kept.
struct Checked {
    ndarray c, x;
    int axis;

    Checked(const ndarray& coefficients, const ndarray& places, std::int64_t at) : axis(static_cast<int>(at)) {
        if (coefficients.ndim() < 2) throw ValueError("Coefficients array must be at least 2-dimensional.");
        if (at < 0 || at >= coefficients.ndim() - 1)
            throw ValueError("axis=" + std::to_string(at) + " must be between 0 and " +
                             std::to_string(coefficients.ndim() - 1));
        c = coefficients;
        for (int turn = 0; turn < 2 && axis != 0; ++turn) c = moveaxis(c, axis + 1, 0);
        check_sizes(c, places);
        x = contiguous_places(places);
        c = contiguous(c, computing_dtype(c.dtype()));
        const ndarray steps = widths();
        if (!all(greater_equal(steps, 0)).item().to_bool() && !all(less_equal(steps, 0)).item().to_bool())
            throw ValueError("`x` must be strictly increasing or decreasing.");
    }
    ndarray widths() const { return subtract(slice(x, 0, 1, x.size()), slice(x, 0, 0, x.size() - 1)); }
};

/// The lengths of the intervals, beside the rows of coefficients.
ndarray widths_beside(const ndarray& c, const ndarray& x) {
    Shape shape(c.ndim() - 1, 1);
    shape[0] = x.size() - 1;
    return subtract(slice(x, 0, 1, x.size()), slice(x, 0, 0, x.size() - 1)).reshape(shape);
}

int outside_of(Extrapolate extrapolate) {
    return extrapolate == Extrapolate::no    ? outside_nan
           : extrapolate == Extrapolate::yes ? outside_continued
                                             : outside_periodic;
}

ndarray evaluate(const ItemFunction& function, const ndarray& coefficients, const ndarray& breaks, int axis,
                 const ndarray& places, int nu, Extrapolate extrapolate) {
    if (nu < 0) throw ValueError("Order of derivative cannot be negative");
    const DType dtype = computing_dtype(coefficients.dtype());
    const ndarray c = contiguous(coefficients, dtype), x = contiguous_places(breaks),
                  at = contiguous_places(real_part_of(places));
    const std::int64_t columns = columns_from(c, 2);
    const ndarray out = kernel::new_array(joined(places.shape(), axes_from(c, 2)), dtype);
    if (out.size()) {
        kernel::DataAccess data;
        const PiecewiseArgs args{data.read(c),
                                 data.read<double>(x),
                                 data.read<double>(at),
                                 data.write(out),
                                 out.size(),
                                 c.shape()[1],
                                 columns,
                                 static_cast<int>(c.shape()[0]),
                                 nu,
                                 outside_of(extrapolate)};
        run_items(data, function, args, {dtype});
    }
    return moved_back(out, places.ndim(), axis);
}

ndarray row(const ndarray& c, std::int64_t j) { return place_of(c, 0, j); }

double binomial(int n, int k) {
    double product = 1;
    for (int j = 1; j <= k; ++j) product = product * (n - k + j) / j;
    return std::round(product);
}

Extrapolate of_integral(Extrapolate extrapolate) {
    return extrapolate == Extrapolate::periodic ? Extrapolate::no : extrapolate;
}

/// Sets what polynomials of both bases consist of. Their shapes fit each other; no element is looked at.
template <class Polynomial>
void set_parts(Polynomial& polynomial, ndarray c, ndarray x, Extrapolation extrapolate, int axis) {
    check_sizes(c, x);
    polynomial.c = std::move(c);
    polynomial.x = std::move(x);
    polynomial.extrapolate = extrapolate.value_or(Extrapolate::yes);
    polynomial.axis = axis;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------
// powers

PPoly::PPoly(const ndarray& coefficients, const ndarray& places, Extrapolation extrapolated, std::int64_t at) {
    const kernel::Placement here(coefficients, places);
    const Checked checked(coefficients, places, at);
    set_parts(*this, checked.c, checked.x, extrapolated, checked.axis);
}

PPoly PPoly::construct_fast(ndarray c, ndarray x, Extrapolation extrapolate, int axis) {
    PPoly made;
    set_parts(made, std::move(c), std::move(x), extrapolate, axis);
    return made;
}

ndarray PPoly::operator()(const ndarray& places, int nu, Extrapolation extrapolated) const {
    const kernel::Placement here(places, c);
    return evaluate({.header = "piecewise.h", .name = "PiecewiseValue", .args = "PiecewiseArgs", .grouped = true}, c, x,
                    axis, places, nu, extrapolated.value_or(extrapolate));
}

PPoly PPoly::derivative(int nu) const {
    const kernel::Placement here(c);
    if (nu < 0) return antiderivative(-nu);
    const std::int64_t order = c.shape()[0], left = order - nu;
    if (left <= 0) {
        Shape shape(c.shape());
        shape[0] = 1;
        return construct_fast(zeros(shape, c.dtype()), x, extrapolate, axis);
    }
    std::vector<double> factors;
    for (std::int64_t j = 0; j < left; ++j) {
        double factor = 1;
        for (int d = 0; d < nu; ++d) factor *= static_cast<double>(order - 1 - j - d);
        factors.push_back(factor);
    }
    Shape shape(c.ndim(), 1);
    shape[0] = left;
    return construct_fast(multiply(slice(c, 0, 0, left), array_from_host(factors.data(), DType::float64, shape)), x,
                          extrapolate, axis);
}

PPoly PPoly::antiderivative(int nu) const {
    const kernel::Placement here(c);
    if (nu <= 0) return derivative(-nu);
    ndarray coefficients = c;
    for (int turn = 0; turn < nu; ++turn) {
        const std::int64_t order = coefficients.shape()[0], intervals = coefficients.shape()[1];
        Shape shape(coefficients.shape()), beside(coefficients.ndim(), 1);
        shape[0] = order + 1;
        beside[0] = order;
        const ndarray next = zeros(shape, coefficients.dtype()), width = widths_beside(coefficients, x);
        const ndarray powers = arange(order, 0, -1, DType::float64).reshape(beside), upper = slice(next, 0, 0, order);
        divide(coefficients, powers, {.out = {&upper}});
        // What each interval adds to those behind it.
        ndarray added = row(next, 0) * width;
        for (std::int64_t j = 1; j < order; ++j) added = (added + row(next, j)) * width;
        if (intervals > 1) {
            const ndarray before = cumsum(slice(added, 0, 0, intervals - 1), 0);
            copyto(slice(row(next, order), 0, 1, intervals), before);
        }
        coefficients = next;
    }
    return construct_fast(coefficients, x, of_integral(extrapolate), axis);
}

ndarray PPoly::integrate(double a, double b, Extrapolation extrapolated) const {
    const kernel::Placement here(c);
    if (std::isnan(a) || std::isnan(b))
        throw ValueError("Integral bounds not in order: found " + std::to_string(a) + " and " + std::to_string(b));
    return integral_over(PPoly::construct_fast(c, x, extrapolate, 0).antiderivative(), x, 0, x.size() - 1, a, b,
                         extrapolated.value_or(extrapolate));
}

PPoly PPoly::from_spline(const BSpline& spline, Extrapolation extrapolated) {
    const std::int64_t intervals = spline.t.size() - 1;
    const ndarray places = slice(contiguous_places(spline.t), 0, 0, intervals);
    const BSpline columns = BSpline::construct_fast(spline.t, spline.c, spline.k);
    std::vector<ndarray> rows;
    double factorial = 1;
    for (int m = 0; m <= spline.k; ++m) {
        factorial *= m ? m : 1;
        rows.insert(rows.begin(), divide(columns(places, m, Extrapolate::yes), factorial));
    }
    return construct_fast(stack(rows), contiguous_places(spline.t), extrapolated.value_or(spline.extrapolate),
                          spline.axis);
}

PPoly PPoly::from_bernstein_basis(const BPoly& polynomial, Extrapolation extrapolated) {
    const ndarray& from = polynomial.c;
    const int k = static_cast<int>(from.shape()[0]) - 1;
    const ndarray width = widths_beside(from, polynomial.x);
    std::vector<ndarray> rows;
    for (int s = k; s >= 0; --s) {
        ndarray total = row(from, 0) * (binomial(k, s) * (s % 2 ? -1 : 1));
        for (int a = 1; a <= s; ++a)
            total = total + row(from, a) * (binomial(k, a) * binomial(k - a, s - a) * ((s + a) % 2 ? -1 : 1));
        rows.push_back(s ? divide(total, power(width, s)) : total);
    }
    return construct_fast(stack(rows), polynomial.x, extrapolated.value_or(polynomial.extrapolate), polynomial.axis);
}

// --------------------------------------------------------------------------------------------------------- Bernstein's
// basis

BPoly::BPoly(const ndarray& coefficients, const ndarray& places, Extrapolation extrapolated, std::int64_t at) {
    const kernel::Placement here(coefficients, places);
    const Checked checked(coefficients, places, at);
    set_parts(*this, checked.c, checked.x, extrapolated, checked.axis);
}

BPoly BPoly::construct_fast(ndarray c, ndarray x, Extrapolation extrapolate, int axis) {
    BPoly made;
    set_parts(made, std::move(c), std::move(x), extrapolate, axis);
    return made;
}

ndarray BPoly::operator()(const ndarray& places, int nu, Extrapolation extrapolated) const {
    const kernel::Placement here(places, c);
    if (nu < 0)
        throw NotSupportedError(
            "Cannot do antiderivatives in the B-basis yet: the order of a derivative is 0 or more, "
            "found " +
            std::to_string(nu));
    return evaluate({"piecewise.h", "bernstein_value", "PiecewiseArgs"}, nu ? derivative(nu).c : c, x, axis, places, 0,
                    extrapolated.value_or(extrapolate));
}

BPoly BPoly::derivative(int nu) const {
    const kernel::Placement here(c);
    if (nu < 0) return antiderivative(-nu);
    ndarray coefficients = c;
    for (int turn = 0; turn < nu; ++turn) {
        const std::int64_t order = coefficients.shape()[0];
        if (order == 1) {
            coefficients = zeros_like(coefficients);
            continue;
        }
        const ndarray steps = subtract(slice(coefficients, 0, 1, order), slice(coefficients, 0, 0, order - 1));
        coefficients = divide(steps * static_cast<double>(order - 1), widths_beside(coefficients, x));
    }
    return construct_fast(nu ? coefficients : c.copy(), x, extrapolate, axis);
}

BPoly BPoly::antiderivative(int nu) const {
    const kernel::Placement here(c);
    if (nu <= 0) return derivative(-nu);
    ndarray coefficients = c;
    for (int turn = 0; turn < nu; ++turn) {
        const std::int64_t order = coefficients.shape()[0], intervals = coefficients.shape()[1];
        Shape shape(coefficients.shape());
        shape[0] = order + 1;
        const ndarray next = zeros(shape, coefficients.dtype());
        copyto(slice(next, 0, 1, order + 1),
               cumsum(coefficients, 0) / static_cast<double>(order) * widths_beside(coefficients, x));
        if (intervals > 1) {
            const ndarray before = cumsum(slice(row(next, order), 0, 0, intervals - 1), 0);
            const ndarray behind = slice(next, 1, 1, intervals);
            add(behind, before, {.out = {&behind}});
        }
        coefficients = next;
    }
    return construct_fast(coefficients, x, of_integral(extrapolate), axis);
}

ndarray BPoly::integrate(double a, double b, Extrapolation extrapolated) const {
    const kernel::Placement here(c);
    return integral_over(BPoly::construct_fast(c, x, extrapolate, 0).antiderivative(), x, 0, x.size() - 1, a, b,
                         extrapolated.value_or(extrapolate));
}

BPoly BPoly::from_power_basis(const PPoly& polynomial, Extrapolation extrapolated) {
    const kernel::Placement here(polynomial.c);
    const ndarray& from = polynomial.c;
    const int k = static_cast<int>(from.shape()[0]) - 1;
    const ndarray width = widths_beside(from, polynomial.x);
    std::vector<ndarray> powers;  // of t, by rising power
    for (int p = 0; p <= k; ++p)
        powers.push_back(p ? row(from, k - p) * power(width, p) / binomial(k, p) : row(from, k));
    std::vector<ndarray> rows;
    for (int j = 0; j <= k; ++j) {
        ndarray total = powers[0];
        for (int p = 1; p <= j; ++p) total = total + powers[p] * binomial(j, p);
        rows.push_back(total);
    }
    return construct_fast(stack(rows), polynomial.x, extrapolated.value_or(polynomial.extrapolate), polynomial.axis);
}

ndarray BPoly::raised(const ndarray& c, int d) {
    const kernel::Placement here(c);
    if (d == 0) return c;
    const int k = static_cast<int>(c.shape()[0]) - 1;
    Shape shape(c.shape());
    shape[0] = k + 1 + d;
    const ndarray out = zeros(shape, c.dtype());
    for (int a = 0; a <= k; ++a)
        for (int j = 0; j <= d; ++j) {
            const ndarray target = row(out, a + j);
            add(target, row(c, a) * (binomial(k, a) * binomial(d, j) / binomial(k + d, a + j)), {.out = {&target}});
        }
    return out;
}

}  // namespace cuprum::scipy::interpolate
