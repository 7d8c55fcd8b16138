// Confidence intervals.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/ufunc.h"
#include "scipy/stats/probabilities.h"
#include "scipy/stats/resampling.h"

namespace cuprum::scipy::stats {
namespace {

/// The shares of the distribution below both bounds; 0 and 1 on a side at which a test does not look.
std::pair<double, double> shares_of(std::string_view alternative, double level) {
    switch (alternative_of(alternative)) {
        case Alternative::less: return {0, level};
        case Alternative::greater: return {1 - level, 1};
        case Alternative::two_sided: break;
    }
    return {(1 - level) / 2, (1 + level) / 2};
}

}  // namespace

ConfidenceInterval PearsonRResult::confidence_interval(double confidence_level,
                                                       const std::optional<BootstrapMethod>& method) const {
    if (method) {
        const Statistic correlation_of_rows = [](const ndarray& x, const ndarray& y) {
            return pearsonr(x, y, "two-sided", Dims{-1}).statistic;
        };
        const auto [low, high] = bootstrapped(_x, _y, correlation_of_rows, confidence_level, alternative, *method);
        return {clip(low, Operand(-1.0), Operand(1.0)), clip(high, Operand(-1.0), Operand(1.0))};
    }
    // Three pairs are too few for Fisher's transform to tell anything.
    if (n < 4) return {full_like(statistic, -1.0), full_like(statistic, 1.0)};
    const ndarray z = arctanh(statistic);
    const double error = 1 / std::sqrt(static_cast<double>(n - 3));
    const auto [below, above] = shares_of(alternative, confidence_level);
    const auto bound = [&](double share) {
        const double quantile = special::ndtri(full({}, share, DType::float64)).item().to_double();
        return tanh(z + quantile * error);
    };
    // The side at which the test does not look is an end, also of a correlation that is NaN.
    return {alternative == "less" ? full_like(z, -1.0) : bound(below),
            alternative == "greater" ? full_like(z, 1.0) : bound(above)};
}

ConfidenceInterval TtestResult::confidence_interval(double confidence_level) const {
    if (!(confidence_level >= 0 && confidence_level <= 1))
        throw ValueError("`confidence_level` must be a number between 0 and 1, not " +
                         std::to_string(confidence_level));
    const auto [below, above] = shares_of(alternative, confidence_level);
    const auto bound = [&](double share) { return estimate + special::stdtrit(df, share) * standard_error; };
    return {alternative == "less" ? estimate - INFINITY * standard_error : bound(below),
            alternative == "greater" ? estimate + INFINITY * standard_error : bound(above)};
}

}  // namespace cuprum::scipy::stats
