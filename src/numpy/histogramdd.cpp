#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/statistics.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/search.h"
#include "numpy/axes.h"
#include "numpy/histogram.h"

namespace cuprum {

HistogramOfMany histogramdd(const ndarray& sample, const HistogramddOptions& options) {
    if (sample.ndim() != 2)
        throw ValueError("histogramdd takes observations in the rows of an array of two dimensions, found shape " +
                         to_string(sample.shape()));
    const std::int64_t observations = sample.shape()[0], variables = sample.shape()[1];
    const auto count = static_cast<std::size_t>(variables);
    if (!options.bins.empty() && options.bins.size() != count)
        throw ValueError("The dimension of bins must be equal to the dimension of the sample x: found " +
                         std::to_string(options.bins.size()) + " for " + std::to_string(variables));
    if (!options.range.empty() && options.range.size() != count)
        throw ValueError("range argument must have one entry per dimension: found " +
                         std::to_string(options.range.size()) + " for " + std::to_string(variables));
    if (options.weights && (options.weights->ndim() != 1 || options.weights->size() != observations))
        throw ValueError("The weights and list don't have the same length.");

    HistogramOfMany result;
    Shape shape;
    std::int64_t boxes = 1;
    std::optional<ndarray> numbers;  // of the box that holds each observation, or negative
    for (std::size_t i = 0; i < count; ++i) {
        const ndarray column = place_of(sample, 1, static_cast<std::int64_t>(i)),
                      data = column.dtype() == DType::bool_ ? column.astype(DType::uint8) : column;
        const Bins bins = options.bins.empty() ? Bins(std::int64_t{10}) : options.bins[i];
        const std::string name = "bins[" + std::to_string(i) + "]";
        ndarray edges;
        if (const auto* given = std::get_if<ndarray>(&bins)) {
            check_edges(*given, name);
            edges = *given;
        } else {
            const auto* number = std::get_if<std::int64_t>(&bins);
            if (!number)
                throw TypeError(
                    "`" + name +
                    "` must be an integer or an array; rules for a number of bins are for histograms of one variable");
            if (*number < 1) throw ValueError("`" + name + "` must be positive, when an integer");
            const auto range = options.range.empty() ? std::nullopt : options.range[i];
            const auto [first, last] = outer_edges(data, range);
            edges = linspace(first, last, *number + 1);  // of the dtype of elements, where the ends are such
        }
        const std::int64_t length = std::max<std::int64_t>(edges.size() - 1, 0);
        const ndarray place = bin_numbers(data, edges);
        numbers = numbers
                      ? where(bitwise_or(less(*numbers, 0), less(place, 0)), -1, add(multiply(*numbers, length), place))
                      : place;
        boxes *= length;
        shape.push_back(length);
        result.edges.push_back(std::move(edges));
    }

    ndarray counts = empty({boxes}, options.weights ? DType::float64 : DType::int64);
    if (numbers) {
        std::optional<ndarray> weights;
        if (options.weights) weights = options.weights->astype(DType::float64, 'C', Casting::safe, false);
        kernel::bincount(*numbers, weights ? &*weights : nullptr, counts);
    } else {
        counts.fill(0);
    }
    result.counts = counts.astype(DType::float64, 'C', Casting::safe, false).reshape(shape);
    if (options.density) {
        const ndarray total = sum(result.counts);
        for (int d = 0; d < shape.size(); ++d) {
            const ndarray& edges = result.edges[static_cast<std::size_t>(d)];
            Shape along(shape.size(), 1);
            along[d] = shape[d];
            result.counts =
                result.counts / subtract(piece(edges, 0, 1, shape[d] + 1), piece(edges, 0, 0, shape[d])).reshape(along);
        }
        result.counts = result.counts / total;
    }
    return result;
}

HistogramOfMany histogram2d(const ndarray& x, const ndarray& y, const HistogramddOptions& options) {
    if (x.ndim() != 1 || y.ndim() != 1 || x.size() != y.size())
        throw ValueError("x and y must have the same length. Found shapes " + to_string(x.shape()) + " and " +
                         to_string(y.shape()));
    const DType dtype = promote_types(x.dtype(), y.dtype());
    const ndarray sample = empty({2, x.size()}, dtype);
    sample.assign({0}, x);
    sample.assign({1}, y);
    return histogramdd(sample.T(), options);
}

}  // namespace cuprum
