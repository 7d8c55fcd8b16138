// Index arrays of grids, diagonals and triangles, and between flat and multi-dimensional indices.
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/placement.h"

namespace cuprum {
namespace {

Dims strides_in_elements(const Shape& shape, char order) {
    if (order != 'C' && order != 'F') throw ValueError(std::string("order must be 'C' or 'F' (got '") + order + "')");
    return contiguous_strides(shape, 1, order);
}

// The first element of `a` where `bad` is true, if there is one. The host waits for the answer.
std::optional<std::int64_t> first_bad(const ndarray& a, const ndarray& bad) {
    ndarray places = flatnonzero(bad);
    if (places.size() == 0) return std::nullopt;
    return take(a, places.at({0})).item().to_int();
}

ndarray to_int64(const ndarray& a) {
    if (!is_integer(a.dtype()) && a.dtype() != DType::bool_) throw TypeError("only int indices permitted");
    return a.astype(DType::int64, 'K', Casting::unsafe, false);
}

}  // namespace

std::vector<ndarray> ix_(ArrayList sequences) {
    const kernel::Placement here(sequences);
    std::vector<ndarray> result;
    const int count = static_cast<int>(sequences.size());
    for (int i = 0; i < count; ++i) {
        ndarray sequence = sequences[static_cast<std::size_t>(i)];
        if (sequence.ndim() != 1) throw ValueError("Cross index must be 1 dimensional");
        if (sequence.dtype() == DType::bool_) sequence = flatnonzero(sequence);
        Shape shape(count, 1);
        shape[i] = sequence.size();
        result.push_back(sequence.reshape(shape));
    }
    return result;
}

namespace {

// Whether all numbers (int64, at least one) lie in [0, end). As numbers without a sign negative ones are the largest.
bool all_lie_below(const ndarray& numbers, std::int64_t end) {
    const auto largest = static_cast<std::uint64_t>(max(numbers.view(DType::uint64)).item().to_int());
    return largest < static_cast<std::uint64_t>(end);
}

}  // namespace

std::vector<ndarray> unravel_index(const ndarray& indices, const Shape& shape, char order) {
    const kernel::Placement here(indices);
    const Dims steps = strides_in_elements(shape, order);
    const std::int64_t size = element_count(shape);
    ndarray index = to_int64(indices);
    if (shape.empty() && index.ndim()) throw ValueError("multiple indices are not supported for 0d arrays");
    if (std::vector<ndarray> few = kernel::unravel_few(index, shape, steps); !few.empty()) return few;
    if (index.size() && !all_lie_below(index, size))
        if (auto bad = first_bad(index, less(index, 0) | greater_equal(index, size)))
            throw ValueError("index " + std::to_string(*bad) + " is out of bounds for array with size " +
                             std::to_string(size));
    std::vector<ndarray> result;
    for (int i = 0; i < shape.size(); ++i) {
        const ndarray quotient = steps[i] == 1 ? index : floor_divide(index, steps[i]);
        const bool first = steps[i] * shape[i] == size;  // in the order of the axes; its quotients are small enough
        result.push_back(first && steps[i] > 1 ? quotient : remainder(quotient, shape[i]));
    }
    return result;
}

namespace {

using kernel::OutOfBounds;

OutOfBounds out_of_bounds(const std::string& mode) {
    if (mode == "raise") return OutOfBounds::raise;
    if (mode == "wrap") return OutOfBounds::wrap;
    if (mode == "clip") return OutOfBounds::clip;
    throw ValueError("clipmode must be one of 'clip', 'raise', or 'wrap' (got '" + mode + "')");
}

}  // namespace

ndarray ravel_multi_index(ArrayList multi_index, const Shape& shape, std::span<const std::string> mode, char order) {
    const kernel::Placement here(multi_index);
    const Dims steps = strides_in_elements(shape, order);
    if (static_cast<int>(multi_index.size()) != shape.size())
        throw ValueError("parameter multi_index must be a sequence of length " + std::to_string(shape.size()));
    if (mode.size() > 1 && static_cast<int>(mode.size()) != shape.size())
        throw ValueError("mode must be one, or one for each of the " + std::to_string(shape.size()) + " axes");
    element_count(shape);
    std::vector<Shape> shapes;
    for (const ndarray& index : multi_index) shapes.push_back(index.shape());
    const bool any_index = element_count(broadcast_shapes(shapes)) > 0;
    if (shape.empty()) return zeros({}, DType::int64);
    std::vector<ndarray> indices;
    std::vector<kernel::OutOfBounds> modes;
    for (int i = 0; i < shape.size(); ++i) {
        // As for index arrays, the default waits for nothing: it raises where kernels tell of bad indices anyway.
        if (mode.empty()) modes.push_back(kernel::checks_bounds() ? OutOfBounds::raise : OutOfBounds::wrap);
        else modes.push_back(out_of_bounds(mode.size() == 1 ? mode[0] : mode[static_cast<std::size_t>(i)]));
        indices.push_back(to_int64(multi_index[static_cast<std::size_t>(i)]));
        if (shape[i] == 0 && any_index) throw ValueError("cannot unravel if shape has zero entries (is empty).");
    }
    if (auto few = kernel::ravel_few(indices, shape, steps, modes)) return *few;
    ndarray result;
    for (int i = 0; i < shape.size(); ++i) {
        const auto axis = static_cast<std::size_t>(i);
        ndarray& index = indices[axis];
        if (modes[axis] == OutOfBounds::wrap) index = remainder(index, shape[i]);
        else if (modes[axis] == OutOfBounds::clip) index = minimum(maximum(index, 0), shape[i] - 1);
        else if (any_index && !all_lie_below(index, shape[i])) throw ValueError("invalid entry in coordinates array");
        const ndarray steps_away = steps[i] == 1 ? index : index * steps[i];
        result = i ? result + steps_away : steps_away;
    }
    const bool is_given = result.buffer().get() == multi_index.back().buffer().get();  // one axis
    return is_given ? result.copy() : result;
}

std::vector<ndarray> diag_indices(std::int64_t n, int ndim) {
    return std::vector<ndarray>(static_cast<std::size_t>(std::max(ndim, 0)), arange(0, n));
}

std::vector<ndarray> diag_indices_from(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() < 2) throw ValueError("input array must be at least 2-d");
    for (std::int64_t length : a.shape())
        if (length != a.shape()[0]) throw ValueError("All dimensions of input must be of equal length");
    return diag_indices(a.shape()[0], a.ndim());
}

std::vector<ndarray> tril_indices(std::int64_t n, std::int64_t k, std::optional<std::int64_t> m) {
    return nonzero(tri(n, m, k, DType::bool_));
}

std::vector<ndarray> triu_indices(std::int64_t n, std::int64_t k, std::optional<std::int64_t> m) {
    return nonzero(logical_not(tri(n, m, k - 1, DType::bool_)));
}

namespace {

void check_matrix(const ndarray& a) {
    if (a.ndim() != 2) throw ValueError("input array must be 2-d");
}

}  // namespace

std::vector<ndarray> tril_indices_from(const ndarray& a, std::int64_t k) {
    const kernel::Placement here(a);
    check_matrix(a);
    return tril_indices(a.shape()[0], k, a.shape()[1]);
}

std::vector<ndarray> triu_indices_from(const ndarray& a, std::int64_t k) {
    const kernel::Placement here(a);
    check_matrix(a);
    return triu_indices(a.shape()[0], k, a.shape()[1]);
}

}  // namespace cuprum
