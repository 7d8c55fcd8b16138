// Statistics of values in bins.
#include <cmath>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

ndarray outer_edges(const ndarray& places, const std::pair<double, double>* range, std::int64_t bins, DType dtype) {
    double low, high;
    if (range) {
        std::tie(low, high) = *range;
    } else {
        if (places.size() == 0) throw ValueError("binned_statistic of no places needs a range");
        low = min(places).item().to_double();
        high = max(places).item().to_double();
    }
    if (!std::isfinite(low) || !std::isfinite(high)) throw ValueError("places and ranges must be finite");
    if (high < low) throw ValueError("In range, start must be <= stop");
    if (low == high) {
        low -= 0.5;
        high += 0.5;
    }
    return linspace(low, high, bins + 1).astype(dtype);
}

/// The middle of the values of each bin.
ndarray medians(const ndarray& numbers, const ndarray& values, const ndarray& counts) {
    const ndarray order = lexsort({values, numbers});
    const ndarray sorted = take(values, order, 0);
    const ndarray begin = cumsum(counts) - counts;
    const ndarray last = maximum(full({}, sorted.size() - 1), 0);
    const ndarray low = minimum(begin + floor_divide(maximum(counts - 1, 0), 2), last),
                  high = minimum(begin + floor_divide(counts, 2), last);
    return (take(sorted, low) + take(sorted, high)) / 2.0;
}

ndarray statistic_of(const ndarray& numbers, const ndarray& values, const ndarray& counts, std::string_view statistic) {
    const std::int64_t bins = counts.size();
    const ndarray empty_bins = equal(counts, 0), nan = full({}, NAN);
    const auto sums = [&](const ndarray& v) { return bincount(numbers, &v, bins).astype(DType::float64); };
    if (statistic == "count") return counts.astype(DType::float64);
    if (statistic == "sum") return sums(values);
    if (statistic == "mean") return where(empty_bins, nan, sums(values) / counts);
    if (statistic == "std") {
        const ndarray means = sums(values) / counts, apart = values - take(means, numbers);
        return where(empty_bins, nan, cuprum::sqrt(sums(apart * apart) / counts));
    }
    if (statistic == "median") {
        return values.size() ? where(empty_bins, nan, medians(numbers, values, counts)) : full({bins}, NAN);
    }
    const bool is_min = statistic == "min";
    const ndarray result = full({bins}, is_min ? INFINITY : -INFINITY);
    const Index index[] = {numbers};
    if (!is_min) {
        scatter_max(result, index, values);
        return where(empty_bins, nan, result);
    }
    // As in SciPy, whose values are sorted, NaN is the largest.
    const ndarray lacks = isnan(values);
    scatter_min(result, index, where(lacks, full({}, INFINITY), values));
    return where(equal(sums(logical_not(lacks).astype(DType::float64)), 0), nan, result);
}

struct Binned {
    ndarray statistic;
    BinEdges edges;
    std::vector<ndarray> numbers;  // of each axis, (N,)
};

Binned binned(const ndarray& sample, const ndarray& values, std::string_view statistic, const Bins& bins,
              const BinRanges& ranges);

/// Statistics of complex values, by those of their parts.
Binned binned_complex(const ndarray& sample, const ndarray& values, std::string_view statistic, const Bins& bins,
                      const BinRanges& ranges) {
    if (statistic == "median" || statistic == "min" || statistic == "max")
        throw TypeError("complex values have no order, which '" + std::string(statistic) +
                        "' needs; 'mean', 'sum', 'std' and 'count' do not");
    Binned found = binned(sample, real(values), statistic, bins, ranges);
    if (statistic == "count") return found;
    const ndarray imaginary = binned(sample, imag(values), statistic, bins, ranges).statistic;
    found.statistic = statistic == "std" ? hypot(found.statistic, imaginary)
                                         : found.statistic + imaginary * std::complex<double>(0, 1);
    return found;
}

