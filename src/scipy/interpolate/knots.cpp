// Knots of splines: those that interpolants have, more of them in a spline, and those of a polynomial in powers.
#include "scipy/interpolate/knots.h"

#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

using Numbers = std::vector<double>;

/// A number for each row of coefficients.
ndarray beside(const Numbers& numbers, const ndarray& c) {
    Shape shape(c.ndim(), 1);
    shape[0] = static_cast<std::int64_t>(numbers.size());
    return to_device(numbers).reshape(shape);
}

}  // namespace

ndarray to_device(const Numbers& numbers) {
    return array_from_host(numbers.data(), DType::float64, {static_cast<std::int64_t>(numbers.size())});
}

Numbers knots_of_interpolant(const Numbers& x, int k, bool conditions) {
    Numbers t(static_cast<std::size_t>(conditions ? k : k + 1), x.front());
    if (conditions) {
        t.insert(t.end(), x.begin(), x.end());
    } else if (k % 2) {
        const int left_out = (k + 1) / 2;
        if (static_cast<int>(x.size()) > 2 * left_out) t.insert(t.end(), x.begin() + left_out, x.end() - left_out);
    } else {
        const int left_out = k / 2;
        for (int i = left_out; i < static_cast<int>(x.size()) - 1 - left_out; ++i)
            t.push_back((x[static_cast<std::size_t>(i) + 1] + x[static_cast<std::size_t>(i)]) / 2);
    }
    t.insert(t.end(), static_cast<std::size_t>(conditions ? k : k + 1), x.back());
    return t;
}

Numbers periodic_knots(const Numbers& x, int k) {
    const auto n = static_cast<int>(x.size());
    Numbers inner = x, steps;
    if (k % 2 == 0)
        for (int i = 1; i + 1 < n; ++i) inner[i] -= (x[i] - x[i - 1]) / 2;
    for (int i = 0; i + 1 < n; ++i) steps.push_back(inner[i + 1] - inner[i]);
    Numbers t(static_cast<std::size_t>(n + 2 * k));
    std::copy(inner.begin(), inner.end(), t.begin() + k);
    for (int i = 0; i < k; ++i) {
        t[k - i - 1] = t[k - i] - steps[(n - 1) - i % (n - 1) - 1];
        t[n + k + i] = t[n + k + i - 1] + steps[i % (n - 1)];
    }
    return t;
}

BSpline BSpline::insert_knot(double x, int times) const {
    const kernel::Placement here(c);
    Numbers knots = on_host(t);
    const auto end = static_cast<std::int64_t>(knots.size()) - k - 1;
    if (!(x >= knots[k] && x <= knots[end])) throw ValueError("Cannot insert a knot at " + std::to_string(x) + ".");
    if (times <= 0) throw ValueError("`m` must be positive, got m = " + std::to_string(times) + ".");
    ndarray coefficients = c;
    for (int turn = 0; turn < times; ++turn) {
        const auto n = static_cast<std::int64_t>(knots.size()) - k - 1;
        std::int64_t at = k;  // the interval that holds x, no empty one at the right end
        while (at < n - 1 && x >= knots[at + 1]) ++at;
        while (at > k && knots[at] >= knots[at + 1]) --at;
        if (knots[at] >= knots[at + 1]) throw ValueError("Cannot insert the knot at " + std::to_string(x) + ".");
        const bool periodic = extrapolate == Extrapolate::periodic;
        // Knots near an end decide on those beyond the other one; a knot near both has no such end.
        if (periodic && at < 2 * k && at >= n - k)
            throw ValueError("Not enough internal knots to insert one into a periodic spline.");
        Numbers share, rest;
        for (std::int64_t j = at - k + 1; j <= at; ++j) {
            share.push_back((x - knots[j]) / (knots[j + k] - knots[j]));
            rest.push_back(1 - share.back());
        }
        std::vector<ndarray> parts;
        parts.reserve(3);
        parts.push_back(slice(coefficients, 0, 0, at - k + 1));
        if (k)
            parts.push_back(slice(coefficients, 0, at - k + 1, at + 1) * beside(share, coefficients) +
                            slice(coefficients, 0, at - k, at) * beside(rest, coefficients));
        parts.push_back(slice(coefficients, 0, at, coefficients.shape()[0]));
        coefficients = concatenate(parts);
        knots.insert(knots.begin() + at + 1, x);
        if (!periodic) continue;
        const std::int64_t last = n + 1, whole = last - k;  // the period ends at knots[last]; its coefficients
        const double period = knots[last] - knots[k];
        const ndarray behind = slice(coefficients, 0, last, coefficients.shape()[0]);
        if (at >= whole) {
            for (int j = 1; j <= k; ++j) knots[k - j] = knots[last - j] - period;
            coefficients = concatenate({slice(coefficients, 0, whole, last), slice(coefficients, 0, k, last), behind});
        } else if (at < 2 * k) {
            for (int j = 1; j <= k; ++j) knots[last + j] = knots[k + j] + period;
            coefficients = concatenate({slice(coefficients, 0, 0, whole), slice(coefficients, 0, 0, k), behind});
        }
    }
    return construct_fast(to_device(knots), coefficients, k, extrapolate, axis);
}

BSpline BSpline::from_power_basis(const CubicSpline& polynomial, KnotsAt where) {
    const kernel::Placement here(polynomial.c);
    const Numbers x = on_host(polynomial.x);
    const int k = static_cast<int>(polynomial.c.shape()[0]) - 1;
    if (k != 3) throw ValueError("Cubic polynomials become splines, not those of degree " + std::to_string(k));
    const Numbers t =
        where == KnotsAt::periodic ? periodic_knots(x, k) : knots_of_interpolant(x, k, where == KnotsAt::all_places);
    const auto n = static_cast<std::int64_t>(t.size()) - k - 1;
    // The polar form of an interval's polynomial at the knots within a basis function is its coefficient.
    Numbers products[3];
    std::vector<std::int64_t> pieces;
    for (std::int64_t j = 0; j < n; ++j) {
        std::int64_t best = -1;  // the interval near the middle of the function's
        for (const std::int64_t i : {j + 1, j + 2, j, j + 3})
            if (best < 0 && i >= k && i < n && t[i] < t[i + 1]) best = i;
        if (best < 0) throw ValueError("The knots leave no interval for a basis function.");
        const auto at = std::upper_bound(x.begin(), x.end(), t[best] + (t[best + 1] - t[best]) / 2) - x.begin() - 1;
        const std::int64_t piece = std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(x.size()) - 2);
        const double u = t[j + 1] - x[piece], v = t[j + 2] - x[piece], w = t[j + 3] - x[piece];
        pieces.push_back(piece);
        products[0].push_back(u * v * w);
        products[1].push_back((u * v + v * w + w * u) / 3);
        products[2].push_back((u + v + w) / 3);
    }
    const ndarray chosen = asarray(pieces);
    const auto power = [&](std::int64_t row) { return take(place_of(polynomial.c, 0, row), chosen, 0); };
    ndarray c = power(k);
    for (int row = 0; row < k; ++row) c = c + power(row) * beside(products[row], c);
    return construct_fast(to_device(t), contiguous(c, computing_dtype(c.dtype())), k, polynomial.extrapolate,
                          polynomial.axis);
}

}  // namespace cuprum::scipy::interpolate
