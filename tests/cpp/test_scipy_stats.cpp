// SciPy's statistics from C++.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/host.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::stats {
namespace {

double number(const ndarray& a) { return a.item().to_double(); }

TEST(ScipyStats, DensitiesAreIntegrated) {
    const ndarray data = sin(arange(40, DType::float64) * 12.9898).reshape({2, 20});
    const gaussian_kde density(data), first = density.marginal({0});
    EXPECT_EQ(first.d(), 1);
    EXPECT_EQ(first.factor(), density.factor());
    const ndarray wide = full({2}, 100.0), middle = zeros({2});
    EXPECT_NEAR(number(density.integrate_box(-wide, wide)), 1, 1e-12);
    EXPECT_NEAR(number(first.integrate_box_1d(-0.5, 0.5)), number(first.integrate_box(full({1}, -0.5), full({1}, 0.5))),
                1e-15);
    // A normal distribution far wider than the data is as good as constant there; a far narrower one is a point.
    const double pi = 3.14159265358979323846;
    EXPECT_NEAR(number(density.integrate_gaussian(middle, eye(2) * 1e10)) * 2 * pi * 1e10, 1, 1e-9);
    EXPECT_NEAR(number(density.integrate_gaussian(middle, eye(2) * 1e-10)), number(sum(density.evaluate(middle))),
                1e-9);
    EXPECT_NEAR(number(density.integrate_kde(density)), number(mean(exp(density.logpdf(data)))), 0.1);
    EXPECT_THROW(density.integrate_box(full({3}, 0.0), full({3}, 1.0)), ValueError);
    EXPECT_THROW(density.integrate_kde(first), ValueError);
    EXPECT_THROW(density.marginal({2}), ValueError);
    EXPECT_THROW(density.marginal({0, -2}), ValueError);
}

TEST(ScipyStats, DensitiesAreDrawnFrom) {
    const gaussian_kde density(sin(arange(40, DType::float64) * 12.9898).reshape({2, 20}));
    random::RandomState one(3), other(3);
    const ndarray points = density.resample(one, 1000);
    EXPECT_EQ(points.shape(), (Shape{2, 1000}));
    EXPECT_EQ(number(max(absolute(points - density.resample(other, 1000)))), 0);
    EXPECT_EQ(density.resample(one).shape(), (Shape{2, static_cast<std::int64_t>(density.neff())}));
    // Near the data, whose mean it has.
    EXPECT_LT(
        number(max(absolute(sum(points, {.axis = Dims{1}}) / 1000 - sum(density.dataset(), {.axis = Dims{1}}) / 20))),
        0.1);
}

TEST(ScipyStats, DistributionsAreFitted) {
    const ndarray data = exp(sin(arange(60, DType::float64) * 12.9898));
    FitOptions options{.fixed = {{}, 0.0, {}}, .by_moments = true};
    const std::vector<double> found = gamma.fit(data, options);
    EXPECT_NEAR(number(gamma.compute(Distribution::What::mean, 0.0, std::vector<Operand>{found[0]}, 0.0, found[2])),
                number(mean(data)), 1e-10);
    EXPECT_NEAR(number(gamma.compute(Distribution::What::variance, 0.0, std::vector<Operand>{found[0]}, 0.0, found[2])),
                number(var(data)), 1e-10);
    // What a minimizer returns is what is found, where there is such a distribution.
    options.minimizer = [](const FitOptions::Objective& f, const std::vector<double>& start) {
        EXPECT_GE(f(start), 0);
        return std::vector<double>{2, 3};
    };
    EXPECT_EQ(gamma.fit(data, options), (std::vector<double>{2, 0, 3}));
    options.minimizer = [](const FitOptions::Objective&, const std::vector<double>&) {
        return std::vector<double>{2, -3};
    };
    EXPECT_THROW(gamma.fit(data, options), Error);
    random::RandomState source(3);
    EXPECT_THROW(norm.rvs(source, Shape{2}, {}, 0.0, -1.0), ValueError);
}

TEST(ScipyStats, IntervalsOfConfidence) {
    const ndarray a = cuprum::array({1.0, 2.0, 3.0, 4.0}), b = cuprum::array({2.0, 4.0, 3.0, 7.0});
    const TtestResult test = ttest_1samp(a, 2.0);
    const ConfidenceInterval both = test.confidence_interval(),
                             below = ttest_1samp(a, 2.0, {}, "less").confidence_interval();
    EXPECT_NEAR(number(both.low), 0.44573974, 1e-8);
    EXPECT_NEAR(number(both.high), 4.55426026, 1e-8);
    EXPECT_EQ(number(below.low), -INFINITY);
    EXPECT_NEAR(number(below.high), 4.01908957, 1e-8);
    EXPECT_THROW(test.confidence_interval(1.5), ValueError);
    const ConfidenceInterval r = pearsonr(a, b).confidence_interval(0.9);
    EXPECT_NEAR(number(r.low), std::tanh(std::atanh(number(pearsonr(a, b).correlation())) - 1.6448536269514722), 1e-12);
    EXPECT_EQ(number(pearsonr(a, b, "greater").confidence_interval().high), 1);
    const ndarray few = cuprum::array({1.0, 2.0, 4.0});
    EXPECT_EQ(number(pearsonr(few, few * few).confidence_interval().low), -1);
}

TEST(ScipyStats, OrdersScalesAndDescriptions) {
    const ndarray a = cuprum::array({1.0, 2.0, 3.0, 4.0, 5.0});
    EXPECT_EQ(moment(a, std::vector<double>{1, 2}).to_vector<double>(), (std::vector<double>{0, 2}));
    EXPECT_THROW(moment(a, std::vector<double>()), ValueError);
    EXPECT_NEAR(number(iqr(a, {.axis = {}}, {25, 75}, std::string_view("Normal"))), 2 / 1.3489795003921634, 1e-15);
    EXPECT_THROW(iqr(a, {.axis = {}}, {25, 75}, std::string_view("other")), ValueError);
    const DescribeResult all = describe(a),
                         some = describe(cuprum::array({1.0, std::nan(""), 3.0, 4.0}).reshape({2, 2}),
                                         {.nan_policy = "omit"});
    EXPECT_EQ(std::get<std::int64_t>(all.nobs), 5);
    EXPECT_EQ(number(all.minmax.second), 5);
    EXPECT_EQ(std::get<ndarray>(some.nobs).to_vector<std::int64_t>(), (std::vector<std::int64_t>{2, 1}));
}

TEST(ScipyStats, BinsAreNumbersOrEdges) {
    const ndarray sample = cuprum::array({0.0, 0.0, 1.0, 1.0, 1.0, 3.0}).reshape({3, 2}),
                  values = cuprum::array({1.0, 2.0, 4.0});
    const BinnedStatisticddResult found =
        binned_statistic_dd(sample, &values, "sum", {std::int64_t{2}, cuprum::array({0.0, 2.0, 4.0})});
    EXPECT_EQ(found.statistic.to_vector<double>(), (std::vector<double>{1, 0, 2, 4}));
    EXPECT_THROW(binned_statistic_dd(sample, &values, "sum", Bins{std::int64_t{2}}), ValueError);
    EXPECT_THROW(binned_statistic_dd(sample, &values, "sum", {std::int64_t{2}, std::int64_t{2}}, BinRanges{{0, 1}}),
                 ValueError);
    const ndarray numbers = values * std::complex<double>(1, 2);
    const BinnedStatisticddResult sums =
        binned_statistic_dd(sample, &numbers, "sum", {std::int64_t{1}, std::int64_t{1}});
    EXPECT_EQ(sums.statistic.item().to_complex(), std::complex<double>(7, 14));
    EXPECT_THROW(binned_statistic_dd(sample, &numbers, "max", {std::int64_t{1}, std::int64_t{1}}), TypeError);
}

}  // namespace
}  // namespace cuprum::scipy::stats
