// Arguments of `block`.
#pragma once

#include "convert.h"
#include "cuprum/nested_blocks.h"

namespace cuprum::python {

inline NestedArrays to_nested(PyObject* object) {
    if (!PyList_Check(object)) return make_array(object, std::nullopt, false);
    std::vector<NestedArrays> parts;
    for (nb::handle part : nb::borrow<nb::list>(object)) parts.push_back(to_nested(part.ptr()));
    return parts;
}

/// Nested lists of arrays.
struct NestedArraysArg : ObjectArg {
    CUPRUM_TAKES("Any", false)
    operator NestedArrays() const { return to_nested(object); }
};

}  // namespace cuprum::python
