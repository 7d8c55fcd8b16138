// Histograms of several variables, whose arguments hold one of each, or one for all.
#include "cuprum/statistics.h"

#include "argument.h"
#include "array.h"
#include "cuprum/manipulation.h"
#include "histogram_args.h"

namespace cuprum::python {
namespace {

// --------------------------------------------------------------------------------------------------- several variables

/// The objects of a sequence, or of an array along its first axis; nothing for a number.
std::optional<std::vector<nb::object>> entries(PyObject* object) {
    if (to_scalar(object) || (is_ndarray(object) && unwrap(object).ndim() == 0)) return std::nullopt;
    std::vector<nb::object> result;
    for (nb::handle entry : nb::iter(nb::handle(object))) result.push_back(nb::borrow(entry));
    return result;
}

using ManyBinsArg = Arg<"int | Sequence[int | ArrayLike] | ndarray">;
using ManyRangesArg = Arg<"Sequence[tuple[float, float] | None]">;

HistogramddOptions options_of_many(const ObjectArg& bins, const ObjectArg& range, const OptionalArrayArg& weights,
                                   const BoolArg& density, std::size_t variables) {
    HistogramddOptions options;
    if (auto each = entries(bins.object)) {
        for (const nb::object& entry : *each) options.bins.push_back(to_bins(entry.ptr()));
    } else {
        options.bins.assign(variables, to_bins(bins.object));
    }
    if (!range.is_none())
        for (const nb::object& ends : entries(range.object).value_or(std::vector<nb::object>{}))
            options.range.push_back(ends.is_none() ? std::nullopt : std::optional(to_range(ends.ptr())));
    options.weights = weights.pointer();
    options.density = density;
    return options;
}

Typed<"tuple[ndarray, list[ndarray]]"> histogramdd_of(Arg<"ArrayLike"> sample, ManyBinsArg bins, ManyRangesArg range,
                                                      OptionalArrayArg weights, BoolArg density) {
    // A list of variables, but an array of observations; one variable alone may be without a list.
    auto rows = argument<ArrayArg>(sample.object);
    const ndarray& given = rows.get();
    const bool is_array = is_ndarray(sample.object) || is_numpy_array(sample.object);
    const ndarray observations =
        is_array && given.ndim() == 2 ? given : (given.ndim() < 2 ? given.reshape({1, -1}) : given).T();
    const std::size_t variables = observations.ndim() == 2 ? static_cast<std::size_t>(observations.shape()[1]) : 0;
    HistogramOfMany found = histogramdd(observations, options_of_many(bins, range, weights, density, variables));
    nb::list edges;
    for (ndarray& axis : found.edges) edges.append(wrap_object(std::move(axis)));
    return nb::make_tuple(wrap_object(std::move(found.counts)), edges);
}

Typed<"tuple[ndarray, ndarray, ndarray]"> histogram2d_of(ArrayArg x, ArrayArg y, ManyBinsArg bins, ManyRangesArg range,
                                                         OptionalArrayArg weights, BoolArg density) {
    // Edges of both axes in one array are told from a pair by their number.
    nb::object both = nb::borrow(bins.object);
    if (const auto each = entries(bins.object); each && each->size() > 2) both = nb::make_tuple(both, both);
    HistogramOfMany found = histogram2d(x, y, options_of_many(ObjectArg{both.ptr()}, range, weights, density, 2));
    return nb::make_tuple(wrap_object(std::move(found.counts)), wrap_object(std::move(found.edges[0])),
                          wrap_object(std::move(found.edges[1])));
}

}  // namespace

void bind_statistics(nb::module_& m) {
    const auto none = nb::none();
    m.def("histogramdd", histogramdd_of, "sample"_a, "bins"_a = 10, "range"_a = none, "weights"_a = none,
          "density"_a = false, doc("histogramdd"));
    m.def("histogram2d", histogram2d_of, "x"_a, "y"_a, "bins"_a = 10, "range"_a = none, "weights"_a = none,
          "density"_a = none, doc("histogram2d"));
}

}  // namespace cuprum::python
