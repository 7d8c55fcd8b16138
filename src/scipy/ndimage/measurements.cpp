// Measurements of the elements of each label.
#include "scipy/ndimage/measurements.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::ndimage {
namespace {

/// Whether the elements are one group: all of them, those with a label above 0, or those of one label.
bool is_one_group(const OptionalArray& labels, const OptionalArray& index) {
    return !labels || !index || index->ndim() == 0;
}

/// The elements of the group; nothing where they are all.
std::optional<ndarray> group_mask(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    if (!labels) return std::nullopt;
    const ndarray mask = index ? equal(*labels, *index) : greater(*labels, 0);
    const Shape shapes[] = {input.shape(), mask.shape()};
    return mask.broadcast_to(broadcast_shapes(shapes));
}

struct Group {
    ndarray input;
    std::optional<ndarray> mask;
    ReduceOptions options{};
    Group(const ndarray& given, const OptionalArray& labels, const OptionalArray& index)
        : input(given), mask(group_mask(given, labels, index)) {
        if (mask) {
            input = given.broadcast_to(mask->shape());
            options.where = &*mask;
        }
    }
    ndarray count() const {
        return mask ? cuprum::sum(*mask, {.dtype = DType::float64})
                    : full({}, static_cast<double>(input.size()), DType::float64);
    }
};

Labelled labelled(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    return {input, *labels, index ? &*index : nullptr};
}

ndarray mean_of(const ndarray& sums, const ndarray& counts) { return true_divide(sums, counts.astype(DType::float64)); }

/// Places in the flattened array as places on each axis, which become the last axis.
ndarray places_of(const ndarray& flat, const Shape& shape) {
    std::vector<ndarray> axes;
    std::int64_t stride = 1;
    for (int d = shape.size() - 1; d >= 0; --d) {
        axes.insert(axes.begin(), remainder(floor_divide(flat, stride), std::max<std::int64_t>(shape[d], 1)));
        stride *= std::max<std::int64_t>(shape[d], 1);
    }
    return axes.empty() ? empty({0}, DType::int64) : stack(axes, -1);
}

}  // namespace

ndarray sum_labels(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    if (is_one_group(labels, index)) {
        const Group group(input, labels, index);
        return cuprum::sum(group.input, group.options);
    }
    refuse_complex(input);
    if (index->size() == 0) return empty(index->shape(), DType::int64);  // CuPy's dtype
    const Labelled groups = labelled(input, labels, index);
    return groups.by_index(groups.sums(nullptr));
}

ndarray mean(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    if (is_one_group(labels, index)) {
        const Group group(input, labels, index);
        return true_divide(cuprum::sum(group.input, group.options), group.count());
    }
    refuse_complex(input);
    const Labelled groups = labelled(input, labels, index);
    ndarray counts;
    const ndarray sums = groups.sums(&counts);
    return groups.by_index(mean_of(sums, counts));
}

ndarray variance(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    if (is_one_group(labels, index)) {
        const Group group(input, labels, index);
        const ndarray spread = cuprum::var(group.input, group.options);
        return spread.astype(DType::float64);
    }
    refuse_complex(input);
    const Labelled groups = labelled(input, labels, index);
    ndarray counts;
    const ndarray means = mean_of(groups.sums(&counts), counts);
    return groups.by_index(mean_of(groups.centered_sums(means), counts));
}

ndarray standard_deviation(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    return sqrt(variance(input, labels, index));
}

namespace {

/// Of one group SciPy asks NumPy, whose smallest element is NaN where there is one; of several it sorts the elements,
/// and NaN is the largest.
ndarray spread_nan(const ndarray& found, const ndarray& largest, const OptionalArray& index) {
    if ((index && index->ndim() > 0) || !is_inexact(largest.dtype())) return found;
    return where(isnan(largest), largest.astype(found.dtype()), found);
}

/// One group without elements has no extrema, as in NumPy; of several groups those are 0, as in SciPy.
bool lacks_elements(const ndarray& counts, const OptionalArray& index) {
    return !(index && index->ndim() > 0) && counts.item().to_int() == 0;
}

void refuse_no_elements(const ndarray& counts, const OptionalArray& index) {
    if (lacks_elements(counts, index)) throw ValueError("no element has the label: there is no extremum");
}

}  // namespace

