#include "cuprum/nested_blocks.h"

#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "runtime/device_traits.h"

namespace cuprum {
namespace {

// How deep the arrays lie, and the most axes that one of them has.
struct Nesting {
    int depth = 0, ndim = 0;
};

Nesting nesting(const NestedArrays& part) {
    if (!part.is_list()) return {0, part.array().ndim()};
    if (part.parts().empty()) throw ValueError("List must not be empty: block needs an array in each of its lists");
    Nesting found = nesting(part.parts().front());
    for (const NestedArrays& other : part.parts()) {
        const Nesting next = nesting(other);
        if (next.depth != found.depth)
            throw ValueError("List depths are mismatched: block found arrays at depths " +
                             std::to_string(found.depth + 1) + " and " + std::to_string(next.depth + 1));
        found.ndim = std::max(found.ndim, next.ndim);
    }
    return {found.depth + 1, found.ndim};
}

ndarray joined(const NestedArrays& part, std::int64_t levels, int ndim) {
    if (!part.is_list()) {
        Shape shape(ndim - part.array().ndim(), 1);
        for (std::int64_t length : part.array().shape()) shape.push_back(length);
        return part.array().reshape(shape);
    }
    std::vector<ndarray> parts;
    for (const NestedArrays& inner : part.parts()) parts.push_back(joined(inner, levels - 1, ndim));
    return concatenate(parts, -levels);
}

// What all arrays share that are copied to their places one by one.
struct Common {
    std::optional<DType> dtype;
    bool is_plain = true;  // one dtype, C-contiguous, and lengths that fit
};

// The shape of the arrays joined.
Shape joined_shape(const NestedArrays& part, std::int64_t levels, int ndim, Common& common) {
    if (!part.is_list()) {
        const ndarray& a = part.array();
        if (!common.dtype) common.dtype = a.dtype();
        common.is_plain = common.is_plain && a.dtype() == *common.dtype && is_number(a.dtype()) && a.is_c_contiguous();
        Shape shape(ndim - a.ndim(), 1);
        for (std::int64_t length : a.shape()) shape.push_back(length);
        return shape;
    }
    Shape whole;
    const int along = ndim - static_cast<int>(levels);
    for (const NestedArrays& inner : part.parts()) {
        Shape shape = joined_shape(inner, levels - 1, ndim, common);
        if (whole.size() == 0) {
            whole = shape;
            continue;
        }
        const std::int64_t length = whole[along] + shape[along];
        shape[along] = whole[along];
        common.is_plain = common.is_plain && shape == whole;
        whole[along] = length;
    }
    return whole;
}

// Copies the arrays to their places.
void place(const NestedArrays& part, std::int64_t levels, const ndarray& result) {
    if (!part.is_list()) {
        const ndarray& a = part.array();
        std::vector<Index> where;
        for (int d = 0; d < result.ndim(); ++d) {
            const int axis = d - (result.ndim() - a.ndim());
            where.push_back(Slice(0, axis < 0 ? 1 : a.shape()[axis]));
        }
        const ndarray target = result.at(where);
        copy_to(a.reshape(target.shape()), target);
        return;
    }
    const int along = result.ndim() - static_cast<int>(levels);
    std::int64_t start = 0;
    for (const NestedArrays& inner : part.parts()) {
        Common common;
        const std::int64_t length = joined_shape(inner, levels - 1, result.ndim(), common)[along];
        std::vector<Index> where(static_cast<std::size_t>(result.ndim()), Slice());
        where[static_cast<std::size_t>(along)] = Slice(start, start + length);
        place(inner, levels - 1, result.at(where));
        start += length;
    }
}

void collect(const NestedArrays& part, std::vector<ndarray>& arrays) {
    if (!part.is_list()) arrays.push_back(part.array());
    for (const NestedArrays& inner : part.parts()) collect(inner, arrays);
}

}  // namespace

ndarray block(const NestedArrays& arrays) {
    std::vector<ndarray> flat;
    collect(arrays, flat);
    const kernel::Placement here(flat);
    const Nesting found = nesting(arrays);
    const int ndim = std::max(found.depth, found.ndim);
    if (found.depth > 1 && !runtime::device_traits().thread_blocks) {
        // A launch for each array is nothing to a CPU, which else copies each element once a level.
        Common common;
        const Shape shape = joined_shape(arrays, found.depth, ndim, common);
        if (common.is_plain) {
            const ndarray result = empty(shape, *common.dtype);
            place(arrays, found.depth, result);
            return result;
        }
    }
    const ndarray result = joined(arrays, found.depth, ndim);
    return found.depth ? result : result.copy();
}

}  // namespace cuprum
