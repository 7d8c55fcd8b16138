// Tests by resampling: samples are shuffled or drawn anew, and their statistics are compared with that of the data.
#include "scipy/stats/resampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/scipy/special.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "scipy/stats/probabilities.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

constexpr double most_elements = 1 << 24;  // of the resamples of a batch, where `batch` does not say

template <class Method>
void check(const Method& method) {
    const double n = method.n_resamples;
    if (!(n > 0) || (std::isfinite(n) && n != std::floor(n)))
        throw ValueError("`n_resamples` must be a positive integer.");
    if (method.batch && (!(*method.batch > 0) || *method.batch != std::floor(*method.batch)))
        throw ValueError("`batch` must be a positive integer or None.");
}

/// Calls a function with numbers of resamples that sum up to `count`.
template <class Function>
void for_batches(double count, std::optional<double> batch, std::int64_t size, Function&& function) {
    const double most =
        batch.value_or(std::max(1.0, std::floor(most_elements / static_cast<double>(std::max<std::int64_t>(size, 1)))));
    for (; count > 0; count -= most) function(static_cast<std::int64_t>(std::min(most, count)));
}

/// How many orders of n observations there are; where they are not paired, only how they are divided counts.
double number_of_orders(std::int64_t n, std::int64_t first, bool pairings) {
    double count = 1;
    if (pairings)
        for (std::int64_t k = 2; k <= n; ++k) count *= static_cast<double>(k);
    else
        for (std::int64_t k = 1; k <= first; ++k)
            count = count * static_cast<double>(n - first + k) / static_cast<double>(k);
    return count;
}

/// All orders, one after the other: permutations, or divisions, of which `first` observations are the first sample.
class AllOrders {
public:
    AllOrders(std::int64_t n, std::int64_t first, bool pairings) : first_(first), pairings_(pairings), order_(n) {
        std::iota(order_.begin(), order_.end(), 0);
    }
    const std::vector<std::int64_t>& now() const { return order_; }
    void advance() {
        if (pairings_) {
            std::next_permutation(order_.begin(), order_.end());
            return;
        }
        // The next combination in the order of words; the others follow in ascending order.
        const auto n = static_cast<std::int64_t>(order_.size());
        std::int64_t k = first_ - 1;
        while (k >= 0 && order_[at(k)] == n - first_ + k) --k;
        if (k < 0) return;
        ++order_[at(k)];
        for (std::int64_t j = k + 1; j < first_; ++j) order_[at(j)] = order_[at(j - 1)] + 1;
        std::vector<bool> chosen(order_.size());
        for (std::int64_t j = 0; j < first_; ++j) chosen[at(order_[at(j)])] = true;
        std::int64_t to = first_;
        for (std::int64_t value = 0; value < n; ++value)
            if (!chosen[at(value)]) order_[at(to++)] = value;
    }

private:
    static std::size_t at(std::int64_t k) { return static_cast<std::size_t>(k); }
    std::int64_t first_;
    bool pairings_;
    std::vector<std::int64_t> order_;
};

/// Calls a function with orders of n observations, (batch, n). Returns how many there are, and whether these are all.
template <class Function>
std::pair<double, bool> for_orders(std::int64_t n, std::int64_t first, bool pairings, const PermutationMethod& method,
                                   std::int64_t size, Function&& function) {
    const double most = number_of_orders(n, first, pairings);
    if (method.n_resamples < most) {
        const ResamplingNumbers numbers = method.rng();
        for_batches(method.n_resamples, method.batch, size,
                    [&](std::int64_t batch) { function(argsort(numbers.uniform({batch, n}), 1)); });
        return {method.n_resamples, false};
    }
    AllOrders all(n, first, pairings);
    for_batches(most, method.batch, size, [&](std::int64_t batch) {
        std::vector<std::int64_t> orders;
        for (std::int64_t k = 0; k < batch; ++k, all.advance())
            orders.insert(orders.end(), all.now().begin(), all.now().end());
        function(asarray(orders).reshape({batch, n}));
    });
    return {most, true};
}

/// How many statistics of resamples are as extreme as that of the data.
class Tail {
public:
    explicit Tail(const ndarray& observed)
        : observed_(observed), slack_(absolute(observed) * (100 * finfo(observed.dtype()).eps)) {}

    void add(const ndarray& null) {
        const ndarray below = sum(less_equal(null, observed_ + slack_), {.axis = 0}),
                      above = sum(greater_equal(null, observed_ - slack_), {.axis = 0});
        less_ = less_ ? *less_ + below : below;
        greater_ = greater_ ? *greater_ + above : above;
    }
    TestResult result(double count, double more, std::string_view alternative) const {
        const ndarray less = (*less_ + more) / (count + more), greater = (*greater_ + more) / (count + more);
        const ndarray p = alternative == "less"      ? less
                          : alternative == "greater" ? greater
                                                     : minimum(less, greater) * 2.0;
        return {observed_, where(isnan(observed_), NAN, clip(p, Operand(0.0), Operand(1.0)))};
    }
    const ndarray& observed() const { return observed_; }

private:
    ndarray observed_, slack_;
    std::optional<ndarray> less_, greater_;
};

