// Splines through data and near data: the equations of their coefficients, which are banded.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numerics/lapack.h"
#include "numpy/axes.h"
#include "scipy/interpolate/banded.h"
#include "scipy/interpolate/common.h"
#include "scipy/interpolate/knots.h"

namespace cuprum::scipy::interpolate {
namespace {

using numerics::BandedMatrix;
using Numbers = std::vector<double>;

constexpr std::int64_t few_columns = 64;  // which a host solves sooner than a device, where each is one thread's

template <class T>
void solve_on_host(const BandedMatrix& matrix, const ndarray& right) {
    std::vector<T> values = right.to_vector<T>();
    matrix.solve(values.data(), columns_from(right, 1));
    right.set(values.data());
}

/// Solves in the place of the right-hand sides, (n, ...).
void solve(const BandedMatrix& matrix, const ndarray& right) {
    const std::int64_t columns = columns_from(right, 1);
    if (right.size() == 0) return;
    if (columns < few_columns) {
        if (is_complex(right.dtype())) solve_on_host<std::complex<double>>(matrix, right);
        else solve_on_host<double>(matrix, right);
        return;
    }
    const ndarray rows = to_device(matrix.factor_rows()), pivots = asarray(matrix.pivots());
    kernel::DataAccess data;
    BandedArgs args{};
    args.rows = data.read<double>(rows);
    args.pivots = data.read<long long>(pivots);
    args.values = data.write(right);
    args.items = columns;
    args.count = matrix.size();
    args.band = matrix.band();
    run_items(data, {"splines.h", "banded_solution", "BandedArgs", 1}, args, {right.dtype()});
}

/// A small full matrix; `right` has `columns` numbers a row. A complex right-hand side is two real ones.
template <class T>
void solve_full(const Numbers& matrix, std::int64_t n, T* right, std::int64_t columns) {
    constexpr auto reals = static_cast<std::int64_t>(sizeof(T) / sizeof(double));
    if (!numerics::solve(matrix, n, reinterpret_cast<double*>(right), reals * columns))
        throw LinAlgError("Matrix is singular.");
}

/// The coefficients of a period: of n - 1 data in a circle. A banded matrix is left when the corners are taken out;
/// they are put back by Woodbury's formula.
template <class T>
std::vector<T> solve_periodic(const Numbers& x, const Numbers& t, int k, std::vector<T> right, std::int64_t columns) {
    const auto n = static_cast<std::int64_t>(x.size()) - 1;
    const int shift = k / 2;
    Numbers basis(static_cast<std::size_t>(k) + 1);
    // The unknown number j is the coefficient j + shift, so that rows have their largest element near the diagonal.
    const auto each = [&](auto&& take) {
        for (std::int64_t i = 0; i < n; ++i) {
            const double place = x[static_cast<std::size_t>(i)];
            const std::int64_t interval = knot_interval(t, k, place, k + i);
            basis_functions(t, k, interval, place, 0, basis.data());
            for (int a = 0; a <= k; ++a) take(i, interval - k + a - shift, basis[static_cast<std::size_t>(a)]);
        }
    };
    if (n <= 3 * k + 2) {
        Numbers matrix(static_cast<std::size_t>(n * n));
        each([&](std::int64_t i, std::int64_t j, double value) { matrix[i * n + ((j % n) + n) % n] += value; });
        solve_full(matrix, n, right.data(), columns);
        return right;
    }
    BandedMatrix band(n, k);
    struct Corner {
        std::int64_t row, column;
        double value;
    };
    std::vector<Corner> corners;
    std::vector<std::int64_t> rows;  // that have corners
    each([&](std::int64_t i, std::int64_t j, double value) {
        if (value == 0) return;
        if (j >= 0 && j < n) {
            band.at(i, j) += value;
            return;
        }
        corners.push_back({i, (j + n) % n, value});
        if (rows.empty() || rows.back() != i) rows.push_back(i);
    });
    if (!band.factor()) throw LinAlgError("Collocation matrix is singular.");
    band.solve(right.data(), columns);
    const auto r = static_cast<std::int64_t>(rows.size());
    if (r == 0) return right;
    Numbers unit(static_cast<std::size_t>(n * r));
    for (std::int64_t q = 0; q < r; ++q) unit[rows[q] * r + q] = 1;
    band.solve(unit.data(), r);
    Numbers small(static_cast<std::size_t>(r * r));
    std::vector<T> known(static_cast<std::size_t>(r * columns));
    for (std::int64_t q = 0; q < r; ++q) small[q * r + q] = 1;
    for (const Corner& corner : corners) {
        const std::int64_t q = std::lower_bound(rows.begin(), rows.end(), corner.row) - rows.begin();
        for (std::int64_t p = 0; p < r; ++p) small[q * r + p] += corner.value * unit[corner.column * r + p];
        for (std::int64_t c = 0; c < columns; ++c)
            known[q * columns + c] += corner.value * right[corner.column * columns + c];
    }
    solve_full(small, r, known.data(), columns);
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t q = 0; q < r; ++q)
            for (std::int64_t c = 0; c < columns; ++c)
                right[i * columns + c] -= unit[i * r + q] * known[q * columns + c];
    return right;
}

template <class T>
ndarray periodic_coefficients(const Numbers& x, const Numbers& t, int k, const ndarray& y) {
    const auto n = static_cast<std::int64_t>(x.size()) - 1;
    const std::int64_t columns = columns_from(y, 1);
    const std::vector<T> solved = solve_periodic<T>(x, t, k, slice(y, 0, 0, n).copy().to_vector<T>(), columns);
    Shape shape(y.shape());
    shape[0] = n + k;
    std::vector<T> all(static_cast<std::size_t>((n + k) * columns));
    for (std::int64_t i = 0; i < n + k; ++i) {
        const std::int64_t from = ((i - k / 2) % n + n) % n;
        std::copy_n(solved.begin() + from * columns, columns, all.begin() + i * columns);
    }
    return array_from_host(all.data(), y.dtype(), shape);
}

void check_conditions(const SplineConditions& conditions, int k, double end) {
    for (const auto& condition : conditions)
        if (condition.first < 0 || condition.first > k)
            throw ValueError("Bad boundary conditions at " + std::to_string(end) + ".");
}

}  // namespace

