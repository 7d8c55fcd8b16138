#include "core/layout.h"

#include <algorithm>
#include <cstdlib>

#include "core/overlap.h"
#include "core/sorted_strides.h"

namespace cuprum {

std::pair<std::int64_t, std::int64_t> byte_range(const ndarray& a) {
    std::int64_t low = a.offset(), high = a.offset();
    if (a.size() == 0) return {low, low};
    for (int i = 0; i < a.ndim(); ++i) {
        std::int64_t reach = (a.shape()[i] - 1) * a.strides()[i];
        (reach < 0 ? low : high) += reach;
    }
    return {low, high + a.itemsize()};
}

ndarray field_view(const ndarray& a, const Field& field) {
    Shape shape(a.shape());
    Strides strides(a.strides());
    const Strides inner = contiguous_strides(field.shape, itemsize(field.dtype));
    for (int i = 0; i < field.shape.size(); ++i) {
        shape.push_back(field.shape[i]);
        strides.push_back(inner[i]);
    }
    return ndarray(a.buffer(), a.offset() + field.offset, field.dtype, std::move(shape), std::move(strides));
}

bool is_aligned(const ndarray& a) {
    // Structured elements and plain bytes are moved byte by byte.
    if (kind(a.dtype()) == 'V' || a.size() == 0) return true;
    std::int64_t bits = a.offset();
    for (int i = 0; i < a.ndim(); ++i)
        if (a.shape()[i] > 1) bits |= a.strides()[i];
    return (bits & (a.itemsize() - 1)) == 0;
}

bool may_share_memory(const ndarray& a, const ndarray& b) {
    if (a.buffer().get() != b.buffer().get() || !a.buffer()) return false;
    auto [a_low, a_high] = byte_range(a);
    auto [b_low, b_high] = byte_range(b);
    return a_low < b_high && b_low < a_high;
}

bool are_apart(const ndarray& a, const ndarray& b) {
    constexpr std::int64_t most_candidates = 100;  // some microseconds
    if (!may_share_memory(a, b)) return true;
    return !overlap(a, b, byte_range(b).first - byte_range(a).first, most_candidates).value_or(true);
}

bool same_elements(const ndarray& a, const ndarray& b) {
    return a.buffer().get() == b.buffer().get() && a.offset() == b.offset() && a.itemsize() == b.itemsize() &&
           a.shape() == b.shape() && a.strides() == b.strides();
}

Strides sorted_strides(const Strides& strides, const Shape& shape, std::int64_t itemsize) {
    Dims axes(shape.size());
    for (int i = 0; i < axes.size(); ++i) axes[i] = i;
    std::stable_sort(axes.begin(), axes.end(), [&](auto a, auto b) {
        return std::abs(strides[static_cast<int>(a)]) > std::abs(strides[static_cast<int>(b)]);
    });
    Strides result(shape.size());
    std::int64_t step = itemsize;
    for (int i = axes.size() - 1; i >= 0; --i) {
        const int axis = static_cast<int>(axes[i]);
        result[axis] = step;
        step *= std::max<std::int64_t>(shape[axis], 1);
    }
    return result;
}

Strides keep_order_strides(std::span<const ndarray* const> operands, const Shape& shape, std::int64_t itemsize) {
    // As NumPy's iterator sorts axes: each in turn, from the last to the first, is inserted among those before it. It
    // moves inside of another only where some operand's strides say so and none says otherwise.
    const int ndim = shape.size();
    Dims axes(ndim);  // the innermost first
    for (int i = 0; i < ndim; ++i) axes[i] = ndim - 1 - i;
    auto step_of = [&](const ndarray& operand, std::int64_t axis) -> std::int64_t {
        const int i = static_cast<int>(axis) - (ndim - operand.ndim());
        return i < 0 || operand.shape()[i] == 1 ? 0 : std::abs(operand.strides()[i]);
    };
    auto inside = [&](std::int64_t a, std::int64_t b) {  // 1: a is to move inside of b, -1: it is not, 0: nobody says
        int said = 0;
        for (const ndarray* operand : operands) {
            if (!operand) continue;
            const std::int64_t step_a = step_of(*operand, a), step_b = step_of(*operand, b);
            if (step_a == 0 || step_b == 0) continue;
            if (step_b <= step_a) return -1;
            said = 1;
        }
        return said;
    };
    for (int i = 1; i < ndim; ++i) {
        int position = i;
        for (int j = i - 1; j >= 0; --j) {
            const int answer = inside(axes[i], axes[j]);
            if (answer < 0) break;
            if (answer > 0) position = j;
        }
        std::rotate(axes.begin() + position, axes.begin() + i, axes.begin() + i + 1);
    }
    Strides strides(ndim);
    std::int64_t step = itemsize;
    for (std::int64_t axis : axes) {
        strides[static_cast<int>(axis)] = step;
        step *= std::max<std::int64_t>(shape[static_cast<int>(axis)], 1);
    }
    return strides;
}

}  // namespace cuprum
