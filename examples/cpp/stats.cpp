// Statistics: scores, a test, and the fit of a distribution.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && build-example/stats
#include <cuprum/creation.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>
#include <cuprum/random.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/stats.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace cp = cuprum;
namespace stats = cuprum::scipy::stats;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

bool close(const cp::ndarray& a, const cp::ndarray& b) { return cp::allclose(a, b).item().to_bool(); }

int main() {
    cp::random::RandomState random(1);

    // Scores of each column have mean 0 and deviation 1.
    const cp::ndarray table = random.random_sample(cp::Shape{1000, 3}) * 5;
    const cp::ndarray scores = stats::zscore(table);
    check(close(cp::std_(scores, {.axis = cp::Dims{0}}), cp::ones({3})), "scores have deviation 1");

    // Two samples whose means differ.
    const cp::ndarray a = stats::norm.rvs(random, cp::Shape{500}), b = stats::norm.rvs(random, cp::Shape{500}, {}, 0.5);
    const stats::TtestResult test = stats::ttest_ind(a, b);
    std::cout << "t = " << test.statistic << ", p = " << test.pvalue << "\n";
    check(test.pvalue.item().to_double() < 1e-4, "the means differ");

    // Waiting times, of which the shape is found again.
    const cp::Operand shape[] = {2.5};
    const cp::ndarray times = stats::gamma.rvs(random, cp::Shape{20000}, shape, 0.0, 3.0);
    const std::vector<double> found = stats::gamma.fit(times, {.fixed = {std::nullopt, 0.0, std::nullopt}});
    std::cout << "gamma of shape " << found[0] << " and scale " << found[2] << "\n";
    check(std::fabs(found[0] - 2.5) < 0.1 && std::fabs(found[2] - 3) < 0.2, "the fit finds the parameters");
    const cp::ndarray q = cp::linspace(0.1, 0.9, 5);
    check(close(stats::gamma.cdf(stats::gamma.ppf(q, {2.5}), {2.5}), q), "ppf is the inverse of cdf");
}