Extrema extrema(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    refuse_complex(input);
    if (!labels) {
        const ndarray flat = contiguous(input).ravel();
        return {cuprum::min(flat), cuprum::max(flat), places_of(argmin(flat), input.shape()),
                places_of(argmax(flat), input.shape())};
    }
    const Labelled groups = labelled(input, labels, index);
    Extrema found;
    refuse_no_elements(groups.extrema(&found.minimum, &found.maximum, &found.minimum_position, &found.maximum_position),
                       index);
    found.minimum = spread_nan(found.minimum, found.maximum, index);
    const Shape shapes[] = {input.shape(), labels->shape()};
    const Shape shape = broadcast_shapes(shapes);
    return {groups.by_index(found.minimum).astype(input.dtype()), groups.by_index(found.maximum).astype(input.dtype()),
            places_of(groups.by_index(found.minimum_position), shape),
            places_of(groups.by_index(found.maximum_position), shape)};
}

ndarray minimum(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    refuse_complex(input);
    if (!labels) return cuprum::min(input);
    const Labelled groups = labelled(input, labels, index);
    ndarray found, largest;
    refuse_no_elements(groups.extrema(&found, &largest, nullptr, nullptr), index);
    return groups.by_index(spread_nan(found, largest, index)).astype(input.dtype());
}

ndarray maximum(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    refuse_complex(input);
    if (!labels) return cuprum::max(input);
    const Labelled groups = labelled(input, labels, index);
    ndarray found;
    refuse_no_elements(groups.extrema(nullptr, &found, nullptr, nullptr), index);
    return groups.by_index(found).astype(input.dtype());
}

ndarray minimum_position(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    return extrema(input, labels, index).minimum_position;
}

ndarray maximum_position(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    return extrema(input, labels, index).maximum_position;
}

ndarray median(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    refuse_complex(input);
    if (!labels) return cuprum::median(input);
    const Labelled groups = labelled(input, labels, index);
    ndarray largest;
    if (lacks_elements(groups.extrema(nullptr, &largest, nullptr, nullptr), index))
        return full({}, std::numeric_limits<double>::quiet_NaN(), DType::float64);
    const ndarray middle = groups.by_index(spread_nan(groups.medians(), largest, index));
    return is_inexact(input.dtype()) ? middle.astype(input.dtype()) : middle;
}

ndarray center_of_mass(const ndarray& input, const OptionalArray& labels, const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    refuse_complex(input);
    const ndarray group = labels ? *labels : ones(input.shape(), DType::uint8);
    const Labelled groups(input, group, labels && index ? &*index : nullptr);
    const ndarray total = groups.sums(nullptr);
    const Shape shapes[] = {input.shape(), group.shape()};
    std::vector<ndarray> places;
    for (int d = 0; d < broadcast_shapes(shapes).size(); ++d)
        places.push_back(groups.by_index(true_divide(groups.moments(d), total)));
    return places.empty() ? empty({0}) : stack(places, -1);
}

ndarray histogram(const ndarray& input, double min, double max, std::int64_t bins, const OptionalArray& labels,
                  const OptionalArray& index) {
    const kernel::Placement here(input, labels, index);
    refuse_complex(input);
    if (bins < 1) throw ValueError("bins must be one at least, found " + std::to_string(bins));
    if (!labels && index) throw ValueError("index without defined labels");
    std::vector<double> edges(static_cast<std::size_t>(bins) + 1);
    const double step = (max - min) / static_cast<double>(bins);
    for (std::int64_t k = 0; k <= bins; ++k) edges[static_cast<std::size_t>(k)] = min + static_cast<double>(k) * step;
    edges.back() = max;
    const ndarray group = labels ? *labels : ones(input.shape(), DType::uint8);
    const Labelled groups(input, group, labels && index ? &*index : nullptr);
    const ndarray counts = groups.histograms(array_from_host(edges.data(), DType::float64, {bins + 1}));
    if (!labels || !index) return counts.reshape({bins});
    return take(counts, searchsorted(sort(index->ravel().astype(DType::int64), 0), index->astype(DType::int64)), 0);
}

