// Tests of means: Student's, analysis of variance, and of frequencies.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/probabilities.h"
#include "scipy/stats/resampling.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

TtestResult t_test(const Sample& sample, const ndarray& difference, const ndarray& error, const ndarray& df,
                   Alternative alternative) {
    const ndarray t = difference / error;
    // Degrees of freedom beside each result; none where a sample is empty or has a NaN.
    const ndarray freedom = where(isnan(difference), full({}, NAN, df.dtype()), broadcast_to(df, t.shape()));
    const ndarray p = p_of_t(t, df, alternative);
    return {sample.done(t),
            sample.done(sample.length() ? p : cast(p, sample.x().dtype())),
            sample.done(freedom),
            sample.done(difference),
            sample.done(broadcast_to(error, t.shape())),
            name_of(alternative)};
}

/// What a t-test needs of a sample.
struct Summary {
    ndarray n, mean, variance;
};
Summary summary_of(const Sample& sample) { return {sample.count(), sample.mean(), sample.variance(1)}; }

/// The same without a share at each end; the variance is that of elements moved to what is left (Yuen, 1974).
Summary trimmed_summary(const ndarray& a, const Dims& axes, double trim, const Along& along) {
    // NaN are sorted to the end: how many others there are tells which elements count.
    const ndarray rows = sort(as_floating(rows_of(a, axes)));
    if (rows.shape()[1] == 0) {
        const ndarray unknown = full(shape_of_rows(a, axes, true), NAN, rows.dtype());
        return {zeros_like(unknown), unknown, unknown};
    }
    const ndarray is_number = logical_not(isnan(rows)), nan = full({}, NAN, rows.dtype());
    const ReduceOptions each{.axis = Dims{1}, .keepdims = true};
    const ndarray n = sum(is_number, each), cut = cuprum::floor(n.astype(DType::float64) * trim).astype(DType::int64);
    const ndarray place = arange(rows.shape()[1], DType::int64);
    const ndarray inside = logical_and(greater_equal(place, cut), less(place, n - cut));
    const auto at = [&](const ndarray& which) { return take_along_axis(rows, maximum(which, 0)); };
    const ndarray moved = minimum(maximum(rows, at(cut)), at(n - cut - 1));
    const ndarray count = cast(n - cut * 2, rows.dtype());
    ndarray variance = var(moved, {.axis = Dims{1}, .keepdims = true, .where = &is_number}, 1) *
                       ((cast(n, rows.dtype()) - 1.0) / (count - 1.0));
    ndarray average = sum(rows, {.axis = Dims{1}, .keepdims = true, .where = &inside}) / count;
    if (along.nan_policy != "omit") {
        const ndarray has_nan = logical_not(all(is_number, each));
        average = where(has_nan, nan, average);
        variance = where(has_nan, nan, variance);
    }
    const Shape kept = shape_of_rows(a, axes, true);
    return {count.reshape(kept), average.reshape(kept), variance.reshape(kept)};
}

}  // namespace

TtestResult ttest_1samp(const ndarray& a, const Operand& popmean, const Along& along, std::string_view alternative) {
    const kernel::Placement here(a, popmean);
    const Alternative which = alternative_of(alternative);
    warn_of_small(a, along.axis);
    const Sample sample(popmean.is_array() ? cast(a, floating(a.dtype(), popmean.dtype())) : a, along);
    const Summary s = summary_of(sample);
    const ndarray error = cuprum::sqrt(s.variance / s.n);
    ndarray mean = popmean.is_array() ? popmean.array() : full({}, popmean.scalar(), s.mean.dtype());
    leaves_out(along.nan_policy, mean);  // which "raise" asks of it as of the sample
    // A mean for each sample may come with their axis or without it; one for all has the axes that it has.
    if (mean.size() == 1 && mean.ndim() <= a.ndim()) mean = mean.reshape({});
    if (mean.ndim() && mean.ndim() < a.ndim() && sample.axes().size() == 1) mean = expand_dims(mean, sample.axes()[0]);
    if (mean.ndim() && mean.ndim() == a.ndim())
        for (const std::int64_t axis : sample.axes())
            if (mean.shape()[static_cast<int>(axis)] != 1)
                throw ValueError("`popmean.shape[axis]` must equal 1, found " + to_string(mean.shape()));
    TtestResult result = t_test(sample, s.mean - mean, error, s.n - 1.0, which);
    result.estimate = result.estimate + sample.done(broadcast_to(mean, (s.mean - mean).shape()));
    return result;
}

