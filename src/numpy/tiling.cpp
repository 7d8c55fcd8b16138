// Arrays repeated: copies of views with new axes of stride 0.
#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"

namespace cuprum {

ndarray tile(const ndarray& A, const Dims& reps) {
    const kernel::Placement here(A);
    const int ndim = std::max(A.ndim(), reps.size());
    // Each axis becomes two: the repetitions, and the array's own.
    Shape pairs, own, result_shape;
    for (int i = 0; i < ndim; ++i) {
        const int a = i - (ndim - A.ndim()), r = i - (ndim - reps.size());
        const std::int64_t length = a < 0 ? 1 : A.shape()[a], times = r < 0 ? 1 : reps[r];
        for (std::int64_t value : {times, length}) pairs.push_back(value);
        for (std::int64_t value : {std::int64_t{1}, length}) own.push_back(value);
        result_shape.push_back(length_product(times, length));
    }
    element_count(result_shape);
    if (std::all_of(reps.begin(), reps.end(), [](std::int64_t times) { return times == 1; }))
        return A.copy('K').reshape(result_shape);
    ndarray result = empty(result_shape, A.dtype());
    // Views are laid out by hand: the doubled axes may be more than an array may have.
    Strides from, to;
    for (int i = 0; i < ndim; ++i) {
        const int a = i - (ndim - A.ndim());
        for (std::int64_t value : {std::int64_t{0}, a < 0 || A.shape()[a] == 1 ? 0 : A.strides()[a]})
            from.push_back(value);
        for (std::int64_t value : {result.strides()[i] * own[2 * i + 1], result.strides()[i]}) to.push_back(value);
    }
    copy_to(A.with_layout(pairs, from), result.with_layout(pairs, to));
    return result;
}

namespace {

// NumPy lets an array without dimensions pass for one of length one here.
bool is_scalar_axis(const ndarray& a, std::int64_t axis) { return a.ndim() == 0 && (axis == 0 || axis == -1); }

/// There is one count for each place along the axis.
void check_counts(std::int64_t counts, std::int64_t places) {
    if (counts != places)
        throw ValueError("operands could not be broadcast together with shape (" + std::to_string(places) + ",) (" +
                         std::to_string(counts) + ",)");
}

}  // namespace

ndarray repeat(const ndarray& a, std::int64_t repeats, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a);
    if (!axis || is_scalar_axis(a, *axis)) return repeat(a.ravel(), repeats, 0);
    if (repeats < 0) throw ValueError("repeats may not contain negative values.");
    const int along = normalize_axis(*axis, a.ndim());
    Shape shape(a.shape());
    shape[along] = length_product(shape[along], repeats);
    ndarray result = empty(shape, a.dtype());
    Shape doubled(a.shape());
    Strides from(a.strides()), to(result.strides());
    doubled.insert(along + 1, repeats);
    from.insert(along + 1, 0);
    to.insert(along, result.strides()[along] * repeats);
    copy_to(a.with_layout(doubled, from), result.with_layout(doubled, to));
    return result;
}

ndarray repeat(const ndarray& a, const Dims& repeats, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a);
    if (!axis || is_scalar_axis(a, *axis)) return repeat(a.ravel(), repeats, 0);
    const int along = normalize_axis(*axis, a.ndim());
    const std::int64_t length = a.shape()[along];
    if (repeats.size() == 1) return repeat(a, repeats[0], along);
    check_counts(repeats.size(), length);
    std::vector<std::int64_t> places;
    for (std::int64_t k = 0; k < length; ++k) {
        if (repeats[static_cast<int>(k)] < 0) throw ValueError("repeats may not contain negative values.");
        places.insert(places.end(), static_cast<std::size_t>(repeats[static_cast<int>(k)]), k);
    }
    return take(a, array_from_host(places.data(), DType::int64, {static_cast<std::int64_t>(places.size())}), along);
}

ndarray repeat(const ndarray& a, const ndarray& repeats, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a, repeats);
    if (repeats.ndim() > 1)
        throw ValueError("object too deep for desired array: repeats has shape " + to_string(repeats.shape()));
    const ndarray times = repeats.astype(DType::int64, 'C', Casting::safe);
    if (times.size() == 1) return repeat(a, times.item().to_int(), axis);
    if (!axis || is_scalar_axis(a, *axis)) return repeat(a.ravel(), times, 0);
    const int along = normalize_axis(*axis, a.ndim());
    check_counts(times.size(), a.shape()[along]);
    if (times.size() == 0) return take(a, empty({0}, DType::int64), along);
    // Where the copies of each place end. The host reads two numbers: the result's length, and whether all is well.
    const ndarray ends = cumsum(times);
    if (any(less(times, 0)).item().to_bool()) throw ValueError("repeats may not contain negative values.");
    if (any(less(ends, 0)).item().to_bool()) throw ValueError("array is too big: a length is above 2**63 - 1");
    return take(a, searchsorted(ends, arange(ends(-1).item().to_int()), "right"), along);
}

ndarray resize(const ndarray& a, const Shape& new_shape) {
    const kernel::Placement here(a);
    for (std::int64_t length : new_shape)
        if (length < 0) throw ValueError("all elements of `new_shape` must be non-negative");
    if (a.size() == 0) return zeros(new_shape, a.dtype());
    const std::int64_t size = element_count(new_shape), times = size / a.size(), whole = times * a.size();
    const ndarray line = a.ravel(), result = empty({size}, a.dtype());
    copy_to(line, slice(result, 0, 0, whole).reshape({times, a.size()}));
    copy_to(slice(line, 0, 0, size - whole), slice(result, 0, whole, size));
    return result.reshape(new_shape);
}

}  // namespace cuprum
