// Densities as sums of normal distributions.
#include <algorithm>
#include <cmath>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/distance.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/special_quadratures.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/statistics.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::int64_t most_at_once = std::int64_t{1} << 26;  // terms in memory

/// Half the squared distances of points a (d, m) to points b (d, n), (m, n), where the covariance of which these are
/// the factors is that of a unit normal. The middle (d, 1) is where the points are.
ndarray half_squares(const ndarray& a, const ndarray& b, const ndarray& factors, const ndarray& middle) {
    const auto moved = [&](const ndarray& points) {
        return cuprum::linalg::solve(factors, (points - middle) * std::sqrt(0.5)).T();
    };
    return spatial::distance::cdist(moved(a), moved(b), "sqeuclidean");
}

double root_of_prime(std::int64_t k) {
    std::int64_t n = 2;
    for (;; ++n) {
        bool prime = true;
        for (std::int64_t i = 2; i * i <= n; ++i) prime &= n % i != 0;
        if (prime && k-- == 0) return std::sqrt(static_cast<double>(n));
    }
}

/// The probability of boxes (d, n) about 0 under a normal distribution whose covariance has these factors.
///
/// Coordinates are taken one after another, each within the bounds that those before it leave: a product of d
/// one-dimensional probabilities, averaged over where the earlier coordinates lie. The lattice is Richtmyer's, of
/// square roots of primes, folded so that its function is periodic.
ndarray box_probability(const ndarray& low, const ndarray& high, const ndarray& factors, std::int64_t nodes) {
    const std::int64_t d = low.shape()[0];
    const ndarray k = arange(1, nodes + 1, 1, DType::float64);
    std::vector<ndarray> earlier;
    ndarray product = ones({1, 1});
    for (std::int64_t axis = 0; axis < d; ++axis) {
        ndarray shift = zeros({1, 1});
        for (std::int64_t j = 0; j < axis; ++j) shift = shift + factors(axis, j) * earlier[j];
        const auto below = [&](const ndarray& bound) {
            return special::ndtr((bound(axis, all_of, newaxis) - shift) / factors(axis, axis));
        };
        const ndarray start = below(low), inside = below(high) - start;
        product = product * inside;
        if (axis == d - 1) break;
        const ndarray at = absolute(remainder(k * root_of_prime(axis), 1.0) * 2.0 - 1.0);
        earlier.push_back(special::ndtri(clip(start + at * inside, 1e-300, 1 - 1.1e-16)));
    }
    return mean(product, {.axis = Dims{1}});
}

/// The same in the plane, by Gauss's rule in parts of what the first coordinate may be.
ndarray plane_probability(const ndarray& low, const ndarray& high, const ndarray& factors, std::int64_t nodes) {
    constexpr std::int64_t of_part = 16;
    constexpr double far = 9;  // the normal distribution has less than 1e-18 beyond
    const std::int64_t parts = std::max<std::int64_t>(1, nodes / of_part);
    const special::Quadrature rule = special::roots_legendre(of_part);
    const double width = 1 / static_cast<double>(parts);
    const ndarray begin = arange(parts, DType::float64).reshape({parts, 1}) * width;
    const ndarray share = (begin + (rule.points + 1.0) * (width / 2)).ravel();  // of the way
    const ndarray weight = (begin * 0.0 + rule.weights * (width / 2)).ravel();
    const auto bound = [&](const ndarray& b) {
        return clip(b(0, all_of, newaxis) / factors(0, 0), Operand(-40.0), Operand(40.0));
    };
    const ndarray a = bound(low), b = bound(high);
    const ndarray from = maximum(a, minimum(b, 0.0) - far), way = minimum(b, maximum(a, 0.0) + far) - from;
    const ndarray x = from + way * share;
    const auto below = [&](const ndarray& b) {
        return special::ndtr((b(1, all_of, newaxis) - factors(1, 0) * x) / factors(1, 1));
    };
    const ndarray density = cuprum::exp(x * x * -0.5) * (weight / std::sqrt(2 * pi));
    return sum((below(high) - below(low)) * density * way, {.axis = Dims{1}});
}

void check_axes(std::string_view what, const ndarray& a, const Shape& expected) {
    if (a.shape() != expected)
        throw ValueError(std::string(what) + " has the shape " + to_string(a.shape()) + ", not " + to_string(expected));
}

}  // namespace