Binned binned(const ndarray& sample, const ndarray& values, std::string_view statistic, const Bins& bins,
              const BinRanges& ranges) {
    static constexpr std::string_view known[] = {"mean", "median", "count", "sum", "std", "min", "max"};
    if (std::find(std::begin(known), std::end(known), statistic) == std::end(known))
        throw ValueError("invalid statistic '" + std::string(statistic) + "'");
    if (is_complex(values.dtype())) return binned_complex(sample, values, statistic, bins, ranges);
    if (sample.ndim() != 2) throw ValueError("sample must have two axes, found " + to_string(sample.shape()));
    const std::int64_t n = sample.shape()[0];
    if (static_cast<std::int64_t>(bins.size()) != sample.shape()[1])
        throw ValueError("The dimension of bins must be equal to the dimension of the sample x: " +
                         std::to_string(bins.size()) + ", not " + std::to_string(sample.shape()[1]));
    for (std::size_t k = 0; k < ranges.size(); ++k)
        if (ranges[k].first > ranges[k].second)
            throw ValueError("In dimension " + std::to_string(k + 1) + " of range, start must be <= stop, found " +
                             std::to_string(ranges[k].first) + " and " + std::to_string(ranges[k].second));
    if (!ranges.empty() && ranges.size() != bins.size())
        throw ValueError("range given for " + std::to_string(ranges.size()) + " dimensions; " +
                         std::to_string(bins.size()) + " required");
    const int axes = static_cast<int>(sample.shape()[1]);
    const bool several = values.ndim() > 1;
    if (statistic != "count" && values.shape(-1) != n)
        throw ValueError("The number of `values` elements must match the length of each `sample` dimension, found " +
                         std::to_string(values.shape(-1)) + " and " + std::to_string(n));
    // Edges have the sample's precision, lest what lies on one seem to lie beside it.
    const DType dtype = is_inexact(sample.dtype()) && !is_complex(sample.dtype()) ? sample.dtype() : DType::float64;
    const ndarray places = sample.astype(dtype);
    Binned result;
    Shape with_outside, core;
    ndarray flat = zeros({n}, DType::int64);
    for (int k = 0; k < axes; ++k) {
        const ndarray column = ascontiguousarray(places(all_of, k));
        const auto* count = std::get_if<std::int64_t>(&bins[static_cast<std::size_t>(k)]);
        if (count && column.size() && !all(isfinite(column)).item().to_bool())
            throw ValueError("sample contains non-finite values.");
        const ndarray edge =
            count ? outer_edges(column, ranges.empty() ? nullptr : &ranges[static_cast<std::size_t>(k)], *count, dtype)
                  : std::get<ndarray>(bins[static_cast<std::size_t>(k)]).astype(dtype);
        const double narrowest = edge.ndim() == 1 && edge.size() > 1 ? min(diff(edge)).item().to_double() : -1;
        if (narrowest < 0) throw ValueError("bins must increase monotonically and be two edges at least");
        if (narrowest == 0) throw ValueError("The smallest edge difference is numerically 0.");
        // The last bin holds its upper edge, and what differs from it only beyond the digits that bins need.
        const ndarray last = edge(-1);
        const int digits = static_cast<int>(-std::log10(narrowest)) + 6;
        ndarray number = searchsorted(edge, column, "right");
        number = number - logical_and(greater_equal(column, last), equal(around(column, digits), around(last, digits)))
                              .astype(DType::int64);
        result.numbers.push_back(number);
        flat = flat * (edge.size() + 1) + number;
        with_outside.push_back(edge.size() + 1);
        core.push_back(edge.size() - 1);
        result.edges.push_back(edge);
    }
    std::int64_t all_bins = 1;
    for (const std::int64_t length : with_outside) all_bins *= length;
    const ndarray how_many = bincount(flat, nullptr, all_bins);
    const ndarray rows =
        several ? values.astype(DType::float64) : values.astype(DType::float64).reshape({1, values.size()});
    std::vector<ndarray> found;
    std::vector<Index> inside;
    for (int k = 0; k < axes; ++k) inside.push_back(Slice{1, -1});
    for (std::int64_t v = 0; v < rows.shape()[0]; ++v)
        found.push_back(
            statistic_of(flat, ascontiguousarray(rows(v)), how_many, statistic).reshape(with_outside).at(inside));
    result.statistic = several ? stack(found) : found[0].copy();
    return result;
}