/// Samples of one shape but for the last axis.
std::pair<ndarray, ndarray> joined(const ndarray& x, const ndarray& y) {
    const auto beside = [](const ndarray& a) {
        Shape shape = a.shape();
        shape.erase(shape.size() - 1);
        return shape;
    };
    const Shape shapes[] = {beside(x), beside(y)};
    const Shape shape = broadcast_shapes(shapes);
    const auto spread = [&](const ndarray& a) {
        Shape all = shape;
        all.push_back(a.shape(-1));
        return a.broadcast_to(all);
    };
    return {spread(x), spread(y)};
}

ndarray resampled_by(const ndarray& a, const ndarray& places) {
    return moveaxis(take(a, places, -1), Dims{-2}, Dims{0});
}

TestResult permuted(const ndarray& x, const ndarray& y, const Statistic& statistic, const PermutationMethod& method,
                    std::string_view alternative, bool pairings) {
    check(method);
    if (x.shape(-1) < 2 || y.shape(-1) < 2)
        throw ValueError("To be shuffled, each sample must have two observations at least.");
    Tail tail(statistic(x, y));
    const std::int64_t first = x.shape(-1);
    ndarray mixed = y;
    if (!pairings) {
        const auto [a, b] = joined(x, y);
        mixed = concatenate({a, b}, -1);
    }
    const auto [count, is_all] =
        for_orders(mixed.shape(-1), first, pairings, method, mixed.size(), [&](const ndarray& orders) {
            const ndarray shuffled = resampled_by(mixed, orders);
            tail.add(pairings ? statistic(x, shuffled)
                              : statistic(shuffled(ellipsis, Slice{.stop = first}),
                                          shuffled(ellipsis, Slice{.start = first})));
        });
    return tail.result(count, is_all ? 0 : 1, alternative);
}

TestResult drawn(const ndarray& x, const ndarray& y, const Statistic& statistic, const MonteCarloMethod& method,
                 std::string_view alternative) {
    check(method);
    auto draws = method.rvs;
    if (draws.empty()) draws.assign(2, method.rng().normal);
    if (draws.size() != 2)
        throw ValueError("`rvs` must be a function for each of the 2 samples, found " + std::to_string(draws.size()));
    Tail tail(statistic(x, y));
    const std::int64_t lengths[] = {x.shape(-1), y.shape(-1)};
    for_batches(method.n_resamples, method.batch, lengths[0] + lengths[1], [&](std::int64_t batch) {
        const ndarray null = statistic(draws[0]({batch, lengths[0]}), draws[1]({batch, lengths[1]}));
        Shape shape{null.size()};
        for (int d = 0; d < tail.observed().ndim(); ++d) shape.push_back(1);
        tail.add(null.reshape(shape));
    });
    return tail.result(method.n_resamples, 1, alternative);
}

/// Quantiles along the first axis of sorted values, each column its own.
ndarray quantile_of(const ndarray& values, const ndarray& share) {
    const auto last = static_cast<double>(values.shape(0) - 1);
    const ndarray place = share * last, floored = floor(place),
                  low = clip(where(isnan(floored), 0.0, floored), Operand(0.0), Operand(last)).astype(DType::int64),
                  high = minimum(low + 1, Scalar(values.shape(0) - 1));
    const auto at = [&](const ndarray& k) { return take_along_axis(values, expand_dims(k, Dims{0}), 0)(0); };
    const ndarray a = at(low), b = at(high);
    return where(isnan(share), NAN, a + (b - a) * (place - low));
}

}  // namespace

ResamplingSource resampling_source(std::optional<std::uint64_t> seed) {
    return [seed] {
        const auto generator = std::make_shared<random::Generator>(seed);
        return ResamplingNumbers{[generator](const Shape& shape) { return generator->random_sample(shape); },
                                 [generator](const Shape& shape) { return generator->standard_normal(shape); }};
    };
}

ndarray with_last_axis(const ndarray& given, const Axes& axis) {
    const ndarray a = is_floating(given.dtype()) ? given : given.astype(DType::float64);
    if (!axis) return a.ravel();
    const auto count = static_cast<int>(axis->size());
    Dims places;
    for (int k = 0; k < count; ++k) places.push_back(k - count);
    const ndarray moved = moveaxis(a, *axis, places);
    Shape shape;
    std::int64_t length = 1;
    for (int d = 0; d < a.ndim(); ++d) {
        if (d < a.ndim() - count) shape.push_back(moved.shape()[d]);
        else length *= moved.shape()[d];
    }
    shape.push_back(length);
    return moved.reshape(shape);
}

