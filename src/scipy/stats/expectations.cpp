// What distributions are made to tell by their quantiles and densities: intervals, supports, likelihoods, expectations.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/stats_distributions.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::stats {
namespace {

using What = Distribution::What;
using Function = std::function<ndarray(const ndarray&)>;

double number(const ndarray& a) { return a.item().to_double(); }

/// Integers, where there are such for all ends.
ndarray whole(const ndarray& ends) {
    const bool is_whole = all(logical_and(isfinite(ends), equal(ends, floor(ends)))).item().to_bool();
    return is_whole ? ends.astype(DType::int64) : ends;
}

/// A distribution with parameters that are numbers.
struct Member {
    const Distribution& of;
    Distribution::Shapes shapes;
    const Operand &loc, &scale;

    ndarray operator()(What what, const Operand& x) const { return of.compute(what, x, shapes, loc, scale); }
    double at(What what, double x) const { return number((*this)(what, Operand(x))); }
};

/// Nodes and weights of an integral from 0 to 1 whose ends may be singular. H. Takahasi, M. Mori, Double exponential
/// formulas for numerical integration, 1974.
struct DoubleExponentialRule {
    std::vector<double> nodes, weights;
    DoubleExponentialRule() {
        for (int k = -330; k <= 330; ++k) {
            const double t = k / 64.0, swing = std::numbers::pi * std::sinh(t), node = 1 / (1 + std::exp(-swing));
            nodes.push_back(node);
            weights.push_back(std::numbers::pi / 64 * std::cosh(t) * (node / (1 + std::exp(swing))));
        }
    }
};

/// The integral of a function of quantiles between two probabilities. What differs most from what half of its nodes
/// give is divided, as long as it matters: where a function jumps or has an edge, nodes are few.
double integral(const Member& member, What quantile, const Function& function, double begin, double end) {
    static const DoubleExponentialRule rule;
    const ndarray nodes = asarray(rule.nodes), weights = asarray(rule.weights);
    struct Interval {
        double error, first, last, total, size;
    };
    const auto interval_of = [&](double first, double last) -> Interval {
        const ndarray x = member(quantile, nodes * (last - first) + first),
                      inside = logical_and(isfinite(x), greater(weights, 0.0)),
                      values = where(inside, (function ? function(x) : x).astype(DType::float64), full({}, 0.0)),
                      terms = values * weights * (last - first);
        const double total = number(sum(terms)), half = number(sum(terms(Slice{.step = 2})));
        return {std::abs(total - 2 * half), first, last, total, number(sum(absolute(terms)))};
    };
    std::vector<Interval> intervals = {interval_of(begin, end)};
    const auto total_of = [&](double Interval::* member) {
        return std::accumulate(intervals.begin(), intervals.end(), 0.0,
                               [&](double sum, const Interval& one) { return sum + one.*member; });
    };
    while (intervals.size() < 60 && total_of(&Interval::error) > 1e-11 * total_of(&Interval::size)) {
        const auto worst = std::max_element(intervals.begin(), intervals.end(),
                                            [](const auto& one, const auto& other) { return one.error < other.error; });
        const double first = worst->first, last = worst->last, middle = 0.5 * (first + last);
        *worst = interval_of(first, middle);
        intervals.push_back(interval_of(middle, last));
    }
    return total_of(&Interval::total);
}

double expect_continuous(const Member& member, const Function& function, ExpectBounds bounds) {
    if (bounds.lb && bounds.ub && *bounds.lb > *bounds.ub) {
        std::swap(bounds.lb, bounds.ub);
        return (bounds.conditional ? 1 : -1) * expect_continuous(member, function, bounds);
    }
    const double low = bounds.lb ? member.at(What::cdf, *bounds.lb) : 0,
                 high = bounds.ub ? member.at(What::sf, *bounds.ub) : 0;
    // Of a bound, or of parameters that there are not.
    if (std::isnan(low + high + member.at(What::cdf, 0))) return NAN;
    double total = 0;
    for (const auto& [quantile, first, other] : {std::tuple(What::ppf, low, high), std::tuple(What::isf, high, low)}) {
        // Up to the middle, or to the other bound where that comes first.
        const double last = std::min(0.5, 1 - other);
        if (last > first) total += integral(member, quantile, function, first, last);
    }
    if (!bounds.conditional) return total;
    const double chance = 1 - low - high;
    return chance != 0 ? total / chance : NAN;
}

Scalar expect_discrete(const Member& member, const Function& function, const ExpectBounds& bounds) {
    const auto [least, largest] = member.of.support(member.shapes, member.loc, member.scale);
    double first = number(least.astype(DType::float64)), last = number(largest.astype(DType::float64));
    if (std::isnan(first + last)) return NAN;  // of parameters that there are not
    // Values are whole numbers from `loc` on; beyond the quantiles there is no probability that a sum would show.
    first = std::max(first, member.at(What::ppf, 1e-300));
    last = std::min(last, member.at(What::isf, 1e-300));
    const double loc = member.loc.is_array() ? number(member.loc.array()) : member.loc.scalar().to_double();
    if (bounds.lb) first = std::max(first, loc + std::ceil(*bounds.lb - loc));
    if (bounds.ub) last = std::min(last, loc + std::floor(*bounds.ub - loc));
    const auto count = static_cast<std::int64_t>(std::max(0.0, std::nearbyint(last - first) + 1));
    const ndarray k = arange(count).astype(DType::float64) + first, p = member(What::pdf, k);
    const ndarray total = sum(multiply(function ? function(k) : k, p));
    if (!bounds.conditional) return total.item();
    const double chance = number(sum(p));
    return chance != 0 ? (total / chance).item() : Scalar(NAN);
}

}  // namespace

std::pair<ndarray, ndarray> Distribution::interval(const ndarray& confidence, Shapes shapes, const Operand& loc,
                                                   const Operand& scale) const {
    const kernel::Placement here(confidence, loc, scale);
    if (any(logical_or(less(confidence, 0.0), greater(confidence, 1.0))).item().to_bool())
        throw ValueError("confidence must be between 0 and 1 inclusive");
    return {compute(What::ppf, (1.0 - confidence) / 2.0, shapes, loc, scale),
            compute(What::ppf, (1.0 + confidence) / 2.0, shapes, loc, scale)};
}

std::pair<ndarray, ndarray> Distribution::support(Shapes shapes, const Operand& loc, const Operand& scale) const {
    const kernel::Placement here(loc, scale);
    const ndarray first = compute(What::ppf, 0.0, shapes, loc, scale),
                  last = compute(What::ppf, 1.0, shapes, loc, scale);
    if (!entry_.discrete) return {first, last};
    return {whole(first + 1.0), whole(last)};
}

ndarray Distribution::nnlf(const ndarray& x, Shapes shapes, const Operand& loc, const Operand& scale) const {
    const kernel::Placement here(x, loc, scale);
    const ndarray logarithms = compute(What::logpdf, x, shapes, loc, scale);
    return where(any(isnan(logarithms)), full({}, INFINITY), -sum(logarithms));
}

Scalar Distribution::expect(const Function& function, Shapes shapes, const Operand& loc, const Operand& scale,
                            const ExpectBounds& bounds) const {
    const kernel::Placement here(loc, scale);
    const Member member{*this, shapes, loc, scale};
    if (entry_.discrete) return expect_discrete(member, function, bounds);
    return expect_continuous(member, function, bounds);
}

}  // namespace cuprum::scipy::stats
