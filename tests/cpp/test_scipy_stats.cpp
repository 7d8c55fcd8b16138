// SciPy's statistics from C++.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/linalg.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::stats {
namespace {

double number(const ndarray& a) { return a.item().to_double(); }

TEST(ScipyStats, DensitiesAreIntegrated) {
    const ndarray data = sin(arange(40, DType::float64) * 12.9898).reshape({2, 20});
    const GaussianKde density(data), first = density.marginal({0});
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
    const GaussianKde density(sin(arange(40, DType::float64) * 12.9898).reshape({2, 20}));
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

}  // namespace
}  // namespace cuprum::scipy::stats
