// Densities of points.
#pragma once

#include <cstdint>
#include <optional>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/random.h"

namespace cuprum::scipy::stats {

/// A density as a sum of normal distributions about points.
class gaussian_kde {
public:
    /// A density as a sum of normal distributions about points.
    ///
    /// Parameters
    ///     dataset: points, (d, n) or (n,).
    ///     weights: what they count, (n,); the same if None.
    ///     factor: the bandwidth as a share of the standard deviation; Scott's rule, neff**(-1 / (d + 4)), if None.
    /// Raises
    ///     ValueError: one point or none; weights of another shape; no finite covariance.
    CUPRUM_TRAITS("pickled by dataset weights factor")
    CUPRUM_PYTHON explicit gaussian_kde(const ndarray& dataset, const ndarray* weights = nullptr,
                                        std::optional<double> factor = {});

    /// The number of coordinates.
    CUPRUM_PROPERTY std::int64_t d() const { return dataset_.shape()[0]; }
    /// The number of points.
    CUPRUM_PROPERTY std::int64_t n() const { return dataset_.shape()[1]; }
    /// The points, (d, n).
    CUPRUM_PROPERTY const ndarray& dataset() const { return dataset_; }
    /// What the points count, with the sum 1.
    CUPRUM_PROPERTY const ndarray& weights() const { return weights_; }
    /// How many points of the same weight would tell as much.
    CUPRUM_PROPERTY double neff() const { return neff_; }
    /// The bandwidth as a share of the standard deviation.
    CUPRUM_PROPERTY double factor() const { return factor_; }
    CUPRUM_PYTHON void set_factor(double factor);
    /// The covariance of each normal distribution.
    CUPRUM_PROPERTY const ndarray& covariance() const { return covariance_; }
    /// The covariance's Cholesky factor, a lower triangle.
    CUPRUM_PROPERTY const ndarray& cho_cov() const { return factors_; }
    /// The inverse of the covariance.
    CUPRUM_PROPERTY ndarray inv_cov() const;

    /// Scott's factor.
    CUPRUM_PYTHON double scotts_factor() const;
    /// Silverman's factor.
    CUPRUM_PYTHON double silverman_factor() const;

    /// The density at points, (d, m), or (m,) in one dimension; (d,) and (1, d) are one point.
    CUPRUM_PYTHON ndarray evaluate(CUPRUM_FROM_NUMPY const ndarray& points) const;
    /// The density at points, as `evaluate`.
    CUPRUM_PYTHON ndarray operator()(CUPRUM_FROM_NUMPY const ndarray& points) const { return evaluate(points); }
    /// The density at points, as `evaluate`.
    CUPRUM_PYTHON ndarray pdf(CUPRUM_FROM_NUMPY const ndarray& x) const { return evaluate(x); }
    /// Its logarithm, of any size.
    CUPRUM_PYTHON ndarray logpdf(CUPRUM_FROM_NUMPY const ndarray& x) const;

    /// The probability of values between two bounds.
    ///
    /// Parameters
    ///     low: the lower bound.
    ///     high: the upper bound.
    /// Returns
    ///     A number, as an array of no dimensions.
    /// Raises
    ///     ValueError: points of more than one dimension.
    /// Example
    ///     >>> stats.gaussian_kde(cp.array([-1., 0., 1.])).integrate_box_1d(-1, 1).round(4)
    ///     array(0.5915)
    CUPRUM_PYTHON ndarray integrate_box_1d(const Operand& low, const Operand& high) const;

    /// The probability of points within a box.
    ///
    /// In two dimensions by Gauss's rule along the first. In more by a lattice rule over the transform of A. Genz,
    /// Numerical computation of multivariate normal probabilities, 1992, with the same nodes for all points: an error
    /// of about 1e-5.
    ///
    /// Parameters
    ///     low_bounds: the box's lower corner, (d,), also infinite.
    ///     high_bounds: its upper corner.
    ///     maxpts: how many nodes are taken at most; 8192 by default.
    ///     rng: accepted; no random numbers are drawn.
    /// Returns
    ///     A number, as an array of no dimensions.
    /// Raises
    ///     ValueError: bounds of another shape.
    /// Example
    ///     >>> stats.gaussian_kde(cp.array([-1., 0., 1.])).integrate_box([-1], [1]).round(4)
    ///     array(0.5915)
    CUPRUM_SIGNATURE("low_bounds, high_bounds, maxpts, *, rng=None")
    CUPRUM_PYTHON ndarray integrate_box(CUPRUM_FROM_NUMPY const ndarray& low_bounds,
                                        CUPRUM_FROM_NUMPY const ndarray& high_bounds,
                                        std::optional<std::int64_t> maxpts = {}) const;

    /// The integral of the density times a normal distribution's.
    ///
    /// Parameters
    ///     mean: where the normal distribution is, (d,).
    ///     cov: its covariance, (d, d).
    /// Returns
    ///     A number, as an array of no dimensions.
    /// Raises
    ///     ValueError: a mean or a covariance of another shape.
    /// Example
    ///     >>> stats.gaussian_kde(cp.array([-1., 0., 1.])).integrate_gaussian([0], [[1]]).round(4)
    ///     array(0.2567)
    CUPRUM_PYTHON ndarray integrate_gaussian(CUPRUM_FROM_NUMPY const ndarray& mean,
                                             CUPRUM_FROM_NUMPY const ndarray& cov) const;

    /// The integral of the product of two densities.
    ///
    /// Parameters
    ///     other: the other density.
    /// Returns
    ///     A number, as an array of no dimensions.
    /// Raises
    ///     ValueError: densities of different dimensions.
    /// Example
    ///     >>> density = stats.gaussian_kde(cp.array([-1., 0., 1.]))
    ///     >>> density.integrate_kde(density).round(4)
    ///     array(0.2396)
    CUPRUM_PYTHON ndarray integrate_kde(const gaussian_kde& other) const;

    /// Draws points from the density.
    ///
    /// Parameters
    ///     seed: where random numbers come from; in Python also a seed, or None for the current state.
    ///     size: how many points; neff by default.
    /// Returns
    ///     The points, (d, size).
    CUPRUM_SIGNATURE("size, seed=None")
    CUPRUM_PYTHON ndarray resample(random::Source& seed, std::optional<std::int64_t> size = {}) const;

    /// The density of some of the coordinates, with the same bandwidth.
    ///
    /// Parameters
    ///     dimensions: which coordinates, negative ones from the last.
    /// Raises
    ///     ValueError: numbers that are not there, or twice there.
    CUPRUM_PYTHON gaussian_kde marginal(const Dims& dimensions) const;

private:
    /// The integral of the product with normal densities of one covariance about points (d, m).
    ndarray overlap(const ndarray& points, const ndarray& weights, const ndarray& covariance) const;

    ndarray dataset_, points_, weights_, data_covariance_, covariance_, factors_;  // points_ are float64
    double neff_ = 0, factor_ = 0, log_norm_ = 0;
};

}  // namespace cuprum::scipy::stats