/// A function's results for the values of each bin.
Binned binned_by(const ndarray& sample, const ndarray& values, const BinStatistic::Function& function, const Bins& bins,
                 const BinRanges& ranges) {
    Binned result = binned(sample, real(values), "count", bins, ranges);
    Shape shape;
    for (const ndarray& edge : result.edges) shape.push_back(edge.size() - 1);
    std::int64_t all_bins = 1;
    for (const std::int64_t length : shape) all_bins *= length;
    const bool several = values.ndim() > 1;
    const ndarray rows = several ? values : values.reshape({1, values.size()});
    std::vector<ndarray> found;
    for (std::int64_t v = 0; v < rows.shape()[0]; ++v) {
        Dims place(shape.size());
        for (std::int64_t bin = 0; bin < all_bins; ++bin) {
            ndarray inside = ones({sample.shape()[0]}, DType::bool_);
            for (int k = 0; k < shape.size(); ++k)
                inside = logical_and(inside, equal(result.numbers[static_cast<std::size_t>(k)], place[k] + 1));
            found.push_back(function(rows(v).at({Index(inside)})).reshape({}));
            for (int k = shape.size() - 1; k >= 0 && ++place[k] == shape[k]; --k) place[k] = 0;
        }
    }
    const ndarray all = stack(found);
    if (several) shape.insert(0, rows.shape()[0]);
    result.statistic =
        all.astype(promote_types(promote_types(all.dtype(), values.dtype()), DType::float64)).reshape(shape);
    return result;
}

Binned binned(const ndarray& sample, const ndarray* values, const BinStatistic& statistic, const Bins& given,
              const BinRanges& ranges) {
    const ndarray places = sample.ndim() == 1 ? sample.reshape({sample.size(), 1}) : sample;
    if (!values && statistic.name != "count") throw ValueError("values are needed for every statistic but 'count'");
    const ndarray numbers = values ? *values : zeros({places.shape()[0]});
    const Bins bins = given.empty() ? Bins(static_cast<std::size_t>(places.shape(-1)), std::int64_t{10}) : given;
    if (statistic.function) return binned_by(places, numbers, statistic.function, bins, ranges);
    return binned(places, numbers, statistic.name, bins, ranges);
}

}  // namespace

BinnedStatisticResult binned_statistic(const ndarray& x, const ndarray* values, const BinStatistic& statistic,
                                       const Bins& bins, const BinRanges& range) {
    const kernel::Placement here(x, values);
    const Binned found = binned(x.reshape({x.size(), 1}), values, statistic, bins, range);
    return {found.statistic, found.edges[0], found.numbers[0]};
}

BinnedStatisticddResult binned_statistic_dd(const ndarray& sample, const ndarray* values, const BinStatistic& statistic,
                                            const Bins& bins, const BinRanges& range, bool expand_binnumbers) {
    const kernel::Placement here(sample, values);
    Binned found = binned(sample, values, statistic, bins, range);
    ndarray numbers = found.numbers[0];
    if (expand_binnumbers && found.numbers.size() > 1) {
        numbers = stack(found.numbers);
    } else {
        for (std::size_t k = 1; k < found.numbers.size(); ++k)
            numbers = numbers * (found.edges[k].size() + 1) + found.numbers[k];
    }
    return {std::move(found.statistic), std::move(found.edges), std::move(numbers)};
}

BinnedStatistic2dResult binned_statistic_2d(const ndarray& x, const ndarray& y, const ndarray* values,
                                            const BinStatistic& statistic, const Bins& bins, const BinRanges& range,
                                            bool expand_binnumbers) {
    const kernel::Placement here(x, y, values);
    BinnedStatisticddResult found =
        binned_statistic_dd(stack({x, y}, 1), values, statistic, bins, range, expand_binnumbers);
    return {std::move(found.statistic), found.bin_edges[0], found.bin_edges[1], std::move(found.binnumber)};
}

}  // namespace cuprum::scipy::stats
