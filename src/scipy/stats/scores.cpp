// Entropy, scores, trimmed means, and the likelihood of a Box-Cox transform.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/mean_and_deviation.h"
#include "scipy/stats/sample.h"
#include "scipy/stats/traced.h"

namespace cuprum::scipy::stats {
namespace {

/// Scores by means and deviations of others, of one dtype. Where these are what is scored (`own`), deviations that are
/// no more than rounding give NaN.
ndarray scores_of(const ndarray& x, const ndarray& others, const Axes& axis, double ddof, bool omits, bool own) {
    static const ElementwiseKernel kernel(
        "T x, T mean, R deviation, R least", "T y",
        "y = deviation <= least * abs(mean) ? T(R(0) / (deviation - deviation)) : (x - mean) / deviation;",
        "cuprum_zscore");
    const auto [mean, deviation] = mean_and_deviation(others, axes_of(others, axis), ddof, omits);
    const Scalar least = Scalar(own ? finfo(x.dtype()).eps : NAN).as(deviation.dtype());
    return cast(kernel(cast(x, mean.dtype()), mean, deviation, least), x.dtype());
}

ndarray entropy_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray& p = operands[0].array();
    return sum(special::entr(p / sum(p, rows)), rows);
}

ndarray divergence_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray &p = operands[0].array(), &q = operands[1].array();
    return sum(special::rel_entr(p / sum(p, rows), q / sum(q, rows)), rows);
}

ndarray variance_of(const ndarray& values, const ReduceOptions& rows) {
    const ndarray apart = values - mean(values, rows);
    return mean(apart * apart, rows);
}

/// Of logarithms and the parameter; as the variance of exp(lmb * (log(x) - largest)), which neither overflows nor
/// cancels.
ndarray likelihood_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray logs = cuprum::log(operands[0].array());
    const ndarray &lmb = operands[1].array(), &count = operands[2].array();
    const ndarray scaled = logs * lmb, largest = max(scaled, rows), total = sum(logs, rows);
    const ndarray spread =
        cuprum::log(variance_of(cuprum::expm1(scaled - largest), rows)) + (largest - cuprum::log(absolute(lmb))) * 2.0;
    return (lmb - 1.0) * total - count / 2.0 * spread;
}

ndarray logarithm_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray logs = cuprum::log(operands[0].array());
    return -sum(logs, rows) - operands[1].array() / 2.0 * cuprum::log(variance_of(logs, rows));
}

}  // namespace

ndarray zmap(const ndarray& scores, const ndarray& compare, const Axes& axis, double ddof,
             std::string_view nan_policy) {
    const kernel::Placement here(scores, compare);
    const DType dtype = floating(scores.dtype(), compare.dtype());
    warn_of_small(compare, axis);
    return scores_of(cast(scores, dtype), cast(compare, dtype), axis, ddof, leaves_out(nan_policy, compare), false);
}

ndarray zscore(const ndarray& a, const Axes& axis, double ddof, std::string_view nan_policy) {
    const kernel::Placement here(a);
    axes_of(a, axis);  // a number has none
    const ndarray x = as_floating(a);
    if (a.size() == 0) return x.copy();
    return scores_of(x, x, axis, ddof, leaves_out(nan_policy, a), true);
}

ndarray gzscore(const ndarray& a, const Axes& axis, double ddof, std::string_view nan_policy) {
    const kernel::Placement here(a);
    return zscore(cuprum::log(as_floating(a)), axis, ddof, nan_policy);
}

ndarray entropy(const ndarray& one, const ndarray* qk, std::optional<double> base, const Along& along) {
    const kernel::Placement here(one, qk);
    if (base && !(*base > 0)) throw ValueError("`base` must be a positive number or `None`.");
    const ndarray pk = at_least_1d(one);
    ndarray p = as_floating(pk), q;
    bool omits = leaves_out(along.nan_policy, p);
    if (qk) {
        omits = leaves_out(along.nan_policy, *qk) || omits;
        const DType dtype = floating(pk.dtype(), qk->dtype());
        std::tie(p, q) = paired(cast(pk, dtype), cast(*qk, dtype), along.axis);
    }
    if (omits) {
        // Both are without those that either has not.
        const ndarray mask = logical_not(qk ? logical_or(isnan(p), isnan(q)) : isnan(p));
        const Sample sample(p, mask, along);
        const ndarray shares = p / sample.total(p);
        ndarray result =
            sample.done(sample.total(qk ? special::rel_entr(shares, q / sample.total(q)) : special::entr(shares)));
        return base ? result / std::log(*base) : result;
    }
    const Sample sample(p, {.axis = along.axis, .keepdims = along.keepdims});
    ndarray result;
    if (p.size() == 0) {
        result = sample.total(p);
    } else if (qk) {
        static FusedFunction traces("divergence");
        const Operand operands[] = {p, q};
        result = run_traced(traces, divergence_rows, operands, sample.axes());
    } else {
        static FusedFunction traces("entropy");
        const Operand operands[] = {p};
        result = run_traced(traces, entropy_rows, operands, sample.axes());
    }
    result = sample.done(result);
    return base ? result / std::log(*base) : result;
}

