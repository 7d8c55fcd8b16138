// Types of values in kernels: their names in C++ and in messages, and how arrays are handed over.
#include <cstring>

#include "cuprum/error.h"
#include "cuprum/jit.h"
#include "cuprum/ndarray.h"
#include "kernel/expression.h"

namespace cuprum::jit {

Type Type::scalar(DType dtype) {
    Type type;
    type.kind = Kind::scalar;
    type.dtype = dtype;
    return type;
}

Type Type::array(DType dtype, int ndim, bool contiguous, bool small) {
    Type type;
    type.kind = Kind::array;
    type.dtype = dtype;
    type.ndim = ndim;
    type.contiguous = contiguous;
    type.small = small;
    return type;
}

Type Type::of(const ndarray& a) {
    // How far the elements lie apart, each way; an array of no elements is small.
    std::int64_t reach = itemsize(a.dtype());
    if (a.size() != 0)
        for (int axis = 0; axis < a.ndim(); ++axis) {
            const std::int64_t span = a.strides()[axis] * (a.shape()[axis] - 1);
            reach += span < 0 ? -span : span;
        }
    bool small = reach <= INT32_MAX;
    for (std::int64_t length : a.shape()) small = small && length <= INT32_MAX;
    for (std::int64_t stride : a.strides()) small = small && stride <= INT32_MAX && stride >= INT32_MIN;
    return array(a.dtype(), a.ndim(), a.is_c_contiguous(), small);
}

Type Type::pointer(Type element, std::vector<std::int64_t> shape) {
    Type type;
    type.kind = Kind::pointer;
    type.dtype = element.dtype;
    type.shape = std::move(shape);
    type.elements = {std::move(element)};
    return type;
}

Type Type::iterator(DType dtype, std::string name) {
    Type type;
    type.kind = Kind::iterator;
    type.name = std::move(name);
    type.dtype = dtype;
    return type;
}

Type Type::tuple(std::vector<Type> elements) {
    Type type;
    type.kind = Kind::tuple;
    type.elements = std::move(elements);
    return type;
}

Type Type::object(std::string name, std::string description) {
    Type type;
    type.kind = Kind::object;
    type.name = std::move(name);
    type.description_of_object = std::move(description);
    return type;
}

std::string Type::text() const {
    switch (kind) {
    case Kind::none: return "void";
    case Kind::scalar: return kernel::storage_type(dtype);
    case Kind::array:
        return "cuprum::jit::array<" + kernel::storage_type(dtype) + ", " + std::to_string(ndim) + ", " +
               (contiguous ? "true" : "false") + ", " + (small ? "int" : "long long") + ">";
    case Kind::pointer: return elements[0].text() + "*";
    case Kind::iterator:
        if (!name.empty()) return name;
        return "cuprum::jit::iterator<" + kernel::storage_type(dtype) + ">";
    case Kind::tuple: {
        std::string text = "cuprum::jit::tuple<";
        for (const Type& element : elements) text += (&element == elements.data() ? "" : ", ") + element.text();
        return text + ">";
    }
    case Kind::object: return name;
    }
    __builtin_unreachable();
}

std::string Type::description() const {
    auto with_dimensions = [](const std::string& what, int count) {
        return what + " with " + std::to_string(count) + (count == 1 ? " dimension" : " dimensions");
    };
    switch (kind) {
    case Kind::none: return "nothing";
    case Kind::scalar: return info(dtype).name;
    case Kind::array: return with_dimensions(std::string("array of ") + info(dtype).name, ndim);
    case Kind::pointer: return with_dimensions("shared memory of " + elements[0].description(), dimensions());
    case Kind::iterator: return std::string("iterator over ") + info(dtype).name;
    case Kind::tuple: {
        std::string text = "tuple of (";
        for (const Type& element : elements) text += (&element == elements.data() ? "" : ", ") + element.description();
        return text + ")";
    }
    case Kind::object: return description_of_object;
    }
    __builtin_unreachable();
}

// As cuprum::jit::array of device/cuprum/jit.h: the address, the lengths, and the strides unless they follow from these.
std::size_t parameter_size(const Type& type) {
    const std::size_t counts = static_cast<std::size_t>(type.ndim) * (type.contiguous ? 1 : 2);
    return (sizeof(void*) + counts * (type.small ? 4 : 8) + 7) / 8 * 8;
}

std::size_t pack(const Type& type, const ndarray& a, void* target) {
    auto* bytes = static_cast<char*>(target);
    const void* address = a.size() != 0 ? a.address() : nullptr;
    std::memcpy(bytes, &address, sizeof address);
    std::size_t at = sizeof address;
    auto put = [&](std::int64_t count) {
        if (type.small) {
            const auto narrow = static_cast<std::int32_t>(count);
            std::memcpy(bytes + at, &narrow, 4);
            at += 4;
        } else {
            std::memcpy(bytes + at, &count, 8);
            at += 8;
        }
    };
    for (std::int64_t length : a.shape()) put(length);
    if (!type.contiguous)
        for (std::int64_t stride : a.strides()) put(stride);
    if (at % 8 != 0) put(0);
    return at;
}

}  // namespace cuprum::jit
