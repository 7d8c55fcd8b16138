// A filter whose function takes many windows at once. Windows are views of the padded input; where a function copies
// them, as most reductions do of boxes, `batch_memory` says how many it gets in one call.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/layout.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/ndimage_kernels.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::ndimage {
namespace {

/// How `pad` calls each mode; null for none.
const char* padding_of(std::string_view mode) {
    constexpr std::pair<std::string_view, const char*> names[] = {
        {"reflect", "symmetric"},      {"constant", "constant"}, {"nearest", "edge"},
        {"mirror", "reflect"},         {"wrap", "wrap"},         {"grid-mirror", "reflect"},
        {"grid-constant", "constant"}, {"grid-wrap", "wrap"},    {"valid", nullptr}};
    for (const auto& [name, padding] : names)
        if (name == mode) return padding;
    throw ValueError(
        "`mode` must be 'reflect', 'constant', 'nearest', 'mirror', 'wrap', 'grid-mirror', "
        "'grid-constant', 'grid-wrap' or 'valid', found '" +
        std::string(mode) + "'");
}

/// A number for each axis.
std::vector<std::int64_t> for_each_axis(const Integers& numbers, int count, const char* what) {
    if (!numbers.is_one() && static_cast<int>(numbers.values().size()) != count)
        throw ValueError("`" + std::string(what) + "` must hold " + std::to_string(count) +
                         " numbers, as many as there are axes, found " + std::to_string(numbers.values().size()));
    return numbers.expanded(count);
}

/// Calls the function for as many windows at once as the memory allows, divided along the first axis.
ndarray reduce_in_batches(const WindowReduction& function, const ndarray& windows, const Dims& axes,
                          double batch_memory, const OptionalArray& output) {
    const std::int64_t length = windows.shape()[0], row = windows.size() / length * itemsize(windows.dtype());
    const double most = std::floor(batch_memory / static_cast<double>(row));
    const auto rows = static_cast<std::int64_t>(std::min(static_cast<double>(length), most));
    if (rows < 1)
        throw ValueError("`batch_memory` is insufficient: " + std::to_string(row) + " bytes are needed at least");
    if (rows == length && !output) return function(windows, axes);
    std::optional<ndarray> result = output;
    for (std::int64_t first = 0; first < length; first += rows) {
        const Slice batch{first, std::min(first + rows, length)};
        const ndarray part = function(windows.at({batch}), axes);
        if (!result) {
            Shape shape = windows.shape();
            shape.resize(shape.size() - axes.size());
            result = empty(shape, part.dtype());
        }
        result->assign({batch}, part);
    }
    return *result;
}

}  // namespace

ndarray vectorized_filter(const ndarray& input, const WindowReduction& function,
                          const VectorizedFilterOptions& options) {
    const kernel::Placement here(input);
    if (options.size.has_value() == options.footprint.has_value())
        throw ValueError("one of `size` and `footprint` must be given, and not both");
    const char* padding = padding_of(options.mode);
    if (options.cval && options.mode != "constant") throw ValueError("`cval` goes with `mode='constant'` only");
    if (!(options.batch_memory > 0)) throw ValueError("`batch_memory` must be a positive number");
    Dims axes = options.axes.value_or(Dims());
    if (!options.axes)
        for (int d = -input.ndim(); d < 0; ++d) axes.push_back(d);
    const int count = axes.size();
    if (count > input.ndim())
        throw ValueError("there are more `axes`, " + std::to_string(count) +
                         ", than the input has: " + std::to_string(input.ndim()));
    WindowReduction reduce = function;
    std::vector<std::int64_t> size;
    if (options.footprint) {
        const ndarray marks = options.footprint->astype(DType::bool_);
        for (int d = 0; d < marks.ndim(); ++d) size.push_back(marks.shape()[d]);
        size = for_each_axis(Integers(size), count, "size");
        reduce = [&function, marks](const ndarray& windows, const Dims&) {
            return function(windows.at({ellipsis, marks}), Dims{-1});
        };
    } else {
        size = for_each_axis(*options.size, count, "size");
    }
    if (std::any_of(size.begin(), size.end(), [](std::int64_t length) { return length < 1; }))
        throw ValueError("`size` must hold positive integers");
    const std::vector<std::int64_t> origin = for_each_axis(options.origin.value_or(0), count, "origin");
    if (!padding && std::any_of(origin.begin(), origin.end(), [](std::int64_t shift) { return shift != 0; }))
        throw ValueError("`mode='valid'` takes no `origin`");
    if (input.size() == 0) return input;
    if (count == 0) return function(input, {});
    Dims last, lengths;
    std::vector<std::pair<std::int64_t, std::int64_t>> borders(static_cast<std::size_t>(input.ndim() - count));
    for (int d = 0; d < count; ++d) {
        const std::int64_t length = size[static_cast<std::size_t>(d)], shift = origin[static_cast<std::size_t>(d)];
        last.push_back(d - count);
        lengths.push_back(length);
        borders.emplace_back(length / 2 + shift, (length - 1) / 2 - shift);
    }
    ndarray moved = moveaxis(input, axes, last);
    const Scalar outside = options.cval.value_or(0);
    if (padding) moved = pad(moved, borders, padding, {.constant_values = {{outside, outside}}});
    const ndarray windows = lib::stride_tricks::sliding_window_view(moved, lengths, last);
    OptionalArray target;
    if (options.output) target = moveaxis(*options.output, axes, last);
    return moveaxis(reduce_in_batches(reduce, windows, last, options.batch_memory, target), last, axes);
}

}  // namespace cuprum::scipy::ndimage
