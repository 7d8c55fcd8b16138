// Distances to the nearest element that is 0, and where it stands.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/chamfer.h"
#include "scipy/ndimage/connected_components.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

struct Transform {
    ndarray distances;  // float64 if finished, else of the dtype in which they were computed
    std::optional<ndarray> features;
};

/// What the passes of a transform share.
class DistancePasses {
public:
    DistancePasses(const ndarray& input, NdMetric metric, const std::vector<double>& steps, bool finish,
                   bool wants_features, bool last_of_equal)
        : input_(input), steps_(steps), finish_(finish) {
        const int ndim = input.ndim();
        double farthest = 0;
        bool whole = true;
        base_.ndim = ndim;
        for (int d = 0; d < ndim; ++d) {
            const auto n = static_cast<double>(input.shape()[d]);
            farthest += metric == nd_euclidean ? n * n : n;
            whole = whole && steps[static_cast<std::size_t>(d)] == 1;
            base_.shape[d] = input.shape()[d];
            base_.steps[d] = steps[static_cast<std::size_t>(d)];
        }
        whole = whole && farthest < 2e9;
        const bool wide = input.size() >= (std::int64_t{1} << 31);
        dtype_ = whole ? DType::int32 : DType::float64;
        number_ = whole ? "unsigned" : "double";
        place_ = wide ? "long long" : "int";
        metric_ = metric == nd_euclidean ? "nd_euclidean" : metric == nd_taxicab ? "nd_taxicab" : "nd_chessboard";
        ties_ = wants_features && last_of_equal ? "true" : "false";
        result.distances = empty(input.shape(), finish ? DType::float64 : dtype_);
        if (wants_features) result.features = empty(input.shape(), wide ? DType::int64 : DType::int32);
    }
    /// The nearest on each element's own line of the last axis.
    void first() {
        const int axis = input_.ndim() - 1;
        const std::int64_t n = input_.shape()[axis], count = kernel::ceil_div(n, nd_segment), lines = input_.size() / n;
        const std::string in = read_type(input_.dtype());
        const ndarray segments = empty({lines, count, 2}, DType::int32);
        next(axis);
        DistanceArgs args = base_;
        kernel::DataAccess data;
        args.in = data.read(input_);
        args.n = n;
        args.count = count;
        args.segments_out = data.update<int>(segments);
        args.items = lines * count;
        launch_items(data, kernel_of("distance.h", "DISTANCE_SEGMENTS", {in}), args);
        args.items = lines;
        launch_items(data, kernel_of("distance.h", "DISTANCE_LINES", {}), args, 16);
        args.segments = data.read<int>(segments);
        args.items = input_.size();
        args.step = steps_.back();
        args.finish = axis == 0 && finish_;
        args.out = data.write(distances_);
        if (result.features) args.feature_out = data.write(features_);
        launch_items(data, kernel_of("distance.h", "DISTANCE_FIRST", {in, number_, place_, metric_, ties_}), args);
    }
    /// The nearest by way of the elements on lines of another axis.
    void along(int axis) {
        const Lines lines(input_.shape(), axis);
        DistanceArgs args = base_;
        args.n = lines.n;
        args.inner = lines.inner;
        args.count = kernel::ceil_div(lines.n, nd_segment);
        args.step = steps_[static_cast<std::size_t>(axis)];
        const ndarray least = empty({lines.outer, args.count, lines.inner}, dtype_), before = distances_,
                      features = features_;
        next(axis);
        kernel::DataAccess data;
        args.in = data.read(before);
        args.out = data.write(least);
        args.items = least.size();
        launch_items(data, kernel_of("distance.h", "DISTANCE_LEAST", {number_}), args);
        args.smallest = data.read(least);
        args.out = data.write(distances_);
        args.items = input_.size();
        args.finish = axis == 0 && finish_;
        if (result.features) {
            args.feature = data.read(features);
            args.feature_out = data.write(features_);
        }
        launch_items(data, kernel_of("distance.h", "DISTANCE_NEXT", {number_, place_, metric_, ties_}), args, 256);
    }
    Transform result;

private:
    /// The arrays that a pass writes; the last pass, along axis 0, writes the result.
    void next(int axis) {
        distances_ = axis == 0 ? result.distances : empty(input_.shape(), dtype_);
        if (result.features) features_ = axis == 0 ? *result.features : empty(input_.shape(), result.features->dtype());
    }

    const ndarray& input_;
    const std::vector<double>& steps_;
    bool finish_;
    DType dtype_;
    std::string number_, place_, metric_, ties_;
    DistanceArgs base_{};
    ndarray distances_, features_;
};