ndarray trim_mean(const ndarray& sample, double proportiontocut, const Along& along) {
    const kernel::Placement here(sample);
    const ndarray a = at_least_1d(sample);
    const Dims axes = axes_of(a, along.axis);
    warn_of_small(a, along.axis);
    const bool omits = leaves_out(along.nan_policy, a);
    const ndarray rows = rows_of(a, axes);
    const Shape shape = shape_of_rows(a, axes, along.keepdims);
    const DType dtype = floating(a.dtype());
    const std::int64_t n = rows.shape()[1];
    if (rows.size() == 0) return full(shape, NAN, dtype);
    if (!(proportiontocut * static_cast<double>(n) > -1)) throw ValueError("Proportion too small.");
    if (omits) {
        // NaN are sorted to the end, so that the part that counts is told by how many others there are.
        const ndarray sorted = as_floating(sort(rows));
        const ndarray counts = sum(logical_not(isnan(sorted)), {.axis = Dims{1}, .keepdims = true});
        const ndarray cut = floor(counts.astype(DType::float64) * proportiontocut);
        // Half of an odd number is rounded down, so that a little more than one half may leave an element.
        if (proportiontocut > 0.5 && any(greater(cut * 2.0, counts)).item().to_bool())
            throw ValueError("Proportion too big.");
        const ndarray place = arange(n, DType::int64);
        const ndarray mask = logical_and(greater_equal(place, cut), less(place, counts - cut));
        return (sum(sorted, {.axis = Dims{1}, .where = &mask}) / sum(mask, {.axis = Dims{1}}))
            .astype(dtype)
            .reshape(shape);
    }
    const double cut = proportiontocut * static_cast<double>(n);
    if (!(cut <= static_cast<double>(n))) throw ValueError("Proportion too big.");
    const auto low = static_cast<std::int64_t>(cut);
    const std::int64_t high = n - low;
    if (low > high) throw ValueError("Proportion too big.");
    if (low == high) return full(shape, NAN, dtype);
    const ndarray parted = low <= 0 ? rows : partition(rows, Dims{low, high - 1});
    ndarray means = mean(as_floating(parted(all_of, Slice{std::max<std::int64_t>(low, 0), high})), {.axis = Dims{1}});
    if (is_inexact(a.dtype())) {
        // A NaN would be the largest, and so be cut off.
        const ndarray has_nan = any(isnan(rows), {.axis = Dims{1}});
        if (along.nan_policy == "propagate") means = where(has_nan, full_like(means, NAN), means);
    }
    return means.reshape(shape);
}

ndarray boxcox_llf(double lmb, const ndarray& data, const Along& along) {
    const kernel::Placement here(data);
    ndarray x = as_floating(at_least_1d(data));
    warn_of_small(x, along.axis);
    const DType dtype = x.dtype();
    if (itemsize(dtype) == 2) x = cast(x, DType::float32);
    const Along within{.axis = along.axis, .keepdims = along.keepdims};
    const bool omits = leaves_out(along.nan_policy, x);
    const Sample sample(x, within);
    if (sample.length() == 0) return sample.done(full_like(sample.total(x), NAN, dtype));
    if (is_complex(dtype)) {
        // The likelihood takes logarithms of complex numbers, and the variance of their moduli's squares: a real
        // number.
        const Sample others = omits ? Sample(x, logical_not(isnan(x)), within) : sample;
        const ndarray logs = cuprum::log(x), exponents = logs.real() * lmb;
        const ndarray largest =
            max(omits ? where(*others.mask(), exponents, full_like(exponents, -INFINITY)) : exponents,
                {.axis = others.axes(), .keepdims = true});
        const ndarray changed = lmb == 0 ? logs : exp(logs * lmb - largest) / lmb;
        const ndarray variance = omits ? Sample(changed, *others.mask(), within).variance(0)
                                       : var(changed, {.axis = others.axes(), .keepdims = true});
        const ndarray log_variance = cuprum::log(variance.real()) + largest * 2.0;
        return cast(sample.done(others.total(logs) * (lmb - 1) - others.count() / 2.0 * log_variance), dtype);
    }
    if (omits) {
        const Sample others(x, logical_not(isnan(x)), within);
        const ndarray logs = cuprum::log(x), total = others.total(logs), powers = logs * lmb;
        // Powers over the largest one, which could overflow.
        const ndarray largest =
            max(where(*others.mask(), powers, full_like(powers, -INFINITY)), {.axis = others.axes(), .keepdims = true});
        const Sample changed(lmb == 0 ? logs : cuprum::expm1(powers - largest) / lmb, *others.mask(), within);
        const ndarray log_variance = cuprum::log(changed.variance(0)) + largest * 2.0;
        const ndarray result = total * (lmb - 1) - others.count() / 2.0 * log_variance;
        return cast(sample.done(result), dtype);
    }
    const ndarray count = full({}, static_cast<double>(sample.length()), x.dtype());
    if (lmb == 0) {
        static FusedFunction traces("boxcox_llf_0");
        const Operand operands[] = {x, count};
        return cast(sample.done(run_traced(traces, logarithm_rows, operands, sample.axes())), dtype);
    }
    static FusedFunction traces("boxcox_llf");
    const ndarray parameter = full({}, lmb, x.dtype());
    const Operand operands[] = {x, parameter, count};
    return cast(sample.done(run_traced(traces, likelihood_rows, operands, sample.axes())), dtype);
}

}  // namespace cuprum::scipy::stats