TtestResult ttest_ind(const ndarray& a, const ndarray& b, const Along& along, bool equal_var,
                      std::string_view alternative, double trim, const ResamplingMethod& method) {
    const kernel::Placement here(a, b);
    if (!std::holds_alternative<std::monostate>(method)) {
        const Statistic statistic = [&](const ndarray& x, const ndarray& y) {
            return ttest_ind(x, y, {.axis = Dims{-1}}, equal_var, "two-sided", trim).statistic;
        };
        const TestResult found = resampled(a, b, along, statistic, method, alternative);
        const ndarray none = full(found.statistic.shape(), NAN, found.statistic.dtype());
        return {found.statistic, found.pvalue, none, none, none, std::string(alternative)};
    }
    const Alternative which = alternative_of(alternative);
    if (!(trim >= 0 && trim < 0.5))
        throw ValueError("Trimming percentage should be 0 <= `trim` < .5, found " + std::to_string(trim));
    const DType dtype = floating(a.dtype(), b.dtype());
    const std::vector<ndarray> both = aligned(std::vector<ndarray>{cast(a, dtype), cast(b, dtype)}, along.axis);
    const ndarray &x = both[0], &y = both[1];
    warn_of_small(x, y, along.axis);
    const Sample first(x, along), second(y, along);
    const Summary s1 = trim > 0 ? trimmed_summary(x, first.axes(), trim, along) : summary_of(first),
                  s2 = trim > 0 ? trimmed_summary(y, second.axes(), trim, along) : summary_of(second);
    ndarray df, error;
    if (equal_var) {
        df = s1.n + s2.n - 2.0;
        // One element differs from its mean by nothing, though its variance is not known.
        const auto squares = [](const Summary& s) {
            return where(equal(s.n, 1), full({}, 0.0, s.mean.dtype()), (s.n - 1.0) * s.variance);
        };
        const ndarray pooled = (squares(s1) + squares(s2)) / df;
        error = cuprum::sqrt(pooled * (1.0 / s1.n + 1.0 / s2.n));
    } else {
        const ndarray v1 = s1.variance / s1.n, v2 = s2.variance / s2.n, both = v1 + v2;
        df = both * both / (v1 * v1 / (s1.n - 1.0) + v2 * v2 / (s2.n - 1.0));
        df = where(isnan(df), full({}, 1.0, dtype), df);  // both variances are zero
        error = cuprum::sqrt(both);
    }
    return t_test(first, s1.mean - s2.mean, error, df, which);
}

TtestResult ttest_rel(const ndarray& first, const ndarray& second, const Along& along, std::string_view alternative) {
    const kernel::Placement here(first, second);
    const Alternative which = alternative_of(alternative);
    const auto [a, b] = paired(first, second, along.axis);
    if (a.dtype() == DType::bool_ && b.dtype() == DType::bool_ && a.size())
        throw TypeError("ttest_rel takes differences, which two samples of bool do not have; convert one to integers");
    warn_of_small(a, b, along.axis);
    const DType dtype = floating(a.dtype(), b.dtype());
    const ndarray x = cast(a, dtype), y = cast(b, dtype);
    // Differences of infinities are NaN that are not left out.
    const bool omits = leaves_out(along.nan_policy, x) | leaves_out(along.nan_policy, y);
    const Sample sample = omits ? Sample(x - y, logical_not(logical_or(isnan(x), isnan(y))), along)
                                : Sample(x - y, {.axis = along.axis, .keepdims = along.keepdims});
    const Summary s = summary_of(sample);
    return t_test(sample, s.mean, cuprum::sqrt(s.variance / s.n), s.n - 1.0, which);
}

Power_divergenceResult chisquare(const ndarray& f_obs, const ndarray* f_exp, double ddof, const Along& along,
                                 bool sum_check) {
    const kernel::Placement here(f_obs, f_exp);
    const DType dtype = f_exp ? floating(f_obs.dtype(), f_exp->dtype()) : floating(f_obs.dtype());
    refuse_complex("chisquare", dtype);
    ndarray observed = at_least_1d(f_obs).astype(DType::float64), expected;
    bool omits = leaves_out(along.nan_policy, observed);
    if (f_exp) {
        std::tie(observed, expected) = paired(observed, f_exp->astype(DType::float64), along.axis);
        omits = leaves_out(along.nan_policy, expected) || omits;
    }
    // A NaN of either leaves both out.
    const Sample sample = omits ? Sample(observed, logical_not(isnan(f_exp ? observed + expected : observed)), along)
                                : Sample(observed, {.axis = along.axis, .keepdims = along.keepdims});
    const ndarray total = sample.total(observed);
    if (!f_exp) {
        expected = total / sample.count();
    } else if (sum_check) {
        const ndarray wanted = sample.total(expected);
        const ndarray apart = absolute(total - wanted) / minimum(total, wanted);
        if (apart.size() && any(greater(apart, std::sqrt(finfo(dtype).eps))).item().to_bool())
            throw ValueError(
                "For each axis slice, the sum of the observed frequencies must agree with the sum of the expected "
                "frequencies to a relative tolerance of the square root of their dtype's epsilon");
    }
    const ndarray apart = observed - expected;
    const ndarray statistic = sample.total(apart * apart / expected);
    const ndarray p = special::chdtrc(sample.count() - (1.0 + ddof), statistic);
    return {sample.done(cast(statistic, dtype)), sample.done(cast(p, promote_types(dtype, DType::float32)))};
}