/// Distances in elements and steps; squared on the way where they are Euclidean. `last`: of elements that are equally
/// near the last one is told.
Transform transformed(const ndarray& given, NdMetric metric, const std::vector<double>& steps, bool finish,
                      bool wants_features, bool last_of_equal = false) {
    const ndarray input = contiguous(given);
    if (input.ndim() > nd_axes)
        throw NotSupportedError("distances over so many axes: at most " + std::to_string(nd_axes) + " can be");
    DistancePasses passes(input, metric, steps, finish, wants_features, last_of_equal);
    if (input.size() == 0) return passes.result;
    passes.first();
    for (int d = input.ndim() - 2; d >= 0; --d) passes.along(d);
    return passes.result;
}

/// Of elements that are equally near by the chessboard's metric the last one, where the distances are whole numbers.
ndarray last_in_squares(const ndarray& input, const ndarray& distances) {
    const bool wide = input.size() >= (std::int64_t{1} << 31);
    const DType dtype = wide ? DType::int64 : DType::int32;
    const ndarray result = empty(input.shape(), dtype);
    if (input.size() == 0) return result;
    const int ndim = input.ndim();
    const ndarray places = where(equal(input, 0), arange(input.shape()[ndim - 1], dtype), -1).astype(dtype),
                  before = contiguous(cuprum::maximum.accumulate(places, -1), dtype);
    kernel::DataAccess data;
    DistanceArgs args{};
    args.in = data.read(distances);
    args.feature = data.read(before);
    args.feature_out = data.write(result);
    args.items = input.size();
    args.ndim = ndim;
    for (int d = 0; d < ndim; ++d) args.shape[d] = input.shape()[d];
    launch_items(data, kernel_of("distance.h", "DISTANCE_LAST", {wide ? "long long" : "int"}), args, 256);
    return result;
}

/// Places in the flattened array as int32 places on each axis, which become the first axis.
ndarray unraveled(const ndarray& places, const Shape& shape, bool euclidean) {
    Shape all(shape);
    all.insert(0, shape.size());
    const ndarray result = empty(all, DType::int32);
    std::int64_t stride = 1;
    for (int d = shape.size() - 1; d >= 0; --d) {
        ndarray on_axis = floor_divide(places, stride);
        if (d > 0) on_axis = remainder(on_axis, std::max<std::int64_t>(shape[d], 1));
        if (euclidean && d > 0) on_axis = where(less(places, 0), 0, on_axis);
        copy_to(on_axis, result(d));
        stride *= std::max<std::int64_t>(shape[d], 1);
    }
    return result;
}

/// Whether an integer's dtype holds a number.
bool fits(std::int64_t number, DType dtype) {
    const int bits = static_cast<int>(8 * itemsize(dtype)) - (kind(dtype) == 'i' ? 1 : 0);
    return bits >= 63 || number < (std::int64_t(1) << bits);
}

struct Wanted {
    bool distances, indices;
    const OptionalArray &distances_out, &indices_out;

    void check() const {
        std::string message;
        const auto add = [&](const char* text) { message += (message.empty() ? "" : ", ") + std::string(text); };
        if (!distances && !indices) add("at least one of return_distances/return_indices must be True");
        if (distances_out && !distances) add("return_distances must be True if distances is supplied");
        if (indices_out && !indices) add("return_indices must be True if indices is supplied");
        if (!message.empty()) throw Error(message);
    }
    template <class E>
    void check_arrays(const Shape& shape, DType dtype) const {
        if (distances_out) {
            if (distances_out->shape() != shape) throw E("distances array has wrong shape");
            if (distances_out->dtype() != dtype) throw E(std::string("distances array must be ") + info(dtype).name);
        }
        if (indices_out) {
            Shape all(shape);
            all.insert(0, shape.size());
            if (indices_out->shape() != all) throw E("indices array has wrong shape");
            const DType given = indices_out->dtype();
            const std::int64_t longest = shape.empty() ? 0 : *std::max_element(shape.begin(), shape.end());
            if (!is_integer(given)) throw E("indices array must have an integer dtype");
            if (!fits(longest - 1, given))
                throw E(std::string("indices array of ") + info(given).name + " cannot hold places along an axis of " +
                        std::to_string(longest));
        }
    }
    /// Results go to the arrays that were given; what was not is returned.
    Distances deliver(const std::optional<ndarray>& found, const std::optional<ndarray>& places) const {
        Distances result;
        if (distances) {
            if (distances_out) copy_to(*found, *distances_out);
            else result.distances = found;
        }
        if (indices) {
            if (indices_out) copy_to(*places, *indices_out);
            else result.indices = places;
        }
        return result;
    }
};

std::vector<double> steps_of(const std::optional<Numbers>& sampling, int ndim) {
    return sampling ? sampling->expanded(ndim) : std::vector<double>(static_cast<std::size_t>(ndim), 1.0);
}

std::optional<NdMetric> metric_of(std::string_view name) {
    if (name == "euclidean") return nd_euclidean;
    if (name == "taxicab" || name == "cityblock" || name == "manhattan") return nd_taxicab;
    if (name == "chessboard") return nd_chessboard;
    return std::nullopt;
}

}  // namespace

