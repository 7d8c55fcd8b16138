#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/statistics.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/search.h"
#include "numpy/axes.h"
#include "numpy/histogram.h"

namespace cuprum {

namespace {

/// Observations whose boxes are found at a time: more take memory, less take launches.
std::int64_t observations_at_a_time(std::int64_t observations) {
    return std::max<std::int64_t>(std::int64_t{1} << 20, observations / 16 + 1);
}

ndarray edges_of(const Bins& bins, const std::string& name, const ndarray& data, DType dtype,
                 const std::optional<std::pair<Scalar, Scalar>>& range) {
    if (const auto* given = std::get_if<ndarray>(&bins)) {
        check_edges(*given, name);
        return *given;
    }
    const auto* number = std::get_if<std::int64_t>(&bins);
    if (!number)
        throw TypeError(
            "`" + name +
            "` must be an integer or an array; rules for a number of bins are for histograms of one variable");
    if (*number < 1) throw ValueError("`" + name + "` must be positive, when an integer");
    const auto [first, last] = outer_edges(data, range);
    // Of the dtype of elements, where the ends are such.
    const auto end = [&](const Scalar& value) {
        return value.is_weak() || is_inexact(value.dtype()) ? value : value.as(dtype);
    };
    return linspace(end(first), end(last), *number + 1);
}

// A column for each variable; all count as of one dtype.
HistogramOfMany histogram_of(const std::vector<ndarray>& columns, DType dtype, std::int64_t observations,
                             const HistogramddOptions& options) {
    const std::size_t count = columns.size();
    if (!options.bins.empty() && options.bins.size() != count)
        throw ValueError("The dimension of bins must be equal to the dimension of the sample x: found " +
                         std::to_string(options.bins.size()) + " for " + std::to_string(count));
    if (!options.range.empty() && options.range.size() != count)
        throw ValueError("range argument must have one entry per dimension: found " +
                         std::to_string(options.range.size()) + " for " + std::to_string(count));
    if (options.weights && (options.weights->ndim() != 1 || options.weights->size() != observations))
        throw ValueError("The weights and list don't have the same length.");
    if (dtype == DType::bool_) dtype = DType::uint8;

    HistogramOfMany result;
    Shape shape;
    std::int64_t boxes = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const Bins bins = options.bins.empty() ? Bins(std::int64_t{10}) : options.bins[i];
        const auto range = options.range.empty() ? std::nullopt : options.range[i];
        const ndarray data = columns[i].astype(dtype, 'C', Casting::unsafe, false);  // edges are of the common dtype
        result.edges.push_back(edges_of(bins, "bins[" + std::to_string(i) + "]", data, dtype, range));
        shape.push_back(std::max<std::int64_t>(result.edges[i].size() - 1, 0));
        if (__builtin_mul_overflow(boxes, shape[static_cast<int>(i)], &boxes))
            throw ValueError("a histogram of " + to_string(shape) + " boxes is larger than an array can be");
    }
    if (options.weights && !can_cast(options.weights->dtype(), DType::float64, Casting::safe))
        options.weights->astype(DType::float64, 'C', Casting::safe, false);  // refuses

    const DType type = options.weights ? DType::float64 : DType::int64;
    std::optional<ndarray> total;
    for (std::int64_t from = 0; count && from < observations;) {
        const std::int64_t to = std::min(observations, from + observations_at_a_time(observations));
        ndarray numbers;  // of the box that holds each observation, or negative
        for (std::size_t i = 0; i < count; ++i) {
            const ndarray data = slice(columns[i], 0, from, to).astype(dtype, 'C', Casting::unsafe, false),
                          place = bin_numbers(data, result.edges[i]);
            numbers = i ? where(bitwise_or(less(numbers, 0), less(place, 0)), -1,
                                add(multiply(numbers, shape[static_cast<int>(i)]), place))
                        : place;
        }
        std::optional<ndarray> weights;
        if (options.weights)
            weights = slice(*options.weights, 0, from, to).astype(DType::float64, 'C', Casting::safe, false);
        ndarray counted = empty({boxes}, type);
        kernel::bincount(numbers, weights ? &*weights : nullptr, counted);
        if (total) add(*total, counted, {.out = {&*total}});
        else total = std::move(counted);
        from = to;
    }
    result.counts =
        total.value_or(zeros({boxes}, type)).astype(DType::float64, 'C', Casting::safe, false).reshape(shape);
    if (options.density) {
        const ndarray all = sum(result.counts);
        for (int d = 0; d < shape.size(); ++d) {
            const ndarray& edges = result.edges[static_cast<std::size_t>(d)];
            Shape along(shape.size(), 1);
            along[d] = shape[d];
            result.counts =
                result.counts / subtract(slice(edges, 0, 1, shape[d] + 1), slice(edges, 0, 0, shape[d])).reshape(along);
        }
        result.counts = result.counts / all;
    }
    return result;
}

}  // namespace

HistogramOfMany histogramdd(const ndarray& sample, const HistogramddOptions& options) {
    const kernel::Placement here(sample);
    if (sample.ndim() != 2)
        throw ValueError("histogramdd takes observations in the rows of an array of two dimensions, found shape " +
                         to_string(sample.shape()));
    std::vector<ndarray> columns;
    for (std::int64_t i = 0; i < sample.shape()[1]; ++i) columns.push_back(place_of(sample, 1, i));
    return histogram_of(columns, sample.dtype(), sample.shape()[0], options);
}

HistogramOfMany histogram2d(const ndarray& x, const ndarray& y, const HistogramddOptions& options) {
    const kernel::Placement here(x, y);
    if (x.ndim() != 1 || y.ndim() != 1 || x.size() != y.size())
        throw ValueError("x and y must have the same length. Found shapes " + to_string(x.shape()) + " and " +
                         to_string(y.shape()));
    return histogram_of({x, y}, promote_types(x.dtype(), y.dtype()), x.size(), options);
}

}  // namespace cuprum
