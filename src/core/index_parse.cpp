#include "core/index_parse.h"

#include <limits>

namespace cuprum {
namespace {

// How many axes of the array an entry of the index takes.
int axes_taken(const Index& entry) {
    if (std::holds_alternative<std::int64_t>(entry) || std::holds_alternative<Slice>(entry)) return 1;
    if (const auto* array = std::get_if<ndarray>(&entry)) {
        if (array->dtype() == DType::bool_) return array->ndim();
        if (is_integer(array->dtype())) return 1;
        throw IndexError("arrays used as indices must be of integer (or boolean) type; found " +
                         std::string(info(array->dtype()).name));
    }
    return 0;
}

/// Throws IndexError unless a mask has the lengths of the axes that it selects from.
void check_mask(const ndarray& mask, const ndarray& a, int axis) {
    for (int i = 0; i < mask.ndim(); ++i)
        // An axis of a mask that has no elements fits any, as in NumPy.
        if (mask.shape()[i] != a.shape()[axis + i] && mask.shape()[i] != 0)
            throw IndexError("boolean index did not match indexed array along axis " + std::to_string(axis + i) +
                             "; size of axis is " + std::to_string(a.shape()[axis + i]) +
                             " but size of corresponding boolean axis is " + std::to_string(mask.shape()[i]));
}

/// How many axes an index takes of the array. Throws IndexError where it takes more than there are, or has two
/// ellipses.
int axes_taken(std::span<const Index> index, const ndarray& a) {
    int taken = 0;
    bool has_ellipsis = false;
    for (const Index& entry : index) {
        taken += axes_taken(entry);
        if (!std::holds_alternative<Ellipsis>(entry)) continue;
        if (has_ellipsis) throw IndexError("an index can only have a single ellipsis ('...')");
        has_ellipsis = true;
    }
    if (taken > a.ndim())
        throw IndexError("too many indices for array: array is " + std::to_string(a.ndim()) + "-dimensional, but " +
                         std::to_string(taken) + " were indexed");
    return taken;
}

// Whether the axes that arrays select from stand together. NumPy counts integers beside arrays as arrays.
enum class Run : std::uint8_t { not_begun, open, closed, broken };

}  // namespace

void throw_out_of_bounds(std::int64_t index, int axis, std::int64_t length) {
    throw IndexError("index " + std::to_string(index) + " is out of bounds for axis " + std::to_string(axis) +
                     " with size " + std::to_string(length));
}

std::int64_t resolve_integer(std::int64_t index, std::int64_t length, int axis) {
    if (index < -length || index >= length) throw_out_of_bounds(index, axis, length);
    return index < 0 ? index + length : index;
}

ResolvedSlice resolve_slice(const Slice& slice, std::int64_t length) {
    std::int64_t step = slice.step.value_or(1);
    if (step == 0) throw ValueError("slice step cannot be zero");
    step = std::max(step, -std::numeric_limits<std::int64_t>::max());
    // The ends that a slice may name: one past the last element in either direction.
    const std::int64_t low = step < 0 ? -1 : 0, high = step < 0 ? length - 1 : length;
    auto position = [&](const std::optional<std::int64_t>& value, std::int64_t otherwise) {
        if (!value) return otherwise;
        return std::clamp(*value < 0 ? *value + length : *value, low, high);
    };
    std::int64_t start = position(slice.start, step < 0 ? high : low);
    std::int64_t stop = position(slice.stop, step < 0 ? low : high);
    std::int64_t count = step < 0 ? (start > stop ? (start - stop - 1) / -step + 1 : 0)
                                  : (stop > start ? (stop - start - 1) / step + 1 : 0);
    return {start, step, count};
}

ParsedIndex parse_index(const ndarray& a, std::span<const Index> index) {
    const int taken = axes_taken(index, a);
    ParsedIndex parsed;
    int axis = 0;
    Run run = Run::not_begun;
    auto add_axis = [&](std::int64_t length, std::int64_t stride) {
        parsed.shape.push_back(length);
        parsed.strides.push_back(stride);
    };
    auto keep_axes = [&](int count) {
        for (; count > 0; --count, ++axis) add_axis(a.shape()[axis], a.strides()[axis]);
    };
    auto selects = [&] {
        if (run == Run::not_begun) {
            run = Run::open;
            parsed.place = parsed.shape.size();
        } else if (run == Run::closed) {
            run = Run::broken;
        }
    };
    auto keeps = [&] {
        if (run == Run::open) run = Run::closed;
    };
    for (const Index& entry : index) {
        if (const auto* integer = std::get_if<std::int64_t>(&entry)) {
            selects();
            parsed.offset += resolve_integer(*integer, a.shape()[axis], axis) * a.strides()[axis];
            ++axis;
        } else if (const auto* slice = std::get_if<Slice>(&entry)) {
            keeps();
            const auto [start, step, length] = resolve_slice(*slice, a.shape()[axis]);
            if (length > 0) parsed.offset += start * a.strides()[axis];
            std::int64_t stride;
            // A step beyond the axis is never taken.
            if (__builtin_mul_overflow(step, a.strides()[axis], &stride)) stride = a.strides()[axis];
            add_axis(length, stride);
            ++axis;
        } else if (std::holds_alternative<NewAxis>(entry)) {
            keeps();
            add_axis(1, 0);
        } else if (std::holds_alternative<Ellipsis>(entry)) {
            keeps();
            keep_axes(a.ndim() - taken);
        } else {
            selects();
            if (const auto* value = std::get_if<bool>(&entry)) {
                parsed.arrays.push_back({nullptr, *value, axis});
            } else {
                const auto& array = std::get<ndarray>(entry);
                parsed.arrays.push_back({&array, false, axis});
                if (array.dtype() == DType::bool_) check_mask(array, a, axis);
                axis += axes_taken(entry);
            }
        }
    }
    if (axis < a.ndim()) keep_axes(a.ndim() - axis);
    if (run == Run::broken) parsed.place = 0;
    if (parsed.shape.size() > max_ndim)
        throw IndexError("number of dimensions must be within [0, " + std::to_string(max_ndim) +
                         "], indexing result would have " + std::to_string(parsed.shape.size()));
    return parsed;
}

}  // namespace cuprum
