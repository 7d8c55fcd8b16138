// Tests of two samples by ranks and by distribution functions.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/probabilities.h"
#include "scipy/stats/ranks.h"
#include "scipy/stats/resampling.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

/// For each u the probability that the statistic of Mann and Whitney is u or more: how many inversions a mix of two
/// samples has, counted by the sums of which the larger sample adds one element after another.
std::vector<double> chances_of_u(std::int64_t n, std::int64_t m) {
    // f(n, m, u) = (n f(n - 1, m, u - m) + m f(n, m - 1, u)) / (n + m), row by row.
    std::vector<std::vector<double>> row(static_cast<std::size_t>(m) + 1, std::vector<double>{1});
    for (std::int64_t i = 1; i <= n; ++i) {
        std::vector<std::vector<double>> next(row.size());
        next[0] = {1};
        for (std::int64_t j = 1; j <= m; ++j) {
            std::vector<double> chance(static_cast<std::size_t>(i * j) + 1);
            const double share = static_cast<double>(i) / static_cast<double>(i + j);
            const std::vector<double>&fewer = row[j], &before = next[j - 1];
            for (std::size_t u = 0; u < fewer.size(); ++u) chance[u + static_cast<std::size_t>(j)] += share * fewer[u];
            for (std::size_t u = 0; u < before.size(); ++u) chance[u] += (1 - share) * before[u];
            next[j] = std::move(chance);
        }
        row = std::move(next);
    }
    std::vector<double> chance = row.back();
    for (std::size_t u = chance.size() - 1; u-- > 0;) chance[u] += chance[u + 1];
    return chance;
}

}  // namespace

MannwhitneyuResult mannwhitneyu(const ndarray& x, const ndarray& y, bool use_continuity, std::string_view alternative,
                                const Along& along, const MannwhitneyMethod& wanted) {
    const kernel::Placement here(x, y);
    if (!std::holds_alternative<std::monostate>(wanted.resampling)) {
        const Statistic statistic = [&](const ndarray& a, const ndarray& b) {
            return mannwhitneyu(a, b, use_continuity, "two-sided", {.axis = Dims{-1}}, "asymptotic").statistic;
        };
        return resampled(x, y, along, statistic, wanted.resampling, alternative);
    }
    std::string method = wanted.word;
    for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const Alternative which = alternative_of(alternative);
    if (method != "auto" && method != "exact" && method != "asymptotic")
        throw ValueError("`method` must be one of {'auto', 'exact', 'asymptotic'}, found '" + method + "'");
    const DType dtype = floating(x.dtype(), y.dtype());
    const std::vector<ndarray> samples = aligned(std::vector<ndarray>{cast(x, dtype), cast(y, dtype)}, along.axis);
    const ndarray &a = samples[0], &b = samples[1];
    warn_of_small(a, b, along.axis);
    const bool omits = (leaves_out(along.nan_policy, a) | leaves_out(along.nan_policy, b)) &&
                       (any(isnan(a)).item().to_bool() || any(isnan(b)).item().to_bool());
    const Dims axes = axes_of(a, along.axis);
    const Shape shape = shape_of_rows(a, axes, along.keepdims);
    ndarray first = rows_of(a, axes), second = rows_of(b, axes);
    if (omits && first.shape()[0] == 1) {
        first = without_nan(first.ravel()).reshape({1, -1});
        second = without_nan(second.ravel()).reshape({1, -1});
    } else if (omits) {
        // Samples lose different numbers of elements, of which the kind of probability depends.
        std::vector<ndarray> statistics, ps;
        for (std::int64_t row = 0; row < first.shape()[0]; ++row) {
            const TestResult one = mannwhitneyu(without_nan(first(row)), without_nan(second(row)), use_continuity,
                                                alternative, {}, method);
            statistics.push_back(one.statistic);
            ps.push_back(one.pvalue);
        }
        if (statistics.empty()) return {empty(shape, dtype), empty(shape, dtype)};
        return {stack(statistics).reshape(shape), stack(ps).reshape(shape)};
    }
    const std::int64_t n1 = first.shape()[1], n2 = second.shape()[1];
    if (n1 == 0 || n2 == 0) return {full(shape, NAN, dtype), full(shape, NAN, dtype)};
    const ndarray both = ascontiguousarray(concatenate({first, second}, 1));
    const ndarray ranks = ranks_of_rows(both), ties = tie_terms_of_rows(both);
    const double product = static_cast<double>(n1) * static_cast<double>(n2), n = static_cast<double>(n1 + n2);
    const ndarray u1 =
        sum(ranks(all_of, Slice{0, n1}), {.axis = Dims{1}}) - static_cast<double>(n1) * static_cast<double>(n1 + 1) / 2;
    const ndarray u2 = product - u1;
    const ndarray u = which == Alternative::greater ? u1 : which == Alternative::less ? u2 : maximum(u1, u2);
    const double sides = which == Alternative::two_sided ? 2 : 1;
    const auto exact = [&] {
        const std::vector<double> chance = chances_of_u(std::max(n1, n2), std::min(n1, n2));
        const ndarray table =
            array_from_host(chance.data(), DType::float64, {static_cast<std::int64_t>(chance.size())});
        return take(table, cuprum::floor(u).astype(DType::int64)) * sides;
    };
    const auto normal = [&] {
        const ndarray deviation = cuprum::sqrt((n + 1 - ties / (n * (n - 1))) * (product / 12));
        return p_of_normal((u - product / 2 - (use_continuity ? 0.5 : 0.0)) / deviation, Alternative::greater) * sides;
    };
    const ndarray tied = greater(ties, 0), spoiled = any(isnan(both), {.axis = Dims{1}});
    ndarray p;
    if (method == "exact" || method == "asymptotic" || std::min(n1, n2) > 8) {
        p = method == "exact" ? exact() : normal();
    } else if (!any(tied).item().to_bool()) {
        p = exact();
    } else {
        // Ties in one pair of samples decide for all, unless some have NaN: then each decides for itself, as in SciPy.
        p = any(spoiled).item().to_bool() ? where(tied, normal(), exact()) : normal();
    }
    p = clip(p, Operand(0.0), Operand(1.0));
    ndarray statistic = u1;
    if (along.nan_policy == "propagate") {
        statistic = where(spoiled, full({}, NAN), statistic);
        p = where(spoiled, full({}, NAN), p);
    }
    const DType p_dtype = itemsize(dtype) == 2 ? DType::float64 : dtype;  // as SciPy has it
    return {cast(statistic, dtype).reshape(shape), cast(p, p_dtype).reshape(shape)};
}

