#include "cuprum/layout.h"

#include <string>

#include "core/overlap.h"
#include "kernel/engine/placement.h"

namespace cuprum {

std::pair<std::intptr_t, std::intptr_t> byte_bounds(const ndarray& a) {
    const auto first = reinterpret_cast<std::intptr_t>(a.address(cuda::Access::read));
    std::intptr_t low = first, high = first;
    if (a.size() == 0) return {low, high};
    for (int i = 0; i < a.ndim(); ++i) (a.strides()[i] < 0 ? low : high) += (a.shape()[i] - 1) * a.strides()[i];
    return {low, high + a.itemsize()};
}

namespace {

std::optional<bool> search_overlap(const ndarray& a, const ndarray& b, std::int64_t max_work) {
    if (a.device() != b.device()) return false;
    return overlap(a, b, byte_bounds(b).first - byte_bounds(a).first, max_work);
}

}  // namespace

bool may_share_memory(const ndarray& a, const ndarray& b, std::int64_t max_work) {
    return search_overlap(a, b, max_work).value_or(true);
}

bool shares_memory(const ndarray& a, const ndarray& b, std::int64_t max_work) {
    const std::optional<bool> found = search_overlap(a, b, max_work);
    if (!found)
        throw TooHardError("shares_memory: no answer after " + std::to_string(max_work) +
                           " candidates; allow more by max_work, or ask may_share_memory");
    return *found;
}

namespace lib::stride_tricks {

ndarray as_strided(const ndarray& x, const std::optional<Shape>& shape, const std::optional<Strides>& strides) {
    const Shape& lengths = shape ? *shape : x.shape();
    const Strides& steps = strides ? *strides : x.strides();
    if (lengths.size() != steps.size())
        throw ValueError("as_strided: shape " + to_string(lengths) + " has " + std::to_string(lengths.size()) +
                         " axes, and strides " + to_string(steps) + " are for " + std::to_string(steps.size()));
    return x.with_layout(lengths, steps);
}

ndarray sliding_window_view(const ndarray& x, const Dims& window_shape, const Axes& axis) {
    const kernel::Placement here(x);
    for (std::int64_t length : window_shape)
        if (length < 0) throw ValueError("`window_shape` cannot contain negative values");
    if (!axis && window_shape.size() != x.ndim())
        throw ValueError("Since axis is None, must provide window_shape for all dimensions of `x`; got " +
                         std::to_string(window_shape.size()) + " window_shape elements and `x.ndim` is " +
                         std::to_string(x.ndim()) + ".");
    Dims axes;
    for (int i = 0; i < (axis ? axis->size() : x.ndim()); ++i)
        axes.push_back(axis ? normalize_axis((*axis)[i], x.ndim()) : i);
    if (window_shape.size() != axes.size())
        throw ValueError("Must provide matching length window_shape and axis; got " +
                         std::to_string(window_shape.size()) + " window_shape elements and " +
                         std::to_string(axes.size()) + " axes elements.");
    Shape shape = x.shape();
    Strides strides = x.strides();
    for (int i = 0; i < axes.size(); ++i) {
        const int along = static_cast<int>(axes[i]);
        if (shape[along] < window_shape[i]) throw ValueError("window shape cannot be larger than input array shape");
        shape[along] -= window_shape[i] - 1;
        strides.push_back(x.strides()[along]);
    }
    for (std::int64_t length : window_shape) shape.push_back(length);
    return x.with_layout(shape, strides);
}

}  // namespace lib::stride_tricks
}  // namespace cuprum