SplineEnds::SplineEnds(std::string_view name) {
    if (name == "not-a-knot") return;
    periodic = name == "periodic";
    if (!periodic) first = last = named(name);
}

SplineConditions SplineEnds::named(std::string_view name) {
    if (name != "clamped" && name != "natural") throw ValueError("Unknown boundary condition : " + std::string(name));
    return {{name == "clamped" ? 1 : 2, std::nullopt}};
}

BSpline make_interp_spline(const ndarray& x, const ndarray& y, int k, const ndarray* t, const SplineEnds& bc_type,
                           std::int64_t axis_asked, bool check_finite) {
    const kernel::Placement here(x, y, t);
    const auto& [first, last, periodic] = bc_type;
    if (check_finite) {
        check_all_finite(x, "Array must not contain infs or nans.");
        check_all_finite(y, "Array must not contain infs or nans.");
    }
    const int axis = normalize_axis(axis_asked, y.ndim());
    const ndarray values = contiguous(moveaxis(y, axis, 0), computing_dtype(y.dtype()));
    if (x.size() != values.shape()[0])
        throw ValueError("Shapes of x " + to_string(x.shape()) + " and y " + to_string(values.shape()) +
                         " are incompatible");
    if (x.ndim() != 1) throw ValueError("Expect x to be a 1D strictly increasing sequence.");
    if (x.size() == 0) throw ValueError("make_interp_spline takes at least one point, found none");
    const ndarray places = contiguous_places(x);
    check_increasing(places, true, "Expect x to be a 1D strictly increasing sequence, without duplicates.");
    const std::int64_t n = places.size();
    if (periodic && values.size() &&
        !allclose(place_of(values, 0, 0), place_of(values, 0, n - 1), 1e-5, 1e-15).item().to_bool())
        throw ValueError("First and last points does not match while periodic case expected");
    const bool conditions = !first.empty() || !last.empty();
    if (k < 0) throw ValueError("Expect non-negative k.");
    if (k == 0) {
        if (t || conditions) throw ValueError("Too much info for k=0: t and bc_type can only be None.");
        return BSpline::construct_fast(concatenate({places, slice(places, 0, n - 1, n)}), values, 0, Extrapolate::yes,
                                       axis);
    }
    if (k == 1 && !t) {
        if (conditions) throw ValueError("Too much info for k=1: bc_type can only be None.");
        return BSpline::construct_fast(concatenate({slice(places, 0, 0, 1), places, slice(places, 0, n - 1, n)}),
                                       values, 1, Extrapolate::yes, axis);
    }
    if (k > spline_degree)
        throw ValueError("Splines have a degree of " + std::to_string(spline_degree) + " at most, not " +
                         std::to_string(k));
    if (periodic && t)
        throw NotSupportedError("For periodic case t is constructed automatically and can not be passed manually");
    const Numbers at = places.to_vector<double>();
    if (t && t->ndim() != 1) throw ValueError("Expect t to be a 1-D sorted array_like.");
    if (periodic && n < 2) throw ValueError("A periodic spline takes at least two points, found " + std::to_string(n));
    const Numbers knots = t ? on_host(*t) : periodic ? periodic_knots(at, k) : knots_of_interpolant(at, k, conditions);
    if (check_finite && !std::all_of(knots.begin(), knots.end(), [](double v) { return std::isfinite(v); }))
        throw ValueError("Array must not contain infs or nans.");
    if (!std::is_sorted(knots.begin(), knots.end())) throw ValueError("Expect t to be a 1-D sorted array_like.");
    const auto count = static_cast<std::int64_t>(knots.size());
    if (count < n + k + 1)
        throw ValueError("Got " + std::to_string(count) + " knots, need at least " + std::to_string(n + k + 1) + ".");
    if (at.front() < knots[static_cast<std::size_t>(k)] || at.back() > knots[static_cast<std::size_t>(count - k)])
        throw ValueError("Out of bounds: x lies outside of the knots from number " + std::to_string(k) + " to " +
                         std::to_string(count - k - 1));
    const ndarray device_knots = to_device(knots);
    if (periodic) {
        const ndarray c = values.size() == 0 ? zeros(joined({n + k - 1}, axes_from(values, 1)), values.dtype())
                          : is_complex(values.dtype())
                              ? periodic_coefficients<std::complex<double>>(at, knots, k, values)
                              : periodic_coefficients<double>(at, knots, k, values);
        return BSpline::construct_fast(device_knots, c, k, Extrapolate::periodic, axis);
    }
    check_conditions(first, k, at.front());
    check_conditions(last, k, at.back());
    const std::int64_t unknowns = count - k - 1;
    if (unknowns < k + 1)
        throw ValueError("Need at least " + std::to_string(2 * k + 2) + " knots for degree " + std::to_string(k));
    const auto left = static_cast<std::int64_t>(first.size()), right = static_cast<std::int64_t>(last.size());
    if (unknowns - n != left + right)
        throw ValueError("The number of derivatives at boundaries does not match: expected " +
                         std::to_string(unknowns - n) + ", got " + std::to_string(left) + "+" + std::to_string(right));
    if (values.size() == 0)
        return BSpline::construct_fast(device_knots, zeros(joined({unknowns}, axes_from(values, 1))), k,
                                       Extrapolate::yes, axis);
    BandedMatrix matrix(unknowns, k);
    Numbers basis(static_cast<std::size_t>(k) + 1);
    std::int64_t interval = k;
    const auto add_row = [&](std::int64_t row, double place, int derivative) {
        interval = knot_interval(knots, k, place, interval);
        basis_functions(knots, k, interval, place, derivative, basis.data());
        for (int a = 0; a <= k; ++a) {
            const double value = basis[static_cast<std::size_t>(a)];
            // A row beyond the band has no place among so few knots: then there is no solution.
            if (matrix.holds(row, interval - k + a)) matrix.at(row, interval - k + a) = value;
            else if (value != 0) throw LinAlgError("Collocation matrix is singular.");
        }
    };
    for (std::int64_t i = 0; i < left; ++i) add_row(i, at.front(), first[static_cast<std::size_t>(i)].first);
    for (std::int64_t i = 0; i < n; ++i) add_row(left + i, at[static_cast<std::size_t>(i)], 0);
    for (std::int64_t i = 0; i < right; ++i) add_row(left + n + i, at.back(), last[static_cast<std::size_t>(i)].first);
    if (!matrix.factor()) throw LinAlgError("Collocation matrix is singular.");
    std::vector<ndarray> rows;
    const Shape beside = axes_from(values, 1);
    const auto add_values = [&](const SplineConditions& of) {
        for (const auto& condition : of) {
            const ndarray value = condition.second ? *condition.second : zeros(beside);
            if (value.size() != element_count(beside))
                throw ValueError("The value of a derivative has shape " + to_string(value.shape()) +
                                 ", the data at a place " + to_string(beside));
            rows.push_back(contiguous(value, values.dtype()).reshape(joined({1}, beside)));
        }
    };
    add_values(first);
    rows.push_back(values);
    add_values(last);
    const ndarray c = rows.size() == 1 ? values.copy() : concatenate(rows);
    solve(matrix, c);
    return BSpline::construct_fast(device_knots, c, k, Extrapolate::yes, axis);
}

