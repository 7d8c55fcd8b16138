// How kernels are launched from Python: the grid and the block.
#pragma once

#include <limits>

#include "convert.h"
#include "cuprum/raw_kernel.h"

namespace cuprum::python {

/// The items of a sequence as a tuple, which holds them: a program can remove items of its own list while they are
/// read.
inline nb::object held_items(PyObject* sequence, const char* message) {
    nb::object items =
        nb::steal(PyList_Check(sequence) ? PyList_AsTuple(sequence) : PySequence_Fast(sequence, message));
    if (!items.is_valid()) raise_python_error();
    return items;
}

/// One to three numbers, or a single one. Those below 1 count as 1, as in CuPy.
inline Dim3 to_dim3(PyObject* object, const char* what) {
    std::uint32_t extent[3] = {1, 1, 1};
    const auto one = [&](PyObject* item) {
        const std::int64_t value = to_index(item);
        if (value < 1) return std::uint32_t{1};
        if (value > std::numeric_limits<std::uint32_t>::max())
            throw ValueError(std::string("a ") + what + " has no extent of " + std::to_string(value));
        return static_cast<std::uint32_t>(value);
    };
    if (PyLong_Check(object)) return {one(object)};
    const nb::object items = held_items(object, "a grid and a block are given as tuples of one to three integers");
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
    if (count < 1 || count > 3)
        throw ValueError(std::string("a ") + what + " has one to three axes, not " + std::to_string(count));
    for (Py_ssize_t i = 0; i < count; ++i) extent[i] = one(PySequence_Fast_GET_ITEM(items.ptr(), i));
    return {extent[0], extent[1], extent[2]};
}

/// A call `kernel(grid, block, args, shared_mem=0, stream=None)` taken apart.
struct LaunchArguments {
    LaunchArguments(PyObject* positional, PyObject* keywords) {
        static constexpr const char* names[] = {"grid", "block", "args", "shared_mem", "stream"};
        PyObject* given[5] = {};
        const Py_ssize_t count = PyTuple_GET_SIZE(positional);
        if (count > 5)
            throw TypeError("a kernel is called with grid, block, args, shared_mem and stream; " +
                            std::to_string(count) + " arguments were given");
        for (Py_ssize_t i = 0; i < count; ++i) given[i] = PyTuple_GET_ITEM(positional, i);
        PyObject *name, *value;
        for (Py_ssize_t position = 0; keywords && PyDict_Next(keywords, &position, &name, &value);) {
            int k = 0;
            while (k < 5 && (given[k] || PyUnicode_CompareWithASCIIString(name, names[k]) != 0)) ++k;
            if (k == 5)
                throw TypeError("a kernel takes grid, block, args, shared_mem and stream, not another '" +
                                nb::cast<std::string>(nb::handle(name)) + "'");
            given[k] = value;
        }
        if (!given[0] || !given[1] || !given[2]) throw TypeError("a kernel is called with grid, block and args");
        grid = to_dim3(given[0], "grid");
        block = to_dim3(given[1], "block");
        args = given[2];
        if (given[3]) {
            const std::int64_t bytes = to_index(given[3]);
            if (bytes < 0) throw ValueError("shared_mem is a number of bytes, not " + std::to_string(bytes));
            shared_mem = static_cast<std::size_t>(bytes);
        }
        if (given[4] && given[4] != Py_None) stream = &nb::cast<const cuda::Stream&>(nb::handle(given[4]));
    }

    Dim3 grid, block;
    PyObject* args;
    std::size_t shared_mem = 0;
    const cuda::Stream* stream = nullptr;
};

}  // namespace cuprum::python
