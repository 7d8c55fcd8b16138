// Moments, and means of several kinds.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

/// x to a whole power, by squares.
ndarray whole_power(const ndarray& x, std::int64_t order) {
    if (order == 1) return x;
    const ndarray half = whole_power(x, order / 2), square = half * half;
    return order % 2 ? square * x : square;
}

struct Shape2 {
    ndarray mean, apart, second, flat;  ///< `flat` is where all elements are equal, but for rounding.
};

Shape2 second_moment(const Sample& sample) {
    Shape2 result;
    result.mean = sample.mean();
    result.apart = sample.x() - result.mean;
    result.second = sample.mean(result.apart * result.apart);
    const ndarray least = result.mean * finfo(sample.x().dtype()).eps;
    result.flat = less_equal(result.second, least * least);
    return result;
}

ndarray nan_where(const ndarray& condition, const ndarray& values) {
    return where(condition, full({}, NAN, values.dtype()), values);
}

/// A mean by weights, where there are any, of values of which each is a function of one element.
ndarray weighted_mean(const Sample& sample, const ndarray& values, const ndarray* weights) {
    if (!weights) return sample.mean(values);
    return sample.total(values * *weights) / sample.total(broadcast_to(*weights, values.shape()));
}

/// A mean of changed elements, changed back. NaN in weights are left out with those of elements.
template <class Change>
ndarray mean_of_changed(const ndarray& values, const Along& along, std::optional<DType> dtype, const ndarray* weights,
                        Change change) {
    const ndarray a = at_least_1d(values);
    ndarray x = as_floating(dtype ? cast(a, *dtype) : a);
    if (weights && !dtype) x = cast(a, floating(a.dtype(), weights->dtype()));
    std::optional<ndarray> w;
    if (weights) std::tie(x, w) = paired(x, cast(*weights, x.dtype()), along.axis);
    warn_of_small(x, along.axis);
    const bool omits = leaves_out(along.nan_policy, x) || (w && leaves_out(along.nan_policy, *w));
    const Along within{.axis = along.axis, .keepdims = along.keepdims};
    if (!omits) {
        const Sample sample(x, within);
        return sample.done(weighted_mean(sample, change(x), w ? &*w : nullptr));
    }
    const ndarray mask = logical_not(w ? logical_or(isnan(x), isnan(*w)) : isnan(x));
    const Sample sample(x, mask, within);
    return sample.done(weighted_mean(sample, change(x), w ? &*w : nullptr));
}

ndarray without_negatives(const ndarray& x) { return nan_where(less(x, 0), x); }

}  // namespace

namespace {

ndarray moment_of(const ndarray& a, double order, const Along& along, std::optional<double> center) {
    if (order != std::floor(order) || order < 0 || order > 9e15)
        throw ValueError("All elements of `order` must be integral, found " + std::to_string(order));
    warn_of_small(a, along.axis);
    const Sample sample(a, along);
    const auto n = static_cast<std::int64_t>(order);
    if (a.size() == 0) return sample.done(sample.mean());
    if (n == 0 || (n == 1 && !center)) {
        // Of a sample without elements nothing is known, whatever the order.
        const ndarray kept = sample.total(zeros_like(sample.x()));
        const ndarray value = n == 0 ? ones_like(kept) : kept;
        const ndarray has_nan = isnan(sample.total(sample.x()));
        return sample.done(nan_where(logical_or(has_nan, equal(sample.count(), 0)), value));
    }
    const ndarray apart = center ? sample.x() - *center : sample.x() - sample.mean();
    return sample.done(sample.mean(whole_power(apart, n)));
}

}  // namespace

ndarray moment(const ndarray& a, const Orders& order, const Along& along, std::optional<double> center) {
    const kernel::Placement here(a);
    if (order.is_one) return moment_of(a, order.values[0], along, center);
    if (order.values.empty()) throw ValueError("`order` must be a scalar or a non-empty 1D array.");
    std::vector<ndarray> moments;
    for (const double one : order.values) moments.push_back(moment_of(a, one, along, center));
    return stack(moments);
}

