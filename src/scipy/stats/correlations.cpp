// Correlations of values and of ranks, and lines through points.
#include <algorithm>
#include <cmath>
#include <functional>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/stats/inversions_args.h"
#include "cuprum/types.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/placement.h"
#include "kernel/plan/sizes.h"
#include "runtime/device_traits.h"
#include "scipy/stats/probabilities.h"
#include "scipy/stats/ranks.h"
#include "scipy/stats/resampling.h"
#include "scipy/stats/sample.h"
#include "scipy/stats/traced.h"

namespace cuprum::scipy::stats {
namespace {

/// Deviations from the mean, divided by the largest; NaN where all are equal.
ndarray scaled_deviations(const ndarray& x, const ReduceOptions& rows) {
    const ndarray centre = mean(x, rows), least = min(x, rows), most = max(x, rows);
    // Equal elements may differ from their mean by rounding.
    const ndarray largest = where(equal(least, most), NAN, maximum(most - centre, centre - least));
    return (x - centre) / largest;
}

/// Pearson's correlations of two arrays along axes, which stay.
ndarray correlation(std::span<const Operand> samples, const ReduceOptions& rows) {
    const ndarray u = scaled_deviations(samples[0].array(), rows), v = scaled_deviations(samples[1].array(), rows);
    return sum(u * v, rows) / cuprum::sqrt(sum(u * u, rows)) / cuprum::sqrt(sum(v * v, rows));
}

/// How likely a correlation of n pairs is: that of a beta distribution over [-1, 1].
ndarray p_of_correlation(const ndarray& r, double n, Alternative alternative) {
    if (n == 2) return where(isnan(r), r, ones_like(r));
    const double half = n / 2 - 1;
    const auto below = [&](const ndarray& x) {
        return special::betainc(full({}, half, x.dtype()), full({}, half, x.dtype()), (x + 1.0) / 2.0);
    };
    switch (alternative) {
        case Alternative::less: return below(r);
        case Alternative::greater: return below(-r);
        case Alternative::two_sided: break;
    }
    return below(-absolute(r)) * 2.0;
}

ndarray p_of_ranks(const ndarray& r, const ndarray& n, Alternative alternative) {
    const ndarray df = n - 2.0;
    const ndarray t = r * cuprum::sqrt(maximum(df / ((r + 1.0) * (1.0 - r)), 0));
    return p_of_t(t, df, alternative);
}

/// Spearman's correlations of all pairs of rows, each without the observations that one of the two lacks.
SignificanceResult correlations_of_pairs(const ndarray& rows, Alternative alternative) {
    const std::int64_t k = rows.shape()[0];
    const ndarray number = arange(k * k, DType::int64), first = take(rows, floor_divide(number, k), 0),
                  second = take(rows, remainder(number, k), 0);
    const ndarray lacks = logical_or(isnan(first), isnan(second)), nan = full({}, NAN);
    const ReduceOptions each{.axis = Dims{1}, .keepdims = true};
    const ndarray n = sum(logical_not(lacks), each).astype(DType::float64);
    // What is left out is ranked last, so that the others have the ranks that they have among themselves.
    const auto centred = [&](const ndarray& values) {
        return where(lacks, full({}, 0.0), ranks_of_rows(where(lacks, nan, values)) - (n + 1.0) / 2.0);
    };
    const ndarray u = centred(first), v = centred(second);
    const ndarray r =
        clip(sum(u * v, each) / cuprum::sqrt(sum(u * u, each) * sum(v * v, each)), Operand(-1.0), Operand(1.0));
    // Once anything is lacking, a variable is like itself, however little is known of it, as in SciPy.
    const ndarray same =
        logical_and(equal(floor_divide(number, k), remainder(number, k)).reshape({k * k, 1}), any(lacks));
    const ndarray one = full({}, 1.0), certain = full({}, alternative == Alternative::less ? 1.0 : 0.0);
    const ndarray statistic = where(less(n, 2), where(same, one, nan), r),
                  p = where(less(n, 3), where(same, certain, nan), p_of_ranks(r, n, alternative));
    if (k == 2) return {statistic.reshape({4})(1).copy(), p.reshape({4})(1).copy()};
    return {statistic.reshape({k, k}), p.reshape({k, k})};
}

/// Merges sorted stretches of so many numbers two by two. Each number of a left one counts those of its right one that
/// are smaller, or they are counted in chunks of the result.
void merge_counting(const ndarray& from, std::int64_t width, const ndarray& to, const ndarray& counts) {
    const std::int64_t n = from.size(), parts = counts.size();
    if (parts < n) {
        static kernel::FunctionSlot slot;
        const runtime::FunctionHandle function = slot.get([]() -> kernel::KernelSource {
            return {"cuprum_merge_inversions",
                    "#include <cuprum/stats/inversions.h>\nCUPRUM_MERGE_INVERSIONS(cuprum_merge_inversions)\n",
                    {}};
        });
        kernel::DataAccess data;
        InversionsArgs args{};
        args.from = data.read<long long>(from);
        args.to = data.write<long long>(to);
        args.counts = data.update<long long>(counts);
        args.count = n;
        args.width = width;
        return data.launch(function, kernel::plan_items(parts, 1, 1), args);
    }
    static const ElementwiseKernel kernel(
        "raw int64 v, int64 width, int64 n", "raw int64 out, raw int64 counts",
        "const long long left = i / (2 * width) * (2 * width), middle = left + width < n ? left + width : n,"
        "                end = middle + width < n ? middle + width : n;"
        "const bool is_left = i < middle;"
        "const long long value = v[i];"
        "long long low = is_left ? middle : left, high = is_left ? end : middle;"
        "while (low < high) {"
        "    const long long m = low + (high - low) / 2;"
        "    if (is_left ? v[m] < value : v[m] <= value) low = m + 1; else high = m;"
        "}"
        "const long long others = low - (is_left ? middle : left);"
        "out[is_left ? i + others : i - middle + left + others] = value;"
        "if (is_left) counts[i] += others;",
        "cuprum_merge_counting");
    const Operand operands[] = {from, Scalar(width), Scalar(n), to, counts};
    ndarray results[2];
    kernel.call(operands, {.size = n}, results);
}

/// Inversions among integers: pairs of which the first is the larger.
double count_inversions(const ndarray& values) {
    const std::int64_t n = values.size();
    ndarray from = values.copy(), to = empty({n}, DType::int64);
    const bool in_chunks = !runtime::device_traits().thread_blocks;
    const ndarray counts = zeros({in_chunks ? kernel::ceil_div(n, inversions_part) : n}, DType::int64);
    for (std::int64_t width = 1; width < n; width *= 2) {
        merge_counting(from, width, to, counts);
        std::swap(from, to);
    }
    return sum(counts).item().to_double();
}

struct Ties {
    double pairs, triples, fives, distinct;  // sums of t (t-1) / 2, t (t-1) (t-2), t (t-1) (2 t+5); how many groups
};

/// Of how many elements each group of equal ones has.
Ties ties_of(const ndarray& counts) {
    const ndarray t = counts.astype(DType::float64);
    const auto value = [](const ndarray& x) { return sum(x).item().to_double(); };
    return {value(t * (t - 1.0)) / 2, value(t * (t - 1.0) * (t - 2.0)), value(t * (t - 1.0) * (t * 2.0 + 5.0)),
            static_cast<double>(t.size())};
}

/// How likely so many concordant pairs are, of n elements without ties.
double p_of_concordant(std::int64_t n, double count, Alternative alternative) {
    const double most = static_cast<double>(n * (n - 1) / 2);
    std::vector<double> chance;
    const std::function<double(double)> upto = [&](double k) {
        // One order has no such pair and n - 1 have one: in few of very many orders, which are not gone through.
        if (k <= 1) return k < 0 ? 0 : 1 / std::tgamma(static_cast<double>(n) + 1 - k);
        if (k >= most - 2) return 1 - upto(most - k - 1);
        if (chance.empty()) {
            std::vector<std::int64_t> lengths;
            for (std::int64_t length = 2; length <= n; ++length) lengths.push_back(length);
            chance = sums_of_even(lengths);
        }
        double total = 0;
        for (std::size_t i = 0; i < chance.size() && static_cast<double>(i) <= k; ++i) total += chance[i];
        return std::min(total, 1.0);
    };
    if (alternative == Alternative::less) return upto(count);
    if (alternative == Alternative::greater) return upto(most - count);
    return std::min(1.0, 2 * upto(std::min(count, most - count)));
}

}  // namespace

namespace {

ndarray correlation_of_rows(const ndarray& x, const ndarray& y) {
    return pearsonr(x, y, "two-sided", Dims{-1}).statistic;
}

}  // namespace

PearsonRResult pearsonr(const ndarray& x, const ndarray& y, std::string_view alternative, const Axes& axis,
                        const ResamplingMethod& method) {
    const kernel::Placement here(x, y);
    const Alternative which = alternative_of(alternative);
    if (is_complex(x.dtype()) || is_complex(y.dtype())) throw ValueError("This function does not support complex data");
    const DType dtype = floating(x.dtype(), y.dtype());
    ndarray a = cast(axis ? x : x.ravel(), dtype), b = cast(axis ? y : y.ravel(), dtype);
    // Axes are counted once both have as many of them.
    while (a.ndim() < b.ndim()) a = expand_dims(a, 0);
    while (b.ndim() < a.ndim()) b = expand_dims(b, 0);
    if (a.ndim() == 0) throw ValueError("`x` and `y` must have length at least 2.");
    const int along = normalize_axis(axis ? (*axis)[0] : 0, a.ndim());
    const Dims axes{along};
    for (int d = 0; d < a.ndim(); ++d)
        if (a.shape()[d] != b.shape()[d] && a.shape()[d] != 1 && b.shape()[d] != 1)
            throw ValueError("`x` and `y` must be broadcastable.");
    if (a.shape()[along] != b.shape()[along]) throw ValueError("`x` and `y` must have the same length along `axis`.");
    const std::int64_t n = a.shape()[along];
    if (n < 2) throw ValueError("`x` and `y` must have length at least 2.");
    const std::vector<ndarray> both = broadcast_arrays({a, b});
    static FusedFunction traces("correlation");
    const Operand operands[] = {both[0], both[1]};
    ndarray r = run_traced(traces, correlation, operands, axes).squeeze(axes);
    r = clip(r, Operand(-1.0), Operand(1.0));
    if (n == 2) r = cuprum::round(r);
    const auto sample_of = [&](const ndarray& a) {
        return with_last_axis(a, axis && a.ndim() < 2 ? Axes(Dims{0}) : axis);
    };
    PearsonRResult result{r, {}, n, std::string(alternative), sample_of(x), sample_of(y)};
    if (std::holds_alternative<std::monostate>(method)) {
        result.pvalue = p_of_correlation(r, static_cast<double>(n), which);
    } else {
        TestResult found = resampled(result._x, result._y, correlation_of_rows, method, alternative, true);
        result.statistic = std::move(found.statistic);
        result.pvalue = std::move(found.pvalue);
    }
    return result;
}

SignificanceResult spearmanr(const ndarray& a, const ndarray* b, std::optional<std::int64_t> axis,
                             std::string_view nan_policy, std::string_view alternative) {
    const kernel::Placement here(a, b);
    const Alternative which = alternative_of(alternative);
    if (axis && *axis != 0 && *axis != 1)
        throw ValueError("spearmanr only handles 1-D or 2-D arrays, supplied axis argument " + std::to_string(*axis) +
                         ", please use only values 0, 1 or None for axis");
    if (axis && (a.ndim() > 2 || (b && b->ndim() > 2))) throw ValueError("spearmanr only handles 1-D or 2-D arrays");
    // Variables as rows.
    const auto variables = [&](const ndarray& v) {
        const ndarray x = as_floating(axis ? v : v.ravel());
        return x.ndim() < 2 ? x.reshape({1, x.size()}) : *axis == 0 ? x.T() : x;
    };
    ndarray rows = variables(a);
    if (!b && (!axis || a.ndim() < 2)) throw ValueError("`spearmanr` needs at least 2 variables to compare");
    bool omits = leaves_out(nan_policy, a);
    if (b) {
        omits = leaves_out(nan_policy, *b) || omits;
        const ndarray more = variables(*b);
        if (more.shape()[1] != rows.shape()[1])
            throw ValueError("spearmanr: both need as many observations, found " + std::to_string(rows.shape()[1]) +
                             " and " + std::to_string(more.shape()[1]));
        rows = concatenate({rows, more}, 0);
    }
    if (!is_complex(rows.dtype())) rows = cast(rows, DType::float64);
    const std::int64_t k = rows.shape()[0], n = rows.shape()[1];
    const Shape shape = k == 2 || n < 2 ? Shape{} : Shape{k, k};
    if (rows.size() == 0 || n < 2) return {full(shape, NAN), full(shape, NAN)};
    const ndarray contiguous = ascontiguousarray(rows);
    if (omits) return correlations_of_pairs(contiguous, which);
    const ndarray has_nan = any(isnan(contiguous), {.axis = Dims{1}, .keepdims = true});
    // Ranks are halves of whole numbers around a mean that is known, so that these sums have no rounding.
    const ndarray apart = ranks_of_rows(contiguous) - static_cast<double>(n + 1) / 2;
    const ndarray products = matmul(apart, apart.T()), lengths = sum(apart * apart, {.axis = Dims{1}});
    ndarray r = products / cuprum::sqrt(lengths.reshape({k, 1}) * lengths);
    r = where(logical_or(has_nan, has_nan.reshape({1, k})), full({}, NAN), clip(r, Operand(-1.0), Operand(1.0)));
    if (k == 2) r = r(0, 1).copy();
    return {r, n < 3 ? full_like(r, NAN) : p_of_ranks(r, full({}, static_cast<double>(n)), which)};
}

namespace {

SignificanceResult kendall_of(const ndarray& a, const ndarray& b, std::string_view method, std::string_view variant,
                              Alternative which) {
    const SignificanceResult nothing{full({}, NAN), full({}, NAN)};
    const std::int64_t n = a.size();
    if (n < 2) return nothing;
    const auto dense = [&](const ndarray& v) { return ranks_of_rows(v.reshape({1, n}), RankMethod::dense).ravel(); };
    const ndarray i = dense(a), j = dense(b);
    const auto counts = [](const ndarray& ranks) { return bincount(ranks)(Slice{1, {}}); };  // ranks begin at 1
    const Ties of_x = ties_of(counts(i)), of_y = ties_of(counts(j));
    // By x, and by y where these are equal: then no such pair counts as turned round.
    ndarray in_order = empty({n}, DType::int64);
    double pairs_of_both = 0;
    if (of_x.pairs == 0) {
        put(in_order, i - 1, j);
    } else {
        in_order = take(j, argsort(i * n + j), 0);
        if (of_y.pairs != 0) pairs_of_both = ties_of(unique(i * (n + 1) + j, {.counts = true}).counts).pairs;
    }
    const double discordant = count_inversions(in_order);
    const double total = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
    if (of_x.pairs == total || of_y.pairs == total) return nothing;
    const double excess = total - of_x.pairs - of_y.pairs + pairs_of_both - 2 * discordant;
    double tau;
    if (variant == "b") {
        tau = excess / std::sqrt(total - of_x.pairs) / std::sqrt(total - of_y.pairs);
    } else {
        const double classes = std::min(of_x.distinct, of_y.distinct), size = static_cast<double>(n);
        tau = 2 * excess / (size * size * (classes - 1) / classes);
    }
    tau = std::clamp(tau, -1.0, 1.0);
    const bool has_ties = of_x.pairs != 0 || of_y.pairs != 0;
    if (method == "exact" && has_ties) throw ValueError("Ties found, exact method cannot be used.");
    const bool is_exact = method == "exact" ||
                          (method == "auto" && !has_ties && (n <= 33 || std::min(discordant, total - discordant) <= 1));
    if (is_exact) return {full({}, tau), full({}, p_of_concordant(n, total - discordant, which))};
    const double m = static_cast<double>(n) * static_cast<double>(n - 1), size = static_cast<double>(n);
    const double variance = (m * (2 * size + 5) - of_x.fives - of_y.fives) / 18 + 2 * of_x.pairs * of_y.pairs / m +
                            of_x.triples * of_y.triples / (9 * m * (size - 2));
    return {full({}, tau), p_of_normal(full({}, excess / std::sqrt(variance)), which)};
}

}  // namespace

namespace {

/// Where all elements in turn are taken, NaN if one of the samples has but one of them, which is not broadcast.
std::optional<ndarray> unknown_of_one(const ndarray& x, const ndarray& y, const Along& along) {
    if (along.axis) return std::nullopt;
    for (const ndarray& sample : {x, y}) leaves_out(along.nan_policy, sample);  // or throws
    if (!warn_of_small(x, y, along.axis, 1)) return std::nullopt;
    const int ndim = along.keepdims ? std::max({x.ndim(), y.ndim(), 1}) : 0;
    return full(Shape(ndim, 1), NAN, floating(x.dtype(), y.dtype()));
}

}  // namespace

SignificanceResult kendalltau(const ndarray& first_sample, const ndarray& second_sample, const Along& along,
                              std::string_view method, std::string_view variant, std::string_view alternative) {
    const kernel::Placement here(first_sample, second_sample);
    const Alternative which = alternative_of(alternative);
    if (const auto unknown = unknown_of_one(first_sample, second_sample, along)) return {*unknown, *unknown};
    const auto [x, y] = paired(first_sample, second_sample, along.axis);
    warn_of_small(x, y, along.axis, 1);
    if (method != "auto" && method != "exact" && method != "asymptotic")
        throw ValueError("Unknown method " + std::string(method) + " specified. Use 'auto', 'exact' or 'asymptotic'.");
    if (variant != "b" && variant != "c")
        throw ValueError("Unknown variant of the method chosen: " + std::string(variant) +
                         ". variant must be 'b' or 'c'.");
    const bool x_omits = leaves_out(along.nan_policy, x), omits = leaves_out(along.nan_policy, y) || x_omits;
    const Dims axes = axes_of(x, along.axis);
    const ndarray first = rows_of(as_floating(x), axes), second = rows_of(as_floating(y), axes);
    const Shape shape = shape_of_rows(x, axes, along.keepdims);
    std::vector<ndarray> statistics, ps;
    for (std::int64_t row = 0; row < first.shape()[0]; ++row) {
        ndarray a = first(row), b = second(row);
        const ndarray spoiled = logical_or(isnan(a), isnan(b));
        SignificanceResult one{full({}, NAN), full({}, NAN)};
        const bool has_nan = a.size() && any(spoiled).item().to_bool();
        if (has_nan && omits) {
            const ndarray kept = flatnonzero(logical_not(spoiled));
            a = take(a, kept, 0);
            b = take(b, kept, 0);
        }
        if (!has_nan || omits) one = kendall_of(a, b, method, variant, which);
        statistics.push_back(one.statistic);
        ps.push_back(one.pvalue);
    }
    if (statistics.empty()) return {empty(shape), empty(shape)};
    // What is not known of an empty sample has the sample's dtype, as in SciPy.
    const DType dtype = first.shape()[1] ? DType::float64 : floating(x.dtype(), y.dtype());
    return {cast(stack(statistics).reshape(shape), dtype), cast(stack(ps).reshape(shape), dtype)};
}

LinregressResult linregress(const ndarray& first, const ndarray& second, std::string_view alternative,
                            const Along& along) {
    const kernel::Placement here(first, second);
    const Alternative which = alternative_of(alternative);
    constexpr DType dtype = DType::float64;
    for (const ndarray& one : {first, second}) refuse_complex("linregress", one.dtype());
    if (const auto nan = unknown_of_one(first, second, along)) return {*nan, *nan, *nan, *nan, *nan, *nan};
    const auto [x, y] = paired(first, second, along.axis);
    warn_of_small(x, y, along.axis, 1);
    ndarray a = cast(x, dtype), b = cast(y, dtype);
    const bool a_omits = leaves_out(along.nan_policy, a), omits = leaves_out(along.nan_policy, b) || a_omits;
    const Sample sample = omits ? Sample(a, logical_not(logical_or(isnan(a), isnan(b))), along)
                                : Sample(a, {.axis = along.axis, .keepdims = along.keepdims});
    const ndarray n = sample.count(), x_mean = sample.mean(a), y_mean = sample.mean(b);
    const ndarray u = a - x_mean, v = b - y_mean;
    const ndarray xx = sample.mean(u * u), yy = sample.mean(v * v), xy = sample.mean(u * v);
    const ndarray spoiled = logical_or(isnan(x_mean), isnan(y_mean));
    // One row of them is enough, as in SciPy. Their mean may be rounded, so that xx is not 0.
    const auto end = [&](double other) { return omits ? where(*sample.mask(), a, other) : a; };
    const ReduceOptions rows{.axis = sample.axes(), .keepdims = true};
    if (x.size() && sample.length() > 1 &&
        any(logical_and(equal(min(end(INFINITY), rows), max(end(-INFINITY), rows)),
                        logical_and(greater(n, 1), logical_not(spoiled))))
            .item()
            .to_bool())
        throw ValueError("Cannot calculate a linear regression if all x values are identical");
    const ndarray r = clip(xy / cuprum::sqrt(xx * yy), Operand(-1.0), Operand(1.0));  // NaN where all y are equal
    const ndarray slope = xy / xx, df = n - 2.0;
    const ndarray one_less = (1.0 - r) * (1.0 + r);
    const ndarray t = r * cuprum::sqrt(df / ((1.0 - r + 1e-20) * (1.0 + r + 1e-20)));
    const ndarray two = logical_and(equal(n, 2), logical_not(spoiled));
    ndarray p = where(two, where(equal(yy, 0), full({}, 1.0, dtype), full({}, 0.0, dtype)), p_of_t(t, df, which));
    const ndarray error = where(two, full({}, 0.0, dtype), cuprum::sqrt(one_less * yy / xx / df));
    const auto done = [&](const ndarray& value) {
        return cast(sample.done(value), sample.length() ? dtype : floating(x.dtype(), y.dtype()));
    };
    return {done(slope), done(y_mean - slope * x_mean),
            done(r),     done(p),
            done(error), done(error * cuprum::sqrt(xx + x_mean * x_mean))};
}

}  // namespace cuprum::scipy::stats
