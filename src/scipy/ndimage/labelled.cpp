#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "numpy/axes.h"
#include "scipy/ndimage/measurements.h"

namespace cuprum::scipy::ndimage {
namespace {

/// Integers and booleans as integers.
ndarray whole_numbers(const ndarray& labels) {
    return labels.dtype() == DType::bool_ ? labels.astype(DType::uint8) : labels;
}

bool are_floats(const ndarray& labels) {
    if (is_complex(labels.dtype())) throw TypeError("Complex type not supported");
    return is_inexact(labels.dtype());
}

/// Where numbers stand among sorted ones of float64, or `missing`, so that labels between two integers keep apart.
ndarray places_among(const ndarray& sorted, const ndarray& numbers, std::int64_t missing) {
    if (sorted.size() == 0) return full(numbers.shape(), missing, DType::int64);
    const ndarray wide = numbers.astype(DType::float64, 'K', Casting::unsafe, false);
    const ndarray at = cuprum::minimum(searchsorted(sorted, wide), sorted.size() - 1);
    return where(equal(take(sorted, at), wide), at, missing);
}

std::int64_t runs_of(std::int64_t size) { return kernel::ceil_div(size, nd_pixels); }

}  // namespace

Labelled::Labelled(const ndarray& input, const ndarray& labels, const ndarray* index) {
    // 16-bit floats are measured as float32, which holds them.
    const bool is_half = input.dtype() == DType::float16 || input.dtype() == DType::bfloat16;
    const ndarray measurable = is_half ? input.astype(DType::float32) : input;
    check_dtype(measurable.dtype());
    const Shape shapes[] = {input.shape(), labels.shape()};
    const Shape shape = broadcast_shapes(shapes);
    input_ = contiguous(measurable.broadcast_to(shape));
    ndarray whole = whole_numbers(labels);
    std::optional<ndarray> wanted;
    if (index) wanted = whole_numbers(*index);
    const bool floats = are_floats(labels);
    if (index && (are_floats(*index) || floats)) {
        const ndarray sorted = sort(index->astype(DType::float64).ravel(), 0);
        whole = places_among(sorted, labels, -1);
        wanted = places_among(sorted, *index, -2);  // NaN equals no label
    } else if (floats) {
        whole = greater(labels, 0).astype(DType::uint8);
    }
    labels_ = contiguous(whole.broadcast_to(shape));
    if (index) {
        index_ = contiguous(*wanted, DType::int64);
        wanted_ = sort(index_->ravel(), 0);
        slots_ = index_->size();
    }
}

ndarray Labelled::by_index(const ndarray& values) const {
    if (!wanted_) return values.reshape({});
    return take(values, searchsorted(*wanted_, *index_));
}

MeasureArgs Labelled::base(kernel::DataAccess& data) const {
    MeasureArgs args{};
    args.in = data.read(input_);
    args.labels = data.read(labels_);
    if (wanted_) args.wanted = data.read<long long>(*wanted_);
    args.size = input_.size();
    args.slots = slots_;
    args.items = runs_of(args.size);
    args.ndim = std::min(input_.ndim(), nd_axes);
    for (int d = 0; d < args.ndim; ++d) args.shape[d] = input_.shape()[d];
    return args;
}

ndarray Labelled::measured(NdMeasure measure, const ndarray* means, int axis, ndarray* counts) const {
    if (slots_ == 0) {
        if (counts) *counts = empty({0}, DType::int64);
        return empty({0}, DType::float64);
    }
    const DType dtype = input_.dtype();
    const ndarray state = zeros({4, slots_}, DType::int64), result = empty({slots_}, DType::float64);
    const ndarray high = place_of(state, 0, 0), low = place_of(state, 0, 1), flags = place_of(state, 0, 2),
                  found = place_of(state, 0, 3);
    const ndarray scale = measure != nd_measure_centered && scale_ ? *scale_ : zeros({slots_}, DType::uint64);
    if (measure == nd_measure_centered || !scale_) {
        kernel::DataAccess data;
        MeasureArgs args = base(data);
        args.measure = measure;
        if (means) args.means = data.read<double>(*means);
        args.scale_out = data.update<unsigned long long>(scale);
        if (args.size > 0)
            launch_items(data, kernel_of("measure.h", "SCALE", {read_type(dtype), label_type()}), args, 64);
        if (measure != nd_measure_centered) scale_ = scale;
    }
    kernel::DataAccess data;
    MeasureArgs args = base(data);
    args.scale = data.read<unsigned long long>(scale);
    args.measure = measure;
    args.axis = axis;
    args.inner = 1;
    if (measure == nd_measure_moment) {
        args.inner = Lines(input_.shape(), axis).inner;
        while ((std::int64_t{1} << args.extra) < input_.shape()[axis]) ++args.extra;
    }
    if (means) args.means = data.read<double>(*means);
    args.high = data.update<long long>(high);
    args.low = data.update<long long>(low);
    args.flags = data.update<int>(flags);
    if (counts) args.counts = data.update<long long>(found);
    if (args.size > 0) launch_items(data, kernel_of("measure.h", "SUMS", {read_type(dtype), label_type()}), args, 64);
    args.items = slots_;
    args.out = data.write<double>(result);
    launch_items(data, kernel_of("measure.h", "TOTALS", {}), args);
    if (counts) *counts = found;
    return result;
}

ndarray Labelled::sums(ndarray* counts) const { return measured(nd_measure_sum, nullptr, 0, counts); }
ndarray Labelled::centered_sums(const ndarray& means) const {
    return measured(nd_measure_centered, &means, 0, nullptr);
}
ndarray Labelled::moments(int axis) const { return measured(nd_measure_moment, nullptr, axis, nullptr); }

ndarray Labelled::extrema(ndarray* least, ndarray* largest, ndarray* first, ndarray* last) const {
    const DType dtype = input_.dtype();
    if (slots_ == 0) {
        for (ndarray* found : {least, largest})
            if (found) *found = empty({0}, dtype);
        for (ndarray* place : {first, last})
            if (place) *place = empty({0}, DType::int64);
        return empty({0}, DType::int64);
    }
    const ndarray counts = zeros({slots_}, DType::int64), low = empty({slots_}, DType::uint64),
                  high = zeros({slots_}, DType::uint64);
    low.fill(Scalar(~std::uint64_t{0}));
    const bool places = first || last;
    const ndarray begins = places ? empty({slots_}, DType::int64) : counts,
                  ends = places ? empty({slots_}, DType::int64) : counts;
    {
        kernel::DataAccess data;
        MeasureArgs args = base(data);
        args.least = data.update<unsigned long long>(low);
        args.largest = data.update<unsigned long long>(high);
        args.counts = data.update<long long>(counts);
        launch_items(data, kernel_of("measure.h", "EXTREMA", {read_type(dtype), label_type()}), args, 64);
        if (places) {
            // Among equal ones SciPy takes the first smallest; the last largest where there are several labels.
            const bool prefer_last = index_ && index_->ndim() > 0;
            constexpr auto far = std::numeric_limits<std::int64_t>::max();
            begins.fill(far);
            ends.fill(prefer_last ? std::int64_t{-1} : far);
            args.first = data.update<long long>(begins);
            args.last = data.update<long long>(ends);
            args.prefer_last = prefer_last;
            launch_items(data, kernel_of("measure.h", "PLACES", {read_type(dtype), label_type()}), args, 64);
        }
    }
    const auto elements = [&](const ndarray& keys, bool smallest) {
        const ndarray found = empty({slots_}, dtype);
        kernel::DataAccess data;
        MeasureArgs args = base(data);
        args.items = slots_;
        if (smallest) args.least = const_cast<unsigned long long*>(data.read<unsigned long long>(keys));
        else args.largest = const_cast<unsigned long long*>(data.read<unsigned long long>(keys));
        args.counts = const_cast<long long*>(data.read<long long>(counts));
        args.out = static_cast<double*>(data.write(found));
        launch_items(data, kernel_of("measure.h", "ELEMENTS", {read_type(dtype)}), args);
        return found;
    };
    if (least) *least = elements(low, true);
    if (largest) *largest = elements(high, false);
    const auto there = [&](const ndarray& at) { return where(equal(counts, 0), zeros_like(at), at); };
    if (first) *first = there(begins);
    if (last) *last = there(ends);
    return counts;
}

ndarray Labelled::medians() const {
    if (slots_ == 0 || input_.size() == 0)
        return zeros({slots_}, is_inexact(input_.dtype()) ? input_.dtype() : DType::float64);
    const ndarray slots = empty({input_.size()}, DType::int32);
    {
        kernel::DataAccess data;
        MeasureArgs args = base(data);
        args.items = args.size;
        args.out = static_cast<double*>(data.write(slots));
        launch_items(data, kernel_of("measure.h", "SLOTS", {label_type()}), args);
    }
    // Sorted by value within each label; stable sorts put the labels in order and keep the values'.
    const ndarray values = input_.ravel();
    const ndarray keys[] = {values, slots};
    const ndarray order = lexsort(ArrayList(keys)), sorted = take(slots, order);
    const ndarray numbers = arange(slots_).astype(DType::int32);
    ndarray low = searchsorted(sorted, numbers), high = searchsorted(sorted, numbers, "right");
    const ndarray nothing = equal(low, high);
    const ndarray step = floor_divide(subtract(subtract(high, 1), low), 2);
    const ndarray last = full({slots_}, input_.size() - 1, DType::int64);
    low = cuprum::minimum(cuprum::maximum(add(low, step), 0), last);
    high = cuprum::minimum(cuprum::maximum(subtract(subtract(high, 1), step), 0), last);
    ndarray a = take(values, take(order, low)), b = take(values, take(order, high));
    if (!is_inexact(values.dtype())) {
        a = a.astype(DType::float64);
        b = b.astype(DType::float64);
    }
    const ndarray middle = divide(add(a, b), 2.0);
    return where(nothing, zeros_like(middle), middle);
}

ndarray Labelled::histograms(const ndarray& edges) const {
    const std::int64_t bins = edges.size() - 1;
    const ndarray counts = zeros({slots_, bins}, DType::int64);
    if (input_.size() == 0 || slots_ == 0) return counts;
    kernel::DataAccess data;
    MeasureArgs args = base(data);
    args.edges = data.read<double>(edges);
    args.bins = bins;
    args.counts = data.update<long long>(counts);
    launch_items(data, kernel_of("measure.h", "HISTOGRAMS", {read_type(input_.dtype()), label_type()}), args, 64);
    return counts;
}

}  // namespace cuprum::scipy::ndimage
