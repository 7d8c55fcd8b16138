// Further intervals of piecewise polynomials, and intervals from values and derivatives at their ends.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

/// Coefficients and places of both, `more` on the side where its places lie. Coefficients of a lower order get zeros in
/// front.
void put_beside(ndarray& c, ndarray& x, const ndarray& more, const ndarray& places) {
    if (more.ndim() < 2) throw ValueError("invalid dimensions for c");
    if (places.ndim() != 1) throw ValueError("invalid dimensions for x");
    if (places.size() != more.shape()[1])
        throw ValueError("Shapes of x " + to_string(places.shape()) + " and c " + to_string(more.shape()) +
                         " are incompatible");
    if (more.ndim() != c.ndim() || axes_from(more, 2) != axes_from(c, 2))
        throw ValueError("Shapes of c " + to_string(more.shape()) + " and of the coefficients that there are " +
                         to_string(c.shape()) + " are incompatible");
    if (more.size() == 0) return;
    const std::vector<double> ends = on_host(places), own = on_host(x);
    if (!std::is_sorted(ends.begin(), ends.end()) && !std::is_sorted(ends.rbegin(), ends.rend()))
        throw ValueError("`x` is not sorted.");
    const double sign = own.back() >= own.front() ? 1 : -1;
    if (sign * ends.back() < sign * ends.front()) throw ValueError("`x` is in the different order than `self.x`.");
    const bool is_behind = sign * ends.front() >= sign * own.back();
    if (!is_behind && sign * ends.back() > sign * own.front())
        throw ValueError("`x` is neither on the left or on the right from `self.x`.");
    const std::int64_t order = std::max(c.shape()[0], more.shape()[0]);
    const DType dtype = is_complex(more.dtype()) ? DType::complex128 : computing_dtype(c.dtype());
    const auto padded = [&](const ndarray& a) {
        Shape shape(a.shape());
        shape[0] = order - a.shape()[0];
        return concatenate({zeros(shape, dtype), contiguous(a, dtype)});
    };
    const ndarray at = contiguous_places(places);
    c = is_behind ? concatenate({padded(c), padded(more)}, 1) : concatenate({padded(more), padded(c)}, 1);
    x = is_behind ? concatenate({x, at}) : concatenate({at, x});
}

double choices(int n, int k) {
    double product = 1;
    for (int j = 1; j <= k; ++j) product = product * (n - k + j) / j;
    return std::round(product);
}

/// Coefficients in Bernstein's basis by the derivatives at both ends: each adds a coefficient further inside.
ndarray between_ends(double width, const ndarray& below, const ndarray& above) {
    if (axes_from(below, 1) != axes_from(above, 1))
        throw ValueError("Shapes of ya " + to_string(below.shape()) + " and yb " + to_string(above.shape()) +
                         " are incompatible");
    const auto n = static_cast<int>(below.shape()[0] + above.shape()[0]);
    const DType dtype = is_complex(below.dtype()) || is_complex(above.dtype()) ? DType::complex128 : DType::float64;
    std::vector<ndarray> c(static_cast<std::size_t>(n));
    for (const int side : {1, -1}) {
        const ndarray given = contiguous(side == 1 ? below : above, dtype);
        const auto at = [&](int j) -> ndarray& { return c[static_cast<std::size_t>(side == 1 ? j : n - 1 - j)]; };
        double scale = 1;
        for (int q = 0; q < static_cast<int>(given.shape()[0]); ++q) {
            if (q) scale *= side * width / (n - q);
            ndarray value = place_of(given, 0, q) * scale;
            for (int j = 0; j < q; ++j) value = value - at(j) * (((j + q) % 2 ? -1 : 1) * choices(q, j));
            at(q) = value;
        }
    }
    return stack(c);
}

}  // namespace

void PPoly::extend(const ndarray& more, const ndarray& places) { put_beside(c, x, more, places); }

void BPoly::extend(const ndarray& more, const ndarray& places) {
    const kernel::Placement here(more, places, c);
    if (more.ndim() < 2) throw ValueError("invalid dimensions for c");
    const auto raised_by = [&](const ndarray& a, const ndarray& other) {
        return raised(a, static_cast<int>(std::max<std::int64_t>(0, other.shape()[0] - a.shape()[0])));
    };
    const ndarray beside = raised_by(more, c);
    ndarray own = raised_by(c, more);
    put_beside(own, x, beside, places);
    c = own;
}

BPoly BPoly::from_derivatives(const std::vector<double>& xi, const std::vector<ndarray>& yi,
                              const std::vector<std::optional<int>>& orders, Extrapolation extrapolate) {
    const kernel::Placement here(yi);
    if (xi.size() != yi.size()) throw ValueError("xi and yi need to have the same length");
    if (xi.size() < 2) throw ValueError("At least two places are needed, found " + std::to_string(xi.size()));
    for (std::size_t i = 1; i < xi.size(); ++i)
        if (xi[i] - xi[0] <= 0) throw ValueError("x coordinates are not in increasing order");
    for (const ndarray& y : yi)
        if (y.ndim() == 0) throw ValueError("Each place needs a sequence of derivatives, found a number");
    const std::size_t intervals = xi.size() - 1;
    if (!orders.empty() && orders.size() != intervals)
        throw ValueError("There are " + std::to_string(orders.size()) + " orders for " + std::to_string(intervals) +
                         " intervals");
    const auto count = [&](std::size_t i) { return static_cast<int>(yi[i].shape()[0]); };
    int highest = 0;
    for (std::size_t i = 0; i < intervals; ++i) highest = std::max(highest, count(i) + count(i + 1));
    for (const std::optional<int>& order : orders) {
        if (order && *order <= 0) throw ValueError("Orders must be positive.");
        highest = std::max(highest, order.value_or(0));
    }
    std::vector<ndarray> columns;
    for (std::size_t i = 0; i < intervals; ++i) {
        int below = count(i), above = count(i + 1);
        if (const std::optional<int> order = orders.empty() ? std::nullopt : orders[i]) {
            const int wanted = *order + 1;
            below = std::min(wanted / 2, count(i));
            above = std::min(wanted - below, count(i + 1));
            below = std::min(wanted - above, count(i + 1));
            if (below + above != wanted)
                throw ValueError("Point " + std::to_string(xi[i]) + " has " + std::to_string(count(i)) +
                                 " derivatives, point " + std::to_string(xi[i + 1]) + " has " +
                                 std::to_string(count(i + 1)) + " derivatives, but order " + std::to_string(*order) +
                                 " requested");
            if (below > count(i)) throw ValueError("`order` input incompatible with length y1 or y2.");
        }
        const ndarray c = between_ends(xi[i + 1] - xi[i], slice(yi[i], 0, 0, below), slice(yi[i + 1], 0, 0, above));
        columns.push_back(raised(c, std::max(0, highest - static_cast<int>(c.shape()[0]))));
    }
    return {stack(columns, 1), array_from_host(xi.data(), DType::float64, {static_cast<std::int64_t>(xi.size())}),
            extrapolate};
}

}  // namespace cuprum::scipy::interpolate
