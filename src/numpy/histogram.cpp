#include "numpy/histogram.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/search.h"
#include "numpy/axes.h"
#include "numpy/edge_order.h"
#include "runtime/backend.h"

namespace cuprum {

namespace {

// The dtype of integers of the same size that has no sign.
DType without_sign(DType dtype) {
    switch (dtype) {
        case DType::int8: return DType::uint8;
        case DType::int16: return DType::uint16;
        case DType::int32: return DType::uint32;
        case DType::int64: return DType::uint64;
        default: return dtype;
    }
}

}  // namespace

ndarray bincount(const ndarray& x, const ndarray* weights, std::int64_t minlength) {
    const kernel::Placement here(x, weights);
    if (x.ndim() != 1)
        throw ValueError(std::string("object ") + (x.ndim() ? "too deep" : "of too small depth") +
                         " for desired array; its shape is " + to_string(x.shape()));
    if (minlength < 0) throw ValueError("'minlength' must not be negative");
    kernel::check_device(x);
    // NumPy lets uint64 pass, though not every one of its values fits.
    if (x.dtype() != DType::uint64 && !can_cast(x.dtype(), DType::int64, Casting::safe))
        (void)x.astype(DType::int64, 'C', Casting::safe, false);  // refuses
    // Counted as they are; what weights are brought together by is int64.
    const bool wide = weights || x.dtype() == DType::uint64;
    const ndarray numbers = x.astype(wide ? DType::int64 : x.dtype(), 'C', Casting::unsafe, false);
    if (x.size() == 0) return zeros({minlength}, DType::int64);
    std::optional<ndarray> counted;
    if (weights) {
        if (weights->shape() != x.shape()) throw ValueError("The weights and list don't have the same length.");
        counted = weights->astype(DType::float64, 'C', Casting::safe, false);
    }
    if (auto few = kernel::bincount_few(numbers, counted ? &*counted : nullptr, minlength)) return *few;
    const ndarray& ends = x.dtype() == DType::uint64 ? numbers : x;  // x has fewer bytes
    // As numbers without a sign negative ones are the largest: one pass tells of both ends.
    const DType shown = without_sign(ends.dtype());
    const std::int64_t largest = max(ends.view(shown)).item().to_int();
    if (shown != ends.dtype() && (largest < 0 || !Scalar(largest).fits(ends.dtype())))
        throw ValueError("'list' argument must have no negative elements");
    const std::int64_t length = std::max(minlength, length_sum(largest, 1));
    ndarray result = empty({length}, weights ? DType::float64 : DType::int64);
    kernel::bincount(numbers, counted ? &*counted : nullptr, result);
    return result;
}

namespace {

bool is_finite(const Scalar& value) {
    return std::isfinite(value.to_complex().real()) && std::isfinite(value.to_complex().imag());
}

}  // namespace

std::pair<Scalar, Scalar> outer_edges(const ndarray& data, const std::optional<std::pair<Scalar, Scalar>>& range) {
    Scalar first(std::int64_t{0}), last(std::int64_t{1});
    if (range) {
        std::tie(first, last) = *range;
        if (first.to_double() > last.to_double()) throw ValueError("max must be larger than min in range parameter.");
    } else if (data.size()) {
        first = min(data).item();
        last = max(data).item();
    }
    if (!is_finite(first) || !is_finite(last))
        throw ValueError((range ? "supplied range of [" : "autodetected range of [") +
                         std::to_string(first.to_double()) + ", " + std::to_string(last.to_double()) +
                         "] is not finite");
    if (first.to_complex() == last.to_complex()) {
        const DType dtype = inexact_dtype(first.dtype());
        auto moved = [&](double by) {
            const Scalar number = Scalar(first.to_complex() + by).as(dtype);
            return first.is_weak() ? number.weak() : number;
        };
        return {moved(-0.5), moved(0.5)};
    }
    return {first, last};
}

void check_edges(const ndarray& edges, const std::string& name) {
    if (edges.ndim() != 1) throw ValueError("`" + name + "` must be 1d, when an array");
    if (has_falling_edge(edges)) throw ValueError("`" + name + "` must increase monotonically, when an array");
}

ndarray bin_numbers(const ndarray& data, const ndarray& edges) {
    const DType dtype = promote_types(data.dtype(), edges.dtype());
    ndarray bins = empty({data.size()}, DType::int64);
    kernel::search(edges.astype(dtype, 'C', Casting::unsafe, false), nullptr,
                   data.astype(dtype, 'C', Casting::unsafe, false), bins, search_bin);
    return bins;
}

namespace {

struct Prepared {
    ndarray data;                    // flat
    std::optional<ndarray> weights;  // likewise

