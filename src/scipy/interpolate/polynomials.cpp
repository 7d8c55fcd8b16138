// One polynomial through all points.
#include <algorithm>
#include <complex>
#include <type_traits>

#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_polynomials.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

/// Values as a matrix with a row for each place.
ndarray as_rows(const ndarray& xi, const ndarray& yi, std::int64_t asked, int& axis, Shape& columns) {
    if (xi.ndim() != 1)
        throw ValueError("xi must be 1-dimensional, found " + std::to_string(xi.ndim()) + " dimensions");
    if (yi.ndim() == 0 || yi.shape()[normalize_axis(asked, yi.ndim())] != xi.size())
        throw ValueError("x and y arrays must be equal in length along interpolation axis.");
    if (xi.size() == 0) throw ValueError("A polynomial takes at least one point, found none");
    axis = normalize_axis(asked, yi.ndim());
    const ndarray first = contiguous(moveaxis(yi, axis, 0), computing_dtype(yi.dtype()));
    columns = axes_from(first, 1);
    return first.reshape({xi.size(), columns_from(first, 1)});
}

/// Newton's divided differences, of repeated places with derivatives; a row of zeros stands behind them.
template <class T, class P>
std::vector<T> differences(const std::vector<P>& x, const std::vector<T>& y, std::int64_t columns) {
    const auto n = static_cast<std::int64_t>(x.size());
    std::vector<T> c(static_cast<std::size_t>((n + 1) * columns)), table(static_cast<std::size_t>((n + 1) * columns));
    std::copy_n(y.begin(), columns, c.begin());
    for (std::int64_t k = 1; k < n; ++k) {
        if (x[k] != x[k]) throw ValueError("The places of a polynomial must be numbers, found NaN");
        std::int64_t equal = 0;  // places before that are the same
        double factorial = 1;
        while (equal < k && x[k - equal - 1] == x[k]) factorial *= static_cast<double>(++equal);
        for (std::int64_t m = 0; m < columns; ++m) table[m] = y[k * columns + m] / factorial;
        for (std::int64_t i = 0; i < k - equal; ++i) {
            if (x[i] == x[k]) throw ValueError("Elements of `xi` can't be equal.");
            const P width = x[i] - x[k];
            for (std::int64_t m = 0; m < columns; ++m) {
                T& next = table[(i + 1) * columns + m];
                next = ((equal == 0 ? c[i * columns + m] : next) - table[i * columns + m]) / width;
            }
        }
        for (std::int64_t m = 0; m < columns; ++m) c[k * columns + m] = table[(k - equal) * columns + m];
    }
    return c;
}

template <class T>
ndarray differences_of(const ndarray& xi, const ndarray& rows) {
    const std::int64_t columns = rows.shape()[1];
    std::vector<T> c;
    if constexpr (std::is_same_v<T, double>) c = differences(on_host(xi), rows.to_vector<T>(), columns);
    else if (is_complex(xi.dtype()))
        c = differences(contiguous(xi, DType::complex128).to_vector<T>(), rows.to_vector<T>(), columns);
    else c = differences(on_host(xi), rows.to_vector<T>(), columns);
    return array_from_host(c.data(), rows.dtype(), {rows.shape()[0] + 1, rows.shape()[1]});
}

ndarray evaluate(const ItemFunction& function, const ndarray& xi, const ndarray* wi, const ndarray& given,
                 const ndarray& places, int derivatives) {
    const std::int64_t columns = given.shape()[1];
    // Where one of them is complex, all are.
    const DType type = is_complex(places.dtype()) || is_complex(xi.dtype()) ? DType::complex128 : DType::float64;
    const ndarray nodes = contiguous(xi, type), at = contiguous(places, type),
                  values = is_complex(type) ? contiguous(given, type) : given,
                  out = kernel::new_array({derivatives, at.size(), columns}, values.dtype());
    if (out.size() == 0) return out;
    kernel::DataAccess data;
    PolynomialArgs args{};
    args.nodes = data.read(nodes);
    args.weights = data.read<double>(wi);
    args.values = data.read(values);
    args.places = data.read(at);
    args.out = data.write(out);
    args.items = at.size() * columns;
    args.count = xi.size();
    args.columns = columns;
    args.derivatives = derivatives;
    run_items(data, function, args, {values.dtype(), type});
    return out;
}

}  // namespace

