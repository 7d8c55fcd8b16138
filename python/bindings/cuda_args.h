// Parameters and results of cuprum.cuda.
#pragma once

#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "address.h"
#include "cuprum/cuda.h"
#include "cuprum/nccl.h"
#include "memory.h"
#include "scipy/optional_arg.h"

namespace cuprum::python {

/// A device, its number, or None for the current one.
struct DeviceChoiceArg : OptionalArg<"Device | int"> {
    operator std::optional<int>() const {
        if (is_none()) return std::nullopt;
        const nb::handle given(object);
        if (nb::isinstance<cuda::Device>(given)) return nb::cast<cuda::Device>(given).id();
        return static_cast<int>(to_index(object));
    }
};
/// A stream, or None.
struct StreamArg : OptionalArg<"cuprum.cuda.Stream"> {
    operator std::optional<cuda::StreamHandle>() const {
        if (is_none()) return std::nullopt;
        return nb::cast<const cuda::Stream&>(nb::handle(object)).handle();
    }
};
/// Where a pool takes its memory from: a function of Python's, or None for the device.
struct MemorySourceArg : OptionalArg<"Callable[[int], Any]"> {
    cuda::MemorySource get() const;
};
/// The same of page-locked memory.
struct PinnedSourceArg : OptionalArg<"Callable[[int], Any]"> {
    cuda::PinnedSource get() const;
};
/// Pools of the driver: 'current', 'default', a handle, or one of these for each device.
struct AsyncPoolsArg : Arg<"int | str | Sequence[int | str]"> {
    std::vector<void*> get() const;
};

/// Page-locked memory from an offset on, as Python has it.
struct PinnedMemoryPointer {
    cuda::BlockRef block;
    std::int64_t offset = 0;
    char* address() const { return static_cast<char*>(block.pointer()) + offset; }
    std::size_t size() const { return block ? block->bytes() - static_cast<std::size_t>(offset) : 0; }
};

inline nb::object pinned_pointer(cuda::BlockRef&& block) { return nb::cast(PinnedMemoryPointer{std::move(block)}); }
inline nb::object to_python(cuda::BlockRef&& block) { return nb::cast(MemoryPointer{std::move(block)}); }
inline nb::object to_python(const std::pair<std::size_t, std::size_t>& pair) {
    return nb::make_tuple(pair.first, pair.second);
}
inline nb::object to_python(const std::map<std::string, int>& numbers) { return nb::cast(numbers); }

/// The bytes of a group's id: a tuple of signed bytes, as CuPy's, bytes, or another sequence of numbers.
inline std::string bytes_of_id(nb::handle id) {
    std::string bytes;
    for (nb::handle number : nb::iter(id)) {
        const Py_ssize_t value = PyNumber_AsSsize_t(number.ptr(), nullptr);
        if (value == -1 && PyErr_Occurred()) throw nb::python_error();
        if (value < -128 || value > 255)
            throw ValueError("an id of NCCL has numbers from -128 to 127, found " + std::to_string(value));
        bytes.push_back(static_cast<char>(value));
    }
    return bytes;
}

/// Numbers of devices; one number stands for the first so many.
inline std::vector<int> device_numbers(nb::handle devices) {
    if (!PyLong_Check(devices.ptr())) return nb::cast<std::vector<int>>(devices);
    std::vector<int> numbers(static_cast<std::size_t>(std::max(nb::cast<int>(devices), 0)));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

}  // namespace cuprum::python