gaussian_kde::gaussian_kde(const ndarray& dataset, const ndarray* weights, std::optional<double> factor) {
    const kernel::Placement here(dataset, weights);
    if (dataset.ndim() > 2)
        throw ValueError("`dataset` has " + std::to_string(dataset.ndim()) + " dimensions, where it may have 2.");
    dataset_ = atleast_2d(dataset);
    points_ = ascontiguousarray(dataset_.astype(DType::float64));
    if (dataset_.size() < 2) throw ValueError("`dataset` input should have multiple elements.");
    if (weights) {
        if (weights->ndim() != 1) throw ValueError("`weights` input should be one-dimensional.");
        if (weights->size() != n()) throw ValueError("`weights` input should be of length n");
        const ndarray w = weights->astype(DType::float64);
        weights_ = w / sum(w);
    } else {
        weights_ = full({n()}, 1.0 / static_cast<double>(n()));
    }
    neff_ = 1 / sum(weights_ * weights_).item().to_double();
    if (d() > n())
        throw ValueError(
            "Number of dimensions is greater than number of samples. This results in a singular data "
            "covariance matrix, which cannot be treated using the algorithms implemented in "
            "`gaussian_kde`. Note that `gaussian_kde` interprets each *column* of `dataset` to be a "
            "point; consider transposing the input to `dataset`.");
    data_covariance_ = atleast_2d(cov(points_, {.bias = false, .aweights = &weights_}));
    if (!all(isfinite(data_covariance_)).item().to_bool())
        throw ValueError(
            "`dataset` and `weights` have no finite covariance: there are NaN or infinities, or one point has all the "
            "weight");
    set_factor(factor.value_or(scotts_factor()));
}

double gaussian_kde::scotts_factor() const { return std::pow(neff_, -1.0 / (static_cast<double>(d()) + 4)); }
double gaussian_kde::silverman_factor() const {
    const double axes = static_cast<double>(d());
    return std::pow(neff_ * (axes + 2) / 4.0, -1.0 / (axes + 4));
}

void gaussian_kde::set_factor(double factor) {
    const kernel::Placement here(dataset_);
    factor_ = factor;
    covariance_ = data_covariance_ * (factor * factor);
    try {
        factors_ = cuprum::linalg::cholesky(covariance_);
    } catch (const LinAlgError&) {
        throw LinAlgError(
            "The covariance of the points is singular: as far as rounding tells, they lie in a space of fewer "
            "dimensions than they have coordinates. Give coordinates in that space, as principal components are.");
    }
    const double axes = static_cast<double>(d());
    log_norm_ = sum(cuprum::log(factors_.diagonal())).item().to_double() + axes / 2 * std::log(2 * pi);
}

ndarray gaussian_kde::inv_cov() const { return cuprum::linalg::inv(covariance_); }

ndarray gaussian_kde::logpdf(const ndarray& points) const {
    const kernel::Placement here(points, dataset_);
    ndarray x = points.astype(DType::float64);
    if (x.ndim() > 2) throw ValueError("points have " + std::to_string(x.ndim()) + " axes, where they may have 2");
    x = atleast_2d(x);
    if (x.shape()[0] == 1 && x.size() == d()) x = x.reshape({d(), 1});  // one point
    if (x.shape()[0] != d())
        throw ValueError("points have dimension " + std::to_string(x.shape()[0]) + ", dataset has dimension " +
                         std::to_string(d()));
    const std::int64_t m = x.shape()[1], step = std::max<std::int64_t>(1, most_at_once / n());
    const ndarray middle = mean(points_, {.axis = Dims{1}, .keepdims = true});
    std::vector<ndarray> parts;
    for (std::int64_t first = 0; first < m; first += step) {
        const ndarray part = x(all_of, Slice{first, std::min(first + step, m)});
        const ndarray squares = half_squares(part, points_, factors_, middle);
        const ndarray least = min(squares, {.axis = Dims{1}, .keepdims = true});
        parts.push_back(cuprum::log(matmul(cuprum::exp(least - squares), weights_)) - least.ravel() - log_norm_);
    }
    return parts.empty() ? empty({0}) : parts.size() == 1 ? parts[0] : concatenate(parts);
}

ndarray gaussian_kde::evaluate(const ndarray& points) const { return cuprum::exp(logpdf(points)); }

ndarray gaussian_kde::integrate_box_1d(const Operand& low, const Operand& high) const {
    const kernel::Placement here(low, high, dataset_);
    if (d() != 1) throw ValueError("integrate_box_1d() only handles 1D pdfs");
    const auto below = [&](const Operand& bound) {
        return special::ndtr(subtract(bound, points_(0)) / factors_(0, 0));
    };
    return sum(weights_ * (below(high) - below(low)));
}