    Prepared(const ndarray& a, const ndarray* given) : data(a.ravel()) {
        kernel::check_device(a);
        if (a.dtype() == DType::bool_) data = data.astype(DType::uint8);
        if (!given) return;
        if (given->shape() != a.shape())
            throw ValueError("weights should have the same shape as a. Found " + to_string(given->shape()) + " and " +
                             to_string(a.shape()));
        weights = given->ravel();
    }
};

double span_of(const ndarray& data) { return data.size() ? ptp(data.astype(DType::float64)).item().to_double() : 0; }

double deviation(const ndarray& data) { return std_(data.astype(DType::float64)).item().to_double(); }

double freedman_diaconis(const ndarray& data) {
    const double high = percentile(data, 75).item().to_double(), low = percentile(data, 25).item().to_double();
    return 2 * (high - low) * std::pow(static_cast<double>(data.size()), -1.0 / 3);
}

double sturges(const ndarray& data) { return span_of(data) / (std::log2(static_cast<double>(data.size())) + 1); }

double doane(const ndarray& data) {
    const auto n = static_cast<double>(data.size());
    if (n <= 2) return 0;
    const double sigma = deviation(data);
    if (!(sigma > 0)) return 0;
    ndarray x = data.astype(DType::float64);
    ndarray standard = (x - mean(x)) / sigma;
    const double skewness = mean(standard * standard * standard).item().to_double();
    const double spread = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
    return span_of(data) / (1 + std::log2(n) + std::log2(1 + std::fabs(skewness) / spread));
}

// The number of bins that minimises an estimate of the loss, tried one by one.
double stone(const ndarray& data, const HistogramOptions& options) {
    const auto n = static_cast<double>(data.size());
    const double span = span_of(data);
    if (n <= 1 || span == 0) return 0;
    const auto limit = std::max<std::int64_t>(100, static_cast<std::int64_t>(std::sqrt(n)));
    double best = INFINITY;
    std::int64_t best_count = 1;
    for (std::int64_t count = 1; count <= limit; ++count) {
        ndarray shares = histogram(data, {.bins = count, .range = options.range}).counts / n;
        const double width = span / static_cast<double>(count);
        const double loss = (2 - (n + 1) * sum(shares * shares).item().to_double()) / width;
        if (loss < best) {
            best = loss;
            best_count = count;
        }
    }
    return span / static_cast<double>(best_count);
}

// NumPy's rules for the width of bins.
double bin_width(const std::string& rule, const ndarray& data, const HistogramOptions& options) {
    const auto n = static_cast<double>(data.size());
    if (rule == "auto")
        return std::min(std::max(freedman_diaconis(data), span_of(data) / std::sqrt(n) / 2), sturges(data));
    if (rule == "fd") return freedman_diaconis(data);
    if (rule == "sturges") return sturges(data);
    if (rule == "sqrt") return span_of(data) / std::sqrt(n);
    if (rule == "rice") return span_of(data) / (2 * std::pow(n, 1.0 / 3));
    if (rule == "scott") return std::pow(24 * std::sqrt(std::numbers::pi) / n, 1.0 / 3) * deviation(data);
    if (rule == "doane") return doane(data);
    return stone(data, options);
}

std::int64_t count_by_rule(const std::string& rule, ndarray data, const HistogramOptions& options, const Scalar& first,
                           const Scalar& last) {
    static constexpr std::string_view rules[] = {"auto", "fd", "sturges", "sqrt", "rice", "scott", "doane", "stone"};
    if (std::find(std::begin(rules), std::end(rules), rule) == std::end(rules))
        throw ValueError("'" + rule + "' is not a valid estimator for `bins`");
    if (options.weights)
        throw TypeError("Automated estimation of the number of bins is not supported for weighted data");
    if (options.range) data = kernel::select(data, bitwise_and(greater_equal(data, first), less_equal(data, last)));
    if (data.size() == 0) return 1;
    double width = bin_width(rule, data, options);
    if (!(width != 0)) return 1;
    if (is_integer(data.dtype()) && width < 1) width = 1;
    const double count = std::ceil((last.to_double() - first.to_double()) / width);
    if (std::isnan(count))
        throw ValueError("the estimator '" + rule + "' gives no number of bins, as values are too large for it");
    return saturated(count);
}

ndarray bin_edges(const Prepared& prepared, const HistogramOptions& options) {
    const ndarray& data = prepared.data;
    if (const auto* edges = std::get_if<ndarray>(&options.bins)) {
        check_edges(*edges, "bins");
        return *edges;
    }
    const auto* number = std::get_if<std::int64_t>(&options.bins);
    if (number && *number < 1) throw ValueError("`bins` must be positive, when an integer");
    const auto [first, last] = outer_edges(data, options.range);
    const std::int64_t count =
        number ? *number : count_by_rule(std::get<std::string>(options.bins), data, options, first, last);
    DType dtype = data.dtype();  // with those of the ends, where these are no Python numbers
    for (const Scalar& end : {first, last})
        if (!end.is_weak()) dtype = promote_types(dtype, end.dtype());
    ndarray edges = linspace(first, last, count + 1, true, inexact_dtype(dtype));
    if (any(greater_equal(slice(edges, 0, 0, count), slice(edges, 0, 1, count + 1))).item().to_bool())
        throw ValueError("Too many bins for data range. Cannot create " + std::to_string(count) +
                         " finite-sized bins.");
    return edges;
}

/// Elements whose weights `histogram` adds up at once: on a GPU, which takes 44 bytes for each, so many that launches
/// do not count.
std::int64_t weighted_block() { return runtime::device_traits().thread_blocks ? 1 << 23 : 1 << 20; }

}  // namespace

ndarray histogram_bin_edges(const ndarray& a, const HistogramOptions& options) {
    const kernel::Placement here(a);
    return bin_edges(Prepared(a, options.weights), options);
}

Histogram histogram(const ndarray& x, const HistogramOptions& options) {
    const kernel::Placement placement(x);
    const Prepared prepared(x, options.weights);
    ndarray edges = bin_edges(prepared, options);
    const std::int64_t count = std::max<std::int64_t>(edges.size() - 1, 0);
    ndarray counts;
    if (!prepared.weights) {
        counts = empty({count}, DType::int64);
        const DType dtype = promote_types(prepared.data.dtype(), edges.dtype());
        kernel::count_bins(prepared.data.astype(prepared.data.dtype(), 'C', Casting::unsafe, false),
                           edges.astype(dtype, 'C', Casting::unsafe, false), counts);
    } else {
        const DType weight = prepared.weights->dtype();
        const std::int64_t length = prepared.data.size();
        // The numbers of bins and the weights as float64 take 16 bytes an element: those of a block are made at once.
        const std::int64_t block = std::max(weighted_block(), 4 * count);
        const int parts = is_complex(weight) ? 2 : 1;
        ndarray sums = zeros({parts, count}, DType::float64);
        for (std::int64_t first = 0; first < std::max<std::int64_t>(length, 1); first += block) {
            const std::int64_t last = std::min(first + block, length);
            const ndarray bins = bin_numbers(slice(prepared.data, 0, first, last), edges);
            const ndarray weights = slice(*prepared.weights, 0, first, last);
            for (int k = 0; k < parts; ++k) {
                const ndarray part = parts == 1 ? weights : k == 0 ? weights.real() : weights.imag();
                const ndarray doubles = part.astype(DType::float64, 'C', Casting::unsafe, false);
                const ndarray total = slice(sums, 0, k, k + 1).reshape({count});
                const ndarray here = length <= block ? total : empty({count}, DType::float64);
                kernel::bincount(bins, &doubles, here);
                if (length > block) add(total, here, {.out = {&total}});
            }
        }
        counts = empty({count}, weight);
        for (int k = 0; k < parts; ++k)
            copy_to(slice(sums, 0, k, k + 1).reshape({count}), parts == 1 ? counts
                                                               : k == 0   ? counts.real()
                                                                          : counts.imag());
    }
    if (options.density && count) {
        ndarray widths = subtract(slice(edges, 0, 1, count + 1), slice(edges, 0, 0, count))
                             .astype(DType::float64, 'K', Casting::unsafe, false);
        counts = counts / widths / sum(counts);
    }
    return {counts, edges};
}

}  // namespace cuprum
