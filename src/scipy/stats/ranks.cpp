// Ranks, modes and percentiles.
#include "scipy/stats/ranks.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

// Where elements equal to one begin and end among sorted ones, NaN counting as equal and largest.
constexpr const char* search_preamble = R"(
template <class A>
__device__ long long run_edge(const A& sorted, long long begin, long long end, long long at, bool upper) {
    const auto value = sorted[at];
    long long low = upper ? at + 1 : begin, high = upper ? end : at;
    while (low < high) {
        const long long middle = low + (high - low) / 2;
        const auto other = sorted[middle];
        const bool same = other == value || (other != other && value != value);
        if (same == upper) low = middle + 1;
        else high = middle;
    }
    return low;
}
)";

ndarray first_of_runs(const ndarray& sorted) {
    static const ElementwiseKernel kernel(
        "raw T x, int64 n", "int64 first",
        "const auto v = x[i]; first = i % n == 0 || !(x[i - 1] == v || (x[i - 1] != x[i - 1] && v != v));",
        "cuprum_first_of_runs");
    const ndarray flags = empty(sorted.shape(), DType::int64);
    const Operand operands[] = {sorted, Scalar(sorted.shape()[1]), flags};
    ndarray same;
    kernel.call(operands, {}, &same);
    return flags;
}

}  // namespace

ndarray ranks_of_rows(const ndarray& rows, RankMethod method) {
    const DType dtype = method == RankMethod::average ? DType::float64 : DType::int64;
    const ndarray out = empty(rows.shape(), dtype);
    if (rows.size() == 0) return out;
    const ndarray order = argsort(rows), sorted = take_along_axis(rows, order);
    const ndarray dense = method == RankMethod::dense ? cumsum(first_of_runs(sorted), 1) : empty({1}, DType::int64);
    static const ElementwiseKernel kernel(
        "raw T sorted, raw int64 order, raw int64 dense, int64 n, int64 method", "raw R out",
        "const long long row = i / n * n;"
        "const long long place = row + order[i];"
        "if (method == 4) { out[place] = R(i - row + 1); }"
        "else if (method == 3) { out[place] = R(dense[i]); }"
        "else {"
        "    const long long first = method == 2 ? 0 : run_edge(sorted, row, row + n, i, false) - row + 1,"
        "                    last = method == 1 ? 0 : run_edge(sorted, row, row + n, i, true) - row;"
        "    out[place] = method == 1 ? R(first) : method == 2 ? R(last) : R((first + last) / R(2));"
        "}",
        "cuprum_ranks", {.preamble = search_preamble});
    const Operand operands[] = {sorted, order, dense, Scalar(rows.shape()[1]), Scalar(static_cast<int>(method)), out};
    ndarray same;
    kernel.call(operands, {.size = rows.size()}, &same);
    return out;
}

ndarray tie_terms_of_rows(const ndarray& rows) {
    const ndarray sorted = sort(rows), first = first_of_runs(sorted);
    static const ElementwiseKernel kernel(
        "raw T sorted, int64 first, int64 n", "float64 term",
        "const long long row = i / n * n;"
        "const double t = first ? double(run_edge(sorted, row, row + n, i, true) - i) : 0.0;"
        "term = t * t * t - t;",
        "cuprum_tie_terms", {.preamble = search_preamble});
    return sum(kernel(sorted, first, Scalar(rows.shape()[1])), {.axis = Dims{1}});
}

ndarray rankdata(const ndarray& a, std::string_view method, std::optional<std::int64_t> axis,
                 std::string_view nan_policy) {
    const kernel::Placement here(a);
    static constexpr std::string_view names[] = {"average", "min", "max", "dense", "ordinal"};
    const auto found = std::find(std::begin(names), std::end(names), method);
    if (found == std::end(names)) throw ValueError("unknown method \"" + std::string(method) + "\"");
    const auto how = static_cast<RankMethod>(found - std::begin(names));
    const ndarray x = axis ? a : a.ravel();
    const int along = axis ? normalize_axis(*axis, a.ndim()) : 0;
    if (x.size() == 0) return empty(x.shape(), how == RankMethod::average ? DType::float64 : DType::int64);
    const bool omits = leaves_out(nan_policy, x);
    const ndarray turned = moveaxis(x, along, -1);
    const std::int64_t n = turned.shape(-1);
    const ndarray rows = ascontiguousarray(turned).reshape({turned.size() / n, n});
    ndarray ranks = ranks_of_rows(rows, how);
    if (is_inexact(x.dtype())) {
        const ndarray nan = isnan(rows);
        if (any(nan).item().to_bool()) {
            const ndarray wanted = omits ? nan : any(nan, {.axis = Dims{1}, .keepdims = true});
            ranks = where(wanted, full({}, NAN), ranks.astype(DType::float64));
        }
    }
    return moveaxis(ranks.reshape(turned.shape()), -1, along);
}

