#include "cuprum/array_struct.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "cuprum/error.h"

namespace cuprum {

namespace {

/// The largest number of an index type.
std::uint64_t largest_index(DType index_type) {
    switch (index_type) {
        case DType::int32: return std::numeric_limits<std::int32_t>::max();
        case DType::uint32: return std::numeric_limits<std::uint32_t>::max();
        case DType::uint64: return std::numeric_limits<std::uint64_t>::max();
        default: return std::numeric_limits<std::int64_t>::max();
    }
}

std::int64_t element_bytes(const ndarray& a) { return std::max<std::int64_t>(a.itemsize(), 1); }

std::string is_no_mdspan(const ndarray& a, const std::string& why) {
    return "an array of shape " + to_string(a.shape()) + " with strides " + to_string(a.strides()) +
           " is no mdspan: " + why;
}

[[noreturn]] void refuse_strides(const ndarray& a, const std::string& why) { throw ValueError(is_no_mdspan(a, why)); }

/// Layouts that `cuda::std::mdspan` takes, but whose mappings kernels seldom expect. The words are those of CuPy.
void check_safety(const ndarray& a) {
    const auto refuse = [&](int axis, const char* why) {
        throw Error(is_no_mdspan(a, "the " + std::to_string(axis) + "-th dimension has " + why +
                                        ": pass allow_unsafe=True, with which the kernel must take care itself"));
    };
    for (int axis = 0; axis < a.ndim(); ++axis)
        if (a.shape()[axis] == 0) refuse(axis, "size zero");
    for (int axis = 0; axis < a.ndim(); ++axis)
        if (a.shape()[axis] > 1 && a.strides()[axis] <= 0) refuse(axis, "non-positive stride");
}

/// Strides in elements, of axes along which there is more than one.
void check_strides(const ndarray& a, DType index_type, bool allow_unsafe) {
    const std::uint64_t largest = largest_index(index_type);
    const bool may_be_negative = kind(index_type) == 'i';
    const std::string type = info(index_type).name;
    const std::int64_t unit = element_bytes(a);
    std::uint64_t last = 0;  // the place that is furthest away
    for (int axis = 0; axis < a.ndim(); ++axis) {
        const std::int64_t length = a.shape()[axis];
        if (static_cast<std::uint64_t>(length) > largest) refuse_strides(a, "an extent does not fit " + type);
        if (length < 2 || a.size() == 0) continue;
        const std::int64_t bytes = a.strides()[axis], stride = bytes / unit;
        if (bytes % unit != 0)
            refuse_strides(a, "the stride of axis " + std::to_string(axis) +
                                  " is no whole number of elements: pass a copy of the array");
        if (stride < 0 && !may_be_negative)
            refuse_strides(
                a, "the stride of axis " + std::to_string(axis) + " is negative: pass a copy, or a signed index_type");
        const std::uint64_t step = static_cast<std::uint64_t>(std::abs(stride));
        if (step > largest) refuse_strides(a, "a stride does not fit " + type);
        last += step * static_cast<std::uint64_t>(length - 1);
    }
    if (!allow_unsafe && std::max<std::uint64_t>(last, static_cast<std::uint64_t>(a.size())) > largest)
        refuse_strides(a, "its places do not fit " + type + ": ask for index_type='int64'");
}

template <class I>
void write_indices(char* to, const Dims& values, std::int64_t unit) {
    for (int axis = 0; axis < values.size(); ++axis) {
        const I value = static_cast<I>(values[axis] / unit);
        std::memcpy(to + axis * sizeof value, &value, sizeof value);
    }
}

}  // namespace

ArrayStruct mdspan(const ndarray& a, DType index_type, bool allow_unsafe) {
    if (index_type != DType::int32 && index_type != DType::int64 && index_type != DType::uint32 &&
        index_type != DType::uint64)
        throw TypeError("index_type is int32, int64, uint32 or uint64, not " + std::string(info(index_type).name));
    if (!allow_unsafe) check_safety(a);
    check_strides(a, index_type, allow_unsafe);
    return ArrayStruct(a, ArrayStruct::Form::mdspan, index_type);
}

ArrayStruct cstruct(const ndarray& a) { return ArrayStruct(a, ArrayStruct::Form::carray, DType::int64); }

std::size_t ArrayStruct::size() const {
    const std::size_t axes = static_cast<std::size_t>(array_.ndim());
    if (form_ == Form::carray) return 16 + 16 * std::max<std::size_t>(axes, 1);
    const std::size_t bytes = 8 + 2 * axes * static_cast<std::size_t>(itemsize(index_type_));
    return (bytes + 7) / 8 * 8;
}

/// Of libcu++ before CCCL 3, where empty members take room.
std::size_t ArrayStruct::older_size() const {
    const std::size_t axes = static_cast<std::size_t>(array_.ndim());
    return std::max<std::size_t>(24, 16 + 4 * axes * static_cast<std::size_t>(itemsize(index_type_)));
}

/// With the layouts that have no strides of their own, layout_right and layout_left.
std::size_t ArrayStruct::contiguous_size() const {
    const std::size_t axes = static_cast<std::size_t>(array_.ndim());
    return (8 + axes * static_cast<std::size_t>(itemsize(index_type_)) + 7) / 8 * 8;
}

std::size_t ArrayStruct::largest_size() const {
    return form_ == Form::carray ? size() : std::max(size(), older_size());
}

bool ArrayStruct::fits(std::size_t bytes, bool may_have_no_strides) const {
    if (form_ == Form::carray) return bytes == size();
    return bytes == size() || bytes == older_size() ||
           (may_have_no_strides && bytes == contiguous_size() && array_.is_contiguous());
}

void ArrayStruct::write(void* to, std::size_t bytes, const void* address) const {
    char* at = static_cast<char*>(to);
    const std::size_t axes = static_cast<std::size_t>(array_.ndim());
    std::memset(at, 0, bytes);
    std::memcpy(at, &address, sizeof address);
    if (form_ == Form::carray) {
        const std::int64_t elements = array_.size();
        std::memcpy(at + 8, &elements, sizeof elements);
        write_indices<std::int64_t>(at + 16, array_.shape(), 1);
        write_indices<std::int64_t>(at + 16 + 8 * axes, array_.strides(), 1);
        return;
    }
    const std::size_t width = static_cast<std::size_t>(itemsize(index_type_));
    const auto write = width == 4 ? write_indices<std::int32_t> : write_indices<std::int64_t>;
    write(at + 8, array_.shape(), 1);
    if (bytes < size()) return;
    write(at + 8 + (bytes == size() ? axes : axes + 1) * width, array_.strides(), element_bytes(array_));
}

std::string ArrayStruct::description() const {
    const std::string axes = std::to_string(array_.ndim()) + (array_.ndim() == 1 ? " axis" : " axes");
    if (form_ == Form::carray) return "a CArray of " + axes;
    return "an mdspan of " + axes + " with " + info(index_type_).name + " indices";
}

}  // namespace cuprum
