// SciPy's statistics: scores, moments, ranks, correlations, tests, densities.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/scipy/stats_bins.h"
#include "cuprum/scipy/stats_density.h"
#include "cuprum/scipy/stats_distributions.h"
#include "cuprum/scipy/stats_resampling.h"

namespace cuprum::scipy::stats {

/// Along which axes a function goes, and what it does about NaN.
struct Along {
    Axes axis = Dims{0};  ///< All axes where it is nothing.
    CUPRUM_WORDS("propagate", "raise", "omit")
    std::string_view nan_policy = "propagate";  ///< "propagate", "omit" or "raise".
    bool keepdims = false;                      ///< Leave the axes in the result, with length one.
};

/// Called where a statistic is NaN because samples have too few elements, as far as their shapes tell it: of one
/// sample, or of all of several. It may throw to forbid that.
using SmallSampleWarning = void (*)(bool is_one);

/// Sets what is called where samples are too small. The Python module gives its SmallSampleWarning; in C++ nothing is
/// called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::scipy::stats::set_small_sample_warning([](bool) { throw cuprum::ValueError("too few elements"); });
SmallSampleWarning set_small_sample_warning(SmallSampleWarning handler);

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
CUPRUM_SIGNATURE("pk, qk, base, axis, *, nan_policy, keepdims")
CUPRUM_PYTHON ndarray entropy(const ndarray& pk, const ndarray* qk = nullptr, std::optional<double> base = {},
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
CUPRUM_PYTHON ndarray zscore(const ndarray& a, const Axes& axis = Dims{0}, double ddof = 0,
                             CUPRUM_WORDS("propagate", "raise", "omit") std::string_view nan_policy = "propagate");

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
CUPRUM_PYTHON ndarray zmap(const ndarray& scores, const ndarray& compare, const Axes& axis = Dims{0}, double ddof = 0,
                           CUPRUM_WORDS("propagate", "raise", "omit") std::string_view nan_policy = "propagate");

/// Scores of logarithms: each element's distance from the geometric mean, in geometric standard deviations.
///
/// Parameters
///     a: array.
///     axis, ddof, nan_policy: as of `zscore`.
/// Returns
///     An array of the shape of `a`.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.gzscore(cp.array([1., 10., 100.]))
///     array([-1.22474487,  0.        ,  1.22474487])
CUPRUM_SIGNATURE("a, *, axis, ddof, nan_policy")
CUPRUM_PYTHON ndarray gzscore(const ndarray& a, const Axes& axis = Dims{0}, double ddof = 0,
                              CUPRUM_WORDS("propagate", "raise", "omit") std::string_view nan_policy = "propagate");

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
CUPRUM_SIGNATURE("a, proportiontocut, axis, *, nan_policy, keepdims")
CUPRUM_PYTHON ndarray trim_mean(const ndarray& a, double proportiontocut, const Along& along = {});

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
CUPRUM_SIGNATURE("lmb, data, *, axis, keepdims, nan_policy")
CUPRUM_PYTHON ndarray boxcox_llf(double lmb, const ndarray& data, const Along& along = {});

// Moments (src/scipy/stats/moments.cpp).

/// A power, or several, whose results are stacked.
struct Orders {
    std::vector<double> values;
    bool is_one = true;
    Orders(double order) : values{order} {}
    Orders(std::vector<double> orders) : values(std::move(orders)), is_one(false) {}
};

/// The mean of a power of the distances from the mean, or from another centre.
///
/// Parameters
///     a: array.
///     order: the power, a whole number, or several of them.
///     axis: the axes; all elements if None.
///     nan_policy: "propagate" gives NaN, "omit" leaves NaN out, "raise" raises a ValueError.
///     center: what distances are from; the mean if None.
///     keepdims: leave the axes in the result, with length one.
///     moment: the earlier name of `order`.
/// Returns
///     The moments; of several orders stacked along a new first axis.
/// Raises
///     ValueError: an order that is no whole number, or no order; NaN where they are to be raised.
/// Example
///     >>> stats.moment(cp.array([1., 2., 3., 4., 5.]), 2)
///     array(2.)
CUPRUM_SIGNATURE("a, order=1, axis, nan_policy, *, center, keepdims, moment=order")
CUPRUM_PYTHON ndarray moment(const ndarray& a, const Orders& order = 1.0, const Along& along = {},
                             std::optional<double> center = {});

/// The skewness: the third central moment over the second to the power of 3/2.
///
/// Parameters
///     a: array.
///     axis: the axes; all elements if None.
///     bias: False corrects for the bias of small samples.
///     nan_policy, keepdims: as of `moment`.
/// Returns
///     The skewness; NaN where all elements are equal.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.skew(cp.array([1., 2., 3., 4., 5.]))
///     array(0.)
CUPRUM_SIGNATURE("a, axis, bias, nan_policy, *, keepdims")
CUPRUM_PYTHON ndarray skew(const ndarray& a, const Along& along = {}, bool bias = true);

/// The kurtosis: the fourth central moment over the square of the second.
///
/// Parameters
///     a: array.
///     axis: the axes; all elements if None.
///     fisher: True takes off 3, the kurtosis of the normal distribution.
///     bias: False corrects for the bias of small samples.
///     nan_policy, keepdims: as of `moment`.
/// Returns
///     The kurtosis; NaN where all elements are equal.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.kurtosis(cp.array([1., 2., 3., 4., 5.]))
///     array(-1.3)
CUPRUM_SIGNATURE("a, axis, fisher, bias, nan_policy, *, keepdims")
CUPRUM_PYTHON ndarray kurtosis(const ndarray& a, const Along& along = {}, bool fisher = true, bool bias = true);

/// The standard error of the mean.
///
/// Parameters
///     a: array.
///     axis: the axes; all elements if None.
///     ddof: variances are divided by the number of elements less this.
///     nan_policy, keepdims: as of `moment`.
/// Returns
///     The standard errors.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.sem(cp.array([1., 2., 3., 4.])).round(4)
///     array(0.6455)
CUPRUM_SIGNATURE("a, axis, ddof, nan_policy, *, keepdims")
CUPRUM_PYTHON ndarray sem(const ndarray& a, const Along& along = {}, double ddof = 1);

/// What `describe` tells.
CUPRUM_NAMED_TUPLE struct DescribeResult {
    std::variant<std::int64_t, ndarray> nobs;  ///< An array for several samples from which NaN are left out.
    std::pair<ndarray, ndarray> minmax;
    ndarray mean, variance, skewness, kurtosis;
};

/// The number of elements along an axis, the least and the largest, mean, variance, skewness and kurtosis.
///
/// Parameters
///     a: array.
///     axis: the axis; all elements if None.
///     ddof: variances are divided by the number of elements less this.
///     bias: False corrects skewness and kurtosis for the bias of small samples.
///     nan_policy: "propagate", "omit" (then nobs counts what is left of each sample) or "raise".
/// Returns
///     (nobs, minmax, mean, variance, skewness, kurtosis).
/// Raises
///     ValueError: no elements; NaN where they are to be raised.
/// Example
///     >>> stats.describe(cp.array([1., 2., 3.])).mean
///     array(2.)
CUPRUM_SIGNATURE("a, axis, ddof, bias, nan_policy")
CUPRUM_PYTHON DescribeResult describe(const ndarray& a, const Along& along = {}, double ddof = 1, bool bias = true);

/// The geometric mean, exp(mean(log(a))).
///
/// Parameters
///     a: array.
///     axis: the axes; all elements if None.
///     dtype: the dtype to compute in.
///     weights: what elements count; `a` and they broadcast.
///     nan_policy, keepdims: as of `moment`.
/// Returns
///     The means.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.gmean(cp.array([1., 4.]))
///     array(2.)
CUPRUM_SIGNATURE("a, axis, dtype, weights, *, nan_policy, keepdims")
CUPRUM_PYTHON ndarray gmean(const ndarray& a, const Along& along = {}, std::optional<DType> dtype = {},
                            const ndarray* weights = nullptr);

/// The harmonic mean, 1 / mean(1 / a); NaN where an element is negative.
///
/// Parameters
///     a: array.
///     axis, dtype, weights, nan_policy, keepdims: as of `gmean`.
/// Returns
///     The means.
/// Raises
///     ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.hmean(cp.array([1., 3.]))
///     array(1.5)
CUPRUM_SIGNATURE("a, axis, dtype, weights, *, nan_policy, keepdims")
CUPRUM_PYTHON ndarray hmean(const ndarray& a, const Along& along = {}, std::optional<DType> dtype = {},
                            const ndarray* weights = nullptr);

/// The power mean, mean(a**p)**(1 / p); the geometric mean for p = 0, NaN where an element is negative.
///
/// Parameters
///     a: array.
///     p: the exponent.
///     axis, dtype, weights, nan_policy, keepdims: as of `gmean`.
/// Returns
///     The means.
/// Raises
///     NotImplementedError: an infinite exponent. ValueError: an exponent that is no number.
/// Example
///     >>> stats.pmean(cp.array([1., 7.]), 2)
///     array(5.)
CUPRUM_SIGNATURE("a, p, *, axis, dtype, weights, nan_policy, keepdims")
CUPRUM_PYTHON ndarray pmean(const ndarray& a, double p, const Along& along = {}, std::optional<DType> dtype = {},
                            const ndarray* weights = nullptr);

// Ranks (src/scipy/stats/ranks.cpp).

/// The ranks of elements, from 1 up.
///
/// Parameters
///     a: array.
///     method: what equal elements get: the "average", "min" or "max" of their ranks, "dense" the min without gaps, or
///         "ordinal" ranks in the order in which they stand.
///     axis: the axis; all elements if None, as one.
///     nan_policy: "propagate" gives NaN, "omit" gives NaN to NaN alone, "raise" raises a ValueError.
/// Returns
///     float64 for "average", else int64; float64 where there are NaN.
/// Raises
///     ValueError: another method; NaN where they are to be raised.
/// Example
///     >>> stats.rankdata(cp.array([0, 2, 3, 2]))
///     array([1. , 2.5, 4. , 2.5])
CUPRUM_SIGNATURE("a, method, *, axis, nan_policy")
CUPRUM_PYTHON ndarray rankdata(const ndarray& a,
                               CUPRUM_WORDS("average", "min", "max", "dense", "ordinal")
                                   std::string_view method = "average",
                               std::optional<std::int64_t> axis = {},
                               CUPRUM_WORDS("propagate", "raise", "omit") std::string_view nan_policy = "propagate");

/// The most frequent elements.
CUPRUM_NAMED_TUPLE struct ModeResult {
    ndarray mode, count;
};

/// The most frequent element, of several the least, and how often it is there.
///
/// Parameters
///     a: array; of complex numbers those with the smaller real part are the smaller ones.
///     axis: the axes; all elements if None.
///     nan_policy: "propagate" counts NaN as elements, "omit" leaves them out, "raise" raises a ValueError.
///     keepdims: leave the axes in the result, with length one.
/// Returns
///     (mode, count).
/// Raises
///     TypeError: bools. ValueError: NaN where they are to be raised.
/// Example
///     >>> stats.mode(cp.array([3, 1, 3, 2])).mode
///     array(3)
CUPRUM_PYTHON ModeResult mode(const ndarray& a, const Along& along = {});

/// What ranges are divided by: a number, or "normal" for the range between the quartiles of the normal distribution.
struct Scale {
    double value;
    Scale(double scale) : value(scale) {}
    Scale(std::string_view word);
};

/// The range between two percentiles.
///
/// Parameters
///     x: array.
///     axis: the axes; all elements if None.
///     rng: the two percentiles.
///     scale: what to divide by; "normal" makes an estimate of the standard deviation of normal data.
///     nan_policy: "propagate", "omit" or "raise".
///     interpolation: the method of quantiles.
///     keepdims: leave the axes in the result, with length one.
/// Returns
///     The ranges.
/// Raises
///     ValueError: percentiles outside of [0, 100], another word for `scale`.
/// Example
///     >>> stats.iqr(cp.array([1., 2., 3., 4., 5.]))
///     array(2.)
CUPRUM_SIGNATURE("x, axis=None, rng, scale, nan_policy, interpolation, keepdims")
CUPRUM_PYTHON ndarray iqr(const ndarray& x, const Along& along = {.axis = {}}, std::pair<double, double> rng = {25, 75},
                          const Scale& scale = 1.0, std::string_view interpolation = "linear");

/// The percentile at which a score stands among others.
///
/// Parameters
///     a: the others, (n,).
///     score: scores.
///     kind: "weak" counts elements that are at most the score, "strict" those below it, "mean" takes the mean of the
///     two,
///         "rank" of the ranks that an equal element would have.
///     nan_policy: "propagate", "omit" or "raise".
/// Returns
///     Percentages, of the shape of `score`.
/// Raises
///     ValueError: other than one axis; another kind.
/// Example
///     >>> stats.percentileofscore(cp.array([1, 2, 3, 4]), 3)
///     array(75.)
CUPRUM_PYTHON ndarray percentileofscore(const ndarray& a, CUPRUM_FROM_NUMPY const ndarray& score,
                                        CUPRUM_WORDS("rank", "weak", "strict", "mean") std::string_view kind = "rank",
                                        CUPRUM_WORDS("propagate", "raise", "omit")
                                            std::string_view nan_policy = "propagate");

// Correlations (src/scipy/stats/correlations.cpp) and tests (src/scipy/stats/tests.cpp, two_samples.cpp).

/// The bounds between which a statistic lies.
CUPRUM_NAMED_TUPLE struct ConfidenceInterval {
    ndarray low, high;
};

/// What a test gives: a statistic, and how likely one as extreme is by chance.
struct TestResult {
    ndarray statistic, pvalue;
};
/// A test's statistic and its probability.
CUPRUM_NAMED_TUPLE using F_onewayResult = TestResult;
/// A test's statistic and its probability.
CUPRUM_NAMED_TUPLE using MannwhitneyuResult = TestResult;
/// A test's statistic and its probability.
CUPRUM_NAMED_TUPLE using Power_divergenceResult = TestResult;

/// A correlation and its probability.
CUPRUM_NAMED_TUPLE struct SignificanceResult {
    ndarray statistic, pvalue;
    /// The statistic.
    CUPRUM_PROPERTY const ndarray& correlation() const { return statistic; }
};

/// A correlation and its probability.
CUPRUM_NAMED_TUPLE struct PearsonRResult {
    ndarray statistic, pvalue;
    CUPRUM_ATTRIBUTE std::int64_t n = 0;  ///< How many pairs there are.
    CUPRUM_ATTRIBUTE std::string alternative = "two-sided";
    CUPRUM_ATTRIBUTE ndarray _x, _y;  ///< The samples, along their last axes.
    /// The statistic.
    CUPRUM_PROPERTY const ndarray& correlation() const { return statistic; }
    /// Within which bounds the correlation lies, by Fisher's transform or by a BootstrapMethod.
    ///
    /// Parameters
    ///     confidence_level: how likely that is.
    ///     method: a BootstrapMethod, or None.
    /// Returns
    ///     (low, high); -1 and 1 for fewer than four pairs.
    /// Raises
    ///     ValueError: another method.
    CUPRUM_PYTHON ConfidenceInterval confidence_interval(double confidence_level = 0.95,
                                                         const std::optional<BootstrapMethod>& method = {}) const;
};

/// Pearson's correlation and the probability of one as extreme where there is none.
///
/// Parameters
///     x: array.
///     y: array; the two broadcast.
///     alternative: "two-sided", "less" or "greater".
///     method: a PermutationMethod or MonteCarloMethod, by which the probability is found; by a formula if None.
///     axis: the axis; all elements if None.
/// Returns
///     (statistic, pvalue), with a method confidence_interval(confidence_level=0.95, method=None).
/// Raises
///     ValueError: fewer than two elements, or different lengths.
/// Example
///     >>> stats.pearsonr(cp.array([1., 2., 3.]), cp.array([1., 2., 4.])).statistic.round(4)
///     array(0.982)
CUPRUM_SIGNATURE("x, y, *, alternative, method, axis")
CUPRUM_PYTHON PearsonRResult pearsonr(const ndarray& x, const ndarray& y,
                                      CUPRUM_WORDS("two-sided", "less", "greater")
                                          std::string_view alternative = "two-sided",
                                      const Axes& axis = Dims{0}, const ResamplingMethod& method = {});

/// Spearman's correlation of ranks.
///
/// Parameters
///     a: a vector, or variables.
///     b: more of them, or None.
///     axis: 0 where columns are variables, 1 where rows are; None for all elements as one variable.
///     nan_policy: "propagate" gives NaN for pairs with a variable that has one, "omit" leaves out of each pair the
///         observations that one of the two lacks, "raise" raises a ValueError.
///     alternative: "two-sided", "less" or "greater".
/// Returns
///     (statistic, pvalue), matrices where there are more than two variables.
/// Raises
///     ValueError: more than two axes along an axis, one variable alone, different lengths.
/// Example
///     >>> stats.spearmanr(cp.array([1, 2, 3, 4]), cp.array([5, 6, 8, 7])).statistic
///     array(0.8)
CUPRUM_PYTHON SignificanceResult
spearmanr(const ndarray& a, const ndarray* b = nullptr, std::optional<std::int64_t> axis = 0,
          CUPRUM_WORDS("propagate", "raise", "omit") std::string_view nan_policy = "propagate",
          CUPRUM_WORDS("two-sided", "less", "greater") std::string_view alternative = "two-sided");

/// Kendall's tau: how far two rankings agree.
///
/// Inversions are counted by merging sorted stretches, in n log n steps; samples are taken one after another.
///
/// Parameters
///     x: array.
///     y: array of the same shape.
///     axis: the axis of samples; all elements if None.
///     keepdims: leave the axis in the results, with length one.
///     nan_policy: "propagate", "omit" or "raise".
///     method: "auto", "asymptotic" or "exact", of the probability.
///     variant: "b" or "c".
///     alternative: "two-sided", "less" or "greater".
/// Returns
///     (statistic, pvalue).
/// Raises
///     ValueError: different numbers of elements; "exact" where elements are equal.
/// Example
///     >>> stats.kendalltau(cp.array([1, 2, 3, 4]), cp.array([1, 3, 2, 4])).statistic.round(4)
///     array(0.6667)
CUPRUM_SIGNATURE("x, y, *, nan_policy, method, variant, alternative, axis=None, keepdims")
CUPRUM_PYTHON SignificanceResult kendalltau(const ndarray& x, const ndarray& y, const Along& along = {.axis = {}},
                                            std::string_view method = "auto",
                                            CUPRUM_WORDS("b", "c") std::string_view variant = "b",
                                            CUPRUM_WORDS("two-sided", "less", "greater")
                                                std::string_view alternative = "two-sided");

/// A straight line through points.
CUPRUM_NAMED_TUPLE struct LinregressResult {
    ndarray slope, intercept, rvalue, pvalue, stderr_;
    CUPRUM_ATTRIBUTE ndarray intercept_stderr;
};

/// The line of least squares.
///
/// Parameters
///     x: array.
///     y: array of the same shape.
///     alternative: "two-sided", "less" or "greater", of the slope.
///     axis: the axis.
///     keepdims: leave the axis in the results, with length one.
/// Returns
///     (slope, intercept, rvalue, pvalue, stderr), with intercept_stderr.
/// Raises
///     ValueError: all x are equal, or there is one point.
/// Example
///     >>> stats.linregress(cp.array([0., 1., 2.]), cp.array([1., 3., 5.])).slope
///     array(2.)
CUPRUM_SIGNATURE("x, y, alternative, *, axis, nan_policy, keepdims")
CUPRUM_PYTHON LinregressResult linregress(const ndarray& x, const ndarray& y,
                                          CUPRUM_WORDS("two-sided", "less", "greater")
                                              std::string_view alternative = "two-sided",
                                          const Along& along = {});

/// A t-test's statistic, its probability and degrees of freedom, and what makes intervals of confidence.
CUPRUM_NAMED_TUPLE struct TtestResult {
    ndarray statistic, pvalue;
    CUPRUM_ATTRIBUTE ndarray df, estimate, standard_error;  ///< The estimate is of the mean, or of the difference.
    CUPRUM_ATTRIBUTE std::string alternative = "two-sided";
    /// Within which bounds the mean, or the difference of means, lies.
    ///
    /// Parameters
    ///     confidence_level: how likely that is.
    /// Returns
    ///     (low, high); infinite on the side at which `alternative` does not look.
    /// Raises
    ///     ValueError: a level that is not between 0 and 1.
    CUPRUM_PYTHON ConfidenceInterval confidence_interval(double confidence_level = 0.95) const;
};

/// Whether the mean of a sample is a given one.
///
/// Parameters
///     a: the sample.
///     popmean: the mean.
///     axis: the axis; all elements if None.
///     nan_policy: "propagate" gives NaN, "omit" leaves NaN out, "raise" raises a ValueError.
///     alternative: "two-sided", "less" or "greater".
///     keepdims: leave the axis in the results, with length one.
/// Returns
///     (statistic, pvalue), with df and a method confidence_interval(confidence_level=0.95).
/// Raises
///     ValueError: another alternative, means of another shape than samples, NaN where they are to be raised.
/// Example
///     >>> stats.ttest_1samp(cp.array([1., 2., 3.]), 2.0).pvalue
///     array(1.)
CUPRUM_SIGNATURE("a, popmean, axis, nan_policy, alternative, *, keepdims")
CUPRUM_PYTHON TtestResult ttest_1samp(const ndarray& a, const Operand& popmean, const Along& along = {},
                                      CUPRUM_WORDS("two-sided", "less", "greater")
                                          std::string_view alternative = "two-sided");

/// Whether two samples have the same mean.
///
/// Parameters
///     a: a sample.
///     b: another one.
///     axis, nan_policy, alternative, keepdims: as of `ttest_1samp`.
///     equal_var: False is Welch's test, for samples of different variances.
///     trim: the share of elements to leave out at each end (Yuen's test).
/// Returns
///     (statistic, pvalue), with df and a method confidence_interval(confidence_level=0.95).
/// Raises
///     ValueError: a share below 0 or not below one half.
/// Example
///     >>> stats.ttest_ind(cp.array([1., 2., 3.]), cp.array([2., 3., 4.])).statistic.round(4)
///     array(-1.2247)
CUPRUM_SIGNATURE("a, b, *, axis, equal_var, nan_policy, alternative, trim, method, keepdims")
CUPRUM_PYTHON TtestResult ttest_ind(const ndarray& a, const ndarray& b, const Along& along = {}, bool equal_var = true,
                                    CUPRUM_WORDS("two-sided", "less", "greater")
                                        std::string_view alternative = "two-sided",
                                    double trim = 0.0, const ResamplingMethod& method = {});

/// Whether pairs differ in the mean.
///
/// Parameters
///     a: a sample.
///     b: another one, of the same shape.
///     axis, nan_policy, alternative, keepdims: as of `ttest_1samp`.
/// Returns
///     (statistic, pvalue), with df and a method confidence_interval(confidence_level=0.95).
/// Raises
///     ValueError: different lengths.
/// Example
///     >>> stats.ttest_rel(cp.array([1., 2., 3.]), cp.array([2., 3., 5.])).statistic
///     array(-4.)
CUPRUM_SIGNATURE("a, b, axis, nan_policy, alternative, *, keepdims")
CUPRUM_PYTHON TtestResult ttest_rel(const ndarray& a, const ndarray& b, const Along& along = {},
                                    CUPRUM_WORDS("two-sided", "less", "greater")
                                        std::string_view alternative = "two-sided");

/// Pearson's chi-squared test: whether observed frequencies are the expected ones.
///
/// Parameters
///     f_obs: observed frequencies.
///     f_exp: expected ones; their mean if None.
///     ddof: taken off the degrees of freedom, the number of frequencies less one.
///     axis: the axis; all elements if None.
///     sum_check: whether sums of both must agree.
///     nan_policy, keepdims: as of `ttest_1samp`.
/// Returns
///     (statistic, pvalue).
/// Raises
///     ValueError: sums that do not agree.
/// Example
///     >>> stats.chisquare(cp.array([16, 18, 16, 14, 12, 12])).statistic
///     array(2.)
CUPRUM_SIGNATURE("f_obs, f_exp, ddof, axis, *, sum_check, nan_policy, keepdims")
CUPRUM_PYTHON Power_divergenceResult chisquare(const ndarray& f_obs, const ndarray* f_exp = nullptr, double ddof = 0,
                                               const Along& along = {}, bool sum_check = true);

/// Whether several samples have the same mean: an analysis of variance.
///
/// Parameters
///     samples: two or more of them.
///     axis, nan_policy, keepdims: as of `ttest_1samp`.
///     equal_var: False is Welch's analysis.
/// Returns
///     (statistic, pvalue).
/// Raises
///     TypeError: fewer than two samples.
/// Example
///     >>> stats.f_oneway(cp.array([1., 2., 3.]), cp.array([2., 3., 4.])).statistic
///     array(1.5)
CUPRUM_SIGNATURE("*samples, axis, equal_var, nan_policy, keepdims")
CUPRUM_PYTHON F_onewayResult f_oneway(const std::vector<ndarray>& samples, const Along& along = {},
                                      bool equal_var = true);

/// Whether one of two samples tends to larger elements: the test of Mann, Whitney and Wilcoxon.
///
/// Parameters
///     x: a sample.
///     y: another one.
///     use_continuity: whether to correct by one half where the normal distribution is used.
///     alternative: "two-sided", "less" or "greater".
///     axis, nan_policy, keepdims: as of `ttest_1samp`.
///     method: "auto", "asymptotic" or "exact".
/// Returns
///     (statistic, pvalue).
/// Raises
///     ValueError: an empty sample.
/// Example
///     >>> stats.mannwhitneyu(cp.array([1., 2., 3.]), cp.array([4., 5.])).pvalue
///     array(0.2)
CUPRUM_SIGNATURE("x, y, use_continuity, alternative, axis, method, *, nan_policy, keepdims")
CUPRUM_PYTHON MannwhitneyuResult mannwhitneyu(const ndarray& x, const ndarray& y, bool use_continuity = true,
                                              CUPRUM_WORDS("two-sided", "less", "greater")
                                                  std::string_view alternative = "two-sided",
                                              const Along& along = {}, const MannwhitneyMethod& method = "auto");

/// The largest difference of two empirical distribution functions, where it is and of which sign.
CUPRUM_NAMED_TUPLE struct KstestResult {
    ndarray statistic, pvalue;
    CUPRUM_ATTRIBUTE ndarray statistic_location, statistic_sign;
};

/// Whether two samples are of the same distribution: the test of Kolmogorov and Smirnov.
///
/// Parameters
///     data1: a sample.
///     data2: another one.
///     alternative: "two-sided", "less" or "greater".
///     method: "auto", "exact" (by counting paths) or "asymp".
///     axis: the axis of samples, which are taken one after another; all elements if None.
///     nan_policy, keepdims: as of `ttest_1samp`.
///     mode: the earlier name of `method`.
/// Returns
///     (statistic, pvalue), with statistic_location and statistic_sign.
/// Raises
///     ValueError: an empty sample.
/// Example
///     >>> stats.ks_2samp(cp.array([1., 2., 3.]), cp.array([2., 3., 4.])).statistic.round(4)
///     array(0.3333)
CUPRUM_SIGNATURE("data1, data2, alternative, method, *, axis, nan_policy, keepdims, mode=method")
CUPRUM_PYTHON KstestResult ks_2samp(const ndarray& data1, const ndarray& data2,
                                    CUPRUM_WORDS("two-sided", "less", "greater")
                                        std::string_view alternative = "two-sided",
                                    CUPRUM_WORDS("auto", "exact", "asymp") std::string_view method = "auto",
                                    const Along& along = {});

}  // namespace cuprum::scipy::stats