namespace {

/// An int64 array of shape (labels, axes, 2): the first place and the one behind the last; of labels that nothing has
/// the second is -1.
ndarray object_boxes(const ndarray& given, std::int64_t max_label) {
    refuse_complex(given);
    if (!is_integer(given.dtype()) && given.dtype() != DType::bool_)
        throw Error(std::string("data type not supported: ") + info(given.dtype()).name);
    const ndarray labels = contiguous(given.dtype() == DType::bool_ ? given.astype(DType::uint8) : given);
    if (max_label < 1) max_label = labels.size() ? std::max<std::int64_t>(0, cuprum::max(labels).item().to_int()) : 0;
    const ndarray boxes = empty({max_label, labels.ndim(), 2}, DType::int64);
    if (boxes.size() == 0) return boxes;
    boxes(ellipsis, 0).fill(std::numeric_limits<std::int64_t>::max());
    boxes(ellipsis, 1).fill(std::int64_t{-1});
    if (labels.size() == 0) return boxes;
    if (labels.ndim() > nd_axes)
        throw NotSupportedError("find_objects of so many axes: at most " + std::to_string(nd_axes) + " can be");
    kernel::DataAccess data;
    MeasureArgs args{};
    args.labels = data.read(labels);
    args.boxes = data.update<long long>(boxes);
    args.size = labels.size();
    args.slots = max_label;
    args.items = kernel::ceil_div(args.size, nd_pixels);
    args.ndim = labels.ndim();
    for (int d = 0; d < args.ndim; ++d) args.shape[d] = labels.shape()[d];
    launch_items(data, kernel_of("measure.h", "BOXES", {write_type(labels.dtype())}), args, 64);
    return boxes;
}

bool is_same_number(const Scalar& a, const Scalar& b) {
    const double number = a.to_double();
    return number == b.to_double() && (std::abs(number) >= 0x1p63 || a.to_int() == b.to_int());
}

}  // namespace

std::vector<std::optional<std::vector<Slice>>> find_objects(const ndarray& input, std::int64_t max_label) {
    const kernel::Placement here(input);
    const ndarray boxes = object_boxes(input, max_label);
    const std::vector<std::int64_t> values = boxes.to_vector<std::int64_t>();
    const std::int64_t axes = boxes.shape()[1];
    std::vector<std::optional<std::vector<Slice>>> found(static_cast<std::size_t>(boxes.shape()[0]));
    for (std::size_t k = 0; k < found.size(); ++k) {
        const std::int64_t* box = values.data() + static_cast<std::int64_t>(k) * axes * 2;
        if (axes == 0 ? input.item().to_int() != static_cast<std::int64_t>(k) + 1 : box[1] < 0) continue;
        found[k].emplace();
        for (std::int64_t d = 0; d < axes; ++d) found[k]->push_back({.start = box[2 * d], .stop = box[2 * d + 1]});
    }
    return found;
}

PlacesOfValues value_indices(const ndarray& arr, const std::optional<Scalar>& ignore_value, bool adaptive_index_dtype) {
    const kernel::Placement here(arr);
    if (!is_integer(arr.dtype()))
        throw ValueError(std::string("Parameter 'arr' must be an integer array, found ") + info(arr.dtype()).name);
    const ndarray flat = arr.ravel();
    const Unique groups = unique(flat, {.counts = true});
    std::vector<ndarray> places;
    if (arr.ndim()) places = unravel_index(argsort(flat, -1), arr.shape());
    if (adaptive_index_dtype) {
        std::int64_t longest = 0;
        for (const std::int64_t n : arr.shape()) longest = std::max(longest, n);
        const DType least = min_scalar_type(Scalar(-(longest + 1)));
        for (ndarray& axis : places) axis = axis.astype(least);
    }
    const std::vector<std::int64_t> counts = groups.counts.to_vector<std::int64_t>();
    const bool is_unsigned = arr.dtype() == DType::uint64;
    const std::vector<std::int64_t> values = groups.values.astype(DType::int64).to_vector<std::int64_t>();
    PlacesOfValues found;
    std::int64_t begin = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const std::int64_t end = begin + counts[k];
        const Scalar value =
            is_unsigned ? Scalar::strong(static_cast<std::uint64_t>(values[k])) : Scalar::strong(values[k]);
        if (!ignore_value || !is_same_number(value, *ignore_value)) {
            found.emplace_back(value, std::vector<ndarray>());
            for (const ndarray& axis : places) found.back().second.push_back(axis(Slice{.start = begin, .stop = end}));
        }
        begin = end;
    }
    return found;
}

}  // namespace cuprum::scipy::ndimage
