// How kernels are launched from Python: the grid and the block.
#pragma once

#include <limits>

#include "convert.h"
#include "cuprum/raw_kernel.h"

namespace cuprum::python {

/// One to three numbers, or a single one.
inline Dim3 to_dim3(PyObject* object, const char* what) {
    std::uint32_t extent[3] = {1, 1, 1};
    const auto one = [&](PyObject* item) {
        const std::int64_t value = to_index(item);
        if (value < 0 || value > std::numeric_limits<std::uint32_t>::max())
            throw ValueError(std::string("a ") + what + " has no extent of " + std::to_string(value));
        return static_cast<std::uint32_t>(value);
    };
    if (PyLong_Check(object)) return {one(object)};
    nb::object items = nb::steal(PySequence_Fast(object, "a grid and a block are given as tuples of one to three integers"));
    if (!items.is_valid()) raise_python_error();
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
    if (count < 1 || count > 3)
        throw ValueError(std::string("a ") + what + " has one to three axes, not " + std::to_string(count));
    for (Py_ssize_t i = 0; i < count; ++i) extent[i] = one(PySequence_Fast_GET_ITEM(items.ptr(), i));
    return {extent[0], extent[1], extent[2]};
}

}  // namespace cuprum::python