KroghInterpolator::KroghInterpolator(const ndarray& places, const ndarray& values, std::int64_t asked) : xi(places) {
    const kernel::Placement here(places, values);
    if (xi.size() > 30)
        warn(std::to_string(xi.size()) +
             " degrees provided, degrees higher than about thirty cause problems with numerical instability with "
             "'KroghInterpolator'");
    ndarray rows = as_rows(places, values, asked, axis, columns);
    if (is_complex(places.dtype())) rows = contiguous(rows, DType::complex128);
    c = is_complex(rows.dtype()) ? differences_of<std::complex<double>>(places, rows)
                                 : differences_of<double>(places, rows);
    yi = moveaxis(values, axis, 0).reshape(rows.shape());
}

ndarray KroghInterpolator::derivatives(const ndarray& places, std::optional<int> count) const {
    const kernel::Placement here(places, xi);
    if (is_complex(places.dtype()) && !is_complex(c.dtype()))
        throw TypeError(
            "a polynomial through real data takes real places, found complex ones; give the values as complex numbers");
    const int wanted = count.value_or(static_cast<int>(xi.size()));
    if (wanted < 0) throw ValueError("There is no number of derivatives such as " + std::to_string(wanted));
    const ndarray values = evaluate({"polynomials.h", "newton_values", "PolynomialArgs", 64}, xi, nullptr,
                                    slice(c, 0, 0, xi.size()), places, wanted);
    ndarray shaped = values.reshape(joined(joined({wanted}, places.shape()), columns));
    if (axis == 0 || places.ndim() == 0) return shaped;
    Dims order{0};
    for (int d = 0; d < axis; ++d) order.push_back(1 + places.ndim() + d);
    for (int d = 0; d < places.ndim(); ++d) order.push_back(1 + d);
    for (int d = 1 + places.ndim() + axis; d < shaped.ndim(); ++d) order.push_back(d);
    return shaped.transpose(order);
}

ndarray KroghInterpolator::derivative(const ndarray& places, int order) const {
    const kernel::Placement here(places, xi);
    if (order < 0) throw ValueError("The order of a derivative must not be negative, found " + std::to_string(order));
    return place_of(derivatives(places, order + 1), 0, order);
}

ndarray BarycentricInterpolator::weights(const ndarray& xi) {
    const kernel::Placement here(xi);
    const std::vector<double> x = on_host(xi);
    const auto n = static_cast<std::int64_t>(x.size());
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    // Lengths in quarters of the extent, and factors in an order that goes to and fro, keep the products in range.
    const double scale = n > 1 ? 4 / (*high - *low) : 1;
    std::int64_t stride = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(n) * 0.618));
    const auto divisor = [](std::int64_t a, std::int64_t b) {
        while (b) std::swap(a %= b, b);
        return a;
    };
    while (divisor(stride, n) != 1) ++stride;
    std::vector<double> w(x.size());
    for (std::int64_t i = 0; i < n; ++i) {
        double product = 1;
        for (std::int64_t step = 0, j = 0; step < n; ++step, j = (j + stride) % n)
            if (j != i) product *= scale * (x[i] - x[j]);
        if (product == 0) throw ValueError("Interpolation points xi must be distinct.");
        w[i] = 1 / product;
    }
    return array_from_host(w.data(), DType::float64, {n});
}

BarycentricInterpolator::BarycentricInterpolator(const ndarray& places, const ndarray* values, std::int64_t asked,
                                                 const ndarray* given)
    : xi(contiguous(places, DType::float64)), axis(static_cast<int>(asked)) {
    const kernel::Placement here(places, values, given);
    set_yi(values);
    wi = given ? contiguous_places(*given) : weights(xi);
    if (wi.size() != xi.size())
        throw ValueError("There are " + std::to_string(wi.size()) + " weights for " + std::to_string(xi.size()) +
                         " places");
}