ModeResult mode(const ndarray& sample, const Along& along) {
    const kernel::Placement here(sample);
    const ndarray a = at_least_1d(sample);
    const Dims axes = axes_of(a, along.axis);
    const bool omits = leaves_out(along.nan_policy, a);
    if (a.dtype() == DType::bool_ && a.size()) throw TypeError("mode is of numbers, not of bool");
    warn_of_small(a, along.axis);
    const Shape shape = shape_of_rows(a, axes, along.keepdims);
    const ndarray rows = rows_of(a, axes);
    if (rows.size() == 0) return {full(shape, NAN, floating(a.dtype())), zeros(shape, floating(a.dtype()))};
    const ndarray sorted = sort(rows);
    static const ElementwiseKernel kernel(
        "raw T sorted, int64 first, int64 n, bool omits", "int64 count",
        "const long long row = i / n * n;"
        "count = first && !(omits && sorted[i] != sorted[i]) ? run_edge(sorted, row, row + n, i, true) - i : 0;",
        "cuprum_run_lengths", {.preamble = search_preamble});
    const ndarray counts = kernel(sorted, first_of_runs(sorted), Scalar(rows.shape()[1]), Scalar(omits));
    const ndarray place = argmax(counts, {.axis = Dims{1}, .keepdims = true});
    ndarray value = take_along_axis(sorted, place), count = take_along_axis(counts, place);
    if (omits) value = where(equal(count, 0), full({}, NAN, value.dtype()), value);
    return {value.astype(a.dtype()).reshape(shape), count.reshape(shape)};
}

Scale::Scale(std::string_view word) : value(1.3489795003921634) {
    std::string lower(word);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower != "normal") throw ValueError(std::string(word) + " not a valid scale for `iqr`");
}

namespace {

// Quantiles of the first `count` of each row's sorted elements, as SciPy's `quantile` computes them: a weighted mean of
// two neighbours, which is infinite where one of them is (NumPy's goes from one towards the other by their difference).
ndarray quantile_of_rows(const ndarray& sorted, const ndarray& count, double p, std::string_view method) {
    const auto at = [&](const ndarray& place) { return take_along_axis(sorted, place.astype(DType::int64)); };
    const ndarray place = (count - 1.0) * p;
    if (method == "lower") return at(floor(place));
    if (method == "higher") return at(ceil(place));
    if (method == "nearest") return at(rint(place));
    if (method == "midpoint") return (at(floor(place)) + at(ceil(place))) / Scalar(2).as(sorted.dtype());
    const double shift = method == "closest_observation" ? -0.5
                         : method == "hazen"             ? 0.5
                         : method == "weibull"           ? p
                         : method == "linear"            ? 1 - p
                         : method == "median_unbiased"   ? p / 3 + 1. / 3
                         : method == "normal_unbiased"   ? p / 4 + 3. / 8
                                                         : 0;
    const ndarray virtual_place = count * p + shift, next = floor(virtual_place), last = next - 1.0;
    ndarray weight = virtual_place - next;
    if (method == "inverted_cdf") weight = greater(weight, 0.0).astype(DType::float64);
    if (method == "averaged_inverted_cdf") weight = (greater(weight, 0.0).astype(DType::float64) + 1.0) / 2.0;
    if (method == "closest_observation")
        weight = 1.0 - logical_and(equal(weight, 0.0), equal(remainder(last, 2.0), 1.0)).astype(DType::float64);
    weight = where(less(last, 0.0), full({}, 0.0), weight);
    const ndarray end = count - 1.0;
    const auto within = [&](const ndarray& index) { return minimum(maximum(index, 0.0), end); };
    weight = weight.astype(sorted.dtype());
    return (Scalar(1).as(sorted.dtype()) - weight) * at(within(last)) + weight * at(within(next));
}

}  // namespace

