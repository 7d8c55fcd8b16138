// Densities as sums of normal distributions.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scipy/distance.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/statistics.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

constexpr std::int64_t most_at_once = std::int64_t{1} << 26;  // terms in memory

}  // namespace

GaussianKde::GaussianKde(const ndarray& dataset, const ndarray* weights, std::optional<double> factor) {
    const ndarray points = dataset.astype(DType::float64);
    dataset_ = points.ndim() == 2 ? ascontiguousarray(points) : points.reshape({1, points.size()});
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
    data_covariance_ = atleast_2d(cov(dataset_, {.bias = false, .aweights = &weights_}));
    set_bandwidth(factor.value_or(scotts_factor()));
}

double GaussianKde::scotts_factor() const { return std::pow(neff_, -1.0 / (static_cast<double>(d()) + 4)); }
double GaussianKde::silverman_factor() const {
    const double axes = static_cast<double>(d());
    return std::pow(neff_ * (axes + 2) / 4.0, -1.0 / (axes + 4));
}

void GaussianKde::set_bandwidth(double factor) {
    factor_ = factor;
    covariance_ = data_covariance_ * (factor * factor);
    factors_ = cuprum::linalg::cholesky(covariance_);
    const double axes = static_cast<double>(d());
    log_norm_ =
        sum(cuprum::log(factors_.diagonal())).item().to_double() + axes / 2 * std::log(2 * 3.14159265358979323846);
}

ndarray GaussianKde::inv_cov() const { return cuprum::linalg::inv(covariance_); }

/// Half the squared distances of points to all data, (m, n), where the covariance is that of a unit normal.
ndarray GaussianKde::half_squares(const ndarray& points, ndarray& least) const {
    const ndarray middle = mean(dataset_, {.axis = Dims{1}, .keepdims = true});
    const double half = std::sqrt(0.5);
    const ndarray data = cuprum::linalg::solve(factors_, (dataset_ - middle) * half),
                  at = cuprum::linalg::solve(factors_, (points - middle) * half);
    const ndarray result = spatial::distance::cdist(at.T(), data.T(), "sqeuclidean");
    least = min(result, {.axis = Dims{1}, .keepdims = true});
    return result;
}

ndarray GaussianKde::logpdf(const ndarray& points) const {
    ndarray x = points.astype(DType::float64);
    if (x.ndim() < 2) x = x.ndim() == 1 && x.size() == d() && d() != 1 ? x.reshape({d(), 1}) : x.reshape({1, x.size()});
    if (x.shape()[0] != d())
        throw ValueError("points have dimension " + std::to_string(x.shape()[0]) + ", dataset has dimension " +
                         std::to_string(d()));
    const std::int64_t m = x.shape()[1], step = std::max<std::int64_t>(1, most_at_once / n());
    std::vector<ndarray> parts;
    for (std::int64_t first = 0; first < m; first += step) {
        ndarray least;
        const ndarray squares = half_squares(x(all_of, Slice{first, std::min(first + step, m)}), least);
        parts.push_back(cuprum::log(matmul(cuprum::exp(least - squares), weights_)) - least.ravel() - log_norm_);
    }
    return parts.empty() ? empty({0}) : parts.size() == 1 ? parts[0] : concatenate(parts);
}

ndarray GaussianKde::evaluate(const ndarray& points) const { return cuprum::exp(logpdf(points)); }

}  // namespace cuprum::scipy::stats