ndarray gaussian_kde::integrate_box(const ndarray& low_bounds, const ndarray& high_bounds,
                                    std::optional<std::int64_t> maxpts) const {
    const kernel::Placement here(low_bounds, high_bounds, dataset_);
    constexpr std::int64_t most_nodes = 8192;
    const ndarray low = atleast_1d(low_bounds.astype(DType::float64)),
                  high = atleast_1d(high_bounds.astype(DType::float64));
    check_axes("low_bounds", low, {d()});
    check_axes("high_bounds", high, {d()});
    const std::int64_t nodes = d() == 1 ? 1 : std::clamp<std::int64_t>(maxpts.value_or(most_nodes), 1, most_nodes);
    const std::int64_t step = std::max<std::int64_t>(1, most_at_once / 16 / nodes);
    ndarray total = zeros({});
    for (std::int64_t first = 0; first < n(); first += step) {
        const Slice part{first, std::min(first + step, n())};
        const ndarray points = points_(all_of, part);
        const auto probability = d() == 2 ? plane_probability : box_probability;
        const ndarray share =
            probability(low(all_of, newaxis) - points, high(all_of, newaxis) - points, factors_, nodes);
        total = total + sum(share * weights_(part));
    }
    return total;
}

ndarray gaussian_kde::overlap(const ndarray& points, const ndarray& weights, const ndarray& covariance) const {
    const kernel::Placement here(points, weights, covariance, dataset_);
    const ndarray together = covariance_ + covariance, factors = cuprum::linalg::cholesky(together);
    const ndarray middle = mean(points_, {.axis = Dims{1}, .keepdims = true});
    const std::int64_t step = std::max<std::int64_t>(1, most_at_once / points.shape()[1]);
    ndarray total = zeros({});
    for (std::int64_t first = 0; first < n(); first += step) {
        const Slice part{first, std::min(first + step, n())};
        const ndarray terms = cuprum::exp(-half_squares(points_(all_of, part), points, factors, middle));
        total = total + matmul(weights_(part), matmul(terms, weights));
    }
    return total / cuprum::sqrt(cuprum::linalg::det(together * (2 * pi)));
}

ndarray gaussian_kde::integrate_gaussian(const ndarray& mean, const ndarray& cov) const {
    const kernel::Placement here(mean, cov, dataset_);
    const ndarray at = atleast_1d(mean.astype(DType::float64)), covariance = atleast_2d(cov.astype(DType::float64));
    check_axes("mean", at, {d()});
    check_axes("cov", covariance, {d(), d()});
    return overlap(at.reshape({d(), 1}), ones({1}), covariance);
}

ndarray gaussian_kde::integrate_kde(const gaussian_kde& other) const {
    const kernel::Placement here(dataset_);
    if (other.d() != d()) throw ValueError("KDEs are not the same dimensionality");
    return overlap(other.points_, other.weights_, other.covariance_);
}

ndarray gaussian_kde::resample(random::Source& source, std::optional<std::int64_t> size) const {
    const kernel::Placement here(dataset_);
    const std::int64_t count = size.value_or(saturated(neff_));
    const ndarray noise = matmul(factors_, source.standard_normal(Shape{d(), count}));
    const ndarray share = cumsum(weights_), at = source.random_sample(Shape{count}) * share(-1);
    return take(points_, minimum(searchsorted(share, at, "right"), n() - 1), 1) + noise;
}

gaussian_kde gaussian_kde::marginal(const Dims& dimensions) const {
    const kernel::Placement here(dataset_);
    std::vector<bool> kept(static_cast<std::size_t>(d()));
    std::vector<ndarray> rows;
    for (std::int64_t k : dimensions) {
        if (k < -d() || k >= d())
            throw ValueError("Dimension " + std::to_string(k) + " is invalid for a distribution in " +
                             std::to_string(d()) + " dimensions.");
        const std::int64_t axis = k < 0 ? k + d() : k;
        if (kept[static_cast<std::size_t>(axis)]) throw ValueError("All elements of `dimensions` must be unique.");
        kept[static_cast<std::size_t>(axis)] = true;
        rows.push_back(dataset_(axis));
    }
    return gaussian_kde(stack(rows), &weights_, factor_);
}

}  // namespace cuprum::scipy::stats