void BarycentricInterpolator::set_yi(const ndarray* values, std::optional<std::int64_t> asked) {
    const kernel::Placement here(values, xi);
    if (values) yi = as_rows(xi, *values, asked.value_or(axis), axis, columns_);
    else yi.reset();
}

void BarycentricInterpolator::add_xi(const ndarray& places, const ndarray* values) {
    const kernel::Placement here(places, values, xi);
    if (values && !yi) throw ValueError("No previous yi value to update!");
    if (!values && yi) throw ValueError("No update to yi provided!");
    const ndarray all = concatenate({xi, contiguous(places, DType::float64)});
    ndarray of_all = weights(all);
    if (values) {
        const ndarray before = yi->reshape(joined({xi.size()}, columns_));
        const ndarray rows = concatenate({before, moveaxis(*values, axis, 0)});
        int first = 0;
        yi = as_rows(all, rows, 0, first, columns_);
    }
    xi = all;
    wi = std::move(of_all);
}

std::vector<ndarray> BarycentricInterpolator::state() const {
    std::vector<ndarray> arrays{xi, wi, asarray(std::vector<std::int64_t>{axis})};
    if (yi) arrays.push_back(yi->reshape(joined({xi.size()}, columns_)));
    return arrays;
}

void BarycentricInterpolator::set_state(const std::vector<ndarray>& state) {
    xi = state[0];
    wi = state[1];
    axis = static_cast<int>(state[2].to_vector<std::int64_t>()[0]);
    if (state.size() < 4) return;
    columns_ = axes_from(state[3], 1);
    yi = state[3].reshape({xi.size(), columns_from(state[3], 1)});
}

ndarray BarycentricInterpolator::derivative(const ndarray& places, int order) const {
    const kernel::Placement here(places, xi);
    if (order < 0) throw ValueError("The order of a derivative must not be negative, found " + std::to_string(order));
    if (!yi) throw ValueError("The polynomial has no values; give them by set_yi");
    ndarray values = *yi;
    const std::int64_t n = xi.size();
    if (order >= n) {
        // At any place, also where there is no number.
        const ndarray none = zeros(joined(places.shape(), columns_), yi->dtype());
        return places.ndim() ? moved_back(none, places.ndim(), axis) : none;
    }
    if (order > 0) {
        // The matrix that takes values at the places to slopes there.
        const ndarray one = eye(n), apart = add(subtract(xi.reshape({n, 1}), xi), one);
        ndarray slopes = divide(wi, multiply(apart, wi.reshape({n, 1})));
        slopes = subtract(slopes, multiply(one, slopes));
        slopes = subtract(slopes, multiply(one, sum(slopes, {.axis = Dims{1}}).reshape({n, 1})));
        for (int turn = 0; turn < order; ++turn) values = matmul(slopes.astype(values.dtype()), values);
    }
    const ndarray found =
        evaluate({"polynomials.h", "barycentric_value", "PolynomialArgs", 64}, xi, &wi, values, places, 1);
    const ndarray shaped = found.reshape(joined(places.shape(), columns_));
    return places.ndim() ? moved_back(shaped, places.ndim(), axis) : shaped;
}

ndarray BarycentricInterpolator::derivatives(const ndarray& places, std::optional<int> count) const {
    const kernel::Placement here(places, xi);
    const int wanted = count.value_or(static_cast<int>(xi.size()));
    if (wanted < 0) throw ValueError("There is no number of derivatives such as " + std::to_string(wanted));
    std::vector<ndarray> found{derivative(places, 0)};
    for (int order = 1; order < wanted; ++order) found.push_back(derivative(places, order));
    return slice(stack(found), 0, 0, wanted);
}

}  // namespace cuprum::scipy::interpolate
