#include "kernel/user/jit/parameter.h"

#include <cstring>

#include "kernel/engine/data_access.h"

namespace cuprum::jit {

Layout::Layout(const ndarray& a) : contiguous(a.is_c_contiguous()) {
    if (contiguous) {
        // No length and no stride is larger than this, unless there are no elements.
        small = a.size() != 0 && a.size() * itemsize(a.dtype()) <= INT32_MAX;
        if (small) return;
    }
    // How far the elements lie apart, each way.
    std::int64_t reach = itemsize(a.dtype());
    small = true;
    for (int axis = 0; axis < a.ndim(); ++axis) {
        const std::int64_t length = a.shape()[axis], stride = a.strides()[axis];
        small = small && length <= INT32_MAX && stride <= INT32_MAX && stride >= -INT32_MAX;
        if (a.size() != 0 && small) reach += (stride < 0 ? -stride : stride) * (length - 1);
        small = small && reach <= INT32_MAX;
    }
}

std::size_t parameter_size(Layout layout, int ndim) {
    const std::size_t counts = static_cast<std::size_t>(ndim) * (layout.contiguous ? 1 : 2);
    return (sizeof(void*) + counts * (layout.small ? 4 : 8) + 7) / 8 * 8;
}

namespace {

template <class Count>
char* write_counts(const ndarray& a, bool with_strides, char* target) {
    auto put = [&](std::int64_t value) {
        const auto count = static_cast<Count>(value);
        std::memcpy(target, &count, sizeof count);
        target += sizeof count;
    };
    for (std::int64_t length : a.shape()) put(length);
    if (with_strides)
        for (std::int64_t stride : a.strides()) put(stride);
    return target;
}

}  // namespace

char* write_parameter(Layout layout, const ndarray& a, char* target) {
    char* const end = target + parameter_size(layout, a.ndim());
    const void* address = a.size() != 0 ? kernel::DataAccess().update(a) : nullptr;
    std::memcpy(target, &address, sizeof address);
    target += sizeof address;
    target = layout.small ? write_counts<std::int32_t>(a, !layout.contiguous, target)
                          : write_counts<std::int64_t>(a, !layout.contiguous, target);
    std::memset(target, 0, static_cast<std::size_t>(end - target));
    return end;
}

}  // namespace cuprum::jit
