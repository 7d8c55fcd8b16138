#include "cuprum/nested_blocks.h"

#include <algorithm>

#include "cuprum/manipulation.h"

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

}  // namespace

ndarray block(const NestedArrays& arrays) {
    const Nesting found = nesting(arrays);
    const ndarray result = joined(arrays, found.depth, std::max(found.depth, found.ndim));
    return found.depth ? result : result.copy();
}

}  // namespace cuprum