ndarray iqr(const ndarray& data, const Along& along, std::pair<double, double> rng, const Scale& scale,
            std::string_view interpolation) {
    const kernel::Placement here(data);
    const ndarray x = at_least_1d(data);
    if ((x.dtype() == DType::bool_ && x.size()) || is_complex(x.dtype())) throw ValueError("`x` must have real dtype.");
    auto [low, high] = rng;
    if (std::isnan(low) || std::isnan(high)) throw ValueError("`rng` must not contain NaNs.");
    if (low > high) std::swap(low, high);
    if (low < 0 || high > 100) throw ValueError("Elements of `rng` must be in the range [0, 100].");
    warn_of_small(x, along.axis);
    const bool omits = leaves_out(along.nan_policy, x);
    if (x.size() == 0) {
        const Sample sample(x, {.axis = along.axis, .keepdims = along.keepdims});
        return sample.done(full_like(sample.total(sample.x()), NAN));
    }
    static constexpr std::string_view methods[] = {"inverted_cdf",
                                                   "averaged_inverted_cdf",
                                                   "closest_observation",
                                                   "interpolated_inverted_cdf",
                                                   "hazen",
                                                   "weibull",
                                                   "linear",
                                                   "median_unbiased",
                                                   "normal_unbiased",
                                                   "lower",
                                                   "higher",
                                                   "nearest",
                                                   "midpoint"};
    if (std::find(std::begin(methods), std::end(methods), interpolation) == std::end(methods))
        throw ValueError("`" + std::string(interpolation) + "` is no method of quantiles");
    const Dims axes = axes_of(x, along.axis);
    const ndarray rows = rows_of(as_floating(x), axes), sorted = sort(rows), is_nan = isnan(rows);
    ndarray count = full({rows.shape()[0], 1}, static_cast<double>(rows.shape()[1]));
    if (omits) count = count - sum(is_nan, {.axis = Dims{1}, .keepdims = true}).astype(DType::float64);
    ndarray range = quantile_of_rows(sorted, count, high / 100, interpolation) -
                    quantile_of_rows(sorted, count, low / 100, interpolation);
    if (!omits) range = where(any(is_nan, {.axis = Dims{1}, .keepdims = true}), full({}, NAN, range.dtype()), range);
    range = range.reshape(shape_of_rows(x, axes, along.keepdims));
    return scale.value == 1 ? range : range / scale.value;
}

ndarray percentileofscore(const ndarray& a, const ndarray& score, std::string_view kind, std::string_view nan_policy) {
    const kernel::Placement here(a, score);
    if (a.ndim() != 1) throw ValueError("`a` must be 1-dimensional, found " + to_string(a.shape()));
    const bool a_omits = leaves_out(nan_policy, a), omits = leaves_out(nan_policy, score) || a_omits;
    const bool strict = kind != "weak", weak = kind != "strict";
    if (kind != "rank" && kind != "weak" && kind != "strict" && kind != "mean")
        throw ValueError("kind can only be 'rank', 'strict', 'weak' or 'mean', found '" + std::string(kind) + "'");
    ndarray sorted = sort(a), count = full({}, static_cast<double>(a.size()));
    ndarray spoiled = is_inexact(score.dtype()) ? isnan(score) : zeros(score.shape(), DType::bool_);
    if (is_inexact(a.dtype())) {
        const ndarray nan = isnan(a);
        if (omits) count = count - sum(nan).astype(DType::float64);
        else spoiled = logical_or(spoiled, any(nan));
    }
    // NaN stand last, so those of `a` are above all scores.
    const ndarray below = searchsorted(sorted, score, "left").astype(DType::float64),
                  up_to = searchsorted(sorted, score, "right").astype(DType::float64);
    ndarray places;
    if (kind == "rank") {
        places = (below + up_to + greater(up_to, below).astype(DType::float64)) * 50.0;
    } else {
        const double share = strict && weak ? 50 : 100;
        places = zeros(score.shape());
        if (strict) places = places + below * share;
        if (weak) places = places + up_to * share;
    }
    return where(spoiled, full({}, NAN), places / count);
}

}  // namespace cuprum::scipy::stats
