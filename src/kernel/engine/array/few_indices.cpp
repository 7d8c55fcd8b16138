// Between flat and multi-dimensional indices, of few elements.
#include <algorithm>

#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/few_elements.h"

namespace cuprum::kernel {
namespace {

bool are_few(const ndarray& indices) {
    return indices.dtype() == DType::int64 && indices.size() && indices.size() <= few_elements &&
           indices.is_c_contiguous() && indices.buffer() && is_hosts_turn(indices);
}

}  // namespace

std::optional<ndarray> ravel_few(std::span<const ndarray> indices, const Shape& shape, const Dims& steps,
                                 std::span<const OutOfBounds> modes) {
    for (const ndarray& index : indices)
        if (!are_few(index) || index.shape() != indices[0].shape() || index.device() != indices[0].device())
            return std::nullopt;
    const std::int64_t count = indices[0].size();
    std::int64_t sums[few_elements] = {};
    for (int axis = 0; axis < shape.size(); ++axis) {
        const auto place = static_cast<std::size_t>(axis);
        const auto* from = static_cast<const std::int64_t*>(indices[place].address(cuda::Access::read));
        const std::int64_t length = shape[axis], step = steps[axis];
        const auto add = [&](auto within) {
            for (std::int64_t i = 0; i < count; ++i) sums[i] += within(from[i]) * step;
        };
        const bool fits = std::all_of(from, from + count, [&](std::int64_t index) {
            return static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(length);
        });
        if (fits) add([](std::int64_t index) { return index; });
        else if (length == 0 || modes[place] == OutOfBounds::raise) return std::nullopt;
        else if (modes[place] == OutOfBounds::clip)
            add([&](std::int64_t index) { return std::clamp<std::int64_t>(index, 0, length - 1); });
        else
            add([&](std::int64_t index) {
                const std::int64_t rest = index % length;
                return rest < 0 ? rest + length : rest;
            });
    }
    ndarray result = new_array(indices[0].shape(), DType::int64);
    std::copy_n(sums, count, static_cast<std::int64_t*>(result.address(cuda::Access::write)));
    return result;
}

std::vector<ndarray> unravel_few(const ndarray& numbers, const Shape& shape, const Dims& steps) {
    if (shape.empty() || !are_few(numbers)) return {};
    const auto* from = static_cast<const std::int64_t*>(numbers.address(cuda::Access::read));
    const auto size = static_cast<std::uint64_t>(element_count(shape));
    const std::int64_t count = numbers.size();
    if (!std::all_of(from, from + count, [&](std::int64_t n) { return static_cast<std::uint64_t>(n) < size; }))
        return {};
    std::vector<ndarray> result;
    result.reserve(static_cast<std::size_t>(shape.size()));
    for (int axis = 0; axis < shape.size(); ++axis) {
        ndarray& index = result.emplace_back(new_array(numbers.shape(), DType::int64));
        auto* to = static_cast<std::uint64_t*>(index.address(cuda::Access::write));
        const auto step = static_cast<std::uint64_t>(steps[axis]), length = static_cast<std::uint64_t>(shape[axis]);
        const bool first = step * length == size;  // in the order of the axes; its quotients are small enough
        for (std::int64_t i = 0; i < count; ++i) {
            const auto quotient = static_cast<std::uint64_t>(from[i]) / step;
            to[i] = first ? quotient : quotient % length;
        }
    }
    return result;
}

}  // namespace cuprum::kernel