namespace {

/// Whether each basis function has a place of its own that counts, in their order (Schoenberg and Whitney).
bool is_determined(const Numbers& x, const Numbers& weights, const Numbers& t, int k) {
    const std::size_t n = t.size() - static_cast<std::size_t>(k) - 1, width = static_cast<std::size_t>(k) + 1;
    std::size_t i = 0;
    for (std::size_t j = 0; j < n; ++j, ++i) {
        // At an end of its knots a function is zero, unless all of them but one are there.
        const bool steps_up = t[j] == t[j + width - 1], steps_down = j + 1 == n && t[j + 1] == t[j + width];
        const auto fits = [&](double given) {
            const double place = std::clamp(given, t[width - 1], t[n]);  // functions of degree 0 go on outside
            return (place > t[j] || (steps_up && place == t[j])) &&
                   (place < t[j + width] || (steps_down && place == t[j + width]));
        };
        while (i < x.size() && (weights[i] == 0 || !fits(x[i]))) ++i;
        if (i == x.size()) return false;
    }
    return true;
}

}  // namespace

BSpline make_lsq_spline(const ndarray& x, const ndarray& y, const ndarray& t, int k, const ndarray* w,
                        std::int64_t axis_asked, bool check_finite, std::string_view method) {
    const kernel::Placement here(x, y, t, w);
    if (method != "qr" && method != "norm-eq") throw ValueError("Unknown method ='" + std::string(method) + "'.");
    const bool normal = method == "norm-eq";
    if (check_finite)
        for (const ndarray* a : {&x, &y, &t, w})
            if (a) check_all_finite(*a, "Array must not contain infs or nans.");
    const int axis = normalize_axis(axis_asked, y.ndim());
    ndarray values = contiguous(moveaxis(y, axis, 0), computing_dtype(y.dtype()));
    if (x.ndim() != 1) throw ValueError("Expect x to be a 1-D sequence.");
    if (k < 0) throw ValueError("Expect non-negative k.");
    if (k > spline_degree)
        throw ValueError("Splines have a degree of " + std::to_string(spline_degree) + " at most, not " +
                         std::to_string(k));
    const std::int64_t m = x.size();
    if (m < k + 1) throw ValueError("Need more x points.");
    const Numbers at = on_host(x), knots = t.ndim() == 1 ? on_host(t) : Numbers();
    if (t.ndim() != 1 || !std::is_sorted(knots.begin(), knots.end()))
        throw ValueError("Expect t to be a 1D strictly increasing sequence.");
    if (m != values.shape()[0])
        throw ValueError("Shapes of x " + to_string(x.shape()) + " and y " + to_string(values.shape()) +
                         " are incompatible");
    const std::int64_t n = static_cast<std::int64_t>(knots.size()) - k - 1;
    if (n < k + 1)
        throw ValueError("Need at least " + std::to_string(2 * k + 2) + " knots for degree " + std::to_string(k));
    if (n > m)
        throw ValueError("Least squares need as many points as coefficients: nc = " + std::to_string(n) +
                         " > m = " + std::to_string(m));
    if (k > 0 && !std::all_of(at.begin(), at.end(), [&](double v) {
            return v >= knots[static_cast<std::size_t>(k)] && v <= knots[static_cast<std::size_t>(n + 1)];
        }))
        throw ValueError("Out of bounds: x lies outside of the knots");
    if (w && w->size() != m)
        throw ValueError("Shapes of x " + to_string(x.shape()) + " and w " + to_string(w->shape()) +
                         " are incompatible");
    if (!std::is_sorted(at.begin(), at.end())) throw ValueError("Expect x to be a 1D non-decreasing sequence.");
    if (normal && std::adjacent_find(at.begin(), at.end()) != at.end())
        throw ValueError("Expect x to be a 1D strictly increasing sequence.");
    const Numbers weights = w ? on_host(*w) : Numbers(static_cast<std::size_t>(m), 1);
    const bool complex = is_complex(values.dtype());
    const std::int64_t columns = columns_from(values, 1) * (complex ? 2 : 1);
    Numbers right(static_cast<std::size_t>(m * columns));
    values.get(right.data());
    Triangle triangle(n, k + 1, columns);
    Numbers basis(static_cast<std::size_t>(k) + 1);
    std::int64_t interval = k;
    for (std::int64_t i = 0; i < m; ++i) {
        const double place = at[static_cast<std::size_t>(i)], weight = weights[static_cast<std::size_t>(i)];
        interval = knot_interval(knots, k, place, interval);
        basis_functions(knots, k, interval, place, 0, basis.data());
        for (double& value : basis) value *= weight;
        double* row = right.data() + i * columns;
        for (std::int64_t c = 0; c < columns; ++c) row[c] *= weight;
        triangle.add(basis.data(), k + 1, row, interval - k);
    }
    if (normal && !is_determined(at, weights, knots, k))
        throw LinAlgError("The normal equations have no unique solution: too few places lie between some knots");
    const Numbers solution = triangle.solution();
    Shape shape(values.shape());
    shape[0] = n;
    return BSpline::construct_fast(to_device(knots), array_from_host(solution.data(), values.dtype(), shape), k,
                                   Extrapolate::yes, axis);
}

}  // namespace cuprum::scipy::interpolate