Distances distance_transform_edt(const ndarray& input, const std::optional<Numbers>& sampling, bool return_distances,
                                 bool return_indices, const OptionalArray& distances, const OptionalArray& indices,
                                 bool float64_distances) {
    const kernel::Placement here(input, distances, indices);
    const Wanted wanted{return_distances, return_indices, distances, indices};
    wanted.check();
    const ndarray array = input.ndim() == 0 ? input.reshape({1}) : input;
    wanted.check_arrays<Error>(array.shape(), DType::float64);
    const Transform found = transformed(array, nd_euclidean, steps_of(sampling, array.ndim()), true, return_indices);
    std::optional<ndarray> places;
    if (return_indices) places = unraveled(*found.features, array.shape(), true);
    Distances result = wanted.deliver(found.distances, places);
    if (result.distances && !float64_distances) result.distances = result.distances->astype(DType::float32);
    return result;
}

Distances distance_transform_bf(const ndarray& input, std::string_view metric, const std::optional<Numbers>& sampling,
                                bool return_distances, bool return_indices, const OptionalArray& distances,
                                const OptionalArray& indices) {
    const kernel::Placement here(input, distances, indices);
    const Wanted wanted{return_distances, return_indices, distances, indices};
    wanted.check();
    std::string lower(metric);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    const auto which = metric_of(lower);
    if (!which) throw Error("distance metric not supported: '" + std::string(metric) + "'");
    const ndarray array = input.ndim() == 0 ? input.reshape({1}) : input;
    const bool euclidean = *which == nd_euclidean;
    const DType dtype = euclidean ? DType::float64 : DType::uint32;
    wanted.check_arrays<Error>(input.shape(), dtype);
    const std::vector<double> steps = steps_of(euclidean ? sampling : std::nullopt, array.ndim());
    // Of several nearest elements SciPy tells the last.
    const Transform found = transformed(array, *which, steps, false, return_indices, true);
    const bool whole = found.distances.dtype() == DType::int32;
    // Where nothing is 0, all distances are the largest number there is.
    const ndarray nowhere = whole ? equal(found.distances, 0x7fffffff) : isinf(found.distances);
    const ndarray values =
        euclidean ? where(nowhere, std::sqrt(std::numeric_limits<double>::max()),
                          sqrt(found.distances.astype(DType::float64)))
                  : where(nowhere, Scalar::strong(std::uint32_t{0xffffffff}), found.distances.astype(dtype));
    std::optional<ndarray> places;
    if (return_indices) {
        const bool squares = *which == nd_chessboard && whole;
        const ndarray nearest = squares ? last_in_squares(array, found.distances) : *found.features;
        places = input.ndim() ? unraveled(cuprum::maximum(nearest, 0), array.shape(), false) : empty({0}, DType::int32);
    }
    return wanted.deliver(values.reshape(input.shape()), places);
}

Distances distance_transform_cdt(const ndarray& input, const ChamferMetric& metric, bool return_distances,
                                 bool return_indices, const OptionalArray& distances, const OptionalArray& indices) {
    const kernel::Placement here(input, distances, indices);
    const Wanted wanted{return_distances, return_indices, distances, indices};
    wanted.check();
    const auto which = metric_of(metric.name);
    const OptionalArray& structure = metric.structure;
    if (!structure && (!which || *which == nd_euclidean)) throw ValueError("invalid metric provided");
    const int ndim = input.ndim();
    std::vector<char> marks;
    if (structure) {
        if (structure->ndim() != ndim)
            throw ValueError("invalid metric provided: it needs an axis for each of the input's");
        for (const std::int64_t n : structure->shape())
            if (n != 3) throw ValueError("metric sizes must be equal to 3");
        marks = host_bools(*structure);
    } else {
        marks = structure_marks(ndim, *which == nd_taxicab ? 1 : ndim);
    }
    wanted.check_arrays<ValueError>(input.shape(), DType::int32);
    if (ndim == 0) throw Error("distance_transform_cdt takes an array of one axis at least");
    const bool taxicab = marks == structure_marks(ndim, 1), chessboard = marks == structure_marks(ndim, ndim);
    if (!return_indices && (taxicab || chessboard)) {
        // For these the two passes find the least number of steps, which can be had in parallel.
        const Transform found =
            transformed(input, taxicab ? nd_taxicab : nd_chessboard, steps_of({}, ndim), false, false);
        const ndarray nowhere =
            found.distances.dtype() == DType::int32 ? equal(found.distances, 0x7fffffff) : isinf(found.distances);
        const ndarray values = where(nowhere, Scalar::strong(std::int32_t{-1}), found.distances.astype(DType::int32));
        return wanted.deliver(values, std::nullopt);
    }
    const Chamfer found = chamfered(input, marks, return_indices);
    std::optional<ndarray> places;
    if (return_indices) places = unraveled(*found.features, input.shape(), false);
    return wanted.deliver(found.distances, places);
}

}  // namespace cuprum::scipy::ndimage