namespace {

/// The test of two sorted samples.
struct Difference {
    double statistic, pvalue;
    ndarray location;
    double sign;
};

Difference difference_of(const ndarray& a, const ndarray& b, Alternative which, std::string_view method) {
    const std::int64_t n1 = a.size(), n2 = b.size();
    const Difference unknown{NAN, NAN, full({}, NAN, a.dtype()), NAN};
    if (n1 == 0 || n2 == 0) return unknown;
    const ndarray all = concatenate({a, b});
    if (any(isnan(all)).item().to_bool()) return unknown;
    const auto share = [&](const ndarray& sorted) {
        return searchsorted(sorted, all, "right").astype(DType::float64) / static_cast<double>(sorted.size());
    };
    const ndarray apart = share(a) - share(b);
    const std::int64_t lowest = argmin(apart).item().to_int(), highest = argmax(apart).item().to_int();
    const double below = std::clamp(0.0 - apart(lowest).item().to_double(), 0.0, 1.0),
                 above = apart(highest).item().to_double();
    // Of two that differ by rounding alone, what rounding says decides on the place, as SciPy has it.
    const bool is_below = which == Alternative::less || (which == Alternative::two_sided && below > above);
    // Differences are whole numbers of a common fraction.
    const double unit = static_cast<double>(n1 / std::gcd(n1, n2)) * static_cast<double>(n2);
    Difference result{std::round((is_below ? below : above) * unit) / unit, 0, all(is_below ? lowest : highest),
                      is_below ? -1.0 : 1.0};
    const double m = static_cast<double>(std::max(n1, n2)), n = static_cast<double>(std::min(n1, n2));
    if (method == "exact" || (method == "auto" && m <= 10000)) {
        // The path goes above where the first function leads; one side is like the other one, seen the other way.
        result.pvalue = p_of_paths(n1, n2, result.statistic, which == Alternative::two_sided);
        return result;
    }
    const double size = m * n / (m + n);
    if (which == Alternative::two_sided) {
        result.pvalue = p_of_kolmogorov(std::nearbyint(size), result.statistic);
    } else {
        const double z = std::sqrt(size) * result.statistic;
        result.pvalue = std::exp(-2 * z * z - 2 * z * (m + 2 * n) / std::sqrt(m * n * (m + n)) / 3);
    }
    result.pvalue = std::clamp(result.pvalue, 0.0, 1.0);
    return result;
}

}  // namespace

KstestResult ks_2samp(const ndarray& data1, const ndarray& data2, std::string_view alternative, std::string_view method,
                      const Along& along) {
    const kernel::Placement here(data1, data2);
    const Alternative which = alternative_of(alternative);
    if (method != "auto" && method != "exact" && method != "asymp")
        throw ValueError("Invalid value for mode: " + std::string(method) + "; 'auto', 'exact' and 'asymp' are known");
    const DType dtype = floating(data1.dtype(), data2.dtype());
    const std::vector<ndarray> samples =
        aligned(std::vector<ndarray>{cast(data1, dtype), cast(data2, dtype)}, along.axis);
    const ndarray &a = samples[0], &b = samples[1];
    warn_of_small(a, b, along.axis);
    const bool omits = leaves_out(along.nan_policy, a) | leaves_out(along.nan_policy, b);
    const Dims axes = axes_of(a, along.axis);
    const ndarray first = rows_of(a, axes), second = rows_of(b, axes);
    const Shape shape = shape_of_rows(a, axes, along.keepdims);
    std::vector<double> statistic, pvalue, sign;
    std::vector<ndarray> location;
    for (std::int64_t row = 0; row < first.shape()[0]; ++row) {
        const ndarray x = first(row), y = second(row);
        const Difference one =
            difference_of(sort(omits ? without_nan(x) : x), sort(omits ? without_nan(y) : y), which, method);
        statistic.push_back(one.statistic);
        pvalue.push_back(one.pvalue);
        location.push_back(one.location);
        sign.push_back(one.sign);
    }
    const auto array = [&](const std::vector<double>& values) {
        return array_from_host(values.data(), DType::float64, shape);
    };
    // What is all of one sample keeps its dtype, as in SciPy; there is none of integers where a place is not known.
    const bool is_whole = static_cast<int>(axes.size()) == a.ndim(), is_known = is_whole && !std::isnan(sign[0]);
    const DType place = is_known   ? promote_types(data1.dtype(), data2.dtype())
                        : is_whole ? dtype
                                   : promote_types(dtype, DType::float64);
    const ndarray places = location.empty() ? empty(shape) : stack(location).reshape(shape);
    const DType known = first.shape()[1] && second.shape()[1] ? DType::float64 : dtype;
    return {cast(array(statistic), known), cast(array(pvalue), known), cast(places, place),
            cast(array(sign), is_known ? DType::int8 : DType::float64)};
}

}  // namespace cuprum::scipy::stats
