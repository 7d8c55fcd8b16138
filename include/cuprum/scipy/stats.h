// SciPy's statistics: scores, moments, ranks, correlations, tests, densities.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::stats {

/// Along which axes a function goes, and what it does about NaN.
struct Along {
    Axes axis = Axes(Dims{0});                  ///< All axes where it is nothing.
    std::string_view nan_policy = "propagate";  ///< "propagate", "omit" or "raise".
    bool keepdims = false;                      ///< Leave the axes in the result, with length one.
};

// Scores (src/scipy/stats/scores.cpp).

/// The entropy of distributions, -sum(pk * log(pk)), or the Kullback-Leibler divergence, sum(pk * log(pk / qk)). What
/// does not add up to 1 is divided by its sum.
///
/// Parameters
///     pk: distributions along an axis.
///     qk: others that they are compared with, or None; the two broadcast.
///     base: of the logarithm; e if None.
///     axis: along which distributions lie.
///     nan_policy: "propagate" gives NaN, "omit" leaves NaN out, "raise" raises a ValueError.
///     keepdims: leave the axis in the result, with length one.
/// Returns
///     The entropies. Each distribution is read twice.
/// Raises
///     ValueError: a base that is not positive; NaN where they are to be raised.
/// Example
///     >>> stats.entropy(cp.array([0.5, 0.5]), base=2)
///     array(1.)
ndarray entropy(const ndarray& pk, const ndarray* qk = nullptr, std::optional<double> base = {},
                const Along& along = {});

/// Each element's distance from the mean, in standard deviations.
///
/// Parameters
///     a: array.
///     axis: along which means and deviations are taken; all elements if None.
///     ddof: variances are divided by the number of elements less this.
///     nan_policy: "propagate", "omit" (NaN do not count, and stay) or "raise".
/// Returns
///     An array of the shape of `a`, of its dtype or float64; NaN where all elements are equal.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.zscore(cp.array([1., 2., 3.]))
///     array([-1.22474487,  0.        ,  1.22474487])
ndarray zscore(const ndarray& a, const Axes& axis = Axes(Dims{0}), double ddof = 0,
               std::string_view nan_policy = "propagate");

/// Each element's distance from the mean of other elements, in standard deviations of these.
///
/// Parameters
///     scores: array.
///     compare: where means and deviations are taken from.
///     axis: along which they are taken; all elements if None.
///     ddof: variances are divided by the number of elements less this.
///     nan_policy: "propagate", "omit" or "raise", of NaN in `compare`.
/// Returns
///     An array of the shape to which `scores` and the means broadcast.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.zmap(cp.array([0., 4.]), cp.array([1., 2., 3.]))
///     array([-2.44948974,  2.44948974])
ndarray zmap(const ndarray& scores, const ndarray& compare, const Axes& axis = Axes(Dims{0}), double ddof = 0,
             std::string_view nan_policy = "propagate");

/// Scores of logarithms: each element's distance from the geometric mean, in geometric standard deviations.
///
/// Parameters
///     a: array.
///     axis, ddof, nan_policy: as of `zscore`.
/// Returns
///     An array of the shape of `a`.
/// Example
///     >>> stats.gzscore(cp.array([1., 10., 100.]))
///     array([-1.22474487,  0.        ,  1.22474487])
ndarray gzscore(const ndarray& a, const Axes& axis = Axes(Dims{0}), double ddof = 0,
                std::string_view nan_policy = "propagate");

/// The mean without a share of the least and as large a share of the largest elements.
///
/// Parameters
///     a: array.
///     proportiontocut: the share that is left out at each end.
///     axis: the axis; all elements if None.
///     nan_policy, keepdims: as of `entropy`.
/// Returns
///     The means.
/// Raises
///     ValueError: a share above one half; NaN where they are to be raised.
/// Example
///     >>> stats.trim_mean(cp.array([1., 2., 3., 100.]), 0.25)
///     array(2.5)
ndarray trim_mean(const ndarray& a, double proportiontocut, const Along& along = {});

/// The log-likelihood of the parameter of a Box-Cox transform, (lmb - 1) sum(log(x)) - n / 2 log(var((x**lmb - 1) /
/// lmb)).
///
/// Parameters
///     lmb: the parameter.
///     data: positive numbers.
///     axis, nan_policy, keepdims: as of `entropy`.
/// Returns
///     The log-likelihoods; NaN of no data.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.boxcox_llf(1.0, cp.array([1., 2., 3.])).round(4)
///     array(0.6082)
ndarray boxcox_llf(double lmb, const ndarray& data, const Along& along = {});

}  // namespace cuprum::scipy::stats