TestResult resampled(const ndarray& x, const ndarray& y, const Statistic& statistic, const ResamplingMethod& method,
                     std::string_view alternative, bool pairings) {
    alternative_of(alternative);  // which refuses another word
    if (const auto* permutation = std::get_if<PermutationMethod>(&method))
        return permuted(x, y, statistic, *permutation, alternative, pairings);
    return drawn(x, y, statistic, std::get<MonteCarloMethod>(method), alternative);
}

TestResult resampled(const ndarray& a, const ndarray& b, const Along& along, const Statistic& statistic,
                     const ResamplingMethod& method, std::string_view alternative) {
    const ndarray x = with_last_axis(a, along.axis), y = with_last_axis(b, along.axis);
    const auto has_nan = [](const ndarray& sample) { return any(isnan(sample)).item().to_bool(); };
    const bool looks_for_nan = along.nan_policy != "propagate", omits_x = leaves_out(along.nan_policy, x),
               omits_y = leaves_out(along.nan_policy, y);
    TestResult found;
    if (looks_for_nan && (omits_x || omits_y) && (has_nan(x) || has_nan(y))) {  // rows lose different numbers
        const auto [first, second] = joined(x, y);
        Shape shape = first.shape();
        shape.erase(shape.size() - 1);
        const ndarray rows = first.reshape({-1, first.shape(-1)}), other_rows = second.reshape({-1, second.shape(-1)});
        std::vector<ndarray> statistics, ps;
        for (std::int64_t k = 0; k < rows.shape(0); ++k) {
            TestResult one =
                resampled(without_nan(rows(k)), without_nan(other_rows(k)), statistic, method, alternative);
            statistics.push_back(std::move(one.statistic));
            ps.push_back(std::move(one.pvalue));
        }
        found = {stack(statistics).reshape(shape), stack(ps).reshape(shape)};
    } else {
        found = resampled(x, y, statistic, method, alternative);
    }
    if (along.keepdims) {
        Dims axes = along.axis.value_or(Dims());
        if (!along.axis)
            for (int d = 0; d < a.ndim(); ++d) axes.push_back(d);
        found = {expand_dims(found.statistic, axes), expand_dims(found.pvalue, axes)};
    }
    return found;
}

ConfidenceInterval bootstrapped(const ndarray& x, const ndarray& y, const Statistic& statistic, double level,
                                std::string_view alternative, const BootstrapMethod& method) {
    check(method);
    std::string kind = method.method;
    for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (kind != "bca" && kind != "percentile" && kind != "basic")
        throw ValueError("`method` must be one of 'percentile', 'basic' and 'BCa', not '" + method.method + "'");
    const auto [a, b] = joined(x, y);
    const auto of_places = [&, &a = a, &b = b](const ndarray& places) {
        return statistic(resampled_by(a, places), resampled_by(b, places));
    };
    const std::int64_t n = a.shape(-1);
    const ResamplingNumbers numbers = method.rng();
    std::vector<ndarray> found;
    for_batches(method.n_resamples, method.batch, a.size(), [&](std::int64_t batch) {
        const ndarray places = (numbers.uniform({batch, n}) * static_cast<double>(n)).astype(DType::int64);
        found.push_back(of_places(minimum(places, Scalar(n - 1))));
    });
    const ndarray values = sort(concatenate(found, 0), 0), observed = statistic(a, b);
    const double alpha = alternative == "two-sided" ? (1 - level) / 2 : 1 - level;
    ndarray low = full(observed.shape(), alpha), high = full(observed.shape(), 1 - alpha);
    if (kind == "bca") {
        // B. Efron, Better bootstrap confidence intervals, 1987: corrections of bias and of skewness.
        const ndarray share = (mean(less(values, observed), {.axis = 0}) +
                               mean(less_equal(values, observed), {.axis = 0})) /
                              2.0,
                      bias = special::ndtri(share);
        const ndarray columns = arange(n - 1).reshape({1, n - 1}), rows = arange(n).reshape({n, 1}),
                      others = columns + greater_equal(columns, rows);
        const ndarray without = of_places(others), apart = mean(without, {.axis = 0}) - without,
                      skew = sum(power(apart, 3), {.axis = 0}) / (power(sum(power(apart, 2), {.axis = 0}), 1.5) * 6.0);
        const auto corrected = [&](const ndarray& q) {
            const ndarray z = bias + special::ndtri(q);
            return special::ndtr(bias + z / (1.0 - skew * z));
        };
        low = corrected(low);
        high = corrected(high);
    }
    low = quantile_of(values, low);
    high = quantile_of(values, high);
    if (kind == "basic") {
        const ndarray before = low;
        low = observed * 2.0 - high;
        high = observed * 2.0 - before;
    }
    if (alternative == "less") low = full(low.shape(), -INFINITY, low.dtype());
    else if (alternative == "greater") high = full(high.shape(), INFINITY, high.dtype());
    return {low, high};
}

}  // namespace cuprum::scipy::stats