ndarray skew(const ndarray& a, const Along& along, bool bias) {
    const kernel::Placement here(a);
    warn_of_small(a, along.axis);
    const Sample sample(a, along);
    const Shape2 m = second_moment(sample);
    const ndarray third = sample.mean(m.apart * m.apart * m.apart);
    ndarray value = third / (m.second * cuprum::sqrt(m.second));
    if (!bias) {
        const ndarray n = sample.count();
        const ndarray corrected = cuprum::sqrt((n - 1.0) * n) / (n - 2.0) * value;
        value = where(greater(n, 2), corrected, value);
    }
    return sample.done(nan_where(m.flat, value));
}

ndarray kurtosis(const ndarray& a, const Along& along, bool fisher, bool bias) {
    const kernel::Placement here(a);
    warn_of_small(a, along.axis);
    const Sample sample(a, along);
    const Shape2 m = second_moment(sample);
    const ndarray square = m.apart * m.apart;
    ndarray value = sample.mean(square * square) / (m.second * m.second);
    if (!bias) {
        const ndarray n = sample.count();
        const ndarray corrected = ((n * n - 1.0) * value - (n - 1.0) * (n - 1.0) * 3.0) / (n - 2.0) / (n - 3.0) + 3.0;
        value = where(greater(n, 3), corrected, value);
    }
    value = nan_where(m.flat, value);
    return sample.done(fisher ? value - 3.0 : value);
}

ndarray sem(const ndarray& a, const Along& along, double ddof) {
    const kernel::Placement here(a);
    const bool is_one_element = warn_of_small(a, along.axis, 1);
    const Sample sample(a, along);
    const ndarray count = sample.count(), error = cuprum::sqrt(sample.variance(ddof) / count);
    if (is_one_element) return sample.done(full_like(error, NAN));
    return sample.done(sample.mask() ? where(greater(count, 1), error, NAN) : error);
}

DescribeResult describe(const ndarray& a, const Along& along, double ddof, bool bias) {
    const kernel::Placement here(a);
    if (a.size() == 0) throw ValueError("The input must not be empty.");
    const bool omits = leaves_out(along.nan_policy, a) && any(isnan(a)).item().to_bool();
    const Along within{.axis = along.axis, .nan_policy = omits ? "omit" : "propagate"};
    const Sample sample(a, within);
    const ReduceOptions rows{.axis = sample.axes()};
    std::variant<std::int64_t, ndarray> nobs = sample.length();
    if (omits) {
        const ndarray counts = sum(*sample.mask(), rows);
        if (counts.ndim()) nobs = counts;
        else nobs = counts.item().to_int();
    }
    return {nobs,
            {omits ? nanmin(a, rows) : min(a, rows), omits ? nanmax(a, rows) : max(a, rows)},
            sample.done(sample.mean()),
            sample.done(sample.variance(ddof)),
            skew(a, within, bias),
            kurtosis(a, within, true, bias)};
}

ndarray gmean(const ndarray& a, const Along& along, std::optional<DType> dtype, const ndarray* weights) {
    const kernel::Placement here(a, weights);
    return cuprum::exp(mean_of_changed(a, along, dtype, weights, [](const ndarray& x) { return cuprum::log(x); }));
}

ndarray hmean(const ndarray& a, const Along& along, std::optional<DType> dtype, const ndarray* weights) {
    const kernel::Placement here(a, weights);
    return 1.0 / mean_of_changed(a, along, dtype, weights, [](const ndarray& x) { return 1.0 / without_negatives(x); });
}

ndarray pmean(const ndarray& a, double p, const Along& along, std::optional<DType> dtype, const ndarray* weights) {
    const kernel::Placement here(a, weights);
    if (p == 0) return gmean(a, along, dtype, weights);
    if (std::isinf(p)) throw NotSupportedError("Power mean only implemented for finite `p`");
    return power(
        mean_of_changed(a, along, dtype, weights, [p](const ndarray& x) { return power(without_negatives(x), p); }),
        1 / p);
}

}  // namespace cuprum::scipy::stats