F_onewayResult f_oneway(const std::vector<ndarray>& samples, const Along& along, bool equal_var) {
    const kernel::Placement here(samples);
    if (samples.size() < 2)
        throw TypeError("At least two samples are required; got " + std::to_string(samples.size()) + ".");
    DType dtype = samples[0].dtype();
    for (const ndarray& s : samples) dtype = promote_types(dtype, s.dtype());
    dtype = floating(dtype);
    const DType result_dtype = dtype;
    if (itemsize(dtype) < 8) dtype = promote_types(dtype, DType::float32);
    const std::vector<ndarray> rows = aligned(samples, along.axis);
    std::vector<Sample> parts;
    for (const ndarray& s : rows) parts.emplace_back(cast(s, dtype), along);
    // Samples of one element each do not vary.
    const bool are_one = std::all_of(parts.begin(), parts.end(), [](const Sample& s) { return s.length() == 1; });
    warn_of_small(rows, along.axis, are_one ? 1 : 0);
    const double k = static_cast<double>(samples.size());
    // Elements are seen from the least of their sample, and samples from the least of these. Large elements that hardly
    // differ keep their digits, and equal ones differ by nothing, whatever their mean would be rounded to.
    std::vector<ndarray> least, mean, count, squares;
    for (const Sample& part : parts) least.push_back(part.least());
    ndarray origin = least[0];
    for (const ndarray& other : least) origin = minimum(origin, other);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ndarray apart = parts[i].x() - least[i], average = parts[i].mean(apart), inner = apart - average;
        mean.push_back(least[i] - origin + average);
        count.push_back(parts[i].count());
        squares.push_back(parts[i].total(inner * inner));
    }
    const auto over_samples = [&](auto term) {
        ndarray total = term(0);
        for (std::size_t i = 1; i < parts.size(); ++i) total = total + term(i);
        return total;
    };
    const ndarray within = over_samples([&](std::size_t i) { return squares[i]; });
    // What the means of samples vary, by their weights.
    const auto between = [&](const std::vector<ndarray>& weight, const ndarray& weights) {
        const ndarray centre = over_samples([&](std::size_t i) { return weight[i] * mean[i]; }) / weights;
        return over_samples([&](std::size_t i) {
            const ndarray apart = mean[i] - centre;
            return weight[i] * apart * apart;
        });
    };
    const ndarray n = over_samples([&](std::size_t i) { return count[i]; });
    ndarray statistic, df;
    if (equal_var) {
        df = n - k;
        statistic = between(count, n) / (k - 1) / (within / df);
    } else {
        std::vector<ndarray> weight;
        for (std::size_t i = 0; i < parts.size(); ++i) weight.push_back(count[i] * (count[i] - 1.0) / squares[i]);
        const ndarray weights = over_samples([&](std::size_t i) { return weight[i]; });
        const ndarray correction = over_samples([&](std::size_t i) {
            const ndarray share = 1.0 - weight[i] / weights;
            return share * share / (count[i] - 1.0);
        });
        df = (k * k - 1) / 3 / correction;
        statistic = between(weight, weights) / (k - 1) / (correction * (2 * (k - 2) / (k * k - 1)) + 1.0);
        // Constant samples have no weights: their means differ or not. One element each tells nothing.
        ndarray low = mean[0], high = mean[0];
        for (const ndarray& other : mean) {
            low = minimum(low, other);
            high = maximum(high, other);
        }
        statistic = where(logical_and(equal(within, 0), greater(n, k)), (high - low) / within, statistic);
    }
    const ndarray p = special::fdtrc(full({}, k - 1, dtype), df, statistic);
    return {cast(parts[0].done(statistic), result_dtype), cast(parts[0].done(p), result_dtype)};
}

}  // namespace cuprum::scipy::stats
